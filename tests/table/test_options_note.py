"""The note on the options of a game in the first line of a match."""

import pytest

import games
from referee import cli
from referee.table.screens import options_note


@pytest.mark.parametrize(("spec", "said"), [
    ("chips", "Options: chips, rule; type chips:chips=31."), ("chips:rule=last", ""), ("tic-tac-toe", ""),
    ("backgammon", "Options: cube, away; type backgammon:cube=yes."), ("hexapawn", "Options: columns, rows; type "),
])  # fmt: skip
def test_the_first_line_says_which_options_a_game_has_unless_some_are_typed(spec, said):
    note = options_note(spec)
    assert note.startswith(said)
    assert bool(note) == bool(said)


@pytest.mark.parametrize("name", [name for name in games.CATALOGUE if name not in ("openspiel", "tree-game")])
def test_the_option_in_the_first_line_can_be_typed(name):
    if note := options_note(name):
        games.load(note.rpartition("; type ")[2].removesuffix("."))


def test_the_options_are_said_once_where_a_person_plays(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    monkeypatch.setattr("builtins.input", lambda prompt="": "quit")
    cli.run(["chips", "random", "--seed", "1", "--plain"])
    first, rest = capsys.readouterr().out.split("\n", 1)
    assert first == "chips, seed 1. Options: chips, rule; type chips:chips=31."
    assert "chips:chips" not in rest
