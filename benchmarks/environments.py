"""Measures the speed of environments, in processor time of one core: `python benchmarks/environments.py`.

Prints the hands per second of Gymnasium's Blackjack-v1, of bj's single and vector environments with the same
kind of player, and of simulations, in which the engine plays a chart. Then prints the ratios. All except
Blackjack-v1 play `casino`.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import gymnasium
import numpy as np

import bj
import bj.environments

STAND_FROM = 17


def blackjack_of_gymnasium(hands: int) -> None:
    """Play hands of Blackjack-v1."""
    env = gymnasium.make("Blackjack-v1").unwrapped
    env.reset(seed=1)
    for _ in range(hands):
        (total, _, _), _ = env.reset()
        ended = False
        while not ended:
            (total, _, _), _, ended, _, _ = env.step(int(total < STAND_FROM))


def single(hands: int) -> None:
    """Play hands of the single environment, each as a game, as in Blackjack-v1."""
    env = bj.environments.SinglePerson("casino", {"hands": 1})
    env.reset(seed=1)
    wager = env.action_names.index("wager 1")
    for _ in range(hands):
        env.reset()
        seen, _, ended, _, _ = env.step(wager)
        while not ended:
            seen, _, ended, _, _ = env.step(0 if seen[1] < STAND_FROM else 1)


def single_long(hands: int) -> None:
    """Play hands of the single environment, all in one game."""
    env = bj.environments.SinglePerson("casino", {"hands": hands, "bankroll": 1_000_000})
    seen, _ = env.reset(seed=1)
    wager = env.action_names.index("wager 1")
    ended = False
    while not ended:
        action = wager if seen[0] == 1 else 0 if seen[1] < STAND_FROM else 1
        seen, _, ended, _, _ = env.step(action)


def vector(hands: int, games: int = 256) -> None:
    """Play hands of the vector environment, in games of a thousand hands."""
    env = bj.environments.ManyGames(games, ruleset="casino", arguments={"hands": 1000, "bankroll": 1_000_000})
    seen, _ = env.reset(seed=1)
    wager = env.action_names.index("wager 1")
    played = 0
    while played < hands:
        is_wager = seen[:, 0] == 1
        played += np.count_nonzero(is_wager)
        seen, *_ = env.step(np.where(is_wager, wager, seen[:, 1] >= STAND_FROM))  # 0 is to hit, 1 to stand


def silent(hands: int) -> None:
    """Simulate hands without a record."""
    bj.simulate("casino", {"hands": 1000, "bankroll": 1_000_000, "player": "basic"}, hands=hands, workers=1)


def rate(play: Callable[[int], None], hands: int) -> float:
    """Hands per second of processor time, after a short run. Starting takes some thousandths of a second."""
    play(hands // 100)
    before = time.process_time()
    play(hands)
    return hands / (time.process_time() - before)


def main() -> None:
    """Measure all speeds, and print them with the ratios."""
    runs = [
        (blackjack_of_gymnasium, 20_000),
        (single, 200_000),
        (single_long, 200_000),
        (vector, 2_000_000),
        (silent, 5_000_000),
    ]
    rates = {}
    for play, hands in runs:
        rates[play] = rate(play, hands)
        print(f"{play.__name__:>24} {rates[play]:>12,.0f} hands/s")
    for play in (single, single_long):
        print(f"{play.__name__} to Blackjack-v1: {rates[play] / rates[blackjack_of_gymnasium]:.1f}")
    print(f"vector to silent engine: {rates[vector] / rates[silent]:.2f}")


if __name__ == "__main__":
    main()
