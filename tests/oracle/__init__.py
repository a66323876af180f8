"""A second, plain reading of the rules: slow, obvious code that the engine is compared with."""
