"""Words of UCI and of CECP: in lockstep with python-chess, and against the lists of moves of Fairy-Stockfish."""

import random
import re
import shutil
import subprocess
from pathlib import Path

import chess
import pytest

import games
from games.game import IllegalMove
from referee.dialects import cecp, uci
from referee.dialects.spoken_games import name_of, read_line, write_line
from tests.helpers.cases import every_case

FAIRY = shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path="/usr/games")


def twins(spec, board, plies, seed):
    """The positions of one random game, ours and theirs."""
    game, rng = games.load(spec), random.Random(seed)
    game.set_position(board.fen())
    for _ in range(plies):
        yield game, board
        if not game.moves() or board.is_game_over():
            return
        move = rng.choice(sorted(board.legal_moves, key=str))
        game.make(uci.read_move(game, board.uci(move)))
        board.push(move)


@pytest.mark.parametrize("seed", range(8))
def test_words_of_chess_are_those_of_python_chess(seed):
    for game, board in twins("chess", chess.Board(), 160, seed):
        if game.moves():
            assert {uci.write_move(game, move) for move in game.moves()} == set(map(board.uci, board.legal_moves))
        assert uci.write_position(game) == board.fen()


@pytest.mark.parametrize("start", [0, 5, 111, 518, 700, 959])
def test_words_of_chess960_are_those_of_python_chess(start):
    board = chess.Board.from_chess960_pos(start)
    castled = 0
    for seed in range(4):
        for game, theirs in twins("chess:variant=chess960", board.copy(), 120, seed):
            words = {uci.write_move(game, move) for move in game.moves()}
            assert words == set(map(theirs.uci, theirs.legal_moves)) or not words
            assert uci.write_position(game) == theirs.fen()
            castled += any(map(theirs.is_castling, theirs.legal_moves))
    assert castled


def test_castling_is_read_as_the_kings_move_and_as_the_rooks_capture():
    for spec, words in (("chess", ("e1g1", "e1h1")), ("chess:variant=chess960", ("e1h1", "e1g1"))):
        game = games.load(spec)
        game.set_position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        assert [game.text(uci.read_move(game, word)) for word in words] == ["O-O", "O-O"]
        assert uci.write_move(game, uci.read_move(game, "e1g1")) == words[0]


def test_in_chess960_a_move_of_the_king_is_not_taken_for_castling():
    game = games.load("chess:variant=chess960")
    game.set_position("4k3/8/8/8/8/8/8/5K1R w K - 0 1")
    assert game.text(uci.read_move(game, "f1g1")) == "Kg1"
    assert game.text(uci.read_move(game, "f1h1")) == "O-O"


@every_case("word", ["", "0000", "(none)", "e2e5", "Nf3", "e4", "e2-e4", "a1", "e7e8q", "e2e4q", "x" * 999])
def test_an_illegal_word_is_refused_in_one_short_line(word):
    with pytest.raises(IllegalMove) as caught:
        uci.read_move(games.load("chess"), word)
    assert len(str(caught.value)) < 120
    assert "\n" not in str(caught.value)


def test_a_promotion_needs_its_piece_in_either_case():
    game = games.load("chess")
    game.set_position("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    assert game.text(uci.read_move(game, "a7a8N")) == "a8=N"
    with pytest.raises(IllegalMove):
        uci.read_move(game, "a7a8")


@pytest.mark.parametrize(("spec", "names"), [
    ("chess", ("chess", False, "normal")),
    ("chess:variant=chess960,start=5", ("chess", True, "fischerandom")),
    ("chess:gardner", ("gardner", False, "gardner")),
    ("breakthrough", ("breakthrough", False, "breakthrough")), ("breakthrough:columns=6", (None, False, None)),
    ("breakthrough:rows=6", (None, False, None)), ("hex", (None, False, None)),
])  # fmt: skip
def test_names_of_variants(spec, names):
    game = games.load(spec)
    assert (uci.variant(game), uci.is_chess960(game), cecp.variant(game)) == names


def test_a_game_made_of_another_has_no_name():
    class Chess(type(games.load("chess"))):
        """Somebody's own."""

    assert name_of(Chess()) == ""
    assert uci.variant(Chess()) is None


def test_a_position_of_breakthrough_is_that_of_fairy_stockfish():
    game = games.load("breakthrough")
    assert uci.write_position(game) == "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1"
    game.make(uci.read_move(game, "h2g3"))
    text = uci.write_position(game)
    assert text == "pppppppp/pppppppp/8/8/8/6P1/PPPPPPP1/PPPPPPPP b - - 0 1"
    other = games.load("breakthrough")
    uci.read_position(other, text)
    assert other.position() == game.position()


@pytest.mark.skipif(FAIRY is None, reason="Fairy-Stockfish is not installed")
@pytest.mark.parametrize("spec", ["breakthrough", "chess:gardner"])
def test_fairy_stockfish_has_the_same_words_for_all_moves(spec):
    game, rng, asked, expected = games.load(spec), random.Random(3), [], []
    while game.moves() and len(asked) < 60:
        asked.append(uci.write_position(game))
        expected.append({uci.write_move(game, move) for move in game.moves()})
        game.make(rng.choice(game.moves()))
    lines = [f"setoption name UCI_Variant value {uci.variant(game)}"]
    lines += [line for fen in asked for line in (f"position fen {fen}", "go perft 1")]
    spoken = subprocess.run(
        [Path(FAIRY)], input="\n".join([*lines, "quit"]), capture_output=True, text=True, check=True
    )
    blocks = spoken.stdout.split("Nodes searched")[:-1]
    found = [set(re.findall(r"^(\w{4,5}): 1$", block, re.MULTILINE)) for block in blocks]
    assert found == expected


@pytest.mark.parametrize("spec", ["checkers", "kalah", "tic-tac-toe", "dots-and-boxes", "othello:6", "breakthrough:5"])
def test_other_games_are_spoken_of_in_their_own_words(spec):
    game, rng = games.load(spec), random.Random(1)
    while moves := game.moves():
        words = [uci.write_move(game, move) for move in moves]
        assert [uci.read_move(game, word) for word in words] == moves
        assert not any(" " in word for word in words)
        other = games.load(spec)
        uci.read_position(other, uci.write_position(game))
        assert other.position() == game.position()
        game.make(rng.choice(moves))


def test_lines_of_moves_are_turned_into_other_words_and_back():
    game = games.load("chess")
    texts = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"]
    words = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1"]
    assert write_line(game, texts, uci.write_move) == words
    assert read_line(game, words, uci.read_move) == texts
    assert read_line(game, ["e2e4", "e2e4", "e7e5"], uci.read_move) == ["e4"]
    assert write_line(game, ["e4", "Ke2"], uci.write_move) == ["e2e4"]
    assert game.position() == games.load("chess").position()


def test_cecp_writes_castling_of_chess960_as_letters():
    fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
    free, usual = games.load("chess:variant=chess960"), games.load("chess")
    for game, words in ((free, ["O-O", "O-O-O"]), (usual, ["e1g1", "e1c1"])):
        uci.read_position(game, fen)
        for word, text in zip(words, ("O-O", "O-O-O"), strict=True):
            assert cecp.write_move(game, cecp.read_move(game, word)) == word
            assert game.text(cecp.read_move(game, text)) == text
    assert cecp.read_move(usual, "0-0") == cecp.read_move(usual, "e1g1")
    with pytest.raises(IllegalMove, match="'O-O' is not a legal move here"):
        cecp.read_move(games.load("chess"), "O-O")
