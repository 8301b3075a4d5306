"""Shorter forms of messages, for windows in which the whole has no room."""

import pytest
from terminal import CTRL_C, SMALL, asked, enter

import games
from games.game import CHANCE
from games.names.listing import CATALOGUE
from players.entry import Unknown
from referee.table.fullscreen.short_forms import rows_of
from referee.table.vocabulary import parse

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")

WIDTH = SMALL[0]


def refused(spec, *entries):
    """Return the answers to entries that mean nothing in a game after its first chances."""
    game = games.load(spec)
    while game.turn == CHANCE:
        game.make(game.chances()[0][0])
    found = [parse(game, entry) for entry in entries]
    return [entry.why for entry in found if isinstance(entry, Unknown)]


def test_a_refusal_fits_in_one_narrow_line_with_a_legal_move_in_every_game():
    for spec in CATALOGUE:
        for why in refused(spec, "foo", "z9", "99", "this is no move, and it goes on and on"):
            rows = rows_of(why, WIDTH, 1)
            nearest = why.partition("; legal: ")[2].split(",")[0]
            assert len(rows) == 1, why
            assert f"; try {nearest}" in rows[0], rows


def test_a_refusal_that_leaves_out_moves_says_how_to_list_them():
    (why,) = refused("chess", "e5")
    assert rows_of(why, WIDTH, 1) == ["'e5' is not legal; try e3; ? lists all"]
    assert rows_of(why, WIDTH, 2)[0] == "'e5' is not legal: a pawn does not go"
    assert " ".join(rows_of(why, 2 * WIDTH, 2)) == why
    (why,) = refused("othello", "a1")
    assert rows_of(why, WIDTH, 1) == ["'a1' is not legal; try c4, d3, e6, f5"]


def test_a_word_that_is_nearly_right_is_named_in_one_narrow_line():
    (why,) = refused("chess", "position5")
    assert rows_of(why, WIDTH, 1) == ["Did you mean position?"]


def test_what_to_type_instead_stays():
    for entry, told in (
        ("score x", "Type score alone: what each side has"),
        ("level 11", "Type level N, from 1 (easiest) to 10"),
    ):
        (why,) = refused("chess", entry)
        assert " ".join(rows_of(why, WIDTH, 1)).startswith(told)


def test_every_refusal_begins_with_the_entry_or_a_capital_letter():
    for spec in CATALOGUE:
        for entry in ("foo", "undoo", "score x", "level 11", "level", "undo 3", "", "hint me"):
            (why,) = refused(spec, entry)
            assert why[0] in "'\"" or why[0].isupper(), why


def test_other_texts_stay_whole():
    told = "Nobody can win this any more, says the one who has looked at it for so long."
    assert " ".join(rows_of(told, WIDTH, 1)) == told


def test_a_small_window_holds_the_useful_part_of_a_refusal_a_hint_and_a_score_below_the_board(referee):
    for spec, entry, said in (
        ("go:size=9", "z9", "'z9' is not legal; try A9; ? lists all"),
        ("go:size=9", "score", "Black 0; White 7."),
        ("dots-and-boxes", "hint", "Hint: a1-b1, your chance is about"),
    ):
        terminal = referee(spec, "human", "human", "--seed", "1", size=SMALL)
        enter(terminal, entry)
        terminal.wait_for(said)
        assert " 1  " in terminal.text, "the board is covered"


def test_a_move_typed_ahead_that_is_not_legal_is_refused_with_a_legal_one(referee):
    terminal = referee("chess", "human", "minimax:time=600", size=SMALL)
    asked(terminal)
    terminal.enter("e4")
    terminal.wait_for("is thinking")
    terminal.type("e9\r")
    terminal.wait_for("Then e9")
    terminal.type(CTRL_C)
    terminal.wait_for("; ? lists all")
