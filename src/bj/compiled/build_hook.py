"""The build hook for hatchling, which adds the compiled engine and the checked rulesets to the wheel.

If the library cannot be built, the wheel is pure Python, and bj uses the plain engine. To request a pure
wheel, set ``BJ_PURE=1``. Set ``BJ_TARGET`` to the name of a platform in ``bj.compiled.platforms``, and
``BJ_LIBRARIES`` to a folder with prebuilt libraries.
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

sys.path.insert(0, str(Path(__file__).parents[2]))  # bj is not installed yet while it is being built

from bj.compiled.platforms import LibraryError, find_compiler, find_platform  # the same

TARGET = os.environ.get("BJ_TARGET", "")
"""The platform for the wheel, or an empty string for this machine."""

READY = os.environ.get("BJ_LIBRARIES", "")
"""A folder with prebuilt libraries for this machine. A library built from the same source code is reused."""

NUMBA = "numba>=0.60,<0.70"
"""The numba releases with the private classes that ``bj.engine.layout`` needs."""

PROCESSORS = ("x86_64", "amd64", "arm64", "aarch64")
"""The processors for which numba offers binary packages."""


class BuildHook(BuildHookInterface):  # type: ignore[type-arg]  # its configuration is not used
    """Builds the library and checks the rulesets before the wheel is built."""

    def dependencies(self) -> list[str]:
        """Return the packages that bj needs, including those for building the library.

        The latter are left out if they are not available for this machine.
        """
        found = list(self.metadata.core.dependencies)
        if _can_compile():
            found += [NUMBA] if find_compiler() and not TARGET else [NUMBA, "ziglang"]
        return found

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the library, and put it in the wheel or, for an editable install, next to the source code."""
        package = Path(self.root) / "src" / "bj"
        self.folder = tempfile.TemporaryDirectory()  # kept until the wheel is built
        if version != "editable":
            checked = Path(self.folder.name) / "checked"
            try:
                _run(package, "bj.ruleset.prechecked_rulesets", str(checked))
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
    """Build the library in ``folder``, and return its file name.

    Raises LibraryError if this is not possible.
    """
    if not _can_compile():
        raise LibraryError("BJ_PURE is set, or numba has no release for this Python or processor")
    ready = Path(READY) / find_platform("").name_library(package)
    if READY and not TARGET and ready.exists():
        shutil.copyfile(ready, folder / ready.name)
        return ready.name
    return _run(package, "bj.compiled", str(folder), TARGET)


def _run(package: Path, module: str, *arguments: str) -> str:
    """Run a module of bj from its source code, and return its output. Raises LibraryError if it fails."""
    command = [sys.executable, "-P", "-m", module, *arguments]
    sources = os.pathsep.join([str(package.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": sources, "PYTHONHASHSEED": "0"}  # for reproducible wheels
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)  # noqa: S603  # ours
    if done.returncode:
        raise LibraryError(done.stderr.strip().rpartition("\n")[2])
    return done.stdout.strip()


def _can_compile() -> bool:
    """Return whether numba supports this Python version and processor, and ``BJ_PURE`` is not set."""
    is_known = (3, 11) <= sys.version_info[:2] <= (3, 14) and sys.implementation.name == "cpython"
    return is_known and platform.machine().lower() in PROCESSORS and not os.environ.get("BJ_PURE")


def _tag() -> str:
    """Return the platform tag for a wheel. Raises LibraryError if there are no wheels for the platform."""
    tag = find_platform(TARGET).tag if TARGET else re.sub(r"[-.]", "_", sysconfig.get_platform())
    if not tag:
        raise LibraryError(f"there are no wheels for `{TARGET}`")
    return tag
