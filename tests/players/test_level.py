"""The ten levels: their settings, that they play all games to the end, and that higher ones win."""

import json
import math
import random
import sys
import threading
from argparse import Namespace
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest
from plain import HighCard, PlainPig, PlainTicTacToe, Race

import games
import players
from games.base.positions import position_after
from games.pig import Pig
from players.ladder import (
    DEFAULTS,
    GUIDED,
    LADDERS,
    RANDOM,
    ROLLED,
    SAMPLED,
    SEARCHED,
    SKILLED,
    setting_at,
    settings_of,
)
from players.level import HIGHEST, LevelPlayer, choose_setting
from players.optimal import OptimalPlayer
from players.overlooking import estimate_by, noticed_share
from players.search.equilibrium.cfr import PredictiveCfr
from players.search.equilibrium.extensive_form import GameTree
from referee.batches.plan import Plan
from referee.match.events import How
from referee.match.players import player_name
from referee.support.build import life

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import levels
import newcomers
import slips

from tests.helpers.cases import every_case
from tests.helpers.positions import opened

LEVELS = range(1, HIGHEST + 1)
COMPILED = life() == "compiled"
SMALL = [
    "tic-tac-toe", "chips:21", "nim:heaps=1/3/5", "connect-four:5,rows=4,line=3", "hexapawn", "yucky-chocolate:3,columns=3",
    "othello:4", "breakthrough:4,rows=4", "gomoku:5,rows=5,line=4", "kalah:2,seeds=2", "hex:3", "dots-and-boxes:1,columns=2",
    "kuhn-poker", "leduc-poker", "liars-dice", "pig:10",
]  # fmt: skip
LARGE = ["checkers", "backgammon", "gomoku", "othello", "hex"]


def points(game, one, other, count):
    """Return what the first spec wins in `count` games, a win 1, a draw a half; sides are swapped."""
    total = 0
    for number in range(count):
        plan = Plan(game, (one, other), seed=5, swap=True)
        record = plan.task(number).result().record
        assert record.how == How.PLAYED_OUT.value
        total += 0.5 if record.score == 0 else plan.seats(number)[record.score < 0] == 0
    return total


# What they play by.


@pytest.mark.parametrize("kind", [SEARCHED, ROLLED, GUIDED, SAMPLED], ids=["searched", "rolled", "guided", "sampled"])
def test_a_setting_grows_with_its_strength_without_a_jump(kind):
    steps = [kind.at(kind.top * place / 400) for place in range(1, 401)]
    assert steps[-1] == kind.at(kind.top + 1)
    for below, each in pairwise(steps):
        assert below.reach <= each.reach
        assert 0 <= below.blur - each.blur < 0.05
        assert each.overlooks <= below.overlooks
        if each.overlooks:
            assert below.sure < each.sure < below.sure + 0.12
            assert noticed_share(1, each.reach) < noticed_share(1, below.reach) + 0.06
        assert budget(below) <= budget(each) <= 1.1 * budget(below) + 1


def budget(setting):
    player = players.load(setting.spec)
    return getattr(player, "nodes", None) or player.playouts


@pytest.mark.parametrize("kind", [SEARCHED, ROLLED, GUIDED, SAMPLED], ids=["searched", "rolled", "guided", "sampled"])
def test_the_weakest_setting_is_random_and_the_next_hardly_notices_anything(kind):
    assert kind.at(0) == RANDOM
    weakest = kind.at(0.001)
    assert weakest.sure < 0.01
    assert noticed_share(1, weakest.reach) < 0.02


def test_what_is_plain_to_see_is_certain_before_half_of_the_quiet_moves_are_noticed():
    half = next(each for each in (SEARCHED.at(place / 100) for place in range(1, 500)) if each.reach > 1)
    assert half.sure > 0.95


@pytest.mark.parametrize("ladder", [*DEFAULTS.values(), *LADDERS.values()])
def test_the_strengths_of_the_levels_rise(ladder):
    assert list(ladder) == sorted(ladder)
    assert len(ladder) == HIGHEST - 1


def test_a_ladder_is_named_after_the_module_of_a_game_and_stays_below_its_highest_level():
    for module in LADDERS:
        assert import_module(module)
    for spec in ("chess", "backgammon", "go", "nim", "kuhn-poker"):
        settings = settings_of(games.load(spec))
        assert len(settings) == HIGHEST
        assert settings[-1] == setting_at(games.load(spec), 100)
        assert settings[-2] != settings[-1]


@pytest.mark.parametrize(
    ("level", "spec", "found"),
    [
        (10, "pig", "minimax:nodes=5000"),
        (10, "connect-four:8", "minimax:nodes=500000"),
        (10, "liars-dice:dice=2", "mcts:playouts=20000"),
        (10, "liars-dice:sides=2", "cfr"),
        (10, "kuhn-poker", "cfr"),
        (10, "nim", "optimal"),
        (10, "chips:rule=last", "optimal"),
        (10, "chips:rule=even", "mcts:playouts=20000, exact where at most 20,000 positions are left"),
    ],
)
def test_the_kind_of_game_decides_the_setting_of_a_level(level, spec, found):
    game = games.load(spec)
    assert str(choose_setting(level, game)) == found
    player = LevelPlayer(level)
    assert player.spec == ""
    player.begin(game, 0)
    assert player.spec == found


@pytest.mark.skipif(not COMPILED, reason="a tree of 294,883 nodes takes minutes where it is interpreted")
def test_the_highest_level_leaves_next_to_nothing_to_a_best_response_at_liars_dice():
    game, player = games.load("liars-dice"), LevelPlayer(10, seed=1)
    player.begin(game, 0)
    assert player.spec == "cfr:iterations=100"
    judge = PredictiveCfr(GameTree(game))
    rows = player.seated[0].solution.strategy
    judge.adopt([share for key in judge.tree.numbers for _, share in rows[key]])
    assert 0 <= judge.exploitability() < 0.005


def test_a_game_with_dealt_cards_is_left_to_tree_search():
    game = games.load("kuhn-poker")
    assert str(choose_setting(10, game)) == "cfr"
    opened(game)
    assert str(choose_setting(10, game)) == "mcts:playouts=20000"
    assert LevelPlayer(10, seed=1).choose(game.imagine(game.turn, random.Random(1)), math.inf) in game.moves()


# As a player.


def test_a_level_may_be_given_without_its_name():
    assert [players.load(spec).level for spec in ("level", "level:7", "level:level=7", "level:7,seed=3")] == [
        5,
        7,
        7,
        7,
    ]


def test_some_levels_have_words():
    words = [("beginner", 1), ("easy", 2), ("casual", 3), ("club", 5), ("hard", 6), ("expert", 7), ("Master", 10)]
    assert [players.load(word).level for word, _ in words] == [level for _, level in words]
    player = players.load("casual:seed=3")
    assert (player.level, player.random.random()) == (3, random.Random(3).random())
    assert players.CATALOGUE.find("casual") == "level"
    assert list(players.CATALOGUE) == [*players.CATALOGUE.entries]
    with pytest.raises(players.SpecError, match="'casuals'; did you mean casual.*beginner, easy, casual"):
        players.load("casuals")


def test_a_level_that_was_called_by_its_word_is_called_so_with_its_number():
    assert [player_name(spec) for spec in ("casual", "level:3", "level:4", "Club", "level")] == [
        "casual level 3", "level 3", "level 4", "club level 5", "level",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("level:0", "'level:0': level=0 must be a whole number from 1 to 10, or at chess elo=N"),
        ("level:11", "'level:11': level=11 must be a whole number from 1 to 10, or at chess elo=N"),
        ("level:strong", "'level:strong': level=strong must be a whole number from 1 to 10, or at chess elo=N"),
        ("level:7,8", "'level:7,8': level has no option '8' (options: level, elo, seed)"),
    ],
)
def test_an_unknown_level_is_refused_with_the_range(spec, message):
    with pytest.raises(players.SpecError) as caught:
        players.load(spec)
    assert str(caught.value) == message


@pytest.mark.parametrize("level", LEVELS if COMPILED else LEVELS[:6])
@pytest.mark.parametrize("spec", SMALL)
def test_every_level_plays_every_game_to_the_end(spec, level):
    record = Plan(spec, (f"level:{level}", "level:2"), seed=level).task(0).result().record
    assert record.how == How.PLAYED_OUT.value


@pytest.mark.parametrize("spec", LARGE)
def test_low_levels_play_large_games(spec):
    game = opened(games.load(spec))
    for level in LEVELS[:5]:
        assert LevelPlayer(level, seed=1).choose(game.copy(), math.inf) in game.moves()


@pytest.mark.parametrize("kind", [PlainTicTacToe, lambda: Race(5), HighCard], ids=["plain", "dice", "cards"])
@pytest.mark.parametrize("level", [1, 2, 3, 5, 7])
def test_levels_play_games_of_ones_own_even_without_a_begin(kind, level):
    game, rng = kind(), random.Random(1)
    player = LevelPlayer(level, seed=1)
    while game.score() is None:
        if game.turn == -1:
            game.make(rng.choice(game.moves()))
            continue
        move = player.choose(game.imagine(game.turn, rng), math.inf)
        assert move in game.moves()
        game.make(move)


def board_of(*cells):
    game = PlainTicTacToe()
    for cell in cells:
        game.make(cell)
    return game


PLAIN = {
    "a win at once": (lambda: board_of(0, 3, 1, 4), "3"),
    "a threat of one": (lambda: board_of(0, 3, 1), "3"),
    "a free queen": (lambda: games.load("chess:position=6k1/5ppp/8/3q4/8/2N5/5PPP/R5K1 w - - 0 1"), "Nxd5"),
    "a recapture": (lambda: games.load("chess", "e4 d5 Nc3 d4 Nb5 c6 Nxd4".split()), "Qxd4"),
    "a promotion": (lambda: games.load("chess:position=8/P4pk1/6pp/8/8/2N5/5PPP/6K1 w - - 0 1"), "a8=Q"),
    "four in a line": (lambda: games.load("connect-four", "1 7 2 7 3 7".split()), "4"),
}


@every_case("word", PLAIN)
def test_level_three_hardly_ever_misses_what_is_plain_to_see(word):
    (make, best), count = PLAIN[word], 20
    game = make()
    made = [game.text(LevelPlayer(3, seed=seed).choose(game.copy(), math.inf)) for seed in range(count)]
    assert made.count(best) >= 0.75 * count, made


@pytest.mark.parametrize("level", [1, 2, 5] if COMPILED else [1, 2])
def test_the_same_seed_plays_the_same_game(level):
    def texts(seed):
        return Plan("connect-four", (f"level:{level}", f"level:{level}"), seed=seed).task(0).result().record.moves

    assert texts(3) == texts(3)
    assert len({tuple(texts(seed)) for seed in range(6)}) > 1


def test_a_match_of_another_game_is_another_setting():
    player = LevelPlayer(7, seed=1)
    player.choose(games.load("tic-tac-toe"), math.inf)
    assert player.spec == str(settings_of(games.load("tic-tac-toe"))[6])
    player.choose(games.load("nim"), math.inf)
    assert player.spec == str(settings_of(games.load("nim"))[6])


@pytest.mark.skipif(not COMPILED, reason="112 moves of go take a minute where it is interpreted")
@pytest.mark.parametrize("spec", ["go:9", "hex:11"])
def test_casual_begins_with_at_most_a_sixth_of_its_stones_on_the_first_line(spec):
    edge = 0
    for seed in range(4):
        game, seated = games.load(spec), [players.load("casual", seed=2 * seed + seat) for seat in (0, 1)]
        last = len(game.show().rows) - 1
        for _ in range(14):
            move = seated[game.turn].choose(game.copy(), math.inf)
            edge += any({row, column} & {0, last} for row, column in game.cells(move))
            game.make(move)
    assert edge <= 4 * 14 / 6


# What it tells.


def test_a_level_thinks_like_the_player_of_its_setting():
    game = games.load("connect-four")
    thought = LevelPlayer(9).think(game.copy())
    alone = players.load(str(settings_of(game)[8])).think(game.copy())
    assert (thought.move, thought.value, thought.line) == (alone.move, alone.value, alone.line)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_that_overlooks_nothing_judges_by_the_weights_that_come_with_the_program(level):
    game, player = games.load("breakthrough"), LevelPlayer(level)
    player.begin(game, 0)
    judge = getattr(player.seated[0], "judge", None)
    assert (judge is not None and judge.learnt is not None) == (not player.setting.overlooks and level > 1)


def test_a_skilled_level_that_overlooks_moves_judges_as_minimax_does_and_a_weak_one_loads_no_weights():
    game = games.load("breakthrough", ("b2-a3", "g7-h6", "c2-b3"))
    for strength in (SKILLED - 0.1, SKILLED):
        player = LevelPlayer(2)
        player.setting = setting_at(game, strength)
        learnt = player.learnt_for(game)
        assert player.setting.overlooks
        assert (learnt is None) == (player.judge.learnt is None) == (strength < SKILLED)
    nexts = [position_after(game, move) for move in game.moves()]
    assert (
        -min(estimate_by(each, learnt) for each in nexts)
        == players.load("minimax:depth=1,method=minimax").think(game).value
    )


def test_a_weak_level_in_a_game_with_priors_draws_some_of_its_moves_at_random():
    game = games.load("hex:5", tuple("a1 b1 a2 b2 a3 b3 a4 b4".split()))
    won = {}
    for stray in (0.0, 1.0):
        player = LevelPlayer(2, seed=1)
        player.begin(game, 0)
        player.setting = replace(setting_at(game, 3.0), stray=stray, sure=0.0)
        won[stray] = sum(game.text(player.choose(game.copy())) == "a5" for _ in range(20))
    assert won[0.0] > 12
    assert won[1.0] < 5
    assert [setting_at(game, strength).stray for strength in (0.25, 1.0, 2.0)] == [0.75, 0.0, 0.0]


def test_a_random_thought_holds_only_its_move():
    game = games.load("nim")
    thought = LevelPlayer(1, seed=1).think(game)
    assert thought.move in game.moves()
    assert thought.line == (game.text(thought.move),)
    assert math.isnan(thought.value)
    assert thought.candidates == ()


@pytest.mark.parametrize("spec", ["connect-four", "nim"])
def test_a_level_that_overlooks_moves_proves_nothing(spec):
    game = games.load(spec, "4 1 4 1 4 1" if spec == "connect-four" else ())
    for seed in range(20):
        player = LevelPlayer(4, seed=seed)
        move = player.choose(game.copy(), math.inf)
        thought = player.thought
        assert (thought.move, thought.line[0]) == (move, game.text(move))
        assert (thought.proven, thought.distance) == (False, None)
        assert not any(each.proven or each.at_most or each.distance for each in thought.candidates)


def test_a_level_passes_on_its_players_glimpse(monkeypatch):
    shown = threading.Event()

    def choose(self, game, deadline):
        assert player.glimpse() == "so far"
        shown.set()
        return game.moves()[0]

    player = LevelPlayer(10)
    assert player.glimpse() is None
    monkeypatch.setattr(OptimalPlayer, "glimpse", lambda self: "so far", raising=False)
    monkeypatch.setattr(OptimalPlayer, "choose", choose)
    player.choose(games.load("nim"), math.inf)
    assert shown.is_set()
    player = LevelPlayer(1)
    player.choose(games.load("nim"), math.inf)
    assert player.glimpse() is None


# Strength.


@pytest.mark.skipif(not COMPILED, reason="the solver is too slow to be stopped in time")
def test_the_highest_level_has_time_left_for_its_search_where_the_solver_finds_nothing(own_time):
    game, player = games.load("connect-four", tuple("4 4 4 4 4 2 2 2 3".split())), LevelPlayer(HIGHEST)
    player.begin(game.copy(), game.turn)
    began = own_time()
    thought = player.think(game.copy(), began + 0.2)
    assert own_time() - began < 0.5
    assert not thought.proven
    assert thought.depth > 8


@pytest.mark.parametrize(
    ("game", "high", "low"),
    [("connect-four", 3, 1), ("connect-four", 5, 2)]
    + COMPILED * [("connect-four", 7, 4), ("breakthrough", 3, 1), ("kalah", 5, 2), ("kalah", 7, 4)],
)
def test_distant_levels_differ_in_strength(game, high, low):
    count = 20 if COMPILED else 4
    assert points(game, f"level:{high}", f"level:{low}", count) >= 0.75 * count


def test_a_newcomer_scores_less_from_level_to_level_without_a_cliff():
    options = Namespace(games=60, seed=1)
    scores = [newcomers.measured("connect-four", level, options)["score"] for level in range(1, 7)]
    assert scores == pytest.approx([0.92, 0.77, 0.49, 0.21, 0.07, 0.02], abs=0.17)  # by the fit of the levels


@pytest.mark.parametrize(
    ("target", "level"), [*((30, level) for level in (LEVELS if COMPILED else LEVELS[:4])), (0, 1), (0, 2), (0, 4)]
)
def test_no_level_holds_at_pig_with_nothing_rolled(target, level):
    held = []
    for seed in range(3):
        game, rng, player = Pig(target) if target else PlainPig(), random.Random(seed), LevelPlayer(level, seed=seed)
        while game.score() is None:
            if game.turn == -1:
                game.make(rng.choice(game.moves()))
                continue
            move, before = player.choose(game.copy(), math.inf), game.copy()
            game.make(move)
            if game.turn != -1:
                held.append(vars(before)["total"] if isinstance(game, PlainPig) else before.show().heaps[2].count)
    assert held
    assert 0 not in held


def test_four_plies_of_search_beat_level_three():
    assert points("connect-four", "minimax:4", "level:3", 10) >= 8


def test_a_newcomer_to_go_mostly_takes_a_stone_in_the_corner():
    game = games.load("go:9", ["b1", "a1"])
    made = [game.text(newcomers.Newcomer(seed).choose(game.copy())) for seed in range(40)]
    assert made.count("A2") > 20


# The tables of them.


def test_positions_with_a_plain_move_are_found_and_counted(monkeypatch, capsys):
    pairs = slips.situations("tic-tac-toe", 5, 1)
    assert {kind: len(each) for kind, each in pairs.items()} == {"win": 5, "stop": 5}
    for game, moves in pairs["win"]:
        assert {newcomers.won(position_after(game, move), game.turn) for move in moves} == {1}
    for game, moves in pairs["stop"]:
        assert not any(slips.loses_at_once(position_after(game, move), game.turn) for move in moves)
    assert "queen" in slips.situations("chess", 4, 1)
    monkeypatch.setattr(sys, "argv", ["slips.py", "tic-tac-toe", "--games", "5", "--levels", "2", "2"])
    slips.main()
    _, *lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:4] for line in lines] == [["tic-tac-toe", "2", kind, "5"] for kind in ("stop", "win")]


def test_the_table_counts_what_the_upper_level_wins():
    pair = levels.Pair("tic-tac-toe", "level:3", "level:2")
    for score in (1, 1, 0, -1):
        pair.count(score)
    assert (pair.results, pair.points) == ([2, 1, 1], 2.5)
    cards = levels.Pair("leduc-poker", "level:3", "level:2")
    cards.count(13)
    cards.count(-1)
    assert (cards.results, cards.points) == ([1, 0, 1], pytest.approx(1 + 12 / 26))


def test_two_games_of_a_pair_begin_alike_and_the_next_two_mostly_otherwise():
    texts = [levels.opening("connect-four", seed) for seed in range(9)]
    assert texts == [levels.opening("connect-four", seed) for seed in range(9)]
    assert len(set(texts)) > 3
    assert {len(each) for each in texts} == {2}
    assert levels.opening("pig", 1) == levels.opening("kuhn-poker", 1) == ()


def test_the_table_has_a_row_for_each_level_and_the_one_below(monkeypatch, capsys):
    words = ["levels.py", "hexapawn", "kuhn-poker", "--levels", "1", "3", "--games", "4", "--seed", "3"]
    monkeypatch.setattr(sys, "argv", [*words, "--json"])
    levels.main()
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["game"], row["level"]) for row in rows] == [
        ("hexapawn", 2), ("hexapawn", 3), ("kuhn-poker", 2), ("kuhn-poker", 3),
    ]  # fmt: skip
    assert all(row["wins"] + row["draws"] + row["losses"] == 4 for row in rows)
    assert all(row["interval"][0] < row["score"] < row["interval"][1] or row["score"] in (0, 1) for row in rows)
    monkeypatch.setattr(sys, "argv", words)
    levels.main()
    head, *lines = capsys.readouterr().out.splitlines()
    assert {len(line) for line in lines} == {len(head)}
    assert len(lines) == len(rows)


@pytest.mark.parametrize(("words", "said"), [
    (["--levels", "3", "2"], "levels go from 1 to 10, the lower one first"),
    (["--levels", "1", "11"], "levels go from 1 to 10, the lower one first"), (["--games", "0"], "--games from 1"),
    (["shogi"], "there is no game 'shogi'"),
])  # fmt: skip
def test_an_impossible_table_of_levels_is_refused(monkeypatch, capsys, words, said):
    monkeypatch.setattr(sys, "argv", ["levels.py", *words])
    with pytest.raises(SystemExit):
        levels.main()
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("level", [1, 3, 5, 9])
def test_every_level_doubles_and_drops_with_sense(level):
    game = games.load("backgammon:cube=yes", ["1-3", "8/5", "6/5"])
    player = LevelPlayer(level, seed=1)
    player.begin(game, 0)
    planes = list(game.planes)
    assert game.text(player.choose(game, math.inf)) == "roll"
    for white, said in (({4: 4, 3: 4, 0: 7}, ["double"]), ({6: 5, 5: 5, 0: 5}, ["roll"])):
        black = {6: 3, 4: 4, 3: 4, 0: 4}
        planes = [
            sum(1 << point for point, count in side.items() if count >> digit & 1)
            for side in (white, black)
            for digit in range(4)
        ]
        game.planes = planes
        assert game.text(player.choose(game, math.inf)) in said
    game.make(game.parse("double"))
    assert game.text(player.choose(game, math.inf)) == "take"


@pytest.mark.parametrize("level", [1, 9, HIGHEST])
def test_only_the_highest_level_doubles_by_its_own_search(level):
    game, player = games.load("backgammon:cube=yes", ["1-3", "8/5", "6/5"]), LevelPlayer(level, seed=1)
    player.begin(game, 0)
    chooser, _ = player.prepare(game)
    assert (chooser is player.seated[0]) == (level == HIGHEST)
