"""Openings: they differ, they can be played, they are the same for the same seed, and neither side has won by them."""

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import games
from games.capabilities import has_chance, hides_information, theory_of
from games.game import Game
from games.names.catalogue import SpecError
from games.names.entry import Entry
from players.minimax import MinimaxPlayer
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.table import Table, to_game_score
from players.search.alphabeta.tree import DEEPEST
from players.search.clock import Clock
from referee.batches.openings import (
    Opening,
    draw_openings,
    order_by_fairness,
    playout_lead,
    random_line,
    rank_openings,
)
from referee.support.build import compiled, life

ROOT = Path(__file__).parents[2]
OPEN = [name for name in games.CATALOGUE if not (has_chance(game := games.load(name)) or hides_information(game))]
COMPILED = life() == "compiled"  # the sources are the same in both lives
WANTED = 8 if COMPILED else 2
SMALL = {"gomoku": "gomoku:6,rows=6", "hex": "hex:5"}
LARGE = ["connect-four", "othello:6", "breakthrough:6,rows=6", "gomoku:9", "kalah", "hex:7", "dots-and-boxes"]
if not COMPILED:
    SMALL = {
        "gomoku": "gomoku:4,rows=4,line=4", "hex": "hex:3", "othello": "othello:4", "breakthrough": "breakthrough:4,rows=5",
    }  # fmt: skip
    LARGE = ["connect-four", "kalah", "dots-and-boxes"]


class Sides:
    __slots__ = ("taken",)

    def __init__(self):
        self.taken = [0, 0]


class Climb(Game):
    """Take 1 to 3 of what is left, five times each; whoever has more at the end wins: plain Python, without estimate."""

    def __init__(self, hidden=False):
        self.turn = 0
        self.left = 10
        self.sides = Sides() if hidden else None
        self.taken = [0, 0]

    def copy(self):
        twin = Climb()
        twin.turn, twin.left, twin.taken, twin.sides = self.turn, self.left, self.taken[:], self.sides
        return twin

    def moves(self):
        return [1, 2, 3] if self.left else []

    def make(self, move):
        self.taken[self.turn] += move
        self.left -= 1
        self.turn = 1 - self.turn

    def score(self):
        one, two = self.taken
        return None if self.left else (one > two) - (one < two)


@pytest.fixture
def climb(monkeypatch):
    """A student's game, in the catalogue for one test."""
    monkeypatch.setitem(games.CATALOGUE.entries, "climb", Entry(__name__, "Climb"))
    monkeypatch.setitem(games.CATALOGUE.names, "climb", "climb")


def exact(game):
    """Return the score of seat 0 with best play by both."""
    search = Pvs(game, Table(100_000), Clock())
    search.run(DEEPEST)
    assert search.final
    value, _ = to_game_score(search.score)
    return value if game.turn == 0 else -value


def margin(spec, lines):
    return sum(abs(exact(games.load(spec, line))) for line in lines) / len(lines)


def every(spec, plies):
    """Yield all lines of `plies` plies after which the game goes on."""
    lines = [()]
    for _ in range(plies):
        lines = [
            (*line, game.text(move)) for line in lines for game in [games.load(spec, line)] for move in game.moves()
        ]
    return [line for line in lines if games.load(spec, line).score() is None]


@pytest.mark.parametrize("spec", LARGE)
def test_a_large_game_has_as_many_openings_as_wanted(spec):
    found = draw_openings(spec, WANTED, seed=3)
    assert len(found) == WANTED
    ended = [games.load(spec, line) for line in found]
    assert [game.score() for game in ended] == [None] * WANTED
    assert len({game.board_key() for game in ended}) == WANTED
    assert len({len(line) for line in found}) == 1  # so no line is a shorter part of another


@pytest.mark.parametrize("spec", [SMALL.get(name, name) for name in OPEN])
def test_the_same_seed_gives_the_same_openings(spec):
    found = draw_openings(spec, 1, seed=5)
    assert found == draw_openings(spec, 1, seed=5)
    assert len(found) <= 1
    assert all(games.load(spec, line).score() is None for line in found)


def test_another_seed_gives_others():
    first, second = (set(draw_openings("connect-four", 3, seed)) for seed in (1, 2))
    assert not first & second


def test_they_are_the_same_compiled_and_interpreted(tmp_path):
    if not list(compiled()):
        pytest.skip("nothing is compiled here")
    for package in ("games", "players", "referee"):
        shutil.copytree(
            ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        )
    code = (
        "from referee.support.build import life; from referee.batches.openings import draw_openings\n"
        "print(life(), [draw_openings(spec, 2, 7) for spec in ('tic-tac-toe', 'kalah:3', 'nim:heaps=3/4/5')])"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code], cwd=folder, env=os.environ | {"PYTHONPATH": str(folder)},
            capture_output=True, text=True, timeout=600, check=True,
        ).stdout.split(" ", 1)
        for folder in (ROOT, tmp_path)
    ]  # fmt: skip
    assert [life for life, _ in runs] == ["compiled", "interpreted"]
    assert runs[0][1] == runs[1][1]


def test_all_of_them_go_on_from_the_base():
    base = ("4", "4", "3")
    found = draw_openings("connect-four", 5, seed=1, base=base)
    assert len(set(found)) == 5
    assert all(line[:3] == base and len(line) > 3 for line in found)


def test_openings_of_tic_tac_toe_are_solved_draws_that_differ():
    found = draw_openings("tic-tac-toe", 40, seed=2)
    assert len(found) == 40
    ended = [games.load("tic-tac-toe", line) for line in found]
    assert {exact(game) for game in ended} == {0}
    assert len({game.key() for game in ended}) == 40


def test_fewer_openings_are_found_if_there_are_few_draws():
    found = draw_openings("tic-tac-toe", 1000, seed=2)
    plies = max(map(len, found))
    drawn = {
        game.key() for depth in range(1, plies + 1) for line in every("tic-tac-toe", depth)
        for game in [games.load("tic-tac-toe", line)] if exact(game) == 0
    }  # fmt: skip
    assert {games.load("tic-tac-toe", line).key() for line in found} == drawn
    assert len(found) == len(drawn) < 1000
    assert plies <= 4  # half of the game is left


@pytest.mark.parametrize("spec", ["connect-four", "gomoku:6,rows=6,line=4", "hexapawn:4,rows=4", "kalah:3"])
def test_no_win_is_near(spec):
    found = draw_openings(spec, WANTED, seed=4)
    assert found
    for line in found:
        thought = MinimaxPlayer(depth=4).think(games.load(spec, line))
        assert thought.distance is None


@pytest.mark.parametrize(
    "spec",
    ["nim:heaps=3/5/7", "chips:chips=61" if COMPILED else "chips:chips=31", "yucky-chocolate", "nim:sticks=21,take=3"],
)
def test_if_every_position_is_won_openings_have_late_and_unclear_wins(spec):
    found = draw_openings(spec, 5, seed=4)
    assert len(found) == 5
    for line in found:
        game = games.load(spec, line)
        assert exact(game) != 0
        assert MinimaxPlayer(depth=4).think(game).distance is None
        count = 2000 if COMPILED else 400
        assert playout_lead(game, count) <= 0.65 * count  # of 200 it was 100 at most


@pytest.mark.parametrize("spec", ["nim:sticks=2", "gomoku:3,rows=3,line=2", "hexapawn:columns=2"])
def test_there_are_no_openings_if_the_game_ends_at_once(spec):
    assert draw_openings(spec, 5, seed=1) == ()


@pytest.mark.parametrize("spec", sorted(set(games.CATALOGUE) - set(OPEN)))
def test_there_are_no_openings_with_chance(spec):
    assert draw_openings(spec, 5, seed=1) == ()


@pytest.mark.parametrize("count", [0, -1])
def test_none_are_wanted(count):
    assert draw_openings("connect-four", count, seed=1) == ()


def test_a_game_that_is_over_has_none():
    assert draw_openings("tic-tac-toe", 5, seed=1, base=("1", "4", "2", "5", "3")) == ()


@pytest.mark.parametrize(("spec", "base", "message"), [
    ("conect-four", (), "there is no game 'conect-four'; did you mean connect-four?"),
    ("othello:7", (), "'othello:7': size=7 must be 4, 6, 8 or 10"),
    ("connect-four", ("4", "9"), "move 2 to start with: '9' is not a legal move here"),
    ("backgammon", ("nonsense",), "move 1 to start with"),
], ids=["game", "option", "move", "roll"])  # fmt: skip
def test_an_impossible_opening_is_refused_in_one_line(spec, base, message):
    with pytest.raises(SpecError, match=message):
        draw_openings(spec, 5, seed=1, base=base)


def at_random(spec, lines):
    """Three random lines for each of those, as long as it is, to positions in which the game goes on."""
    rng, start = random.Random(1), games.load(spec)
    found = [random_line(start, len(line), rng) for line in lines for _ in range(3)]
    return [each.line for each in found if each]


@pytest.mark.parametrize("spec", ["dots-and-boxes:2,columns=2", "connect-four:columns=4,rows=4"][: 1 + COMPILED])
def test_they_are_nearer_to_even_than_random_lines(spec):
    found = draw_openings(spec, 20, seed=1)
    assert len(found) == 20
    assert margin(spec, found) < 0.7 * margin(spec, at_random(spec, found))


def test_the_random_games_decide_in_a_game_without_estimate(climb):
    def lean(lines):
        return sum(playout_lead(games.load("climb", line), 300) for line in lines) / len(lines)

    found = draw_openings("climb", 10, seed=1)
    assert len({games.load("climb", line).key() for line in found}) == 10
    assert lean(found) < 0.5 * lean(at_random("climb", found))


def test_positions_without_a_key_are_told_apart_by_their_lines(climb):
    found = draw_openings("climb:hidden=yes", 10, seed=1)
    assert len(set(found)) == 10
    assert {games.load("climb:hidden=yes", line).key() for line in found} == {0}


def test_lines_are_ranked_by_both_judgements():
    def opening(name, **judged):
        return Opening((name,), games.load("nim"), **judged)

    given = [
        opening("far win", distance=9, lean=3),
        opening("plain win", distance=9, plain=True),
        opening("near win", distance=4),
        opening("farther win", distance=11, lean=7),
        opening("uneven", value=90, lean=80),
        opening("leaning", value=0, lean=80),
        opening("estimated", value=20, lean=10),
        opening("even", value=0, lean=0),
    ]
    names = [each.line[0] for each in rank_openings(given)]
    assert names == ["even", "leaning", "estimated", "uneven", "farther win", "far win"]
    assert [each.line[0] for each in order_by_fairness(given)][-4:] == [
        "far win",
        "plain win",
        "near win",
        "farther win",
    ]
    with_draw = [*given, opening("draw", drawn=True)]
    assert not any(each.won for each in order_by_fairness(with_draw))


def test_only_openings_drawn_by_theory_are_taken():
    found = draw_openings("connect-four", 40, seed=1)
    assert len(set(found)) == 40
    assert {theory_of(games.load("connect-four", line)).score for line in found} == {0}


def test_undecided_openings_follow_if_too_few_are_drawn():
    found = draw_openings("connect-four", 30, seed=1, base=("4", "4", "3"))
    known = [theory_of(games.load("connect-four", line)) for line in found]
    assert len(set(found)) == 30
    assert [theory.score for theory in known if theory] == [0] * sum(theory is not None for theory in known)
    assert 3 < sum(theory is not None for theory in known) < 30
