"""Creates and caches the games that result from changes."""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, compress
from operator import ne
from typing import Any, TypeAlias

from pydantic import ValidationError

from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine.face.state_corrections import enter_hand
from bj.errors import GameError, TextFaults, UsageError
from bj.faults_and_fixes import KeyPath
from bj.ruleset.all_expressions import Use, expressions_of
from bj.ruleset.check import Checked, check
from bj.ruleset.check.check_state import Checking
from bj.ruleset.check.expressions_and_templates import find_amounts, kind_needed, parse_use
from bj.ruleset.expressions.tree import Expression
from bj.ruleset.model import Ruleset
from bj.verify.assignment import Assignment
from bj.verify.changes import Change, Data
from bj.verify.effort import COMPILED, GAME, RULESET, Effort
from bj.verify.leeway import Leeway, all_of
from bj.verify.positions_and_halts import Position
from bj.verify.possible_random_plays import ChanceBounds, draws, is_decision
from bj.verify.reference_game import ReferenceGame
from bj.verify.rulebook import Rulebook
from bj.verify.transcript_language import Language

MOST_COMPILED = 800
"""The maximum number of compiled rulesets to keep in the cache."""

MOST_SHARED = 1_600
"""The maximum number of compiled rulesets in all caches together, if several assignments share the memory.

For each wrong transcript, the search compiles about 300 rulesets, most of them the same as for the previous
transcript.
"""

MOST_REFERENCES = 200
"""The maximum number of games to keep in the cache."""

MOST_VARIED = 60
"""The maximum number of modified compiled games to keep in the cache. They take a lot of memory."""

PIECE = 256
"""How many entries to compare at once when looking for differences between two tables."""


Made: TypeAlias = tuple[Checked, Compiled, str]
"""A ruleset, its compiled game, and a key that identifies the wording of its lines."""


class Variants:
    """A cache for the games that result from applying changes."""

    def __init__(self, assignment: Assignment, sharing: int = 1) -> None:
        """Create an empty cache. ``sharing`` is the number of assignments that share the memory."""
        self.assignment = assignment
        self._most_compiled = min(MOST_COMPILED, MOST_SHARED // sharing)
        self._most_references, self._most_varied = MOST_REFERENCES // sharing, MOST_VARIED // sharing
        self.base: Data = assignment.rules.data
        self.lucky = frozenset[str]()
        """The strategies with random decisions, which are taken from the transcript."""
        if assignment.chance != "seed":
            self._take_decisions()
        self._compiled: dict[frozenset[str], Made | None] = {}
        self._varied: dict[tuple[Change, ...], Made | None] = {}
        self._references: dict[frozenset[Change], ReferenceGame | None] = {}
        self._uses: dict[KeyPath, Use] = {}
        self._checking = Checking(assignment.rules.checked.model)
        self._languages: dict[Hashable, Language] = {}
        self._moves: dict[tuple[ReferenceGame, ReferenceGame], list[tuple[int, int, int]] | None] = {}
        self._chance_bounds: dict[tuple[str, int], ChanceBounds] = {}

    def _take_decisions(self) -> None:
        """Remove random decisions from strategies, so that they are requested from the replay instead."""
        expressions = self.assignment.rules.checked.expressions
        lucky = {path[1:3] for path, formula in expressions.items() if is_decision(path) and draws(formula)}
        self.lucky = frozenset(str(name) for name, _ in lucky)
        if lucky:
            self.base = copy.deepcopy(self.base)
            for name, key in lucky:
                del self.base["strategies"][name][key]

    @cached_property
    def plain(self) -> ReferenceGame:
        """The game without any changes. Raises ValueError if the ruleset has faults."""
        reference = self._make(())
        if reference is None:
            raise ValueError("the rules do not make a game")
        return reference

    def make(self, changes: Sequence[Change], effort: Effort) -> ReferenceGame | None:
        """Return the game with ``changes`` applied, or None if this makes the rules invalid.

        Raises ExhaustedError if the effort is exhausted.
        """
        if not changes:
            return self.plain
        key = frozenset(changes)
        effort.spend_once(key, GAME)
        names = frozenset(change.name for change in _remaking(changes))
        if names:
            effort.spend_once(names, self._compiling)
        if key not in self._references:
            if len(self._references) >= self._most_references:
                self._references.clear()
                self._languages.clear()
                self._moves.clear()
            self._references[key] = self._make(changes)
        return self._references[key]

    @cached_property
    def _compiling(self) -> int:
        """The cost of compiling a game, in units of effort."""
        compiled = self.plain.compiled
        return RULESET + int((len(compiled.program) + len(compiled.table)) / COMPILED)

    def _make(self, changes: Sequence[Change]) -> ReferenceGame | None:
        """Create a game. ``make`` calls this method and caches the result."""
        made = self._vary(changes)
        if made is None:
            return None
        checked, compiled, words = made
        chance = self.assignment.chance
        usual = Leeway(cards=chance == "cards", cuts=chance != "seed")
        leeway = all_of([usual, *(change.leeway for change in changes)])
        language = self._language(checked, compiled, words, leeway)
        chance_bounds = self._luck_of_persons(compiled)
        return ReferenceGame(compiled, language, leeway, chance_bounds, self.assignment.answers)

    def _vary(self, changes: Sequence[Change]) -> Made | None:
        """Compile the game with ``changes``, but without their leeway. Return None if the rules are invalid.

        The search tries many edits on top of the same earlier edits, so the game with the earlier edits is
        cached.
        """
        if not any(change.vary is not None for change in changes):
            return self._compile(_remaking(changes))
        key = tuple(changes)
        if key not in self._varied:
            *others, last = changes
            made = self._compile(_remaking(changes)) if last.is_remade else self._vary(others)
            varying = changes if last.is_remade else [last]
            if len(self._varied) >= self._most_varied:
                self._varied.clear()
            self._varied[key] = made and _varied(made, varying)
        return self._varied[key]

    def _luck_of_persons(self, compiled: Compiled) -> dict[int, ChanceBounds]:
        """Return the limits on random choices for each person whose strategy is random."""
        if not self.lucky:
            return {}
        rules = self.assignment.rules
        book = Rulebook(rules, self.assignment.values)
        strategies = enumerate(map(book.strategy_of, compiled.persons))
        lucky = [(person, strategy) for person, strategy in strategies if strategy in self.lucky]
        for key in {(strategy, compiled.decimals) for _, strategy in lucky} - self._chance_bounds.keys():
            self._chance_bounds[key] = ChanceBounds(rules.checked, *key)
        return {person: self._chance_bounds[strategy, compiled.decimals] for person, strategy in lucky}

    def _language(self, checked: Checked, compiled: Compiled, words: str, leeway: Leeway) -> Language:
        """Return the language for a game, as modified by ``leeway``.

        The leeway may change messages and names, and omit lines.
        """
        right = None
        if leeway.texts or leeway.called:
            right = self._language(checked, compiled, words, Leeway(last_first=leeway.last_first))
        persons = tuple(leeway.called.get(name, name) for name in compiled.persons)
        key = words, tuple(leeway.texts.items()), persons, leeway.last_first
        if key not in self._languages:
            texts = {**checked.texts, **leeway.texts}.items()
            checked = checked._replace(texts={event: text for event, text in texts if text is not None})
            compiled = compiled._replace(persons=persons)
            self._languages[key] = Language(key, checked, compiled, right, last_first=leeway.last_first)
        return self._languages[key]

    def _compile(self, changes: Sequence[Change]) -> Made | None:
        """Compile the ruleset with ``changes``, or return the cached result."""
        key = frozenset(change.name for change in changes)
        if key not in self._compiled:
            # This is a separate cache, because these take the longest to create.
            if len(self._compiled) >= self._most_compiled:
                self._compiled.clear()
            made = self._try_to_compile(changes)
            self._compiled[key] = made and (*made, _words_of(*made))
        return self._compiled[key]

    def _try_to_compile(self, changes: Sequence[Change]) -> tuple[Checked, Compiled] | None:
        """Check and compile the ruleset with ``changes``. Return None if it is invalid."""
        assignment = self.assignment
        checked = self._check([change.data for change in changes if change.data is not None])
        if checked is None:
            return None
        try:
            for path, text in (change.formula for change in changes if change.formula is not None):
                checked = checked._replace(expressions={**checked.expressions, path: self._parse(path, text)})
            values = {**assignment.values, **dict(chain(*(change.values.items() for change in changes)))}
            compiled = compile_ruleset(checked, values, assignment.seed, rounds=assignment.rounds)
        except (GameError, UsageError, TextFaults, LookupError):
            if not changes:
                raise
            return None
        return checked, compiled

    def _check(self, remaking: Sequence[Callable[[Data], None]]) -> Checked | None:
        """Check the ruleset after applying ``remaking`` to its data. Return None if it has faults."""
        if not remaking and not self.lucky:
            return self.assignment.rules.checked
        return remade(self.base, remaking)

    def _parse(self, path: KeyPath, text: str) -> Expression:
        """Parse ``text`` as a replacement for the expression at ``path``.

        Raises TextFaults if ``text`` is invalid, and LookupError if ``path`` does not lead to an expression.
        """
        if not self._uses:
            self._uses |= {use.path: use for use in expressions_of(self._checking.ruleset)}
            find_amounts(self._checking)
        use = self._uses[path]._replace(text=text)
        return parse_use(self._checking, use, kind_needed(self._checking, use))

    def move(self, position: Position, here: ReferenceGame, there: ReferenceGame) -> Position | None:
        """Transfer a position at the start of a hand from the game ``here`` to the game ``there``.

        Values that differ between the games' initial tables are replaced, unless they have changed since.
        Return None if the tables do not have the same layout.
        """
        if here is there:
            return position.copy()
        key = here, there
        if key not in self._moves:
            before, after = here.start, there.start
            is_alike = len(before) == len(after) and here.compiled.roles == there.compiled.roles
            self._moves[key] = differences(before, after) if is_alike else None
        known = self._moves[key]
        if position.is_new:
            return replace(position.copy(), table=there.start.copy())
        if known is None:
            return None
        moved = position.copy()
        for place, old, new in known:
            if moved.table[place] == old:
                moved.table[place] = new
        enter_hand(there.compiled.program, moved.table)
        return moved


def _remaking(changes: Sequence[Change]) -> list[Change]:
    """Return those changes that require compiling the ruleset again."""
    return [change for change in changes if change.is_remade]


def _varied(made: Made, changes: Iterable[Change]) -> Made:
    """Return a copy of a compiled game with the variations in ``changes`` applied."""
    checked, compiled, words = made
    variations = [change.vary for change in changes if change.vary is not None]
    if variations:
        compiled = compiled._replace(program=compiled.program.copy(), table=compiled.table.copy())
    for vary in variations:
        vary(compiled.program, compiled.table)
    return checked, compiled, words


def _words_of(checked: Checked, compiled: Compiled) -> str:
    """Return a key for the texts that a game uses, ignoring people's names."""
    model, lines = checked.model, [checked.templates[path] for path in compiled.lines]
    words = (checked.texts, lines, compiled.phrases, compiled.roles, compiled.deck, compiled.decimals)
    return repr((words, model.cards, model.teams, model.prompts))


def differences(before: list[int], after: list[int]) -> list[tuple[int, int, int]]:
    """Return the indices at which two lists of equal length differ, each with the old and the new number."""
    pieces = () if before == after else range(0, len(before), PIECE)
    differing = [at for at in pieces if before[at : at + PIECE] != after[at : at + PIECE]]
    places = chain.from_iterable(
        compress(range(at, at + PIECE), map(ne, before[at : at + PIECE], after[at : at + PIECE]))
        for at in differing
    )
    return [(place, before[place], after[place]) for place in places]


def remade(base: Data, remaking: Iterable[Callable[[Data], None]]) -> Checked | None:
    """Apply ``remaking`` to a copy of ``base``, and check the result. Return None if it has faults."""
    data = _copied(base)
    try:
        for remake in remaking:
            remake(data)
        return check(Ruleset.model_validate(data))[0]
    except (ValidationError, LookupError, TypeError):
        return None


def _copied(value: Any) -> Any:
    """Copy a ruleset's data. This is faster than ``deepcopy``."""
    if isinstance(value, dict):
        return {key: _copied(each) for key, each in value.items()}
    return [*map(_copied, value)] if isinstance(value, list) else value
