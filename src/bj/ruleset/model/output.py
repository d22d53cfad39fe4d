"""Output: what is said at each event. An event without a template is silent."""

from __future__ import annotations

from pydantic import Field

from bj.ruleset.model.base import Section


class Output(Section):
    """A template per event; every template makes one line. ``{field}`` and ``{field:>6}`` are filled in."""

    shuffle: str | None = Field(
        default=None, description="The shoe is shuffled.", examples=["The shoe is shuffled"]
    )
    cut: str | None = Field(
        default=None,
        description="The shoe is riffled at a cut of `{cut}` cards.",
        examples=["{cut} cards are lifted off"],
    )
    hand: str | None = Field(
        default=None,
        description="A hand begins: `{hand}`, `{bankroll}`, `{name}`.",
        examples=["Hand {hand} bankroll {bankroll}"],
    )
    player_bets: str | None = Field(
        default=None,
        description="A player wagers: `{name}`, `{wager}`, `{bankroll}`.",
        examples=["{name} bets {wager}"],
    )
    player_dealt: str | None = Field(
        default=None,
        description="A player gets a card face up: `{name}`, `{card}`, `{rank}`, `{suit}`.",
        examples=["{name} gets {card}"],
    )
    player_dealt_down: str | None = Field(
        default=None, description="A player gets a card face down: `{name}`.", examples=["{name} gets a card"]
    )
    player_natural: str | None = Field(
        default=None,
        description="A player's natural is paid: `{name}`, `{amount}`, `{bankroll}`.",
        examples=["{name} dealt a natural, wins {amount}"],
    )
    player_total: str | None = Field(
        default=None,
        description="A player has stood or bust: `{name}`, `{total}`.",
        examples=["{name}'s total is {total}"],
    )
    player_busts: str | None = Field(
        default=None, description="A player busts: `{name}`, `{total}`.", examples=["{name} busts at {total}"]
    )
    dealer_dealt: str | None = Field(
        default=None,
        description="The dealer gets a card face up: `{name}`, `{card}`, `{rank}`, `{suit}`.",
        examples=["{name} gets {card}"],
    )
    dealer_dealt_down: str | None = Field(
        default=None,
        description="The dealer gets a card face down: `{name}`.",
        examples=["{name} gets a card"],
    )
    hole_card: str | None = Field(
        default=None,
        description="The dealer's hole card is turned: `{name}`, `{card}`, `{rank}`, `{suit}`.",
        examples=["{name}'s hole card is {card}"],
    )
    dealer_total: str | None = Field(
        default=None,
        description="The dealer has stood or bust: `{name}`, `{total}`.",
        examples=["{name}'s total is {total}"],
    )
    dealer_busts: str | None = Field(
        default=None,
        description="The dealer busts: `{name}`, `{total}`.",
        examples=["{name} busts at {total}"],
    )
    player_wins: str | None = Field(
        default=None,
        description="A player's total beats the dealer's: `{name}`, `{amount}`, `{bankroll}`.",
        examples=["{name} wins {amount}"],
    )
    dealer_wins: str | None = Field(
        default=None,
        description="The dealer's total beats a player's: `{name}`, `{amount}`, the player's `{bankroll}`.",
        examples=["{name} wins {amount}"],
    )
    push: str | None = Field(
        default=None, description="Totals are equal: `{name}`, `{amount}`, `{bankroll}`.", examples=["Push"]
    )
    cards_used_up: str | None = Field(
        default=None,
        description="The cards ran out and the hand starts again: `{hand}`.",
        examples=["Hand {hand} starts again"],
    )
    hand_void: str | None = Field(
        default=None, description="A power voids a hand: `{name}`.", examples=["{name}'s hand is void"]
    )
    player_kicked_out: str | None = Field(
        default=None,
        description="A player is out of the tournament: `{name}`, `{winner}`.",
        examples=["{name} is kicked out by {winner}"],
    )
    dealer_kicked_out: str | None = Field(
        default=None,
        description="A dealer is out of the tournament: `{name}`, `{winner}`.",
        examples=["{name} is kicked out by {winner}"],
    )
    player_says: str | None = Field(
        default=None, description="A player reacts: `{name}`, `{words}`.", examples=['{name}: "{words}"']
    )
    dealer_says: str | None = Field(
        default=None, description="A dealer reacts: `{name}`, `{words}`.", examples=['{name}: "{words}"']
    )
    standing: str | None = Field(
        default=None,
        description="The standing of a player: `{name}`, `{padded_name}`, `{bankroll}`, `{hand}`.",
        examples=["{padded_name} {bankroll:>8}"],
    )
    upcard: str | None = Field(
        default=None,
        description="The dealer's upcard is known: `{name}`, `{card}`, `{rank}`, `{suit}`.",
        examples=["{name} shows {card}"],
    )
    player_table_hand: str | None = Field(
        default=None,
        description="A player's hand as the table sees it: `{name}`, `{cards}`, `{total}`.",
        examples=["{name}: {cards}"],
    )
    dealer_table_hand: str | None = Field(
        default=None,
        description="The dealer's hand as the table sees it: `{name}`, `{cards}`, `{total}`.",
        examples=["{name}: {cards}"],
    )
    player_turn: str | None = Field(
        default=None,
        description="A player's turn begins: `{name}`, `{cards}`, `{total}`.",
        examples=["{name} to play: {cards}({total})"],
    )
    dealer_turn: str | None = Field(
        default=None,
        description="The dealer's turn begins: `{name}`, `{cards}`, `{total}`.",
        examples=["{name} to play: {cards}({total})"],
    )
    player_hand: str | None = Field(
        default=None,
        description="A player's hand after a card: `{name}`, `{cards}`, `{total}`.",
        examples=["{name}: {cards}({total})"],
    )
    dealer_hand: str | None = Field(
        default=None,
        description="The dealer's hand after a card: `{name}`, `{cards}`, `{total}`.",
        examples=["{name}: {cards}({total})"],
    )
    player_bust_hand: str | None = Field(
        default=None,
        description="A player's hand that busts: `{name}`, `{cards}`, `{total}`.",
        examples=["{name}: {cards}({total}, bust)"],
    )
    dealer_bust_hand: str | None = Field(
        default=None,
        description="The dealer's hand that busts: `{name}`, `{cards}`, `{total}`.",
        examples=["{name}: {cards}({total}, bust)"],
    )
    player_hits: str | None = Field(
        default=None, description="A player draws: `{name}`.", examples=["{name} draws"]
    )
    dealer_hits: str | None = Field(
        default=None, description="The dealer draws: `{name}`.", examples=["{name} draws"]
    )
    player_stands: str | None = Field(
        default=None, description="A player stands: `{name}`.", examples=["{name} stands"]
    )
    dealer_stands: str | None = Field(
        default=None, description="The dealer stands: `{name}`.", examples=["{name} stands"]
    )
    player_doubles: str | None = Field(
        default=None,
        description="A player doubles: `{name}`, `{wager}`, `{bankroll}`.",
        examples=["{name} doubles to {wager}"],
    )
    lost_by_bust: str | None = Field(
        default=None,
        description="A player who has bust loses: `{name}`, `{amount}`, `{bankroll}`.",
        examples=["{name} has bust and loses {amount}"],
    )
    won_by_bust: str | None = Field(
        default=None,
        description="A player wins because the dealer has bust: `{name}`, `{amount}`, `{bankroll}`.",
        examples=["{name} wins {amount}, the dealer has bust"],
    )
    dealer_natural: str | None = Field(
        default=None,
        description="The dealer's natural beats a player: `{name}`, `{amount}`, the player's `{bankroll}`.",
        examples=["{name}'s natural wins {amount}"],
    )
    naturals_push: str | None = Field(
        default=None,
        description="A player's and the dealer's naturals tie: `{name}`, `{amount}`, `{bankroll}`.",
        examples=["Two naturals, push"],
    )
    paid: str | None = Field(
        default=None,
        description="A player has won, however: `{name}`, `{amount}`, `{bankroll}`.",
        examples=["{name} wins {amount}"],
    )
    collected: str | None = Field(
        default=None,
        description="A player has lost, however: `{name}`, `{amount}`, `{bankroll}`.",
        examples=["{name} loses {amount}"],
    )
    dealer_standing: str | None = Field(
        default=None,
        description="The standing of the house: `{name}`, `{padded_name}`, `{bankroll}`, `{hand}`.",
        examples=["{padded_name} {bankroll:>8}"],
    )
