"""Positions in the notation of each game's players: published ones, and what is said of those that cannot be."""

import copy
import pickle
from random import Random

import pytest

import games
from games.backgammon.xgid import read_position
from games.names.catalogue import SpecError
from games.laws.hidden import draw_move
from tests.helpers.cases import every_case

REFUSED = (
    ("hexapawn", "bbb/3/www", "it does not say who is to move: w or b after the board"),
    ("hexapawn", "w2/3/2b w", "a pawn of White has reached a3, but Black has moved since"),
    ("hexapawn", "b2/3/3 b", "White has no pawn, but has moved last"),
    ("breakthrough:columns=2,rows=4", "bb/bb/bw/ww w", "Black has 5 pawns, 4 is the most"),
    ("connect-four", "r6/7/7/7/7/7", "a stone floats above column 1, row 1 from the bottom, which is empty"),
    ("connect-four", "12121213", "Red has a line, but Yellow has moved since"),
    ("connect-four", "1111111", "move 7, 1: that column is full"),
    ("connect-four", "18", "move 2, 8, is not a column (columns: 1 to 7)"),
    ("othello", "X", "it has 1 signs, not 64 for the squares from a1 on and X or O for the side"),
    ("othello", "-" * 64 + "X", "d4 is empty, but holds a disc from the start on"),
    ("othello", "z" + "-" * 63 + "X", "'z' for a1 is not a disc (X: Black, O: White, -: empty)"),
    ("gomoku:columns=3,rows=3,line=3", "bbb/www/3 b", "Black has a line, but White has moved since"),
    ("hex:3", "rr1/3/3", "Red has 2 stones, Blue 0: Red moves first, so it has as many or one more"),
    ("hex:3", "r2/3/3 r", "Red has 1 stone, Blue 0: so Blue is to move"),
    ("hex:2", "rb/rb r", "Red has joined its sides, but Blue has moved since"),
    ("nim", "3/5 First", "it has 2 heaps, the game 1"),
    ("nim", "3 Third", "'Third' is not a side to move (sides: First, Second)"),
    ("chips", "20 held 0/0 take 10 First", "the pile and what is held are 20 chips, the game has 21"),
    ("chips", "21 held 0/0 take 22 First", "take '22' must be a whole number from 1 to 21"),
    ("yucky-chocolate", "5x7 First", "the rows '5' must be a whole number from 1 to 4"),
    ("pig", "100/0 0 First", "100 are reached by a hold"),
    ("pig", "40/1 0 First", "nobody can have 1: a roll of 1 brings nothing"),
    ("pig", "90/0 12 First rolls", "who has 90 and 12 more holds, and does not roll"),
    ("kalah", "4,4,4/0 4,4,4/0 South", "South has 3 pits, not 6"),
    ("kalah", "0,0,0,0,0,0/0 0,0,0,0,0,0/0 South", "it has 0 seeds"),
    ("dots-and-boxes:rows=1,columns=1", "-/|.|/- A", "box 1 of row 1 from the bottom has all four lines, but no owner: A or B must stand in it"),
    ("dots-and-boxes:rows=1,columns=1", "-/|A|/. A", "box 1 of row 1 from the bottom has an owner, but not all four lines"),
    ("dots-and-boxes:rows=1,columns=1", "|/|.|/- A", "row 1 from the top, '|', has '|' where - or . must stand"),
    ("checkers", "W:W21,21:B1", "square 21 is named twice"),
    ("checkers", "W:W21:B33", "there is no square 33 (squares: 1 to 32)"),
    ("checkers", "W:W21:B30", "a man of Black on square 30 would be a king: K30"),
    ("checkers", "W:W13-25:B1", "White has more than 12 pieces"),
    ("checkers", "W:W21", "it must name the pieces of each side once, as in W:W21,22:B1,K9"),
    ("checkers", "W:W21:B1:H81", "H81: after 80 moves without progress the game is drawn"),
    ("backgammon", "XGID=-b----E-C---eE---c-e---pB-:0:0:1:52:0:0:0:0:10", "it must be an XGID such as"),
    ("backgammon", "XGID=-b----E-C---eF---c-e----B-:0:0:1:52:0:0:0:0:10", "White has 16 checkers, 15 are all"),
    ("backgammon", "XGID=-b----E-C---eE---c-e----B-:0:0:1:72:0:0:0:0:10", "the dice '72' must be two digits from 1 to 6"),
    ("backgammon", "XGID=-b----E-C---eE---c-e----B-:1:0:1:52:0:0:0:0:10", "the cube must be at 1 and nobody's"),
    ("backgammon", "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:5:0:0:5:10", "a match to 5 does not go on at 5-0"),
    ("backgammon", "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:0", "White may not double there"),
    ("backgammon", "4HPwATDgc/ABM", "it must be an XGID such as"),
    ("kuhn-poker", "A/?", "'A' is not a card (cards: J, Q, K, ?: not known, -: not dealt)"),
    ("kuhn-poker", "K/K", "the card K stands twice"),
    ("kuhn-poker", "K/- bet", "'bet' is said before both have a card"),
    ("kuhn-poker", "K/? raise", "'raise' is not a legal move here: there is no bet to raise; legal: bet, check"),
    ("liars-dice", "7/?", "'7' is not a die (dice: 1 to 6, ?: not known)"),
    ("liars-dice", "12/?", "the first seat has 2 dice, '12', not 1"),
    ("liars-dice", "2/? 1x5 1x4", "'1x4' is not a legal move here: a bid must be higher than 1x5"),
)  # fmt: skip


@every_case(("spec", "text", "says"), REFUSED)
def test_an_impossible_position_is_refused(spec: str, text: str, says: str) -> None:
    with pytest.raises(SpecError) as refused:
        games.load(spec, position=text)
    assert f"of {spec}: {says}" in str(refused.value)


# The same position, as others write it and as it is written here.
ALIKE = (
    ("tic-tac-toe", " XO1/.x./___ ", "xo1/1x1/3 o"),
    ("connect-four", "4453", "7/7/7/7/3y3/2yrr2 r"),
    ("gomoku:columns=3,rows=3,line=3", "3/1B1/3", "3/1b1/3 w"),
    ("checkers", "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", "B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29"),
    ("checkers", '"w:b1-3:w21 , k22:H0:F1."', "W:W21,K22:B1,2,3"),
    ("checkers", "W:W21:B1:H12:F30", "W:W21:B1:H12"),
    ("othello:4", ".... .*w. .w*. .... x", "-----XO--OX----- X"),
    ("chips", "15 held 2/4 last 4 first", "15 held 2/4 take 8 First"),
    ("backgammon", "-b----E-C---eE---c-e----B-:0:0:1:25", "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:6"),
    ("backgammon", "4HPwATDgc/ABMA", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:0"),
    ("liars-dice:dice=2", "25/11 2x5", "25/11 2x5"),
)  # fmt: skip


@every_case(("spec", "text", "written"), ALIKE)
def test_notations_of_other_programs_are_read(spec: str, text: str, written: str) -> None:
    assert games.load(spec, position=text).position() == written


@pytest.mark.parametrize(
    ("xgid", "ids"),
    [
        # As GNU Backgammon 1.07.001 prints its IDs once the XGID is set.
        ("XGID=-a-B--E-B-a-dDB--b-bcb----:1:-1:1:63:0:0:0:3:8", "2M3gCSCMz+ANAA:QQlvAAAAAAAE"),
        # As the package backgammoncalculator for R tells it in its README.
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:53:1:2:1:3:10", "4HPwATDgc/ABMA:8IhuACAACAAE"),
    ],
)
def test_both_notations_of_backgammon_mean_one_position(xgid: str, ids: str) -> None:
    assert read_position(xgid) == read_position(ids)
    one, other = games.load("backgammon", position=xgid), games.load("backgammon", position=ids)
    assert (one.key(), one.moves(), one.show()) == (other.key(), other.moves(), other.show())


def test_a_position_keeps_the_dice_left_to_play() -> None:
    game = games.load("backgammon", position="XGID=-b----E-C---eE---c-e----B-:0:0:1:33:0:0:0:0:0")
    game.make(game.parse("8/5"))
    assert game.position() == "XGID=-b---AE-B---eE---c-e----B-:0:0:1:3x3:0:0:0:0:0"
    assert [made.split("/")[1] for made in map(game.text, game.moves())]
    twin = games.load("backgammon", position=game.position())
    assert sorted(map(twin.text, twin.moves())) == sorted(map(game.text, game.moves()))


def test_repetition_starts_anew_in_checkers_and_its_counter_does_not() -> None:
    game = games.load("checkers", position="W:WK32:BK1")
    for text in ("32-28", "1-5", "28-32", "5-1"):
        game.make(game.parse(text))
    assert game.position() == "W:WK32:BK1:H4"
    twin = games.load("checkers", position=game.position())
    for each in (game, twin):
        for text in ("32-28", "1-5", "28-32", "5-1"):
            each.make(each.parse(text))
    assert (game.score(), twin.score()) == (0, None)
    drawn = games.load("checkers", position="W:WK32:BK1:H79")
    drawn.make(drawn.parse("32-28"))
    assert (drawn.score(), drawn.reason()) == (0, "forty moves a side without progress")


def test_unknown_cards_are_dealt_from_those_that_are_left() -> None:
    for text in ("K/?", "?/J check", "?/?"):
        game = games.load("kuhn-poker", position=text)
        held = game.position().split()[0].split("/")
        assert held[0] != held[1]
        assert game.position() == games.load("kuhn-poker", position=text).position()
    assert games.load("kuhn-poker", position="K/? bet").position(0) == "K/? bet"
    assert games.load("liars-dice:dice=3", position="25/").turn < 0


@every_case("spec", list(games.CATALOGUE))
def test_every_game_can_be_pickled_and_copied(spec: str) -> None:
    rng, game = Random(spec), games.load(spec)
    for _ in range(30):
        if game.score() is None:
            game.make(draw_move(game, rng))
    shallow = copy.copy(game)  # interpreted, it shares its lists: it is looked at, but not played on
    assert (shallow.key(), shallow.turn, shallow.moves()) == (game.key(), game.turn, game.moves())
    for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert (twin.key(), twin.turn, twin.moves(), twin.show()) == (game.key(), game.turn, game.moves(), game.show())
        for each in (twin, game.copy()):
            if each.score() is None:
                each.make(each.moves()[0])
