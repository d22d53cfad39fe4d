"""Provides edits to all messages at once: upper case, lower case, or wider spaces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from bj.verify.changes import Change, Data
from bj.verify.findings import WORDING
from bj.verify.mismatch import Mismatch

FORMS: Mapping[str, tuple[str, Callable[[str], str]]] = {
    "capitals": ("all letters are upper case", str.upper),
    "small letters": ("all letters are lower case", str.lower),
    "two spaces": ("there are two spaces between words", lambda text: text.replace(" ", "  ")),
    "tabs": ("there are tabs between words", lambda text: text.replace(" ", "\t")),
}
"""Styles for messages, each with a description and a function that converts text to the style."""

FIELD = re.compile(r"(\{[^{}]*\})")

WORDS = frozenset(("name", "say", "victory", "ask"))
"""The only keys with messages in sections that mostly contain other values."""


def other_forms(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that restyle all messages so that the expected line matches."""
    expected, actual = mismatch.differing[1].partition("\n")[0], mismatch.text.line(mismatch.differing[0])
    for name, (message, form) in FORMS.items():
        if actual == form(expected) != expected:
            data = partial(_put_all, mismatch, form)
            yield Change(name, WORDING, ("output",), message, data=data, remembers="game")


def _put_all(mismatch: Mismatch, form: Callable[[str], str], data: Data) -> None:
    for section in ("output", "prompts"):
        _put(data.get(section, {}), form, everywhere=True)
    for section in ("players", "members", "dealer", "powers", "teams", "procedure", "strategies"):
        _put(data.get(section, {}), form, everywhere=False)
    cards, pack = data.setdefault("cards", {}), mismatch.book.rules.checked.pack
    cards["name"] = _formed(mismatch.book.model.cards.name, form)
    cards["suits"] = {code: form(name) for code, name in mismatch.book.model.cards.suits.items()}
    for code, rank in zip(pack.codes, pack.named, strict=False):
        cards.setdefault("ranks", {}).setdefault(code, {})["name"] = form(rank.name)


def _put(holder: Any, form: Callable[[str], str], *, everywhere: bool) -> None:
    for key, value in holder.items() if isinstance(holder, dict) else enumerate(holder):
        if key == "answers":  # people type these, so they are not printed
            continue
        if isinstance(value, dict | list):
            _put(value, form, everywhere=everywhere)
        elif isinstance(value, str) and (everywhere or key in WORDS):
            holder[key] = _formed(value, form)


def _formed(text: str, form: Callable[[str], str]) -> str:
    """Restyle the text in a template with ``form``, but leave the names of its fields alone."""
    return "".join(part if FIELD.fullmatch(part) else form(part) for part in FIELD.split(text))
