"""Reviews in which a program from outside judges what is not proven."""

import json
from math import inf

import pytest
from click.testing import CliRunner

import referee
from games.base.spec_error import SpecError
from games.game import CHANCE
from referee.__main__ import main
from referee.cli import referee as command
from referee.engines.judge import EngineJudge
from tests.engines.fakes import processes
from tests.engines.test_judge import FAKE, GNUBG, spec_of

GAME = "e4 e5 Qh5 Nc6 Qxe5 Nxe5"
# What the program says of each position, to the seat to move: of the moves of the game, and of the better ones.
SAID = (
    ": cp 30 pv e2e4 e7e5",
    "e2e4: cp -30 pv e7e5",
    "e2e4 e7e5: cp 30 pv g1f3",
    "e2e4 e7e5 g1f3: cp -30 pv b8c6",
    "e2e4 e7e5 d1h5: cp -10 pv b8c6",
    "e2e4 e7e5 d1h5 b8c6: cp 10 pv f1c4 g7g6",
    "e2e4 e7e5 d1h5 b8c6 h5e5: cp 900 pv c6e5 d2d4",
    "e2e4 e7e5 d1h5 b8c6 h5e5 c6e5: cp -900 pv d2d4",
    "e2e4 e7e5 d1h5 b8c6 f1c4: cp -10 pv g7g6 h5f3",
)
WORDS = "judges", *SAID


def test_a_program_judges_a_review_and_is_named():
    found = referee.review("chess", GAME, judge=spec_of(*WORDS), nodes=100)
    told = found.as_dict()
    lost = told["moves"][4]
    assert lost["grade"] in ("mistake", "blunder") and lost["better"] == "Bc4" and lost["proven"] is False
    assert lost["after"]["line"] == ("Nxe5", "d4") and lost["after"]["how"].endswith(", depth 9")
    assert [each["grade"] for each in told["moves"] if each["number"] != 5] == ["best", "best", "good", "best", "best"]
    assert told["judge"] == "fake_uci" and f"{found}".rstrip().endswith("all is judged by fake_uci.")
    assert not processes(FAKE.command(*WORDS))


def test_the_command_takes_a_judge():
    words = ["review", "chess", "--moves", GAME, "--judge", spec_of(*WORDS), "--nodes", "100", "--json"]
    done = CliRunner().invoke(command, words)
    assert done.exit_code == 0 and json.loads(done.stdout)["judge"] == "fake_uci"


def test_our_own_searches_judge_without_a_judge():
    assert referee.review("chess", "e4", nodes=100).as_dict()["judge"] is None


def test_what_is_no_program_from_outside_is_no_judge():
    with pytest.raises(SpecError, match="judge='minimax' must be none, or a program from outside"):
        referee.review("chess", GAME, judge="minimax")
    done = CliRunner().invoke(command, ["review", "chess", "--moves", GAME, "--judge", "minimax"])
    assert done.exit_code == 2 and "--judge minimax must be none, or a program from outside" in done.output


def test_a_judge_that_fails_ends_the_command_with_a_line(capsys):
    with pytest.raises(SystemExit) as exit:
        main(["review", "chess", "--moves", GAME, "--judge", spec_of("exits 3 while thinking"), "--nodes", "100"])
    said = capsys.readouterr().err
    assert exit.value.code == 2 and said.count("\n") == 1 and "ended its process with exit status 3" in said


def test_what_was_judged_before_a_judge_failed_is_printed(capsys):
    words = "judges", *(each for each in SAID if not each.startswith("e2e4 e7e5:"))
    with pytest.raises(SystemExit) as exit:
        main(["review", "chess", "--moves", GAME, "--judge", spec_of(*words), "--nodes", "100"])
    said = capsys.readouterr()
    assert "3. Qxe5+ ~??" in said.out
    assert exit.value.code == 2 and said.err.count("\n") == 1 and "ended its process with exit status 1" in said.err
    assert not processes(FAKE.command(*words))


def test_a_judge_of_dice_hears_how_long_it_may_think(monkeypatch):
    heard = []
    ask = EngineJudge.believed

    def believed(judge, game, path, deadline=inf):
        heard.append((game.turn, deadline))
        return ask(judge, game, path, deadline)

    monkeypatch.setattr(EngineJudge, "believed", believed)
    referee.review("backgammon", "3-1 8/5 6/5 2-1", judge=GNUBG, nodes=100, seconds=60)
    assert CHANCE in {turn for turn, _ in heard}
    assert inf not in {deadline for _, deadline in heard}


def test_gnu_backgammon_judges_the_moves_of_dice():
    told = referee.review("backgammon", "3-1 8/5 6/5 2-1", judge=GNUBG, nodes=100).as_dict()
    rolled, first, second, last = told["moves"]
    assert [each["grade"] for each in told["moves"]] == [None, "best", "best", None]
    chances = [each["after"]["chance"] for each in (first, second, last)]
    assert chances == pytest.approx(
        [(1 - 0.8 / 3) / 2] * 2 + [(1 + 0.8 / 3) / 2]
    )  # after both turns the other side rolls
    assert rolled["after"]["how"].startswith("fake_gnubg, ") and told["judge"] == "fake_gnubg"
