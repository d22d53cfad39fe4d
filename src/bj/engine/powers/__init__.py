"""Powers: reactions, with the partners, cards and effects that they involve."""
