"""The build hook for hatchling, which puts the compiled engine and the checked rulesets into the wheel.

If the library cannot be made, the wheel is pure Python and bj plays with the plain engine. ``BJ_PURE=1``
requests a pure wheel. ``BJ_TARGET`` names a platform of ``bj.compiled.platforms`` for the wheel.
``BJ_LIBRARIES`` names a folder of ready-made libraries.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parents[2]))  # bj is not installed while it is built

from bj.compiled.platforms import LibraryError, find_compiler, find_platform  # the same

TARGET = os.environ.get("BJ_TARGET", "")
"""The platform of the wheel, or an empty string for this machine."""

READY = os.environ.get("BJ_LIBRARIES", "")
"""A folder with libraries for this machine. A library from the same sources is used as it is."""

NUMBA = "numba>=0.60,<0.70"
"""The numba releases whose private classes ``bj.engine.layout`` supports."""

PROCESSORS = ("x86_64", "amd64", "arm64", "aarch64")
"""The processors for which numba has binary packages."""


class BuildHook(BuildHookInterface):  # type: ignore[type-arg]  # its configuration is not used
    """Makes the library and checks the rulesets before the wheel is built."""

    def dependencies(self) -> list[str]:
        """Return the packages that bj needs.

        The packages for making the library are included if they exist for this machine.
        """
        found = list(self.metadata.core.dependencies)
        if _can_compile():
            found += [NUMBA] if find_compiler() and not TARGET else [NUMBA, "ziglang"]
        return found

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the library, in the wheel or, for an editable installation, next to the sources."""
        package = Path(self.root) / "src" / "bj"
        self.folder = tempfile.TemporaryDirectory()  # until the wheel is built
        if version != "editable":
            checked = Path(self.folder.name) / "checked"
            try:
                _run(package, "bj.ruleset.shipped", str(checked))
                build_data["force_include"][str(checked)] = "bj/checked"
            except LibraryError as error:
                self.app.display_warning(f"bj will check its own rulesets at every start: {error}")
        folder = package / "native" if version == "editable" else Path(self.folder.name)
        try:
            tag = _tag()
            name = _make_library(package, folder)
        except LibraryError as error:
            self.app.display_warning(f"bj is installed without its compiled engine: {error}")
            return
        if version != "editable":
            build_data["force_include"][str(folder / name)] = f"bj/native/{name}"
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{tag}"


def _make_library(package: Path, folder: Path) -> str:
    """Make the library in ``folder``, and return its name. Raises LibraryError if that is impossible."""
    if not _can_compile():
        raise LibraryError("BJ_PURE is set, or numba has no release for this Python or processor")
    ready = Path(READY) / find_platform("").name_library(package)
    if READY and not TARGET and ready.exists():
        shutil.copyfile(ready, folder / ready.name)
        return ready.name
    return _run(package, "bj.compiled", str(folder), TARGET)


def _run(package: Path, module: str, *arguments: str) -> str:
    """Run a module of bj from its sources, and return its output. Raises LibraryError if it fails."""
    command = [sys.executable, "-P", "-m", module, *arguments]
    sources = os.pathsep.join([str(package.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": sources, "PYTHONHASHSEED": "0"}  # the same wheel every time
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)  # noqa: S603  # ours
    if done.returncode:
        raise LibraryError(done.stderr.strip().rpartition("\n")[2])
    return done.stdout.strip()


def _can_compile() -> bool:
    """Return whether numba has a release for this Python and this processor."""
    is_known = (3, 11) <= sys.version_info[:2] <= (3, 14) and sys.implementation.name == "cpython"
    return is_known and platform.machine().lower() in PROCESSORS and not os.environ.get("BJ_PURE")


def _tag() -> str:
    """Return the platform in the name of a wheel. Raises LibraryError if the platform has no wheels."""
    tag = find_platform(TARGET).tag if TARGET else re.sub(r"[-.]", "_", sysconfig.get_platform())
    if not tag:
        raise LibraryError(f"there are no wheels for `{TARGET}`")
    return tag
