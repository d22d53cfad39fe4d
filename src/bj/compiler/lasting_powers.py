"""Compiles powers that stay in force for a while, with their own targets, payouts and drawing rules."""

from __future__ import annotations

from collections.abc import Iterable

from bj.catalogue import events as e
from bj.compiler.dealer_chart import dealer_chart
from bj.compiler.program_head import additions, worths_of
from bj.compiler.program_writer import ProgramWriter
from bj.compiler.settlement import (
    classes_of,
    distinct_outcomes,
    outcomes_of,
    place_outcomes,
    upcards_of_naturals,
)
from bj.engine.layout import table as t
from bj.ruleset.check.expressions_and_templates import target_name


class Lasting:
    """Writes the rules that apply while a power is in force."""

    def __init__(self, writer: ProgramWriter) -> None:
        self.writer = writer
        model = writer.model
        placed = {
            targets: self._place_targets(targets) for targets in dict.fromkeys(model.own_targets.values())
        }
        self._targets = {name: placed[targets] for name, targets in model.own_targets.items()}
        self._draws = {name: dealer_chart(writer, ("powers", name, "draws")) for name in model.own_draws}
        self._payouts: dict[str, int] = {}
        for name, payouts in model.own_payouts.items():
            outcomes = outcomes_of(writer, payouts)
            places = place_outcomes(writer, *distinct_outcomes(outcomes))
            self._payouts[name] = writer.place([*outcomes.win, *places])

    def _place_targets(self, targets: range) -> int:
        """Add the rules for each of the ``targets``, one after another.

        Return the index of the first rules.
        """
        worths, numbers = worths_of(self.writer), []
        for target in targets:
            added = additions(worths, target)
            waits = upcards_of_naturals(self.writer, target, added)
            numbers += [target, *added, *classes_of(self.writer, target), waits]
        return self.writer.place(numbers)

    def give(self, table: list[int], block: int, powers: Iterable[str]) -> None:
        """Write into a person's ``block`` the rules that ``powers`` change.

        If several powers are in force at the same time, only the first one applies.
        """
        named = list(powers)
        table[t.COUNTING] |= t.OVERRIDES if self._targets else 0
        table[block + t.TARGETS] = self._place(named, self._targets)
        table[block + t.PAYOUTS] = self._place(named, self._payouts)
        if table[block + t.EVENT_BASE] & e.DEALER_ROLE:
            table[block + t.DRAWS] = self._place(named, self._draws, table[block + t.CHART])

    def _place(self, powers: list[str], changes: dict[str, int], usual: int = 0) -> int:
        """Add a list of the entries in ``changes`` that belong to the ``powers``.

        Return its index, or 0 if there are no such entries. The list ends with the ``usual`` value, which
        applies while none of the powers is in force.
        """
        memory = self.writer.memory
        cells = {name: t.MEMORY + place for place, name in enumerate(memory)}
        numbers: list[int] = []
        for name in powers:
            if name in changes:
                goal = cells.get(target_name(name), 0) if changes is self._targets else 0
                numbers += [cells[name], changes[name], goal]
        return self.writer.place([*numbers, 0, usual, 0]) if numbers else 0
