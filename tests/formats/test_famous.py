"""Famous games: each is legal by our rules and ends as it was published, and its name stands where a file may."""

import re
from pathlib import Path

import pytest

import games
from referee import cli
from referee.formats.famous import FAMOUS, FOLDER, PREFIX, notes_on
from referee.formats.formats import is_match_file, read_file
from referee.match.clocks import NO_CLOCKS
from referee.match.events import Moved
from referee.table.fullscreen.view import Timeline, View

# The number of moves, the score for the first seat, and what is published about a late move.
ENDS = {
    "deep-blue-1997-6": (37, 1, "c4"),
    "chinook-tinsley-1992-32": (71, 0, "22x15x24"),
    "alphago-fan-hui-2015-2": (183, 1, "G5"),
    "alphago-lee-sedol-2016-2": (211, 1, "L1"),
    "alphago-lee-sedol-2016-4": (180, -1, "K4"),
}


@pytest.mark.parametrize("name", FAMOUS)
def test_a_famous_game_is_legal_and_ends_as_published(name):
    (game,) = read_file(Path(PREFIX + name))
    moves = game.record.moves.split()
    assert (len(moves), game.record.score, moves[-1]) == ENDS[name]
    assert all(0 < place <= len(moves) for place in FAMOUS[name].notes)


def test_a_capture_back_at_the_point_of_move_169_is_move_182_of_fan_huis_game():
    moves = read_file(Path("famous:alphago-fan-hui-2015-2"))[0].record.moves.split()
    assert moves[181] == moves[168]


def test_each_file_names_its_source_and_belongs_to_a_game():
    files = {
        path.stem: path.read_text(encoding="utf-8")
        for path in FOLDER.iterdir()
        if path.suffix in (".pgn", ".pdn", ".sgf")
    }
    assert files.keys() == FAMOUS.keys()
    for name, text in files.items():
        assert "SO[" in text if FAMOUS[name].suffix == ".sgf" else text.startswith("{ The moves as "), name


def test_replay_shows_who_played_and_the_comments(capsys):
    assert cli.run(["replay", "famous:deep-blue-1997-6", "--plain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    notes = notes_on("famous:deep-blue-1997-6")
    assert lines[2] == notes[0]
    assert lines[lines.index(notes[14]) - 1] == "Black moves the pawn to h6."


@pytest.mark.parametrize("command", ["replay", "review"])
def test_the_prefix_alone_lists_the_famous_games(command, capsys):
    assert cli.run([command, PREFIX]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows] == [PREFIX + name for name in FAMOUS]


@pytest.mark.parametrize("command", ["replay", "review", "analyse", "perft", "export", "import", "puzzle", "share"])
def test_a_wrong_name_is_refused_in_one_line_that_names_the_games(command, capsys):
    more = {"perft": ["2"], "export": ["--format", "pgn"]}.get(command, [])
    assert cli.run([command, "famous:deep-green", *more]) != 0
    (line,) = capsys.readouterr().err.splitlines()
    assert "'deep-green'" in line
    assert all(name in line for name in FAMOUS)


def test_a_position_of_a_famous_game_can_be_looked_at(capsys):
    assert is_match_file("famous:deep-blue-1997-6")
    assert cli.run(["perft", "famous:deep-blue-1997-6", "1", "--moves", "13"]) == 0
    assert re.search(r"^h6 ", capsys.readouterr().out, re.MULTILINE)


def test_a_page_shows_the_note_on_the_position_that_is_looked_at():
    view = View("", Timeline(games.load("nim")), notes={0: ("at the start",), 1: ("after a move", "instead")})
    view.timeline.add(Moved(games.load("nim"), 0, 0, "x", ("x", "x"), 0.0, NO_CLOCKS), None)
    for place, notes in view.notes.items():
        view.timeline.at = place
        assert view.remarks[-1] == notes[0]
        assert {*notes} <= {*view.remarks}
