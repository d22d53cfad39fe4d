"""The interpreter of games. It reads and writes only integers."""
