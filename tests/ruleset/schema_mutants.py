"""Rulesets with one change, and tombi's complaints about files, for the tests of the JSON Schema."""

from __future__ import annotations

import copy
import datetime
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import tomli
import tomli_w
from tests.session.games import OWN

from bj.ruleset.ruleset_files import shipped_rulesets

TOMBI = Path(sys.executable).with_name("tombi")
SCHEMA = shipped_rulesets()["classic"].with_name("ruleset.schema.json")

VALUES: tuple[Any, ...] = (
    True, 7, -1, 10**9, 1.5, "", "no such word", "x" * 3000, "\x1b[1m", "{colour}", "{", "12", "é",
    [], [5], ["x"], {}, {"colour": 1}, datetime.date(2020, 1, 1),
)  # fmt: skip
"""Replacements of a value."""

FREE = ("strategies", "members", "memory", "set", "rows", "count", "answers", "ranks", "suits")
"""The tables with similar keys."""

Place = tuple[str | int, ...]
Change = Callable[[Any, Any], None]


class Mutant(NamedTuple):
    """A ruleset with one change: its place, and the changed ruleset."""

    label: str
    is_overlay: bool
    data: dict[str, Any]


def all_mutants() -> Iterator[Mutant]:
    """Every change of every key of the shipped rulesets, once for each kind of place."""
    seen: set[tuple[Place, str, bool]] = set()
    for name in OWN:
        whole = tomli.loads(shipped_rulesets()[name].read_text("utf-8"))
        is_overlay = "extends" in whole["ruleset"]
        for path, kind in _places(whole):
            for label, change in _changes(whole, path):
                if (kind, label, is_overlay) in seen:
                    continue
                seen.add((kind, label, is_overlay))
                mutant = copy.deepcopy(whole)
                holder = _at(mutant, path[:-1]) if path else mutant
                change(holder, path[-1] if path else None)
                yield Mutant(f"{name}: {'.'.join(map(str, path))}: {label}", is_overlay, mutant)


def _places(node: Any, path: Place = (), kind: Place = ()) -> Iterator[tuple[Place, Place]]:
    """Every place in a document, with its kind."""
    yield path, kind
    entries: Sequence[tuple[str | int, Any]] = ()
    if isinstance(node, dict):
        entries = list(node.items())
    elif isinstance(node, list):
        entries = list(enumerate(node))
    for step, value in entries:
        alike = isinstance(step, int) or (kind and kind[-1] in FREE)
        yield from _places(value, (*path, step), (*kind, "*" if alike else step))


def _changes(whole: Mapping[str, Any], path: Place) -> Iterator[tuple[str, Change]]:
    """The changes of the value at a place."""
    if path:
        yield "gone", _take_out
        for value in VALUES:
            yield f"{value!r:.20}", partial(_put, value)
    if isinstance(_at(whole, path), dict):
        yield "colour = 1", partial(_put_inside, 1)
        yield "colour = {}", partial(_put_inside, {})


def _take_out(holder: Any, step: Any) -> None:
    """Delete the value from its table or list."""
    holder.pop(step)


def _put(value: Any, holder: Any, step: Any) -> None:
    """Put a different value in its place."""
    holder[step] = copy.deepcopy(value)


def _put_inside(value: Any, holder: Any, step: Any) -> None:
    """Put a value under an unknown key into the place; without a step, into the document."""
    (holder if step is None else holder[step])["colour"] = copy.deepcopy(value)


def _at(data: Any, path: Place) -> Any:
    """The value at a place."""
    for step in path:
        data = data[step]
    return data


def lint(folder: Path, texts: Mapping[str, bytes]) -> dict[str, list[str]]:
    """The complaints of tombi about some texts, by name."""
    folder.mkdir(exist_ok=True)
    (folder / SCHEMA.name).write_bytes(SCHEMA.read_bytes())
    (folder / "tombi.toml").write_text(
        f'[[schemas]]\npath = "{SCHEMA.name}"\ninclude = ["*.toml"]\n', "utf-8"
    )
    for name, text in texts.items():
        (folder / f"{name}.toml").write_bytes(text)
    report = folder / "report.json"
    command = (TOMBI, "lint", "--offline", "--diagnostics-format", "json", "--diagnostics-file", report, ".")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    faults: defaultdict[str, list[str]] = defaultdict(list)
    for diagnostic in json.loads(report.read_text("utf-8")):
        if diagnostic["level"] == "error":
            faults[Path(diagnostic["path"]).stem].append(diagnostic["message"])
    return {name: faults[name] for name in texts}


def write_mutants(folder: Path, mutants: Sequence[Mutant]) -> dict[str, list[str]]:
    """Write mutants into a folder, named by number, and return the complaints of tombi."""
    return lint(folder, {str(i): tomli_w.dumps(mutant.data).encode() for i, mutant in enumerate(mutants)})
