"""The rules on the page, with small pictures."""

import pytest

import games
from games.rules.texts import rules_of
from referee.drawing.glyphs import ASCII, UNICODE
from referee.drawing.text_width import line_width
from referee.table.fullscreen.rules_page import rules_layout


def text(lines):
    """The lines as text."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("spec", sorted(games.CATALOGUE))
def test_every_game_shows_its_start_a_move_and_an_end(spec, signs):
    layout = rules_layout(spec, rules_of(type(games.load(spec))), signs)
    for width in (120, 80):
        shown = text(layout(width))
        assert "Aim" in shown
        assert "At the start" in shown
        assert " has played " in shown
        assert "An end:" in shown
        assert signs is UNICODE or shown.isascii()
        assert max(map(line_width, layout(width))) <= width
    assert "At the start" in text(layout(40))


def test_pictures_stand_beside_each_other_where_there_is_room():
    layout = rules_layout("tic-tac-toe", "Aim: win.", UNICODE)
    (line,) = [line for line in text(layout(80)).split("\n") if "At the start" in line]
    assert "has played" in line
    assert "An end: " in line
    assert len(layout(30)) > len(layout(80))


def test_rules_that_cannot_be_played_are_read_without_pictures():
    assert text(rules_layout("tic-tac-toe:size=x", "Aim: win.", UNICODE)(40)) == "Aim: win."
