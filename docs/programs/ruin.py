"""The risk of ruin of a card counter, by bankroll and by the greatest wager: `python ruin.py`."""

import bj


def spread(most):
    """A counter who wagers up to this many times the minimum, by the true count."""
    wager = f"min(bankroll, minimum * max(1, min({most}, floor(52 * count / cards_left))))"
    basic = {"count": {"2 3 4 5 6": 1, "T J Q K A": -1}, "wager": wager}
    return {"ruleset": {"title": "Spread", "extends": "casino"}, "strategies": {"basic": basic}}


def ruin(bankrolls=(500, 1000, 2000, 4000), most=(1, 4, 8, 12), hands=2_000, games=10_000):
    """The share of games of this many hands that end without money for a wager."""
    found = {}
    for wager in most:
        for bankroll in bankrolls:
            arguments = {"bankroll": bankroll, "hands": hands, "player": "basic"}
            games_of = bj.simulate(spread(wager), arguments, games=games).games
            found[wager, bankroll] = games_of.purses[0].ruin.value
    return found


if __name__ == "__main__":
    for (wager, bankroll), share in ruin().items():
        print(f"1 to {wager:<2}  {bankroll:>5} dollars  {share:6.1%}")
