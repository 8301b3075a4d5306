"""Every game obeys the laws, and every law can tell a game that does not."""

from itertools import count

import pytest
from plain import Grab, HighCard, PlainTicTacToe, Race

import games
from games.game import CHANCE, ONGOING, Game, IllegalMove, guard
from games.laws import LAWS, faults
from games.picture import Cell, Form, Grid
from games.base.rule_values import RuleError
from games.laws.search_hints import wins_at_once
from games.theory import Theory
from games.tic_tac_toe import TicTacToe
from games.adapters.undo import can_unmake
from referee.support.build import life
from tests.helpers.cases import every_case

COMPILED = life() == "compiled"
VARIANTS = [
    "tic-tac-toe", "chips", "chips:chips=3", "chips:chips=101", "chips:chips=2,rule=last", "chips:chips=50,rule=last",
    "nim", "nim:sticks=1", "nim:sticks=40,take=40", "nim:misere=yes", "nim:heaps=3/5/7", "nim:heaps=1/2/3,misere=yes",
    "nim:heaps=1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1",
    "connect-four:columns=4,rows=4,line=3", "hexapawn", "yucky-chocolate",
    "othello:size=4", "breakthrough:columns=3,rows=5", "gomoku:columns=5,rows=4,line=3",
    "kalah:pits=3,seeds=2",
    "hex:size=4,swap=yes",
    "dots-and-boxes:rows=2,columns=2",
    "checkers", "chess:gardner", *(("chess", "chess:chess960,start=7") if COMPILED else ()),
    "kuhn-poker", "leduc-poker", "kuhn-poker:stacks=1/4", "leduc-poker:stacks=5/20",
    "liars-dice:dice=2,wild=ones", "liars-dice:dice=2,sides=3", "pig:target=8",
    "hex:size=3,rows=5", "hex:size=5,rows=2", "hex:size=4,misere=yes", "hex:size=3,swap=yes,misere=yes",
    "gomoku:columns=4,rows=4,line=3,misere=yes", "hexapawn:columns=1,rows=6", "breakthrough:columns=3,rows=3,home=1",
    "breakthrough:columns=4,rows=5,home=1", "yucky-chocolate:rows=4,columns=5,yucky=2/3",
    "backgammon", "go:5",
]  # fmt: skip


# How many random games of those that take long, and of others.
LONG = {
    "backgammon": 2 if COMPILED else 1,
    "checkers": 3 if COMPILED else 1,
    "chess": 1,
    "go:5": 2 if COMPILED else 1,
    "chess:gardner": 2 if COMPILED else 1,
    "chess:chess960,start=7": 1,
}


TRIED = [*VARIANTS, *sorted(set(games.CATALOGUE) - {games.CATALOGUE.find(spec) for spec in VARIANTS})]


@pytest.mark.parametrize("spec", TRIED)
def test_a_game_obeys_the_laws(spec):
    assert [str(fault) for fault in faults(games.load(spec), games=LONG.get(spec, 10 if COMPILED else 3), seed=1)] == []


@pytest.mark.parametrize("game", [PlainTicTacToe(), Grab(), Race(), HighCard()], ids=lambda game: type(game).__name__)
def test_plain_games_obey_them_too(game):
    assert [str(fault) for fault in faults(game, games=30, seed=2)] == []


class Right(PlainTicTacToe):
    """A game without a fault and with an unmake, to be broken below."""

    def unmake(self, move):
        self.cells_taken[move] = None
        self.turn = 1 - self.turn


guard(Right)  # as loading does: otherwise the tests before would decide whether it refuses illegal moves


class TheoryOfTheOpening(Right):
    def theory(self):
        known = self.cells_taken.count(None) > 7 and self.cells_taken[4] != 1
        return Theory("opening book", 0, whole=False) if known else None


def test_a_partial_theory_may_return_none_later():
    assert not list(faults(TheoryOfTheOpening(), games=10))


class Sticks(Game):
    """Take one or two of seven sticks; whoever takes the last one wins. With C types, but not compiled."""

    def __init__(self):
        self.turn, self.left = 0, 7

    def collect(self, out):
        for move in range(1, min(2, self.left) + 1):
            out.add(move)

    def apply(self, move):
        self.left -= move
        self.turn = 1 - self.turn

    def revert(self, move):
        self.left += max(move, 0)
        self.turn = 1 - self.turn

    def value(self):
        return ONGOING if self.left else 1 if self.turn else -1

    def skip(self):
        self.turn = 1 - self.turn
        return True


def test_a_game_with_c_types_that_is_not_compiled_obeys_the_laws():
    assert can_unmake(Sticks()) and not list(faults(Sticks(), games=10))


def free(game):
    return game.cells_taken.count(None)


def make_turn_two(self, move):
    Right.make(self, move)
    if free(self) == 4:
        self.turn = 2


def unmake_turn_two(self, move):
    Right.unmake(self, move)
    self.turn = free(self) % 2 == 0


def parse_anything(self, entry):
    try:
        return Right.parse(self, entry)
    except IllegalMove:
        return self.moves()[0] if self.moves() else 0


def turn_and_return(value):
    """Return a method that passes the turn and returns the value of a function of the game."""

    def method(self, *_):
        self.turn = 1 - self.turn
        return value(self)

    return method


def forget_turn(self, *_):
    self.turn = 0
    return ""


def copy_board(self):
    twin = type(self)()
    twin.turn, twin.cells_taken = self.turn, self.cells_taken
    return twin


def copy_without_turn(self):
    twin = Right.copy(self)
    twin.turn = 0
    return twin


def unmake_without_turn(self, move):
    self.cells_taken[move] = None


def read_board_only(self, text):
    turn = self.turn
    Right.set_position(self, text)
    self.turn = turn


def arrange_the_other_side(self):
    made = TicTacToe.arrangement(self)
    made.pass_turn()
    return made


def arrange_without_noughts(self):
    made = TicTacToe.arrangement(self)
    made.write = lambda rows, turn: self.position()
    made.cells = {place: piece and made.pieces[0] for place, piece in made.cells.items()}
    return made


def revert_no_skip(self, move):
    if move >= 0:
        Sticks.revert(self, move)


def draw_another_each_time(self, random, drawn=count()):  # it goes on from call to call
    moves = self.moves()
    return moves[next(drawn) % len(moves)] if moves else -1


def rank_blunders(self):
    """Return moves that win at once, but leave out those that stop the other."""
    moves = self.moves()
    return [(move, 0) for move in [move for move in moves if wins_at_once(self, move)] or moves[:1]]


def peek(self, seat, rng):
    twin = HighCard.imagine(self, seat, rng)
    twin.cards = self.cards[:]
    return twin


def make_another_each_third_time(self, move, times=count(1)):  # it goes on from call to call
    Right.make(self, move if next(times) % 3 else self.moves()[0])


def picture(*rows, **more):
    return lambda self, seat=None: Grid(rows, **more)


def theory(known, score, **more):
    return lambda self: Theory("opening book", score(self), **more) if known(self) else None


TWO_BY_TWO = (Cell(), Cell()), (Cell(), Cell())
CROSS = ((Cell("X", 0),),)
# The game that is broken, by a law that it breaks: the class that it extends, and its own methods and fields.
BROKEN = {
    "a_turn_is_a_seats_or_chances": [(Right, {"make": make_turn_two, "unmake": unmake_turn_two})],
    "moves_end_with_the_game": [
        (Right, {"moves": lambda self: [cell for cell in range(9) if self.cells_taken[cell] is None]}),
        (Right, {"moves": lambda self: [cell for cell in Right.moves(self) if cell < 6]}),
    ],
    "scores_are_within_stakes": [
        (Right, {"score": lambda self: None if (found := Right.score(self)) is None else 2 * found}),
    ],
    "estimates_and_keys_are_whole_numbers": [
        (Right, {"estimate": lambda self: 0.5}),
        (Right, {"key": lambda self: -Right.key(self)}),
    ],
    "looking_changes_nothing": [
        (Right, {"estimate": turn_and_return(lambda self: 0)}),
        (Right, {"ranked": turn_and_return(lambda self: [(move, 0) for move in self.moves()])}),
        (Right, {"why_not": forget_turn}),
    ],
    "texts_are_distinct_words": [
        (Right, {"text": lambda self, move: str(min(move, 7))}),
        (Right, {"text": lambda self, move: f"cell {move}"}),
    ],
    "moves_are_said_as_they_are_heard": [
        (Right, {"say": lambda self, move, seat=None: ""}),
        (Right, {"say": lambda self, move, seat=None: f"plays {move}."}),
        (HighCard, {"say": lambda self, move, seat=None: (
            f"chance brings {self.text(move)}" if self.turn == CHANCE else HighCard.say(self, move, seat)
        )}),
    ],
    "parse_inverts_text": [
        (Right, {"parse": lambda self, entry: (
            Right.parse(self, entry) if entry.startswith("?") else self.moves()[0]
        )}),
    ],
    "parse_refuses_what_is_no_move": [(Right, {"parse": parse_anything})],
    "refusals_are_explained": [(Right, {"why_not": lambda self, entry: "That cell is taken."})],
    "a_copy_is_equal_and_shares_nothing": [(Right, {"copy": copy_board}), (Right, {"copy": copy_without_turn})],
    "unmake_restores_everything": [(Right, {"unmake": unmake_without_turn})],
    "one_board_key_means_one_turn": [(Right, {"board_key": lambda self: 7})],
    "one_key_means_one_future": [(Right, {"key": lambda self: 7 + self.turn})],
    "a_position_is_read_back": [
        (Right, {"set_position": read_board_only}),
        (HighCard, {"position": lambda self, seat=None: HighCard.position(self)}),
    ],
    "an_arrangement_begins_with_the_position": [
        (TicTacToe, {"arrangement": lambda self: TicTacToe().arrangement()}),
        (TicTacToe, {"arrangement": arrange_the_other_side}),
        (TicTacToe, {"arrangement": arrange_without_noughts}),
    ],
    "forcing_moves_are_moves": [(Right, {"forcing": lambda self: [11]})],
    "a_skipped_turn_is_taken_back": [
        (Sticks, {"skip": lambda self: True, "revert": revert_no_skip}),
        (Sticks, {"revert": revert_no_skip}),
    ],
    "playout_moves_are_moves": [
        (Right, {"playout_move": lambda self, random: 11}),
        (Right, {"playout_move": lambda self, random: (self.moves() or [0])[0]}),
        (Right, {"playout_move": draw_another_each_time}),
    ],
    "ranked_moves_are_moves": [
        (Right, {"ranked": lambda self: [(move, 0) for move in range(9)]}),
        (Right, {"ranked": lambda self: [(move, rank) for rank in (0, 1) for move in self.moves()]}),
        (Right, {"ranked": lambda self: [(move, 0) for move in self.moves() if free(self) > 4]}),
        (Right, {"ranked": lambda self: [(move, 10_001) for move in self.moves()]}),
    ],
    "no_win_is_left_out": [(Right, {"ranked": lambda self: [(move, 0) for move in self.moves()[:1]]})],
    "no_best_move_is_left_out": [(Right, {"ranked": rank_blunders})],
    "bounds_hold_to_the_end": [(Right, {"at_most": lambda self: 0})],
    "chances_have_weights": [
        (Race, {"chances": lambda self: [(1, 0), (2, 1), (3, 1)]}),
        (Race, {"moves": lambda self: [1] if self.turn == CHANCE else Race.moves(self)}),
    ],
    "theory_says_what_best_play_brings": [
        (Right, {"theory": theory(lambda self: True, lambda self: 1)}),
        (Right, {"theory": theory(lambda self: self.score() is not None, lambda self: -self.score())}),
        (Right, {"theory": theory(lambda self: free(self) > 7, lambda self: 0)}),
        (Right, {"theory": theory(lambda self: free(self) > 7, lambda self: self.turn - 1, whole=False)}),
    ],
    "a_seat_is_told_no_more_than_it_may_know": [(HighCard, {"heard": lambda self, move, seat: self.text(move)})],
    "imagine_is_a_copy_as_the_seat_sees_it": [(Right, {"imagine": lambda self, seat, rng: self})],
    "a_seat_learns_what_it_may_know_and_no_more": [
        (HighCard, {"imagine": peek}),
        (HighCard, {"known": lambda self, seat: "cards"}),
        (HighCard, {"known": lambda self, seat: f"{self.cards} {self.said} {self.turn}"}),
        (HighCard, {"show": lambda self, seat=None: (
            HighCard.show(self, seat) if self.score() is None else f"{seat}"
        )}),
        (HighCard, {"heard": lambda self, move, seat: "something"}),
    ],
    "pictures_can_be_drawn": [
        (Right, {"show": picture((Cell(), Cell()), (Cell(),))}),
        (Right, {"show": lambda self, seat=None: 7}),
        (Right, {"show": picture(*TWO_BY_TWO, form=Form.LATTICE)}),
        (Right, {"show": picture(*CROSS, pieces=(("X", "cross"), ("X", "stone")))}),
        (Right, {"show": picture(*CROSS, pieces=(("X", " "),))}),
    ],
    "cells_lie_on_the_board": [(Right, {"show": picture(*TWO_BY_TWO), "cells": lambda self, move: ((2, 0),)})],
    "pieces_walk_from_where_they_stand": [
        (Right, {
            "walks": True, "show": picture(*((Cell(),) * 3 for _ in range(3))),
            "cells": lambda self, move: (divmod(move, 3), divmod(move, 3)),
        }),
    ],
    "a_game_ends": [
        (Right, {"moves": lambda self: [0], "make": turn_and_return(bool), "unmake": turn_and_return(bool),
                 "score": lambda self: None}),
    ],
    "the_same_moves_lead_to_the_same_position": [(Right, {"make": make_another_each_third_time})],
}  # fmt: skip


def test_the_unbroken_game_obeys():
    assert not list(faults(Right(), games=10))


@pytest.mark.parametrize(
    ("law", "number"), [(law, number) for law, every in BROKEN.items() for number in range(len(every))]
)
def test_each_broken_game_breaks_its_law(law, number):
    parent, methods = BROKEN[law][number]
    assert law in (fault.law for fault in faults(type("Broken", (parent,), methods)(), games=10))


def test_every_law_is_broken_by_some_game():
    assert {law.__name__ for law in LAWS} <= BROKEN.keys()


@pytest.mark.parametrize(("collect", "found"), [(set, "a set"), (iter, "a list_iterator"), (lambda _: None, "None")])
def test_moves_that_are_no_list_are_reported_in_one_line(collect, found):
    class Unlisted(Right):
        def moves(self):
            return collect(super().moves())

    with pytest.raises(
        RuleError, match=f"^Unlisted.moves must return a list of whole numbers from 0: it returned {found}"
    ):
        list(faults(Unlisted(), games=10))


def test_an_error_in_a_game_is_raised_with_a_note_of_the_moves():
    class Bug(Right):
        def make(self, move):
            super().make(move)
            1 / self.cells_taken.count(None)  # noqa: B018  # fails with the last cell

    with pytest.raises(ZeroDivisionError) as caught:
        list(faults(Bug(), games=10))
    assert "in Bug after the moves:" in caught.value.__notes__[0]


def offer(self):
    """Return the moves: against card 3 nobody may say yes, which tells what the other holds."""
    moves = HighCard.moves(self)
    return moves[:1] if moves == [10, 11] and self.cards[1 - self.turn] == 3 else moves


@every_case(
    ("methods", "law", "words"),
    [
        ({"heard": lambda self, move, seat: self.text(move)}, "a_seat_is_told_no_more_than_it_may_know",
         "heard() tells seat"),
        ({"known": lambda self, seat: f"{self.cards} {self.said} {self.turn}"},
         "a_seat_is_told_no_more_than_it_may_know", "known("),
        ({"moves": offer}, "a_seat_is_told_no_more_than_it_may_know", "moves() depends on"),
        ({"known": lambda self, seat: "cards"}, "a_seat_learns_what_it_may_know_and_no_more", "known("),
        ({"imagine": peek}, "a_seat_learns_what_it_may_know_and_no_more", "imagine("),
    ],
)  # fmt: skip
def test_a_leak_names_the_method_that_leaks(methods, law, words):
    first = next(faults(type("Leaky", (HighCard,), methods)(), games=10))
    assert (first.law, first.sentence.startswith(words)) == (law, True), first


def test_keys_may_depend_on_fields_that_are_not_shown():
    class Counting(Right):
        def __init__(self):
            super().__init__()
            self.path = []

        def make(self, move):
            super().make(move)
            self.path.append(move)

        def unmake(self, move):
            super().unmake(move)
            self.path.pop()

        def show(self, seat=None):
            return str(self.cells_taken)

    assert list(faults(Counting())) == []


class Tempted(HighCard):
    """Imagines the truth every second time."""

    def imagine(self, seat, rng):
        twin = super().imagine(seat, rng)
        return self.copy() if rng.random() < 0.5 else twin


class Loaded(HighCard):
    """Always imagines the highest card that the seat has not seen."""

    def imagine(self, seat, rng):
        twin = super().imagine(seat, rng)
        for place in range(len(self.cards)):
            if place != seat and self.score() is None:
                twin.cards[place] = max(card for card in range(4) if card not in self.cards[seat : seat + 1])
        return twin


@pytest.mark.parametrize("kind", [Tempted, Loaded])
def test_imagining_by_other_weights_than_dealing_breaks_a_law(kind):
    assert "the_truth_is_imagined_as_chance_would" in {fault.law for fault in faults(kind(), games=60)}


def test_the_laws_draw_chance_by_its_weights():
    class Uneven(HighCard):
        """Card 0 is dealt four times as often as any other."""

        def chances(self):
            return [(card, 4 if card == 0 else 1) for card in self.moves()]

        def imagine(self, seat, rng):
            twin = self.copy()
            for place in range(len(self.cards)):
                if place != seat and self.score() is None:
                    # Of two cards the first is drawn by these weights, the second by what is left of them.
                    pairs = [(a, b) for a in range(4) for b in range(4) if a != b]
                    if len(self.cards) == 1:
                        twin.cards[0] = rng.choices(range(4), [4, 1, 1, 1])[0]
                    else:
                        fits = [pair for pair in pairs if pair[seat] == self.cards[seat]]
                        odds = [(4 if a == 0 else 1) / 7 * (4 if b == 0 else 1) / (3 if a == 0 else 6) for a, b in fits]
                        twin.cards[:] = rng.choices(fits, odds)[0]
            return twin

    assert list(faults(Uneven(), games=150)) == []


def test_a_plain_game_may_ask_its_parent_for_ranks_and_forcing_moves():
    class Polite(PlainTicTacToe):
        def ranked(self):
            return [(move, -move) for move, _ in super().ranked()]

        def forcing(self):
            return [*super().forcing(), *self.moves()[:1]]

    game = Polite()
    assert game.ranked() == [(move, -move) for move in game.moves()]
    assert game.forcing() == game.moves()[:1]
