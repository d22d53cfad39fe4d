"""Cards: the shoe, the hands, formulas that read them, and how they are shown."""
