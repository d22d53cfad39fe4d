"""Two bots at one table, game after game: `python tournament.py`."""

import bj


def bold(state):
    """Wager a fifth of the bankroll, and hit below 18."""
    fifth = max(state.view.minimum_wager, state.view.bankroll(state.actor) // 5)
    return fifth if state.kind == "wager" else reply(state, 18)


def timid(state):
    """Wager the least, and never risk to bust."""
    return state.view.minimum_wager if state.kind == "wager" else reply(state, 12)


def reply(state, least):
    """Hit below a total; decline everything else."""
    return "no" if state.kind != "action" else "hit" if state.question.hand.total < least else "stand"


def play(games=100, rounds=20):
    """The number of games that each bot has ended with more money."""
    bots, people = {"Bold": bold, "Timid": timid}, ["human:Bold:100", "human:Timid:100"]
    ends = [bj.State("vegas", people, seed=seed, rounds=rounds).play(bots).returns() for seed in range(games)]
    return {"Bold": sum(end[0] > end[1] for end in ends), "Timid": sum(end[0] < end[1] for end in ends)}


if __name__ == "__main__":
    print(play())
