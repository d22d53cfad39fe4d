"""Histories: a game as a text that people can read, from which the same game can be played again.

A history holds the same facts as a saved game, with the names of actions in place of numbers. Its ruleset is
whole, so it needs no other file.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

from bj.errors import Fault, GameError, KeyPath, UsageError
from bj.files import read_at_most, replace_file
from bj.ruleset.documents import Document, read_document
from bj.session.plan import Plan
from bj.session.saving import LARGEST_SAVED, UNTRUSTED, PlanReader, describe_plan, refuse_other_files

FORMAT = "bj history 1"
MARK = b'format = "bj history'
"""The beginning of a history of any version."""

LONGEST_ACTION = 100  # characters

OF_PLAN = ("rounds", "cards", "cuts", "arguments", "ruleset")
"""The keys that a history has from a plan, after ``bj`` and ``seed``."""

KEYS = ("format", "bj", "seed", "explicit_chance", "actions", "record_sha256", "ruleset_sha256", *OF_PLAN)
"""The keys of a history. Only ``record_sha256`` may be missing."""


class History(NamedTuple):
    """A game, and all that was done in it."""

    plan: Plan
    explicit_chance: bool
    """Whether cards and cuts are among the actions."""
    actions: tuple[str, ...]
    """The names of the actions, in order."""
    record: str | None
    """The SHA-256 of the events, see ``hash_of``; None in a history that was written by hand."""


def write_history(file: Path, history: History) -> None:
    """Write a history. Raises UsageError if ``file`` is something else, and GameError when it fails."""
    import tomli_w

    refuse_other_files(file, MARK, "a history")
    plan = describe_plan(history.plan)
    content = {
        "format": FORMAT,
        "bj": plan.pop("bj"),
        "seed": plan.pop("seed"),
        "explicit_chance": history.explicit_chance,
        "actions": history.actions,
        "record_sha256": history.record,
        "ruleset_sha256": hash_of(plan["ruleset"]),
        **{key: plan[key] for key in OF_PLAN},
    }
    text = tomli_w.dumps({key: value for key, value in content.items() if value is not None})
    try:
        replace_file(file, text.encode("utf-8", "surrogatepass"))
    except OSError as error:
        raise GameError(f"the history cannot be written to {file}: {error.strerror}") from None


def hash_of(data: Any) -> str:
    """The SHA-256 of a ruleset or a record, as JSON with sorted keys and without blanks."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


class HistoryFile:
    """A file with a history, which is not trusted."""

    def __init__(self, file: Path) -> None:
        content = read_at_most(file, LARGEST_SAVED, "the history")
        if not content.startswith(MARK):
            raise UsageError(f"{file} is not a history", "name a file that `State.save` has written")
        self.document: Document = read_document(file, content)
        if self.document.faults:
            fault = self.document.faults[0]
            raise self.refuse(fault.path, fault.message, str(fault.remedy), fault)

    def refuse(
        self, path: KeyPath, message: str, remedy: str = "write the history again", fault: Fault | None = None
    ) -> UsageError:
        """The error of what is wrong at a place of the file."""
        from bj.ruleset.faults.locate import Page

        found = Page(self.document).find(fault or Fault("", path, message, remedy))
        return UsageError(f"{found.file}:{found.line}:{found.column}: {message}", remedy)

    def read(self) -> History:
        """The history. Raises UsageError with the place of what is wrong."""
        data = self.document.data
        if data.get("format") != FORMAT:
            raise self.refuse(("format",), "another version of bj wrote this history", f"this reads {FORMAT}")
        for key in sorted(data.keys() - set(KEYS)):
            raise self.refuse((key,), f"a history has no `{key}`", "remove it")
        missing = sorted({*KEYS} - {"record_sha256"} - data.keys())
        if missing:
            raise self.refuse((), f"the history has no `{missing[0]}`")
        if hash_of(data["ruleset"]) != data["ruleset_sha256"]:
            raise self.refuse(("ruleset_sha256",), "the ruleset was changed after the history was written")
        actions, explicit, record = data["actions"], data["explicit_chance"], data.get("record_sha256")
        if not isinstance(explicit, bool):
            raise self.refuse(("explicit_chance",), "`explicit_chance` is true or false")
        if not isinstance(record, str | None):
            raise self.refuse(("record_sha256",), "`record_sha256` is a text")
        if not isinstance(actions, list):
            raise self.refuse(("actions",), "`actions` is a list of names")
        for number, action in enumerate(actions):
            if not isinstance(action, str) or len(action) > LONGEST_ACTION:
                raise self.refuse(("actions", number), "this is not the name of an action")
        return History(self._read_plan(data), explicit, tuple(actions), record)

    def _read_plan(self, data: dict[str, Any]) -> Plan:
        """The plan of the game. Raises UsageError with the place of what this version cannot read."""
        reader = PlanReader(data)
        try:
            return reader.read_plan()
        except UNTRUSTED:
            raise self.refuse((reader.key,), f"this version cannot read `{reader.key}`") from None
