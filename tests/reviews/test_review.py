"""Reviews: planted blunders found, and no others; grades, words, charts; what people type and see."""

import json
import random
import re
from math import inf
from pathlib import Path
from time import monotonic

import pytest
from plain import PlainTicTacToe  # noqa: F401  # found here by the name of this module
from review_samples import SMALL, random_texts, recorded, reviewed
from terminal import CTRL_C, referee  # noqa: F401  # a fixture

import games
from games.game import Game
from games.names.entry import Entry
from players.search.clock import Clock
from referee.drawing.glyphs import ASCII, UNICODE
from referee.drawing.text_width import size
from referee.match.events import Moved
from referee.match.record import Heading, make_record
from referee.reports.history import events_of
from referee.reports.review.comment import given_away, sentence
from referee.reports.review.text import Bars, Look, chart, drawn_chart, review_lines
from referee.reviews import evaluator, proofs, searches, win_probability
from referee.reviews.evaluator import Evaluator
from referee.reviews.judging import THRESHOLDS, Grade, accuracy, graded, judge
from referee.reviews.review import Reviewer, turning_point
from referee.reviews.searches import Effort
from referee.reviews.win_probability import fit_scale, play_game
from referee.solving.value import Value, settled
from referee.statistics.scoring import logistic
from referee.storage.record_file import read_records, save_record
from referee.support.build import life
from tests.helpers.cases import every_case
from tests.reviews.recorded.plant import lines

ROOT = Path(__file__).parents[2]
SAMPLES = sorted((ROOT / "tests" / "reviews" / "recorded").glob("*.jsonl"))
FAST = life() == "compiled"
QUICK = {"tic-tac-toe", "hexapawn", "coins", "othello", "kalah"}  # that interpreted searches are fast enough for


def planted(path):
    """Return the records of a file with the numbers of their blunders and the right moves."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [(record, row["planted"], row["right"]) for record, row in zip(read_records(path), rows, strict=True)]


def test_there_are_thirty_games_of_at_least_six_kinds():
    assert len(SAMPLES) >= 6
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in SAMPLES) == 30


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_planted_blunder_is_found_and_no_other_move_is_blamed(path, monkeypatch):
    monkeypatch.chdir(ROOT)
    if not FAST and path.stem not in QUICK:
        pytest.skip("interpreted searches are fifty times slower")
    found = planted(path)
    for record, number, right in found if FAST else found[:2]:
        reviewer = reviewed(record)
        review = reviewer.review()
        assert [each.number for each in review.marked()] == [number]
        (blunder,) = review.marked()
        assert blunder.grade is Grade.BLUNDER
        assert blunder.verdict.better in right
        assert blunder.verdict.line[0] == blunder.verdict.better
        assert sentence(reviewer.positions[0], blunder.verdict)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_solver_agrees_about_each_planted_blunder(path, monkeypatch):
    monkeypatch.chdir(ROOT)
    if not FAST and path.stem not in QUICK:
        pytest.skip("interpreted searches are fifty times slower")
    assert lines(path.stem) == path.read_text(encoding="utf-8").splitlines()


def evaluate(game, effort):
    return Evaluator(game, effort).evaluate(game, ())


def sure(score, distance=None, line=()):
    return settled(score, distance, line, "exhaustive search")


def half(chance):
    """Return a value with a proven winner, but an unknown margin."""
    return Value(chance=chance, interval=(chance, chance), how="exhaustive search")


def guessed(chance, error=0.01, line=()):
    return Value(chance=chance, interval=(chance - 2 * error, chance + 2 * error), line=line, how="9 plies")


@pytest.mark.parametrize(("spec", "moves", "score", "distance"), [
    ("tic-tac-toe", "", 0, None), ("tic-tac-toe", "1 2 4 5", 1, 1), ("tic-tac-toe", "1 4 2 5 3", 1, 0),
    ("nim:sticks=12", "", -1, None), ("chips:chips=4,rule=last", "", 1, None), ("hexapawn", "", -1, 6),
])  # fmt: skip
def test_a_position_that_can_be_solved_is_evaluated_exactly(spec, moves, score, distance):
    game = games.load(spec, tuple(moves.split()))
    found = evaluate(game, SMALL)
    assert (found.score, found.doubts, found.exact) == (score, (0.0, 0.0), True)
    assert found.chance == (1 + score) / 2
    if distance is not None:
        assert found.distance == distance
    for text in found.line:
        game.make(game.parse(text))


def test_a_game_of_open_dice_is_evaluated_by_all_its_positions():
    found = evaluate(games.load("pig:target=10"), SMALL)
    assert found.how == "value iteration"
    assert found.doubts == (0, 0)
    assert 0.5 < found.chance < 0.8


@pytest.mark.parametrize("spec", ["connect-four:8", "othello", "backgammon", "breakthrough", "dots-and-boxes"])
def test_the_same_effort_and_seed_find_the_same(spec):
    game = games.load(spec)
    while game.turn not in (0, 1):
        game.make(game.moves()[0])
    effort = Effort(nodes=400, playouts=40, seed=7)
    found = evaluate(game, effort)
    assert found == evaluate(games.load(spec, tuple(texts_before(spec))), effort)
    assert 0 <= found.chance <= 1
    assert max(found.doubts) > 0


def texts_before(spec):
    game = games.load(spec)
    while game.turn not in (0, 1):
        yield game.text(game.moves()[0])
        game.make(game.moves()[0])


def test_what_is_hidden_from_a_seat_changes_nothing_of_its_verdict():
    effort = Effort(nodes=1, playouts=300)
    verdicts = []
    for other in "QK":
        game = games.load("kuhn-poker", ("J", other))
        verdicts.append(judge(game, game.parse("bet"), Evaluator(games.load("kuhn-poker"), effort)))
    assert verdicts[0] == verdicts[1]


def test_nobody_judges_a_deal():
    game = games.load("kuhn-poker")
    evaluator = Evaluator(game, SMALL)
    with pytest.raises(ValueError, match="chance is to move"):
        judge(game, game.moves()[0], evaluator)
    with pytest.raises(ValueError, match="nobody is to move"):
        evaluator.evaluate(game, ())


def test_the_scale_of_an_estimate_is_learnt_from_games():
    samples = [(value, float(value > 0)) for value in range(-50, 51) if value % 7] + [(9, 0.0), (-9, 1.0)] * 5
    assert 0.6 < fit_scale(samples).chance(40) < 1
    assert fit_scale([(value, 0.5) for value in (-3, 1, 5)]) is None
    assert fit_scale([]) is None


@pytest.mark.parametrize(
    ("loss", "doubt", "grade"),
    [
        (0.0, 0.0, Grade.BEST), (-0.2, 0.0, Grade.BEST), (0.04, 0.0, Grade.GOOD), (0.05, 0.0, Grade.INACCURACY),
        (0.10, 0.0, Grade.MISTAKE), (0.15, 0.0, Grade.BLUNDER), (1.0, 0.0, Grade.BLUNDER),
        (0.15, 0.16, Grade.GOOD), (0.3, 0.2, Grade.BLUNDER),
    ],
)  # fmt: skip
def test_grades_go_by_the_loss_where_doubt_does_not_explain_it(loss, doubt, grade):
    assert graded(loss, doubt) is grade


def test_the_thresholds_are_those_that_are_documented():
    page = (ROOT / "docs" / "reviews.md").read_text(encoding="utf-8")
    for grade, least in THRESHOLDS.items():
        assert f"| {grade.value} | `{grade.mark}` | {100 * least:.0f} % |" in page


def test_accuracy_falls_with_the_loss():
    found = [accuracy(loss) for loss in (0.0, 0.05, 0.1, 0.2, 0.5, 1.0)]
    assert found[0] == 100
    assert found == sorted(found, reverse=True)
    assert 0 <= found[-1] < 1


@every_case(
    ("before", "after", "words"),
    [
        (sure(1, 3), sure(-1, 4), "threw away a win: O wins in 4 plies"),
        (sure(1, 3), sure(0), "threw away a win: now it is a draw"),
        (sure(0), sure(-1, 5), "threw away a draw: O wins in 5 plies"),
        (sure(1, 3), sure(1, 8), "wins in 9 plies instead of 3"),
        (sure(-1, 6), sure(-1, 1), "loses in 2 plies instead of 6"),
        (sure(1, 3), sure(1, 2), ""),
        (sure(0), sure(0), ""),
        (guessed(0.6), sure(-1, 5),
         "now O has a forced win in 5 plies; with another move its chance was about 60 %"),
        (guessed(0.6), sure(0),
         "now it is a forced draw; with another move its chance was about 60 %"),
        (guessed(0.62), guessed(0.41), "its chance seems to fall from 62 % to 41 %"),
        (sure(1, 7), guessed(0.41), "had a forced win in 7 plies; now about 41 %"),
        (half(1.0), half(0.0), "threw away a win: O wins"),
        (half(1.0), sure(-1, 4), "threw away a win: O wins in 4 plies"),
        (half(1.0), sure(0), "threw away a win: now it is a draw"),
        (sure(0), half(0.0), "threw away a draw: O wins"),
        (guessed(0.6), half(0.0),
         "now O has a forced win; with another move its chance was about 60 %"),
        (half(1.0), guessed(0.41), "had a forced win; now about 41 %"),
    ],
)  # fmt: skip
def test_words_are_exact_where_it_is_solved(before, after, words):
    assert given_away(games.load("tic-tac-toe"), 0, before, after) == words


def test_words_tell_margins_and_points_where_there_are_some():
    othello, backgammon = games.load("othello"), games.load("backgammon")
    assert given_away(othello, 1, sure(-8, 9), sure(-2, 8)) == "wins by 2 instead of 8"
    assert given_away(othello, 1, sure(0), sure(4, 8)) == "threw away a draw: Black wins by 4 in 8 plies"
    falls = given_away(backgammon, 0, guessed(0.6), guessed(0.5))
    assert falls == "its points on average fall from +0.60 to +0.00"
    single = Value(1, 0, 2 / 3, (2 / 3, 2 / 3), how="the end")
    assert given_away(backgammon, 0, guessed(0.9), single) == "its points on average fall from +2.40 to +1.00"
    assert given_away(othello, 0, half(1.0), half(0.0)) == "threw away a win: White wins"


@pytest.mark.parametrize(("move", "words"), [("a1-a2", ""), ("b1-b2", "threw away a win: now it is a draw")])
def test_against_a_proof_before_a_move_a_proof_after_it_is_held_if_there_is_one(move, words):
    # `referee solve` says the same; 1,400 positions prove the win before the move, but not by how much.
    game = games.load("dots-and-boxes:rows=2,columns=2")
    verdict = judge(game, game.parse(move), Evaluator(game, Effort(1_400, 100)))
    assert (verdict.before.chance, verdict.after.exact) == (1, True)
    assert sentence(game, verdict) == words
    assert verdict.grade is (Grade.BLUNDER if words else Grade.GOOD)


def test_a_slower_win_is_good_and_a_forced_move_has_no_grade():
    game = games.load("hexapawn", ("a1-a2",))
    evaluator = Evaluator(games.load("hexapawn"), SMALL)
    verdicts = {game.text(move): judge(game, move, evaluator) for move in game.moves()}
    assert {each.grade for each in verdicts.values()} >= {Grade.BEST}
    for each in verdicts.values():
        assert each.grade in (Grade.BEST, Grade.GOOD) or each.loss >= 0.5
    game = games.load("tic-tac-toe", ("1", "2", "3", "5", "4", "6", "8", "7"))
    assert judge(game, game.moves()[0], Evaluator(games.load("tic-tac-toe"), SMALL)).grade is None


def test_the_turning_point_is_where_it_changed_for_good():
    review = reviewed(recorded("tic-tac-toe", "5 7 3 6 9 8 1", "played-out", 1)).review()
    assert [each.number for each in review.marked()] == [4, 5, 6]
    assert review.turning == 6
    assert [each.after.score for each in review.moves] == [0, 0, 0, 1, 0, 1, 1]
    first, second = review.players
    assert (first.counts[Grade.BLUNDER], second.counts[Grade.BLUNDER]) == (1, 2)
    assert first.accuracy > second.accuracy


def test_there_is_no_turning_point_where_nobody_was_ever_overtaken():
    review = reviewed(recorded("nim:sticks=5", "1 3 1", "played-out", 1)).review()
    assert not review.marked()
    assert review.turning is None
    assert "No turning point: the lead never changed." in text(review, ("1", "3", "1"))
    assert turning_point(None, ()) is None


@pytest.mark.parametrize(
    ("how", "score", "why"),
    [(None, None, ""), ("resigned", 1, "random resigns"), ("illegal-move", 1, "random made an illegal move")],
)
def test_matches_that_were_not_played_out_are_reviewed_as_far_as_they_go(how, score, why):
    review = reviewed(recorded("tic-tac-toe", "5 2", how, score, why)).review()
    assert [each.grade for each in review.moves] == [Grade.BEST, Grade.BLUNDER]
    assert review.turning == 2
    lines = text(review, ("5", "2"))
    assert ("The match is not over." in lines) == (how is None)
    assert why.capitalize() in lines


def text(review, texts, **look):
    game = games.load(review.record.game)
    positions = [game.copy()]
    for move in texts:
        game.make(game.parse(move))
        positions.append(game.copy())
    found = review_lines(review, positions, Look(**{"width": 80, "signs": UNICODE} | look))
    return "\n".join("".join(span.text for span in line) for line in found)


def test_a_players_own_plain_game_is_reviewed_without_a_line_of_theirs(monkeypatch):
    monkeypatch.setitem(games.CATALOGUE.entries, "plain", Entry(__name__, "PlainTicTacToe"))
    monkeypatch.setitem(games.CATALOGUE.names, "plain", "plain")
    review = reviewed(recorded("plain", "5 7 3 6 9 8 1", "played-out", 1), Effort(20_000, 100)).review()
    assert [each.number for each in review.marked()] == [4, 5, 6]


def test_a_review_that_is_broken_off_says_what_it_knows():
    record = recorded("tic-tac-toe", "5 7 3 6 9 8 1", "played-out", 1)
    moved = [event for event in events_of(record) if isinstance(event, Moved)]
    reviewer = Reviewer(record, moved, SMALL)
    for place in (7, 6, 5):
        reviewer.look(place)
        reviewer.done = place
    review = reviewer.review()
    assert not review.whole
    assert [each.grade for each in review.moves[:5]] == [None] * 5
    assert review.moves[5].grade is Grade.BLUNDER
    lines = text(review, record.moves.split())
    assert "Only the last 2 moves were looked at." in lines
    assert "Exact: all the 3 positions that were looked at are solved." in lines


@every_case("signs", [UNICODE, ASCII])
@every_case("width", [80, 40, 24])
@every_case("count", [1, 7, 60, 300])
def test_a_chart_fits_and_shows_who_is_ahead(count, width, signs):
    chances = [None if place == 2 else place / max(1, count - 1) for place in range(count)]
    lines = chart(Bars(chances, [True] * count, [False] * count, (1, count)), width, signs, ("Black", "A long name"))
    assert size(lines)[0] <= width
    drawn = ["".join(span.text for span in line) for line in lines]
    if signs is ASCII:
        assert all(line.isascii() for line in drawn)
    label = drawn[4].index("50 %") + len("50 %") + 1
    if count > 1:
        assert drawn[0][label:].strip(), "the last ones are won by the first"
        assert drawn[8][label:].strip(), "and the first ones by the second"
        assert drawn[8][label:].rstrip() == drawn[8][label:].strip()


def test_a_chart_of_chess_ends_with_the_number_of_the_last_move_as_players_count():
    review = reviewed(recorded("chess", "e4 e5 Qh5 Nc6"), Effort(nodes=500, playouts=10)).review()
    axis = drawn_chart(review, games.load("chess"), Look(80, UNICODE))[-1]
    assert "".join(span.text for span in axis).split() == ["1", "2"]


def test_names_of_seats_write_nothing_but_letters_into_a_chart():
    lines = chart(Bars([0.9, 0.1], [True] * 2, [False] * 2, (1, 2)), 80, ASCII, ("\u202eX\n", "Ö"))
    drawn = "".join(span.text for line in lines for span in line)
    assert drawn.isascii()
    assert drawn.isprintable()


@pytest.mark.parametrize("width", [80, 40])
def test_a_long_name_is_broken(width):
    heading = Heading("tic-tac-toe", ("human", "random"), ("x" * 200, "random"), 0)
    record = make_record(heading, ["5", "2"], None, "", None)
    lines = text(reviewed(record).review(), ["5", "2"], width=width).splitlines()
    assert max(map(len, lines)) <= width


def test_where_luck_decides_a_move_without_a_choice_leaves_no_gap_in_the_chart():
    review = reviewed(recorded("backgammon", " ".join(random_texts("backgammon", 60, 4))), Effort(1, 1)).review()
    assert any(each.verdict and each.grade is None for each in review.moves), "there is a move without a choice"
    assert all(each.after for each in review.moves)


@pytest.mark.parametrize("width", [80, 40])
def test_all_that_is_told_fits_the_window(width):
    record = recorded("tic-tac-toe", "5 7 3 6 9 8 1", "played-out", 1)
    lines = text(reviewed(record).review(), record.moves.split(), width=width, signs=ASCII).splitlines()
    assert max(map(len, lines)) <= width
    assert "\n".join(lines).isascii()


@pytest.fixture
def said(command):
    return lambda *words: command(["review", *map(str, words)])


@pytest.fixture
def saved(tmp_path):
    def write(*words):
        path = tmp_path / "game.json"
        save_record(recorded(*words), path)
        return path

    return write


def test_it_prints_moves_with_marks_and_what_was_better(said, saved):
    status, out, err = said(saved("tic-tac-toe", "5 7 3 6 9 8 1", "played-out", 1), "--symbols", "ascii")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[:4] == ["Ann (X) against random (O)", "Ann wins.", "", lines[3]]
    assert lines[3] == "1. 5  2. 7  3. 3  4. 6 ??  5. 9 ??  6. 8 ??  7. 1"
    assert "4. O 6 ?? (blunder, proven): threw away a draw: X wins in 3 plies." in lines
    assert "Turning point: 6. 8 by random (O)." in lines
    assert re.fullmatch(r"Ann: 3 best, 1 blunder; accuracy \d+ % over all 4 moves, proven", lines[-3])
    assert "Believed" not in out
    assert lines[-1] == "Exact: all its positions are solved."
    assert any("#" in line for line in lines)
    assert out.isascii()


def test_moves_of_chess_are_numbered_as_players_number_them():
    record = recorded("chess", "f3 e5 g4 Qh4#", "played-out", -1)
    lines = text(reviewed(record, Effort(50, 1)).review(), record.moves.split()).splitlines()
    assert re.fullmatch(r"1\. f3\b.* e5\b.*  2\. g4\b.* Qh4#.*", lines[3])
    assert any(line.startswith("2. White g4") for line in lines)


def test_for_people_who_listen_nothing_is_drawn(said, saved):
    path = saved("tic-tac-toe", "5 7 3 6 9 8 1", "played-out", 1)
    _, out, _ = said(path, "--plain")
    assert not set(out) & set("█▄▀│┌")
    assert "+---" not in out
    assert "Better: 1" in out


def test_json_holds_all_of_it(said, saved):
    status, out, _ = said(saved("tic-tac-toe", "5 7 3 6 9 8 1", "played-out", 1), "--json", "--seed", 3)
    found = json.loads(out)
    assert status == 0
    assert found["turning_point"] == 6
    assert found["effort"]["seed"] == 3
    assert found["whole"] is True
    fourth = found["moves"][3]
    assert (fourth["number"], fourth["seat"], fourth["move"], fourth["grade"]) == (4, 1, "6", "blunder")
    assert fourth["better"] == fourth["line"][0]
    assert fourth["loss"] == 0.5
    assert found["summary"][1]["blunder"] == 2


def test_good_moves_with_something_to_say_are_told_of_if_wanted(said, saved):
    path = saved("tic-tac-toe", "1 2 4 5 3 7 6 9 8")
    _, few, _ = said(path)
    _, all_, _ = said(path, "--all")
    assert len(all_) >= len(few)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("none.json",), "none.json cannot be read: No such file or directory"),
        (("--nodes", "0", "x"), "--nodes 0 must be"),
        (("--time", "soon", "x"), "--time soon must be"),
    ],
)
def test_errors_are_one_line(words, why, said):
    status, out, err = said(*words)
    assert (status, out) == (2, "")
    assert why in err
    assert err.count("\n") == 1


def test_a_file_takes_the_place_of_no_other(said, saved, tmp_path):
    path = saved("tic-tac-toe", "5 2")
    kept = path.read_bytes()
    status, out, err = said(path, "--html", path)
    assert (status, out, path.read_bytes()) == (2, "", kept)
    assert err == f"referee: {path} cannot be written: the match stands there\n"
    both = tmp_path / "both"
    status, _, err = said(path, "--html", both, "--svg", tmp_path / "." / "both")
    assert (status, both.exists()) == (2, False)
    assert err == f"referee: {both} cannot be written: another file stands there\n"


def test_an_error_in_a_players_own_rules_is_told_with_where_it_was(said, saved, monkeypatch):
    class Wrong(PlainTicTacToe):
        def moves(self):
            if self.cells_taken.count(None) == 5:
                raise RuntimeError("no such luck")
            return super().moves()

    monkeypatch.setitem(globals(), "Wrong", Wrong)
    monkeypatch.setitem(games.CATALOGUE.entries, "wrong", Entry(__name__, "Wrong"))
    monkeypatch.setitem(games.CATALOGUE.names, "wrong", "wrong")
    status, _, err = said(saved("wrong", "5 2"))
    assert status == 1
    assert "no such luck" in err
    assert "as a match of wrong was reviewed, after the moves: 5 2\n" in err


def test_a_match_that_hides_something_is_reviewed_only_once_it_is_over(said, saved):
    status, _, err = said(saved("kuhn-poker", "J K check"))
    assert status == 2
    assert err == "referee: the match is not over and hides something: a review would tell it\n"


def test_a_match_without_moves_has_no_review(said, saved):
    assert said(saved("tic-tac-toe", ""))[0] == 2


def test_a_match_of_hidden_cards_that_is_over_is_reviewed(said, saved):
    status, out, _ = said(saved("kuhn-poker", "K J bet call", "played-out", 2), "--playouts", 300, "--symbols", "ascii")
    assert status == 0
    assert "4. call ~?? " in f"{out} ".replace("\n", " ")


def test_ctrl_c_prints_what_is_done(said, saved, monkeypatch):
    look = Reviewer.look

    def interrupted(self, place):
        if place == 4:
            raise KeyboardInterrupt
        look(self, place)

    monkeypatch.setattr(Reviewer, "look", interrupted)
    status, out, err = said(saved("tic-tac-toe", "5 7 3 6 9 8 1", "played-out", 1))
    assert status == 130
    assert "6. 8 ??" in out
    assert "Only the last 2 moves were looked at." in out
    assert "stopped" in err


def test_with_a_time_it_comes_to_an_end(said, saved):
    path = saved("connect-four:8", "4 4 4 4 3 5")
    status, out, _ = said(path, "--time", 0.2, "--nodes", 10**12, "--playouts", 10**9)
    assert status == 0
    assert "accuracy" in out


@pytest.mark.parametrize(("spec", "moves"), [("pig", "roll 3 roll 4 hold roll 2"), ("backgammon", "3-1 8/5 6/5 6-4")])
def test_where_dice_are_rolled_next_to_no_time_is_enough_too(said, saved, spec, moves):
    status, out, _ = said(saved(spec, moves), "--time", 0.001)
    assert status == 0
    assert re.search("turning point", out, re.IGNORECASE)


def test_a_part_of_the_time_ends_before_all_of_it():
    evaluator = Evaluator(games.load("tic-tac-toe"), SMALL, monotonic() + 100)
    end = evaluator.deadline
    with evaluator.part(4):
        assert 0 < evaluator.deadline - monotonic() <= 25
    assert evaluator.deadline == end
    endless = Evaluator(games.load("tic-tac-toe"), SMALL)
    with endless.part(4):
        assert endless.deadline == inf


def test_ctrl_c_at_a_terminal_stops_the_search(referee, saved):  # noqa: F811
    path = saved("othello", "d3 c3 c4 e3")
    terminal = referee("review", str(path), "--nodes", str(10**12))
    terminal.wait_for("of 4")
    terminal.type(CTRL_C)
    assert terminal.exit_status() == 130
    assert "Only the last" in terminal.said


@pytest.mark.skipif(not FAST, reason="interpreted searches are fifty times slower")
@pytest.mark.parametrize(
    ("spec", "moves"),
    [
        ("chess", "e4 e5 Bc4 Nc6"), ("othello:size=6", "c2 b2 a2 a1"), ("checkers", "9-13 21-17 6-9"),
        ("connect-four", "4 4 4 4"),
    ],
)  # fmt: skip
def test_less_effort_searches_fewer_positions(spec, moves, monkeypatch):
    clocks = []

    def counted(*words):
        clocks.append(Clock(*words))
        return clocks[-1]

    for module in (evaluator, proofs, searches, win_probability):
        monkeypatch.setattr(module, "Clock", counted)
    visited = []
    for nodes in (200, 20_000):
        clocks.clear()
        reviewed(recorded(spec, moves), Effort(nodes=nodes))
        visited.append(sum(each.nodes for each in clocks))
    assert 0 < visited[0] < visited[1]


class Ahead(Game):
    """Twelve moves, after which the first seat wins, as the estimate says from the start."""

    def __init__(self):
        self.turn, self.made = 0, 0

    def moves(self):
        return [0, 1] if self.made < 12 else []

    def make(self, move):
        self.made += 1
        self.turn ^= 1

    def score(self):
        return None if self.made < 12 else 1

    def estimate(self):
        return 7


def test_samples_of_estimates_are_those_of_the_first_seat_whoever_is_to_move():
    found = play_game(Ahead(), random.Random(1), Clock())
    assert len(found) > 1  # so that both seats were to move
    assert set(found) == {(7, 1.0)}
