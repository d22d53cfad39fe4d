"""Running a game: calls the engine, renders its events and explains its errors."""
