"""What people see of a game: its transcript, and the faults of a ruleset."""
