"""Output: what is said at each event. An event without a template is silent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field, create_model

from bj.catalogue.events import EVENTS, Event
from bj.ruleset.model.base import Section


def _said(event: Event) -> tuple[Any, Any]:
    """The key of an event: the template of what is said, which is nothing without one."""
    fields = ", ".join(f"`{{{field}}}`" for field in event.fields)
    description = f"{event.means}{': ' if fields else ''}{fields}."
    return str | None, Field(default=None, description=description, examples=[event.example])


if TYPE_CHECKING:

    class Output(Section):
        """A template for each event of the catalogue."""

        def __getattr__(self, key: str) -> str | None:
            """The template of an event."""

else:
    Output = create_model(
        "Output",
        __base__=Section,
        __doc__="A template per event; every template makes one line. "
        "``{field}`` and ``{field:>6}`` are filled in.",
        **{event.key: _said(event) for event in EVENTS.values()},
    )
