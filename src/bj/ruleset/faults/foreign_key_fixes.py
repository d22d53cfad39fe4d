"""Creates fixes that give a foreign key its proper name and place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bj.catalogue.rule_shorthands import WORDS
from bj.faults_and_fixes import Fix, KeyPath, Remedy
from bj.ruleset.faults.foreign_name_row import Foreign
from bj.ruleset.faults.foreign_values import (
    LONGEST_TABLE,
    may_repeat,
    to_amount,
    to_rule,
)
from bj.ruleset.model.house_rule_reading import OF_TOTALS, TOTALS, table_of
from bj.ruleset.model_fields import fields_at
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.reading_and_writing import write_key, write_lines, write_value


def with_reason(foreign: Foreign, remedy: Remedy) -> Remedy:
    """Return ``remedy``, preceded by the reason that ``foreign`` gives, if it gives one."""
    if not foreign.because or not isinstance(remedy, Fix):
        return remedy
    return remedy._replace(say=f"{foreign.because}: {remedy.say}")


def move(path: KeyPath, new: str, value: Any, rewritten: Any) -> Remedy:
    """Return the fix that renames a key to ``new``, and gives it the value ``rewritten``.

    If a remedy should not repeat the value, return only a sentence that names the key.
    """
    inside, _, name = new.rpartition(".")
    is_in_chart = path[0] == "strategies" and path[2:-1] == ("chart",) and not inside
    inside = write_key(*map(str, path[:2])) if is_in_chart else inside
    to = (*path[:2], name) if is_in_chart else (*inside.split("."), name) if inside else (*path[:-1], name)
    where = f" under [{inside}]" if inside and to[:-1] != path[:-1] else ""
    rewritten = (to_amount(rewritten) or rewritten) if name.endswith("_wager") else rewritten
    is_same = type(rewritten) is type(value) and rewritten == value
    if not may_repeat(rewritten):
        return f"write `{name}`{where}"
    if len(path) == len(to) == 1:
        say = f"write [{name}]"
    elif is_same and isinstance(value, dict):
        say = f"write `{name}`{where}"
    else:
        say = f"write `{name} = {_excerpt(rewritten)}`{where}"
    return Fix("" if is_same else write_lines(rewritten), say, to=to)


def _excerpt(value: Any) -> str:
    written = write_value(value)
    return written if len(written) <= LONGEST_TABLE else "…"


def move_once(path: KeyPath, to: KeyPath, value: Any, meant: Any, data: Mapping[str, Any]) -> Remedy:
    """Return the fix that moves a key to the path ``to`` in a rule's table, and gives it the value ``meant``.

    If ``to`` already has that value, the fix only removes the key.
    """
    if look_up(data, to) == meant:
        return Fix(
            "", f"remove this key: `{to[-2]}` under [{'.'.join(map(str, to[:-2]))}] already has this value"
        )
    return move(path, ".".join(map(str, to)), value, meant)


def move_part(path: KeyPath, rule: str, value: Any, rewritten: Any, data: Mapping[str, Any]) -> Remedy:
    """Return the fix that turns a key into the house rule ``rule`` with the value ``rewritten``.

    If the value is equivalent to a single key in the rule's table, the fix writes only that key. Other keys
    can then be added to the same table.
    """
    word = WORDS.get(rule, {}).get(rewritten) if isinstance(rewritten, str) else None
    part = word.means if word else rewritten
    written = look_up(data, ("rules", rule))
    if part == {} and (written is True or (isinstance(written, dict) and path[:-1] == ("rules", rule))):
        return Fix("", f"remove this key: `{rewritten}` is the default")
    if rule in OF_TOTALS and isinstance(rewritten, str) and re.fullmatch(TOTALS, rewritten):
        part = {"on": rewritten}
    if isinstance(part, Mapping) and len(part) == 1:
        ((key, meant),) = part.items()
        if key in fields_at(("rules", rule)):
            moved = move(path, f"rules.{rule}.{key}", value, meant)
            written = look_up(data, ("rules", rule))
            read = written if isinstance(written, bool | dict) else to_rule(rule)(written)
            table = read if isinstance(read, dict) else table_of(rule, read)
            if isinstance(written, bool | dict | None) or table is None or not isinstance(moved, Fix):
                return moved
            return moved._replace(say=f"write `{rule} = {write_value({**table, key: meant})}` under [rules]")
    return move(path, f"rules.{rule}", value, rewritten)
