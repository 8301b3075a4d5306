"""Whole games at a terminal by each way of input: typed, pointed to by arrow keys, chosen from the list of moves."""

import re
from collections import deque
from dataclasses import replace

import pytest
from terminal import DOWN, ENTER, ESC, F5, LEFT, RIGHT, SMALL, UP, asked, enter, leave, over

import games
from referee.storage.record_file import read_records
from referee.table.fullscreen.view import cursor_of
from referee.table.fullscreen.keys import ARROWS

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")

KEYS = {"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT}
GAMES = [
    ("tic-tac-toe", "5 1 9 2 3 7 6", {"size": (80, 24)}),
    ("hexapawn", "b1-b2 c3-c2 a1-a2 b3xa2 b2xa3", {"size": SMALL, "environment": {"LC_ALL": "C"}}),
    ("connect-four", "4 4 5 3 6 6 3 5 7", {"size": SMALL}),
    ("kalah:pits=3,seeds=2", "1 1 2 1 3", {"size": SMALL, "environment": {"LC_ALL": "C", "NO_COLOR": "1"}}),
    ("dots-and-boxes:rows=1,columns=1", "a1-b1 a2-b2 b1-b2 a1-a2", {"size": (80, 24), "environment": {"LC_ALL": "C"}}),
    ("chips", "1 2 4 8 6", {"size": (80, 24), "environment": {"NO_COLOR": "1"}}),
    ("nim:heaps=1/2/3", "c3 b1 a1 b1", {"size": SMALL}),
]


def pointed(game, move, home):
    """The keys that choose the move, with a cursor that begins there."""
    finger, keys = cursor_of(game), ""
    for cell in finger.ways[move]:
        keys += way(finger, cell, home) + ENTER
        finger.place = cell
        if finger.enter() == [move]:
            return keys
    raise AssertionError(f"{game.text(move)} cannot be pointed to")


def way(finger, cell, home):
    """The shortest sequence of arrow keys that leads the cursor to the cell."""
    seen, waiting = {finger.place}, deque([(finger, "")])
    while waiting:
        here, keys = waiting.popleft()
        if here.place == cell:
            return keys
        for name, arrow in ARROWS.items():
            there = replace(here)
            there.step(*arrow, home)
            if there.place not in seen:
                seen.add(there.place)
                waiting.append((there, keys + KEYS[name]))
    raise AssertionError(f"no arrow keys lead to {cell}")


def listed(game, move):
    """The keys that choose the move from the list of all."""
    down = game.moves().index(move) + 1
    up = len(game.moves()) + 1 - down
    return (DOWN * down if down <= up else UP * up) + ENTER


def played(spec, texts):
    """Before each of the moves: the position, the move, and where a cursor begins."""
    game = games.load(spec)
    rows = getattr(game.show(None), "rows", ((),))
    home = len(rows) // 2, len(rows[0]) // 2
    for text in texts.split():
        move = game.parse(text)
        yield game.copy(), move, home
        game.make(move)
        home = (home, *game.cells(move))[-1]
    assert game.score() is not None, "the game is played to its end"


@pytest.mark.parametrize(("spec", "texts", "window"), GAMES, ids=[spec for spec, _, _ in GAMES])
def test_a_whole_game_is_played_by_arrow_keys_as_it_is_typed(referee, tmp_path, spec, texts, window):
    file = tmp_path / "games.jsonl"
    terminal = referee(spec, "human", "human", "--save", str(file), **window)
    for by_keys in (False, True):
        for game, move, home in played(spec, texts):
            asked(terminal)
            if by_keys:
                terminal.type(pointed(game, move, home) if cursor_of(game).ways else listed(game, move))
            else:
                terminal.enter(game.text(move))
            says = game.say(move).format(*game.seats)
            terminal.wait_for(lambda says=says: says in terminal.said or " wins: " in terminal.said)
        over(terminal)
        if not by_keys:
            terminal.type("n")
    assert leave(terminal) == 0
    typed, chosen = read_records(file)
    assert typed.moves == chosen.moves == texts
    assert (typed.how, typed.score) == (chosen.how, chosen.score)
    assert chosen.seed == typed.seed + 1


def test_a_piece_is_chosen_and_then_one_of_the_cells_in_braces(table):
    terminal = table("hexapawn", "human", "human", "--moves", "b1-b2")
    asked(terminal)
    terminal.type(UP)
    terminal.wait_for(lambda: cursors(terminal) == 1)
    terminal.type(ENTER)
    terminal.wait_for(lambda: terminal.text.count("{") == 2)
    terminal.wait_for(lambda: terminal.entry.endswith("move:"))
    terminal.type(ESC)
    terminal.wait_for(lambda: "{" not in terminal.text)
    assert cursors(terminal) == 1
    terminal.type(ESC)
    terminal.wait_for(lambda: cursors(terminal) == 0)
    terminal.type(UP)
    terminal.wait_for(lambda: cursors(terminal) == 1)
    terminal.type(ENTER)
    terminal.wait_for(lambda: terminal.text.count("{") == 2)
    terminal.type(ENTER)  # on the chosen cell itself
    terminal.wait_for(lambda: "{" not in terminal.text)
    terminal.type(ENTER + DOWN + ENTER)
    terminal.wait_for("Black plays c3-c2.")


def cursors(terminal):
    """How many cells stand between the marks of the cursor."""
    return len(re.findall(r">[^<>│|]{1,7}<", terminal.text))


def test_the_cursor_goes_the_way_the_board_lies(table):
    terminal = table("human", "human")
    enter(terminal, "5")
    terminal.type(F5)
    terminal.wait_for(lambda: "9" in terminal.text and terminal.text.index("9") < terminal.text.index("1 "))
    terminal.type(UP)  # to the middle's next cell
    terminal.wait_for(lambda: cursors(terminal) == 1)
    terminal.type(LEFT + LEFT + UP + UP + ENTER)  # which is where 9 stands now
    terminal.wait_for("O plays 9.")


def test_the_list_of_moves_goes_round(table):
    terminal = table("chips", "human", "human")
    asked(terminal)
    for key, text in ((DOWN, "1"), (DOWN, "2"), (UP, "1"), (UP, "10"), (DOWN, "1"), (RIGHT, "2"), (LEFT, "1")):
        terminal.type(key)
        terminal.wait_for(lambda text=text: terminal.entry.endswith(f"move: {text}"))
    terminal.type(ENTER)
    terminal.wait_for("First takes 1.")


def test_arrow_keys_move_within_what_is_typed(referee):
    terminal = referee("human", "human")
    asked(terminal)
    terminal.type(f"55{LEFT}\x7f")
    terminal.wait_for(lambda: terminal.entry.endswith("move: 5"))
    terminal.type(ENTER)
    terminal.wait_for("X plays 5.")


def test_a_typed_letter_never_moves_the_cursor(referee):
    terminal = referee("human", "human")
    asked(terminal)
    terminal.type("hjkl")
    terminal.wait_for(lambda: terminal.entry.endswith("move: hjkl"))
    assert cursors(terminal) == 0
