"""The requests of editors, as functions of texts and offsets."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.campaigns.completing import draw, try_one
from tests.session.games import DIFFERENT

from bj.describe.reference.sections import describe_key
from bj.editor.completion import complete
from bj.editor.defined_names import kinds_of_keys
from bj.editor.formatting import format_document
from bj.editor.hover import hover
from bj.editor.inline_hints import hints
from bj.editor.occurrences import NameIndex, Symbol, references
from bj.editor.outline_and_folding import folds, symbols
from bj.editor.renaming import find_renamings
from bj.editor.usual_words import shipped_habits
from bj.editor.workspace import Workspace
from bj.errors import UsageError
from bj.findings.checking_files import examine
from bj.ruleset.documents import Document, merge_documents, read_document, read_documents
from bj.ruleset.model import Ruleset
from bj.ruleset.ruleset_files import shipped_rulesets

OVERLAY = """\
[ruleset]
title = "Overlay"
extends = "classic"

# Two lines
# of comments

[define]
is_rich = "bankroll>=10*minimum"

[strategies.simple]
wager = "2 * minimum"

[strategies.simple.chart.rows]
"hard 12" = "S"

[strategies.mine]
extends = "simple"
rules = [
  { when = "total<12", do = "hit" },
  { do = "stand" },
]
"""
FILE = Path("overlay.toml")


def documents_of(text: str) -> list[Document]:
    """The documents of a ruleset that is not saved."""
    return read_documents(FILE, {FILE: read_document(FILE, text.encode())})


def words(before: str, after: str = "\n") -> list[str]:
    """The first five proposals between two texts at the end of the overlay."""
    text = OVERLAY + before + after
    documents = documents_of(text)
    offset = len(OVERLAY + before)
    found = complete(text, offset, documents, shipped_habits(), ["classic", "casino"])
    return [proposal.word for proposal in found][:5]


@pytest.mark.parametrize(
    ("before", "word"),
    [
        ("[pay", "payouts"),
        ("[strategies.m", "mine"),
        ("[payouts]\nnat", "natural"),
        ('[payouts]\ntie = "', "push"),
        ("[payouts]\ntie = ", "push"),
        ('[strategies.other]\nextends = "mi', "mine"),
        ('[strategies.other]\nwager = "2 * mini', "minimum"),
        ('[strategies.other]\nwager = "minimum if is_r', "is_rich"),
        ('[strategies.other]\nwager = "minimum if co', "count"),
        ('[strategies.other]\nrules = [{ when = "total < 12", do = "h', "hit"),
        ('[strategies.other]\nrules = [\n  { when = "hol', "holds"),
        ("[strategies.other]\nrules = [{ when = 'holds(\"7", "7C"),
        ('[output]\nhand = "{ba', "bankroll"),
        ('[procedure]\nhand = [\n  "deal",\n  "pla', "players act"),
        ('[strategies.other]\nreactions = [{ on = "hand w', "hand won"),
        ('[strategies.other]\nreactions = [{ on = "bust", d', "do"),
        ('[strategies.other.chart.rows]\n"hard 1', "hard 12"),
        ('[strategies.other.chart.rows]\n"hard 12" = "H H D', "Ds"),
        ("[shoe]\npac", "packs"),
        ('[shoe]\nwhen_empty = "reshuffle d', "reshuffle discards"),
        ("[strategies]\n# comments have none: pay", ""),
    ],
)
def test_completion(before: str, word: str) -> None:
    """The right word is among the first five proposals."""
    assert word in words(before) if word else not words(before)


def test_completion_of_a_parent() -> None:
    """The possible names in `extends` and `without` are proposed, even if the header is broken."""
    text = '[ruleset]\ntitle = "x"\nextends = "cl\n[output'
    documents = documents_of(text)
    at = text.index("cl") + 2
    assert complete(text, at, documents, shipped_habits(), ["classic"])[0].word == "classic"
    text = '[ruleset]\nextends = "classic"\nwithout = ["strategies.co'
    found = complete(text, len(text), documents_of('[ruleset]\nextends = "classic"\n'), shipped_habits())
    assert (found[0].word, found[0].sort) == ("strategies.counting", "name")  # no `=` follows


@pytest.mark.parametrize(
    ("text", "word", "after"),
    [
        (
            'without = ["strategies.simple.chart.r|"]',
            "hard 12",
            r'without = ["strategies.simple.chart.rows.\"hard 12\""]',
        ),
        (
            "without = ['strategies.simple.chart.r|']",
            "hard 12",
            "without = ['strategies.simple.chart.rows.\"hard 12\"']",
        ),
        ("[arguments]\nword = { type = 'choice', |choices = ['a'], default = 'a' }", "default", ""),
        ('without = |"rules"', "rules", ""),
        ('|"without" = []', "extends", ""),
    ],
)
def test_what_is_proposed_fits(text: str, word: str, after: str) -> None:
    """A proposal fits into its quotes, repeats no key of its table, and is at the cursor."""
    head = '[ruleset]\nextends = "classic"\n'
    whole, offset = head + text.replace("|", ""), len(head) + text.index("|")
    found = complete(whole, offset, documents_of(whole), shipped_habits())
    written = [
        whole[len(head) : each.span[0]] + each.text + whole[each.span[1] :]
        for each in found
        if word in each.word
    ]
    assert written[:1] == ([after] if after else [])
    assert all(each.span[0] <= offset <= each.span[1] for each in found)


def test_strategy_of_a_seat_is_not_a_number() -> None:
    """The strategy of a player is a strategy or an argument that chooses one, not one with a number."""
    text = '[ruleset]\nextends = "casino"\n\n[[players]]\nstrategy = '
    found = complete(text, len(text), documents_of('[ruleset]\nextends = "casino"\n'), shipped_habits())
    assert [each.word for each in found] == ["player", "human", "basic"]


def test_completion_survives_deleted_ends_of_lines() -> None:
    """Without the rest of a line, the right word is among the first five proposals in 9 of 10 places.

    `tests/campaigns/completing.py` tries more places.
    """
    results = [try_one(word, offset)[0] for word, offset in draw(20, 7)]
    assert sum(results) >= 18


@pytest.mark.parametrize(
    ("words", "inside", "said"),
    [
        ("wager =", 2, "How much to wager on a hand"),
        ("wager =", 2, 'Inherited from `classic.toml`: `"minimum"`'),
        ("* minimum", 4, "smallest wager"),
        ('"hard 12"', 3, 'Inherited from `classic.toml`: `"H H S S S H H H H H"`'),
        ('"simple"', 3, "a strategy"),
        ("total<12", 2, "total of the hand"),
        ('"hit"', 2, "hit"),
        ("is_rich", 2, "means `bankroll>=10*minimum`"),
        ("[strategies.mine", 14, "extends `simple`"),
        ("[define", 3, "Named expressions"),
    ],
)
def test_hover(words: str, inside: int, said: str) -> None:
    """Hover has the reference's words and the inherited value."""
    found = hover(OVERLAY, OVERLAY.index(words) + inside, documents_of(OVERLAY))
    assert found is not None
    assert said in found.text


def test_texts_of_authors_are_not_markup() -> None:
    """A picture in the help of an argument is shown as its characters, and not loaded."""
    text = OVERLAY + '[arguments.deep]\ntype = "integer"\nhelp = "![a](https://b/c.png)"\n'
    found = hover(text, text.index("deep"), documents_of(text))
    assert found is not None
    assert r"**`deep`**: \!\[a\](https\://b/c.png)" in found.text


@pytest.mark.parametrize("name", Ruleset.model_fields)
def test_every_section_has_an_entry(name: str) -> None:
    """Hovering over a section of any kind shows its entry of the reference."""
    key = Ruleset.model_fields[name].alias or name
    assert describe_key((key,)).startswith(f"**`{key}`** (")


def test_hints() -> None:
    """Overridden rows show the inherited ones, and formulas their values for default arguments."""
    documents = documents_of(OVERLAY)
    workspace = Workspace()
    workspace.change(FILE, OVERLAY)
    found = hints(documents, workspace.checked(FILE))
    lines = [(OVERLAY[: each.offset].rpartition("\n")[2], each.text) for each in found]
    assert lines == [
        ('wager = "2 * minimum"', "= 10"),
        ('"hard 12" = "S"', "was H H S S S H H H H H"),
    ]


def test_structure() -> None:
    """Symbols nest, and tables, lists and comments fold, also in a file that is broken elsewhere."""
    broken = OVERLAY.replace('title = "Overlay"', 'title = "Overlay')
    for text in (OVERLAY, broken):
        found = symbols(documents_of(text)[0])
        assert [each.name for each in found] == ["ruleset", "define", "strategies"]
        assert [each.name for each in found[2].inner] == ["simple", "mine"]
        lines = text.split("\n")
        folded = [(lines[fold.first], lines[fold.last]) for fold in folds(text)]
        assert ("# Two lines", "# of comments") in folded
        assert ("rules = [", "]") in folded
        assert ("[define]", 'is_rich = "bankroll>=10*minimum"') in folded


def formatted(text: str) -> str:
    """A text after formatting."""
    for (start, end), new in reversed(format_document(read_document(FILE, text.encode()))):
        text = text[:start] + new + text[end:]
    return text


def test_formatting_changes_charts_and_expressions_alone() -> None:
    """Columns of charts are aligned and expressions have single spaces; nothing else changes."""
    text = OVERLAY + '[strategies.wide.chart]\nrows."hard 12"="S"\n[strategies.w.chart.rows]\n'
    text += '"hard ..11" = "H  Ds H" # kept\n"soft 4.." =   "S S S"\n'
    expected = OVERLAY.replace("bankroll>=10*minimum", "bankroll >= 10 * minimum").replace(
        "total<12", "total < 12"
    )
    expected += '[strategies.wide.chart]\nrows."hard 12"="S"\n[strategies.w.chart.rows]\n'
    expected += '"hard ..11" = "H Ds H" # kept\n"soft 4.."  = "S S  S"\n'
    assert formatted(text) == expected


@pytest.mark.parametrize("name", DIFFERENT)
def test_formatting_keeps_the_meaning(name: str) -> None:
    """A formatted ruleset has the same meaning, and formatting it again changes nothing."""
    file = shipped_rulesets()[name]
    text = file.read_text(encoding="utf-8")
    after = formatted(text)
    assert formatted(after) == after
    shelves = [{file: read_document(file, each.encode())} for each in (text, after)]
    findings = [examine(file, dict(shelf)) for shelf in shelves]
    assert len(findings[0]) == len(findings[1])
    data, other = (squeeze(merge_documents(read_documents(file, shelf))) for shelf in shelves)
    assert data == other


def squeeze(value: object) -> object:
    """A value without the spaces in its texts."""
    if isinstance(value, dict):
        return {key: squeeze(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [squeeze(inner) for inner in value]
    return value.replace(" ", "") if isinstance(value, str) else value


ALONE = [name for name, file in shipped_rulesets().items() if len(read_documents(file)) == 1]
"""The shipped rulesets that extend no other."""


@pytest.mark.parametrize("name", ALONE)
def test_renaming_keeps_a_ruleset_whole(name: str, tmp_path: Path) -> None:
    """After any of its names is renamed everywhere, a ruleset has no fault, and its old name is gone."""
    file = tmp_path / "a.toml"
    text = shipped_rulesets()[name].read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    documents = read_documents(file)
    scope = NameIndex(documents)
    symbols = {each.symbol for each in scope.find(documents[0]) if each.is_definition}
    assert symbols
    for symbol in symbols:
        [(_, places)] = references([], scope, symbol).values()
        renamed = text
        for start, end in sorted((each.span for each in places), reverse=True):
            assert renamed[start:end] == symbol[1]
            renamed = renamed[:start] + "brand_new" + renamed[end:]
        again = read_documents(file, {file: read_document(file, renamed.encode())})
        assert [each.message for each in examine(file, {file: again[0]})] == [], symbol
        assert not references([], NameIndex(again), symbol)


def test_a_team_has_its_name_in_an_overlay(tmp_path: Path) -> None:
    """A table that changes a team is listed as an occurrence of its name, and its header is completed."""
    file = tmp_path / "a.toml"
    head = '[ruleset]\ntitle = "A"\nextends = "sos_vs_sc"\n'
    text = f'{head}[teams.sos]\nvictory = "Hooray!"\n'
    documents = read_documents(file, {file: read_document(file, text.encode())})
    found = [each for each in NameIndex(documents).find(documents[0]) if each.symbol == ("team", "sos")]
    assert [text[slice(*each.span)] for each in found] == ["sos"]
    assert kinds_of_keys(("teams",)) == ("team",)


@pytest.mark.parametrize(
    ("symbol", "new", "said"),
    [
        (("definition", "is_rich"), "bankroll", "already has a meaning in expressions"),
        (("definition", "is_rich"), "if", "already has a meaning in expressions"),
        (("definition", "is_rich"), "hands", "is a condition, but this comparison needs a number"),
        (("definition", "is_rich"), "a" * 41, "too long"),
        (("argument", "hands"), "min", "reserved word"),
        (("argument", "hands"), "simple", "already has a different meaning"),
        (("strategy", "simple"), "player", "both a strategy and an argument"),
        (("strategy", "simple"), "bankroll", "already has a different meaning"),
        (("strategy", "simple"), "counting", "already a strategy"),
        (("strategy", "simple"), "Hi-Lo", "is not a valid name"),
        (("strategy", "simple"), "brand_new", ""),
        (("argument", "hands"), "brand_new", ""),
        (("definition", "is_rich"), "is_rich", ""),
    ],
)
def test_renaming_is_refused_if_it_would_break_the_ruleset(
    symbol: Symbol, new: str, said: str, tmp_path: Path
) -> None:
    """A name with another meaning, or one that the ruleset may not have there, is refused with the reason."""
    file = tmp_path / "a.toml"
    workspace = Workspace([tmp_path])
    text = shipped_rulesets()["classic"].read_text(encoding="utf-8")
    workspace.change(file, text + '\n[define]\nis_rich = "bankroll >= 10 * minimum"\n')
    scope = NameIndex(workspace.documents(file))
    if said:
        with pytest.raises(UsageError, match=said):
            find_renamings(workspace, file, scope, symbol, new)
    else:
        [found] = find_renamings(workspace, file, scope, symbol, new)
        assert found.spans
    assert workspace.text_of(file).startswith(text)
