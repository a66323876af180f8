"""Training: each script reads from top to bottom and writes what the engine loads."""
