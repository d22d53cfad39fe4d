from __future__ import annotations

import sys
import unicodedata

from bj.argument_values import is_name
from bj.session.answer_sources import shown
from bj.text.unsafe_characters import HIDDEN, UNPRINTABLE, is_visible
from bj.text.untrusted_text import make_visible


def test_everything_that_unicode_calls_a_control_or_a_format_is_hidden() -> None:
    """No control, format character, separator or surrogate that this Python knows is taken for visible."""
    for code in range(sys.maxunicode + 1):
        character = chr(code)
        is_control = unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
        assert bool(HIDDEN.match(character)) >= is_control, f"U+{code:04X}"
        assert bool(UNPRINTABLE.match(character)) == bool(HIDDEN.match(character) and character not in "\t\n")


def test_invisible_characters_are_visible_nowhere() -> None:
    """Marks of direction, joiners, fillers and tags are in no name, and escaped in answers and messages."""
    for code in (
        0x61C,
        0x200B,
        0x200F,
        0x2060,
        0x2066,
        0xFEFF,
        0x34F,
        0x115F,
        0x3164,
        0xE0001,
        0xE0041,
        0xE01EF,
    ):
        text = f"a{chr(code)}b"
        assert not is_visible(text)
        assert not is_name(text)
        assert chr(code) not in make_visible(text) + shown(text)


def test_names_of_all_languages_are_visible() -> None:
    """Letters with marks, right-to-left scripts and both forms of emoji are ordinary characters."""
    for name in ("Zoë", "Ло́та", "נועה", "مها", "さくら", "अनु", "♥️", "José"):
        assert is_name(name)
        assert make_visible(name) == name
