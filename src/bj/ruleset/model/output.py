"""Output: what is said at each event. An event without a template is silent."""

from __future__ import annotations

from typing import Any, TypeAlias

from pydantic import Field

from bj.ruleset.model.base import Section

Line: TypeAlias = str | None


def said(description: str, example: str) -> Any:
    """The template of an event that is silent without one."""
    return Field(default=None, description=description, examples=[example])


class Output(Section):
    """A template per event; every template makes one line. ``{field}`` and ``{field:>6}`` are filled in."""

    shuffle: Line = said("The shoe is shuffled.", "The shoe is shuffled")
    cut: Line = said("The shoe is riffled at a cut of `{cut}` cards.", "{cut} cards are lifted off")
    hand: Line = said("A hand begins: `{hand}`, `{bankroll}`, `{name}`.", "Hand {hand} bankroll {bankroll}")
    player_bets: Line = said("A player wagers: `{name}`, `{wager}`, `{bankroll}`.", "{name} bets {wager}")
    player_dealt: Line = said(
        "A player gets a card face up: `{name}`, `{card}`, `{rank}`, `{suit}`.", "{name} gets {card}"
    )
    player_dealt_down: Line = said("A player gets a card face down: `{name}`.", "{name} gets a card")
    player_natural: Line = said(
        "A player's natural is paid: `{name}`, `{amount}`, `{bankroll}`.",
        "{name} dealt a natural, wins {amount}",
    )
    player_total: Line = said("A player has stood or bust: `{name}`, `{total}`.", "{name}'s total is {total}")
    player_busts: Line = said("A player busts: `{name}`, `{total}`.", "{name} busts at {total}")
    dealer_dealt: Line = said(
        "The dealer gets a card face up: `{name}`, `{card}`, `{rank}`, `{suit}`.", "{name} gets {card}"
    )
    dealer_dealt_down: Line = said("The dealer gets a card face down: `{name}`.", "{name} gets a card")
    hole_card: Line = said(
        "The dealer's hole card is turned: `{name}`, `{card}`, `{rank}`, `{suit}`.",
        "{name}'s hole card is {card}",
    )
    dealer_total: Line = said(
        "The dealer has stood or bust: `{name}`, `{total}`.", "{name}'s total is {total}"
    )
    dealer_busts: Line = said("The dealer busts: `{name}`, `{total}`.", "{name} busts at {total}")
    player_wins: Line = said(
        "A player's total beats the dealer's: `{name}`, `{amount}`, `{bankroll}`.", "{name} wins {amount}"
    )
    dealer_wins: Line = said(
        "The dealer's total beats a player's: `{name}`, `{amount}`, the player's `{bankroll}`.",
        "{name} wins {amount}",
    )
    push: Line = said("Totals are equal: `{name}`, `{amount}`, `{bankroll}`.", "Push")
    cards_used_up: Line = said(
        "The cards ran out and the hand starts again: `{hand}`.", "Hand {hand} starts again"
    )
    hand_void: Line = said("A power voids a hand: `{name}`.", "{name}'s hand is void")
    player_kicked_out: Line = said(
        "A player is out of the tournament: `{name}`, `{winner}`.", "{name} is kicked out by {winner}"
    )
    dealer_kicked_out: Line = said(
        "A dealer is out of the tournament: `{name}`, `{winner}`.", "{name} is kicked out by {winner}"
    )
    player_says: Line = said("A player reacts: `{name}`, `{words}`.", '{name}: "{words}"')
    dealer_says: Line = said("A dealer reacts: `{name}`, `{words}`.", '{name}: "{words}"')
    standing: Line = said(
        "The standing of a player: `{name}`, `{padded_name}`, `{bankroll}`, `{hand}`.",
        "{padded_name} {bankroll:>8}",
    )
    upcard: Line = said(
        "The dealer's upcard is known: `{name}`, `{card}`, `{rank}`, `{suit}`.", "{name} shows {card}"
    )
    player_table_hand: Line = said(
        "A player's hand as the table sees it: `{name}`, `{cards}`, `{total}`.", "{name}: {cards}"
    )
    dealer_table_hand: Line = said(
        "The dealer's hand as the table sees it: `{name}`, `{cards}`, `{total}`.", "{name}: {cards}"
    )
    player_turn: Line = said(
        "A player's turn begins: `{name}`, `{cards}`, `{total}`.", "{name} to play: {cards}({total})"
    )
    dealer_turn: Line = said(
        "The dealer's turn begins: `{name}`, `{cards}`, `{total}`.", "{name} to play: {cards}({total})"
    )
    player_hand: Line = said(
        "A player's hand after a card: `{name}`, `{cards}`, `{total}`.", "{name}: {cards}({total})"
    )
    dealer_hand: Line = said(
        "The dealer's hand after a card: `{name}`, `{cards}`, `{total}`.", "{name}: {cards}({total})"
    )
    player_bust_hand: Line = said(
        "A player's hand that busts: `{name}`, `{cards}`, `{total}`.", "{name}: {cards}({total}, bust)"
    )
    dealer_bust_hand: Line = said(
        "The dealer's hand that busts: `{name}`, `{cards}`, `{total}`.", "{name}: {cards}({total}, bust)"
    )
    player_hits: Line = said("A player draws: `{name}`.", "{name} draws")
    dealer_hits: Line = said("The dealer draws: `{name}`.", "{name} draws")
    player_stands: Line = said("A player stands: `{name}`.", "{name} stands")
    dealer_stands: Line = said("The dealer stands: `{name}`.", "{name} stands")
    player_doubles: Line = said(
        "A player doubles: `{name}`, `{wager}`, `{bankroll}`.", "{name} doubles to {wager}"
    )
    lost_by_bust: Line = said(
        "A player who has bust loses: `{name}`, `{amount}`, `{bankroll}`.",
        "{name} has bust and loses {amount}",
    )
    won_by_bust: Line = said(
        "A player wins because the dealer has bust: `{name}`, `{amount}`, `{bankroll}`.",
        "{name} wins {amount}, the dealer has bust",
    )
    dealer_natural: Line = said(
        "The dealer's natural beats a player: `{name}`, `{amount}`, the player's `{bankroll}`.",
        "{name}'s natural wins {amount}",
    )
    naturals_push: Line = said(
        "A player's and the dealer's naturals tie: `{name}`, `{amount}`, `{bankroll}`.", "Two naturals, push"
    )
    paid: Line = said(
        "A player has won, however: `{name}`, `{amount}`, `{bankroll}`.", "{name} wins {amount}"
    )
    collected: Line = said(
        "A player has lost, however: `{name}`, `{amount}`, `{bankroll}`.", "{name} loses {amount}"
    )
    dealer_standing: Line = said(
        "The standing of the house: `{name}`, `{padded_name}`, `{bankroll}`, `{hand}`.",
        "{padded_name} {bankroll:>8}",
    )
