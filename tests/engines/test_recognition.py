"""Programs that speak another protocol than the one that was named: one line says which."""

import json
import sys
from pathlib import Path

import pytest

import games
from games.names.catalogue import SpecError
from referee.engines import engine, recognition, xboard
from referee.engines.judge import open_judge
from referee.engines.recognition import find_protocol
from referee.engines.uci import UciPlayer
from referee.running.game_task import check_player
from tests.engines.fakes import AMPLE

COMMANDS = {
    name: f"{sys.executable} {Path(__file__).with_name(f'fake_{name}.py')} plays" for name in ("uci", "xboard", "gtp")
}
TITLES = {"uci": "UCI", "xboard": "XBoard's protocol", "gtp": "GTP"}


@pytest.fixture(autouse=True)
def _patience(monkeypatch):
    """Suspect a program at once, and let it take its time to answer to the right greeting."""
    find_protocol.cache_clear()
    monkeypatch.setattr(engine, "SUSPICIOUS", 0.0)
    monkeypatch.setattr(xboard, "GREETING", 0.5)
    monkeypatch.setattr(recognition, "GREETED", AMPLE)


@pytest.mark.parametrize(("named", "spoken"), [
    ("xboard", "uci"), ("gtp", "uci"), ("program", "uci"), ("uci", "xboard"), ("uci", "gtp"),
])  # fmt: skip
def test_a_program_is_told_by_its_answer_to_another_greeting(named, spoken):
    command = COMMANDS[spoken] + (" 'speaks first'" if named == "program" else "")
    with pytest.raises(SpecError) as refused:
        check_player(f'{named}:"{command}"', "go:size=5" if named == "gtp" else "chess")
    assert str(refused.value).endswith(f'speaks {TITLES[spoken]}: write {spoken}:"{command}"')
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("script", "timeout", "words"), [
    ("print('usage: fish FILE'); exit(2)", AMPLE, "ended its process with exit status 2; it said last 'usage: fish FILE'"),
    ("print('1) play  2) quit')\nwhile input(): pass", 0.5, "did not say uciok within 0.5 seconds"),
])  # fmt: skip
def test_a_program_that_speaks_no_protocol_is_quoted_as_before(script, timeout, words, monkeypatch, tmp_path):
    monkeypatch.setattr(recognition, "GREETED", 0.2)
    (tmp_path / "fish.py").write_text(script)
    with pytest.raises(SpecError) as refused:
        check_player(f"uci:{sys.executable} {tmp_path / 'fish.py'},timeout={timeout}", "chess")
    assert words in str(refused.value) and ": write" not in str(refused.value)


@pytest.mark.parametrize("kind", ["uci", "gtp"])
def test_it_is_said_that_a_silent_program_is_waited_for(kind, monkeypatch, capsys):
    monkeypatch.setattr(recognition, "GREETED", 0.05)
    with pytest.raises(SpecError, match="within 0.5 seconds; it said nothing"):
        check_player(f"{kind}:sleep 1000,timeout=0.5", "chess" if kind == "uci" else "go")
    assert capsys.readouterr().err == "sleep does not answer yet; it has 0.5 seconds\n"


def test_a_judge_is_recognised_too():
    with (
        pytest.raises(SpecError, match="speaks UCI: write uci:"),
        open_judge(f"gtp:{COMMANDS['uci']}", games.load("go"), 1),
    ):
        pass


def test_a_game_is_not_held_up_by_other_greetings(monkeypatch):
    monkeypatch.setattr(recognition, "answers", lambda _: pytest.fail("a program was started"))
    player = UciPlayer(COMMANDS["uci"])
    player.check_protocol()


def test_a_silent_program_is_recognised_when_it_loses(command):
    spec = f'program:"{COMMANDS["uci"]}"'
    line = command(["-g", "1", "--json", "--workers", "1", "--time", "0.3", "chess", spec, "random"])[1]
    assert f'it said nothing; it speaks UCI: write uci:"{COMMANDS["uci"]}"' in json.loads(line.splitlines()[0])["why"]
