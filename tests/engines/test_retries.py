"""Programs that may not hear the legal moves, and that may try again after an illegal answer."""

import json
import os
import sys
from random import Random

import pytest

import games
from referee.batches.plan import Plan
from referee.batches.results import Results
from referee.engines import process
from referee.match.clocks import Control
from referee.match.events import How
from referee.match.record import Record
from referee.running.lasting_players import close_waiting
from referee.tournaments.plan import Tournament
from referee.tournaments.standings import make_standings

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")

# Answers with the next of its words at each question, and from the first in each game.
ANSWERS = """
import json, sys, time
words = json.load(open(sys.argv[1]))
for line in sys.stdin:
    told = json.loads(line)["do"] if line[0] == "{" else line.split()[0]
    if told == "begin":
        left = list(words)
    elif told == "choose":
        time.sleep(0.005)  # so that each question names less time
        print(left.pop(0), flush=True)
"""


@pytest.fixture(autouse=True)
def nobody_waits():
    """End the programs that wait for further games."""
    yield
    close_waiting()


@pytest.fixture
def dialogue(tmp_path, monkeypatch):
    """Return what the program heard and said, which has `> ` before it, so far."""
    path = tmp_path / "said.txt"
    path.write_text("")
    monkeypatch.setenv(process.VARIABLE, str(path))
    return lambda: [line.split(None, 3)[3].removeprefix("< ") for line in path.read_text().splitlines()]


@pytest.fixture
def spec(tmp_path):
    """Return a function that names a program with these answers."""
    path = tmp_path / "bot.py"
    path.write_text(ANSWERS)

    def named(words, options=""):
        answers = tmp_path / "answers.json"
        answers.write_text(json.dumps(words.split() if isinstance(words, str) else words))
        return f'program:"{sys.executable} {path} {answers}"{options}'

    return named


def play(game, player, opening=(), control=Control()):
    """Return the result of a game against random moves."""
    return Plan(game, (player, "random"), 1, control, opening=opening).task(0).result()


NEARLY = ("1", "4", "2", "5")  # 3 wins


def test_the_legal_moves_are_withheld_in_plain_words(dialogue, spec):
    assert play("tic-tac-toe", spec("3", ",moves=no"), NEARLY).record.score == 1
    told = dialogue()
    assert told[told.index("> 3") - 2 :][:2] == ["position xx1/oo1/3 x", "choose"]
    assert not [line for line in told if line.startswith("moves")]


def test_the_legal_moves_are_withheld_in_json(dialogue, spec):
    play("tic-tac-toe", spec("3", ",moves=no,json=yes"), NEARLY)
    (asked,) = [json.loads(line) for line in dialogue() if line.startswith("{") and "choose" in line]
    assert "moves" not in asked and asked["position"] == "xx1/oo1/3 x"


def test_an_illegal_answer_is_refused_in_plain_words_and_asked_again(dialogue, spec):
    result = play("tic-tac-toe", spec("4 10 3", ",retries=2"), NEARLY)
    assert result.record.score == 1 and result.illegal == (2, 0)
    told = dialogue()
    first, second = told.index("> 4"), told.index("> 10")
    assert told[first + 1].startswith("illegal 4: not a legal move: ") and told[first + 1].endswith(" stands on 4")
    assert told[first + 2 : second] == told[first - 3 : first]
    assert told[second + 1] == "illegal 10: not a legal move: the cells are 1 to 9"


def test_an_illegal_answer_is_refused_in_json(dialogue, spec):
    play("tic-tac-toe", spec("10 3", ",retries=1,json=yes"), NEARLY)
    told = [json.loads(line) for line in dialogue() if line.startswith("{")]
    refused = next(place for place, each in enumerate(told) if each["do"] == "illegal")
    assert told[refused] == {"do": "illegal", "move": "10", "why": "not a legal move: the cells are 1 to 9"}
    assert told[refused + 1] == told[refused - 1]


def test_a_player_without_tries_left_loses_as_before(spec):
    result = play("tic-tac-toe", spec("10 11 12 3", ",retries=2"), NEARLY)
    assert result.forfeit is How.ILLEGAL_MOVE and "answered '12', which is not a legal move" in result.record.why
    assert result.illegal == (3, 0)


def test_a_line_that_is_no_move_at_all_is_refused_too(dialogue, spec):
    words = ["", '{"x": 1}', "I play 3", "3"]
    assert play("tic-tac-toe", spec(words, ",retries=3"), NEARLY).illegal == (3, 0)
    refused = [line for line in dialogue() if line.startswith("illegal")]
    assert [line.partition(": ")[0] for line in refused] == ["illegal ", 'illegal {"x"', "illegal I play 3"]


def test_the_tries_begin_anew_with_each_move_and_the_program_stays_alive(spec):
    result = play("tic-tac-toe", spec("x 3 x 7 x 9", ",retries=1"), ("1", "2", "5", "4", "6", "8"))
    assert result.record.how == How.PLAYED_OUT.value and result.illegal[0] > 1


def test_a_program_without_retries_counts_no_answers(spec):
    result = play("tic-tac-toe", spec("10", ""), NEARLY)
    assert result.forfeit is How.ILLEGAL_MOVE and result.illegal == (0, 0) and "illegal" not in result.record.as_dict()


def test_all_tries_together_have_the_time_of_one_move(dialogue, spec):
    play("tic-tac-toe", spec("10 11 3", ",retries=5"), NEARLY, Control(move=100))
    asked = [float(line.split()[1]) for line in dialogue() if line.startswith("choose")]
    assert 0 < asked[2] < asked[1] < asked[0] <= 99.95


def test_what_is_hidden_changes_no_refusal(spec):
    # The positions differ only in what the seat to move does not know.
    for name in ("kuhn-poker", "leduc-poker", "liars-dice"):
        heard = set()
        for seed in range(6):
            game = games.load(name)
            while game.turn not in (0, 1):
                game.make(game.moves()[0])
            view = game.imagine(game.turn, Random(seed))
            heard.add(tuple(view.why_not(word) for word in ("x", "1", "99", "a1", "bet", "7x9", "pass", "")))
        assert len(heard) == 1, name


def test_a_record_keeps_the_count_and_an_older_one_has_none(spec):
    record = play("tic-tac-toe", spec("4 3", ",retries=1"), NEARLY).record
    told = json.loads(json.dumps(record.as_dict()))
    assert told["illegal"] == [1, 0] and Record.read(json.dumps(told)).illegal == (1, 0)
    del told["illegal"]
    assert Record.read(json.dumps(told)).illegal == (0, 0)


def test_a_batch_and_a_tournament_count_illegal_answers(spec):
    from referee.reports.tournament.files import as_json
    from referee.reports.tournament.table import standings_lines

    player = spec("10 1 11 2 12 3 4 5 6 7 8 9", ",retries=20")
    plan = Plan("tic-tac-toe", (player, "random"), 1)
    results = Results(plan)
    results.add(plan.task(0).result())
    assert results.as_dict()["illegal"] == {"bot": results.illegal[0], "random": 0} and results.illegal[0]
    assert f"illegal answers: bot {results.illegal[0]} in 1 game" in results.lines()
    tournament = Tournament(
        "tic-tac-toe", (player, "random"), ("bot", "random"), "round-robin", 1, 1, Control(), None, 0
    )
    found = {pairing.number: tournament.task(pairing).result() for pairing in pairings(tournament)}
    standings = make_standings(tournament, found)
    row = next(row for row in as_json(standings)["standings"] if row["name"] == "bot")
    assert row["illegal"] == sum(max(each.illegal) for each in found.values()) > 0
    assert any(f"illegal answers: bot {row['illegal']} in" in line for line in standings_lines(standings, 100))


def pairings(tournament):
    """Return the games of the tournament that are known at its start."""
    from referee.tournaments.results import missing_games

    return missing_games(tournament, {})
