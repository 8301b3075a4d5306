"""Chess: its moves against published counts and python-chess, its ends and variants, and its evaluation."""

import pickle
import random
from collections import Counter

import chess
import pytest

import games
import players
from games.adapters.python_adapter import unmake_unchecked
from games.chess import Chess
from games.laws import faults
from games.perft import perft
from players.minimax import MinimaxPlayer
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.solver import Solver
from players.search.alphabeta.table import Table, to_game_score
from players.search.clock import Clock
from referee.support.build import life
from tests.helpers.cases import every_case

FAST = life() == "compiled"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
# www.chessprogramming.org/Perft_Results: (position, plies that an interpreter has time for, counts).
COUNTS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, (20, 400, 8_902, 197_281, 4_865_609)),
    (KIWIPETE, 2, (48, 2_039, 97_862, 4_085_603)),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, (14, 191, 2_812, 43_238, 674_624, 11_030_083)),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, (6, 264, 9_467, 422_333, 15_833_292)),
    ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 3, (6, 264, 9_467, 422_333)),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, (44, 1_486, 62_379, 2_103_487)),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        2,
        (46, 2_079, 89_890, 3_894_594),
    ),
]
# www.chessprogramming.org/Chess960_Perft_Results.
SHUFFLED = [
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", (21, 528, 12_189, 326_672, 8_146_062)),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", (21, 807, 18_002, 667_366)),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", (20, 479, 10_471, 273_318)),
    ("qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", (22, 593, 13_440, 382_958)),
    ("1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9", (28, 1_120, 31_058, 1_171_749)),
    ("qnbnr1kr/ppp1b1pp/4p3/3p1p2/8/2NPP3/PPP1BPPP/QNB1R1KR w HEhe - 1 9", (29, 899, 26_578, 824_055)),
    ("bqnr1kr1/pppppp1p/6p1/5n2/4B3/3N2PP/PbPPPP2/BQNR1KR1 w GDgd - 2 9", (31, 1_132, 36_559, 1_261_476)),
    ("nqn2krb/p1prpppp/1pbp4/7P/5P2/8/PPPPPKP1/NQNRB1RB w g - 3 9", (21, 461, 10_608, 248_069, 6_194_124)),
]


def at(fen, spec="chess"):
    game = games.load(spec)
    game.set_position(fen)
    return game


def played(texts, spec="chess"):
    return games.load(spec, texts.split())


@pytest.mark.parametrize(("fen", "plies", "counts"), COUNTS)
def test_there_are_as_many_sequences_of_moves_as_published(fen, plies, counts):
    game = at(fen)
    for depth, count in enumerate(counts if FAST else counts[:plies], 1):
        assert perft(game, depth) == count
    assert game.position() == fen


@pytest.mark.parametrize(("fen", "counts"), SHUFFLED)
def test_sequences_of_moves_in_chess960_are_as_many_as_published(fen, counts):
    game = at(fen, "chess:chess960")
    for depth, count in enumerate(counts if FAST else counts[:2], 1):
        assert perft(game, depth) == count


def test_every_start_of_chess960_is_the_one_of_its_number():
    for start in range(0, 960, 1 if FAST else 37):
        board = chess.Board.from_chess960_pos(start)
        game = Chess("chess960", start)
        assert game.position() == board.fen()
        assert sorted(map(game.uci, game.moves())) == sorted(move.uci() for move in board.legal_moves)


def is_over(board):
    drawn = board.is_repetition(3) or board.is_fifty_moves() or board.is_insufficient_material()
    return drawn or not any(board.legal_moves)


def compare(game, board, texts=True):
    """Check the game against python-chess, and its SAN if `texts`, which takes long."""
    assert game.position() == board.fen(en_passant="legal")
    assert game.turn == (0 if board.turn else 1)
    legal = [] if is_over(board) else list(board.legal_moves)
    moves = game.moves()
    assert sorted(map(game.uci, moves)) == sorted(map(board.uci, legal))
    if texts:
        assert sorted(map(game.text, moves)) == sorted(map(board.san, legal))
    assert (game.score() is None) == (not is_over(board))


def reason_of(board):
    if board.is_checkmate():
        return f"{'White' if board.turn else 'Black'} is checkmated"
    if board.is_stalemate():
        return "stalemate"
    if board.is_insufficient_material():
        return "not enough pieces are left to mate"
    return "the third repetition" if board.is_repetition(3) else "fifty moves a side without progress"


def play_out(game, board, rng, most=10_000):
    """Play random moves in both programs and compare them at every ply; return the reason of the end, or None."""
    for ply in range(most):
        compare(game, board, ply % 5 == 0)
        if game.score() is not None:
            won = board.is_checkmate() * (-1 if board.turn else 1)
            assert (game.score(), game.reason()) == (won, reason_of(board))
            return game.reason()
        move = rng.choice(game.moves())
        assert game.parse(game.uci(move)) == game.parse(game.text(move)) == move
        text = game.uci(move)
        game.make(move)
        board.push_uci(text)
    return None


def test_random_games_go_as_with_python_chess():
    rng, ends = random.Random(20), Counter()
    for number in range(60 if FAST else 2):
        if number % 3:
            ends[play_out(games.load("chess"), chess.Board(), rng)] += 1
        else:
            start = rng.randrange(960)
            ends[play_out(Chess("chess960", start), chess.Board.from_chess960_pos(start), rng)] += 1
    assert None not in ends
    assert len(ends) >= 4 or not FAST


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/4k3/8/8/2K5/1Q6 w - - 90 80", "4k3/8/8/8/8/8/R7/4K3 b - - 0 1", "8/p7/8/1P6/8/k7/8/K7 b - - 99 70",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 96 50", "k7/8/8/8/8/8/8/KNB5 w - - 0 1", "8/P1P1k3/8/8/8/8/p1p3K1/8 w - - 0 1",
    ],
)  # fmt: skip
def test_endgames_end_as_with_python_chess(fen):
    rng = random.Random(4)
    for _ in range(12 if FAST else 1):
        play_out(at(fen), chess.Board(fen), rng)


@pytest.mark.parametrize(
    ("texts", "score", "reason"),
    [
        ("f3 e5 g4 Qh4#", -1, "White is checkmated"),
        ("e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#", 1, "Black is checkmated"),
        ("e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6", 0, "stalemate"),
        ("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", 0, "the third repetition"),
    ],
)
def test_a_game_ends_by_checkmate_stalemate_and_repetition(texts, score, reason):
    *before, last = texts.split()
    game = games.load("chess", before)
    assert game.score() is None
    game.make(game.parse(last))
    assert (game.score(), game.reason(), game.moves()) == (score, reason, [])


def test_checkmate_by_the_last_of_the_quiet_moves_wins():
    game = at("7k/8/6K1/8/8/8/8/R7 w - - 99 90")
    move = game.parse("Ra8")
    game.make(move)
    assert (game.score(), game.reason()) == (1, "Black is checkmated")
    game.unmake(move)
    game.make(game.parse("Ra7"))
    assert (game.score(), game.reason()) == (0, "fifty moves a side without progress")


@every_case(
    ("pieces", "dead"),
    [
        ("", True), ("N", True), ("b", True), ("BB", False), ("B1B", True), ("NN", False), ("Nn", False), ("Bb", False),
        ("B1b", True), ("R", False), ("P", False), ("Bn", False),
    ],
)  # fmt: skip
def test_too_few_pieces_are_a_draw(pieces, dead):
    body = f"{pieces}{8 - sum(int(sign) if sign.isdigit() else 1 for sign in pieces)}"
    fen = f"7k/8/8/8/{body}/8/8/K7 w - - 0 1"
    game = at(fen)
    assert (game.score() == 0) is dead is chess.Board(fen).is_insufficient_material()


def test_a_capture_that_leaves_too_little_ends_the_game():
    game = at("7k/8/8/8/8/8/1r6/K7 w - - 0 1")
    game.make(game.parse("Kxb2"))
    assert (game.score(), game.reason()) == (0, "not enough pieces are left to mate")


def test_a_right_that_is_lost_makes_another_position():
    # After eight moves all pieces stand as at first for the second time, but then the king could castle.
    texts = "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 Ke2".split()
    game = at("4k3/8/8/8/8/8/P7/4K2R w K - 0 1")
    for text in texts:
        assert game.score() is None
        game.make(game.parse(text))
    assert game.reason() == "the third repetition"


@every_case(("draws", "moves", "reason"), [
    ("automatic", 8, "the third repetition"), ("claimed", 16, "the fifth repetition"), ("none", 40, ""),
])  # fmt: skip
def test_an_option_says_which_draws_end_a_game(draws, moves, reason):
    game = games.load(f"chess:draws={draws}")
    for text in ("Nf3 Nf6 Ng1 Ng8 " * 10).split()[:moves]:
        assert game.score() is None
        game.make(game.parse(text))
    assert game.score() == (0 if reason else None)
    assert not reason or game.reason() == reason


def test_other_rules_of_draws_survive_a_copy_and_a_journey():
    game = games.load("chess:draws=none,position=8/8/8/8/8/8/8/K1k5 w - - 400 9")
    for other in (game, game.copy(), pickle.loads(pickle.dumps(game))):
        other.make(other.parse("Ka2"))
        assert (other.score(), other.position()) == (None, "8/8/8/8/8/8/K7/2k5 b - - 401 9")
    claimed = games.load("chess:draws=claimed,position=7k/8/6K1/8/8/8/8/R7 w - - 149 90")
    claimed.make(claimed.parse("Ra7"))
    assert claimed.reason() == "75 moves a side without progress"


def test_a_repetition_is_one_after_a_copy_and_a_journey_too():
    game = played("e4 e5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")
    for other in (game.copy(), pickle.loads(pickle.dumps(game))):
        assert (other.position(), other.key()) == (game.position(), game.key())
        other.make(other.parse("Ng8"))
        assert other.reason() == "the third repetition"


def test_keys_know_the_past_and_board_keys_do_not():
    one, other = played("Nf3 Nf6 Ng1 Ng8"), games.load("chess")
    assert one.board_key() == other.board_key()
    assert one.key() != other.key()
    for name, move in (("right to castle", "8/8/8/8/8/8/8/R3K2k w Q - 0 1"), ("turn", "8/8/8/8/8/8/8/R3K2k b - - 0 1")):
        assert at(move).board_key() != at("8/8/8/8/8/8/8/R3K2k w - - 0 1").board_key(), name


def test_en_passant_is_a_right_only_where_it_is_legal():
    assert played("e4 a6 e5 d5").position().split()[3] == "d6"
    assert played("e4").position().split()[3] == "-"
    pinned = at("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1")  # both pawns would leave the row
    assert pinned.position().split()[3] == "-"
    assert "exd3" not in map(pinned.text, pinned.moves())


def test_castling_in_chess960_may_move_one_piece_only():
    game = at("4k3/8/8/8/8/8/8/R1K5 w Q - 0 1", "chess:chess960")
    move = game.parse("O-O-O")
    assert (game.uci(move), game.parse("c1a1")) == ("c1a1", move)
    game.make(move)
    assert game.position() == "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"
    game.unmake(move)
    assert game.position() == "4k3/8/8/8/8/8/8/R1K5 w Q - 0 1"


def test_a_rook_that_shields_its_king_may_not_castle_away():
    game = at("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "chess:chess960")
    assert "O-O-O" not in map(game.text, game.moves())
    free = at("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "chess:chess960")
    assert "O-O-O" in map(free.text, free.moves())


def test_gardner_starts_as_he_put_it():
    game = games.load("chess:gardner")
    assert game.position() == "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"
    assert sorted(map(game.text, game.moves())) == ["Na3", "Nc3", "a3", "b3", "c3", "d3", "e3"]


def plain_moves(men, turn):
    """Return the legal moves on a board of five files and ranks, {(file, rank): letter}."""
    found = []
    for start, end, becomes in steps(men, turn):
        after = {place: letter for place, letter in men.items() if place not in (start, end)}
        after[end] = becomes or men[start]
        king = next(place for place, letter in after.items() if letter == "Kk"[turn])
        if all(to != king for _, to, _ in steps(after, 1 - turn)):
            found.append((start, end, becomes))
    return found


def steps(men, turn):
    """Yield where pieces may go, checks aside."""
    straight, slanted = [(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (1, -1), (-1, -1), (-1, 1)]
    ways = {"K": (straight + slanted, 1), "Q": (straight + slanted, 5), "R": (straight, 5), "B": (slanted, 5)}
    ways["N"] = ([(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)], 1)
    own = [(place, letter) for place, letter in men.items() if letter.islower() == bool(turn)]
    for (column, row), letter in own:
        if letter in "Pp":
            up = -1 if turn else 1
            ends = [(column, row + up)] if (column, row + up) not in men else []
            for side in (column - 1, column + 1):
                if men.get((side, row + up), letter).islower() != letter.islower():
                    ends.append((side, row + up))
            for end in ends:
                last = end[1] in (0, 4)
                yield from (((column, row), end, kind) for kind in ("qrbn" if turn else "QRBN") * last or [""])
            continue
        for across, up in ways[letter.upper()][0]:
            for far in range(1, ways[letter.upper()][1] + 1):
                end = column + far * across, row + far * up
                if not (0 <= end[0] < 5 and 0 <= end[1] < 5):
                    break
                if end not in men or men[end].islower() != letter.islower():
                    yield (column, row), end, ""
                if end in men:
                    break


def men_of(game):
    rows = game.show().rows
    return {(x, 4 - y): cell.mark for y, row in enumerate(rows) for x, cell in enumerate(row) if cell.mark}


def test_gardner_goes_as_a_plain_second_implementation():
    rng = random.Random(9)
    for _ in range(20 if FAST else 1):
        game = games.load("chess:gardner")
        while game.score() is None:
            wanted = [
                "abcde"[a] + str(b + 1) + "abcde"[c] + str(d + 1) + becomes.lower()
                for (a, b), (c, d), becomes in plain_moves(men_of(game), game.turn)
            ]
            assert sorted(map(game.uci, game.moves())) == sorted(wanted)
            game.make(rng.choice(game.moves()))
        if game.reason() in ("stalemate", "White is checkmated", "Black is checkmated"):
            assert plain_moves(men_of(game), game.turn) == []


@pytest.mark.parametrize("fen", ["8/P1P1k3/8/8/8/8/p1p3K1/8 w - - 0 1", "4k3/8/8/8/8/8/R7/4K3 b - - 80 90"])
@pytest.mark.skipif(not FAST, reason="the laws take a minute")
def test_it_obeys_the_laws_elsewhere(fen):
    assert [str(fault) for fault in faults(at(fen), games=1, seed=2)] == []


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

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
    # Nothing else counts against a lone king but how it is driven: 90 in the corner, 14 steps along the lines away.
    middle, end = 1025 - 18 - 15 - 14, 936 - 28 - 53 + 43
    assert at("7k/8/8/8/8/8/8/KQ6 w - - 0 1").estimate() == (middle * 4 + end * 20) // 24 + 90


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


def test_captures_and_promotions_have_a_rank_and_other_moves_have_none():
    game = at("rnbq3r/1P1k1ppp/8/2pP4/8/8/8/4K3 w - c6 0 1")
    ranks = {game.text(move).strip("+"): rank for move, rank in game.ranked()}
    assert ranks["bxa8=Q"] > ranks["bxc8=Q"] > ranks["dxc6"] > ranks["d6"] == ranks["Ke2"] == 0
    assert ranks["bxa8=N"] < ranks["dxc6"]


def test_in_check_all_moves_are_forcing():
    game = at("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    assert sorted(game.forcing()) == sorted(game.moves())


@pytest.mark.parametrize(("fen", "plies", "text"), MATES)
def test_minimax_finds_mates(fen, plies, text):
    game = at(fen)
    thought = MinimaxPlayer(depth=plies + 1).think(game)
    assert (game.text(thought.move), thought.distance) == (text, plies)


def position_of(pieces, rng):
    """Return a random position of these pieces with White to move."""
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
