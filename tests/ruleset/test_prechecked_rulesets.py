from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import bj
from bj.ruleset import prechecked_rulesets
from bj.ruleset.documents import read_documents
from bj.ruleset.load import check_documents, load_ruleset
from bj.ruleset.ruleset_files import SHIPPED, shipped_rulesets


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the stored rulesets."""
    folder = tmp_path_factory.mktemp("checked")
    prechecked_rulesets.store_shipped(folder)
    return folder


@pytest.mark.parametrize("name", shipped_rulesets())
def test_stored_ruleset_is_the_checked_one(name: str, stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stored ruleset equals the checked one, including its places."""
    file = shipped_rulesets()[name]
    monkeypatch.setattr(prechecked_rulesets, "FOLDER", stored)
    assert prechecked_rulesets.take_shipped(file) == check_documents(read_documents(file))


def test_stored_ruleset_is_taken(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruleset that is stored is not checked again, whether it is given by its name or by its file."""

    def refuse(*_: object) -> None:
        raise AssertionError("the ruleset was checked")

    monkeypatch.setattr(prechecked_rulesets, "FOLDER", stored)
    monkeypatch.setattr("bj.ruleset.load.check", refuse)
    assert bj.load_ruleset("classic") == load_ruleset(SHIPPED / "classic.toml")


@pytest.mark.parametrize("changed", ["casino.toml", "casino/downtown.toml"])
def test_changed_file_is_checked_again(
    changed: str, stored: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stored ruleset is not taken if its file, or one that it extends, has changed or is gone."""
    monkeypatch.setattr(prechecked_rulesets, "FOLDER", stored)
    monkeypatch.setattr(prechecked_rulesets, "SHIPPED", tmp_path / "rulesets")
    shutil.copytree(SHIPPED, tmp_path / "rulesets")
    file, other = tmp_path / "rulesets" / "casino" / "downtown.toml", tmp_path / "rulesets" / changed
    assert prechecked_rulesets.take_shipped(file) is not None
    other.write_bytes(other.read_bytes() + b"# changed\n")
    assert prechecked_rulesets.take_shipped(file) is None
    other.unlink()
    assert prechecked_rulesets.take_shipped(file) is None


def test_other_versions_and_other_files_are_checked(
    stored: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ruleset that another release of pydantic stored is not read; other rulesets are not stored."""
    monkeypatch.setattr(prechecked_rulesets, "FOLDER", stored)
    own = tmp_path / "classic.toml"
    own.write_bytes((SHIPPED / "classic.toml").read_bytes())
    assert prechecked_rulesets.take_shipped(own) is None
    monkeypatch.setattr(prechecked_rulesets, "VERSIONS", b"pydantic 1.0, Python 3.11")
    assert prechecked_rulesets.take_shipped(SHIPPED / "classic.toml") is None
