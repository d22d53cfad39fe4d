"""The face: the interface of the engine for the drivers of a game."""
