"""Spellings of earlier versions of the language, and their replacements."""

from __future__ import annotations

from typing import Any

from bj.errors import Fault, KeyPath
from bj.ruleset.suggestions import MOST_LISTED, shorten


def explain_outdated(path: KeyPath, value: Any) -> Fault | None:
    """The fault of a value in an earlier spelling; None if it is not one."""
    match path:
        case ("arguments",) if isinstance(value, list):
            return _explain_list(path, value)
        case ("arguments", str(name), "optional"):
            remedy = f"write `[{shorten(name)}]` in `usage` under [ruleset]"
            return Fault("BJ213", path, "brackets in `usage` say what may be left out", remedy, part="key")
        case ("arguments", str(), "name"):
            message = "an argument has its name in its header"
            remedy = f"remove it, or write [arguments.{shorten(str(value))}]"
            return Fault("BJ213", path, message, remedy, part="key")
        case ("prompts", "action", "ask_double"):
            message = "one question lists what is legal"
            remedy = "write `{options}` in `ask`, and words of your own under `options`"
            return Fault("BJ213", path, message, remedy, part="key")
    return None


def _explain_list(path: KeyPath, arguments: list[Any]) -> Fault:
    """The fault of arguments in a list, with the header of the first and the usage line of all."""
    named = [each for each in arguments if isinstance(each, dict) and isinstance(each.get("name"), str)]
    named.sort(key=lambda each: each.get("optional") is True)
    words = [shorten(f"[{each['name']}]" if each.get("optional") is True else each["name"]) for each in named]
    header = f"[arguments.{shorten(named[0]['name'])}]" if named else "[arguments.NAME]"
    usage = " ".join(words) if len(words) <= MOST_LISTED else "NAME …"
    remedy = f'write {header} without `name`, and so on, and `usage = "{usage}"` under [ruleset]'
    return Fault("BJ213", path, "arguments are tables by name, not a list", remedy, part="key")
