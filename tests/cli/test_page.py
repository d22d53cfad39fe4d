from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import tomli_w
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from tests.cli.changed_rulesets import changed, data_of
from tests.session.tables import bj

from bj.cli.page import make_page
from bj.ruleset.ruleset_files import shipped_rulesets
from bj.text.markdown_escapes import code, plain

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
PLAIN = {"text", "code_inline", "softbreak", "text_special"}
"""The nodes of a paragraph that has only text."""

PAYLOAD = (
    "<script>1</script> [a](javascript:x) ![b](y) `c` **d** ~~e~~ | &lt; \\\n\n# f\n- g\n\n    h\n<img src=x>"
)
TEXTS = st.text(st.sampled_from("ab12 \n\t`\\*_[]()<>!#|&;~$^@.:/-+=\u0022'ä"), max_size=30)


def kinds(markdown: str) -> set[str]:
    """The rendered document."""
    tokens = MARKDOWN.parse(markdown)
    return {token.type for outer in tokens for token in (outer, *(outer.children or ()))}


def shown(markdown: str) -> str:
    """The visible text of the rendered document, which is one paragraph."""
    opening, inline, closing = MARKDOWN.parse(markdown)
    assert (opening.type, closing.type) == ("paragraph_open", "paragraph_close")
    children = inline.children or []
    assert {child.type for child in children} <= PLAIN
    return "".join(child.content for child in children)


@given(TEXTS)
@example("##[error]")
def test_text_in_markdown_stays_text(text: str) -> None:
    """A renderer shows every character of a text without markup; the source gives no commands to a log."""
    assert not re.search(r"##\w*\[", plain(text))
    expected = " ".join(text.split())
    assert shown(f"x {plain(text)}") == f"x {expected}".rstrip()
    if expected:
        assert shown(plain(text)) == expected


@given(TEXTS, TEXTS)
def test_code_in_markdown_stays_code(one: str, other: str) -> None:
    """A text in backquotes is shown whole as code."""
    children = MARKDOWN.parseInline(f"{code(one)}, {code(other)}")[0].children or []
    assert [child.type for child in children] == ["code_inline", "text", "code_inline"]


def test_page_of_a_hostile_ruleset_has_no_markup_of_its_own(tmp_path: Path) -> None:
    """Hostile titles, texts and names render like those of a harmless ruleset."""
    harmless = changed("vegas", {})
    data = data_of("vegas", {"ruleset/title": PAYLOAD, "ruleset/summary": PAYLOAD, "dealer/name": PAYLOAD})
    data["arguments"]["players"] |= {"help": PAYLOAD}
    words = {"choices": ["<i>[a](javascript:x)", "|`b"], "default": "|`b"}
    data["arguments"]["word"] = {"type": "choice", **words}
    data["ruleset"]["usage"] = "word [players]"
    data["procedure"]["hand"].insert(0, {"say": f"``{PAYLOAD}", "if": "hand\n\n<players"})
    data["output"] |= {"player_bets": f"{PAYLOAD}\n````\n<b>"}
    data["example"]["answers"] = ["15", "", "`", PAYLOAD, "N", "N"]
    data["example"]["arguments"] += "\n\n|`b"
    file = tmp_path / "<b>.toml"
    file.write_text(tomli_w.dumps(data), "utf-8")
    assert kinds(bj("page", file)) == kinds(make_page("vegas", harmless))


def test_page_has_the_rules_and_the_charts() -> None:
    """The sections of the rule card come before the procedure; a chart is a table."""
    text = bj("page", "classic")
    rules = text.partition("\n## Rules\n")[2].partition("\n## Procedure\n")[0]
    assert "\n- A hand that beats the dealer's pays 1:1.\n" in rules
    assert "\n### Dealing\n\n1. every player gets a card face up\n2. the dealer gets" in rules
    assert "\n| against | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | T | A |\n| --- | --- |" in rules
    assert "Arguments" not in rules


@pytest.mark.parametrize("words", [["page"], ["show"], ["show", "--procedure"], ["run", "--help"]])
def test_the_commands_about_a_file_can_be_typed(tmp_path: Path, words: list[str]) -> None:
    """A shell reads the name of a file with spaces and signs in a printed command as one word."""
    file = tmp_path / "fri day; touch x #.toml"
    file.write_bytes(shipped_rulesets()["classic"].read_bytes())
    printed = bj(words[0], file, *words[1:])
    commands = re.findall(r"^(?:Usage:)? *(bj run .*)$", printed, re.MULTILINE)
    assert commands
    assert {Path(shlex.split(command)[2]).name for command in commands} == {file.name}


def test_the_command_of_an_example_can_be_typed(tmp_path: Path) -> None:
    """A word of an example with signs of a shell is quoted in the command on the page."""
    data = data_of("classic", {"ruleset/title": "x"})
    data["arguments"]["word"] = {"type": "choice", "choices": ["$(x)", "b"], "default": "b"}
    data["ruleset"]["usage"] = "bankroll minimum hands player word [cuts]"
    data["example"]["arguments"] += " $(x)"
    file = tmp_path / "a.toml"
    file.write_text(tomli_w.dumps(data), "utf-8")
    assert "    bj run a.toml 100 5 3 simple '$(x)' --seed 0\n" in bj("page", file)
