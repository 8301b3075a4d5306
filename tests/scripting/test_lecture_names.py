"""The names and shapes that students of a lecture try first."""

import io
from functools import cache

import pytest

import games
import players
import referee
from games import Chips, ConnectFour, TicTacToe
from games.option import options_of
from players import HumanPlayer, MctsPlayer, MinimaxPlayer, MonteCarloPlayer, RandomPlayer

LISTED = list(games.CATALOGUE.class_names)


def test_classes_of_games_and_players_are_imported_by_name():
    assert [kind().copy().turn for kind in (Chips, ConnectFour, TicTacToe)] == [0, 0, 0]
    assert {type(getattr(players, name)) for name in players.CATALOGUE.class_names} == {type}
    with pytest.raises(ImportError):
        from games import Draughts  # noqa: F401


def test_referee_offers_what_programs_import_first():
    from referee import Game, Player, __version__, load, play

    assert isinstance(load("nim"), Game)
    assert Player.choose.__doc__
    assert play("nim", "random", "random", seed=1).over
    assert __version__[0].isdigit()


@pytest.mark.parametrize("kind", [MinimaxPlayer, MctsPlayer, MonteCarloPlayer, RandomPlayer, players.LevelPlayer])
def test_a_player_chooses_without_a_deadline(kind):
    game = TicTacToe()
    assert kind().choose(game) in game.moves()


class Greedy:
    def choose(self, game):
        return max(game.moves())


class Greedier(Greedy):
    pass


@pytest.mark.parametrize("player", [Greedy, Greedy(), Greedier])
def test_a_class_may_leave_out_the_deadline(player):
    record = referee.play("nim:sticks=7", player, "random", seed=1)
    assert (record.over, record.moves.split()[0]) == (True, "3")


@pytest.mark.parametrize("name", LISTED)
def test_equal_positions_are_equal_games(name):
    one, other = getattr(games, name)(), getattr(games, name)()
    assert one == other == one.copy()
    other.make(other.moves()[-1])
    assert one != other
    one.make(one.moves()[-1])
    assert one == other
    assert one != "a text"


@pytest.mark.parametrize("name", LISTED)
def test_games_with_different_options_differ(name):
    kind = getattr(games, name)
    for option, allowed in options_of(kind).items():
        for value in {*getattr(allowed, "choices", ()), getattr(allowed, "least", None)} - {None, allowed.default}:
            try:
                other = kind(**{option: value})
            except (ValueError, TypeError):
                continue  # it needs another option as well
            assert other != kind(), (option, value)


def test_games_with_arrays_are_compared_by_their_contents():
    np = pytest.importorskip("numpy")

    class Cells(referee.Game):
        def __init__(self, cells=(0, 0)):
            self.cells = np.array(cells)

    assert Cells([1, 2]) == Cells([1, 2]) != Cells([1, 3])


def test_a_list_of_names_reads_no_property():
    class Lazy(referee.Game):
        @property
        def asked(self):
            raise AssertionError

    assert "asked" in dir(Lazy())


def test_a_cached_function_is_called_once_for_equal_positions():
    seen = []

    @cache
    def value(game):
        seen.append(game.position())
        return max([-value(after(game, move)) for move in game.moves()], default=-1)

    def after(game, move):
        game = game.copy()
        game.make(move)
        return game

    assert value(games.load("nim:sticks=21")) == 1
    assert len(seen) == len(set(seen))


def test_a_game_prints_its_board():
    game = TicTacToe()
    game.make(game.parse("5"))
    assert [line.split()[1::2] for line in str(game).splitlines()[1::2]] == [list("123"), list("4X6"), list("789")]


def test_a_name_of_another_library_is_answered_by_the_own_one():
    for name, own in {"legal_moves": "moves", "push": "make", "is_over": "score", "to_move": "turn"}.items():
        with pytest.raises(AttributeError, match=own):
            getattr(TicTacToe(), name)
        assert name not in dir(TicTacToe())


def test_a_game_may_use_such_a_name_itself():
    class Own(referee.Game):
        def __init__(self):
            self.winner = 3

        def undo(self):
            return 4

    assert (Own().winner, Own().undo(), Own().copy().winner) == (3, 4, 3)
    assert "winner" in dir(Own())


def test_a_record_gives_its_positions():
    record = referee.play("tic-tac-toe", "random", "random", seed=1)
    positions = record.positions()
    assert len(positions) == len(record.moves.split()) + 1
    assert positions[0] == TicTacToe()
    assert positions[-1].score() == record.score


@pytest.mark.parametrize("game, human, other", [
    (Chips(9), HumanPlayer(), RandomPlayer(1)), ("chips:chips=9", "human", "random"), (Chips(9), HumanPlayer, Greedy),
])  # fmt: skip
def test_a_person_plays_at_the_console(game, human, other, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("nonsense\n" + "1\n" * 9))
    record = referee.play(game, human, other, seed=1)
    said = capsys.readouterr().out
    assert record.over and record.moves.split()[0] == "1"
    assert "'nonsense' is not a legal move here" in said
    assert "You take 1." in said and f"{record.names[1]} takes".casefold() in said.casefold()
    assert said.count("Pile") == len(record.moves.split()) + 1
    assert ("You win" if record.score > 0 else f"{record.names[1]} wins".capitalize()) in said


def test_two_people_at_a_console_may_not_see_hidden_cards():
    with pytest.raises(referee.SpecError, match="two people"):
        referee.play("kuhn-poker", "human", HumanPlayer())
