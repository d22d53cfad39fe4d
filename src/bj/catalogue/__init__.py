"""The vocabulary of the ruleset language, with one row of data for each word.

The models, the schema, the reference, the rule card, the advice, the record of a game and its decoder are all
built from these rows. The position of a row determines its number, which is a constant in its module. The
engine uses only the numbers.
"""
