"""Hands that depend on the hands before them, which have no exact value."""

from __future__ import annotations

from collections.abc import Mapping

from bj.analysis.asked import asked_in_hands, names_of
from bj.analysis.lots import Lots
from bj.arguments import Value
from bj.catalogue.names import RANKS, SUITS
from bj.errors import UsageError
from bj.ruleset.check import Checked

HISTORY = frozenset(
    ("hand", "round", "bankroll", "count", "players_left", "dealers_left", "forfeited", "again")
)
"""What expressions can name that depends on hands before."""

BY_POWER = frozenset(
    (
        "extra turn",
        "count as",
        "discard card",
        "take discard",
        "draw card",
        "add card",
        "change card",
        "put card back",
        "swap hands",
        "give card",
        "take card",
        "look at next card",
        "put next card back",
        "exchange card",
        "look at hole card",
        "raise wager",
        "replay hand",
    )
)
"""Effects of powers that look at more than the cards of a hand, or at a card that the table does not see."""


def refuse_history(
    checked: Checked, values: Mapping[str, Value], *, fresh: bool, lots: Lots | None = None
) -> None:
    """Raise UsageError when what a hand brings depends on the hands before it, or on chance of its own."""
    model = checked.model
    if model.tournament is not None:
        raise UsageError("the rounds of a tournament depend on each other", "use `bj simulate`")
    if "offer switch" in model.procedure.steps_named():
        raise UsageError("hands whose cards may be switched depend on each other", "use `bj simulate`")
    endless = model.shoe.packs == "infinite"
    if model.shoe.shuffle.method == "riffle" and not endless and not fresh:
        raise UsageError(
            "a riffled shoe is not in perfect disorder",
            "use `bj simulate`, or add `--fresh` to deal every hand from a fresh, well-shuffled shoe",
        )
    for name, power in model.powers.items():
        if any(each is not None for each in (power.target, power.draws, power.payouts)):
            raise UsageError(
                f"the power `{name}` changes the rules for whoever has it, and cannot be analysed",
                "use `bj simulate`",
            )
    for _, reaction in model.all_reactions():
        if reaction.do in BY_POWER:
            raise UsageError(f"a power with `{reaction.do}` cannot be analysed", "use `bj simulate`")
        if reaction.of is not None:
            raise UsageError("a power about what happens to others cannot be analysed", "use `bj simulate`")
        if reaction.limit is not None and not reaction.limit.endswith("per hand"):
            raise UsageError(
                f"`{reaction.limit}` depends on the hands before",
                "use `bj simulate`, or set the limit per hand",
            )
    memory = {name for strategy in checked.strategies.values() for name in strategy.memory or {}}
    memory |= {name for name, power in model.powers.items() if power.memory or power.while_ is not None}
    history = (HISTORY if endless else HISTORY - {"count"}) | memory
    for path, expression in asked_in_hands(checked, values):
        where, names = ".".join(map(str, path)), names_of(expression)
        known = {"chance"} if lots is not None and path[: len(lots.path)] == lots.path else set()
        for name in sorted(names & {"chance", "random"} - known):
            raise UsageError(f"{where} draws lots with `{name}`", "use `bj simulate`")
        if "number_of" in names:
            raise UsageError(
                f"{where} counts cards with `number_of`, which cannot be analysed", "use `bj simulate`"
            )
        for name in sorted(names & (RANKS | SUITS)):
            raise UsageError(f"{where} depends on `{name}`, which cannot be analysed", "use `bj simulate`")
        for name in sorted(names & history):
            raise UsageError(f"{where} depends on `{name}`, and so on the hands before", "use `bj simulate`")
