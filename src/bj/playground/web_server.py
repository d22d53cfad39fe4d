"""Serves the built page to the local machine."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

from bj.errors import UsageError

HOST = "127.0.0.1"
"""The loopback address, which other machines cannot access."""

PACKAGE = "bj_page"
"""The package that contains the page, if it is installed."""

CHECKOUT = Path(__file__).parents[3] / "page" / "dist"
"""The folder that contains the page after a build in a clone of the repository."""


def find_page() -> Path:
    """Return the folder that contains the page. Raises UsageError if the page has not been built."""
    spec = find_spec(PACKAGE)
    installed = list(spec.submodule_search_locations or ()) if spec else []
    for folder in (*map(Path, installed), CHECKOUT):
        if (folder / "index.html").is_file():
            return folder
    raise UsageError(
        "the page is not installed",
        "build it in a clone with `cd page && npm ci && npm run build`; Debian's nodejs and npm are enough",
    )


class Handler(SimpleHTTPRequestHandler):
    """Serves files without logging requests or listing folders."""

    extensions_map = {  # noqa: RUF012  # as in the base class
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
    }

    def end_headers(self) -> None:
        """Add headers that make browsers check for a new version every time."""
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def list_directory(self, path: object) -> None:
        """Refuse to list a folder."""
        self.send_error(404)

    def log_message(self, format: str, *words: object) -> None:
        """Do not log requests."""


def make_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Create a server for the files in ``folder``. It listens on ``port``, but does not answer requests yet.

    If ``port`` is 0, any free port is used. Raises UsageError if the port cannot be used.
    """
    try:
        return ThreadingHTTPServer((HOST, port), partial(Handler, directory=str(folder)))
    except OSError as error:
        raise UsageError(
            f"port {port} cannot be used: {error.strerror}", "choose another one, or `--port 0`"
        ) from None
