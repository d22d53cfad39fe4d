"""Regular expressions that are compiled when they are first used."""

from __future__ import annotations

import re

import pytest

from bj.text.lazy_regex import compile_later


def test_a_pattern_works_like_a_compiled_one() -> None:
    """The text of a pattern is known without compiling, and each method is that of the compiled pattern."""
    pattern = compile_later("(?m)^b(.)")
    assert pattern.pattern == "(?m)^b(.)"
    assert [match[1] for match in pattern.finditer("ba\nbc")] == ["a", "c"]
    assert pattern.sub(r"\1", "ba\nbc") == "a\nc"
    assert pattern.fullmatch is pattern.fullmatch


def test_a_pattern_is_compiled_at_its_first_use() -> None:
    """Even an invalid pattern can be made. It fails when it is used."""
    pattern = compile_later("(")
    with pytest.raises(re.error):
        pattern.search("x")
