"""Turning the lines of played games back into their events, and judging what comes out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.session.agreeing import games_with_people
from tests.session.games import run, shipped

from bj.catalogue.events import LINE_FIELDS
from bj.compiler.compile import Compiled, compile_ruleset
from bj.record.events import KINDS, LINE, VICTORY, Event, read
from bj.record.transcript_lines import Script
from bj.record.transcript_reading import Inverse
from bj.ruleset.check import Checked
from bj.ruleset.templates import Template

TELLS = {"name": "person", "padded_name": "person", "rank": "card", "suit": "card", "words": "phrase"}
"""Fields of templates whose fields of events have other names."""


def games(name: str, seeds: range) -> Iterator[tuple[Compiled, list[Event]]]:
    """Games of a shipped ruleset, with all its arguments in turn, and with people."""
    for values, seed, rounds in games_with_people(name, seeds):
        compiled = compile_ruleset(shipped(name), values, seed, rounds=rounds)
        played = run(list(compiled.program), list(compiled.table))
        yield compiled, list(read(played.events, compiled.persons))


def template_of(checked: Checked, compiled: Compiled, event: Event) -> Template:
    """The template of the line of an event."""
    if event.key == VICTORY:
        return Template(())
    return (
        checked.templates[compiled.lines[event.line or 0]] if event.key == LINE else checked.texts[event.key]
    )


def told(event: Event, template: Template) -> dict[str, Any]:
    """The fields of its event that a line shows."""
    own = LINE_FIELDS if event.key == LINE else template.fields
    fields = [name for name in template.fields if name in own]
    fields += ["memories"] if event.memories else []
    return {TELLS.get(field, field): getattr(event, TELLS.get(field, field)) for field in fields}


def completed(event: Event, compiled: Compiled) -> Event:
    """An event without the fields that its line does not show."""
    row = KINDS[event.key]
    missing: dict[str, Any] = {field: 0 for field in row.numbers if getattr(event, field) is None}
    if row.coded and getattr(event, row.coded) is None:
        missing[row.coded] = compiled.deck[0] if row.coded == "card" else 0
    if row.has_person and event.person is None:
        missing["person"] = compiled.roles.index("dealer" if event.is_dealer else "player")
    return event._replace(**missing)


def events_of(inverse: Inverse, line: str) -> list[Event]:
    """The events that print a whole text, given without its end."""
    return [event for event, end in inverse.events_at(line, 0) if end == len(line)]


class Judge:
    """Compares the events of a game with those found from their lines."""

    def __init__(self, compiled: Compiled, checked: Checked) -> None:
        self.compiled, self.checked = compiled, checked
        self.script = Script(checked, compiled)
        self.inverse = Inverse(self.script, compiled)
        self.kept: dict[str, list[Event]] = {}
        self.lines = 0
        """The number of lines turned back."""
        self.shared = 0
        """The number of lines with more than one possible event."""

    def events_of(self, line: str) -> list[Event]:
        """The events of a line; asserts that each prints it, and that none occurs twice."""
        if line not in self.kept:
            found = self.kept[line] = events_of(self.inverse, line)
            assert len(set(found)) == len(found), line
            for event in (*found[:30], *found[30:][-30:]):
                assert self.script.say(completed(event, self.compiled)) == line + "\n", event
        return self.kept[line]

    def judge(self, event: Event, line: str) -> None:
        """Check that the event is among those of its line, with the fields that the line shows."""
        known = told(event, template_of(self.checked, self.compiled, event))
        found = [
            one
            for one in self.events_of(line)
            if one.key == event.key
            and all(getattr(one, field) == value for field, value in known.items())
            and all(value in (None, "", getattr(event, field)) for field, value in one._asdict().items())
        ]
        assert len(found) == 1, (event, line, self.events_of(line))
        self.lines += 1
        self.shared += len(self.events_of(line)) > 1

    def judge_game(self, events: list[Event]) -> None:
        """Judge every line of a game, alone and in the whole transcript."""
        said = [(event, self.script.say(event)) for event in events]
        transcript = "".join(line for _, line in said)
        at = 0
        for event, line in said:
            if line:
                self.judge(event, line[:-1])
                end = at + len(line)
                own = {(one, end - 1) for one in self.events_of(line[:-1])}
                assert own <= set(self.inverse.events_at(transcript, at)), line
                at = end
        assert at == len(transcript)
