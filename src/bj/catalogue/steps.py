"""Steps: the parts of a procedure. A step's number is also its operation code in the engine."""

from typing import NamedTuple

from bj.catalogue.layout import Layout


class StepKind(NamedTuple):
    """A step that rulesets can name."""

    name: str
    number: int
    means: str
    """The description of the step in the reference.

    A word in braces is a key in DETAILS, and marks a part that depends on the ruleset.
    """
    after: tuple[str, ...] = ()
    """The steps that must come before this one."""
    only_in: str = ""
    """The only list of steps in which this one is allowed, or an empty string."""
    once: bool = False
    """Whether a list of steps can contain this one only once."""
    team: bool = False
    """Whether the step is only for tournaments."""
    speaks: bool = False
    """Whether the step only records events, so that games without a transcript leave it out."""
    shown_by: tuple[str, ...] = ()
    """The ``[output]`` keys of the events that reveal the step. At least one should have a template."""
    hidden: str = ""
    """A phrase for what is missing from the transcript if no event in ``shown_by`` has a template."""
    analysed: bool = False
    """Whether exact analysis supports the step.

    If not, rulesets that use the step cannot be analyzed exactly.
    """

    @property
    def explained(self) -> str:
        """A description that is true of any ruleset, with the default phrases in DETAILS."""
        return self.means.format_map(DETAILS)


STEPS: dict[str, StepKind] = {}
"""Maps names to steps, in the order in which the reference lists them."""

DETAILS = {
    "reshuffle": "the condition `reshuffle_when` in [shoe] is true",
    "natural": "`payouts.natural`",
    "deal": "in the order of `deal`",
    "draws": "according to `dealer.draws`",
}
"""Default phrases, true of any ruleset, for the words in braces in the descriptions of steps."""

_numbers = Layout()


def _step(
    name: str,
    means: str,
    *,
    after: tuple[str, ...] = (),
    only_in: str = "",
    once: bool = False,
    team: bool = False,
    speaks: bool = False,
    shown_by: tuple[str, ...] = (),
    hidden: str = "",
    analysed: bool = False,
) -> int:
    """Add a step to the catalogue, and return its number."""
    number = _numbers.field()
    STEPS[name] = StepKind(
        name, number, means, after, only_in, once, team, speaks, shown_by, hidden, analysed
    )
    return number


SHUFFLE = _step("shuffle", "all cards are returned to the shoe and shuffled; counts are reset", analysed=True)
_step(
    "reshuffle", "all cards are returned to the shoe and shuffled if {reshuffle}", analysed=True
)  # the compiler writes several internal steps for it
ANNOUNCE_HAND = _step(
    "announce hand",
    "the number of the hand and the bankroll of the first seat are announced",
    only_in="hand",
    speaks=True,
    shown_by=("hand",),
    hidden="that a hand begins",
    analysed=True,
)
TAKE_WAGERS = _step(
    "take wagers",
    "each player in turn wagers, as the strategy or the human player decides",
    only_in="hand",
    once=True,
    analysed=True,
)
TAKE_SIDE_BETS = _step(
    "take side bets",
    "each player in turn may make the side bets that are offered",
    after=("take wagers",),
    only_in="hand",
    once=True,
    shown_by=("side_bet",),
    hidden="who makes a side bet",
    analysed=True,
)
DEAL = _step(
    "deal",
    "the first cards are dealt {deal}",
    after=("take wagers",),
    only_in="hand",
    once=True,
    shown_by=("player_dealt", "player_table_hand", "player_turn", "player_hand"),
    hidden="which cards a player has",
    analysed=True,
)
BETTING_ROUND = _step(
    "betting round",
    "each player in turn checks, raises, calls or folds until no player owes anything; see `rules.betting`",
    after=("deal",),
    only_in="hand",
    once=True,
    shown_by=("player_bets_more", "player_calls", "player_folds"),
    hidden="who raises, calls or folds",
)
OFFER_INSURANCE = _step(
    "offer insurance",
    "each player in turn may insure against a dealer's natural (`rules.insurance`)",
    after=("deal",),
    only_in="hand",
    once=True,
    shown_by=("player_insures",),
    hidden="who insures",
    analysed=True,
)
OFFER_SURRENDER = _step(
    "offer surrender",
    "each player in turn may surrender the hand (`rules.surrender`)",
    after=("deal",),
    only_in="hand",
    once=True,
    shown_by=("player_surrenders", "lost_by_surrender", "collected"),
    hidden="who surrenders",
    analysed=True,
)
PEEK = _step(
    "peek",
    "the dealer checks for a natural (`rules.hole_card`); if there is one, no player acts",
    after=("deal",),
    only_in="hand",
    once=True,
    analysed=True,
)
OFFER_SWITCH = _step(
    "offer switch",
    "each player with several hands may switch the second cards between the first and second hands, the "
    "third and fourth hands, and so on",
    after=("deal",),
    only_in="hand",
    once=True,
    shown_by=("player_exchanges", "player_turn"),
    hidden="which cards are switched",
)
PAY_NATURALS = _step(
    "pay naturals",
    "naturals are paid {natural} immediately, and those hands are over",
    after=("deal",),
    only_in="hand",
    once=True,
    shown_by=("player_natural", "paid"),
    hidden="that a natural is paid",
    analysed=True,
)
SETTLE_SIDE_BETS = _step(
    "settle side bets",
    "side bets on cards that are already on the table are paid or collected; `settle` settles all others",
    after=("deal", "take side bets"),
    only_in="hand",
    once=True,
    shown_by=("side_bet_won", "side_bet_lost"),
    hidden="how side bets end",
    analysed=True,
)
PLAYERS_ACT = _step(
    "players act",
    "each player in turn plays until the hand stands or busts",
    after=("deal",),
    only_in="hand",
    once=True,
    analysed=True,
)
REVEAL_HOLE_CARD = _step(
    "reveal hole card",
    "the dealer's face-down cards are turned over if the dealer has to play",
    after=("deal",),
    only_in="hand",
    once=True,
    analysed=True,
)
DEALER_ACTS = _step(
    "dealer acts",
    "the dealer draws {draws} if the dealer has to play",
    after=("deal", "players act", "reveal hole card"),
    only_in="hand",
    once=True,
    analysed=True,
)
SETTLE = _step(
    "settle",
    "every hand that is still open is compared with the dealer's, and its wager is paid or collected",
    after=("players act", "dealer acts"),
    only_in="hand",
    once=True,
    shown_by=("player_wins", "dealer_wins", "paid", "collected"),
    hidden="who wins",
    analysed=True,
)
ANNOUNCE_STANDINGS = _step(
    "announce standings",
    "the bankrolls of all players and the house are announced",
    speaks=True,
    shown_by=("player_standing", "dealer_standing"),
    hidden="all bankrolls",
    analysed=True,
)
END_ROUND = _step(
    "end round",
    "all reactions to the occasion `round over` happen",
    only_in="round",
    team=True,
    analysed=True,
)
KICK_OUT_PLAYER = _step(
    "kick out player",
    "the player has lost the round and leaves the tournament",
    only_in="round",
    team=True,
    shown_by=("player_kicked_out",),
    hidden="who is out",
    analysed=True,
)
KICK_OUT_DEALER = _step(
    "kick out dealer",
    "the dealer has lost the round and leaves the tournament",
    only_in="round",
    team=True,
    shown_by=("dealer_kicked_out",),
    hidden="who is out",
    analysed=True,
)
ANNOUNCE_WINNER = _step(
    "announce winner",
    "the winning team is announced: the one with members left, or the one with the most matches won",
    only_in="game",
    team=True,
    speaks=True,
    analysed=True,
)
SHOW_HANDS = _step(
    "show hands",
    "all hands are shown as everyone at the table sees them, without face-down cards",
    speaks=True,
    shown_by=("player_table_hand", "dealer_table_hand"),
    hidden="the hands on the table",
    analysed=True,
)
SHOW_PLAYERS = _step(
    "show players",
    "each player's hand is shown as its owner sees it",
    speaks=True,
    shown_by=("player_hand", "player_turn"),
    hidden="the players' hands",
    analysed=True,
)
ASK_AGAIN = _step(
    "ask again",
    "the human players are asked whether to continue; expressions can read the answer as `again`",
    analysed=True,
)
PASS_BANK = _step(
    "pass bank",
    "the bank passes to the next player who can place a wager; the first player starts with it",
    after=("settle",),
    only_in="hand",
    once=True,
    shown_by=("takes_bank",),
    hidden="who has the bank",
)
