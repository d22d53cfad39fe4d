from __future__ import annotations

import re
from pathlib import Path

import pytest

import bj
from bj.cli.explain import find_faults
from bj.errors import UsageError
from bj.ruleset.fault_codes import GROUPS, all_codes, find_code

CODES = tuple(all_codes())


def test_the_catalogue_has_exactly_the_codes_of_the_sources() -> None:
    """The explained codes are exactly those of the checks."""
    sources = Path(bj.__file__).parent.rglob("*.py")
    used = {code for file in sources for code in re.findall(r'"(BJ\d{3})"', file.read_text("utf-8"))}
    assert used == set(CODES)


def test_codes_and_names_are_unique_and_well_made() -> None:
    """A code is BJ and three digits of a known group; its name is unique and has a few short words."""
    names = [code.name for code in all_codes().values()]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", name) for name in names)
    assert all(re.fullmatch(r"BJ\d{3}", code) and any(map(code.startswith, GROUPS)) for code in CODES)
    assert list(CODES) == sorted(CODES)


def test_the_words_are_sentences() -> None:
    """The meaning of a code and its reason are sentences, and differ."""
    for code, entry in all_codes().items():
        assert all(re.match(r"[`A-Z0-9].*\.$", words) for words in (entry.what, entry.why)), code
        assert entry.what != entry.why, code


@pytest.mark.parametrize("code", CODES)
def test_the_bad_example_has_this_fault_and_the_good_one_none(code: str) -> None:
    """The bad example of a code has faults of this code and of those that it names; the good one has none."""
    entry = all_codes()[code]
    faults = find_faults(entry, entry.bad)
    assert {fault.code for fault in faults} == {code, *entry.also}
    assert {fault.severity for fault in faults if fault.code == code} == {entry.severity}
    assert find_faults(entry, entry.good) == []


@pytest.mark.parametrize("word", ["BJ201", "bj201", "unknown-key", "Unknown_Key"])
def test_a_code_is_found_by_its_number_or_name(word: str) -> None:
    """Codes are found in lower and upper case, and by their names."""
    assert find_code(word) == all_codes()["BJ201"]


@pytest.mark.parametrize(
    ("word", "remedy"),
    [
        ("unknwn-key", "did you mean `unknown-key`?"),
        ("BJB201", "did you mean `BJ201`?"),
        ("zzz", "`bj explain` lists all codes"),
        ("", "`bj explain` lists all codes"),
    ],
)
def test_an_unknown_code_has_a_remedy(word: str, remedy: str) -> None:
    """An unknown code is refused, with the nearest one if any."""
    with pytest.raises(UsageError) as refusal:
        find_code(word)
    assert refusal.value.message == f"unknown code `{word}`"
    assert refusal.value.remedy == remedy


def test_repetitions_are_cut_short_for_readers() -> None:
    """A repetitive text is saved whole and shown shortened."""
    example = all_codes()["BJ111"].bad
    assert example.content.count(b"[") == 502
    assert example.shown.endswith("packs = [[[…]]]…\n")
