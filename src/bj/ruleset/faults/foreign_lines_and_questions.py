"""Suggests remedies for unknown keys of lines, questions and answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from bj.catalogue.actions import ACTIONS
from bj.faults_and_fixes import Fix, KeyPath, Remedy
from bj.ruleset.faults.foreign_name_index import stems_of
from bj.ruleset.faults.foreign_sections import LINES
from bj.ruleset.faults.foreign_values import LONGEST_TABLE, fold
from bj.ruleset.faults.other_foreign_names import WORDS_OF_PLAYERS
from bj.ruleset.model_fields import fields_at
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.reading_and_writing import write_path, write_value

QUESTION = re.compile(r"(?:ask|prompt)_(?:for_)?(?:an?_|the_)?(\w+)|(\w+?)_(?:prompt|question)")
QUESTIONS = {
    **dict.fromkeys(("bet", "bets", "wagers", "stake", "stakes"), "wager"),
    **dict.fromkeys(("choice", "decision", "hit_or_stand", "move", "play", "turn"), "action"),
    **dict.fromkeys(("another", "another_hand", "continue", "play_again"), "again"),
}
"""Maps other names for prompts to the names in bj."""


def find_question(path: KeyPath, value: Any) -> Fix | None:
    """Suggest a prompt for a question that is written as a line of output, such as `bet_prompt`.

    Return None for any other key.
    """
    match = QUESTION.fullmatch(key := fold(path[-1]))
    if path[0] == "prompts" and len(path) == 2 and isinstance(value, dict) and (known := QUESTIONS.get(key)):
        return Fix("", f"write [prompts.{known}]", to=("prompts", known))
    if path[0] not in ("output", "prompts") or not isinstance(value, str) or len(value) > LONGEST_TABLE:
        return None
    word = (match[1] or match[2]) if match else key
    if match is None and path[0] == "output":
        return None
    name = QUESTIONS.get(word, word)
    if "ask" not in fields_at(("prompts", name)):
        return None
    table = write_value({"ask": value})
    return Fix(table, f"write `{name} = {table}` under [prompts]", to=("prompts", name))


AROUND_EVENT = re.compile(
    r"^(?:on|when|if|msg|message|text|say|print|show)_(?:the_)?|_(?:message|text|msg|line|words|string|says?|output)s?$"
)
"""Matches filler words before or after the name of an event."""


def find_line(path: KeyPath, value: Any) -> Remedy | None:
    """Suggest an event for an output line with an unknown name.

    For a table of lines, explain where to write them. Return None for any other key.
    """
    if path[0] != "output" or len(path) != 2:
        return None
    if isinstance(value, dict) and value and all(isinstance(each, str) for each in value.values()):
        return TABLE_OF_LINES
    event = _event_of(AROUND_EVENT.sub("", fold(path[-1]))) if isinstance(value, str) else ""
    return Fix("", f"write `{event}`", to=("output", event)) if event and event != path[-1] else None


TABLE_OF_LINES = (
    'write each line under [output] itself, as in `player_wins = "{name} wins {amount}."`: see '
    "docs/reference.md#output"
)

AROUND_LINE = stems_of("has_goes_gets_takes_buys")
"""The stems of words that can be added to the name of a line without changing its meaning."""


@cache
def _events_by_words() -> Mapping[frozenset[str], str]:
    """Map the words in each name of an event, whether from bj or from another program, to the event."""
    names = {**{event: event for event in fields_at(("output",)) if event != "roles"}, **LINES}
    return {_words_of_line(name): names[name] for name in reversed(names)}


def _words_of_line(name: str) -> frozenset[str]:
    """Return the stems of the words in a line's name that identify the event."""
    return stems_of(name) - AROUND_LINE or stems_of(name)


def _event_of(name: str) -> str:
    """Find the event for a line by its name in bj or another program, or else by the words in its name.

    Return an empty string if the event is unknown.

    >>> _event_of("player_has_blackjack"), _event_of("splitting"), _event_of("player_beats_dealer")
    ('player_natural', 'player_splits', '')
    """
    if name in fields_at(("output",)):
        return name
    return LINES.get(name) or _events_by_words().get(_words_of_line(name), "")


def names_actions(section: Mapping[str, Any]) -> bool:
    """Return whether a section assigns new names to several actions."""
    named = [key for key, each in section.items() if fold(key) in ACTIONS and isinstance(each, str)]
    return len(named) > 1 and all(section[key].isalpha() for key in named)


def find_names_of_actions(path: KeyPath, data: Mapping[str, Any]) -> str | None:
    """Explain where to write new words for actions, if a key is in a section that assigns such words.

    Return None for any other key.
    """
    is_unknown = len(path) == 2 and path[0] not in fields_at(())
    section = look_up(data, path[:-1]) if is_unknown or path[:-1] == ("prompts", "action") else None
    return WORDS_OF_PLAYERS if isinstance(section, dict) and names_actions(section) else None


def find_answer(path: KeyPath, value: Any) -> Fix | None:
    """Suggest `answers` for a key in [prompts.action] that maps an answer to an action.

    Return None for any other key.
    """
    is_word = path[:2] == ("prompts", "action") and path[2:-1] in ((), ("options",)) and len(path) > 2
    if not is_word or not isinstance(value, str) or value not in ACTIONS:
        return None
    to = ("prompts", "action", "answers", path[-1])
    return Fix("", f"write it under [{write_path(to[:-1])}]", to=to)


REPLY = re.compile(
    r"(?:unknown|invalid|bad|illegal|error|not_understood|misunderstood)(?:_(?:answer|input|reply))?"
)
"""Matches keys in a question that mean the reply to an invalid answer."""


def find_reply(path: KeyPath) -> Fix | None:
    """Suggest `wrong` or `not_a_number` for the reply to an invalid answer. Return None for any other key."""
    if path[0] != "prompts" or len(path) != 3 or not REPLY.fullmatch(fold(path[-1])):
        return None
    new = next((key for key in ("wrong", "not_a_number") if key in fields_at(path[:-1])), "")
    return Fix("", f"write `{new}`", to=(*path[:-1], new)) if new else None
