"""The server: rooms, the log on which everything rests, and what goes over the wire; docs/server.md tells how it hangs together."""
