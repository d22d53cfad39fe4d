"""Powers: reactions, what they mean, and their effects."""
