"""One hand against one upcard: what each legal action with it brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bj.analysis.dealing import Deal, Dealer
from bj.analysis.explored import Speed, explain_end, new_search
from bj.analysis.game import Game
from bj.analysis.graph import Graph, add, best_by
from bj.analysis.naming import code_of, name_of_answer
from bj.analysis.search import OutOfMemoryError, Progress, StoppedError
from bj.cards import rank_of
from bj.catalogue.actions import HIT, SPLIT
from bj.engine.found import Question
from bj.engine.searching import Sight
from bj.errors import UsageError
from bj.ruleset.check import Checked
from bj.ruleset.pack import cards_of

FIRST_CARDS = 2


class Position(NamedTuple):
    """A hand that somebody decides about."""

    hand: str
    upcard: str
    offers: Mapping[str, float]
    """What taking and declining each offer before anybody acts brings, such as insurance."""
    actions: Mapping[str, float]
    """What each legal action brings with the best play after it, in initial wagers; the best one first.

    All offers have been declined, and the game goes on; it is empty where it never does.
    """


def find_position(
    game: Game, cards: Sequence[str], upcard: str, engine: Speed = "auto", progress: Progress | None = None
) -> Position:
    """The values of all that can be done with a hand of some ``cards``, the first two of which were dealt.

    The player of the game decides. Raises UsageError when there is no such hand, or nothing to decide.
    """
    return Positions(game, engine, progress).find(cards, upcard)


class Positions:
    """The hands of a game, one after the other; what was found for one is remembered for the next."""

    def __init__(self, game: Game, engine: Speed = "auto", progress: Progress | None = None) -> None:
        self._game = game
        self._search = new_search(game, engine, progress, ("received",), chosen=True)
        self._dealer = Dealer(game, self._search)
        self._deals: Sequence[Deal] = ()

    def find(self, cards: Sequence[str], upcard: str, hands: int = 1) -> Position:
        """See ``find_position``; a hand may be one of several ``hands`` from splits, which are left out.

        Raises UsageError also where such hands depend on each other.
        """
        game, search = self._game, self._search
        if hands > 1 and not game.is_apart:
            raise UsageError("several hands depend on each other", "use `bj simulate`")
        *wanted, up = kinds_named(game, [*cards, upcard])
        try:
            self._deals = self._deals or self._dealer.deals()
            pair = [wanted[0]] * FIRST_CARDS
            sights = _dealt(self._deals, pair if hands > 1 else wanted, up)
            offers: dict[str, float] = {}
            while sights and self._dealer.is_offer(sights[0]):
                if len(wanted) == FIRST_CARDS and hands == 1:
                    offers |= self._values(sights)
                sights = self._dealer.decline(sights)
            for made in range(2, hands + 1):
                sights = self._dealer.draw(sights, SPLIT, wanted[1] if made == hands else wanted[0])
            for kind in wanted[FIRST_CARDS:]:
                sights = self._dealer.draw(sights, HIT, kind)
            if not sights and not offers:
                raise UsageError(
                    f"nobody decides about {' '.join(cards)} against {upcard}",
                    "name cards that are dealt and hit, as in `--hand '8 8' --up T`",
                )
            actions = self._values(sights) if sights else {}
        except (StoppedError, OutOfMemoryError) as error:
            raise explain_end(game, [search], error) from None
        hand = " ".join(code_of(game, kind) for kind in wanted)
        return Position(hand, code_of(game, up), offers, actions)

    def _values(self, sights: Sequence[Sight]) -> dict[str, float]:
        """What each answer at these tables brings to the hand it is about, the best one first."""
        root = self._search.find(sights)
        graph = Graph()
        graph.add(self._search.reader(), [root])
        found, node = graph.values(best_by(0)), graph.nodes[root]
        if node.decision is None:
            raise UsageError("there is nothing to decide about this hand", "name another one")
        values = {}
        others = max((all_of[1:] for _, all_of in node.choices), key=len)  # hands that have no turn yet
        for answer, (first, *_) in node.choices:
            value = found[first][0]
            if others and node.decision.question == Question.ACTION and answer == SPLIT:
                value -= add(found, others)[0]  # a split goes on with all of them
            values[name_of_answer(node.decision, answer)] = value / self._game.wager
        return dict(sorted(values.items(), key=lambda item: -item[1]))


def kinds_named(game: Game, cards: Sequence[str]) -> list[int]:
    """The kinds of cards that somebody has named by ranks or codes; of a rank in any suit that is left.

    Raises UsageError for what is not a card, and for more of them than the shoe has.
    """
    left = [len(cards) if game.is_endless else kind.copies for kind in game.kinds]
    found = []
    for card in cards:
        kinds = [kind for kind in _kinds_of_card(game, card) if left[kind]]
        if not kinds:
            raise UsageError(
                f"the shoe does not have so many of `{card}`", "name other cards, or have fewer seen"
            )
        left[kinds[0]] -= 1
        found.append(kinds[0])
    return found


def _kinds_of_card(game: Game, card: str) -> list[int]:
    """The kinds that a card may be of which somebody has named. Raises UsageError for no card."""
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


def _dealt(deals: Sequence[Deal], wanted: Sequence[int], up: int) -> tuple[Sight, ...]:
    """The tables on which the first cards have been dealt, where somebody decides."""
    of_upcard = {deal.first.hand: deal.sights for deal in deals if deal.first.upcard == up and deal.sights}
    first = tuple(wanted[:2])
    return of_upcard.get(first, of_upcard.get(tuple(sorted(first)), ()))


def parse_seen(checked: Checked, text: str) -> list[int]:
    """The cards that ``text`` lists, by their ranks or codes: of ranks in any suit. Raises UsageError."""
    found: list[int] = []
    for word in text.split():
        try:
            found.append(cards_of(word.upper(), checked.pack.codes)[0])
        except ValueError:
            raise UsageError(f"`{word[:20]}` is not a card", "list cards like `--seen 'T 5 A'`") from None
    return found
