"""The shoe and the hands: dealing cards, showing them, and evaluating formulas about them."""
