"""Generic Game Format of othello."""

import games
from referee.formats.file_game import SkippedGame
from referee.formats.formats import detect, find_format, read_stream, read_text
from tests.formats.samples import contents, random_games
from tests.helpers.cases import every_case

START = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
GAME = f"(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Ann]PW[Bob]TI[05:00]TY[8]RE[+64.00:r]BO[{START}]B[F5//1.2]W[d6/3.5/0.1]B[C3];)"


def read(text):
    return [*read_stream(text.splitlines(keepends=True), "f.ggf")]


def test_moves_names_and_the_end_are_read():
    (found,) = read(GAME)
    record = found.record
    assert (record.game, record.moves, record.names) == ("othello", "f5 d6 c3", ("Ann", "Bob"))
    assert (record.how, record.score) == ("resigned", 1)
    assert (found.date, found.event, found.line) == ("2003-12-15", "GGS/os", 1)


def test_several_games_in_lines_and_over_lines_are_read():
    found = read(f"2 {GAME}{GAME}\n{GAME.replace('B[F5', chr(10) + 'B[F5')}\n")
    assert [each.line for each in found] == [1, 1, 2]


def test_whole_games_come_back():
    written = random_games("othello", 3, names=("Ann", 'Bob "B"'))
    text = find_format("ggf").write(written)
    assert contents(read_text(text, "f.ggf")) == contents(written)


def test_a_score_that_counts_empty_squares_for_the_winner_is_read_so():
    plain, own = ("othello:size=4", "othello:size=4,empties=winner")
    played = next(
        game for seed in range(99) for game in random_games(own, 3, seed)[1:2]
        if games.load(plain, game.record.moves.split()).score() != game.record.score
    )  # fmt: skip
    text = find_format("ggf").write([played])
    (back,) = read_text(text.replace("RU[empties=winner]", ""), "f.ggf")
    assert back.record.score == played.record.score


@every_case(("board", "position"), [
    (START, ""), ("8 ---------------------------O*------*O--------------------------- *", ""),
    (START[:-1] + "O", "-" * 27 + "OX------XO" + "-" * 27 + " O"),
])  # fmt: skip
def test_a_board_other_than_the_usual_start_becomes_the_position(board, position):
    (found,) = read(GAME.partition("BO[")[0].replace("RE[+64.00:r]", "RE[?]") + f"BO[{board}];)")
    assert found.record.game == f"othello:position={position}" if position else "othello"
    assert found.record.how is None


@every_case(("text", "why"), [
    (GAME.replace("F5", "A1"), "'a1' is not a legal move"), (GAME[:-2], "breaks off"), (GAME.replace("Othello", "Amazons"), "not a game of othello"),
    (GAME.replace("TY[8]", "TY[8a]"), "anti"), (GAME.replace("TY[8]", "KM[2.5]"), "komi"), (GAME.replace("8 ---", "9 ---"), "is not a board"),
])  # fmt: skip
def test_a_game_that_cannot_be_read_is_skipped_alone(text, why):
    first, second = read(f"{text}\n{GAME}\n")
    assert type(first) is SkippedGame and why in first.why and first.line == 1
    assert second.line == 2


def test_the_format_is_told_by_its_beginning():
    assert detect("games.txt", GAME).name == "ggf"
