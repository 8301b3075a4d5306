"""Backgammon as files have it: whole turns, words about the cube, and the games of a match or a session.

A turn is written as `24/18 13/11`, `bar/20*` or `6/off(2)`: a checker's way from point to point as its side counts
them, an asterisk where it hits, and how many checkers go that way. Files have 25 for the bar and 0 for off as well. A
way may be told at one go, `24/14` by 6 and 4, or with what lies between, `24/18*/14`. The order in which a turn is
written need not be one in which it can be played.

Files do not say that a side that may double only rolls, nor whose dice start: both follow from who rolls.

Files have a left and a right player, who keep their places; the left one sits on seat 0 here, our White. In a session
each game counts by itself, and the score is only added up.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import games
from games.backgammon.notation import MOST, read_point
from games.backgammon.xgid import read_position
from games.base.notation import listing
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
SHOWN = 40  # characters of a word that is not a way
CANNOT_MOVE = "pass"  # the text of the move of who cannot move
DANCES = {"cannot move", "no move", "no play", "dances", "dance", "fans", "fan", "pass"}
DOUBLE, TAKE, DROP = "double", "take", "drop"
LISTED = 5  # moves in a complaint
RESIGNED = " resigned: "  # stands in the reason of a record before the points that giving up has cost
NAME = "backgammon"


@dataclass(frozen=True)
class CheckerStep:
    """A checker's way in a turn, from one point to another as its side counts them: 25 is the bar, 0 is off.

    hit  whether it is told that it hits a checker at its end.
    """

    start: int
    end: int
    hit: bool = False

    @property
    def text(self) -> str:
        """As the files of programs have it, in digits: `25/20*`, `6/0`."""
        return f"{self.start}/{self.end}{'*' * self.hit}"


def read_turn(text: str) -> tuple[CheckerStep, ...]:
    """Return the steps of a turn, in the order written; none where the text is empty or says that nothing can be moved.

    Raises ValueError, one line, where it is not a turn.
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
    """Return whether the text of a turn says that nothing can be moved."""
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
    """Return the step that a text such as `bar/20*` tells, a move of our game too."""
    start, _, end = text.partition("/")
    return CheckerStep(read_point(start), read_point(end.rstrip("*")), end.endswith("*"))


def find_turn(game: Game, steps: Sequence[CheckerStep]) -> list[int]:
    """Return the single moves that make up that turn, in an order that the rules allow; the game is left as it stands.

    It makes each hit that a step tells, and of the others as few as there can be: where a checker may go two ways, not
    the one that hits in between. The order is that of the steps wherever it can be.

    Raises ValueError, one line, where the rules allow no such turn.
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
        raise ValueError(f"one more must be played: {left}" if left else f"legal: {game.listing()}")
    return best


def ways(game: Game, steps: tuple[CheckerStep, ...]) -> Iterator[tuple[list[tuple[int, CheckerStep]], Game]]:
    """All orders of single moves that go those steps: each move with what it does, and the position after them."""
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


ROLL = "roll"  # what our game lets a side say that may double


@dataclass(frozen=True)
class Action:
    """What a side does at a time.

    seat   of who does it;  word  DOUBLE, TAKE or DROP; empty if it rolls.
    dice   of its roll, two digits;  steps  of its turn: none where it cannot move, or the game ends before it does.
    text   of the turn as the file has it, for complaints.
    """

    seat: int
    word: str = ""
    dice: str = ""
    steps: tuple[CheckerStep, ...] = ()
    text: str = ""


@dataclass(frozen=True)
class Win:
    """What a file tells of the end of a game: which seat wins how many points, None if it does not say.

    text  of that in the file.
    """

    seat: int
    points: int | None
    text: str


# From a file into a transcript.


def play_action(transcript: Transcript, action: Action, line: int, before: tuple[Action, int] | None = None) -> None:
    """Make all moves of an action that stands on that line. Raises SpecError if the rules do not allow it.

    before  the action before this one, with its line: only the last roll of a game may be left without moves.
    """
    if before and waits_for_checkers(transcript.game):
        raise refuse_unplayed(transcript, *before)
    if action.word:
        say(transcript, action.seat, action.word, line)
        return
    roll(transcript, action.seat, action.dice, line)
    play_turn(transcript, action, line)


def play_turn(transcript: Transcript, action: Action, line: int) -> None:
    """Make the moves of a turn whose dice are rolled. Raises SpecError."""
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
    """Return whether the dice are rolled in a game and checkers are to be moved."""
    return game.turn != CHANCE and not is_about_stakes(game) and game.score() is None


def refuse_unplayed(transcript: Transcript, action: Action, line: int) -> SpecError:
    """Return the error for a roll on a line that has no moves in the file, although its side can move."""
    game, shown = transcript.game, repr(action.text) if action.text else "no move"
    moves = listing([game.text(move) for move in game.moves()], LISTED)
    return refuse(line, f"{transcript.names[action.seat]} can move with {action.dice}, but has {shown}; legal: {moves}")


def say(transcript: Transcript, seat: int, word: str, line: int) -> None:
    """Make the move of the cube that the word names. Raises SpecError."""
    move = find_word(transcript.game, seat, word)
    if move is None:
        name, game = transcript.names[seat], transcript.game
        raise refuse(line, f"{name} cannot {word} there; legal: {game.listing() or 'none, the game is over'}")
    transcript.make(move)


def find_word(game: Game, seat: int, word: str) -> int | None:
    """Return the move of that text about the cube, None if that seat has none."""
    asked = game.turn == seat and is_about_stakes(game)
    return next((move for move in game.moves() if asked and game.text(move) == word), None)


def roll(transcript: Transcript, seat: int, dice: str, line: int) -> None:
    """Let that seat roll those dice. Raises SpecError if it does not roll."""
    game = transcript.game
    only_rolls = find_word(game, seat, ROLL)
    if only_rolls is not None:
        transcript.make(only_rolls)
    for move in game.moves() if game.turn == CHANCE else ():
        if sorted(game.text(move).replace("-", "")) == sorted(dice) and roller(game, move) == seat:
            transcript.make(move)
            return
    name = transcript.names[seat]
    raise refuse(line, f"{name} cannot roll {dice} there; legal: {game.listing() or 'none, the game is over'}")


def roller(game: Game, move: int) -> int:
    """Return the seat that rolls those dice, a move of chance."""
    return int(game.say(move).startswith("{1}"))


# From a record.


def actions_of(record: Record) -> Iterator[Action]:
    """Yield what the sides do in that game, one after the other. A turn that is not played to its end has no steps."""
    game = games.load(record.game)
    turn = dealt(game)
    for moved in replay_texts(record.game, record.moves.split()):
        if moved.seat == CHANCE:
            turn = Action(roller(game, moved.move), dice="".join(sorted(moved.text.replace("-", ""), reverse=True)))
        elif not is_about_stakes(game):
            turn = extended(turn, read_move(game, moved.move))
        elif moved.text != ROLL:
            yield Action(moved.seat, moved.text)
        game = moved.game
        if turn and (game.turn != turn.seat or game.score() is not None) and moved.seat != CHANCE:
            yield turn
            turn = None
    if turn:
        yield replace(turn, steps=())


def dealt(game: Game) -> Action | None:
    """Return the roll that is to be played in a position that begins with one; None if it does not."""
    if not waits_for_checkers(game):
        return None
    dice = read_position(game.position()).dice
    return Action(game.turn, dice=f"{dice & 7}{dice >> 3 & 7}")


def extended(turn: Action | None, step: CheckerStep | None) -> Action | None:
    """Return the turn with one more step; None: a pass."""
    return replace(turn, steps=(*turn.steps, step)) if turn and step else turn


# The end of a game.


def finish(transcript: Transcript, win: Win | None, line: int, number: int) -> Record:
    """Return the record of a game that ends there.

    win  what the file tells of the end, on that line; None: nothing;  number  of the game in the file, from 0.

    A win that the rules do not know of is a resignation. The record's score is then 1 or -1, as always where somebody
    gives up, and its reason says how many points that has cost.

    Raises SpecError if the rules say something else.
    """
    if win is None:
        return transcript.record(number=number)
    game, won = transcript.game, 1 - 2 * win.seat
    if game.score() is None:
        record = transcript.record(Claim(won, How.RESIGNED, text=win.text), line, number)
        loser = transcript.names[1 - win.seat]
        return replace(record, why=f"{loser}{RESIGNED}{count_words(win.points, 'point')}") if win.points else record
    record = transcript.record(Claim(won, text=win.text), line, number)
    if win.points not in (None, abs(record.score or 0), right := points_won(game)):
        raise refuse(
            line, f"{win.text!r}: by the rules it is {count_words(right, 'point')} (there is no Jacoby rule here)"
        )
    return record


def points_of(record: Record, game: Game) -> int:
    """Return what the winner of that record gets, also beyond what it needs in a match; 0 if nobody won.

    game  as it stood at the end.
    """
    if not record.score:
        return 0
    if game.score() is not None:
        return points_won(game)
    _, _, cost = record.why.rpartition(RESIGNED)
    told = cost.split(" ")[0]
    return int(told) if told.isdecimal() else at_stake(game, int(record.score > 0))


def points_won(game: Game) -> int:
    """Return what the winner of a game that is over gets, also beyond what it needs in a match."""
    board, cube, owner, turn, dice, *_, highest = game.position().split(":")
    alone = f"{board}:{cube}:{owner}:{turn}:{dice}:0:0:0:0:{highest}"  # the same without a match
    return abs(games.load(f"backgammon:position={alone}").score() or 0)


@dataclass(frozen=True)
class Standing:
    """How a match stands before one of its games.

    length    the points that win it, 0 for a session;  points  of the left player and of the right one.
    cube      whether the match is played with it;  crawford  whether the game without it has been played.
    """

    length: int
    points: tuple[int, int]
    cube: bool = True
    crawford: bool = False

    def spec(self, game: str = "") -> str:
        """Return the spec of the next game, as a series of ours names it, with the left player on seat 0.

        game  the spec of backgammon that a person named; what it says of the cube holds.

        Raises ValueError if the match is over.
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
        """Return the series of ours that stands so."""
        one, two = map(float, self.points)
        return Series(base, Unit.POINTS, target=self.length or None, points=(one, two), crawford=self.crawford)

    @property
    def is_crawford(self) -> bool:
        """Whether nobody doubles in the next game, as it is the first in which a side needs one point."""
        return bool(self.length) and self.series().is_crawford


# Games of ours, put together to a match.


@dataclass(frozen=True)
class MatchGame:
    """A game of ours in its match: as it is in the file, how the match stood, and what the winner got.

    swapped  whether its seat 0 is the right player;  won  the points, negative where the right player won.
    """

    written: FileGame
    standing: Standing
    swapped: bool
    won: int


def put_together(written: Sequence[FileGame]) -> list[MatchGame]:
    """Those games as one match or session, in that order. Raises SpecError if one does not follow from the others.

    Where the first game is not the first of its match, it is one to as many points as the side that is behind needs.
    """
    match: list[MatchGame] = []
    for each in written:
        match.append(follow(match, each))
    return match


def split_matches(written: Sequence[FileGame]) -> list[list[MatchGame]]:
    """Those games as matches and sessions: a new one begins where a game does not follow from those before."""
    found: list[list[MatchGame]] = [[]]
    for each in written:
        try:
            found[-1].append(follow(found[-1], each))
        except SpecError:
            found.append([follow([], each)])
    return found


def follow(match: Sequence[MatchGame], each: FileGame) -> MatchGame:
    """Return the game that comes next in the match of those games. Raises SpecError if it is not one."""
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
    """The points that seat 0 won by that record, negative where seat 1 won. Raises SpecError if it is not one."""
    moved = replay_record(record)
    points = points_of(record, moved[-1].game if moved else games.load(record.game))
    return points if (record.score or 0) > 0 else -points


def stand(record: Record, swapped: bool, before: Sequence[MatchGame]) -> Standing:
    """How the match stands before that game, which follows those."""
    state = read_position(games.load(record.game).position())
    cube = bool(state.cube)
    if state.needs is None:
        return Standing(0, after(before[-1]) if before else (0, 0), cube)
    needs = state.needs[::-1] if swapped else state.needs
    length = before[0].standing.length if before else max(needs)
    points = length - needs[0], length - needs[1]
    return Standing(length, points, cube or 1 in needs, crawford=cube and 1 in needs)


def after(game: MatchGame) -> tuple[int, int]:
    """Return the score after that game."""
    one, two = game.standing.points
    return one + max(0, game.won), two + max(0, -game.won)
