"""A game's method may leave out the seat: whoever asks names one all the same."""

import pytest

import games
import referee
from games.game import Game
from games.laws import faults
from tests.checking.right.unseated import Unseated

KIND = games.CATALOGUE.shape


class Marked(Unseated):
    """Changes one method of a class that leaves out the seat."""

    def show(self):
        return f"<{super().show()}>"


class Seated(Unseated):
    """Takes the seat again."""

    def show(self, seat=None):
        return f"{super().show()} {seat}"


class Wrong(Unseated):
    """Leaves out what it cannot do without, and takes what nobody gives."""

    def say(self):
        return "takes"

    def show(self, seat, more):
        return "|"


@pytest.mark.parametrize("kind", [Unseated, Marked])
def test_a_method_without_the_seat_is_asked_with_any_seat(kind):
    game = KIND(kind)()
    assert game.show() == game.show(0) == game.show(seat=1) == game.show(None)
    assert game.say(2) == game.say(2, 1) == game.say(2, seat=0) == game.say(move=2, seat=0) == "takes 2"
    assert game.position() == game.position(0) == "7 0"


def test_a_subclass_extends_such_a_method():
    assert KIND(Marked)().show(1) == "<|||||||>"
    assert KIND(Seated)().show(1) == "||||||| 1"


def test_any_other_wrong_signature_stays_wrong():
    game = KIND(Wrong)()
    for call in (lambda: game.say(1, 0), lambda: game.show(0)):
        with pytest.raises(TypeError):
            call()


def test_a_method_that_takes_all_arguments_is_left_as_it_is():
    before = Seated.show, Game.show, Unseated.moves
    for kind in (Seated, Game):
        KIND(kind)
    assert before == (Seated.show, Game.show, Unseated.moves)


def test_laws_matches_and_batches_take_such_a_game():
    assert not list(faults(Unseated(), games=5))
    assert referee.play(Unseated, "random", "random", seed=1).how == "played-out"
    assert referee.batch(Unseated, "random", "random", games=2, seed=1)
