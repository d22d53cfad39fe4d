"""Cards: the shoe, the hands, the formulas that look at them, and what is shown."""
