"""Reads and writes histories: games as readable text files that can be replayed.

A history contains the same information as a saved game, but it describes one hand after another, and its
actions have names instead of numbers. It includes the whole ruleset, so no other file is needed to replay it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bj.errors import GameError, ReplayError, UsageError
from bj.faults_and_fixes import Fault, KeyPath
from bj.files import read_at_most, replace_file
from bj.ruleset.documents import Document, read_document
from bj.session.game_plan import Plan
from bj.session.saving import UNTRUSTED, PlanReader, describe_plan, refuse_other_files

FORMAT = "bj history 2"
MARK = b'format = "bj history'
"""The text that every history file starts with, in any version of the format."""

LARGEST_HISTORY = 3_000_000  # bytes, enough for more than 3,000 hands
LONGEST_TEXT = 1_000  # characters in an action or a typed line
MOST_TEXTS = 1_000_000

OF_PLAN = ("rounds", "cards", "cuts", "arguments", "ruleset")
"""The keys that describe the plan of a game. They follow ``bj`` and ``seed`` in a history file."""

KEYS = ("bj", "generator", "seed", "explicit_chance", "is_left", "ruleset_sha256", "hands", *OF_PLAN)
"""The required keys in a history file, apart from ``format``."""

SECRETS = ("seed", "cards", "cuts", "record_sha256")
"""The keys omitted from a history that is written for an observer."""

OPTIONAL = ("echo", "typed", "observer", "record_sha256")


class History(NamedTuple):
    """A game, defined by its plan and its actions."""

    plan: Plan
    actions: tuple[int | str, ...]
    """All actions in order, either as numbers or as names prefixed with the person and the hand."""
    explicit_chance: bool = False
    """Whether the actions include cards and cuts."""
    is_left: bool = False
    """Whether the game was abandoned."""
    typed: tuple[str, ...] | None = None
    """The lines that players typed, including invalid ones, or None if nothing was typed."""
    echo: bool = False
    """Whether the transcript shows the typed lines."""


def refuse_other_than_history(file: Path) -> None:
    """Raise UsageError if ``file`` exists and is not a history, or if it cannot be written."""
    refuse_other_files(file, MARK, "a history")


def write_history(
    file: Path, history: History, record: str, hands: Sequence[Mapping[str, Any]], observer: str | None = None
) -> None:
    """Write a history. For an ``observer``, include only what this person may see.

    Raises UsageError if ``file`` exists and is not a history, and GameError if the history is too large or
    cannot be written.
    """
    import tomli_w

    refuse_other_than_history(file)
    plan = describe_plan(history.plan)
    content = {
        "format": FORMAT,
        "bj": plan.pop("bj"),
        "observer": observer,
        "generator": history.plan.checked.model.shoe.shuffle.generator,
        "seed": plan.pop("seed"),
        "explicit_chance": history.explicit_chance,
        "is_left": history.is_left,
        "record_sha256": record,
        "ruleset_sha256": hash_of(plan["ruleset"]),
        "echo": history.echo or None,
        "typed": history.typed,
        **{key: plan[key] for key in OF_PLAN[:-1]},
        "hands": hands,
        "ruleset": plan["ruleset"],
    }
    left_out = () if observer is None else (*SECRETS, "typed", "echo")
    if observer is not None:
        cuts = {each.name for each in history.plan.checked.model.command_line if each.type == "cuts"}
        content["arguments"] = {name: each for name, each in plan["arguments"].items() if name not in cuts}
    kept = {key: value for key, value in content.items() if value is not None and key not in left_out}
    text = tomli_w.dumps(kept).encode("utf-8", "surrogatepass")
    if len(text) > LARGEST_HISTORY:
        raise GameError(
            f"the history would have {len(text):,} bytes, more than the {LARGEST_HISTORY:,} that bj reads"
        )
    try:
        replace_file(file, text)
    except OSError as error:
        raise GameError(f"the history cannot be written to {file}: {error.strerror}") from None


def hash_of(data: Any) -> str:
    """Return the SHA-256 of a ruleset or record, serialized as compact JSON with sorted keys."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


class HistoryFile:
    """A history read from a file that may have been tampered with."""

    def __init__(self, file: Path) -> None:
        content = read_at_most(file, LARGEST_HISTORY, "the history")
        if MARK not in content:
            raise UsageError(
                f"{file} is not a history", "choose a file written by `bj run --history` or `State.save`"
            )
        self.document: Document = read_document(file, content)
        if self.document.faults:
            fault = self.document.faults[0]
            raise self.refuse(fault.path, fault.message, str(fault.remedy), fault)
        self.history: History = self._read()

    def refuse(
        self, path: KeyPath, message: str, remedy: str = "write the history again", fault: Fault | None = None
    ) -> UsageError:
        """Return an error that gives the location of the value at ``path`` in the file."""
        from bj.ruleset.faults.locate import Page

        found = Page(self.document).find(fault or Fault("", path, message, remedy))
        return UsageError(f"{found.file}:{found.line}:{found.column}: {message}", remedy)

    def _read(self) -> History:
        """Read the history. Raises UsageError, with the location of the fault, if the file is invalid."""
        data = self.document.data
        if data.get("format") != FORMAT:
            raise self.refuse(
                ("format",),
                "this history was written by a different version of bj",
                f"this version reads {FORMAT}",
            )
        if "observer" in data:
            raise self.refuse(
                ("observer",),
                "this file has only one person's view",
                "a view cannot be replayed: it has no seed",
            )
        for key in sorted(data.keys() - {"format", *KEYS, *OPTIONAL}):
            raise self.refuse((key,), f"a history has no `{key}`", "remove it")
        missing = sorted({*KEYS} - data.keys())
        if missing:
            raise self.refuse((), f"the history has no `{missing[0]}`")
        if hash_of(data["ruleset"]) != data["ruleset_sha256"]:
            raise self.refuse(("ruleset_sha256",), "the ruleset was changed after the history was written")
        for key in ("explicit_chance", "is_left", *(["echo"] if "echo" in data else [])):
            if not isinstance(data[key], bool):
                raise self.refuse((key,), f"`{key}` should be true or false")
        if not isinstance(data.get("record_sha256"), str | None):
            raise self.refuse(("record_sha256",), "`record_sha256` should be a string")
        typed = self._texts(data, ("typed",)) if "typed" in data else None
        if not isinstance(data["hands"], list):
            raise self.refuse(("hands",), "`hands` should be a list of tables")
        actions: list[str] = []
        for place, hand in enumerate(data["hands"]):
            if not isinstance(hand, dict):
                raise self.refuse(("hands", place), "each hand should be a table")
            actions += self._texts(hand, ("hands", place, "actions"))
        plan = self._read_plan(data)
        if data["generator"] != plan.checked.model.shoe.shuffle.generator:
            raise self.refuse(("generator",), "the ruleset uses a different generator")
        return History(
            plan, tuple(actions), data["explicit_chance"], data["is_left"], typed, data.get("echo", False)
        )

    def refuse_action(self, error: ReplayError) -> UsageError:
        """Return an error that gives the location of an action that is not legal."""
        left, remedy = error.action, error.remedy or "write the history again"
        for place, hand in enumerate(self.document.data["hands"] if left >= 0 else ()):
            if left < len(hand["actions"]):
                return self.refuse(("hands", place, "actions", left), str(error), remedy)
            left -= len(hand["actions"])
        return self.refuse(("ruleset",), str(error), remedy)

    def compare(self, record: str, describe_hands: Callable[[], Sequence[Mapping[str, Any]]]) -> None:
        """Check that the replayed game has the same record and hands as the history.

        Raises UsageError, with the location of the first difference, if they differ. A history without a
        record is not checked.
        """
        data = self.document.data
        if "record_sha256" not in data:
            return
        hands, described = data["hands"], describe_hands()
        if data["record_sha256"] != record:
            raise self.refuse(("record_sha256",), "the actions lead to a different game")
        for place, (hand, new) in enumerate(zip(hands, described, strict=False)):
            for key in sorted(hand.keys() | new.keys()):
                if hand.get(key) != new.get(key):
                    raise self.refuse(
                        ("hands", place, *([key] if key in hand else [])),
                        f"`{key}` differs from the replayed game",
                    )
        if len(hands) != len(described):
            raise self.refuse(("hands",), f"the game has {len(described)} hands, not {len(hands)}")

    def _texts(self, table: Mapping[str, Any], path: KeyPath) -> tuple[str, ...]:
        """Return the list of strings at ``path``, such as the actions in a hand."""
        texts = table.get(str(path[-1]))
        if not isinstance(texts, list) or len(texts) > MOST_TEXTS:
            raise self.refuse(
                path[:-1] if texts is None else path, f"`{path[-1]}` should be a list of strings"
            )
        for number, text in enumerate(texts):
            if not isinstance(text, str) or len(text) > LONGEST_TEXT:
                raise self.refuse((*path, number), "this should be a string of at most 1,000 characters")
        return tuple(texts)

    def _read_plan(self, data: dict[str, Any]) -> Plan:
        """Return the plan of the game.

        Raises UsageError, with the location of the value, if a value is invalid.
        """
        reader = PlanReader(data)
        try:
            return reader.read_plan()
        except UNTRUSTED:
            raise self.refuse(reader.path, f"this version cannot read `{reader.path[-1]}`") from None
