"""Recognizes invisible characters and characters that a terminal would interpret."""

from __future__ import annotations

import unicodedata

from bj.text.lazy_regex import compile_later

_BASIC = (
    r"\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    r"\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb"
)
_BEYOND = (
    r"\ud800-\udfff\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0000-\U000e0fff"
)

HIDDEN = compile_later(rf"[\x00-\x1f{_BASIC}{_BEYOND}]")
"""Matches control and format characters, line and paragraph separators, fillers and tags.

These are the categories Cc, Cf, Cs, Zl and Zp in Unicode 16.0, plus all default-ignorable characters except
the variation selectors U+FE00 to U+FE0F, which emoji need. The characters are listed explicitly, so that all
versions of Python refuse the same ones.
"""

UNPRINTABLE = compile_later(rf"[\x00-\x08\x0b-\x1f{_BASIC}{_BEYOND}]")
"""Matches the characters in HIDDEN except tab and newline, which multi-line strings may contain."""

PRINTABLE = rf"^[^\u0000-\u0008\u000b-\u001f{_BASIC}]*$"
"""Matches strings that contain no unprintable characters.

The pattern is for JSON Schema, where patterns support only 16-bit characters.
"""

_DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def is_visible(text: str) -> bool:
    """Return whether a terminal shows every character in ``text`` unchanged and on one line."""
    return text.isprintable() and not HIDDEN.search(text)


def describe_hidden(character: str) -> str:
    r"""Describe a hidden character by its kind.

    >>> describe_hidden("\x1b"), describe_hidden("\u061c"), describe_hidden("\u200b")
    ('a control character', 'a text direction control', 'an invisible character')
    """
    if character in _DIRECTIONS:
        return "a text direction control"
    kinds = {"Cc": "a control character", "Cs": "half a character"}
    return kinds.get(unicodedata.category(character), "an invisible character")
