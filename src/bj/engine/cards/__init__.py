"""Cards: the shoe, the hands, formulas about them, and their display."""
