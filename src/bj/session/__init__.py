"""Running a game: calling the engine, rendering its events, explaining its errors."""
