"""Finds the names that a ruleset defines, and determines where each kind of name can be used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

from bj.catalogue.reaction_targets import PARTNERS
from bj.faults_and_fixes import KeyPath
from bj.ruleset.check.numbers_from_arguments import SET_BY_ARGUMENTS
from bj.ruleset.toml.look_up import look_up
from bj.text.markdown_escapes import code, plain

Kind: TypeAlias = Literal[
    "strategy", "power", "member", "team", "argument", "definition", "side bet", "memory"
]

SECTIONS: Mapping[str, Kind] = {
    "strategies": "strategy",
    "powers": "power",
    "members": "member",
    "arguments": "argument",
    "define": "definition",
    "side_bets": "side bet",
}
"""The kind of name that the keys in each section define."""


def kinds_meant(path: KeyPath) -> tuple[Kind, ...]:
    """Return the kinds of names that the string at ``path`` can refer to.

    Returns an empty tuple if the string is not a name.
    """
    match path:
        case ("players" | "members", _, "strategy"):
            return "strategy", "argument"
        case ("strategies", _, "extends"):
            return ("strategy",)
        case ("arguments", _, "choices", _) | ("arguments", _, "default"):
            return "strategy", "team"
        case (*_, "powers", int()) | (*_, "powers", int(), "power"):
            return ("power",)
        case ("teams", _, "members", _) | (*_, "partner"):
            return ("member",)
        case ("tournament", "dealers"):
            return "team", "argument"
        case ("tournament", "matches", _, "players" | "dealers"):
            return ("team",)
        case ("ruleset", "usage") | ("shoe", "shuffle", "first_cuts"):
            return ("argument",)
        case _ if path in SET_BY_ARGUMENTS:
            return ("argument",)
    return ()


def kinds_of_keys(path: KeyPath) -> tuple[Kind, ...]:
    """Return the kinds of names that can be keys in the table at ``path``.

    Returns an empty tuple if the keys are not names.
    """
    match path:
        case (str(section),) if section in SECTIONS:
            return (SECTIONS[section],)
        case ("teams",):
            return ("team",)
        case ("strategies", _, "side_bets"):
            return ("side bet",)
        case (*_, "set" | "with" | "memory"):
            return ("memory",)
    return ()


def names_of(data: Mapping[str, Any], kind: Kind) -> dict[str, str]:
    """Return each name of the given ``kind`` in a ruleset, with a short description."""
    return dict(_find_names(data, kind))


def _find_names(data: Mapping[str, Any], kind: Kind) -> Iterator[tuple[str, str]]:
    if kind == "memory":
        for section in ("strategies", "powers"):
            for owner, table in _entries(data, section):
                for name, value in _entries(table, "memory"):
                    yield name, f"remembered by {code(owner)}, starting at {code(str(value))}"
    elif kind == "team":
        teams = data.get("teams")
        for team in teams if isinstance(teams, list) else ():
            if isinstance(team, dict) and isinstance(team.get("id"), str):
                yield team["id"], "a team"
    else:
        section = next(key for key, each in SECTIONS.items() if each == kind)
        for name, value in _entries(data, section):
            yield name, describe(kind, value)


def describe(kind: Kind, value: Any) -> str:
    """Return a Markdown description of a name that is defined as ``value``."""
    table = value if isinstance(value, dict) else {}
    match kind:
        case "argument":
            return plain(str(table.get("help") or f"an argument: {table.get('type', '')}"))
        case "strategy":
            parent = table.get("extends")
            return f"a strategy that extends {code(str(parent))}" if parent else "a strategy"
        case "power":
            return f"a power, on {code(str(table['on']))}" if "on" in table else "a power"
        case "member" | "side bet":
            return plain(str(table.get("name") or f"a {kind}"))
        case "definition":
            return f"means {code(str(value))}"
    return f"a {kind}"


def names_in_expressions(data: Mapping[str, Any], *, remembered: bool) -> dict[str, str]:
    """Return each name that a ruleset defines for its expressions, with a description.

    Names of remembered values are included only if ``remembered`` is true.
    """
    arguments, powers = _entries(data, "arguments"), _entries(data, "powers")
    numbers = {name: table for name, table in arguments if look_up(table, ("type",)) == "integer"}
    lasting = [name for name, table in powers if look_up(table, ("while",)) is not None]
    return {
        **{name: describe("argument", table) for name, table in numbers.items()},
        **names_of(data, "definition"),
        **(dict.fromkeys(lasting, "whether the power is active")),
        **(names_of(data, "memory") if remembered else {}),
    }


def other_words(path: KeyPath) -> Mapping[str, str]:
    """Return the built-in words that are allowed at ``path`` instead of a name, with their meanings."""
    return {word: about for word, (_, about) in PARTNERS.items()} if path[-1:] == ("partner",) else {}


def _entries(data: Any, section: str) -> Iterable[tuple[str, Any]]:
    """Return the entries in ``section``, or an empty tuple if the section is not a table."""
    table = look_up(data, (section,))
    return table.items() if isinstance(table, dict) else ()
