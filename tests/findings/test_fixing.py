"""Tests what fixing changes in rulesets, and what it never changes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.bad import update
from tests.session.games import run

from bj.compiler.compile import compile_ruleset
from bj.errors import UsageError
from bj.faults_and_fixes import Edit, Finding
from bj.findings import fixing
from bj.findings.checking_files import examine, examine_files
from bj.findings.fixing import Fixed, fix_files, save
from bj.record.events import read
from bj.ruleset.documents import Document, read_document
from bj.ruleset.fault_code_selection import Selection
from bj.ruleset.faults import diagnose
from bj.ruleset.faults.foreign_betting_systems import RECIPE
from bj.ruleset.load import load_ruleset

HEAD = '[ruleset]\ntitle = "x"\nextends = "classic"\n'
CASINO = HEAD.replace("classic", "casino")

pytestmark = pytest.mark.usefixtures("in_empty_folder")


def write(name: str, text: str) -> Path:
    """Write a file."""
    Path(name).write_bytes(text.encode())
    return Path(name)


def fix(*names: str, codes: str = "") -> dict[str, str]:
    """The new texts of the files that fixing changes, by name."""
    selection = Selection((codes,) if codes else ())
    fixes = fix_files([Path(name) for name in names], {}, selection)
    return {str(fixed.file): fixed.after for fixed in fixes}


def find(file: Path, text: str) -> Counter[tuple[str, str]]:
    """The number of each finding about a file with another text."""
    found = examine_files([file], {file: read_document(file, text.encode())}, {})[1]
    return Counter((finding.code, finding.message) for finding in found)


@pytest.mark.parametrize("name", update.bad_rulesets()[::8])
def test_fixing_never_makes_a_file_worse(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fixed file loses a finding but no comment, and fixing it again changes nothing."""
    monkeypatch.chdir(update.FOLDER)
    file = Path(f"{name}.toml")
    shelf = {file: read_document(file, file.read_bytes())}
    for fixed in fix_files([file], {}, Selection()):
        assert find(file, fixed.before) - find(file, fixed.after)
        assert len(read_document(file, fixed.after.encode()).faults) <= len(shelf[file].faults)
        assert fixed.before.count("# ") <= fixed.after.count("# ")
        assert not fix_files([file], {file: read_document(file, fixed.after.encode())}, Selection())


def test_line_ends_stay() -> None:
    """A fixed file keeps the line ends of a different system."""
    write("a.toml", HEAD + "[shoe]\r\npakcs = 6\r\n")
    assert fix("a.toml") == {"a.toml": HEAD + "[shoe]\r\npacks = 6\r\n"}


WON = ("player_wins", "won_by_bust", "player_natural")
LOST = ("dealer_wins", "lost_by_bust", "dealer_natural")


def test_the_recipe_for_betting_systems_doubles_after_every_loss() -> None:
    """The keys in the remedy for betting systems are valid, and play a martingale."""
    keys = "\n".join(re.findall("`([a-z]+ = .*?)`", RECIPE.format("strategies.system")))
    chosen = '[arguments.player]\nchoices = ["basic", "system"]\ndefault = "system"\n'
    write("a.toml", f'{CASINO}\n{chosen}\n[strategies.system]\nextends = "basic"\n{keys}\n')
    checked = load_ruleset(Path("a.toml"))
    compiled = compile_ruleset(checked, {"bankroll": 100_000, "hands": 300, "player": "system"}, 5)
    losses, bets = 0, 0
    for event in read(run(compiled.program, compiled.table).events, compiled.persons):
        if event.key == "player_bets":
            assert event.wager == 1000 * 2**losses
            bets += 1
        elif event.key in (*WON, *LOST):
            losses = 0 if event.key in WON else losses + 1
    assert bets > 200


def test_edits_that_swap_are_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """If two remedies lead to each other's finding, the file stays as it is."""

    def swap(documents: Sequence[Document], *, with_causes: bool) -> tuple[list[Finding], None]:
        here, there = ("one", "two") if "one" in documents[0].text else ("two", "one")
        edits = (Edit(1, 1, 1, 4, there),)
        return [Finding(documents[0].file, 1, 1, 3, here, f"not {here}", "", "BJ201", edits=edits)], None

    monkeypatch.setattr(fixing, "examine_documents", swap)
    write("a.toml", "one = 1\n")
    assert fix("a.toml") == {}


def test_the_causes_of_conflicts_are_not_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """While edits are tried, conflicts with inherited lines are counted without the slow search."""
    text = HEAD + '[shoe]\npakcs = 6\n[arguments.player]\nchoices = ["other"]\n'
    assert ("BJ125", 7) in {(each.code, each.line) for each in examine(write("a.toml", text))}
    monkeypatch.setattr(diagnose, "find_messages", pytest.fail)
    assert fix("a.toml")["a.toml"] == text.replace("pakcs", "packs")


def test_only_what_is_selected_is_fixed() -> None:
    """A finding with a different code is not fixed, but is counted."""
    write("a.toml", HEAD + "[shoe]\npakcs = 6\n[payouts]\nnatural = 1.5\n")
    assert fix("a.toml", codes="BJ203")["a.toml"].endswith('pakcs = 6\n[payouts]\nnatural = "3:2"\n')


def test_a_base_is_fixed_only_where_the_others_get_no_worse() -> None:
    """The files that extend a fixed base get no new faults."""
    write("base.toml", HEAD + "[shoe]\npakcs = 6\n")
    write("a.toml", HEAD.replace("classic", "base.toml") + 'without = ["shoe.pakcs"]\n')
    write("one.toml", HEAD + "[shoe]\npakcs = 6\n")
    assert fix("a.toml", "base.toml", "one.toml").keys() == {"one.toml"}
    write("a.toml", HEAD.replace("classic", "base.toml"))
    assert fix("a.toml", "base.toml").keys() == {"base.toml"}
    assert fix("a.toml") == {}


def test_a_long_file_is_examined_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long file is read a bounded number of times."""
    examined: list[int] = []

    def read(file: Path, content: bytes) -> Document:
        examined.append(len(content))
        return read_document(file, content)

    monkeypatch.setattr(fixing, "read_document", read)
    monkeypatch.setattr(fixing, "MOST_READ", 1)
    write("a.toml", HEAD + "".join(f"[side_bets.b{number}]\nwehn = 5\n" for number in range(30)))
    fix("a.toml")
    assert len(examined) <= fixing.ROUNDS


def test_a_file_is_written_as_it_was() -> None:
    """The permissions, the byte order mark and the target of a link are kept; no other file is left."""
    file = write("a.toml", "\ufeffone")
    file.chmod(0o640)
    Path("link.toml").symlink_to("a.toml")
    save(Fixed(Path("link.toml"), "one", "two"))
    assert file.read_bytes() == "\ufefftwo".encode()
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in Path().iterdir()) == ["a.toml", "link.toml"]


def test_a_file_that_has_changed_meanwhile_is_left() -> None:
    """A file that changed after its check is not overwritten."""
    file = write("a.toml", "another")
    with pytest.raises(UsageError, match="changed since it was checked"):
        save(Fixed(file, "one", "two"))
    assert file.read_text() == "another"
