"""Advice on what is said: templates of events that never happen, and events that are never said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bj.ruleset.advice.advising import Advising, roles_of
from bj.ruleset.model import Ruleset

STEP_OF: Mapping[str, tuple[str, ...]] = {
    "hand": ("announce hand",),
    "player_bets": ("take wagers",),
    "player_dealt": ("deal",),
    "dealer_dealt": ("deal",),
    "upcard": ("deal",),
    "player_natural": ("pay naturals",),
    "naturals_push": ("pay naturals",),
    "player_total": ("players act",),
    "player_busts": ("players act",),
    "player_turn": ("players act",),
    "player_hand": ("players act", "show players"),
    "player_bust_hand": ("players act",),
    "player_hits": ("players act",),
    "player_stands": ("players act",),
    "player_doubles": ("players act",),
    "hole_card": ("reveal hole card",),
    "dealer_total": ("dealer acts",),
    "dealer_busts": ("dealer acts",),
    "dealer_turn": ("dealer acts",),
    "dealer_hand": ("dealer acts",),
    "dealer_bust_hand": ("dealer acts",),
    "dealer_hits": ("dealer acts",),
    "dealer_stands": ("dealer acts",),
    "player_wins": ("settle",),
    "dealer_wins": ("settle",),
    "push": ("settle",),
    "lost_by_bust": ("settle",),
    "won_by_bust": ("settle",),
    "dealer_natural": ("settle",),
    "paid": ("settle", "pay naturals"),
    "collected": ("settle", "pay naturals"),
    "player_table_hand": ("show hands",),
    "dealer_table_hand": ("show hands",),
    "standing": ("announce standings",),
    "dealer_standing": ("announce standings",),
    "player_kicked_out": ("kick out player",),
    "dealer_kicked_out": ("kick out dealer",),
}
"""The steps of which one has to be played for an event to happen."""

TOLD_BY: Mapping[str, tuple[tuple[str, ...], str]] = {
    "announce hand": (("hand",), "that a hand begins"),
    "announce standings": (("standing", "dealer_standing"), "how much everybody has"),
    "show hands": (("player_table_hand", "dealer_table_hand"), "the hands on the table"),
    "show players": (("player_hand", "player_turn"), "the players' hands"),
    "pay naturals": (("player_natural", "paid"), "that a natural is paid"),
    "kick out player": (("player_kicked_out",), "who is out"),
    "kick out dealer": (("dealer_kicked_out",), "who is out"),
    "settle": (("player_wins", "dealer_wins", "paid", "collected"), "who wins"),
    "deal": (
        ("player_dealt", "player_table_hand", "player_turn", "player_hand"),
        "which cards a player has",
    ),
}
"""For a step, the events of which one should be said, and what would go unsaid otherwise."""


def advise_output(advising: Advising) -> None:
    """Every template is for an event that happens, and what happens is said."""
    possible = _reasons(advising)
    for event in sorted(advising.model.output.model_fields_set & possible.keys()):
        if getattr(advising.model.output, event) is not None:
            message = f"`{event}` never happens: {possible[event]}"
            advising.note("BJ921", ("output", event), message, "remove it", key=True)
    _advise_unsaid(advising)


def _reasons(advising: Advising) -> dict[str, str]:
    """The events that cannot happen, with the reason."""
    model, steps = advising.model, advising.step_names()
    reasons = dict(_missing_rules(advising, model))
    for event, needed in STEP_OF.items():
        if steps.isdisjoint(needed):
            listed = " or ".join(f"`{step}`" for step in needed)
            reasons[event] = f"the procedure has no step {listed}"
    return reasons


def _missing_rules(advising: Advising, model: Ruleset) -> Iterator[tuple[str, str]]:
    """Events that cannot happen because of the rules, with the reason."""
    shoe, steps = model.shoe, advising.step_names()
    is_infinite = shoe.packs == "infinite" and shoe.players_per_pack is None
    restarts = shoe.when_empty == "restart hand"
    if is_infinite:
        yield from ((event, "an infinite shoe is not shuffled") for event in ("shuffle", "cut"))
    elif steps.isdisjoint(("shuffle", "reshuffle")) and shoe.when_empty == "stop":
        yield from ((event, "the procedure has no step `shuffle`") for event in ("shuffle", "cut"))
    elif shoe.shuffle.method != "riffle":
        yield "cut", "only a riffle has cuts"
    if is_infinite or not restarts:
        yield "cards_used_up", '`when_empty` of the shoe is not "restart hand"'
    if not model.rules.dealer_natural:
        yield from ((event, "`dealer_natural` is false") for event in ("dealer_natural", "naturals_push"))
    if "player down" not in model.procedure.deal and not _does(advising, "retake hand"):
        yield "player_dealt_down", "no card is dealt face down to a player"
    if "dealer down" not in model.procedure.deal and not _does(advising, "retake hand"):
        yield "dealer_dealt_down", "no card is dealt face down to the dealer"
    if not _does(advising, "void hand"):
        yield "hand_void", 'no reaction has `do = "void hand"`'
    if not _may_double(advising):
        yield "player_doubles", "nobody may double"
    for role in ("player", "dealer"):
        if not any(
            reaction.say is not None and role in roles_of(path, reaction)
            for path, reaction in advising.reactions()
        ):
            yield f"{role}_says", f"no reaction of a {role} says anything"


def _does(advising: Advising, effect: str) -> bool:
    """Whether some reaction has the effect."""
    return any(reaction.do == effect for _, reaction in advising.reactions())


def _may_double(advising: Advising) -> bool:
    """Whether somebody may double a hand, and would."""
    if not advising.model.rules.double:
        return False
    if "action" in advising.asked():
        return "double" in advising.model.prompts.action.answers.values()
    strategies = [advising.checked.strategies[name] for name in advising.played()]
    charts = [strategy.chart for strategy in strategies if strategy.chart is not None]
    return any("D" in row.split() for chart in charts for row in chart.rows.values()) or any(
        rule.do == "double" for strategy in strategies for rule in strategy.rules or []
    )


def _advise_unsaid(advising: Advising) -> None:
    """What happens at the table can be read in the transcript."""
    said = advising.checked.templates.keys()
    for path, step in advising.steps():
        for key, name in (("step", step.step), ("else", step.else_)):
            events, what = TOLD_BY.get(name or "", ((), ""))
            if events and said.isdisjoint(events):
                listed = " or ".join(f"`{event}`" for event in events)
                message = f"nothing says {what} when `{name}` is played"
                place = (*path, key) if key == "else" else path
                advising.note_first(
                    "BJ922", [(place, False), (("output",), True)], message, f"add {listed} to [output]"
                )
