"""The scripts in benchmarks/: moves in the peers' words, the interval, and that the tables come out, whatever they say."""

import json
import random
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest

import games

pytest.importorskip("pyspiel")
sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import engine_lane
import mcts_bot
import outsiders
import peers
import speed

from referee.support.build import life


def sign(score):
    return (score > 0) - (score < 0)


@pytest.mark.parametrize("name", peers.ACTIONS)
def test_random_games_stay_in_lockstep_whoever_moves(name):
    rng = random.Random(name)
    for _ in range(8):
        both = peers.Lockstep(name)
        while both.ours.score() is None and not both.parted():
            turns, actions = both.turns(), ()
            assert len(turns) == len(both.ours.moves())
            if rng.random() < 0.5:
                both.make(rng.choice(both.ours.moves()))
                continue
            while actions not in turns:
                assert any(turn[: len(actions)] == actions for turn in turns)
                actions += (rng.choice(both.theirs.legal_actions()),)
                both.theirs.apply_action(actions[-1])
            both.ours.make(turns[actions])
        if name != "checkers" or both.ours.score():  # its draws are others than ours
            assert both.theirs.is_terminal()
            assert sign(both.ours.score()) == both.theirs.returns()[0]


def test_a_jump_of_several_is_as_many_actions_of_the_same_side():
    both = peers.Lockstep("checkers")
    for text in "10-15 24-20 6-10 27-24 9-14 22-17 2-6 17-13 11-16".split():
        both.make(both.ours.parse(text))
    # Squares as 33 less their numbers: 13 to 22 is row 3, column 1 to row 5, column 3 of its board, and on to 31.
    assert both.actions(both.ours, both.ours.parse("20x11x2")) == (
        (3 * 8 + 0) * 8 + 2 * 2 + 1, (5 * 8 + 2) * 8 + 2 * 2 + 1,
    )  # fmt: skip
    both.make(both.ours.parse("20x11x2"))
    assert both.parted() == ""


def test_positions_that_differ_are_noticed():
    both = peers.Lockstep("connect-four")
    assert both.parted() == ""
    both.theirs.apply_action(3)  # the turn is another's
    assert both.parted() == "apart"
    both = peers.Lockstep("othello")
    both.make(both.ours.parse("d3"))
    both.ours.make(both.ours.parse("c3"))
    both.theirs.apply_action(8 * 4 + 2)  # c5: the moves are others
    assert both.parted() == "apart"
    both = peers.Lockstep("connect-four")
    for action in (0, 1, 0, 1, 0, 1, 0):
        both.theirs.apply_action(action)  # the end has come there alone
    assert both.parted() == "apart"


def test_openspiel_alone_draws_checkers_after_forty_plies_without_a_jump():
    rng, seen = random.Random(3), set()
    while len(seen) < 2:
        both = peers.Lockstep("checkers")
        while both.ours.score() is None and not both.parted():
            both.make(rng.choice(both.ours.moves()))
        seen.add(both.parted() if both.ours.score() is None else "")
    assert seen == {"", "their draw"}


def test_a_bot_without_time_makes_a_legal_move():
    state = peers.Lockstep("othello").theirs
    action, proven = peers.Bot(1).choose(state, 1e-9)
    assert action in state.legal_actions()
    assert not proven


def test_a_bot_takes_a_win_at_hand_and_knows_it():
    both = peers.Lockstep("connect-four")
    for text in "1 2 1 2 1 2".split():
        both.make(both.ours.parse(text))
    assert peers.Bot(1).choose(both.theirs, 0.2) == (0, True)


def test_a_simulation_of_the_bot_is_one_playout():
    state = peers.Lockstep("breakthrough").theirs  # which has no draws: two playouts might be worth 0
    bot = peers.Bot(1)
    assert {bot.search(state, 1).total_reward for _ in range(50)} == {-1, 1}


def test_the_table_of_speeds(capsys):
    names = list(speed.TARGETS) if life() == "compiled" else ["connect-four"]  # each search is as large in both lives
    speed.main([*names, "--seconds", "0.05", "--json"])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["game"] for row in rows] == ["connect-four", *names]
    for row in rows:
        assert row["ours"] > 0
        if row["theirs"]:
            assert row["ratio"] == pytest.approx(row["ours"] / row["theirs"], rel=0.02)
    assert all(speed.line(row) for row in rows)


@pytest.mark.parametrize("name", speed.TARGETS)
def test_simulations_are_counted_one_each(name):
    assert speed.simulations(games.load(name), 20)(3) == 60
    state = peers.installed("pyspiel").load_game(speed.PEERS[name]).new_initial_state()
    assert peers.Bot(1).search(state, 20).explore_count == 20


def test_a_missing_peer_is_named(monkeypatch, capsys):
    monkeypatch.setattr(peers, "installed", lambda module: None)
    monkeypatch.setattr(speed, "PLAYOUTS", 10)
    speed.main("connect-four --seconds 0.01".split())
    _, alphabeta, mcts = capsys.readouterr().out.splitlines()
    assert alphabeta.endswith("x 1000  easyAI is missing")
    assert mcts.endswith("x 10  open_spiel is missing")


@pytest.mark.parametrize(
    ("script", "words", "complaint"),
    [
        (speed, "chess", "there is no row 'chess'; rows: connect-four, othello"),
        (speed, "--seconds 0", "'0' is not a number above 0"),
        (outsiders, "draughts", "there is no row 'draughts'; rows: breakthrough/fairy, chess:gardner/fairy"),
        (outsiders, "--games 0", "--games 0 must be at least 2, as both sides are played"),
    ],
)
def test_wrong_words_get_one_line(script, words, complaint, capsys):
    with pytest.raises(SystemExit) as stopped:
        script.main(words.split())
    assert stopped.value.code == 2
    assert complaint in capsys.readouterr().err.splitlines()[-1]


def test_a_match_against_the_bot_is_a_command_of_the_referee(capsys):
    outsiders.main("connect-four/bot --games 2 --time 0.01".split())
    command, head, row, *_ = capsys.readouterr().out.splitlines()
    assert command.startswith("$ referee connect-four level:10 ./benchmarks/mcts_bot.py --openings 1 --time 0.01")
    assert sum(map(int, row.split()[2:5])) == 2 and head.split()[:2] == ["match", "ours"]


def test_a_row_whose_program_is_missing_is_one_line_and_the_others_are_played(capsys, monkeypatch):
    rows = (
        outsiders.Row("nim", "random", "none", "uci:not-there", None),
        outsiders.Row("nim", "mcts", "ours", "random", 1),
    )
    monkeypatch.setattr(outsiders, "ROWS", (*rows, replace(rows[1], opponent="free", limited=False)))
    with pytest.raises(SystemExit, match="1"):
        outsiders.main("--games 2 --time 0.01".split())
    lines = capsys.readouterr().out.splitlines()
    first, second, third = (line for line in lines if line.startswith("$ "))
    assert lines[1].startswith("nim/none: referee: 'uci:not-there': there is no program 'not-there' on the PATH")
    assert re.search("  # commit ([0-9a-f]{7,}(-dirty)?|unknown)$", first) and lines[4].startswith("nim/ours")
    assert " --time 0.01 " in second and " --time " not in third and " mcts:time=0.01 " in third


def test_draws_that_openspiel_alone_sees_count_for_nobody():
    row = outsiders.ROWS[0]
    stats = {
        "counts": {"wins": 3, "draws": 1, "losses": 1}, "elo": {"value": 100.0, "low": 0.0, "high": None},
        "score": {"value": 0.7, "low": 0.4, "high": 0.9}, "margin": {"value": 0.4, "low": -1.0, "high": 1.0},
    }  # fmt: skip
    records = [{"why": f"MctsBot crashed: RuntimeError: {outsiders.DRAWN}"}, *[{"why": "no move left"}] * 4]
    words = outsiders.line_of(row, records, {"stats": stats}).split()
    assert words[2:6] == ["2", "1", "1", "62.5%"] and words[-2:] == ["50%", "1"]
    assert outsiders.line_of(row, records[1:], {"stats": stats}).split()[2:6] == ["3", "1", "1", "70.0%"]


def test_the_bot_forfeits_if_openspiel_has_ended_the_game():
    rng = random.Random(3)
    while True:
        bot, game = mcts_bot.MctsBot(), games.load("checkers")
        bot.begin(game.copy(), 0)
        while game.score() is None and not bot.both.parted():
            move = rng.choice(game.moves())
            bot.heard(game.text(move), game.turn)
            game.make(move)
        if game.score() is None:
            break
    with pytest.raises(RuntimeError, match=mcts_bot.DRAWN):
        bot.choose(game, monotonic() + 0.01)
    bot.heard(game.text(game.moves()[0]), game.turn)  # it hears on, and does not care


def test_the_bot_makes_moves_of_several_jumps():
    bot, game = mcts_bot.MctsBot(), games.load("checkers")
    bot.begin(game.copy(), 0)
    for text in "10-15 24-20 6-10 27-24 9-14 22-17 2-6 17-13 11-16".split():
        bot.heard(text, game.turn)
        game.make(game.parse(text))
    assert bot.choose(game, monotonic() + 0.01) in game.moves()


@pytest.mark.skipif(shutil.which("cc") is None, reason="its source is compiled by cc")
def test_the_engine_that_answers_at_once_plays_its_game(tmp_path, monkeypatch):
    monkeypatch.setattr(engine_lane, "long_game", lambda: ["e2e4", "e7e5", "g1f3"])
    asked = "position startpos moves e2e4 e7e5\ngo wtime 1000\nquit\n"
    said = subprocess.run([engine_lane.build(tmp_path)], input=asked, capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[-1] == "bestmove g1f3"
