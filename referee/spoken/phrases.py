"""Moves, numbers and times in words, for people who listen."""

import re
from collections.abc import Sequence
from math import ceil

from games.game import CHANCE, Game
from games.picture import Grid, Hands, Points
from referee.drawing import captures
from referee.match.events import Moved

CELL = r"[a-z]{1,2}\d{1,2}"
LETTERED = re.compile(rf"{CELL}(?:[-x]{CELL})+", re.ASCII)
NUMBERED = re.compile(r"\d{1,3}(?:[-x]\d{1,3})+", re.ASCII)
POINTED = re.compile(r"(?:bar|\d{1,2})(?:/(?:\d{1,2}|off)\*?)+", re.ASCII)
ROLL = re.compile(r"([1-6])-([1-6])", re.ASCII)
IRREGULAR = {
    "man": "men",
    "die": "dice",
    "empty": "empty",
    "gone": "gone",
    "crumbs": "crumbs",
    "chocolate": "chocolate",
}


def move_words(text: str, game: Game) -> str:
    """The text of a move in words: `b1 to c3`, `a1 takes b2`, `6 to 5, hitting`; unchanged if it is no such path.

    Two texts that differ never sound alike.
    """
    if LETTERED.fullmatch(text):
        return path_words(text)
    # Elsewhere the same signs between numbers mean other things: 2x5 is a bid, 3-1 a roll.
    if NUMBERED.fullmatch(text) and isinstance(game.show(0), Grid):
        return path_words(text)
    if POINTED.fullmatch(text) and isinstance(game.show(0), Points):
        return checker_path_words(text)
    return text


def path_words(text: str) -> str:
    """A path from cell to cell in words. Where cells are numbers a piece jumps to the one that is named."""
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
    """The way of a checker from point to point in words."""
    start, *rest = text.split("/")
    words = start
    for number, place in enumerate(rest):
        point = place.rstrip("*")
        step = point if point == "off" else f"to {point}"
        words += (", then " if number else " ") + step + (", hitting" if place != point else "")
    return words


# Who does what.


def seat_subject(game: Game, seat: int, you: int | None) -> str:
    """Who sits there: `You`, or what the game calls the seat."""
    return "You" if seat == you else game.seats[seat]


def seat_does(game: Game, seat: int, you: int | None, verb: str) -> str:
    """Who does what: `You play`, `White plays`."""
    return f"You {verb}" if seat == you else f"{game.seats[seat]} {'has' if verb == 'have' else verb + 's'}"


def move_sentence(event: Moved, before: Game, viewer: int | None, you: int | None) -> str:
    """The sentence that tells of a move, as far as the viewer may know it; `before` is the position it was made in."""
    text = event.text if viewer is None else event.heard[viewer]
    if event.seat == CHANCE:
        return chance_sentence(text, before, event.game, viewer, you)
    words = move_words(text, event.game)
    walks = " to " in words and " takes " not in words
    on_points = isinstance(event.game.show(viewer), Points)
    verb = "move" if walks and (on_points or len(event.game.cells(event.move)) > 1) else "play"
    return f"{seat_does(event.game, event.seat, you, verb)} {words}{change_words(event, before, viewer, words)}."


def change_words(event: Moved, before: Game, viewer: int | None, words: str) -> str:
    """What the move changed, to follow its words: `, taking a pawn`; nothing where they say it already."""
    change = captures.change_text(captures.find_change(before.show(viewer), event.game.show(viewer), event.seat))
    if not change or "hitting" in words:
        return ""
    if " takes " in words:
        return f", {change.removeprefix('takes ')}"
    for verb, participle in (("takes", "taking"), ("flips", "flipping"), ("hits", "hitting")):
        change = change.replace(f"{verb} ", f"{participle} ")
    return f", {change}"


def chance_sentence(text: str, before: Game, after: Game, viewer: int | None, you: int | None) -> str:
    """The sentence for dice or a card: whose hand it came to, where the pictures show that."""
    if roll := ROLL.fullmatch(text):
        return f"The dice show {roll[1]} and {roll[2]}."
    then, now = before.show(viewer), after.show(viewer)
    if not isinstance(now, Hands) or not isinstance(then, Hands):
        return f"Chance: {text}."
    held = {hand.label: len(hand.cards) for hand in then.hands}
    for hand in now.hands:
        if len(hand.cards) > held.get(hand.label, 0):
            return (
                f"{hand.label}: {text}." if hand.seat is None else f"{seat_does(after, hand.seat, you, 'get')} {text}."
            )
    return f"Chance: {text}."


# Numbers and lists.


def join_words(words: Sequence[str]) -> str:
    """The words in a row: `a, b and c`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def plural(word: str) -> str:
    """The word for several of them; of more words the last one counts."""
    *before, last = word.split(" ")
    if last in IRREGULAR:
        return " ".join((*before, IRREGULAR[last]))
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def count_words(number: int, word: str) -> str:
    """So many of them: `1 pawn`, `3 pawns`."""
    return f"{number} {word if number == 1 else plural(word)}"


def duration_words(seconds: float) -> str:
    """A time in words, in whole seconds that have begun: `1 hour 5 minutes`, `4 minutes 30 seconds`, `9 seconds`."""
    minutes, rest = divmod(ceil(max(seconds, 0.0) - 1e-6), 60)
    hours, minutes = divmod(minutes, 60)
    parts = [(hours, "hour"), (minutes, "minute"), (rest, "second")]
    return " ".join(count_words(number, unit) for number, unit in parts if number) or "0 seconds"


def make_sentence(text: str) -> str:
    """The text with a capital letter and a full stop; nothing for nothing."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".") if text else ""
