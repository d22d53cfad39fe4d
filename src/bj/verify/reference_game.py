"""The game with which a transcript is compared: the rules, with any deviations found so far."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from bj.compiler.compile import Compiled
from bj.engine.face.driving import deal_by_hand
from bj.engine.face.view import View
from bj.record.transcript_lines import Script
from bj.ruleset.check import Checked
from bj.verify.leeway import NONE, Leeway
from bj.verify.possible_random_plays import ChanceBounds
from bj.verify.rounded_payouts import broken_payouts
from bj.verify.transcript_language import Language
from bj.verify.wrong_riffles_and_deals import DEALINGS, Dealing


@dataclass(frozen=True, eq=False)
class ReferenceGame:
    """The game that a transcript is expected to show, and the differences that are accepted."""

    compiled: Compiled
    language: Language
    leeway: Leeway = NONE
    chance_bounds: Mapping[int, ChanceBounds] = field(default_factory=dict)
    """The limits on random choices for each person whose decisions come from the transcript."""
    answers: Sequence[str] | None = None
    """The lines that players typed, or None if the transcript shows them."""

    @property
    def checked(self) -> Checked:
        """The ruleset, with the templates that the program seems to use."""
        return self.language.checked

    @property
    def script(self) -> Script:
        """The script that prints the expected lines."""
        return self.language.script

    @property
    def deals_from_shoe(self) -> bool:
        """Whether the order of all cards is known after a shuffle."""
        return bool(View(self.compiled.program, self.compiled.table).coming)

    @cached_property
    def dealing(self) -> Dealing | None:
        """The program's incorrect way of taking cards from the shoe, or None if it takes them correctly."""
        return next((each for hook, each in DEALINGS.items() if hook in self.leeway.hooks), None)

    @cached_property
    def broken_payouts(self) -> Mapping[str, Collection[tuple[int, int]]]:
        """The payouts that may be rounded, by the event that settles the hand."""
        return broken_payouts(self.compiled, self.leeway.hooks)

    @cached_property
    def start(self) -> list[int]:
        """The table before the game. Each game is played on a copy."""
        table = self.compiled.table.copy()
        cards = self.leeway.cards or self.dealing is not None
        deal_by_hand(self.compiled.program, table, cards=cards, cuts=self.leeway.cuts)
        return table
