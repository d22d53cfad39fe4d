"""A Monte Carlo learner that finds when to hit and when to stand: `python learner.py`."""

import numpy as np

from bj.environments import ManyGames

SHAPE, WAGER = (32, 2, 12, 2), 7  # total, soft, upcard, and to hit (0) or to stand (1)


def learn(steps=30_000, games=512, seed=1):
    """The mean win after each action."""
    env, rng = ManyGames(games, ruleset="infinite", arguments={"start": 10**6}), np.random.default_rng(seed)
    (seen, _), (wins, times) = env.reset(seed=seed), np.zeros((2, *SHAPE))
    past, length, every = np.zeros((games, 20), int), np.zeros(games, int), np.arange(games)
    for _ in range(steps):
        acts, key = seen[:, 0] == 2, (seen[:, 1], seen[:, 2], seen[:, 3])
        best = (wins[key] / np.maximum(times[key], 1)).argmax(1)
        action = np.where(rng.random(games) < 0.2, rng.integers(2, size=games), best)
        past[every, length] = np.ravel_multi_index((*key, action), SHAPE)
        length += acts
        seen, rewards, *_ = env.step(np.where(acts, action, WAGER))
        decided = (seen[:, 0] == 1)[:, None] & (np.arange(20) < length[:, None])  # the hand is over
        for sums, amounts in ((wins, np.repeat(rewards, decided.sum(1))), (times, 1)):
            np.add.at(sums.reshape(-1), past[decided], amounts)
        length[seen[:, 0] == 1] = 0
    return wins / np.maximum(times, 1)


if __name__ == "__main__":
    print(learn()[12:17, 0, 2:].argmax(-1))
