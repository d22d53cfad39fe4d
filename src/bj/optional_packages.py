"""Detects missing optional packages, and suggests how to install them."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Literal, TypeAlias

from bj.errors import UsageError

Extra: TypeAlias = Literal["arrays", "plots", "cluster", "lsp", "rl", "frames", "histories"]

PACKAGES: Mapping[Extra, tuple[str, ...]] = {
    "arrays": ("numpy",),
    "plots": ("matplotlib",),
    "cluster": ("distributed",),
    "lsp": ("pygls",),
    "frames": ("polars",),
    "histories": ("numpy", "pyarrow"),
    "rl": ("gymnasium", "pettingzoo"),
}
"""The packages in each extra. The import name of each package is also its name on PyPI."""


def missing(extra: Extra) -> list[str]:
    """Return the packages in ``extra`` that are not installed."""
    return [name for name in PACKAGES[extra] if find_spec(name) is None]


def installation(extra: Extra) -> str:
    """Return a shell command that installs the missing packages in ``extra`` for the running Python.

    The command lists the packages themselves instead of ``bj[extra]``, because an unrelated package on the
    index may be called ``bj``.
    """
    packages = " ".join(missing(extra) or PACKAGES[extra])
    if find_spec("pip") is None:  # for example, in environments created by uv
        return f"uv pip install --python {_this_python()} {packages}"
    return f"{_this_python()} -m pip install {packages}"


def lack(needing: str, extra: Extra, error: ImportError) -> UsageError:
    """Return the error to raise after a failed import.

    The message starts with ``needing``, such as ``pictures need``.
    """
    name = error.name or PACKAGES[extra][0]
    return UsageError(f"{needing} {name}", f"install it with `{installation(extra)}`")


def _this_python() -> str:
    """Return a shell command for the running Python: ``python`` or ``python3`` if possible, or its path."""
    for name in ("python", "python3"):
        if not sys.executable or shutil.which(name) == sys.executable:
            return name
    if os.name == "nt":
        return f'"{sys.executable}"'
    from shlex import quote

    return quote(sys.executable)
