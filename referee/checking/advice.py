"""What to look at where a law does not hold: the method, its line in the file and the field, where it can be told."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, Any

from games.position_laws import look, over
from referee.checking import laws, state
from referee.checking.whose import place, written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.game import Game
    from referee.checking.ground import Broken, Ground
    from referee.checking.laws import Line

SOME = 6  # moves of a position that are tried
LOOKS: tuple[str, ...] = ("score", "moves", "estimate", "show", "forcing", "ranked", "key", "reason")

WHAT: dict[str, tuple[tuple[str, ...], str]] = {  # the methods, and what they are to do
    laws.BEGINNING: (("__init__", "moves", "score"), "a new game is made without arguments, and has moves"),
    laws.ERRORS: ((), "the traceback: its last line names the error, the line above it where it arose"),
    laws.STUCK: ((), "the traceback, which shows where the rules were: a loop that nothing ends, or very much work"),
    laws.SILENT: ((), "the print: rules are asked millions of times in a search"),
    laws.DICE: (("make", "__init__"), "chance is a move of its own: turn = CHANCE, chances() lists what may be rolled"),
    laws.RETURNS: (("make",), "make changes self and returns nothing; copy() makes a new game"),
    laws.DEAF: (("make",), "it is handed the move that was chosen"),
    laws.TURNS: (("make",), "it says who moves next: self.turn = 1 - self.turn"),
    laws.END: (("score", "moves"), "a game must end: by a rule on repetition, or after so many moves"),
    laws.SIDES: (("score",), "1 if seat 0 has won, -1 if seat 1 has, whosever turn it is"),
    laws.SLOW: (("moves", "make", "score"), "what is worked out again and again can be kept in a field"),
    laws.TRUTH: (("imagine",), "what the seat cannot know is dealt anew by rng, by the true weights"),
    "the_rules_answer_in_kind": (("moves",), "moves() returns a list of ints from 0, text() a str, copy() a game"),
    "the_same_moves_lead_to_the_same_position": (
        ("make",), "it goes by the move and the fields of the game alone: no random numbers, no clock, nothing global",
    ),
    "a_turn_is_a_seats_or_chances": (("make",), "turn is 0, 1 or CHANCE: self.turn = 1 - self.turn"),
    "moves_end_with_the_game": (
        ("moves", "score"), "moves() is empty exactly when score() is not None; each move is listed once",
    ),
    "scores_are_within_stakes": (("score",), "1, 0 or -1 and None, or the class says stakes = its largest score"),
    "estimates_and_keys_are_whole_numbers": (("estimate", "key"), "round(...) makes a whole number"),
    "looking_changes_nothing": (LOOKS, "whoever looks at a game must not change it: work on a copy of the field"),
    "texts_are_distinct_words": (("text",), "each legal move has a text of its own, without a blank"),
    "parse_inverts_text": (("parse", "tidy", "text"), "parse(text(move)) is that move, in capitals too"),
    "parse_refuses_what_is_no_move": (("parse",), "it raises IllegalMove, which quotes what was typed"),
    "a_copy_is_equal_and_shares_nothing": (("copy", "become"), "each list, dict and set of a copy is one of its own"),
    "unmake_restores_everything": (("unmake",), "it undoes all that make does"),
    "unmake_goes_back_to_the_start": (("unmake",), "it undoes all that make does, also several moves later"),
    "one_key_means_one_future": (("key",), "all that decides how the game may go on belongs to it, turn too"),
    "equal_positions_have_one_key": (
        ("key", "make"), "only what decides how the game may go on belongs to it; looks_back = True says the past does",
    ),
    "forcing_moves_are_moves": (("forcing",), "it lists some of moves()"),
    "ranked_moves_are_moves": (("ranked",), "it lists moves of moves(), each with a rank"),
    "chances_have_weights": (("chances", "moves"), "a die: [(face, 1) for face in range(1, 7)], no shares"),
    "theory_says_what_best_play_brings": (("theory",), "it must be right in every position in which it speaks"),
    "imagine_is_a_copy_as_the_seat_sees_it": (("imagine",), "twin = self.copy(), then deal what is hidden anew"),
    "a_seat_learns_what_it_may_know_and_no_more": (
        ("imagine", "known", "show", "heard"), "deal anew all that the seat cannot see, by rng and by nothing hidden",
    ),
    "pictures_can_be_drawn": (("show",), "a str, or a picture of games/picture.py"),
    "cells_lie_on_the_board": (("cells",), "(row, column), counted from the top left, from 0"),
    "pieces_walk_from_where_they_stand": (("cells",), "the first cell is where the piece comes from"),
}  # fmt: skip


def advised(ground: Ground, broken: Broken) -> str:
    """What to look at, in a sentence or two."""
    names, what = WHAT.get(broken.law, ((), ""))
    kind = type(ground.make()) if broken.law != laws.BEGINNING else None
    if special := SPECIAL.get(broken.law):
        try:
            found = special(ground, broken)
        except Exception:  # noqa: BLE001  # rules that are broken
            found = ""  # what is said of all games will do
        if found:
            return found
    where = place(kind, *names) if kind else ""
    return f"{where}: {what}" if where else what


def sharpened(ground: Ground, broken: Broken) -> str:
    """What is wrong, in the sentence of the law, or a better one where more is known."""
    if broken.law == "looking_changes_nothing":
        for name in LOOKS:
            if moved := spoiled(ground, broken.line, name):
                return f"{name}() changes the field {moved}"
    return broken.sentence


def spoiled(ground: Ground, line: Line, name: str) -> str:
    """The first field that this method changes after those moves; empty where it changes none."""
    game = ground.reach(line)
    before = state.fields(game)
    ask: Callable[..., Any] = getattr(game, name)
    ask()
    return next(iter(state.changed(before, state.fields(game))), "")


def looker(ground: Ground, broken: Broken) -> str:
    """Which method changes the game that it looks at, and in which field."""
    for name in LOOKS:
        if moved := spoiled(ground, broken.line, name):
            where = place(type(ground.make()), name, field=moved)
            return f"{where}: whoever looks at a game must not change it; work on a copy of {moved}" if where else ""
    return ""


def copier(ground: Ground, broken: Broken) -> str:
    """Which field the copy shares, or has forgotten."""
    game = ground.reach(broken.line)
    twin = game.copy()
    where = place(type(game), "copy", "__deepcopy__", "become")
    if not where:
        return ""
    if field := state.shared(game, twin):
        name = field.partition("[")[0]
        whole = f"{'dict' if is_dict(game, name) else 'list'}(self.{name})"
        inner = f"[row[:] for row in self.{name}]" if "[" in field else whole
        where = place(type(game), "copy", field=name) or where
        return f"{where}: {field} is one and the same in the game and in its copy; write twin.{name} = {inner}"
    if moved := state.changed(state.fields(game), state.fields(twin)):
        return f"{where}: {' and '.join(moved[:3])} of the copy {'is' if len(moved) == 1 else 'are'} not as in the game"
    return ""


def is_dict(game: Game, name: str) -> bool:
    """Whether that field is a dict."""
    return isinstance(getattr(game, name, None), dict)


def undoer(ground: Ground, broken: Broken) -> str:
    """Which field unmake forgets."""
    for length in range(len(broken.line), -1, -1):
        game = ground.reach(broken.line[:length])
        for move in [] if over(game) else game.moves():
            before = state.fields(game)
            game.make(move)
            game.unmake(move)
            if moved := state.changed(before, state.fields(game)):
                text = ground.reach(broken.line[:length]).text(move)
                where = place(type(game), "unmake")
                return f"{where}: {' and '.join(moved[:3])} is not as before once {text} is made and unmade"
    return ""


def changer(ground: Ground, broken: Broken) -> str:
    """Which fields the same moves lead to different values of."""
    moved: list[str] = []
    for _ in range(10):
        moved = moved or state.changed(*(state.fields(ground.reach(broken.line)) for _ in range(2)))
    if not moved:
        return ""
    where = place(type(ground.make()), "make", field=moved[0]) or "make"
    return f"{where}: {moved[0]} comes out differently; {WHAT[broken.law][1]}"


def peeker(ground: Ground, broken: Broken) -> str:
    """Which field imagine leaves as it is, though it holds what cannot be known."""
    if not broken.sentence.startswith("imagine"):
        name = next((each for each in ("known", "heard", "show") if f"{each} " in broken.sentence), "")
        kind = type(ground.make())
        return f"{place(kind, name, 'known', 'show')}: {WHAT[broken.law][1]}" if name else ""
    game = ground.reach(broken.line)
    seat = 1 if "(1)" in broken.sentence else 0
    views = [state.fields(game.imagine(seat, Random(number))) for number in range(20)]
    kept = [name for name, value in state.fields(game).items() if all(view.get(name) == value for view in views)]
    where = place(type(game), "imagine")
    fields = ", ".join(name for name in kept if name != "turn")
    return f"{where}: {WHAT[broken.law][1]}; it leaves as they are: {fields}" if where and fields else ""


def alike(ground: Ground, broken: Broken) -> str:
    """In which fields two positions differ that look alike and have different keys."""
    game = ground.reach(broken.line)
    if written(type(game), "key"):
        return ""
    for one, other in pairs(ground, broken.line):
        if look(one) == look(other) and (moved := state.changed(state.fields(one), state.fields(other))):
            where = place(type(game), "show", "make", field=moved[0])
            differ = f"{where}: the positions differ in {' and '.join(moved[:3])}"
            return f"{differ}; if that decides how the game goes on, show it, else write a key() without it"
    return ""


def pairs(ground: Ground, line: Line) -> Iterator[tuple[Game, Game]]:
    """Positions that the same moves lead to in another order, at the end of that line or two moves beyond it."""
    if line[2:]:
        yield ground.reach(line), ground.reach((*line[:-3], line[-1], line[-2], line[-3]))
    moves = ground.reach(line).moves()[:SOME]
    for first, last in permutations(moves, 2):
        for between in ground.reach((*line, first)).moves()[:SOME]:
            if len({first, between, last}) == 3:
                yield ground.reach((*line, first, between, last)), ground.reach((*line, last, between, first))


def separator(ground: Ground, broken: Broken) -> str:
    """Where what two games share is made."""
    kind = type(ground.make())
    where = place(kind, "__init__")
    return f"{where}: make each list, dict and set anew there, as in self.board = [None] * 9"


SPECIAL: dict[str, Callable[[Ground, Broken], str]] = {
    "looking_changes_nothing": looker,
    "a_copy_is_equal_and_shares_nothing": copier,
    "unmake_restores_everything": undoer,
    "unmake_goes_back_to_the_start": undoer,
    "the_same_moves_lead_to_the_same_position": changer,
    "a_seat_learns_what_it_may_know_and_no_more": peeker,
    "equal_positions_have_one_key": alike,
    laws.SHARING: separator,
}
