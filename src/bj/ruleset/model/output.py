"""Output: what is said at each event. An event without a template is silent."""

from __future__ import annotations

from pydantic import Field

from bj.ruleset.model.base import Section


class Output(Section):
    """A template per event; every template makes one line. ``{field}`` and ``{field:>6}`` are filled in."""

    shuffle: str | None = Field(default=None, description="The shoe is shuffled.")
    cut: str | None = Field(default=None, description="The shoe is riffled at a cut of `{cut}` cards.")
    hand: str | None = Field(default=None, description="A hand begins: `{hand}`, `{bankroll}`, `{name}`.")
    player_bets: str | None = Field(
        default=None, description="A player wagers: `{name}`, `{wager}`, `{bankroll}`."
    )
    player_dealt: str | None = Field(
        default=None, description="A player gets a card face up: `{name}`, `{card}`, `{rank}`, `{suit}`."
    )
    player_dealt_down: str | None = Field(
        default=None, description="A player gets a card face down: `{name}`."
    )
    player_natural: str | None = Field(
        default=None, description="A player's natural is paid: `{name}`, `{amount}`, `{bankroll}`."
    )
    player_total: str | None = Field(
        default=None, description="A player has stood or bust: `{name}`, `{total}`."
    )
    player_busts: str | None = Field(default=None, description="A player busts: `{name}`, `{total}`.")
    dealer_dealt: str | None = Field(
        default=None, description="The dealer gets a card face up: `{name}`, `{card}`, `{rank}`, `{suit}`."
    )
    dealer_dealt_down: str | None = Field(
        default=None, description="The dealer gets a card face down: `{name}`."
    )
    hole_card: str | None = Field(
        default=None, description="The dealer's hole card is turned: `{name}`, `{card}`, `{rank}`, `{suit}`."
    )
    dealer_total: str | None = Field(
        default=None, description="The dealer has stood or bust: `{name}`, `{total}`."
    )
    dealer_busts: str | None = Field(default=None, description="The dealer busts: `{name}`, `{total}`.")
    player_wins: str | None = Field(
        default=None, description="A player's total beats the dealer's: `{name}`, `{amount}`, `{bankroll}`."
    )
    dealer_wins: str | None = Field(
        default=None, description="The dealer's total beats a player's: `{name}`, `{amount}`, `{bankroll}`."
    )
    push: str | None = Field(
        default=None, description="Totals are equal: `{name}`, `{amount}`, `{bankroll}`."
    )
    cards_used_up: str | None = Field(
        default=None, description="The cards ran out and the hand starts again: `{hand}`."
    )
    hand_void: str | None = Field(default=None, description="A power voids a hand: `{name}`.")
    player_kicked_out: str | None = Field(
        default=None, description="A player is out of the tournament: `{name}`, `{winner}`."
    )
    dealer_kicked_out: str | None = Field(
        default=None, description="A dealer is out of the tournament: `{name}`, `{winner}`."
    )
    player_says: str | None = Field(default=None, description="A player reacts: `{name}`, `{words}`.")
    dealer_says: str | None = Field(default=None, description="A dealer reacts: `{name}`, `{words}`.")
    standing: str | None = Field(
        default=None, description="The standing of a player: `{name}`, `{bankroll}`, `{hand}`."
    )
    upcard: str | None = Field(
        default=None, description="The dealer's upcard is known: `{name}`, `{card}`, `{rank}`, `{suit}`."
    )
    player_table_hand: str | None = Field(
        default=None, description="A player's hand as the table sees it: `{name}`, `{cards}`, `{total}`."
    )
    dealer_table_hand: str | None = Field(
        default=None, description="The dealer's hand as the table sees it: `{name}`, `{cards}`, `{total}`."
    )
    player_turn: str | None = Field(
        default=None, description="A player's turn begins: `{name}`, `{cards}`, `{total}`."
    )
    dealer_turn: str | None = Field(
        default=None, description="The dealer's turn begins: `{name}`, `{cards}`, `{total}`."
    )
    player_hand: str | None = Field(
        default=None, description="A player's hand after a card: `{name}`, `{cards}`, `{total}`."
    )
    dealer_hand: str | None = Field(
        default=None, description="The dealer's hand after a card: `{name}`, `{cards}`, `{total}`."
    )
    player_bust_hand: str | None = Field(
        default=None, description="A player's hand that busts: `{name}`, `{cards}`, `{total}`."
    )
    dealer_bust_hand: str | None = Field(
        default=None, description="The dealer's hand that busts: `{name}`, `{cards}`, `{total}`."
    )
    player_hits: str | None = Field(default=None, description="A player draws: `{name}`.")
    dealer_hits: str | None = Field(default=None, description="The dealer draws: `{name}`.")
    player_stands: str | None = Field(default=None, description="A player stands: `{name}`.")
    dealer_stands: str | None = Field(default=None, description="The dealer stands: `{name}`.")
    player_doubles: str | None = Field(
        default=None, description="A player doubles: `{name}`, `{wager}`, `{bankroll}`."
    )
    lost_by_bust: str | None = Field(
        default=None, description="A player who has bust loses: `{name}`, `{amount}`, `{bankroll}`."
    )
    won_by_bust: str | None = Field(
        default=None,
        description="A player wins because the dealer has bust: `{name}`, `{amount}`, `{bankroll}`.",
    )
    dealer_natural: str | None = Field(
        default=None, description="The dealer's natural beats a player: `{name}`, `{amount}`, `{bankroll}`."
    )
    naturals_push: str | None = Field(
        default=None,
        description="A player's and the dealer's naturals tie: `{name}`, `{amount}`, `{bankroll}`.",
    )
    paid: str | None = Field(
        default=None, description="A player has won, however: `{name}`, `{amount}`, `{bankroll}`."
    )
    collected: str | None = Field(
        default=None, description="A player has lost, however: `{name}`, `{amount}`, `{bankroll}`."
    )
    dealer_standing: str | None = Field(
        default=None, description="The standing of the house: `{name}`, `{bankroll}`, `{hand}`."
    )
