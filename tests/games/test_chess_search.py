"""Chess as searches see it: the estimate, the order of moves, mates that minimax finds and endings that it wins."""

import random

import chess
import pytest

import games
from games.adapters.python_adapter import unmake_unchecked
import players
from players.minimax import MinimaxPlayer
from players.search.clock import Clock
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.table import Table, to_game_score
from players.search.alphabeta.solver import Solver
from referee.support.build import life
from tests.games.test_chess import KIWIPETE, at

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

FAST = life() == "compiled"
# (position, plies to the mate, its first move).
MATES = [
    ("7k/6pp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1, "Ra8#"),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1, "Qxf7#"),
    ("6rk/6pp/8/6N1/8/8/5PPP/6K1 w - - 0 1", 1, "Nf7#"),
    ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", 1, "Qh4#"),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, "Ra6"),  # P. Morphy
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5, "Ra6+"),
]


def mirrored(fen):
    """The position with the colours exchanged."""
    return chess.Board(fen).mirror().fen()


@pytest.mark.parametrize(
    "fen", [KIWIPETE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"]
)
def test_the_estimate_is_the_same_for_either_colour(fen):
    assert at(fen).estimate() == -at(mirrored(fen)).estimate()


def test_the_estimate_is_added_up_as_pieces_come_and_go():
    rng = random.Random(5)
    game = games.load("chess")
    while game.score() is None:
        move = rng.choice(game.moves())
        game.make(move)
        assert game.estimate() == at(game.position()).estimate()
        assert game.board_key() == at(game.position()).board_key()


def test_the_pieces_are_worth_what_the_tables_say():
    # The start is even; without Black's queen White is ahead by a queen of the middle game, 20/24, and of the endgame.
    assert games.load("chess").estimate() == 0
    assert (
        at("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").estimate()
        == ((1025 + 10) * 20 + (936 - 43) * 4) // 24
    )


def test_a_lone_king_is_driven_to_the_edge_and_to_the_corner_of_the_bishop():
    edge, middle = at("7k/8/8/6K1/8/8/8/Q7 b - - 0 1"), at("8/8/8/8/5k2/3K4/8/Q7 w - - 0 1")
    assert edge.estimate() > middle.estimate() + 50
    dark, light = (at(f"{corner}/8/8/8/3K4/8/8/2B1N3 w - - 0 1") for corner in ("7k", "k7"))
    assert dark.estimate() > light.estimate() + 100  # the bishop of c1 goes on dark squares, as h8 is


def test_captures_are_tried_first_and_those_that_lose_last():
    game = at("3rk3/8/8/3p4/8/2N5/8/3QK3 w - - 0 1")
    ranked = sorted(game.ranked(), key=lambda pair: -pair[1])
    assert game.text(ranked[0][0]) == "Nxd5"
    assert game.text(ranked[-1][0]) == "Qxd5"  # the rook takes back
    assert list(map(game.text, game.forcing())) == ["Nxd5"]


def test_in_check_all_moves_are_forcing():
    game = at("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    assert sorted(game.forcing()) == sorted(game.moves())


@pytest.mark.parametrize(("fen", "plies", "text"), MATES)
def test_minimax_finds_mates(fen, plies, text):
    game = at(fen)
    thought = MinimaxPlayer(depth=plies + 1).think(game)
    assert (game.text(thought.move), thought.distance) == (text, plies)


def position_of(pieces, rng):
    """A random position of those pieces, in which White is to move."""
    while True:
        board = chess.Board(None)
        for letter, square in zip(pieces, rng.sample(range(64), len(pieces)), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        if board.is_valid() and not board.is_game_over():
            return at(board.fen())


@pytest.mark.parametrize(("pieces", "most"), [("KQk", 40), ("KRk", 60)])
@pytest.mark.skipif(not FAST, reason="an interpreter takes minutes")
def test_the_endings_of_queen_and_rook_are_won(pieces, most):
    rng = random.Random(8)
    for _ in range(2):
        game, made = position_of(pieces, rng), 0
        white, black = players.load("minimax:nodes=40000", 1), players.load("minimax:nodes=4000", 2)
        while game.score() is None:
            game.make((white, black)[game.turn].choose(game.copy(), float("inf")))
            made += 1
        assert game.score() == 1 and made <= most


@pytest.mark.parametrize(("fen", "plies", "text"), MATES)
def test_a_selective_search_finds_mates_and_says_how_far_only_where_that_is_sure(fen, plies, text):
    game = at(fen)
    thought = MinimaxPlayer(nodes=1_000_000 if FAST else 4_000).think(game)
    assert thought.value == 1
    assert thought.proven or not FAST
    if thought.proven:
        assert (game.text(thought.move), thought.distance) == (text, plies)


@pytest.mark.skipif(not FAST, reason="an interpreter takes minutes")
def test_a_selective_search_looks_further():
    game, depths = at(KIWIPETE), []
    for selective in (False, True):
        search = Pvs(game, Table(1 << 16), Clock(budget=200_000), selective=selective)
        search.run()
        assert search.best_move in game.moves() and not search.final
        depths.append(search.depth)
    assert depths[0] < depths[1]


@pytest.mark.skipif(not FAST, reason="an interpreter takes minutes")
@pytest.mark.parametrize(
    "fen", [KIWIPETE, START, "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7"]
)
def test_what_a_selective_search_leaves_in_the_table_changes_no_search_of_all_moves(fen):
    game, shared = at(fen), Table(1 << 18)
    Pvs(game, shared, Clock(budget=300_000), selective=True).run()
    found = []
    for table in (Table(1 << 18), shared):
        search = Pvs(game, table, Clock())
        search.run(4)
        found.append(search.score)
    assert found[0] == found[1]


@pytest.mark.parametrize(("fen", "plies", "text"), MATES)
@pytest.mark.skipif(not FAST, reason="an interpreter takes minutes")
def test_mates_near_by_are_solved_before_the_rest_of_the_game(fen, plies, text):
    search = Solver(at(fen), Table(1 << 16), Clock(budget=2_000_000), 1000)
    search.run()
    assert search.final and to_game_score(search.score) == (1, plies)


def test_a_turn_is_skipped_only_with_pieces_and_out_of_check():
    assert not at("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").skip()
    assert not at("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1").skip()
    game = at("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3")
    assert game.skip() and game.position() == "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 4"
    unmake_unchecked(game, -1)
    assert game.position() == "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"
    assert not game.urgent() and at("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").urgent()
