"""Games of chess in Portable Game Notation."""

import io

import chess.pgn
import pytest

import games
from games.names.catalogue import SpecError
from referee.formats.formats import detect, find_format, read_text
from tests.formats.samples import SampleFile, contents, random_games
from tests.helpers.cases import every_case

read = SampleFile("f.pgn").read

# As programs and people write them: a game of 1851 with comments and variations, one that is won on time, a position.
COLLECTION = """[Event "Casual"]
[Site "London ENG"]
[Date "1851.06.21"]
[Round "?"]
[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]
[Result "1-0"]
[ECO "C33"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ {the king has to move} 4. Kf1 b5?! 5. Bxb5 Nf6 $1
6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 (8... g6 9. g4 (9. g3 Be7) Nf6) 9. Nf5 c6 10. g4 Nf6
11. Rg1! cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2
18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0

[Event "Rated blitz game"]
[White "?"]
[Black "Bob"]
[Result "0-1"]
[UTCDate "2024.05.01"]
[Termination "Time forfeit"]

1. e2-e4 { [%clk 0:03:00] } 1... e7e5 { [%clk 0:03:00] } 2. Nf3 0-1
"""
POSITION = """[SetUp "1"]
[FEN "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20"]

20... O-O 21. 0-0-0 *
"""


def test_a_collection_is_read():
    one, two = read_text(COLLECTION, "f.pgn")
    assert (one.record.names, one.record.score) == (("Anderssen, Adolf", "Kieseritzky, Lionel"), 1)
    assert one.record.why == "Black is checkmated"
    assert (one.event, one.date, one.line) == ("Casual", "1851-06-21", 1)
    assert one.record.moves.endswith("Qf6+ Nxf6 Be7#")
    assert (two.record.moves, two.record.score, two.record.how) == ("e4 e5 Nf3", -1, "out-of-time")
    assert (two.record.names, two.line) == (("White", "Bob"), 15)


def test_a_position_is_begun_with():
    found = read(POSITION)
    assert found.record.game == "chess:position=r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20"
    assert (found.record.moves, found.record.how) == ("O-O O-O-O", None)
    assert "\n20... O-O 21. O-O-O *\n" in find_format("pgn").write([found])


@pytest.mark.parametrize("spec", ["chess", "chess:chess960,start=7", "chess:gardner"])
def test_written_games_are_read_back(spec):
    written = random_games(spec, 6)
    back = read_text(find_format("pgn").write(written), "f.pgn")
    assert contents(back)[:-1] == contents(written)[:-1]
    # The last one begins in a position, which does not tell from which start of chess960 it came.
    assert back[-1].record.moves == written[-1].record.moves
    assert games.find_position(back[-1].record.game) == games.find_position(written[-1].record.game)


@pytest.mark.parametrize("spec", ["chess:chess960", "chess:variant=chess960,start=518"])
def test_chess960_from_the_usual_start_names_variant_and_start(spec):
    written = random_games(spec, 3)
    text = find_format("pgn").write(written)
    start = chess.Board().fen()
    assert text.startswith('[Event "An event"]')
    assert text.count('[Variant "Chess960"]\n[SetUp "1"]\n[FEN "') == 3
    assert text.count(f'[FEN "{start}"]') == 2
    assert [each.record.game.partition(":p")[0] for each in read_text(text, "f.pgn")[:2]] == ["chess:chess960"] * 2
    assert chess.pgn.read_game(io.StringIO(text)).board().chess960


@pytest.mark.parametrize("spec", ["chess", "chess:chess960,start=7"])
def test_another_program_reads_our_files(spec):
    written = random_games(spec, 4)
    file = io.StringIO(find_format("pgn").write(written))
    for ours in written:
        theirs = chess.pgn.read_game(file)
        assert not theirs.errors
        end = games.load(ours.record.game, ours.record.moves.split())
        assert theirs.end().board().fen(en_passant="legal") == end.position()
        result = {None: "*", 1: "1-0", -1: "0-1", 0: "1/2-1/2"}[ours.record.score]
        assert theirs.headers["Result"] == result
        assert theirs.headers["Event"] == "An event"
    assert chess.pgn.read_game(file) is None


def test_files_of_another_program_are_read():
    game = chess.pgn.read_game(io.StringIO(COLLECTION))
    again = read(str(game))
    assert again.record.moves == read_text(COLLECTION, "f.pgn")[0].record.moves


@every_case("text", [
    "1.e4 e5 2.Nf3 *", "1. e4 e5 2. Nf3", "1 e4 e5 2 Nf3 *", "e4 e5 Nf3 *", "1. e2e4 e7e5 2. g1f3 *",
    "1.e4! e5?! 2.Nf3 $14 *", "1. e4 ; a comment\n1... e5 2. Nf3 *", "% of no meaning\n1. e4 e5 2. Nf3 *",
    "1. e4 (1. d4 d5 (1... Nf6)) 1... e5 2. Nf3 *", "\ufeff1. e4 e5 2. Nf3 *".lstrip("\ufeff"),
])  # fmt: skip
def test_moves_are_read_however_they_are_written(text):
    assert read(text).record.moves == "e4 e5 Nf3"


@pytest.mark.parametrize("word", ["Chess960", "chess 960", "Fischerandom"])
def test_games_of_chess960_are_told_by_their_tag(word):
    start = games.load("chess:chess960,start=0").position()
    assert read(f'[Variant "{word}"]\n[FEN "{start}"]\n\n1. e4 *').record.game == "chess:chess960,start=0"


@every_case(
    ("text", "said"),
    [
        ("1. Ke3 *", "line 1: move 1 'Ke3' is not a legal move here: a king does not go from e1 to e3; legal: "),
        ("1. P@e4 *", "line 1: 'P@e4' is not PGN"),
        ("hello world", "line 1: 'hello' is not PGN"),
        ('[Variant "Crazyhouse"]\n\n1. e4 *', "line 1: the variant 'crazyhouse' is not known"),
        ('[White "A"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*', "line 2: the position '8/8/8/8/8/8/8/8 w - - 0 1' of chess: White has no king"),
        ("1. -- d5 *", "line 1: move 1 '--' is a pass, which chess does not have"),
    ],
)  # fmt: skip
def test_a_torn_or_foreign_file_is_refused_with_line_and_reason(text, said):
    with pytest.raises(SpecError) as refused:
        read_text(text, "f.pgn")
    assert str(refused.value).startswith(f"f.pgn, {said}")


def test_it_is_told_from_files_of_draughts():
    assert detect("-", COLLECTION).name == "pgn"
    assert detect("-", "1. e4 e5 *").name == "pgn"
    assert detect("-", '[Event "x"]\n\n1. 11-15 24-20 *').name == "pdn"


def test_other_games_are_refused():
    with pytest.raises(SpecError, match="PGN is read as games of chess, not of checkers"):
        read_text("1. e4 *", "f.pgn", "checkers")


@pytest.mark.parametrize(("result", "score"), [("1-0", 1), ("0-1", -1), ("1/2-1/2", 0)])
def test_an_adjudicated_game_is_read_and_written_with_its_termination(result, score):
    text = f'[White "A"]\n[Black "B"]\n[Result "{result}"]\n[Termination "adjudication"]\n\n1. e4 e5 {result}\n'
    game = read(text)
    assert (game.record.how, game.record.score) == ("adjudicated", score)
    text = find_format("pgn").write([game])
    assert '[Termination "adjudication"]' in text
    assert read(text).record == game.record
