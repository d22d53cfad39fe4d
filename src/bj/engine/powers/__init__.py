"""Powers: reactions, their partners and cards, and their effects."""
