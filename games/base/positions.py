"""Positions after moves, and positions as texts for games without their own notation: their fields, as in Python.

`sticks=12, taken=[1, 2], turn=0` is such a text. Games with a notation write `position` and `set_position` themselves;
board_text.py helps if the notation is rows of cells. A numpy array is written as lists.
"""

import ast
import sys
from contextlib import suppress
from typing import Any, TypeVar

from games.base.fields import HIDDEN, identity, open_to_sight, own_fields
from games.base.numeric import is_array, is_scalar, whole
from games.option import options_of

AnyGame = TypeVar("AnyGame", bound=Any)  # games.game imports this module
START = "start"  # the text of the position before the first move, where a position is the moves that lead to it
SHOWN = 80  # characters of the `repr` of a game
LONGEST = 20_000  # characters of a text that is read
KINDS = {
    bool: "True or False", int: "a whole number", float: "a number", str: "a text in quotes", list: "a list",
    tuple: "a tuple", dict: "a dict", set: "a set", bytes: "bytes",
}  # fmt: skip
UNREADABLE = (ValueError, SyntaxError, TypeError, RecursionError, MemoryError)  # raised by Python's parser


def position_after(game: AnyGame, *moves: int) -> AnyGame:
    """Return a copy of the game after these moves; no other method is called on the way."""
    twin: AnyGame = game.copy()
    for move in moves:
        twin.make(move)
    return twin


def describe(game: Any) -> str:
    """Return the `repr` of a game: `<TicTacToe ./.X./.: O to move>`. It never raises, whatever the rules do."""
    name, who, text = type(game).__name__, "", ""
    with suppress(Exception):  # whatever the rules raise
        if (score := game.score()) is None:
            who = f"{game.seats[whole(game.turn)] if game.turn in (0, 1) else 'chance'} to move"
        else:
            who = f"{game.seats[0 if score > 0 else 1]} won" if score else "a draw"
    with suppress(Exception):  # there is no text, or the rules fail
        text = " ".join(game.position().split())
    if not text:
        return f"<{name}: {who}>" if who else f"<{name}>"
    room = max(SHOWN - len(f"<{name} : {who}>"), 10)
    return f"<{name} {text if len(text) <= room else text[: room - 3] + '...'}{who and f': {who}'}>"


def same(one: Any, other: Any) -> bool:
    """Return whether two games of one class are in the same position, with the same options.

    Their pasts do not count, unless a plain game keeps its past in a field. Fields that cannot be read, such as an open
    file, are left to the game's own key; without one, nothing is equal.
    """
    if one.board_key() != other.board_key():
        return False
    names = options_of(type(one))
    held = [{name: getattr(game, name, None) for name in names} | own_fields(game) for game in (one, other)]
    first, second = (identity(fields, game.turn) for fields, game in zip(held, (one, other), strict=True))
    known = first or (one.turn == other.turn and one.board_key())
    return bool(known) and first == second and text_or_none(one) == text_or_none(other)


def text_or_none(game: Any) -> str | None:
    """Return the position as a text; None if the game has no notation."""
    try:
        return str(game.position())
    except ValueError:
        return None


def write_fields(game: Any, base: Any, seat: int | None = None) -> str:
    """Return the fields of a plain game and its turn, as `set_fields` reads them.

    base  the class Game, whose own fields are known.
    Raises ValueError if a field is not plain data, or if a seat is named and the game hides something from it.
    """
    name = type(game).__name__
    if not open_to_sight(type(game), base):
        raise ValueError(f"{name} has fields that cannot be read: it has to write position() and set_position(text)")
    if seat is not None and type(game).imagine is not base.imagine:
        raise ValueError(f"{name} hides something from seat {seat}: it has to write position(seat)")
    held = held_fields(game)
    for key, value in held.items():
        if not is_plain(value):
            raise ValueError(f"{name}.{key} is not plain data: it has to write position() and set_position(text)")
    if shared := find_shared(held):
        raise ValueError(f"{name}.{shared} shares a list with another field: it has to write position and set_position")
    return ", ".join(f"{key}={value!r}" for key, value in held.items())


def held_fields(game: Any) -> dict[str, Any]:
    """Return the fields of a plain game by name, as Python's own types; the last one is the turn."""
    return {
        **{key: python_value(value) for key, value in vars(game).items() if key not in HIDDEN},
        "turn": whole(game.turn),
    }


def python_value(value: Any) -> Any:
    """Return a numpy array as lists, a numpy number as one of Python's, and any other value as it is."""
    if is_array(value):
        return value.tolist()
    return value.item() if is_scalar(value) else value


def like(before: Any, value: Any, key: str) -> Any:
    """Return the value as a numpy array or number if the field was one before. Raises ValueError."""
    if is_array(before):
        try:
            return sys.modules["numpy"].array(value, dtype=before.dtype)
        except (ValueError, TypeError, OverflowError):
            raise ValueError(f"{key} must be lists of one length that hold {before.dtype}") from None
    return type(before)(value) if is_scalar(before) and value is not None else value


def find_shared(held: dict[str, Any]) -> str:
    """Return the first field with a list, dict or set that occurred before; "" if there is none."""
    met: set[int] = set()
    for key, value in held.items():
        left = [value]
        while left:
            each = left.pop()
            if isinstance(each, (list, dict, set)):
                if id(each) in met:
                    return key
                met.add(id(each))
            if isinstance(each, dict):
                left += each.values()
            elif isinstance(each, (list, tuple)):
                left += each
    return ""


def is_plain(value: Any) -> bool:
    """Return whether the `repr` of the value is a literal that reads back as the same value."""
    try:
        found = ast.literal_eval(repr(value))
        return type(found) is type(value) and bool(found == value) and repr(found) == repr(value)
    except UNREADABLE:
        return False


def set_fields(game: Any, base: Any, text: str) -> None:
    """Set the fields of a plain game from the text; fields that are not named stay. Raises ValueError."""
    if not open_to_sight(type(game), base):
        raise ValueError(f"{type(game).__name__} reads no positions: it has to write position() and set_position(text)")
    given = read_fields(text)
    held = held_fields(game)
    for key, value in given.items():
        if key not in held:
            raise ValueError(f"{type(game).__name__} has no field {key!r} (fields: {', '.join(held)})")
        kind = type(held[key])
        if value is not None and held[key] is not None and type(value) is not kind:
            raise ValueError(f"{key}={value!r} must be {KINDS.get(kind, kind.__name__)}")
    if given.get("turn", 0) not in (0, 1, -1):
        raise ValueError(f"turn={given['turn']!r} must be 0, 1 or -1, which is chance")
    before = vars(game).copy(), game.turn
    new = {key: like(before[0].get(key), value, key) for key, value in given.items()}
    for key, value in new.items():
        setattr(game, key, value)
    if wrong := describe_failure(game):
        vars(game).update(before[0])
        game.turn = before[1]
        raise ValueError(wrong)


def describe_failure(game: Any) -> str:
    """Return what the rules do wrong in an impossible position, as far as it shows at once; "" if nothing."""
    try:
        over, moves = game.score() is not None, game.moves()
    except Exception as error:  # noqa: BLE001  # whatever a person's rules raise
        return f"the rules fail there: {type(error).__name__}: {error}"
    return "" if over or moves else "there is no move in it, though the game is not over"


def make_all(game: Any, text: str) -> None:
    """Make the moves in `text`, START for none. Raises ValueError if one of them is not legal."""
    for entry in text.split() if text.strip() != START else ():
        try:
            game.make(game.parse(entry))
        except ValueError as error:
            raise ValueError(f"it must be {START!r}, or the moves that lead there: {error}") from error


def read_fields(text: str) -> dict[str, Any]:
    """Return the values in `name=value, name=value`, written as in Python. Raises ValueError."""
    refused = ValueError("must be fields as in Python with commas between them, such as sticks=12, turn=0")
    if len(text) > LONGEST:
        raise refused
    try:
        call = ast.parse(f"dict({text}\n)", mode="eval").body
    except UNREADABLE:
        raise refused from None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.args or not call.keywords:
        raise refused
    if any(each.arg is None for each in call.keywords):  # of `**`
        raise refused
    found: dict[str, Any] = {}
    for each in call.keywords:
        try:
            found[str(each.arg)] = ast.literal_eval(each.value)
        except UNREADABLE:
            raise ValueError(f"{each.arg} must be a plain value, such as 12, 'x' or [0, 1]") from None
    return found
