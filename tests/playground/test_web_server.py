"""`bj serve`: the built page on this machine."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from urllib.error import HTTPError
from urllib.request import build_opener

import pytest

from bj.cli.playground_server import address_of
from bj.errors import UsageError
from bj.playground import web_server


def test_files_are_served_on_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is served with the types that browsers insist on; no folder is listed or left."""
    page = tmp_path / "dist"
    (page / "pyodide").mkdir(parents=True)
    (page / "index.html").write_text("the page")
    (page / "pyodide" / "one.mjs").write_text("")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(web_server, "CHECKOUT", page)
    server = web_server.make_server(web_server.find_page(), 0)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        host, port = server.server_address[:2]
        assert host == "127.0.0.1"
        url = f"http://127.0.0.1:{port}/"
        fetch = build_opener().open
        with fetch(url) as answer:
            assert answer.read() == b"the page"
        with fetch(f"{url}pyodide/one.mjs") as answer:
            assert answer.headers["Content-Type"] == "text/javascript"
        for path in ("pyodide/", "../secret.txt", "%2e%2e/secret.txt"):
            with pytest.raises(HTTPError, match="404"):
                fetch(url + path)
        with pytest.raises(UsageError, match="cannot be used"):
            web_server.make_server(page, port)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_missing_page_has_a_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a built page, the error says how to build it."""
    monkeypatch.setattr(web_server, "CHECKOUT", tmp_path)
    with pytest.raises(UsageError, match="not installed") as caught:
        web_server.find_page()
    assert "npm run build" in str(caught.value.remedy)


def test_address_opens_a_ruleset(tmp_path: Path) -> None:
    """A shipped ruleset is named in the address, and the text of a file is part of it."""
    (tmp_path / "mine.toml").write_text('[ruleset]\ntitle = "x"\n')
    assert address_of("") == ""
    assert address_of("casino") == "#ruleset=casino"
    assert address_of(str(tmp_path / "mine.toml")).startswith("#text=")
