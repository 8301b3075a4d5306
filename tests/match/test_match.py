"""One match: the order of its events, every way in which it ends, taking moves back, dice, and games of every kind."""

import math
import re
import sys
import traceback
from contextlib import suppress
from itertools import islice

import pytest

import games
import players
import referee
from games.game import CHANCE, Game, IllegalMove
from players.entry import parse
from players.function import make_player_class
from players.human import HumanPlayer
from players.minimax import MinimaxPlayer
from players.montecarlo import MonteCarloPlayer
from players.player import Quit, Resigned, TakeBack, Unplayable
from referee.errors.attribution import UserCodeError, format_traceback
from referee.match import match, play
from referee.match.clocks import HELD_BACK, Control
from referee.match.events import Asked, Ended, How, Moved, Started, TakenBack
from tests.helpers.cases import every_case

NAMES = ("Ann", "Bob")
PROGRAMS = ["random:seed=1", "minimax:nodes=2000", "montecarlo:playouts=5,seed=1"]


class Scripted:
    """Answers by its script: moves, exceptions to raise, or functions of the game and the deadline."""

    def __init__(self, *script, person=False):
        self.script = list(script)
        self.person = person
        self.seen = []

    def choose(self, game, deadline):
        self.seen.append((game, deadline))
        answer = self.script.pop(0)
        if callable(answer):
            answer = answer(game, deadline)
        if isinstance(answer, BaseException):
            raise answer
        return answer


class Pile(Game):
    """Take 1 to 3 from a pile, in plain Python; whoever takes the last has won. Taking 2 of an even pile, move again."""

    def __init__(self, pile=7):
        self.turn = 0
        self.pile = pile
        self.last = None

    def moves(self):
        return list(range(1, min(3, self.pile) + 1))

    def make(self, move):
        again = move == 2 and self.pile % 2 == 0
        self.pile -= move
        self.last = self.turn
        if not again:
            self.turn = 1 - self.turn

    def score(self):
        return None if self.pile else 1 - 2 * self.last


class Dice(Game):
    """Three rolls each: the mover keeps a roll or turns it over, and the larger sum wins."""

    stakes = 18

    def __init__(self):
        self.turn = CHANCE
        self.mover = 0
        self.sums = [0, 0]
        self.roll = self.left = 6

    def chances(self):
        return [(1, 3), (2, 1), (3, 1), (4, 1), (5, 1), (6, 3)]

    def moves(self):
        return [move for move, _ in self.chances()] if self.turn == CHANCE else [10, 11]

    def make(self, move):
        if self.turn == CHANCE:
            self.roll, self.turn = move, self.mover
        else:
            self.sums[self.mover] += self.roll if move == 10 else 7 - self.roll
            self.mover, self.turn, self.left = 1 - self.mover, CHANCE, self.left - 1

    def score(self):
        return None if self.left else self.sums[0] - self.sums[1]

    def estimate(self):
        return self.sums[0] - self.sums[1]


def end_of(game, *seated, **more):
    return list(play(game, seated, NAMES, **more))[-1]


def moved(events):
    return [event.move for event in events if isinstance(event, Moved)]


def rolls(events):
    return [event.move for event in events if isinstance(event, Moved) and event.seat == CHANCE]


# What happens, in order.


def test_a_match_is_started_then_each_asked_moves_and_then_it_is_ended():
    events = list(play(games.load("ttt"), [Scripted(0, 1, 2), Scripted(3, 4)], NAMES))
    assert [type(event) for event in events] == [Started, *[Asked, Moved] * 5, Ended]
    assert [event.seat for event in events[1:-1]] == [0, 0, 1, 1, 0, 0, 1, 1, 0, 0]
    assert [event.text for event in events[2:-1:2]] == ["1", "4", "2", "5", "3"]
    assert (events[0].names, events[0].opening) == (NAMES, ())
    assert all(event.seconds >= 0 for event in events[2:-1:2])


class Mute:
    def __repr__(self):
        raise LookupError


class MuteError(Exception):
    def __str__(self):
        raise LookupError


class Broken:
    def __index__(self):
        raise ValueError("no number")


ENDS = [
    ("ttt", [0, 1, 2], [3, 4], How.PLAYED_OUT, 1, "three in a line, 1 2 3"),
    ("ttt", [0, 2, 3, 5, 7], [1, 4, 6, 8], How.PLAYED_OUT, 0, "the board is full"),
    ("nim:sticks=4", [1], [3], How.PLAYED_OUT, -1, "Second took the last stick"),
    ("ttt", [4], [4], How.ILLEGAL_MOVE, 1, "Bob chose 4, which is not a legal move"),
    ("ttt", ["5"], ["5"], How.ILLEGAL_MOVE, 1, "Bob chose '5', which is not a legal move: a cross of X stands on 5"),
    ("ttt", [Resigned()], [], How.RESIGNED, -1, "Ann resigned"),
    ("ttt", [4], [Resigned()], How.RESIGNED, 1, "Bob resigned"),
    ("ttt", [SystemExit(3)], [], How.DIED, -1, "Ann tried to end the program: SystemExit: 3"),
    ("ttt", [ValueError("a\nb")], [], How.CRASHED, -1, "Ann crashed: ValueError: a\\nb"),
    ("ttt", [Mute()], [], How.NO_MOVE, -1, "Ann chose a Mute, which is not a move"),
    ("ttt", [MuteError()], [], How.CRASHED, -1, "Ann crashed: MuteError: a MuteError"),
]


@every_case("game, first, second, how, score, why", ENDS)
def test_a_match_ends_with_a_score_a_word_and_a_reason(game, first, second, how, score, why):
    end = end_of(games.load(game), Scripted(*first), Scripted(*second))
    assert (end.how, end.score, end.why) == (how, score, why)
    assert (end.winner, end.draw) == ({1: 0, 0: None, -1: 1}[score], score == 0)
    assert (end.error is None) == (how not in (How.CRASHED, How.DIED))


def test_an_answer_that_raises_when_asked_for_its_number_loses():
    assert end_of(games.load("ttt"), Scripted(Broken()), Scripted()).winner == 1


@pytest.mark.parametrize("spec", ["ttt", "chips:chips=7", "nim:heaps=1/2/3"])
def test_the_game_that_was_given_is_left_as_it_was(spec):
    game = games.load(spec)
    before = game.key(), game.show(), game.turn
    list(play(game, [players.load("random", 1), players.load("random", 2)], NAMES))
    assert (game.key(), game.show(), game.turn) == before


@pytest.mark.parametrize("game", [games.load("ttt"), games.load("chips:chips=9"), Pile(), Dice()])
def test_later_moves_do_not_change_the_games_in_earlier_events(game):
    events, shown = [], []
    for event in play(game, [players.load("random", 1), players.load("random", 2)], NAMES):
        events.append(event)
        shown.append(event.game.show())
    assert [event.game.show() for event in events] == shown
    assert len({id(event.game) for event in events}) == 1 + sum(isinstance(event, Moved) for event in events)


def test_an_event_holds_the_position_after_what_happened():
    started, asked, first, *_ = play(games.load("chips:chips=7"), [Scripted(2), Scripted(Resigned())], NAMES)
    assert started.game.key() == asked.game.key() == games.load("chips:chips=7").key()
    assert first.game.listing() == "1 to 4"


def test_a_game_that_is_over_at_its_start_ends_at_once():
    game = Pile(1)
    game.make(1)
    events = list(play(game, [Scripted(), Scripted()], NAMES))
    assert [type(event) for event in events] == [Started, Ended]
    assert events[-1].score == 1


# Ways to end it.


@every_case("seat", [0, 1])
@every_case("answer", [99, -1, None, "nonsense", 2.0, (), 10**30, [4], math.nan])
def test_an_answer_that_is_no_legal_move_loses(answer, seat):
    seated = [Scripted(8), Scripted(8)]
    seated[seat] = Scripted(answer)
    end = end_of(games.load("ttt"), *seated)
    how, what = (How.ILLEGAL_MOVE, "a legal move") if isinstance(answer, int | str) else (How.NO_MOVE, "a move")
    assert (end.how, end.winner, end.error) == (how, 1 - seat, None)
    assert end.why == f"{NAMES[seat]} chose {answer!r}, which is not {what}"


def test_a_move_may_be_answered_by_its_text():
    events = list(play(games.load("ttt"), [Scripted("1", "2", "3"), Scripted("4", "5", "9")], NAMES))
    assert [event.text for event in events if isinstance(event, Moved)][:3] == ["1", "4", "2"]


@pytest.mark.parametrize("game", [games.load("ttt"), Pile()])
def test_whatever_stands_for_a_whole_number_is_the_move_of_that_number(game):
    class Three:
        def __index__(self):
            return 3

    events = list(islice(play(game, [Scripted(True), Scripted(Three())], NAMES), 5))
    assert [type(move) for move in moved(events)] == [int, int]
    assert moved(events) == [1, 3]
    assert [event.text for event in events if isinstance(event, Moved)] == [game.text(1), game.text(3)]


def test_a_match_that_somebody_left_has_no_result():
    end = end_of(games.load("ttt"), Scripted(4), Scripted(Quit(), person=True))
    assert (end.how, end.score, end.winner, end.draw) == (How.LEFT, None, None, False)
    assert end.why == "Bob left the table"


@pytest.mark.parametrize("seat", [0, 1])
def test_a_crash_loses_and_keeps_its_traceback(seat):
    def stumble(game, deadline):
        return 1 // 0

    seated = [Scripted(4), Scripted(4)]
    seated[seat] = Scripted(stumble)
    end = end_of(games.load("ttt"), *seated)
    assert (end.how, end.winner, type(end.error)) == (How.CRASHED, 1 - seat, ZeroDivisionError)
    assert end.why.startswith(f"{NAMES[seat]} crashed: ZeroDivisionError: ")
    assert traceback.extract_tb(end.error.__traceback__)[-1].name == "stumble"


def test_a_forfeit_costs_one_point_whatever_the_stakes():
    assert end_of(Dice(), Scripted(99), Scripted(), seed=1).score == -1


@pytest.fixture
def clock(monkeypatch):
    """The clock of a match, in a list; only tests move it."""
    now = [1000.0]
    monkeypatch.setattr(match, "monotonic", lambda: now[0])
    return now


@pytest.mark.parametrize("person", [False, True])
@pytest.mark.parametrize(
    ("late", "how"),
    [((0.2,), None), ((0.25,), None), ((0.375,), 1), ((0.125, 0.125), None), ((0.125, 0.125, 0.125), 3)],
)
def test_the_moves_of_a_program_may_be_late_by_a_quarter_of_a_second_together(clock, late, how, person):
    """`how` is the move at which the program loses. A person may be as late at each move."""

    def wait(seconds, cell):
        def choose(game, deadline):
            clock[0] += 2 + seconds
            return cell

        return choose

    script = [wait(seconds, cell) for seconds, cell in zip(late, (0, 1, 5), strict=False)]
    first = Scripted(*script, Resigned(), person=person)
    *_, end = play(games.load("ttt"), [first, Scripted(4, 2, 3)], NAMES, control=Control(move=2))
    lost = how if not person or late == (0.375,) else None
    assert end.how is (How.OUT_OF_TIME if lost else How.RESIGNED)
    assert len(end.moves) == 2 * (lost - 1 if lost else len(late))


@every_case(
    "person, move, deadline",
    [(False, 5, 5.0 - HELD_BACK), (None, 5, 5.0 - HELD_BACK), (True, 5, 5.0), (False, None, math.inf)],
)
def test_a_program_should_stop_a_little_before_its_time_is_over(monkeypatch, person, move, deadline):
    """A player that does not say whether it is a person is a program."""
    monkeypatch.setattr(match, "monotonic", lambda: 0.0)
    player = Scripted(Resigned(), person=person)
    if person is None:
        del player.person
    list(play(games.load("ttt"), [player, player], NAMES, control=Control(move=move)))
    assert player.seen[0][1] == deadline


def test_ctrl_c_passes_through_a_match_and_its_preparations():
    for second in (Scripted(KeyboardInterrupt()), Prepared(answer=KeyboardInterrupt())):
        with pytest.raises(KeyboardInterrupt):
            list(play(games.load("ttt"), [Scripted(4), second], NAMES))


@pytest.mark.parametrize("wish", [TakeBack, Quit])
def test_a_program_that_wants_what_only_people_may_loses(wish):
    """A program that could take moves back could make a match endless; one that could leave would never lose."""
    greedy = Scripted(4, *[lambda game, deadline: wish()] * 50)
    events = list(islice(play(games.load("ttt"), [greedy, Scripted(0)], NAMES), 20))
    assert isinstance(events[-1], Ended)
    assert events[-1].winner == 1


# What a player is handed.


@pytest.mark.parametrize("game", [games.load("nim:sticks=4"), Pile(5)])
def test_a_player_cannot_change_the_match_by_changing_the_game_it_is_handed(game):
    def cheat(view, deadline):
        view.make(3)
        with suppress(AttributeError):  # of a game in C nobody sets the turn
            view.turn = 0
        return 1

    events = list(islice(play(game, [Scripted(cheat), Scripted(2)], NAMES), 5))
    honest = list(islice(play(game, [Scripted(1), Scripted(2)], NAMES), 5))
    assert [(event.game.show(), event.game.turn) for event in events] == [
        (event.game.show(), event.game.turn) for event in honest
    ]


def test_a_player_is_handed_the_game_and_its_start_as_its_seat_may_know_them():
    class Hidden(Pile):
        def imagine(self, seat, rng):
            twin = self.copy()
            twin.pile = rng.randrange(100, 200) + 1000 * seat
            return twin

    seated = [Prepared(1), Prepared(Resigned())]
    list(play(Hidden(), seated, NAMES, seed=5))
    for handed in ([player.seen[0][0].pile for player in seated], [player.shown[0][0].pile for player in seated]):
        assert [pile // 1000 for pile in handed] == [0, 1]
        assert handed[0] >= 100


# Preparing for it.


class Prepared(Scripted):
    """Notes what it is shown before the match, and may raise `answer` then."""

    def __init__(self, *script, answer=None, person=False):
        super().__init__(*script, person=person)
        self.answer = answer
        self.shown = []

    def begin(self, game, seat):
        self.shown.append((game, seat))
        if self.answer:
            raise self.answer


def test_a_player_with_a_begin_is_shown_the_start_once_before_the_opening():
    first, second = Prepared(1), Prepared(Resigned())
    started, *_ = play(games.load("ttt"), [first, second], NAMES, opening=("5", "1"))
    for seat, player in enumerate((first, second)):
        ((game, told),) = player.shown
        assert (game.listing(), told) == ("1 to 9", seat)
    assert started.opening == ("5", "1")


def test_changing_the_start_that_is_shown_changes_nothing():
    class Cheat(Scripted):
        def begin(self, game, seat):
            game.make(8)

    assert end_of(games.load("ttt"), Cheat(0, 1, 2), Scripted(3, 4)).score == 1


def test_imagined_games_do_not_depend_on_who_prepares():
    game = type("Hidden", (Pile,), {"imagine": lambda self, seat, rng: Pile(rng.randrange(100, 10**6))})(7)
    plain, prepared = Scripted(1), Prepared(1)
    for player in (plain, prepared):
        list(play(game, [player, Scripted(Resigned())], NAMES, seed=5))
    assert plain.seen[0][0].pile == prepared.seen[0][0].pile


@every_case("seat", [0, 1])
@every_case(("answer", "how"), [
    (Resigned(), How.RESIGNED), (ZeroDivisionError("no"), How.CRASHED), (SystemExit(1), How.DIED),
    (Quit(), How.ILLEGAL_MOVE), (TakeBack(), How.ILLEGAL_MOVE),
])  # fmt: skip
def test_an_error_before_the_match_loses(seat, answer, how):
    seated = [Prepared(), Prepared()]
    seated[seat] = Prepared(answer=answer)
    started, end = play(games.load("ttt"), seated, NAMES, opening=("5",))
    assert (type(started), end.how, end.winner) == (Started, how, 1 - seat)
    assert not any(player.seen for player in seated)


def test_a_person_may_leave_before_the_match_and_has_nothing_to_take_back():
    assert end_of(games.load("ttt"), Prepared(answer=Quit(), person=True), Scripted()).how is How.LEFT
    person = Prepared(Resigned(), answer=TakeBack(), person=True)
    assert end_of(games.load("ttt"), person, Scripted()).how is How.RESIGNED


def test_preparing_takes_none_of_the_time_for_moves(clock):
    class Slow(Scripted):
        def begin(self, game, seat):
            clock[0] += 0.4

    assert end_of(games.load("ttt"), Slow(Resigned()), Scripted(), control=Control(move=0.01)).how is How.RESIGNED


# Taking moves back.


def test_against_a_program_a_person_goes_back_to_its_own_last_choice():
    person = Scripted(4, TakeBack(), Quit(), person=True)
    events = list(play(games.load("ttt"), [person, Scripted(0)], NAMES))
    (back,) = [event for event in events if isinstance(event, TakenBack)]
    assert (back.count, back.game.key(), back.game.turn) == (2, games.load("ttt").key(), 0)
    assert events[-1].game.key() == games.load("ttt").key()


def test_between_two_persons_one_move_is_taken_back():
    first, second = Scripted(4, 8, Quit(), person=True), Scripted(TakeBack(), 1, person=True)
    events = list(play(games.load("ttt"), [first, second], NAMES))
    kinds = [type(event) for event in events]
    assert kinds == [Started, Asked, Moved, Asked, TakenBack, *[Asked, Moved] * 2, Asked, Ended]
    assert (events[4].count, events[4].game.listing()) == (1, "1 to 9")
    assert events[-1].game.listing() == "1, 3 to 8"


@every_case("program", [[], [4]])
def test_a_person_who_has_not_moved_yet_takes_nothing_back(program):
    seated = [Scripted(*program)] * bool(program) + [Scripted(TakeBack(), Quit(), person=True)]
    events = list(play(games.load("ttt"), [*seated, Scripted()][:2], NAMES))
    assert [event.count for event in events if isinstance(event, TakenBack)] == [0]
    assert len(events[-1].moves) == len(program)


def test_moves_are_taken_back_again_and_again_to_the_opening_and_no_further():
    person = Scripted(8, 7, TakeBack(), TakeBack(), TakeBack(), Quit(), person=True)
    events = list(play(games.load("ttt"), [person, Scripted(0, 1)], NAMES, opening=("5", "4")))
    assert [event.count for event in events if isinstance(event, TakenBack)] == [2, 2, 0]
    assert events[-1].game.key() == events[0].game.key()


def test_a_match_goes_on_rightly_after_moves_were_taken_back():
    person = Scripted(0, 8, TakeBack(), 1, 2, person=True)
    end = end_of(games.load("ttt"), person, Scripted(3, 4, 5))
    assert (end.score, end.why) == (1, "three in a line, 1 2 3")


def test_a_chance_move_goes_with_the_choice_that_came_before_it():
    person = Scripted(10, TakeBack(), Quit(), person=True)
    events = list(play(Dice(), [person, Scripted(10)], NAMES, seed=1))
    (back,) = [event for event in events if isinstance(event, TakenBack)]
    assert (back.count, back.game.turn, back.game.sums) == (4, 0, [0, 0])


def test_the_console_player_takes_back_resigns_and_quits_by_words():
    for word, kind in (("undo", TakeBack), ("resign", Resigned), ("quit", Quit)):
        with pytest.raises(kind):
            player = HumanPlayer(ask=lambda game, deadline, word=word: parse(game, word), tell=lambda text: None)
            player.choose(Pile(), math.inf)


# Openings and errors in the rules.


def test_a_match_starts_after_the_opening():
    started, asked, first, *_ = play(games.load("ttt"), [Scripted(1), Scripted(Resigned())], NAMES, opening=("5", "1"))
    assert (started.opening, started.game.listing()) == (("5", "1"), "2 to 4, 6 to 9")
    assert (asked.seat, first.text) == (0, "2")


def test_an_opening_may_end_the_game():
    events = list(play(games.load("nim:sticks=3"), [Scripted(), Scripted()], NAMES, opening=("3",)))
    assert [type(event) for event in events] == [Started, Ended]
    assert events[-1].score == 1


def test_an_opening_with_an_illegal_move_is_refused():
    with pytest.raises(IllegalMove, match="'5' is not a legal move here"):
        list(play(games.load("ttt"), [Scripted(), Scripted()], NAMES, opening=("5", "5")))


@pytest.mark.parametrize("rule", ["make", "moves", "score"])
def test_an_error_in_the_rules_is_raised_with_a_note_that_leads_there_again(rule):
    class Faulty(Pile):
        """Goes wrong once four are left."""

    def fail(self, *move):
        if self.pile == 4:
            raise ArithmeticError("four left")
        return getattr(Pile, rule)(self, *move)

    setattr(Faulty, rule, fail)
    with pytest.raises(ArithmeticError, match="four left") as caught:
        list(play(Faulty(), [Scripted(3), Scripted(1, 1)], NAMES, seed=77))
    (note,) = caught.value.__notes__
    assert "Faulty" in note and "seed 77" in note and note.split(": ")[-1].startswith("3")


class Trap(Exception):
    """Raised by no player."""


class Trapped(Pile):
    """Its rules fail when two are left, and at once for an illegal move."""

    def make(self, move):
        self.check(move)
        super().make(move)

    def check(self, move):
        if self.pile == 2 or move > 100:
            raise Trap("in the rules")


class Cheat:
    """Makes an illegal move in its copy of the game."""

    def choose(self, game, deadline):
        return attempt(game)


class Early(Cheat):
    def begin(self, game, seat):
        attempt(game)


class Searching(MinimaxPlayer):
    def choose(self, game, deadline):
        return super().choose(game, deadline)


def attempt(game):
    game.make(1000)


def cheating(game):
    return attempt(game)


def greedy_for_moves(game):
    game.make(1000)
    return 0


@pytest.mark.parametrize("spec", PROGRAMS[1:])
def test_an_error_in_the_rules_is_raised_even_if_a_search_meets_it(spec):
    with pytest.raises(Trap, match="in the rules") as caught:
        list(play(Trapped(6), [players.load(spec, 1), players.load(spec, 2)], NAMES, seed=77))
    looking, place = caught.value.__notes__
    found = re.fullmatch(r"as (Ann|Bob) looked ahead, to be seen after (.+)", looking)
    game = Trapped(6)
    for text in place.partition("moves: ")[2].replace("none", "").split() + found[2].split()[:-1]:
        game.make(game.parse(text))
    with pytest.raises(Trap):
        game.make(game.parse(found[2].split()[-1]))
    assert place.startswith("in Trapped with seed 77 after the moves: ")


def test_a_player_that_inherits_its_search_is_not_blamed_for_the_rules():
    class Named(MinimaxPlayer):
        def begin(self, game, seat):
            """Prepare nothing."""

    with pytest.raises(Trap):
        list(play(Trapped(6), [Named(depth=9), Scripted(1)], NAMES))


@pytest.mark.parametrize("player", [Cheat, Early, lambda: make_player_class(cheating)()])
def test_a_player_is_blamed_for_the_error_of_its_illegal_move(player):
    end = end_of(Trapped(6), player(), Scripted())
    assert (end.how, end.winner) == (How.CRASHED, 1)
    assert end.why == "Ann crashed: IllegalMove: 1000 is not a legal move here; legal: 1, 2, 3"


def test_a_player_is_blamed_if_its_own_code_called_the_rules():
    assert end_of(Trapped(6), Searching(depth=9), Scripted()).how is How.CRASHED
    judged = players.load("minimax:depth=1")
    judged.judge.function = greedy_for_moves
    assert (
        end_of(Trapped(6), judged, Scripted()).why
        == "Ann crashed: IllegalMove: 1000 is not a legal move here; legal: 1, 2, 3"
    )


def test_errors_in_built_in_players_are_ours_except_inside_a_users_evaluation():
    judged = players.load("minimax:depth=9")
    judged.judge.function = lambda game: 0
    with pytest.raises(Trap):
        list(play(Trapped(6), [judged, Scripted(1)], NAMES))


DEEP = """
def choose(self, game, deadline, plies={plies}):
    return self.choose(game, deadline, plies - 1) if plies else game.make(1)
"""


@pytest.fixture
def shallow():
    """A stack of 2000 calls: interpreted searches have asked for more."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(2000)
    yield
    sys.setrecursionlimit(before)


@pytest.mark.usefixtures("shallow")
@pytest.mark.parametrize(("plies", "blamed"), [(0, RecursionError), (1500, None)])
def test_a_stack_overflow_is_the_rules_fault_only_if_they_filled_the_stack(plies, blamed):
    class Endless(Pile):
        def make(self, move):
            self.make(move)

    space = {}
    exec(compile(DEEP.format(plies=plies), "players/deep.py", "exec"), space)  # as if it were a search of ours
    seated = type("Deep", (), {"choose": space["choose"]})(), Scripted()
    if blamed:
        with pytest.raises(blamed):
            list(play(Endless(6), seated, NAMES))
    else:
        assert end_of(Endless(6), *seated).how is How.CRASHED


@pytest.mark.parametrize("spec", ["minimax", "mcts:playouts=20", "montecarlo:playouts=5"])
@pytest.mark.parametrize(("rule", "value", "said"), [
    ("score", 0.5, "must return None or a whole number within its stakes: TypeError: "),
    ("moves", None, "must return a list of whole numbers from 0: TypeError: 'NoneType' object is not iterable"),
])  # fmt: skip
def test_a_wrong_return_value_of_the_rules_is_explained_in_words(spec, rule, value, said):
    def odd(self):
        return value if self.pile == 1 else getattr(Pile, rule)(self)

    with pytest.raises(UserCodeError) as caught:
        list(play(type("Odd", (Pile,), {rule: odd})(3), [players.load(spec, 1), players.load(spec, 2)], NAMES))
    first = format_traceback(caught.value).splitlines()[0]
    assert first.startswith(f"Odd.{rule}, line {odd.__code__.co_firstlineno} of test_match.py, {said}")


def test_a_search_tells_what_is_wrong_with_a_score_and_the_match_blames_the_rules():
    class Rich(Pile):
        def score(self):
            return None if self.pile else 5

    with pytest.raises(UserCodeError, match="^Rich scores 5, beyond its stakes of 1\n"):
        list(play(Rich(2), [players.load("minimax"), Scripted(1)], NAMES))


def test_a_game_that_cannot_be_copied_is_told_of_before_its_start():
    class Fixed(Pile):
        def __init__(self):
            super().__init__()
            self.numbers = (number for number in ())

    with pytest.raises(
        UserCodeError, match="Fixed cannot be played: TypeError: cannot pickle 'generator' object"
    ) as caught:
        list(play(Fixed(), [Scripted(), Scripted()], NAMES, seed=4))
    assert format_traceback(caught.value).splitlines()[1:] == ["in Fixed with seed 4, before its start"]


# Dice.


@pytest.mark.parametrize("first", PROGRAMS[::2])
@pytest.mark.parametrize("second", PROGRAMS[::2])
def test_one_seed_gives_the_same_dice_whoever_plays(first, second):
    events = list(play(Dice(), [players.load(first), players.load(second)], NAMES, seed=8))
    still = list(play(Dice(), [Scripted(*[10] * 3), Scripted(*[11] * 3)], NAMES, seed=8))
    assert len(rolls(events)) == 6
    assert rolls(events) == rolls(still)


def test_other_seeds_give_other_dice():
    matches = (play(Dice(), [Scripted(*[10] * 3), Scripted(*[10] * 3)], NAMES, seed=seed) for seed in range(20))
    assert len({tuple(rolls(events)) for events in matches}) > 15


def test_dice_fall_as_often_as_their_weights_say():
    class Loaded(Dice):
        def chances(self):
            return [(1, 1), (6, 10**9)]

    events = list(play(Loaded(), [Scripted(*[10] * 3), Scripted(*[11] * 3)], NAMES, seed=3))
    assert rolls(events) == [6] * 6
    assert events[-1].score == 15


def test_nobody_is_asked_for_a_roll_and_it_takes_no_time():
    events = list(play(Dice(), [Scripted(*[10] * 3), Scripted(*[10] * 3)], NAMES, seed=3))
    assert [type(event) for event in events] == [Started, *[Moved, Asked, Moved] * 6, Ended]
    assert {event.seat for event in events if isinstance(event, Asked)} == {0, 1}
    assert {event.seconds for event in events if isinstance(event, Moved) and event.seat == CHANCE} == {0}


def test_montecarlo_keeps_high_rolls_and_turns_low_ones_over():
    moves = moved(play(Dice(), [MonteCarloPlayer(400, seed=1), Scripted(*[10] * 3)], NAMES, seed=4))
    own_rolls, own_choices = moves[0::4], moves[1::4]
    assert own_choices == [10 if roll > 3 else 11 for roll in own_rolls]


@pytest.mark.parametrize("limits", [{"depth": 1}, {"depth": 2}, {"nodes": 3000}], ids=repr)
@pytest.mark.parametrize("seat", [0, 1])
def test_minimax_keeps_high_rolls_and_turns_low_ones_over(limits, seat):
    for roll, best in ((2, 11), (3, 11), (4, 10), (6, 10)):
        game = Dice()
        game.mover = seat
        game.make(roll)
        assert MinimaxPlayer(**limits).choose(game, math.inf) == best


@pytest.mark.parametrize("seat", [0, 1])
def test_minimax_does_not_mistake_the_end_of_a_game_that_leaves_the_turn_to_chance(seat):
    game = Dice()
    game.left, game.mover = 1, seat
    game.make(6)
    assert MinimaxPlayer().choose(game, math.inf) == 10


# Games of every kind.


def worth(game):
    """Return the score for seat 0 under best play, by trying everything."""
    score = game.score()
    if score is not None:
        return score
    results = []
    for move in game.moves():
        twin = game.copy()
        twin.make(move)
        results.append(worth(twin))
    return min(results) if game.turn else max(results)


def test_a_seat_that_has_the_turn_again_is_asked_again():
    events = list(play(Pile(8), [Scripted(2, 2, 1), Scripted(3)], NAMES))
    assert [event.seat for event in events if isinstance(event, Asked)] == [0, 0, 0, 1]
    assert events[-1].winner == 1


@every_case("turn", [0, 1])
@every_case("pile", range(1, 12))
def test_minimax_is_right_if_a_seat_moves_twice_in_a_row(pile, turn):
    game = Pile(pile)
    game.turn = turn
    thought = MinimaxPlayer().think(game)
    after = game.copy()
    after.make(thought.move)
    sign = -1 if turn else 1
    assert thought.proven
    assert thought.value == sign * worth(game) == sign * worth(after)


@pytest.mark.parametrize("pile", [4, 5])
def test_a_plain_game_may_state_in_its_class_who_moves_first(pile):
    class Early(Pile):
        turn = 0

        def __init__(self):
            self.pile = pile
            self.last = None

    thought = MinimaxPlayer().think(Early())
    assert (thought.proven, thought.value) == (True, worth(Pile(pile)))


def test_the_parts_of_a_copied_plain_game_refer_to_the_copy():
    class Part:
        def __init__(self, game):
            self.game = game

    class Whole(Pile):
        def __init__(self):
            super().__init__()
            self.part = Part(self)

    twin = Whole().copy()
    assert twin.part.game is twin


@pytest.mark.parametrize("first", PROGRAMS)
@pytest.mark.parametrize("second", PROGRAMS)
def test_a_plain_game_is_played_by_every_program(first, second):
    events = list(play(Pile(), [players.load(first), players.load(second)], NAMES))
    assert events[-1].how is How.PLAYED_OUT
    assert events[-1].game.score() == events[-1].score
    assert sum(moved(events)) == 7


def test_a_plain_game_is_played_by_a_person():
    words = iter(["9", "three", "?", "2", "3", "2"])
    told = []
    end = end_of(Pile(4), HumanPlayer(lambda game, deadline: parse(game, next(words)), told.append), Scripted())
    assert (end.how, end.winner) == (How.PLAYED_OUT, 0)
    assert told[0] == "'9' is not a legal move here; legal: 1 to 3"
    assert told[2] == "3 legal moves: 1 to 3"


@pytest.mark.parametrize("rule", ["moves", "make", "score"])
@pytest.mark.parametrize("spec", PROGRAMS[1:])
def test_an_error_in_a_plain_game_comes_out_of_a_search_as_it_was_raised(spec, rule):
    class Trap(Exception):
        """Raised by nothing else."""

    def springs(self, *move):
        if self.pile == 2:
            raise Trap(rule)
        return getattr(Pile, rule)(self, *move)

    kind = type("Faulty", (Pile,), {rule: springs})
    with pytest.raises(Trap, match=rule) as caught:
        players.load(spec).choose(kind(6), math.inf)
    assert "springs" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]


def test_programs_with_one_seed_play_the_same_match_again():
    def once(seed):
        seated = [players.load("random", seed), players.load("montecarlo:playouts=3", seed)]
        return moved(play(games.load("nim:heaps=3/4/5"), seated, NAMES, seed=seed))

    assert once(1) == once(1)
    assert len({tuple(once(seed)) for seed in range(8)}) > 4


def test_taking_back_a_choice_rolls_no_other_dice():
    person = Scripted(10, TakeBack(), 11, 10, 10, person=True)
    events = list(play(Dice(), [person, Scripted(10, 10, 10, 10)], NAMES, seed=1))
    undisturbed = list(play(Dice(), [Scripted(11, 10, 10), Scripted(10, 10, 10)], NAMES, seed=1))
    first, again = rolls(events)[:2], rolls(events)[2:]
    assert first[0] == rolls(undisturbed)[0]
    assert again[-len(rolls(undisturbed)) + 1 :] == rolls(undisturbed)[1:]


class Guarding:
    """Raises when it is asked for any other attribute, like a faulty __getattr__."""

    def __getattr__(self, name):
        raise KeyError(name)

    def choose(self, game, deadline):
        return game.moves()[0]


def test_a_player_whose_attributes_raise_is_treated_as_without_them():
    assert referee.play("tic-tac-toe", Guarding, "random", seed=1).how == "played-out"
