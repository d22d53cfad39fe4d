"""Finds the rule for an event, a question or a person, with its path, location and description."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import takewhile

from bj.argument_values import Seat, Value
from bj.catalogue.events import EVENTS
from bj.compiler.compile import Compiled
from bj.describe.rules.one_rule import rule_in_words
from bj.faults_and_fixes import KeyPath
from bj.record.events import LINE, VICTORY, Event
from bj.record.line_sources import PlacedRules
from bj.ruleset.check.expressions_and_templates import words_of
from bj.ruleset.model.output import find_key
from bj.ruleset.model.prompts import PROMPT_FIELDS
from bj.ruleset.model.strategies import owner_of
from bj.ruleset.templates import Template, parse_template


class Rulebook:
    """The rules of a game, and ways to find the rule for an event, a question or a person."""

    def __init__(self, rules: PlacedRules, values: Mapping[str, Value]) -> None:
        self.rules = rules
        self.model = rules.checked.model
        self.values = values
        self._places: dict[KeyPath, str] = {}
        self._said: dict[tuple[KeyPath, tuple[bool, int] | None], str] = {}

    def place(self, path: KeyPath) -> str:
        """Return the location of the rule at ``path``, as FILE:LINE:COLUMN."""
        if path not in self._places:
            self._places[path] = self.rules.place(path)
        return self._places[path]

    def in_words(self, path: KeyPath, hand: tuple[bool, int] | None = None) -> str:
        """Return the rule card's sentence about the rule at ``path``, or an empty string.

        For a chart, ``hand`` selects the row: whether the hand is soft, and its total.
        """
        if (path, hand) not in self._said:
            said = rule_in_words(self.rules.checked, path, hand)
            self._said[path, hand] = said.replace("the target", str(self.model.rules.target))
        return self._said[path, hand]

    def output(self, event: Event) -> KeyPath:
        """Return the path of the template that prints an event."""
        if event.key == VICTORY:
            return ("teams",)
        if event.key == LINE or event.key not in EVENTS:
            return ("procedure", "hand")
        return ("output", find_key(self.model.output, EVENTS[event.key]))

    def prompts(self, said: str) -> Iterator[tuple[KeyPath, Template]]:
        """Yield the path and the template of each question or reply that may print ``said``."""
        for section, keys in PROMPT_FIELDS.items():
            for key, fields in keys.items():
                text = getattr(getattr(self.model.prompts, section), key)
                template = parse_template(text or "", fields)
                if text and spans(template, said if key == "ask" else said.removesuffix("\n")):
                    yield ("prompts", section, key), template

    def question_in(self, line: str) -> KeyPath | None:
        """Return the path of the question with which ``line`` begins, or None.

        If there are several, return the longest one.
        """
        section = self._asked_in(line)[1]
        return ("prompts", section) if section else None

    def split_question(self, line: str) -> tuple[str, str]:
        """Split a line into a question and its answer. Both are empty if the line contains no question."""
        *_, end = self._asked_in(line)
        return line[:end].strip(), line[end:].strip() if end else ""

    def _asked_in(self, line: str) -> tuple[int, str, int]:
        """Find the longest question with which ``line`` begins.

        Return the length of its fixed text, its section, and the index in ``line`` at which it ends. If there
        is no such question, return zeros and an empty string.
        """
        found: list[tuple[int, str, int]] = [(0, "", 0)]
        for section, keys in PROMPT_FIELDS.items():
            for key in keys:
                text = getattr(getattr(self.model.prompts, section), key)
                template = parse_template(text or "", keys[key])
                match = pattern_of(template).match(line) if key.startswith("ask") else None
                if match:
                    fixed = sum(len(each) for each in template.pieces if isinstance(each, str))
                    found.append((fixed, section, match.end()))
        return max(found)

    def name(self, name: str) -> KeyPath:
        """Return the path of a person's name.

        If the ruleset does not contain it, return that of the arguments.
        """
        for key, member in self.model.members.items():
            if member.name == name:
                return ("members", key, "name")
        for index, player in enumerate(self.model.players):
            if player.name == name:
                return ("players", index, "name")
        return ("dealer", "name") if self.model.dealer.name == name else ("arguments",)

    def reaction(self, compiled: Compiled, event: Event) -> KeyPath:
        """Return the path of the power or the reactions with the words in ``event``."""
        return self.reaction_saying(compiled.phrases[event.person or 0][event.phrase or 0], event.name)

    def reaction_saying(self, words: str, speaker: str = "") -> KeyPath:
        """Return the path of the power or the reactions that contain ``words``.

        If ``speaker`` is given, it is the name of the person who says them.
        """
        for power, defined in self.model.powers.items():
            if defined.say == words:
                return ("powers", power)
        for name, member in self.model.members.items():
            if speaker == member.name or (
                not speaker and any(words == each.say for each in member.reactions)
            ):
                return ("members", name, "reactions")
        for path, holder in self.model.holders():
            if any(words == each.say for each in holder.reactions or ()):
                return (*path, "reactions")
        return ("members",)

    def is_said(self, words: str, line: str) -> bool:
        """Return whether ``line`` contains the speech template ``words``, with any values in its fields."""
        at = 0
        for piece in words_of(self.rules.checked, words).pieces:
            if isinstance(piece, str):
                begin = line.find(piece, at)
                if begin < 0:
                    return False
                at = begin + len(piece)
        return at > 0

    def strategy_of(self, name: str) -> str:
        """Return the name of a person's strategy, or an empty string for the dealer."""
        chosen = ""
        for player in self.model.players:
            chosen = player.strategy if player.name == name else chosen
        for member in self.model.members.values():
            chosen = member.strategy if member.name == name else chosen
        for value in self.values.values():
            for seat in value if isinstance(value, tuple) else ():
                if isinstance(seat, Seat) and seat.name == name:
                    chosen = seat.strategy
        return self.model.strategy_of(chosen, self.values)

    def strategy(self, name: str, key: str) -> KeyPath:
        """Return the path of ``key`` in the strategy that the person called ``name`` plays.

        If the strategy inherits the key, return its path in the strategy that defines it. For a strategy that
        has no chart, ``chart`` means its rules.
        """
        strategy = self.strategy_of(name)
        if strategy not in self.model.strategies:
            return ("strategies",)
        owner = owner_of(self.model.strategies, strategy, key)
        if key == "chart" and self.model.strategies[owner].chart is None:
            return self.strategy(name, "rules")
        return ("strategies", owner, key)


def spans(template: Template, said: str) -> list[tuple[int, int]]:
    """Return the start and end index, in the text ``said``, of each piece of ``template``.

    Return an empty list if the text does not match.

    >>> spans(parse_template("Bet, {name}: ", ["name"]), "Bet, Ann: ")
    [(0, 5), (5, 8), (8, 10)]
    """
    found = pattern_of(template).fullmatch(said)
    return [found.span(number + 1) for number in range(len(template.pieces))] if found else []


def pattern_of(template: Template) -> re.Pattern[str]:
    """Return a pattern that has one group for each piece of ``template``."""
    pieces = (re.escape(each) if isinstance(each, str) else ".*?" for each in template.pieces)
    return re.compile("".join(f"({piece})" for piece in pieces), re.DOTALL)


def dotted(path: KeyPath) -> str:
    """Return ``path`` in TOML notation. It ends before the first index into a list.

    >>> dotted(("dealer", "draws")), dotted(("procedure", "hand", 3, "if"))
    ('dealer.draws', 'procedure.hand')
    """
    return ".".join(str(step) for step in takewhile(lambda step: isinstance(step, str), path))


def without_role(key: str) -> str:
    """Remove the role from an event's key, so that players and dealers share the same key.

    >>> without_role("dealer_busts"), without_role("push")
    ('busts', 'push')
    """
    return key.removeprefix("player_").removeprefix("dealer_")
