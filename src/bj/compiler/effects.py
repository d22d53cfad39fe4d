"""Compiles the effect of each reaction into numbers: its operand, move, partner and card."""

from __future__ import annotations

from bj.cards import LOWEST_RANK, LOWEST_SUIT, SUITS, parse_wanted
from bj.catalogue import effects as x
from bj.catalogue import reaction_targets as c
from bj.compiler.program_writer import ProgramWriter
from bj.engine.layout import program as p
from bj.faults_and_fixes import KeyPath
from bj.ruleset.allowed_names_by_place import Place
from bj.ruleset.expressions.tree import Arithmetic, Call, Expression, Literal, ValueKind
from bj.ruleset.model import Reaction
from bj.ruleset.model.reactions import is_rank
from bj.ruleset.pack import rank_codes


class Effects:
    """Writes the effects of reactions to a program."""

    def __init__(self, writer: ProgramWriter) -> None:
        self.writer = writer
        self._moves: dict[x.Move, int] = {}
        self._ranks = rank_codes(writer.model.cards)

    def operand(self, path: KeyPath, reaction: Reaction) -> int:
        """Return the operand for an effect, or 0 if it takes none.

        The operand is a formula or, for a power that retakes a hand, a set of flags.
        """
        if reaction.do == "retake hand":
            return (
                p.RETAKE_HIDES_BUST * (reaction.busting_card == "hidden")
                + p.RETAKE_SHOWS_LAST * (reaction.retaken == "last shown")
                + p.RETAKE_SEES_ALL * (reaction.sees == "all")
            )
        if reaction.into is not None and is_rank(reaction.into):
            rank = Literal(self._ranks.index(reaction.into), ValueKind.NUMBER)
            return self.writer.write(rank, Place.REACTION)
        key = x.EFFECTS[reaction.do].number_key
        return self.writer.formula((*path, key)) if key and getattr(reaction, key) is not None else 0

    def move(self, reaction: Reaction) -> int:
        """Return the index of the move that an effect makes, or 0 if it moves no cards.

        Identical moves share an index.
        """
        move = x.EFFECTS[reaction.do].move
        if move is None:
            return 0
        chosen = x.PARTNERS_HAND if reaction.has_partner else x.OWN_HAND
        source, target = (chosen if zone == x.CHOSEN_HAND else zone for zone in (move.source, move.target))
        made = move._replace(source=source, target=target)
        if made not in self._moves:
            self._moves[made] = self.writer.place([*map(int, made)])
        return self._moves[made]

    def card(self, reaction: Reaction) -> int:
        """Return the number for the card that a reaction selects: by name, by place, or by rank and suit."""
        if reaction.place is not None:
            return c.AT_PLACE
        if reaction.rank is not None or reaction.suit is not None:
            return c.OF_KIND
        if reaction.card in c.CARDS:
            return c.CARDS[reaction.card]
        return c.NAMED + parse_wanted(reaction.card, self._ranks)

    def card_formula(self, path: KeyPath, reaction: Reaction) -> int:
        """Return the formula for the card's place, or for its rank and suit, or 0 if neither is given.

        For an effect that makes a total soft or hard, return the formula for whether the new total is soft.
        """
        for key in ("soft", "place"):
            if getattr(reaction, key) is not None:
                return self.writer.formula((*path, key))
        if reaction.rank is None and reaction.suit is None:
            return 0
        rank, suit = (self._kind((*path, key)) for key in ("rank", "suit"))
        suits = Arithmetic("*", Literal(c.PER_SUIT, ValueKind.NUMBER), suit, ValueKind.NUMBER)
        kind = Arithmetic("+", rank, suits, ValueKind.NUMBER)
        return self.writer.write(kind, Place.REACTION)

    def _kind(self, path: KeyPath) -> Expression:
        """Return an expression for a rank or suit number: the one at ``path``, limited to valid numbers.

        It yields 0 if the rank or suit does not exist, and ANY_KIND if the key is not set.
        """
        given = self.writer.checked.expressions.get(path)
        if given is None:
            return Literal(c.ANY_KIND, ValueKind.NUMBER)
        kinds = LOWEST_RANK + len(self._ranks) if path[-1] == "rank" else LOWEST_SUIT + len(SUITS)
        beyond = Literal(kinds, ValueKind.NUMBER)  # % turns the number after the last rank or suit into 0
        highest = Call("min", (given, beyond), ValueKind.NUMBER)
        bounded = Call("max", (Literal(0, ValueKind.NUMBER), highest), ValueKind.NUMBER)
        return Arithmetic("%", bounded, beyond, ValueKind.NUMBER)

    def partner(self, path: KeyPath, reaction: Reaction) -> int:
        """Return the number that identifies the partner in a reaction, or 0 for the house.

        A partner is given by seat, by role, or as a member of a team. Members are numbered from 1, starting
        with the last.
        """
        if reaction.seat is not None:
            return c.BY_SEAT + self.writer.formula((*path, "seat"))
        if reaction.partner is None:
            return 0
        if reaction.partner in c.PARTNERS:
            return c.PARTNERS[reaction.partner][0]
        if seat := c.seat_of(reaction.partner):
            return seat
        teams = (list(reversed(team.members)) for team in self.writer.model.teams)
        places = (team.index(reaction.partner) for team in teams if reaction.partner in team)
        return next(places, -1) + 1
