"""What a program answered or raised, as plain values and text, so that no object of its own is used later."""

import re
from collections.abc import Callable

from games.base.notation import printable
from games.base.numeric import whole
from referee.errors.attribution import last_user_line
from referee.match.events import How

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # in what an object says of itself: another one in each run
LONGEST = 1000  # characters of what an object says of itself


def classify_error(error: BaseException) -> tuple[How, str]:
    """How an exception that no player should raise costs it the game, and what is said about it after its name.

    If the exception says nothing, the line of the user's file is named.
    """
    if isinstance(error, MemoryError):
        return How.OUT_OF_MEMORY, "ran out of memory"
    words, where = describe_object(str, error), last_user_line(error)
    what = type(error).__name__ + (f": {words}" if words else f" in {where}" if where else "")
    if isinstance(error, SystemExit):
        return How.DIED, f"tried to end the program: {what}"
    return How.CRASHED, f"crashed: {what}"


def plain_value(answer: object) -> str | int | None:
    """The text or the whole number that a program answered with; None if it is neither.

    It is a plain str or int, as the methods of a class of the program could do anything.
    """
    if type(answer) is int:
        return answer
    return str.__str__(answer) if issubclass(type(answer), str) else whole_number(answer)


def whole_number(answer: object) -> int | None:
    """The whole number that a program answered with; None if it is not one."""
    try:
        return whole(answer)
    except Exception:  # noqa: BLE001  # whatever a program returned, and whatever that does when it is asked
        return None


def describe_object(words: Callable[[object], str], thing: object) -> str:
    """The start of the text of a program's object, in one line; its class if the object fails to give a text."""
    try:
        return printable(ADDRESS.sub("", words(thing)[:LONGEST]))
    except Exception:  # noqa: BLE001  # an object of a program under test
        return f"a {type(thing).__name__}"
