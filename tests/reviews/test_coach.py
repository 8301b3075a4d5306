"""The coach: whom it warns before which moves, in which words, and that nobody waits for it for long."""

from concurrent.futures import ThreadPoolExecutor
from math import inf
from random import Random
from time import process_time, sleep

import pytest
from plain import PlainTicTacToe  # noqa: F401  # found here by the name of this module
from terminal import DOWN, ENTER, LEFT, asked, enter, finish, marks, referee, table  # noqa: F401  # fixtures

import games
from games.names.entry import Entry
from players import load
from players.human import HumanPlayer
from players.search.clock import hurry, relax
from referee.match import play
from referee.match.clocks import Control
from referee.match.events import Ended, Moved, TakenBack
from referee.match.record import Heading, Recorder
from referee.reports.review.comment import warning, would_give_away
from referee.reviews import coach as coaching
from referee.reviews.coach import SECONDS, SHARE, Coach
from referee.reviews.judging import judge
from referee.reviews.searches import Effort
from referee.solving.value import Value, settled
from referee.support.build import life
from referee.table.prompt_commands import WAY_ON, PromptCommands
from referee.table.spoken_front import SpokenFront
from referee.table.vocabulary import parse

FAST = life() == "compiled"
SMALL = Effort(nodes=60_000, playouts=300)
LOST = "That throws away a draw: X wins in 3 plies."
REFUTED = "6 loses: Ann answers 1, then both 9 and 2 win."
MISSED = "That throws away a win: it becomes a draw."


@pytest.fixture(autouse=True)
def own_clock(own_time):
    """Keep a busy machine from taking the coach's time."""


@pytest.fixture(autouse=True)
def calm_afterwards():
    yield
    relax()


class Scripted:
    """A front that types the entries of a script, and keeps what was said, shown and waited for."""

    keys = gone = by_seat = False

    def __init__(self, *entries):
        self.entries, self.said, self.shown, self.waited = list(entries), [], [], []

    def show(self, event):
        self.shown.append(event)

    def tell(self, text):
        self.said.append(text)

    def ask(self, game, deadline):
        if not self.entries:
            raise EOFError
        return parse(game, self.entries.pop(0))

    def work(self, what):
        self.waited.append(what)

    def flip(self):
        return ""


def played(spec, *entries, other="human", opening="", coached=True, front=None, **options):
    """Return the front and the desk after a match in which people typed these entries until they left."""
    front = front or Scripted(*entries)
    desk = PromptCommands(front, Recorder(Heading(spec, ("human", other), ("Ann", "Bob"), 1)), coached)
    players = [
        HumanPlayer(desk.ask, desk.tell),
        HumanPlayer(desk.ask, desk.tell) if other == "human" else load(other, 1),
    ]
    for event in play(games.load(spec), players, ("Ann", "Bob"), 1, opening=opening.split(), **options):
        desk.note(event)
    return front, desk


def moves(front):
    """Return the texts of the moves that remain in the end."""
    made = []
    for event in front.shown:
        if isinstance(event, Moved):
            made.append(event.text)
        if isinstance(event, TakenBack):
            del made[len(made) - event.count :]
    return " ".join(made)


def test_a_blunder_is_warned_of_in_exact_words_and_played_when_it_is_typed_again():
    front, _ = played("tic-tac-toe", "6", "6", opening="5 7 3")
    assert front.said == [f"{LOST} {REFUTED} {WAY_ON}"]
    assert moves(front) == "6"


def test_another_move_may_be_made_instead():
    front, _ = played("tic-tac-toe", "6", "1", opening="5 7 3")
    assert front.said == [f"{LOST} {REFUTED} {WAY_ON}"]
    assert moves(front) == "1"


def test_another_blunder_is_warned_of_too_and_the_first_one_not_twice():
    front, _ = played("tic-tac-toe", "6", "?", "8", "6", opening="5 7 3")
    assert [said.startswith("That throws away a draw") for said in front.said] == [True, False, True]
    assert moves(front) == "6"


def test_the_better_move_is_not_told_but_on_asking():
    front, _ = played("tic-tac-toe", "6", "hint", "1", opening="5 7 3")
    warned, hint = front.said
    assert warned == f"{LOST} {REFUTED} {WAY_ON}"  # what X answers, and nothing of what O might play instead
    assert hint.startswith("Hint: 1")


def test_without_a_coach_nobody_is_warned():
    front, _ = played("tic-tac-toe", "6", opening="5 7 3", coached=False)
    assert (front.said, front.waited, moves(front)) == ([], [], "6")


def test_good_moves_and_forced_ones_are_made_at_once():
    front, _ = played("tic-tac-toe", *"519")
    assert (front.said, moves(front)) == ([], "5 1 9")
    front, _ = played("tic-tac-toe", "9", opening="1 2 3 5 4 6 8 7")
    assert (front.said, moves(front)) == ([], "9")


def test_the_coach_is_called_and_sent_away_by_a_word():
    front, desk = played("tic-tac-toe", "coach", "6", "coach", "6", opening="5 7 3", coached=False)
    on, warned, off = front.said
    assert on == "The coach is on: you are warned before a mistake or a blunder."
    assert warned.startswith(LOST)
    assert off == "The coach is off."
    assert (moves(front), desk.coached) == ("6", False)
    front, _ = played("tic-tac-toe", "coach on", "COACH ON", "coach off", "coach perhaps", coached=False)
    *switched, refused = [said.split(":")[0] for said in front.said]
    assert switched == ["The coach is on", "The coach is on", "The coach is off."]
    assert refused == "'coach perhaps' is not understood; type coach on or coach off"


def test_a_move_that_was_warned_of_was_not_made_and_undo_is_what_it_was():
    front, _ = played("tic-tac-toe", "3", "6", "undo", "9", opening="5 7")  # the undo takes the 3 of X back
    assert front.said == [f"{LOST} {REFUTED} {WAY_ON}"]
    assert [type(event) for event in front.shown if isinstance(event, (Moved, TakenBack))] == [Moved, TakenBack, Moved]
    assert moves(front) == "9"


def test_after_it_was_taken_back_the_same_blunder_is_warned_of_again():
    front, _ = played("tic-tac-toe", "6", "6", "undo", "6", "1", opening="5 7 3")
    assert front.said == [f"{LOST} {REFUTED} {WAY_ON}"] * 2
    assert moves(front) == "1"


def test_a_warning_is_forgotten_by_undo_and_redo():
    front, _ = played("tic-tac-toe", "3", "6", "undo", "redo", "6", "1", opening="5 7")
    assert front.said == [f"{LOST} {REFUTED} {WAY_ON}"] * 2
    assert moves(front).endswith("1")


def test_a_warning_is_forgotten_when_people_change_seats():
    front, _ = played("tic-tac-toe", "6", "swap", "6", "1", opening="5 7 3")
    assert [said.startswith(LOST) for said in front.said if "loses" in said] == [True, True]


def test_programs_are_not_coached():
    front, _ = played("tic-tac-toe", "5", other="random")
    assert len(front.waited) == 1
    assert not front.said


def test_the_answer_to_a_question_is_no_move():
    front, _ = played("tic-tac-toe", "draw", "6", "no", "3", opening="5 7")
    asked_again = [said for said in front.said if said.endswith("?")]
    assert len(asked_again) == 2
    assert not [said for said in front.said if "throws" in said]


def test_what_was_found_once_is_said_at_once(monkeypatch):
    looked = []
    monkeypatch.setattr(coaching, "judge", lambda *words: looked.append(words) or judge(*words))
    front, _ = played("tic-tac-toe", "6", "6", "undo", "6", "6", opening="5 7 3")
    assert len(front.said) == 2
    assert len(looked) == 1


def test_a_game_that_fails_sends_the_coach_away_and_not_the_person(monkeypatch):
    def failing(*_):
        raise ValueError("no such piece")

    monkeypatch.setattr(coaching, "judge", failing)
    front, desk = played("tic-tac-toe", "6", "6", opening="5 7 3")
    assert front.said == ["The coach cannot judge this game and leaves: ValueError: no such piece"]
    assert (moves(front), desk.coached) == ("6", False)


def test_a_players_own_plain_game_has_a_coach_without_a_line_of_theirs(monkeypatch):
    monkeypatch.setitem(games.CATALOGUE.entries, "plain", Entry(__name__, "PlainTicTacToe"))
    monkeypatch.setitem(games.CATALOGUE.names, "plain", "plain")
    front, _ = played("plain", "6", "1", opening="5 7 3")
    assert len(front.said) == 1
    assert front.said[0].startswith("That throws away a draw: ")
    assert moves(front) == "1"


def test_people_who_listen_are_warned_in_the_same_words(capsys):
    entries = ["6", "6"]

    def read(prompt, deadline):
        if not entries:
            raise EOFError
        return entries.pop(0)

    front = SpokenFront((True, True))
    front.read = read
    played("tic-tac-toe", front=front, opening="5 7 3")
    said = capsys.readouterr().out
    assert said.count(LOST) == 1
    assert said.index(LOST) < said.index("O plays 6.")


def warned(coach, game, turn):
    """Return the coach's warning before that turn, or ""."""
    found = coach.verdict(game, turn)
    return warning(game, found) if found else ""


def turn(game, *texts):
    return (), tuple(game.parse(text) for text in texts)


def test_a_win_that_connect_four_has_at_once_is_not_let_go_and_a_second_is_enough():
    game = games.load("connect-four:8", "4 1 4 1 4 1".split())
    found = Coach(games.load("connect-four:8"))
    began = process_time()
    assert not warned(found, game, turn(game, "4"))
    assert warned(found, game, turn(game, "7")) == "That throws away a win: Yellow wins in 1 ply."
    assert process_time() - began < 20 * SECONDS  # of what is left to a noisy machine


def test_what_no_search_can_solve_is_judged_within_the_time_and_no_good_move_is_blamed():
    start = games.load("othello")
    found = Coach(start, seconds=0.3)
    game = games.load("othello", ("d3",))
    began = process_time()
    assert not warned(found, game, turn(game, "c3"))
    assert process_time() - began < 15


@pytest.mark.skipif(not FAST, reason="interpreted searches are fifty times slower")
@pytest.mark.parametrize("name", ["tic-tac-toe", "hexapawn", "kalah", "othello", "coins", "pig"])
def test_the_blunders_that_a_review_finds_are_warned_of_and_no_other_move(name):
    from tests.reviews.test_review import SAMPLES, planted

    (path,) = (path for path in SAMPLES if path.stem == name)
    record, number, _ = planted(path)[0]
    game = games.load(record.game)
    found, blamed = Coach(game.copy()), []
    for place, text in enumerate(record.moves.split(), 1):
        if game.turn in (0, 1) and warned(found, game, (("x",) * place, (game.parse(text),))):
            blamed.append(place)
        game.make(game.parse(text))
    assert blamed == [number]


def test_a_move_that_ends_the_game_at_once_loses_in_no_plies():
    game = games.load("nim:heaps=2,misere=yes")
    assert warned(Coach(game.copy()), game, turn(game, "2")) == "That throws away a win: Second wins."


def test_hidden_cards_are_judged_by_what_the_person_knows():
    said = set()
    for other in "JQ":  # who knew it would fold the king against neither
        game = games.load("kuhn-poker", ("K", other)).imagine(0, Random(1))
        said.add(warned(Coach(games.load("kuhn-poker"), SMALL), game, turn(game, "bet")))
    assert len(said) == 1


def test_calling_with_the_worst_card_is_warned_of_in_points():
    game = games.load("kuhn-poker", ("K", "J", "bet"))
    said = warned(Coach(games.load("kuhn-poker"), SMALL), game, turn(game, "call"))
    assert said == "With that your points on average fall from -1.00 to -2.00."


def test_a_turn_of_several_moves_is_looked_at_as_a_whole():
    game = games.load("checkers")
    found = Coach(game.copy(), SMALL, seconds=0.2)
    assert not warned(found, game, turn(game, game.text(game.moves()[0])))
    game = games.load("backgammon", ("3-1",))
    assert not warned(Coach(games.load("backgammon"), SMALL, seconds=1.0), game, pair(game, "8/5", "6/5"))


def pair(game, *texts):
    """Return a turn of several moves with these texts."""
    twin, found = game.copy(), []
    for text in texts:
        found.append(twin.parse(text))
        twin.make(found[-1])
    return (), tuple(found)


def test_of_a_clock_it_takes_a_twentieth_of_what_is_left_at_most():
    found = Coach(games.load("connect-four"))
    assert found.room(inf) == SECONDS
    assert found.room(process_time() + 2) <= 2 / SHARE
    assert found.room(process_time() - 1) == 0


def test_nobody_loses_on_time_by_the_coach():
    front, _ = played("connect-four", "4", "4", "4", control=Control(move=1.0))
    ended = [event for event in front.shown if isinstance(event, Ended)]
    assert [event.how.value for event in ended] == ["left"]
    assert moves(front) == "4 4 4"


def test_in_a_hurry_it_says_only_what_is_proven(monkeypatch):
    hurry()  # as if Ctrl-C was pressed when it began
    game = games.load("othello", ("d3",))
    found = Coach(games.load("othello"), Effort(10**9, 10**9), seconds=1000.0)
    began = process_time()
    assert not warned(found, game, turn(game, "c3"))
    assert process_time() - began < 100
    assert not found.known
    relax()
    monkeypatch.setattr(coaching, "hurried", lambda: True)
    solved = games.load("tic-tac-toe", tuple("573"))
    assert warned(Coach(games.load("tic-tac-toe")), solved, turn(solved, "6")) == LOST


def test_ctrl_c_makes_it_come_to_an_end():
    game = games.load("othello", ("d3",))
    found = Coach(games.load("othello"), Effort(10**9, 10**9), seconds=1000.0)
    with ThreadPoolExecutor(1) as pool:
        said = pool.submit(found.verdict, game, turn(game, "c3"))
        while not said.done():  # from the first moment that it hears of it
            hurry()
            sleep(0.01)
    assert said.result() is None


def sure(score, distance=None):
    return settled(score, distance, how="exhaustive search")


def guessed(chance, error=0.01):
    return Value(chance=chance, interval=(chance - 2 * error, chance + 2 * error), how="9 plies")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (sure(1, 3), sure(-1, 4), "That throws away a win: O wins in 4 plies."),
        (sure(1, 3), sure(0), MISSED),
        (sure(0), sure(-1, 5), "That throws away a draw: O wins in 5 plies."),
        (guessed(1.0, 0.0), sure(-1, 4), "That throws away a win: O wins in 4 plies."),
        (sure(1, 3), guessed(0.0, 0.0), "That throws away a win: O wins."),
        (guessed(0.6), sure(-1, 5),
         "That lets O force a win in 5 plies; with another move your chance is about 60 %."),
        (guessed(0.6), sure(0), "That makes it a forced draw; with another move your chance is about 60 %."),
        (sure(1, 7), guessed(0.41), "You have a forced win in 7 plies; after that only about 41 %."),
        (guessed(0.62), guessed(0.41), "With that your chance seems to fall from 62 % to 41 %."),
    ],
)  # fmt: skip
def test_a_warning_is_one_sentence_exact_where_it_is_solved(before, after, said):
    assert would_give_away(games.load("tic-tac-toe"), 0, before, after) == said


def test_a_warning_tells_margins_and_points_where_there_are_some():
    assert would_give_away(games.load("othello"), 1, sure(0), sure(4, 8)) == (
        "That throws away a draw: Black wins by 4 in 8 plies."
    )
    assert would_give_away(games.load("backgammon"), 0, guessed(0.6), guessed(0.5)) == (
        "With that your points on average fall from +0.60 to +0.00."
    )


def test_on_the_page_the_warning_stands_above_the_prompt_and_the_move_is_played_again(table):  # noqa: F811
    terminal = table("human", "human", "--moves", "5 7 3", "--coach")
    enter(terminal, "6")
    terminal.wait_for("That throws away a draw: X wins in 3")
    if "any key goes back" not in terminal.said:  # it has room below the board
        terminal.wait_for(lambda: marks(terminal) == "1 2 [X] 4 X 6 O 8 9")
    enter(terminal, "6")
    terminal.wait_for(lambda: marks(terminal) == "1 2 X 4 X [O] O 8 9")
    assert "throws away" not in terminal.said


def test_on_the_page_another_move_is_made_and_the_coach_sent_away(table):  # noqa: F811
    terminal = table("human", "human", "--moves", "5 7 3", "--coach")
    enter(terminal, "6")
    terminal.wait_for("That throws away a draw")
    enter(terminal, "1")
    terminal.wait_for(lambda: marks(terminal) == "[O] 2 X 4 X 6 O 8 9")
    enter(terminal, "coach off")
    terminal.wait_for("The coach is off.")


@pytest.mark.parametrize(
    ("keys", "stands"),
    [(ENTER, "1 [O] X 4 X 6 O 8 9"), (f"{LEFT}{ENTER}", "[O] 2 X 4 X 6 O 8 9")],
    ids=["again", "anew"],
)
def test_with_the_cursor_enter_plays_it_again_and_an_arrow_chooses_anew(referee, keys, stands):  # noqa: F811
    terminal = referee("human", "human", "--moves", "5 7 3", "--coach")
    asked(terminal)
    terminal.type(DOWN)  # the cursor begins near the last move, 3
    terminal.wait_for(lambda: ">2<" in marks(terminal))
    terminal.type(ENTER)
    terminal.wait_for("That throws away a draw")
    asked(terminal)
    terminal.type(keys)
    terminal.wait_for(lambda: marks(terminal) == stands)


def test_in_lines_it_is_the_same(referee):  # noqa: F811
    terminal = referee("human", "human", "--moves", "5 7 3", "--coach", "--plain")
    enter(terminal, "6")
    terminal.wait_for(LOST)
    assert finish(terminal, "6", "quit") == 0
    assert "O plays 6." in terminal.said
