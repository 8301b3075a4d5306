"""Errors in users' files: who is at fault, and tracebacks that begin in the user's file and leave out ours."""

from __future__ import annotations

import inspect
import pickle
import re
from contextlib import contextmanager
from pathlib import PurePath
from traceback import StackSummary, TracebackException, walk_tb
from typing import TYPE_CHECKING

import games
from games.base.origins import shorten_names
from games.base.rule_values import MUST, STATED, RuleError, check_statements
from games.names import user_files
from games.names.listing import make_moves
from referee.errors.ownership import (
    class_files,
    code_name,
    function_codes,
    is_foreign_code,
    is_in_files,
    is_library_file,
    is_package_file,
    is_program_code,
    is_user_code,
    player_codes,
    program_path,
    source_path,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import CodeType

    from games.game import Game


# Our files that call users' rules, and the rules that functions in them call.
CALLERS = (
    "games/game.py", "adapters/python_adapter.py", "base/fields.py", "base/numeric.py", "base/rule_values.py",
    "match/match.py",
)  # fmt: skip
ASKED = {
    "value": "score", "collect": "moves", "weight": "chances", "chances_of": "chances", "legal": "moves",
    "collect_forcing": "forcing", "collect_ranked": "ranked", "text_of": "text", "heard_by": "heard",
    "apply": "make", "make_unchecked": "make",
}  # fmt: skip
# The arguments of rules, in words and as written; all other rules take none.
TAKES = {
    "make": ("a move", "move"), "text": ("a move", "move"), "heard": ("a move and a seat", "move, seat"),
    "known": ("a seat", "seat"), "show": ("a seat", "seat=None"), "imagine": ("a seat and an rng", "seat, rng"),
    "parse": ("an entry", "entry"), "say": ("a move and a seat", "move, seat=None"),
}  # fmt: skip
FIELDS = ("turn", *STATED)  # rules that are no functions
MISCALLED = re.compile(r"([\w.<>]+)\(\) (?:takes|missing|got) ")  # Python's messages about wrong arguments
DEEP = "objects lie within objects, too deep to be copied; a list can hold them beside each other"
# Our code raises these if a position has changed unexpectedly.
ASTRAY = (IndexError, KeyError, ValueError, TypeError)
SHARED = "moves made in a copy change the game itself; referee check says what both share"
# Our searches that raise errors about wrong rules.
VERDICTS = (
    "alphabeta/pvs.py", "alphabeta/expectimax.py", "alphabeta/tree.py", "montecarlo/mcts.py", "search/random_play.py",
    "search/bestfirst.py", "values/value_iteration.py", "equilibrium/extensive_form.py",
)  # fmt: skip


class UserCodeError(Exception):
    """An error in a user's file as text, a line or a traceback, so that it can cross between processes.

    pickled  the error itself if it can cross, too; otherwise b"".
    """

    def __init__(self, text: str, pickled: bytes = b""):
        super().__init__(text.removesuffix("\n"))
        self.pickled = pickled


class OutsideGameError(UserCodeError):
    """A fault of a program from outside that is a game. It is the game's, even if functions of a player asked it."""


def as_text(error: Exception) -> UserCodeError:
    """Return the error in a user's file as one that can cross between processes."""
    if isinstance(error, UserCodeError):
        return error
    return UserCodeError(format_traceback(error), pickle_error(error))


def pickle_error(error: Exception) -> bytes:
    """Return the error as bytes for another process; b"" if it cannot be written and read again."""
    try:
        pickle.loads(pickled := pickle.dumps(error))  # noqa: S301  # some can be written and not read
    except Exception:  # noqa: BLE001  # whatever users' objects raise
        return b""
    return pickled


@contextmanager
def raise_original() -> Iterator[None]:
    """Raise an error that has crossed as text in its original form, if that has crossed, too."""
    try:
        yield
    except UserCodeError as error:
        try:
            original: Exception = pickle.loads(error.pickled)  # noqa: S301  # a worker of this program wrote it
        except Exception:  # noqa: BLE001  # for example, only the worker knows its class
            raise error from None
        raise original from error


def format_traceback(error: BaseException) -> str:
    """Return the traceback of an error for people, with line ends, from the user's file on."""
    if isinstance(error, UserCodeError):
        return "".join(f"{line}\n" for line in (error, *getattr(error, "__notes__", ())))
    told = TracebackException.from_exception(error)
    trim_traceback(told, error, set())
    restore_typed_names(told, set())
    return shorten_names("".join(told.format()))


def error_codes(error: BaseException) -> list[CodeType]:
    """Return the code of the functions that the error passed, the one that raised it last."""
    return [frame.f_code for frame, _ in walk_tb(error.__traceback__)]


def is_user_error(error: BaseException) -> bool:
    """Return whether the error was raised by or through a user's file, not one of this program or a library."""
    return any(map(is_user_code, error_codes(error))) or isinstance(error, SyntaxError | UserCodeError)


def last_user_line(error: BaseException) -> str:
    """Return the last place in a user's file that it passed, `choose, line 7 of bot.py`; "" if there is none."""
    frames = [(frame.f_code, line) for frame, line in walk_tb(error.__traceback__)]
    for code, line in reversed(frames):
        if is_user_code(code):
            return f"{code.co_name}, line {line} of {PurePath(code.co_filename).name}"
    return ""


@contextmanager
def note_errors(where: Callable[[], str]) -> Iterator[None]:
    """Add a note to an exception raised in the block that says where it happened."""
    try:
        yield
    except (Exception, SystemExit) as error:
        error.add_note(where())
        raise


@contextmanager
def attribute_errors(game: Game, where: Callable[[], str] = str, still: bool = False) -> Iterator[None]:
    """Add a note to errors in the block, which calls the rules of `game`; no note if `where` returns "".

    still  whether nobody moves in `game` meanwhile: then an error of ours is the rules' if the game has changed.

    A forbidden return value raises UserCodeError. So do wrong class attributes such as seats and stakes, at once and
    without a note.
    """
    try:
        check_statements(game)
    except RuleError as error:
        raise rule_error(game, error.rule, error.what) from None
    before = describe_moves(game) if still else None
    try:
        yield
    except (Exception, SystemExit) as error:
        told = None if isinstance(error, SystemExit) else explain_bad_return(error, game)
        astray = type(error) in ASTRAY and not is_user_error(error)
        if told is None and astray and before and describe_moves(game) != before:
            told = UserCodeError(f"{type(game).__name__} cannot be played: {SHARED}")
        notes = getattr(error, "__notes__", ()) if told else ()
        for note in filter(None, (*notes, where())):
            (told or error).add_note(note)
        if told is None:
            raise
        raise told from error


def load_after(spec: str, moves: Sequence[str]) -> Game:
    """Return the game after the moves. Raises SpecError, and UserCodeError for forbidden return values."""
    game = games.load(spec)
    if moves:
        with attribute_errors(game):
            make_moves(game, spec, moves)
    return game


def describe_moves(game: Game) -> object:
    """Return the score and the moves of a user's game; None if its rules fail, and for our own games."""
    try:
        return (game.score(), list(game.moves())) if any(map(class_files, type(game).__mro__)) else None
    except (Exception, SystemExit):  # noqa: BLE001  # the next call of moves will report it
        return None


def trim_traceback(told: TracebackException, error: BaseException, seen: set[int]) -> None:
    """Remove our frames from a traceback and its causes; if no others are left, keep only the error."""
    if id(told) in seen:
        return
    seen.add(id(told))
    both = zip(told.stack, error_codes(error), strict=False)
    frames = [frame for frame, code in both if not is_program_code(code)]
    place = next((place for place, frame in enumerate(frames) if not is_library_file(frame.filename)), None)
    if place is None:
        place = next((place for place, frame in enumerate(frames) if is_package_file(frame.filename)), len(frames))
    told.stack = StackSummary.from_list(frames[place:])
    if not told.stack and not hasattr(told, "lineno"):
        told.stack = None  # type: ignore[assignment]  # leaves out its head, too
    grouped = zip(told.exceptions or (), getattr(error, "exceptions", ()), strict=False)
    for before, cause in ((told.__cause__, error.__cause__), (told.__context__, error.__context__), *grouped):
        if before is not None and cause is not None:
            trim_traceback(before, cause, seen)


def restore_typed_names(told: TracebackException | None, seen: set[int]) -> None:
    """Name files as they were typed, in a traceback and its causes."""
    if told is None or id(told) in seen:
        return
    seen.add(id(told))
    for frame in told.stack or ():
        frame.filename = user_files.as_typed(frame.filename)
    if isinstance(getattr(told, "filename", None), str):  # a SyntaxError
        told.filename = user_files.as_typed(told.filename)
    for before in (told.__cause__, told.__context__, *(told.exceptions or ())):
        restore_typed_names(before, seen)


# Who is at fault if an error was raised while a player was at work.


def find_rules_error(error: BaseException, game: Game, player: object) -> BaseException | None:
    """Return the error if it arose in the rules of `game` while `player` was at work, otherwise None.

    An OutsideGameError always did. Otherwise the functions in its traceback decide, in this order:
    1. One of the player's own functions: the error is the player's, whatever that has called: it may have made an
       illegal move. Its own are the methods of its class and of parents that are not ours, the function that it
       chooses by, and the evaluation that it was given.
    2. A function in a file of the game's class or of a parent that is not ours, even if the player's functions stand in
       it: the error is the rules'. If the player has no code of its own, this holds for all users' files, as rules may
       call others. If the stack ran out, the rules must have taken more of it than the search.
    3. Nobody's function: the rules may have returned what is forbidden. Then a UserCodeError about it is returned.
    Running out of memory is the player's fault.
    """
    if isinstance(error, OutsideGameError):
        return error
    codes = error_codes(error)
    own = {code_name(code) for code in player_codes(player)}
    if isinstance(error, MemoryError | SystemExit) or any(code_name(code) in own for code in codes):
        return None
    files = {source_path(file) for kind in type(game).__mro__ for file in class_files(kind)}
    ruling = [is_in_files(code, files) or (bool(files) and not own and is_foreign_code(code)) for code in codes]
    if True not in ruling:
        return error if isinstance(error, UserCodeError) else explain_bad_return(error, game)
    deep = isinstance(error, RecursionError) and len(codes) <= 2 * ruling.index(True)
    return None if deep else error


def explain_bad_return(error: BaseException, game: Game) -> UserCodeError | None:
    """Return the error in words if we raised it over arguments or results of users' rules; otherwise None."""
    kinds = [kind for kind in type(game).__mro__ if class_files(kind)]
    codes = error_codes(error)
    while codes and is_library_file(codes[-1].co_filename):
        codes.pop()
    if not kinds or not codes or isinstance(error, UserCodeError):
        return None
    if isinstance(error, RuleError):
        return rule_error(game, error.rule, error.what)
    if type(error) in (ValueError, RuntimeError) and program_path(codes[-1]) in VERDICTS:
        return UserCodeError(f"{error}")
    deep = isinstance(error, RecursionError) and program_path(codes[-1]) == "base/fields.py"
    told = DEEP if deep else f"{type(error).__name__}: {error}"
    if is_program_code(codes[-1]) and (rule := miscalled_rule(error, kinds)):
        takes, written = TAKES.get(rule, ("no argument", ""))
        head = ", ".join(filter(None, ("self", written)))
        return rule_error(game, rule, told, f"take {takes}, as in def {rule}({head}): ...")
    rule = "" if deep else asked_rule(codes)
    return rule_error(game, rule, told) if rule or deep else None


def miscalled_rule(error: BaseException, kinds: list[type]) -> str:
    """Return the method whose arguments do not fit, by Python's message; "" if it is about something else."""
    if type(error) is not TypeError or not (found := MISCALLED.match(str(error))):
        return ""
    written = ((rule, code) for kind in kinds for rule, thing in vars(kind).items() for code in function_codes(thing))
    return next((rule for rule, code in written if found[1] in (rule, code.co_qualname)), "")


def rule_error(game: Game, rule: str, what: str, must: str = "") -> UserCodeError:
    """Return the error about one of a user's rules, which did `what` instead of what it must; "" names no rule."""
    kinds = [kind for kind in type(game).__mro__ if class_files(kind)] or [type(game)]
    kind = next((kind for kind in kinds if rule in vars(kind)), None)
    if kind is None and rule not in FIELDS:
        return UserCodeError(f"{kinds[0].__name__} cannot be played: {what}")
    codes = function_codes(inspect.unwrap(vars(kind)[rule])) if kind else ()
    place = next((f", line {code.co_firstlineno} of {PurePath(code.co_filename).name}," for code in codes), "")
    return UserCodeError(f"{(kind or kinds[0]).__name__}.{rule}{place} must {must or MUST[rule]}: {what}")


def asked_rule(codes: Sequence[CodeType]) -> str:
    """Return the rule that the last functions of CALLERS have called; "" if the last function is not there."""
    for code in reversed(codes):
        if program_path(code) not in CALLERS:
            break
        name = code.co_qualname.rpartition(".")[2]
        if (rule := ASKED.get(name, name)) in MUST and rule not in FIELDS:
            return rule
    return ""
