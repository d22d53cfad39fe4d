"""The engine once more, compiled: the same files as ``bj.engine``, imported under this name."""
from pathlib import Path
__path__ = [str(Path(__file__).parent), str(Path(__file__).parent.parent / "engine")]
