"""What all board games are tested for, each with a row: what is typed, ends, options, random games, and weak opponents."""

import random

import pytest

import games
from games.breakthrough import Breakthrough
from games.checkers import Checkers
from games.connect_four import ConnectFour
from games.dots_and_boxes import DotsAndBoxes
from games.game import IllegalMove
from games.go import Go
from games.hex import Hex
from games.hexapawn import Hexapawn
from games.kalah import Kalah
from games.laws import faults
from games.othello import Othello
from players.search.clock import Clock
from players.search.random_play import Playouts, Rng
from referee.batches.plan import Plan
from referee.support.build import life
from tests.helpers.cases import every_case
from tests.helpers.draughts import FIVE, FORTY, JUMP, NO_MOVE, NO_PIECE, THIRD

FAST = life() == "compiled"
# A game, the moves before, a move, and what people may type for it.
UNDERSTOOD = [
    ("go", "", "D4", ["d4", "D4", " D 4 ", "4d", "d-4", "Black D4", "play d4"]),
    ("go", "", "pass", ["pass", "PASS", "passes", "pa"]),
    ("gomoku", "", "h8", ["h8", "H8", " h 8 ", "h-8", "8h", "8 H"]),
    ("othello", "", "d3", ["d3", "D3", " d 3 ", "d-3", "3d", "black d3"]),
    ("checkers", "", "11-15", ["11-15", "11 15", "1115", " 11 - 15 ", "11x15", "11,15", "11:15"]),
    ("checkers", JUMP, "25x18x9", ["25x18x9", "25X18X9", "25-18-9", "25:18:9", "25 18 9", "25 x 18 x 09", "25x9", "25 9"]),
    ("breakthrough", "", "a2-a3", ["a2-a3", "A2 A3", "a2a3", "a2xa3", " a2 - a3 "]),
    (
        "breakthrough:columns=3,rows=4", "", "b2xc3",
        ["b2xc3", "b2-c3", "B2 C3", "b2c3", "b2:c3", "b2xc3*", "B2 x C3"],
    ),
    ("hex", "", "c7", ["c7", "C7", "C 7", "c-7", "7c", " 7 C ", "red c7", "Red C-7"]),
    ("hex:swap=yes", "c7", "swap", ["swap", "SWAP", "swap sides", "Swap-Pieces", "swap colours", "blue swap"]),
    ("hexapawn", "", "a1-a2", ["a1-a2", "a1a2", "A1 - A2", "a2"]),
    ("hexapawn", "a1-a2", "b3xa2", ["b3xa2", "B3 x A2", "b3:a2", "b3-a2", "b3a2", "bxa2", "ba2", "bxa2+"]),
    ("connect-four", "", "4", ["4", " 4 ", "column 4", "Col 4", "drop 4", "drop in column 4", "d", "D"]),
    ("kalah", "", "3", ["3", " 3 ", "pit 3", "Pit-3", "PIT3", "house 3", "hole 3", "sow 3", "sow pit 3"]),
    ("kalah", "1", "3", ["3", "pit 3", "sow pit 3"]),
    ("dots-and-boxes", "", "a1-b1", ["a1-b1", "b1a1", "A1 B1", "a1b1", " b1 - a1 ", "a1:b1", "a1 to b1", "draw a1-b1"]),
    ("dots-and-boxes:rows=21,columns=1", "", "a9-a10", ["a10a9", "A9 A10"]),
    ("dots-and-boxes:rows=21,columns=1", "", "a10-b10", ["B10 A10"]),
    ("backgammon", "3-1 8/5 6/5", "3-1", ["3-1", "31", "1-3", "3 1", "roll 3-1", "3,1"]),
    ("backgammon", "", "3-1", ["3-1", "31", "3 1", "roll 3-1", "3,1"]),
    ("backgammon", "", "1-3", ["1-3"]),
]  # fmt: skip
# A game, the moves before, what is no legal move, and a part of the answer.
REFUSED = [
    ("go", "", ["i4", "d10", "d0", "44", "ko", "", "passing"], ""),
    ("gomoku", "f8", ["p1", "a16", "a0", "h", "8", "", "h8h8", "aa1", "f8"], " and 219 more"),
    ("othello", "", ["d4", "a1", "e3", "pass", "d33", ""], "legal: c4, d3, e6, f5"),
    ("checkers", "", ["11", "11-14", "15-11", "11-15-18", "11-", "11 to 15", "0-5", "33-29", "x", "", "11x18"], ""),
    ("breakthrough", "", ["a2", "a2-a4", "a2-a3-a4", "a3-a2", "i2-i3", "a2-a9", "a2-", "a7-a6", "x", ""], ""),
    ("hex", "d5", ["", "c", "7", "c12", "l1", "a0", "1a2", "c7c7", "c7 d8", "swap", "d5"], ""),
    ("hexapawn", "", ["a1-a3", "a3-a2", "a1xb2", "a", "3", "a1", "d1-d2", "a5-a2", ""], "legal: a1-a2, b1-b2, c1-c2"),
    ("connect-four", "1 1 1 1 1 1", ["0", "8", "h", "44", "d4", "", "column", "1"], "legal: 2 to 7"),
    ("kalah", "5 1", ["5", "0", "7", "-1x", "pit", "c", "3.", "3 4", ""], "legal: 1 to 4, 6"),
    (
        "dots-and-boxes", "b1-b2",
        ["a1", "a1-c1", "a1-b2", "a1-a1", "d1-e1", "a4-a5", "a0-a1", "a1b", "b1-b2", "", "a1b" + 5000 * "1"], "",
    ),
]  # fmt: skip
FOUR = "f8 f9 g8 g9 h8 h9 i8 i9"
# A game, its moves, its score, and why it ended.
ENDS = [
    ("gomoku", FOUR + " j8", 1, "five in a row, f8 to j8"),
    ("gomoku", "a1 o15 a2 o14 a3 o13 a4 o12 h8 o11", -1, "five in a column, o11 to o15"),
    ("gomoku", "a1 a2 b2 a3 d4 a4 e5 a6 c3", 1, "five in a diagonal, a1 to e5"),
    ("gomoku", "a5 a2 b4 a3 d2 a4 e1 a6 c3", 1, "five in a diagonal, a5 to e1"),
    ("gomoku", "a1 a2 b1 b2 c1 c2 e1 e2 f1 f2 d1", 1, "six in a row, a1 to f1"),
    ("gomoku:columns=3,rows=2,line=3", "a1 b1 c1 a2 b2 c2", 0, "the board is full"),
    ("checkers", NO_PIECE, 1, "White has no piece left"),
    ("checkers", NO_MOVE, -1, "Black has no move left"),
    ("checkers", THIRD, 0, "the third repetition"),
    ("checkers", FORTY, 0, "forty moves a side without progress"),
    ("breakthrough:columns=3,rows=4", "c2xb3 c3-c2 b3xa4", 1, "White reached a4"),
    ("breakthrough:columns=2,rows=5", "a2-a3 a4-b3 a3-a4 b3-a2 b2-b3 a2xb1", -1, "Black reached b1"),
    (
        "breakthrough:columns=2,rows=5",
        "a2-a3 b4-b3 a1-a2 a5-b4 a3xb4 b3xa2 b1xa2 a4-b3 a2xb3 b5-a4 b3xa4", 1, "White took the last pawn",
    ),
    (
        "breakthrough:columns=2,rows=5", "a2-a3 b4xa3 a1-a2 a3xb2 a2-b3 a4xb3 b1-a2 b3xa2", -1,
        "Black took the last pawn",
    ),
    ("hex:3", "b1 a2 b3 c2 b2", 1, "Red joined top and bottom"),
    ("hex:3", "c1 b1 c2 b2 a3 c3 a1 b3 a2", 1, "Red joined top and bottom"),
    ("hex:3", "a1 a2 b1 c1 b3 b2", -1, "Blue joined left and right"),
    ("hexapawn", "a1-a2 b3xa2 b1xa2 c3-c2", -1, "White has no move"),
    ("hexapawn", "b1-b2 a3xb2 a1xb2 c3xb2 c1xb2", 1, "Black has no move"),
    ("hexapawn", "b1-b2 a3xb2 c1xb2 c3-c2 a1-a2 c2-c1", -1, "Black reached the far side"),
    ("hexapawn", "a1-a2 c3-c2 a2xb3", 1, "White reached the far side"),
    ("hexapawn:columns=2,rows=5", "b1-b2 a5-a4 b2-b3 a4xb3 a1-a2 b3xa2", -1, "Black took all pawns"),
    ("hexapawn:columns=2,rows=5", "b1-b2 a5-a4 a1-a2 a4-a3 b2xa3 b5-b4 a3xb4", 1, "White took all pawns"),
    ("connect-four", "1 1 2 2 3 3 4", 1, "four in a row, columns 1 to 4"),
    ("connect-four", "7 7 6 6 5 5 4", 1, "four in a row, columns 4 to 7"),
    ("connect-four", "3 4 3 4 3 4 1 4", -1, "four in a column, 4"),
    ("connect-four", "1 2 2 3 3 4 3 4 4 6 4", 1, "four in a diagonal, columns 1 to 4"),
    ("connect-four", "7 6 6 5 5 4 5 4 4 2 4", 1, "four in a diagonal, columns 4 to 7"),
    ("connect-four:columns=3,rows=2,line=3", "1 2 3 1 2 3", 0, "the board is full"),
    ("connect-four:columns=5,rows=5,line=3", "1 1 2 2 3", 1, "three in a row, columns 1 to 3"),
    ("connect-four:line=5", "1 1 2 2 3 3 4 4 5", 1, "five in a row, columns 1 to 5"),
    ("connect-four:columns=2,rows=31,line=7", "1 2 1 2 1 2 1 2 1 2 1 2 1", 1, "seven in a column, 1"),
]  # fmt: skip
WRONG = [
    ("chess:start=7", "start=7 needs variant=chess960"),
    ("chess:shogi", "variant=shogi must be standard or chess960"),
    ("go:komi=7.25", "komi=7.25 must be a whole number or end in .5"),
    ("go:handicap=1", "handicap=1 must be 0, or 2 to 9"),
    ("go:5,handicap=2", "handicap=2 must be 0 on a board of size=5"),
    ("go:8,handicap=5", "handicap=5 must be at most 4 on a board of size=8"),
    ("go:1", "size=1 must be a whole number from 2 to 19"),
    ("gomoku:columns=0", "columns=0 must be a whole number from 1 to 19"),
    ("gomoku:rows=20", "rows=20 must be a whole number from 1 to 19"),
    ("gomoku:line=1", "line=1 must be a whole number from 2 to 19"),
    ("gomoku:columns=4,rows=3", "line=5 must be at most 4, the longer side of the board"),
    ("gomoku:exact=maybe", "exact=maybe must be yes or no"),
    ("connect-four:columns=9,rows=7", "columns=9 with rows=7 is too large a board: columns * (rows + 1) must be at most 64"),
    ("connect-four:rows=9", "columns=7 with rows=9 is too large a board"),
    ("connect-four:columns=0", "columns=0 must be a whole number from 1 to 32"),
    ("connect-four:rows=64", "rows=64 must be a whole number from 1 to 63"),
    ("connect-four:line=1", "line=1 must be a whole number from 2 to 63"),
    ("connect-four:line=8", "line=8 must be at most 7, the longer side of the board"),
    ("connect-four:columns=3,rows=3", "line=4 must be at most 3, the longer side of the board"),
    ("othello:5", "4, 6, 8 or 10"), ("othello:12", "from 4 to 10"), ("checkers:size=10", "size"),
    ("breakthrough:columns=1", "from 2 to 8"), ("breakthrough:columns=9", "from 2 to 8"),
    ("breakthrough:rows=2", "from 3 to 8"), ("breakthrough:rows=9", "from 3 to 8"),
    ("breakthrough:rows=3", "rows=3 must be at least 4, as home=2"),
    ("hex:0", "size=0 must be a whole number from 1 to 19"), ("hex:20", "size=20 must be a whole number from 1 to 19"),
    ("hex:swap=sides", "swap=sides must be yes or no"),
    ("hex:4,rows=5,swap=yes", "swap=yes needs a board with as many rows as columns"),
    ("hexapawn:columns=0", "from 1 to 8"), ("hexapawn:columns=9", "from 1 to 8"),
    ("hexapawn:rows=2", "from 3 to 8"), ("hexapawn:rows=9", "from 3 to 8"),
    ("kalah:pits=0", "pits=0 must be a whole number from 1 to 12"),
    ("kalah:pits=13", "pits=13 must be a whole number from 1 to 12"),
    ("kalah:seeds=0", "seeds=0 must be a whole number from 1 to 20"),
    ("kalah:capture=none", "capture=none must be nonempty or any"),
    ("kalah:pits=9,seeds=8", "seeds=8 with pits=9 must be at most 7"),
    ("dots-and-boxes:rows=0", "rows=0 must be a whole number from 1 to 21"),
    ("dots-and-boxes:columns=22", "columns=22 must be a whole number from 1 to 21"),
    ("dots-and-boxes:rows=5,columns=6", "rows=5 with columns=6 is too large a board: it has 71 lines, at most 64 fit"),
    ("dots-and-boxes:rows=21,columns=2", "too large"),
    ("backgammon:cube=maybe", "cube=maybe must be yes or no"),
    ("backgammon:away=3", "away=3 must be a whole number from 1 to 1000 for each seat with / between, as in 3/5"),
    ("backgammon:away=0/4", "away=0/4 must be a whole number"),
]  # fmt: skip


LAWFUL = [
    *(("breakthrough" + options, "", 2) for options in ("", ":columns=7")),
    *(
        ("breakthrough:columns=" + options, "", 4)
        for options in ("2,rows=4", "3,rows=5", "2", "5,rows=6", "8,rows=4")
    ),
    ("hex", "", 1), *(("hex:size=" + options, "", 3) for options in ("1", "1,swap=yes", "2,swap=yes", "3", "5,swap=yes")),
    *(("hexapawn:columns=" + options, "", 10) for options in ("3", "2", "8,rows=3", "5,rows=4")),
    *(("hexapawn:rows=8,columns=" + options, "", 2) for options in ("2", "8")),
    *(
        ("connect-four:columns=" + options, "", 3)
        for options in (
            "7", "4,rows=4", "3,rows=3,line=3", "8,rows=7,line=5", "5,rows=3,line=2", "32,rows=1", "1,rows=63",
            "2,rows=31,line=20", "21,rows=2,line=10",
        )
    ),
    *(
        ("kalah:" + options, "", 2)
        for options in (
            "", "capture=any", "pits=1,seeds=20", "pits=2,seeds=9", "pits=3,seeds=3,capture=any", "pits=7", "pits=12,seeds=1",
        )
    ),
    *(("dots-and-boxes:rows=" + options, "", 3) for options in ("1,columns=1", "1,columns=2", "2,columns=1", "2,columns=3", "3")),
    *(("dots-and-boxes:rows=" + options, "", 1) for options in ("5,columns=5", "1,columns=21", "21,columns=1", "2,columns=12")),
    *(
        ("gomoku:columns=" + options, "", 3 if FAST else 1)
        for options in (
            "3,rows=3,line=3", "5,rows=5,line=4", "4,rows=5,line=3,exact=yes", "7,rows=1,line=3",
            "1,rows=8,line=4,exact=yes", "3,rows=2,line=2", "4,rows=4,line=2,exact=yes",
        )
    ),
    ("othello:4", "", 3), ("othello:6", "", 3), ("othello:8", "", 1), ("othello:10", "", 1),
    *((f"go:{options}", "", 4 if FAST else 1) for options in ("2", "3,komi=0")),
    *((f"go:{options}", "", 1) for options in ("4,komi=-2.5", "5,komi=0.5", "7,handicap=4")),
    ("checkers", "", 2), ("checkers", FIVE, 2),
    *(
        ("backgammon:" + options, "", 1)
        for options in ("cube=yes", "cube=yes,away=3/5", "away=1/4", "cube=yes,away=1/3", "away=2/1")
    ),
]  # fmt: skip


@pytest.mark.parametrize(("spec", "moves", "count"), LAWFUL)
def test_a_board_obeys_the_laws(spec, moves, count):
    assert [str(fault) for fault in faults(games.load(spec, moves.split()), games=count, seed=4)] == []


@every_case(
    ("spec", "kind", "stakes"),
    [
        *((name, Go, 88) for name in ("go", "Go", "baduk", "weiqi", "igo")), ("reversi:size=6", Othello, 36),
        ("draughts", Checkers, 1), ("english-draughts", Checkers, 1), ("dots-and-boxes", DotsAndBoxes, 9),
        ("dots:rows=5,columns=5", DotsAndBoxes, 25), ("boxes:rows=2", DotsAndBoxes, 6),
    ],
)  # fmt: skip
def test_a_board_has_its_names_and_its_stakes(spec, kind, stakes):
    game = games.load(spec)
    assert (type(game), game.stakes) == (kind, stakes)


@every_case(("spec", "moves", "text", "entries"), UNDERSTOOD)
def test_a_move_is_read_however_it_is_typed(spec, moves, text, entries):
    game = games.load(spec, moves.split())
    assert {entry: game.text(game.parse(entry)) for entry in entries} == dict.fromkeys(entries, text)


@every_case(("spec", "moves", "entry", "says"), [(*row[:2], entry, row[3]) for row in REFUSED for entry in row[2]])
def test_an_illegal_entry_is_refused(spec, moves, entry, says):
    with pytest.raises(IllegalMove, match=says or "is not a legal move"):
        games.load(spec, moves.split()).parse(entry)


@every_case(("spec", "moves", "score", "reason"), ENDS)
def test_a_game_ends_with_its_last_move_and_says_why(spec, moves, score, reason):
    *before, last = moves.split()
    game = games.load(spec, before)
    assert game.score() is None
    game.make(game.parse(last))
    assert (game.score(), game.reason(), game.moves(), game.forcing()) == (score, reason, [], [])


@every_case(("spec", "says"), WRONG)
def test_a_wrong_option_is_refused_with_what_is_allowed(spec, says):
    with pytest.raises(games.SpecError) as refused:
        games.load(spec)
    assert says in str(refused.value)


@every_case(
    ("kind", "options"),
    [
        (Othello, {"size": "8"}), (Breakthrough, {"columns": True}), (Hex, {"size": True}), (Hex, {"size": 2.0}),
        (Hex, {"swap": "sides"}), (Hexapawn, {"rows": "3"}), (DotsAndBoxes, {"columns": "3"}),
    ],
)  # fmt: skip
def test_an_option_of_another_type_is_refused(kind, options):
    with pytest.raises(ValueError, match=f"^{next(iter(options))}=.* must be "):
        kind(**options)


# By RBG and OpenSpiel 2.0.2: the mean number of moves, and the first seat's share of the points.
@pytest.mark.parametrize(
    ("spec", "count", "plies", "apart", "points"),
    [
        ("breakthrough", 800, 64.2, 2, 0.51), ("checkers", 2000 if FAST else 200, 68, 3 if FAST else 8, 0.493),
        ("hex", 300, 107.6, 2, 0.525), ("connect-four", 2000, 21.3, 0.5, 0.557), ("kalah", 400, 43.9, 2, 0.523),
    ],
)  # fmt: skip
def test_random_games_are_as_long_and_as_fair_as_elsewhere(spec, count, plies, apart, points):
    rng, made, won = random.Random(1), 0, 0
    for _ in range(count):
        game = games.load(spec)
        while moves := game.moves():
            game.make(rng.choice(moves))
            made += 1
        won += (game.score() > 0) + (game.score() == 0) / 2
    assert abs(made / count - plies) < apart
    assert abs(won / count - points) < 2 / count**0.5


@pytest.mark.parametrize(("game", "won", "drawn"), [(ConnectFour(), 0.556, 0.0026), (Kalah(), 0.494, 0.057)])
def test_playouts_end_as_elsewhere(game, won, drawn):
    found = Playouts(game, Rng(2), Clock()).run(4000)
    assert abs(found[0] / 4000 - won) < 0.03
    assert abs(found[1] / 4000 - drawn) < 0.012


@pytest.mark.parametrize(
    ("spec", "player", "count", "least"),
    [
        ("gomoku:columns=7,rows=7,line=4", "minimax:depth=2", 20 if FAST else 6, 0.95),
        ("checkers", "minimax:depth=3", 10, 0.9), ("breakthrough:columns=5,rows=6", "minimax:depth=3", 20, 0.95),
        ("hex:size=6", "minimax:depth=2", 20, 0.95), ("kalah", "minimax:depth=3", 12, 0.91),
        ("othello", "minimax:depth=2", 6, 0.8), ("dots-and-boxes:rows=3,columns=4", "minimax:depth=2", 6, 0.8),
        ("hexapawn:columns=6,rows=6", "minimax:depth=4", 10, 1),
    ],
)  # fmt: skip
def test_a_search_of_few_plies_beats_random_play(spec, player, count, least):
    plan = Plan(spec, (player, "random"), seed=3, swap=True)
    assert sum(plan.task(number).result().record.winner == "minimax" for number in range(count)) >= least * count
