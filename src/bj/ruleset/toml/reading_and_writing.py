"""Reads and writes TOML: documents, values, and dotted keys such as ``strategies.simple."hard 12"``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from bj.text.lazy_regex import compile_later

BARE_KEY = compile_later(r"[A-Za-z0-9_-]+")
LONGEST_LINE = 80  # the most characters in a list on one line
LONG_NUMBER = compile_later(r"(?<!\w)0[xob]\w{3000}")


def read_toml(text: str) -> dict[str, Any]:
    """Parse ``text`` as a TOML document.

    Raises ValueError if it is not valid TOML or contains a number with too many digits, and RecursionError if
    it is nested too deeply.
    """
    import tomli  # not needed for shipped rulesets, which are stored

    data = tomli.loads(text)
    if LONG_NUMBER.search(text):
        repr(data)  # raises ValueError, because Python cannot print such a number
    return data


def write_key(*steps: str) -> str:
    """Write one key, or several keys separated by dots. Each key is quoted if TOML requires it.

    >>> write_key("chart", "rows", "hard 12")
    'chart.rows."hard 12"'
    """
    return ".".join(step if BARE_KEY.fullmatch(step) else write_value(step) for step in steps)


def write_path(path: Sequence[str | int]) -> str:
    """Write ``path`` as a dotted key.

    >>> write_path(("procedure", "game", 0, "while"))
    'procedure.game.0.while'
    """
    return write_key(*map(str, path))


def read_key(text: str) -> list[str]:
    """Split the dotted key ``text`` into its parts. If the key is not valid, split it at every dot.

    >>> read_key('chart.rows."soft ..17"'), read_key("no key.")
    (['chart', 'rows', 'soft ..17'], ['no key', ''])
    """
    if '"' not in text and "'" not in text:
        return text.split(".")
    import tomli

    from bj.ruleset.toml.tokens import KEY, KEY_PART  # rarely needed

    try:
        if re.fullmatch(KEY, text):
            return [next(iter(tomli.loads(f"{part} = 0"))) for part in KEY_PART.findall(text)]
    except tomli.TOMLDecodeError:  # an invalid escape
        pass
    return text.split(".")


def write_value(value: Any) -> str:
    """Write ``value`` as TOML on a single line.

    >>> write_value({"say": "Well done.", "on": ["bust", 21]})
    '{ say = "Well done.", on = ["bust", 21] }'
    """
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(write_value, value))}]"
    if isinstance(value, dict):
        inner = ", ".join(f"{write_key(key)} = {write_value(inner)}" for key, inner in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    import tomli_w  # rarely needed

    return tomli_w.dumps({"x": value}).removeprefix("x = ").rstrip("\n")


def write_lines(value: Any) -> str:
    """Write ``value`` like ``write_value``, but put each item of a long list on its own line.

    >>> print(write_lines([{"when": f"suited and total == {total}", "pays": "9:1"} for total in (20, 21)]))
    [
      { when = "suited and total == 20", pays = "9:1" },
      { when = "suited and total == 21", pays = "9:1" },
    ]
    """
    line = write_value(value)
    if not isinstance(value, list) or len(line) <= LONGEST_LINE:
        return line
    return "[\n" + "".join(f"  {write_value(entry)},\n" for entry in value) + "]"
