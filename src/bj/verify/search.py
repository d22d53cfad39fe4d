"""The search for an explanation: the change that explains most of the following lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bj.verify.changes import Change, Workshop
from bj.verify.position import Position
from bj.verify.replay import Replay
from bj.verify.scene import Scene
from bj.verify.suspects.bonuses import other_bonuses
from bj.verify.suspects.cards import (
    last_card_first,
    misspelt_cards,
    other_card_lists,
    other_card_names,
    other_names_in_lists,
)
from bj.verify.suspects.chance import other_aces, other_chance, other_softness, other_values, told_values
from bj.verify.suspects.decisions import decides_freely, free_decisions, other_decisions, other_rules
from bj.verify.suspects.forms import other_forms
from bj.verify.suspects.formulas import other_formulas, other_limits
from bj.verify.suspects.lines import (
    blank_lines,
    extra_line,
    missing_line,
    missing_part,
    moved_line,
    silent_shuffles,
)
from bj.verify.suspects.money import other_bankroll, other_decimals, other_money, other_outcomes
from bj.verify.suspects.people import (
    brought_bankrolls,
    far_counts,
    other_counts,
    other_people,
    other_retakes,
    other_seats,
    other_strategies,
    unnoticed_busts,
)
from bj.verify.suspects.phrases import other_phrases, other_sayings
from bj.verify.suspects.procedure import (
    dealer_first,
    natural_goes_on,
    other_deals,
    other_house_rules,
    other_naturals,
    other_offers,
    other_plays,
    other_stands,
    other_steps,
)
from bj.verify.suspects.questions import cut_wagers, other_answers, other_prompts
from bj.verify.suspects.side_bets import EVENTS as SIDE_BETS
from bj.verify.suspects.side_bets import other_side_bets
from bj.verify.suspects.texts import (
    misprint,
    misprinted_card,
    other_wording,
    renamed_persons,
)
from bj.verify.yardstick import Yardstick

WHOLE = 1 << 62
"""How far an explanation fits that fits to the end."""

ENOUGH = 2_500
"""Characters after a difference, some hands, that tell an explanation from one that fits by accident."""

AGAIN = 500
"""As many for one more mistake about a rule that is known to be broken."""

FAR = 60_000
"""Characters after a difference beyond which an explanation is not tried any further."""


OFFERED = {"doubles", "splits", "part", "surrenders", "insures", "peeks"}
"""What is said of what a hand may be offered, without the role."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Positions at which a replay can begin again, of the game as it was expected."""

    start: Position
    shuffle: Position
    """The hand in which the shoe was shuffled last."""
    previous: Position
    hand: Position


@dataclass(frozen=True, slots=True)
class Explanation:
    """A change, or one fewer, with which the replay goes on."""

    fit: int
    """Up to which character of the transcript."""
    added: Change | None
    changes: tuple[Change, ...]
    yardstick: Yardstick
    position: Position
    """Where to begin again."""


@dataclass(slots=True)
class Effort:
    """How many hands may still be tried for a transcript."""

    left: int = 15_000


class Search:
    """Searches one scene."""

    def __init__(
        self,
        scene: Scene,
        changes: tuple[Change, ...],
        marks: Marks,
        effort: Effort,
        excluded: frozenset[Change] = frozenset(),
    ) -> None:
        self.effort = effort
        self.scene = scene
        self.changes = changes
        self.excluded = excluded
        self.marks = marks
        self.workshop: Workshop = scene.workshop
        self.best: Explanation | None = None
        at = scene.halt.at
        while scene.text.content.startswith("\n", at) and at < scene.text.end - 1:
            at += 1
        self.least = at
        """Up to which character everything fits that explains nothing but blank lines."""

    def run(self) -> Explanation | None:
        """The explanation that fits longest; among equals, the likeliest."""
        free = free_decisions(self.scene, self.changes)
        if free is not None and (explanation := self._try(free[-1], free)) is not None:
            return explanation
        for fewer in self.changes:
            rest = tuple(change for change in self.changes if change != fewer)
            self._try(None, rest)
        for stage in stages(self.scene):
            found = [explanation for change in stage if (explanation := self._test(change)) is not None]
            self._take(found)
            is_enough = self.best is not None and self.best.fit - self.scene.halt.at > self._enough(self.best)
            if is_enough or self.effort.left <= 0:
                break
        if self.scene.power and (self.best is None or self.best.fit < self.scene.halt.at + ENOUGH):
            return None  # the hand was taken anew, and no line tells how
        return self.best

    def _enough(self, best: Explanation) -> int:
        """How far an explanation has to fit to end the search."""
        known = {change.rule for change in self.changes}
        return AGAIN if best.added is not None and best.added.rule in known else ENOUGH

    def _take(self, found: Sequence[Explanation]) -> None:
        """Keep the best of what was found; those that also fit from the start of the game first."""
        longest = max((each.fit for each in found), default=0)
        if longest <= (self.best.fit if self.best is not None else self.least):
            return
        known = {change.rule for change in self.changes}
        groups = {change.group for change in self.changes} - {""}
        about_known = [each.fit for each in found if each.added is not None and each.added.rule in known]
        if max(about_known, default=0) > self.scene.halt.at + AGAIN:
            longest = max(about_known)
        alike = [each for each in found if each.fit == longest]
        alike.sort(key=lambda each: each.added is None or each.added.rule not in known)
        alike.sort(key=lambda each: each.added is None or each.added.group not in groups)
        if len(alike) > 1:
            alike.sort(key=lambda each: -self._fits_from_start(each))
        self.best = alike[0]

    def _fits_from_start(self, explanation: Explanation) -> int:
        """Whether the game has been played like this from its start."""
        fit, _ = self._play(explanation.yardstick, self.marks.start)
        return fit >= self.scene.halt.at

    def _test(self, change: Change) -> Explanation | None:
        """The explanation by one more change, if it explains anything."""
        if change in self.changes or change in self.excluded or self.effort.left <= 0:
            return None
        explanation = self._try(change, (*self.changes, change))
        if explanation is not None and change.always and not self._fits_from_start(explanation):
            return None
        return explanation

    def _try(self, added: Change | None, changes: tuple[Change, ...]) -> Explanation | None:
        """How far the game with these changes fits."""
        yardstick = self.workshop.make(changes)
        if yardstick is None or (added is not None and self._is_same(added, yardstick)):
            return None
        marks = [self.marks.hand, self.marks.previous]
        if added is not None and added.remembers:
            marks = [self.marks.start if added.remembers == "game" else self.marks.shuffle, self.marks.hand]
        found: Explanation | None = None
        for mark in marks:
            fit, position = self._play(yardstick, mark, added)
            if position is not None and fit > (found.fit if found is not None else self.least):
                found = Explanation(fit, added, changes, yardstick, position)
            if fit == WHOLE or (found is not None and mark is self.marks.hand):
                break
        return found

    def _is_same(self, added: Change, yardstick: Yardstick) -> bool:
        """Whether a change that varies numbers of the game alone has found none to vary."""
        if added.vary is None or added.draft is not None or added.data is not None:
            return False
        before, after = self.scene.compiled, yardstick.compiled
        return (before.program, before.table) == (after.program, after.table)

    def _play(
        self, yardstick: Yardstick, mark: Position, added: Change | None = None
    ) -> tuple[int, Position | None]:
        """How far a game fits from a mark on, and where it begins there."""
        position = self.workshop.move(mark, self.scene.yardstick, yardstick)
        if position is None:
            return 0, None
        if added is not None and added.correct is not None:
            added.correct(position.table)
        answers = self.workshop.assignment.answers
        replay = Replay(yardstick, self.scene.text, position.copy(), answers)
        if added is not None and added.once:
            halt = replay.next_hand()
            self.effort.left -= replay.played
            back = self.workshop.move(replay.position, yardstick, self.scene.yardstick)
            if halt.why != "hand" or back is None:
                return (halt.at if halt.why == "differs" else WHOLE), position
            replay = Replay(self.scene.yardstick, self.scene.text, back, answers)
        halt = replay.play_out(self.scene.halt.at + FAR)
        self.effort.left -= replay.played
        if halt.why == "differs":
            return halt.at, position
        return WHOLE, position


def stages(scene: Scene) -> Iterator[list[Change]]:
    """What may explain a difference, in stages; one that explains all makes the next ones superfluous."""
    keys = scene.keys
    if keys & {"says"}:
        yield [*unnoticed_busts(scene)]
    if scene.power:
        yield [
            *other_retakes(scene),
            *other_people(scene),
            *other_formulas(scene, "powers", "reactions", "members"),
            *other_values(scene),
        ]
        yield [*other_card_names(scene), *other_wording(scene), *other_decisions(scene, usual=True)]
        yield [*decides_freely(scene)]
        return
    yield [
        *other_forms(scene),
        *misprinted_card(scene),
        *other_card_names(scene),
        *other_card_lists(scene),
        *misspelt_cards(scene),
        *other_names_in_lists(scene),
        *last_card_first(scene),
        *other_phrases(scene),
        *other_wording(scene),
        *other_sayings(scene),
        *renamed_persons(scene),
        *missing_part(scene),
        *blank_lines(scene),
        *other_decimals(scene),
        *other_prompts(scene),
        *other_answers(scene),
        *cut_wagers(scene),
    ]
    if keys & SIDE_BETS:
        yield [*other_side_bets(scene)]
    if keys == {"hand"} or scene.is_somebody_else:
        yield [*brought_bankrolls(scene), *other_bankroll(scene), *other_seats(scene)]
    if "natural" in keys:
        yield [*natural_goes_on(scene), *other_naturals(scene)]
    if "turn" in keys:
        yield [*other_plays(scene), *dealer_first()]
    if scene.is_asked or keys & OFFERED:
        yield [*other_offers(scene)]
    else:
        yield [*other_rules(scene), *(other_stands(scene) if "stands" in keys else ())]
    yield [
        *(other_deals(scene) if keys == {"dealt"} and scene.is_deal else ()),
        *other_retakes(scene),
        *other_chance(scene),
        *(other_softness(scene) if scene.aces > 1 else ()),
        *other_decisions(scene, usual=True),
        *(other_aces(scene) if scene.aces > 1 or scene.draws_ace else ()),
        *other_values(scene),
        *other_decisions(scene, usual=False),
        *told_values(scene),
    ]
    if "bets" not in keys:
        yield [*decides_freely(scene)]
    if keys & {"bets", "wager"}:
        yield from _about_wagers(scene)
    if "says" in keys:
        yield [*other_people(scene), *other_formulas(scene, "powers")]
    if keys & {"shuffle", "cut"}:
        yield [*other_formulas(scene, "shoe"), *other_steps(scene), *silent_shuffles(scene)]
    if "natural" not in keys:
        yield [*natural_goes_on(scene), *(dealer_first() if "hole_card" in keys else ())]
    yield [*other_money(scene), *other_outcomes(scene), *other_side_bets(scene), *other_bonuses(scene)]
    if "says" in keys or keys & {"dealt", "kicked_out", "standing", "victory", "hand"} or not keys:
        yield [*other_steps(scene), *other_formulas(scene, "procedure", "powers"), *other_people(scene)]
    yield [*other_bankroll(scene)]
    yield [*missing_line(scene), *misprint(scene), *moved_line(scene), *extra_line(scene)]
    yield [*other_steps(scene), *other_house_rules(scene)]
    shoe = ("shoe",) if scene.shuffles_show else ()
    yield [*other_formulas(scene, "members", "players", *shoe, "procedure")]


def _about_wagers(scene: Scene) -> Iterator[list[Change]]:
    """What may explain another wager, in stages."""
    yield [*other_formulas(scene, "rules")]
    usual, others, far = other_counts(scene, usual=True), other_counts(scene, usual=False), far_counts(scene)
    formulas = [*other_formulas(scene, "strategies")]
    if _wagers_apart(scene):
        yield [*formulas, *other_strategies(scene), *usual, *others, *far]
    else:
        limits = other_formulas(scene, "strategies", texts=other_limits)
        rest = [*formulas, *others] if len(scene.wagers) == 1 else [*others, *formulas]
        yield [*dict.fromkeys([*limits, *usual, *rest, *far])]
        yield [*other_strategies(scene)]
    yield [*decides_freely(scene)]
    yield [*other_people(scene)]


def _wagers_apart(scene: Scene) -> bool:
    """Whether the player counts like others, and wagers otherwise."""
    name = "" if scene.expected is None else scene.expected.name
    return scene.book.strategy(name, "wager")[:2] != scene.book.strategy(name, "count")[:2]
