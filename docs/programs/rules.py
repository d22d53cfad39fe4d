"""The exact cost of the rules of a table, one at a time: `python rules.py`."""

import bj

RULES = {
    "naturals pay 6:5": {"payouts": {"natural": "6:5"}},
    "the dealer hits soft 17": {"dealer": {"hits_soft_17": True}},
    "double 10 and 11 only": {"rules": {"double": {"on": "hard 10..11"}}},
    "one pack": {"shoe": {"packs": 1}},
    "late surrender": {"rules": {"surrender": True}},
}


def cost(base="casino", rules=tuple(RULES)):
    """The value of a table with the best play, and the difference that each rule makes."""
    usual = bj.solve(base, fresh=True).by_totals
    changed = {rule: {"ruleset": {"title": rule, "extends": base}, **RULES[rule]} for rule in rules}
    return usual, {rule: bj.solve(text, fresh=True).by_totals - usual for rule, text in changed.items()}


if __name__ == "__main__":
    value, differences = cost()
    print(f"{100 * value:+.3f}%  the table")
    for rule, difference in differences.items():
        print(f"{100 * difference:+.3f}%  {rule}")
