from pathlib import Path

import pytest

from bj.errors import UsageError
from bj.files import read_at_most, replace_file


def test_only_what_is_small_enough_is_read(tmp_path: Path) -> None:
    """A file of just the allowed size is read, a larger one and a missing one are refused by name."""
    file = tmp_path / "answers"
    file.write_bytes(b"12345")
    assert read_at_most(file, 5) == b"12345"
    with pytest.raises(UsageError, match=f"^the list {file} is larger than 4 bytes$") as refused:
        read_at_most(file, 4, "the list", "shorten it")
    assert refused.value.remedy == "shorten it"
    with pytest.raises(UsageError, match="gone cannot be read: No such file"):
        read_at_most(tmp_path / "gone", 5)


def test_a_link_beside_a_file_leads_nowhere(tmp_path: Path) -> None:
    """What lies where the new file is written first is taken away, and not written through."""
    victim, file = tmp_path / "victim", tmp_path / "report"
    victim.write_text("mine")
    (tmp_path / ".report.new").symlink_to(victim)
    replace_file(file, b"new")
    assert victim.read_text() == "mine"
    assert (file.read_bytes(), file.is_symlink()) == (b"new", False)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report", "victim"]
