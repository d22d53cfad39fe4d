"""Refuses games that exact analysis cannot handle, such as games in which hands depend on earlier hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bj.analysis.mixed_strategies import MixedStrategy
from bj.analysis.relevant_hand_properties import names_of, read_in_hands
from bj.argument_values import Value
from bj.catalogue.effects import EFFECTS
from bj.catalogue.expression_names import NAMES
from bj.catalogue.occasions import OCCASIONS
from bj.catalogue.steps import STEPS
from bj.errors import UsageError
from bj.faults_and_fixes import KeyPath
from bj.ruleset.check import Checked
from bj.ruleset.expressions.supported_syntax import USAGE
from bj.ruleset.model import Ruleset
from bj.ruleset.shoe_size import RESHUFFLING

HISTORY = frozenset(
    ("hand", "round", "bankroll", "count", "players_left", "dealers_left", "forfeited", "again")
)
"""The names of values that depend on earlier hands."""

FUNCTIONS = frozenset(("min", "max", "abs", "ceil", "floor", "holds", "rank", "suit"))
"""The functions that exact analysis can handle in expressions."""

POWER_KEYS = frozenset(
    (
        *("on", "as_", "when", "ask", "between", "default", "say", "do", "limit", "set"),
        *("memory", "shared", "while_", "reactions"),
        *(key for effect in EFFECTS.values() if effect.analysed for key in effect.keys),
    )
)
"""The keys of powers and reactions that exact analysis can handle."""

SHUFFLES = frozenset(("shuffle", "reshuffle"))

SIMULATE = "use `bj simulate`"


def refuse_history(
    checked: Checked, values: Mapping[str, Value], *, fresh: bool, mixed: MixedStrategy | None = None
) -> None:
    """Raise UsageError if hands depend on earlier hands, rules use chance, or a feature is not supported.

    Analysis supports only some of the steps, occasions, effects, names, functions and power keys. Expressions
    in the ``mixed`` strategy may use chance.
    """
    model = checked.model
    if model.tournament is not None:
        raise UsageError("the rounds of a tournament depend on each other", SIMULATE)
    if not model.rules.has_wagers:
        raise UsageError("this game has no wagers, so a hand has no value", SIMULATE)
    endless = model.shoe.packs == "infinite"
    if model.shoe.shuffle.method == "riffle" and not endless and not fresh:
        raise UsageError(
            "a riffled shoe is not perfectly shuffled",
            "use `bj simulate`, or choose `fresh` to deal every hand from a fresh, well-shuffled shoe",
        )
    if any(checked.pack.named[rank].value == 0 for rank in checked.pack.ranks):
        raise UsageError(
            "some cards are worth 0, so hands can have any number of cards and cannot be analyzed",
            SIMULATE,
        )
    for why in _not_followed(model):
        raise UsageError(f"{why} cannot be analyzed", SIMULATE)
    for _, reaction in model.all_reactions():
        if reaction.limit is not None and not reaction.limit.endswith("per hand"):
            raise UsageError(
                f"`{reaction.limit}` depends on earlier hands",
                "use `bj simulate`, or set the limit per hand",
            )
    memory = {name for strategy in checked.strategies.values() for name in strategy.memory or {}}
    memory |= {name for name, power in model.powers.items() if power.memory or power.while_ is not None}
    history = (HISTORY if endless else HISTORY - {"count"}) | memory
    for path, expression in read_in_hands(checked, values):
        where, names = ".".join(map(str, path)), names_of(expression)
        known = {"chance"} if mixed is not None and path[: len(mixed.path)] == mixed.path else set()
        for name in sorted(names & {"chance", "random"} - known):
            raise UsageError(f"{where} uses chance: `{name}`", SIMULATE)
        before = set() if fresh or endless else _names_from_before(model, path)
        for name in sorted(names & (history | before)):
            raise UsageError(f"{where} depends on `{name}`, and therefore on earlier hands", SIMULATE)
        for name in sorted(names - known):
            if name in USAGE.keys() - FUNCTIONS or (name in NAMES and not NAMES[name].analysed):
                raise UsageError(f"{where} depends on `{name}`, which cannot be analyzed", SIMULATE)


def _names_from_before(model: Ruleset, path: KeyPath) -> set[str]:
    """Return the names that may have stale values when the expression at ``path`` is evaluated.

    A stale value belongs to the previous hand.
    """
    steps = [{step.step, step.else_} for step in model.procedure.hand]
    dealt = next((place for place, names in enumerate(steps) if "deal" in names), len(steps))
    if path == RESHUFFLING:
        return {"count"}
    match path:
        case ("procedure", "hand", int(place), *_) if place <= dealt:
            return {"count"}
        case ("strategies", _, "wager", *_):
            wagered = next((place for place, names in enumerate(steps) if "take wagers" in names), 0)
            later = set().union(*steps[wagered:dealt])
            return {"count", "cards_left"} if SHUFFLES & later else set()
    return set()


def _not_followed(model: Ruleset) -> Iterator[str]:
    for step in model.procedure.steps_named():
        if not STEPS[step].analysed:
            yield f"a game with the step `{step}`"
    for power in (*model.powers.values(), *(reaction for _, reaction in model.all_reactions())):
        if not EFFECTS[power.do].analysed:
            yield f"a power with the effect `{power.do}`"
        if power.on is not None and not OCCASIONS[power.on].analysed:
            yield f"a power with the occasion `{power.on}`"
        for key in sorted(power.model_fields_set - POWER_KEYS):
            yield f"a power with the key `{key.rstrip('_')}`"
