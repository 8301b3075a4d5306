"""Every game obeys the laws, and every law can tell a game that does not."""

import pytest
from plain import Grab, HighCard, PlainTicTacToe, Race

import games
from games.game import CHANCE, ONGOING, Game, IllegalMove
from games.laws import LAWS, faults
from games.picture import Cell, Form, Grid
from games.base.rule_values import RuleError
from games.laws.search_hints import wins_at_once
from games.theory import Theory
from games.tic_tac_toe import TicTacToe
from games.adapters.undo import can_unmake
from referee.support.build import life

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
    """A game without a fault, with an unmake, to be broken below."""

    def unmake(self, move):
        self.cells_taken[move] = None
        self.turn = 1 - self.turn


class TheoryOfTheOpening(Right):
    def theory(self):
        known = self.cells_taken.count(None) > 7 and self.cells_taken[4] != 1
        return Theory("opening book", 0, whole=False) if known else None


def test_a_theory_that_is_not_the_whole_may_fall_silent():
    assert not list(faults(TheoryOfTheOpening(), games=10))


class TurnOfTwo(Right):
    def make(self, move):
        super().make(move)
        if self.cells_taken.count(None) == 4:
            self.turn = 2

    def unmake(self, move):
        super().unmake(move)
        self.turn = self.cells_taken.count(None) % 2 == 0


class MovesAfterTheEnd(Right):
    def moves(self):
        return [cell for cell in range(9) if self.cells_taken[cell] is None]


class NoMovesBeforeTheEnd(Right):
    def moves(self):
        return [cell for cell in super().moves() if cell < 6]


class ScoreBeyondStakes(Right):
    def score(self):
        found = super().score()
        return None if found is None else 2 * found


class TextTwice(Right):
    def text(self, move):
        return str(min(move, 7))


class TextWithABlank(Right):
    def text(self, move):
        return f"cell {move}"


class SaysNothing(Right):
    def say(self, move, seat=None):
        return ""


class SaysAWholeSentence(Right):
    def say(self, move, seat=None):
        return f"plays {move}."


class SaysWhatIsHidden(HighCard):
    def say(self, move, seat=None):
        return f"chance brings {self.text(move)}" if self.turn == CHANCE else super().say(move, seat)


class ParseGivesTheFirst(Right):
    def parse(self, entry):
        return super().parse(entry) if entry.startswith("?") else self.moves()[0]


class ParseTakesAnything(Right):
    def parse(self, entry):
        try:
            return super().parse(entry)
        except IllegalMove:
            return self.moves()[0] if self.moves() else 0


class RefusesWithASentence(Right):
    def why_not(self, entry):
        return "That cell is taken."


class RefusesAndForgets(Right):
    def why_not(self, entry):
        self.turn = 0
        return ""


class CopySharesTheBoard(Right):
    def copy(self):
        twin = type(self)()
        twin.turn, twin.cells_taken = self.turn, self.cells_taken
        return twin


class CopyForgetsTheTurn(Right):
    def copy(self):
        twin = super().copy()
        twin.turn = 0
        return twin


class UnmakeForgetsTheTurn(Right):
    def unmake(self, move):
        self.cells_taken[move] = None


class PositionOfTheBoardOnly(Right):
    def set_position(self, text):
        turn = self.turn
        super().set_position(text)
        self.turn = turn


class ArrangesTheStart(TicTacToe):
    def arrangement(self):
        return TicTacToe().arrangement()


class ArrangesTheOtherSide(TicTacToe):
    def arrangement(self):
        made = super().arrangement()
        made.pass_turn()
        return made


class ArrangesWithoutNoughts(TicTacToe):
    def arrangement(self):
        made = super().arrangement()
        made.write = lambda rows, turn: self.position()
        made.cells = {place: piece and made.pieces[0] for place, piece in made.cells.items()}
        return made


class PositionTellsAll(HighCard):
    def position(self, seat=None):
        return super().position()


class KeyOfTheTurnOnly(Right):
    def key(self):
        return 7 + self.turn


class ForcesWhatIsIllegal(Right):
    def forcing(self):
        return [11]


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


class SkipsNoTurn(Sticks):
    def skip(self):
        return True

    def revert(self, move):
        if move >= 0:
            super().revert(move)


class SkipsForGood(Sticks):
    def revert(self, move):
        if move >= 0:
            super().revert(move)


class DrawsWhatIsIllegal(Right):
    def playout_move(self, random):
        return 11


class DrawsAtTheEnd(Right):
    def playout_move(self, random):
        return (self.moves() or [0])[0]


class DrawsAsItLikes(Right):
    drawn = 0

    def playout_move(self, random):
        DrawsAsItLikes.drawn += 1
        moves = self.moves()
        return moves[DrawsAsItLikes.drawn % len(moves)] if moves else -1


class RanksWhatIsIllegal(Right):
    def ranked(self):
        return [(move, 0) for move in range(9)]


class RanksAMoveTwice(Right):
    def ranked(self):
        return [(move, rank) for rank in (0, 1) for move in self.moves()]


class RanksNothing(Right):
    def ranked(self):
        return [(move, 0) for move in self.moves() if self.cells_taken.count(None) > 4]


class RanksTooHigh(Right):
    def ranked(self):
        return [(move, 10_001) for move in self.moves()]


class RanksTheFirst(Right):
    def ranked(self):
        return [(move, 0) for move in self.moves()[:1]]


class RanksBlunders(Right):
    """Lists moves that win at once, and leaves out those that keep the other from it."""

    def ranked(self):
        moves = self.moves()
        return [(move, 0) for move in [move for move in moves if wins_at_once(self, move)] or moves[:1]]


class BoundTooLow(Right):
    def at_most(self):
        return 0


class RankingMoves(Right):
    def ranked(self):
        self.turn = 1 - self.turn
        return [(move, 0) for move in self.moves()]


class LookingMoves(Right):
    def estimate(self):
        self.turn = 1 - self.turn
        return 0


class EstimateOfHalves(Right):
    def estimate(self):
        return 0.5


class KeyBelowZero(Right):
    def key(self):
        return -super().key()


class WeightOfNothing(Race):
    def chances(self):
        return [(1, 0), (2, 1), (3, 1)]


class ChancesWithoutMoves(Race):
    def moves(self):
        return [1] if self.turn == CHANCE else super().moves()


class HandsOutItself(Right):
    def imagine(self, seat, rng):
        return self


class Peeking(HighCard):
    def imagine(self, seat, rng):
        twin = super().imagine(seat, rng)
        twin.cards = self.cards[:]
        return twin


class KnowsTooLittle(HighCard):
    def known(self, seat):
        return "cards"


class KnowsTooMuch(HighCard):
    def known(self, seat):
        return f"{self.cards} {self.said} {self.turn}"


class HiddenAtTheEnd(HighCard):
    def show(self, seat=None):
        return super().show(seat) if self.score() is None else f"{seat}"


class Whispered(HighCard):
    def heard(self, move, seat):
        return self.text(move)


class Offering(HighCard):
    """Against card 3 nobody may say yes, and knows by that what the other holds."""

    def moves(self):
        moves = super().moves()
        return moves[:1] if moves == [10, 11] and self.cards[1 - self.turn] == 3 else moves


class DeafToItself(HighCard):
    def heard(self, move, seat):
        return "something"


class RaggedPicture(Right):
    def show(self, seat=None):
        return Grid(((Cell(), Cell()), (Cell(),)))


class PictureOfNumbers(Right):
    def show(self, seat=None):
        return 7


class LatticeWithoutCorners(Right):
    def show(self, seat=None):
        return Grid(((Cell(), Cell()), (Cell(), Cell())), form=Form.LATTICE)


class CellOffTheBoard(Right):
    def show(self, seat=None):
        return Grid(((Cell(), Cell()), (Cell(), Cell())))

    def cells(self, move):
        return ((2, 0),)


class PieceWithTwoNames(Right):
    def show(self, seat=None):
        return Grid(((Cell("X", 0),),), pieces=(("X", "cross"), ("X", "stone")))


class PieceWithoutAName(Right):
    def show(self, seat=None):
        return Grid(((Cell("X", 0),),), pieces=(("X", " "),))


class WalksFromNowhere(Right):
    walks = True

    def cells(self, move):
        return divmod(move, 3), divmod(move, 3)

    def show(self, seat=None):
        return Grid(tuple(tuple(Cell() for _ in range(3)) for _ in range(3)))


class TheoryOfAWin(Right):
    def theory(self):
        return Theory("hope", 1)


class TheoryOfTheEndOnly(Right):
    def theory(self):
        return None if self.score() is None else Theory("hindsight", -self.score())


class TheoryThatFallsSilent(Right):
    def theory(self):
        return Theory("opening book", 0) if self.cells_taken.count(None) > 7 else None


class TheoryOfTooLittle(Right):
    def theory(self):
        return Theory("opening book", self.turn - 1, whole=False) if self.cells_taken.count(None) > 7 else None


class NeverEnds(Game):
    def __init__(self):
        self.turn = 0

    def moves(self):
        return [0]

    def make(self, move):
        self.turn = 1 - self.turn

    def score(self):
        return None


class ForgetsItsMoves(Right):
    times = 0

    def make(self, move):
        type(self).times += 1
        super().make(move if self.times % 3 else self.moves()[0])


BROKEN = {
    TurnOfTwo: "a_turn_is_a_seats_or_chances",
    MovesAfterTheEnd: "moves_end_with_the_game",
    NoMovesBeforeTheEnd: "moves_end_with_the_game",
    ScoreBeyondStakes: "scores_are_within_stakes",
    EstimateOfHalves: "estimates_and_keys_are_whole_numbers",
    KeyBelowZero: "estimates_and_keys_are_whole_numbers",
    LookingMoves: "looking_changes_nothing",
    TextTwice: "texts_are_distinct_words",
    TextWithABlank: "texts_are_distinct_words",
    SaysNothing: "moves_are_said_as_they_are_heard",
    SaysAWholeSentence: "moves_are_said_as_they_are_heard",
    SaysWhatIsHidden: "moves_are_said_as_they_are_heard",
    ParseGivesTheFirst: "parse_inverts_text",
    ParseTakesAnything: "parse_refuses_what_is_no_move",
    RefusesWithASentence: "refusals_are_explained",
    RefusesAndForgets: "looking_changes_nothing",
    CopySharesTheBoard: "a_copy_is_equal_and_shares_nothing",
    CopyForgetsTheTurn: "a_copy_is_equal_and_shares_nothing",
    UnmakeForgetsTheTurn: "unmake_restores_everything",
    KeyOfTheTurnOnly: "one_key_means_one_future",
    PositionOfTheBoardOnly: "a_position_is_read_back",
    PositionTellsAll: "a_position_is_read_back",
    ArrangesTheStart: "an_arrangement_begins_with_the_position",
    ArrangesTheOtherSide: "an_arrangement_begins_with_the_position",
    ArrangesWithoutNoughts: "an_arrangement_begins_with_the_position",
    ForcesWhatIsIllegal: "forcing_moves_are_moves",
    SkipsNoTurn: "a_skipped_turn_is_taken_back",
    SkipsForGood: "a_skipped_turn_is_taken_back",
    DrawsWhatIsIllegal: "playout_moves_are_moves",
    DrawsAtTheEnd: "playout_moves_are_moves",
    DrawsAsItLikes: "playout_moves_are_moves",
    RanksWhatIsIllegal: "ranked_moves_are_moves",
    RanksAMoveTwice: "ranked_moves_are_moves",
    RanksNothing: "ranked_moves_are_moves",
    RanksTooHigh: "ranked_moves_are_moves",
    RanksTheFirst: "no_win_is_left_out",
    RanksBlunders: "no_best_move_is_left_out",
    BoundTooLow: "bounds_hold_to_the_end",
    RankingMoves: "looking_changes_nothing",
    WeightOfNothing: "chances_have_weights",
    ChancesWithoutMoves: "chances_have_weights",
    TheoryOfAWin: "theory_says_what_best_play_brings",
    TheoryOfTheEndOnly: "theory_says_what_best_play_brings",
    TheoryThatFallsSilent: "theory_says_what_best_play_brings",
    TheoryOfTooLittle: "theory_says_what_best_play_brings",
    Whispered: "a_seat_is_told_no_more_than_it_may_know",
    HandsOutItself: "imagine_is_a_copy_as_the_seat_sees_it",
    Peeking: "a_seat_learns_what_it_may_know_and_no_more",
    KnowsTooLittle: "a_seat_learns_what_it_may_know_and_no_more",
    KnowsTooMuch: "a_seat_learns_what_it_may_know_and_no_more",
    HiddenAtTheEnd: "a_seat_learns_what_it_may_know_and_no_more",
    DeafToItself: "a_seat_learns_what_it_may_know_and_no_more",
    RaggedPicture: "pictures_can_be_drawn",
    PictureOfNumbers: "pictures_can_be_drawn",
    LatticeWithoutCorners: "pictures_can_be_drawn",
    CellOffTheBoard: "cells_lie_on_the_board",
    PieceWithTwoNames: "pictures_can_be_drawn",
    PieceWithoutAName: "pictures_can_be_drawn",
    WalksFromNowhere: "pieces_walk_from_where_they_stand",
    NeverEnds: "a_game_ends",
    ForgetsItsMoves: "the_same_moves_lead_to_the_same_position",
}


def test_the_unbroken_game_obeys():
    assert not list(faults(Right(), games=10))


@pytest.mark.parametrize("kind", BROKEN, ids=lambda kind: kind.__name__)
def test_a_broken_game_is_told_by_its_law(kind):
    found = []
    for fault in faults(kind(), games=10):
        found.append(fault.law)
        if BROKEN[kind] in found:
            break
    assert BROKEN[kind] in found


def test_every_law_is_broken_by_some_game():
    assert {law.__name__ for law in LAWS} <= set(BROKEN.values())


@pytest.mark.parametrize(("collect", "found"), [(set, "a set"), (iter, "a list_iterator"), (lambda _: None, "None")])
def test_moves_that_are_no_list_are_told_in_one_line(collect, found):
    class Unlisted(Right):
        def moves(self):
            return collect(super().moves())

    with pytest.raises(
        RuleError, match=f"^Unlisted.moves must return a list of whole numbers from 0: it returned {found}"
    ):
        list(faults(Unlisted(), games=10))


def test_an_error_in_a_game_comes_out_with_the_moves_that_lead_there():
    class Bug(Right):
        def make(self, move):
            super().make(move)
            1 / self.cells_taken.count(None)  # noqa: B018  # fails with the last cell

    with pytest.raises(ZeroDivisionError) as caught:
        list(faults(Bug(), games=10))
    assert "in Bug after the moves:" in caught.value.__notes__[0]


@pytest.mark.parametrize(
    ("kind", "law", "words"),
    [
        (Whispered, "a_seat_is_told_no_more_than_it_may_know", "heard() tells seat"),
        (KnowsTooMuch, "a_seat_is_told_no_more_than_it_may_know", "known("),
        (Offering, "a_seat_is_told_no_more_than_it_may_know", "moves() depends on"),
        (KnowsTooLittle, "a_seat_learns_what_it_may_know_and_no_more", "known("),
        (Peeking, "a_seat_learns_what_it_may_know_and_no_more", "imagine("),
    ],
)
def test_a_leak_is_told_of_the_method_that_leaks(kind, law, words):
    first = next(faults(kind(), games=10))
    assert (first.law, first.sentence.startswith(words)) == (law, True), first


def test_what_is_not_shown_may_have_a_key_of_its_own():
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
    """Imagines the truth in every other world."""

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
def test_a_game_that_imagines_by_other_weights_than_it_deals_is_caught(kind):
    assert "the_truth_is_imagined_as_chance_would" in {fault.law for fault in faults(kind(), games=60)}


def test_chance_that_is_uneven_is_drawn_unevenly_by_the_laws():
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
