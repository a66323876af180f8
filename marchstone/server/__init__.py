"""The server: rooms, the log on which everything rests, and what goes over the wire. See docs/server.md."""
