"""The tests. `make test` runs all but those marked deep."""
