"""No player can learn what its seat cannot know: it sees the same, whatever is really hidden."""

import copy
import math
import pickle
import random

import pytest
from plain import HighCard

import games
import players
from games.capabilities import hides_information
from games.game import CHANCE
from referee.match import play
from referee.match.events import Moved

HIDDEN = [name for name in games.CATALOGUE if hides_information(games.load(name))]
# Openings that look alike to the seat that is to move then.
ALIKE = [
    ("kuhn-poker", ["Q J", "Q K"]),
    ("kuhn-poker", ["J Q check bet", "J K check bet"]),
    ("kuhn-poker", ["J Q bet", "K Q bet"]),
    ("leduc-poker", ["Js Qs", "Js Qh", "Js Kh"]),
    ("leduc-poker", ["Js Qs bet call Kh check", "Ks Qs bet call Kh check", "Qh Qs bet call Kh check"]),
    ("liars-dice:dice=2", ["1 3 2 2", "3 1 6 5", "1 3 5 6"]),
    ("liars-dice:dice=2", ["1 3 2 5 1x4", "6 6 5 2 1x4"]),
]


class Peeker:
    """Notes all that can be found out about what it is handed, and moves at random."""

    def __init__(self):
        self.found = []
        self.random = random.Random(1)

    def choose(self, game, deadline):
        self.found.append(everything(game))
        return self.random.choice(game.moves())


def everything(game, depth=1):
    """Return all that attributes, copies, undone and imagined positions, keys, texts, pictures and pickles tell."""
    moves = game.moves()
    found = [type(game), game.turn, game.score(), moves, [game.text(move) for move in moves], game.listing()]
    found += [game.estimate(), game.forcing(), game.key(), game.known(0), game.known(1)]
    found += [str(game.show(seat)) for seat in (None, 0, 1)]
    names = [name for name in sorted(dir(game)) if not name.startswith("__")]
    found += [repr(getattr(game, name)) for name in names if not callable(getattr(game, name))]
    found += [attempt(pickle.dumps, game), attempt(lambda twin: vars(copy.deepcopy(twin)), game)]
    if depth:
        found += [everything(game.copy(), 0)]
        found += [everything(game.imagine(seat, random.Random(3)), 0) for seat in (0, 1)]
        for move in moves:
            twin = game.copy()
            twin.make(move)
            found += [everything(twin, 0)]
            found += [attempt(twin.unmake, move), twin.known(0), twin.known(1)]
    return found


def attempt(work, thing):
    """Return the result, or the kind of failure."""
    try:
        return repr(work(thing))
    except Exception as error:
        return type(error).__name__


@pytest.mark.parametrize(("spec", "openings"), ALIKE, ids=str)
def test_a_peeking_player_sees_nothing_that_is_hidden(spec, openings):
    found = []
    for opening in openings:
        peeker = Peeker()
        events = play(games.load(spec), [peeker, peeker], seed=5, opening=opening.split())
        while not peeker.found:
            next(events)
        found.append(peeker.found[0])
    assert all(each == found[0] for each in found[1:])


def test_the_comparison_notices_a_difference():
    looks = [everything(games.load("kuhn-poker", opening.split())) for opening in ("Q J", "Q K")]
    assert looks[0] != looks[1]


def test_every_game_that_hides_something_is_tried():
    assert {spec.partition(":")[0] for spec, _ in ALIKE} == set(HIDDEN)


@pytest.mark.parametrize("spec", [*HIDDEN, "liars-dice:dice=3"])
def test_two_seats_share_no_secret_in_what_they_hear(spec):
    # Only the seat itself hears what was dealt to it.
    for seed in range(20):
        game = games.load(spec)
        for event in play(game, [players.load("random"), players.load("random")], seed=seed):
            if isinstance(event, Moved) and event.seat == CHANCE and event.heard[0] != event.heard[1]:
                assert event.text in event.heard
                assert [heard.startswith("a ") for heard in event.heard].count(True) == 1


def calls(player, held, seeds):
    """Count how often First, with a queen, calls Second's bet."""
    found = 0
    for seed in seeds:
        seated = [players.load(player, seed=seed), players.load("random", seed=seed)]
        events = play(games.load("kuhn-poker"), seated, seed=seed, opening=f"Q {held} check bet".split())
        found += next(event for event in events if isinstance(event, Moved)).text == "call"
    return found


@pytest.mark.parametrize("player", ["montecarlo:playouts=12", "mcts:playouts=40", "minimax", "random", "cfr"])
def test_a_queen_calls_as_often_against_a_jack_as_against_a_king(player):
    against = [calls(player, held, seeds) for held, seeds in (("J", range(300)), ("K", range(300, 600)))]
    assert abs(against[0] - against[1]) < 5 * math.sqrt(2 * 300 / 4)  # five times the largest standard error


def test_a_game_that_hides_nothing_is_handed_out_as_it_is():
    game = games.load("othello", ["d3"])
    assert everything(game.imagine(0, random.Random(1))) == everything(game.imagine(1, random.Random(2)))


def test_a_card_game_in_python_hides_as_much():
    found = []
    for second in (0, 2, 3):
        game = HighCard()
        game.make(1)
        game.make(second)
        found.append(everything(game.imagine(0, random.Random(4))))
    assert found[0] == found[1] == found[2]
