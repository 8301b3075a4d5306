"""The terms of chess's evaluation: positions in which they are counted by hand."""

import random

import chess

import games
from games.chess import fen, piece_square_tables, term_weights
from tests.helpers.cases import every_case


def at(position):
    return games.load("chess", position=position)


def tables(game):
    """Return White's lead by the tables of the middle game and of the endgame, and the phase."""
    lead, phase = [0, 0], 0
    for square, letter in enumerate(game.men()):
        if letter:
            kind = fen.KINDS[letter.upper()]
            place = 512 * letter.islower() + 64 * kind + square
            lead = [one + piece_square_tables.spread(part)[place] for part, one in enumerate(lead)]
            phase += piece_square_tables.PHASES.get(kind, 0)
    return *lead, phase


def worked(position, counts):
    """Return the estimate of a position in which the terms count so often: {"name place": times}."""
    game = at(position)
    middle, end, phase = tables(game)
    for words, times in counts.items():
        name, place = words.split()
        middle, end = (
            lead + times * term_weights.WEIGHTS[name][part][int(place)] for part, lead in enumerate((middle, end))
        )
    total = middle * phase + end * (24 - phase)
    return abs(total) // 24 * (1 if total >= 0 else -1)


# Rows are counted from 0 and from the side of the pawn's owner; kinds: 1 pawn, 2 knight, 3 bishop, 5 rook, 7 queen.
COUNTED = {
    "a lone passed pawn on the sixth rank": (
        "8/8/P7/8/8/8/8/K6k w - - 0 1",
        {"tempo 0": 1, "isolated 0": 1, "passed 5": 1}
        | {"enemy_king 7": 1, "own_king 6": 1, "shield 5": 1, "shield 0": -1},
    ),
    "the same pawn on the fourth": (
        "8/8/8/8/P7/8/8/K6k w - - 0 1",
        {"tempo 0": 1, "isolated 0": 1, "passed 3": 1}
        | {"enemy_king 7": 1, "own_king 4": 1, "shield 3": 1, "shield 0": -1},
    ),
    "a passed pawn of Black that the king stops": (
        "8/8/8/8/8/p7/K7/7k b - - 0 1",
        {"tempo 0": -1, "isolated 0": -1, "passed 5": -1, "blocked 5": -1, "enemy_king 0": -1, "own_king 7": -1}
        | {"storm 1": 1, "storm 0": -1},
    ),
    "two passed pawns, of which one defends the other": (
        "8/8/3P4/2P5/8/8/8/K6k w - - 0 1",
        {"tempo 0": 1, "passed 5": 1, "passed 4": 1, "protected 5": 1, "connected 5": 1}
        | {"enemy_king 6": 1, "own_king 6": 1, "enemy_king 5": 1, "own_king 5": 1},
    ),
    "doubled pawns: only the first is passed": (
        "8/8/4P3/8/4P3/8/8/K6k w - - 0 1",
        {"tempo 0": 1, "isolated 0": 2, "doubled 0": 1, "passed 5": 1, "enemy_king 6": 1, "own_king 6": 1},
    ),
    "a pawn that its neighbour has left behind": (
        "8/8/8/2p1P3/8/3P4/8/K6k w - - 0 1",
        {"tempo 0": 1, "backward 0": 1, "passed 4": 1, "enemy_king 5": 1, "own_king 5": 1, "isolated 0": -1},
    ),
    "a rook on an open file": (
        "7k/8/8/8/8/8/P7/K2R4 w - - 0 1",
        {"tempo 0": 1, "rook 13": 1, "open 0": 1, "isolated 0": 1, "passed 1": 1, "shield 1": 1, "shield 0": -1},
    ),
    "a knight that a pawn defends attacks a rook, which attacks that pawn": (
        "7k/3r4/8/4N3/3P4/8/8/K7 w - - 0 1",
        {"tempo 0": 1, "knight 8": 1, "threat 21": 1, "outpost 2": 1, "rook 11": -1, "threat 41": -1, "half_open 0": -1}
        | {"isolated 0": 1, "passed 3": 1, "enemy_king 4": 1, "own_king 4": 1},
    ),
    "a queen that attacks two squares beside the king": (
        "7k/8/8/8/8/P7/8/K5Q1 w - - 0 1",
        {"tempo 0": 1, "queen 20": 1, "pressure 7": 1, "pressure 0": -1, "isolated 0": 1, "passed 2": 1}
        | {"shield 2": 1, "shield 0": -1},
    ),
    "two bishops, of which one attacks a defended knight": (
        "7k/5p2/6n1/8/8/3B4/P7/K1B5 w - - 0 1",
        {"tempo 0": 1, "bishop 9": 1, "bishop 7": 1, "pair 0": 1, "threat 90": 1, "knight 5": -1, "outpost 2": -1}
        | {"shield 1": 1, "shield 0": -1},
    ),
    "a pawn that attacks a knight": (
        "7k/8/8/3n4/4P3/8/8/K7 w - - 0 1",
        {"tempo 0": 1, "threat 10": 1, "knight 8": -1}
        | {"isolated 0": 1, "passed 3": 1, "enemy_king 3": 1, "own_king 4": 1},
    ),
}


@every_case("position, counts", COUNTED.values())
def test_the_terms_are_those_counted_by_hand(position, counts):
    assert at(position).estimate() == worked(position, counts)


def test_the_terms_are_the_same_for_either_colour():
    rng = random.Random(7)
    for _ in range(20):
        game = games.load("chess")
        for _ in range(rng.randrange(10, 80)):
            if game.score() is None:
                game.make(rng.choice(game.moves()))
        assert game.estimate() == -at(chess.Board(game.position()).mirror().fen()).estimate()


def test_a_passed_pawn_is_worth_more_the_nearer_its_goal():
    worths = [at(f"{'8/' * (6 - row)}P7/{'8/' * row}K6k w - - 0 1").estimate() for row in range(2, 6)]
    assert worths == sorted(worths)
    assert worths[-1] > worths[0] + 50


def test_the_small_board_counts_its_tables_alone():
    game = games.load("chess:gardner")
    assert game.estimate() == 0
