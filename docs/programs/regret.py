"""The exact regret of a bot that plays like the dealer, in wagers per hand: `python regret.py`."""

import numpy as np

from bj.environments import SinglePerson


def regret(hands=1000, seed=1):
    """The mean regret of a hand, and the decision with the greatest one."""
    env = SinglePerson("casino", {"hands": 1}, values=True)
    env.reset(seed=seed)
    total, worst = 0.0, (0.0, "")
    for _ in range(hands):
        seen, info = env.reset()
        ended = False
        while not ended:
            mask, question = info["action_mask"], dict(zip(env.observation_names, seen.tolist(), strict=True))
            action = int(question["total"] >= 17) if question["kind"] == 2 else int(np.flatnonzero(mask)[0])
            seen, _, ended, _, info = env.step(action)
            lost = info.get("regret", 0.0)
            total += lost
            worst = max(
                worst, (lost, f"{env.action_names[action]} {question['total']} v {question['upcard']}")
            )
    return total / hands, worst


if __name__ == "__main__":
    print(regret())
