"""Optional packages, and how to install those that are missing."""

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
"""Maps each extra to its packages. A package is imported under the name under which it is installed."""


def missing(extra: Extra) -> list[str]:
    """Return the packages of ``extra`` that are not installed."""
    return [name for name in PACKAGES[extra] if find_spec(name) is None]


def installation(extra: Extra) -> str:
    """Return the shell command that installs the missing packages of an extra for the running Python.

    The command names the packages rather than this distribution, because an index may have an unrelated
    package of that name.
    """
    packages = " ".join(missing(extra) or PACKAGES[extra])
    if find_spec("pip") is None:  # as in environments that uv has made
        return f"uv pip install --python {_this_python()} {packages}"
    return f"{_this_python()} -m pip install {packages}"


def lack(needing: str, extra: Extra, error: ImportError) -> UsageError:
    """Return the error for a failed import.

    Its message starts with ``needing``, such as ``pictures need``.
    """
    name = error.name or PACKAGES[extra][0]
    return UsageError(f"{needing} {name}", f"install it with `{installation(extra)}`")


def _this_python() -> str:
    """Return the command that runs this Python: its name if the shell finds it, otherwise its path."""
    for name in ("python", "python3"):
        if not sys.executable or shutil.which(name) == sys.executable:
            return name
    if os.name == "nt":
        return f'"{sys.executable}"'
    from shlex import quote

    return quote(sys.executable)
