"""What games know of themselves without search: against trying everything, at large sizes, and of other rules."""

import random
from itertools import combinations_with_replacement, product

import pytest
from plain import Grab, HighCard, PlainTicTacToe, Race

import games
from games.capabilities import theories_after, theory_of
from games.chips import Chips
from games.laws import faults
from games.nim import Nim
from games.theory import Theory
from games.yucky_chocolate import YuckyChocolate
from referee.support.build import life
from tests.helpers.cases import every_case

COMPILED = life() == "compiled"


def every(game, scores):
    """Return the score of best play by trying all moves, and compare theory with it in each position."""
    if (key := game.key()) not in scores:
        score = game.score()
        if score is None:
            found = []
            for move in game.moves():
                game.make(move)
                found.append(every(game, scores))
                game.unmake(move)
            score = max(found) if game.turn == 0 else min(found)
        assert theory_of(game).score == score, game.show()
        scores[key] = score
    return scores[key]


@every_case("misere", [False, True])
@every_case("take", range(1, 8))
def test_theory_of_nim_with_one_heap_agrees_with_trying_all_moves(take, misere):
    for sticks in range(1, 20):
        every(Nim(sticks, take, misere=misere), {})


@pytest.mark.parametrize("misere", [False, True])
def test_theory_of_nim_with_heaps_agrees_with_trying_all_moves(misere):
    for count, most in ((1, 9), (2, 6), (3, 5), (4, 3), (6, 1), (7, 1)):
        for heaps in combinations_with_replacement(range(1, most + 1), count):
            every(Nim(heaps=heaps, misere=misere), {})


def test_theory_of_chips_agrees_with_trying_all_moves():
    for chips in range(2, 45):
        every(Chips(chips, "last"), {})


def test_theory_of_yucky_chocolate_agrees_with_trying_all_moves():
    for rows, columns in product(range(1, 9), repeat=2):
        if rows + columns > 2:
            every(YuckyChocolate(rows, columns), {})
    for row, column in product(range(1, 6), range(1, 5)):
        every(YuckyChocolate(5, 4, (row, column)), {})


def test_the_starts_that_are_lost_are_the_fibonacci_numbers():
    # Whinihan 1963; OEIS A000045.
    lost = [chips for chips in range(2, 32768) if theory_of(Chips(chips, "last")).score == -1]
    fibonacci = [2, 3]
    while (following := fibonacci[-1] + fibonacci[-2]) < 32768:
        fibonacci.append(following)
    assert lost == fibonacci


@pytest.mark.parametrize(("chips", "part"), [(4, 1), (6, 1), (7, 2), (11, 3), (20, 2), (54, 2), (100, 3), (123, 34)])
def test_the_first_move_that_wins_takes_the_smallest_part(chips, part):
    # Zeckendorf: 4 = 3+1, 6 = 5+1, 7 = 5+2, 11 = 8+3, 20 = 13+5+2, 54 = 34+13+5+2, 100 = 89+8+3, 123 = 89+21+13 is none,
    # as 21 and 13 are neighbours: 123 = 89+34.
    game = Chips(chips, "last")
    assert next(game.text(move) for move, then in theories_after(game) if then.score == 1) == str(part)


@every_case(("spec", "name"), [
    ("nim", "remainder by 4"), ("nim:sticks=9,take=1,misere=yes", "remainder by 2"), ("nim:heaps=3/5/7", "nim-sum"),
    ("nim:heaps=9", "nim-sum"), ("chips:rule=last", "Fibonacci nim"), ("yucky-chocolate", "nim-sum"),
])  # fmt: skip
def test_a_theory_names_itself(spec, name):
    assert theory_of(games.load(spec)).name == name


def test_other_games_have_no_theory():
    for game in (PlainTicTacToe(), Grab(), Race(), HighCard(), Chips(21, "even")):
        assert theory_of(game) is None
    spoken = {name for name in games.CATALOGUE if theory_of(games.load(name)) is not None} - {"connect-four"}
    assert spoken == {"nim", "yucky-chocolate"}


LARGE = [
    lambda rng: Nim(rng.randint(500, 32767), rng.randint(1, 300), misere=rng.random() < 0.5),
    lambda rng: Nim(heaps=tuple(rng.randint(1, 90) for _ in range(rng.randint(2, 6))), misere=rng.random() < 0.5),
    lambda rng: Nim(heaps=tuple(rng.randint(1, 3) for _ in range(20)), misere=rng.random() < 0.5),
    lambda rng: YuckyChocolate(rng.randint(2, 99), rng.randint(2, 99)),
]


def holds(game):
    """Return whether the best theory after a move is the present one."""
    found = [then.score for _, then in theories_after(game)]
    return (max(found) if game.turn == 0 else min(found)) == theory_of(game).score


@pytest.mark.parametrize("number", range(len(LARGE)))
def test_a_large_position_is_won_exactly_if_some_move_loses_for_the_opponent(number):
    rng = random.Random(number)
    for _ in range(60 if COMPILED else 12):
        game = LARGE[number](rng)
        for _ in range(3):
            if game.score() is None:
                assert holds(game), game.show()
                game.make(rng.choice(game.moves()))


def test_a_large_pile_is_won_exactly_if_some_move_loses_for_the_opponent():
    rng = random.Random(5)
    for _ in range(60 if COMPILED else 12):
        game = Chips(rng.randint(20_000, 32_767), "last")
        game.make(game.parse(str(rng.randint(1, 60))))
        for _ in range(6):
            assert holds(game), (game.show(), game.turn)
            game.make(game.moves()[min(rng.randint(0, 60), len(game.moves()) - 1)])


@pytest.mark.parametrize("spec", ["nim:heaps=4/4/5,misere=yes", "chips:chips=34,rule=last", "yucky-chocolate"])
def test_every_move_leaves_less(spec):
    game = games.load(spec)
    while game.score() is None:
        assert all(then.left < theory_of(game).left for _, then in theories_after(game))
        game.make(game.moves()[0])
    assert theory_of(game).left == 0


class OnlyOdd(Nim):
    """Nim in which only odd numbers may be taken."""

    def moves(self):
        return [move for move in super().moves() if move % 2]


class LastLoses(Chips):
    """Chips in which taking the last chip loses."""

    def score(self):
        found = super().score()
        return None if found is None else -found


class TwiceTheTurn(YuckyChocolate):
    """Yucky chocolate in which the first seat keeps moving."""

    def make(self, move):
        super().make(move)
        self.turn = 0 if self.score() is None else self.turn


class Polite(Nim):
    """Nim with other move texts."""

    def text(self, move):
        return f"{super().text(move)}-please"


class Informed(OnlyOdd):
    """OnlyOdd with a theory: the parity of the sticks decides who takes the last."""

    def theory(self):
        (heap,) = self.show().heaps
        return Theory("parity", 1 if (self.turn == 0) == (heap.count % 2 == 1) else -1)


def test_a_subclass_that_changes_the_rules_has_no_theory():
    for game in (OnlyOdd(), LastLoses(21, "last"), TwiceTheTurn()):
        assert game.theory() is not None
        assert theory_of(game) is None


def test_a_subclass_that_changes_no_rules_keeps_it():
    assert theory_of(Polite(20)).score == -1
    assert [theory_of(Polite(sticks)).score for sticks in range(1, 9)] == [1, 1, 1, -1, 1, 1, 1, -1]


def test_a_subclass_may_know_better():
    assert [theory_of(Informed(sticks)).score for sticks in (6, 7)] == [-1, 1]
    assert list(faults(Informed(8), games=5)) == []


def test_a_theory_of_the_old_rules_would_break_the_law():
    class Stubborn(OnlyOdd):
        def theory(self):
            return super().theory()

    assert {fault.law for fault in faults(Stubborn(8), games=5)} == {"theory_says_what_best_play_brings"}
