"""``bj server``: runs the language server for rulesets."""

from __future__ import annotations

from bj.cli.ending_commands import exit_policy
from bj.extras import lack


def server() -> None:
    """Serve an editor over the Language Server Protocol.

    Editors start the server automatically and talk to it on stdin and stdout.
    """
    with exit_policy():
        try:
            from bj.language_server.serving import serve
        except ImportError as error:
            raise lack("`bj server` needs", "lsp", error) from None
        serve()
