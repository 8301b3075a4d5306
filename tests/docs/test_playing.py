"""What docs/playing.md says of the page, its words and its keys is so.

`python -m tests.docs.test_playing` draws the page in it anew after a change that is meant.
"""

import re
from types import SimpleNamespace

import pytest

import games
from referee.table.fullscreen.match_page import REPLAYING, WATCHING
from referee.table.next_match import choices
from referee.table.spoken_front import Situation, answer
from referee.table.vocabulary import HELP, STEERING, WORDS
from tests.docs.test_pages import DOCS, rows

PAGE = DOCS / "playing.md"
TEXT = PAGE.read_text(encoding="utf-8")
SIZE = (72, 20)
SHOWN = re.compile(r"This is `referee ([^`]*)` after the move `(\w+)`:\n\n```\n(.*?)```", re.DOTALL)


def seen():
    """Return the page that the command in the text shows after its move."""
    from terminal import REFEREE, Terminal

    arguments, move, _ = SHOWN.search(TEXT).groups()
    with Terminal(*REFEREE, *arguments.split(), size=SIZE) as terminal:
        terminal.wait_for("move:")
        terminal.enter(move)
        terminal.wait_for(lambda: "Level 3 plays" in terminal.text and "Your move:" in terminal.text)
        return terminal.text + "\n"


def test_the_page_looks_as_it_is_shown():
    pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")
    assert seen() == SHOWN.search(TEXT)[3]


def test_every_word_is_documented_with_its_key():
    told = rows("playing", "| type | key | |")
    assert [(word.strip("`"), key) for word, key, _ in told] == [(word.usage, word.key) for word in WORDS]
    for word, (_, _, does) in zip(WORDS, told, strict=True):
        assert does.startswith(word.does) or word is HELP


def test_every_key_at_a_move_is_documented():
    assert [key for key, _ in rows("playing", "| key | at your move |")] == [key for key, _ in STEERING]


@pytest.mark.parametrize(
    ("head", "keys"),
    [("while two programs play", WATCHING), ("in `referee replay`", REPLAYING)],
    ids=["watching", "replaying"],
)
def test_every_key_of_a_watched_match_is_documented(head, keys):
    told = dict(rows("playing", f"| key | {head} |"))
    assert set(told) == {key for key, _ in keys}
    for key, does in keys:
        assert does in told[key]


def test_every_key_after_a_match_is_documented():
    moved = SimpleNamespace(seat=0)
    timeline = SimpleNamespace(steps=lambda: [(None, moved)])
    seats = {"people": (True, False), "viewer": 0, "series": None, "follows": False}
    view = SimpleNamespace(timeline=timeline, remote=False, writes=True, **seats)
    told = dict(rows("playing", "| key | once the match is over |"))
    assert set(told) == {"Left Right", "F5", *(key.replace("Enter", "Enter, n") for key, _, _ in choices(view))}
    for key, does, _ in choices(view):
        assert does in told[key.replace("Enter", "Enter, n")]


def test_every_question_is_one_and_has_an_answer():
    questions = [text for cell, _ in rows("playing", "| question | |") for text in re.findall("`([^`]+)`", cell)]
    assert {"board", "last", "where mine"} <= set(questions)
    situation = Situation(games.load("hexapawn"), viewer=0, you=0)
    for question in questions:
        told = answer(question, situation)
        assert told and not told.startswith(("there ", "no move ", "which "))


def test_documented_marks_are_drawn():
    from referee.drawing.highlights import CURSOR, FROM, LAST, TARGET

    told = [cell.strip("`") for cell, _ in rows("playing", "| mark | |")]
    assert told[:4] == [f"{mark.before} {mark.after}" for mark in (LAST, FROM, CURSOR, TARGET)]


def test_documented_clocks_can_be_read():
    from referee.match.clock_text import read_clock
    from referee.match.clocks import Control

    (line,) = re.findall(r"A clock is written ((?:`[^`]+`(?:, )?)+)", TEXT)
    assert [read_clock(text) for text in re.findall("`([^`]+)`", line)] == [
        *(Control(total=seconds) for seconds in (90, 300, 3600)), *[Control(total=300, increment=3)] * 2,
    ]  # fmt: skip


def test_each_kind_of_clock_in_the_table_is_one_that_the_option_offers():
    from referee.match.clock_text import read_clock
    from referee.match.options import ClockOption

    typed = [cell.strip("`") for cell, _ in rows("playing", "| `--clock` | what a player has |")]
    assert len({str(read_clock(text)) for text in typed}) == len(typed) == 10
    assert set(ClockOption.examples) <= set(typed)


if __name__ == "__main__":
    import os
    import tempfile

    with tempfile.TemporaryDirectory() as folder:  # in which nothing is kept
        os.environ |= {"REFEREE_DATA": folder, "REFEREE_SETTINGS": f"{folder}/none.toml"}
        drawn = SHOWN.search(TEXT)[3]
        PAGE.write_text(TEXT.replace(drawn, seen()), encoding="utf-8")
