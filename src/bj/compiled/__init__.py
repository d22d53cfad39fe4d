"""The compiled engine: the same files as ``bj.engine``, imported under this name.

``python -m bj.compiled FOLDER`` makes the shared library that ``bj.native`` calls. It needs numba and a
linker. Nothing else imports this package.
"""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent

__path__ = [str(_HERE), str(_HERE.parent / "engine")]
