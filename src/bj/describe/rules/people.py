"""Who plays and who deals: players, the dealer, the teams of a tournament."""

from __future__ import annotations

from collections.abc import Iterator

from bj.catalogue.limits import MOST_SEATS
from bj.describe.rules.layout import enumerate_words, runs
from bj.describe.rules.parts import Fact, Listing, Part, Section
from bj.describe.rules.phrases import Phrases
from bj.describe.rules.reactions import describe_memory, describe_reactions
from bj.ruleset.check import Checked
from bj.ruleset.expressions.parse import evaluate_expression, names_used
from bj.ruleset.names import Place


def describe_people(checked: Checked) -> Section:
    """The players at the table, and the dealer."""
    model = checked.model
    phrases = Phrases(checked)
    parts: list[Part] = []
    for index, player in enumerate(model.players):
        bankroll = phrases.tell(("players", index, "bankroll"), player.bankroll, Place.START)
        plays = _strategy(checked, player.strategy)
        parts.append(Fact(f"bankroll {index}", f"{player.name} starts with {{}}.", bankroll))
        if player.spots > 1:
            form = f"{player.name} plays {{}} hands at a time."
            parts.append(Fact(f"spots {index}", form, str(player.spots)))
        parts.append(Fact(f"strategy {index}", f"{player.name} plays by {{}}.", plays))
    for argument in model.command_line:
        if argument.type == "players" and model.tournament is None:
            kinds = enumerate_words([f"`{kind}`" for kind in argument.choices or []], "or")
            form = f"Up to {MOST_SEATS} players are named on the command line or asked for, each {{}}."
            parts.append(Fact(f"roster {argument.name}", form, kinds))
    parts += _describe_dealer(checked)
    return Section("Players and dealer", parts)


def _describe_dealer(checked: Checked) -> Iterator[Fact]:
    """The dealer's rule, and the money of the house."""
    dealer = checked.model.dealer
    yield Fact("draws", "The dealer draws {}.", _drawing(checked))
    plays = (
        "even when all players have bust"
        if dealer.plays == "always"
        else "only if a player still has a hand to compare"
    )
    yield Fact("plays", f"The dealer plays {plays}.")
    bankroll = Phrases(checked).tell(("dealer", "bankroll"), dealer.bankroll, Place.START)
    yield Fact("house", "The house starts with {}, and may go below zero.", bankroll)


def _drawing(checked: Checked) -> str:
    """When the dealer draws: by totals if the rule amounts to that, however it is written."""
    text, path = checked.model.dealer.draws, ("dealer", "draws")
    expression = checked.expressions[path]
    if not names_used(expression) <= {"total", "soft"}:
        return f"while `{text}`"
    totals = range(2, checked.model.rules.target + 1)
    try:
        hard, soft = (
            [
                total
                for total in totals
                if evaluate_expression(expression, {"total": total, "soft": is_soft}, 1)
            ]
            for is_soft in (0, 1)
        )
    except (ValueError, ZeroDivisionError):
        return f"while `{text}`"
    if hard == soft:
        limit = _below(hard, totals) or f"while `{text}`"
        return f"{limit}, hard or soft" if limit.startswith("below") else limit
    limits = _below(hard, totals), _below(soft, totals)
    if None in limits:
        return f"while `{text}`"
    only = sorted(set(soft) - set(hard))
    if len(runs(only)) == 1 and set(hard) <= set(soft):
        return f"{limits[0]}, and on soft {_span(only)}"
    return f"{limits[0]} with a hard hand, and {limits[1]} with a soft one"


def _below(drawn: list[int], totals: range) -> str | None:
    """The total below which the dealer draws, in words, or None if it is not that simple."""
    if drawn != list(totals[: len(drawn)]):
        return None
    if len(drawn) in (0, len(totals)):
        return "always" if drawn else "never"
    return f"below {totals[len(drawn)]}"


def _span(numbers: list[int]) -> str:
    """A run of numbers."""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def _strategy(checked: Checked, named: str) -> str:
    """The named strategy, or the argument that chooses one."""
    if named in checked.model.strategies:
        return f"the strategy `{named}`"
    choices = next((each.choices for each in checked.model.command_line if each.name == named), None)
    listed = enumerate_words([f"`{choice}`" for choice in choices or []], "or")
    return f"the strategy that the argument `{named}` chooses: {listed}"


# --- teams ------------------------------------------------------------------------------------------------


def describe_teams(checked: Checked) -> Iterator[Section]:
    """The teams of a tournament, and the reactions of their members."""
    model = checked.model
    if model.tournament is None:
        return
    phrases = Phrases(checked)
    dealers = model.tournament.dealers
    ids = [team.id for team in model.teams]
    chosen = f"`{dealers}`" if dealers in ids else f"that the argument `{dealers}` chooses"
    parts: list[Part] = [Fact("dealers", "The team {} deals, and the other one plays.", chosen)]
    for team in model.teams:
        items = []
        for name in team.members:
            member = model.members[name]
            bankroll = phrases.tell(("members", name, "bankroll"), member.bankroll, Place.START)
            plays = _strategy(checked, member.strategy)
            items.append(f"{member.name} starts with {bankroll} and plays by {plays}")
        head = f"Team `{team.id}`, in the order in which its members come into the game:"
        parts.append(Listing(f"team {team.id}", head, items, numbered=True))
    yield Section("Teams", parts)
    for team in model.teams:
        for name in team.members:
            member = model.members[name]
            listed = model.reactions_of(("members", name, "reactions"), member)
            reactions = describe_reactions(checked, listed)
            parts = list(describe_memory(checked, ("members", name, "powers"), member.powers))
            if reactions.items or parts:
                yield Section(member.name, [*parts, *[reactions] * bool(reactions.items)], f"member {name}")
