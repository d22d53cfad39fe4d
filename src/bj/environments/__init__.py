"""Reinforcement learning environments for any ruleset, for Gymnasium (single and vector) and PettingZoo.

Importing this package registers ``bj/Blackjack-v0`` with Gymnasium: one hand of the ruleset ``casino``. See
docs/environments.md.
"""

from __future__ import annotations

from bj.extras import lack

try:
    import gymnasium
    import pettingzoo  # noqa: F401  # needed by SeveralPersons
except ImportError as error:
    raise lack("environments need", "rl", error) from None

from bj.environments.several import SeveralPersons
from bj.environments.single import SinglePerson
from bj.environments.vector import ManyGames

__all__ = ["ManyGames", "SeveralPersons", "SinglePerson"]

ID = "bj/Blackjack-v0"

if ID not in gymnasium.registry:
    gymnasium.register(
        ID,
        entry_point="bj.environments.single:SinglePerson",
        vector_entry_point="bj.environments.vector:ManyGames",
        kwargs={"ruleset": "casino", "arguments": {"hands": 1}},
    )
