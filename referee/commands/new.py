"""`referee new`: templates for a game or a player of your own, and its test."""

from __future__ import annotations

import keyword
import re
import sys
from pathlib import Path

import click

from games.names.catalogue import SpecError
from games.option import Choice
from referee.commands.shared_options import OptionType

NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_ ]+[a-z0-9]+)*", re.IGNORECASE | re.ASCII)
OURS = ("games", "players", "referee", "cython", "pytest")  # modules that the two files need

GAME = '''\
"""{title}: a game for `referee`.

Play it:    referee ./{module}.py minimax
Check it:   referee check ./{module}.py
"""

from games.game import Game


class {name}(Game):
    """Take one to three sticks from a heap; whoever takes the last one wins."""

    # Arguments with defaults are options: referee ./{module}.py:sticks=21 minimax
    def __init__(self, sticks=10):
        self.turn = 0  # whose turn it is: 0 is the seat that moves first, 1 the other
        self.sticks = sticks

    def moves(self):
        """All legal moves, as whole numbers from 0; an empty list when the game is over, and only then."""
        return list(range(1, min(3, self.sticks) + 1))

    def make(self, move):
        """Make a legal move: change the position, and whose turn it is."""
        self.sticks -= move
        self.turn = 1 - self.turn

    def score(self):
        """What seat 0 has won: 1, 0 for a draw, or -1; None while the game goes on."""
        if self.sticks:
            return None
        return 1 if self.turn == 1 else -1  # who moved last has won

    # All else is optional. These two are what people see and type.

    def text(self, move):
        """The text of a move, without blanks; each legal move needs a different one."""
        return str(move)

    def show(self, seat=None):
        """The position as that seat sees it (None: an onlooker): a text of any number of lines, or a games.picture."""
        return " ".join("|" * self.sticks) or "nothing left"

    # A guess at who is ahead makes minimax stronger in games that it cannot search to the end:
    #
    #     def estimate(self):
    #         return 0  # above 0 is good for seat 0; the larger the better, and a hundred is already much
'''

GAME_TEST = '''\
"""Tests of {title}. Run them: python -m pytest test_{module}.py"""

from games.laws import faults
from {module} import {name}
from players import load
from referee.match import play


def test_the_laws_of_all_games_hold():
    assert not list(faults({name}()))


def test_who_takes_the_last_stick_wins():
    game = {name}(sticks=3)
    game.make(3)
    assert game.score() == 1


def test_minimax_wins_where_it_can():
    events = list(play({name}(sticks=10), [load("minimax"), load("random", seed=1)]))
    assert events[-1].score == 1
'''

PLAYER = '''\
"""{title}: a player for `referee`.

Let it play:   referee -g 100 tic-tac-toe ./{module}.py random
Check it:      referee check ./{module}.py
"""

import random


class {name}:
    """Wins at once where it can, else moves at random."""

    # Arguments with defaults are options: ./{module}.py:seed=3. The referee gives each game a seed of its own.
    def __init__(self, seed=None):
        self.rng = random.Random(seed)

    def choose(self, game, deadline):
        """A legal move for the seat whose turn it is.

        game       the position as this seat may know it, a copy: try moves on copies of it, as below.
        deadline   when to answer at the latest, on the clock of time.monotonic().
        """
        for move in game.moves():
            after = game.copy()
            after.make(move)
            if wins(after.score(), game.turn):
                return move
        return self.rng.choice(game.moves())


def wins(score, seat):
    """Whether a game that ended with this score is won for that seat."""
    return score is not None and (score > 0 if seat == 0 else score < 0)
'''

PLAYER_TEST = '''\
"""Tests of {title}. Run them: python -m pytest test_{module}.py"""

import games
from {module} import {name}
from players import load
from referee.match import play


def test_it_takes_a_win():
    game = games.load("tic-tac-toe", ["1", "4", "2", "5"])  # 3 completes the first row
    assert game.text({name}(seed=1).choose(game, float("inf"))) == "3"


def test_it_makes_legal_moves_to_the_end():
    for seed in range(10):
        events = list(play(games.load("connect-four"), [{name}(seed), load("random", seed=seed)], seed=seed))
        assert events[-1].how.value == "played-out"


def test_the_same_seed_plays_the_same():
    game = games.load("connect-four")
    assert len({{{name}(seed=5).choose(game.copy(), float("inf")) for _ in range(5)}}) == 1
'''

KINDS = {"game": (GAME, GAME_TEST), "player": (PLAYER, PLAYER_TEST)}


def write_files(kind: str, called: str, folder: Path) -> list[Path]:
    """Write the two files for a new game or player called `called` into `folder`, and return their paths.

    Raises SpecError, before anything is written, if the name cannot be a module's or a file exists already.
    """
    words = split_name(called)
    module = "_".join(words)
    filled = {"title": " ".join(words), "module": module, "name": "".join(word.capitalize() for word in words)}
    files = {folder / f"{module}.py": KINDS[kind][0], folder / f"test_{module}.py": KINDS[kind][1]}
    for path in files:
        if path.exists():
            raise SpecError(f"{path} is there already; it is not overwritten")
    for path, text in files.items():
        try:
            path.write_text(text.format(**filled), encoding="utf-8")
        except OSError as error:
            raise SpecError(f"{path} cannot be written: {error.strerror}") from error
    return list(files)


def split_name(called: str) -> list[str]:
    """Return the words of the name in lower case. Raises SpecError for a name that a module cannot have."""
    cannot = f"{called!r} cannot be the name of a file of yours"
    if not NAME.fullmatch(called):
        raise SpecError(
            f"{cannot}: letters and digits of English, the first a letter; hyphens, blanks and _ only between them"
        )
    words = re.split(r"[-_ ]+", called.lower())
    module = "_".join(words)
    if module in sys.stdlib_module_names:
        raise SpecError(f"{cannot}: Python has a module {module!r}")
    if any(keyword.iskeyword(word) for word in (module, module.capitalize())):  # the class would be None, True or False
        raise SpecError(f"{cannot}: it is a word of Python")
    if module in OURS:
        raise SpecError(f"{cannot}: {', '.join(OURS[:-1])} and {OURS[-1]} are taken")
    return words


@click.command("new")
@click.argument("kind", metavar="game|player", type=OptionType(Choice(words=("game", "player"))))
@click.argument("name")
def write_new(kind: str, name: str) -> None:
    """Write a file to start from, and its test.

    `referee new game NAME` writes NAME.py, a small game that can be played as it stands, and test_NAME.py; `referee
    new player NAME` the same for a player. Nothing is overwritten.
    """
    file, test = write_files(kind, name, Path())
    plays = f"referee ./{file} minimax" if kind == "game" else f"referee tic-tac-toe human ./{file}"
    click.echo(f"{file}: to play with it, type {plays}\n{test}: to run its tests, type python -m pytest {test}")
