"""What a program in any language is told: all that its seat hears and sees, in the order of docs/any-language.md."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from itertools import permutations, product
from pathlib import Path

import pytest

import games
from players.player import Resigned
from referee.batches.plan import Plan
from referee.engines import process
from referee.engines.program import name_game
from referee.match.clocks import Control
from referee.match.events import How
from referee.running.lasting_players import close_waiting, waiting
from tests.engines.test_program import spec_of

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")

REFEREE = [sys.executable, "-m", "referee"]
OTHER = """
import sys
moves = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    moves = rest.split() if word == "moves" else moves
    if word == "choose":
        print(moves[-1], flush=True)
"""
JSON = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["do"] == "choose":
        print(json.dumps({"move": told["moves"][0]}), flush=True)
"""
COUNTED = (
    """
import os, sys
open(sys.argv[1], "a").write(f"{os.getpid()}\\n")
"""
    + OTHER
)
OWN = """
from games.game import Game


class Sticks(Game):
    def __init__(self, sticks=7):
        self.turn, self.sticks, self.log = 0, sticks, print

    def moves(self):
        return list(range(1, min(3, self.sticks) + 1))

    def make(self, move):
        self.sticks -= move
        self.turn = 1 - self.turn

    def score(self):
        return None if self.sticks else 2 * self.turn - 1
"""


@pytest.fixture(autouse=True)
def nobody_waits():
    """End the programs that wait for further games."""
    yield
    close_waiting()


@pytest.fixture
def said(tmp_path, monkeypatch):
    """What the program of that name was told, and what it answered, with `> ` before it, since this was asked last."""
    path, seen = tmp_path / "said.txt", [0]
    path.write_text("")
    monkeypatch.setenv(process.VARIABLE, str(path))

    def found(name="bad_bot"):
        lines = path.read_text().splitlines()
        new, seen[0] = lines[seen[0] :], len(lines)
        words = [line.split(None, 3)[2:] for line in new]
        return [line.removeprefix("< ") for who, line in words if who == name]

    return found


@pytest.fixture
def bot(tmp_path):
    """The spec of a program of that text, and of its arguments and options."""

    def made(name, text, arguments="", options=""):
        path = tmp_path / f"{name}.py"
        path.write_text(text)
        return f'program:"{sys.executable} {path} {arguments}"{options}'

    return made


def play(game, seats, opening=(), control=Control()):
    """The last event of that match."""
    return list(Plan(game, seats, 1, control, opening=opening).task(0).match())[-1]


def test_it_is_told_the_moves_the_position_and_its_time_in_plain_words(said):
    play("tic-tac-toe", ("random", spec_of("tame")), ("1", "2", "3", "5", "9"), Control(move=1))
    assert said()[:10] == [
        "begin tic-tac-toe 1", "heard 0 1", "heard 1 2", "heard 0 3", "heard 1 5", "heard 0 9",
        "position xox/1o1/2x o", "moves 4 6 7 8", "choose 0.9", "> 4",
    ]  # fmt: skip


def test_it_is_told_of_the_last_moves_and_of_the_end_and_at_last_to_quit(said):
    play("tic-tac-toe", (spec_of("tame"), "random"), ("1", "4", "2", "5"))
    assert said()[-5:] == ["moves 3 6 7 8 9", "choose", "> 3", "heard 0 3", "end"]
    close_waiting()
    assert said() == ["quit"]


def test_it_is_told_the_same_in_json(said, bot):
    spec = bot("speaker", JSON, options=",json=yes")
    assert play("kuhn-poker", (spec, "random"), ("J", "K"), Control(move=1)).how is How.PLAYED_OUT
    close_waiting()
    told = [json.loads(line.removeprefix("> ")) for line in said("speaker")]
    assert told[:5] == [
        {"do": "begin", "game": "kuhn-poker", "seat": 0}, {"do": "heard", "seat": "chance", "move": "J"},
        {"do": "heard", "seat": "chance", "move": "a card"},
        {"do": "choose", "moves": ["bet", "check"], "position": "J/?", "seconds": 0.9}, {"move": "bet"},
    ]  # fmt: skip
    assert told[-2:] == [{"do": "end"}, {"do": "quit"}]


@pytest.mark.parametrize(("options", "control", "seconds"), [
    ("", Control(), ["choose"]), (",seconds=0.5", Control(), ["choose 0.5"]),
    (",seconds=5", Control(move=0.4), ["choose 0.3"]), (",reserve=0.2", Control(move=1), ["choose 0.8"]),
    (",reserve=3", Control(move=1), ["choose 0.5"]),
])  # fmt: skip
def test_it_is_told_the_seconds_without_the_reserve(options, control, seconds, said):
    play("nim", (spec_of("tame", options), "random"), control=control)
    assert {line for line in said() if line.startswith("choose")} == set(seconds)


def test_it_hears_a_share_of_the_clock(said):
    play("nim", (spec_of("tame"), "random"), control=Control(total=60))
    told = [float(line.split()[1]) for line in said() if line.startswith("choose")]
    assert told and all(0.1 < each < 20 for each in told)


@pytest.mark.parametrize(("spec", "name"), [
    ("ttt", "tic-tac-toe"), ("nim:heaps=3/5/7", "nim:heaps=3/5/7"),
    ("chips:31,rule=last", "chips:chips=31,rule=last"), ("othello:6", "othello:size=6"),
    ("chess:position=8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "chess"),
    ("liars-dice:dice=1,position=2/5", "liars-dice:dice=1"),
])  # fmt: skip
def test_a_game_is_called_by_its_name_and_its_options_but_not_by_where_it_starts(spec, name):
    assert name_game(spec, games.load(spec)) == name
    assert name_game("", games.load(spec)) == name.partition(":")[0]


def test_games_in_files_are_played_also_such_as_write_no_position(said, tmp_path):
    path = tmp_path / "own.py"
    path.write_text(OWN)
    assert play(f"{path}:Sticks:sticks=4", (spec_of("tame"), "random"), ("1",)).how is How.PLAYED_OUT
    play(f"{path}", ("random", spec_of("tame")), ("3",))
    lines = said()
    assert lines[0] == "begin Sticks:sticks=4 0" and "begin Sticks 1" in lines
    assert "moves 1 2 3" in lines and not any(line.startswith("position") for line in lines)


@pytest.mark.parametrize(
    "game", ["pig:target=20", "backgammon", "kuhn-poker", "leduc-poker", "liars-dice", "go:size=3"]
)
def test_it_plays_games_with_dice_and_hidden_cards_to_their_end(game, said):
    seats = (spec_of("tame"), spec_of("comments")) if game == "backgammon" else (spec_of("tame"), "random")
    assert play(game, seats).how is How.PLAYED_OUT
    assert any(line.startswith("heard chance ") for line in said()) == (not game.startswith("go"))


# Nobody peeks.


def dialogues(said, game, own, deals, bot):
    """All different dialogues of seat 0 in those deals, from the beginning to the end."""
    other = bot("other", OTHER)
    found = set()
    for deal in deals:
        assert play(game, (own, other), deal).how is How.PLAYED_OUT
        found.add("\n".join(said()))
    return found


@pytest.mark.parametrize("card", "JQK")
@pytest.mark.parametrize("line", [(), ("check", "bet")], ids=["from the deal", "after a bet"])
def test_in_kuhn_poker_nothing_that_is_said_depends_on_the_hidden_card(card, line, said, bot):
    deals = [(*cards, *line) for cards in permutations("JQK", 2) if cards[0] == card]
    (one,) = dialogues(said, "kuhn-poker", spec_of("tame"), deals, bot)
    assert f"heard chance {card}\nheard chance a card\n" in one and "\nchoose\n" in one and one.endswith("end")


@pytest.mark.parametrize("die", "136")
def test_in_liars_dice_nothing_that_is_said_depends_on_the_hidden_die(die, said, bot):
    deals = [dice for dice in product("123456", repeat=2) if dice[0] == die]
    (one,) = dialogues(said, "liars-dice", spec_of("tame"), deals, bot)
    assert f"heard chance {die}\nheard chance a die\n" in one and "\nchoose\n" in one and one.endswith("end")


def test_what_is_said_depends_on_the_card_that_it_sees(said, bot):
    deals = [cards for cards in permutations("JQK", 2) if cards[1] == "K"]
    assert len(dialogues(said, "kuhn-poker", spec_of("tame"), deals, bot)) == 2


# Processes.


def has_ended(pid):
    """Return whether process `pid` ends soon; only a hang takes a minute."""
    for _ in range(6000):
        if not Path(f"/proc/{pid}").exists():
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize("mode", ["breeds", "ignores-quit"])
def test_nothing_is_left_of_a_program_that_is_not_needed_any_more(mode, said):
    play("tic-tac-toe", (spec_of(mode), "random"))
    ((_, player),) = [each for each in waiting if hasattr(each[1], "engine")]
    pids = [player.engine.process.pid, *(int(line[3:]) for line in said() if line.startswith("> # "))]
    assert len(pids) > (mode == "breeds") and Path(f"/proc/{pids[-1]}").exists()
    close_waiting()
    assert all(map(has_ended, pids))


def run(*words):
    """The output of the command."""
    done = subprocess.run([*REFEREE, *words], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


def records(text):
    """The records of games in JSON output."""
    return [each for each in map(json.loads, text.splitlines()) if "moves" in each]


def test_with_lasting_no_each_game_has_a_process_of_its_own(tmp_path, bot):
    spec = bot("counted", COUNTED, tmp_path / "starts", ",lasting=no")
    run("-g", "6", "--workers", "1", "tic-tac-toe", spec, "random")
    assert len(set((tmp_path / "starts").read_text().split())) == 7


def test_it_may_resign_and_plays_the_next_game(said):
    ends = [play("nim", (spec_of("resigns"), "random")) for _ in range(2)]
    assert [end.how for end in ends] == [How.RESIGNED] * 2
    assert sum(line.startswith("begin") for line in said()) == 2 and len(waiting) == 1


def test_it_can_be_asked_about_a_position_without_a_match():
    from players import load

    player = load(spec_of("tame"))
    game = games.load("tic-tac-toe", ["1", "2"])
    try:
        assert [game.text(player.choose(game.copy(), time.monotonic() + 100)) for _ in range(2)] == ["3", "3"]
        player = load(spec_of("resigns"))
        with pytest.raises(Resigned):
            player.choose(game, float("inf"))
    finally:
        player.close()
