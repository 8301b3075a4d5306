"""Chess as texts: moves, positions, phrases, the picture, arrangements, and names of openings."""

import random
import re

import chess
import pytest

import games
from games.chess import Chess
from games.chess.fen import mend
from games.chess.openings import OPENINGS, openings_by_key
from games.game import IllegalMove
from referee.support.build import life
from tests.games.test_chess import KIWIPETE, at, played
from tests.helpers.cases import every_case


@every_case(
    ("fen", "entry", "text"),
    [
        ("", "e4", "e4"), ("", "E4", "e4"), ("", "e2e4", "e4"), ("", "e2-e4", "e4"), ("", "E2-E4", "e4"), ("", "Pe4", "e4"),
        ("", "nf3", "Nf3"), ("", "NF3", "Nf3"), ("", "Ng1-f3", "Nf3"), ("", "g1f3", "Nf3"), ("", "\u2658f3", "Nf3"),
        ("", " Nf3! ", "Nf3"), ("", "N f3", "Nf3"), ("", "Ngf3", "Nf3"), ("", "N1f3", "Nf3"),
        (KIWIPETE, "0-0", "O-O"), (KIWIPETE, "o-o-o", "O-O-O"), (KIWIPETE, "OO", "O-O"), (KIWIPETE, "0-0-0!?", "O-O-O"),
        (KIWIPETE, "e1g1", "O-O"), (KIWIPETE, "e1c1", "O-O-O"), (KIWIPETE, "e1h1", "O-O"), (KIWIPETE, "Kg1", None),
        (KIWIPETE, "Bxa6", "Bxa6"), (KIWIPETE, "Ba6", "Bxa6"), (KIWIPETE, "ba6", "Bxa6"), (KIWIPETE, "B:a6", "Bxa6"),
        (KIWIPETE, "dxe6", "dxe6"), (KIWIPETE, "de6", "dxe6"), (KIWIPETE, "e6", None), (KIWIPETE, "d5e6", "dxe6"),
        ("8/1P6/8/8/8/k7/8/K7 w - - 0 1", "b8=Q", "b8=Q"), ("8/1P6/8/8/8/k7/8/K7 w - - 0 1", "b8q", "b8=Q"),
        ("8/1P6/8/8/8/k7/8/K7 w - - 0 1", "b7b8n", "b8=N"), ("8/1P6/8/8/8/k7/8/K7 w - - 0 1", "b8(R)", "b8=R"),
        ("8/1P6/8/8/8/k7/8/K7 w - - 0 1", "b8/B", "b8=B"), ("8/1P6/8/8/8/k7/8/K7 w - - 0 1", "B8=B", "b8=B"),
        ("4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 1", "bxc3 e.p.", "bxc3"), ("4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 1", "bxc3ep", "bxc3"),
        ("7k/8/8/8/8/8/8/K1N3N1 w - - 0 1", "Nce2", "Nce2"), ("7k/8/8/8/8/8/8/K1N3N1 w - - 0 1", "c1e2", "Nce2"),
        ("7k/8/8/R7/8/8/7K/R7 w - - 0 1", "R1a3", "R1a3"), ("7k/8/8/R7/8/8/7K/R7 w - - 0 1", "r5a3", "R5a3"),
        ("8/7k/8/Q1Q5/8/8/7K/Q7 w - - 0 1", "Qa5c3", "Qa5c3"),
    ],
)  # fmt: skip
def test_a_move_is_read_however_it_is_typed(fen, entry, text):
    game = at(fen) if fen else games.load("chess")
    if text is None:
        with pytest.raises(IllegalMove, match="is not a legal move here"):
            game.parse(entry)
    else:
        assert game.text(game.parse(entry)).rstrip("+#") == text


def test_case_tells_a_pawn_of_column_b_from_a_bishop():
    game = at("4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1")
    assert {"bxc3", "Bxc3"} <= set(map(game.text, game.moves()))
    for entry, text in (("bxc3", "bxc3"), ("Bxc3", "Bxc3"), ("bc3", "bxc3"), ("Bc3", "Bxc3"), ("BXC3", "Bxc3")):
        assert game.text(game.parse(entry)) == text
    assert game.text(game.parse("b2c3")) == "bxc3"
    assert game.text(game.parse("d2c3")) == "Bxc3"


@pytest.mark.parametrize(
    ("fen", "entry", "said"),
    [
        ("7k/8/8/8/8/8/8/K1N3N1 w - - 0 1", "Ne2", "'Ne2' may be Nce2 or Nge2"),
        ("8/1P6/8/8/8/k7/8/K7 w - - 0 1", "b8", "'b8' may be b8=Q or b8=R or b8=B or b8=N"),
        (
            "7k/8/8/8/8/8/8/K1N3N1 w - - 0 1",
            "e4",
            "'e4' is not a legal move here: White has no pawn on column e; legal: Nce2, Nge2",
        ),
        ("8/8/8/8/8/k7/8/K7 w - - 0 1", "Kb1", "'Kb1' is not a legal move here; legal: none, the game is over"),
    ],
)
def test_what_is_not_clear_or_not_legal_is_refused(fen, entry, said):
    with pytest.raises(IllegalMove) as refused:
        at(fen).parse(entry)
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(
    ("fen", "text", "phrase"),
    [
        ("", "Nf3", "moves the knight to f3"),
        (KIWIPETE, "O-O", "castles"),
        (KIWIPETE, "O-O-O", "castles to the queen's side"),
        (KIWIPETE, "Bxa6", "takes the bishop on a6 with the bishop"),
        ("4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 1", "bxc3", "takes the pawn with the pawn on b4 en passant, onto c3"),
        ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8=Q", "moves the pawn to b8, where it becomes a queen: check"),
        ("3rk3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "Qxd5", "takes the pawn on d5 with the queen"),
        ("7k/R7/8/8/8/8/8/K5R1 w - - 0 1", "Ra8", "moves the rook to a8: check"),
        ("7k/R7/8/8/8/8/8/K4R2 w - - 0 1", "Rf8", "moves the rook to f8: checkmate"),
    ],
)
def test_what_a_move_does_is_said(fen, text, phrase):
    game = at(fen) if fen else games.load("chess")
    assert game.say(game.parse(text)) == phrase


def test_moves_are_read_whatever_case_they_are_in():
    rng = random.Random(3)
    for _ in range(3 if life() == "compiled" else 1):
        game = games.load("chess")
        while game.score() is None:
            move = rng.choice(game.moves())
            capitals = [game.text(each).upper() for each in game.moves()]
            if capitals.count(game.text(move).upper()) == 1:
                assert game.parse(game.text(move).upper()) == move
                if not re.match("Bx[ac]", game.text(move)):  # in small letters these are captures by a pawn
                    assert game.text(game.parse(game.text(move).lower())).upper() == game.text(move).upper()
            game.make(move)


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 99999", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 99999"),
        ("  4k3/8/8/8/8/8/4P3/4K3  B - - 3 7 ", "4k3/8/8/8/8/8/4P3/4K3 b - - 3 7"),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("4k3/8/8/8/1pP5/8/8/4K3 b - C3 0 1", "4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 1"),
    ],
)  # fmt: skip
def test_a_position_is_read_and_written(given, written):
    assert at(given).position() == written


@every_case("given", [
    "startpos", "rnbqkbnr/pppppppp/11111111/44/8/8/PPPPPPPP/RNBQKBNR/ white KQkq", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - - -",
])  # fmt: skip
def test_fields_that_programs_leave_out_have_their_usual_values(given):
    assert games.load("chess", position=given).position() == games.load("chess").position()


def test_a_position_of_a_file_is_mended_and_says_what_was_wrong():
    fen, said = mend("4k3/8/8/8/4P3/8/8/4K2R w KQkq e3 x y", free=False)
    assert fen == "4k3/8/8/8/4P3/8/8/4K2R w K - 0 1"
    assert [word for word in ("KQkq", "e3", "x y") if any(word in each for each in said)] == ["KQkq", "e3", "x y"]
    assert mend("nonsense", free=False) == ("nonsense", [])


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("4k3/8/8/8/8/8/8/1RR1K3 w C - 0 1", "4k3/8/8/8/8/8/8/1RR1K3 w C - 0 1"),
        ("4k3/8/8/8/8/8/8/1RR1K3 w B - 0 1", "4k3/8/8/8/8/8/8/1RR1K3 w Q - 0 1"),
        ("r1k2rr1/8/8/8/8/8/8/R1K2RR1 w KQfa - 0 1", "r1k2rr1/8/8/8/8/8/8/R1K2RR1 w KQfq - 0 1"),
    ],
)
def test_rooks_of_chess960_are_named_as_in_x_fen(given, written):
    assert at(given, "chess:chess960").position() == written


@every_case(
    ("fen", "said"),
    [
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "Black has no king"),
        ("k7/8/8/8/8/8/8/K6K w - - 0 1", "White has 2 kings, on a1 and h1"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn cannot stand on a1"),
        ("p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn cannot stand on a8"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "the rook on e2 gives check to the king on e8, but White is to move"),
        ("4k3/8/8/8/8/8/3p4/4K3 b - - 0 1", "the pawn on d2 gives check to the king on e1, but Black is to move"),
        ("8/8/8/8/8/8/8/Kk6 w - - 0 1", "the king on a1 gives check to the king on b1, but White is to move"),
        ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "White cannot castle (Q): no rook that may stands on a1"),
        ("4k2r/8/8/8/8/8/8/3K3R w K - 0 1", "White cannot castle (K): its king stands on d1, not e1"),
        ("4k3/8/8/8/8/8/8/4K3 w x - 0 1", "'x' is not a rook that may castle (such as KQkq)"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "'e3' is not a square on row 6 that White may capture en passant on"),
        ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "no pawn can have passed over e3: it would have come from e2"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 101 90", "101 moves without progress: after 100 the game is drawn"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "'x' is not a number of moves"),
        ("4k3/8/8/8/8/8/8/4K3 w", "it has 2 fields; it needs the board, the side to move"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "'x' is not a side to move (sides: w, b)"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "has 7 rows; the board has 8"),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "row 2 from the top, '9', does not fill the 8 cells of a row"),
        ("4k3/8/8/x7/8/8/8/4K3 w - - 0 1", "'x' in row 4 from the top is not a piece"),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "Black has 9 pawns, 8 is the most"),
        ("rnbqkbnr/pppppppp/q7/8/8/8/8/4K3 w - - 0 1", "Black has 17 pieces, 16 is the most"),
    ],
)
def test_a_position_that_cannot_be_is_refused(fen, said):
    game = games.load("chess")
    with pytest.raises(ValueError) as refused:
        game.set_position(fen)
    assert said in str(refused.value) and "\n" not in str(refused.value)
    assert game.position() == Chess().position()


def test_gardner_refuses_what_its_board_has_not():
    with pytest.raises(ValueError, match="has 8 rows; the board has 5"):
        at(KIWIPETE, "chess:gardner")
    with pytest.raises(ValueError, match="Q -: kings cannot castle on this board"):
        at("1k3/5/5/5/R3K w Q - 0 1", "chess:gardner")


def test_the_board_shows_white_below_and_says_who_is_in_check():
    board = played("e4 d5 exd5 Qxd5 Nc3 Qe5+").show()
    assert "".join(cell.mark or "." for cell in board.rows[7]) == "R.BQKBNR"
    assert (board.row_labels[0], board.column_labels[0]) == ("8", "a")
    assert board.note == "White is in check"


@pytest.mark.parametrize(
    ("board", "note"),
    [
        ("4k3/4p3/8/8/8/8/4P3/4K3", ""),
        ("4k3/8/8/8/8/8/4P3/4K3", "White is ahead by a pawn"),
        ("4k2b/8/8/8/8/8/8/4K3", "Black is ahead by a bishop"),
        ("2b1k3/8/8/8/8/8/8/R3K3", "White has a rook for a bishop"),
        ("1nb1k3/2pp4/8/8/8/8/8/1QRRK3", "White has a queen and 2 rooks for a bishop, a knight and 2 pawns"),
    ],
)
def test_a_position_says_who_has_more_pieces_and_not_what_was_taken(board, note):
    assert at(f"{board} w - - 0 1").show().note == note


def test_a_board_that_is_set_up_keeps_the_rights_of_what_stays():
    game = games.load("chess")
    board = game.arrangement()
    assert board.text() == game.position()
    board.fill((7, 0), 0)
    assert board.text() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"
    board.pass_turn()
    game.set_position(board.text())
    assert game.turn == 1


def test_cells_of_castling_are_the_kings():
    game = at(KIWIPETE)
    assert game.cells(game.parse("O-O")) == ((7, 4), (7, 6))
    assert game.cells(game.parse("O-O-O")) == ((7, 4), (7, 2))


@every_case("name", OPENINGS)
def test_the_moves_of_an_opening_are_legal_and_written_as_in_san(name):
    board = chess.Board()
    for text in OPENINGS[name].split():
        assert board.san(board.parse_san(text)) == text
        board.push_san(text)
    game = games.load("chess", OPENINGS[name].split())
    assert game.show().note.split("; ")[-1] == name


def test_there_are_sixty_at_least_and_each_leads_elsewhere():
    assert len(openings_by_key()) == len(OPENINGS) >= 60


def test_the_board_names_the_opening_while_a_game_follows_it():
    assert games.load("chess", "e4 c5".split()).show().note == "Sicilian Defence"
    assert games.load("chess", "c4 c5 e4".split()).show().note == ""
    assert games.load("chess", "Nf3 Nc6 e4 e5 Bb5".split()).show().note == "Ruy Lopez"  # by another way
    assert games.load("chess").show().note == ""
