"""numpy in rules and players: arrays as fields, and its numbers and truth values wherever whole numbers are."""

import pytest

import players
import referee
from games.base import fields
from games.connect_four import ConnectFour
from games.game import Game
from games.laws import faults
from games.base.numeric import is_whole, whole
from players.evaluation import require_int

np = pytest.importorskip("numpy")
LINES = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]])


class Arrays(Game):
    """Tic-tac-toe whose board, moves, turns and scores are numpy's."""

    def __init__(self):
        self.turn = np.int64(0)
        self.last = np.int8(-1)
        self.board = np.zeros((3, 3), dtype=np.int8)

    def moves(self):
        return [] if self.score() is not None else list(np.flatnonzero(self.board == 0))

    def make(self, move):
        self.board.flat[move] = 1 - 2 * self.turn
        self.last = np.int8(move)
        self.turn = np.int64(1 - self.turn)

    def score(self):
        sums = self.board.reshape(9)[LINES].sum(axis=1)
        if (abs(sums) == 3).any():
            return np.sign(sums[abs(sums) == 3][0])
        return None if (self.board == 0).any() else np.int8(0)

    def estimate(self):
        return self.board[1, 1]


class Truths(Game):
    """Two moves; whoever says yes first has won. Moves and turns are truth values."""

    def __init__(self):
        self.turn, self.said = 0, []

    def moves(self):
        return [] if self.score() is not None else [np.False_, np.True_]

    def make(self, move):
        self.said.append(int(move))
        self.turn = np.bool_(len(self.said) % 2)

    def text(self, move):
        return ["no", "yes"][int(move)]

    def score(self):
        if 1 not in self.said:
            return None if len(self.said) < 4 else 0
        return 1 if len(self.said) % 2 else -1


def test_whole_numbers_of_numpy_and_truth_values_are_ints():
    for value, number in ((np.int8(-3), -3), (np.uint64(5), 5), (np.True_, 1), (np.False_, 0), (True, 1), (7, 7)):
        assert whole(value) == number
        assert type(whole(value)) is int
    for value in (1.0, np.float64(1), "1", None, np.zeros(2, dtype=int), [1]):
        assert not is_whole(value)
    assert require_int(np.int16(-7), max) == -7


def test_an_option_says_that_it_takes_only_numbers_of_python():
    for value in (np.int64(4), np.uint8(4), np.array(4)):
        with pytest.raises(
            ValueError, match=rf"^columns=4 is of the type {type(value).__name__}: pass int\(columns\)$"
        ):
            ConnectFour(value)
    with pytest.raises(ValueError, match="^columns=99 must be a whole number from 1 to 32$"):
        ConnectFour(np.int64(99))


def test_a_player_is_loaded_with_a_seed_of_numpys():
    for spec in ("random", "mcts:playouts=10"):
        records = [referee.play("nim", players.load(spec, seed), "random", seed=1) for seed in (4, np.int64(4))]
        assert records[0].moves == records[1].moves


def test_all_laws_hold_of_a_game_of_arrays():
    assert not list(faults(Arrays()))
    assert not list(faults(Truths()))


def test_a_game_of_arrays_is_played_solved_and_drawn():
    assert referee.play(Arrays, "minimax", "mcts:playouts=50", seed=1).how == "played-out"
    assert referee.solve(Arrays, "4 0 8").value == 0
    assert referee.tree(Arrays, "4 0 8 2", depth=1).as_dict()
    assert referee.solve(Truths).value == 1
    assert referee.play(Truths, "minimax:depth=2", lambda game: np.False_, seed=1).moves == "yes"
    assert referee.play(Truths, lambda game: np.False_, lambda game: np.True_, seed=1).moves == "no yes"
    assert referee.play(Arrays, lambda game: game.moves()[0], lambda game: np.int32(8), seed=1).moves == "0 8 1"


def test_copies_share_no_array_and_keys_tell_arrays_apart():
    game = Arrays()
    twin = game.copy()
    assert twin.key() == game.key() != 0
    twin.board[0, 0] = 1
    assert game.board[0, 0] == 0
    assert twin.key() != game.key()
    twin.board[0, 0] = 0
    assert twin.key() == game.key()
    arrays = [np.zeros(4, np.int8), np.zeros((2, 2), np.int8), np.zeros(2, np.int16), np.zeros(4, bool)]
    assert len({fields.fingerprint({"it": array}, 0) for array in arrays}) == len(arrays)
    assert fields.fingerprint({"it": np.int64(3)}, 0) == fields.fingerprint({"it": 3}, 0)
    assert fields.fingerprint({"it": np.array([[], 1], dtype=object)}, 0) == 0


def test_a_position_of_arrays_is_read_back_in_its_kinds():
    game = Arrays()
    game.make(4)
    assert game.position() == "last=4, board=[[0, 0, 0], [0, 1, 0], [0, 0, 0]], turn=1"
    twin = Arrays()
    twin.set_position(game.position())
    assert (twin.board.dtype, type(twin.last), twin.key()) == (np.int8, np.int8, game.key())
    with pytest.raises(ValueError, match="^board must be lists of one length that hold int8$"):
        twin.set_position("board=[[1], [1, 2]]")
