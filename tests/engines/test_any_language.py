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

from referee.batches.plan import Plan
from referee.engines import process
from referee.match.clocks import Control
from referee.match.events import How
from referee.running.lasting_players import close_waiting

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")

PAGE = (Path(__file__).parents[2] / "docs" / "any-language.md").read_text(encoding="utf-8")
PROGRAMS = dict(re.findall(r'^```\w+ title="([\w.]+)"\n(.*?)^```$', PAGE, re.MULTILINE | re.DOTALL))
# The lines of a shell below each program: they compile it, and the last one lets it play.
SHELLS = {
    name: lines.splitlines()
    for name, lines in re.findall(r'title="([\w.]+)"\n(?:(?!```).*\n)*```\n\n```sh\n((?:(?!```).*\n)*)```', PAGE)
}
SPECS = {
    name: next(word for word in shlex.split(lines[-1]) if word[:8] == "program:") for name, lines in SHELLS.items()
}
SPECS["my_bot.py"] = "program:python3 my_bot.py"
GAMES = ("tic-tac-toe", "connect-four", "kuhn-poker", "pig:target=20", "hex:size=4")
REFEREE = [sys.executable, "-m", "referee"]


@pytest.fixture(scope="module")
def workshop(tmp_path_factory):
    """A folder with all programs of the page; what compiles one of them by name, once."""
    folder = tmp_path_factory.mktemp("bots")
    for name, text in PROGRAMS.items():
        (folder / name).write_text(text, encoding="utf-8")
    built = set()

    def build(name):
        steps = [shlex.split(line) for line in SHELLS.get(name, ["referee"])[:-1]]
        command = shlex.split(SPECS[name].partition(":")[2].partition(",")[0])[0]
        for tool in [step[0] for step in steps] + [command] * (not command.startswith("./")):
            if not shutil.which(tool):
                (pytest.fail if os.environ.get("BOTS") == "required" else pytest.skip)(f"there is no {tool}")
        for step in [] if name in built else steps:
            subprocess.run(step, cwd=folder, check=True, capture_output=True, timeout=600)
        built.add(name)
        return SPECS[name]

    return folder, build


@pytest.fixture(autouse=True)
def nobody_waits(workshop, monkeypatch):
    """Work in that folder, and end the programs that wait for further games."""
    monkeypatch.chdir(workshop[0])
    yield
    close_waiting()


def play(game, spec, number):
    """The moves of a game against random moves, and how it ended."""
    result = Plan(game, (spec, "random"), 1, Control(move=5), swap=True).task(number).result()
    return result.record.moves, result.record.how


def test_the_page_has_a_program_in_each_language():
    assert set(PROGRAMS) == set(SPECS)
    assert {Path(name).suffix for name in PROGRAMS} == {".py", ".java", ".cs", ".c", ".js", ".ml", ".rs"}
    assert all(text.count("\n") <= 35 for text in PROGRAMS.values())


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
