"""Files of other programs at the command line: import, export, and every command that takes a match or a game."""

import json

import pytest

from referee.cli import run
from referee.formats.formats import writable
from tests.helpers.cases import every_case

NAMES = [each.name for each in writable()]

SGF = """(;FF[4]GM[2]SZ[8]PB[Ann]PW[Bob]DT[2024-05-01]RE[B+R]C[a game]
;B[f5];W[f6];B[e6];W[f4])
"""
PDN = """[Event "?"]
[Black "Ann"]
[White "Bob"]
1. 11-15 23-19 *

[FEN "W:W27,K13:BK30,12"]
*
"""


@pytest.fixture
def say(capsys, tmp_path, monkeypatch):
    """What a command prints on standard output and as errors, in a folder with the files, and a history of its own."""
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.sgf").write_text(SGF)
    (tmp_path / "games.pdn").write_text(PDN)
    (tmp_path / "over.moves").write_text("# tic-tac-toe\n5 1 9 3 2 8 4 6 7\n")

    def said(*words, status=0):
        assert run(list(words)) == status
        return capsys.readouterr()

    return said


def test_a_match_is_imported_once(say):
    first, second = say("import", "game.sgf"), say("import", "game.sgf")
    assert first.out == "1  2024-05-01  othello  *Ann - Bob  resigned  4 moves\n"
    assert (first.err, second.out) == ("", "")
    assert second.err == "1 match of the file is here already: 1\n"
    assert [line.split()[0] for line in say("history").out.splitlines()] == ["1"]


def test_guesses_of_the_reader_are_reported_with_their_line(say, tmp_path):
    games = [f"(;GM[1]SZ[19]KM[375]AP[foxwq];B[p{row}])\n" for row in "abcdefgh"]
    (tmp_path / "fox.sgf").write_text("".join(games))
    *told, more = say("import", "fox.sgf").err.splitlines()
    assert [line.partition(":")[0] for line in told] == [f"Line {number}" for number in range(1, 6)]
    assert all("KM[375]" in line and "7.5" in line for line in told)
    assert more == "3 more remarks of this kind are not shown."


def test_an_imported_match_is_shown_reviewed_and_counts_in_nobodys_record(say):
    say("import", "game.sgf")
    assert "Bob resigned" in say("replay", "1", "--plain").out
    assert "f5  2. f6" in say("review", "1", "--nodes", "500").out
    assert json.loads(say("history", "--json").out)["players"] == ["human", "human"]
    assert "f5" not in say("me").out


def test_a_match_that_is_not_over_can_be_gone_on_with(say):
    printed = say("import", "games.pdn")
    assert printed.out.split()[3:] == ["checkers", "Ann", "-", "Bob", "unfinished", "2", "moves"]
    assert printed.err == "1 game without a move is left out.\n"
    assert "11-15" in say("export", "1", "--format", "moves").out


def test_a_game_that_cannot_be_read_is_skipped_and_named(say, tmp_path):
    (tmp_path / "bad.sgf").write_text(f"{SGF}\n(;GM[2]PB[Cid];B[a1])\n")
    said = "line 4: move 1 'a1' is not a legal move here: a disc on a1 turns none over; legal: c4, d3, e6, f5"
    assert say("import", "bad.sgf", "--strict", status=2).err == f"referee: bad.sgf, {said}\n"
    assert say("history").out == "No match has been played here yet.\n"
    found = say("import", "bad.sgf")
    assert found.out.startswith("1  2024-05-01  othello  *Ann - Bob")
    assert found.err.startswith(f"1 added, 1 skipped (Cid, {said})\n")


def test_a_file_is_converted_without_the_games_that_cannot_be_read(say, tmp_path):
    (tmp_path / "bad.sgf").write_text(f"{SGF}\n(;GM[2];B[a1])\n(;GM[2];B[f5];W[a1])\n")
    found = say("export", "bad.sgf", "--format", "moves")
    assert found.out == "# othello\nf5 f6 e6 f4\nf5\n"
    assert [line.partition(": ")[0] for line in found.err.splitlines()] == ["bad.sgf, line 4", "bad.sgf, line 5"]
    assert [word in found.err for word in ("skipped: move 1 'a1'", "it is cut at line 5: move 2 'a1'")] == [True, True]


def test_replay_and_review_say_what_was_left_out_of_a_game(say, tmp_path):
    (tmp_path / "cut.sgf").write_text("(;GM[2];B[f5]\n;W[a1])\n")
    for words in (("replay", "cut.sgf", "--plain"), ("review", "cut.sgf", "--nodes", "100")):
        assert say(*words).err.startswith("referee: cut.sgf, line 1: it is cut at line 2: move 2 'a1'")


def test_a_file_of_which_nothing_can_be_read_is_refused(say, tmp_path):
    (tmp_path / "bad.sgf").write_text("(;GM[2];B[a1])\n(;GM[3];B[a1])\n")
    assert say("import", "bad.sgf", status=2).err.startswith(
        "referee: bad.sgf, line 1: move 1 'a1' is not a legal move"
    )


def test_a_game_that_was_forfeited_without_a_move_is_imported(say, tmp_path):
    (tmp_path / "f.pgn").write_text('[White "Ann"]\n[Black "Bob"]\n[Result "+--"]\n\n')
    assert "*Ann - Bob  no move  0 moves" in say("import", "f.pgn").out
    assert "Bob forfeited the game" in say("replay", "1", "--plain").out


def test_a_result_that_the_rules_did_not_bring_is_shown_as_the_files(say, tmp_path):
    (tmp_path / "f.pgn").write_text('[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n')
    assert "*Ann - Bob  by its file  4 moves" in say("import", "f.pgn").out
    assert "the file says 1-0" in say("replay", "1", "--plain").out
    assert say("export", "1", "--format", "pgn").out.endswith("1. f3 e5 2. g4 Qh4# 1-0\n")
    assert json.loads(say("history", "--json").out)["how"] == "file"


MANY = "".join(
    f'[Event "Cup {number % 2}"]\n[White "Ann {number}"]\n[Black "Bob"]\n\n1. e4 *\n\n' for number in range(30)
)


@every_case(("words", "added"), [
    ((), 30), (("--game", "3"), 1), (("--game", "3-20"), 18), (("--player", "ann 2"), 11), (("--event", "CUP 1"), 15),
    (("--player", "Bob", "--game", "0-1", "--event", "Cup 0"), 1), (("--game", "28-90"), 2),
])  # fmt: skip
def test_games_of_a_file_are_chosen_by_number_player_and_event(say, tmp_path, monkeypatch, words, added):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / f"data{added}"))
    (tmp_path / "many.pgn").write_text(MANY)
    found = say("import", "many.pgn", *words)
    if added > 20:
        assert (found.out, found.err) == ("", f"{added} added.\n")
    else:
        assert len(found.out.splitlines()) == added


@every_case(("words", "said"), [
    (("--game", "x"), "--game x must be the number of a game, such as 3, or a range, such as 3-20"),
    (("--game", "5-3"), "--game 5-3 must be the number of a game, such as 3, or a range, such as 3-20"),
    (("--player", "Zoe"), "many.pgn holds no such game"), (("--game", "99"), "many.pgn holds no such game"),
])  # fmt: skip
def test_a_choice_of_nothing_is_refused(say, tmp_path, words, said):
    (tmp_path / "many.pgn").write_text(MANY)
    assert f"referee: {said}\n" in say("import", "many.pgn", *words, status=2).err


def test_plain_moves_are_of_the_game_that_is_named(say, tmp_path):
    (tmp_path / "f.txt").write_text("5 1 9\n")
    assert "tic-tac-toe" in say("import", "f.txt", "tic-tac-toe").out
    assert say("import", "f.txt", status=2).err.startswith("referee: f.txt, line 1: no game is named")


def test_exported_matches_can_be_imported(say, tmp_path):
    say("import", "game.sgf")
    assert say("export", "1", "-o", "out.sgf").out == ""
    assert "1 match of the file is here already: 1" in say("import", "out.sgf").err
    assert say("export", "game.sgf", "--format", "sgf").out == (tmp_path / "out.sgf").read_text()


def test_a_match_and_a_game_of_a_tournament_are_exported_with_their_clocks(say):
    say(
        "chess",
        "minimax:depth=1",
        "random",
        "--clock",
        "40/5m:1m,2m+1s",
        "--seed",
        "1",
        "--plain",
        "--pace",
        "0",
        "--moves",
        "f3 e5",
    )
    written = say("export", "1", "--format", "pgn").out
    assert '[WhiteTimeControl "40/300:60"]\n[BlackTimeControl "120+1"]\n[Termination "normal"]' in written
    say(
        "tournament",
        "checkers",
        "random",
        "minimax:depth=1",
        "--clock",
        "40/5m",
        "--seed",
        "1",
        "--rounds",
        "1",
        "--openings",
        "0",
    )
    assert '[TimeControl "40/300"]\n[Termination "normal"]' in say("export", "1.0", "--format", "pdn").out


def test_without_a_number_the_match_that_ended_last_is_exported(say):
    say("import", "over.moves")
    assert say("export", "--format", "moves").out == "# tic-tac-toe\n5 1 9 3 2 8 4 6 7\n"


def test_several_matches_and_files_are_written_into_one(say):
    say("import", "game.sgf")
    rows = say("export", "1", "over.moves", "--format", "csv").out.splitlines()
    assert rows[1] == "0,othello,1,0,Ann,f5,,,,,,,"
    assert rows[-1] == "1,tic-tac-toe,9,0,X,7,,,,,,,"
    assert len(rows) == 1 + 4 + 9


@every_case(("words", "said"), [
    (["export", "game.sgf", "--format", "pdn"], "pdn cannot hold othello (formats that can: sgf, ggf, moves, jsonl, csv)"),
    (["export", "game.sgf"], f"name a format: --format sgf (formats: {', '.join(NAMES)})"),
    (["export", "game.sgf", "--format", "doc"], f"--format doc must be {' or '.join(NAMES)}"),
    (["export", "7", "--format", "sgf"], "there is no match 7 (none is kept yet)"),
    (["export", "game.sgf", "-o", "no/such.sgf"], "no/such.sgf cannot be written: no is not a folder"),
    (["import", "none.sgf"], "none.sgf cannot be read: No such file or directory"),
    (["import", "game.sgf", "hax"], "there is no game 'hax'; did you mean hex? (games: "),
    (["game.sgf"], "game.sgf is a file of matches; to look at one: referee replay game.sgf"),
    (["import", "game.sgf", "hex"], "game.sgf, line 1: this is a game of othello, not of hex"),
    (["perft", "game.sgf", "1", "--moves", "9"], "the game of game.sgf has 4 moves, not 9"),
    (["perft", "game.sgf", "1", "--position", "X"], "--position X: game.sgf has a position of its own"),
    (["perft", "games.pdn", "1", "--game", "2"], "games.pdn has no game 2 (games: 0 to 1)"),
    (["perft", "ttt", "1", "--game", "0"], "--game 0 chooses a game of a file, and ttt is not a file of matches"),
    (["replay", "games.pdn", "--game", "2"], "games.pdn has no game 2 (games: 0 to 1)"),
])  # fmt: skip
def test_a_wrong_word_is_told_in_one_line(say, words, said):
    (line,) = say(*words, status=2).err.splitlines()
    assert line == f"referee: {said}" or (said.endswith("(games: ") and line.startswith(f"referee: {said}"))


def test_an_unfinished_match_with_hidden_cards_is_not_exported(say, tmp_path):
    (tmp_path / "cards.moves").write_text("# kuhn-poker\nK Q\n")
    say("import", "cards.moves")
    said = "referee: match 1 is not over, and would tell what is hidden from you\n"
    assert say("export", "1", "--format", "moves", status=2).err == said


def test_commands_of_a_game_start_where_its_file_ends(say):
    told = json.loads(say("perft", "game.sgf", "1", "--json").out)
    assert json.loads(say("perft", "othello", "1", "--moves", "f5 f6 e6 f4", "--json").out) == told
    assert say("perft", "game.sgf", "1", "--moves", "2").out == say("perft", "othello", "1", "--moves", "f5 f6").out
    assert say("perft", "game.sgf", "1", "--moves", "g3").out == (
        say("perft", "othello", "1", "--moves", "f5 f6 e6 f4 g3").out
    )


def test_a_game_of_a_file_is_chosen_by_its_number(say):
    assert say("perft", "games.pdn", "1", "--game", "0").out == (
        say("perft", "checkers", "1", "--moves", "11-15 23-19").out
    )
    assert say("perft", "games.pdn", "1").out == (say("perft", "checkers", "1", "--position", "W:W27,K13:BK30,12").out)


def test_a_game_that_is_over_is_looked_at_before_its_last_move(say):
    assert json.loads(say("solve", "over.moves", "--json").out)["after"] == "5 1 9 3 2 8 4 6".split()
    assert "7" in say("analyse", "over.moves", "--method", "exact").out


def test_every_command_of_a_game_takes_a_file(say):
    assert say("screenshot", "game.sgf").out == say("screenshot", "othello", "--moves", "f5 f6 e6 f4").out
    assert "X O" in say("tree", "over.moves", "--moves", "7", "--depth", "1").out
    assert say("facts", "over.moves", "--games", "2").out.startswith("tic-tac-toe:position=oxo/xxo/1ox x")
    assert "tic-tac-toe:position=" in say("bench", "over.moves", "--time", "0.01").out


def test_games_of_a_file_are_openings(say):
    said = say("othello", "random", "random", "--openings", "game.sgf", "--seed", "1", "--json").out.splitlines()
    first, second = map(json.loads, said[:2])
    assert first["moves"].startswith("f5 f6 e6 f4 ")
    assert second["moves"].startswith("f5 f6 e6 f4 ")
    assert len(said) == 3


def test_openings_are_of_the_rules_that_are_played(say, tmp_path):
    words = ("random", "random", "--openings", "game.sgf", "--seed", "1", "--json")
    first = json.loads(say("othello:empties=winner", *words).out.splitlines()[0])
    assert (first["game"], first["moves"][:11]) == ("othello:empties=winner", "f5 f6 e6 f4")
    (tmp_path / "lines.moves").write_text("5 1\n5 2\n")
    said = say("ttt", "random", "random", "--openings", "lines.moves", "--seed", "1", "--json").out.splitlines()
    assert [json.loads(line)["moves"][:3] for line in said[:4]] == ["5 1", "5 1", "5 2", "5 2"]
    (tmp_path / "one.jsonl").write_text(say("export", "game.sgf", "--format", "jsonl").out)
    assert say("hex", *words[:3], "one.jsonl", status=2).err == (
        "referee: one.jsonl, line 1: this is a game of othello, not of hex\n"
    )


def test_a_position_of_a_file_is_an_opening_too(say):
    said = say("checkers", "random", "random", "--openings", "games.pdn", "--seed", "1", "--json").out.splitlines()
    assert [json.loads(line)["game"] for line in said[:4]] == ["checkers"] * 2 + [
        "checkers:position=W:WK13,27:B12,K30"
    ] * 2


@pytest.mark.parametrize(("game", "file", "said"), [
    ("hex", "game.sgf", "game.sgf, line 1: this is a game of othello, not of hex"),
    ("othello:6", "game.sgf", "game.sgf, line 1: the board is 8x8, that of othello:6 is 6x6"),
    ("ttt", "over.moves", "over.moves, line 2: the game is over after its 9 moves, so it is not an opening"),
])  # fmt: skip
def test_a_file_that_holds_no_opening_of_the_game_is_refused(say, game, file, said):
    assert say(game, "random", "random", "--openings", file, status=2).err == f"referee: {said}\n"


def test_files_are_completed_where_no_game_begins_so(say, monkeypatch):
    from click.shell_completion import CompletionItem

    from referee.commands.shell_completion import complete_game

    (found,) = complete_game(None, None, "ga.s")
    assert isinstance(found, CompletionItem)
    assert (found.value, found.type) == ("ga.s", "file")
    assert [each.value for each in complete_game(None, None, "oth")] == ["othello"]
