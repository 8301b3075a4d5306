"""The scripts in benchmarks/: moves in the peers' words, the interval, and that the tables come out, whatever they say."""

import json
import random
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import games

pytest.importorskip("pyspiel")
sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import match
import peers
import search
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


def test_what_came_apart_is_seen():
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


def test_openspiel_draws_checkers_after_forty_plies_without_a_jump_where_ours_goes_on():
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


# R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17, 1998, table I.
@pytest.mark.parametrize(
    ("points", "count", "interval"),
    [(81, 263, (0.2553, 0.3662)), (15, 148, (0.0624, 0.1605)), (0, 20, (0, 0.1611)), (1, 29, (0.0061, 0.1718))],
)
def test_the_interval_is_as_published(points, count, interval):
    assert match.wilson(points, count) == pytest.approx(interval, abs=5e-5)
    other = match.wilson(count - points, count)
    assert other == pytest.approx((1 - interval[1], 1 - interval[0]), abs=5e-5)


def test_of_no_games_nothing_is_known():
    assert match.wilson(0, 0) == (0, 1)


def record(score, end="", seconds=(0.0, 0.0), searches=(0, 0)):
    return match.Record("kalah", "mcts", 0, 0, 9, score, end, list(seconds), list(searches))


def test_a_summary_adds_up_what_was_counted():
    records = [
        record(1.0, seconds=(1.0, 3.0), searches=(4, 6)),
        record(0.5, "their draw", seconds=(2.0, 0.0), searches=(2, 0)),
        record(0.0), record(1.0), record(None, "apart"), record(0.5, "long"),
    ]  # fmt: skip
    row = match.summary(records)
    assert (row["wins"], row["draws"], row["losses"], row["apart"]) == (2, 2, 1, 1)
    assert (row["their_draws"], row["long"]) == (1, 1)
    assert (row["score"], row["seconds"], row["their_seconds"]) == (0.6, 0.5, 0.5)
    assert row["interval"] == pytest.approx(match.wilson(3, 5), abs=1e-4)
    assert match.line(row).split()[:6] == ["kalah", "mcts", "2", "2", "1", "60.0%"]


def test_where_all_came_apart_there_is_no_score():
    row = match.summary([record(None, "apart")])
    assert (row["score"], row["interval"], row["seconds"]) == (None, [0, 1], None)
    assert match.line(row)


def test_a_search_that_ends_early_is_not_timed():
    found = record(1.0)
    found.count(0, 5.0, full=False)
    found.count(1, 0.5, full=True)
    assert (found.seconds, found.searches) == ([0.0, 0.5], [0, 1])


# At the start of connect four; where a win is at hand; where checkers has but one move.
@pytest.mark.parametrize(
    ("name", "texts", "searches"),
    [("connect-four", "", [1, 1]), ("connect-four", "1 2 1 2 1 2", [0, 0]), ("checkers", "11-15 22-18", [0, 0])],
)
def test_searches_are_timed_where_there_was_a_choice_and_nothing_proven(name, texts, searches):
    found, sides = record(1.0), (peers.Lockstep(name), peers.Lockstep(name))
    for both in sides:
        for text in texts.split():
            both.make(both.ours.parse(text))
    match.ours(sides[0], match.players.load("minimax"), 0.01, found)
    match.theirs(sides[1], peers.Bot(1), 0.05, found)
    assert found.searches == searches
    assert [total > 0 for total in found.seconds] == [count > 0 for count in searches]


def test_a_simulation_of_the_bot_is_one_playout():
    state = peers.Lockstep("breakthrough").theirs  # which has no draws: two playouts might be worth 0
    bot = peers.Bot(1)
    assert {bot.search(state, 1).total_reward for _ in range(50)} == {-1, 1}


def test_sides_change_after_each_game():
    first, second = (match.played(match.Plan("kalah", "minimax:depth=1", 0.001, number)) for number in (4, 5))
    assert (first.seat, second.seat) == (0, 1)


def test_the_table_of_matches(capsys):
    search.main("match connect-four --games 2 --time 0.01".split())
    out, progress = capsys.readouterr()
    head, row = out.splitlines()
    wins, draws, losses = map(int, row.split()[2:5])
    assert (head.split()[:2], wins + draws + losses) == (["match", "player"], 2)
    assert [line.partition(":")[0] for line in progress.splitlines()] == ["connect-four 1 of 2", "connect-four 2 of 2"]


def test_each_game_in_json_and_two_at_once(capsys):
    search.main("match c4 --games 2 --time 0.005 --jobs 2 --json --player mcts:c=1".split())
    first, second, row = map(json.loads, capsys.readouterr().out.splitlines())
    assert [first["seat"], second["seat"]] == [0, 1]
    assert first["score"] + second["score"] == row["wins"] + row["draws"] / 2
    assert row["player"] == "mcts:c=1"


def test_the_bot_gets_as_long_as_ours_took_and_never_less_than_its_time(monkeypatch):
    took, given = iter([0.001, 0.3, 0.02] * 100), []

    def ours(both, player, time, record):
        both.make(both.ours.moves()[0])
        return next(took)

    def theirs(both, bot, seconds, record):
        both.make(both.ours.moves()[-1])
        given.append(seconds)

    monkeypatch.setattr(match, "ours", ours)
    monkeypatch.setattr(match, "theirs", theirs)
    match.played(match.Plan("connect-four", "mcts", 0.1, 0))
    assert given[:3] == [0.1, 0.3, 0.1]


@pytest.mark.parametrize("number", [0, 1])
def test_a_game_is_won_by_whoever_wins_it(monkeypatch, number):
    # Ours stacks four in the first column, the other leaves gaps between its own.
    def theirs(both, bot, seconds, record):
        both.make(both.ours.parse("2463"[record.plies // 2]))

    class First:
        def think(self, game, deadline):
            return SimpleNamespace(move=game.parse("1"), proven=False)

    monkeypatch.setattr(match, "theirs", theirs)
    monkeypatch.setattr(match.players, "load", lambda spec, seed: First())
    found = match.played(match.Plan("connect-four", "mcts", 0.1, number))
    assert (found.seat, found.score, found.end) == (number, 1.0, "")


def test_a_game_too_long_is_drawn(monkeypatch):
    monkeypatch.setattr(match, "LONGEST", 6)
    found = match.played(match.Plan("connect-four", "mcts", 0.001, 0))
    assert (found.plies, found.score, found.end) == (6, 0.5, "long")


def test_a_game_that_comes_apart_is_not_counted(monkeypatch):
    monkeypatch.setattr(match, "theirs", lambda both, bot, seconds, record: both.theirs.apply_action(6))
    found = match.played(match.Plan("connect-four", "mcts", 0.001, 1))
    assert (found.plies, found.score, found.end) == (1, None, "apart")


def test_the_table_of_speeds(capsys):
    names = list(speed.TARGETS) if life() == "compiled" else ["connect-four"]  # each search is as large in both lives
    search.main(["speed", *names, "--seconds", "0.05", "--json"])
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


def test_a_peer_that_is_missing_is_said_to_be(monkeypatch, capsys):
    monkeypatch.setattr(peers, "installed", lambda module: None)
    monkeypatch.setattr(speed, "PLAYOUTS", 10)
    search.main("speed connect-four --seconds 0.01".split())
    search.main("match kalah --games 2 --time 0.001".split())
    _, alphabeta, mcts, _, kalah = capsys.readouterr().out.splitlines()
    assert alphabeta.endswith("x 1000  easyAI is missing")
    assert mcts.endswith("x 4  open_spiel is missing")
    assert kalah.endswith("open_spiel is missing")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("speeds", "there is no table 'speeds'; tables: speed, match"),
        (
            "match chess",
            "match has no row 'chess'; rows: connect-four, othello, breakthrough, kalah, checkers, gomoku, hex",
        ),
        ("match go", "match has no row 'go'; rows: connect-four"),
        ("match --time 0", "'0' is not a number above 0"),
        ("match --games -1", "'-1' is not a whole number from 1"),
        ("match --jobs two", "'two' is not a whole number from 1"),
        ("match --player human", "'human' plays no matches here; who does: mcts, minimax, montecarlo"),
        ("match --player mcts:x=1", "mcts has no option 'x'"),
    ],
)
def test_wrong_words_get_one_line(words, complaint, capsys):
    with pytest.raises(SystemExit) as stopped:
        search.main(words.split())
    assert stopped.value.code == 2
    assert complaint in capsys.readouterr().err.splitlines()[-1]
