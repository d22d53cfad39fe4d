"""The exact value of a hand and its best play, from nothing but `bj.State`: `python exact.py infinite`."""

import sys
from collections import defaultdict

import bj

WAGER = 10


def look(state, person):
    """What a person sees, reduced to what matters if only totals and naturals count."""
    seen = state.observation(person)
    hands = [*seen.players[0].hands, *seen.dealer.hands]
    cards = tuple((hand.total, hand.is_soft, min(len(hand.cards), 3), hand.wager) for hand in hands)
    return state.kind, state.chance, state.returns()[0], cards


def merge(worlds):
    """Worlds that differ in nothing become one, with the sum of their probabilities."""
    found = {}
    for state, chance in worlds:
        key = (look(state, 0), look(state, 1))
        found[key] = (state, found[key][1] + chance if key in found else chance)
    return found


def solve(ruleset, arguments=()):
    """The value of a hand, in wagers, if the only player plays perfectly."""
    start = bj.State(ruleset, arguments, explicit_chance=True)
    start.apply(WAGER * start.unit)
    memo = {}

    def value(worlds):  # which look alike to the player; their probabilities sum to 1
        merged = merge(worlds)
        key = frozenset((look, round(chance, 12)) for look, (_, chance) in merged.items())
        if key not in memo:
            memo[key] = compute(list(merged.values()))
        return memo[key]

    def compute(worlds):
        first = worlds[0][0]
        if first.kind in ("wager", "over"):
            return sum(p * state.returns()[0] for state, p in worlds) / (WAGER * start.unit)
        if first.is_chance:
            return follow((s.child(card), p * q) for s, p in worlds for card, q in s.chance_outcomes())
        return max(follow((s.child(action), p) for s, p in worlds) for action in first.legal_actions())

    def follow(worlds):  # which the player may be able to tell apart
        groups = defaultdict(list)
        for state, chance in worlds:
            groups[look(state, 0)].append((state, chance))
        shares = [(sum(chance for _, chance in group), group) for group in groups.values()]
        return sum(share * value([(s, chance / share) for s, chance in group]) for share, group in shares)

    return value([(start, 1.0)])


if __name__ == "__main__":
    print(f"{100 * solve(sys.argv[1]):.10f}%")
