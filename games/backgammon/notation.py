"""How a turn of backgammon is written: `13/8 6/5*`, `8/4(2)`, `24/18/16`, `bar/22`, `6/off`."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from games.game import CHANCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.game import Game

PLACE = r"(?:bar|b|off|o|\d+)\*?"
CHAIN = re.compile(rf"({PLACE}(?:/{PLACE})+)(?:\(([1-4])\))?")
NAMES = {"b": "bar", "25": "bar", "o": "off", "0": "off"}
PASSES = ("pass", "dance", "dances", "fan", "none", "nomove")
ROLL = re.compile(r"(?:roll)?([1-6])(?:,|-|and|&)?([1-6])")
MOST = 4  # moves of a turn


def fold_roll(word: str, opening: bool) -> str:
    """A roll as two digits, the larger one first unless the order says who starts."""
    if not (dice := ROLL.fullmatch(word)):
        return word
    return "".join(dice.groups() if opening else sorted(dice.groups(), reverse=True))


def roll_phrase(roller: int, text: str, barred: int) -> str:
    """What is said of that roll; barred is how many checkers of who hears it must enter first."""
    return f"{{{roller}}} rolls {text}" + (": enter from the bar first" if barred else "")


def fold_move(game: Game, word: str, entry: str, die: int) -> str:
    """The first move of the entry, whose folded text is the word, without its asterisk; die is the larger one left."""
    if word in PASSES:
        return "pass"
    first = word if is_single_move(word, die) else first_of_turn(game, entry) or word
    return first.replace("*", "")


def first_of_turn(game: Game, entry: str) -> str:
    """Return the first single move of a turn as typed; empty if one of its moves is not legal."""
    twin, texts = game.copy(), game.singles(entry)
    for text in texts:
        wanted = text.rstrip("*")
        move = next((move for move in twin.moves() if twin.text(move).rstrip("*") == wanted), None)
        if move is None:
            return ""
        twin.make(move)
    return texts[0]


def write_move(start: int, end: int) -> str:
    """A checker's move from a point, 25 for the bar, to another, 0 or less for off."""
    return f"{'bar' if start == 25 else start}/{end if end > 0 else 'off'}"


def is_single_move(word: str, die: int) -> bool:
    """Whether the word is one checker's move in full, and not too long for that die."""
    ends = re.fullmatch(r"(bar|1?[1-9]|10|2[0-4])/(off|1?[1-9]|10|2[0-4])\*?", word)
    return ends is not None and read_point(ends[1]) - read_point(ends[2]) <= die


def read_point(place: str) -> int:
    """The number of the point, 25 for the bar, 0 for off."""
    return {"bar": 25, "off": 0}[place] if place in ("bar", "off") else int(place)


def singles(game: Game, entry: str) -> list[str]:
    """The single moves that a turn as typed consists of; the game, a copy, makes those that are legal.

    An entry that is not such a turn comes back word by word, unchanged; and so does a roll, 6-4, as a whole.
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
    """The single moves of one checker from place to place, made in the game."""
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
    """All ways to move a checker there in so many single moves at most."""
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
    """A key to choose the plainest way by: its number of moves, then of hits on the way, which nobody wrote."""
    return len(way), sum("*" in text for text in way[:-1])
