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
from bj.compiler.program_writer import ProgramWriter
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.engine.layout.program import ReactionRow
from bj.faults_and_fixes import KeyPath
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
from bj.ruleset.model.reactions import PERIODS, Gift, as_gift
from bj.ruleset.names_in_expressions import Place
from bj.ruleset.templates import Template, shown_in

Reactions: TypeAlias = Sequence[tuple[KeyPath, Reaction]]
"""Someone's reactions, each with its path in the ruleset."""

Powers: TypeAlias = tuple[KeyPath, Sequence[Gift | str]]
"""The path of a list of powers, and the list itself."""


class PowerQuestion(NamedTuple):
    """A question that a power asks a player."""

    text: str
    question: Template
    """The parsed text. It can show the values of memories."""
    shows: Mapping[str, int]
    """Maps each memory or other number that the question shows to its address."""
    numbers: range | None
    """The numbers that the player can answer with, or None for a yes-or-no question."""


NEEDING_NEXT = frozenset(effect.number for effect in x.EFFECTS.values() if effect.needs_next)
"""The effects that require the next card in the shoe to be known."""


class Person(NamedTuple):
    """One person's reactions and lasting powers."""

    block: int
    role: str
    reactions: Reactions
    lasting: Sequence[str]
    """The person's powers that last only while a condition is true."""


class ReactionWriter:
    """Writes everyone's reactions into a program."""

    def __init__(self, writer: ProgramWriter) -> None:
        self.writer = writer
        self.lasting = Lasting(writer)
        self.effects = Effects(writer)
        self.persons: list[Person] = []
        self.phrases: list[list[str]] = []
        """The phrases that each person can say, in the order of their event codes."""
        reactions = list(writer.model.all_reactions())
        occasions = {on.OCCASIONS[reaction.on].number for _, reaction in reactions if reaction.of}
        self.watched = writer.program[p.WATCHED] = sum(1 << occasion for occasion in occasions)
        """The occasions on which someone reacts to other people, as a bit mask."""
        self.shared = shared_names(writer.model)
        """Maps the name of each shared memory to the group of people who share it."""
        writer.program[p.EXTRA_TURNS] = int(any(reaction.on == "turns over" for _, reaction in reactions))
        self.shared_flags: dict[str, int] = {}
        """Maps each shared number that controls a power to its flags, NOTIFYING and RETARGETING."""
        for name in lasting_names(writer.model):
            for number in self._shared_names_read_by(name):
                self.shared_flags[number] = self.shared_flags.get(number, c.NOTIFYING) | self._retargeting(
                    name
                )
        self.described: dict[int, str] = {}
        """Maps the index of each reaction to the description shown in messages."""
        self.questions: dict[int, PowerQuestion] = {}
        """Maps the index of each reaction that asks a player a question to that question."""

    def may_hold_dealer(self) -> bool:
        """Return whether anyone may react when the dealer stands."""
        return any(reaction.on == "dealer stands" for _, reaction in self.writer.model.all_reactions())

    def may_affect_hands(self) -> bool:
        """Return whether anyone reacts to turns or drawn cards, or can change the cards of other people."""
        return any(
            reaction.on in ("turn", "drawn", "turns over")
            or (reaction.has_partner and x.EFFECTS[reaction.do].moves_cards)
            for _, reaction in self.writer.model.all_reactions()
        )

    def add_person(
        self, table: list[int], block: int, reactions: Reactions, powers: Sequence[Powers]
    ) -> None:
        """Add a person with reactions and powers, and set the starting values for the powers' memories."""
        lasting: list[str] = []
        for path, listed in powers:
            for index, gift in enumerate(map(as_gift, listed)):
                power = self.writer.model.powers[gift.power]
                if power.while_ is not None:
                    lasting.append(gift.power)
                for name in power.memory:
                    given: KeyPath = (*path, index, "with", name)
                    place = given if name in gift.with_ else ("powers", gift.power, "memory", name)
                    self.writer.start_memory(table, [block], name, place)
        self.persons.append(Person(block, role_of(table, block), reactions, lasting))

    def _lasting_for(self, person: Person) -> list[str]:
        """Return the powers that can be in force for a person, including shared powers that others have."""
        shared = {
            name: None
            for other in self.persons
            for name in other.lasting
            if self.shared.get(name) == "table" or (name in self.shared and other.role == person.role)
        }
        return list(dict.fromkeys(person.lasting) | shared)

    def write_rows(self, table: list[int], person: Person) -> None:
        """Write one person's reactions to the program, and collect the phrases."""
        block, role, reactions, own = person
        self.phrases.append([])
        is_asked = not (table[block + t.CHART] or table[block + t.RULES])
        lasting = self._lasting_for(person)
        self.lasting.give(table, block, lasting)
        rows = [row for path, reaction in reactions for row in self._begin_limit(path, reaction, role)]
        for name in own:
            rows += self._look_whether_it_lasts(on.HAND_BEGINS, name)
            if self._shared_names_read_by(name):
                rows += self._look_whether_it_lasts(c.NOTIFIED, name)
        described: dict[int, str] = {}
        questions: dict[int, PowerQuestion] = {}
        for path, reaction in reactions:
            self.writer.program[p.KEEPS_DEALT] |= int(x.EFFECTS[reaction.do].needs_dealt)
            # done for either role, so that every phrase gets an index
            made = [*self._rows(path, reaction, lasting, is_asked)]
            if reaction.as_ not in (role, "both"):
                continue
            table[block + t.VEILED] |= int(reaction.busting_card == "hidden")
            where = ".".join(map(str, path if isinstance(path[-1], str) else path[:-2]))
            for row in made:
                described[len(rows)] = f"`{reaction.do}` on `{reaction.on}` in [{where}]"
                if row.asks > 0:
                    questions[len(rows)] = self._power_question(path, reaction)
                rows.append(row)
        for row in rows:
            if row.does in NEEDING_NEXT:
                self.writer.program[p.LOOKS_AHEAD + row.on % on.WATCHING] += 1
        if rows or self.watched or (role == "dealer" and self.may_hold_dealer()):
            occasions = {row.on for row in rows if row.on < on.WATCHING}
            mask = sum(1 << occasion for occasion in occasions) | self.watched
            first = self.writer.place([mask, *chain.from_iterable(rows), 0]) + 1
            table[block + t.REACTIONS] = first
            self.described |= {first + p.REACTION_SIZE * at: words for at, words in described.items()}
            self.questions |= {first + p.REACTION_SIZE * at: asked for at, asked in questions.items()}

    def _rows(
        self, path: KeyPath, reaction: Reaction, lasting: Sequence[str], is_asked: bool
    ) -> Iterator[ReactionRow]:
        """Yield the row for a reaction, followed by further rows that depend on it.

        There is one for each memory that the reaction sets, and then come the rows that check lasting powers
        that read those memories. ``is_asked`` says whether the person answers the questions, rather than a
        chart or rules.
        """
        row = ReactionRow(
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
        told = [name for name in reaction.set if name in self.shared_flags][-1:]
        for relation in on.OF[reaction.of] if reaction.of else (0,):
            watched, when = row.on + on.WATCHING * relation, row.when
            if reaction.do != "speak" or row.says >= 0 or row.asks:
                yield row._replace(on=watched)
                when = p.AS_BEFORE
            for name, value in self._set(path, reaction):
                about = self.shared_flags[name] if name in told else 0
                yield self._remember(watched, name, value, when, about)
                when = p.AS_BEFORE
            for name in lasting:
                if self._names_read_by(name) & reaction.set.keys():
                    yield from self._look_whether_it_lasts(watched, name, when)

    def _says(self, path: KeyPath, reaction: Reaction) -> int:
        """Return the index of what the person says in a reaction, or -1 for nothing.

        A phrase that the person says in several reactions has a single index.
        """
        if reaction.say is None:
            return -1
        phrases = self.phrases[-1]
        if reaction.say not in phrases:
            phrases.append(reaction.say)
        names = shown_in(self.writer.checked.templates[*path, "say"], ("name",))
        code = e.SAYS + e.KIND_STRIDE * len(names) + phrases.index(reaction.say)
        return self.writer.words(code, names)

    def _asks(self, path: KeyPath, reaction: Reaction, is_asked: bool) -> int:
        """Return the kind of question that a reaction asks.

        If it does not ask, return the negative index of the formula for the number, or 0 if no number is
        needed.
        """
        if is_asked and reaction.ask is not None:
            return p.ASKS_REPLY if reaction.between is None else p.ASKS_NUMBER
        if reaction.between is None:
            return 0
        if reaction.default is not None:
            return -self.writer.formula((*path, "default"))
        return -self.writer.write(Literal(reaction.between[0], ValueKind.NUMBER), Place.REACTION)

    def _power_question(self, path: KeyPath, reaction: Reaction) -> PowerQuestion:
        question = self.writer.checked.templates[*path, "ask"]
        shows = {name: self.writer.shown(name) for name in shown_in(question, ("name",))}
        numbers = range(reaction.between[0], reaction.between[1] + 1) if reaction.between else None
        return PowerQuestion(reaction.ask or "", question, shows, numbers)

    def _names_read_by(self, power: str) -> Set[str]:
        """Return the names used to decide whether a power is still in force, and what its target is."""
        used = names_used(self.writer.checked.expressions["powers", power, "while"])
        if target_name(power) in self.writer.memory:
            used |= names_used(self.writer.checked.expressions["powers", power, "target"])
        return used

    def _shared_names_read_by(self, power: str) -> Set[str]:
        """Return the shared numbers that control a power. If the power itself is shared, return an empty set.

        If a power is not shared, each person who has it evaluates its expressions separately.
        """
        return self._names_read_by(power) & self.shared.keys() if power not in self.shared else set()

    def _retargeting(self, power: str) -> int:
        """Return RETARGETING if the power can change a target or the dealer's drawing rule, or else 0."""
        model = self.writer.model
        return c.RETARGETING if power in model.own_targets or power in model.own_draws else 0

    def _look_whether_it_lasts(self, occasion: int, power: str, when: int = 0) -> Iterator[ReactionRow]:
        """Yield the rows in which a person checks whether a power is still in force.

        If the power has its own target, they also compute that.
        """
        if target_name(power) in self.writer.memory:
            target = self.writer.formula(("powers", power, "target"))
            yield self._remember(occasion, target_name(power), target, when, says=p.UNNAMED)
            when = p.AS_BEFORE
        lasts = self.writer.formula(("powers", power, "while"))
        about = c.LASTING + self._retargeting(power)
        yield self._remember(occasion, power, lasts, when, about, p.UNNAMED)

    def _set(self, path: KeyPath, reaction: Reaction) -> Iterator[tuple[str, int]]:
        """Yield each memory that a reaction sets, with its formula.

        If the reaction has a limit, its counter is one of them.
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
        """Return the formula for when a reaction happens, with its limit, or 0 if it always happens."""
        if reaction.limit is None:
            return self.writer.formula((*path, "when")) if reaction.when is not None else 0
        most = Literal(int(reaction.limit.split()[0]), ValueKind.NUMBER)
        condition: Expression = Compare("<", NamedValue(limit_name(path), ValueKind.NUMBER), most)
        if reaction.when is not None:
            condition = Logic("and", condition, self.writer.checked.expressions[*path, "when"])
        return self.writer.write(condition, Place.REACTION)

    def _begin_limit(self, path: KeyPath, reaction: Reaction, role: str) -> Iterator[ReactionRow]:
        """Yield a row that resets the counter for a limit at the start of each period.

        Nothing is reset if the limit is for the whole game.
        """
        occasion = PERIODS[reaction.limit.split()[-1]] if reaction.limit else ""
        if occasion and reaction.as_ in (role, "both"):
            nothing = self.writer.write(Literal(0, ValueKind.NUMBER), Place.REACTION)
            begins = on.OCCASIONS[occasion].number
            yield self._remember(begins, limit_name(path), nothing, says=p.UNNAMED)

    def _remember(
        self, occasion: int, name: str, formula: int, when: int = 0, about: int = 0, says: int = -1
    ) -> ReactionRow:
        shared = c.SHARED[self.shared[name]] if name in self.shared else 0
        does = x.REMEMBER + self.writer.memory.index(name)
        return ReactionRow(occasion, when, says, does, formula, partner=shared + about)

    def share_starting_values(self, table: list[int]) -> None:
        """For each shared power, give everyone the same starting values for its memories."""
        for name, power in self.writer.model.powers.items():
            for remembered in power.memory if power.shared else ():
                blocks = [person.block for person in self.persons]
                self.writer.start_memory(table, blocks, remembered, ("powers", name, "memory", remembered))


def role_of(table: list[int], block: int) -> str:
    """Return the role that the person at ``block`` has: "dealer" or "player"."""
    return "dealer" if table[block + t.EVENT_BASE] % e.PERSON_STRIDE == e.DEALER_ROLE else "player"
