"""What a review claims, compared with exhaustive search: nothing is claimed that is not known, and what is known is found.

Games are played at random by levels of low strength and reviewed with little effort, so that much stays unproven.
"""

import random
from dataclasses import replace
from math import inf

import pytest
from forced_wins import after_move, wins_within
from review_samples import recorded, reviewed

import games
import players
from players.search.alphabeta.solver import Solver
from players.search.alphabeta.table import Table
from players.search.big_stack import FARTHEST, call_on_big_stack
from players.search.clock import Clock
from referee.reports.review.comment import sentence
from referee.reports.review.text import accuracy_words, mark, turning
from referee.reviews import review as reviewing
from referee.reviews.evaluator import Evaluator
from referee.reviews.judging import Grade, Verdict, doubt_of, given_away, judge
from referee.reviews.review import ahead, summary
from referee.reviews.searches import Effort
from referee.solving.value import Value, around, settled, sign
from referee.support.build import life

FAST = life() == "compiled"
SPECS = ["tic-tac-toe", "hexapawn:columns=4,rows=4", "kalah:pits=3,seeds=3", "connect-four:columns=5,rows=4"]
LITTLE = Effort(nodes=1_000, playouts=100)


def played(spec, seed):
    rng, game, texts = random.Random(f"{spec} {seed}"), games.load(spec), []
    seats = [players.load(f"level:{rng.randint(1, 4)}", rng.getrandbits(30)) for _ in range(2)]
    while game.score() is None:
        move = seats[game.turn].choose(game.copy(), inf)
        texts.append(game.text(move))
        game.make(move)
    return texts, game.score()


def truth(game, table):
    """Return 1, 0 or -1 for seat 0 with best play, by an exhaustive search."""
    if (score := game.score()) is not None:
        return sign(score)
    search, clock = Solver(game, table, Clock(), FARTHEST), Clock()
    call_on_big_stack(search.run, clock)
    return sign(search.score) * (1 if game.turn == 0 else -1)


def claims(spec, seed, effort):
    """Return (position, verdict, truth before, truth after) of each move of a review, the review, and all truths."""
    texts, score = played(spec, seed)
    reviewer = reviewed(recorded(spec, " ".join(texts), "played-out", score), effort)
    table = Table(1 << 18)
    true = [truth(game, table) for game in reviewer.positions]
    review = reviewer.review()
    rows = [
        (reviewer.positions[place], each.verdict, *true[place : place + 2]) for place, each in enumerate(review.moves)
    ]
    return rows, review, true


@pytest.mark.skipif(not FAST, reason="interpreted searches are fifty times slower")
@pytest.mark.parametrize("effort", [LITTLE, Effort(30_000, 300)], ids=["little", "more"])
@pytest.mark.parametrize("spec", SPECS)
def test_no_claim_is_wrong(spec, effort):
    for seed in range(6):
        rows, review, true = claims(spec, seed, effort)
        lost = [0, 0]
        for played_move, value in zip(review.moves, true[1:], strict=True):
            assert not played_move.after.exact or played_move.after.chance == (1 + value) / 2
        for game, verdict, before, after in rows:
            drop = (before - after) * (1 if verdict.seat == 0 else -1)
            assert drop >= 0
            lost[verdict.seat] += drop > 0
            said = sentence(game, verdict)
            if verdict.sooner is not None:  # proven is that another move lasts longer: see test_sooner_losses
                assert (verdict.grade, after) == (Grade.BLUNDER, 1 if verdict.seat else -1)
                assert wins_within(after_move(game, verdict.text), verdict.sooner)
                assert not wins_within(after_move(game, verdict.better), verdict.sooner)
                continue
            if verdict.proven and verdict.grade:
                assert verdict.grade.bad == (drop > 0)
                assert ("threw away" in said) == (drop > 0)
            else:
                assert "threw away" not in said
            if verdict.grade is Grade.BEST:
                assert verdict.proven or not (verdict.before.exact and verdict.after.exact)
            if verdict.proven and verdict.grade and verdict.grade.bad:
                twin = game.copy()
                twin.make(game.parse(verdict.better))
                assert truth(twin, Table(1 << 18)) == before
        for player, count in zip(review.players, lost, strict=True):
            assert not (count and player.proven == player.graded and player.accuracy == 100)


@pytest.mark.skipif(not FAST, reason="interpreted searches are fifty times slower")
@pytest.mark.parametrize("spec", SPECS)
def test_with_enough_effort_every_mistake_is_found_and_the_turning_point(spec):
    for seed in range(6, 10):
        rows, review, true = claims(spec, seed, Effort(300_000, 300))
        found = [verdict.grade is not None and verdict.grade.bad for _, verdict, _, _ in rows]
        assert found == [before != after for _, _, before, after in rows]
        changed = [place for place in range(1, len(true)) if true[place - 1] != true[-1]]
        assert review.turning == (changed[-1] if changed else None)


def test_one_position_has_one_value():
    rows, review, _ = claims("connect-four:columns=5,rows=4", 3, LITTLE)
    for (_, verdict, _, _), (_, later, _, _) in zip(rows, rows[1:], strict=False):
        assert verdict.after == later.before
    assert [each.after for each in review.moves[:-1]] == [verdict.before for _, verdict, _, _ in rows[1:]]


def test_a_first_move_of_dots_and_boxes_is_not_blamed_for_an_estimate_that_says_nothing():
    # Every first line of 3x3 boxes loses (so does `referee solve` say), and the estimate is 0 in all of them.
    game = games.load("dots-and-boxes:rows=3,columns=3")
    verdict = judge(game, game.moves()[0], Evaluator(game, Effort(2_000, 100)))
    assert not verdict.grade.bad


@pytest.mark.skipif(not FAST, reason="interpreted searches are fifty times slower")
def test_nobody_is_blamed_beyond_the_error():
    for seed in range(4):
        rows, _, _ = claims("connect-four:columns=5,rows=4", seed, LITTLE)
        for _, verdict, _, _ in rows:
            if verdict.grade is not None and verdict.grade.bad and verdict.sooner is None:
                assert verdict.loss > given_away(verdict.seat, verdict.rival, verdict.after)[1]


def test_a_win_that_follows_from_the_next_position_is_known_before_the_move():
    game = games.load("tic-tac-toe", ("5", "1", "9", "3"))
    evaluator = Evaluator(games.load("tic-tac-toe"), Effort(1, 1))
    evaluator.failed = 99  # no search any more
    text = game.text(game.moves()[0])
    evaluator.learn(("5", "1", "9", "3", text), Value(1, 3, 1.0, (1.0, 1.0), line=("x",), how="told"))
    found = evaluator.evaluate(game, ("5", "1", "9", "3"))
    assert (found.score, found.line[0]) == (1, text)


def test_what_is_proven_is_not_forgotten():
    evaluator = Evaluator(games.load("tic-tac-toe"), Effort(1, 1))
    sure = settled(1)
    assert evaluator.learn(("5",), sure) is sure
    assert evaluator.learn(("5",), Value(chance=0.5, interval=(0.1, 0.9))) is sure


def verdict(grade, *, exact):
    value = Value(chance=0.5, interval=around(0.5, 0.0 if exact else 0.3))
    return Verdict(0, "5", 0, grade, value, value, 0.0, doubt_of(value, value), rival=value)


def test_a_believed_mark_has_a_sign_of_its_own():
    for exact, found in ((True, "??"), (False, "~??")):
        assert mark(reviewing.Played(1, 0, "5", verdict(Grade.BLUNDER, exact=exact), None)) == found
    assert mark(reviewing.Played(1, 0, "5", verdict(Grade.BEST, exact=False), None)) == ""


def test_accuracy_counts_every_move_and_says_how_many_are_proven():
    sure, unknown = verdict(Grade.BEST, exact=True), verdict(Grade.GOOD, exact=False)
    moves = tuple(reviewing.Played(place, 0, "5", each, None) for place, each in enumerate((sure, sure, unknown), 1))
    found = summary("Ann", 0, moves)
    assert (found.accuracy, found.graded, found.proven) == (100.0, 3, 2)
    assert accuracy_words(found) == "accuracy 100 % over all 3 moves, 2 of them proven"
    assert accuracy_words(summary("Ann", 0, moves[:2])).endswith("all 2 moves, proven")
    assert accuracy_words(summary("Ann", 0, moves[2:])) == "accuracy 100 % over its only move, believed"
    assert summary("Ann", 1, moves).accuracy is None


@pytest.mark.parametrize(
    ("spec", "moves", "text"),
    [("chess", "f3 e5", "g4"), ("chess", "e4 e5 Qh5 Nc6", "Qxe5"), ("chess", "e4 e5 Nf3 Nc6 Bb5 a6", "Bxa6")],
)
def test_a_mate_allowed_and_a_piece_given_away_are_blunders(spec, moves, text):
    game = games.load(spec, tuple(moves.split()))
    found = judge(game, game.parse(text), Evaluator(games.load(spec), Effort(nodes=30_000)), tuple(moves.split()))
    assert found.grade is Grade.BLUNDER
    assert found.better not in (None, text)


def test_usual_openings_of_chess_are_not_blamed():
    game, evaluator, path = games.load("chess"), Evaluator(games.load("chess"), Effort(nodes=30_000)), ()
    for text in "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7".split():
        assert not judge(game, game.parse(text), evaluator, path).grade.bad, text
        game.make(game.parse(text))
        path = (*path, text)


def test_who_is_ahead_is_not_told_where_it_is_not_known():
    assert ahead(Value(chance=0.5, interval=around(0.5, 0))) == 0
    assert ahead(Value(chance=0.9, interval=around(0.9, 0.04))) == 1
    assert ahead(Value(chance=0.1, interval=around(0.1, 0.04))) == -1
    assert ahead(Value(chance=0.8, interval=around(0.8, 0.8))) is None
    assert ahead(Value(chance=0.52, interval=around(0.52, 1))) is None


def test_that_nothing_turned_is_not_said_where_that_is_not_known():
    _, review, _ = claims("tic-tac-toe", 1, Effort(30_000, 300))
    positions = [games.load("tic-tac-toe")]
    known = replace(review, turning=None)
    assert turning(known, positions) == "No turning point: the lead never changed."
    unknown = replace(known, start=Value(chance=0.6, interval=(0.0, 1.0)))
    assert turning(unknown, positions).endswith(", as far as I can tell.")
