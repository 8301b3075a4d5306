"""A number alone is for both sides of a board that is usually square, and records say which sides a board has."""

import json
import sqlite3
from contextlib import closing

import pytest

import games
from games.game import Game
from games.names.catalogue import SpecError
from games.option import Whole, options_of
from referee.match.record import Heading, Record
from referee.scripting.matches import play
from referee.storage.archive import NAME, Archive, add_record
from tests.helpers.cases import every_case

SQUARE = {
    **dict.fromkeys(("gomoku", "hexapawn", "breakthrough"), ("columns", "rows")), "dots-and-boxes": ("rows", "columns"),
}  # fmt: skip
OLD = {
    "game": "hexapawn:4", "players": ["human", "human"], "names": ["a", "b"], "seed": 0, "number": 0,
    "moves": "a1-a2 b3xa2 b1xa2", "score": None, "winner": None, "how": None, "why": "",
}  # fmt: skip


def sides(spec):
    return games.CATALOGUE.read(spec)[1]


@pytest.mark.parametrize("name", SQUARE)
def test_one_number_sets_both_sides_of_a_usually_square_board(name):
    one, other = SQUARE[name]
    assert sides(f"{name}:4") == {one: 4, other: 4}
    assert sides(f"{name}:4,{other}=3") == sides(f"{name}:{other}=3,{one}=4") == {one: 4, other: 3}
    assert (sides(f"{name}:{one}=4"), sides(f"{name}:{other}=4")) == ({one: 4}, {other: 4})


@pytest.mark.parametrize(
    ("spec", "given"),
    [("connect-four:8", {"columns": 8}), ("yucky-chocolate:3", {"rows": 3}), ("hex:5", {"size": 5})],
)
def test_on_other_boards_one_number_sets_only_the_first_option(spec, given):
    assert sides(spec) == given


def test_every_game_with_two_equal_sides_takes_one_number_for_both():
    for name in games.CATALOGUE:
        options = options_of(games.CATALOGUE.load_class(name))
        if {"rows", "columns"} <= options.keys():
            square = options["rows"].default == options["columns"].default
            assert bool(next(iter(options.values())).both) == square, name


@pytest.mark.parametrize(("spec", "why"), [
    ("hexapawn:2", "'hexapawn:2': rows=2 must be a whole number from 3 to 8"),
    ("gomoku:20", "'gomoku:20': columns=20 must be a whole number from 1 to 19"),
    ("gomoku:9,columns=8", "'gomoku:9,columns=8': columns is given twice; write columns=value once"),
    ("dots:6", "rows=6 with columns=6 is too large a board"),
])  # fmt: skip
def test_a_number_that_does_not_fit_both_sides_is_refused_in_one_line(spec, why):
    with pytest.raises(SpecError) as error:
        games.load(spec)
    assert why in str(error.value)


def test_a_game_of_your_own_can_take_one_number_for_both_sides(tmp_path):
    class Board(Game):
        options = {"wide": Whole(3, least=1, most=9, both="high"), "high": Whole(3, least=1, most=9)}  # noqa: RUF012

    assert "sets high too" in options_of(Board)["wide"].described
    path = tmp_path / "board.py"
    path.write_text(
        "from games.game import Game\nfrom games.option import Whole\n\n\nclass Board(Game):\n"
        "    options = {'wide': Whole(3, least=1, most=9, both='high'), 'high': Whole(3, least=1, most=9)}\n\n"
        "    def __init__(self, wide=3, high=3):\n        self.sides = wide, high\n"
    )
    assert games.load(f"{path}:5").sides == (5, 5)
    assert games.spell_sides(f"{path}:Board:5") == f"{path}:Board:wide=5,high=5"
    assert games.spell_sides(f"{path}:5") == f"{path}:wide=5,high=5"


@every_case(("spec", "whole"), [
    ("gomoku:9", "gomoku:columns=9,rows=9"),
    ("mnk:9,line=4", "mnk:columns=9,rows=9,line=4"),
    ("gomoku:9,rows=7", "gomoku:columns=9,rows=7"),
    ("gomoku:columns=9", "gomoku:columns=9"),
    ("hexapawn:4,position=1w2/4/3b w", "hexapawn:columns=4,rows=4,position=1w2/4/3b w"),
    ("hexapawn:position=www/3/bbb w", "hexapawn:position=www/3/bbb w"),
    ("othello:6", "othello:6"), ("gomoku", "gomoku"), ("no-game:9", "no-game:9"), ("gomoku:", "gomoku:"),
])  # fmt: skip
def test_specs_are_written_with_both_sides(spec, whole):
    assert games.spell_sides(spec) == whole


def test_records_name_the_sides_of_the_board(tmp_path, command):
    assert play("hexapawn:4", "random", "random", seed=1).game == "hexapawn:columns=4,rows=4"
    _, out, _ = command(["hexapawn:4", "random", "random", "-g", "1", "--seed", "1", "--json"])
    assert json.loads(out.splitlines()[0])["game"] == "hexapawn:columns=4,rows=4"
    _, out, _ = command(["tournament", "hexapawn:4", "random", "minimax", "--rounds", "1", "--json", "--seed", "1"])
    assert json.loads(out.splitlines()[0])["game"] == "hexapawn:columns=4,rows=4"
    path = tmp_path / "some.moves"
    path.write_text("# hexapawn:4\na1-a2\n")
    _, out, _ = command(["export", str(path), "--format", "moves"])
    assert out.splitlines()[0] == "# hexapawn:columns=4,rows=4"


def test_one_number_in_an_old_record_sets_one_side():
    assert Record.read(json.dumps(OLD)).game == "hexapawn:columns=4"


def test_one_number_in_an_old_history_sets_one_side(tmp_path):
    with closing(Archive(tmp_path)) as archive:
        add_record(archive, Record.read(json.dumps(OLD)))
    with closing(sqlite3.connect(tmp_path / NAME)) as db:
        db.execute("UPDATE matches SET game = 'hexapawn:4'")
        db.commit()
    with closing(Archive(tmp_path)) as archive:
        (kept,) = archive.entries()
    assert kept.heading == Heading("hexapawn:columns=4", ("human", "human"), ("a", "b"), 0, 0)
