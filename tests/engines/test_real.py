"""Matches of four games with real programs, without a forfeit of theirs or ours: both sides, openings, workers."""

import json
import os
import subprocess
import sys

import pytest

from referee.engines.process import find_program
from tests.engines.test_batches import REFEREE

VARIANTS = """
[breakthrough6:breakthrough]
maxRank = 6
maxFile = 6
startFen = pppppp/pppppp/6/6/PPPPPP/PPPPPP w - - 0 1
flagRegionWhite = *6
flagRegionBlack = *1
"""
BUSY_GAMES = int(os.environ.get("BUSY_GAMES", "0"))
# The program and the game, and who plays against it.
MATCHES = {
    "stockfish": ("chess", "uci:stockfish,elo=1500,nodes=2000", "minimax:depth=1"),
    "stockfish at chess960": ("chess:variant=chess960,start=7", "uci:stockfish,nodes=2000", "random"),
    "fairy-stockfish": ("breakthrough", "uci:fairy-stockfish,nodes=2000", "minimax:depth=2"),
    "fairy-stockfish on Gardner's board": ("chess:variant=gardner", "uci:fairy-stockfish,nodes=2000", "random"),
    "gnuchess": ("chess", "uci:gnuchess --uci,depth=3", "minimax:depth=1"),
    "gnuchess by xboard": ("chess", "xboard:gnuchess --xboard,seconds=0.1", "random"),
    "stockfish and gnuchess, which ponder": (
        "chess",
        "uci:stockfish,nodes=2000,ponder=yes",
        "uci:gnuchess --uci,depth=3,ponder=yes",
    ),
    "ours, which ponders": (
        "chess",
        f"uci:{sys.executable} -m referee engine chess minimax:depth=2,ponder=yes",
        "minimax:depth=1",
    ),
    "phalanx, which ponders": ("chess", "xboard:phalanx,seconds=0.1,ponder=yes", "minimax:depth=1"),
    "phalanx": ("chess", "xboard:phalanx,seconds=0.1", "minimax:depth=1"),
    "gnugo": ("go:size=7", "gtp:gnugo --level 0 --chinese-rules", "montecarlo:playouts=5"),
    "gnubg": ("backgammon:cube=yes", "gnubg:0", "random"),
}


def installed(spec):
    """Whether the program of that spec is there; where they are required it must be."""
    command = spec.partition(":")[2].partition(",")[0] if spec.partition(":")[0] != "gnubg" else "gnubg"
    try:
        find_program(command)
    except ValueError:
        assert os.environ.get("ENGINES") != "required", f"{command} is not installed"
        return False
    return True


def play(*words):
    """The records of a batch in which nobody forfeits."""
    done = subprocess.run(
        [*REFEREE, *words, "--json", "--strict", "--seed", "1", "--workers", "2"],
        capture_output=True, text=True, timeout=300, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [each for each in map(json.loads, done.stdout.splitlines()) if "moves" in each]


@pytest.mark.parametrize("flags", [(), ("--memory", "1024")], ids=" ".join)
@pytest.mark.parametrize("name", MATCHES)
def test_four_games_are_played_without_a_forfeit(name, flags):
    game, spec, other = MATCHES[name]
    if not installed(spec):
        pytest.skip(f"{name} is not installed")
    openings = () if game.startswith("backgammon") else ("--openings", "2")
    found = play("-g", "4", game, spec, other, "--swap", *flags, *openings)
    assert len(found) == 4 and {each["players"].index(spec) for each in found} == {0, 1}


@pytest.mark.parametrize("name", ["stockfish", "phalanx"])
def test_they_keep_to_a_clock(name):
    game, spec, other = MATCHES[name]
    if not installed(spec):
        pytest.skip(f"{name} is not installed")
    assert len(play("-g", "2", game, spec.partition(",")[0], other, "--swap", "--clock", "5s+0.1s")) == 2


@pytest.mark.skipif(not BUSY_GAMES, reason="BUSY_GAMES names no number of games, as the machine decides")
def test_a_program_that_keeps_its_time_loses_no_game_on_it_beside_busy_programs():
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        words = ["chess", "uci:stockfish", "uci:stockfish", "--clock", "0.1s+0.01s", "--openings", str(BUSY_GAMES // 2)]
        assert len(play("-g", str(BUSY_GAMES), *words)) == BUSY_GAMES
    finally:
        for process in busy:
            process.kill()
            process.wait()


def test_a_variant_file_of_fairy_stockfish_may_be_named(tmp_path):
    if not installed("uci:fairy-stockfish"):
        pytest.skip("fairy-stockfish is not installed")
    (tmp_path / "variants.ini").write_text(VARIANTS)
    spec = f"uci:fairy-stockfish,nodes=2000,variant=breakthrough6,option.VariantPath={tmp_path / 'variants.ini'}"
    found = play("-g", "6", "breakthrough:rows=6,columns=6", spec, "mcts:playouts=100", "--swap")
    won = sum((each["score"] > 0) == (each["players"][0] == spec) for each in found)
    assert len(found) == 6 and won >= 5
