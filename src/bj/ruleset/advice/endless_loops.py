"""Advice on loops and powers that never end."""

from __future__ import annotations

from bj.catalogue.expression_names import NAMES
from bj.ruleset.advice.advice_state import Advising, depends_on_luck
from bj.ruleset.check.expressions_and_templates import lasting_names, remembered_names
from bj.ruleset.expressions.tree import names_used

OF_THE_HAND = frozenset(key for key, name in NAMES.items() if name.changes_in_hand)
"""Names whose values can change while a hand is played."""

WITH_CARDS = OF_THE_HAND | {"cards_left", "count"}
"""Names whose values can change while a hand is played or when a card is dealt."""

MONEY = frozenset(("bankroll", "their_bankroll", "players_left", "dealers_left"))
"""Names whose values can change when hands are settled."""

ENDLESS = {
    ("extra card", "stand"): (
        "this hand never stands: it always takes another card instead",
        'add a condition such as `when = "total < 19"`',
    ),
    ("extra turn", "turns over"): (
        "this hand never ends: after all turns, it gets another turn",
        'add `limit = "1 per hand"`',
    ),
    ("replay hand", "hand over"): (
        "this hand never ends: it is replayed whenever it is over",
        'add `limit = "1 per game"`, or a condition such as `when = "total < 18"`',
    ),
}
"""Combinations of effect and occasion that can repeat forever, each with a message and a remedy."""


def advise_endless(advising: Advising) -> None:
    """Check that all loops and powers end, and that a tournament has rounds."""
    _advise_loops(advising)
    _advise_rounds(advising)
    _advise_powers(advising)


def _advise_loops(advising: Advising) -> None:
    """Check that the condition of each loop can become false."""
    model, steps = advising.model, advising.step_names
    changing = {"bankroll", "count", *remembered_names(model), *lasting_names(model)}
    changing |= {"cards_left"} if not model.shoe.is_infinite else set()
    changing |= {"again"} if "ask again" in steps else set()
    does = {reaction.do for _, reaction in advising.reactions}
    changing |= {"forfeited"} if "forfeit round" in does else set()
    leaves = "wager" in advising.asked() and model.prompts.wager.quit is not None
    for path, step in advising.steps:
        if step.repeat is None or (step.repeat == "hand" and leaves):
            continue
        here = {"round": {"round", "hand"}, "hand": {"hand"}}[step.repeat] | changing
        if step.repeat == "round":
            here |= {"players_left"} if "kick out player" in steps else set()
            here |= {"dealers_left"} if "kick out dealer" in steps else set()
            here |= {"match", "matches_left"} if here & {"players_left", "dealers_left"} else set()
        condition = advising.checked.expressions[(*path, "while")]
        if names_used(condition).isdisjoint(here) and not depends_on_luck(condition):
            message = f"this never ends, because nothing in the {step.repeat} changes the condition"
            remedy = f"compare `{step.repeat}` with a number, or use a value that changes"
            advising.note("BJ941", (*path, "while"), message, remedy)


def _advise_rounds(advising: Advising) -> None:
    """Check that a tournament has rounds, and that it eliminates losers."""
    tournament = (("tournament",), True)
    if advising.model.tournament is None:
        return
    if not any(step.repeat == "round" for _, step in advising.steps):
        message = "the tournament has no rounds, so only the first member of each team ever plays"
        remedy = 'add `round = […]`, and `{ repeat = "round", while = "…" }` to `game`'
        advising.note_first("BJ943", [(("procedure", "game"), True), tournament], message, remedy)
    elif advising.step_names.isdisjoint(("kick out player", "kick out dealer")):
        message = "no member ever leaves the tournament, so no team can win"
        remedy = 'add `{ step = "kick out player", if = "…", else = "kick out dealer" }` to `round`'
        advising.note_first("BJ943", [(("procedure", "round"), True), tournament], message, remedy)


def _advise_powers(advising: Advising) -> None:
    """Check that no power keeps a hand going forever."""
    changing = WITH_CARDS.union(remembered_names(advising.model), lasting_names(advising.model))
    pays = any(reaction.do == "change bankroll" for _, reaction in advising.reactions)
    for place, reaction in advising.reactions:
        renewed = reaction.do == "replay hand" and (reaction.limit or "").endswith(" per hand")
        is_open = (reaction.limit is None or renewed) and reaction.ask is None
        if (reaction.do, reaction.on) not in ENDLESS or not is_open:
            continue
        money = MONEY if pays or reaction.on == "hand over" else frozenset()
        when = advising.checked.expressions.get((*place, "when"))
        if when is None or (names_used(when).isdisjoint(changing | money) and not depends_on_luck(when)):
            advising.note("BJ942", place, *ENDLESS[reaction.do, reaction.on])
