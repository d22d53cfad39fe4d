"""The page of the Python API: everything in ``bj.__all__``, from its docstrings."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import bj

HEAD = """# Python API

Everything that `import bj` promises. [Use bj as a library](../../docs/library.md) shows what it is for.
"""

KINDS = {"function": "Functions", "exception": "Errors", "class": "Classes", "data": "Types"}


def write_api() -> str:
    """The page."""
    return "\n".join([HEAD, *_sections()])


def _sections() -> Iterator[str]:
    """A section for functions, classes and errors, with a directive for each of them."""
    by_kind = {kind: [name for name in bj.__all__ if _kind(name) == kind] for kind in KINDS}
    for kind, names in by_kind.items():
        yield from (f"## {KINDS[kind]}", "")
        for name in names:
            members = ["   :members:", "   :undoc-members:"] * (kind == "class")
            yield from ("```{eval-rst}", f".. auto{kind}:: bj.{name}", *members, "```", "")


def _kind(name: str) -> str:
    """The kind of a public name, as Sphinx calls it."""
    value = getattr(bj, name)
    if not inspect.isclass(value):
        return "function" if inspect.isfunction(value) else "data"
    return "exception" if issubclass(value, Exception) else "class"
