"""Matches with dice and with moves again, as people hear them with --plain."""

import io

import pytest

import games
from referee import cli
from referee.match.events import TakenBack
from referee.match.sentences import undo_sentence


@pytest.fixture
def heard(tmp_path, monkeypatch, capsys):
    """Return the lines of a match with --plain in which a person types some lines."""

    def play(*words, typed):
        monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        cli.run([*words, "--plain"])
        return capsys.readouterr().out.splitlines()

    return play


def test_each_roll_of_pig_is_said_once(heard):
    lines = heard("pig", "level:2", "--seed", "3", typed=["roll", "last", "hold", "quit"])
    assert not {"You roll.", "Second rolls."} & set(lines)
    rolls = [line for line in lines if line.startswith(("You roll ", "Second rolls "))]
    assert rolls
    assert all(word[0].isdecimal() for *_, word in (line.partition(":")[0].split() for line in rolls))


def test_the_other_player_is_called_by_the_same_name_throughout(heard):
    lines = heard("tic-tac-toe", "casual", "--seed", "1", typed=["1", "why", "resign", "yes"])
    told = lines[lines.index("Type a move, a question such as board, or help.") :]
    assert any(line.startswith("O wins") for line in told)
    assert "casual" not in " ".join(told).casefold()


def test_kalah_says_that_a_side_moves_again_and_why(heard):
    lines = heard("kalah", "random", "--seed", "3", typed=["3", "quit"])
    assert "You play 3 and gain a seed: the last seed falls into the store, so you move again." in lines
    assert games.load("kalah").say(games.load("kalah").parse("2")) == "plays 2"


@pytest.mark.parametrize(("moves", "count", "said"), [
    ("3-1", 1, "Took back 1 move. The 3-1 is played again."),
    ("3-1 8/5", 3, "Took back 3 moves. The 1 is played again."),
    ("3-1 8/5 6/5 4-4", 2, "Took back 2 moves. The 4-4 is played again."),
])  # fmt: skip
def test_undo_says_which_roll_is_played_again(moves, count, said):
    game = games.load("backgammon", moves.split())
    assert undo_sentence(TakenBack(game, count)) == said


def test_undo_in_a_game_without_dice_names_no_roll():
    assert undo_sentence(TakenBack(games.load("chess"), 2)) == "Took back 2 moves."
