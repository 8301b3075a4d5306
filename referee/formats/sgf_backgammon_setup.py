"""The position in which a game of backgammon in SGF begins: checkers, cube, dice and who is to play, as our text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import games
from games.backgammon.xgid import NOBODY, read_dice, read_position, write_xgid
from games.names.catalogue import SpecError
from games.names.spec import clip
from referee.formats.file_game import refuse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.formats.sgf_tree import SgfNode, SgfTree

SETUP = {"AW", "AB", "AE", "CV", "CP"}
COLOURS = "W", "B"
OWNERS = {"w": 0, "b": 1}
HIGHEST = 64
SHOWN = 20  # characters of a value
LETTERS = "abcdefghijklmnopqrstuvwxy"  # White's points 1 to 24, and the bar


def read_setup(tree: SgfTree, spec: str) -> tuple[Sequence[SgfNode], str]:
    """The nodes after those that set up a position, and the spec in that position. Raises SpecError, with the line."""
    first = next((place for place, node in enumerate(tree.nodes) if has_move(node)), len(tree.nodes))
    for node in tree.nodes[first:]:
        if SETUP & {*node.properties}:
            raise refuse(node.line, "a position is set up within the game, after its first move")
    setting = tree.nodes[:first]
    if not any(SETUP & {*node.properties} for node in setting):
        return tree.nodes, spec
    line = next(node.line for node in setting if SETUP & {*node.properties})
    try:
        text = position_of(setting, spec)
        games.load(spec, position=text)
    except (ValueError, SpecError) as error:
        raise refuse(line, str(error)) from error
    return tree.nodes[first:], games.with_position(games.split_position(spec)[0], text)


def has_move(node: SgfNode) -> bool:
    """Whether the node holds a move."""
    return "B" in node.properties or "W" in node.properties


def position_of(setting: Sequence[SgfNode], spec: str) -> str:
    """The position that those nodes set up in a game of that spec. Raises ValueError."""
    start = read_position(games.load(spec).position())
    counts = [[0, *side[1:]] for side in start.counts]
    told: dict[str, str] = {}
    for node in setting:
        for letter in letters_of(node, "AE"):
            for seat in (0, 1):
                counts[seat][point_of(seat, letter)] = 0
        for seat, colour in enumerate(COLOURS):
            for letter in letters_of(node, f"A{colour}"):
                counts[seat][point_of(seat, letter)] += 1
        told |= {name: node.value(name) for name in ("PL", "DI", "CV", "CP") if name in node.properties}
    side = int(told.get("PL", "W")[:1].upper() == "B")
    dice, action = read_dice(told["DI"]) if "DI" in told else (0, "roll")
    value = int(told["CV"]) if told.get("CV", "").isdecimal() and start.cube else start.cube
    owner = OWNERS.get(told.get("CP", "c")[:1].casefold(), NOBODY)
    return write_xgid(counts, side, dice, action, (min(value, HIGHEST), owner), start.needs)


def letters_of(node: SgfNode, name: str) -> str:
    """The letters of the points that a property lists; `a:y` are all of them. Raises ValueError."""
    found = ""
    for value in node.properties.get(name, ()):
        low, _, high = value.strip().partition(":")
        if not (len(low) == 1 and low in LETTERS and len(high) < 2 and high in LETTERS):
            raise ValueError(f"{name}[{clip(value, SHOWN)}] is not a point from a to x, or y for the bar")
        found += LETTERS[LETTERS.index(low) : LETTERS.index(high or low) + 1]
    return found


def point_of(seat: int, letter: str) -> int:
    """The point of that letter as the seat counts them; 25 is the bar."""
    place = LETTERS.index(letter) + 1
    return 25 - place if seat and place < 25 else place


def write_setup(spec: str, swapped: bool) -> list[dict[str, Sequence[str]]]:
    """The nodes that set up the position in the spec, White and Black exchanged or not; none if there is none.

    Raises SpecError if a double is on offer there, or a part of a roll has been played.
    """
    if not games.find_position(spec):
        return []
    state = read_position(games.load(spec).position())
    left = [die for shift in (0, 3, 6, 9) if (die := state.dice >> shift & 7)]
    if state.side is None:
        return []
    if (
        state.action not in ("roll", "rolling", "play")
        or len(left) in (1, 3)
        or (len(left) == 2 and left[0] == left[1])
    ):
        raise SpecError("SGF of backgammon holds positions before a roll or a whole turn, not within one")
    node: dict[str, Sequence[str]] = {"PL": [COLOURS[state.side ^ swapped]], "AE": ["a:y"]}
    for seat, side in enumerate(state.counts):
        colour = seat ^ swapped
        listed = [letter for letter in LETTERS for _ in range(side[point_of(colour, letter)])]
        node |= {f"A{COLOURS[colour]}": listed} if listed else {}
    if state.cube > 1:
        owner = "wb"[state.owner ^ swapped]
        node |= {"CV": [str(state.cube)], "CP": [owner]}
    return [node, {"DI": ["".join(map(str, left[:2]))]}] if left else [node]
