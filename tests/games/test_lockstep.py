"""Random games side by side with OpenSpiel's of the same rules: moves, turns, ends and scores are equal at every ply."""

import pytest
from lockstep import agree

PASS = 64


def test_tic_tac_toe():
    # Its actions are the cells from 0.
    agree("tic-tac-toe", "tic_tac_toe", lambda game, move: int(game.text(move)) - 1)


@pytest.mark.parametrize("misere", ["yes", "no"])
def test_nim(misere):
    # Its actions are (taken - 1) * heaps + heap, heaps from 0; ours are called by the heap's letter and what is taken.
    def action(game, move):
        text = game.text(move)
        return (int(text[1:]) - 1) * 4 + "abcd".index(text[0])

    peer = f"nim(pile_sizes=1;3;5;7,is_misere={'true' if misere == 'yes' else 'false'})"
    agree(f"nim:heaps=1/3/5/7,misere={misere}", peer, action)


def test_connect_four():
    # Its actions are the columns from 0.
    agree("connect-four", "connect_four", lambda game, move: int(game.text(move)) - 1)


def test_othello():
    # Its actions are squares by rows from the top, and 64 a pass; it counts a win as 1, however many discs.
    def action(game, move):
        text = game.text(move)
        return PASS if text == "pass" else 8 * (int(text[1]) - 1) + "abcdefgh".index(text[0])

    agree("othello", "othello", action, result=lambda score, state: (score > 0) - (score < 0) == state.returns()[0])


def test_breakthrough():
    # Its actions are (cell * 6 + direction) * 2 + whether a pawn is taken. Its first player starts at the top and walks
    # down, ours at the bottom, so that cells by rows from there are numbered alike. Directions are 0 to 2 from the left
    # for the first player, 3 to 5 for the second.
    def action(game, move):
        column, row, taken, to_column, _ = game.text(move)
        cell = 8 * (int(row) - 1) + "abcdefgh".index(column)
        return (cell * 6 + ord(to_column) - ord(column) + 1 + 3 * game.turn) * 2 + (taken == "x")

    agree("breakthrough", "breakthrough", action)


@pytest.mark.parametrize(("rows", "columns"), [(4, 7), (6, 6), (12, 3), (2, 9)])
def test_yucky_chocolate(rows, columns):
    # Nim with heaps of rows - 1 and columns - 1; whoever takes the last wins.
    def action(game, move):
        text = game.text(move)
        return (int(text[1:]) - 1) * 2 + (text[0] == "C")

    peer = f"nim(pile_sizes={rows - 1};{columns - 1},is_misere=false)"
    agree(f"yucky-chocolate:rows={rows},columns={columns}", peer, action)
