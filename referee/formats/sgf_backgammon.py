"""Games of backgammon in SGF, as GNU Backgammon writes them: `W[31hefe]`, `B[double]`, `W[take]`.

A move is two dice and the start and end of each checker. The letters a to x are White's points 1 to 24 and Black's
points 24 to 1, y is the bar, and z is off (red-bean.com/sgf/backgammon.html). White has seat 0 here. MI holds the score
of the match, RU whether it is the Crawford game. A game is a tree, and a file one match or more.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import games
from games.backgammon.xgid import NOBODY, read_dice, read_position, write_xgid
from games.names.catalogue import SpecError
from games.names.spec import clip
from referee.formats.backgammon import (
    CANNOT_MOVE,
    DOUBLE,
    DROP,
    ROLL,
    TAKE,
    Action,
    CheckerStep,
    Standing,
    Win,
    actions_of,
    dealt,
    finish,
    play_action,
    play_turn,
    roll,
    split_matches,
)
from referee.formats.file_game import Claim, FileGame, LineError, Transcript, refuse
from referee.formats.sgf import WrittenNode
from referee.formats.time_tags import read_date

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.formats.backgammon import MatchGame
    from referee.formats.sgf import SgfNode, SgfTree
    from referee.match.record import Record


SETUP = {"AW", "AB", "AE", "CV", "CP"}
COLOURS = "W", "B"
OWNERS = {"w": 0, "b": 1}
HIGHEST = 64
SHOWN = 20  # characters of a value
LETTERS = "abcdefghijklmnopqrstuvwxy"  # White's points 1 to 24, and the bar
WORDS = DOUBLE, TAKE, DROP
MOVE = re.compile(r"([1-6][1-6])((?:[a-z][a-z]){0,4})", re.ASCII)
DICE = re.compile(r"[1-6][1-6]", re.ASCII)
RESULT = re.compile(r"([WB])\+(\d{1,6})R?", re.ASCII)
MATCH = re.compile(r"(length|ws|bs)\s*:\s*(\d{1,4})", re.ASCII)
RULES = {"crawford", "crawfordgame", "jacoby", "nocube"}
Properties = dict[str, "Sequence[str]"]


def read_setup(tree: SgfTree, spec: str) -> tuple[Sequence[SgfNode], str]:
    """Return the nodes after a position that is set up, and the spec there. Raises SpecError, with the line."""
    first = tree.first_move
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


def position_of(setting: Sequence[SgfNode], spec: str) -> str:
    """Return the position that the nodes set up in a game of the spec. Raises ValueError."""
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
    """Return the letters of the points in a property; `a:y` are all of them. Raises ValueError."""
    found = ""
    for value in node.properties.get(name, ()):
        low, _, high = value.strip().partition(":")
        if not (len(low) == 1 and low in LETTERS and len(high) < 2 and high in LETTERS):
            raise ValueError(f"{name}[{clip(value, SHOWN)}] is not a point from a to x, or y for the bar")
        found += LETTERS[LETTERS.index(low) : LETTERS.index(high or low) + 1]
    return found


def point_of(seat: int, letter: str) -> int:
    """Return the point of a letter as the seat counts them; 25 is the bar."""
    place = LETTERS.index(letter) + 1
    return 25 - place if seat and place < 25 else place


def write_setup(spec: str, swapped: bool) -> list[dict[str, Sequence[str]]]:
    """Return the nodes that set up the position of a spec, with colours swapped or not; none for the usual start.

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


def read_tree(tree: SgfTree, game: str, number: int) -> FileGame:
    """Return the game of a tree; `number` is its number in the file. Raises SpecError, with the line."""
    return MatchTreeReader(tree, game).read(number)


class MatchTreeReader:
    """One tree that is being read. Raises SpecError, with the line."""

    def __init__(self, tree: SgfTree, game: str):
        self.tree, self.line = tree, tree.root.line
        rules = read_rules(tree)
        told = dict(MATCH.findall(" ".join(tree.root.properties.get("MI", ()))))
        length, white, black = (int(told.get(name, 0)) for name in ("length", "ws", "bs"))
        crawford = "crawfordgame" not in rules and length > 1
        standing = Standing(length, (white, black), "nocube" not in rules, crawford)
        try:
            spec = standing.spec(game)
        except ValueError as error:
            raise refuse(self.line, str(error)) from error
        self.nodes, spec = read_setup(tree, spec)
        self.transcript = Transcript(spec, (tree.info("PW"), tree.info("PB")), self.line)
        self.dealt = dealt(self.transcript.game)  # the roll of the first position
        self.rolled: Action | None = None  # a roll in a node of its own
        self.before: tuple[Action, int] | None = None

    def read(self, number: int) -> FileGame:
        """Return the game; `number` is its number in the file."""
        tree = self.tree
        try:
            for node in self.nodes:
                self.take(node)
            if self.rolled:
                roll(self.transcript, self.rolled.seat, self.rolled.dice, self.nodes[-1].line)
        except LineError as error:
            if self.before is None:
                raise
            self.transcript.cut_at(error)
        record, remarks = self.ended(number), tuple(self.transcript.remarks)
        return FileGame(record, read_date(tree.info("DT")), tree.info("EV"), self.line, remarks=remarks)

    def take(self, node: SgfNode) -> None:
        """Play a node. Raises LineError."""
        if self.before and SETUP & {*node.properties}:
            raise refuse(node.line, "a position is set up within the game, after its first move")
        moves = [(seat, each) for seat, name in enumerate(COLOURS) for each in node.properties.get(name, ())]
        if len(moves) > 1:
            raise refuse(node.line, "several moves stand in one node")
        if moves:
            seat, text = moves[0][0], moves[0][1].strip()
            self.play(read_action(seat, text, node.line), node.line)
        elif DICE.fullmatch(dice := node.value("DI")):
            self.rolled = Action(int(node.value("PL")[:1].upper() == "B"), dice=dice)

    def play(self, action: Action, line: int) -> None:
        """Play an action; an earlier node may have its dice."""
        before = self.dealt or self.rolled
        if before and not action.word and (before.seat, sorted(before.dice)) != (action.seat, sorted(action.dice)):
            raise refuse(line, f"{COLOURS[action.seat]} plays {action.dice} here, but {before.dice} was rolled before")
        if self.dealt:
            play_turn(self.transcript, action, line)
        else:
            play_action(self.transcript, action, line, self.before)
        self.dealt = self.rolled = None
        self.before = action, line

    def ended(self, number: int) -> Record:
        """Return the record of the game after all its nodes."""
        told = self.tree.info("RE")
        if told in ("0", "Draw"):
            return self.transcript.record(Claim(0, text=told), self.line, number)
        result = RESULT.fullmatch(told)
        win = Win(COLOURS.index(result[1]), int(result[2]), told) if result else None
        return finish(self.transcript, win, self.line, number)


def read_rules(tree: SgfTree) -> set[str]:
    """Return the words of the property RU, in small letters. Raises SpecError for an unknown rule."""
    rules = {word.strip().casefold() for word in tree.info("RU").split(":")} - {""}
    if other := rules - RULES:
        raise refuse(tree.root.line, f"RU[{clip(min(other), SHOWN)}] is not a rule that is known here")
    return rules


def read_action(seat: int, text: str, line: int) -> Action:
    """Return the action of a seat from the text of a move. Raises SpecError."""
    if text.casefold() in WORDS:
        return Action(seat, text.casefold())
    move = MOVE.fullmatch(text)
    if move is None:
        shown = f"{COLOURS[seat]}[{clip(text, SHOWN)}]"
        raise refuse(line, f"{shown} is not a roll with its moves, such as 31hefe, nor double, take or drop")
    places = [read_point(seat, letter) for letter in move[2]]
    steps = tuple(CheckerStep(start, end) for start, end in zip(places[::2], places[1::2], strict=True))
    return Action(seat, dice=move[1], steps=steps, text=" ".join(step.text for step in steps))


def read_point(seat: int, letter: str) -> int:
    """Return the point of a letter as the seat counts them."""
    place = ord(letter) - ord("a") + 1
    return {25: 25, 26: 0}.get(place, 25 - place if seat else place)


def write_point(seat: int, point: int) -> str:
    """Return the letter of a point as the seat counts them: the reverse of `read_point`."""
    return {25: "y", 0: "z"}.get(point) or chr(ord("a") - 1 + (25 - point if seat else point))


# Writing.


def write_games(written: Sequence[FileGame]) -> Iterator[list[WrittenNode]]:
    """Yield the nodes of each game, the root first. White has seat 0 in the first of a match."""
    for match in split_matches(written):
        for number, game in enumerate(match):
            names = match[0].written.record.names
            setup = write_setup(game.written.record.game, game.swapped)
            yield [*map(WrittenNode, (root_of(game, number, names), *setup, *nodes_of(game)))]


def root_of(game: MatchGame, number: int, names: tuple[str, str]) -> Properties:
    """Return the properties of the whole game; `number` is its number in its match, from 0."""
    standing, record = game.standing, game.written.record
    rules = ["NoCube"] * (not standing.cube) + ["Crawford"] * bool(standing.length)
    rules += ["CrawfordGame"] * (standing.length > 1 and standing.is_crawford)
    manner = "" if record.how == "played-out" else "R"
    result = f"{COLOURS[game.won < 0]}+{abs(game.won)}{manner}" if game.won else "0" if record.score == 0 else ""
    match = [f"length:{standing.length}", f"game:{number}", f"ws:{standing.points[0]}", f"bs:{standing.points[1]}"]
    texts = {
        "FF": "4", "GM": "6", "CA": "UTF-8", "AP": "referee", "PW": names[0], "PB": names[1],
        "DT": game.written.date, "EV": game.written.event, "RU": ":".join(rules), "RE": result,
    }  # fmt: skip
    return {key: [text] for key, text in texts.items() if text} | {"MI": tuple(match)}


def nodes_of(game: MatchGame) -> Iterator[Properties]:
    """Yield a node for each action."""
    actions = list(actions_of(game.written.record))
    passed = game.written.record.moves.removesuffix(f" {ROLL}").endswith(CANNOT_MOVE)
    for place, action in enumerate(actions):
        side = action.seat ^ game.swapped
        ends = [point for step in action.steps for point in (step.start, step.end)]
        move = action.dice + "".join(write_point(side, point) for point in ends)
        open_roll = not action.word and not ends and place == len(actions) - 1 and not passed
        yield {"PL": [COLOURS[side]], "DI": [action.dice]} if open_roll else {COLOURS[side]: [action.word or move]}
