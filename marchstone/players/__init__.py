"""Whoever chooses a move. A player is given a view and the legal moves, and nothing else: there is no way to a hidden card."""
