"""The vocabulary of the ruleset language: a row of facts for every word, and nothing else.

The models, the schema, the reference, the rule card, the advice, the record of a game and its decoder are all
made from these rows. The order of the rows determines their numbers, which are constants in their modules.
The engine uses only the numbers.
"""
