from __future__ import annotations

import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.ruleset.mutations import CHARACTERS, MUTATIONS, Mutation, mutate
from tests.session.games import OWN

from bj.errors import RulesetError, UsageError
from bj.faults_and_fixes import Finding
from bj.findings.text import render_findings
from bj.ruleset.documents import merge_documents, read_documents
from bj.ruleset.faults.diagnose import find_faults
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import shipped_rulesets

TEXTS = {name: shipped_rulesets()[name].read_text("utf-8") for name in OWN}
PAIR = re.compile(r"""^((?:[\w.-]+|"[^"]*")[ ]*=[ ]*)([^ #].*?)[ ]*(?:#[^"]*)?$""")

PAIRS = [
    (name, number)
    for name, text in TEXTS.items()
    for number, line in enumerate(text.split("\n"))
    if PAIR.match(line) and line.count("[") == line.count("]") and line.count("{") == line.count("}")
]
"""The lines of shipped rulesets that contain a whole key and value; each is damaged in one way."""

KNOWN_KEY = re.compile(r"(?!players )[a-z]\w\w+ ")
NAMED_PAIRS = [(name, number) for name, number in PAIRS if KNOWN_KEY.match(TEXTS[name].split("\n")[number])]
"""The lines whose key is long enough to be recognised with one additional letter."""


def place_of(value: object) -> str:
    """The name of the test of a line."""
    return str(value + 1) if isinstance(value, int) else str(value)


def refusal(text: str) -> list[Finding]:
    """The findings about a ruleset in an empty folder; none if it is faultless or unreadable."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "mutant.toml"
        file.write_bytes(text.encode("utf-8"))
        try:
            load_ruleset(file)
        except RulesetError as error:
            return list(error.findings) or pytest.fail("refused without a finding")
        except UsageError:
            pass
        return []


STEPS = st.lists(
    st.tuples(
        st.sampled_from(MUTATIONS),
        st.integers(0, 10_000),
        st.integers(0, 10_000),
        st.text(CHARACTERS, max_size=3) | st.sampled_from(["packs", "rules", "name", "extends"]),
    ),
    min_size=1,
    max_size=5,
)


@settings(max_examples=30)
@given(name=st.sampled_from(sorted(TEXTS)), steps=STEPS)
def test_a_mutated_ruleset_loads_or_is_refused_in_words(
    name: str, steps: list[tuple[Mutation, int, int, str]]
) -> None:
    """A mutated ruleset is faultless, or its findings are in its file."""
    text = mutate(TEXTS[name], steps)
    findings = refusal(text)
    own = [finding for finding in findings if finding.file.name == "mutant.toml"]
    written = text.removeprefix("\ufeff").split("\n")
    for finding in own:
        line = written[finding.line - 1].removesuffix("\r")
        assert finding.excerpt == line
        assert 1 <= finding.column <= len(line) + 1
        assert finding.message
        assert finding.remedy
        assert not re.search("pydantic|Input should|None|literal|<class|Traceback", finding.message)
    assert len(set(findings)) == len(findings)
    assert render_findings(findings)


@pytest.mark.parametrize("name", TEXTS)
def test_diagnosis_finds_nothing_in_what_loads(name: str) -> None:
    """Diagnosis finds no fault in a ruleset that loads."""
    documents = read_documents(shipped_rulesets()[name])
    assert find_faults(merge_documents(documents), ())[0] == []


@pytest.mark.parametrize(("name", "number"), PAIRS[::3], ids=place_of)
def test_a_wrong_value_is_one_fault_at_its_place(name: str, number: int) -> None:
    """A value of an impossible type is one fault at its place."""
    lines = TEXTS[name].split("\n")
    pair = PAIR.match(lines[number])
    assert pair is not None
    lines[number] = f"{pair[1]}1979-05-27"
    found = [(place.line, place.column, place.message) for place in refusal("\n".join(lines))]
    assert [place[:2] for place in found] == [(number + 1, len(pair[1]) + 1)], found
    assert "not a date or time" in found[0][2]


@pytest.mark.parametrize(("name", "number"), PAIRS[1::3], ids=place_of)
def test_a_fault_of_syntax_is_one_fault_at_its_place(name: str, number: int) -> None:
    """A value that is not TOML is one fault at its place; the value is not reported as missing."""
    lines = TEXTS[name].split("\n")
    pair = PAIR.match(lines[number])
    assert pair is not None
    lines[number] = f"{pair[1]}@"
    found = [(place.line, place.column, place.message) for place in refusal("\n".join(lines))]
    assert [place[:2] for place in found] == [(number + 1, len(pair[1]) + 1)], found


@pytest.mark.parametrize(("name", "number"), NAMED_PAIRS[2::3], ids=place_of)
def test_a_misspelt_key_is_one_fault_at_its_place(name: str, number: int) -> None:
    """A misspelt key is one fault at its place; the right key is not reported as missing."""
    lines = TEXTS[name].split("\n")
    key, space, rest = lines[number].partition(" ")
    lines[number] = f"{key[:-1]}q{key[-1]}{space}{rest}"
    found = [(place.line, place.column, place.message) for place in refusal("\n".join(lines))]
    assert [place[:2] for place in found] == [(number + 1, 1)], found
