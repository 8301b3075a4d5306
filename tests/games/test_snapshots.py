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
from referee.drawing.themes import THEMES
from referee.reports.screenshot import ScreenshotOptions, screenshot

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
    "chess": ScreenshotOptions("chess", ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6")),
    "checkers": ScreenshotOptions("checkers", ("11-16", "24-20", "16-19", "23x16", "12x19")),
    "go": ScreenshotOptions("go", ("E5", "E4", "D4", "F6", "E3", "D3", "F4")),
    "kuhn-poker": ScreenshotOptions("kuhn-poker", ("K", "J", "bet")),
    "leduc-poker": ScreenshotOptions("leduc-poker", ("Jh", "Kh", "bet", "call", "Js")),
    "liars-dice": ScreenshotOptions("liars-dice", ("6", "5", "2x3")),
    "pig": ScreenshotOptions("pig", ("roll", "6", "hold")),
    "backgammon": ScreenshotOptions("backgammon", ("3-1", "8/5", "6/5", "6-4", "24/18")),
    "tree-game": ScreenshotOptions("tree-game", ("a1",)),
    "backgammon-flipped-safe": ScreenshotOptions("backgammon", ("3-1", "8/5"), theme="safe", flip=True),
    "kalah-flipped-ascii": ScreenshotOptions("kalah", ("3", "6"), symbols="ascii", flip=True),
}
PATHS = sorted(FOLDER.glob("*.svg"))


@pytest.fixture
def command(capsysbinary):
    """Return a function that runs the command and returns its exit status and both outputs."""

    def run(*words):
        with pytest.raises(SystemExit) as ended:
            main(list(words))
        written = capsysbinary.readouterr()
        return ended.value.code, written.out.decode(), written.err.decode()

    return run


def named(svg, name):
    (element,) = ElementTree.fromstring(svg).findall(f"{{http://www.w3.org/2000/svg}}{name}")
    return element.text


def drawn(*words, **more):
    return screenshot(ScreenshotOptions(words[0], words[1:], **more)).svg()


@pytest.mark.parametrize("name", PICTURES)
def test_a_board_looks_as_it_did(name):
    assert screenshot(PICTURES[name]).svg() == (FOLDER / f"{name}.svg").read_text(encoding="utf-8")


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
    assert not re.search(r"url\(|@import|href=\"[^#]|<script|<image", svg)
    identities = re.findall(r' id="([^"]*)"', svg)
    assert len(identities) == len(set(identities)) >= len(set(re.findall(r'href="#([^"]*)"', svg)))
    assert set(re.findall(r'href="#([^"]*)"', svg)) <= set(identities)


def test_a_picture_has_a_description_in_words():
    svg = drawn("ttt", "5", "1")
    assert named(svg, "title") == "tic-tac-toe, after 1"
    assert named(svg, "desc") == "Row 1: O on 1. Row 2: X on 5. Row 3 is empty."
    root = ElementTree.fromstring(svg)
    told = {each.get("id") for each in root if each.tag.endswith(("title", "desc"))}
    assert root.get("role") == "img"
    assert set(root.get("aria-labelledby").split()) == told


def test_a_picture_has_the_colours_of_its_theme():
    classic, safe = (drawn("ttt", "5", "1", "9", theme=theme) for theme in THEMES)
    for svg, theme in ((classic, "classic"), (safe, "safe")):
        for name in ("red", "blue"):
            assert THEMES[theme].colour(name) in svg
    one, other = (re.sub('b[0-9a-f]{8}-|"#[0-9a-f]{6}"', "", svg) for svg in (classic, safe))
    assert one == other


def test_in_ascii_a_picture_has_the_lines_of_a_terminal():
    svg = drawn("ttt", "5", "1", symbols="ascii")
    texts = [each.text for each in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert [text.replace("\N{NO-BREAK SPACE}", " ") for text in texts] == [
        "  +---+---+---+", "  |[O]| 2 | 3 |", "  +---+---+---+", "  | 4 | X | 6 |", "  +---+---+---+", "  | 7 | 8 | 9 |",
        "  +---+---+---+",
    ]  # fmt: skip


def test_a_title_names_the_game_properly_and_the_last_move_as_the_game_writes_it():
    assert named(drawn("BG", "3-1", "8/5", "6/5"), "title") == "backgammon, after 6/5"
    assert named(drawn("pawns:columns=4", "A1-A2"), "title") == "hexapawn:columns=4, after a1-a2"
    assert named(drawn("nim:heaps=3/5"), "title") == "nim:heaps=3/5"


def test_two_pictures_may_stand_in_one_page():
    one, other = (set(re.findall(r' id="([^"]*)"', drawn(*words))) for words in (("ttt", "5"), ("ttt", "1")))
    assert one and not one & other


def test_a_title_is_escaped():
    from referee.drawing.vector.board import vector_image
    from referee.drawing.vector.image import svg

    found = svg(vector_image(games.load("ttt").show(), THEMES["classic"]), "<{a}> & {b}", "</svg>")
    assert (named(found, "title"), named(found, "desc")) == ("<{a}> & {b}", "</svg>")


def test_a_picture_is_written_to_a_file_and_to_standard_output_alike(command, tmp_path):
    file = tmp_path / "board.svg"
    assert command("screenshot", "ttt", "--moves", "5 1", "-o", str(file)) == (0, "", "")
    expected = drawn("ttt", "5", "1")
    assert file.read_text(encoding="utf-8") == expected
    assert command("screenshot", "ttt", "--moves", "5 1") == (0, expected, "")
    assert command("screenshot", "ttt", "--moves", "5 1", "-o", "-") == (0, expected, "")


def test_a_picture_has_the_same_bytes_in_every_terminal():
    environment = {"NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "20", "LC_ALL": "C", "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-m", "referee", "screenshot", "kalah", "--moves", "3 6 1"],
        capture_output=True, timeout=300, env=environment, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == (FOLDER / "kalah.svg").read_bytes()


@pytest.mark.parametrize(
    ("typed", "status", "complaint"),
    [
        (["shogi"], 2, "there is no game 'shogi'"),
        (
            ["ttt", "--moves", "5 5"],
            2,
            "move 2 to start with: '5' is not a legal move here: a cross of X stands on 5; legal: 1 to 4, 6 to 9",
        ),
        (["ttt", "--theme", "pink"], 2, "--theme pink must be classic or safe"),
        (["ttt", "--symbols", "runes"], 2, "--symbols runes must be unicode or ascii"),
        (["nim", "--flip"], 2, "--flip: nim has no board that could be turned"),
        (["ttt", "-o", "/no/such/folder/it.svg"], 1, "'/no/such/folder/it.svg' cannot be written: No such file or"),
        (["ttt", "-o", ""], 1, "'' cannot be written: "),
    ],
)
def test_an_impossible_request_gets_one_line(command, typed, status, complaint):
    code, out, err = command("screenshot", *typed)
    assert (code, out, err.count("\n")) == (status, "", 1)
    assert complaint in err


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, options in PICTURES.items():
        if name in (sys.argv[1:] or PICTURES):
            (FOLDER / f"{name}.svg").write_text(screenshot(options).svg(), encoding="utf-8")
