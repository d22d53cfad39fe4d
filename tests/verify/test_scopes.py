"""Sentences that say what the whole transcript shows: ranges of totals, persons, results and other scopes."""

from __future__ import annotations

import pytest
from tests.verify.exams import verifier
from tests.verify.mutants import (
    COURSES,
    INFINITE,
    TOURNAMENT,
    VEGAS,
    Set,
    game_of,
    program_of,
    transcript,
)

from bj.argument_values import Seat
from bj.text.colours import plain
from bj.verify.findings import Report
from bj.verify.formats.reveal import reveal
from bj.verify.formats.text import describe_finding, render_full

COURSE = Set("classic", {"bankroll": 100, "minimum": 5, "hands": 30, "player": "counting"}, 0)
LONG = Set("classic", {"bankroll": 37, "minimum": 3, "hands": 60, "player": "counting"}, 1)
TRICKS = Set("trick", {"bankroll": 60, "minimum": 5, "tricks": 30, "player": "counting"}, 3)
BOB = Set("vegas", {"players": (Seat("human", "Bob", 100),)}, 0, "cards")
TWO = Set("vegas", {"players": (Seat("safe", "Meek", 100), Seat("random", "Random", 100))}, 1, "cards")
FOUR = Set(
    "vegas",
    {
        "players": (
            Seat("human", "Bob", 100),
            Seat("safe", "Meek", 100),
            Seat("random", "Random", 100),
            Seat("safe", "Q", 50),
        )
    },
    3,
    "cards",
)
MEEK = Set("vegas", {"players": (Seat("safe", "Meek", 100),)}, 0, "cards")
PERSON = Set("infinite", {"start": 300}, 0, "cards")
DOUBLER = Set("infinite_double", {"start": 300}, 3, "cards")
AWAY = Set("sos_vs_sc", {"normal": 40, "hands": 9, "kind": "counting", "dealers": "sc"}, 0)
LATE = Set("sos_vs_sc", {"normal": 40, "hands": 20, "kind": "simple", "dealers": "sc"}, 4)
REVISED = Set("sos_vs_sc_revised", {"normal": 100, "hands": 20, "kind": "simple", "dealers": "sc"}, 1)
FLEEING = Set("sos_vs_sc", {"normal": 25, "hands": 5, "kind": "simple", "dealers": "sos"}, 2)
THIRTEEN = Set("sos_vs_sc_revised", {"normal": 13, "hands": 9, "kind": "counting", "dealers": "sos"}, 3)
PROGRAMS = {
    "classic": COURSES,
    "trick": COURSES,
    "vegas": VEGAS,
    "infinite": INFINITE,
    "infinite_double": INFINITE,
}
SOFT = 'return value.total <= 17 or (value.total == 18 and shows not in ("Two", "Seven", "Eight"))'
RIGHT = "; all other decisions are right"


def report_on(game: Set, *changes: tuple[str, str]) -> Report:
    """The report on a program with some texts replaced."""
    wrong = transcript(program_of(PROGRAMS.get(game.ruleset, TOURNAMENT), changes), game)
    return verifier(game.ruleset, game.values, game.seed, game.chance).verify("a file", wrong.encode())


@pytest.mark.parametrize(
    ("game", "old", "new", "message"),
    [
        (
            LONG,
            SOFT,
            SOFT.replace("== 18", "!= 18"),
            "Player draws with soft 19 or more and stands with soft 18 against Three, against the rule"
            f"{RIGHT}",
        ),
        (
            COURSE,
            "return Value(hard, False)",
            "return Value(hard, True)",
            f"Player draws with hard 17 to 18 or some hands of hard 12 to 16, against the rule{RIGHT}: "
            "the strategy plays hard hands like soft ones",
        ),
        (
            REVISED,
            SOFT,
            SOFT.replace("<= 17", "< 17"),
            f"Nagato Yuki and Suzumiya Haruhi stand with soft 17, against the rule{RIGHT}",
        ),
        (
            AWAY,
            "return Value(hard + 10, True)",
            "return Value(hard + 10, False)",
            f"Nagato Yuki stands with soft 16 against Four, against the rule{RIGHT}: "
            "the strategy plays soft hands like hard ones",
        ),
        (
            FOUR,
            'Card(7, "C") in',
            'Card(8, "C") in',
            "Meek and Q draw with 15 against K and stand with 21 against 5, against the rule, "
            'as if the condition were `holds("7S")`',
        ),
        (
            COURSE,
            'return shows not in ("Two", "Three"',
            'return shows in ("Two", "Three"',
            "Player draws with hard 13 to 16 against Two to Six and stands with hard 13 to 16 against Eight "
            f"to Ace, against the rule{RIGHT}",
        ),
        (
            PERSON,
            "while value(self.dealer) < 17:",
            "while value(self.dealer) < 18:",
            f"Dealer draws with 17, against the rule{RIGHT}",
        ),
    ],
)
def test_decisions_have_their_persons_and_totals(game: Set, old: str, new: str, message: str) -> None:
    """A finding about decisions names all persons, the totals in ranges, and what is right."""
    assert report_on(game, (old, new)).findings[0].message == message


@pytest.mark.parametrize(
    ("game", "old", "new", "message"),
    [
        (
            BOB,
            "if own <= 21 and (dealers > 21",
            "if own <= 21 or (dealers > 21",
            "every hand counts as a win, also with fewer points than the dealer (20 against 21), with as "
            "many points as the dealer (20 against 20) and after a bust, against the rules",
        ),
        (
            DOUBLER,
            "        if own > 21:",
            "        if own >= 21:",
            "the player counts as bust with 21, against the rules",
        ),
        (
            BOB,
            "(dealers > 21 or own > dealers)",
            "(dealers > 22 or own > dealers)",
            "a hand counts as a loss when the dealer busts with 22, against the rules",
        ),
        (
            PERSON,
            "number = 0",
            "number = -1",
            "the hands are numbered 0, 1, 2 … instead of 1, 2, 3 …",
        ),
        (
            BOB,
            "(dealers > 21 or own > dealers)",
            "(dealers >= 21 or own > dealers)",
            "a hand counts as a win when the dealer has 21 (20 against 21 and 17 against 21), against the "
            "rules",
        ),
        (
            COURSE,
            "bankroll += yield from self.hand(wager)",
            "bankroll -= yield from self.hand(wager)",
            "wins are taken from the bankroll, and losses are added to it",
        ),
    ],
)
def test_a_result_has_its_scope(game: Set, old: str, new: str, message: str) -> None:
    """A finding about results says which hands have the wrong one."""
    report = report_on(game, (old, new))
    assert [each.message for each in report.findings] == [message]


@pytest.mark.usefixtures("less_effort")
def test_a_program_that_deals_no_cards_does_not_only_miss_a_line() -> None:
    """The finding says that no cards are dealt; a card that nothing shows is not expected."""
    first, *_ = report_on(PERSON, ("            yield from self.round()\n", "            pass\n")).findings
    assert first.message == "no cards are dealt or shown after the wager"
    assert first.expected == "Dealer's first card is: …"
    changes = ("for _ in range((len(self.players) + 2) // 3)", "for _ in range((len(self.players) - 2) // 3)")
    (ending,) = report_on(BOB, changes).findings
    stops = "the program stops or crashes where the first cards are dealt"
    assert ending.message == f"the transcript ends too soon, after line 4: {stops}"


def test_a_text_that_breaks_off_is_an_end() -> None:
    """A program that stops within a text of several lines ends too soon; its last line is no message."""
    right = transcript(program_of(VEGAS, ()), BOB)
    turn = "Bob's turn:\n-------------------\n"
    cut = right[: right.index(turn) + len(turn)]
    (finding,) = verifier(BOB.ruleset, BOB.values, chance="cards").verify("a file", cut.encode()).findings
    assert finding.message == (
        "the transcript ends too soon, after line 12: the program stops or crashes after `Bob's turn:`, "
        "before the next cards are shown"
    )
    assert (finding.actual, finding.expected.partition(":")[0]) == ("-" * 19, "Bob's current hand")


@pytest.mark.parametrize(
    ("old", "new", "message", "doubt"),
    [
        (
            "escapes = escapes or (not self.edition.escapes_after_hands and self.is_poor(player))",
            "pass",
            "Joseph Joestar never uses the power `flee`, here with a bankroll of 10; the limit is 12",
            "",
        ),
        (
            "self.normal // 2",
            "self.normal // 3",
            "Joseph Joestar does not use the power `flee` with a bankroll of 10; the limit is 12",
            "perhaps as if the condition were `bankroll < normal // 3` or `bankroll < normal // 4`",
        ),
        (
            """yield f'Player: {player.name}: "Ni Ge Run Da Yo"'""",
            "pass",
            "Joseph Joestar never uses the power `farewell` when a round is over",
            "",
        ),
        (
            """if player.cheer:
                    yield""",
            """if False:
                    yield""",
            "Joseph Joestar does not react when they win the round",
            "",
        ),
    ],
)
def test_a_power_that_is_not_used_names_its_holder(old: str, new: str, message: str, doubt: str) -> None:
    """Its condition is suspected before its occasion, and missing words are not said at the wrong time."""
    (finding,) = report_on(FLEEING, (old, new)).findings
    assert (finding.message, finding.doubt) == (message, doubt)


@pytest.mark.parametrize(
    ("game", "number", "message"),
    [
        (BOB, 3, "each hand is dealt 3 cards instead of 2"),
        (PERSON, 1, "each hand is dealt 1 card instead of 2"),
    ],
)
def test_the_deal_may_have_another_number_of_cards(game: Set, number: int, message: str) -> None:
    """The right number is part of the solution, and not of the sentence for other findings."""
    finding, *_ = report_on(game, ("for _ in range(2):", f"for _ in range({number}):")).findings
    assert (finding.message, finding.solution, finding.rule) == (message, " instead of 2", "procedure.deal")
    assert finding.mistake == message.removesuffix(finding.solution)


WORDS = """yield f'{who}: "Star Platinum, Za Warudo"'"""


@pytest.mark.parametrize(
    ("game", "old", "new", "message"),
    [
        (
            AWAY,
            "while len(taken) < len(cards):",
            "while False:",
            "the power `stop_time` lays the hand aside, but takes no cards in its place",
        ),
        (
            AWAY,
            "while len(taken) < len(cards):",
            "while len(taken) < len(cards) + 1:",
            "the power `stop_time` takes 1 card more than it lays aside",
        ),
        (
            AWAY,
            "taken: list[Card] = []",
            "return cards",
            "the power `stop_time` is announced, but has no effect",
        ),
        (REVISED, WORDS, f"if False: {WORDS}", "the power `stop_time` is used without its words"),
        (
            REVISED,
            "is_stopped = True",
            "is_stopped = False",
            "none of the cards that the power `stop_time` takes is announced",
        ),
    ],
)
def test_a_part_of_a_power_may_be_left_out(game: Set, old: str, new: str, message: str) -> None:
    """A power may lack its words, its effect, or one half of its effect."""
    assert report_on(game, (old, new)).findings[0].message == message


def test_many_mistakes_in_counting_are_not_named() -> None:
    """If many mistakes explain a wrong wager, the finding says only what is known about the count."""
    (finding,) = report_on(THIRTEEN, ("stopper.player.expose(taken[-1])", "pass")).findings
    assert finding.causes == (
        "several mistakes fit equally well: look at the counting (the program's count is below 2 here)"
    )
    assert finding.rule == "strategies.counting.count"


def test_a_program_that_stops_at_a_question_should_ask_it() -> None:
    """The finding says what should come next, and cites the step that asks."""
    right = transcript(program_of(INFINITE, ()), PERSON)
    cut = right[: right.index("Enter bet")]
    (finding,) = (
        verifier(PERSON.ruleset, PERSON.values, chance="cards").verify("a file", cut.encode()).findings
    )
    assert finding.message == (
        "the transcript ends too soon, after line 4: the program stops or crashes after `Round 1`, before a "
        "player is asked for a wager"
    )
    assert finding.words.startswith("Step take wagers: each player in turn wagers")


@pytest.mark.parametrize(
    ("game", "old", "new", "where", "rule"),
    [
        (
            LATE,
            "            raise DeckEmptyError\n",
            "            pass\n",
            "the cards run out{}",
            "shoe.when_empty",
        ),
        (AWAY, "is_stopped = False", "pass", "the power `stop_time` begins{}", "powers.stop_time"),
        (
            REVISED,
            "taken.append(self.card())\n                if",
            "if",
            "the power `stop_time` begins{}",
            "powers.stop_time",
        ),
        (
            COURSE,
            'return f"{self.spot} of {self.suit}"',
            "pass",
            "the first card is dealt and shown",
            "procedure.hand",
        ),
        (
            BOB,
            "for rank in range(1, 14)",
            "for rank in range(1, 15)",
            "the first card is dealt and shown",
            "procedure.hand",
        ),
        (
            COURSE,
            'return f"{',
            'return None if self.spot == "Jack" else f"{',
            "Dealer's hand busts{} and the first Jack is shown",
            "cards.ranks",
        ),
    ],
)
def test_a_program_that_stops_should_see_what_is_new_there(
    game: Set, old: str, new: str, where: str, rule: str
) -> None:
    """The finding names what happens for the first time in the game, and cites the rule about it."""
    (finding,) = report_on(game, (old, new)).findings
    where = where.format(" for the first time")
    assert finding.message.endswith(f": the program stops or crashes where {where}")
    assert (finding.rule, bool(finding.words)) == (rule, True)


def test_a_program_may_stop_in_a_step_that_prints_nothing() -> None:
    """The finding names all steps between the last line and the missing one."""
    (finding,) = report_on(COURSE, ("return 52 - self.dealt", "return None")).findings
    assert finding.message == (
        "the transcript ends too soon, after line 9: the program stops or crashes in the check whether to "
        "shuffle or where a player wagers for the first time"
    )


def test_a_reaction_in_the_right_case_may_have_a_wrong_amount() -> None:
    """The bet changes in the right hand, so the condition of the reaction is not blamed."""
    messages = [each.message for each in report_on(MEEK, ("self.usual *= 2", "self.usual *= 3")).findings]
    assert messages == [
        "Meek wagers 6 instead of 4 with a bankroll of 104 after a win, number 3 in a row and number 4 in "
        "all: the strategy `safe` sets `bet` to a wrong value when they win the hand"
    ]
    (first,) = report_on(TWO, ("            self.usual = 2\n", "            self.usual = 1\n")).findings
    assert first.message.startswith("Meek wagers 1 instead of 2 with a bankroll of 98 after a bust: ")


@pytest.mark.parametrize(
    ("game", "rank", "kinds", "counted"),
    [
        (COURSE, "Two", ["count", "action"], "a two is not counted"),
        (COURSE, "Three", ["action", "count"], "a three is not counted"),
        (COURSE, "Eight", ["count", "action"], "an eight counts -1"),
        (AWAY, "Four", ["action", "count"], "a four is not counted"),
        (THIRTEEN, "Four", ["action", "count"], "a four counts -1"),
    ],
)
def test_a_card_with_another_name_may_be_treated_differently_because_of_it(
    game: Set, rank: str, kinds: list[str], counted: str
) -> None:
    """A wrong count of only that card and wrong decisions against it follow from its name."""
    report = report_on(game, _misspelt(rank))
    assert report.is_complete
    assert [each.message for each in report.mistakes] == [f"a card is called `{rank.lower()}`"]
    assert [each.kind for each in report.further] == kinds
    assert {each.doubt for each in report.further} == {"may follow from an earlier difference"}
    assert any(each.message.endswith(f": {counted}") for each in report.further)


def test_the_consequences_of_a_misspelt_card_leave_effort_for_other_mistakes() -> None:
    """A count that follows from a name is tried before all other explanations of a wager."""
    cuts = """        yield f"{self.words.mark}Shuffling the deck"
        for cut in cuts or [self.generator.cut() for _ in range(7)]:
            yield f"cut at {cut}"
            self.deck.shuffle(cut)
"""
    shuffles, *rest = cuts.splitlines(keepends=True)
    report = report_on(COURSE, _misspelt("Five"), (cuts, "".join([*rest, shuffles])))
    assert report.is_complete
    assert [each.kind for each in report.mistakes] == ["order", "wording"]


@pytest.mark.parametrize(
    ("rank", "decision", "further"),
    [
        ("Six", "draws with 12 against Five", ["count", "action"]),
        ("Nine", "draws with 12 against Five", ["count"]),
    ],
)
def test_a_wrong_decision_with_other_cards_is_apart_from_a_misspelt_card(
    rank: str, decision: str, further: list[str]
) -> None:
    """It is another mistake, even if only one hand shows it, and it is not merged with the consequences."""
    chart = 'shows not in ("Four", "Five", "Six")', 'shows not in ("Four", "five", "Six")'
    report = report_on(THIRTEEN, _misspelt(rank), chart)
    said = [each.message for each in report.mistakes]
    assert said[0] == f"a card is called `{rank.lower()}`"
    assert [each.partition(",")[0] for each in said[1:]] == [f"Joseph Joestar {decision}"]
    assert [each.kind for each in report.further] == further
    assert not any(RIGHT in each for each in said)  # too few decisions, or wrong ones in another finding


def _misspelt(rank: str) -> tuple[str, str]:
    """A replacement that writes the name of a rank without its capital letter."""
    return f'"{rank}",\n', f'"{rank.lower()}",\n'


@pytest.mark.parametrize("game", [FOUR, MEEK])
def test_one_ace_that_always_counts_eleven_is_found_without_the_card_that_busts(game: Set) -> None:
    """The card that busts a hand is not shown, so only the total shows that it was an ace."""
    (found,) = report_on(game, (" if has_ace and total + 10 <= 21", " if has_ace")).findings
    assert (found.message, found.doubt) == ("an ace always counts as eleven", "")


def test_a_total_that_only_two_aces_can_have_names_them() -> None:
    """The cards of the hand before have no part in it."""
    changes = ("min(card.rank, 10) for", "min(card.rank, 10) + 10 * (card.rank == 1) for")
    first, *_ = report_on(FOUR, changes, (" if has_ace and total + 10 <= 21", " if False")).findings
    assert first.message == "Q's 2 cards count 22, as if every ace counted its highest value"
    assert first.confidence == "sure"


def test_a_program_may_stop_because_a_value_is_missing() -> None:
    """The end of the transcript is no separate mistake."""
    report = report_on(THIRTEEN, ("        return minimum\n", "        pass\n"))
    (first,) = report.mistakes
    assert first.message.startswith("`None` is printed in place of the wager")
    assert all(each.kind == "ending" for each in report.further)


def test_the_smallest_wager_is_wrong_for_somebody() -> None:
    """The sentence has the player, the count and the bankroll, as for any other wager."""
    first, *_ = report_on(
        FLEEING, ("self.count >= 2", "self.count < 2"), ("normal // 2", "normal // 1")
    ).findings
    assert first.message == (
        "Joseph Joestar wagers 10, as in all hands, instead of 5 with a count of 0 and a bankroll of 50: the "
        "smallest wager is wrong"
    )
    first, *_ = report_on(TWO, ("        self.bet = self.usual\n", ""), ("bet = 0", "bet = -1")).findings
    assert first.message == "Meek wagers -1, as in all hands, instead of 2 with a bankroll of 100"


def test_wrong_decisions_for_the_same_totals_have_their_upcards() -> None:
    """Otherwise, the sentence would contradict itself."""
    changes = ('not in ("Two", "Three", "Four", "Five", "Six")', 'in ("Two", "Three", "Four", "Five", "Six")')
    first, *_ = report_on(COURSE, changes).findings
    assert first.message == (
        "Player draws with hard 13 to 16 against Two to Six and stands with hard 13 to 16 against Eight to "
        f"Ace, against the rule{RIGHT}"
    )


def test_several_mistakes_in_what_a_strategy_remembers_are_places_to_look() -> None:
    """A number that is never reset differs from a wrong condition only in the games that follow."""
    (first,) = report_on(TWO, ("self.row += 1", "self.row += 0")).findings
    assert first.message.endswith(" after a win, number 1 in a row")
    assert first.doubt == (
        "several mistakes fit equally well: look at the condition and `row` when they win the hand, and at "
        "`row` when they lose the hand"
    )
    (other,) = report_on(TWO, ("        self.row = 0\n        if", "        if")).findings
    assert other.message.endswith(": the strategy `safe` does not react when they lose the hand")
    assert not other.doubt


def test_what_a_strategy_remembers_is_wrong_from_the_start_or_not_at_all() -> None:
    """A first win that doubles the bet is not blamed on the start, as losses came before it."""
    lost = "        self.row = 0\n        if points"
    (finding,) = report_on(TWO, (lost, "        if points")).findings
    assert finding.message == (
        "Meek wagers 4 instead of 2 with a bankroll of 80 after a win, number 1 in a row and number 3 in "
        "all: the strategy `safe` does not react when they lose the hand"
    )
    assert finding.words == "Strategy safe: When they lose the hand: sets `row` to 0."


def test_wagers_that_are_wrong_in_two_ways_are_listed() -> None:
    """Two mistakes, each with its own wrong amount, are not counted as one amount in two hands."""
    seats = (Seat("random", "Random", 100), Seat("human", "Bob", 100), Seat("safe", "Meek", 100))
    changes = ("usual = 2\n    row", "usual = 1\n    row"), ("self.row % 3", "self.row % 2")
    (finding,) = report_on(Set("vegas", {"players": seats}, 2, "cards"), *changes).findings
    assert finding.message == (
        "Meek wagers 1 instead of 2 with a bankroll of 100; also wrong: 4 in line 547 after a win, number 2 "
        "in a row"
    )
    assert finding.words == (
        "Strategy safe: Wagers `bet`. Remembers `bet` (starting at 2) and `row` (starting at 0)."
    )


@pytest.mark.parametrize(
    ("game", "changes", "messages"),
    [
        (
            PERSON,
            [("if self.bet < 0:", "if self.bet <= 0:")],
            [
                "the answer `0` should end the game, but the same 4 lines are printed again and again, up to "
                "`Enter bet in dollars, 0 to quit: 0`"
            ],
        ),
        (BOB, [("self.dealt += 1", "pass")], ["the same card is dealt again and again: QC"]),
        (
            PERSON,
            [("number += 1", "number += 0"), ('return "".join(f"{NAMES', 'return None and "".join(f"{NAMES')],
            [
                "the hands are numbered 0, 0, 0 … instead of 1, 2, 3 …",
                "`None` is printed in place of the cards: the function that makes it may return nothing",
            ],
        ),
        (
            COURSE,
            [("bankroll += yield from self.hand(wager)", "pass")],
            ["no cards are dealt or shown after the wager"],
        ),
        (
            COURSE,
            [('yield f"{mark}Player busts"\n            return -wager', "pass")],
            ["Player does not bust with 24; a hand busts with more than 21"],
        ),
        (
            COURSE,
            [("dealers_total = value_of(dealers)", "dealers_total = value_of(dealers[:2])")],
            ["the total counts only the first two cards: Three, Four, Ten count 7 instead of 17"],
        ),
        (COURSE, [('"Five",\n', '"five",\n')], ["a card is called `five`"]),
        (
            AWAY,
            [("players[0], dealers[0]", "players[0], dealers[-1]")],
            ["the members play in the wrong order: Mohammed Avdol comes before Joseph Joestar"],
        ),
        (
            BOB,
            [("            yield from player.bets()\n", "")],
            ["Bob is not asked for a wager"],
        ),
    ],
)
def test_the_mistakes_have_these_sentences(
    game: Set, changes: list[tuple[str, str]], messages: list[str]
) -> None:
    """The sentences name what is wrong, and are not in doubt. Further findings only follow from them."""
    mistakes = report_on(game, *changes).mistakes
    assert [(each.message, each.doubt) for each in mistakes] == [(message, "") for message in messages]


def test_a_wrong_start_of_the_count_is_told_apart_from_a_wrong_condition() -> None:
    """With a second mistake in the condition, only the start of the count explains the first wager."""
    changes = (
        ("self.count = 0", "self.count = 1"),
        ("bankroll >= 2 * minimum", "bankroll >= 3 * minimum"),
        ("Value(hard + 10, True)", "Value(hard + 9, True)"),
    )
    said = [each.message for each in report_on(LONG, *changes).mistakes]
    assert said[1:] == [
        "Player wagers 6 instead of 3 with a count of 1 and a bankroll of 40: the count begins at 1 "
        "instead of 0"
    ]


def test_a_shoe_that_is_shuffled_early_may_lack_cards() -> None:
    """Cards that are never dealt look like an early shuffle."""
    (finding,) = report_on(BOB, ("for rank in range(1, 14)", "for rank in range(2, 14)")).findings
    assert finding.doubt == "also possible: the shoe lacks some cards or cards are skipped"


def test_a_missing_line_is_not_also_in_the_wrong_place() -> None:
    """An explanation that moves the line to where it cannot be seen is not another explanation."""
    shown = '            yield f"Dealer dealt {dealers[-1]}"\n'
    (finding,) = report_on(COURSE, (shown, "")).findings
    assert (finding.message.partition(";")[0], finding.doubt) == (
        "a line is missing: the dealer gets a card face up",
        "",
    )


def test_a_hand_that_goes_on_after_a_bust_breaks_the_target() -> None:
    """The decision to draw once more is not blamed, as the hand should be over."""
    busted = """            if total > 21:
                yield f"{person.name} busted at {total}!\\n"
                return
"""
    first, *_ = report_on(FOUR, (busted, "")).findings
    assert (first.message, first.rule, first.doubt) == (
        "Meek does not bust with 28; a hand busts with more than 21",
        "rules.target",
        "",
    )


def test_a_game_that_continues_until_it_stops_is_one_mistake() -> None:
    """One finding says how far the game goes, and that `and` is read as `or`."""
    (finding,) = report_on(
        AWAY, ("self.thishand < self.hands and not escapes", "self.thishand < self.hands or not escapes")
    ).findings
    assert finding.message == (
        "the game continues after hand 9, up to hand 37, as if `and` were `or`; "
        "there, the program stops or crashes"
    )
    assert (finding.times, finding.unit, finding.doubt) == (28, "hand", "")


@pytest.mark.parametrize(
    ("game", "old", "new", "message"),
    [
        (
            BOB,
            "yield from self.round()",
            "pass",
            "nothing is printed between the start and `Another round? (Y or N):`: no hand is played",
        ),
        (
            PERSON,
            '        yield from self.show("Player", self.player)\n        if value(self.player) == 21:',
            '        if value(self.player) != 21:\n            yield from self.show("Player", self.player)\n'
            "        if value(self.player) == 21:",
            "a line is missing: the result is printed before the player's hand is shown",
        ),
        (
            AWAY,
            "if self.deck.cards_left() == 0:",
            "if self.deck.cards_left() != 0:",
            "the cards are said to have run out with 52 cards left",
        ),
    ],
)
@pytest.mark.usefixtures("less_effort")
def test_a_line_that_comes_too_early_is_named(game: Set, old: str, new: str, message: str) -> None:
    """The finding says what is missing before a question or a result, and that cards are left."""
    first, *_ = report_on(game, (old, new)).findings
    assert first.message == message


@pytest.mark.parametrize(
    ("old", "new", "message", "words"),
    [
        (
            "yield from self.settle(player)",
            "pass",
            "no result is announced, and the bankroll does not change",
            "Step settle: every hand that is still open is compared",
        ),
        ("\\nThe initial", "\\nthe initial", "`the` has the wrong letter case", "Step say `The initial"),
        ("nLet's see", "nLet'ssee", "a space is missing after `Let's`", "Step say `Let's see how"),
    ],
)
def test_a_finding_quotes_the_step_of_its_line(old: str, new: str, message: str, words: str) -> None:
    """A result that is missing and a reworded line of a step quote the step."""
    (finding,) = report_on(BOB, (old, new)).findings
    assert finding.message == message
    assert finding.words.startswith(words)


def test_a_question_without_a_space_is_no_guess() -> None:
    """The finding about a question that differs in a space has no doubt."""
    rich = DOUBLER._replace(values={"start": 1000}, seed=1)
    (finding,) = report_on(rich, ('", (s)tand or', '",(s)tand or')).findings
    assert (finding.message, finding.doubt) == ("a space is missing after `(h)it,`", "")


def test_a_finding_is_no_other_explanation_of_the_same_report() -> None:
    """A line that the other findings may explain follows from them, and its doubt does not repeat them."""
    first, *others = report_on(AWAY, ("self.dealt += 1", "self.dealt -= 2")).findings
    assert (first.kind, len(others)) == ("shuffle", 1)
    assert {each.doubt for each in others} == {"may follow from an earlier difference"}


def test_a_natural_that_is_paid_twice_is_one_mistake() -> None:
    """The hand goes on after the natural, and the win is paid too."""
    changes = (
        "// Fraction(1, 100) * Fraction(1, 100)\n            return\n",
        "// Fraction(1, 100) * Fraction(1, 100)\n",
    )
    (finding,) = report_on(PERSON, changes).findings
    assert finding.message == "a hand continues after a natural, and is paid twice"


def test_lines_about_nothing_follow_from_a_wager_of_nothing() -> None:
    """A wager of 0 makes lines about wins and losses of 0, which are no further mistakes."""
    report = report_on(
        TWO, ("        self.bet = self.usual\n        yield from ()\n", "        yield from ()\n")
    )
    assert [each.kind for each in report.mistakes] == ["wager"]
    assert {each.doubt for each in report.further} == {"follows from an earlier mistake"}
    assert report.is_explained
    assert not any("should say" in line for each in report.further for line in describe_finding(each))


def test_a_count_that_is_one_card_late_is_found() -> None:
    """The bets of the whole game fit a count of the card before the one drawn."""
    first, *_ = report_on(COURSE, ("player.expose(cards[-1])", "player.expose(cards[-2])")).findings
    assert first.kind == "count"
    assert first.message.endswith(": when a player draws a card, the previous one is counted again instead")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('== "Ace" for card in cards) and', '!= "Ace" for card in cards) and', "even without an ace"),
        ("hard + 10 <= 21:", "hard + 10 > 21:", "an ace counts as eleven only if that busts the hand"),
    ],
)
def test_eleven_in_the_wrong_hands_is_found(old: str, new: str, message: str) -> None:
    """Ten more may be counted without an ace, or only where it busts."""
    (finding,) = report_on(COURSE, (old, new)).findings
    assert (finding.kind, finding.message.endswith(message)) == ("total", True)


@pytest.mark.parametrize(
    ("game", "old", "new", "messages"),
    [
        (
            PERSON,
            "if 1 in hand and",
            "if 1 not in hand and",
            [
                "ten is added only to hands without an ace, if it does not bust them: "
                "Four, Three count 17 instead of 7; Ace, Nine count 10 instead of 20"
            ],
        ),
        (
            AWAY,
            "return Value(hard + 10, True)",
            "return Value(hard + 11, True)",
            ["an ace counts as twelve wherever it should count as eleven, even if that busts the hand"],
        ),
        (
            COURSE,
            "return Value(hard + 10, True)",
            "return Value(hard + 9, True)",
            ["an ace counts as ten wherever it should count as eleven"],
        ),
        (
            BOB,
            "return total + 10 if has_ace",
            "return total - 10 if has_ace",
            ["an ace that should count high takes 10 away: A, 10 count 1 instead of 21"],
        ),
        (
            AWAY,
            "SPOTS.index(card.spot) + 2, 10)",
            "SPOTS.index(card.spot) - 2, 10)",
            ["a Two counts -2, a Three -1, …, a Queen 8, a King 9"],
        ),
    ],
)
def test_wrong_totals_are_described_by_all_hands(game: Set, old: str, new: str, messages: list[str]) -> None:
    """The totals of all hands show which cards have wrong values, even negative ones."""
    assert [each.message for each in report_on(game, (old, new)).findings] == messages


@pytest.mark.parametrize(
    ("game", "old", "new", "rule", "message"),
    [
        (
            PERSON,
            "elif dealers > 21:",
            "elif dealers >= 21:",
            "rules.target",
            "the dealer counts as bust with 21, against the rules",
        ),
        (
            PERSON,
            "if own > 21:",
            "if own > 22:",
            "payouts.win",
            "the player does not bust with 22, against the rules",
        ),
        (
            PERSON,
            "elif dealers > 21:",
            "elif dealers < 21:",
            "payouts.win",
            "the dealer counts as bust with 18, 19 and 20, but not with 22, 23 or 24, against the rules",
        ),
        (
            COURSE,
            "if value_of(cards).total == 21:",
            "if value_of(cards).total == 20:",
            "payouts.natural",
            "two cards that make 20 count as a natural",
        ),
    ],
)
def test_a_wrong_limit_is_named(game: Set, old: str, new: str, rule: str, message: str) -> None:
    """A bust or a natural at the wrong total is described by the total."""
    (finding,) = report_on(game, (old, new)).findings
    assert (finding.rule, finding.message) == (rule, message)


def test_a_reversed_condition_of_a_wager_has_both_halves() -> None:
    """The finding names the condition, and a hand with a raised and one with an unraised wager."""
    old = "2 * minimum if self.count >= 2 and"
    (finding,) = report_on(COURSE, (old, old.replace(">=", "<"))).findings
    assert finding.message == (
        "Player wagers 10 instead of 5 with a count of 0 and a bankroll of 100, but wrongly 5 "
        "with a count of 2 and a bankroll of 110 in line 133, as if the condition were `count < 2`"
    )


def test_cards_without_a_line_may_not_be_counted() -> None:
    """After a missing line about drawn cards, a wrong count of these cards is not a further mistake."""
    old = '            yield from self.show_drawn(f"Dealer: {dealer.name}", cards, dealer, player)\n'
    first, count = report_on(AWAY, (old, "            pass\n")).findings
    assert (first.kind, count.is_doubtful) == ("missing line", True)
    assert count.message.endswith(": cards that the dealer draws are not counted")


def test_a_condition_needs_no_list_of_totals() -> None:
    """A finding about the condition of a decision has two examples."""
    (finding,) = report_on(TWO, ("points(self.hand) % 2 == 0", "points(self.hand) % 2 != 0")).findings
    assert finding.message == (
        "Meek draws with 15 against 3 and stands with 20 against K, against the rule, "
        "as if the condition were `total % 2 == 1`"
    )


def test_a_wager_that_is_never_raised_is_said_to_be() -> None:
    """If several causes are possible, the wager is one of them, and the limit of the count is named."""
    old = "2 * minimum if self.count >= 2 and bankroll >= 2 * minimum else minimum"
    (finding,) = report_on(AWAY, (f"return {old}", "return minimum")).findings
    assert (
        "look at the wager (it is never raised) and at the counting (the program's count is below 2"
        in finding.doubt
    )
    assert "below" not in reveal(Report("", [finding]), "actual").findings[0].doubt


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "dealt - 1]",
            "dealt - 2]",
            "the last card of the shoe is dealt first, and the others follow in order",
        ),
        ("[self.dealt - 1]", "[-self.dealt]", "the cards are dealt from the other end of the shoe"),
        (
            "dealt - 1]",
            "dealt]",
            "the first card after every shuffle is never dealt; the deal begins with the second",
        ),
        (
            "dealt - 1]",
            "dealt + 1]",
            "the first two cards after every shuffle are never dealt; the deal begins with the third",
        ),
        (
            "self.dealt = 0\n\n    def deal",
            "self.dealt = 3\n\n    def deal",
            "the first three cards after every shuffle are never dealt; the deal begins with the fourth",
        ),
        (
            "self.dealt += 1",
            "pass",
            "the same card is dealt again and again: King of Clubs, 120 times in a row",
        ),
        ("dealt += 1", "dealt += 2", "every second card of the shoe is left out"),
        ("dealt += 1", "dealt -= 1", "the place of the next card in the shoe moves backward"),
    ],
)
def test_cards_that_are_taken_from_wrong_places_of_the_shoe_are_found(
    old: str, new: str, message: str
) -> None:
    """The order of all cards shows from which places they are taken, in the whole transcript."""
    report = report_on(COURSE, (old, new))
    (finding,) = report.findings
    assert (finding.message, finding.rule) == (message, "shoe.packs")
    assert (finding.times, report.is_complete) == (report.hands, True)


def test_the_same_card_is_named_where_another_mistake_stops_the_comparison() -> None:
    """The cards in all lines decide, even if another explanation fits the first of them."""
    changes = (
        ("dealt += 1", "dealt += 0"),
        ("return Value(hard, False)", "return Value(hard, True)"),
        ("and bankroll >= 2 * minimum else", "and bankroll < 2 * minimum else"),
    )
    game = Set("classic", {"bankroll": 1000, "minimum": 7, "hands": 90, "player": "counting"}, 2)
    first, *_ = report_on(game, *changes).mistakes
    assert first.message == "the same card is dealt again and again: Six of Hearts, 450 times in a row"


def test_each_total_has_its_own_upcard() -> None:
    """An upcard in the last phrase of a list does not seem to belong to the phrases before it."""
    changes = (("return Value(hard + 10, True)", "return Value(hard + 10, False)"),)
    edition = (
        "FIRST = Edition(False, False, False, False, False)",
        "FIRST = Edition(True, False, False, False, False)",
    )
    found = report_on(AWAY, *changes, edition).findings
    message = next(each.message for each in found if "stand" in each.message)
    assert "soft 16 against Four or soft 18 against Jack" in message


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("right.pop(0)", "right.pop()", "each riffle takes the cards below the cut in reverse order"),
        ("left.pop(0)", "left.pop()", "each riffle takes the cards above the cut in reverse order"),
    ],
)
def test_a_part_that_is_riffled_in_reverse_order_is_named(old: str, new: str, message: str) -> None:
    """The finding names the part by its place in the pack."""
    (finding,) = report_on(COURSE, (old, new)).findings
    assert (finding.message, finding.rule) == (message, "shoe.shuffle")


SHUFFLED = """        for cut in {}cuts or [self.generator.cut() for _ in range(7)]:
            yield f"cut at {{cut}}"
            self.deck.shuffle(cut)
"""


@pytest.mark.parametrize(
    ("game", "old", "line"),
    [
        (COURSE, SHUFFLED.format(""), 2),
        (COURSE, "            self.deck.shuffle(cut)", 11),
        (AWAY, SHUFFLED.format("self.set_"), 2),
        (AWAY, "            self.deck.shuffle(cut)", 11),
    ],
)
def test_cards_that_are_never_shuffled_are_one_mistake(game: Set, old: str, line: int) -> None:
    """The order of a new pack explains all cards, with or without the lines of the cuts.

    A tournament whose cards run out then starts the same hand again and again.
    """
    report = report_on(game, (old, "            pass" if line > 2 else ""))
    (finding,) = report.mistakes
    assert (finding.line, finding.rule, finding.doubt) == (line, "shoe.shuffle", "")
    assert finding.message == "the cards are never shuffled: they come in the order of a new pack"
    assert finding.times >= report.hands - 1
    assert all("lines are printed again and again" in each.message for each in report.further)


@pytest.mark.parametrize(
    ("game", "old", "new", "message"),
    [
        (
            game_of(VEGAS, 2),
            "self.row % 3 == 0",
            "self.row % 3 == 1",
            "Meek wagers 4 instead of 2 with a bankroll of 86 after a win, number 1 in a row: "
            "the strategy `safe` reacts here, against its condition",
        ),
        (
            THIRTEEN,
            'not in ("Two", "Seven", "Eight")',
            'in ("Two", "Seven", "Eight")',
            f"Kujo Jotaro stands with soft 18 against Jack, against the rule{RIGHT}",
        ),
        (
            COURSE,
            '"Four", "Five", "Six")\n        return value.total',
            '"Four", "Six")\n        return value.total',
            "Player draws with 14 against Five, against the rule; "
            f"no other hard total of 13 to 16 against Five comes up{RIGHT}",
        ),
        (
            AWAY,
            "if dealers_total > 21:",
            "if dealers_total < 21:",
            "Joseph Joestar busts with 17, also with 20, 18 and 19, but not with 22; "
            "a hand busts with more than 21",
        ),
        (
            AWAY,
            "            cards = taken\n",
            "            pass\n",
            "the power `stop_time` is used again at once, against the rules",
        ),
        (
            COURSE,
            "{self.spot} of",
            "{self.spot}of",
            "in the names of cards, a space is missing after `rank`",
        ),
        (BOB, "yield from player.bets()", "pass", "Bob is not asked for a wager"),
        (
            AWAY,
            "if self.deck.cards_left() == 0:",
            "if self.deck.cards_left() != 0:",
            "the cards are said to have run out with 52 cards left",
        ),
    ],
)
@pytest.mark.usefixtures("less_effort")
def test_a_clear_sentence_has_no_doubt(game: Set, old: str, new: str, message: str) -> None:
    """A sentence that names the case, or what does not come up, is no guess."""
    (first,) = report_on(game, (old, new)).mistakes
    assert (first.message, first.confidence) == (message, "sure")


@pytest.mark.parametrize(
    ("game", "old", "new", "doubt"),
    [
        (
            COURSE,
            "        self.count = 0",
            "        self.count = -1",
            "also possible: the count begins at -1 instead of 0",
        ),
        (AWAY, "rerorerorero rerorerorero", "rerorerorerorerorerorero", ""),
    ],
)
def test_a_doubt_does_not_repeat_its_sentence(game: Set, old: str, new: str, doubt: str) -> None:
    """An equal condition, or the same mistake with another rule, is no doubt."""
    (finding,) = report_on(game, (old, new)).findings
    assert finding.doubt == doubt


def test_what_lines_show_is_certain_where_the_comparison_stops() -> None:
    """A space that is missing, and what all totals have in common, need no further hands."""
    old, wrong = '== "Ace" for card in cards) and', '== "Ace" for card in cards) or'
    spaced = 'yield f"{mark}{self.words.hand} {hand}', 'yield f"{mark}{self.words.hand}{hand}'
    report = report_on(COURSE, spaced, (old, wrong))
    assert not report.is_complete
    assert [(each.message.partition(":")[0], each.doubt) for each in report.findings] == [
        ("a space is missing after `Hand`", ""),
        ("10 is added to some hands without an ace and 10 is added to hands of low aces", ""),
    ]
    lines = "Player's total is 26", "Player dealt Six of Spades"
    assert report.stopped_lines == lines
    assert render_full([report], [()], plain).endswith(f"    says      {lines[0]}\n    should say {lines[1]}")
    assert reveal(report, "actual").stopped_lines == (lines[0], "")
    assert reveal(report, "rule").stopped_lines == reveal(report, "none").stopped_lines == ("", "")


def test_values_of_ranks_that_explain_all_totals_are_named() -> None:
    """Values of ranks are plainer than numbers that are added to some hands."""
    (finding,) = report_on(BOB, ("sum(min(card.rank, 10) for", "sum(min(card.rank, 11) for")).findings
    assert finding.message == "each J, Q and K counts 11"


def test_hands_that_are_not_played_follow_from_their_numbers() -> None:
    """A number that grows too fast ends the game too soon."""
    report = report_on(COURSE, ("            hand += 1\n", "            hand += 2\n"))
    assert len(report.mistakes) == 1
    assert [each.doubt for each in report.further] == ["may follow from an earlier difference"]


def test_a_count_that_begins_too_high_is_a_cause_of_a_wager() -> None:
    """It explains a wager as well as another limit, and is named if there are several causes."""
    first, *_ = report_on(COURSE, ("        self.count = 0", "        self.count = 1")).findings
    assert "at the counting (the count begins at 1 instead of 0; " in first.doubt


def test_a_count_that_begins_too_low_is_as_likely_as_a_condition() -> None:
    """A count that begins at -1 has the same wagers as a limit that is one higher."""
    old = "        self.count = 0\n"
    first, *_ = report_on(COURSE, (old, old.replace("0", "-1"))).findings
    assert first.message.endswith("as if the condition were `count >= 3`")
    assert first.doubt == "also possible: the count begins at -1 instead of 0"


def test_a_second_result_of_a_hand_is_named() -> None:
    """A program that does not return after a win goes on to a push."""
    win = '            yield f"Player: {player.name} wins this hand"\n            return wager\n'
    first, *_ = report_on(AWAY, (win, win.replace("return wager", "pass"))).findings
    assert first.message == "the hand has a second result after `Player: Suzumiya Haruhi wins this hand`"


def test_a_kicked_out_member_has_the_bankroll_and_the_minimum() -> None:
    """The finding counts rounds, and says who must go."""
    (finding,) = report_on(
        AWAY, ("return player.bankroll >= MINIMUM and not", "return player.bankroll < MINIMUM and not")
    ).findings
    assert finding.message == (
        "Suzumiya Haruhi is kicked out with a bankroll of 50, and the smallest wager is 5; "
        "Joseph Joestar should go"
    )
    assert next(describe_finding(finding)).endswith("(in 5 rounds)")


def test_a_wager_is_compared_with_the_most_similar_right_one() -> None:
    """A condition about the bankroll shows in the contrast with a hand of more money."""
    old = "2 * minimum if self.count < -2 and bankroll >= 2 * minimum"
    (finding,) = report_on(LATE, (old, old.replace(">= 2", ">= 3"))).findings
    assert finding.message.endswith(
        "with a count of -4 and a bankroll of 14, "
        "but right with a count of -4 and a bankroll of 24 in line 1201"
    )


def test_a_condition_that_a_later_hand_contradicts_is_not_suggested() -> None:
    """A count that begins too low until the first shuffle is no other limit; a later hand shows this."""
    (finding,) = report_on(LATE, ("    count = 0\n", "    count = -1\n")).findings
    assert finding.message.endswith(
        "with a count of -2 and a bankroll of 35, but right with a count of -2 in line 914"
    )
    assert finding.doubt == "perhaps the count begins at -1 instead of 0"


def test_two_mistakes_in_wagers_are_two_findings() -> None:
    """They are better than a finding that all wagers are wrong."""
    begin = "        self.count = 0", "        self.count = 1"
    limit = "bankroll >= 2 * minimum else", "bankroll >= 3 * minimum else"
    first, second = report_on(TRICKS, begin, limit).mistakes
    assert first.message == "Player wagers 10 instead of 5 with a count of 1 and a bankroll of 50"
    assert second.message == (
        "Player wagers 5 instead of 10 with a count of 4 in the program and a bankroll of 10, "
        "but right with a count of 4 and a bankroll of 45 in line 63"
    )


def test_a_mistake_that_explains_only_the_first_wagers_is_doubtful() -> None:
    """A second mistake in the same rule makes the name of the first one a guess."""
    cards = "            self.count -= 1\n", "            pass\n"
    limit = "if self.count >= 2 and", "if self.count > 2 and"
    first, *_ = report_on(FLEEING, cards, limit).findings
    assert first.message == "Joseph Joestar wagers 10 instead of 5 with a count of -3 and a bankroll of 45"
    assert first.doubt == (
        "several mistakes at once: look at the counting and at the wager "
        "(enough before line 239: Jack, Queen and King are not counted)"
    )


@pytest.mark.usefixtures("less_effort")
def test_cards_that_come_again_have_their_scope() -> None:
    """A card that is dealt twice is named; a shoe that is shuffled too early has its size."""
    (again,) = report_on(BOB, ("        self.dealt += 1\n", "        self.dealt += 2\n")).findings
    assert again.message.startswith("2D is dealt in hand ")
    early = ("if len(self.deck) - self.dealt < 5", "if len(self.deck) - self.dealt <= 5")
    (again,) = report_on(BOB, early).findings  # two cards that bust a hand are not printed
    assert again.message == (
        "10D is dealt in hand 12 and again in hand 17, "
        "as if the shoe were shuffled with 10 or more cards left"
    )
    assert again.times == 1


def test_a_late_shuffle_is_not_called_early() -> None:
    """If the cards before a shuffle by the rules do not come again after it, the program did not shuffle."""
    late = ("- self.dealt < 5 * len", "- self.dealt < 4 * len")
    (finding,) = report_on(TWO, late).findings
    assert finding.message == "the shoe is not shuffled before hand 6, with 12 cards left, but before hand 7"


def test_a_missing_shuffle_has_one_explanation() -> None:
    """A missing step to shuffle and a condition that never holds are the same mistake."""
    change = """            yield from self.shuffle([])
"""
    (finding,) = report_on(COURSE, (change, change.replace("yield from self.shuffle([])", "pass"))).findings
    assert finding.message == "the cards are not shuffled with 13 cards left"
    assert not finding.doubt


def test_a_second_result_quotes_the_first() -> None:
    """A hand that is settled after the dealer has bust quotes the line about the bust."""
    old = """            yield f"{mark}Dealer busts"
            return wager
"""
    (finding,) = report_on(COURSE, (old, old.replace("return wager", "pass"))).findings
    assert finding.message == "the hand has a second result after `# Dealer busts`"


def test_a_hand_with_several_reworded_lines_counts_once() -> None:
    """A line that both the player's and the dealer's hand repeat is counted by hand."""
    (finding,) = report_on(PERSON, ("{name}'s hand is:", "{name}'shand is:")).findings
    assert (finding.message, finding.times, finding.among) == ("a space is missing after `Player's`", 40, 41)


def test_a_space_that_is_missing_before_a_number_is_named() -> None:
    """A number joined to a word is the word with a space missing after it."""
    (finding,) = report_on(AWAY, ('f"Hand {self.thishand}', 'f"Hand{self.thishand}')).findings
    assert finding.message == "a space is missing after `Hand`"


def test_a_question_that_is_missing_is_found_in_all_hands() -> None:
    """The lines after the question show the decision."""
    (finding,) = report_on(BOB, ("            yield from person.asks(wish)\n", "")).findings
    assert (finding.message, finding.times) == ("the question is not printed", 20)


@pytest.mark.parametrize(
    ("game", "old", "new", "message"),
    [
        (PERSON, 'if typed == "s":', "if False:", "the answer `s` is taken for `hit`"),
        (
            PERSON,
            """            if typed == "d":
                return""",
            """            if typed != "d":
                return""",
            "a hand is over after it has taken a card",
        ),
    ],
)
def test_an_answer_may_have_another_effect(game: Set, old: str, new: str, message: str) -> None:
    """The action that the program takes for an answer is named, or what is wrong after this action."""
    assert [each.message for each in report_on(game, (old, new)).findings] == [message]


def test_a_hand_that_goes_on_after_a_double_quotes_the_answer() -> None:
    """The finding quotes the typed answer, and says how many cards a doubled hand takes."""
    old = """            if typed == "d":
                return"""
    (finding,) = report_on(DOUBLER, (old, old.replace('"d"', '"D"'))).findings
    assert finding.message == "after the answer `d`, the hand goes on; it ends after one card"


@pytest.mark.usefixtures("less_effort")
def test_a_reversed_bust_names_the_totals() -> None:
    """The finding lists hands that bust below the target, and one that survives above it."""
    first, *_ = report_on(COURSE, ("        if total > 21:", "        if total < 21:")).findings
    assert first.rule == "rules.target"
    assert first.message == (
        "Player busts with 16, also with 20, 19 and 14, but not with 22; a hand busts with more than 21"
    )


@pytest.mark.usefixtures("less_effort")
def test_a_result_before_the_dealers_cards_is_out_of_order() -> None:
    """A dealer who draws after the result does not stand against the rule."""
    text = transcript(program_of(INFINITE, ()), PERSON)
    lines = text.split("\n")
    number = next(n for n, line in enumerate(lines) if line == "Dealer wins." and "value" in lines[n - 2])
    drawn = next(n for n in range(number, 0, -1) if lines[n].startswith("Dealer's hand is"))
    moved = [*lines[:drawn], "Dealer wins.", "", *lines[drawn : number - 1], *lines[number + 1 :]]
    check = verifier(PERSON.ruleset, PERSON.values, chance="cards")
    first, *_ = check.verify("a file", "\n".join(moved).encode()).findings
    assert first.message == "hands are settled before the dealer plays"


def test_several_causes_of_a_wager_are_places_to_look() -> None:
    """If several mistakes explain a wrong wager, the finding states none of them as a fact."""
    changes = ('if card.spot in ("Two", "Three", "Four", ', 'if card.spot in ("Two", "Three", ')
    first, *_ = report_on(AWAY, changes).findings
    assert first.kind == "count"
    assert first.message == ("Nagato Yuki wagers 5 instead of 10 with a count of 2 and a bankroll of 35")
    assert first.doubt == (
        "several mistakes fit equally well: look at the counting (a Four is not counted; a Four counts -1)"
    )
    (low,) = report_on(AWAY, ("self.count += 1", "self.count -= 1")).findings
    assert low.message.startswith("Nagato Yuki wagers 5, as in all hands, instead of 10 with a count of 2")
    assert low.doubt.startswith(
        "several mistakes fit equally well: look at the wager (it is never raised) and at the "
    )
    assert low.doubt.endswith("at the counting (the program's count is below 2 here)")
    changes = ('if card.spot in ("Two",', 'if card.spot not in ("Two",')
    (other,) = report_on(AWAY, changes).findings
    assert other.message.endswith(": Two, Three, Four, Five and Six count -1, and all others count +1")


def test_swapped_tags_and_a_wrong_value_of_aces_are_found() -> None:
    """Ranks with a tag may swap it with those without; an ace may count wrong in a hand that goes on."""
    change = ("elif card.spot not in (", "elif card.spot in (")
    (swapped,) = report_on(COURSE, change).findings
    assert swapped.message.endswith(
        ": Ten, Jack, Queen, King and Ace are not counted, but Seven, Eight and Nine count -1"
    )
    (ace,) = report_on(AWAY, ('10) if card.spot != "Ace"', '10) if card.spot != "ace"')).findings
    assert ace.message == "an ace counts 10"


@pytest.mark.parametrize(
    ("game", "old", "new", "message", "words"),
    [
        (
            AWAY,
            "if 13 <= value.total <= 16:",
            "if 13 <= value.total > 16:",
            "4 persons draw with hard 17 to 20 against Seven to Ace and stand with hard 13 to 16 against "
            f"Seven to Ace, against the rule{RIGHT}",
            "Strategy simple: the chart: hard 17 to 21: stand",
        ),
        (
            TWO,
            "points(self.hand) % 2 == 0",
            "points(self.hand) // 2 == 0",
            "Meek always stands, against the rule, as if the condition were `False`",
            "Strategy safe: The first of these rules that applies decides: hit, if the hand holds 7C; hit, "
            "if the total is even; stand, in any case",
        ),
        (
            AWAY,
            "escapes = escapes or (not self.edition.escapes_after_hands and self.is_poor(player))",
            "escapes = True",
            "all members use the power `flee` in every case, also with a bankroll of 50",
            "Power flee: When a round is over, as a player, if the bankroll is below half of `normal` "
            "(rounded down): forfeits the round.",
        ),
        (
            FLEEING,
            "player.bankroll < self.normal // 2",
            "player.bankroll > self.normal // 2",
            "Joseph Joestar uses the power `flee` with a bankroll of 35; the limit is 12",
            "Power flee: When a round is over, as a player, if the bankroll is below half of `normal` "
            "(rounded down): forfeits the round.",
        ),
        (
            AWAY,
            "            return -wager\n        if dealers_total < total:",
            "            return wager\n        if dealers_total < total:",
            "a loss with fewer points with a wager of 10 in hand 1 adds 10 to Suzumiya Haruhi's bankroll; it "
            "should take 10 from it",
            "A hand that loses costs its wager.",
        ),
        (
            PERSON,
            '            if typed == "s":\n                return',
            '            if typed == "s":\n                pass',
            "the answer `s` is taken for `hit`",
            "",
        ),
    ],
)
def test_a_first_reading_finds_the_mistake(game: Set, old: str, new: str, message: str, words: str) -> None:
    """A finding is short, and cites the broken rule, of a chart the row of the hand."""
    first, *_ = report_on(game, (old, new)).findings
    assert (first.message, first.words) == (message, words)


def test_a_reply_with_a_wrong_letter_is_no_refusal() -> None:
    """The finding names the word; the answer, which the rules refuse too, is no other explanation."""
    (finding,) = report_on(PERSON, ("A bet is at least", "a bet is at least")).findings
    assert (finding.message, finding.doubt) == ("`a` has the wrong letter case", "")


def test_each_missing_step_is_one_finding() -> None:
    """A game without its last question cannot end, so its end is no further mistake."""
    lines = ('yield "\\nLet\'s see how it turned out:\\n----------------------------\\n"', "pass")
    question = """yield f"Another round? (Y or N): {'Y' if number + 1 < rounds else 'N'}\\n\""""
    report = report_on(BOB, lines, (question, "pass"))
    assert [each.message for each in report.findings] == [
        "a line is missing: `Let's see how it turned out:`",
        "a step is missing: the human players are asked whether to continue",
    ]
    (last,) = report_on(BOB, (question, f"if number + 1 < rounds: {question}")).findings
    assert last.message.endswith(", without the question whether to continue")


@pytest.mark.parametrize(
    ("old", "new", "scope"),
    [
        ("REVISED = Edition(True,", "REVISED = Edition(False,", ", except for the first"),
        ("if self.edition.shuffles_every_round:", "if not self.edition.shuffles_every_round:", ""),
    ],
)
def test_a_missing_step_is_quoted_with_its_place(old: str, new: str, scope: str) -> None:
    """The finding quotes the step, and says that only the first round has it if that is so."""
    first, *_ = report_on(REVISED, (old, new)).findings
    assert first.message == f"a step is missing: the cards are shuffled at the start of a round{scope}"
    assert first.words.startswith("Step shuffle: all cards are returned to the shoe")


RETURNS = 'return "".join(f"{NAMES[number - 1]}  " for number in hand)'


@pytest.mark.parametrize(
    ("game", "old", "new", "message", "times"),
    [
        (PERSON, RETURNS, "pass", "`None` is printed in place of the cards", 40),
        (
            PERSON,
            RETURNS,
            "return f'[{iter([])}]'",
            "`[<list_iterator object at 0x…>]` is printed in place of the cards",
            40,
        ),
        (COURSE, "Player bets {wager}", "Player bets {None}", "`None` is printed in place of the wager", 30),
        (
            COURSE,
            "dealt {upcard}",
            "dealt Card@1a{self.deck.dealt + 10}",
            "`Card@…` is printed in place of the card",
            30,
        ),
        (AWAY, "Dealer: {dealer.name} ", "Dealer: null ", "`null` is printed in place of the name", 50),
    ],
)
@pytest.mark.usefixtures("less_effort")
def test_a_missing_value_is_named(game: Set, old: str, new: str, message: str, times: int) -> None:
    """The finding names the missing value and counts its hands, even if the comparison stops there."""
    first, *_ = report_on(game, (old, new)).findings
    why = "" if "…" in message else ": the function that makes it may return nothing"
    assert (first.message, first.times, first.doubt) == (f"{message}{why}", times, "")


@pytest.mark.usefixtures("less_effort")
def test_a_guess_is_no_expected_line() -> None:
    """If the cards of the expected line are guesses, it is not shown."""
    first, *_ = report_on(BOB, ("            person.hand = []", "            pass")).findings
    assert (first.expected, first.confidence) == ("", "unexplained")
    assert first.message == (
        "Bob's 2 cards cannot count 28; the cards of the previous hand may still be counted"
    )
    assert first.words == (
        "2 to 9 count what they show; T, J, Q and K count 10; A counts 1, or 11 unless the hand would bust."
    )


@pytest.mark.parametrize(
    ("game", "old", "new", "message"),
    [
        (
            PERSON,
            "if value(self.player) == 21:",
            "if value(self.player) != 21:",
            "a hand of 13 counts as a natural",
        ),
        (
            BOB,
            "            if total > 21:",
            "            if total >= 21:",
            "Dealer busts with 21; a hand busts with more than 21",
        ),
        (
            PERSON,
            "            if self.bet == 0:",
            "            if self.bet == -1:",
            "the game continues after the answer 0 to `Enter bet in dollars, 0 to quit:`",
        ),
        (
            AWAY,
            "    stops_time = True",
            "    stops_time = False",
            "Kujo Jotaro never uses the power `stop_time` when their hand busts",
        ),
    ],
)
@pytest.mark.usefixtures("less_effort")
def test_a_sentence_has_the_facts_of_its_line(game: Set, old: str, new: str, message: str) -> None:
    """A finding has the total of a hand, the answer before it, or the name of a power that is not used."""
    assert report_on(game, (old, new)).findings[0].message == message


def test_a_name_in_another_case_belongs_to_its_own_card() -> None:
    """If the cards come from the transcript, an unknown name means the card with the nearest name."""
    again = """yield f"Another round? (Y or N): {'Y' if number + 1 < rounds else 'N'}\\n\""""
    first, *_ = report_on(BOB, ('"Q", "K"]', '"Q", "k"]'), (again, "pass")).findings
    assert (first.rule, first.message, first.doubt) == ("cards.ranks.K.name", "a card is called `k`", "")


@pytest.mark.parametrize("game", [BOB, PERSON])
def test_an_ace_that_always_counts_one_is_said_once(game: Set) -> None:
    """A finding does not name the same values of an ace in other words."""
    change = ("return total + 10 if", "return total if")
    (found,) = report_on(game, change).findings
    assert (found.message, found.doubt) == ("an ace always counts as one", "")


@pytest.mark.parametrize(
    ("game", "old", "new", "messages"),
    [
        (
            BOB,
            "range(1, 14)",
            "range(14, 14)",
            [
                "the transcript ends too soon, after line 4: the program stops or crashes where the first "
                "cards are dealt"
            ],
        ),
        (
            DOUBLER,
            'if typed == "s":',
            'if typed == "h":',
            ["the answer `h` is taken for `stand` and `s` for `hit`"],
        ),
        (
            DOUBLER,
            'if typed == "s":',
            'if typed != "s":',
            ["the answer `h` is taken for `stand`, `s` for `hit` and `d` for `stand`"],
        ),
        (DOUBLER, "self.bet *= 2", "pass", ["Player doubles, but the wager stays 5 instead of 10"]),
        (
            COURSE,
            "hand = 0",
            "hand = -1",
            ["the hands are numbered 0, 1, 2 … instead of 1, 2, 3 …"],
        ),
        (
            Set("infinite_double", {"start": 1000}, 1, "cards"),
            "while self.money > 0",
            "while self.money >= 0",
            ["the game continues after hand 3 with a bankroll of 0"],
        ),
    ],
)
def test_each_mistake_is_said_once(game: Set, old: str, new: str, messages: list[str]) -> None:
    """A mistake is one finding; findings that follow from it come last."""
    assert [each.message for each in report_on(game, (old, new)).mistakes] == messages


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "            if self.bet == 0:\n                return\n",
            "",
            "the game continues after the answer 0 to `Enter bet in dollars, 0 to quit:`",
        ),
        ("            yield from self.round()\n", "", "no cards are dealt or shown after the wager"),
    ],
)
def test_a_sentence_about_what_the_transcript_shows_is_not_in_doubt(old: str, new: str, message: str) -> None:
    """If the sentence only says what the transcript shows, the rule is not a guess."""
    (found,) = report_on(PERSON, (old, new)).findings
    assert (found.message, found.doubt) == (message, "")


def test_a_question_that_is_asked_forever_is_one_mistake() -> None:
    """The end of a transcript in which an answer is refused again and again is not a finding."""
    change = ("elif self.bet > self.money:", "elif self.bet >= self.money:")
    (found,) = report_on(Set("infinite_double", {"start": 1000}, 1, "cards"), change).findings
    said = "an answer that the rules accept is refused: `Enter bet in dollars, 0 to quit: 5`"
    assert found.message == f"{said} with a bankroll of 5"


def test_a_wrong_number_of_hands_is_no_line_in_a_wrong_place() -> None:
    """A line with a wrong number is in its place."""
    (found,) = report_on(COURSE, ("after {hand} ", "after {hand + 1} ")).findings
    assert (found.message, found.doubt) == ("the number of the hand is printed wrong: 31", "")


def test_a_wager_that_is_never_raised_does_not_hide_wrong_decisions() -> None:
    """Another mistake a few lines later does not end the comparison."""
    game = Set("sos_vs_sc", {"normal": 40, "hands": 20, "kind": "counting", "dealers": "sc"}, 1)
    raised = "return 2 * minimum if self.count >= 2 and bankroll >= 2 * minimum else minimum"
    report = report_on(game, (SOFT, SOFT.replace("<= 17", "> 17")), (raised, "return minimum"))
    assert report.is_complete
    assert [each.rule for each in report.mistakes] == ["strategies.simple.chart", "strategies.counting.wager"]


def test_a_missing_shuffle_is_not_a_wrong_wager() -> None:
    """The wager that comes in place of the shuffle follows the rules."""
    left = ("return 52 - self.dealt", "return 53 - self.dealt")
    range_of_hard = "if 13 <= value.total <= 16:"
    report = report_on(AWAY, left, (range_of_hard, range_of_hard.replace("<= value", "< value")))
    assert report.is_complete
    assert [each.kind for each in report.mistakes] == ["shuffle", "action"]


def test_a_value_that_is_missing_from_a_reworded_line_is_named() -> None:
    """The line has two mistakes, and the value is the one that matters."""
    words = 'return "".join(f"{NAMES[number - 1]}  " for number in hand)'
    report = report_on(PERSON, (words, "return None"), ("{name}'s hand is", "{name}'shand is"))
    assert report.mistakes[0].message == (
        "`None` is printed in place of the cards: the function that makes it may return nothing"
    )


def test_a_dealers_natural_that_is_not_settled_is_no_other_mistake() -> None:
    """If no hand is compared with the dealer's, one sentence says so."""
    first = "elif dealers == 21 and len(self.dealer) == 2:"
    report = report_on(PERSON, (first, f"elif True:\n            return\n        {first}"))
    assert [each.rule for each in report.mistakes] == ["procedure.hand"]


def test_a_double_without_enough_money_is_named() -> None:
    """The sentence names the action, as the line may only offer it."""
    (finding,) = report_on(DOUBLER, ("2 * self.bet <= self.money", "self.bet <= self.money")).findings
    assert finding.message == "doubling is allowed without enough money"
