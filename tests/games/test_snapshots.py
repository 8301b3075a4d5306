"""Boards as pictures: those of `referee screenshot` in tests/games/snapshots, byte for byte, one of each game at least.

`python -m tests.games.test_snapshots` draws them anew after a change that is meant, or only those that it names; look at them
before they are kept.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import games
from referee.__main__ import main
from referee.drawing.glyphs import ASCII, UNICODE, Span
from referee.drawing.picture import draw
from referee.drawing.screenshot import ScreenshotOptions, merge_spans, screenshot
from referee.drawing.themes import THEMES

FOLDER = Path(__file__).parent / "snapshots"
PICTURES = {
    "tic-tac-toe": ScreenshotOptions("tic-tac-toe", ("5", "1", "9")),
    "chips": ScreenshotOptions("chips", ("4", "8")),
    "nim": ScreenshotOptions("nim:heaps=3/5/7", ("c4",)),
    "connect-four": ScreenshotOptions("connect-four", ("4", "4", "3", "5", "3")),
    "hexapawn": ScreenshotOptions("hexapawn", ("b1-b2", "a3xb2", "a1xb2")),
    "yucky-chocolate": ScreenshotOptions("yucky-chocolate", ("R1", "C2")),
    "othello": ScreenshotOptions("othello", ("d3", "c3", "c4", "e3")),
    "breakthrough": ScreenshotOptions("breakthrough", ("d2-d3", "e7-e6", "d3-e4")),
    "gomoku": ScreenshotOptions("gomoku", ("h8", "h9", "j8", "g8", "j10")),
    "kalah": ScreenshotOptions("kalah", ("3", "6", "1")),
    "hex": ScreenshotOptions("hex", ("c4", "e2", "f6")),
    "dots-and-boxes": ScreenshotOptions("dots-and-boxes", ("a1-a2", "a1-b1", "a2-b2", "b1-b2", "c3-d3")),
    "checkers": ScreenshotOptions("checkers", ("11-16", "24-20", "16-19", "23x16", "12x19")),
    "kuhn-poker": ScreenshotOptions("kuhn-poker", ("K", "J", "bet")),
    "leduc-poker": ScreenshotOptions("leduc-poker", ("Jh", "Kh", "bet", "call", "Js")),
    "liars-dice": ScreenshotOptions("liars-dice", ("6", "5", "2x3")),
    "pig": ScreenshotOptions("pig", ("roll", "6", "hold")),
    "backgammon": ScreenshotOptions("backgammon", ("3-1", "8/5", "6/5", "6-4", "24/18")),
    "backgammon-flipped-safe": ScreenshotOptions("backgammon", ("3-1", "8/5"), theme="safe", flip=True),
    "kalah-flipped-ascii": ScreenshotOptions("kalah", ("3", "6"), symbols="ascii", flip=True),
}
PATHS = sorted(FOLDER.glob("*.svg"))


@pytest.fixture
def command(capsysbinary):
    """Run the command here: its exit status, and what it wrote to standard output and to standard error."""

    def run(*words):
        with pytest.raises(SystemExit) as ended:
            main(list(words))
        written = capsysbinary.readouterr()
        return ended.value.code, written.out.decode(), written.err.decode()

    return run


def words(svg):
    """The lines of the picture, the title first, put together from its texts."""
    rows = {}
    for text in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"):
        rows.setdefault(float(text.get("y")), []).append((float(text.get("x")), text.text))
    return ["".join(text for _, text in sorted(rows[y])).replace("\N{NO-BREAK SPACE}", " ").rstrip() for y in rows]


@pytest.mark.parametrize("name", PICTURES)
def test_a_board_looks_as_it_did(name):
    assert screenshot(PICTURES[name]) == (FOLDER / f"{name}.svg").read_text(encoding="utf-8")


def test_every_game_has_a_snapshot_and_every_snapshot_is_made():
    for name in ({path.stem for path in PATHS} | set(games.CATALOGUE)) - set(PICTURES):
        pytest.fail(f"{name} has no row in PICTURES; add it: make game NAME={name}")
    for name in set(PICTURES) - {path.stem for path in PATHS}:
        command = f"make game NAME={name}" if name in games.CATALOGUE else f"python {os.path.relpath(__file__)} {name}"
        pytest.fail(f"{name} has no snapshot; draw it: {command}")


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_snapshot_is_small_and_refers_to_nothing_outside(path):
    svg = path.read_text(encoding="utf-8")
    assert len(svg.encode()) < 20_000
    assert re.findall(r"https?://[^\"]*", svg) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"url\(|@import|href|<script|<image", svg)


def test_a_picture_shows_the_lines_of_the_board_below_its_title():
    assert words(screenshot(ScreenshotOptions("ttt", ("5", "1")))) == [
        "tic-tac-toe, after 1",
        "  ┌───┬───┬───┐",
        "  │[O]│ 2 │ 3 │",
        "  ├───┼───┼───┤",
        "  │ 4 │ X │ 6 │",
        "  ├───┼───┼───┤",
        "  │ 7 │ 8 │ 9 │",
        "  └───┴───┴───┘",
    ]


def test_a_picture_has_the_colours_of_its_theme_and_the_symbols_that_were_wished():
    classic, safe = (screenshot(ScreenshotOptions("ttt", ("5", "1", "9"), theme=theme)) for theme in THEMES)
    for svg, theme in ((classic, "classic"), (safe, "safe")):
        for role in ("first", "second"):
            assert THEMES[theme].style(role).fg in svg
    assert words(classic) == words(safe)
    assert "".join(words(screenshot(ScreenshotOptions("ttt", symbols="ascii")))).isascii()


def test_a_title_names_the_game_properly_and_the_last_move_as_the_game_writes_it():
    assert words(screenshot(ScreenshotOptions("BG", ("3-1", "8/5", "6/5"))))[0] == "backgammon, after 6/5"
    assert words(screenshot(ScreenshotOptions("pawns:columns=4", ("A1-A2",))))[0] == ("hexapawn:columns=4, after a1-a2")
    assert words(screenshot(ScreenshotOptions("nim:heaps=3/5")))[0] == "nim:heaps=3/5"


def test_spans_that_look_alike_are_one():
    line = [Span("|", "faint"), Span("   ", "first"), Span("|", "faint"), Span("[ ]", "last"), Span("  ", "faint")]
    assert merge_spans(line, THEMES["classic"]) == [Span("|   |", "faint"), Span("[ ]", "last"), Span("  ", "faint")]
    for spec in games.CATALOGUE:
        for line in draw(games.load(spec).show(), UNICODE, 80):
            found = merge_spans(line, THEMES["safe"])
            assert "".join(span.text for span in found) == "".join(span.text for span in line)
            assert len(found) <= len(line)


def test_a_title_is_escaped():
    from referee.drawing.screenshot import svg

    drawn = svg("<{a}> & {b}", draw(games.load("ttt").show(), ASCII, 80), THEMES["classic"])
    assert words(drawn)[0] == "<{a}> & {b}"


# The command.


def test_a_picture_is_written_to_a_file_and_to_standard_output_alike(command, tmp_path):
    file = tmp_path / "board.svg"
    assert command("screenshot", "ttt", "--moves", "5 1", "-o", str(file)) == (0, "", "")
    expected = screenshot(ScreenshotOptions("ttt", ("5", "1")))
    assert file.read_text(encoding="utf-8") == expected
    assert command("screenshot", "ttt", "--moves", "5 1") == (0, expected, "")
    assert command("screenshot", "ttt", "--moves", "5 1", "-o", "-") == (0, expected, "")


def test_a_picture_has_the_same_bytes_whatever_the_terminal_can_do():
    environment = {"NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "20", "LC_ALL": "C", "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-m", "referee", "screenshot", "kalah", "--moves", "3 6 1"],
        capture_output=True, timeout=60, env=environment, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == (FOLDER / "kalah.svg").read_bytes()


@pytest.mark.parametrize(
    ("typed", "status", "complaint"),
    [
        (["chess"], 2, "there is no game 'chess'"),
        (["ttt", "--moves", "5 5"], 2, "move 2 to start with: '5' is not a legal move here; legal: 1 to 4, 6 to 9"),
        (["ttt", "--theme", "pink"], 2, "--theme pink must be classic or safe"),
        (["ttt", "--symbols", "runes"], 2, "--symbols runes must be unicode or ascii"),
        (["nim", "--flip"], 2, "--flip: nim has no board that could be turned"),
        (["ttt", "-o", "/no/such/folder/it.svg"], 1, "'/no/such/folder/it.svg' cannot be written: No such file or"),
        (["ttt", "-o", ""], 1, "'' cannot be written: "),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(command, typed, status, complaint):
    code, out, err = command("screenshot", *typed)
    assert (code, out, err.count("\n")) == (status, "", 1)
    assert complaint in err


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, options in PICTURES.items():
        if name in (sys.argv[1:] or PICTURES):
            (FOLDER / f"{name}.svg").write_text(screenshot(options), encoding="utf-8")
