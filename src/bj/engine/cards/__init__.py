"""Cards: the shoe, the hands, formulas about them, and showing them."""
