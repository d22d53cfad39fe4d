"""The vocabulary of the language: one row for every word, and nothing else.

From the rows derive the models, the schema, the reference, the rule card, the advice, the record of a game
and its decoder. The order of the rows gives their numbers, which is what the constants of a module are; the
engine uses only these numbers.
"""
