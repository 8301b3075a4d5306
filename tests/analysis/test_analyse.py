"""Positions analysed: what each method says of each move, in a table, in words, live at a terminal, and as JSON."""

import json
import math
import random
import re
from dataclasses import replace
from math import inf
from time import monotonic

import pytest
from plain import Grab, HighCard, PlainTicTacToe, Race  # noqa: F401  # found here by the name of this module
from terminal import CTRL_C, END, SMALL, SPACE, asked, finish, marks
from terminal import referee as referee  # noqa: PLC0414

import games
import players
from games.capabilities import hides_information
from games.game import CHANCE
from games.names.catalogue import SpecError
from games.names.entry import Entry
from players.evaluation import with_evaluation
from players.player import Candidate, Thought
from players.search.alphabeta.expectimax import Expectiminimax
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.table import to_game_score
from players.search.alphabeta.tree import Minimax
from players.search.clock import Clock, hurry, relax
from players.search.values.value_iteration import ValueIteration
from referee.analysis import method_result, methods
from referee.analysis.analysis import Analysis, disputes
from referee.analysis.method_result import Budget, MethodResult, MoveValue
from referee.analysis.methods import METHODS, USUAL, chosen, mcts, method_results
from referee.drawing.glyphs import ASCII, UNICODE
from referee.drawing.number_format import glyphs
from referee.match.events import Asked
from referee.match.record import Heading, Recorder
from referee.reports.analysis.output import as_json
from referee.reports.analysis.text import printed_lines, sentences, verdict, window_lines
from referee.reports.analysis.thought_text import ChanceScale, advice_text, choice_text, standing
from referee.solving.exhaustive import by_search
from referee.solving.outcome_text import value_text
from referee.solving.solve_cache import without_search
from referee.solving.value import Value
from referee.statistics.scoring import FEW
from referee.support.build import life
from referee.table.advice import Advice
from referee.table.prompt_commands import ANALYSED, PromptCommands
from referee.table.scrolling_front import ScrollingFront
from referee.table.spoken_front import SpokenFront
from referee.table.vocabulary import parse
from tests.helpers.cases import every_case

COMPILED = life() == "compiled"
# All games in which nothing is hidden and no chance left, so small that they are solved at once.
OPEN = [
    "tic-tac-toe", "chips:chips=9", "chips:chips=11,rule=last", "nim:heaps=3/4", "nim:heaps=2/3,misere=yes",
    "connect-four:columns=4,rows=3,line=3", "hexapawn", "yucky-chocolate", "othello:size=4",
    "breakthrough:columns=3,rows=4", "gomoku:columns=3,rows=3,line=3", "kalah:pits=2,seeds=2", "hex:size=3,swap=yes",
    "dots-and-boxes:rows=1,columns=2", "tree-game",
]  # fmt: skip
DICE = ["pig:target=6", "backgammon"]
HIDDEN = ["kuhn-poker", "leduc-poker", "liars-dice"]
LARGE = ["checkers", "chess", "go"]
LATER = 3 if COMPILED else 6  # random moves into a game, where it becomes small
EVERY = ("exact", "minimax", "mcts")


def into(spec, seed, moves=LATER):
    """Return a position `moves` random moves from the start, or fewer if the game would end."""
    rng, game = random.Random(f"{spec} {seed}"), games.load(spec)
    for _ in range(moves):
        later = game.copy()
        later.make(rng.choice(later.moves()))
        if later.score() is not None:
            break
        game = later
    return game


def last(game, method, budget=None, spec=""):
    *_, found = METHODS[method](game, budget or Budget(), spec)
    assert found.final
    return found


def analysed(game, *names, budget=None, spec="a game"):
    analysis = Analysis(spec, (), game)
    for found in method_results(game, names or EVERY, budget or Budget(playouts=300, depth=2), spec):
        analysis.update(found)
    return analysis


def text(lines):
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


@pytest.fixture(autouse=True)
def cache(monkeypatch, tmp_path):
    monkeypatch.setenv("REFEREE_CACHE", str(tmp_path))


@pytest.fixture
def said(monkeypatch, command):
    kinds = {"plain-ttt": "PlainTicTacToe", "grab": "Grab", "race": "Race", "high-card": "HighCard"}
    for name, kind in kinds.items():
        monkeypatch.setitem(games.CATALOGUE.entries, name, Entry(__name__, kind))
        monkeypatch.setitem(games.CATALOGUE.names, name.replace("-", ""), name)
    return lambda *words: command(["analyse", *words])


def solved(game):
    """Return each move's score for the seat to move and its distance as `referee solve` finds them, and the value."""
    found = without_search(game) or by_search(game, 16, None, lambda _: None)[0]
    mine = 1 if game.turn == 0 else -1
    return {row["move"]: (mine * row["value"], row["distance"]) for row in found["moves"]}, mine * found["value"]


def test_every_open_game_is_tried():
    tried = {games.CATALOGUE.find(spec) for spec in [*OPEN, *DICE, *HIDDEN, *LARGE]}
    assert tried == set(games.CATALOGUE), "name each game in OPEN, in a size that is solved at once, or in another list"


@pytest.mark.parametrize("spec", OPEN)
def test_exact_values_equal_the_ones_of_solve(spec):
    for seed in range(3):
        game = into(spec, seed)
        moves, value = solved(game)
        found = last(game, "exact")
        assert {each.text: (each.score, each.distance) for each in found.values} == moves
        assert found.bounds == (value, value)
        assert found.values[0].score == value
        assert found.values[0].chance == (math.copysign(1, value) + 1) / 2 if value else 0.5


@every_case("spec", OPEN)
def test_minimax_to_the_end_and_a_tree_that_is_proven_say_the_same(spec):
    for seed in range(2):
        game = into(spec, seed, 2 * LATER)
        moves, _ = solved(game)
        for each in last(game, "minimax", Budget(depth=60)).values:
            score, distance = moves[each.text]
            assert each.score == score
            assert distance is None or each.distance == distance
        for each in last(game, "mcts", Budget(playouts=300)).values:
            if each.proven:
                assert (each.score > 0) - (each.score < 0) == (moves[each.text][0] > 0) - (moves[each.text][0] < 0)


def corners(game):
    weights = (3, 1, 3, 1, 5, 1, 3, 1, 3)
    held = zip(weights, game.cells_taken, strict=True)
    return sum(weight * (1, -1)[seat] for weight, seat in held if seat is not None)


def alone(game, move, search, depth):
    """Return the value of a move by a search of the position after it, and whether it is proven."""
    after = game.copy()
    after.make(move)
    mine = 1 if game.turn == 0 else -1
    if (score := after.score()) is not None:
        return mine * score, True
    found = search(after)
    found.run(depth - 1)
    value, plies = to_game_score(found.score)
    return (value if after.turn == game.turn else -value), plies is not None or found.final


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_every_moves_value_equals_plain_minimax(depth):
    game = with_evaluation(PlainTicTacToe(), corners)
    for move in (4, 0):
        for each in last(game, "minimax", Budget(depth=depth)).values:
            value, sure = alone(game, each.move, lambda after: Minimax(after, Clock()), depth)
            assert (each.score if sure else each.estimate) == value
            assert each.proven == sure
        game.make(move)


@pytest.mark.parametrize(
    "spec", ["connect-four:columns=4,rows=4", "othello:size=6", "kalah:pits=4,seeds=3", "hexapawn"]
)
def test_every_move_has_the_value_of_a_search_of_its_own_that_remembers_nothing(spec):
    for seed in range(2):
        game = into(spec, seed)
        for each in last(game, "minimax", Budget(depth=3)).values:
            value, _ = alone(game, each.move, lambda after: Pvs(after, None, Clock()), 3)
            assert (each.estimate if each.score is None else each.score) == value


def test_a_search_that_takes_many_turns_finds_the_same(monkeypatch):
    game = games.load("connect-four:columns=4,rows=4")
    whole = last(game, "exact")
    monkeypatch.setattr(methods, "TURN", 100)
    monkeypatch.setattr(methods, "LONGER", 1.2)
    found = list(METHODS["exact"](game, Budget(), ""))
    assert len(found) > 2
    assert [each.final for each in found] == [False] * (len(found) - 1) + [True]
    assert found[-1].values == whole.values
    assert found[-1].bounds == whole.bounds == (0, 0)


def test_an_earlier_solution_is_found_again(monkeypatch):
    game, spec = games.load("connect-four:columns=4,rows=4"), "connect-four:columns=4,rows=4"
    monkeypatch.setattr("referee.solving.solve_cache.WORTHWHILE", 0.0)
    first = last(game, "exact", spec=spec)
    monkeypatch.setattr(methods, "Exhaustion", None)
    again = last(game, "exact", spec=spec)
    assert (again.values, again.bounds, again.nodes) == (first.values, first.bounds, first.nodes)


def test_dice_are_averaged_exactly_where_the_game_is_small():
    game = games.load("pig:target=6", ["roll", "3"])
    sweep = ValueIteration(game)
    sweep.run(Clock())
    mine = -1 if game.turn == 1 else 1
    found = last(game, "exact")
    assert {each.text: each.estimate for each in found.values} == pytest.approx(
        {label: mine * value for _, label, value in sweep.moves(game)}
    )
    assert found.values[0].chance == pytest.approx((1 + mine * sweep.value()) / 2)
    assert found.how == "value iteration"


@pytest.mark.parametrize("depth", [1, 2])
def test_with_dice_minimax_averages(depth):
    game = Race()
    game.make(1)
    for each in last(game, "minimax", Budget(depth=depth)).values:
        search = Expectiminimax(game, Clock())
        values = search.each(depth)
        mine = 1 if game.turn == 0 else -1
        assert each.estimate == pytest.approx(mine * values[each.move])


@pytest.mark.parametrize("spec", ["tic-tac-toe", "kalah:pits=3,seeds=3", "pig:target=20"])
def test_the_tree_is_that_of_the_player(spec):
    game = games.load(spec)
    thought = players.load("mcts:playouts=200,seed=5").think(game)
    found = last(game, "mcts", Budget(playouts=200, seed=5))
    expected = {each.move: (each.visits, each.value) for each in thought.candidates}
    assert {each.move: (each.visits, each.chance) for each in found.values} == expected
    assert found.values[0].move == thought.move
    assert found.line == thought.line[: len(found.line)]


@pytest.mark.parametrize("spec", ["tic-tac-toe", "othello", "backgammon", "pig:target=20"])
def test_intervals_hold_their_values_and_stay_within_what_can_be_won(spec):
    game = games.load(spec)
    least, most = (0, 1) if game.stakes == 1 or spec == "othello" else (-game.stakes, game.stakes)
    for playouts in (1, 6, 40, 600):
        for each in last(game, "mcts", Budget(playouts=playouts)).values:
            if each.proven:
                continue
            low, high = each.interval
            assert least <= low <= (each.estimate if each.chance is None else each.chance) <= high <= most
            assert ((low, high) == (least, most)) == (each.visits < FEW)
            written = value_text(each, game.stakes, glyphs(UNICODE))
            assert written.endswith(" (too few)") == (each.visits < FEW)
            assert (value_text(each, game.stakes, glyphs(UNICODE), short=True) == "too few") == (each.visits < FEW)


def test_a_single_playout_puts_nobody_ahead():
    analysis = analysed(games.load("othello"), "mcts", budget=Budget(playouts=1))
    said = "Neither is clearly ahead: White wins 100 % (too few) of games by 1 playout."
    assert verdict(analysis, glyphs(UNICODE)) == said
    assert [each for each in sentences(analysis) if each.endswith("%, too few, 1 playout.")]


@pytest.mark.skipif(not COMPILED, reason="interpreted playouts are fifty times slower")
@pytest.mark.parametrize("spec", ["connect-four", "pig:target=20", "breakthrough"])
def test_intervals_of_shares_hold_over_seeds_as_often_as_they_claim(spec):
    seen = {}
    for seed in range(30):
        for place, each in enumerate(last(games.load(spec), "mcts", Budget(playouts=1000, seed=seed)).values):
            seen.setdefault(each.move, []).append((each, place == 0))
    held = {True: [], False: []}
    for sample in seen.values():
        mean = sum(each.chance for each, _ in sample) / len(sample)
        for each, first in sample:
            if each.visits >= FEW and not each.proven:
                held[first].append(each.interval[0] <= mean <= each.interval[1])
    assert all(sum(each) >= 0.9 * len(each) for each in held.values())


def test_methods_take_turns_and_each_finds_what_it_finds_alone():
    game, budget = games.load("othello:size=6"), Budget(depth=3, playouts=200)
    heard = []
    together = {}
    for found in method_results(game, ("minimax", "mcts"), budget, ""):
        heard.append(found.method)
        together[found.method] = found
    assert len(set(heard[:2])) == 2
    for name, found in together.items():
        assert found.values == last(game, name, budget).values


def test_seconds_end_each_method():
    for name in EVERY:
        found = last(games.load("othello"), name, Budget(seconds=0.05))
        assert found.seconds >= 0.04
        assert found.values or found.how == "not solved within 0.05 seconds"


def test_a_game_too_large_is_shown_as_not_solved(monkeypatch):
    monkeypatch.setattr(method_result, "NODES", 500)
    for spec in ("checkers", "backgammon"):
        found = last(games.load(spec), "exact")
        assert (found.how, found.values) == ("not solved within 500 positions", ())
    assert last(games.load("kuhn-poker", ["J", "Q"]), "exact").how.startswith("not solved: best play is mixed")


def test_methods_are_named():
    assert chosen(["mcts", " Exact"]) == ("exact", "mcts")
    with pytest.raises(SpecError, match=r"^there is no method 'exakt'.*exact.*minimax, mcts"):
        chosen(["exakt"])


def test_the_best_comes_first_and_the_moves_that_are_best_are_marked():
    rows = analysed(games.load("tic-tac-toe", ["5", "1", "9"]), budget=Budget(playouts=50)).rows()
    assert {row.text for row in rows if row.best} == {"3", "7"}
    assert [row.best for row in rows] == [True, True] + [False] * 4
    assert all(set(row.values) == set(EVERY) for row in rows)


def test_moves_that_a_tree_has_proven_lost_come_last_however_often_it_visited_them():
    *_, found = mcts(games.load("tic-tac-toe", "2 5 4 9".split()), Budget(None, None, 20, 0), "tic-tac-toe")
    lost = [each.score == -1 for each in found.values]
    visits = {each.visits for each in found.values[1:]}
    assert lost == sorted(lost) and len(set(lost)) == len(visits) == 2


def result(method, *values, **more):
    return MethodResult(method, "so", values, 1, 1.0, True, **more)


def of_two(*results):
    """Return an analysis of the last two free cells of tic-tac-toe."""
    analysis = Analysis("tic-tac-toe", (), games.load("tic-tac-toe", "5 1 9 3 2 8 4".split()))
    for each in results:
        analysis.update(each)
    return analysis


SIX, SEVEN = MoveValue(move=5, text="6"), MoveValue(move=6, text="7")


def test_methods_that_would_move_otherwise_are_named():
    methods = result("exact", replace(SIX, score=0), replace(SEVEN, score=-1, distance=2))
    agreed = result("minimax", replace(SIX, estimate=3.0), replace(SEVEN, estimate=1.0))
    other = result(
        "mcts", replace(SEVEN, chance=0.7, interval=(0.66, 0.74)), replace(SIX, chance=0.5, interval=(0.46, 0.54))
    )
    vague = result(
        "mcts", replace(SEVEN, chance=0.7, interval=(0.3, 1.0)), replace(SIX, chance=0.5, interval=(0.1, 0.9))
    )
    assert disputes(of_two(methods, agreed, vague)) == []
    ((by, first, trusted),) = disputes(of_two(methods, agreed, other))
    assert (by.method, first.text, trusted.score) == ("mcts", "7", -1)
    table = text(printed_lines(of_two(methods, agreed, other), 80, UNICODE, False))
    assert "They disagree: mcts would play 7, 70 % (66-74); by exact that loses in 2." in table


def test_a_win_whose_end_is_known_comes_before_one_whose_end_is_not():
    unknown, known, slow = (Value(score=1, distance=each) for each in (None, 3, 5))
    assert sorted([unknown, slow, known], key=Value.rank, reverse=True) == [known, slow, unknown]
    lost = [Value(score=-1, distance=each) for each in (6, 2, None)]
    assert sorted(lost, key=Value.rank, reverse=True) == lost
    assert Value(score=2).rank() > known.rank() > Value().rank() > lost[0].rank()


def test_the_soonest_win_that_any_method_has_proven_is_the_best_row_and_begins_the_line():
    methods = result("exact", replace(SIX, score=1), replace(SEVEN, score=1), bounds=(1, 1))
    deeper = result("minimax", replace(SEVEN, score=1, distance=3, line=("7", "6", "1")), replace(SIX, estimate=30.0))
    analysis = of_two(methods, deeper)
    assert [(row.text, row.best) for row in analysis.rows()] == [("7", True), ("6", False)]
    assert analysis.line() == ("7", "6", "1")
    assert disputes(analysis) == []
    assert verdict(analysis, glyphs(UNICODE)) == "O wins in 3 plies with best play."
    found = as_json(analysis)
    assert (found["moves"][0], found["line"]) == ({"move": "7", "best": True}, ["7", "6", "1"])


def test_an_unknown_move_comes_just_before_proven_losses():
    lost = result("minimax", replace(SIX, score=-1, distance=2))
    assert [(row.text, row.best) for row in of_two(lost).rows()] == [("7", True), ("6", False)]
    drawn = result("minimax", replace(SEVEN, score=0))
    assert [row.text for row in of_two(drawn).rows()] == ["7", "6"]


@pytest.mark.skipif(not COMPILED, reason="a million positions take minutes")
def test_in_a_position_of_connect_four_the_win_in_three_is_the_best_move():
    game = games.load("connect-four", "4 1 5 3 4 1 4 4 4 6 1 7 6 6".split())
    analysis = analysed(game, budget=Budget(seed=1), spec="connect-four")
    assert [(row.text, row.best) for row in analysis.rows()][:2] == [("5", True), ("3", False)]
    assert analysis.line() == ("5", "4", "3")
    assert disputes(analysis) == []


def test_moves_that_are_best_alike_are_no_disagreement():
    methods = result("exact", replace(SIX, score=0), replace(SEVEN, score=0))
    other = result("minimax", replace(SEVEN, estimate=3.0), replace(SIX, estimate=1.0))
    assert disputes(of_two(methods, other)) == []


@every_case(
    ("found", "sentence"),
    [
        (result("exact", bounds=(1, 1), distance=7), "O wins in 7 plies with best play."),
        (result("exact", bounds=(-1, -1)), "X wins with best play."),
        (result("exact", bounds=(0, 0)), "A draw with best play."),
        (result("minimax", replace(SIX, score=1, distance=1)), "O wins in 1 ply with best play."),
        (result("mcts", replace(SIX, chance=0.71, interval=(0.69, 0.73))),
         "O is ahead: it wins 71 % (69-73) of games by so."),
        (result("mcts", replace(SIX, chance=0.29, interval=(0.288, 0.293))),
         "X is ahead: it wins 71.0 % (70.7-71.2) of games by so."),
        (result("mcts", replace(SIX, chance=0.51, interval=(0.49, 0.53))),
         "Neither is clearly ahead: O wins 51 % (49-53) of games by so."),
        (result("minimax", replace(SIX, estimate=-12)), "X is ahead: worth +12 to it by minimax, so."),
        (result("minimax", replace(SIX, estimate=0)), "Neither is ahead by minimax, so."),
        (result("exact"), "Nothing is known yet."),
    ],
)  # fmt: skip
def test_who_is_winning_is_told_in_a_sentence(found, sentence):
    assert verdict(of_two(found), glyphs(UNICODE)) == sentence


def test_by_how_much_is_told_where_games_count_that():
    game = games.load("kalah:pits=2,seeds=2")
    found = last(game, "exact")
    winner = game.seats[found.bounds[0] < 0]
    said = verdict(analysed(game, "exact"), glyphs(UNICODE))
    assert re.fullmatch(rf"{winner} wins by {abs(found.bounds[0])} in \d+ plies with best play\.", said)
    by_tree = MethodResult("mcts", "so", (MoveValue(move=0, text="1", score=1, or_more=True),), 1, 1.0)
    analysis = Analysis("kalah", (), game)
    analysis.update(by_tree)
    assert verdict(analysis, glyphs(UNICODE)) == f"{game.seats[game.turn]} wins with best play."


def test_outcomes_of_chance_have_odds_and_the_position_has_their_average():
    analysis = analysed(games.load("pig:target=6", ["roll"]), "exact")
    rows = analysis.rows()
    assert [(row.text, str(row.odds)) for row in rows] == [(str(face), "1/6") for face in range(1, 7)]
    assert not any(row.best for row in rows)
    after = [games.load("pig:target=6", ["roll", str(face)]) for face in range(1, 7)]
    values = []
    for game in after:
        sweep = None if game.score() is not None else ValueIteration(game)
        if sweep:
            sweep.run(Clock())
        values.append(game.score() if sweep is None else sweep.value())
    assert [row.values["exact"].estimate for row in rows] == pytest.approx(values)
    assert analysis.whole(analysis.results["exact"]).estimate == pytest.approx(sum(values) / 6)


SHAPES = [
    ("tic-tac-toe", 2), ("othello:size=6", 2), ("backgammon", 0), ("backgammon", 1), ("kuhn-poker", 2), ("pig", 1),
    ("kalah:pits=3,seeds=2", 0), ("liars-dice", 2),
]  # fmt: skip


@pytest.mark.parametrize(("spec", "moves"), SHAPES)
def test_no_line_is_wider_than_the_window(spec, moves, monkeypatch):
    monkeypatch.setattr(method_result, "NODES", 2000)
    game = into(spec, 1, moves)
    seen = game if game.turn == CHANCE or not hides_information(game) else game.imagine(game.turn, random.Random(0))
    analysis = analysed(seen, budget=Budget(depth=1, playouts=40))
    for width in (20, 30, 40, 60, 80, 120):
        for signs in (UNICODE, ASCII):
            lines = printed_lines(analysis, width, signs, False)
            assert max(len(line) for line in text(lines).split("\n")) <= width
            assert signs is UNICODE or text(lines).isascii()
        for height in (3, 6, 11, 23):
            assert len(window_lines(analysis, width, UNICODE, height)) <= height


def test_in_a_small_window_margins_and_visits_give_way_to_methods():
    analysis = analysed(games.load("othello"), "minimax", "mcts")
    wide, small, tiny = (text(printed_lines(analysis, width, UNICODE, False)).split("\n")[0] for width in (80, 28, 22))
    assert wide.split() == ["move", "minimax,", "2", "plies", "mcts", "visits"]
    assert small.split() == ["move", "minimax", "mcts"]
    assert tiny.split()[:2] == ["move", "minimax"]


def test_only_the_first_of_many_moves_are_shown_by_default():
    analysis = analysed(games.load("gomoku:columns=8,rows=8"), "mcts", budget=Budget(playouts=70))
    short = text(printed_lines(analysis, 80, UNICODE, False, ": with --all or --json")).split("\n")
    assert short.index("and 24 more: with --all or --json") == 41
    assert "and 24 more" in text(printed_lines(analysis, 80, UNICODE)).split("\n")
    assert "more" not in text(printed_lines(analysis, 80, UNICODE, True))


def test_it_prints_the_position_a_row_for_each_move_and_who_is_winning(said):
    status, out, err = said("tic-tac-toe", "--moves", "5 2 1", "--playouts", "100", "--symbols", "unicode")
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert lines[0] == "tic-tac-toe after 5 2 1: O to move"
    assert "│ X │ O │ 3 │" in out
    assert re.fullmatch(r"  move +exact  minimax, \d plies +mcts  visits", lines[10])
    assert re.fullmatch(r"\* 9 +loses in 4 +loses in 4 +loses +\d+", lines[11])
    assert "X wins in 4 plies with best play." in lines
    assert "line  9 4 3 6" in lines or "line  9 3 4 7" in lines


def test_in_json_it_is_one_object_of_all_that_is_known(said):
    status, out, err = said("tic-tac-toe", "--moves", "5 2 1", "--json", "--playouts", "50")
    found = json.loads(out)
    assert (status, err) == (0, "")
    assert list(found) == ["game", "after", "turn", "hidden", "moves", "line", "methods", "verdict"]
    assert (found["game"], found["after"], found["turn"]) == ("tic-tac-toe", ["5", "2", "1"], "O")
    assert found["moves"][0] == {"move": "9", "best": True}
    methods = found["methods"]["exact"]
    assert (methods["bounds"], methods["distance"], methods["final"]) == ([-1, -1], 4, True)
    first = methods["moves"][0]
    assert (first["move"], first["score"], first["distance"], first["chance"]) == ("9", -1, 4, 0.0)
    assert found["methods"]["mcts"]["playouts"] <= 50
    assert found["verdict"] == "X wins in 4 plies with best play."


def test_in_json_outcomes_of_chance_have_their_odds(said):
    found = json.loads(said("race", "--json", "--method", "exact")[1])
    assert (found["turn"], found["line"]) == ("chance", [])
    assert [each["odds"] for each in found["moves"]] == [0.25, 0.25, 0.5]
    assert not any(each["best"] for each in found["moves"])


def untimed(out):
    return re.sub(r"[\d.]+ (s|ms)\b|\"seconds\": [\d.e-]+", "", out)


@pytest.mark.parametrize("words", ["kuhn-poker --moves=J_Q", "backgammon --moves=2-1", "othello:size=6"])
def test_the_same_words_find_the_same(said, words):
    given = [word.replace("_", " ") for word in words.split()]
    given += ["--depth", "1", "--playouts", "60", "--method", "minimax,mcts"]
    one, other = said(*given), said(*given)
    assert one[0] == 0
    assert untimed(one[1]) == untimed(other[1])


def test_hidden_cards_of_the_other_seat_change_nothing(said):
    def values(cards):
        found = json.loads(said("kuhn-poker", "--moves", cards, "--json", "--playouts", "100")[1])
        return {name: each["moves"] for name, each in found["methods"].items()}, found["verdict"]

    assert values("J Q") == values("J K")
    _, out, _ = said("kuhn-poker", "--moves", "J Q", "--playouts", "100")
    assert "Judged by what First can know" in out
    assert "│ Q │" not in out


def test_a_students_own_game_is_analysed(said):
    _, out, _ = said("plain-ttt", "--moves", "5 2 1", "--playouts", "20")
    assert re.search(r"^\* 9 +loses in 4 +loses in 4 ", out, re.MULTILINE)
    _, out, _ = said("grab", "--playouts", "20")
    assert re.search(r"wins by \d+ in \d+ plies with best play", out)
    _, out, _ = said("race", "--moves", "2", "--method", "exact")
    assert re.search(r"wins \d\d\.\d\d % of games with best play, a draw counting half", out)


def test_people_who_listen_hear_a_sentence_for_each_move(said):
    _, out, _ = said("tic-tac-toe", "--moves", "5 2 1", "--playouts", "100", "--plain")
    assert out.isascii()
    assert "Row 1: X on 1, O on 2." in out
    assert re.search(r"^9, best: exact loses in 4; minimax loses in 4; mcts loses, \d+ playouts\.$", out, re.MULTILINE)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["tic-tac-toe", "--moves", "1 4 2 5 3"], "the game is over: three in a line, 1 2 3; there is nothing to analyse"),
        (["tic-tac-toe", "--moves", "1 1"], "move 2 to start with: '1' is not a legal move here: a cross of X stands on 1; legal: 2 to 9"),
        (["tic-tac-toe", "--method", "exact,foo"],
         "there is no method 'foo' (methods: exact, minimax, mcts, first-win)"),
        (["tic-tac-toe", "--depth", "0"],
         "--depth 0 must be a whole number from 1 to 2000, or with --compare a range of them such as 1..8"),
        (["kuhn-poker"], 'chance is to move, which hides what it does; say what in the moves: "J"'),
        (["kuhn-poker", "--moves", "J"], 'chance is to move, which hides what it does; say what in the moves: "J Q"'),
    ],
    ids=["over", "illegal", "method", "depth", "deal", "second deal"],
)  # fmt: skip
def test_an_impossible_analysis_is_refused_in_one_line(said, words, why):
    assert said(*words) == (2, "", f"referee: {why}\n")


def test_the_table_gets_better_in_place_and_ctrl_c_prints_what_is_known(referee):
    terminal = referee("analyse", "othello", "--time", "600", "--method", "minimax,mcts")
    terminal.wait_for(lambda: re.search(r"move +minimax, \d+ plies +mcts +visits", terminal.text))
    assert terminal.screen.cursor.hidden
    seen = terminal.text
    terminal.wait_for(lambda: terminal.text != seen and "visits" in terminal.text)
    terminal.type(CTRL_C)
    assert terminal.exit_status() == 130
    assert terminal.restored
    assert len(re.findall("visits", terminal.text)) == 1
    assert re.search(r"^\* \w\d ", terminal.text, re.MULTILINE)
    assert "stopped" in terminal.said


def test_in_a_small_window_of_ascii_it_is_read_as_well(referee):
    terminal = referee(
        "analyse", "tic-tac-toe", "--moves", "5 1", size=SMALL, environment={"LC_ALL": "C", "NO_COLOR": "1"}
    )
    assert terminal.exit_status() == 0
    assert terminal.output.isascii()
    terminal.wait_for("draw with best play.")
    assert max(map(len, terminal.lines)) <= SMALL[0]
    assert terminal.restored


def thought(even, *candidates):
    return Thought(1, 0.6, False, ("a",), (Candidate(1, "a", 0.6, 9), *candidates), 9, 1, 1.0, even=even)


CARDS, POINTS = ChanceScale(), ChanceScale(stakes=3)


def test_moves_about_as_good_are_named():
    alike = thought(0.5, Candidate(2, "b", 0.62, 8), Candidate(3, "c", 0.59, 7), Candidate(4, "d", 0.9, 0))
    assert advice_text(alike, CARDS, 200) == "a, your chance is about 60 %; b and c are about as good"
    assert advice_text(thought(0.5, Candidate(2, "b", 0.61, 8)), CARDS, 200).endswith("; b is about as good")
    assert advice_text(alike, CARDS, 40) == "a, your chance is about 60 %"


def test_else_the_next_one_is_told():
    behind = thought(0.5, Candidate(2, "b", 0.4, 5), Candidate(3, "c", 0.3, 4), Candidate(4, "d", 0, 9, proven=True))
    assert advice_text(behind, CARDS, 200) == "a, your chance is about 60 %; the next best is b with about 40 %"
    better = thought(0.5, Candidate(2, "b", 0.8, 5), Candidate(3, "c", 0.3, 5))
    assert advice_text(better, CARDS, 200) == "a, your chance is about 60 %; the next best is c with about 30 %"
    lost = thought(0.5, Candidate(4, "d", 0, 9, proven=True), Candidate(5, "e", 0, 9, proven=True))
    assert advice_text(lost, CARDS, 200) == "a, your chance is about 60 %; d and e lose"


def proven(value, distance, *candidates):
    return replace(thought(0.0, *candidates), value=value, proven=True, distance=distance)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (proven(1, 5), "a wins in 5"),
        (proven(1, 1), "a wins at once"),
        (proven(0, None), "a draws with best play"),
        (proven(-1, 4), "every move loses; a lasts longest, 4 plies"),
        (proven(1, 5, Candidate(2, "b", 1, proven=True, distance=7), Candidate(3, "c", 1, proven=True, distance=9)),
         "a wins in 5; c and b win too"),
        (proven(0, None, Candidate(2, "b", 0, proven=True), Candidate(3, "c", -1, proven=True, distance=4)),
         "a draws with best play; b draws too; c loses in 4"),
        (proven(0, None, Candidate(2, "b", -1, at_most=True), Candidate(3, "c", 0, at_most=True)),
         "a draws with best play; b loses"),
    ],
)  # fmt: skip
def test_a_known_end_is_told_in_words(found, said):
    assert advice_text(found, CARDS, 200) == said


def test_no_move_is_called_longest_if_all_lose_by_points():
    said = "every move loses; a is no worse than any other"
    assert advice_text(proven(-2, 4), POINTS, 200) == advice_text(proven(-1, None), CARDS, 200) == said


def test_a_bound_is_never_told():
    bounds = Candidate(2, "b", 16, at_most=True), Candidate(3, "c", -1, at_most=True)
    assert advice_text(thought(0.0, *bounds), CARDS, 200) == "a, your chance is about 80 %"
    estimated = replace(thought(0.0, *bounds), estimated=True)
    assert advice_text(estimated, ChanceScale(slope=0.1), 200) == "a, your chance is about 51 %"


@pytest.mark.parametrize(
    ("value", "said"), [(3.0, "95 %"), (1.0, "73 %"), (0.0, "50 %"), (-1.0, "27 %"), (-3.0, "5 %")],
)  # fmt: skip
def test_an_estimate_is_told_as_a_chance_where_its_scale_is_known(value, said):
    estimated = replace(thought(0.0), value=value, estimated=True)
    assert standing(estimated, ChanceScale(slope=1.0)) == f"your chance is about {said}"
    words = "about even" if not value else "ahead" if value > 0 else "behind"
    assert standing(estimated, ChanceScale()) == f"you seem {words}"


def test_an_average_is_told_as_a_chance_or_in_points():
    average = replace(thought(0.0), value=-0.5)
    assert standing(average, CARDS) == "your chance is about 25 %"
    assert standing(average, POINTS) == "you are behind by about 0.5 points on average"
    assert standing(replace(average, value=0.01), POINTS) == "you are about even on average"


def test_why_is_told_as_an_opinion_and_on_what_it_rests():
    by_tree = replace(thought(0.5, Candidate(2, "b", 0.4, 11)), line=("a", "c"))
    assert choice_text("Level 3", by_tree, CARDS) == (
        "Level 3 chose a after only 20 playouts: it gives itself about 60 %, and expects c"
    )
    searched = replace(thought(0.0), estimated=True, depth=4)
    assert choice_text("Minimax", searched, ChanceScale(slope=0.1)) == (
        "Minimax chose a after looking 4 plies ahead: it gives itself about 51 %"
    )
    assert choice_text("Minimax", proven(1, 5), CARDS) == "Minimax chose a, which wins in 5"


class Slipping:
    """A program whose last move is not the one of its thought."""

    def __init__(self, thought):
        self.thought = thought


def test_a_move_without_a_thought_has_no_reasons():
    game = games.load("tic-tac-toe")
    found = players.load("minimax").think(game.copy())
    asked_for, advice = Asked(game.copy(), 0, player=Slipping(found)), Advice("tic-tac-toe", 1)
    other = next(move for move in game.moves() if move != found.move)
    game.make(found.move)
    assert advice.why(game, "level 3", asked_for, found.move).startswith(f"Level 3 chose {found.line[0]}, which draws")
    assert advice.why(game, "level 3", asked_for, other) == "Level 3 gives no reasons."
    unsure = replace(found, value=math.nan, proven=False)
    assert advice.why(game, "random", replace(asked_for, player=Slipping(unsure))) == "Random gives no reasons."


def test_hint_and_why_tell_the_moves_that_come_next(referee):
    terminal = referee("tic-tac-toe", "human", "mcts:playouts=200", "--seed", "1")
    terminal.wait_for(lambda: terminal.entry.endswith("move:"))
    terminal.enter("5")
    terminal.wait_for(lambda: "MCTS plays" in terminal.said and terminal.entry.endswith("move:"))
    terminal.enter("why")
    terminal.wait_for(
        lambda: re.search(
            r"MCTS chose \d after .*playouts: it gives itself about \d+ %, .*; (the next best is )?\d",
            terminal.said,
        )
    )


@pytest.mark.parametrize("window", [{"size": (80, 24)}, {"size": SMALL, "environment": {"LC_ALL": "C"}}], ids=str)
def test_at_the_prompt_the_table_is_read_in_the_place_of_the_board(referee, window):
    terminal = referee("tic-tac-toe", "human", "human", "--moves", "5 2 1", **window)
    asked(terminal)
    terminal.enter("analyse")
    terminal.wait_for(lambda: "X wins in 4 plies with best play." in terminal.said and not marks(terminal))
    terminal.wait_for(lambda: re.search(r"^\* 9 +loses in 4", terminal.text, re.MULTILINE))
    terminal.type(END)
    terminal.wait_for(lambda: re.search(r"^mcts: [\d,]+ playouts", terminal.text, re.MULTILINE))
    assert max(map(len, terminal.lines)) <= window["size"][0]
    terminal.resize(60, 30)
    terminal.wait_for(lambda: re.search(r"^\* 9 +loses in 4", terminal.text, re.MULTILINE))
    terminal.type(SPACE)
    terminal.wait_for("O to move:")
    assert finish(terminal, "quit") == 0


def test_at_the_prompt_ctrl_c_is_heard_from_the_first_moment_on(referee):
    terminal = referee("gomoku", "human", "human")
    asked(terminal)
    terminal.enter("analyse")
    terminal.wait_for("Looking at each move")
    terminal.type(CTRL_C)
    terminal.wait_for("goes back")
    terminal.type(END)
    terminal.wait_for("exact: not solved yet")


class Writer:
    """A front that keeps what it should compare."""

    keys = gone = by_seat = False

    def __init__(self):
        self.compared = []

    def flip(self):
        return ""

    def compare(self, analysis):
        self.compared.append(analysis)


def at_desk(spec, game, seconds=inf):
    """Return the analysis for a person who types `analyse`."""
    front = Writer()
    desk = PromptCommands(front, Recorder(Heading(spec, ("human", "human"), ("Ann", "Bob"), 1)))
    assert desk.answer(game, parse(game, "analyse"), monotonic() + seconds) == ""
    return front.compared[0]


def test_at_the_prompt_every_method_speaks_and_half_of_the_time_left_is_enough(monkeypatch):
    asked_for = []
    monkeypatch.setattr(
        methods, "method_results", lambda *words: asked_for.append(words[2].seconds) or method_results(*words)
    )
    found = at_desk("tic-tac-toe", games.load("tic-tac-toe", tuple("521")))
    assert list(found.results) == list(USUAL)
    assert at_desk("othello", games.load("othello"), 0.06).rows()
    assert asked_for[0] == ANALYSED / len(USUAL)
    assert 0 < asked_for[1] <= 0.03 / len(USUAL)


def test_the_prompt_reveals_nothing_hidden():
    told = set()
    for other in "JQ":
        found = at_desk("kuhn-poker", games.load("kuhn-poker", ("K", other, "bet")).imagine(1, random.Random(1)))
        told.add((found.after, found.seat, tuple(found.texts.values())))
        assert not [each for each in sentences(found) if f"K {other}" in each]
        assert found.results["exact"].values == ()
    assert told == {((), 1, ("call", "fold"))} or told == {((), 1, ("fold", "call"))}


def test_in_lines_and_by_ear_the_same_is_told_without_the_position(capsys):
    found = analysed(games.load("tic-tac-toe", tuple("521")), *EVERY)
    ScrollingFront(signs=ASCII).compare(found)
    drawn = capsys.readouterr().out
    assert re.search(r"^\* 9 +loses in 4", drawn, re.MULTILINE)
    assert "X wins in 4 plies with best play." in drawn
    SpokenFront().compare(found)
    spoken = capsys.readouterr().out
    assert spoken.startswith("X wins in 4 plies with best play.\nExpected: 9 4 ")
    assert "\n9, best: exact loses in 4; " in spoken
    assert "Row 1" not in spoken


def test_in_a_hurry_methods_say_how_far_they_came_and_no_more():
    for spec in ("othello", "pig:target=50", "leduc-poker"):
        game = games.load(spec, ("Js", "Qs") if spec == "leduc-poker" else ())
        hurry()
        try:
            said = {each.method: each for each in method_results(game, EVERY, Budget(seconds=600), spec)}
        finally:
            relax()
        assert all(each.final or each.method == "exact" for each in said.values())
        assert "600" not in " ".join(each.how for each in said.values())
