"""`referee solve` of open games without chance: values, distances, lines, rules that look back, and its output."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import textwrap
from time import sleep

import pytest
from plain import Grab, PlainTicTacToe
from reference import best
from terminal import Terminal

import games
import players
from games.game import Game
from games.names.entry import Entry
from players.player import Unplayable
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.solver import Solver
from players.search.alphabeta.table import Table
from players.search.big_stack import FARTHEST, call_on_big_stack
from players.search.clock import Clock
from referee import cli
from referee.reports import solve
from referee.solving import exhaustive, outcome_text, solve_cache
from referee.solving.exhaustive import Turns
from referee.solving.value import settled, sign
from referee.support.build import life
from tests.helpers.cases import every_case
from tests.helpers.positions import after

SMALL = [
    "hexapawn", "hexapawn:columns=2,rows=4", "chips:chips=9", "chips:chips=11", "connect-four:columns=3,rows=3,line=3",
    "kalah:pits=2,seeds=2", "dots-and-boxes:rows=1,columns=2", "hex:size=2", "hex:size=2,swap=yes",
]  # fmt: skip


def searched(game, seconds=None):
    found, stopped = exhaustive.by_search(game.copy(), 8, seconds, lambda said: None)
    assert not stopped
    return found


def by_book(game):
    """Return {text: (value, distance)} of all moves by plain minimax."""
    found = {text: best(after(game, text)) for text in map(game.text, game.moves())}
    return {text: (value, plies + 1 if value else None) for text, (value, plies) in found.items()}


def sooner(pair):
    return pair[0], pair[1] if pair[0] else None


def agrees(game, found):
    """Check all that was found of the game against plain minimax."""
    expected, whole = by_book(game), sooner(best(game))
    rows = {row["move"]: (row["value"], row["distance"]) for row in found["moves"]}
    assert (found["solved"], found["value"], found["distance"]) == (True, *whole)
    assert rows == expected
    assert {row["move"] for row in found["moves"] if row["best"]} == {text for text in rows if rows[text] == whole}
    assert found["line"][0] in {row["move"] for row in found["moves"] if row["best"]}
    end = after(game, *found["line"])
    assert end.score() == found["value"]
    assert found["distance"] in (len(found["line"]), None)


@pytest.mark.parametrize("spec", SMALL)
def test_values_distances_moves_and_line_are_those_of_plain_minimax_in_random_positions(spec):
    rng = random.Random(spec)
    for plies in (0, 1, 2, 3):
        game = games.load(spec)
        for _ in range(plies):
            if game.score() is None:
                game.make(rng.choice(game.moves()))
        if game.score() is None:
            agrees(game, searched(game))


def test_plain_games_with_margins_and_extra_turns_are_solved_alike():
    for coins in (4, 7, 10):
        agrees(Grab(coins), searched(Grab(coins)))
    agrees(after(PlainTicTacToe(), "1", "2", "4"), searched(after(PlainTicTacToe(), "1", "2", "4")))


# Hex is won by the first (J. Nash, 1949), hexapawn by the second (M. Gardner, Scientific American, March 1962), othello on
# 4x4 by the second. Kalah's signs are from G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah", ICGA Journal
# 23 (3), 2000. On 2x2 boxes the first wins by an outside line, and holds but a draw by an inner one (E. Berlekamp,
# J. Conway, R. Guy, "Winning Ways", chapter 16).
KNOWN = {
    "tic-tac-toe": 0, "othello:size=4": -8, "hex:size=2": 1, "hex:size=3": 1, "hexapawn": -1,
    "kalah:pits=1,seeds=1,capture=any": 0, "kalah:pits=1,seeds=2,capture=any": -1, "kalah:pits=2,seeds=1,capture=any": 1,
    "kalah:pits=2,seeds=3,capture=any": -1, "kalah:pits=3,seeds=1,capture=any": 0,
}  # fmt: skip
SLOW = {"kalah:pits=3,seeds=3,capture=any": 1, "hex:size=4": 1, "dots-and-boxes:rows=2,columns=2": 2}


@pytest.mark.parametrize(("spec", "value"), [*KNOWN.items(), *(SLOW.items() if life() == "compiled" else ())])
def test_published_values(spec, value):
    game = games.load(spec)
    found = searched(game)
    assert found["solved"]
    assert (sign(found["value"]) if "kalah" in spec else found["value"]) == value
    assert found["value"] == max(row["value"] for row in found["moves"])  # all are the first seat's to begin
    best_rows = {(row["value"], row["distance"]) for row in found["moves"] if row["best"]}
    assert best_rows == {(found["value"], found["distance"])}
    assert after(game, *found["line"]).score() == found["value"]
    assert found["distance"] in (None, len(found["line"]))


@pytest.mark.skipif(life() != "compiled", reason="takes long")
def test_on_four_boxes_the_first_line_lies_outside():
    found = searched(games.load("dots-and-boxes:rows=2,columns=2"))
    inner = {"a2-b2", "b2-c2", "b1-b2", "b2-b3"}
    assert {row["move"] for row in found["moves"] if row["value"] == 0} == inner
    assert {row["value"] for row in found["moves"] if row["move"] not in inner} == {2}


def test_theory_comes_first_with_all_moves_valued_and_a_line_that_bears_it_out():
    for spec in ("nim:heaps=2/3/2", "nim:sticks=8", "chips:chips=9,rule=last", "yucky-chocolate:rows=3,columns=3"):
        game = games.load(spec)
        found = solve_cache.without_search(game)
        assert (found["positions"], found["distance"]) == (0, None)
        rows = {row["move"]: row["value"] for row in found["moves"]}
        assert rows == {text: value for text, (value, _) in by_book(game).items()}
        assert {row["move"] for row in found["moves"] if row["best"]} == {t for t in rows if rows[t] == found["value"]}
        assert after(game, *found["line"]).score() == found["value"] == best(game)[0]


def test_without_time_it_knows_only_bounds():
    found = searched(games.load("connect-four"), 0.0)
    assert (found["solved"], found["value"], found["at_least"], found["at_most"]) == (False, None, -1, 1)
    assert found["moves"] == found["line"] == []


def test_results_at_the_deadline_are_true():
    whole = searched(games.load("othello:size=4"))
    rows = {row["move"]: row for row in whole["moves"]}
    for seconds in (0.001, 0.002, 0.003, 0.004, 0.005, 0.006):
        found = searched(games.load("othello:size=4"), seconds)
        if not found["solved"]:
            assert found["at_least"] <= whole["value"] <= found["at_most"]
        assert found["value"] in (None, whole["value"])
        for row in found["moves"]:
            assert row["value"] == rows[row["move"]]["value"]
            assert row["distance"] in (None, rows[row["move"]]["distance"])


class Lying(Grab):
    """Its key tells positions apart only by the seat to move."""

    def key(self):
        return 1 + self.turn


@pytest.mark.parametrize("coins", [5, 6, 9])
def test_a_game_whose_positions_contradict_each_other_is_refused(coins):
    with pytest.raises(Unplayable, match="does not fit together: do its rules keep games.laws"):
        searched(Lying(coins))


class Endless(Game):
    """Goes on and on."""

    def __init__(self):
        self.turn = self.count = 0

    def moves(self):
        return [0]

    def make(self, move):
        self.count += 1
        self.turn = 1 - self.turn

    def score(self):
        return None


def test_a_game_without_end_is_refused(monkeypatch):
    monkeypatch.setattr(exhaustive, "FARTHEST", 500)
    with pytest.raises(Unplayable, match="goes on for more than 500 plies"):
        searched(Endless())


# Deep games.


class Long(Game):
    """One move at a time, until the count is reached; then the first has won."""

    def __init__(self, length=2300):
        self.turn = 0
        self.left = length

    def moves(self):
        return [0] if self.left else []

    def make(self, move):
        self.left -= 1
        self.turn = 1 - self.turn

    def score(self):
        return None if self.left else 1


def test_games_longer_than_the_ordinary_stack_holds_are_solved():
    game = games.load("chips:chips=2501" if life() == "compiled" else "chips:chips=3")
    search = Solver(game, Table(1 << 20), Clock(), FARTHEST)
    call_on_big_stack(search.run, Clock())
    assert search.final
    found = Solver(Long(), Table(1 << 14), Clock(), FARTHEST)
    call_on_big_stack(found.run, Clock())
    assert (found.final, found.shallow) == (True, False)
    assert exhaustive.value_of(Long(), found.score) == settled(1, 2300)


def test_the_perfect_player_plays_them_too():
    player = players.load("optimal:memory=16")
    player.begin(Long(), 0)
    thought = player.think(Long())
    assert (thought.value, thought.distance) == (1, 2300)


def test_a_call_on_a_big_stack_returns_results_and_raises_errors():
    assert call_on_big_stack(lambda: 7, Clock()) == 7
    with pytest.raises(ZeroDivisionError):
        call_on_big_stack(lambda: 1 // 0, Clock())


def test_an_error_while_waiting_stops_the_search():
    clock = Clock()
    search = Solver(games.load("connect-four"), Table(1 << 16), clock, FARTHEST)
    told = []

    def watch():
        told.append(clock.nodes)
        if len(told) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        call_on_big_stack(search.run, clock, watch)
    nodes = clock.nodes
    sleep(0.02)
    assert clock.nodes == nodes  # nothing runs any more
    assert not search.final


# What is printed.


@pytest.fixture
def said(monkeypatch, capsys):
    monkeypatch.setattr(signal, "signal", lambda *_: None)

    def run(*words, columns=80):
        monkeypatch.setenv("COLUMNS", str(columns))
        status = cli.run(["solve", *words])
        return status, *capsys.readouterr()

    return run


def test_a_draw_for_people(said):
    status, out, err = said("ttt", "--moves", "1 5 9")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[:4] == ["ttt after 1 5 9: a draw", "value for X  0", "", "  move  outcome  plies"]
    assert lines[4:10] == ["* 2     a draw", "* 4     a draw", "* 6     a draw", "* 8     a draw",
                           "  3     X wins       4", "  7     X wins       4"]  # fmt: skip
    assert lines[11].startswith("line  ")
    assert re.fullmatch(r".* positions in [\d.,]+ (s|ms), by exhaustive search", lines[12])


def test_a_margin_for_people(said):
    out = said("othello:size=4")[1]
    assert out.splitlines()[:2] == ["othello:size=4: White wins by 8, in 10 plies", "value for Black  -8"]
    assert "* b1    White wins by 8     10" in out


@pytest.mark.parametrize("columns", [40, 80])
def test_it_fits_the_window(said, columns):
    for words in (["othello:size=4"], ["hex:size=3"], ["nim:heaps=30/20/17"], ["connect-four:8", "--time", "0.01"]):
        assert max(map(len, said(*words, columns=columns)[1].splitlines())) <= columns


def test_many_moves_are_cut_short_unless_asked_for(said):
    short, whole = said("chips:chips=100,rule=last")[1], said("chips:chips=100,rule=last", "--all")[1]
    assert "  and 59 more: with --all or --json" in short
    assert len(whole.splitlines()) == len(short.splitlines()) + 58
    assert short.splitlines()[-1] == "by Fibonacci nim, without search"


def test_in_json_it_is_one_object(said):
    found = json.loads(said("ttt", "--json", "--moves", "1 4 2 5")[1])
    assert (found["game"], found["after"], found["solved"]) == ("ttt", ["1", "4", "2", "5"], True)
    assert (found["value"], found["distance"], found["chance"], found["cached"]) == (1, 1, 1.0, False)
    assert found["moves"][:2] == [
        {"move": "3", "value": 1, "distance": 1, "best": True},
        {"move": "6", "value": 0, "distance": None, "best": False},
    ]
    assert (found["line"], found["method"]) == (["3"], "exhaustive search")
    assert found["positions"] > 0
    assert json.loads(said("othello:size=4", "--json")[1])["chance"] is None


def test_when_time_is_up_the_bounds_are_printed(said):
    status, out, err = said("connect-four:8", "--time", "0.01")
    assert (status, err) == (1, "referee: 'connect-four:8' is not solved within 0.01 seconds\n")
    assert out.splitlines()[:2] == ["connect-four:8: not solved, open", "value for Red  at least -1, at most +1"]
    status, out, _ = said("connect-four:8", "--time", "0.01", "--json")
    assert (status, json.loads(out)["solved"]) == (1, False)


def test_bounds_in_words():
    ttt, othello = games.load("ttt"), games.load("othello")
    words = {(-1, 1): "open", (0, 1): "X wins or draws", (-1, 0): "O wins or draws", (1, 1): "X wins", (0, 0): "a draw"}
    assert {pair: outcome_text.bounds(ttt, *pair) for pair in words} == words
    assert outcome_text.bounds(othello, -64, 64) == "open"
    assert outcome_text.bounds(othello, -3, 5) == "open, -3 to +5"
    assert outcome_text.bounds(othello, 2, 12) == "Black wins by 2 to 12"
    assert outcome_text.bounds(othello, -12, -2) == "White wins by 2 to 12"
    assert outcome_text.bounds(othello, -12, 0) == "White wins by up to 12 or draws"


PROGRAM = textwrap.dedent(
    """
    import sys
    from referee.__main__ import main
    from referee.solving import exhaustive

    def announce(search, clock, watch):
        told = []

        def look():
            told or told.append(print("searching", file=sys.stderr, flush=True))
            watch()

        return call(search, clock, look)

    call, exhaustive.call_on_big_stack = exhaustive.call_on_big_stack, announce
    main(["solve", *sys.argv[1:]])
    """
)


@pytest.mark.skipif(os.name == "nt", reason="no such signal there")
@pytest.mark.parametrize("words", [[], ["--json"]], ids=["lines", "json"])
def test_ctrl_c_prints_what_is_known_by_then(words):
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "connect-four:8", *words, "--memory", "64"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stderr.readline() == "searching\n"  # it is far from its end
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert err.startswith("stopped after ")
    assert err.count("\n") == 1
    if words:
        found = json.loads(out)
        assert (found["solved"], found["value"]) == (False, None)
        assert (found["at_least"], found["at_most"]) == (-1, 1)
    else:
        assert out.splitlines()[0].startswith("connect-four:8: not solved, ")


@pytest.mark.skipif(os.name == "nt", reason="no such terminal there")
def test_at_a_terminal_a_bar_says_how_far_it_is(cache):
    environment = {"REFEREE_CACHE": cache}
    with Terminal(
        sys.executable, "-m", "referee", "solve", "connect-four:8", "--memory", "64", environment=environment
    ) as terminal:
        terminal.wait_for("positions  open")
        terminal.type("\x03")
        assert terminal.exit_status() == 130
    assert "connect-four:8: not solved, open" in terminal.text
    assert "stopped after" in terminal.text
    assert "Traceback" not in terminal.text


def test_a_game_that_meets_chance_on_the_way_is_averaged(said, monkeypatch):
    monkeypatch.setitem(games.CATALOGUE.entries, "toss", Entry("tests.players.test_optimal", "Toss"))
    monkeypatch.setitem(games.CATALOGUE.names, "toss", "toss")
    found = json.loads(said("toss", "--json")[1])
    assert (found["method"], found["value"]) == ("value iteration", pytest.approx(1 / 3))


def test_where_there_is_no_room_for_a_stack_it_says_so(said, monkeypatch):
    def none(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", none)
    assert said("ttt", "--fresh")[::2] == (2, "referee: 'ttt' cannot be solved: no room for a stack of 512 MB\n")


def test_where_there_is_no_room_for_a_table_it_says_so(said, monkeypatch):
    def none(entries):
        raise MemoryError(f"no room for a table of {entries} entries")

    monkeypatch.setattr(exhaustive, "Table", none)
    assert said("ttt", "--fresh", "--memory", "3")[::2] == (
        2, "referee: 'ttt' cannot be solved: no room for a table of 30720 entries\n",
    )  # fmt: skip


def test_a_wish_has_the_defaults_of_the_command():
    assert solve.SolveOptions("ttt").memory == 1024


class Learner:
    """A search that only remembers whether the seat to move gets more than a margin."""

    def learn(self, margin, above, move):
        self.learned = margin, above


@every_case(("moves", "above"), [("1 4 2 5", True), ("1 4 2 5 9", True), ("5 2 1 9 4", False)])
def test_proof_numbers_tell_whether_the_seat_to_move_gets_more_than_a_margin(moves, above):
    search = Learner()
    Turns(1 << 10, Clock()).prove(games.load("tic-tac-toe", moves.split()), search, 0, 1000)
    assert search.learned == (0, above)


class Ring(Game):
    """A pawn on a ring of cells, moved in turn; the rules depend on where it has been."""

    looks_back = True

    def __init__(self, cells):
        self.turn = 0
        self.cells = cells
        self.past = [1]

    def moves(self):
        return [] if self.score() is not None else self.steps()

    def make(self, move):
        self.past.append((self.past[-1] + move) % self.cells)
        self.turn = 1 - self.turn

    def last_mover_wins(self):
        return 1 if self.turn == 1 else -1


class ThirdTime(Ring):
    """Move to cell 0 to win. The third time that the pawn is on a cell is a draw."""

    def steps(self):
        return [1, 2]

    def score(self):
        if self.past[-1] == 0:
            return self.last_mover_wins()
        return 0 if self.past.count(self.past[-1]) == 3 else None


class NoRepetition(Ring):
    """The pawn never comes to a cell for the third time. If you have no move, you lose."""

    def steps(self):
        return [step for step in (1, 2, 3) if self.past.count((self.past[-1] + step) % self.cells) < 2]

    def score(self):
        return None if self.steps() else self.last_mover_wins()


class NoSameMove(Ring):
    """Do not make the move that was made just before. Move to cell 0 to win; the ninth move ends in a draw."""

    def steps(self):
        before = self.past[-1] - self.past[-2] if self.past[1:] else 0
        return [step for step in (1, 2, 3) if (step - before) % self.cells]

    def score(self):
        if self.past[-1] == 0:
            return self.last_mover_wins()
        return 0 if len(self.past) > 9 else None


def number(past):
    found = 0
    for cell in past:
        found = 10 * found + cell + 1
    return found


class SmallKeys(ThirdTime):
    """Its two keys are small numbers, and a board and a position often have the same one."""

    def key(self):
        return number(self.past)

    def board_key(self):
        return number([1, self.past[-1]])


class SuperKey(ThirdTime):
    """Its board_key is the one that it inherits."""

    def board_key(self):
        return super().board_key()


KINDS = ThirdTime, NoSameMove, SmallKeys, SuperKey
SPECS = [*((kind, cells) for kind in KINDS for cells in (4, 5, 7)), (NoRepetition, 4), (NoRepetition, 5)]


@every_case(("kind", "cells"), SPECS)
def test_solve_finds_what_plain_minimax_finds(kind, cells):
    game = kind(cells)
    found, _ = exhaustive.by_search(game.copy(), 8, None, lambda said: None)
    value, plies = best(game)
    assert (found["solved"], found["value"], found["distance"]) == (True, value, plies if value else None)


@every_case(("kind", "cells"), SPECS)
def test_what_a_search_to_a_depth_proves_is_what_plain_minimax_finds(kind, cells):
    game = kind(cells)
    value, plies = best(game)
    for depth in range(1, 20):
        search = Pvs(game.copy(), Table(1 << 12), Clock(), 40)
        search.run(depth)
        if search.final:
            break
    assert exhaustive.value_of(game, search.score).score == value
    assert exhaustive.value_of(game, search.score).distance == (plies if value else None)


GROWING = """
from games.game import Game

class Growing(Game):
    def __init__(self):
        self.turn, self.total = 0, 0
    def moves(self):
        return [1, 2]
    def make(self, move):
        self.turn, self.total = 1 - self.turn, self.total + move
    def score(self):
        return None
"""


def test_a_game_that_grows_for_ever_is_given_up_in_one_line(command, tmp_path, monkeypatch):
    monkeypatch.setattr("referee.solving.exhaustive.ENDLESS", 5000)
    path = tmp_path / "growing.py"
    path.write_text(GROWING, encoding="utf-8")
    status, told, err = command(["solve", str(path)])
    assert (status, told, err.count("\n")) == (2, "", 1)
    assert "may go on for ever" in err and "5,000 positions" in err
