"""Decisions and results of simulations as Parquet and Arrow."""

from __future__ import annotations

import errno
import hashlib
import os
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import bj
from bj.cards import rank_of
from bj.engine.layout.event_record import FIRST_EVENT, POSITION
from bj.engine.layout.plain_or_compiled import Ints
from bj.record.events import Event, read
from bj.ruleset.check import Checked
from bj.session.engines import PLAIN, compiled_engine
from bj.session.game_plan import prepare
from bj.simulation.blocks import play_block
from bj.simulation.history_columns import MONEY, RECORDED, ROWS, WITH_WAGERS, WORDS, BlockReader
from bj.simulation.history_files import SCHEMA, HistoryWriter
from bj.simulation.jobs import make_job

GAMES: dict[str, dict[str, Any]] = {
    "casino": {"player": "basic", "hands": 50},
    "classic": {"bankroll": 1000, "minimum": 5, "hands": 60, "player": "counting"},
    "sos_vs_sc": {"normal": 20, "hands": 4, "kind": "counting", "dealers": "sos"},
    "vegas": {"players": ["random:Ann:100", "random:Bob:100"]},
    "variants/blackjack_switch": {"player": "basic"},
    "variants/spanish_21": {"player": "basic"},
    "variants/british_pontoon": {"player": "basic"},
    "variants/stud_twenty_one": {"hands": 20},
    "variants/veintiuna": {"player": "basic"},
}


PAID = ("paid", "collected")


def rows_of(events: Iterator[Event], checked: Checked) -> Iterator[tuple[object, ...]]:
    """The rows of the events, one event after another."""
    hand, is_dealt = -1, True
    shown: dict[int | None, Event] = {}
    parts: dict[int | None, int] = {}
    up = -1
    told = list(events)
    for event, following in zip(told, [*told[1:], None], strict=True):
        if event.key == "player_bets" and is_dealt:
            hand, is_dealt, up = hand + 1, False, -1
            shown, parts = {}, {}
        if "_dealt" in event.key:
            is_dealt = True
        if event.key in ("player_turn", "player_hand"):
            shown = {event.person: event}
        if event.key == "player_part":
            parts = {event.person: event.part or 0}
        if event.key == "upcard":
            up = rank_of(event.card or 0)
        is_tie, is_paid = ROWS.get(event.key) == "pushed", following is not None and following.key in PAID
        if event.key not in ROWS or (is_tie and is_paid):
            continue
        word = ROWS[event.key]
        own = shown.get(event.person) if word in ("hit", "stand", "double", "split", "surrender") else None
        cards, total = (len(own.cards or ()), own.total or 0) if own else (-1, -1)
        lowest = sum(checked.pack.worths[rank_of(card)][0] for card in own.cards or ()) if own else -1
        yield (
            *(
                hand,
                event.person,
                word,
                parts.get(event.person, 1),
                cards,
                total,
                total > lowest if own else False,
            ),
            *(-1 if word == "wager" else up, event.wager if word in WITH_WAGERS else -1),
            *(
                -1 if event.bankroll is None or word == "fold" else event.bankroll,
                MONEY.get(word, 0) * (event.amount or 0),
            ),
        )


@pytest.mark.parametrize("name", GAMES)
def test_columns_are_what_the_events_say(name: str) -> None:
    """The columns, read from short pieces of a record, are those of its events in order."""
    checked, values = prepare(name, GAMES[name], {})
    rounds = 30 if name == "vegas" else 0
    job = make_job(checked, values, "hands", 1, rounds, 120, recorded=RECORDED)
    silent = play_block(make_job(checked, values, "hands", 1, rounds, 120), 0, 120, PLAIN)
    found = []
    for engine in (PLAIN, compiled_engine()):
        reader, pieces = BlockReader(checked, engine, 40), list[list[int]]()

        def note(events: Ints, reader: BlockReader = reader, pieces: list[list[int]] = pieces) -> None:
            pieces.append(list(events[FIRST_EVENT : events[POSITION]]))
            reader.take(events)

        tally = play_block(job, 0, 120, engine, reader.record, note)
        assert tally.key() == silent.key()
        assert len(pieces) > 5
        found.append([*zip(*(column.tolist() for column in reader.columns()), strict=True)])
        wanted = [*rows_of(read([*chain(*pieces)], job.persons), checked)]
        assert [(*row[:2], WORDS[row[2]], *row[3:]) for row in found[-1]] == wanted
        assert reader.hands == wanted[-1][0] + 1  # type: ignore[operator]
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ["casino", "variants/british_pontoon", "variants/spanish_21"])
def test_pushes_are_those_of_the_simulation(tmp_path: Path, name: str) -> None:
    """A tie that the ruleset pays or takes is won or lost, and not also pushed."""
    file = tmp_path / "hands.parquet"
    found = bj.simulate(name, {"hands": 100, "player": "basic"}, hands=3000, seed=2, histories=file)
    results = pl.read_parquet(file)["event"]
    assert (results == "pushed").sum() == found.players[0].pushed
    assert (results == "lost").sum() > 0


def rewrite(folder: Path, hands: int = 40_000, **options: Any) -> tuple[str, bj.Simulation]:
    """The hash of the histories of a simulation, and its result."""
    file = folder / "hands.parquet"
    arguments = {"hands": 100, "player": "basic"}
    found = bj.simulate("casino", arguments, hands=hands, seed=3, histories=file, **options)
    assert [each.name for each in folder.iterdir()] == ["hands.parquet"]
    return hashlib.sha256(file.read_bytes()).hexdigest(), found


def test_workers_do_not_change_the_file(tmp_path: Path) -> None:
    """One or two workers write the same bytes; the report is that without histories."""
    one, found = rewrite(tmp_path, workers=1)
    assert rewrite(tmp_path, workers=2)[0] == one
    plain = bj.simulate("casino", {"hands": 100, "player": "basic"}, hands=40_000, seed=3)
    assert found == plain
    rows = pl.read_parquet(tmp_path / "hands.parquet")
    assert rows.columns == SCHEMA.names
    assert rows["hand"].max() == rows["hand"].n_unique() == 40_000
    results = rows.filter(~pl.col("event").cast(str).str.starts_with("insurance"))
    [player] = plain.players
    assert results["won"].sum() == pytest.approx(player.per_hand.value * player.hands)
    assert (rows["event"].cast(str) == "split").sum() == player.splits


def test_arrow_has_the_same_rows(tmp_path: Path) -> None:
    """A name that ends in `.arrow` makes an Arrow file, the same with any number of workers."""
    files = [tmp_path / name for name in ("hands.parquet", "one.arrow", "two.arrow")]
    for file, workers in zip(files, (1, 1, 2), strict=True):
        arguments = {"hands": 100, "player": "basic"}
        bj.simulate("casino", arguments, hands=70_000, seed=3, histories=file, workers=workers)
    parquet, one, two = files
    assert one.read_bytes() == two.read_bytes()
    assert pl.read_ipc(one).equals(pl.read_parquet(parquet), null_equal=True)
    found = pa.ipc.open_file(one)
    assert found.schema.metadata == pq.read_schema(parquet).metadata
    assert found.num_record_batches == 3
    for number in range(found.num_record_batches):
        found.get_batch(number).validate(full=True)


def test_both_engines_write_the_same(tmp_path: Path) -> None:
    """The plain engine writes the same bytes as the compiled one."""
    assert rewrite(tmp_path, 300, engine="plain")[0] == rewrite(tmp_path, 300)[0]


def test_a_failed_simulation_leaves_no_file(tmp_path: Path) -> None:
    """A simulation or file that is impossible is refused, without half-written files."""
    for options, message in (
        ({"precision": 0.01}, "with a precision"),
        ({"checkpoint": tmp_path / "kept"}, "with a checkpoint"),
        ({"cluster": "tcp://127.0.0.1:1"}, "with a cluster"),
        ({"workers": -1}, "number of workers"),
        ({"strategies": {"Player": lambda state: "stand"}}, "Python strategies"),
    ):
        with pytest.raises(bj.UsageError, match=message):
            bj.simulate("casino", ["100", "5", "basic"], histories=tmp_path / "x.parquet", **options)
    with pytest.raises(bj.UsageError, match="cannot be written"):
        bj.simulate("casino", ["100", "5", "basic"], histories=tmp_path / "missing" / "x.parquet")
    with pytest.raises(bj.UsageError, match="not a valid number of hands"):
        bj.simulate("casino", ["100", "5", "basic"], hands=-1, histories=tmp_path / "x.parquet")
    assert list(tmp_path.iterdir()) == []


def test_histories_do_not_replace_a_ruleset(tmp_path: Path) -> None:
    """A file that is a ruleset stays."""
    file = tmp_path / "mine.toml"
    file.write_text('[ruleset]\ntitle = "Mine"\nextends = "casino"\n')
    before = file.read_bytes()
    with pytest.raises(bj.UsageError, match=r"mine\.toml is a ruleset"):
        bj.simulate("casino", ["100", "5", "basic"], hands=50, histories=file)
    assert file.read_bytes() == before


def test_a_full_disk_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error while rows are written names the file and leaves nothing."""

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("pyarrow.parquet.ParquetWriter.write_batch", fail)
    with pytest.raises(bj.UsageError, match=r"x\.parquet: No space left"):
        bj.simulate("casino", ["100", "5", "basic"], hands=50, histories=tmp_path / "x.parquet")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes")
def test_only_a_regular_file_is_replaced(tmp_path: Path) -> None:
    """A pipe stays a pipe, a folder a folder, and a file keeps its permissions."""
    pipe, folder, file = (tmp_path / name for name in ("pipe", "folder", "x.parquet"))
    os.mkfifo(pipe)
    folder.mkdir()
    file.touch(0o640)
    for other, why in ((pipe, "it is a pipe"), (folder, "Is a directory")):
        with pytest.raises(bj.UsageError, match=why):
            bj.simulate("casino", ["100", "5", "basic"], hands=50, histories=other)
    bj.simulate("casino", ["100", "5", "basic"], hands=50, histories=file)
    assert pipe.is_fifo()
    assert folder.is_dir()
    assert file.stat().st_mode & 0o777 == 0o640
    assert len(list(tmp_path.iterdir())) == 3


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without pyarrow, the error says how to install it."""
    for name in ("bj.simulation.history_files", "bj.simulation.history_columns"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(bj.UsageError, match="histories need pyarrow") as refused:
        bj.simulate("casino", ["100", "5", "basic"], histories=tmp_path / "x.parquet")
    assert "install" in refused.value.remedy


def test_a_worker_that_is_late_writes_nothing(tmp_path: Path) -> None:
    """After an interrupt, the file omits blocks that finish late or follow a missing one."""
    checked, values = prepare("casino", ["100", "5", "basic"], {})
    job = make_job(checked, values, "hands", recorded=RECORDED)
    with HistoryWriter(tmp_path / "x.parquet", checked, job) as writer:
        for index in (0, 2):
            writer.play(index, 50, "plain")
    writer.play(1, 50, "plain")
    assert [each.name for each in tmp_path.iterdir()] == ["x.parquet"]
    assert pl.read_parquet(tmp_path / "x.parquet")["hand"].max() == 50
