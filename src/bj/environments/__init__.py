"""Reinforcement learning environments for any ruleset, for Gymnasium (single and vector) and PettingZoo.

Importing this package registers ``bj/Blackjack-v0`` with Gymnasium: one hand of the ruleset ``casino``. See
docs/environments.md.
"""

from __future__ import annotations

from bj.optional_packages import lack

try:
    import gymnasium
    import pettingzoo  # noqa: F401  # needed by SeveralPersons
except ImportError as error:
    raise lack("environments need", "rl", error) from None

from bj.environments.gymnasium_environment import SinglePerson
from bj.environments.pettingzoo_environment import SeveralPersons
from bj.environments.vector_environment import ManyGames

__all__ = ["ManyGames", "SeveralPersons", "SinglePerson"]

ID = "bj/Blackjack-v0"

if ID not in gymnasium.registry:
    gymnasium.register(
        ID,
        entry_point="bj.environments.gymnasium_environment:SinglePerson",
        vector_entry_point="bj.environments.vector_environment:ManyGames",
        kwargs={"ruleset": "casino", "arguments": {"hands": 1}},
    )
