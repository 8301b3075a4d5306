"""The page of a class: what it shows to whom, and what it does in a real browser, headless Chromium."""

import json
import re
from html import escape
from urllib.request import urlopen

import pytest

from referee.match.clocks import UNLIMITED
from referee.network.class_page import MOST, ClassPage, table_size
from referee.network.server import Page, Server
from referee.tournaments.plan import Tournament
from tests.network.classes import (
    TOKENS,
    held,  # noqa: F401  # a fixture
    wait,
)
from tests.reports.test_tournament_page import (
    SCHEMES,
    check_contrasts,
    check_widths,
    chromium,  # noqa: F401  # a fixture
    chromium_program,
    measure_pages,
)

FRAME = """<!DOCTYPE html><meta charset="utf-8"><iframe style="width: 1280px; height: 720px; border: 0" srcdoc="{}">
</iframe><pre></pre><script>onload = () => {{
  const page = document.querySelector("iframe").contentDocument, box = name => page.querySelector(name).getBoundingClientRect();
  const found = [box(".said").bottom, box("div.lost").top, page.documentElement.scrollHeight];
  document.querySelector("pre").textContent = found.join(" ");
}}</script>"""
HOSTILE = {"<script>document.title=1</script>": "token-of-one", "</main><img src=x>": "token-of-two"}


def read(room, path="/"):
    with urlopen(f"http://127.0.0.1:{room.port}{path}", timeout=30) as answer:  # noqa: S310  # this machine
        return answer.status, answer.read().decode()


def test_before_anybody_comes_the_page_says_so(held):
    _, page = read(held())
    assert "Nobody has come yet." in page
    assert "No game is played at the moment." in page
    assert "tic-tac-toe" in page


def test_the_page_shows_the_last_program_of_each_student_and_the_game_that_is_played(held):
    room = held()
    first = room.guest("Ann", "first", play=False)
    first.leave()
    wait(lambda: room.room.plan.names)
    slow = room.guest("Ann", "second", play=False)
    room.guest("Bob")
    slow.hear("ask")
    wait(lambda: room.page.running and len(room.room.standings.rows) == 3)
    room.page.due = 0.0
    _, page = read(room)
    names = re.findall(r"<th [^>]*class=\"name\"[^>]*><i [^>]*></i><bdi>(.*?)</bdi>", page)
    assert sorted(names) == ["Ann (2)", "Bob"]
    assert page.count('class="plays"') + page.count("leader plays") == 2
    assert '<div class="board">' in page
    assert "</svg>" in page


def test_the_page_asks_only_for_what_is_new(held):
    room = held()
    status, said = read(room, "/live?0")
    told = json.loads(said)
    assert status == 200
    assert "Nobody has come yet." in told["main"]
    assert read(room, f"/live?{told['version']}") == (204, "")


def test_no_other_page_is_there_and_no_token_is_in_any(held):
    room = held()
    room.guest("Ann"), room.guest("Bob")
    room.games(2)
    _, page = read(room)
    assert not any(token in page for token in TOKENS.values())
    assert room.page.page("/students.csv") is None
    assert room.page.page("/../etc/passwd") is None


def test_a_fault_is_shown_with_its_message_escaped(held):
    room = held()
    wrong = room.guest("Ann", play=False)
    room.guest("Bob")
    asked = wrong.hear("ask")
    wrong.say(ask=asked["ask"], fault="crashed: <b>no</b>")
    room.games()
    wait(lambda: room.page.faults)
    room.page.due = 0.0
    _, page = read(room)
    assert "Lost by a fault" in page
    assert "crashed: &lt;b&gt;no&lt;/b&gt;" in page


def test_of_a_game_that_hides_something_nothing_is_shown_before_its_end(held):
    room = held(plan=Tournament("kuhn", (), (), "class", 1, 7, UNLIMITED.with_move(60.0)))
    guests = [room.guest(name, play=False) for name in ("Ann", "Bob")]
    wait(lambda: room.page.running)
    wait(lambda: any(said["is"] == "ask" for guest in guests for said in [guest.next()]))
    room.page.due = 0.0
    _, page = read(room)
    assert "see it when it is over" in page
    assert "<svg" not in page.partition('class="now"')[2]


def test_names_of_students_cannot_change_the_page(held):
    room = held(students=HOSTILE)
    for name in HOSTILE:
        room.guest(name)
    room.games(2)
    wait(lambda: len(room.room.standings.rows) == 2)
    room.page.due = 0.0
    _, page = read(room)
    assert not any(name in page for name in HOSTILE)
    assert "&lt;script&gt;document.title=1&lt;/script&gt;" in page


def test_letters_are_smaller_the_more_programs_there_are():
    assert [table_size(count) for count in (1, 8, 9, 24, 25, MOST)] == [
        "handful", "handful", "few", "several", "many", "many",
    ]  # fmt: skip


@pytest.fixture
def browser(tmp_path):
    """Open a page of this machine in a real browser; return its elements after some seconds, and the browser's log."""
    return lambda port: chromium_program(tmp_path, f"http://127.0.0.1:{port}/", "--virtual-time-budget=5000")


def test_in_a_browser_the_page_renews_itself_and_nothing_is_refused(browser):
    page = ClassPage()
    asked = []

    def served(path):
        asked.append(path)
        if path != "/":
            return Page(
                200, "application/json", json.dumps({"version": "7", "main": "<p>It is <b>new</b>.</p>"}).encode()
            )
        return page.page(path)

    server = Server(lambda _: None, page=served)
    port = server.start()
    try:
        shown, said = browser(port)
    finally:
        server.stop()
    assert "<p>It is <b>new</b>.</p>" in shown
    assert "/live?7" in asked
    assert "CONSOLE" not in said


def test_without_a_script_a_browser_loads_the_page_again():
    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in ClassPage().whole()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_page_fits_a_projector_and_can_be_read_in_both_schemes(held, chromium, scheme):  # noqa: F811
    room = held()
    room.guest("Ann"), room.guest("Bob")
    room.games(4)
    wait(lambda: len(room.room.standings.rows) == 2)
    room.page.due = 0.0
    measured, _ = measure_pages(chromium, scheme, {"class": room.page.whole()}, (390, 1280, 1920))
    check_widths(measured)
    check_contrasts(scheme, measured)


def test_what_is_said_of_the_game_stands_above_the_faults(held, chromium):  # noqa: F811
    room = held()
    room.guest("Ann"), room.guest("Bob")
    room.games(1)
    room.page.faults, room.page.due = [f"{letter}{' word' * 40}" for letter in "abc"], 0.0
    wait(lambda: 'class="said"' in read(room)[1])
    shown = re.sub(r'(class="said">)[^<]*', rf"\1{'many words ' * 8}", read(room)[1])
    page, _ = chromium(FRAME.format(escape(shown)))
    said, lost, height = map(float, re.search(r"<pre>(\S+) (\S+) (\S+)</pre>", page).groups())
    assert said <= lost
    assert height <= 720
