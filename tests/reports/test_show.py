"""Standings as text, Markdown, CSV, JSON and HTML, and live in a terminal."""

import csv
import io
import json
import re
import sys
from contextlib import ExitStack
from dataclasses import fields, replace
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt
from standings_samples import HOSTILE, SAMPLES, around, byes, four, many, two, unplayed
from terminal import CTRL_C, WINDOWS, Terminal

from games.base.notation import printable
from referee.drawing import progress
from referee.drawing.glyphs import ASCII, UNICODE
from referee.drawing.number_format import ASCII as PLAIN_ASCII
from referee.drawing.number_format import TYPED, format_seconds
from referee.drawing.text_width import text_width
from referee.drawing.themes import ROLES
from referee.reports.tournament import output as module
from referee.reports.tournament import table as wording
from referee.reports.tournament.files import as_csv, as_json, as_markdown, escape_markdown
from referee.reports.tournament.output import crop_table, live_standings
from referee.reports.tournament.page import as_html, make_axis
from referee.reports.tournament.table import cross, heading, letter_of, standings_lines, table
from referee.statistics.counts import Counts
from referee.statistics.scoring import Estimate
from referee.statistics.sprt import Sprt
from referee.tournaments.standings import StandingsRow
from tests.helpers.cases import every_case

# Numbers in words.


@pytest.mark.parametrize(("estimate", "told"), [
    (Estimate(123.4, 83.0, 163.8), "+123 ±40"), (Estimate(-0.4, -20, 20), "0 ±20"),
    (Estimate(120.0, 83.2, 170.4), "+83 to +170"), (Estimate(None, -20.0, 170.4), "-20 to +170"),
    (Estimate(400.0, 240.0, None), "at least +240"), (Estimate(None, None, -240.0), "at most -240"),
    (Estimate(1234.5, None, None), "about +1,235"), (Estimate(None, None, None), "?"), (None, "?"),
])  # fmt: skip
def test_a_rating_is_shown_with_the_known_part_of_its_interval(estimate, told):
    assert " ".join(filter(None, wording.elo(estimate, TYPED))) == told
    assert " ".join(filter(None, wording.elo(estimate, PLAIN_ASCII))) == told.replace("±", "+-")


@pytest.mark.parametrize(
    ("part", "told"),
    [
        (0, "0 %"), (1, "100 %"), (0.5, "50 %"), (0.966, "97 %"), (0.9951, "99.5 %"), (0.99999, "more than 99.9 %"),
        (0.0049, "0.5 %"), (0.00001, "less than 0.1 %"),
    ],
)  # fmt: skip
def test_a_share_is_never_rounded_to_certainty(part, told):
    assert wording.share(part) == told


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0.0, "0 ms"), (6.4e-6, "0.0064 ms"), (8.43e-5, "0.0843 ms"), (0.0211, "21.1 ms"), (0.09996, "100 ms"),
        (0.9994, "999 ms"), (0.9996, "1 s"), (1.234, "1.23 s"), (1240.0, "1,240 s"),
    ],
)  # fmt: skip
def test_the_time_of_a_move_has_three_digits_and_a_unit(seconds, told):
    assert format_seconds(seconds) == told


@pytest.mark.parametrize(
    ("at", "letter"), [(0, "A"), (25, "Z"), (26, "AA"), (27, "AB"), (51, "AZ"), (52, "BA"), (702, "AAA")]
)
def test_players_have_letters_as_columns_of_a_sheet_do(at, letter):
    assert letter_of(at) == letter


def test_standings_of_four_fit_a_window_of_80_columns():
    assert (
        "\n".join(standings_lines(four(), 80))
        == """\
tournament 7: connect-four, round-robin, 3 rounds, 5m+3s, seed 7
36 games, over

#  player      points  games   W  D   L  forfeits  rating        time/move
1  mcts          17.0     18  16  2   0            +231 ±84         104 ms
2  minimax        8.5     18   8  1   9             -22 to +120    21.1 ms
2  montecarlo     8.5     18   8  1   9         1   +13 ±61        63.4 ms
4  random         2.0     18   2  0  16         7  -391 to -198    0.04 ms

won-drawn-lost, each row against each column
                   A      B      C      D
A  mcts            ─  5-1-0  5-1-0  6-0-0
B  minimax     0-1-5      ─  3-0-3  5-0-1
C  montecarlo  0-1-5  3-0-3      ─  5-0-1
D  random      0-0-6  1-0-5  1-0-5      ─

ratings: Elo, with 95 % intervals; 0 is the mean of all players
moving first is worth +35 ±20 Elo: 55 % of the points between equals
draws between equals: 8 % (3 % to 17 %)
mcts is better than minimax: 99.7 % likely
forfeits: montecarlo out-of-time 1; random crashed 5, illegal-move 2"""
    )


def test_less_important_columns_are_left_out_in_40_columns_of_ascii():
    assert (
        "\n".join(standings_lines(four(), 40, ASCII))
        == """\
tournament 7: connect-four, round-robin,
  3 rounds, 5m+3s, seed 7
36 games, over

#  player      points  rating
1  mcts          17.0  +231 +-84
2  minimax        8.5   -22 to +120
2  montecarlo     8.5   +13 +-61
4  random         2.0  -391 to -198

cross table: too wide for this window,
  but --markdown and --html have it (4
  players)

ratings: Elo, with 95 % intervals; 0 is
  the mean of all players
moving first is worth +35 +-20 Elo: 55 %
  of the points between equals
draws between equals: 8 % (3 % to 17 %)
mcts is better than minimax: 99.7 %
  likely
forfeits: montecarlo out-of-time 1;
  random crashed 5, illegal-move 2"""
    )


def test_ratings_without_a_bound_and_byes_are_told_in_words():
    told = standings_lines(two(), 80)
    assert "1  perfect      10     10  10  0   0  at least +120      1.5 s" in told
    assert told[-1] == "perfect is better than random: more than 99.9 % likely"
    assert not any("won-drawn-lost" in line for line in told)
    assert standings_lines(byes(), 80)[-1] == "points for byes: alpha 2, gamma 2"
    assert standings_lines(byes(), 80)[1] == "4 games, and more to come"


def test_before_the_first_game_there_is_no_rating_no_time_and_no_cross_table():
    assert standings_lines(unplayed(), 80) == [
        "tournament 7: connect-four, round-robin, 3 rounds, seed 7",
        "0 of 18 games",
        "",
        "#  player  points  games  W  D  L",
        "1  one          0      0  0  0  0",
        "1  two          0      0  0  0  0",
        "1  three        0      0  0  0  0",
    ]


@pytest.mark.parametrize("width", [20, 31, 40, 57, 80, 132, 240])
@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_no_line_is_wider_than_its_window_or_contains_nan(width, sample, signs):
    told = standings_lines(SAMPLES[sample](), width, signs)
    assert max(map(text_width, told)) <= width
    assert all(line.isprintable() for line in told)
    assert not re.search(r"\b(inf|nan|None)\b", " ".join(told))
    assert signs is UNICODE or "".join(told).isascii()


@every_case("width", [40, 80, 240])
@every_case("sample", SAMPLES)
def test_the_lines_of_the_table_are_aligned(width, sample):
    standings = SAMPLES[sample]()
    told = standings_lines(standings, width)
    (top,) = (at for at, line in enumerate(told) if line.lstrip().startswith("#  player"))
    end = text_width(told[top][: told[top].index("points") + len("points")])
    for row, line in zip(standings.rows, told[top + 1 :], strict=False):
        assert line.split()[0] == str(row.place)
        upto = next(line[:at] for at in range(len(line) + 1) if text_width(line[:at]) == end)
        assert float(upto.split()[-1].replace(",", "")) == row.points


@every_case("width", range(20, 60))
def test_no_line_begins_with_the_sign_for_per_cent(width):
    assert not any(line.lstrip().startswith("%") for line in standings_lines(four(), width))


def test_the_cross_table_stands_where_it_fits():
    assert not any("won-drawn-lost" in line for line in standings_lines(many(), 80))
    wide = standings_lines(many(), 240)
    (at,) = (at for at, line in enumerate(wide) if "won-drawn-lost" in line)
    assert wide[at + 1].split() == [letter_of(place) for place in range(24)]
    assert wide[at + 2].split()[-23:] == ["4-1-1"] * 23


@pytest.mark.parametrize("sample", SAMPLES)
def test_drawn_roles_are_known_to_themes_and_the_leader_stands_out(sample):
    roles = {
        span.role for part in (heading, table, cross) for line in part(SAMPLES[sample](), 80, UNICODE) for span in line
    }
    assert {"title", "faint", "strong"} <= roles <= {"", *ROLES}


@pytest.mark.parametrize("sample", SAMPLES)
def test_json_tells_all_that_the_standings_do(sample):
    standings = SAMPLES[sample]()
    found = json.loads(json.dumps(as_json(standings), allow_nan=False))
    assert list(found) == [
        "tournament", "game", "format", "rounds", "seed", "control", "played", "due", "over", "standings", "cross",
        "superior", "advantage", "draws", "champion", "rules", "adjudicated", "shrunk", "sprt",
    ]  # fmt: skip
    assert [line["name"] for line in found["standings"]] == [row.name for row in standings.rows]
    assert found["cross"] == [[list(results) for results in line] for line in standings.cross]
    for row, line in zip(standings.rows, found["standings"], strict=True):
        assert {*line} == {*(field.name for field in fields(StandingsRow)), "seconds_per_move"} - {"seconds"}
        assert line["rating"] == (
            row.rating and {"value": row.rating.value, "low": row.rating.low, "high": row.rating.high}
        )


@pytest.mark.parametrize("sample", SAMPLES)
def test_csv_has_a_row_for_each_player(sample):
    standings = SAMPLES[sample]()
    found = list(csv.DictReader(io.StringIO(as_csv(standings))))
    assert [line["name"].removeprefix("'") for line in found] == [row.name for row in standings.rows]
    assert [float(line["points"]) for line in found] == [row.points for row in standings.rows]
    assert None not in {key for line in found for key in line}
    assert [line["rating_low"] for line in found] == [
        "" if row.rating is None or row.rating.low is None else str(row.rating.low) for row in standings.rows
    ]


def test_csv_of_two():
    assert as_csv(two()) == (
        "place,name,spec,points,games,wins,draws,losses,forfeits,tiebreak,"
        "rating,rating_low,rating_high,seconds_per_move,anchor\n"
        "1,perfect,perfect,10.0,10,10,0,0,0,0.0,,120.2,,1.5,\n"
        "2,random,random,0.0,10,0,0,10,0,0.0,,,-120.2,1e-05,\n"
    )


@pytest.mark.parametrize("name", ["=SUM(A1:A9)", "+1", "-1", "@cmd", "\t=1", "\n=1"])
def test_csv_lets_no_spreadsheet_reckon_a_name(name):
    standings = two()
    first = replace(standings.rows[0], name=name, spec=name)
    (found, _) = csv.DictReader(io.StringIO(as_csv(replace(standings, rows=(first, standings.rows[1]))), newline=""))
    assert (found["name"], found["spec"]) == (f"'{name}", f"'{name}")


def test_the_scale_of_ratings_and_their_groups_are_named():
    wide = " ".join(standings_lines(byes(), 200))
    assert "0 is the mean of those with both bounds" in wide
    standings = four()
    rows = tuple(replace(row, group=row.player // 2) for row in standings.rows)
    told = standings_lines(replace(standings, rows=rows), 200)
    assert "ratings: Elo, with 95 % intervals; 0 is in each group the mean of its players" in told
    said = "ratings compare only among players who met, directly or through others: mcts, minimax; montecarlo, random"
    assert said in told
    assert not any(
        "compare" in line or "ratings" in line
        for line in (*standings_lines(four(), 200)[:-5], *standings_lines(unplayed(), 80))
    )


def test_a_share_of_the_points_stands_beside_an_advantage_that_is_bounded():
    (said,) = (
        line for line in standings_lines(replace(four(), advantage=Estimate(90.0, 20.0, None)), 80) if "first" in line
    )
    assert said == "moving first is worth at least +20 Elo"


def test_markdown_of_four():
    assert (
        as_markdown(four())
        == """\
**tournament 7: connect-four, round-robin, 3 rounds, 5m+3s, seed 7**

36 games, over

| # | player | points | games | W | D | L | forfeits | rating | time/move |
| ---: | :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| 1 | mcts | 17 | 18 | 16 | 2 | 0 | 0 | +231 ±84 | 104 ms |
| 2 | minimax | 8.5 | 18 | 8 | 1 | 9 | 0 | −22 to +120 | 21.1 ms |
| 2 | montecarlo | 8.5 | 18 | 8 | 1 | 9 | 1 | +13 ±61 | 63.4 ms |
| 4 | random | 2 | 18 | 2 | 0 | 16 | 7 | −391 to −198 | 0.04 ms |

|  | won-drawn-lost against | A | B | C | D |
| :--- | :--- | ---: | ---: | ---: | ---: |
| A | mcts |  | 5-1-0 | 5-1-0 | 6-0-0 |
| B | minimax | 0-1-5 |  | 3-0-3 | 5-0-1 |
| C | montecarlo | 0-1-5 | 3-0-3 |  | 5-0-1 |
| D | random | 0-0-6 | 1-0-5 | 1-0-5 |  |

- ratings: Elo, with 95 % intervals; 0 is the mean of all players
- moving first is worth +35 ±20 Elo: 55 % of the points between equals
- draws between equals: 8 % (3 % to 17 %)
- mcts is better than minimax: 99.7 % likely
- forfeits: montecarlo out-of-time 1; random crashed 5, illegal-move 2
"""
    )


@every_case("name", [*HOSTILE, "12. title", "3) title"])
def test_names_are_shown_by_markdown_as_they_are(name):
    cell = f"| name |\n| :--- |\n| {escape_markdown(name)} |\n"
    item = f"- {escape_markdown(name)} is better"
    reader = MarkdownIt("commonmark").enable("table").enable("strikethrough")
    for text, tag, more in ((cell, "td", ""), (item, "li", " is better")):
        page = ElementTree.fromstring(f"<all>{reader.render(text)}</all>")
        (found,) = page.iter(tag)
        assert "".join(found.itertext()).strip() == f"{printable(name)}{more}".strip()
        assert not list(found)


@pytest.mark.parametrize("sample", SAMPLES)
def test_all_lines_of_a_table_in_markdown_have_as_many_cells(sample):
    for part in as_markdown(SAMPLES[sample]()).split("\n\n"):
        if part.startswith("|"):
            assert len({len(re.findall(r"(?<!\\)\|", line)) for line in part.strip().split("\n")}) == 1


class Elements(HTMLParser):
    """A parser that checks a page: elements end in turn, attributes and ids are unique."""

    VOID = {"meta", "br", "img", "link", "input", "hr"}

    def __init__(self, page):
        super().__init__()
        self.open, self.ids, self.references, self.found = [], [], [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        assert len(names) == len(set(names)), self.get_starttag_text()
        self.found.append((tag, dict(attributes)))
        self.ids += [value for name, value in attributes if name == "id"]
        self.references += [each for name, value in attributes if name == "aria-labelledby" for each in value.split()]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def whole_page(page):
    elements = Elements(page)
    assert page.startswith("<!DOCTYPE html>\n")
    assert not elements.open
    assert len(elements.ids) == len(set(elements.ids))
    assert set(elements.references) <= set(elements.ids)
    return elements


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_page_is_whole_and_refers_to_nothing_outside(sample):
    page = as_html(SAMPLES[sample]())
    elements = whole_page(page)
    assert {"script", "img", "link", "iframe", "object", "a"}.isdisjoint(tag for tag, _ in elements.found)
    names = {name for _, attributes in elements.found for name in attributes}
    assert {"src", "href", "style", "onload", "onerror"}.isdisjoint(names)
    (sheet,) = re.findall("<style>(.*?)</style>", page, re.DOTALL)
    assert "url(" not in sheet
    assert "@import" not in sheet
    assert sheet.count("{") == sheet.count("}")


def test_the_chart_has_a_title_and_tells_in_words_what_it_shows():
    svg = ElementTree.fromstring(re.search("<svg class=.chart.*\n</svg>", as_html(two()), re.DOTALL)[0])
    assert svg.get("role") == "img"
    assert svg.findtext("desc") == "From the strongest: perfect at least +120; random at most −120."
    assert [each.findtext("title") for each in svg.iter("g")] == ["perfect: at least +120", "random: at most −120"]


@pytest.mark.parametrize(
    ("estimates", "low", "high", "step"),
    [
        ([around(100, 40), around(-100, 40)], -200, 200, 100),
        ([around(231, 84), Estimate(-285, -391, -198)], -400, 400, 200),
        ([Estimate(None, 120, None), Estimate(None, None, -120)], -200, 200, 100),
        ([Estimate(None, 190, None)], 0, 250, 50),
        ([around(0, 0)], -10, 10, 10),
        ([around(0, 3)], -10, 10, 10),
        ([Estimate(None, 0, None)], 0, 10, 10),
        ([around(5000, 100)], 0, 6000, 2000),
    ],
)
def test_the_axis_has_round_ticks_and_room_for_arrows(estimates, low, high, step):
    found = make_axis(estimates)
    assert (found.low, found.high, found.step) == (low, high, step)
    assert found.ticks == [low + at * step for at in range(int((high - low) / step) + 1)]
    assert found.place(low) == 0
    assert found.place(high) == 100


@pytest.mark.parametrize(
    ("sample", "lead"),
    [
        (four, "<bdi>mcts</bdi> won with 17 points."),
        (many, "<bdi>level:24 of a name that is long</bdi> leads with 103.5 points."),
        (byes, "<bdi>beta</bdi> and <bdi>alpha</bdi> share the first place with 3 points."),
        (unplayed, "No game is finished yet."),
        (SAMPLES["hostile"], "10 players share the first place with 27 points."),
    ],
)
def test_the_page_says_first_who_leads(sample, lead):
    assert f'<p class="lead">{lead}</p>' in as_html(sample())


LIVE = """
import sys, time
sys.path.insert(0, '{tests}')
from dataclasses import replace
from referee.reports.tournament import output as module
from referee.reports.tournament.output import PACE, live_standings
from standings_samples import many
standings = many()
module.SHARE = 1.0  # each drawing counts, however long it takes
print("before", flush=True)
with live_standings() as show:
    for done, line in enumerate(sys.stdin, 1):
        time.sleep(PACE)
        show(lambda rated: replace(standings, played=done), done, 2000)
        if line == "end\\n":
            break
print("that is all")
"""


@pytest.fixture
def board():
    """Show standings of 24 players live in a terminal, and again after each line that is typed."""
    with ExitStack() as stack:

        def start(**options):
            program = LIVE.format(tests=Path(__file__).parents[1] / "helpers")
            terminal = stack.enter_context(Terminal(sys.executable, "-c", program, **options))
            terminal.child.setecho(False)
            terminal.wait_for("before")
            return terminal

        yield start


def drawn_anew(terminal, done):
    terminal.type("\n")
    terminal.wait_for(lambda: re.search(rf"\b{done}/2000 games", terminal.text))


def resized(terminal, columns, rows, reflows):
    """Resize the window; a terminal that reflows wraps long lines anew."""
    told = [line[at : at + columns] for line in terminal.lines for at in range(0, max(len(line), 1), columns)]
    terminal.resize(columns, rows)
    if reflows:
        terminal.stream.feed(b"\x1b[2J\x1b[H" + "\r\n".join(told).encode())


@pytest.mark.parametrize("window", WINDOWS)
def test_live_standings_fit_the_window_and_keep_the_leader(board, window):
    terminal = board(**window)
    drawn_anew(terminal, 1)
    drawn_anew(terminal, 2)
    assert re.search("^tournament 7: othello:size=6", terminal.text, re.MULTILINE)
    assert re.search("^ 1  level:24", terminal.text, re.MULTILINE)
    assert re.search(r"^and \d+ players more$", terminal.text, re.MULTILINE)
    assert terminal.text.count("player ") == 1


@pytest.mark.parametrize("reflows", [True, False])
def test_live_standings_follow_a_window_that_is_resized(board, reflows):
    terminal = board(size=(80, 60))
    drawn_anew(terminal, 1)
    for done, size in enumerate(((60, 60), (100, 58), (70, 58), (101, 60)), 2):
        resized(terminal, *size, reflows)
        drawn_anew(terminal, done)
        assert terminal.text.count("level:24") == terminal.text.count("/2000 games") == 1, str(terminal)
        assert not reflows or "before" in terminal.text


@pytest.mark.parametrize("size", [(40, 12), (60, 5), (80, 4), (40, 3), (40, 2)])
def test_live_standings_stand_in_the_smallest_windows(board, size):
    terminal = board(size=size)
    drawn_anew(terminal, 1)
    drawn_anew(terminal, 2)
    assert ("level:24" in terminal.text) == (size[1] > 3)
    assert terminal.text.count("/2000 games") == 1


def test_nothing_stays_of_live_standings(board):
    terminal = board()
    drawn_anew(terminal, 1)
    assert "level:24" in terminal.text
    terminal.type("end\n")
    assert terminal.exit_status() == 0
    assert terminal.text.removeprefix("before").strip() == "that is all"
    assert terminal.restored


def test_the_cursor_is_given_back_after_ctrl_c(board):
    terminal = board()
    drawn_anew(terminal, 1)
    terminal.type(CTRL_C)
    assert terminal.exit_status() != 0
    assert "KeyboardInterrupt" in terminal.text
    assert "level:24" not in terminal.text
    assert terminal.restored


def test_nothing_stays_of_live_standings_after_the_echo_of_ctrl_c(board):
    terminal = board(size=(80, 90))
    terminal.child.setecho(True)
    drawn_anew(terminal, 1)
    terminal.type(CTRL_C)
    assert terminal.exit_status() != 0
    assert "KeyboardInterrupt" in terminal.text and "tournament 7" not in terminal.text


def test_live_standings_tell_how_a_test_stands():
    tested = replace(four(), rows=four().rows[:2], test=(Sprt(0, 10), Counts(7, 3, 5)))
    told = ["".join(span.text for span in line) for line in crop_table(tested, 79, 24, UNICODE)]
    assert any("LLR" in line and "bounds" in line for line in told)
    assert len(told) < 24 and not told[-1]


def test_the_bar_of_a_test_tells_how_it_stands_and_no_time_left(monkeypatch):
    monkeypatch.setattr(progress, "PACE", -1.0)
    drawn = progress.ProgressBar(10, test=True)
    drawn.state(lambda: "LLR 1.20")
    drawn.tick()
    with drawn.bar.console.capture() as shown:
        drawn.bar.console.print(drawn.bar.get_renderable())
    assert "LLR 1.20" in shown.get() and "left" not in shown.get()


def test_drawings_and_ratings_take_a_small_share_of_the_time(monkeypatch):
    spent = {True: 0.0, False: 0.0}
    drawings = []
    board = module.LiveTable(UNICODE)
    board.live = SimpleNamespace(is_started=True)
    now = 0.0
    monkeypatch.setattr(module, "monotonic", lambda: now)
    monkeypatch.setattr(module, "process_time", lambda: sum(spent.values()))
    monkeypatch.setattr(board, "draw", drawings.append)

    def standings(rated):
        spent[rated] += 0.4 if rated else 0.004
        return rated

    while now < 1000:
        board.show(standings, 1, 2)
        now += 0.01
    assert 0.8 < spent[True] / (module.SHARE * now) < 1.1
    assert 0.8 < spent[False] / (module.SHARE * now) < 1.1
    assert len(drawings) > 2000


@pytest.mark.parametrize("plain", [False, True])
def test_nothing_is_shown_or_computed_if_standard_error_is_no_terminal(capsys, plain):
    def never(rated):
        raise AssertionError(rated)

    with live_standings(plain=plain) as show:
        show(never, 1, 2)
        show(four(), 2, 2)
    assert capsys.readouterr() == ("", "")


@every_case("height", range(2, 31))
def test_cropped_standings_leave_the_bar_its_line(height):
    told = crop_table(many(), 79, height, UNICODE)
    assert len(told) < height
    assert height < 3 or any("level:24" in span.text for line in told for span in line)
    whole = crop_table(replace(many(), rows=many().rows[:2]), 79, height, UNICODE)
    assert len(whole) < height
