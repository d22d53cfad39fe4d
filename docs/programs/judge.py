"""The exact loss of what the learner has learnt, against the best play: `python judge.py`."""

from learner import learn

import bj

INFINITE = {"ruleset": {"title": "Learnt", "extends": "infinite"}}


def follow(learnt, ruleset):
    """A ruleset whose player does what was learnt."""

    def row(total, soft):
        return " ".join("HS"[action] for action in learnt[total, soft, 2:].argmax(-1))

    rows = {"hard ..11": "H", "hard 21": "S", "soft 21": "S"}
    for total in range(12, 21):
        rows |= {f"hard {total}": row(total, 0), f"soft {total}": row(total, 1)}
    chart = {"columns": "2 3 4 5 6 7 8 9 T A", "rows": rows}
    return {**ruleset, "strategies": {"human": {"wager": "1", "chart": chart}}}


def loss(learnt, ruleset=INFINITE):
    """The value per wager that the player loses by what was not learnt."""
    return bj.solve(ruleset).by_totals - bj.analyze(follow(learnt, ruleset)).players[0].edge


if __name__ == "__main__":
    print(f"{100 * loss(learn()):.4f}%")
