"""The rules of the games in words."""

import re

import pytest

import games
from games.connect_four import ConnectFour
from games.game import Game
from games.option import options_of
from games.rules.texts import FOLDER, rules_of
from referee.drawing.text_width import wrap
from tests.helpers.cases import every_case

BUILT_IN = [name for name, entry in games.CATALOGUE.all_entries.items() if not entry.origin]
# What the rules quote as typed, and the moves before it.
QUOTED = [
    ("tic-tac-toe", "", "5"), ("chips", "", "3"), ("nim", "", "2"), ("nim:heaps=3/5/7", "", "b4"),
    ("connect-four", "", "4"), ("hexapawn", "", "a1-a2"), ("hexapawn", "a1-a2 c3-c2", "b1xc2"),
    ("yucky-chocolate", "", "R2"), ("yucky-chocolate", "", "C3"), ("othello", "", "d3"),
    ("breakthrough", "", "b2-b3"), ("breakthrough", "", "b2-c3"),
    ("breakthrough", "e2-e3 d7-d6 h2-h3 d6-d5 h3-h4 d5-d4", "e3xd4"), ("gomoku", "", "h8"), ("kalah", "", "3"),
    ("hex", "", "f6"), ("hex:swap=yes", "f6", "swap"), ("dots-and-boxes", "", "b2-c2"), ("checkers", "", "11-15"),
    ("chess", "", "Nf3"), ("chess", "", "e4"), ("chess", "", "e2e4"), ("chess", "e4 e5 Nf3 Nf6 Bc4 Bc5", "O-O"),
    ("go", "", "D4"), ("go", "D4", "pass"), ("kuhn-poker", "Q K", "bet"), ("leduc-poker", "Qs Kh", "check"),
    ("liars-dice:dice=2", "5 5 1 2", "2x5"), ("liars-dice:dice=2", "5 5 1 2 2x5", "liar"), ("pig", "", "roll"),
    ("backgammon", "5-1", "13/8"), ("backgammon:cube=yes", "5-1 13/8 6/5", "double"),
    ("backgammon:cube=yes", "5-1 13/8 6/5 double", "take"),
]  # fmt: skip


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_has_rules_of_a_few_lines(name):
    rules = rules_of(type(games.load(name)))
    labels = re.findall(r"^(\w+): ", rules, re.MULTILINE)
    assert (labels[0], labels[-1]) == ("Aim", "End")
    assert "Turn" in labels
    assert 5 <= sum(len(wrap(line, 80)) for line in rules.split("\n")) <= 14


def test_each_file_of_rules_belongs_to_a_game():
    kinds = {type(games.load(name)).__name__.lower() for name in BUILT_IN}
    assert {file.stem.replace("_", "") for file in FOLDER.glob("*.txt")} == kinds


@every_case(("spec", "moves", "quoted"), QUOTED)
def test_moves_quoted_in_the_rules_can_be_typed(spec, moves, quoted):
    game = games.load(spec, tuple(moves.split()))
    assert re.search(rf"(?<!\w){re.escape(quoted)}(?!\w)", rules_of(type(game)))
    assert game.parse(quoted) in game.moves()


OWN = '''
from games.game import Game
from games.option import options_of


class Own(Game):
    """Take one.

    The last
    wins.
    """

    def __init__(self):
        self.turn, self.left = 0, 2

    def moves(self):
        return [1] if self.left else []

    def make(self, move):
        self.left -= 1
        self.turn = 1 - self.turn

    def score(self):
        return None if self.left else 1
'''


def test_the_rules_of_a_user_s_game_are_its_docstring(tmp_path):
    file = tmp_path / "own.py"
    file.write_text(OWN, encoding="utf-8")
    assert rules_of(type(games.load(str(file)))) == "Take one.\nThe last wins."


def test_a_class_without_a_docstring_has_the_rules_of_its_parent():
    class Wide(ConnectFour):
        pass

    class Other(ConnectFour):
        """Four in a line lose."""

    class Bare(Game):
        pass

    assert rules_of(Wide) == rules_of(ConnectFour)
    assert rules_of(Other) == "Four in a line lose."
    assert rules_of(Bare) == ""


# Words of dry completeness that nobody says aloud.
STILTED = re.compile(
    r"\b(whether who|so many|so much|as far as|of which|lest|be it|who makes|who does|no longer than that|both players show|for sure)\b"
)


@pytest.mark.parametrize("name", BUILT_IN)
def test_rules_and_notes_of_options_are_said_as_people_say_them(name):
    kind = games.CATALOGUE.load_class(name)
    notes = [option.described for option in options_of(kind).values()]
    assert not STILTED.findall("\n".join([rules_of(kind), *notes]))
