"""Moves of backgammon as texts, and why an entry is no legal move.

A turn is written `13/8 6/5*`, `8/4(2)`, `24/18/16`, `bar/22` or `6/off`; there are words for the cube. game.py has the
bits of a move.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from games.base.notation import fold
from games.base.numeric import seat_index
from games.game import CHANCE, Game

PLACE = r"(?:bar|b|off|o|\d+)\*?"
CHAIN = re.compile(rf"({PLACE}(?:/{PLACE})+)(?:\(([1-4])\))?")
NAMES = {"b": "bar", "25": "bar", "o": "off", "0": "off"}
PASSES = ("pass", "dance", "dances", "fan", "none", "nomove")
DICE = re.compile(r"(?:roll)?([1-6])(?:,|-|and|&)?([1-6])")
MOST = 4  # moves of a turn
BEFORE = {"r": "roll", "d": "double", "redouble": "double", "cube": "double"}
ANSWERS = {"t": "take", "accept": "take", "d": "drop", "pass": "drop", "p": "drop", "decline": "drop", "fold": "drop"}
WORDS = ("roll", "double", "take", "drop")
ROLL, DOUBLE, TAKE, DROP = range(4)
CUBE, OPENING, ROLLED, HIT = 1 << 24, 1 << 23, 1 << 22, 1 << 20  # bits of a move
BAR, OFF = 25, 0
HOME = 6  # points of a home board
BLOCKED = 2  # checkers that block a point


def text(game: Game, move: int) -> str:
    """Return a checker's move, the dice of a roll, or the word for a cube action."""
    if move & CUBE:
        return WORDS[move & 3]
    if move & ROLLED:
        high, low = move & 7, move >> 3 & 7
        return f"{low}-{high}" if move & OPENING and seat_of(move) else f"{high}-{low}"
    start, end = places_of(move)
    if not start:
        return "pass"
    return f"{'bar' if start == BAR else start}/{end if end > 0 else 'off'}" + "*" * (move & HIT > 0)


def seat_of(move: int) -> int:
    """Return whose move it is; for the first roll, who has the higher die."""
    return move >> 21 & 1


def places_of(move: int) -> tuple[int, int]:
    """Return from where a checker goes, 25 for the bar and 0 for a pass, and where to, 0 or less for off."""
    start = move >> 12 & 31
    return start, start - (move >> 17 & 7)


def say(game: Any, move: int, seat: int | None = None) -> str:
    """Return what the legal move does, or who rolls what."""
    if not move & ROLLED:
        return Game.say(game, move, seat)
    roller = seat_of(move) if game.opening else game.side
    barred = roller == seat and game.count(roller, BAR)
    return f"{{{roller}}} rolls {game.text(move)}" + (": enter from the bar first" if barred else "")


def tidy(game: Any, entry: str) -> str:
    """Return the first move of the entry without its asterisk, a roll larger number first, or the word for the cube."""
    word = fold(entry)
    if game.is_about_stakes():
        return (BEFORE if game.asked else ANSWERS).get(word, word)
    if game.turn == CHANCE:
        dice = DICE.fullmatch(word)
        # The first roll keeps its order, which says who starts.
        return "".join(dice.groups() if game.opening else sorted(dice.groups(), reverse=True)) if dice else word
    if word in PASSES:
        return "pass"
    single = is_single_move(word, max(game.dice & 7, game.dice >> 3 & 7))
    return (word if single else first_of_turn(game, entry) or word).replace("*", "")


def singles(game: Game, entry: str) -> list[str]:
    """Return the single moves of a whole turn: `8/4(2)`, `24/18/16`, or `24/14` by 6 and 4."""
    return split_turn(game.copy(), entry) or [entry]


def count(game: Any, seat: int, point: int) -> int:
    """Return how many checkers `seat` has on a point, as it counts; 0 is off, 25 the bar."""
    at, planes = 4 * seat_index(seat), game.planes
    return sum((planes[at + digit] >> point & 1) << digit for digit in range(4))


def is_about_stakes(game: Any) -> bool:
    """Return whether a side is about to act on the cube."""
    return bool(game.asked or game.offered)


def at_stake(game: Any, seat: int) -> int:
    """Return what the seat loses by giving up: the cube, or twice that if a gammon threatens."""
    seat = seat_index(seat)
    gammon = game.count(1 - seat, 0) and not game.count(seat, 0)
    return min(int(game.needs[1 - seat]), (2 if gammon else 1) * (game.cube or 1))


def first_of_turn(game: Game, entry: str) -> str:
    """Return the first single move of a turn as typed, or "" if one of its moves is not legal."""
    twin, texts = game.copy(), game.singles(entry)
    for text in texts:
        wanted = text.rstrip("*")
        move = next((move for move in twin.moves() if twin.text(move).rstrip("*") == wanted), None)
        if move is None:
            return ""
        twin.make(move)
    return texts[0]


def is_single_move(word: str, die: int) -> bool:
    """Return whether the word is one checker's move in full, and not longer than the die."""
    ends = re.fullmatch(r"(bar|1?[1-9]|10|2[0-4])/(off|1?[1-9]|10|2[0-4])\*?", word)
    return ends is not None and read_point(ends[1]) - read_point(ends[2]) <= die


def read_point(place: str) -> int:
    """Return the number of the point, 25 for the bar, 0 for off."""
    return {"bar": 25, "off": 0}[place] if place in ("bar", "off") else int(place)


def split_turn(game: Game, entry: str) -> list[str]:
    """Return the single moves of a turn as typed, and make those that are legal in `game`, a copy.

    Words that are no moves come back unchanged, and so does a roll, 6-4.
    """
    if game.turn == CHANCE:
        return [entry]
    text = re.sub(r"\s*[/>]\s*", "/", entry.strip().casefold())
    if "/" not in text:
        text = re.sub(r"\s*-\s*", "/", text)
    if re.fullmatch(rf"{PLACE}\s+{PLACE}", text):
        text = "/".join(text.split())
    found: list[str] = []
    for word in re.split(r"[\s,;]+", re.sub(r"\s+\(", "(", text)):
        chain = CHAIN.fullmatch(word)
        if chain:
            for _ in range(int(chain[2] or 1)):
                found += split_chain(game, chain[1])
        elif word:
            found.append(word)
    return found


def split_chain(game: Game, chain: str) -> list[str]:
    """Return the single moves of one checker from place to place, made in the game."""
    places = [NAMES.get(place, place) for place in chain.replace("*", "").split("/")]
    found = []
    for start, end in pairwise(places):
        way = min(ways(game, start, end, MOST), key=hits, default=[f"{start}/{end}"])
        found += way
        for text in way:
            for move in game.moves():
                if game.text(move) == text:
                    game.make(move)
                    break
    return found


def ways(game: Game, start: str, end: str, most: int) -> Iterator[list[str]]:
    """Yield all ways to move a checker there in at most `most` single moves."""
    for move in game.moves() if most else []:
        text = game.text(move)
        first, _, then = text.rstrip("*").partition("/")
        if first == start and then == end:
            yield [text]
        elif first == start and then:
            twin = game.copy()
            twin.make(move)
            if twin.turn == game.turn:
                yield from ([text, *way] for way in ways(twin, then, end, most - 1))


def hits(way: list[str]) -> tuple[int, int]:
    """Return a sort key: fewest moves first, then fewest hits that the text does not mention."""
    return len(way), sum("*" in text for text in way[:-1])


def why_not(game: Any, entry: str) -> str:
    """Return which rule forbids the entry or the first illegal move of a turn, or "" for other texts."""
    if game.turn == CHANCE:
        return ""
    if game.is_about_stakes():
        return f"first {game.doing()}"
    if fold(entry) in PASSES:
        return f"{game.seats[game.turn]} can move, and must"
    twin, typed = game.copy(), fold(entry)
    for single in [typed] if is_single_move(typed, max(game.show().dice)) else game.singles(entry):
        word = single.rstrip("*")
        if not is_single_move(word, BAR):
            return ""
        move = next((move for move in twin.moves() if twin.text(move).rstrip("*") == word), None)
        if move is None:
            return next(reasons(twin, word)) if twin.turn == game.turn else "the dice are used up"
        twin.make(move)
    return ""


def reasons(game: Any, word: str) -> Iterator[str]:
    """Yield why a checker cannot go from one place to another, such as `13/8`; the first reason counts."""
    start, end = [read_point(place) for place in word.split("/")]
    side, name, other = game.turn, game.seats[game.turn], game.seats[1 - game.turn]
    dice = sorted(set(game.show().dice))
    left = f"to be played: {' and '.join(map(str, dice))}"
    if start != BAR and game.count(side, BAR):
        yield "a checker on the bar must enter first"
    if not game.count(side, start):
        yield f"{name} has no checker on {'the bar' if start == BAR else f'point {start}'}"
    if end >= start:
        yield "a checker goes from higher to lower points"
    if end == OFF:
        yield from why_not_off(game, start, dice, left)
    elif start - end not in dice:
        yield f"no die shows {start - end}; {left}"
    elif game.count(1 - side, 25 - end) >= BLOCKED:
        yield f"{other} blocks point {end}"
    if can_go_on(game):
        yield "both dice must be played where that is possible"
    yield "if only one die can be played, it must be the higher one"


def why_not_off(game: Any, start: int, dice: list[int], left: str) -> Iterator[str]:
    """Yield why a checker cannot be borne off from the point; `left` names the dice."""
    held = [point for point in range(1, BAR + 1) if game.count(game.turn, point)]
    if held[-1] > HOME:
        yield f"no checker is borne off while one is outside the home board, on point {held[-1]}"
    if start not in dice and dice[-1] < start:
        yield f"no die shows {start} or more; {left}"
    if start not in dice and held[-1] > start:
        yield f"a die above {start} moves the checker on point {held[-1]} first"


def can_go_on(game: Any) -> bool:
    """Return whether one of the legal moves leaves another one in this turn."""
    for move in game.moves():
        twin = game.copy()
        twin.make(move)
        if twin.turn == game.turn and not twin.is_about_stakes() and twin.text(twin.moves()[0]) != "pass":
            return True
    return False
