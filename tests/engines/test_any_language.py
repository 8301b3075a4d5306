"""The programs on the page docs/any-language.md play, in all languages whose compilers are here, and as the page says.

With the environment variable BOTS=required a language whose compiler is missing fails instead of being skipped.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import games
from referee.batches.plan import Plan
from referee.checking.file import CheckOptions, check_target
from referee.engines import process
from referee.match.clocks import Control
from referee.match.events import How
from referee.running.lasting_players import close_all

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")

DOCS = Path(__file__).parents[2] / "docs"
PAGE, GAME_PAGE = ((DOCS / f"{name}.md").read_text(encoding="utf-8") for name in ("any-language", "any-language-game"))


def programs_of(page):
    """Return the programs of a page by the names of their files."""
    return dict(re.findall(r'^```\w+ title="([\w.]+)"\n(.*?)^```$', page, re.MULTILINE | re.DOTALL))


def shells_of(page):
    """Return the lines of a shell below each program of a page: they compile it, and the last one lets it play."""
    found = re.findall(r'title="([\w.]+)"\n(?:(?!```).*\n)*```\n\n```sh\n((?:(?!```).*\n)*)```', page)
    return {name: lines.splitlines() for name, lines in found}


PROGRAMS, GAME_PROGRAMS = programs_of(PAGE), programs_of(GAME_PAGE)
SHELLS = shells_of(PAGE) | shells_of(GAME_PAGE)
SPECS, GAME_SPECS = (
    {
        name: next(word for word in shlex.split(lines[-1]) if word.startswith(f"{kind}:"))
        for name, lines in shells_of(page).items()
    }
    for kind, page in (("program", PAGE), ("program-game", GAME_PAGE))
)
SPECS["my_bot.py"] = "program:python3 my_bot.py"
GAME_SPECS["chips_game.py"] = "program-game:python3 chips_game.py"
SAME = {
    "chips_game.py": "chips",
    "Chips.java": "chips",
    "TicTacToe.cs": "tic-tac-toe",
    "chocolate.ml": "yucky-chocolate",
}
GAMES = ("tic-tac-toe", "connect-four", "kuhn-poker", "pig:target=20", "hex:size=4")
REFEREE = [sys.executable, "-m", "referee"]


@pytest.fixture(scope="module")
def workshop(tmp_path_factory):
    """Return a folder with all programs of the pages, and a function that compiles one by name, once."""
    folder = tmp_path_factory.mktemp("bots")
    for name, text in (PROGRAMS | GAME_PROGRAMS).items():
        (folder / name).write_text(text, encoding="utf-8")
    built = set()

    def build(name):
        steps = [shlex.split(line) for line in SHELLS.get(name, ["referee"])[:-1]]
        spec = (SPECS | GAME_SPECS)[name]
        command = shlex.split(spec.partition(":")[2].partition(",")[0])[0]
        filters = [shlex.split(step[step.index("-pp") + 1])[0] for step in steps if "-pp" in step]
        for tool in [*(step[0] for step in steps), *filters, *[command] * (not command.startswith("./"))]:
            if not shutil.which(tool):
                (pytest.fail if os.environ.get("BOTS") == "required" else pytest.skip)(f"there is no {tool}")
        for step in [] if name in built else steps:
            subprocess.run(step, cwd=folder, check=True, capture_output=True, timeout=600)
        built.add(name)
        return spec

    return folder, build


@pytest.fixture(autouse=True)
def nobody_waits(workshop, monkeypatch):
    """Work in that folder, and end the programs that wait for further games."""
    monkeypatch.chdir(workshop[0])
    yield
    close_all()


def play(game, spec, number):
    """The moves of a game against random moves, and how it ended."""
    result = Plan(game, (spec, "random"), 1, Control(move=5), swap=True).task(number).result()
    return result.record.moves, result.record.how


def test_the_page_has_a_program_in_each_language():
    assert set(PROGRAMS) == set(SPECS)
    assert {Path(name).suffix for name in PROGRAMS} == {".py", ".java", ".cs", ".c", ".js", ".ml", ".re", ".rs"}
    assert all(text.count("\n") <= 42 for text in (PROGRAMS | GAME_PROGRAMS).values())


def test_the_page_on_games_has_a_program_for_each_course():
    assert set(GAME_PROGRAMS) == set(GAME_SPECS) == set(SAME)
    assert {Path(name).suffix for name in GAME_PROGRAMS} == {".py", ".java", ".cs", ".ml"}


@pytest.mark.parametrize("name", GAME_SPECS)
def test_each_game_keeps_the_laws_is_the_same_as_the_built_in_one_and_is_played(name, workshop):
    spec = workshop[1](name)
    (report,) = check_target(spec, CheckOptions(positions=60, same_as=SAME[name]))
    assert report.passed, report.findings
    assert play(spec, "minimax:nodes=100", 0)[1] == How.PLAYED_OUT.value


def test_the_dialogue_on_the_page_on_games_is_the_real_dialogue(workshop, tmp_path, monkeypatch):
    (shown,) = re.findall(r"^```text\n(.*?)^```$", GAME_PAGE, re.MULTILINE | re.DOTALL)
    file = tmp_path / "said.txt"
    monkeypatch.setenv(process.VARIABLE, str(file))
    game = games.load(f'program-game:"{sys.executable} chips_game.py",chips=7', "2 4 1")
    assert game.score() == -1
    said = [line.split(None, 3)[3].removeprefix("< ") for line in file.read_text().splitlines()]
    for line in shown.splitlines():
        assert line in said


@pytest.mark.parametrize("name", SPECS)
def test_each_program_plays_the_same_games_as_the_one_in_python(name, workshop):
    spec = workshop[1](name)
    for game in GAMES:
        for number in (0, 1):
            found = play(game, spec, number)
            assert found[1] == How.PLAYED_OUT.value
            assert found == play(game, SPECS["my_bot.py"], number)


@pytest.mark.parametrize("spec", ["program:java MyBot.java", "program:ocaml my_bot.ml"])
def test_sources_are_run_as_they_are(spec, workshop):
    if not shutil.which(spec.partition(":")[2].split()[0]):
        pytest.skip("its language is not here")
    assert play("tic-tac-toe", spec, 0) == play("tic-tac-toe", SPECS["my_bot.py"], 0)


@pytest.mark.parametrize("place", [0, 1], ids=["plain", "json"])
def test_the_dialogue_on_the_page_is_the_real_dialogue(place, workshop, tmp_path, monkeypatch):
    shown = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[place]
    spec = [SPECS["my_bot.py"], workshop[1]("json_bot.js")][place]
    file = tmp_path / "said.txt"
    monkeypatch.setenv(process.VARIABLE, str(file))
    list(Plan("tic-tac-toe", (spec, "random"), 1, Control(move=1), opening=()).task(0).match())
    said = [line.split(None, 3)[3].removeprefix("< ") for line in file.read_text().splitlines() if "_bot " in line]
    assert "\n".join(said).startswith(shown.rstrip("\n"))


def test_the_messages_on_the_page_are_the_real_messages(workshop, tmp_path):
    from tests.engines.test_program import AMPLE, SHORT
    from tests.engines.test_program import play as misbehave

    shown = dict(re.findall(r"^\| (.+?) \| `(.+?)`", PAGE.partition("## What can go wrong")[2], re.MULTILINE))
    ends = {words: misbehave(mode, seconds=SHORT if mode == "never-flushes" else AMPLE).why for words, mode in {
        "answers with a move that is not legal": "unknown", "answers with an empty line": "empty-line",
        "does not answer at all": "never-flushes",
    }.items()}  # fmt: skip
    for words, why in ends.items():
        assert why == f"bad_bot {shown[words].replace('1 seconds', f'{SHORT} seconds')}"


def test_a_class_tournament_with_java_beside_python(workshop):
    java = workshop[1]("MyBot.java")
    Path("greedy.py").write_text("def greedy(game):\n    return max(game.moves())\n")
    words = ["tournament", "tic-tac-toe", java, SPECS["my_bot.py"], "./greedy.py", "random", "--workers", "2"]
    done = subprocess.run(
        [*REFEREE, *words, "--time", "30", "--seed", "1", "--json"], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    games = [each for each in found if "moves" in each]
    assert len(games) >= 12 and {each["how"] for each in games} == {"played-out"}
