"""Moves that lose sooner than others, where it is not known whether the position was lost: what is proven is said."""

import random
from dataclasses import replace

import pytest
from forced_wins import after_move, loses_within, wins_within
from review_samples import recorded, reviewed

import games
from games.base.rule_values import legal_moves
from players.search.alphabeta.table import Table
from players.search.clock import Clock, Stop
from referee.reports.review.comment import sentence, warning
from referee.reports.review.output import as_json
from referee.reviews.coach import Coach
from referee.reviews.evaluator import Evaluator
from referee.reviews.judging import Grade, Judgement, judge
from referee.reviews.proofs import surviving_move
from referee.reviews.searches import Effort
from referee.solving.value import Value, around, settled

LITTLE = Effort(nodes=3_000, playouts=30)
SCHOLAR = "e4 e5 Bc4 Nc6 Qh5"
OVERLOOKED = [("chess", SCHOLAR, "Nf6", 1), ("chess", "f3 e5", "g4", 1), ("gomoku", "h8 h7 h9 a1 h10 a3 h11", "a9", 1)]


@pytest.mark.parametrize(("spec", "moves", "text", "plies"), OVERLOOKED)
def test_a_move_after_which_the_other_wins_at_once_is_a_blunder_if_another_move_lasts_longer(spec, moves, text, plies):
    game = games.load(spec, tuple(moves.split()))
    verdict = judge(game, game.parse(text), Evaluator(games.load(spec), LITTLE), tuple(moves.split()))
    assert (verdict.grade, verdict.sooner) == (Grade.BLUNDER, plies)


def test_the_claim_is_true_and_names_a_better_move():
    game = games.load("chess", tuple(SCHOLAR.split()))
    verdict = judge(game, game.parse("Nf6"), Evaluator(games.load("chess"), LITTLE), tuple(SCHOLAR.split()))
    assert wins_within(after_move(game, "Nf6"), verdict.sooner)
    assert not wins_within(after_move(game, verdict.better), verdict.sooner)
    assert verdict.proven
    assert sentence(game, verdict).startswith(
        f"lets White force a win in 1 ply; after {verdict.better} White does not win so soon, "
    )


HOPELESS = (
    "c4 Nf6 f4 d5 c5 e5 fxe5 Ne4 Nf3 Nxc5 e3 Be7 Bb5+ c6 Bd3 Bh4+ g3 Be7 Bf5 Bxf5 h4 Bg4 b4 Ne4 Qb3 Nxg3 Rg1 Bxh4 "
    "Nxh4 Qxh4"
)


def test_a_sooner_loss_is_said_but_is_no_blunder_if_little_was_left_to_lose():
    path = tuple(HOPELESS.split())
    game = games.load("chess", path)
    verdict = judge(game, game.parse("Nc3"), Evaluator(games.load("chess"), Effort()), path)
    assert (verdict.grade, verdict.sooner) == (Grade.GOOD, 5)
    assert verdict.loss < 0.05
    assert "does not win so soon" in sentence(game, verdict)


def test_the_review_and_the_coach_say_it_from_the_same_judgement():
    reviewer = reviewed(recorded("chess", f"{SCHOLAR} Nf6 Qxf7#"), LITTLE)
    told = as_json(reviewer.review(), reviewer.positions)["moves"][5]
    assert (told["grade"], told["proven"], told["seat"]) == ("blunder", True, 1)
    assert f"after {told['better']} White does not win so soon" in told["words"]
    game, path = reviewer.positions[5], tuple(SCHOLAR.split())
    verdict = Coach(games.load("chess"), LITTLE, seconds=600).verdict(game, (path, (game.parse("Nf6"),)))
    assert (verdict.grade, verdict.sooner) == (Grade.BLUNDER, 1)
    said = warning(game, verdict)
    assert said.startswith("That lets White force a win in 1 ply; another move does not so soon, ")
    assert verdict.better not in said


@pytest.mark.parametrize(
    "spec", ["tic-tac-toe", "hexapawn", "connect-four:columns=4,rows=4", "dots-and-boxes:rows=1,columns=2"]
)
def test_a_surviving_move_is_found_exactly_if_there_is_one(spec):
    rng = random.Random(5)
    for _ in range(40):
        game = games.load(spec)
        for _ in range(rng.randint(0, 6)):
            if game.score() is None:
                game.make(rng.choice(legal_moves(game)))
        if game.score() is not None:
            continue
        plies, others = rng.randint(1, 4), game.moves()[1:]
        if not others:
            continue
        lasting = {move for move in others if not loses_by(game, move, plies)}
        found = surviving_move(game, others, plies, Table(1 << 12), Clock())
        assert found in lasting if lasting else found is None


def loses_by(game, move, plies):
    then = game.copy()
    then.make(move)
    if (score := then.score()) is not None:
        return (score if game.turn == 0 else -score) < 0
    return loses_within(then, plies) if then.turn == game.turn else wins_within(then, plies)


def test_if_all_moves_lose_as_soon_none_is_blamed():
    moves = ("1", "5", "2", "9", "4")  # X threatens 3 and 7, and each answer leaves one
    game = games.load("tic-tac-toe", moves)
    evaluator = Evaluator(games.load("tic-tac-toe"), LITTLE)
    open_ = Value(chance=0.5, interval=(0.0, 1.0), line=("8",), how="1 ply")
    verdict = Judgement(game, game.parse("8"), evaluator, moves).by_positions(open_, settled(1, 1, ("3",)))
    assert verdict.grade is Grade.BEST
    assert verdict.before.score == 1


def test_without_a_proof_about_other_moves_nothing_is_said_about_them(monkeypatch):
    def stopped(*_):
        raise Stop

    monkeypatch.setattr(Evaluator, "surviving_move", stopped)
    monkeypatch.setattr(Judgement, "rivals", lambda *_: ("g6", Value(chance=0.5, interval=around(0.5, 0.5)), ("g6",)))
    game = games.load("chess", tuple(SCHOLAR.split()))
    verdict = judge(game, game.parse("Nf6"), Evaluator(games.load("chess"), LITTLE), tuple(SCHOLAR.split()))
    assert not verdict.grade.bad
    assert sentence(game, verdict) == (
        "now White has a forced win in 1 ply; whether another move was better is not known"
    )
    assert sentence(game, replace(verdict, settled=False)) == ""
