"""The names of classes, functions and objects that are handed in: each stands for one thing."""

import pickle
import subprocess
import sys
from threading import Thread

import pytest

import games
import referee
from games.names import session_objects
from games.game import Game
from games.nim import Nim
from games.names.session_objects import MOST, Lent, LentNames
from games.base.spec_error import SpecError
from referee.batches.plan import Plan
from referee.match.record import Record
from referee.scripting.boards import result_line
from tests.scripting.test_scripting import Sticks, least


def most(game):
    return game.moves()[-1]


class Needy:
    """Has to be told what to take."""

    def __init__(self, count):
        self.count = count

    def choose(self, game, deadline):
        return min(self.count, game.moves()[-1])


class Heap(Sticks):
    """A heap whose size has to be told."""

    def __init__(self, count):
        super().__init__(count)


def test_an_object_plays_whose_class_has_to_be_told_more():
    record = referee.play(Heap(5), Needy(2), least, seed=1)
    assert (record.game, record.names, record.moves) == ("here:Heap", ("Needy", "least"), "2 1 2")
    assert referee.solve(Heap(4)).value == -1
    assert referee.analyse(Heap(5)).best == ["1"]
    batch = referee.batch(Heap(5), Needy(2), Needy(1), games=2, seed=1)
    assert batch.names == ("Needy", "Needy2")


@pytest.mark.parametrize(("act", "said"), [
    (lambda: referee.play(Sticks, Needy, least), "^Needy needs count: pass an object, Needy(count=...), instead"),
    (lambda: referee.solve(Heap), "^Heap needs count: pass an object, Heap(count=...), instead of the class"),
])  # fmt: skip
def test_a_class_that_cannot_be_made_is_refused(act, said):
    with pytest.raises(SpecError, match=said.replace("(", r"\(").replace(")", r"\)")):
        act()


def test_what_a_player_calls_changes_nothing_of_the_match_that_it_plays():
    def solver(game):
        referee.play(Sticks(2), lambda game: 1, least, seed=1)
        return (referee.solve(game).best or ["1"])[0]

    def plain(game):
        return game.sticks % 4 or 1

    found, wanted = ([*referee.batch(Sticks, each, most, games=4, seed=1).records] for each in (solver, plain))
    assert [record.moves for record in found] == [record.moves for record in wanted]
    assert {record.game for record in found} == {"here:Sticks"}

    def player(game):
        referee.play("nim", lambda game: game.moves()[0], "random", seed=1)
        return game.moves()[-1]

    assert referee.batch(Sticks, player, least, games=2, seed=1, swap=False).records[1].moves == "3 1 3"


def test_calls_in_threads_play_what_was_handed_to_them():
    played = {}

    def play(count):
        def same(game):
            return min(count, game.moves()[-1])

        found = referee.batch(Sticks(12 + count), same, same, games=40, seed=1)
        played[count] = {record.moves for record in found.records}

    threads = [Thread(target=play, args=(count,)) for count in (1, 2, 3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert played == {1: {" ".join("1" * 13)}, 2: {" ".join("2" * 7)}, 3: {" ".join("3" * 5)}}


def test_a_record_is_read_by_the_rules_that_it_was_played_by():
    first = referee.play(Sticks(3), most, most, seed=1)
    second = referee.play(Sticks(9), most, most, seed=1)

    class Other(Sticks):
        """The last one loses."""

        def score(self):
            return None if self.sticks else 1 - 2 * self.turn

    Other.__name__ = "Sticks"
    third = referee.play(Other(3), most, most, seed=1)
    assert len({each.game for each in (first, second, third)}) == 3
    assert [len(referee.review(each).review.moves) for each in (first, second, third)] == [1, 3, 1]
    assert referee.play(Sticks(3), most, most, seed=1) == first


def test_a_position_that_goes_on_after_its_match_is_still_that_of_the_record():
    game = Sticks(6)
    record = referee.play(game, most, most, seed=1)
    game.make(3)
    assert [each.text for each in referee.review(record).review.moves] == ["3", "3"]


def test_a_name_of_another_program_or_call_is_refused_in_one_line():
    record = referee.play(Sticks, least, least, seed=1)
    code = "import pickle, sys, referee; referee.review(pickle.load(sys.stdin.buffer))"
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(record), capture_output=True, check=False)
    assert (
        done.stderr.decode()
        .splitlines()[-1]
        .endswith("here:Sticks was handed to another program or call, which is over: pass the game itself")
    )
    with pytest.raises(SpecError, match="^here:least was handed to another program or call, which is over: pass the p"):
        referee.play(Sticks, record.players[0], most)


def test_a_player_that_lasts_is_not_taken_for_a_later_one_of_its_name():
    ended = []

    def make(count):
        class Lasting:
            lasting = True

            def choose(self, game, deadline):
                return min(count, game.moves()[-1])

            def close(self):
                ended.append(count)

        return Lasting

    for count in (1, 3):
        for given in (make(count), make(count)()):
            found = referee.batch(Sticks, given, given, games=3, seed=1)
            assert {record.moves for record in found.records} == {"1 1 1 1 1 1 1" if count == 1 else "3 3 1"}
    assert set(ended) == {1, 3}


def test_things_beyond_a_number_are_forgotten_and_their_names_not_used_again():
    names = LentNames()
    with names.hold("Sticks"):
        given = [names.give("Sticks", Lent(None, Sticks, number)) for number in range(MOST + 1)]
        assert names.give("Sticks", Lent(None, Sticks, 0)) == "Sticks"
    names.give("Sticks", Lent(None, Sticks, 2))
    given.append(names.give("Sticks", Lent(None, Sticks, MOST + 1)))
    assert given[:2] == ["Sticks", "Sticks2"]
    assert len(set(given)) == MOST + 2
    assert len(names.lent) == len(names.names) == MOST
    assert names.give("Sticks", Lent(None, Sticks, MOST + 1)) == given[-1]
    assert {"Sticks", "Sticks3"} <= names.lent.keys()
    assert names.give("Sticks", Lent(None, Sticks, 1)) == f"Sticks{MOST + 3}"


class Slots(Game):
    """Sticks in a slot."""

    __slots__ = ("left", "turn")

    def __init__(self, left=7):
        self.turn, self.left = 0, left

    def moves(self):
        return [count for count in (1, 2, 3) if count <= self.left]

    def make(self, move):
        self.left -= move
        self.turn = 1 - self.turn

    def score(self):
        return None if self.left else 2 * self.turn - 1


class Held(Sticks):
    """Sticks beside what cannot be pickled, and what two positions may share."""

    def __init__(self, sticks, beside=()):
        super().__init__(sticks)
        self.beside = beside


class Painted(Nim):
    """Nim, and a field in Python beside those in C."""

    def paint(self, colour):
        self.colour = colour
        return self


def names_of(*things):
    return [games.CATALOGUE.lend(each, set()) for each in things]


def test_positions_that_differ_in_anything_have_names_of_their_own():
    assert names_of(Slots(3), Slots(5), Slots(3)) == ["here:Slots", "here:Slots2", "here:Slots"]
    assert [referee.solve(Slots(count)).best for count in (3, 5)] == [["3"], ["1"]]
    word = "ab" * 3
    assert names_of(Held(3, [word, word]), Held(3, [word, "ababab"]), Held(3, [])) == [
        "here:Held",
        "here:Held",
        "here:Held2",
    ]
    assert (
        len(
            set(names_of(games.load("nim:heaps=3/4"), games.load("nim:heaps=3/5"), games.load("nim:heaps=3/4", ["a1"])))
        )
        == 3
    )
    painted = names_of(Painted().paint("red"), Painted(take=2).paint("red"), Painted().paint("blue"))
    assert len({*painted, *names_of(Painted().paint("red"))}) == 3
    assert names_of(games.load("nim:heaps=3/4"))[0] == names_of(games.load("nim:heaps=3/4"))[0]


def test_an_object_whose_class_was_written_anew_keeps_its_name():
    def make():
        class Cell(Sticks):
            pass

        return Cell(4)

    game = make()
    assert referee.play(game, most, least, seed=1) == referee.play(game, most, least, seed=1)
    assert len(set(names_of(game, make(), game))) == 2


def test_a_game_that_is_played_is_not_forgotten(monkeypatch):
    monkeypatch.setattr(session_objects, "MOST", 5)

    def player(game):
        names_of(*(Sticks(100 + count + 10 * game.sticks) for count in range(9)))
        return game.moves()[0]

    assert [each.moves for each in referee.batch(Sticks(3), player, least, games=2, seed=1).records] == ["1 1 1"] * 2


@pytest.mark.parametrize("make", [lambda: Counting(), lambda: Counting().__call__])
def test_a_player_with_state_plays_in_this_process(make):
    assert referee.batch(Sticks, make(), least, games=2, seed=1).results.games == 2
    with pytest.raises(SpecError, match=" is one object, which plays in this process: for workers=2 pass"):
        referee.batch(Sticks, make(), least, games=2, workers=2)


class Counting:
    """Counts how often it was called."""

    def __init__(self):
        self.called = 0

    def __call__(self, game):
        self.called += 1
        return game.moves()[self.called % len(game.moves())]


def test_a_class_with_an_argument_without_a_name_is_refused_alike():
    class Nameless(Sticks):
        def __init__(self, sticks, /):
            super().__init__(sticks)

    with pytest.raises(SpecError, match=r"^Nameless needs sticks: pass an object, Nameless\(sticks=\.\.\.\), instead"):
        referee.play(Nameless, least, least)
    assert referee.play(Nameless(1), least, least).moves == "1"


# A player called `draw`: its wins are no draws.


def draw(game):
    return game.moves()[-1]


def test_a_player_called_draw_does_not_make_its_wins_draws():
    record = referee.play("nim:sticks=1", draw, "random", seed=1)
    assert (record.names, record.winner, record.score) == (("player draw", "random"), "player draw", 1)
    assert result_line(record).startswith("player draw against random: player draw won, ")
    assert referee.play("nim:sticks=1", draw, draw).names == ("player draw (1)", "player draw (2)")
    found = referee.tournament("nim:sticks=1", [draw, "random"], rounds=1, openings=0)
    assert {row.name for row in found.rows} == {"player draw", "random"}


def test_an_old_record_of_a_player_called_draw_tells_who_won():
    before = {"game": "nim:sticks=1", "players": ("random", "random"), "names": ("draw", "ben"), "seed": 1, "number": 0}
    record = Record(**before, moves="1", score=1, winner="draw", how="played-out", why="")
    assert result_line(record) == "draw against ben: draw won"


def test_a_person_called_draw_sits_down_under_another_name():
    assert Plan("nim", ("human", "random"), 1, person="draw").names == ("player draw", "random")
