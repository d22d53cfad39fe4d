"""The counting drill, which shows cards in small groups and asks for the running count and the true count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from bj.cards import rank_of
from bj.drill.base_drill import EndlessDrill
from bj.drill.session_file import Tallies, Tally
from bj.engine.face.view import View
from bj.errors import UsageError
from bj.ruleset.charts import parse_ranks
from bj.session.game_plan import Plan
from bj.session.legal_actions import whole_number

MOST_SHOWN = 4
"""The maximum number of cards to show at a time."""

TRUE_COUNT_AFTER = 3
"""The number of groups of cards to show before each question about the true count."""

UNSEEN = 4
"""The shoe is shuffled when only 1/UNSEEN of its cards are left."""

PACK = 52
"""The number of cards that count as one pack when computing the true count."""


@dataclass(frozen=True)
class CountQuestion:
    """A question about the running count or the true count."""

    kind: Literal["running count", "true count"]
    cards: tuple[str, ...]
    """The cards to show. Empty if the question is about the true count."""
    is_new_shoe: bool
    """Whether the shoe has just been shuffled, so that the count starts at 0."""
    cards_left: int | None
    """The number of cards left in the shoe, or None for an infinite shoe."""
    right: int
    tallies: Tallies

    def answer(self, count: int) -> bool:
        """Record ``count`` as the answer, and return whether it is right.

        Raises UsageError if ``count`` is not an integer.
        """
        if whole_number(count) is None:
            raise UsageError(f"{count!r} is not a count", "enter a whole number")
        is_right = count == self.right
        self.tallies.setdefault(self.kind, Tally()).count(is_right=is_right)
        return is_right


class CountDrill(EndlessDrill[CountQuestion]):
    """An endless iterator over questions about the count kept by a strategy.

    If ``strategy`` is empty, the drill uses the first strategy that counts cards. The true count is the
    running count per 52 cards left, rounded down. An infinite shoe has no true count. Raises RulesetError if
    the ruleset has faults, and UsageError if the strategy does not count cards.
    """

    def _begin(self) -> None:
        strategies, pack = self.checked.strategies, self.checked.pack
        counting = [name for name, each in strategies.items() if each.count]
        if not counting or self.strategy not in ("", *counting):
            who = f"the strategy `{self.strategy}` does not count" if self.strategy else "no strategy counts"
            names = ", ".join(f"`{name}`" for name in counting)
            raise UsageError(who, f"choose one of {names}" if names else "use a ruleset with a card counter")
        self.strategy = self.strategy or counting[0]
        tags = strategies[self.strategy].count or {}
        self._tags = {rank: tag for key, tag in tags.items() for rank in parse_ranks(key, pack.codes)}
        self._is_endless = self.checked.model.shoe.is_infinite
        size = 0
        if not self._is_endless:
            compiled = Plan(self.checked, self._values, 0).compile()
            size = View(compiled.program, compiled.table).shoe_size
        self._cards = pack.cards * max(1, size // len(pack.cards))
        self._questions = self._ask()

    def __next__(self) -> CountQuestion:
        return next(self._questions)

    def _ask(self) -> Iterator[CountQuestion]:
        codes, random = self.checked.pack.codes, self._random
        while True:
            shoe, count, groups = list(self._cards), 0, 0
            random.shuffle(shoe)
            while len(shoe) > max(len(self._cards) // UNSEEN, MOST_SHOWN):
                size = random.randint(1, MOST_SHOWN)
                group = (
                    random.choices(shoe, k=size) if self._is_endless else [shoe.pop() for _ in range(size)]
                )
                count += sum(self._tags.get(rank_of(card), 0) for card in group)
                shown = tuple(codes[rank_of(card)] for card in group)
                left = None if self._is_endless else len(shoe)
                yield CountQuestion("running count", shown, not groups, left, count, self.tallies)
                groups += 1
                if left and groups % TRUE_COUNT_AFTER == 0:
                    right = PACK * count // left
                    yield CountQuestion("true count", (), False, left, right, self.tallies)
