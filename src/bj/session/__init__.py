"""Running a game: the engine is called, its events are taken away, its faults are put into words."""
