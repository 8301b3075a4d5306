"""The answers of a program in its own process: encoded there as JSON types, decoded and judged by the match.

No object of the program crosses, only texts and numbers. So a hostile object harms only its own process.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.base.notation import printable
from players.player import OutOfTime, PlayerRequest, Resigned, Thought, Unplayable
from referee.errors.attribution import UserCodeError, format_traceback
from referee.match.adjudication import ReportedShare, thought_of
from referee.match.events import FORFEITS, Forfeit, How
from referee.match.players import classify_error, describe_object, plain_value

MOST = 10_000  # characters of any text that crosses
LARGE = 1 << 63  # moves are smaller
RAISED: dict[str, type[Exception]] = {kind.__name__: kind for kind in (Resigned, OutOfTime, PlayerRequest, Unplayable)}
FAULTS = {how.value: how for how in FORFEITS}

Message = dict[str, Any]
FindRulesError = Callable[
    [BaseException], BaseException | None
]  # as attribution.find_rules_error for one game and player


class QuotedAnswer:
    """An answer that was not a plain int: its text, and its whole number if it had one."""

    def __init__(self, words: str, number: int | None):
        self.words, self.number = words, number

    def __index__(self) -> int:
        if self.number is None:
            raise TypeError(f"{self.words} is not a whole number")
        return self.number

    def __repr__(self) -> str:
        return self.words


# In the process of the program.


def encode_outcome(act: Callable[[], object], of_rules: FindRulesError | None = None) -> Message:
    """Return the message about what `act` returns or raises.

    of_rules  returns the error to report if it arose in the rules of the game.
    """
    try:
        return encode_answer(act())
    except BaseException as error:  # noqa: BLE001  # whatever a program raises counts as its answer
        return encode_error(error, of_rules)


def encode_answer(thing: object) -> Message:
    """Return the message about an answer."""
    if type(thing) is int and abs(thing) < LARGE:
        return {"move": thing}
    given = plain_value(thing)
    if isinstance(given, str) and len(given) < MOST:
        return {"text": given}
    number = None if not isinstance(given, int) else given if abs(given) < LARGE else -1
    return {"said": describe_object(repr, thing)[:MOST], "whole": number}


def encode_error(error: BaseException, of_rules: FindRulesError | None = None) -> Message:
    """Return the message about what the program raised."""
    try:
        for name, kind in RAISED.items():
            if isinstance(error, kind):
                return {"raised": name, "what": describe_object(str, error)[:MOST]}
        if isinstance(error, Forfeit):  # of a program that the player itself speaks to
            return {"fault": error.how.value, "what": str(error)[:MOST], "trace": error.trace[-MOST:]}
        how, what = classify_error(error)
        found = of_rules(error) if of_rules else None
        return {
            "fault": how.value,
            "what": what[:MOST],
            "trace": encode_traceback(found or error),
            "rules": found is not None,
        }
    except BaseException:  # noqa: BLE001  # an exception whose methods raise another
        return {"fault": How.CRASHED.value, "what": "crashed", "trace": ""}


def encode_traceback(error: BaseException) -> str:
    """Return the traceback of an error, or the end of a long one."""
    return format_traceback(error)[-MOST:]


# In the process of the match.


def decode_outcome(message: object, believed: Callable[[str], bool] = lambda _: False) -> object:
    """Return what the program returned, or raise what it raised, by the message of its process.

    believed  whether to believe the process that an error with this trace arose in the rules: a program could end whole
              tournaments by that claim.
    Raises UserCodeError for such an error, Forfeit for all that costs the game, even an invalid message.
    """
    if not isinstance(message, dict):
        message = {}
    words, number, what = message.get("said"), message.get("whole"), printable(read_text(message.get("what")))
    if type(message.get("move")) is int:
        return message["move"]
    if isinstance(message.get("text"), str):
        return read_text(message["text"])
    if isinstance(words, str) and (number is None or type(number) is int):
        return QuotedAnswer(printable(read_text(words)), number)
    if kind := RAISED.get(read_text(message.get("raised"))):
        raise kind(what)
    if how := FAULTS.get(read_text(message.get("fault"))):
        trace = make_printable(read_text(message.get("trace")))
        if message.get("rules") is True and believed(trace):
            raise UserCodeError(trace)
        raise Forfeit(how, what, trace)
    raise Forfeit(How.NO_MOVE, "wrote something of its own instead of an answer")


def decode_thought(message: object) -> Thought | None:
    """Return what the program thought of its last move; None if its process reported no move and share."""
    move, share = (message.get("of"), message.get("told")) if isinstance(message, dict) else (None, None)
    if type(move) is not int or not isinstance(share, int | float) or isinstance(share, bool) or not 0 <= share <= 1:
        return None
    return thought_of(ReportedShare(move, float(share)))


def read_text(thing: object) -> str:
    """Return the beginning of a text, and "" for anything else."""
    return thing[:MOST] if isinstance(thing, str) else ""


def make_printable(words: str) -> str:
    """Return lines without control characters, each with a line end."""
    return "".join(f"{printable(line)}\n" for line in words.splitlines())
