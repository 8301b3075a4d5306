"""What docs/experiments.md says is so: each of its commands prints what stands below it.

`python -m tests.docs.test_experiments_page` writes what they print into it anew after a change that is meant.
"""

import json
import re
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

from referee import cli
from referee.batches import results
from referee.match import match
from referee.match.events import FORFEITS
from referee.match.record import ADDED
from referee.reports.tournament.output import REQUIRED
from referee.statistics.counts import Counts
from referee.statistics.scoring import Estimate, difference, expected, interval
from referee.support.build import life
from referee.running.sandbox.guard import LIMITS
from referee.tournaments import entrants, journal, plan, schedule
from referee.tournaments.schedule import FORMATS
from tests.docs.test_pages import DOCS, played, rows, shell, steady

PAGE = DOCS / "experiments.md"
TEXT = PAGE.read_text(encoding="utf-8")
SHOWN = re.compile(r"^```\n(\$ .*?)```\n", re.DOTALL | re.MULTILINE)
PROGRAM = re.compile(r"^```python\n(.*?)```\n", re.DOTALL | re.MULTILINE)
SECTIONS = {part.partition("\n")[0]: SHOWN.findall(part) for part in TEXT.split("\n## ")[1:]}
LONG = {"Is A better than B?", "Stop when it is clear", "Games that are decided"}  # to be played interpreted
GAME = re.compile(r"game \d+: winner = ")
MANY, FIRST = 5, 2  # lines of games that are shown in full; of more than that, so many and the last

pytestmark = pytest.mark.skipif(not shutil.which("bash"), reason="the page is for shells")


def room(folder):
    """A shell with the player of the page; where it prints many games, dots stand in the place of most."""
    _, printed = shell(Path(folder), {"corners.py": program("## A program of your own")})
    return lambda *words: "".join(f"{line}\n" for line in shortened(printed(*words).splitlines()))


def program(after):
    return PROGRAM.search(TEXT, TEXT.index(after))[1]


def shortened(lines):
    """The lines, with dots in the place of most of the games where there are many."""
    games = [at for at, line in enumerate(lines) if GAME.match(line)]
    if len(games) <= MANY or games[-1] - games[0] != len(games) - 1:
        return lines
    return [*lines[: games[FIRST]], "...", *lines[games[-1] :]]


def words(cell):
    return re.findall(r"`([^`]+)`", cell)


def keys(head):
    """All keys that a table names, and of each the words that are told of it."""
    return {key: words(row[1]) for row in rows("experiments", head) for key in words(row[0])}


@pytest.mark.parametrize("section", [title for title, blocks in SECTIONS.items() if blocks])
def test_commands_print_what_stands_below_them(section, tmp_path):
    if section in LONG and life() != "compiled":
        pytest.skip("the openings take long so")
    printed = room(tmp_path)
    for block in SECTIONS[section]:
        assert steady(played(block, printed)) == steady(block)


def test_the_program_that_reads_json_prints_what_the_page_says(tmp_path):
    (said,) = re.findall(r"^prints `(.*?)`\.", TEXT, re.MULTILINE)
    assert room(tmp_path)(sys.executable, "-c", program("With `--json` each game")) == f"{said}\n"


def test_json_has_exactly_the_documented_keys(tmp_path):
    printed = room(tmp_path)
    batch = "referee ./corners.py random -g 2 --swap --seed 1 --json --stats --sprt 0,10 2>/dev/null"
    record, *_, last = map(json.loads, printed("bash", "-c", batch).splitlines())
    summary = last["summary"]
    assert {*record, *ADDED} == set(keys("| key of a record | |"))
    assert set(summary) == set(keys("| key of `summary` | |"))
    assert set(summary["sprt"]) < set(keys("| key of `summary` | |")["sprt"])
    told = keys("| key of `stats` | of the player named first |")
    assert set(summary["stats"]) == set(told)
    for key in ("counts", "pairs", "variance_form", "moves_per_game"):
        assert set(summary["stats"][key]) == set(told[key])
    cup = "referee tournament ./corners.py random --json 2>/dev/null | tail -1"
    standings = json.loads(printed("bash", "-c", cup))["standings"]
    assert set(standings) == set(keys("| key of `standings` | |"))
    assert all(set(row) == set(keys("| key of a player | |")) for row in standings["standings"])
    for estimate in (summary["stats"]["score"], standings["standings"][0]["rating"]):
        assert set(estimate) == set(Estimate.__dataclass_fields__)


def test_every_way_to_forfeit_is_documented():
    assert {cell.strip("`") for cell, *_ in rows("experiments", "| how | what it did | found out |")} == {
        how.value for how in FORFEITS
    }


def test_every_format_is_documented_with_its_rounds():
    told = {
        words(cell)[0]: rounds
        for cell, _, rounds in rows("experiments", "| `--format` | who meets whom | `--rounds` |")
    }
    assert set(told) == set(FORMATS)
    for name, rounds in told.items():
        least = min(FORMATS[name].rounds(players) for players in range(4, 40))
        assert rounds.split()[-1] == str(least)


def test_values_for_requirements_are_documented():
    assert [words(cell) for _, cell in rows("experiments", "| values | |")] == [list(results.REQUIRED), list(REQUIRED)]


def test_the_meaning_of_elo_is_right():
    for elo, score in rows("experiments", "| Elo | expected score |"):
        assert score == f"{100 * expected(float(elo)):.1f} %"
    for games, spread in rows("experiments", "| games | interval, in Elo |"):
        half = int(games) // 2
        assert spread == f"± {difference(interval(Counts(half, 0, half))).high:.0f}"


def test_documented_limits_are_right():
    text = " ".join(TEXT.split())
    for said in (
        f"{LIMITS.memory} MB beside",
        f"{plan.MOST:,} unless",
        f"but {entrants.LONGEST} at most",
        f"`{journal.NAME}`",
    ):
        assert said in text, said
    assert (match.GRACE, LIMITS.seconds, LIMITS.output, schedule.EXTRA) == (0.25, 60.0, 1_000_000, 3)
    for said in ("a quarter of a second", "a minute for a move", "a million bytes of output", "by three more pairs"):
        assert said in text, said


def test_documented_options_exist():
    known = {flag for command in cli.referee.commands.values() for option in command.params for flag in option.opts}
    assert set(re.findall(r"--[a-z]+", re.sub(r"`pip [^`]*`", "", TEXT))) <= known


if __name__ == "__main__":
    for blocks in SECTIONS.values():
        with tempfile.TemporaryDirectory() as folder:
            printed = room(folder)
            for block in blocks:
                now = played(block, printed)
                text = PAGE.read_text(encoding="utf-8")
                PAGE.write_text(text.replace(f"```\n{block}```", f"```\n{now}```"), encoding="utf-8")
