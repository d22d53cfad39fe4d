from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import bj
from bj.errors import RulesetError, UsageError
from bj.faults_and_fixes import Finding
from bj.ruleset.documents import LONGEST_CHAIN, merge_documents, read_documents
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import find_ruleset
from bj.ruleset.value_origins import Origins

HEAD = '[ruleset]\ntitle = "x"\nextends = "{}"\n'


def write(folder: Path, name: str, body: str, extends: str = "classic") -> Path:
    """Write a ruleset that extends another one."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(HEAD.format(extends) + body, "utf-8")
    return file


def findings(file: Path) -> list[Finding]:
    """The faults of a ruleset."""
    with pytest.raises(RulesetError) as error:
        load_ruleset(file)
    return list(error.value.findings)


def places(file: Path) -> list[tuple[str, int, int, str]]:
    """The faults of a ruleset: name of the file, line, column, message."""
    return [(found.file.name, found.line, found.column, found.message) for found in findings(file)]


def test_only_faults_cost_the_time_of_finding_them() -> None:
    """Loading a faultless ruleset does not import the modules that only faults need."""
    code = (
        "import sys\n"
        "from bj.ruleset.load import find_ruleset, load_ruleset\n"
        "load_ruleset(find_ruleset('trick'))\n"
        "late = ('bj.ruleset.faults.diagnose', 'bj.ruleset.faults.locate', 'bj.ruleset.toml.outline',\n"
        "        'bj.ruleset.faults.error_recovery', 'bj.ruleset.toml.syntax',\n"
        "        'bj.findings.text', 'bj.ruleset.fault_codes', 'tree_sitter', 'difflib')\n"
        "print([name for name in late if name in sys.modules])\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout == "[]\n"


def test_tables_are_merged_and_the_rest_replaced(tmp_path: Path) -> None:
    """A child changes single keys of inherited tables, but replaces inherited lists and values as a whole."""
    write(tmp_path, "parent.toml", "[shoe]\npacks = 2\n[rules]\ntarget = 22\n")
    file = write(
        tmp_path,
        "child.toml",
        '[shoe]\npacks = 4\n[procedure]\ngame = [{ repeat = "hand", while = "hand < 9" }]\n',
        "parent.toml",
    )
    data = merge_documents(read_documents(file))
    assert data["shoe"]["packs"] == 4
    assert data["shoe"]["shuffle"]["method"] == "riffle"
    assert data["rules"] == {"target": 22, "minimum_wager": "minimum"}
    assert len(data["procedure"]["game"]) == 1
    assert len(data["procedure"]["hand"]) == 9


def test_merging_leaves_the_documents_as_they_are(tmp_path: Path) -> None:
    """Merging does not change the documents, in which faults have their places."""
    documents = read_documents(write(tmp_path, "child.toml", "[shoe.shuffle]\ncuts = 4\n"))
    merge_documents(documents)["shoe"]["shuffle"]["cuts"] = 5
    assert [document.data["shoe"]["shuffle"]["cuts"] for document in documents] == [4, 7]


def test_a_value_belongs_to_the_document_that_gives_it(tmp_path: Path) -> None:
    """Values of a child hide inherited ones, and a list of a child hides the whole inherited list."""
    players = '[[players]]\nname = "Anna"\nbankroll = 1\nstrategy = "simple"\n'
    write(tmp_path, "parent.toml", players + players + "[shoe]\npacks = 2\n")
    documents = read_documents(write(tmp_path, "child.toml", players + "[rules]\n", "parent.toml"))
    origins = Origins(documents)
    assert origins.find(("players", 1, "name")) == (0, ("players", 1, "name"))
    assert origins.find(("shoe", "packs")) == (1, ("shoe", "packs"))
    assert origins.find(("rules", "minimum_wager")) == (2, ("rules", "minimum_wager"))
    assert origins.find(("rules", "nothing")) == (0, ("rules", "nothing"))
    assert origins.find(("nothing",)) == (0, ("nothing",))


def test_findings_come_file_by_file_in_order(tmp_path: Path) -> None:
    """Faults of syntax, of types and of meaning are sorted by place, those of the child first."""
    write(tmp_path, "parent.toml", '[output]\nhand = "{x}"\n[shoe]\npacks = 0\n[dealer]\nname = Otto\n')
    file = write(
        tmp_path, "child.toml", '[output]\ncut = "{y}"\n[rules]\ntarget = 1_\nx = 1\n', "parent.toml"
    )
    assert [place[:3] for place in places(file)] == [
        ("child.toml", 5, 9), ("child.toml", 7, 10), ("child.toml", 8, 1),
        ("parent.toml", 5, 10), ("parent.toml", 7, 9), ("parent.toml", 9, 8),
    ]  # fmt: skip


def test_a_summary_is_not_inherited(tmp_path: Path) -> None:
    """A ruleset without a summary has none, because that of its base is about another game."""
    write(tmp_path, "parent.toml", 'summary = "One player."\n')
    file = write(tmp_path, "child.toml", "", "parent.toml")
    assert load_ruleset(tmp_path / "parent.toml").model.ruleset.summary == "One player."
    assert load_ruleset(file).model.ruleset.summary == ""


def test_a_child_that_breaks_what_it_inherits_gets_the_blame(tmp_path: Path) -> None:
    """If faults of inherited lines have one cause, they are reported as one fault, at the child's part."""
    write(tmp_path, "parent.toml", "")
    file = write(tmp_path, "child.toml", 'usage = "bankroll hands player [cuts]"\n', "./parent.toml")
    ((*place, message),) = places(file)
    assert place == ["child.toml", 4, 1]
    assert message.endswith("conflicts with this ruleset: `minimum` is not defined here")


def test_causes_of_conflicts_are_distinguished(tmp_path: Path) -> None:
    """Each cause has its own fault, at the smallest part of the file whose removal fixes it."""
    more = '[strategies.hand]\nextends = "simple"\n[shoe]\npacks = "infinite"\n[rules]\ntarget = 12\n'
    file = write(tmp_path, "child.toml", 'usage = "hands"\n' + more, "classic")
    found = {(line, column): message.partition(" ")[0] for _, line, column, message in places(file)}
    assert found == {(4, 1): "3", (8, 1): "2", (10, 1): "5"}


def test_the_same_fault_of_a_parent_alone_is_the_parents(tmp_path: Path) -> None:
    """A fault of a base is reported in the base, even if the child knows additional names."""
    write(tmp_path, "parent.toml", '[dealer]\nbankroll = "wealth"\n')
    more = 'usage = "bankroll minimum hands more player [cuts]"\n[arguments.more]\ntype = "integer"\n'
    file = write(tmp_path, "child.toml", more, "parent.toml")
    assert places(file) == [("parent.toml", 5, 13, "`wealth` is not defined here")]


def test_what_a_parent_could_not_read_is_not_missed(tmp_path: Path) -> None:
    """A syntax fault in a base hides its content, which is not reported as missing."""
    write(tmp_path, "parent.toml", '[strategies.bold]\nwager = "5\n[arguments.bankroll]\ntype = integer\n')
    file = write(
        tmp_path,
        "child.toml",
        '[[players]]\nname = "Anna"\nbankroll = "bankroll"\nstrategy = "bold"\n'
        "[strategies.bold]\nrules = []\n",
        "parent.toml",
    )
    assert {place[0] for place in places(file)} == {"parent.toml"}


def test_a_long_chain_is_refused(tmp_path: Path) -> None:
    """A chain of too many bases is refused where it becomes too long."""
    for number in range(LONGEST_CHAIN):
        write(tmp_path, f"r{number}.toml", "", f"r{number + 1}.toml")
    write(tmp_path, f"r{LONGEST_CHAIN}.toml", "")
    message = f"more than {LONGEST_CHAIN} rulesets extend one another"
    assert places(tmp_path / "r0.toml") == [(f"r{LONGEST_CHAIN - 1}.toml", 3, 11, message)]
    assert load_ruleset(tmp_path / "r2.toml")


def test_a_parent_may_stand_in_a_folder_inside(tmp_path: Path) -> None:
    """A base may be in an inner folder, but must not lead out of it."""
    write(tmp_path, "parts/house.toml", "[rules]\ntarget = 22\n")
    file = write(tmp_path, "child.toml", "", "parts/house.toml")
    write(tmp_path, "parts/leaving.toml", "", "../child.toml")
    assert (
        places(tmp_path / "parts" / "leaving.toml")[0][3]
        == "`../child.toml` is outside the folder of this file"
    )
    assert load_ruleset(file).model.rules.target == 22


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_link_does_not_lead_outside(tmp_path: Path) -> None:
    """A link in the folder that leads out of it counts as outside."""
    secret = write(tmp_path, "secret.toml", "")
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "link.toml").symlink_to(secret)
    file = write(tmp_path, "rulesets/child.toml", "", "link.toml")
    assert places(file)[0][3] == "`link.toml` is outside the folder of this file"


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_links_in_a_circle_are_not_a_file(tmp_path: Path) -> None:
    """Circular links are refused like a missing file."""
    (tmp_path / "a.toml").symlink_to("b.toml")
    (tmp_path / "b.toml").symlink_to("a.toml")
    assert "no file" in places(write(tmp_path, "child.toml", "", "./a.toml"))[0][3]
    with pytest.raises(UsageError, match="is not a regular file"):
        find_ruleset(str(tmp_path / "a.toml"))


def test_the_error_names_the_first_fault() -> None:
    """The uncaught error has the place, the message, and the number of other faults."""
    text = '[ruleset]\ntitle = "A"\nextends = "infinite"\nsorts = 1\ncolour = "red"\n'
    with pytest.raises(RulesetError) as refused:
        bj.load_ruleset(text)
    assert str(refused.value).startswith("<text>:4:1: ")
    assert str(refused.value).endswith(", and 1 more")
