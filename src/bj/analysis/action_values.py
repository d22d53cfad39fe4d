"""Computes the value of each legal action for one hand against one upcard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bj.analysis.exact_game import ExactGame
from bj.analysis.full_search import explain_end, new_search
from bj.analysis.hand_graph_deals import WantedCards
from bj.analysis.names_in_reports import (
    NAMES,
    WITHOUT_POWERS,
    against,
    class_of,
    code_of,
    describe_shoe,
    name_of_answer,
)
from bj.analysis.observed_deals import DealFinder, First
from bj.analysis.one_hand_search import OutOfMemoryError, Progress, Search, StoppedError
from bj.analysis.results import StrategyClass
from bj.analysis.search_graph import Graph, best_by
from bj.analysis.single_player_solver import HandSolution
from bj.analysis.solver_choice import explore_hands
from bj.cards import rank_of
from bj.catalogue.actions import HIT, SPLIT
from bj.engine.search.nodes import DecisionKind
from bj.engine.search.search_driving import Sight
from bj.errors import UsageError
from bj.ruleset.check import Checked
from bj.ruleset.pack import cards_of
from bj.session.engines import Speed


class HandPosition(NamedTuple):
    """A hand that needs a decision, with the value of each answer."""

    hand: str
    upcard: str
    """The dealer's face-up cards, or an empty string in games without an upcard."""
    shoe: str
    """A description of the shoe that the hand is dealt from."""
    offers: Mapping[str, float]
    """The value of each answer to an offer that comes before the first action, such as an offer of insurance.
    """
    actions: Mapping[str, float]
    """Maps each legal action to its value in initial wagers, assuming the best play afterward.

    The best action comes first. All offers are assumed to be declined. The map is empty if the hand always
    ends before the player can act.
    """
    strategies: StrategyClass
    """The class of strategies considered for the rest of the hand."""
    is_exact: bool
    """Whether the values are exact for the class in ``strategies``."""
    note: str = ""
    """A note about money that the values exclude, or an empty string."""


class Positions:
    """Computes the values of hands in one game, and caches intermediate results for later hands."""

    def __init__(self, game: ExactGame, engine: Speed = "auto", progress: Progress | None = None) -> None:
        self._game = game
        self._engine: Speed = engine
        self._progress = progress
        self._solutions: dict[WantedCards, HandSolution | None] = {}
        self._known: Search | None = None

    @property
    def _search(self) -> Search:
        """The full search, which is used if no ``HandSolution`` can be found for the game."""
        if self._known is None:
            self._known = new_search(self._game, self._engine, self._progress, ("received",), chosen=True)
        return self._known

    def find(self, cards: Sequence[str], shown: Sequence[str], others: Sequence[str] = ()) -> HandPosition:
        """Return the value of each legal action, and of each answer to an offer made before any action.

        ``cards`` are the cards in the hand, in the order in which they were dealt and drawn. ``shown`` are
        the dealer's face-up cards. ``others`` are the first cards of the other hands from the same split.
        Raises UsageError if the hand is impossible or needs no decision, or if split hands depend on each
        other.
        """
        game = self._game
        kinds = kinds_named(game, [*cards, *shown, *others])
        own, rest = kinds[: len(cards)], kinds[len(cards) :]
        up, first_of_others = rest[: len(shown)], rest[len(shown) :]
        worths = [game.checked.pack.worths[game.rank_of(kind)] for kind in game.kinds]
        may_split = bool(others) or len({worths[kind] for kind in own[:2]}) < len(own[:2])
        alike = frozenset(kind for kind, worth in enumerate(worths) if own and worth == worths[own[0]])
        key = WantedCards(tuple(up), None, alike) if may_split else WantedCards(tuple(up), tuple(own))
        if key not in self._solutions:
            self._solutions[key] = explore_hands(game, self._engine, self._progress, ("received",), key)
        solution = self._solutions[key]
        if solution is not None:
            offers, actions = self._from(solution, own, up, first_of_others)
        elif others:
            raise UsageError("several hands depend on each other", "use `bj simulate`")
        else:
            offers, actions = self._search_for(own, up)
        if not actions and not offers:
            raise UsageError(
                f"{against(' '.join(cards), ' '.join(shown))} needs no decision",
                "list the player's cards and all cards that the dealer shows, such as `8 8` against `T`",
            )
        hand, upcards = (" ".join(code_of(game, kind) for kind in each) for each in (own, up))
        note = WITHOUT_POWERS if game.moves_money else ""
        splits = bool(others) or NAMES[SPLIT] in actions
        strategies = class_of(game, splits=splits, by_own_cards=solution is not None)
        return HandPosition(hand, upcards, describe_shoe(game), offers, actions, strategies, True, note)

    def _from(
        self, solution: HandSolution, own: Sequence[int], up: Sequence[int], others: Sequence[int]
    ) -> tuple[dict[str, float], dict[str, float]]:
        """Look up the value of each answer to an offer, and of each action, in ``solution``."""
        offers, actions, question = solution.position(own, up, others)
        return self._named(question, offers), self._named(DecisionKind.ACTION, actions)

    def _named(self, question: int, values: Mapping[int, float]) -> dict[str, float]:
        """Return a dict from the name of each answer to its value in initial wagers, best answer first."""
        named = {
            name_of_answer(question, answer): value / self._game.wager
            for answer, value in sorted(values.items())
        }
        return dict(sorted(named.items(), key=lambda item: -item[1]))

    def _search_for(self, own: Sequence[int], up: Sequence[int]) -> tuple[dict[str, float], dict[str, float]]:
        """Use a search to compute the value of each answer to an offer, and of each action."""
        game = self._game
        dealer = DealFinder(game, self._search)
        try:
            sights, dealt = _dealt(dealer, own, up)
            offers: dict[str, float] = {}
            while sights and dealer.is_offer(sights[0]):
                if len(own) == dealt:
                    offers |= self._values(sights)
                sights = dealer.decline(sights)
            for kind in own[dealt:]:
                sights = dealer.draw(sights, HIT, kind)
            return offers, self._values(sights) if sights else {}
        except (StoppedError, OutOfMemoryError) as error:
            raise explain_end(game, [self._search], error) from None

    def _values(self, sights: Sequence[Sight]) -> dict[str, float]:
        """Return the value of each answer to the question at the tables ``sights``, best answer first."""
        root = self._search.find(sights)
        graph = Graph()
        graph.add(self._search.reader(), [root])
        found, node = graph.values(best_by(0)), graph.nodes[root]
        if node.decision is None:
            raise UsageError("this hand needs no decision", "choose a different one")
        return self._named(node.decision.question, {answer: found[to][0] for answer, to in node.choices})


def kinds_named(game: ExactGame, cards: Sequence[str]) -> list[int]:
    """Return the kind of each card in ``cards``, a list of ranks or card codes.

    A rank matches a card of any suit that is left in the shoe. Raises UsageError if a card is invalid or is
    not in the shoe.
    """
    left = [len(cards) if game.is_endless else kind.copies for kind in game.kinds]
    found = []
    for card in cards:
        kinds = [kind for kind in _kinds_of_card(game, card) if left[kind]]
        if not kinds:
            raise UsageError(
                f"the shoe does not contain enough `{card}` cards",
                "choose different cards, or list fewer in `--seen`",
            )
        left[kinds[0]] -= 1
        found.append(kinds[0])
    return found


def _kinds_of_card(game: ExactGame, card: str) -> list[int]:
    """Return the kinds that match ``card``, a rank or a code. Raises UsageError if it is not a card."""
    try:
        cards = cards_of(card.upper(), game.checked.pack.codes)
    except ValueError:
        cards = []
    ranks = {rank_of(each) for each in cards}
    for wanted in (
        set(cards),
        {each for kind in game.kinds for each in kind.cards if rank_of(each) in ranks},
    ):
        found = [number for number, kind in enumerate(game.kinds) if not kind.cards.isdisjoint(wanted)]
        if found:
            return found
    codes = " ".join(code_of(game, kind) for kind in range(len(game.kinds)))
    raise UsageError(f"no card is called `{card[:20]}`", f"cards are {codes}")


def _dealt(dealer: DealFinder, wanted: Sequence[int], up: Sequence[int]) -> tuple[tuple[Sight, ...], int]:
    """Deal a starting hand that consists of the first few ``wanted`` cards.

    Returns the tables at the first decision, and the number of cards dealt.
    """
    for deal in dealer.deals(First(tuple(wanted), tuple(up))):
        dealt = len(deal.first.hand)
        if deal.sights and dealt <= len(wanted) and len(deal.first.shown) == len(up):
            return deal.sights, dealt
    return (), len(wanted)


def parse_seen(checked: Checked, text: str) -> list[int]:
    """Parse a list of cards, written as codes or ranks. Raises UsageError if a word is not a card."""
    found: list[int] = []
    for word in text.split():
        try:
            found.append(cards_of(word.upper(), checked.pack.codes)[0])
        except ValueError:
            raise UsageError(f"`{word[:20]}` is not a card", "list cards like `T 5 A`") from None
    return found
