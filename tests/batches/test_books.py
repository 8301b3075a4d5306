"""Books: openings from files, as lines, games and Polyglot entries; what is faulty in them is left out with a remark."""

import re
import json
import struct
from itertools import islice
from pathlib import Path

import chess
import chess.polyglot
import pytest

import referee
from games.names.catalogue import SpecError
from referee.batches.books import KEPT, REMARKS, open_book, shuffle, take_openings
from referee.batches.plan import Plan, start_of
from referee.cli import run
from referee.match.options import OPENINGS
from referee.tournaments.entrants import tournament_openings

PAWN = "4k3/8/8/8/8/8/4P3/4K3 w - -"


def book_of(path: object, game: str = "ttt", how: str = "", wanted: int | None = None, seed: int = 1):
    """Return the book in a file, taken as `how` says, and the remarks on it."""
    told: list[str] = []
    return open_book(OPENINGS.read(f"{path}{how}"), game, seed, told.append, wanted), told


def openings_of(path: object, game: str = "ttt", how: str = "", seed: int = 1) -> tuple:
    return tuple(book_of(path, game, how, seed=seed)[0])


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    """A file with moves, positions, a comment and an empty line."""
    path = tmp_path / "openings.txt"
    path.write_text("# two lines\n5 1\n\nxo1/3/3 x\n  3/1x1/3 o  moves 1 2\nxo1/3/3 x; a note\n5 1\n")
    return path


def test_moves_and_positions_are_told_apart_and_taken_once(listed: Path) -> None:
    assert openings_of(listed, "tic-tac-toe") == (
        ("5", "1"),
        ("position=xo1/3/3 x",),
        ("position=3/1x1/3 o", "1", "2"),
    )


def test_each_opening_is_played_from_both_sides(listed: Path) -> None:
    plan = Plan("ttt", ("random", "minimax"), 1, swap=True, openings=openings_of(listed, "ttt"))
    tasks = [plan.task(number) for number in range(6)]
    assert [task.heading.game for task in tasks[::2]] == ["ttt", "ttt:position=xo1/3/3 x", "ttt:position=3/1x1/3 o"]
    assert [task.opening for task in tasks[1::2]] == [("5", "1"), (), ("1", "2")]
    assert [task.heading.players[0] for task in tasks] == ["random", "minimax"] * 3
    assert start_of("ttt", ()) == ("ttt", ())


@pytest.mark.parametrize(("operations", "counters"), [
    ("hmvc 7; fmvn 31;", " 7 31"), ('bm e4; fmvn 31; id "x";hmvc 7;', " 7 31"), ("hmvc 7; bm e4;", " 7 1"),
    ("fmvn 31; bm e4;", " 0 31"), ("4 9", " 4 9"), ('4 9 id "x";', " 4 9"), ("4 9 hmvc 7;", " 7 9"),
    ('c0 "; hmvc 7; White moves first"; bm e4;', ""), ('bm e4; id "x";', ""),
])  # fmt: skip
def test_the_counters_of_an_epd_line_belong_to_the_position(operations: str, counters: str, tmp_path: Path) -> None:
    path = tmp_path / "suite.epd"
    path.write_text(f"{PAWN} {operations}\n")
    assert openings_of(path, "chess") == ((f"position={PAWN}{counters}",),)


def test_counters_of_epd_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "suite.epd"
    path.write_text("4k3/8/8/8/8/8/4P3/4K3 w - - hmvc x; fmvn 31;\n")
    with pytest.raises(SpecError, match="line 1: .*'x' is not a number of moves"):
        openings_of(path, "chess")


@pytest.mark.parametrize(("operations", "ends"), [("hmvc 98; fmvn 80;", False), ("hmvc 99; fmvn 80;", True)])
def test_a_position_of_epd_at_the_command_line_has_its_counters(
    operations: str, ends: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["perft", "chess", "2", "--position", f"8/8/8/4k3/8/8/4K3/7R w - - {operations}"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("0 sequences") is ends


@pytest.mark.parametrize(("content", "says"), [
    ("1 2 2", "line 1: move 3 to start with: '2' is not a legal move here: a nought of O stands on 2; legal: 3 to 9"),
    ("# X\nxx1/3/3", "line 2: the position 'xx1/3/3' of ttt: X has 2 stones, O 0: X moves first"),
    ("1 4 2 5 3", "line 1: the game is over after '1 4 2 5 3'"), ("# nothing\n", "holds no opening"),
    ("\x00\xff", "openings.txt is not a text"),
])  # fmt: skip
def test_a_wrong_line_is_named(content: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(content, encoding="latin-1")
    with pytest.raises(SpecError) as refused:
        openings_of(path, "ttt")
    assert says in str(refused.value)
    assert str(path) in str(refused.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="cannot be read: No such file"):
        openings_of(tmp_path / "none.txt", "ttt")


def test_a_batch_and_a_tournament_start_from_the_file(listed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ttt", "random", "minimax", "--json", "--openings", str(listed), "--seed", "1"]) == 0
    *games, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert len(games) == 6
    assert [game["game"] for game in games[2:4]] == ["ttt:position=xo1/3/3 x"] * 2
    assert all(game["moves"].startswith("5 1") for game in games[:2])
    assert run(["tournament", "ttt", "random", "minimax", "--json", "--openings", str(listed), "--seed", "1"]) == 0
    *games, standings = map(json.loads, capsys.readouterr().out.splitlines())
    assert {game["game"] for game in games} == {"ttt", "ttt:position=xo1/3/3 x"}


# How the openings of a file are taken.


def test_a_file_is_typed_with_how_to_take_its_openings() -> None:
    cases = {
        "book.epd": ("book.epd", "sequential", 1, None),
        "book.epd,order=random,start=100,plies=8": ("book.epd", "random", 100, 8),
        "my,book.epd,plies=2": ("my,book.epd", "sequential", 1, 2),
        '"a,order=b.epd",order=random': ("a,order=b.epd", "random", 1, None),
        "50.epd": ("50.epd", "sequential", 1, None),
    }
    for text, wanted in cases.items():
        read = OPENINGS.read(text)
        assert (str(read.path), read.order, read.start, read.plies) == wanted, text
    assert OPENINGS.read("50") == 50


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("order=best", "order=best must be sequential or random"),
        ("start=0", "start=0 must be a whole number from 1"),
        ("plies=x", "plies=x must be a whole number from 1 to 1000"),
        ("speed=3", "a file of openings has no option 'speed' (options: order, start, plies)"),
        ("plies=2,plies=3", "plies is given twice; write plies=value once"),
    ],
)
def test_an_unknown_way_to_take_openings_is_refused(how: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ttt", "random", "random", "--openings", f"book.txt,{how}"]) == 2
    said = capsys.readouterr().err
    assert f"--openings book.txt,{how}: {why}\n" in said
    with pytest.raises(SpecError, match=re.escape(why)):
        referee.batch("ttt", "random", "random", openings=f"book.txt,{how}")


@pytest.fixture
def numbered(tmp_path: Path) -> Path:
    """A file whose openings are the 9 moves of tic-tac-toe, each with an answer."""
    path = tmp_path / "numbered.txt"
    path.write_text("".join(f"{number} {number % 9 + 1}\n\n" for number in range(1, 10)))
    return path


def first_moves(path: Path, how: str, seed: int = 1) -> str:
    return "".join(line[0] for line in openings_of(path, "ttt", how, seed))


def test_openings_begin_at_a_number_and_the_ones_before_it_come_last(numbered: Path) -> None:
    assert first_moves(numbered, "") == "123456789"
    assert first_moves(numbered, ",start=4") == "456789123"
    mixed = first_moves(numbered, ",order=random")
    assert first_moves(numbered, ",order=random,start=4") == mixed[3:] + mixed[:3]
    with pytest.raises(SpecError, match="holds 9 openings: start=10 is behind its end"):
        book_of(numbered, how=",start=10")


def test_the_seed_decides_a_random_order(numbered: Path) -> None:
    orders = [first_moves(numbered, ",order=random", seed) for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]
    assert {"".join(sorted(each)) for each in orders} == {"123456789"}
    assert orders[0] == "639485271"  # on every machine


def test_a_shuffle_costs_only_what_is_taken_and_makes_all_orders_alike() -> None:
    import random
    from collections import Counter

    assert len([*islice(shuffle(10**15, random.Random(1)), 3)]) == 3
    rng = random.Random(1)
    met = Counter(tuple(shuffle(3, rng)) for _ in range(6000))
    assert len(met) == 6
    assert all(850 < count < 1150 for count in met.values())


def test_openings_are_cut_after_a_number_of_plies(listed: Path) -> None:
    assert openings_of(listed, "ttt", ",plies=1") == (("5",), ("position=xo1/3/3 x",), ("position=3/1x1/3 o", "1"))


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> int:
    """How many openings are looked at before the first game: few, so that the tests are fast."""
    monkeypatch.setattr("referee.batches.books.LOOKED", 20)
    return 20


def test_a_book_is_read_only_as_far_as_games_need_it(tmp_path: Path, looked: int) -> None:
    path = tmp_path / "many.txt"
    path.write_text("1 2\n" * 3 + "\n".join(f"{PAWN} 0 {number}" for number in range(1, 3 * looked)))
    book, told = book_of(path, "chess", wanted=3)
    assert (len(book.lines), len(book)) == (3, 3 * looked + 2)
    assert told == [f"{path}, line {n}: the position '1 2' of chess: it has 2 fields; it needs the board, the side to move, "
                    "castling, and maybe en passant and two counters, as in 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1; "
                    "this opening is left out" for n in (1, 2, 3)]  # fmt: skip
    assert len(book_of(path, "chess")[0].lines) == looked
    assert book[looked] == (f"position={PAWN} 0 {looked + 1}",)
    assert len(tuple(book)) == len(book) == 3 * looked - 1


def test_a_faulty_line_is_left_out_with_a_remark_and_the_next_one_used(numbered: Path) -> None:
    numbered.write_text(numbered.read_text().replace("3 4", "3 x").replace("6 7", "6 6"))
    book, told = book_of(numbered)
    assert "".join(line[0] for line in book) == "1245789"
    assert [line.partition(":")[0] for line in told] == [f"{numbered}, line 5", f"{numbered}, line 11"]
    assert all(line.endswith("; this opening is left out") for line in told)


def test_a_file_without_an_opening_of_the_game_is_soon_refused(tmp_path: Path, looked: int) -> None:
    path = tmp_path / "chess.epd"
    path.write_text(f"{PAWN}\n" * looked + "5 1\n")
    with pytest.raises(SpecError, match="line 1: the position '4k3"):
        book_of(path)
    path.write_text(f"{PAWN}\n" * (looked - 1) + "5 1\n")
    assert tuple(book_of(path)[0]) == (("5", "1"),)


def test_remarks_on_faulty_lines_come_to_an_end(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text("5\n" + "x\n" * 30)
    book, told = book_of(path)
    assert tuple(book) == (("5",),)
    assert len(told) == REMARKS + 1
    assert "without a remark" in told[-1]


def test_a_plan_that_keeps_all_openings_wants_no_more_than_the_file_holds(numbered: Path) -> None:
    for wanted, told in ((None, 0), (KEPT + 1, 0), (20, 1)):
        remarks: list[str] = []
        assert len(take_openings(OPENINGS.read(str(numbered)), "ttt", 1, remarks.append, wanted)) == 9
        assert len(remarks) == told, remarks


def test_openings_that_run_out_are_used_again_which_is_told(numbered: Path) -> None:
    numbered.write_text(numbered.read_text().replace("3 4", "3 x"))
    book, told = book_of(numbered, wanted=20)
    assert told[1:] == [f"{numbered} holds 8 openings, and 20 are wanted: they are used again"]
    plan = Plan("ttt", ("random", "random"), 1, swap=True, openings=book)
    assert "".join(plan.opening_of(number)[0] for number in range(0, 40, 2)) == "12456789124567891245"


def test_games_late_in_a_book_that_nobody_has_read_have_the_same_openings(tmp_path: Path, looked: int) -> None:
    path = tmp_path / "many.txt"
    path.write_text("x\n" + "".join(f"{PAWN} 0 {number}\n" for number in range(1, looked + 50)))
    plans = [Plan("chess", ("random", "random"), 1, swap=True, openings=book_of(path, "chess")[0]) for _ in range(2)]
    numbers = [*range(0, 8 * looked, 5)]
    early = {number: plans[0].opening_of(number) for number in numbers}
    assert {number: plans[1].opening_of(number) for number in reversed(numbers)} == early


def test_a_batch_tells_of_faulty_openings_and_plays_on(numbered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    numbered.write_text(numbered.read_text().replace("3 4", "3 x"))
    assert run(["ttt", "random", "random", "-g", "20", "--openings", str(numbered), "--seed", "1"]) == 0
    out, said = capsys.readouterr()
    assert out.count("winner") == 20
    assert f"{numbered}, line 5: " in said
    assert "holds 8 openings, and 10 are wanted: they are used again" in said


def test_a_tournament_keeps_as_many_openings_as_it_has_deals(numbered: Path) -> None:
    def kept(rounds: int) -> tuple:
        return tournament_openings("ttt", "round-robin", 3, rounds, 1, OPENINGS.read(f"{numbered},start=2"), print)

    assert kept(2) == (("2", "3"), ("3", "4"))
    assert len(kept(500)) == 9


def test_python_takes_a_file_of_openings_as_the_command_does(numbered: Path) -> None:
    found = referee.batch("ttt", "random", "random", openings=f"{numbered},start=4,plies=1", games=4, seed=1)
    assert [record.moves[0] for record in found.records] == ["4", "4", "5", "5"]
    found = referee.tournament("ttt", ["random", "random"], openings=f"{numbered},start=4", rounds=1, seed=1)
    assert {record.moves[:3] for record in found.records} == {"4 5"}
    numbered.write_text("x\n5\n")
    with pytest.warns(UserWarning, match="line 1: .*this opening is left out$") as told:
        referee.batch("ttt", "random", "random", openings=numbered, seed=1)
        referee.tournament("ttt", ["random", "random"], openings=numbered, rounds=1, seed=1)
    assert [each.filename for each in told] == [__file__] * 2


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_files_of_windows_are_read(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "windows.txt"
    path.write_text("5 1\r\n# Größe\r\n1 5\r\n", encoding=encoding)
    assert openings_of(path) == (("5", "1"), ("1", "5"))


# Games of files as openings.

GAMES = """[Event "one"]
[Result "*"]

1. e4 e5 2. Nf3 *

[Event "over"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "faulty"]

1. d4 Qd4 *

[Event "worse"]

1. d5 *

[Event "two"]

1. c4 e5 *
"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "book.pgn"
    path.write_text(GAMES)
    return path


def test_faulty_games_are_left_out_with_their_lines(book: Path) -> None:
    found, told = book_of(book, "chess")
    assert tuple(found) == (("e4", "e5", "Nf3"), ("c4", "e5"))
    assert [line.partition(":")[0].removeprefix(f"{book}, ") for line in told] == ["line 6", "line 12", "line 16"]
    assert "the game is over after its 4 moves" in told[0]
    assert "'Qd4' is not a legal move" in told[1]


def test_games_are_cut_before_what_is_faulty(book: Path) -> None:
    cut = openings_of(book, "chess", ",plies=1")
    assert cut == (("e4",), ("f3",), ("d4",), ("c4",))


def test_games_are_taken_in_random_order(book: Path) -> None:
    orders = {tuple(line[0] for line in openings_of(book, "chess", ",order=random,plies=1", seed)) for seed in range(9)}
    assert len(orders) > 3
    assert {tuple(sorted(each)) for each in orders} == {("c4", "d4", "e4", "f3")}


def test_a_large_file_of_games_is_read_only_as_far_as_needed(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.formats import pgn

    read = []
    replay = pgn.replay
    monkeypatch.setattr(pgn, "replay", lambda game, spec: read.append(game) or replay(game, spec))
    book.write_text(GAMES * 100)
    found, _ = book_of(book, "chess", wanted=1)
    assert (len(read), len(found)) == (1, 500)
    assert found[1] == ("c4", "e5")
    assert len(read) < 12


def test_games_of_other_formats_and_without_tags_are_taken_in_order_too(tmp_path: Path) -> None:
    bare = tmp_path / "bare.pgn"
    bare.write_text("1. e4 e5 *\n\n1. d4 d5 *\n\n1. c4 c5 *\n")
    assert [line[0] for line in openings_of(bare, "chess", ",start=2")] == ["d4", "c4", "e4"]
    plain = tmp_path / "games.moves"
    plain.write_text("# tic-tac-toe\n5 1\n1 5\n1 1\n")
    found, told = book_of(plain, "tic-tac-toe", ",plies=1")
    assert tuple(found) == (("5",), ("1",))
    assert len(told) == 1


def test_a_file_of_another_game_is_refused(book: Path) -> None:
    with pytest.raises(SpecError, match="pgn cannot hold ttt"):
        book_of(book, "ttt")


# Polyglot books.


@pytest.fixture
def polyglot(tmp_path: Path) -> Path:
    """A book with three first moves, of which d4 has weight 0, and answers to two of them."""
    path, entries = tmp_path / "book.bin", []
    for line, weight in (("e2e4", 9), ("c2c4", 1), ("d2d4", 0), ("e2e4 e7e5", 1), ("c2c4 c7c5", 1), ("c2c4 c7c6", 1)):
        *before, last = map(chess.Move.from_uci, line.split())
        board = chess.Board()
        for move in before:
            board.push(move)
        key = chess.polyglot.zobrist_hash(board)
        raw = last.from_square << 6 | last.to_square
        entries.append((key, struct.pack(">QHHI", key, raw, weight, 0)))
    path.write_bytes(b"".join(entry for _, entry in sorted(entries, key=lambda each: each[0])))
    return path


def test_lines_of_a_polyglot_book_are_walked_by_their_weights_and_differ(
    polyglot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.batches.polyglot.TRIES", 60)

    def drawn(seed: int, how: str = "") -> tuple:
        return tuple(book_of(polyglot, "chess", how, wanted=9, seed=seed)[0])

    assert sorted(drawn(1)) == [("c4", "c5"), ("c4", "c6"), ("e4", "e5")]
    assert drawn(1) == drawn(1)
    assert {*drawn(1, ",plies=1")} == {("e4",), ("c4",)}
    assert drawn(1, ",start=2") == drawn(1)[1:]
    firsts = [book_of(polyglot, "chess", wanted=1, seed=seed)[0][0] for seed in range(20)]
    assert firsts.count(("e4", "e5")) > 12


def test_a_polyglot_book_continues_from_the_position_of_the_game(polyglot: Path) -> None:
    spec = "chess:position=rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1"
    assert {*book_of(polyglot, spec, wanted=2)[0].lines} == {("c5",), ("c6",)}


def test_a_polyglot_book_that_does_not_fit_is_refused(polyglot: Path, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="holds lines of chess, not of ttt"):
        book_of(polyglot, "ttt", wanted=9)
    with pytest.raises(SpecError, match="it needs a number of games, as in -g 100"):
        book_of(polyglot, "chess")
    (tmp_path / "empty.bin").write_bytes(b"")
    with pytest.raises(SpecError, match="holds no opening"):
        book_of(tmp_path / "empty.bin", "chess", wanted=9)
    with pytest.raises(SpecError, match="cannot be read: No such file"):
        book_of(tmp_path / "none.bin", "chess", wanted=9)


def test_a_polyglot_book_needs_an_extra_that_is_named(polyglot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "chess", None)
    with pytest.raises(SpecError, match=r"pip install 'referee\[chess\]'"):
        book_of(polyglot, "chess", wanted=9)


def test_faulty_openings_late_in_a_book_are_told_of_while_games_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("referee.batches.books.LOOKED", 1)
    path = tmp_path / "late.txt"
    path.write_text("5\nx\n1\n")
    assert run(["ttt", "random", "random", "-g", "4", "--openings", str(path), "--seed", "1"]) == 0
    assert capsys.readouterr().err.count(f"{path}, line 2: ") == 1
