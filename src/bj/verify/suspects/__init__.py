"""What may explain a difference: changes of the rules and of the texts, the likely ones first."""
