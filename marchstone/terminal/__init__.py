"""A game in the terminal: its course without any input or output, two faces that show it, and what keeps it for another day."""
