"""Programs that end by themselves between two games: they are started again, and no game is lost by it."""

import json
import sys

import pytest

from tests.engines.test_uci import FAKE

BOT = """
import sys
games = 0
for line in sys.stdin:
    word, *rest = line.split()
    if word == "begin":
        games += 1
    if word == sys.argv[1] and (word == "end" or games > 1):
        break
    if word == "moves":
        move = rest[0]
    if word == "choose":
        print(move, flush=True)
"""


def play(command, spec, *more, games=3):
    """Return the records of games, played by one worker, in which a UCI program as Black mates by its first move."""
    words = ["-g", str(games), "--json", "--workers", "1", *more]
    status, out, err = command([*words, "chess", "random", spec, "--moves", "f3 e5 g4"])
    assert status == 0, err
    return [json.loads(line) for line in out.splitlines()[:games]]


@pytest.mark.parametrize("moment", [
    "exits 0 after its move", "exits 0 at another game", "exits 3 at another game",
    "exits 0 as soon as it is ready again", "exits 3 after its move",
])  # fmt: skip
def test_a_program_that_ends_between_games_starts_again(command, tmp_path, moment):
    log = tmp_path / "log"
    records = play(command, f"uci:{sys.executable} {FAKE} '{moment}' moves=d8h4", "--debug", str(log))
    assert [record["how"] for record in records] == ["played-out"] * 3, records
    starts = [line for line in log.read_text().splitlines() if line.endswith(" < uci")]
    assert len(starts) == 4  # one before the games, and one for each


def test_a_program_that_dies_in_a_move_of_a_later_game_loses_it(command):
    records = play(command, f"uci:{sys.executable} {FAKE} 'exits 0 in another game' moves=d8h4")
    assert [record["how"] for record in records] == ["played-out", "died", "played-out"], records


@pytest.mark.parametrize("word", ["end", "begin"])
def test_a_program_of_lines_that_ends_between_games_starts_again(command, tmp_path, word):
    (tmp_path / "bot.py").write_text(BOT)
    spec = f"program:{sys.executable} {tmp_path / 'bot.py'} {word}"
    words = ["-g", "3", "--json", "--workers", "1", "tic-tac-toe", spec, "random"]
    status, out, err = command(words)
    assert status == 0 and '"forfeit' not in out and '"died"' not in out, err
