"""What the prompt tells of: legal moves with their meanings, and what a program thought about its last move."""

import pytest
from terminal import SMALL, asked, enter, finish

import games
from games.capabilities import meaning_of
from games.game import CHANCE, Game
from players import load
from players.human import HumanPlayer
from referee.drawing.text_width import wrap
from referee.match.match import play
from referee.match.record import Heading, Recorder
from referee.table.prompt_commands import PromptCommands
from referee.table.vocabulary import action_line, has_board
from tests.helpers.cases import every_case
from tests.helpers.scripted import Scripted

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")


QUICK = ("--pace", "0", "--seed", "1")


def line(spec, *texts, columns=200, rows=1):
    """The line after those moves."""
    return action_line(games.load(spec, texts), columns, rows)


@pytest.mark.parametrize(
    ("spec", "texts", "told"),
    [
        ("pig", [], "roll (throw the die), hold (let the other roll)"),
        ("pig", ["roll", "5"], "roll (a 1 loses 5), hold (keep 5, 5 in all)"),
        ("pig", ["roll", "5", "hold", "roll", "1", "roll", "6"], "roll (a 1 loses 6), hold (keep 6, 11 in all)"),
        ("kuhn-poker", ["J", "Q"], "bet (1 more chip), check"),
        ("kuhn-poker", ["J", "Q", "check", "bet"], "call (1 more chip), fold (lose 1 chip)"),
        ("leduc-poker", ["Js", "Qh", "bet"], "raise (4 more chips), call (2 more chips), fold (lose 1 chip)"),
        (
            "liars-dice", ["5", "3", "2x3"],
            "liar (the last bid is false), 2x4 (at least two fours), 2x5 (at least two fives), 2x6 (at least two sixes)",
        ),
        ("chips", [], "1 to 10"),
        ("nim:heaps=1/2", [], "a1, b1, b2"),
    ],
)  # fmt: skip
def test_moves_stand_with_their_meanings(spec, texts, told):
    assert line(spec, *texts) == f"Moves: {told}"


def test_there_is_no_line_of_moves_on_cells_or_of_chance():
    for spec in ("tic-tac-toe", "kalah", "connect-four", "dots-and-boxes", "hexapawn"):
        assert line(spec) == ""
        assert has_board(games.load(spec))
    for spec in ("pig", "nim", "liars-dice"):
        assert not has_board(games.load(spec))
    assert line("pig", "roll") == ""
    assert line("kuhn-poker") == ""


def test_meanings_give_way_first_and_then_moves():
    bids = ["5", "3", "1x5"]
    assert line("liars-dice", *bids, columns=90) == (
        "Moves: liar (the last bid is false), 1x6 (at least one six), 2x1, 2x2, 2x3, 2x4, 2x5, 2x6"
    )
    assert line("liars-dice", *bids, columns=50) == "Moves: liar, 1x6, 2x1, 2x2, 2x3, 2x4, 2x5, 2x6"
    assert line("liars-dice:dice=5", *"1234512345", columns=40, rows=2) == (
        "Moves: 1x1 (at least one one), ..., 10x6 (at least ten sixes); ? lists all 60"
    )
    for columns in range(20, 200, 7):
        for rows in (1, 2):
            told = line("liars-dice:dice=5", *"1234512345", columns=columns, rows=rows)
            assert len(wrap(told, columns)) <= rows or told == "Moves: ? lists all 60"


class Named(Game):
    """A game with a field of the name that a method may have."""

    def __init__(self):
        self.turn, self.meaning, self.left = 0, "deep", 1

    def moves(self):
        return [1, 2] if self.left else []

    def make(self, move):
        self.left = 0

    def score(self):
        return None if self.left else 1


def test_a_game_without_a_method_for_it_has_no_meanings():
    assert meaning_of(Named(), 1) == ""
    assert action_line(Named(), 80) == "Moves: 1, 2"


@every_case("spec", [*games.CATALOGUE])
def test_every_legal_move_of_every_position_has_a_meaning_or_none(spec):
    game = games.load(spec)
    for _ in range(40):
        for move in game.moves():
            meaning = meaning_of(game, move)
            assert meaning.isascii()
            assert len(meaning) < 40
            assert not (meaning and game.turn == CHANCE)
        if game.score() is not None:
            break
        game.make(game.moves()[0])


# At a terminal.


def test_the_page_shows_them_below_the_picture(table):
    terminal = table("pig", "human", "human", "--seed", "2")
    asked(terminal)
    assert "Moves: roll (throw the die), hold (let the other roll)" in terminal.said
    enter(terminal, "roll")
    assert "Moves: roll (a 1 loses" in terminal.said


@pytest.mark.parametrize("size", [(80, 24), SMALL])
def test_the_prompt_does_not_jump_while_another_moves(referee, size):
    terminal = referee("kuhn-poker", "human", "random", *QUICK, size=size)
    asked(terminal)
    assert "check" in terminal.text.partition("Moves:")[2]
    assert finish(terminal, "quit") == 0


def test_lines_and_speech_tell_them_once_a_turn(referee):
    for flags, environment in (((), {"TERM": "dumb"}), (("--plain",), {})):
        terminal = referee("kuhn-poker", "human", "random", *QUICK, *flags, environment=environment)
        enter(terminal, "score", "moves")
        assert terminal.text.count("Moves: bet (1 more chip), check") == 1
        assert finish(terminal, "quit") == 0


def answers(*entries):
    """What Ann is told, who types these entries in a game against the program Bob."""
    return front_after("tic-tac-toe", *entries).said


def front_after(spec, *entries):
    """The front at which Ann typed these entries in a game against the program Bob."""
    front = Scripted(*entries)
    desk = PromptCommands(front, Recorder(Heading(spec, ("human", "random"), ("Ann", "Bob"), 1)))
    players = HumanPlayer(desk.ask, desk.tell), load("random", 1)
    for event in play(games.load(spec), players, ("Ann", "Bob"), 1):
        desk.note(event)
    return front


def test_the_score_of_go_is_counted_in_words_and_on_the_board():
    front = front_after("go:5,komi=0.5,position=2b1w/bbbww/5/wwwww/5 b", "score")
    assert front.said == ["Black: 4 stones + 2 points = 6; White: 8 + 5 + komi 0.5 = 13.5."]
    assert [game.passes for game in front.counted] == [0]
    assert not front_after("othello", "score").counted


def test_the_moves_that_begin_on_a_cell_are_told_at_every_table():
    desk = PromptCommands(Scripted(), Recorder(Heading("chess", ("human", "random"), ("Ann", "Bob"), 1)))
    for typed in ("from d2", "d2", "from D2?"):
        assert desk.moves_from(games.load("chess"), typed) == "From d2: d3; d4."
    assert answers("moves from 5") == ["From 5: 5."]


def test_a_program_that_has_not_moved_has_no_reasons():
    assert answers("why") == ["Bob has not moved yet."]


def test_why_speaks_of_the_last_move():
    assert answers("5", "why") == ["Bob gives no reasons."]


def test_why_says_nothing_about_a_move_that_was_taken_back():
    assert answers("5", "undo", "why") == ["Bob has not moved yet."]
