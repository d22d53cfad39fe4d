"""Compiles the files in ``/site`` and packs them into one file. ``build.mjs`` runs this in Pyodide.

The variable ``shelf`` has the shipped rulesets.
"""

import json
import py_compile
import re
import sys
from importlib.metadata import distributions
from pathlib import Path

SITE = Path("/site")
sys.path.insert(0, str(SITE))

from bj.native.library import SOURCES  # noqa: E402  # found only in SITE
from bj.playground.protocol import Protocol  # noqa: E402  # found only in SITE

answer = json.loads(Protocol().answer('{"method": "shelf"}'))
shelf = json.dumps(answer["result"], ensure_ascii=False, separators=(",", ":"))

# The bytecode is never compared with its source, because unpacking does not keep the times of files. The
# sources of the engine are kept, because the name of its library contains their hash.
HOW = py_compile.PycInvalidationMode.UNCHECKED_HASH
KEPT = tuple(str(SITE / "bj" / source) for source in SOURCES)
for file in sorted(SITE.rglob("*.py")):
    is_kept = str(file).startswith(KEPT)
    target = None if is_kept else f"{file}c"
    py_compile.compile(str(file), target, str(file.relative_to(SITE)), invalidation_mode=HOW, quiet=2)
    if not is_kept:
        file.unlink()
LEFT_OUT = re.compile(r"\.(pyi|typed)$|/v1/|/mypy|/sboms/|/(METADATA|RECORD|WHEEL)$|/licenses/")
kept = [file for file in sorted(SITE.rglob("*")) if file.is_file() and not LEFT_OUT.search(str(file))]
index = json.dumps([[str(file.relative_to(SITE)), file.stat().st_size] for file in kept]).encode()
with open("/site.bin", "wb") as archive:
    archive.write(len(index).to_bytes(4, "little") + index)
    for file in kept:
        archive.write(file.read_bytes())

licences = []
for each in distributions(path=[str(SITE)]):
    files = [file for file in each.files or [] if re.search(r"licen[cs]e", str(file), re.IGNORECASE)]
    texts = [file.read_text() for file in files]
    about = each.metadata.get("License-Expression") or each.metadata.get("License") or ""
    licences.append([f"{each.name} {each.version} ({about})", "\n\n".join(texts) or about])
licences.append([f"Python {sys.version.split()[0]}", "PSF-2.0; https://docs.python.org/3/license.html"])
json.dumps(sorted(licences))
