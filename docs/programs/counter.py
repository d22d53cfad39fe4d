"""A card counter as a Python function: 1 to 8 times the minimum, by the true count. `python counter.py`."""

import bj

RULESET = """
[ruleset]
title = "Counted"
extends = "casino"

[strategies.human]
count = { "2 3 4 5 6" = 1, "T J Q K A" = -1 }
"""


def count_cards(state):
    """Wager by the true count; then mimic the dealer."""
    seen = state.observation()
    if state.kind == "wager":
        true_count = seen.running_count / max(0.5, seen.cards_left / 52)
        wager = min(8, max(1, round(true_count))) * state.view.minimum_wager
        return min(wager, state.legal_actions()[-1])
    return "no" if state.kind != "action" else "hit" if state.question.hand.total < 17 else "stand"


if __name__ == "__main__":
    found = bj.simulate(RULESET, {"hands": 1000}, hands=20_000, strategies={"Player": count_cards})
    print(found.players[0].edge, found.players[0].average_wager)
