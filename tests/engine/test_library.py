"""The file of the compiled engine: the choice among several files for a processor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bj.compiled.platforms import PLATFORMS
from bj.native import library

NEW = "flags\t\t: fpu sse2 abm avx avx2 bmi1 bmi2 f16c fma movbe\n"
OLD = NEW.replace(" movbe", "")


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    """Forget this machine before a test, and the simulated one after it."""
    for known in (library.instructions, library.library_path):
        known.cache_clear()
    yield
    for known in (library.instructions, library.library_path):
        known.cache_clear()


def use_processor(monkeypatch: pytest.MonkeyPatch, folder: Path, text: str) -> None:
    """Pretend that this machine has a processor with the given Linux description."""
    (folder / "cpuinfo").write_text(f"processor\t: 0\n{text}", encoding="utf-8")
    monkeypatch.setattr(library, "CPU_INFO", folder / "cpuinfo")
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    monkeypatch.setattr(library, "HERE", folder)


@pytest.mark.parametrize(("text", "level"), [(NEW, "x86-64-v3"), (OLD, ""), ("", "")])
def test_instructions_are_those_that_the_processor_has(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, level: str
) -> None:
    """A processor that lacks one instruction of a level does not have the level."""
    use_processor(monkeypatch, tmp_path, text)
    assert library.instructions() == level
    assert PLATFORMS[""].level == level


def test_nothing_is_assumed_where_processors_are_not_described(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without a description, as on macOS, a library uses only instructions that every processor has."""
    monkeypatch.setattr(library, "CPU_INFO", tmp_path / "missing")
    assert library.instructions() == ""


def test_wheels_for_other_machines_need_no_special_processor() -> None:
    """A library for a named platform runs on all processors of that platform."""
    assert {platform.level for name, platform in PLATFORMS.items() if name} == {""}


@pytest.mark.parametrize(
    ("text", "files", "chosen"),
    [
        (NEW, ("", "-x86-64-v3"), "-x86-64-v3"),
        (NEW, ("",), ""),
        (NEW, (), "-x86-64-v3"),
        (OLD, ("", "-x86-64-v3"), ""),
        (OLD, ("-x86-64-v3",), ""),
    ],
)
def test_the_best_library_that_the_processor_runs_serves(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, files: tuple[str, ...], chosen: str
) -> None:
    """A library for newer processors is never loaded on an older one."""
    monkeypatch.setattr(library, "fingerprint", lambda _: "0123")
    use_processor(monkeypatch, tmp_path, text)
    for level in files:
        (tmp_path / f"engine-0123{level}{library.SUFFIX}").touch()
    assert library.library_path().name == f"engine-0123{chosen}{library.SUFFIX}"
