"""The styles of drawings: read on every ground, understood by both libraries, one for each role."""

import pytest
from colours import contrast
from prompt_toolkit.styles.style import Style as PromptStyle
from rich.style import Style as RichStyle

import games
from referee.drawing.glyphs import UNICODE
from referee.drawing.highlights import Marks
from referee.drawing.picture import draw
from referee.drawing.themes import LIGHT_THEMES, ROLES, THEMES, Style, prompt_style, rich_style

ALL = [*THEMES.values(), *LIGHT_THEMES.values()]
STYLES = [
    pytest.param(style, id=f"{theme.name} {'light' * theme.light} {role}")
    for theme in ALL
    for role, style in theme.styles.items()
]


def test_contrast_is_21_at_most():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#808080", "#808080") == 1


@pytest.mark.parametrize("style", STYLES)
def test_a_colour_is_read_on_every_ground(style):
    if style.fg and style.bg:
        assert contrast(style.fg, style.bg) >= 4.5
    elif style.fg:
        assert min(contrast(style.fg, ground) for ground in ("#000000", "#ffffff")) >= 3
    assert style.fg or not style.bg


@pytest.mark.parametrize("theme", ALL, ids=lambda theme: f"{theme.name} {theme.light}")
def test_a_theme_has_a_style_for_each_role_and_no_other(theme):
    assert set(theme.styles) == set(ROLES)
    assert theme.style("first") != theme.style("second")
    assert theme.style("") == theme.style("no such role") == Style()


@pytest.mark.parametrize("theme", ALL, ids=lambda theme: f"{theme.name} {theme.light}")
def test_marks_of_one_board_differ_in_style(theme):
    marked = [theme.style(role) for role in ("first", "second", "faint", "last", "from", "cursor", "target")]
    assert len(set(marked)) == len(marked)
    assert theme.style("first").bold
    assert theme.style("second").bold


def test_every_role_that_is_drawn_has_a_style():
    everywhere = Marks(last=[(0, 0)], came=[(0, 1)], cursor=(1, 0), targets=[(1, 1)])
    for spec in games.CATALOGUE:
        roles = {span.role for line in draw(games.load(spec).show(), UNICODE, 80, everywhere) for span in line}
        assert roles <= {"", *ROLES}


@pytest.mark.parametrize("style", STYLES)
def test_both_libraries_understand_a_style_and_mean_the_same(style):
    rich = RichStyle.parse(rich_style(style))
    ((_, prompt),) = PromptStyle([("it", prompt_style(style))]).class_names_and_attrs
    assert (prompt.color or "", prompt.bgcolor or "") == (style.fg.strip("#"), style.bg.strip("#"))
    assert [colour and colour.name for colour in (rich.color, rich.bgcolor)] == [style.fg or None, style.bg or None]
    for word in ("bold", "dim", "reverse", "underline"):
        assert bool(getattr(rich, word)) == bool(getattr(prompt, word)) == getattr(style, word)


@pytest.mark.parametrize(
    ("name", "prompts"),
    [("cyan", "ansicyan"), ("bright_black", "ansibrightblack"), ("white", "ansigray"), ("bright_white", "ansiwhite")],
)
def test_ansi_names_are_put_into_the_words_of_each(name, prompts):
    assert rich_style(Style(name, "red", bold=True)) == f"bold {name} on red"
    assert prompt_style(Style(name, "red", bold=True)) == f"bold fg:{prompts} bg:ansired"
    RichStyle.parse(rich_style(Style(name)))
    PromptStyle([("it", prompt_style(Style(name)))])


def test_a_plain_style_is_an_empty_text():
    assert rich_style(Style()) == prompt_style(Style()) == ""
