"""Creates mutants of a ruleset, each with one rule changed, and finds out which tests detect them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import Literal, NamedTuple, get_args, get_origin

from bj.cases.comparing import compare
from bj.cases.model import Case
from bj.cases.playing import play_case
from bj.cases.reading import file_of_cases, read_cases
from bj.cases.running import expected_transcript
from bj.catalogue.house_rules import RULES, Rule
from bj.errors import BjError
from bj.faults_and_fixes import KeyPath
from bj.grading.submissions import Submission
from bj.ruleset.all_expressions import expressions_of, parts_of
from bj.ruleset.check import Checked
from bj.ruleset.documents import rivals_of
from bj.ruleset.model import Ruleset
from bj.text.sentences import count_of, enumerate_words
from bj.text.untrusted_text import make_visible
from bj.verify.assignment import Assignment
from bj.verify.changed_games import remade
from bj.verify.changes import Change, Data, look, put
from bj.verify.games_covering_rules import other_choices
from bj.verify.message_texts import with_whole_limits
from bj.verify.rulebook import dotted
from bj.verify.sample_games import sample_transcript
from bj.verify.suspects.formulas import other_draws, other_texts, without_operands
from bj.verify.suspects.steps_and_house_rules import other_rule, other_steps

MOST_TEXTS = 6
"""The maximum number of variants to try for each formula, not counting those that omit an operand."""

SEEDS = 40
"""The number of seeds to try for a mutant that no test detects."""

LONGER = 3
"""The maximum length of a mutant's transcript, as a multiple of the length of the correct transcript."""

PAYOUTS = {"win": ("2:1",), "natural": ("1:1", "3:2", "6:5")}
"""The alternative values to try for each payout."""

SECTIONS_OF_CHOICES = ("dealer", "shoe", "payouts")
"""Sections with keys that accept one of several words. RULES covers such keys in ``[rules]``."""

OTHER_ACTIONS = {"H": "S", "S": "H"}
"""The letter to try in place of each letter in a chart."""


BLAME = ", against the rules"
"""The end of some messages to students, which is removed in a list of mutants."""


class Mutant(NamedTuple):
    """A ruleset with one rule changed."""

    rule: str
    message: str
    """A description of the change, such as ``pays 2:1``."""
    change: Callable[[Data], None]


class MutantResult(NamedTuple):
    """A mutant, and the tests that detect it."""

    mutant: Mutant
    noticed: tuple[str, ...]
    """The names of the cases and runs whose outcome differs for the mutant."""
    suggestion: str = ""
    """How to play a game that would detect the mutant, or "" if none is needed or none was found."""
    students: tuple[str, ...] = ()
    """The students whose transcripts match the mutant."""


def find_mutants(assignment: Assignment) -> Iterator[Mutant]:
    """Yield all mutants of the ruleset in an assignment."""
    base, model = assignment.rules.data, assignment.rules.checked.model
    yield from _mutants(
        other_rule(("rules", *rule.place.split(".")), rule.values[not model.rules.holds(rule.key)])
        for rule in RULES.values()
        if all(getattr(model.rules, each) for each in (*rule.without, *_table_of(rule)))
    )
    for key, others in PAYOUTS.items():
        path: KeyPath = ("payouts", key)
        for pays in others:
            if look(base, path) != pays:
                yield Mutant(dotted(path), f"pays {pays}", partial(put, path=path, value=pays))
    yield from _other_words(model)
    yield from _other_formulas(base, model)
    yield from _other_charts(base)
    yield from _mutants(other_steps(base))
    yield from _other_members(base)


def _table_of(rule: Rule) -> Sequence[str]:
    """Return the tables in ``[rules]`` that contain the rule, such as ``double``, or an empty list.

    If such a table is missing, the action is not allowed, and a change inside the table would allow it.
    """
    return rule.place.split(".")[:-1]


def _other_words(model: Ruleset) -> Iterator[Mutant]:
    """Yield mutants that set a key to another of the words that it accepts."""
    for section in SECTIONS_OF_CHOICES:
        holder = getattr(model, section)
        for key, field in type(holder).model_fields.items():
            now = getattr(holder, key)
            literals = (each for each in parts_of(field.annotation) if get_origin(each) is Literal)
            words = [word for each in literals for word in get_args(each)]
            for word in words if len(words) > 1 and now is not None and not isinstance(now, dict) else ():
                if word != now:
                    change = partial(put, path=(section, key), value=word)
                    yield Mutant(f"{section}.{key}", f"`{word}`", change)


def _other_formulas(base: Data, model: Ruleset) -> Iterator[Mutant]:
    """Yield mutants that change a formula, even one that is implied by a key such as ``hits_soft_17``."""
    for use in sorted(expressions_of(model), key=lambda use: str(use.path)):
        text = look(base, use.path) or (use.text if rivals_of(use.path) else None)
        if isinstance(text, str):
            others = [*other_draws(text)] if use.path[-1] == "draws" else []
            others += islice(other_texts(text), MOST_TEXTS)
            others += (
                without_operands(text) if text == use.text else ()
            )  # other texts are words, not formulas
            for other in _unlike(text, others):
                yield Mutant(dotted(use.path), f"`{other}`", partial(_write, path=use.path, text=other))


def _unlike(text: str, others: Sequence[str]) -> Iterator[str]:
    """Yield the formulas in ``others`` that are not equivalent to ``text`` or to an earlier formula.

    For whole numbers, ``total <= 16`` is the same as ``total < 17``.
    """
    known = {with_whole_limits(text)}
    for other in others:
        if with_whole_limits(other) not in known:
            known.add(with_whole_limits(other))
            yield other


def _write(data: Data, path: KeyPath, text: str) -> None:
    """Write a formula into a ruleset's data, and remove any other key that sets the same rule."""
    put(data, path, text)
    for key in rivals_of(path):
        look(data, path[:-1]).pop(key, None)


def _other_members(base: Data) -> Iterator[Mutant]:
    """Yield mutants that swap two adjacent members of a team, or that remove one reaction or power."""
    for index, team in enumerate(look(base, ("teams",)) or ()):
        names: list[str] = team["members"]
        for place, (one, other) in enumerate(pairwise(names)):
            swapped = [*names[:place], other, one, *names[place + 2 :]]
            change = partial(put, path=("teams", index, "members"), value=swapped)
            yield Mutant("teams", f"{other} before {one}", change)
    for name, member in (look(base, ("members",)) or {}).items():
        for key in ("reactions", "powers"):
            path: KeyPath = ("members", name, key)
            entries = member.get(key, [])
            for place, entry in enumerate(entries):
                power = entry if isinstance(entry, str) else entry.get("power", "")
                what = f"`{power}`" if power else f"the reaction to `{entry['on']}`"
                rest = [*entries[:place], *entries[place + 1 :]]
                yield Mutant(dotted(path), f"without {what}", partial(put, path=path, value=rest))


def _mutants(changes: Iterable[Change]) -> Iterator[Mutant]:
    for change in changes:
        if change.data is not None:
            yield Mutant(dotted(change.rule), change.message.removesuffix(BLAME), change.data)


def _other_charts(base: Data) -> Iterator[Mutant]:
    """Yield mutants that change the action in one cell of a chart."""
    for name in look(base, ("strategies",)) or {}:
        path: KeyPath = ("strategies", name, "chart")
        columns = str(look(base, (*path, "columns")) or "").split()
        for row, text in (look(base, (*path, "rows")) or {}).items():
            cells = str(text).split()
            for place, cell in enumerate(cells):
                if cell in OTHER_ACTIONS:
                    other = " ".join([*cells[:place], OTHER_ACTIONS[cell], *cells[place + 1 :]])
                    against = f" against {columns[place]}" if len(cells) == len(columns) else ""
                    message = f"{row}{against}: {OTHER_ACTIONS[cell]}"
                    yield Mutant(dotted(path), message, partial(put, path=(*path, "rows", row), value=other))


class GameKey(NamedTuple):
    """Identifies a game among the games that could be suggested."""

    run: str
    """The run whose arguments the game has, except for the ``settings``."""
    settings: tuple[str, ...]
    seed: int


class Laboratory:
    """Plays test cases and an assignment's runs with mutants of a ruleset."""

    def __init__(
        self,
        runs: Mapping[str, Assignment],
        submissions: Sequence[Submission] = (),
        *,
        with_cases: bool,
        is_course: bool = False,
    ) -> None:
        self.is_course = is_course
        """Whether the runs are those in a course manifest."""
        self.runs = {name: replace(run, chance="seed") for name, run in runs.items()}
        self.first = next(iter(self.runs.values()))
        self.right = {name: sample_transcript(run.rules.checked, run) for name, run in self.runs.items()}
        self.cases = _read_cases(self.first.rules.file) if with_cases else {}
        self.texts = {each.student: dict(each.read()) for each in submissions}
        self.compared = 0
        """The number of characters in the transcripts compared so far."""
        self._right_by_key: dict[GameKey, str] = {}
        self._suggested: dict[GameKey, Assignment] = {}

    def examine(self, mutant: Mutant) -> MutantResult | None:
        """Return which tests detect a mutant, or None if the mutant cannot be played."""
        checked = remade(self.first.rules.data, [mutant.change])
        if checked is None:
            return None
        noticed, students = list[str](), dict.fromkeys(self.texts)
        is_seen = False
        for name, run in self.runs.items():
            text = self._transcript(checked, run, self.right[name])
            if text != self.right[name]:
                noticed.append(f"run {name}")
                is_seen = True
            for student, texts in self.texts.items():
                if texts.get(name, b"").decode("utf-8", "replace") != text:
                    students.pop(student, None)
        noticed += [f"case {name}" for name in self._failing(checked)]
        suggestion = "" if noticed else self.suggest(checked)
        return MutantResult(mutant, tuple(noticed), suggestion, tuple(students) if is_seen else ())

    def _failing(self, checked: Checked) -> Iterator[str]:
        for name, (case, transcript) in self.cases.items():
            try:
                if compare(play_case(checked, case), case.expect, transcript):
                    yield name
            except BjError:
                yield name

    def is_shown(self, checked: Checked) -> bool:
        """Return whether any run has a different transcript under the rules ``checked``."""
        return any(
            self._transcript(checked, run, self.right[name]) != self.right[name]
            for name, run in self.runs.items()
        )

    def _transcript(self, checked: Checked, game: Assignment, right: str) -> str:
        """Return the transcript of ``game`` under the rules ``checked``.

        The length of ``right`` limits its length.
        """
        self.compared += len(right)
        return sample_transcript(checked, game, most=LONGER * len(right))

    def suggest(self, checked: Checked, most: int | None = None) -> str:
        """Return a game that would detect the mutant, or "" if none is found in ``most`` games.

        The games suggested before are tried first, so that few games detect many mutants.
        """
        for key, game in chain([*self._suggested.items()], islice(self._games(), most)):
            if key not in self._right_by_key:
                self._right_by_key[key] = sample_transcript(game.rules.checked, game)
            right = self._right_by_key[key]
            if self._transcript(checked, game, right) != right:
                self._suggested[key] = game
                return self._describe_game(key)
        return ""

    def _games(self) -> Iterator[tuple[GameKey, Assignment]]:
        """Yield games with other seeds, and then games with a different choice for one of the arguments."""
        for seed in range(SEEDS):
            yield from ((GameKey(name, (), seed), replace(run, seed=seed)) for name, run in self.runs.items())
        for name, run in self.runs.items():
            for settings, values in other_choices(run):
                for seed in range(SEEDS // 4):
                    yield GameKey(name, settings, seed), replace(run, values=values, seed=seed)

    def _describe_game(self, key: GameKey) -> str:
        """Describe a game with the options for ``bj verify`` or, for a course, as a run to add.

        With another seed, an existing run could lose the mistakes that only it shows.
        """
        if not self.is_course:
            return "try " + "".join(f"--set {each} " for each in key.settings) + f"--seed {key.seed}"
        changed = [f"seed {key.seed}", *key.settings]
        return f"add a run like {key.run}, with {enumerate_words(changed)}"


def _read_cases(ruleset: Path) -> dict[str, tuple[Case, str | None]]:
    """Return a ruleset's test cases, if there are any, each with its expected transcript.

    Raises UsageError if a file cannot be read, and RulesetError if the case file has faults.
    """
    if not os.path.exists(file_of_cases(ruleset)):
        return {}
    cases = read_cases(ruleset)
    return {name: (case, expected_transcript(cases, name)) for name, case in cases.cases.items()}


def _by_rule(results: Sequence[MutantResult]) -> Iterator[str]:
    """Yield each rule, followed by its mutants and suggestions."""
    for rule in dict.fromkeys(each.mutant.rule for each in results):
        yield f"{rule}:"
        for each in results:
            if each.mutant.rule == rule:
                yield f"  {each.mutant.message}" + (f" ({each.suggestion})" if each.suggestion else "")


def describe(results: Sequence[MutantResult], submissions: int = 0) -> Iterator[str]:
    """Describe the mutants that no test detects, with suggestions, and those that match transcripts."""
    missed = [each for each in results if not each.noticed]
    yield f"{len(results)} rule changes, {len(results) - len(missed)} noticed"
    yield from _by_rule([each for each in missed if each.suggestion])
    unseen = [each for each in missed if not each.suggestion]
    if unseen:
        yield "in no game tried (rare, or without effect in this assignment):"
        yield from (f"  {line}" for line in _by_rule(unseen))
    same = [each for each in results if each.students]
    if submissions:
        none = f" none of {count_of(submissions, 'submission')}" if not same else ""
        yield f"transcripts that match a change:{none}"
    for each in same:
        yield f"  {each.mutant.rule}: {each.mutant.message}: {' '.join(map(make_visible, each.students))}"
