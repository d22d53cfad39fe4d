"""Describe the people in a game: players, the dealer, and the teams in a tournament."""

from __future__ import annotations

from collections.abc import Iterator

from bj.catalogue.limits import MOST_SEATS
from bj.describe.rules.dealer_rule import drawing
from bj.describe.rules.description_parts import Fact, HeadedPart, Listing, Part
from bj.describe.rules.expressions_in_words import Phrases
from bj.describe.rules.possible_in_game import with_exceptions
from bj.describe.rules.reactions import describe_memory, describe_reactions
from bj.ruleset.check import Checked
from bj.ruleset.model import Ruleset, Team
from bj.text.sentences import enumerate_words


def describe_people(checked: Checked) -> HeadedPart:
    """Describe the players at the table and the dealer."""
    model = checked.model
    phrases = Phrases(checked)
    parts: list[Part] = []
    for index, player in enumerate(model.players):
        bankroll = phrases.in_words(("players", index, "bankroll"))
        plays = _strategy(checked, player.strategy)
        parts.append(Fact(f"bankroll {index}", f"{player.name} starts with {{}}.", bankroll))
        if player.spots > 1:
            form = f"{player.name} plays {{}} hands at a time."
            parts.append(Fact(f"spots {index}", form, str(player.spots)))
        parts.append(Fact(f"strategy {index}", f"{player.name} uses {{}}.", plays))
    for argument in model.command_line:
        if argument.type == "players" and model.tournament is None:
            kinds = enumerate_words([f"`{kind}`" for kind in argument.choices or []], "or")
            form = f"Up to {MOST_SEATS} players, each {{}}, are listed on the command line or at a prompt."
            parts.append(Fact(f"roster {argument.name}", form, kinds))
    parts += _describe_dealer(checked)
    return HeadedPart("Players and dealer", parts)


def _describe_dealer(checked: Checked) -> Iterator[Part]:
    dealer = checked.model.dealer
    draws = Fact("draws", "The dealer {}.", drawing(checked, ("dealer", "draws"), dealer.rule))
    yield from with_exceptions(checked, [draws])
    plays = (
        "even if all players have busted"
        if dealer.plays == "always"
        else "only if a player still has a hand to compare"
    )
    yield Fact("plays", f"The dealer plays {plays}.")
    bankroll = Phrases(checked).in_words(("dealer", "bankroll"))
    if checked.model.bank_goes_round:
        yield Fact(
            "house", "The players deal in turn, starting with the first one, and the bank may go below zero."
        )
        return
    yield Fact("house", "The house starts with {}, and may go below zero.", bankroll)
    yield from describe_memory(checked, ("dealer", "powers"), dealer.powers)
    listed = checked.model.reactions_with_powers(("dealer", "reactions"), dealer)
    reactions = describe_reactions(checked, listed)
    if reactions.items:
        yield Listing("reactions", "The dealer reacts:", reactions.items)


def _strategy(checked: Checked, named: str) -> str:
    """Return a phrase for a strategy, or for the argument that selects the strategy."""
    if named in checked.model.strategies:
        return f"the strategy `{named}`"
    choices = next((each.choices for each in checked.model.command_line if each.name == named), None)
    listed = enumerate_words([f"`{choice}`" for choice in choices or []], "or")
    return f"the strategy selected by the argument `{named}`: {listed}"


# --- teams ------------------------------------------------------------------------------------------------


def _describe_matches(model: Ruleset) -> Part:
    tournament = model.tournament
    if tournament is not None and tournament.matches:
        names = {team.id: _call_team(team) for team in model.teams}
        listed = [f"{names[each.players]} plays, {names[each.dealers]} deals" for each in tournament.matches]
        head = (
            "Teams meet in these matches. A match is won when the other team has no members left. For the "
            "next match, all members return with their starting money and memory."
        )
        return Listing("matches", head, listed, numbered=True)
    dealers = (tournament.dealers if tournament else None) or ""
    ids = [team.id for team in model.teams]
    chosen = f"`{dealers}`" if dealers in ids else f"selected by the argument `{dealers}`"
    return Fact("dealers", "The team {} deals, and the other one plays.", chosen)


def _call_team(team: Team) -> str:
    return team.name or f"`{team.id}`"


def describe_teams(checked: Checked) -> Iterator[HeadedPart]:
    """Describe the teams in a tournament, and the reactions of their members."""
    model = checked.model
    if model.tournament is None:
        return
    phrases = Phrases(checked)
    parts: list[Part] = [_describe_matches(model)]
    for team in model.teams:
        items = []
        for name in team.members:
            member = model.members[name]
            bankroll = phrases.in_words(("members", name, "bankroll"))
            plays = _strategy(checked, member.strategy)
            items.append(f"{member.name} starts with {bankroll} and uses {plays}")
        head = f"Members of team {_call_team(team)}, in the order in which they join the game:"
        parts.append(Listing(f"team {team.id}", head, items, numbered=True))
    yield HeadedPart("Teams", parts)
    for team in model.teams:
        for name in team.members:
            member = model.members[name]
            listed = model.reactions_with_powers(("members", name, "reactions"), member)
            reactions = describe_reactions(checked, listed)
            parts = list(describe_memory(checked, ("members", name, "powers"), member.powers))
            if reactions.items or parts:
                yield HeadedPart(
                    member.name, [*parts, *[reactions] * bool(reactions.items)], f"member {name}"
                )
