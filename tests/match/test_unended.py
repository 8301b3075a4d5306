"""Matches that go on and on: when the referee ends them as draws, and when it must not."""

from dataclasses import replace

import pytest

import referee
from games.game import CHANCE, Game
from referee.batches.plan import Plan
from referee.match.clocks import UNLIMITED
from referee.match.events import PlayedMove
from referee.match.adjudication import FIRST_LOOK, REPEATED, TIMES, UNENDED, count_repetitions
from referee.tournaments.results import replay_result


class Shuttle(Game):
    """A token moves to and fro between two cells, and only the move 1 ends the game."""

    def __init__(self):
        self.turn = self.cell = 0
        self.done = None

    def moves(self):
        return [0, 1]

    def make(self, move):
        if move:
            self.done = 1
        self.cell = 1 - self.cell
        self.turn = 1 - self.turn

    def score(self):
        return self.done


class Counted(Shuttle):
    """The same, but it counts the moves and ends after so many."""

    LAST = 3000

    def __init__(self):
        super().__init__()
        self.count = 0

    def make(self, move):
        super().make(move)
        self.count += 1
        if self.count == self.LAST:
            self.done = -1


class Remembered(Shuttle):
    """A game that says that its rules look at the past."""

    looks_back = True


class Tossed(Shuttle):
    """A coin is tossed before each move, and eleven heads in a row win: its start comes up often before that."""

    def __init__(self):
        super().__init__()
        self.heads = 0
        self.turn = CHANCE

    def chances(self):
        return [(0, 1), (1, 1)]

    def has_chance(self):
        return True

    def moves(self):
        return [2]

    def make(self, move):
        if self.turn == CHANCE:
            self.heads = self.heads + 1 if move else 0
            self.done = 1 if self.heads == 11 else None
            self.turn = 0
        else:
            self.turn = CHANCE


class Keyless(Shuttle):
    """Its positions cannot be compared."""

    def key(self):
        raise RuntimeError("no key")


def stay(game):
    return game.moves()[0]


@pytest.mark.parametrize("players", [(stay, stay), ("random", stay)], ids=["both", "one"])
def test_a_match_that_comes_back_to_a_position_again_and_again_is_a_draw(players):
    class Held(Shuttle):
        def make(self, move):
            super().make(0)

    record = referee.play(Held, *players, seed=1)
    assert (record.score, record.how, record.why) == (0, "adjudicated", REPEATED.why)
    assert len(record.moves.split()) == FIRST_LOOK


def test_a_position_that_came_up_less_often_ends_nothing():
    class Ringed(Shuttle):
        """A ring of so many cells that a look after 512 moves finds each of them 85 times."""

        def make(self, move):
            self.cell = (self.cell + 1) % 6
            self.turn = 1 - self.turn

    assert 512 // 6 < TIMES
    assert len(referee.play(Ringed, stay, stay, seed=1).moves.split()) == 1024


def test_a_game_whose_positions_never_come_back_is_played_to_its_end():
    record = referee.play(Counted, stay, stay, seed=1)
    assert (record.score, record.how, len(record.moves.split())) == (-1, "played-out", Counted.LAST)


def test_a_game_that_looks_back_is_left_to_its_own_rules():
    held = [PlayedMove(0, 0, "0", ("0", "0"), UNLIMITED.start, None)] * 1024
    assert count_repetitions(Remembered(), held, Remembered()) == 0
    assert count_repetitions(Shuttle(), held, Shuttle()) == 512


def test_chance_may_bring_a_game_to_its_end_however_often_a_position_came_up():
    record = referee.play(Tossed, stay, stay, seed=1)
    tosses = record.moves.split()[::2]
    assert tosses.count("0") > TIMES
    assert (record.score, record.how) == (1, "played-out")
    assert len(record.moves.split()) > 2 * FIRST_LOOK


def test_positions_that_cannot_be_compared_end_with_the_longest_match():
    record = referee.play(Keyless, stay, stay, seed=1)
    assert (record.score, record.how, record.why) == (0, "adjudicated", UNENDED.why)
    assert len(record.moves.split()) == 100_000


HOLDER = """def holder(game, rng):
    return game.moves()[-1]
"""


def test_such_a_draw_is_told_and_believed_and_no_other(command, tmp_path):
    (path := tmp_path / "holder.py").write_text(HOLDER)
    status, written, said = command(f"-g 1 pig {path} {path} --seed 1 --stats")
    assert (status, written.splitlines()[0]) == (0, "game 0: winner = draw")
    assert "adjudicated: 1 of 1 game" in written
    assert f"game 0: {REPEATED.why}" in said
    task = Plan("pig", (str(path), str(path)), seed=1).task(0)
    result = task.result()
    replay_result(task, result)
    assert result.moves == (FIRST_LOOK // 2, FIRST_LOOK // 2)
    texts = result.record.moves.split()
    for claimed in (
        replace(result, record=replace(result.record, moves=" ".join(texts[:-2])), moves=(127, 127)),
        replace(result, record=replace(result.record, why=UNENDED.why)),
    ):
        with pytest.raises(ValueError, match="it was not adjudicated by the rules of its tournament"):
            replay_result(task, claimed)
