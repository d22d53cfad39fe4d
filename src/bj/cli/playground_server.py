"""``bj serve``: serves the playground on the local machine."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Annotated

from bj.cli.exit_codes import exit_policy
from bj.cli.options import argument, flag, option
from bj.cli.shell_completion import complete_ruleset
from bj.ruleset.ruleset_files import find_ruleset, read_bytes, shipped_rulesets

PORT = 8021


def serve(
    ruleset: Annotated[
        str,
        argument(
            "RULESET",
            "The ruleset to open: a file, or the name of a shipped ruleset.",
            autocompletion=complete_ruleset,
        ),
    ] = "",
    port: Annotated[int, option("N", "The port to listen on; 0 for any free port.", min=0, max=65535)] = PORT,
    browser: Annotated[bool, flag("--browser", "Open the page in a browser.")] = False,
) -> None:
    """Serve the playground, a web page for rulesets, on this machine.

    On the page, you can write, play and analyze rulesets. Other machines cannot access it. Press Ctrl-C to
    stop the server.
    """
    with exit_policy():
        from bj.playground.web_server import find_page, make_server

        hash_of_ruleset = address_of(ruleset)
        server = make_server(find_page(), port)
        host, chosen = server.server_address[:2]
        address = f"http://{host!s}:{chosen}/{hash_of_ruleset}"
        print(f"serving the playground at {address}", flush=True)
        if browser:
            import webbrowser

            webbrowser.open(address)
        with server, suppress(KeyboardInterrupt):
            server.serve_forever()
        sys.exit(0)


def address_of(ruleset: str) -> str:
    """Return the URL fragment that opens ``ruleset``, or an empty string if ``ruleset`` is empty.

    Raises UsageError if the ruleset cannot be found or read.
    """
    from bj.playground.page_links import make_address

    if not ruleset:
        return ""
    file = find_ruleset(ruleset)
    if ruleset in shipped_rulesets() and shipped_rulesets()[ruleset] == file:
        return make_address(ruleset)
    return make_address(text=read_bytes(file).decode("utf-8", "replace"))
