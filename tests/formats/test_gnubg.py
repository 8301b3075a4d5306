"""Matches of backgammon go to GNU Backgammon and come back, as .mat and as SGF: each position and the score agree.

It is Debian's package gnubg. Where it is missing these tests are left out, unless GNUBG=required is set.
"""

import os
import random
import re
import shutil
import subprocess
from base64 import b64encode
from itertools import groupby

import pytest

import games
from games.backgammon.xgid import read_position
from referee.formats.backgammon import after, put_together
from referee.formats.formats import find_format, read_text
from referee.match.record import replay_texts
from referee.support.build import life
from tests.formats.backgammon_samples import random_match

MATCHES = 5 if life() == "compiled" else 3  # one of each length
PLAYED = 3 if life() == "compiled" else 2
QUIET = ["set automatic roll off", "set automatic game off", "set jacoby off", "set confirm new off"]
QUICK = [
    "set confirm new off", "set display off", "set automatic game on", "set automatic roll on", "set automatic move on",
    "set defaultnames Ann Bob", "set rng mersenne", "set seed 7",
    "set jacoby off",
    *(f"set player {seat} {what}" for seat in (0, 1)
      for what in ("gnubg", "chequerplay evaluation plies 0", "cubedecision evaluation plies 0")),
]  # fmt: skip


@pytest.fixture(scope="module")
def gnubg(tmp_path_factory):
    """A function that lets GNU Backgammon obey commands in one process, and returns what it says."""
    program = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if program is None:
        if os.environ.get("GNUBG") == "required":
            pytest.fail("GNUBG=required, but there is no gnubg")
        pytest.skip("gnubg is not installed")
    home = tmp_path_factory.mktemp("gnubg")

    def obey(commands):
        told = subprocess.run(
            [program, "-t", "-q", "-r"], input="\n".join([*commands, ""]), capture_output=True, text=True, cwd=home,
            env={**os.environ, "HOME": str(home), "LC_ALL": "C.UTF-8"}, timeout=300,
        )  # fmt: skip
        return told.stdout

    return obey


def position_id(state):
    """GNU Backgammon's ID of a position in which a side is to roll, written by the manual's rule and not by our code."""
    waits, rolls = state.counts[1 - state.side], state.counts[state.side]
    bits = "".join("1" * count + "0" for counts in (waits, rolls) for count in counts[1:])
    return b64encode(int(bits[::-1], 2).to_bytes(10, "little")).decode().rstrip("=")


def ids_before_rolls(record):
    """The IDs of all positions of a game in which a side is to roll, but for the start."""
    states = [read_position(moved.game.position()) for moved in replay_texts(record.game, record.moves.split())]
    found = [
        position_id(state) for state in states if state.side is not None and not state.dice and state.action != "over"
    ]
    return [key for key, _ in groupby(found)]


def last_score(text):
    """The score of Ann and of Bob that the program told last."""
    one, two = re.findall(r"Ann (\d+), Bob (\d+)", text)[-1]
    return int(one), int(two)


def test_gnu_backgammon_reads_our_files_with_equal_positions(gnubg, tmp_path):
    matches = [random_match(random.Random(seed), (None, 1, 3, 5, 7)[seed % 5]) for seed in range(MATCHES)]
    commands = list(QUIET)
    for number, match in enumerate(matches):
        file = tmp_path / f"{number}.mat"
        file.write_text(find_format("mat").write(match))
        commands += ["echo", f"import mat {file}", "show score", "first game"]
        for game in match:
            commands += [
                "show version",
                *["show board", "next"] * (len(game.record.moves.split()) // 2 + 2),
                "next game",
            ]
        commands += [f"export match mat {file}.back", f"save match {file}.sgf"]
    told = gnubg(commands)
    assert not re.search(r"WARNING[:!]|Unrecogni[sz]ed|had errors|not a valid", told)
    parts = told.split("GNU Backgammon 1.")[2:]
    assert len(parts) == sum(map(len, matches))
    for number, match in enumerate(matches):
        ours = put_together(match)
        for game in match:
            shown = [key for key, _ in groupby(re.findall(r"Position ID: (\S{14})", parts.pop(0)))]
            expected = ids_before_rolls(game.record)
            assert shown[: len(expected)] == expected
        again = read_text((tmp_path / f"{number}.mat.back").read_text(), "back.mat")
        trees = read_text((tmp_path / f"{number}.mat.sgf").read_text(), "back.sgf")
        for held in (again, trees):
            assert [ids_before_rolls(each.record) for each in held] == [ids_before_rolls(each.record) for each in match]
        assert after(put_together(again)[-1]) == after(ours[-1])


def test_matches_of_gnu_backgammon_are_read_with_its_score(gnubg, tmp_path):
    commands = list(QUICK)
    for number in range(PLAYED):
        commands += [f"new match {(5, 3, 7)[number % 3]}", "show score"]
        commands += [f"export match mat {tmp_path}/{number}.mat", f"save match {tmp_path}/{number}.sgf", "show version"]
    told = gnubg(commands).split("GNU Backgammon 1.")[1:]
    for number in range(PLAYED):
        one = read_text((tmp_path / f"{number}.mat").read_text(), "a.mat")
        two = read_text((tmp_path / f"{number}.sgf").read_text(), "a.sgf")
        assert [each.record for each in one] == [each.record for each in two]
        assert after(put_together(one)[-1]) == last_score(told[number])
        text = find_format("mat").write(one)
        assert [each.record for each in read_text(text, "b.mat")] == [each.record for each in one]
