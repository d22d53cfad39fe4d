"""Draws the table at a terminal, with all hands side by side."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from bj.cards import SUITS, rank_of, suit_of
from bj.compiler.compile import Compiled
from bj.engine.face.view import Hand, HandState, Held, Kind, Question, View
from bj.record.transcript_lines import format_amount
from bj.ruleset.check import Checked
from bj.text.untrusted_text import make_visible

SYMBOLS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
USUAL = {"S": ("spades", "s"), "H": ("hearts", "h"), "C": ("clubs", "c"), "D": ("diamonds", "d")}
"""The suit names that are drawn as the usual symbols."""

NO_HAND = (Kind.WAGER, Kind.AGAIN)
"""The kinds of questions that do not concern a particular hand."""

RED = ("H", "D")
WIDTH = 5
"""The width of a card in columns. If the next card overlaps it, two columns are hidden."""

COVERED = 2


class Picture:
    """Draws a game's table at the current width of the console."""

    def __init__(self, console: Console, checked: Checked, compiled: Compiled) -> None:
        self.console = console
        self._persons = tuple(map(make_visible, compiled.persons))
        self._decimals = compiled.decimals
        self._title = make_visible(checked.model.ruleset.title)
        self._target = checked.model.rules.target
        self._write_total = checked.model.cards.write_total
        self._codes = checked.pack.codes
        self._plain = not console.encoding.startswith("utf")
        named = {str(code): name for code, name in checked.model.cards.suits.items()}
        self._suits = ["" if checked.deals_only_spades else self._symbol(code, named[code]) for code in SUITS]
        self._size = console.size

    def is_drawn_so(self) -> bool:
        """Return whether the console is still the same size as when the table was last drawn."""
        return self.console.size == self._size

    def draw(self, view: View) -> None:
        """Draw the table if any cards have been dealt."""
        self._size = self.console.size
        if any(hand.cards for person in (view.dealer, *view.players) for hand in view.hands(person)):
            self.console.print(self.render(view))

    def render(self, view: View) -> RenderableType:
        """Return the table: the dealer's hand, if it has cards, above the players' hands."""
        question = view.question
        rest = f" · {view.cards_left} cards left" if view.shoe_size else ""
        head = f"{self._title} · hand {view.hand_number}{rest}"
        hands = [
            self._hand(view, person, hand, question) for person in view.players for hand in view.hands(person)
        ]
        (dealers,) = view.hands(view.dealer)
        if question is not None and view.seen_by(question.person).hole_cards:
            dealers = _turned(dealers)
        rows = [
            Text(head.replace("·", "-") if self._plain else head, "dim", no_wrap=True, overflow="ellipsis"),
            *([self._hand(view, view.dealer, dealers, question)] if dealers.cards else []),
            Columns(hands, padding=(0, 1)),
        ]
        return Group(*rows)

    def _hand(self, view: View, person: int, hand: Hand, question: Question | None) -> RenderableType:
        is_dealers = person == view.dealer
        asked = question.hand if question is not None and question.kind not in NO_HAND else None
        is_active = asked == hand and question is not None and question.person == person
        if is_active or (hand.state == HandState.SETTLED and not is_dealers):
            hand = _turned(hand)
        money = "" if is_dealers else f" {format_amount(view.bankroll(person), self._decimals)}"
        mark = ("> " if self._plain else "▶ ") if is_active else ""
        style = "bold yellow" if is_active else "dim" if hand.state == HandState.BUST else ""
        borders = box.ASCII if self._plain else box.HEAVY if is_active else box.ROUNDED
        room = max(self.console.width - 4, WIDTH)
        return Panel(
            Group(*self._cards(hand.cards, room), self._describe(hand)),
            box=borders,
            title=Text(f"{mark}{self._persons[person]}{money}", style),
            title_align="left",
            border_style=style,
            expand=False,
        )

    def _describe(self, hand: Hand) -> Text:
        words = Text()
        if not hand.cards:
            return words
        hidden = any(held.is_hidden for held in hand.cards)
        total = self._write_total(hand.total)
        words.append("?" if hidden else f"{'soft ' if hand.is_soft else ''}{total}", "bold")
        if hand.wager:
            amount = format_amount(hand.wager, self._decimals)
            words.append(f"  {'doubled to' if hand.is_doubled else 'bets'} {amount}")
        if hand.total > self._target and not hidden:
            words.append("  bust", "red")
        elif hand.state == HandState.STOOD:
            words.append("  stands")
        if hand.state == HandState.SETTLED and hand.wager:
            paid = format_amount(abs(hand.paid), self._decimals)
            won = "won" if hand.paid > 0 else "lost"
            words.append(f"  {won} {paid}" if hand.paid else "  push", "green" if hand.paid > 0 else "")
        return words

    def _cards(self, cards: Sequence[Held], room: int) -> list[Text]:
        """Render cards side by side, or overlapping if they do not fit in ``room`` columns.

        If there is not enough room for overlapping cards, render only their ranks and suits.
        """
        seen = WIDTH if WIDTH * len(cards) <= room else WIDTH - COVERED
        if seen * len(cards) + COVERED > max(room, WIDTH):
            return [Text(" ").join(self._short(held) for held in cards)]
        lines = [Text() for _ in range(4)]
        for number, held in enumerate(cards, 1):
            size = WIDTH if number == len(cards) else seen
            for line, part in zip(lines, self._face(held, is_covered=size < WIDTH), strict=True):
                part.truncate(size)  # in columns, because some letters are two wide
                line.append_text(part)
        return lines

    def _short(self, held: Held) -> Text:
        rank, suit, style = self._look(held)
        return Text(rank + suit, style)

    def _face(self, held: Held, *, is_covered: bool) -> list[Text]:
        """Render a card as four lines. If its right side ``is_covered``, draw the suit on the left."""
        rank, suit, style = self._look(held)
        across, down = ("-", "|") if self._plain else ("─", "│")
        corners = "++++" if self._plain else "╭╮╰╯"
        back = "#" if self._plain else "░"
        rest = " " * (WIDTH - 2 - cell_len(suit))
        inner = (
            [back * 3] * 2 if held.is_hidden else [f"{rank:<3}", suit + rest if is_covered else rest + suit]
        )
        sides = [Text.assemble(down, (each, style), down) for each in inner]
        top, bottom = (f"{corners[at]}{across * 3}{corners[at + 1]}" for at in (0, 2))
        return [Text(top), *sides, Text(bottom)]

    def _look(self, held: Held) -> tuple[str, str, str]:
        """Return the rank, the suit and the text style to use when drawing a card."""
        if held.is_hidden:
            return "?", "?", ""
        code = self._codes[rank_of(held.card)]
        suit = suit_of(held.card)
        is_red = bool(self._suits[suit]) and SUITS[suit] in RED
        return "10" if code == "T" else code, self._suits[suit], "bold red" if is_red else "bold"

    def _symbol(self, code: str, name: str) -> str:
        """Return the usual symbol for a suit, or the first letter of its name if the name is unusual."""
        if name.casefold() in USUAL[code]:
            return code.lower() if self._plain else SYMBOLS[code]
        return make_visible(name)[:1]


def _turned(hand: Hand) -> Hand:
    return hand._replace(cards=tuple(held._replace(is_hidden=False) for held in hand.cards))
