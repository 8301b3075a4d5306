"""Players in processes of their own hear of moves and of the end, and lose by what they raise then."""

import json

import pytest

BOT = """
import os


class Hears:
    def begin(self, game, seat):
        self.told = [f"begin {seat}"]

    def heard(self, text, seat):
        self.told.append(f"{seat} {text}")
        if len(self.told) == HEARD:
            raise RuntimeError("in heard")

    def choose(self, game, deadline):
        return game.moves()[0]

    def end(self):
        with open(os.environ["TOLD"], "w") as file:
            file.write("; ".join(self.told))
        if END:
            raise RuntimeError("in end")
"""


@pytest.fixture
def play(tmp_path, command, monkeypatch):
    """A function: the record of one game of the bot, and what it was told."""
    told = tmp_path / "told"
    monkeypatch.setenv("TOLD", str(told))

    def run(game, heard=0, end=False):
        bot = tmp_path / "hears.py"
        bot.write_text(BOT.replace("HEARD", str(heard)).replace("END", str(end)))
        told.unlink(missing_ok=True)
        words = ["-g", "1", "--json", "--seed", "3", game, str(bot), "random"]
        status, out, err = command(words)
        assert status == 0, err
        return json.loads(out.splitlines()[0]), told.read_text() if told.exists() else ""

    return run


@pytest.mark.parametrize("game", ["tic-tac-toe", "pig:target=20", "kuhn-poker", "liars-dice"])
def test_a_player_in_a_process_of_its_own_hears_each_move(game, play):
    here = play(game)
    assert here[1].startswith("begin 0; ") and len(here[1].split("; ")) == 1 + len(here[0]["moves"].split())


@pytest.mark.parametrize(
    ("given", "word"), [({"heard": 2}, "in heard"), ({"heard": 4}, "in heard"), ({"end": True}, "in end")]
)
def test_an_error_in_heard_or_end_costs_the_game(given, word, play):
    here, _ = play("tic-tac-toe", **given)
    assert (here["score"], here["how"]) == (-1, "crashed") and word in here["why"]
