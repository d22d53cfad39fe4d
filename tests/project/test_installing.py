from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

BETWEEN = r"[\s\"',]+"
INSTALL = re.compile(
    rf"\b(?:pip[0-9.]*|pipx|uvx?|poetry|pdm|conda|mamba){BETWEEN}(?:(?:pip|tool){BETWEEN})?"
    rf"(?:install|add|inject|run|download|wheel){BETWEEN}([^`\n;&|#]+)"
)
"""A command that fetches packages; the group has its arguments."""

TAKES_WORD = ("-w", "--python", "--wheel-dir")
"""The options used here that take a word."""


def named(text: str) -> Iterator[str]:
    """The packages of an index that the commands in a text install; no paths, variables or placeholders."""
    for command in INSTALL.findall(text):
        before = ""
        for word in re.findall(r"""(?:\{.*?\}|[^\s"',)])+""", command):
            name = re.fullmatch(r"([A-Za-z0-9][\w.-]*)(?:\]|\[.*|[<>].*|[=~!]=.*)?", word)
            if name and before not in TAKES_WORD:
                yield name[1].lower().replace("_", "-")
            before = word


def files() -> Iterator[Path]:
    """All texts with commands to install packages."""
    for folder in ("src", "docs", "benchmarks", "tests"):
        yield from (path for path in (ROOT / folder).rglob("*") if path.suffix in (".md", ".py", ".toml"))
    yield from (ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", ".ci/run"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("install it with `pip install 'bj[fast]'`", ["bj"]),
        ("install `bj` with `pipx install bj`, then", ["bj"]),
        ("uv pip install --python bin/python numba 'numpy>=2.0'\nuv add bj", ["numba", "numpy", "bj"]),
        ('["-m", "pip", "install", "-q", "bj_rulesets"]', ["bj-rulesets"]),
        ("to install it: pip\ninstall -q '.[dev]' && pytest", []),
        ("python -m pip install --quiet \"$BJ\"; pip wheel -w dist dist/it-*.tar.gz", []),
        ("skip(\"pip install '.[fast]'\", allow=True)  # f\"pip install {packages}\"", []),
    ],
)  # fmt: skip
def test_names_are_found(text: str, names: list[str]) -> None:
    """Packages of an index differ from options, paths and variables."""
    assert list(named(text)) == names


def test_no_hint_names_a_package_of_strangers() -> None:
    """Commands to install name declared dependencies or paths, never our own name.

    Nobody has promised that an index knows our name for ours.
    """
    declared = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]
    known = {re.split(r"[\[<>=]", each)[0] for group in declared for each in group} - {PROJECT["name"]}
    strange = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in files()
        if path != Path(__file__)
        for name in named(path.read_text("utf-8", "replace"))
        if name not in known
    }
    assert not strange
