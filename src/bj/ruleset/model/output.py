"""Output: the line to print at each event. Events without a template print nothing."""

from typing import TYPE_CHECKING, Any

from pydantic import Field, create_model

from bj.catalogue.events import EVENTS, SHARED, EventKind, Shared
from bj.ruleset.model.base import Section, Text


class Roles(Section):
    """The names of the roles in templates with the field ``{role}``."""

    player: Text = Field(default="Player", description="The player.", examples=["Guest"])
    dealer: Text = Field(default="Dealer", description="The dealer.", examples=["House"])


def _said(event: EventKind | Shared) -> tuple[Any, Any]:
    """Return the type and the field of the template for ``event``."""
    fields = ", ".join(f"`{{{field}}}`" for field in event.fields)
    description = f"{event.means}{': ' if fields else ''}{fields}."
    return str | None, Field(default=None, description=description, examples=[event.example])


if TYPE_CHECKING:

    class Output(Section):
        """A template for each event of the catalogue."""

        roles: Roles = Roles()

        def __getattr__(self, key: str) -> str | None:
            """Return the template of the event ``key``, or None."""

else:
    Output = create_model(
        "Output",
        __base__=Section,
        __doc__="A template for each event. Every template prints one line. An empty template prints an "
        "empty line. Events without a template print nothing. ``{field}`` and ``{field:>6}`` are filled in. "
        "A key such as ``dealt`` is for both roles. A template for ``player_dealt`` or ``dealer_dealt`` "
        "overrides it.",
        **{event.key: _said(event) for event in EVENTS.values()},
        **{key: _said(shared) for key, shared in SHARED.items()},
        roles=(
            Roles,
            Field(
                default_factory=Roles.usual,
                description="The names of the roles, for `{role}`.",
                examples=[{"player": "Guest", "dealer": "House"}],
            ),
        ),
    )


def find_key(output: Output, event: EventKind) -> str:
    """Return the key of the template for ``event``: its own, or the shared key if only that one is set."""
    if getattr(output, event.key) is not None or not event.shared:
        return event.key
    return event.shared if getattr(output, event.shared) is not None else event.key
