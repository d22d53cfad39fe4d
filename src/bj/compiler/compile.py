"""Compiles a checked ruleset and its arguments into a game that is ready to play."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from bj.argument_values import Value, refuse_players, refuse_rounds
from bj.cards import card_code
from bj.catalogue.house_rules import CREDIT
from bj.catalogue.limits import LARGEST_WAGER
from bj.compiler.formulas import Derived
from bj.compiler.program_head import fill_head
from bj.compiler.program_writer import ProgramWriter
from bj.compiler.reactions import PowerQuestion, ReactionWriter, role_of
from bj.compiler.seating import Seating
from bj.compiler.settlement import add_settlement
from bj.compiler.side_bets import add_side_bets
from bj.compiler.steps import add_steps
from bj.compiler.tally_space import add_tallies
from bj.engine.cards import random_generators
from bj.engine.cards.shoe import EQUAL_RANKS, LEAST_MARGIN
from bj.engine.face.driving import Pause, deal_by_hand, pause
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.engine.layout.work_per_hand import CUT, HAND, MOST_WORK, NUMBERS_AT_ONCE, STEP
from bj.faults_and_fixes import KeyPath
from bj.ruleset.allowed_names_by_place import Place
from bj.ruleset.check import Checked
from bj.ruleset.expressions.tree import Expression
from bj.ruleset.model.side_bets import name_of
from bj.ruleset.shoe_size import packs_for
from bj.ruleset.start_values import MAXIMUM


class Compiled(NamedTuple):
    """A game that is ready to play: integers for the engine, and names for the script."""

    program: list[int]
    table: list[int]
    persons: tuple[str, ...]
    """The name of each person, in the order of their event codes."""
    roles: tuple[str, ...]
    """Each person's role: "player" or "dealer"."""
    phrases: tuple[tuple[str, ...], ...]
    """For each person, the phrases that they can say, in the order of the reactions."""
    lines: tuple[KeyPath, ...]
    """The path, in the ruleset, of each line that a step prints. Events refer to these lines by index."""
    bets: tuple[str, ...]
    """The names of the side bets. Events refer to the bets by index."""
    decimals: int
    """The number of decimals in amounts of money: one unit of money is 10**decimals smallest units."""
    deck: tuple[int, ...]
    """The distinct cards in the pack."""
    cards: tuple[int, ...]
    """The cards to deal, in order. If empty, cards come from the shoe."""
    cuts: tuple[int, ...]
    """The positions at which to cut, in order. If empty, cuts are random."""
    shoe: Mapping[int, tuple[str, int]]
    """Maps every card in the shoe to its code and the number of its copies. Empty for an infinite shoe."""
    described: Mapping[int, str]
    """Maps the indices of reactions and formulas to the descriptions shown in messages."""
    power_questions: Mapping[int, PowerQuestion]
    """Maps the indices of reactions that ask players questions to those questions."""
    names: Mapping[str, int | Derived]
    """Maps each name that is available to conditions about a hand to the address of its value."""


def compile_ruleset(
    checked: Checked,
    values: Mapping[str, Value],
    seed: int,
    *,
    cards: Sequence[int] = (),
    cuts: Sequence[int] = (),
    rounds: int = 0,
    silent: bool = False,
    tallied: bool = False,
    recorded: Collection[str] = (),
    by: Expression | None = None,
) -> Compiled:
    """Compile ``checked`` with the ``values`` of its arguments.

    ``seed`` initializes the random number generators. ``cards`` are dealt instead of those in the shoe, and
    ``cuts`` replace the random cuts in every shuffle. Whenever one of them is needed, the engine stops so
    that the caller can supply it. After ``rounds`` rounds, all players stop playing. If ``rounds`` is 0, they
    are asked whether to continue.

    A ``silent`` game prints nothing. Of the events that need a template, it records only those whose key in
    ``[output]`` is in ``recorded``. A ``tallied`` game is silent. It counts the results of hands by the value
    of the expression ``by`` or, without ``by``, by the running count at the time of the wager.

    Raises GameError if a starting value cannot be computed, and UsageError if the rules do not allow this
    number of players or ``rounds``.
    """
    refuse_rounds(checked.model, rounds)
    refuse_players(checked.model, values)
    writer = ProgramWriter(checked, values)
    program = writer.program
    silent = silent or tallied
    fill_head(writer, recorded if silent else checked.texts)
    program[p.WAGER_STEP] = writer.step
    add_settlement(writer)
    add_side_bets(writer)
    if by is not None:
        program[p.NOTES] = writer.write(by, Place.WAGER)
    lines = add_steps(writer, silent=silent, tallied=tallied)
    seating = Seating(writer, silent=silent)
    table = seating.seat_everyone()
    reaction_writer = ReactionWriter(writer, table, seating.holders)
    for holder in seating.holders:
        reaction_writer.write_rows(holder)
    reaction_writer.share_starting_values()
    complete_table(writer, seating, table)
    random_generators.seed_generators(table, program[p.SHUFFLE_GENERATOR], seed)
    table[t.HANDS_WANTED] = rounds
    program[p.SHUFFLE_WORK] = work_of_shuffle(program, table)
    table[t.HAND_WORK], table[t.WORK_END] = work_of_hand(program, table), MOST_WORK
    deal_by_hand(program, table, cards=bool(cards), cuts=bool(cuts))
    if tallied:
        add_tallies(program, table, seating.blocks)
    if reaction_writer.questions:
        reserve_copy(program, table)
    bankers = len(seating.persons) - len(reaction_writer.phrases)  # the players' blocks as bankers
    return Compiled(
        program=program,
        table=table,
        persons=tuple(seating.persons),
        roles=tuple(role_of(table, block) for block in seating.blocks),
        phrases=tuple(tuple(said) for said in reaction_writer.phrases) + ((),) * bankers,
        lines=tuple(lines),
        bets=tuple(name_of(key, bet) for key, bet in checked.model.side_bets.items()),
        decimals=checked.model.money.decimals,
        deck=deck_of(checked, cards),
        cards=tuple(cards),
        cuts=tuple(cuts),
        shoe=copies_in_shoe(checked, table[t.PLAYERS], values),
        described=writer.described | reaction_writer.described,
        power_questions=reaction_writer.questions,
        names=writer.names_at(Place.RULE),
    )


def work_of_hand(program: Sequence[int], table: Sequence[int]) -> int:
    """Return the work that the engine counts for a hand before the hand is played.

    It covers the steps and their conditions, the wagers, and the hands that are played from charts.
    """
    dealt = table[t.DEALT : t.DEALT + table[t.DEALT_HANDS]]
    wagers = [table[table[hand + t.OWNER] + t.WAGER_FORMULA] for hand in dealt]
    steps = program[p.STEPS_WORK] + program[p.STEP_COUNT] * STEP * (1 + len(dealt))
    return steps + sum(HAND + (program[wager - 1] if wager else 0) for wager in wagers)


def work_of_shuffle(program: Sequence[int], table: Sequence[int]) -> int:
    """Return the work that the engine counts for a shuffle. In a riffle, every cut moves all cards."""
    if program[p.SHUFFLE_METHOD] != p.RIFFLE:
        return 0
    of_cut = CUT + table[t.SHOE_SIZE] // NUMBERS_AT_ONCE
    return of_cut * max(program[p.CUTS], program[p.SET_CUTS])


def reserve_copy(program: list[int], table: list[int]) -> None:
    """Reserve space for a copy of the table and for answers.

    Powers need both to ask questions during a step.
    """
    table[t.COPY_AT] = len(table)
    pause(table, Pause.HANDS)  # so that no more than the answers from one hand are ever replayed
    if program[p.START_IMAGE]:
        for register in (t.COPY_AT, t.PAUSE_AFTER):
            program[program[p.START_IMAGE] + register] = table[register]
    table += [0] * (len(table) + t.MOST_REPLIES)


def complete_table(writer: ProgramWriter, seating: Seating, table: list[int]) -> None:
    """Fill in the rest of the table for the start of a game.

    The random number generators are not yet seeded.
    """
    model = writer.model
    if model.tournament is not None:
        seating.store_starting_values(table)
    seating.add_hands(table)
    table[t.AGAIN] = 1
    table[t.TARGET] = model.rules.target
    table[t.CREDIT] = int(model.rules.has(CREDIT))
    table[t.MINIMUM_WAGER] = writer.minimum
    table[t.MAXIMUM_WAGER] = LARGEST_WAGER
    if not model.rules.has_wagers:
        table[t.MAXIMUM_WAGER], table[t.CREDIT] = 0, 1
    elif model.rules.maximum_wager is not None:
        table[t.MAXIMUM_WAGER] = min(LARGEST_WAGER, writer.start_value(MAXIMUM))
    seating.mark_charts(table)
    add_shoe(writer, table)
    table[t.PC] = writer.program[p.START]
    writer.place_random_starts()
    writer.write_constants(table)


def deck_of(checked: Checked, given: Sequence[int]) -> tuple[int, ...]:
    """Return the distinct cards that can be dealt, including the ``given`` cards."""
    dealt = range(EQUAL_RANKS) if checked.deals_only_spades else checked.pack.cards
    return tuple(sorted({*dealt, *given}))


def copies_in_shoe(checked: Checked, players: int, values: Mapping[str, Value]) -> dict[int, tuple[str, int]]:
    """Map every card in the shoe to its code and the number of its copies.

    The map is empty for an infinite shoe.
    """
    pack, packs = checked.pack, packs_for(checked.model, players, values)
    if packs is None:
        return {}
    return {card: (card_code(card, pack.codes), packs * copies) for card, copies in pack.copies.items()}


def add_shoe(writer: ProgramWriter, table: list[int]) -> None:
    """Add the packs to the table in their original order.

    If the shoe is riffled, also reserve space for a second copy of it, and a margin after each copy.
    """
    packs = packs_for(writer.model, table[t.PLAYERS], writer.values)
    if packs is None:
        return
    cards = writer.checked.pack.cards * packs
    size = table[t.SHOE_SIZE] = table[t.CARDS_LEFT] = len(cards)
    table[t.SHOE] = len(table)
    table += cards
    if writer.model.shoe.shuffle.method == "riffle":
        margin = max(size, LEAST_MARGIN)
        table += [0] * margin
        table[t.SPARE] = len(table)
        table += [0] * (size + margin)
