"""Computes exact values for side bets by trying every combination of the cards that decide them.

The engine pays each combination of cards according to the pay table in the ruleset.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bj.analysis.card_classes import cards_named, shoe_of
from bj.analysis.dealer_totals import DealerHands, Drawn
from bj.analysis.exact_game import ExactGame
from bj.analysis.relevant_hand_properties import compared, names_of
from bj.analysis.results import SideBetValue
from bj.argument_values import Value
from bj.cards import is_wanted, rank_of, suit_of
from bj.catalogue.expression_names import BY_FIRST, BY_RANK, BY_SUIT, NAMES
from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine.face.side_bet_judging import judge
from bj.errors import UsageError
from bj.ruleset.check import Checked
from bj.ruleset.expressions.tree import Expression
from bj.ruleset.model.side_bets import name_of

OF_DEALER = ("dealer_total", "dealer_soft", "dealer_cards")

KNOWN = BY_RANK | BY_SUIT | {"total", "soft", "cards", "pair", "first", "upcard", "minimum", *OF_DEALER}
"""The names in pay tables that depend only on cards."""

MOST_CARDS = 3
"""The maximum number of individual cards that a bet may depend on.

Each card multiplies the work by 13 or 52.
"""


def side_bet_values(checked: Checked, values: Mapping[str, Value], game: ExactGame) -> list[SideBetValue]:
    """Compute the value of each side bet per unit wagered on it. ``game`` is the game without side bets."""
    if not checked.model.side_bets:
        return []
    rounds = int("ask again" in checked.model.procedure.steps_named())
    compiled = compile_ruleset(checked, values, 0, rounds=rounds, tallied=True)
    found = []
    for number, (key, bet) in enumerate(checked.model.side_bets.items()):
        name, edge, why = name_of(key, bet), None, ""
        try:
            edge = _SideBet(checked, compiled, game, number, key).value()
        except UsageError as error:
            why = error.message
        found.append(SideBetValue(name, edge, why))
    return found


class _SideBet:
    def __init__(self, checked: Checked, compiled: Compiled, game: ExactGame, number: int, key: str) -> None:
        self._compiled, self._game, self._number = compiled, game, number
        self._bet = checked.model.side_bets[key]
        rows = [
            checked.expressions["side_bets", key, "pay_table", row, "when"]
            for row in range(len(self._bet.pay_table))
        ]
        self._rows: Sequence[Expression] = rows
        self._names: set[str] = set().union(*map(names_of, rows))
        self._copies = shoe_of(checked, compiled)
        self._named = cards_named(rows)
        self._draws = bool(self._names & set(OF_DEALER)) or "dealer" in self._bet.cards
        own = [entry for entry in checked.model.procedure.deal if entry.startswith("dealer")]
        self._upcard_is_first = own[0] == "dealer up"
        self._refuse()

    def _refuse(self) -> None:
        """Raise UsageError if the bet depends on anything except the first cards and the dealer's hand."""
        strange = sorted((self._names & {*NAMES, "chance", "random"}) - KNOWN)
        if self._bet.jackpot is not None:
            raise UsageError("its payout depends on its jackpot")
        if "player" in self._bet.cards:
            raise UsageError("it depends on how the hand is played")
        if self._bet.when is not None:
            raise UsageError("it is not offered in every hand")
        if strange:
            raise UsageError(f"its pay table depends on `{strange[0]}`")
        if "dealer" in self._bet.cards and (
            self._distinguishes_suits() or self._names & (BY_FIRST | BY_RANK)
        ):
            raise UsageError("its pay table depends on more than the values of the dealer's cards")
        if self._draws and "hole card" in self._bet.cards:
            raise UsageError("it depends on the hole card and the dealer's play")
        if len(self._slots()) > MOST_CARDS:
            raise UsageError(f"it depends on more than {MOST_CARDS} cards")

    def value(self) -> float:
        """Return the value of the bet per unit wagered."""
        slots = self._slots()
        total = 0.0
        groups = self._groups() if self._draws else {}
        for cards, chance in self._dealt(len(slots)):
            dealt = dict(zip(slots, cards, strict=True))
            player = [dealt[slot] for slot in ("player 1", "player 2") if slot in dealt]
            if self._draws:
                total += chance * self._with_dealer(player, groups)
            else:
                upcard = dealt.get("upcard", cards[0])
                dealer = [dealt[slot] for slot in ("upcard", "hole card") if slot in dealt]
                dealer = dealer if self._upcard_is_first else dealer[::-1]
                total += chance * self._pays(player, dealer, upcard)
        return total

    def _slots(self) -> list[str]:
        """Return the names of the cards to deal individually, in the order in which they are dealt."""
        wanted = {*self._bet.cards} - {"dealer"}
        if "player 2" in wanted:
            wanted.add("player 1")
        if "hole card" in wanted or ("upcard" in self._names and not self._draws):
            wanted.add("upcard")
        if self._draws:
            wanted.discard("upcard")
        return sorted(wanted, key=["player 1", "player 2", "upcard", "hole card"].index)

    def _with_dealer(self, player: Sequence[int], groups: Mapping[object, Drawn]) -> float:
        """Return the value of the bet for the given ``player`` cards, averaged over all dealer hands."""
        pays = {group: self._of_drawn(player, drawn) for group, drawn in groups.items()}
        if len(set(pays.values())) == 1:
            return next(iter(pays.values()))
        return sum(chance * pays[self._group(drawn)] for drawn, chance in self._hands(player).items())

    def _of_drawn(self, player: Sequence[int], drawn: Drawn) -> float:
        dealer = [self._game.kinds[kind].card for kind in drawn.cards]
        return self._pays(player, dealer, dealer[0 if self._upcard_is_first else 1])

    def _pays(self, player: Sequence[int], dealer: Sequence[int], upcard: int) -> float:
        """Return the net win of the bet for the given cards, per unit wagered."""
        pays = judge(self._compiled.program, self._compiled.table, self._number, player, dealer, upcard)
        return pays[0] / pays[1] if pays else -1.0

    def _groups(self) -> dict[object, Drawn]:
        """Return one example of each group of dealer hands that the pay table does not distinguish."""
        return {self._group(drawn): drawn for drawn in self._hands(())}

    def _group(self, drawn: Drawn) -> object:
        if "dealer" in self._bet.cards:
            return drawn
        read = {"dealer_total": drawn.total, "dealer_cards": len(drawn.cards)}
        facts: list[object] = ["dealer_soft" in self._names and drawn.is_soft]
        for name, number in read.items():
            bounds = compared(self._rows, {name})
            if name in self._names:
                facts.append([(number >= bound) + (number > bound) for bound in bounds] if bounds else number)
        if "upcard" in self._names | {*self._bet.cards}:
            facts.append(drawn.cards[0 if self._upcard_is_first else 1])
        return str(facts)

    def _hands(self, player: Sequence[int]) -> dict[Drawn, float]:
        """Return the probability of each dealer hand, given the ``player`` cards."""
        game = self._game
        copies = [kind.copies for kind in game.kinds]
        for card in () if game.is_endless else player:
            copies[game.kind_of[card]] -= 1
        draws, found = DealerHands(game), dict[Drawn, float]()
        for upcard, left in enumerate(copies):
            if left:
                for drawn, chance in draws.hands(upcard, copies).items():
                    found[drawn] = found.get(drawn, 0.0) + chance * left / sum(copies)
        return found

    def _distinguishes_suits(self) -> bool:
        return bool(self._names & BY_SUIT) or self._names_suits()

    def _names_suits(self) -> bool:
        return any(
            is_wanted(card, wanted) != is_wanted(other, wanted)
            for wanted in self._named
            for card in self._copies
            for other in self._copies
            if rank_of(card) == rank_of(other)
        )

    def _dealt(self, count: int) -> Iterator[tuple[tuple[int, ...], float]]:
        """Yield every way to deal ``count`` cards, each with its probability.

        Cards that the pay table does not distinguish count as the same card. If the pay table names no suits
        or colors, suits that have not appeared yet are interchangeable.
        """
        copies, endless = self._copies, self._game.is_endless
        by_suits = self._distinguishes_suits()
        of_suits = {
            frozenset((rank_of(card), number) for card, number in copies.items() if suit_of(card) == suit)
            for suit in map(suit_of, copies)
        }
        apart = self._names_suits() or "same_colour" in self._names
        alike = by_suits and not apart and len(of_suits) == 1

        def deal(cards: tuple[int, ...], chance: float) -> Iterator[tuple[tuple[int, ...], float]]:
            if len(cards) == count:
                yield cards, chance
                return
            gone = () if endless else cards
            total = copies.total() - len(gone)
            seen = {suit_of(card) for card in cards}
            groups: dict[tuple[int, int], list[int]] = {}
            for card, number in copies.items():
                suit = suit_of(card) if by_suits else 0
                group = (rank_of(card), -1 if alike and suit not in seen else suit)
                groups.setdefault(group, []).extend([card] * (number - gone.count(card)))
            for of_group in groups.values():
                if of_group:
                    yield from deal((*cards, of_group[0]), chance * len(of_group) / total)

        return deal((), 1.0)
