"""Run by build.mjs in Pyodide: compile and zip ``/site``; ``shelf`` has the shipped rulesets."""

import json
import py_compile
import re
import sys
import zipfile
from importlib.metadata import distributions
from pathlib import Path

SITE = Path("/site")
sys.path.insert(0, str(SITE))

from bj.native.library import SOURCES  # noqa: E402  # it is in the folder
from bj.playground.protocol import Protocol  # noqa: E402  # the same

answer = json.loads(Protocol().answer('{"method": "shelf"}'))
shelf = json.dumps(answer["result"], ensure_ascii=False, separators=(",", ":"))

# A hash that is never checked: unpacking does not keep the times of files. The sources of the engine stay, as
# the name of its library contains their hash.
HOW = py_compile.PycInvalidationMode.UNCHECKED_HASH
KEPT = tuple(str(SITE / "bj" / source) for source in SOURCES)
for file in sorted(SITE.rglob("*.py")):
    is_kept = str(file).startswith(KEPT)
    target = None if is_kept else f"{file}c"
    py_compile.compile(str(file), target, str(file.relative_to(SITE)), invalidation_mode=HOW, quiet=2)
    if not is_kept:
        file.unlink()
with zipfile.ZipFile("/site.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for file in sorted(SITE.rglob("*")):
        path = file.relative_to(SITE)
        if file.is_file() and not re.search(r"\.(pyi|typed)$|/v1/|/mypy|RECORD$", str(path)):
            info = zipfile.ZipInfo(path.as_posix(), (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, file.read_bytes())

licences = []
for each in distributions(path=[str(SITE)]):
    files = [file for file in each.files or [] if re.search(r"licen[cs]e", str(file), re.IGNORECASE)]
    texts = [file.read_text() for file in files]
    about = each.metadata.get("License-Expression") or each.metadata.get("License") or ""
    licences.append([f"{each.name} {each.version} ({about})", "\n\n".join(texts) or about])
licences.append([f"Python {sys.version.split()[0]}", "PSF-2.0; https://docs.python.org/3/license.html"])
json.dumps(sorted(licences))
