"""Backgammon in files: whole turns, words about the cube, and the games of a match or a session.

A turn is written as `24/18 13/11`, `bar/20*` or `6/off(2)`: the way of a checker from point to point as its side counts
them, an asterisk for a hit, and how many checkers go that way. Files also have 25 for the bar and 0 for off. A way may
be written in one piece, `24/14` by 6 and 4, or with its stop, `24/18*/14`. The written order need not be playable.

Files leave out that a side only rolls when it might double, and whose dice start: both follow from who rolls.

Files have a left and a right player, who keep their places; the left one has seat 0 here, our White. In a session each
game counts by itself, and the scores are only added.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import games
from games.backgammon.notation import MOST, read_point
from games.backgammon.xgid import read_position
from games.base.rule_values import name_legal
from games.capabilities import at_stake, is_about_stakes
from games.dataclass import dataclass
from games.game import CHANCE
from games.names.catalogue import SpecError
from referee.formats.file_game import Claim, refuse
from referee.match.events import How
from referee.match.record import replay_record, replay_texts
from referee.match.series import Series, Unit
from referee.match.wording import count_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.game import Game
    from referee.formats.file_game import FileGame, Transcript
    from referee.match.record import Record


PLACE = r"(?:bar|off|2[0-5]|1\d|\d)\*?"
WAY = re.compile(rf"({PLACE}(?:/{PLACE})+)(?:\(([1-4])\))?", re.ASCII)
SHOWN = 40  # characters quoted of a wrong word
CANNOT_MOVE = "pass"  # our text of a turn without a legal move
DANCES = {"cannot move", "no move", "no play", "dances", "dance", "fans", "fan", "pass"}
DOUBLE, TAKE, DROP = "double", "take", "drop"
RESIGNED = " resigned: "  # precedes the points in the reason of a record
NAME = "backgammon"


@dataclass(frozen=True)
class CheckerStep:
    """The way of a checker from one point to another as its side counts them: 25 is the bar, 0 is off.

    hit  whether the text says that it hits at its end.
    """

    start: int
    end: int
    hit: bool = False

    @property
    def text(self) -> str:
        """The way in digits, as programs write it: `25/20*`, `6/0`."""
        return f"{self.start}/{self.end}{'*' * self.hit}"


def read_turn(text: str) -> tuple[CheckerStep, ...]:
    """Return the steps of a turn, in the order written; none if the text is empty or says that there is no move.

    Raises ValueError, one line, if it is not a turn.
    """
    plain = text.strip().casefold()
    if says_no_move(plain):
        return ()
    steps: list[CheckerStep] = []
    for word in re.split(r"[\s,]+", re.sub(r"\s+(?=\()", "", plain)):
        if word:
            steps += read_way(word)
    if len(steps) > MOST:
        raise ValueError(f"{len(steps)} moves of a checker are more than {MOST}")
    return tuple(steps)


def says_no_move(text: str) -> bool:
    """Return whether the text of a turn says that there is no move."""
    return text.strip().casefold().strip("()") in DANCES


def read_way(word: str) -> list[CheckerStep]:
    """Return the steps of a word such as `24/18*/14` or `8/4(2)`. Raises ValueError."""
    way = WAY.fullmatch(word)
    if not way:
        shown = f"{word[:SHOWN]} ..." if len(word) > SHOWN else word
        raise ValueError(f"{shown!r} is not a checker's move such as 13/8, bar/20* or 6/off(2)")
    places = way[1].split("/")
    found = [read_step(f"{start.rstrip('*')}/{end}") for start, end in pairwise(places)]
    return found * int(way[2] or 1)


def read_step(text: str) -> CheckerStep:
    """Return the step of a text such as `bar/20*`, or of a move of our game."""
    start, _, end = text.partition("/")
    return CheckerStep(read_point(start), read_point(end.rstrip("*")), end.endswith("*"))


def find_turn(game: Game, steps: Sequence[CheckerStep]) -> list[int]:
    """Return the single moves of a turn, in an order that the rules allow; `game` stays as it is.

    It makes each hit that a step names, and as few other hits as possible: if there are two ways, the one without a
    hit.
    It keeps the order of the steps if it can. Raises ValueError, one line, if the rules allow no such turn.
    """
    told = {step.end for step in steps if step.hit}
    fewest, best, left = len(steps) + MOST, None, ""
    for way, after in ways(game.copy(), tuple(steps)):
        hits = {step.end for _, step in way if step.hit}
        if after.turn == game.turn and after.score() is None:
            left = after.listing()
        elif told <= hits and len(hits) < fewest:
            fewest, best = len(hits), [move for move, _ in way]
            if fewest == len(told):
                break
    if best is None:
        raise ValueError(f"one more must be played: {left}" if left else name_legal(game, ""))
    return best


def ways(game: Game, steps: tuple[CheckerStep, ...]) -> Iterator[tuple[list[tuple[int, CheckerStep]], Game]]:
    """Yield all legal orders of these steps: each move with its step, and the position after them."""
    for place, step in enumerate(steps):
        if step in steps[:place]:
            continue
        for move in game.moves():
            made = read_move(game, move)
            if made is None or made.start != step.start or made.end < step.end:
                continue
            on = (CheckerStep(made.end, step.end, step.hit),) if made.end > step.end else ()
            rest = steps[:place] + on + steps[place + 1 :]
            after = game.copy()
            after.make(move)
            if not rest:
                yield [(move, made)], after
            elif after.turn == game.turn:
                yield from (([(move, made), *way], end) for way, end in ways(after, rest))


def read_move(game: Game, move: int) -> CheckerStep | None:
    """Return what a single move does on the board; None for a pass."""
    text = game.text(move)
    return None if text == CANNOT_MOVE else read_step(text)


ROLL = "roll"  # our text of not doubling


@dataclass(frozen=True)
class Action:
    """What a side does at a time.

    seat   of the side;  word  DOUBLE, TAKE or DROP; "" if it rolls.
    dice   of its roll, two digits;  steps  of its turn: none if it cannot move, or the game ends before.
    text   of the turn in the file, for messages.
    """

    seat: int
    word: str = ""
    dice: str = ""
    steps: tuple[CheckerStep, ...] = ()
    text: str = ""


@dataclass(frozen=True)
class Win:
    """The end of a game in a file: which seat wins how many points, None if the file does not say.

    text  of that in the file.
    """

    seat: int
    points: int | None
    text: str


# From a file into a transcript.


def play_action(transcript: Transcript, action: Action, line: int, before: tuple[Action, int] | None = None) -> None:
    """Make all moves of an action on a line. Raises SpecError if the rules do not allow it.

    before  the previous action and its line: only the last roll of a game may lack moves.
    """
    if before and waits_for_checkers(transcript.game):
        raise refuse_unplayed(transcript, *before)
    if action.word:
        say(transcript, action.seat, action.word, line)
        return
    roll(transcript, action.seat, action.dice, line)
    play_turn(transcript, action, line)


def play_turn(transcript: Transcript, action: Action, line: int) -> None:
    """Make the moves of a turn after its roll. Raises SpecError."""
    game = transcript.game
    if game.text(game.moves()[0]) == CANNOT_MOVE and not action.steps:
        transcript.make(game.moves()[0])
    elif says_no_move(action.text):
        raise refuse_unplayed(transcript, action, line)
    elif action.steps:
        try:
            found = find_turn(game, action.steps)
        except ValueError as error:
            name = transcript.names[action.seat]
            raise refuse(line, f"{name} cannot play {action.text!r} with {action.dice}; {error}") from error
        for move in found:
            transcript.make(move)


def waits_for_checkers(game: Game) -> bool:
    """Return whether the dice are rolled and checkers are to be moved."""
    return game.turn != CHANCE and not is_about_stakes(game) and game.score() is None


def refuse_unplayed(transcript: Transcript, action: Action, line: int) -> SpecError:
    """Return the error for a roll without moves in the file, although its side can move."""
    game, shown = transcript.game, repr(action.text) if action.text else "no move"
    name = transcript.names[action.seat]
    return refuse(line, f"{name} can move with {action.dice}, but has {shown}; {name_legal(game, action.text)}")


def say(transcript: Transcript, seat: int, word: str, line: int) -> None:
    """Make the move of the cube that the word names. Raises SpecError."""
    move = find_word(transcript.game, seat, word)
    if move is None:
        name, game = transcript.names[seat], transcript.game
        raise refuse(line, f"{name} cannot {word} there; {name_legal(game, word)}")
    transcript.make(move)


def find_word(game: Game, seat: int, word: str) -> int | None:
    """Return the move of that text about the cube, None if the seat has none."""
    asked = game.turn == seat and is_about_stakes(game)
    return next((move for move in game.moves() if asked and game.text(move) == word), None)


def roll(transcript: Transcript, seat: int, dice: str, line: int) -> None:
    """Let the seat roll the dice. Raises SpecError if it does not roll."""
    game = transcript.game
    only_rolls = find_word(game, seat, ROLL)
    if only_rolls is not None:
        transcript.make(only_rolls)
    for move in game.moves() if game.turn == CHANCE else ():
        if sorted(game.text(move).replace("-", "")) == sorted(dice) and roller(game, move) == seat:
            transcript.make(move)
            return
    name = transcript.names[seat]
    raise refuse(line, f"{name} cannot roll {dice} there; {name_legal(game, dice)}")


def roller(game: Game, move: int) -> int:
    """Return the seat that rolls, by a move of chance."""
    return int(game.say(move).startswith("{1}"))


# From a record.


def actions_of(record: Record) -> Iterator[Action]:
    """Yield the actions of a game. A turn that is not played to its end has no steps."""
    game = games.load(record.game)
    turn = dealt(game)
    for moved in replay_texts(record.game, record.moves.split()):
        if moved.seat == CHANCE:
            turn = Action(roller(game, moved.move), dice="".join(sorted(moved.text.replace("-", ""), reverse=True)))
        elif not is_about_stakes(game):
            step = read_move(game, moved.move)  # None: a pass
            turn = replace(turn, steps=(*turn.steps, step)) if turn and step else turn
        elif moved.text != ROLL:
            yield Action(moved.seat, moved.text)
        game = moved.game
        if turn and (game.turn != turn.seat or game.score() is not None) and moved.seat != CHANCE:
            yield turn
            turn = None
    if turn:
        yield replace(turn, steps=())


def dealt(game: Game) -> Action | None:
    """Return the roll of a position that begins with one; None if it does not."""
    if not waits_for_checkers(game):
        return None
    dice = read_position(game.position()).dice
    return Action(game.turn, dice=f"{dice & 7}{dice >> 3 & 7}")


# The end of a game.


def finish(transcript: Transcript, win: Win | None, line: int, number: int) -> Record:
    """Return the record of a game that ends there.

    win  the end in the file, on `line`; None: none;  number  of the game in the file, from 0.

    A win that the rules do not know is a resignation. Then the score of the record is 1 or -1, as for all resignations,
    and its reason has the points. Points that the rules do not give hold, as in a session with the Jacoby rule.
    """
    if win is None:
        return transcript.record(number=number)
    game, won = transcript.game, 1 - 2 * win.seat
    if game.score() is None and transcript.cut is None:
        record = transcript.record(Claim(won, How.RESIGNED, text=win.text), line, number)
        loser = transcript.names[1 - win.seat]
        return replace(record, why=f"{loser}{RESIGNED}{count_words(win.points, 'point')}") if win.points else record
    if game.score() is None:
        return transcript.record(Claim(won, How.FILE, won * (win.points or 1), win.text), line, number)
    record = transcript.record(Claim(won, text=win.text), line, number)
    if record.how == How.FILE.value or win.points in (None, abs(record.score or 0), right := points_won(game)):
        return record
    transcript.remarks.append(f"{win.text!r} holds; by our rules it is {count_words(right, 'point')}")
    return transcript.record(Claim(won, How.FILE, won * win.points, win.text), line, number)


def points_won(game: Game) -> int:
    """Return the winner's points in a finished game, even beyond what it needs in a match."""
    board, cube, owner, turn, dice, *_, highest = game.position().split(":")
    alone = f"{board}:{cube}:{owner}:{turn}:{dice}:0:0:0:0:{highest}"  # the same without a match
    return abs(games.load(f"backgammon:position={alone}").score() or 0)


@dataclass(frozen=True)
class Standing:
    """How a match stands before one of its games.

    length    the points that win it, 0 for a session;  points  of the left and of the right player.
    cube      whether the match is played with it;  crawford  whether the game without it has been played.
    """

    length: int
    points: tuple[int, int]
    cube: bool = True
    crawford: bool = False

    def spec(self, game: str = "") -> str:
        """Return the spec of the next game, as in a series of ours, with the left player on seat 0.

        game  the spec of backgammon that a person named; its options of the cube hold. Raises ValueError if the match
              is over.
        """
        if self.length and max(self.points) >= self.length:
            raise ValueError(f"a match to {self.length} does not go on at {self.points[0]}-{self.points[1]}")
        base, series = game or NAME, self.series(game or NAME)
        if "cube" in games.CATALOGUE.check(base):
            return series.spec
        if self.cube:
            return series.spec if self.length else games.CATALOGUE.extend(base, "cube=yes")
        away = series.filled_options().get("away")
        return games.CATALOGUE.extend(base, f"away={away}") if away else base

    def series(self, base: str = NAME) -> Series:
        """Return the same match as a series of ours."""
        one, two = map(float, self.points)
        return Series(base, Unit.POINTS, target=self.length or None, points=(one, two), crawford=self.crawford)

    @property
    def is_crawford(self) -> bool:
        """Whether the next game is the first in which a side needs one point, so that nobody doubles."""
        return bool(self.length) and self.series().is_crawford


# Our games as a match.


@dataclass(frozen=True)
class MatchGame:
    """A game in its match: as in the file, how the match stood, and what the winner got.

    swapped  whether its seat 0 is the right player;  won  the points, negative if the right player won.
    """

    written: FileGame
    standing: Standing
    swapped: bool
    won: int


def put_together(written: Sequence[FileGame]) -> list[MatchGame]:
    """Return the games as one match or session, in order. Raises SpecError if one does not follow from the others.

    If the first game is not the first of its match, the length is what the side behind needs.
    """
    match: list[MatchGame] = []
    for each in written:
        match.append(follow(match, each))
    return match


def split_matches(written: Sequence[FileGame]) -> list[list[MatchGame]]:
    """Return the games as matches and sessions: a new one begins if a game does not follow from those before."""
    found: list[list[MatchGame]] = [[]]
    for each in written:
        try:
            found[-1].append(follow(found[-1], each))
        except SpecError:
            found.append([follow([], each)])
    return found


def follow(match: Sequence[MatchGame], each: FileGame) -> MatchGame:
    """Return the game that comes next in a match. Raises SpecError if it does not follow."""
    names, number = each.record.names, len(match) + 1
    first = match[0].written.record.names if match else names
    if {*names} != {*first}:
        said = f"game {number} is of {names[0]} and {names[1]}, not of {first[0]} and {first[1]}"
        raise SpecError(f"mat holds one match: {said}")
    swapped = names != first
    won = count_won(each.record)
    game = MatchGame(each, stand(each.record, swapped, match), swapped, -won if swapped else won)
    if match and game.standing.points != (stands := after(match[-1])):
        begins = "-".join(map(str, game.standing.points))
        raise SpecError(f"mat holds one match: game {number} begins at {begins}, but it stands {stands[0]}-{stands[1]}")
    return game


def count_won(record: Record) -> int:
    """Return the points that seat 0 won, even beyond what it needs in a match, negative if seat 1 won.

    Raises SpecError for a wrong record.
    """
    moved = replay_record(record)
    if not record.score:
        return 0
    game = moved[-1].game if moved else games.load(record.game)
    told = record.why.rpartition(RESIGNED)[2].split(" ")[0]
    if record.how == How.FILE.value:
        points = abs(record.score)
    elif game.score() is not None:
        points = points_won(game)
    else:
        points = int(told) if told.isdecimal() else at_stake(game, int(record.score > 0))
    return points if record.score > 0 else -points


def stand(record: Record, swapped: bool, before: Sequence[MatchGame]) -> Standing:
    """Return how the match stands before a game that follows the games `before`."""
    state = read_position(games.load(record.game).position())
    cube = bool(state.cube)
    if state.needs is None:
        return Standing(0, after(before[-1]) if before else (0, 0), cube)
    needs = state.needs[::-1] if swapped else state.needs
    length = before[0].standing.length if before else max(needs)
    points = length - needs[0], length - needs[1]
    return Standing(length, points, cube or 1 in needs, crawford=cube and 1 in needs)


def after(game: MatchGame) -> tuple[int, int]:
    """Return the score after a game."""
    one, two = game.standing.points
    return one + max(0, game.won), two + max(0, -game.won)
