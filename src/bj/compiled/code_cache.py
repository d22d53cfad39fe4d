"""The machine code of the compiled engine on disk; code that cannot be read or written is compiled anew."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba import config
from numba.core import dispatcher
from numba.core.caching import FunctionCache, IndexDataCacheFile, NullCache

SEAL = 32  # bytes


class SealedFile(IndexDataCacheFile):  # type: ignore[misc]  # numba's hints are not read
    """The files that numba keeps for a function, each followed by a digest of its content."""

    def _dump(self, data: Any) -> bytes:
        """The content of a file, with its digest."""
        content: bytes = super()._dump(data)
        return content + sha256(content).digest()

    def _load_data(self, name: str) -> Any:
        """The content without its digest. Raises ValueError if it was changed: running it would crash."""
        sealed = Path(self._data_path(name)).read_bytes()
        content = sealed[:-SEAL]
        if sha256(content).digest() != sealed[-SEAL:]:
            raise ValueError(name)
        return pickle.loads(content)  # noqa: S301  # from a folder in which only the user can write


class KeptCode(FunctionCache):  # type: ignore[misc]  # numba's hints are not read
    """The machine code of a function on disk; if it is damaged or the disk is full, there is none."""

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = SealedFile(self._cache_path, self._impl.filename_base, stamp)

    def has(self, signature: Any, context: Any) -> bool:
        """Whether the code for these types exists and is intact."""
        try:
            return self._cache_file.load(self._index_key(signature, context.codegen())) is not None
        except Exception:  # whatever damaged pickles raise
            return False

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The code for these types, or None.

        numba's own method first makes it ready to compile, which takes longer than all the rest.
        """
        try:
            return self._load_overload(signature, context)
        except Exception:  # whatever damaged pickles raise
            return None

    def save_overload(self, signature: Any, code: Any) -> None:
        """Keep the code for these types if possible, in place of any damaged code."""
        for _ in range(2):
            try:
                super().save_overload(signature, code)
                return
            except Exception:  # the disk is full, or the index is damaged
                with suppress(OSError):
                    self.flush()


@contextmanager
def keep_in(folder: Path | None) -> Iterator[None]:
    """Keep the code of functions decorated in this context in a folder, or nowhere.

    numba asks for its folder when a function is decorated; if it cannot write there, it takes another one.
    """

    def make_cache(function: Any) -> Any:
        if folder is not None:
            with suppress(RuntimeError, OSError):
                kept = KeptCode(function)
                if Path(kept.cache_path).is_relative_to(folder):
                    return kept
        return NullCache()

    before = config.CACHE_DIR, dispatcher.FunctionCache
    config.CACHE_DIR, dispatcher.FunctionCache = str(folder or ""), make_cache
    try:
        yield
    finally:
        config.CACHE_DIR, dispatcher.FunctionCache = before
