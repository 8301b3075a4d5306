"""Advice on broken laws: the method, the line of the file and the field to look at, as far as known."""

from __future__ import annotations

import re
from contextlib import suppress
from cProfile import Profile
from dataclasses import replace
from pathlib import PurePath
from random import Random
from traceback import extract_tb
from typing import TYPE_CHECKING, Any

from games.base.guesses import Guess
from games.base.replays import is_equipped
from games.base.rule_values import MUST, MUST_END
from games.game import CHANCE, Game
from games.laws.scene import is_over, observe
from games.simultaneous import Simultaneous
from players.listing import OUTSIDE
from referee.checking import game_fields, laws
from referee.checking.game_fields import changed_fields, field_texts
from referee.checking.instrumented_game import pick_move
from referee.checking.other_hashes import LOOKED_FIRST
from referee.checking.player_laws import HASHES
from referee.checking.solved import list_used
from referee.checking.worlds import draw_in_line
from referee.errors.attribution import DEEP
from referee.errors.ownership import find_raising_line, is_system_file, locate_method
from referee.errors.timeout import CodeTimeout, limit_time

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.checking.instrumented_game import InstrumentedGame, Violation
    from referee.checking.laws import Line


CALLED = {  # methods of a game, and their arguments
    "moves": "self", "make": "self, move", "unmake": "self, move", "score": "self", "text": "self, move",
    "parse": "self, entry", "copy": "self", "show": "self, seat=None", "cells": "self, move", "reason": "self",
    "estimate": "self", "key": "self", "forcing": "self", "ranked": "self", "chances": "self",
    "imagine": "self, seat, rng", "heard": "self, move, seat", "known": "self, seat", "theory": "self",
    "say": "self, move, seat=None", "why_not": "self, entry",
}  # fmt: skip
SECRETS: dict[str, str] = {  # what the methods of a game with hidden information may reveal
    "heard": "leave out what the seat cannot see of the move: `a card`; tell it all of its own moves and cards",
    "known": "return all that the seat has seen and heard, and nothing else",
    "show": "show a seat its own and what is open to all; show all when the game is over, and as show(None)",
    "moves": "legal moves may depend only on what the seat knows; else they tell what is hidden",
    "text": "the text of a move may depend only on what the seat knows; else it tells what is hidden",
}

DOES_NO_BETTER = "it leaves out only moves that surely do no better than one that it lists"

WHAT: dict[str, tuple[tuple[str, ...], str]] = {  # by law: methods, and what they must do
    laws.BEGINNING: ((), "a new game is made without arguments, and has moves"),
    laws.ERRORS: ((), "the traceback: its last line names the error, the line above it the place"),
    laws.STUCK: ((), "the traceback, which shows where the rules were: in an endless loop, or at much work"),
    laws.SILENT: ((), "the print: a search calls the rules millions of times"),
    laws.DICE: (("make", "__init__"), "chance is a move of its own: turn = CHANCE, chances() lists what may be rolled"),
    laws.RETURNS: (("make",), "make changes self and returns nothing; copy() makes a new game"),
    laws.DEAF: (("make",), "it gets the move that was chosen"),
    laws.TURNS: (("make",), "it says who moves next: self.turn = 1 - self.turn"),
    laws.END: (("score", "moves"), MUST_END),
    laws.SIDES: (("score",), "1 if seat 0 has won, -1 if seat 1 has, whosever turn it is"),
    laws.SLOW: (("moves", "make", "score"), "keep what it works out again and again in a field"),
    laws.TRUTH: (("imagine",), "deal anew what the seat cannot know, by rng and with the true weights"),
    "seats_and_stakes_are_stated": ((), 'the class: seats = ("White", "Black"), stakes = the largest score'),
    "the_rules_answer_in_kind": (
        ("moves",),
        "moves() returns a list of ints from 0, score() None or an int, text(), show(), reason() a str, copy() a game"),
    "the_same_moves_lead_to_the_same_position": (
        ("make",), "it may use only the move and the fields of the game: no random numbers, clock or globals"),
    "a_turn_is_a_seats_or_chances": (("make",), "turn is 0, 1 or CHANCE: self.turn = 1 - self.turn"),
    "moves_end_with_the_game": (
        ("moves", "score"), "moves() is empty exactly when score() is not None; each move is listed once"),
    "scores_are_within_stakes": (("score",), "1, 0, -1 or None, or the class says stakes = its largest score"),
    "estimates_and_keys_are_whole_numbers": (("estimate", "key"), "round(...) makes a whole number"),
    "looking_changes_nothing": (("score", "moves", "show"), "it must not change the game: work on a copy of the field"),
    "texts_are_distinct_words": (("text",), "each legal move has a text of its own, without a blank"),
    "moves_are_said_as_they_are_heard": (
        ("say", "heard"), "a phrase for people such as takes 3; it tells a seat no more than heard() does"),
    "parse_inverts_text": (("parse", "tidy", "text"), "parse(text(move)) is that move, in capitals too"),
    "parse_refuses_what_is_no_move": (("parse",), "it raises IllegalMove, which quotes what was typed"),
    "refusals_are_explained": (
        ("why_not",), 'it returns a clause such as "column 4 is full", or ""; it raises nothing'),
    "a_copy_is_equal_and_shares_nothing": (("copy", "become"), "each list, dict and set of a copy is one of its own"),
    "unmake_restores_everything": (("unmake",), "it undoes all that make does"),
    "unmake_goes_back_to_the_start": (("unmake",), "it undoes all that make does, even several moves later"),
    "a_position_is_read_back": (
        ("position", "set_position"), "set_position(position()) leads there from anywhere; position(seat) tells less"),
    "an_arrangement_begins_with_the_position": (
        ("arrangement",), "its text() is position() and it shows the pieces of show(), until somebody changes it"),
    "one_key_means_one_future": (("key",), "it must depend on all that decides how the game may go on, turn too"),
    "one_board_key_means_one_turn": (("board_key",), "it must depend on the board and on turn, and not on the past"),
    "equal_positions_have_one_key": (
        ("key",), "leave out what does not decide how the game goes on: a search looks once for each key"),
    "forcing_moves_are_moves": (("forcing",), "it lists some of moves()"),
    "ranked_moves_are_moves": (("ranked",), "it lists pairs, (move, rank), of moves of moves()"),
    "no_win_is_left_out": (("ranked",), DOES_NO_BETTER),
    "no_best_move_is_left_out": (("ranked",), DOES_NO_BETTER),
    "bounds_hold_to_the_end": (
        ("at_most", "at_least"), "the least and the most that seat 0 can still score, whatever both play"),
    "playout_moves_are_moves": (("playout_move",), "it draws one of moves() by the number alone, or returns -1"),
    "a_skipped_turn_is_taken_back": (("skip", "unmake"), "it returns True; unmake(-1) takes it back"),
    "chances_have_weights": (("chances", "moves"), "a die is [(face, 1) for face in range(1, 7)], without shares"),
    "theory_says_what_best_play_brings": (("theory",), "it must be right wherever it does not return None"),
    laws.SEES: (
        ("imagine",), "twin = self.copy(), deal anew what is hidden; show(seat) shows a seat no more than it knows"),
    laws.SIGN: (("estimate",), "more is better for seat 0, whoever is to move: no 1 - 2 * self.turn"),
    laws.TURNED: (("estimate",), "more is better for seat 0; if that is what you meant, all is well"),
    laws.SIZE: (("estimate",), "use a smaller scale: beyond 524,287 either way all values count alike"),
    laws.TOLD: (("heard", "known", "show"), "tell a seat what it can see, and nothing of what is hidden"),
    laws.WORLDS: (("imagine",), "deal what is hidden from what is left, without what the seat holds, sees or has seen"),
    laws.LEARNS: (
        ("imagine", "known", "show", "heard"), "deal anew all that the seat cannot see, by rng, not by what is hidden"),
    laws.ALIASED: (("__init__",), "make each row anew: [[None] * 3 for _ in range(3)], and not [[None] * 3] * 3"),
    laws.SHUFFLED: (("imagine",), "sort what you shuffle, so that its order tells nothing: sorted(left + [hidden])"),
    laws.OPEN: (("show",), "write hidden(seat) or known(seat), and players get no more either (docs/hidden-cards.md)"),
    "pictures_can_be_drawn": (("show",), "a str, or a picture of games/picture.py"),
    laws.STRAIGHT: (("show",), "letters, or emoji of one character each, no control characters such as tabs"),
    "cells_lie_on_the_board": (("cells",), "(row, column), counted from the top left, from 0"),
    "pieces_walk_from_where_they_stand": (("cells",), "the first cell is where the piece comes from"),
}  # fmt: skip


WHAT_OUTSIDE = {  # by law: what a game that is a program must answer
    laws.END: f"the answers to make: {MUST_END}",
    laws.SLOW: "the answers to make: keep in the program what it works out again and again",
    laws.SIGN: "the answer to estimate: more is better for seat 0, whoever is to move",
    laws.STRAIGHT: "the answer to show: no tabs and no other control characters",
    "one_key_means_one_future": "the answer to key: it must name all that decides how the game may go on",
}
PAGE = "what the program answers; docs/any-language-game.md lists what it may"
ONCE_EMPTIED = "once the caches of functions are emptied"
ASKED_AS_INT = re.compile(r"'int' object is not (subscriptable|iterable)|object of type 'int' has no len|cannot unpack")
RAISED = {  # advice by the name of an error that the rules raise
    "EOFError": "input(): the rules ask nobody; who plays chooses the moves",
    "KeyboardInterrupt": "raise it nowhere: it is how people end the program",
}
PAIRS = "it returns pairs, (row, column), as in ((0, 2),)"
TRIED = 400  # random lines, to find one that looks like another
LOOP = 40  # frames of a recursion that name its functions
# Advice on a game that writes no imagine, by the method in which a fault shows.
REPLAYED = {
    "imagine": "known(seat) must tell all that the seat has seen since the start, in order, and who moves",
    "moves": "a move here has an outcome that depends on hidden cards: write known(seat), which tells the outcome",
}


def advise(subject: InstrumentedGame, broken: Violation) -> str:
    """Return advice on a violation, in a sentence or two."""
    with suppress(Exception):  # maybe no game can be made
        if subject.kind.__module__.startswith(OUTSIDE):
            return PAGE if broken.error else WHAT_OUTSIDE.get(broken.law, PAGE)
    if broken.sentence.startswith("moves()") and issubclass(subject.kind, Simultaneous):
        return advise_on_choices(subject, broken)
    with suppress(Exception):  # the rules are broken; the general advice will do
        if (special := SPECIAL.get(broken.law)) and (found := special(subject, broken)):
            return found
    names, what = WHAT.get(broken.law, ((), ""))
    where = locate_method(subject.kind, *names)
    return f"{where}: {what}" if where else what


def advise_on_start(subject: InstrumentedGame, broken: Violation) -> str:
    """Return advice if a new game is over already or has no moves."""
    if broken.error:
        return advise_on_call(subject, broken) or WHAT[laws.ERRORS][1]
    if hidden := re.match(r"the field (\w+) hides", broken.sentence):
        where = locate_method(subject.kind, "__init__", field=hidden[1])
        return f"{where}: give the field another name, as in self.{hidden[1]}_"
    if "over already" in broken.sentence:
        return f"{locate_method(subject.kind, 'score')}: score() returns None as long as the game goes on"
    return f"{locate_method(subject.kind, 'moves')}: moves() lists what whoever has the turn may do"


def advise_on_call(subject: InstrumentedGame, broken: Violation) -> str:
    """Return advice if a field cannot be copied or a method takes other arguments; otherwise ""."""
    if broken.error is None:
        return ""
    if told := advise_on_error(subject, broken.error, broken.line):
        return told
    if not find_raising_line(broken.error)[1] and (field := game_fields.find_uncopyable(subject.reach(broken.line))):
        why = DEEP if isinstance(broken.error, RecursionError) else "keep it outside of the game, or write copy()"
        return f"the field {field}, which cannot be copied: {why}"
    if find_raising_line(broken.error)[2] == "parse":
        where = locate_method(subject.kind, "parse")
        return f"{where}: refuse what is not a legal move by raise IllegalMove(repr(entry))"
    named = next((name for name in CALLED if re.search(rf"\b{name}\(\) ", str(broken.error))), "")
    if find_raising_line(broken.error)[1] or not named:
        return ""
    return f"{locate_method(subject.kind, named)}: define it as def {named}({CALLED[named]})"


def advise_on_error(subject: InstrumentedGame, error: BaseException, line: Line) -> str:
    """Return advice by what was raised after `line`; "" if the traceback says it all."""
    _, _, outer = find_raising_line(error)
    if type(error).__name__ in RAISED:
        return RAISED[type(error).__name__]
    if isinstance(error, NotImplementedError) and (found := re.search(r"writes no (\w+)", str(error))):
        return advise_on_name(subject, found[1])
    if isinstance(error, RecursionError):
        names = [frame.name for frame in extract_tb(error.__traceback__) if not is_system_file(frame.filename)]
        around = list(dict.fromkeys(names[len(names) // 2 :][:LOOP]))
        if len(around) > 1:
            return (
                f"{around[0]}() calls {around[1]}(), and {around[-1]}() calls {around[0]}() again: let one do without"
            )
    if "move" in CALLED.get(outer, "") and isinstance(error, TypeError) and ASKED_AS_INT.search(str(error)):
        where = locate_method(subject.kind, outer)
        return f"{where}: move is the number that moves() lists, not its text and not a pair"
    with suppress(Exception):
        for length in range(len(line) + 1):
            if (turn := subject.reach(line[:length]).turn) not in (0, 1, CHANCE):
                name = "make" if length else "__init__"
                return f"{locate_method(subject.kind, name)}: turn is {turn!r} then; it must be 0, 1 or CHANCE"
    return ""


def advise_on_name(subject: InstrumentedGame, name: str) -> str:
    """Return which method is to be called `name`, which the class does not write; "" if none resembles it."""
    others = [
        other for other, guess in vars(Game).items() if isinstance(guess, Guess) and guess.own.startswith(f"{name}(")
    ]
    where = locate_method(subject.kind, *others)
    return f"{where}: call it {name}" if where else f"the class: write the method {name}({CALLED[name]})"


def advise_on_solution(subject: InstrumentedGame, broken: Violation) -> str:
    """Return advice on methods by which a search finds another score than the rules say."""
    used = list_used(subject.kind)
    where = locate_method(subject.kind, *used)
    others = f"; leave out {', '.join(used)} one by one" if used[1:] else ""
    return (
        f"{where}: a search trusts it{others}" if used else "the fields: something that decides the game lies outside"
    )


def advise_on_turn(subject: InstrumentedGame, broken: Violation) -> str:
    """Return advice on a turn that is no seat's."""
    if "CHANCE" not in broken.sentence.partition(",")[2]:
        return ""
    return f"{locate_method(subject.kind, 'make')}: the seats are 0 and 1, as in self.turn = 1 - self.turn"


def advise_on_options(subject: InstrumentedGame, broken: Violation) -> str:
    """Return advice on an option whose value cannot be played, or that changes nothing."""
    name = re.findall(r"option (\w+)|with (\w+)=", broken.sentence)[0]
    name = name[0] or name[1]
    where = locate_method(subject.kind, "__init__")
    if broken.law == laws.UNUSED:
        return f"{where}: keep it, as in self.{name} = {name}, and use it in the rules; else leave it out"
    ranges = f"options: state what the rules can play, as in Whole(3, least=2, most=9) for {name}"
    return (
        f"{advise(broken.variant or subject, replace(broken, law=laws.ERRORS))}; or {ranges}"
        if broken.error
        else ranges
    )


def advise_on_kind(subject: InstrumentedGame, broken: Violation) -> str:
    """Return advice on a method that returns a value of the wrong type."""
    name = broken.sentence.partition("(")[0]
    must = f"it must {MUST[name]}" if name in MUST else PAIRS if name in ("cells", "winning_cells") else ""
    where = locate_method(subject.kind, name)
    return f"{where}: {must or WHAT[broken.law][1]}" if where else must


def advise_on_choices(subject: InstrumentedGame, broken: Violation) -> str:
    """Return advice on the moves of a game of simultaneous choices, which its choices(seat) lists."""
    must = f"it must {MUST['moves']}"
    if broken.law in (laws.LEARNS, laws.TOLD):
        must = "what a seat may choose must not depend on self.secret, which the other has chosen"
    return f"{locate_method(subject.kind, 'choices') or 'choices'}: {must}"


def advise_on_key(subject: InstrumentedGame, broken: Violation) -> str:
    """Return advice on a key that is not a whole number; "" for an estimate."""
    if broken.sentence.startswith("the estimate"):
        return ""
    return f"{locate_method(subject.kind, 'key')}: hash(...) % 2**64 is such a number"


def advise_on_speed(subject: InstrumentedGame, broken: Violation) -> str:
    """Return the function of the author's file in which most time is spent."""
    profile = Profile(builtins=False)
    with limit_time(subject.seconds), suppress(CodeTimeout):
        profile.enable()
        try:
            game = subject.reach(())
            while not is_over(game):
                game.make(game.moves()[0])
        finally:
            profile.disable()
    own = [
        each
        for each in profile.getstats()
        if not isinstance(each.code, str) and not is_system_file(each.code.co_filename)
    ]
    code: Any = max(own, key=lambda each: each.inlinetime).code
    where = f"{code.co_name}, line {code.co_firstlineno} of {PurePath(code.co_filename).name}"
    return f"{where}, where most of that time goes: {WHAT[broken.law][1]}"


def advise_on_looking(subject: InstrumentedGame, broken: Violation) -> str:
    """Return advice on a method that should only look at the game, and the field that it changes."""
    found = re.match(r"(\w+)\(.*?\) changes the (?:field (\w+))?", broken.sentence)
    if not found:
        return ""
    name, moved = found[1], found[2] or ""
    where = locate_method(subject.kind, name, field=moved)
    advice = f"it must not change the game; work on a copy of {moved or 'the field'}"
    return f"{where}: {advice}" if where else ""


def advise_on_copy(subject: InstrumentedGame, broken: Violation) -> str:
    """Return advice on a field that a copy shares or lacks."""
    game = subject.reach(broken.line)
    twin = game.copy()
    where = locate_method(type(game), "copy", "__deepcopy__", "become")
    moved = changed_fields(field_texts(game), field_texts(twin))
    if not where:
        return "" if moved or observe(game) == observe(twin) else HASHES
    if field := game_fields.find_shared(game, twin):
        name = field.partition("[")[0]
        whole = f"{'dict' if isinstance(getattr(game, name, None), dict) else 'list'}(self.{name})"
        rows = getattr(game, name, None)
        nested = "[" in field or (isinstance(rows, list) and any(isinstance(row, list) for row in rows))
        inner = f"[row[:] for row in self.{name}]" if nested else whole
        where = locate_method(type(game), "copy", field=name) or where
        return f"{where}: the game and its copy share {field}; write twin.{name} = {inner}"
    verb = "is" if len(moved) == 1 else "are"
    return f"{where}: {' and '.join(moved[:3])} of the copy {verb} not as in the game" if moved else ""


def advise_on_unmake(subject: InstrumentedGame, broken: Violation) -> str:
    """Return advice on a field that unmake does not restore."""
    for length in range(len(broken.line), -1, -1):
        game = subject.reach(broken.line[:length])
        for move in [] if is_over(game) else game.moves():
            before = field_texts(game)
            game.make(move)
            game.unmake(move)
            if moved := changed_fields(before, field_texts(game)):
                text = subject.reach(broken.line[:length]).text(move)
                where = locate_method(type(game), "unmake")
                return f"{where}: {' and '.join(moved[:3])} is not as before once {text} is made and unmade"
    return ""


def advise_on_change(subject: InstrumentedGame, broken: Violation) -> str:
    """Return advice on fields that differ after the same moves."""
    if broken.sentence.startswith("key") and (where := locate_method(subject.kind, "key")):
        return f"{where}: use what equal positions share: not id() or the time"
    if broken.sentence.startswith("in another interpreter"):
        return HASHES
    method = "make" if broken.line else "__init__"
    moved: list[str] = []
    for _ in range(10):
        moved = moved or changed_fields(*(field_texts(subject.reach(broken.line)) for _ in range(2)))
    if not moved:
        return ""
    where = locate_method(subject.kind, method, field=moved[0]) or method
    return f"{where}: {moved[0]} comes out differently; {WHAT[broken.law][1]}"


def advise_on_secrets(subject: InstrumentedGame, broken: Violation) -> str:
    """Return the method that reveals too much; for imagine, the fields that it does not change."""
    name = "imagine" if " forgets " in broken.sentence else broken.sentence.partition("(")[0]
    if is_equipped(subject.first) and (words := REPLAYED.get(name)):
        return f"{locate_method(subject.kind, 'known', 'hidden')}: {words}"
    if name != "imagine":
        return f"{locate_method(subject.kind, name, 'show')}: {SECRETS[name]}" if name in SECRETS else ""
    game = subject.reach(broken.line)
    seat = 1 if "(1)" in broken.sentence else 0
    views = [field_texts(game.imagine(seat, Random(number))) for number in range(20)]
    kept = [name for name, value in field_texts(game).items() if all(view.get(name) == value for view in views)]
    where = locate_method(type(game), "imagine")
    fields = ", ".join(name for name in kept if name != "turn")
    told = [
        f"{where}: {WHAT[broken.law][1]}",
        f"it does not change {fields}" if fields else "",
        compare_worlds(subject, broken.line, seat),
    ]
    return "; ".join(filter(None, told)) if where else ""


def advise_on_order(subject: InstrumentedGame, broken: Violation) -> str:
    """Return advice on an `imagine` that depends on the order of what it shuffles."""
    seat = 1 if "(1)" in broken.sentence else 0
    where = locate_method(subject.kind, "imagine")
    return "; ".join(filter(None, (f"{where}: {WHAT[broken.law][1]}", compare_worlds(subject, broken.line, seat))))


def compare_worlds(subject: InstrumentedGame, line: Line, seat: int) -> str:
    """Return two positions that look alike to the seat, the moves to each, and the fields imagined otherwise; or ""."""
    game, rng = subject.reach(line), Random(0)
    for _ in range(TRIED):
        other, texts = subject.make(), list[str]()
        while len(texts) < len(line) and not is_over(other):
            move = pick_move(other, rng)
            texts.append(other.text(move))
            other.make(move)
        if other.known(seat) == game.known(seat) and field_texts(other) != field_texts(game):
            views = [field_texts(each.imagine(seat, Random(0))) for each in (game, other)]
            if moved := changed_fields(*views):
                ways = [" ".join(each) or "no move" for each in (subject.texts(line), texts)]
                pair = f"after {ways[0]} ({draw_in_line(game)}) and after {ways[1]} ({draw_in_line(other)})"
                return (
                    f"{pair}, which look alike to seat {seat}, the same rng deals {' and '.join(moved[:3])} otherwise"
                )
    return ""


def advise_on_imagine(subject: InstrumentedGame, broken: Violation) -> str:
    """Return advice on the weights by which imagine deals."""
    if is_equipped(subject.first):
        return f"{locate_method(subject.kind, 'known', 'hidden')}: {REPLAYED['imagine']}"
    where = locate_method(subject.kind, "imagine")
    weighed = any(words in broken.sentence for words in (" times in ", " never deals "))
    return f"{where}: {WHAT[laws.TRUTH][1]}" if weighed else ""


def advise_on_random(subject: InstrumentedGame, broken: Violation) -> str:
    """Return the line in which a method draws from the module random."""
    for name in dir(subject.kind):
        if found := locate_method(subject.kind, name, line=r"\brandom\.(?!Random\b|SystemRandom\b)\w+\("):
            handed = "draw from the rng that it is given: rng.choice(...)"
            return f"{found}: {handed if name == 'imagine' else WHAT[broken.law][1]}"
    return ""


def advise_on_sharing(subject: InstrumentedGame, broken: Violation) -> str:
    """Return where to make what two games share."""
    if LOOKED_FIRST in broken.sentence or ONCE_EMPTIED in broken.sentence:
        return "keep what was worked out in the game itself, or look it up by all that decides it"
    where = locate_method(subject.kind, "__init__") or "the class: write __init__(self)"
    joint = ", and" if where.endswith("(self)") else ":"
    return f"{where}{joint} make each list, dict and set anew there, as in self.board = [None] * 9"


SPECIAL: dict[str, Callable[[InstrumentedGame, Violation], str]] = {
    laws.BEGINNING: advise_on_start,
    laws.ERRORS: advise_on_call,
    laws.SLOW: advise_on_speed,
    "the_rules_answer_in_kind": advise_on_kind,
    "estimates_and_keys_are_whole_numbers": advise_on_key,
    "looking_changes_nothing": advise_on_looking,
    "a_copy_is_equal_and_shares_nothing": advise_on_copy,
    "unmake_restores_everything": advise_on_unmake,
    "unmake_goes_back_to_the_start": advise_on_unmake,
    "the_same_moves_lead_to_the_same_position": advise_on_change,
    laws.LEARNS: advise_on_secrets,
    laws.SHUFFLED: advise_on_order,
    laws.TOLD: advise_on_secrets,
    laws.SHARING: advise_on_sharing,
    laws.DICE: advise_on_random,
    laws.OPTIONS: advise_on_options,
    laws.SOLVED: advise_on_solution,
    laws.UNUSED: advise_on_options,
    "a_turn_is_a_seats_or_chances": advise_on_turn,
    laws.WORLDS: advise_on_imagine,
}
