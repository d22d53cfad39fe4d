"""The compiled engine, which consists of the same files as ``bj.engine``, imported under this name.

``python -m bj.compiled FOLDER`` builds the shared library that ``bj.native`` calls. This requires numba and a
linker. Nothing else imports this package.
"""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent

__path__ = [str(_HERE), str(_HERE.parent / "engine")]
