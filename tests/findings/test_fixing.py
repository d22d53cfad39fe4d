"""Fixing rulesets: what changes, what never does, and how it is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.bad import update

from bj.errors import UsageError
from bj.findings import fixing
from bj.findings.examine import examine_files
from bj.findings.fixing import Fixed, fix_files, save
from bj.ruleset.documents import Document, read_document
from bj.ruleset.selection import Selection

HEAD = '[ruleset]\ntitle = "x"\nextends = "classic"\n'


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test runs in a folder of its own."""
    monkeypatch.chdir(tmp_path)


def write(name: str, text: str) -> Path:
    """Write a file."""
    Path(name).write_bytes(text.encode())
    return Path(name)


def fix(*names: str, codes: str = "") -> dict[str, str]:
    """The new texts of the files that fixing changes, by name."""
    selection = Selection((codes,) if codes else ())
    fixes = fix_files([Path(name) for name in names], {}, selection)
    return {str(fixed.file): fixed.after for fixed in fixes}


def count_faults(file: Path, text: str) -> tuple[int, int]:
    """The numbers of faults and of warnings of a file with another text."""
    found = examine_files([file], {file: read_document(file, text.encode())}, {})[1]
    warnings = sum(finding.severity == "warning" for finding in found)
    return len(found) - warnings, warnings


@pytest.mark.parametrize("name", update.bad_rulesets()[::8])
def test_fixing_never_makes_a_file_worse(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A changed file has fewer faults, no comment is lost, and fixing it again changes nothing."""
    monkeypatch.chdir(update.FOLDER)
    file = Path(f"{name}.toml")
    for fixed in fix_files([file], {}, Selection()):
        assert count_faults(file, fixed.after) < count_faults(file, fixed.before)
        assert fixed.before.count("# ") <= fixed.after.count("# ")
        assert not fix_files([file], {file: read_document(file, fixed.after.encode())}, Selection())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[shoe]\npakcs = '6'  # as here\n", "[shoe]\npacks = 6  # as here\n"),
        ("[shoe]\r\npakcs = 6\r\n", "[shoe]\r\npacks = 6\r\n"),
        ("[shoe]\npacks = 6;\n[payouts]\nnatural = 3/2\n", '[shoe]\npacks = 6\n[payouts]\nnatural = "3:2"\n'),
        ("packs = 6\n", "\n[shoe]\npacks = 6\n"),
        ("[rules]\nsplit: 'first == 8 && pair'\n", "[rules]\nsplit = 'first == 8 and pair'\n"),
        ('[procedure]\nhand = ["deel"\n', ""),
    ],
)  # fmt: skip
def test_what_is_certain_is_written(before: str, after: str) -> None:
    """Remedies that leave no choice are applied until none is left; line ends, comments and order stay."""
    write("a.toml", HEAD + before)
    assert fix("a.toml") == ({"a.toml": HEAD + after} if after else {})


def test_a_header_without_a_name_stays_and_the_rest_is_fixed() -> None:
    """Text that is not TOML, and that nothing can mend, does not end the fixing."""
    write("odd.toml", '[ruleset]\ntitel = "x"\nextends = "classic"\n\n[?]\n\n[shoe\npacks = 2\n')
    assert fix("odd.toml") == {"odd.toml": HEAD + "\n[?]\n\n[shoe]\npacks = 2\n"}


def test_a_fix_that_brings_more_to_light_is_not_kept() -> None:
    """Where what a fix uncovers has as many faults, the file stays as it is."""
    write("a.toml", HEAD + "[ruels]\ntarget = 99\ndouble = 7\n")
    assert fix("a.toml") == {}


def test_each_fix_counts_by_itself() -> None:
    """A fix that does no good does not keep the others from being made."""
    write("a.toml", HEAD + "[ruels]\ntarget = 99\ndouble = 7\n[shoe]\npakcs = 6\n")
    assert fix("a.toml")["a.toml"].endswith("[ruels]\ntarget = 99\ndouble = 7\n[shoe]\npacks = 6\n")


def test_only_what_is_selected_is_fixed() -> None:
    """A finding of another code is left, though it counts."""
    write("a.toml", HEAD + "[shoe]\npakcs = 6\n[payouts]\nnatural = 1.5\n")
    assert fix("a.toml", codes="BJ203")["a.toml"].endswith('pakcs = 6\n[payouts]\nnatural = "3:2"\n')


def test_a_base_is_fixed_only_where_the_others_get_no_worse() -> None:
    """Together with the files that extend it, a fixed base has fewer faults."""
    write("base.toml", HEAD + "[strategies.timid]\nchrat = 1\nextends = 'simple'\n")
    write("a.toml", HEAD.replace("classic", "base.toml"))
    write("one.toml", HEAD + "[shoe]\npakcs = 6\n")
    assert fix("a.toml", "base.toml", "one.toml").keys() == {"one.toml"}
    write("base.toml", HEAD + "[shoe]\npakcs = 6\n")
    assert fix("a.toml", "base.toml").keys() == {"base.toml"}
    assert fix("a.toml") == {}


def test_a_long_file_is_examined_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much there is to fix in a long file, it is read again only so often."""
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
    """What was written to a file after it was checked is not lost."""
    file = write("a.toml", "another")
    with pytest.raises(UsageError, match="changed meanwhile"):
        save(Fixed(file, "one", "two"))
    assert file.read_text() == "another"
