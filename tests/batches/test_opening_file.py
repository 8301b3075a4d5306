"""Openings from a file: positions and lists of moves."""

import json
from pathlib import Path

import pytest

from games.names.catalogue import SpecError
from referee.batches.openings import read_openings
from referee.batches.plan import Plan, start_of
from referee.cli import run


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    """A file with moves, positions, a comment and an empty line."""
    path = tmp_path / "openings.txt"
    path.write_text("# two lines\n5 1\n\nxo1/3/3 x\n  3/1x1/3 o  moves 1 2\nxo1/3/3 x; a note\n5 1\n")
    return path


def test_moves_and_positions_are_told_apart_and_taken_once(listed: Path) -> None:
    assert read_openings(listed, "tic-tac-toe") == (
        ("5", "1"),
        ("position=xo1/3/3 x",),
        ("position=3/1x1/3 o", "1", "2"),
    )


def test_each_opening_is_played_from_both_sides(listed: Path) -> None:
    plan = Plan("ttt", ("random", "minimax"), 1, swap=True, openings=read_openings(listed, "ttt"))
    tasks = [plan.task(number) for number in range(6)]
    assert [task.heading.game for task in tasks[::2]] == ["ttt", "ttt:position=xo1/3/3 x", "ttt:position=3/1x1/3 o"]
    assert [task.opening for task in tasks[1::2]] == [("5", "1"), (), ("1", "2")]
    assert [task.heading.players[0] for task in tasks] == ["random", "minimax"] * 3
    assert start_of("ttt", ()) == ("ttt", ())


@pytest.mark.parametrize(("operations", "counters"), [
    ("hmvc 7; fmvn 31;", " 7 31"), ('bm e4; fmvn 31; id "x";hmvc 7;', " 7 31"), ("hmvc 7; bm e4;", " 7 1"),
    ("fmvn 31; bm e4;", " 0 31"), ('c0 "; hmvc 7; White moves first"; bm e4;', ""), ('bm e4; id "x";', ""),
])  # fmt: skip
def test_the_counters_of_a_line_of_epd_are_those_of_the_position(
    operations: str, counters: str, tmp_path: Path
) -> None:
    path, position = tmp_path / "suite.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -"
    path.write_text(f"{position} {operations}\n")
    assert read_openings(path, "chess") == ((f"position={position}{counters}",),)


def test_counters_of_epd_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "suite.epd"
    path.write_text("4k3/8/8/8/8/8/4P3/4K3 w - - hmvc x; fmvn 31;\n")
    with pytest.raises(SpecError, match="line 1: .*'x' is not a number of moves"):
        read_openings(path, "chess")


@pytest.mark.parametrize(("operations", "ends"), [("hmvc 98; fmvn 80;", False), ("hmvc 99; fmvn 80;", True)])
def test_a_position_of_epd_at_the_command_line_has_its_counters(
    operations: str, ends: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["perft", "chess", "2", "--position", f"8/8/8/4k3/8/8/4K3/7R w - - {operations}"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("0 sequences") is ends


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (
            "1 2 2",
            "line 1: move 3 to start with: '2' is not a legal move here: a nought of O stands on 2; legal: 3 to 9",
        ),
        ("5 1\nxx1/3/3", "line 2: the position 'xx1/3/3' of ttt: X has 2 stones, O 0: X moves first"),
        ("1 4 2 5 3", "line 1: the game is over after '1 4 2 5 3'"),
        ("# nothing\n", "holds no opening"),
        ("\x00\xff", "openings.txt is not a text"),
    ],
)
def test_a_wrong_line_is_named(content: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(content, encoding="latin-1")
    with pytest.raises(SpecError) as refused:
        read_openings(path, "ttt")
    assert says in str(refused.value)
    assert str(path) in str(refused.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="cannot be read: No such file"):
        read_openings(tmp_path / "none.txt", "ttt")


def test_a_batch_and_a_tournament_start_from_the_file(listed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ttt", "random", "minimax", "--json", "--openings", str(listed), "--seed", "1"]) == 0
    *games, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert len(games) == 6
    assert [game["game"] for game in games[2:4]] == ["ttt:position=xo1/3/3 x"] * 2
    assert all(game["moves"].startswith("5 1") for game in games[:2])
    assert run(["tournament", "ttt", "random", "minimax", "--json", "--openings", str(listed), "--seed", "1"]) == 0
    *games, standings = map(json.loads, capsys.readouterr().out.splitlines())
    assert {game["game"] for game in games} == {"ttt", "ttt:position=xo1/3/3 x"}
