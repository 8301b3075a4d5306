"""The facts of games: what is counted, compared with numbers of others; what games say; and how all of it is shown."""

import json
import math
import os
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from plain import HighCard, PlainTicTacToe, Race
from reference import leaves
from terminal import CTRL_C, referee  # noqa: F401  # a fixture

import games
from games.perft import perft
from players.search.clock import Clock
from referee.drawing.glyphs import ASCII, UNICODE
from referee.facts import sample, survey
from referee.facts.count_states import count_states
from referee.facts.facts import PUBLISHED, Kind, published_facts, read_rules
from referee.facts.survey import find_value
from referee.reports import facts as text
from referee.running.run_options import RunOptions
from referee.statistics.scoring import Estimate, mean
from tests.helpers.cases import every_case

MOST = 20_000  # positions
PLAIN = f"{Path(__file__).parents[1] / 'helpers' / 'plain.py'}"


def counted(game, most=MOST):
    return count_states(game, most, math.inf, lambda _found: None)


def survey_of(spec, seed=1, workers=1, **wish):
    return survey.Survey(survey.SurveyOptions(spec, seed, RunOptions(workers), **wish))


def found(spec, **wish):
    work = survey_of(spec, **wish)
    work.run(lambda _said, _share: None)
    return work.facts()


def played_at_random(spec, **wish):
    work = survey_of(spec, **wish)
    work.play(survey.RANDOM, work.at_random, 1.0, lambda _said, _share: None)
    return work


def texts(lines):
    return ["".join(span.text for span in line) for line in lines]


@pytest.fixture(scope="module")
def facts():
    return found("tic-tac-toe", games=12)


def random_play(game, known):
    """Return the probabilities of the three results of random play; `known` is a cache by keys."""
    key, score = (game.turn, game.key()), game.score()
    if score is not None:
        return [Fraction(score > 0), Fraction(score == 0), Fraction(score < 0)]
    if key not in known:
        moves = game.moves()
        twins = [game.copy() for _ in moves]
        for twin, move in zip(twins, moves, strict=True):
            twin.make(move)
        rows = [random_play(twin, known) for twin in twins]
        known[key] = [sum(column) / len(moves) for column in zip(*rows, strict=True)]
    return known[key]


@pytest.mark.parametrize("game", [games.load("tic-tac-toe"), PlainTicTacToe()], ids=["built-in", "plain"])
def test_tic_tac_toe_has_5478_positions_and_255168_games(game):
    # 255,168: OEIS A061221; 5,478: OpenSpiel, tic_tac_toe.h, kNumberStates.
    census = counted(game)
    assert census.whole
    assert (census.positions, census.narrowest, census.widest) == (5_478, 1, 9)
    tree = census.tree
    assert (tree.games, tree.nodes, tree.shortest, tree.longest) == (255_168, 549_946, 5, 9)
    assert tree.decisions == 549_946 - 255_168
    assert tree.branching == pytest.approx(549_945 / (549_946 - 255_168))
    assert tree.value == 0


def test_the_branching_at_each_ply_is_that_of_the_tree():
    assert counted(games.load("tree-game:3-4/(1-2-3)-5-6")).widths == (2, 2.5, 3)


def test_at_random_the_first_wins_58_5_of_100_games_of_tic_tac_toe_and_the_second_28_8():
    exact = Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420)
    assert random_play(PlainTicTacToe(), {}) == list(exact)
    assert counted(games.load("tic-tac-toe")).tree.chances[:3] == pytest.approx([float(share) for share in exact])


def test_the_nodes_of_a_tree_are_the_start_and_all_sequences_of_moves():
    game = games.load("chips:chips=9")
    tree = counted(game).tree
    assert tree.nodes == 1 + sum(perft(game, plies) for plies in range(1, tree.longest + 1))


@pytest.mark.parametrize("spec", ["chips:chips=7", "hexapawn", "nim:heaps=1/2/3", "chips:chips=4,rule=last"])
def test_counts_equal_a_walk_through_the_whole_tree(spec):
    tree = counted(games.load(spec)).tree
    assert tree.games == leaves(games.load(spec))
    assert tree.chances[:3] == pytest.approx([float(share) for share in random_play(games.load(spec), {})])


def test_kuhn_poker_has_12_information_sets_and_30_ends():
    # H. W. Kuhn, A simplified two-person poker, 1950: the value is -1/18. Each of six deals has five ends.
    game = games.load("kuhn-poker")
    census = counted(game)
    assert (census.information_sets, census.tree.games) == (12, 30)
    value = find_value("kuhn-poker", game, census, None)
    assert value.points == pytest.approx(-1 / 18, abs=max(value.doubts))
    assert 0 < max(value.doubts) < 0.01


def test_leduc_poker_has_936_information_sets():
    # N. Burch, M. Johanson and M. Bowling, Solving Imperfect Information Games Using Decomposition, AAAI 2014.
    assert counted(games.load("leduc-poker")).information_sets == 936


def test_an_unfinished_count_is_a_lower_bound():
    # Connect four has 4,531,985,219,092 positions: S. Edelkamp and P. Kissmann, KI 2008.
    census = counted(games.load("connect-four"), 500)
    assert not census.whole
    assert census.tree is None
    assert 500 < census.positions < 600
    (row,) = text.count_rows(census)
    assert row.value == "more than 500"


@pytest.mark.parametrize(("number", "below"), [(2, 1), (10, 9), (101, 100), (20_005, 20_000), (20_000, 19_000)])
def test_a_round_number_is_below_what_was_found(number, below):
    assert text.round_below(number) == below < number


def test_the_number_of_games_is_missing_if_positions_recur():
    census = counted(Race(3))
    assert census.whole
    assert census.recurs
    assert census.tree is None
    assert [row.value for row in text.count_rows(census)][-1] == "no end of them"


def test_a_game_without_a_key_is_not_counted():
    class Secret(PlainTicTacToe):
        def key(self):
            return 0

    assert counted(Secret()) is None


def test_pictures_with_lists_in_them_are_told_apart():
    class Listed(PlainTicTacToe):
        def show(self, seat=None):
            return [self.cells_taken]

    assert counted(Listed()).positions == 5_478


def test_counting_ends_with_the_time():
    assert count_states(games.load("othello"), 10**9, 0.0, lambda _found: None).positions == 1


@pytest.mark.parametrize(
    ("spec", "value", "how"),
    [
        ("tic-tac-toe", 0, "all positions counted"),
        ("hexapawn", -1, "all positions counted"),  # M. Gardner, Scientific American, March 1962: Black wins
        ("nim:21", 1, "theory: remainder by 4"),
    ],
)
def test_the_value_is_told_with_how_it_is_known(spec, value, how):
    game = games.load(spec)
    told = find_value(spec, game, counted(game), survey.Clock(budget=1))
    assert (told.points, told.how, told.exact) == (value, how, True)


def test_a_search_tells_the_value_where_it_comes_to_an_end():
    game = games.load("tic-tac-toe")
    assert find_value("tic-tac-toe", game, None, survey.Clock(budget=1)) is None
    told = find_value("tic-tac-toe", game, None, survey.Clock(budget=100_000))
    assert told.points == 0
    assert told.how.startswith("search of ")


def test_a_fully_counted_dice_game_gets_its_value_by_value_iteration():
    # All but a 1 win at once: p = 5/6 + 1/6 (1 - p) = 6/7.
    game = games.load("pig:target=2")
    census = counted(game)
    told = find_value("pig:target=2", game, census, survey.Clock(budget=1))
    assert census.recurs
    assert (told.points, told.how, told.exact) == (pytest.approx(5 / 7), "value iteration", True)
    assert find_value("pig:target=2", game, counted(game, 2), survey.Clock(budget=1)) is None


def test_the_number_of_games_is_estimated_without_bias():
    # Over all paths, each as often as it is drawn, Knuth's estimate is the number of leaves: so their products are
    # exactly it where all choices along a path are as many as along the others.
    assert sample.estimate_leaves([[10, 10]] * 5).value == pytest.approx(2)
    assert sample.estimate_leaves([[1, 1], [1, 1, 1]]).value == 0
    halves = sample.estimate_leaves([[2, 4], [2, 2]])  # a tree of two leaves below one move, and four below the other
    assert 10**halves.value == pytest.approx(6)
    assert halves.low is None


def test_the_number_of_games_of_tic_tac_toe_lies_in_its_interval(facts):
    leaves = facts.random.leaves
    assert leaves.low < math.log10(255_168) < leaves.high


def test_the_mean_over_positions_weighs_games_by_their_length():
    told = sample.ratio_estimate([10.0, 2.0], [4, 2])
    assert told.value == pytest.approx(2)
    assert told.low < 2 < told.high
    assert sample.ratio_estimate([], []) == sample.NOTHING


def test_the_ratio_is_the_mean_of_means_if_all_games_are_equally_long():
    told, wanted = sample.ratio_estimate([10.0, 14.0, 12.0], [2, 2, 2]), mean([5.0, 7.0, 6.0])
    assert (told.value, told.low, told.high) == pytest.approx((wanted.value, wanted.low, wanted.high))


def test_choices_by_ply_are_means_over_the_games_that_last_so_long():
    assert sample.column_means([[3, 2], [5]]) == (4, 2)
    assert sample.column_means([]) == ()


def test_a_sample_says_what_its_games_were(facts):
    random, strong = facts.random, facts.strong
    assert random.games == strong.games == 12
    assert random.player == "random"
    assert strong.player == "level:6"
    assert sum(random.lengths.values()) == 12
    assert random.by_ply[:5] == (9, 8, 7, 6, 5)
    assert min(random.lengths) == random.shortest >= 5
    assert max(random.lengths) == random.longest <= 9
    assert random.score.low < 737 / 1260 + 4 / 63 < random.score.high
    assert random.points is None
    assert strong.leaves == sample.NOTHING


def test_othello_has_about_ten_moves_at_a_position_and_lasts_about_sixty_plies():
    # V. Allis, Searching for Solutions in Games and Artificial Intelligence, 1994: 10 and 58 in games of experts.
    random = played_at_random("othello", games=8).facts().random
    assert 7 < random.branching.value < 12
    assert 55 < random.plies.value < 63
    assert random.points is not None
    assert 40 < random.leaves.value < 65


def test_a_position_that_comes_again_is_noticed():
    assert played_at_random("pig:target=20", games=12).facts().random.recurred


def test_games_in_which_a_position_came_again_do_not_tell_how_many_games_there_are():
    work = played_at_random("tic-tac-toe", games=3)
    once, *others = work.at_random
    again = [replace(once, recurred=True), *others]
    assert sample.summarize_games("random", work.at_random, 1, uniform=True).leaves.value
    assert sample.summarize_games("random", again, 1, uniform=True).leaves == sample.NOTHING


def test_a_seed_tells_the_same_on_any_number_of_workers():
    def told(workers, seed):
        return played_at_random("nim", seed=seed, workers=workers, games=30).facts().random.as_dict()

    assert told(1, 5) == told(2, 5) != told(2, 6)


def test_by_default_longer_games_are_fewer():
    def due(spec, strong=None):
        work = survey_of(spec, strong=strong)
        work.play_up_to(survey.RANDOM, work.at_random, 2, 1.0, lambda _said, _share: None)
        return work.default_games(survey.RANDOM), work.default_games(work.strong)

    short, long = due("nim"), due("pig")
    assert all(many > few for many, few in zip(short, long, strict=True))
    assert long[0] >= survey.PILOT
    assert due("pig", "random")[1] >= survey.FEWEST


def test_no_more_games_are_begun_when_the_time_is_over():
    facts = found("nim", seconds=0.1)  # which comes to an end
    assert facts.hasty
    assert "time ran out" in "\n".join(texts(text.facts_lines(facts, 80, ASCII)))


def test_a_game_that_hangs_ends_with_the_time(tmp_path):
    file = tmp_path / "slow.py"
    slow = "def make(self, move):\n        import time; time.sleep(0.01)\n"
    source = Path(PLAIN).read_text(encoding="utf-8").replace("def make(self, move):\n", slow)
    file.write_text(source, encoding="utf-8")
    work = survey_of(f"{file}:PlainTicTacToe", seconds=0.5, strong="mcts")
    work.run(lambda _said, _share: None)
    facts = work.facts()
    assert facts.hasty
    assert not facts.census.whole
    assert facts.strong is None


def test_a_game_that_never_ends_is_told_of_when_the_time_is_over(tmp_path, monkeypatch):
    monkeypatch.setattr(survey, "LIMIT", 0.5)
    file = tmp_path / "endless.py"
    source = Path(PLAIN).read_text(encoding="utf-8").replace(">= self.goal), None)", ">= 10**6), None)")
    file.write_text(source, encoding="utf-8")
    work = survey_of(f"{file}:Race")
    work.run(lambda _said, _share: None)
    facts = work.facts()
    assert (facts.random, facts.strong, facts.hasty) == (None, None, True)
    assert "no random game ended in time" in "\n".join(texts(text.facts_lines(facts, 80, ASCII)))


def test_by_default_the_time_is_limited_and_with_a_number_of_games_it_is_not():
    def limit(**wish):
        return survey_of("nim", **wish).limit

    assert (limit(), limit(games=5), limit(games=5, seconds=3), limit(seconds=3)) == (survey.LIMIT, math.inf, 3, 3)


@pytest.mark.parametrize("name", [PlainTicTacToe.__name__, HighCard.__name__, f"{Race.__name__}:3"])
def test_plain_games_have_facts_too(name):
    told = found(f"{PLAIN}:{name}", games=3, strong="random")
    assert told.random.games == told.strong.games == 3
    assert told.census.whole
    json.dumps(told.as_dict(), allow_nan=False)
    assert texts(text.facts_lines(told, 80, UNICODE))


def test_errors_in_the_rules_are_reported(tmp_path, command):
    file = tmp_path / "odd.py"
    source = Path(PLAIN).read_text(encoding="utf-8").replace("return 1 if self.cells_taken[a] == 0 else -1", "return 7")
    file.write_text(source, encoding="utf-8")
    status, out, err = command(f"facts {file}:PlainTicTacToe --games 5")
    assert status == 1
    assert out == ""
    assert "7 is beyond the stakes of 1" in err


def test_a_game_that_is_over_before_it_begins_has_no_facts(tmp_path, command):
    file = tmp_path / "over.py"
    file.write_text(
        "from games.game import Game\n\n\nclass Over(Game):\n    def moves(self):\n        return []\n\n"
        "    def make(self, move):\n        pass\n\n    def score(self):\n        return 0\n", encoding="utf-8",
    )  # fmt: skip
    status, _, err = command(f"facts {file}")
    assert status == 2
    assert err.endswith("is over before the first move\n")


@pytest.mark.parametrize("width", [30, 40, 80, 200])
@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_no_line_is_wider_than_the_window(facts, width, signs):
    for line in texts(text.facts_lines(facts, width, signs)):
        assert len(line) <= min(width, text.WIDEST), line
        assert signs is UNICODE or line.isascii()


def test_the_table_says_what_is_known_and_how(facts):
    told = texts(text.facts_lines(facts, 80, UNICODE))
    rows = {tuple(re.split(r" {2,}", line)) for line in told}
    assert ("positions", "5,478", "all counted") in rows
    assert ("games", "255,168", "all lines of the tree") in rows
    assert ("value", "a draw", "all positions counted") in rows
    assert ("by ply", "9, 8, 7, 6, 5, 4, 3, 2, 1", "branching from the first move on") in rows
    assert any(line.startswith("X scores") and line.endswith("exactly 64.84 %") for line in told)
    assert any(line.startswith("random against itself, 12 games") for line in told)
    assert any(line.startswith("level:6 against itself, 12 games") for line in told)


def test_without_bars_nothing_is_drawn(facts):
    told = "\n".join(texts(text.facts_lines(facts, 80, UNICODE, plain=True)))
    assert "█" not in told
    assert "branching" in told


def test_a_bar_of_parts_fills_its_width_and_shows_each_part_that_is_there():
    parts = [text.Part("X", 998, "first"), text.Part("draw", 0, "faint"), text.Part("O", 2, "second")]
    line = text.stacked_bar(parts, 20, ASCII)
    assert texts([line]) == ["#" * 19 + "."]
    assert [span.role for span in line] == ["first", "second"]
    assert texts(text.legend(parts, 60, ASCII)) == ["# X 99.8 %   = draw 0.0 %   . O 0.2 %"]
    assert len(text.legend(parts, 20, ASCII)) == 3


def test_bars_below_each_other_are_as_long_as_their_values():
    told = texts(
        text.bar_lines([text.Bar("1", 4, "4.0"), text.Bar("10", 2, "2.0"), text.Bar("11", 0, "0.0")], 17, ASCII)
    )
    assert told == [" 1 ########## 4.0", "10 ##### 2.0", "11  0.0"]


def test_many_numbers_are_gathered_into_few_bars():
    gathered = text.histogram_bars(dict.fromkeys(range(5, 105), 1))
    assert len(gathered) == text.ROWS
    assert [bar.label for bar in gathered[:2]] == ["5-14", "15-24"]
    assert {bar.value for bar in gathered} == {"10.0 %"}
    assert [bar.value for bar in text.average_bars([3.0, 1.0])] == ["3.0", "1.0"]


def test_a_missing_bound_is_a_question_mark():
    told = found("hexapawn", games=1, strong="random")
    lines = texts(text.facts_lines(told, 80, ASCII))
    assert any("? (" in line or " to ?)" in line for line in lines)
    assert not any("(? to ?)" in line for line in lines)
    assert any(line.endswith("1 game") for line in lines)


def test_copies_of_one_game_have_no_interval():
    told = found("nim:7", games=20, strong="optimal")
    assert told.strong.copies
    assert not told.random.copies
    assert told.strong.elo == Estimate(None, None, None)
    for name in ("score", "drawn", "plies", "branching"):
        estimate = getattr(told.strong, name)
        assert estimate.value is not None
        assert (estimate.low, estimate.high) == (None, None)
        assert getattr(told.random, name).bounded
    lines = texts(text.facts_lines(told, 80, ASCII, plain=True))
    (start,) = (place for place, line in enumerate(lines) if line.startswith("optimal against itself"))
    assert lines[start] == "optimal against itself, 20 games, 1 different game: all are copies of it"
    assert not any("(" in line or "in Elo" in line for line in lines[start:])
    assert any(line.startswith("First scores    100.0 %") for line in lines[start:])


SOLVED = {  # what is published of games that are counted or solved here in a moment
    "tic-tac-toe", "hexapawn", "hex:1", "hex:2", "hex:3", "hex:4", "kuhn-poker",
    "kalah:pits=1,seeds=2,capture=any", "kalah:pits=2,seeds=4,capture=any", "kalah:pits=3,seeds=1,capture=any",
    "kalah:pits=4,seeds=2,capture=any",
}  # fmt: skip


@pytest.mark.parametrize("spec", sorted(SOLVED))
def test_published_facts_equal_our_results(spec):
    game = games.load(spec)
    published = published_facts(spec, read_rules(spec, game).options)
    assert published
    census = counted(game)
    worth = find_value(spec, game, census, Clock(math.inf, 30_000_000))
    compared = 0
    for fact in published:
        if fact.kind is Kind.WINNER and worth:
            assert (worth.points > 0) - (worth.points < 0) == fact.number
        elif fact.kind is Kind.SCORE and worth:
            assert worth.points == fact.number
        elif fact.kind is Kind.AVERAGE:
            assert worth.interval[0] - 1e-12 <= fact.number <= worth.interval[1] + 1e-12
        elif fact.kind is Kind.POSITIONS and census.whole:
            assert census.positions == fact.number
        elif fact.kind is Kind.GAMES and census.tree:
            assert census.tree.games == fact.number
        else:
            continue
        compared += 1
    assert compared


@every_case("fact", PUBLISHED)
def test_published_facts_name_a_game_its_options_and_a_dated_source(fact):
    behind = ",".join(f"{name}={value}" for name, value in fact.options.items() if value != "")
    spec = f"{fact.game}:{behind}".rstrip(":")
    rules = read_rules(spec, games.load(spec))
    assert fact in published_facts(spec, rules.options)
    assert re.search(r"\b(19|20)\d\d\b", fact.source)
    assert isinstance(fact.number, float) or fact.kind is not Kind.AVERAGE
    if fact.kind is Kind.WINNER:
        assert fact.number in (-1, 0, 1)


@pytest.mark.parametrize(("spec", "kinds"), [
    ("connect-four", {Kind.WINNER, Kind.POSITIONS, Kind.STATES, Kind.TREE}),
    ("c4:columns=7", {Kind.WINNER, Kind.POSITIONS, Kind.STATES, Kind.TREE}), ("connect-four:columns=6", set()),
    ("gomoku:exact=yes", {Kind.STATES, Kind.TREE}), ("hex:swap=yes", set()), ("hex:5", {Kind.WINNER}),
    ("kalah", {Kind.STATES, Kind.TREE}), ("reversi:6", {Kind.WINNER}), (f"{PLAIN}:PlainTicTacToe", set()),
])  # fmt: skip
def test_a_fact_stands_for_the_rules_of_its_source_only(spec, kinds):
    assert {each.kind for each in published_facts(spec, read_rules(spec, games.load(spec)).options)} == kinds


def test_published_facts_are_marked_and_have_a_source():
    lines = texts(text.facts_lines(found("connect-four", games=2), 80, ASCII, plain=True))
    start = lines.index("published by others")
    said = "\n".join(lines[start:])
    assert re.search(r"value +Red wins\n +J\. D\. Allen, 1988; V\. Allis", said)
    assert re.search(r"positions +4,531,985,219,092\n", said)
    assert "OEIS A212693" in said
    assert re.search(r"complexity +about 10\^21\n", said)


def test_json_has_published_facts_with_their_sources(command):
    status, out, _ = command("facts hexapawn --games 2 --strong random --json --workers 1")
    (fact,) = json.loads(out)["published"]
    assert status == 0
    assert fact == {
        "kind": "winner", "number": -1, "note": "",
        "source": "M. Gardner, Mathematical Games, Scientific American, March 1962",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("facts", "Missing argument 'GAME'."),
        ("facts draughts4", "there is no game 'draughts4'"),
        ("facts chips:bar=1", "chips has no option 'bar'"),
        ("facts nim --games 0", "--games 0 must be a whole number from 1 to 1000000"),
        ("facts nim --time soon", "--time soon must be a number from 0.1"),
        ("facts nim --strong nobody", "there is no player 'nobody'"),
        ("facts nim --strong human", "--strong takes a program, not a person"),
        ("facts kuhn-poker --games 1 --workers 1 --strong optimal", "cannot play this game"),
    ],
)
def test_a_typing_error_gets_one_line(command, line, said):
    status, out, err = command(line)
    assert (status, out) == (2, "")
    assert err.startswith("referee: ")
    assert err.count("\n") == 1
    assert said in err


def test_json_is_an_object_with_all_of_it(command):
    status, out, err = command("facts nim:5 --games 4 --strong random --json --workers 1")
    assert (status, err) == (0, "")
    told = json.loads(out)
    assert set(told) == {
        "game", "seed", "rules", "census", "random", "strong", "worth", "published", "stopped", "hasty",
    }  # fmt: skip
    assert told["published"] == []
    assert told["random"]["games"] == 4
    assert told["census"]["tree"]["games"] == leaves(games.load("nim:5"))
    assert not told["stopped"]


def test_lines_are_printed_without_colours_where_nobody_sees_them(command):
    status, out, _ = command("facts nim:5 --games 4 --strong random --symbols ascii --workers 1")
    assert status == 0
    assert out.isascii()
    assert "\x1b" not in out
    assert "random against itself, 4 games" in out


@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals")
def test_at_a_terminal_there_are_colours_and_no_bar_is_left(referee):  # noqa: F811
    terminal = referee("facts", "nim:5", "--games", "4", "--strong", "random", size=(80, 60))
    assert terminal.exit_status() == 0
    assert "value           First wins" in terminal.text
    assert "games of random" not in terminal.text
    assert b"\x1b[1;38" in terminal.output or b"\x1b[1m" in terminal.output


@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals")
def test_ctrl_c_prints_what_is_known_and_ends_with_status_130(referee):  # noqa: F811
    terminal = referee("facts", "nim:5", "--games", "1000000", "--workers", "1", "--seed", "2", size=(80, 60))
    terminal.wait_for("games of random: ")
    terminal.type(CTRL_C)
    assert terminal.exit_status() == 130
    assert "nim:5, seed 2" in terminal.text
    assert "random against itself, " in terminal.text
    assert "stopped before all was found out" in terminal.text
    assert "Traceback" not in terminal.text
