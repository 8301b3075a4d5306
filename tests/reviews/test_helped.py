"""Reviews whose searches several processes share."""

import os
import signal
from pathlib import Path
from time import monotonic

import pytest
from click.testing import CliRunner
from review_samples import random_texts, recorded

from referee.cli import referee as command
from referee.match.record import replay_record
from referee.reviews import searches
from referee.reviews.review import Reviewer
from referee.reviews.searches import Effort
from referee.running.process_pool import ProcessPool
from tests.engines.fakes import processes
from tests.engines.test_judge import FAKE, spec_of
from tests.reviews.test_judged_reviews import GAME, WORDS

PLAIN = f"{Path(__file__).parents[1] / 'helpers' / 'plain.py'}:PlainTicTacToe"
QUICK = Effort(nodes=1500, playouts=30)
ALIKE = {"tic-tac-toe": 7, "backgammon": 12, "liars-dice": 4, "hex:5": 20, PLAIN: 9}


def reviewer_of(spec, texts, workers, seconds=None):
    record = recorded(spec, " ".join(texts))
    return Reviewer(record, list(replay_record(record)), QUICK, seconds, workers=workers)


def review_with(workers, spec, texts):
    reviewer = reviewer_of(spec, texts, workers)
    reviewer.run()
    return reviewer.review()


@pytest.mark.parametrize(("spec", "plies"), ALIKE.items())
def test_two_workers_find_the_same_as_none_where_no_search_helps_another(spec, plies):
    texts = random_texts(spec, plies, 5)
    assert review_with(2, spec, texts) == review_with(1, spec, texts)


def test_a_review_depends_on_no_number_of_workers_beyond_one():
    texts = random_texts("chess", 30, 5)
    assert review_with(2, "chess", texts) == review_with(3, "chess", texts) == review_with(2, "chess", texts)


def test_workers_search_all_positions_of_the_match(monkeypatch):
    searched = []
    monkeypatch.setattr(searches, "by_estimate", count_calls(searches.by_estimate, searched))
    texts = random_texts("chess", 10, 5)
    review_with(2, "chess", texts)
    assert not [each for each in searched if each is None]  # only to the depth of another position
    review_with(1, "chess", texts)
    assert searched.count(None) == 11


def count_calls(act, seen):
    """Return `act`, which notes the depth that it is asked for in `seen`."""

    def called(game, table, nodes, scale, deadline, most=None):
        seen.append(most)
        return act(game, table, nodes, scale, deadline, most)

    return called


def die(search):
    os.kill(os.getpid(), signal.SIGKILL)


def fail(search):
    raise RuntimeError(search)


@pytest.mark.parametrize("act", [die, fail])
def test_what_workers_fail_to_find_is_searched_here(act, monkeypatch):
    texts = random_texts("chess", 6, 5)
    right = review_with(1, "chess", texts)
    monkeypatch.setattr("referee.reviews.helped.run", act)
    assert review_with(2, "chess", texts) == right


def test_workers_keep_to_the_time_of_the_review():
    reviewer, began = reviewer_of("chess", random_texts("chess", 30, 5), 2, 0.2), monotonic()
    reviewer.run()
    assert reviewer.review().whole
    assert monotonic() - began < 60


def test_the_command_takes_workers_and_each_has_its_judge():
    words = ["review", "chess", "--moves", GAME, "--judge", spec_of(*WORDS), "--nodes", "100", "--json"]
    alone, helped = (CliRunner().invoke(command, [*words, "--workers", count]) for count in "12")
    assert alone.exit_code == helped.exit_code == 0 and alone.stdout == helped.stdout
    assert not processes(FAKE.command(*WORDS))


def test_a_machine_without_processes_reviews_alone(monkeypatch):
    def refuse(pool, act, given):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    texts = random_texts("chess", 4, 5)
    right = review_with(1, "chess", texts)
    monkeypatch.setattr(ProcessPool, "call", refuse)
    assert review_with(2, "chess", texts) == right
