"""Keys of TOML, several with dots between them: ``strategies.simple.chart.rows."hard 12"``."""

from __future__ import annotations

import re

import tomli

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def write_key(*steps: str) -> str:
    """A key, or several with dots between them, in quotes where they have to be.

    >>> write_key("chart", "rows", "hard 12")
    'chart.rows."hard 12"'
    """
    return ".".join(step if BARE_KEY.fullmatch(step) else _quote(step) for step in steps)


def read_key(text: str) -> list[str]:
    """The steps of a key; a text that is none is split at its dots.

    >>> read_key('chart.rows."soft ..17"'), read_key("no key.")
    (['chart', 'rows', 'soft ..17'], ['no key', ''])
    """
    if '"' not in text and "'" not in text:
        return text.split(".")
    from bj.ruleset.toml_text import KEY, KEY_PART  # needed by few

    try:
        if re.fullmatch(KEY, text):
            return [next(iter(tomli.loads(f"{part} = 0"))) for part in KEY_PART.findall(text)]
    except tomli.TOMLDecodeError:  # an escape that is none
        pass
    return text.split(".")


def _quote(step: str) -> str:
    """A key in quotes."""
    import tomli_w  # needed by few

    return tomli_w.dumps({"x": step}).removeprefix("x = ").rstrip("\n")
