"""GNU Backgammon itself at the table: its turns are legal, and it decides here what it decides on its own console.

It is Debian's package gnubg. Where it is missing these tests are left out, unless GNUBG=required is set.
"""

import json
import os
import random
import re
import shutil
import subprocess
import tempfile
from math import inf
from pathlib import Path

import pytest

import games
import players
from referee.dialects.fibs import read_state, roll_of
from referee.formats.backgammon import find_turn, read_turn
from referee.support.build import life

POSITIONS = 400 if life() == "compiled" else 100
COMPARED = 30 if life() == "compiled" else 10  # positions of each kind of game
CONSOLE = [
    "set confirm new off", "set jacoby off", "set beavers 0",
    "set evaluation chequerplay evaluation plies 0", "set evaluation cubedecision evaluation plies 0",
]  # fmt: skip
HINTED = re.compile(r"^ *(\d+)\. Cubeful 0-ply\s+(.*?)\s+(?:Eq|MWC)\.?:\s*([-+.\d%]+)", re.MULTILINE)
CUBE = re.compile(r"Proper cube action:\s*(.*)")
STAKES = ["cube=yes", "cube=yes,away=3/5", "cube=yes,away=5/2", "cube=yes,away=1/4", "away=4/1", "away=1/3"]


@pytest.fixture(scope="module")
def program():
    """The path of GNU Backgammon."""
    found = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if found is None:
        if os.environ.get("GNUBG") == "required":
            pytest.fail("GNUBG=required, but there is no gnubg")
        pytest.skip("gnubg is not installed")
    return found


@pytest.fixture
def seat(program):
    """A function that makes a player of that spec, which is closed at the end."""
    made = []

    def sit(spec):
        made.append(players.load(spec))
        return made[-1]

    yield sit
    for player in made:
        player.close()


def positions(spec, count, wanted, seed):
    """So many positions of random games in which a seat decides something that is wanted."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        game = games.load(spec)
        while game.score() is None and len(found) < count:
            game.make(rng.choice(game.moves()))
            if game.turn in (0, 1) and game.score() is None and wanted(read_state(game)) and rng.random() < 0.3:
                found.append(game.copy())
    return found


def is_roll(state):
    """Whether the dice of a turn are to be played."""
    return state.action == "play" and roll_of(state) is not None


def play_turn(player, game):
    """The position after the turn that the player makes, in single moves."""
    after = game.copy()
    player.begin(game.copy(), game.turn)
    while after.turn == game.turn and after.score() is None:
        move = player.choose(after.copy(), inf)
        assert move in after.moves()
        player.heard(after.text(move), game.turn)
        after.make(move)
    return after


def hints(program, found, folder):
    """What its console says of each of these positions."""
    commands = [*CONSOLE]
    for game in found:
        commands += ["show version", f"set xgid {game.position().removeprefix('XGID=')}", "hint"]
    told = subprocess.run(
        [program, "-t", "-q", "-r"], input="\n".join([*commands, ""]), capture_output=True, text=True, cwd=folder,
        env={**os.environ, "HOME": str(folder), "LC_ALL": "C.UTF-8"}, timeout=300,
    )  # fmt: skip
    parts = told.stdout.split("GNU Backgammon 1.")[2:]
    assert len(parts) == len(found)
    return parts


def best_turns(game, told):
    """The positions after the turns that the console finds best: one, or more of the same equity."""
    ranked = HINTED.findall(told)
    keys = set()
    for _, text, equity in ranked:
        if equity != ranked[0][2]:
            break
        after = game.copy()
        for move in find_turn(game, read_turn(text)):
            after.make(move)
        keys.add(after.key())
    return keys


def word_for(state, told):
    """The word about the cube that follows from the console's advice."""
    advice = CUBE.search(told)[1].casefold()
    if state.action == "offered":
        return "drop" if "pass" in advice else "take"
    return "double" if advice.startswith(("double", "redouble")) else "roll"


@pytest.mark.parametrize("noise", [0, 0.05])
def test_each_of_its_turns_is_legal(seat, noise):
    player = seat(f"gnubg:plies=0,noise={noise}")
    found = positions("backgammon", POSITIONS // (4 if noise else 1), is_roll, seed=1)
    assert {game.turn for game in found} == {0, 1}
    for game in found:
        play_turn(player, game)


@pytest.mark.parametrize("stakes", STAKES)
def test_it_plays_the_checkers_as_its_console_advises(program, seat, stakes, tmp_path):
    player = seat("gnubg:plies=0")
    found = [
        game
        for game in positions(f"backgammon:{stakes}", 2 * COMPARED, is_roll, seed=2)
        if game.text(game.moves()[0]) != "pass"
    ][:COMPARED]
    assert {game.turn for game in found} == {0, 1}
    for game, told in zip(found, hints(program, found, tmp_path), strict=True):
        assert play_turn(player, game).key() in best_turns(game, told), f"{game.position()}\n{told}"


@pytest.mark.parametrize("stakes", [each for each in STAKES if each.startswith("cube")])
def test_it_decides_about_the_cube_as_its_console_advises(program, seat, stakes, tmp_path):
    player = seat("gnubg:plies=0")
    found = positions(f"backgammon:{stakes}", COMPARED, lambda state: state.action in ("roll", "offered"), seed=3)
    for game in list(found):  # each double is answered, too
        if read_state(game).action == "roll":
            game = game.copy()
            game.make(game.parse("double"))
            found.append(game)
    words = set()
    for game, told in zip(found, hints(program, found, tmp_path), strict=True):
        if not CUBE.search(told):
            continue
        player.begin(game.copy(), game.turn)
        words.add(word := game.text(player.choose(game.copy(), inf)))
        assert word == word_for(read_state(game), told), f"{game.position()}\n{told}"
    assert len(words) >= 3


def mirrored(game):
    """The same position with the sides exchanged."""
    board, *fields = game.position().removeprefix("XGID=").split(":")
    fields[1], fields[2] = str(-int(fields[1])), str(-int(fields[2]))
    fields[4], fields[5] = fields[5], fields[4]
    return games.load(f"backgammon:position=XGID={board[::-1].swapcase()}:{':'.join(fields)}")


def test_both_seats_play_a_position_alike(seat):
    player = seat("gnubg:plies=0")
    for game in positions("backgammon:cube=yes,away=3/5", 100, is_roll, seed=4):
        other = mirrored(game)
        assert other.turn == 1 - game.turn
        assert mirrored(play_turn(player, game)).position() == play_turn(player, other).position()


def test_a_turn_that_it_has_not_begun_is_ended_as_it_would_have_ended_it(seat):
    player, same = seat("gnubg:plies=0"), 0
    found = [game for game in positions("backgammon", 120, is_roll, seed=5) if game.text(game.moves()[0]) != "pass"][
        :100
    ]
    for game in found:
        after, begun = play_turn(player, game), game.copy()
        player.begin(game.copy(), game.turn)
        begun.make(player.choose(game.copy(), inf))
        if begun.turn == game.turn and begun.score() is None:
            same += play_turn(player, begun).key() == after.key()
        else:
            same += 1
    assert same >= 95  # of some ends of games all are equally good


def test_its_noise_follows_from_the_game_so_that_a_match_repeats(program, command):
    line = "backgammon gnubg:plies=0,noise=0.1 gnubg:plies=0 -g 3 --seed 4 --workers {} --json"
    first, again = (command(line.format(workers)) for workers in (1, 2))
    assert first[0] == 0
    games, played = ([json.loads(row) | {"notes": []} for row in out.splitlines()] for _, out, _ in (first, again))
    assert games == played  # but for the times of the moves


@pytest.mark.parametrize("line", [
    "backgammon gnubg:plies=0 random -g 6 --seed 1 --workers 2",
    "backgammon:cube=yes gnubg:plies=0 montecarlo:playouts=2 -g 6 --seed 2 --workers 2",
    "backgammon:cube=yes random gnubg:plies=0 -g 4 --seed 2 --memory 1000",
    "backgammon:cube=yes,away=3/1 gnubg:plies=0 random -g 4 --seed 3",
    "backgammon gnubg:plies=1,noise=0.05 gnubg:plies=1 -g 2 --seed 3",
])  # fmt: skip
def test_whole_games_end_without_a_forfeit(program, command, line):
    status, shown, errors = command(f"{line} --strict")
    assert status == 0, errors
    assert "forfeit" not in shown


def test_a_match_to_three_points_is_played_to_its_end(program, command):
    for seed in range(2):
        status, shown, errors = command(f"backgammon gnubg:plies=0 montecarlo:playouts=2 --to 3 --seed {seed} --plain")
        assert status == 0, errors
        assert re.search(r"wins the series \d to \d", shown)


def test_games_with_and_without_a_cube_follow_each_other(seat):
    player = seat("gnubg:plies=0")
    for stakes in ("cube=no", "cube=yes", "cube=yes,away=2/2", "away=1/2", "away=3/3"):
        game = positions(f"backgammon:{stakes}", 1, is_roll, seed=6)[0]
        play_turn(player, game)


def test_it_writes_nothing_at_home_and_keeps_no_folder(seat, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    with tempfile.TemporaryDirectory() as temporary:
        monkeypatch.setattr("tempfile.tempdir", temporary)
        player = seat("gnubg:plies=0")
        play_turn(player, positions("backgammon", 1, is_roll, seed=7)[0])
        player.close()
        assert [*tmp_path.iterdir(), *Path(temporary).iterdir()] == []


def test_it_plays_with_a_long_name_of_the_temporary_folder(seat, tmp_path, monkeypatch):
    (tmp_path / ("long" * 25)).mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / ("long" * 25)))
    play_turn(seat("gnubg:plies=0"), positions("backgammon", 1, is_roll, seed=7)[0])
