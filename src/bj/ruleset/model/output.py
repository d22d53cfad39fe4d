"""Output: the line that bj prints for each event. An event without a template prints nothing."""

from typing import TYPE_CHECKING, Any

from pydantic import Field, create_model

from bj.catalogue.events import EVENTS, SHARED, EventKind, Shared
from bj.ruleset.model.base import Section, Text


class Roles(Section):
    """The words that the field ``{role}`` prints."""

    player: Text = Field(default="Player", description="The word for the player.", examples=["Guest"])
    dealer: Text = Field(default="Dealer", description="The word for the dealer.", examples=["House"])


def _said(event: EventKind | Shared) -> tuple[Any, Any]:
    """Return the type and the pydantic field of the template for ``event``."""
    fields = ", ".join(f"`{{{field}}}`" for field in event.fields)
    description = f"{event.means}{': ' if fields else ''}{fields}."
    return str | None, Field(default=None, description=description, examples=[event.example])


if TYPE_CHECKING:

    class Output(Section):
        """The templates for the events in the catalogue."""

        roles: Roles = Roles()

        def __getattr__(self, key: str) -> str | None:
            """Return the template for the event ``key``, or None if it has none."""

else:
    Output = create_model(
        "Output",
        __base__=Section,
        __doc__="Templates, which print one line each. An empty template prints an empty line, and an event "
        "without a template prints nothing. Fields are written ``{field}`` or ``{field:>6}``. A key such as "
        "``dealt`` covers both roles, unless ``player_dealt`` or ``dealer_dealt`` overrides it.",
        **{event.key: _said(event) for event in EVENTS.values()},
        **{key: _said(shared) for key, shared in SHARED.items()},
        roles=(
            Roles,
            Field(
                default_factory=Roles.usual,
                description="The words for `{role}`.",
                examples=[{"player": "Guest", "dealer": "House"}],
            ),
        ),
    )


def find_key(output: Output, event: EventKind) -> str:
    """Return the template key for ``event``: its own key, or the shared key if only that one is set."""
    if getattr(output, event.key) is not None or not event.shared:
        return event.key
    return event.shared if getattr(output, event.shared) is not None else event.key
