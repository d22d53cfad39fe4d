"""Runs games: calls the engine, prints its events and explains its errors."""
