"""The face: what the drivers of a game read, write and call."""
