"""A match as files that move: each is read by a program that shows it, or as such a program reads it."""

import io
import json
import re
import sys
from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pyte
import pytest
from PIL import Image, ImageSequence
from review_samples import recorded

import games
from games.laws.hidden import draw_move
from games.names.catalogue import SpecError
from referee.drawing.themes import THEMES
from referee.drawing.vector.image import Circle, Group, Rectangle, VectorImage
from referee.match.events import Moved
from referee.reports.history import events_of
from referee.reports.share import (
    PAUSE,
    SECONDS,
    animated_svg,
    asciicast,
    durations,
    frame_images,
    gif,
    match_frames,
    shown_shapes,
)
from referee.storage.record_file import save_record
from tests.reports.test_tournament_page import chromium  # noqa: F401  # a fixture
from tests.reports.test_tree_drawing import Film

CLASSIC = THEMES["classic"]
SVG = "{http://www.w3.org/2000/svg}"
MATCHES = {
    "won": recorded("tic-tac-toe", "5 7 3 6 9 8 1", "played-out", 1),
    "drawn": recorded("tic-tac-toe", "5 1 9 3 2 8 4 6 7", "played-out", 0),
    "hidden": recorded("kuhn-poker", "K J bet call", "played-out", 2),
    "going on": recorded("connect-four", "4 4 3"),
    "left at once": recorded("nim", ""),
    "flips": recorded("othello:4", "b1 a1 a2 a3 b4"),
    "dice": recorded("backgammon", "3-1 8/5 6/5 6-4 24/18 18/14"),
}


def frames_of(record):
    return match_frames(record, events_of(record))


@pytest.fixture(params=MATCHES)
def record(request):
    return MATCHES[request.param]


@pytest.fixture
def frames(record):
    return frames_of(record)


def test_each_position_is_a_frame_with_its_move_and_the_last_one_tells_the_end():
    frames = frames_of(MATCHES["won"])
    assert [frame.said for frame in frames] == [
        "The start", "1. Ann (X): 5", "2. random (O): 7", "3. Ann (X): 3", "4. random (O): 6", "5. Ann (X): 9",
        "6. random (O): 8", "7. Ann (X): 1",
    ]  # fmt: skip
    assert {frame.names for frame in frames} == {"Ann (X) against random (O)"}
    assert [frame.result for frame in frames] == [""] * 7 + ["Ann wins."]
    assert [frame.picture for frame in frames[1:]] == [
        each.game.show() for each in events_of(MATCHES["won"]) if isinstance(each, Moved)
    ]


def test_frames_of_chess_are_numbered_as_its_players_number_moves():
    said = [frame.said for frame in frames_of(recorded("chess", "e4 e5 Nf3"))]
    assert said == ["The start", "1. Ann (White): e4", "1... random (Black): e5", "2. Ann (White): Nf3"]


def test_a_match_that_is_not_over_says_so():
    assert frames_of(MATCHES["going on"])[-1].result == "The match is not over."


def test_dice_are_told_as_chance():
    assert frames_of(MATCHES["dice"])[1].said == "1. Chance: 3-1"


def shown_cards(frames):
    return [[card for hand in frame.picture.hands for card in hand.cards] for frame in frames]


def test_hidden_cards_are_open_once_the_match_is_over():
    assert shown_cards(frames_of(MATCHES["hidden"]))[-1] == ["K", "J"]


def test_a_match_that_is_not_over_shows_no_more_than_its_person_may_see():
    frames = frames_of(recorded("kuhn-poker", "K J bet"))
    assert shown_cards(frames)[-1] == ["K", "?"]
    assert not any("J" in text for frame in frames for text in frame.texts)
    written = asciicast(frames, CLASSIC, "") + animated_svg(frame_images(frames, CLASSIC), "", "")
    assert not re.search(r">J<|│ J │", written)


def test_a_match_of_two_people_that_hides_something_and_is_not_over_is_not_shown():
    from dataclasses import replace

    record = replace(recorded("kuhn-poker", "K J bet"), players=("human", "human"))
    with pytest.raises(SpecError, match="this match is not over, and each player may see something"):
        frames_of(record)


def test_all_pictures_of_a_match_are_of_one_size(frames):
    images = frame_images(frames, CLASSIC)
    assert len({(image.width, image.height) for image in images}) == 1


def shapes_of(element):
    return ElementTree.tostring(element[0] if element.get("class") else element)


class Reel(Film):
    """An animated board, read like a player reads it."""

    def __init__(self, text):
        self.root = ElementTree.fromstring(text)
        (self.board,) = self.root.findall(f"{SVG}g")
        self.style = self.root.findtext(f"{SVG}style") or ""
        keys = re.findall(r"@keyframes (\S+) \{ (.*) \}", self.style)
        moments = re.compile(r"([\d.]+)% \{ visibility: (\w+) \}")
        self.keys = {
            name: [(float(at), word == "visible") for at, word in moments.findall(rest)] for name, rest in keys
        }
        still = self.style.split("@media")[0]
        self.hidden = set(re.findall(r"\.(\S+?)(?=,| \{)", still))

    def texts(self, seconds=None, whole=1.0):
        """Return the visible words below the board."""
        found = []
        for element in self.board:
            name = element.get("class")
            if element.tag == f"{SVG}defs":
                continue
            if seconds is None or name not in self.keys:
                shown = name not in self.hidden
            else:
                shown = [on for at, on in self.keys[name] if at <= 100 * seconds / whole][-1]
            if shown:
                found += [text.text for text in element.iter(f"{SVG}text")]
        return found


def test_an_animated_board_shows_each_position_for_a_second_and_the_last_one_longer(record, frames):
    reel = Reel(animated_svg(frame_images(frames, CLASSIC), "title", "words"))
    whole = len(frames) * SECONDS + PAUSE
    for number, frame in enumerate(frames):
        for moment in (number * SECONDS + 0.01, (number + 1) * SECONDS - 0.01):
            seen = " ".join(reel.texts(moment, whole))
            for text in frame.texts:
                assert text in seen
            said = [each.said for each in frames if each.said != frame.said and each.said in seen]
            assert all(text in frame.said for text in said)  # as 1 is in 11
    assert frames[-1].said in " ".join(reel.texts(whole - 0.01, whole))


def test_a_board_that_is_not_animated_shows_the_last_position(frames):
    reel = Reel(animated_svg(frame_images(frames, CLASSIC), "title", "words"))
    seen = " ".join(reel.texts())
    assert all(text in seen for text in frames[-1].texts)
    assert "The start" not in seen or len(frames) == 1


def test_an_animated_board_refers_to_nothing_outside_and_is_the_same_each_time(frames):
    one, other = (animated_svg(frame_images(frames, CLASSIC), "title", "words") for _ in range(2))
    assert one == other
    assert re.findall(r"https?://[^\"]*", one) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"url\(|@import|href=\"[^#]|<script|<image", one)


def test_shapes_lie_upon_each_other_as_in_each_picture(frames):
    images = frame_images(frames, CLASSIC)
    order = [(shape, set(numbers)) for shape, numbers in shown_shapes(images)]
    for number, image in enumerate(images):
        alone = [shape for shape, _ in shown_shapes([image])]
        assert [shape for shape, numbers in order if number in numbers] == alone


def test_shapes_that_suit_no_common_order_are_drawn_for_each_picture():
    low, high = Circle(0, 0, 5, "#111111"), Rectangle(0, 0, 5, 5, "#222222")
    images = [VectorImage(9, 9, (low, high)), VectorImage(9, 9, (high, low))]
    assert shown_shapes(images) == [(low, [0]), (high, [0]), (high, [1]), (low, [1])]
    nested = Group((Group((low,), 1, 1), high), 2, 3)
    assert [shape for shape, _ in shown_shapes([VectorImage(9, 9, (nested,))])] == [
        Group((low,), 3, 4),
        Group((high,), 2, 3),
    ]


def test_a_browser_shows_the_position_of_each_moment(chromium, tmp_path):  # noqa: F811
    frames = frames_of(MATCHES["won"])
    svg = animated_svg(frame_images(frames, CLASSIC), "title", "words")
    script = """
    const found = [];
    for (const seconds of TIMES) {
      for (const each of document.getAnimations()) { each.pause(); each.currentTime = 1000 * seconds; }
      found.push([...document.querySelectorAll("svg > g text")].filter(text => !text.closest("defs") &&
        getComputedStyle(text).visibility == "visible").map(text => text.textContent).join(" "));
    }
    document.getElementById("found").textContent = JSON.stringify(found);
    """
    times = [number + 0.5 for number in range(len(frames))]
    page, _ = chromium(
        f'<!DOCTYPE html><meta charset="utf-8">{svg}<pre id="found"></pre><script>{script.replace("TIMES", str(times))}</script>'
    )
    found = json.loads(re.search(r'<pre id="found">(.*?)</pre>', page)[1])
    assert found == [" ".join(frame.texts) for frame in frames]


class Cast:
    """An asciicast, read as a player does by its documentation."""

    def __init__(self, text):
        assert text.endswith("\n")
        self.header, *self.events = map(json.loads, text.splitlines())
        assert self.header["version"] == 2
        assert all(type(self.header[side]) is int and self.header[side] > 0 for side in ("width", "height"))
        for event in self.events:
            assert [type(each) for each in event] == [float, str, str]
            assert event[1] == "o"
        assert all(one[0] <= other[0] for one, other in pairwise(self.events))

    def screen(self, until=float("inf")):
        """Return the screen of a terminal after that second."""
        screen = pyte.Screen(self.header["width"], self.header["height"])
        stream = pyte.Stream(screen)
        for at, _, output in self.events:
            if at <= until:
                stream.feed(output)
        return screen


def test_a_terminal_that_replays_an_asciicast_shows_each_position(frames):
    cast = Cast(asciicast(frames, CLASSIC, "title"))
    for number, frame in enumerate(frames):
        screen = cast.screen(number * SECONDS)
        seen = " ".join(" ".join(line.split()) for line in screen.display)
        for text in frame.texts:
            assert text in seen
    assert not cast.screen().cursor.hidden
    assert cast.screen(0).cursor.hidden
    assert cast.events[-1][0] == pytest.approx(sum(durations(len(frames))))
    assert cast.header["title"] == "title"


def test_the_last_screen_of_an_asciicast_has_the_pieces_in_their_colours():
    cast = Cast(asciicast(frames_of(MATCHES["going on"]), CLASSIC, ""))
    screen = cast.screen()
    found = {side for row in screen.buffer.values() for char in row.values() for side in (char.fg, char.bg)}
    assert {CLASSIC.colour(name).removeprefix("#") for name in ("red", "yellow", "frame", "hole")} <= found


def test_an_asciicast_fits_the_terminal_that_it_names(frames):
    cast = Cast(asciicast(frames, CLASSIC, ""))
    assert cast.header["width"] <= 81
    assert cast.header["height"] <= 24
    for _, _, output in cast.events:
        assert output.count("\n") < cast.header["height"]


def test_a_gif_has_a_timed_frame_for_each_position_and_loops(frames):
    images = frame_images(frames, CLASSIC)
    with Image.open(io.BytesIO(gif(images))) as found:
        assert found.format == "GIF"
        assert found.size == (images[0].width, images[0].height) or found.size[0] == 520
        shown = [frame.info["duration"] for frame in ImageSequence.Iterator(found)]
        assert shown == [1000 * seconds for seconds in durations(len(frames))]
        if len(frames) > 1:
            assert found.info["loop"] == 0
            assert found.n_frames == len(frames)


def test_a_gif_ends_with_the_last_board():
    images = frame_images(frames_of(MATCHES["going on"]), CLASSIC)
    with Image.open(io.BytesIO(gif(images))) as found:
        found.seek(found.n_frames - 1)
        colours = {colour for _, colour in found.convert("RGB").getcolors(1 << 20)}
        assert len(colours) <= 128
    for name in ("red", "yellow", "frame"):
        shade = CLASSIC.colour(name)
        wanted = [int(shade[at : at + 2], 16) for at in (1, 3, 5)]
        assert any(max(abs(a - b) for a, b in zip(colour, wanted, strict=True)) < 16 for colour in colours), name


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    return tmp_path


def play(command, *words):
    assert command(["play", *words, "--seed", "1"])[0] == 0


def test_a_match_is_written_in_all_formats_into_the_current_folder(command, folder):
    play(command, "tic-tac-toe", "random", "random")
    status, out, err = command("share 1")
    assert (status, err) == (0, "")
    names = [f"tic-tac-toe-1.{ending}" for ending in ("svg", "cast", "gif")]
    assert [line.split(":")[0] for line in out.splitlines()] == names
    count = len(Cast((folder / names[1]).read_text()).events) - 2  # the cursor is hidden before and shown after
    assert out.splitlines()[0] == f"{names[0]}: {count} positions, {count + 3} seconds"
    root = ElementTree.fromstring((folder / names[0]).read_text())
    assert root.findtext(f"{SVG}title") == "tic-tac-toe: random (1) (X) against random (2) (O)"
    assert "wins: " in root.findtext(f"{SVG}desc") or "A draw" in root.findtext(f"{SVG}desc")
    with Image.open(folder / names[2]) as image:
        assert image.n_frames == count


def test_without_a_number_it_is_the_match_played_last(command, folder):
    play(command, "tic-tac-toe", "random", "random")
    play(command, "nim", "random", "random")
    assert command("share")[1].startswith("nim-2.svg: ")
    assert command("share last.cast")[1].startswith("last.cast: ")
    assert "nim" in json.loads((folder / "last.cast").read_text().splitlines()[0])["title"]
    assert sorted(path.name for path in folder.iterdir() if path.is_file()) == [
        "last.cast", "nim-2.cast", "nim-2.gif", "nim-2.svg",
    ]  # fmt: skip


def test_a_record_in_a_file_is_written_too(command, folder):
    save_record(MATCHES["won"], folder / "ours.jsonl")
    save_record(MATCHES["hidden"], folder / "ours.jsonl")
    assert command("share ours.jsonl --game 0 a.SVG")[1].startswith("a.SVG: 8 positions")
    assert command("share ours.jsonl")[1].startswith("kuhn-poker-ours.svg: ")


def test_a_file_name_for_a_users_game_has_only_safe_characters(command, folder):
    (folder / "sticks.py").write_text("from games.nim import Nim\n\n\nclass Sticks(Nim):\n    pass\n")
    play(command, "./sticks.py", "random", "random")
    assert command("share")[1].startswith("sticks-Sticks-1.svg: ")


def test_a_theme_has_its_own_colours(command, folder):
    play(command, "connect-four", "random", "random")
    command("share a.svg")
    command("share b.svg --theme safe")
    for name, theme in (("a", "classic"), ("b", "safe")):
        assert THEMES[theme].colour("red") in (folder / f"{name}.svg").read_text()


def test_without_pillow_all_but_the_gif_is_written_and_a_gif_that_is_named_is_refused(command, folder, monkeypatch):
    play(command, "tic-tac-toe", "random", "random")
    monkeypatch.setitem(sys.modules, "PIL", None)
    status, out, _ = command("share")
    assert status == 0
    assert out.splitlines()[0] == "no GIF is written: it needs Pillow: pip install 'referee[share]'"
    assert sorted(path.suffix for path in folder.glob("tic-tac-toe-*")) == [".cast", ".svg"]
    assert command("share 1 a.svg b.gif") == (1, "", "referee: a GIF needs Pillow: pip install 'referee[share]'\n")
    assert not (folder / "a.svg").exists()


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("share", "there is no finished match yet; to play one: referee"),
        ("share 7", "there is no match 7 (none is kept yet)"),
        ("share nothing.jsonl", "nothing.jsonl cannot be read: "),
        ("share 7 picture.png", "'picture.png' does not end in .svg, .cast or .gif"),
    ],
)
def test_an_impossible_share_gets_one_line(command, folder, typed, complaint):
    status, out, err = command(typed)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


def test_a_file_that_cannot_be_written_is_named_before_anything_is_drawn(command, folder):
    play(command, "tic-tac-toe", "random", "random")
    status, out, err = command("share a.svg /no/such/folder/b.svg")
    assert (status, out) == (2, "")
    assert err == "referee: /no/such/folder/b.svg cannot be written: /no/such/folder is not a folder\n"
    assert not (folder / "a.svg").exists()


LAST = 30  # moves of a game that are shared: a match may begin in any position


def late_match(spec):
    """Return the last moves of a random game, as a match that begins before them."""
    game, rng, passed = games.load(spec), Random(1), []
    while game.score() is None:
        move = draw_move(game, rng)
        passed.append((game.copy(), game.text(move)))
        game.make(move)
    begin = f":position={passed[-LAST][0].position()}" if len(passed) > LAST else ""
    return recorded(f"{spec}{begin}", " ".join(text for _, text in passed[-LAST:]), "played-out", game.score())


def test_every_game_can_be_shared(command, folder):
    for spec in games.CATALOGUE:
        save_record(late_match(spec), folder / f"{spec}.jsonl")
        status, out, err = command(f"share {spec}.jsonl {spec}.svg {spec}.cast")
        assert (status, err) == (0, "")
        ElementTree.parse(folder / f"{spec}.svg")
        Cast((folder / f"{spec}.cast").read_text())
