"""Moves and times in words, for people who listen."""

import re
from math import ceil

from games.game import Game
from games.picture import Grid, Points
from referee.match.clocks import ByoYomi, SeatClock, describe_byo_yomi, span_words
from referee.match.events import Moved
from referee.match.sentences import Step, change_phrases, find_changes, hit_remark, phrase_of, turn_sentence
from referee.match.wording import Viewpoint, count_words, make_sentence

CELL = r"[a-z]{1,2}\d{1,2}"
LETTERED = re.compile(rf"{CELL}(?:[-x]{CELL})+", re.ASCII)
NUMBERED = re.compile(r"\d{1,3}(?:[-x]\d{1,3})+", re.ASCII)
POINTED = re.compile(r"(?:bar|\d{1,2})(?:/(?:\d{1,2}|off)\*?)+", re.ASCII)
ROLL = re.compile(r"([1-6])-([1-6])", re.ASCII)


def move_words(text: str, game: Game) -> str:
    """Return a move in words: `b1 to c3`, `a1 takes b2`, `6 to 5, hitting`; unchanged if it is not such a path.

    Two different texts never sound alike.
    """
    if LETTERED.fullmatch(text):
        return path_words(text)
    # In other games 2x5 is a bid and 3-1 a roll.
    if NUMBERED.fullmatch(text) and isinstance(game.show(0), Grid):
        return path_words(text)
    if POINTED.fullmatch(text) and isinstance(game.show(0), Points):
        return checker_path_words(text)
    return text


def path_words(text: str) -> str:
    """Return a path from cell to cell in words. If cells are numbers, a piece jumps to the named one."""
    to = "to " if text[0].isdecimal() else ""
    start, *rest = re.split("([-x])", text)
    words, before = start, ""
    for sign, cell in zip(rest[::2], rest[1::2], strict=True):
        if not before:
            words += f" takes {to}{cell}" if sign == "x" else f" to {cell}"
        elif sign == before:
            words += f", then {to if sign == 'x' else 'to '}{cell}"
        else:
            words += f", then takes {to}{cell}" if sign == "x" else f", then moves to {cell}"
        before = sign
    return words


def checker_path_words(text: str) -> str:
    """Return the way of a checker from point to point in words."""
    start, *rest = text.split("/")
    words = start
    for number, place in enumerate(rest):
        point = place.rstrip("*")
        step = point if point == "off" else f"to {point}"
        words += (", then " if number else " ") + step + (", hitting" if place != point else "")
    return words


# Who does what.


def seat_does(game: Game, seat: int, you: int | None, verb: str) -> str:
    """Return who does what: `You play`, `White plays`."""
    return f"You {verb}" if seat == you else f"{game.seats[seat]} {'has' if verb == 'have' else verb + 's'}"


def move_sentence(event: Moved, before: Game, viewer: int | None, you: int | None) -> str:
    """Return a sentence about a move, as far as the viewer may know it; `before` is the position before it."""
    first, second = event.game.seats
    view, step = Viewpoint((first, second), (first, second), you), (before, event)
    text = event.text if viewer is None else event.heard[viewer]
    words = move_words(text, event.game)
    if phrase_of(step, viewer) != f"plays {text}":
        return ROLL.sub(r"\1 and \2", turn_sentence([step], view).replace(text, words))
    walks = " to " in words and " takes " not in words
    on_points = isinstance(event.game.show(viewer), Points)
    cells = () if event.seen is None else event.game.cells(event.seen)
    verb = "move" if walks and (on_points or len(cells) > 1) else "play"
    return make_sentence(f"{seat_does(event.game, event.seat, you, verb)} {words}{change_words(step, view, words)}")


def change_words(step: Step, view: Viewpoint, words: str) -> str:
    """Return what the move changed, to follow its words: ` and takes a pawn`; "" if they say it already."""
    change, seat = find_changes([step], view), step[1].seat
    if " takes " in words:
        return "".join(f", {phrase.removeprefix('takes ')}" for phrase in change_phrases(change, seat, view))
    done = (view.does(seat, phrase).removeprefix(f"{view.who(seat)} ") for phrase in change_phrases(change, seat, view))
    hit = "" if "hitting" in words else hit_remark(change, seat, view)
    return "".join(f" and {phrase}" for phrase in done) + (f": {hit}" if hit else "")


def duration_words(seconds: float) -> str:
    """Return a time in words, in whole seconds rounded up: `1 hour 5 minutes`, `4 minutes 30 seconds`, `9 seconds`."""
    return span_words(ceil(max(seconds, 0.0) - 1e-6))


def clock_words(clock: SeatClock, byo_yomi: ByoYomi | None) -> str:
    """Return the time left on a clock, to follow `you have`: `4 minutes for 12 moves`, `9 seconds in the last period`.

    byo_yomi  of the seat's control.
    """
    left = duration_words(clock.seconds)
    if byo_yomi is None or (clock.byo_yomi and byo_yomi.moves > 1):
        return left if clock.moves is None else f"{left} for {count_words(clock.moves, 'move')}"
    if not clock.byo_yomi:
        return f"{left} and then {describe_byo_yomi(byo_yomi)}"
    if not clock.more:
        return f"{left} in the last period"
    return f"{left} and {count_words(clock.more, 'more period')} of {span_words(byo_yomi.seconds)}"
