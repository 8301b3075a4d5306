"""What `solve` finds is what best play brings, by the rules alone; `referee check` notes where it is not."""

from random import Random

import pytest

import referee
from games.game import Game
from games.laws.search_hints import search_to_the_end
from referee.checking import laws
from referee.checking.advice import advise
from referee.checking.explorer import Explorer
from referee.checking.instrumented_game import InstrumentedGame
from referee.checking.solved import check_solutions


class Graph(Game):
    """Step along the arrows of a random graph; some nodes are won by a seat, and a repetition is a draw."""

    looks_back = True

    def __init__(self, seed=0):
        rng = Random(seed)
        self.turn, self.at, self.limit = 0, 0, rng.choice((8, 12))
        self.arrows = tuple(tuple(rng.sample(range(5), rng.choice((1, 2, 3)))) for _ in range(5))
        self.ends = tuple(rng.choice((None, None, 1, -1)) if node else None for node in range(5))
        self.seen = [(0, 0)]

    def moves(self):
        return [] if self.score() is not None else list(self.arrows[self.at])

    def make(self, move):
        self.at, self.turn = move, 1 - self.turn
        self.seen.append((self.at, self.turn))

    def score(self):
        if self.ends[self.at] is not None:
            return self.ends[self.at]
        return 0 if self.seen.count(self.seen[-1]) == 3 or len(self.seen) > self.limit else None


@pytest.mark.parametrize("seeds", [range(start, start + 10) for start in (0, 10, 20)])
def test_a_game_that_looks_back_without_a_key_of_its_board_is_solved_as_by_brute_force(seeds):
    found = {seed: referee.solve(Graph(seed)).value for seed in seeds}
    assert found == {seed: search_to_the_end(Graph(seed), [100_000])[0] for seed in seeds}


class OneKey(Graph):
    """All positions with one seat to move have the same key, so that a search mixes them up."""

    looks_back = False

    def key(self):
        return 1 + self.turn


def explored(kind, seed):
    """Return an explorer of the game that has played some random games."""
    explorer = Explorer(InstrumentedGame(lambda: kind(seed)), 0, 0)
    explorer.play_on(10, 1000)
    return explorer


def test_a_key_that_mixes_positions_up_is_named_as_what_a_search_trusts():
    found = [
        explorer for seed in range(12) if check_solutions(explorer := explored(OneKey, seed)) or explorer.subject.found
    ]
    assert found
    broken = found[0].subject.found[laws.SOLVED]
    assert broken.sentence.startswith("best play brings the score ")
    assert advise(found[0].subject, broken).startswith("key, line ")


def test_a_right_game_is_solved_as_its_rules_say():
    for seed in range(6):
        explorer = explored(Graph, seed)
        check_solutions(explorer)
        assert not explorer.subject.found
