"""Compiles reactions into rows of the program: their questions, speech, effects and memories."""

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain
from typing import NamedTuple, TypeAlias

from bj.catalogue import effects as x
from bj.catalogue import events as e
from bj.catalogue import occasions as on
from bj.catalogue import reaction_targets as c
from bj.compiler.effects import Effects
from bj.compiler.lasting_powers import Lasting
from bj.compiler.writing import ProgramWriter
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.errors import KeyPath
from bj.ruleset.check.expressions_and_templates import (
    lasting_names,
    limit_name,
    shared_names,
    target_name,
)
from bj.ruleset.expressions.tree import (
    Arithmetic,
    Compare,
    Expression,
    Literal,
    Logic,
    NamedValue,
    ValueKind,
    names_used,
)
from bj.ruleset.model import Reaction
from bj.ruleset.model.reactions import PERIODS, Gift, gift_of
from bj.ruleset.names import Place
from bj.ruleset.templates import Template, shown_in

Reactions: TypeAlias = Sequence[tuple[KeyPath, Reaction]]
"""The reactions of a holder, each with its path in the ruleset."""

Powers: TypeAlias = tuple[KeyPath, Sequence[Gift | str]]
"""The path of a holder's list of powers, followed by the list."""


NAMED = ("name",)
"""The fields of speech that do not contain numbers."""


class PowerQuestion(NamedTuple):
    """The question that a power asks a player."""

    text: str
    question: Template
    """The parsed text, which may show memories."""
    shows: Mapping[str, int]
    """Maps the names of memories and other numbers in the question to their addresses."""
    numbers: range | None
    """The numbers that may answer the question, or None for a yes-or-no question."""


class Row(NamedTuple):
    """A reaction as the engine reads it: the numbers REACTION_*, in this order."""

    on: int
    when: int
    says: int
    does: int
    operand: int = 0
    move: int = 0
    partner: int = 0
    card: int = 0
    asks: int = 0


NEEDING_NEXT = frozenset(effect.number for effect in x.EFFECTS.values() if effect.needs_next)
"""The effects for which the next card of the shoe must be known."""


class Person(NamedTuple):
    """The reactions and the lasting powers of a person."""

    block: int
    role: str
    reactions: Reactions
    lasting: Sequence[str]
    """The powers of the person that last while a condition holds."""


class Reacting:
    """Writes the reactions of all persons into a program."""

    def __init__(self, writer: ProgramWriter) -> None:
        self.writer = writer
        self.lasting = Lasting(writer)
        self.effects = Effects(writer)
        self.persons: list[Person] = []
        self.phrases: list[list[str]] = []
        """The phrases of each person's speeches, in the order of event codes."""
        reactions = list(writer.model.all_reactions())
        occasions = {on.OCCASIONS[reaction.on].number for _, reaction in reactions if reaction.of}
        self.watched = writer.program[p.WATCHED] = sum(1 << occasion for occasion in occasions)
        """The occasions on which some person reacts to others, as a bit mask."""
        self.shared = shared_names(writer.model)
        """Maps the names of shared memories to the groups of persons that share them."""
        writer.program[p.EXTRA_TURNS] = int(any(reaction.on == "turns over" for _, reaction in reactions))
        self.telling: dict[str, int] = {}
        """Maps shared numbers that decide whether powers last to the flags TELLING and AIMING."""
        for name in lasting_names(writer.model):
            for number in self._shared_numbers(name):
                self.telling[number] = self.telling.get(number, c.TELLING) | self._aiming(name)
        self.described: dict[int, str] = {}
        """Maps the indices of reactions to their descriptions in messages."""
        self.questions: dict[int, PowerQuestion] = {}
        """Maps the indices of reactions to the questions that they ask a player."""

    def hold_dealer(self) -> bool:
        """Return whether any person may react when the dealer stands."""
        return any(reaction.on == "dealer stands" for _, reaction in self.writer.model.all_reactions())

    def reach_hands(self) -> bool:
        """Return whether any person reacts to turns or drawn cards, or changes the cards of others."""
        return any(
            reaction.on in ("turn", "drawn", "turns over")
            or (reaction.has_partner and x.EFFECTS[reaction.do].moves_cards)
            for _, reaction in self.writer.model.all_reactions()
        )

    def add(self, table: list[int], block: int, reactions: Reactions, powers: Sequence[Powers]) -> None:
        """Add a person with reactions and powers. Set the start values of the powers' memories."""
        lasting: list[str] = []
        for path, listed in powers:
            for index, gift in enumerate(map(gift_of, listed)):
                power = self.writer.model.powers[gift.power]
                if power.while_ is not None:
                    lasting.append(gift.power)
                for name in power.memory:
                    given: KeyPath = (*path, index, "with", name)
                    place = given if name in gift.with_ else ("powers", gift.power, "memory", name)
                    self.writer.start_memory(table, [block], name, place)
        self.persons.append(Person(block, role_of(table, block), reactions, lasting))

    def _lasting_for(self, person: Person) -> list[str]:
        """Return the powers that may last for a person.

        These are the person's own powers, and those that others share with the person.
        """
        shared = {
            name: None
            for other in self.persons
            for name in other.lasting
            if self.shared.get(name) == "table" or (name in self.shared and other.role == person.role)
        }
        return list(dict.fromkeys(person.lasting) | shared)

    def write(self, table: list[int], person: Person) -> None:
        """Write the reactions of a person to the program, and collect the phrases."""
        block, role, reactions, own = person
        self.phrases.append([])
        is_asked = not (table[block + t.CHART] or table[block + t.RULES])
        lasting = self._lasting_for(person)
        self.lasting.give(table, block, lasting)
        rows = [row for path, reaction in reactions for row in self._begin_limit(path, reaction, role)]
        for name in own:
            rows += self._look_whether_it_lasts(on.HAND_BEGINS, name)
            if self._shared_numbers(name):
                rows += self._look_whether_it_lasts(c.TOLD, name)
        described: dict[int, str] = {}
        questions: dict[int, PowerQuestion] = {}
        for path, reaction in reactions:
            self.writer.program[p.KEEPS_DEALT] |= int(x.EFFECTS[reaction.do].needs_dealt)
            # for every role, because the phrase needs an index
            made = [*self._rows(path, reaction, lasting, is_asked)]
            if reaction.as_ not in (role, "both"):
                continue
            table[block + t.VEILED] |= int(reaction.busting_card == "hidden")
            where = ".".join(map(str, path if isinstance(path[-1], str) else path[:-2]))
            for row in made:
                described[len(rows)] = f"`{reaction.do}` on `{reaction.on}` in [{where}]"
                if row.asks > 0:
                    questions[len(rows)] = self._question(path, reaction)
                rows.append(row)
        for row in rows:
            if row.does in NEEDING_NEXT:
                self.writer.program[p.LOOKS_AHEAD + row.on % on.WATCHING] += 1
        if rows or self.watched or (role == "dealer" and self.hold_dealer()):
            occasions = {row.on for row in rows if row.on < on.WATCHING}
            mask = sum(1 << occasion for occasion in occasions) | self.watched
            first = self.writer.place([mask, *chain.from_iterable(rows), 0]) + 1
            table[block + t.REACTIONS] = first
            self.described |= {first + p.REACTION_SIZE * at: words for at, words in described.items()}
            self.questions |= {first + p.REACTION_SIZE * at: asked for at, asked in questions.items()}

    def _rows(
        self, path: KeyPath, reaction: Reaction, lasting: Sequence[str], is_asked: bool
    ) -> Iterator[Row]:
        """Yield the row of a reaction and the rows that follow it.

        These are a row for each memory that the reaction sets, and the rows of powers that read these
        memories. ``is_asked`` is whether the holder answers the question. A chart or rules may decide
        instead.
        """
        row = Row(
            on=on.OCCASIONS[reaction.on].number,
            when=self._when(path, reaction),
            says=self._says(path, reaction),
            does=x.EFFECTS[reaction.do].number,
            operand=self.effects.operand(path, reaction),
            move=self.effects.move(reaction),
            partner=self.effects.partner(path, reaction),
            card=self.effects.card(path, reaction),
            asks=self._asks(path, reaction, is_asked),
        )
        told = [name for name in reaction.set if name in self.telling][-1:]
        for relation in on.OF[reaction.of] if reaction.of else (0,):
            watched, when = row.on + on.WATCHING * relation, row.when
            if reaction.do != "speak" or row.says >= 0 or row.asks:
                yield row._replace(on=watched)
                when = p.AS_BEFORE
            for name, value in self._set(path, reaction):
                about = self.telling[name] if name in told else 0
                yield self._remember(watched, name, value, when, about)
                when = p.AS_BEFORE
            for name in lasting:
                if self._numbers_of(name) & reaction.set.keys():
                    yield from self._look_whether_it_lasts(watched, name, when)

    def _says(self, path: KeyPath, reaction: Reaction) -> int:
        """Return the index of the speech of a reaction, or -1 if the reaction has no speech.

        Identical phrases of a person share an index.
        """
        if reaction.say is None:
            return -1
        phrases = self.phrases[-1]
        if reaction.say not in phrases:
            phrases.append(reaction.say)
        names = shown_in(self.writer.checked.templates[*path, "say"], NAMED)
        code = e.SAYS + e.KIND_STRIDE * len(names) + phrases.index(reaction.say)
        return self.writer.words(code, names)

    def _asks(self, path: KeyPath, reaction: Reaction, is_asked: bool) -> int:
        """Return the kind of question that a reaction asks its holder.

        If the holder is not asked, return the negated index of the formula that gives the number, or 0 if the
        reaction needs no number.
        """
        if is_asked and reaction.ask is not None:
            return p.ASKS_REPLY if reaction.between is None else p.ASKS_NUMBER
        if reaction.between is None:
            return 0
        if reaction.default is not None:
            return -self.writer.formula((*path, "default"))
        return -self.writer.write(Literal(reaction.between[0], ValueKind.NUMBER), Place.REACTION)

    def _question(self, path: KeyPath, reaction: Reaction) -> PowerQuestion:
        question = self.writer.checked.templates[*path, "ask"]
        shows = {name: self.writer.shown(name) for name in shown_in(question, NAMED)}
        numbers = range(reaction.between[0], reaction.between[1] + 1) if reaction.between else None
        return PowerQuestion(reaction.ask or "", question, shows, numbers)

    def _numbers_of(self, power: str) -> Set[str]:
        """Return the names in the expressions for a power's target and for whether the power lasts."""
        used = names_used(self.writer.checked.expressions["powers", power, "while"])
        if target_name(power) in self.writer.memory:
            used |= names_used(self.writer.checked.expressions["powers", power, "target"])
        return used

    def _shared_numbers(self, power: str) -> Set[str]:
        """Return the shared numbers that a power's expressions read, or none if the power itself is shared.

        Holders of a power that is not shared evaluate its expressions separately.
        """
        return self._numbers_of(power) & self.shared.keys() if power not in self.shared else set()

    def _aiming(self, power: str) -> int:
        """Return AIMING if a lasting power can change a hand's target or the dealer's rule, or else 0."""
        model = self.writer.model
        return c.AIMING if power in model.own_targets or power in model.own_draws else 0

    def _look_whether_it_lasts(self, occasion: int, power: str, when: int = 0) -> Iterator[Row]:
        """Yield the rows with which a holder checks whether a power lasts.

        If the power has a target of its own, the rows also compute it.
        """
        if target_name(power) in self.writer.memory:
            target = self.writer.formula(("powers", power, "target"))
            yield self._remember(occasion, target_name(power), target, when, says=p.UNNAMED)
            when = p.AS_BEFORE
        lasts = self.writer.formula(("powers", power, "while"))
        about = c.LASTING + self._aiming(power)
        yield self._remember(occasion, power, lasts, when, about, p.UNNAMED)

    def _set(self, path: KeyPath, reaction: Reaction) -> Iterator[tuple[str, int]]:
        """Yield the memories that a reaction sets, each with its formula.

        The counter of the reaction's limit is included.
        """
        for name in reaction.set:
            yield name, self.writer.formula((*path, "set", name))
        if reaction.limit is not None:
            count = limit_name(path)
            more = Arithmetic(
                "+", NamedValue(count, ValueKind.NUMBER), Literal(1, ValueKind.NUMBER), ValueKind.NUMBER
            )
            yield count, self.writer.write(more, Place.REACTION)

    def _when(self, path: KeyPath, reaction: Reaction) -> int:
        """Return the formula for the condition and the limit of a reaction, or 0 if it has neither."""
        if reaction.limit is None:
            return self.writer.formula((*path, "when")) if reaction.when is not None else 0
        most = Literal(int(reaction.limit.split()[0]), ValueKind.NUMBER)
        condition: Expression = Compare("<", NamedValue(limit_name(path), ValueKind.NUMBER), most)
        if reaction.when is not None:
            condition = Logic("and", condition, self.writer.checked.expressions[*path, "when"])
        return self.writer.write(condition, Place.REACTION)

    def _begin_limit(self, path: KeyPath, reaction: Reaction, role: str) -> Iterator[Row]:
        """Yield the row that resets the counter of a limit when the period of the limit begins.

        There is no row if the period is the game.
        """
        occasion = PERIODS[reaction.limit.split()[-1]] if reaction.limit else ""
        if occasion and reaction.as_ in (role, "both"):
            nothing = self.writer.write(Literal(0, ValueKind.NUMBER), Place.REACTION)
            begins = on.OCCASIONS[occasion].number
            yield self._remember(begins, limit_name(path), nothing, says=p.UNNAMED)

    def _remember(
        self, occasion: int, name: str, formula: int, when: int = 0, about: int = 0, says: int = -1
    ) -> Row:
        shared = c.SHARED[self.shared[name]] if name in self.shared else 0
        does = x.REMEMBER + self.writer.memory.index(name)
        return Row(occasion, when, says, does, formula, partner=shared + about)

    def share(self, table: list[int]) -> None:
        """Give all persons who share a power the same start values for its memories."""
        for name, power in self.writer.model.powers.items():
            for remembered in power.memory if power.shared else ():
                blocks = [person.block for person in self.persons]
                self.writer.start_memory(table, blocks, remembered, ("powers", name, "memory", remembered))


def role_of(table: list[int], block: int) -> str:
    """Return the role of the person at ``block``: dealer or player."""
    return "dealer" if table[block + t.EVENT_BASE] % e.PERSON_STRIDE == e.DEALER_ROLE else "player"
