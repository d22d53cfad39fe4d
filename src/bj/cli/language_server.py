"""``bj server``: runs the language server for rulesets."""

from __future__ import annotations

from bj.cli.exit_codes import exit_policy
from bj.optional_packages import lack


def server() -> None:
    """Run a language server for rulesets.

    Editors start it automatically, and communicate with it over stdin and stdout.
    """
    with exit_policy():
        try:
            from bj.language_server.serving import serve
        except ImportError as error:
            raise lack("`bj server` needs", "lsp", error) from None
        serve()
