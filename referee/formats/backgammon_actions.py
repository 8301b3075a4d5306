"""What the sides of a game of backgammon do, as files tell it: a roll with its whole turn, or a word about the cube.

Files do not tell that a side that may double only rolls, nor whose dice start: both follow from who rolls.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import games
from games.backgammon.xgid import read_position
from games.base.notation import listing
from games.capabilities import at_stake, is_about_stakes
from games.dataclass import dataclass
from games.game import CHANCE
from referee.formats.backgammon_moves import CANNOT_MOVE, CheckerStep, find_turn, read_move, says_no_move
from referee.formats.file_game import Claim, refuse
from referee.match.events import How
from referee.match.record import replay_texts
from referee.match.wording import count_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.game import Game
    from games.names.catalogue import SpecError
    from referee.formats.file_game import Transcript
    from referee.match.record import Record

DOUBLE, TAKE, DROP = "double", "take", "drop"
ROLL = "roll"  # what our game lets a side say that may double
LISTED = 5  # moves in a complaint
RESIGNED = " resigned: "  # stands in the reason of a record before the points that giving up has cost


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
    """The move of that text about the cube, None if that seat has none."""
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
    """The seat that rolls those dice, a move of chance."""
    return int(game.say(move).startswith("{1}"))


# From a record.


def actions_of(record: Record) -> Iterator[Action]:
    """What the sides do in that game, one after the other. A turn that is not played to its end has no steps."""
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
    """The roll that is to be played in a position that begins with one; None if it does not."""
    if not waits_for_checkers(game):
        return None
    dice = read_position(game.position()).dice
    return Action(game.turn, dice=f"{dice & 7}{dice >> 3 & 7}")


def extended(turn: Action | None, step: CheckerStep | None) -> Action | None:
    """The turn with one more step; None: a pass."""
    return replace(turn, steps=(*turn.steps, step)) if turn and step else turn


# The end of a game.


def finish(transcript: Transcript, win: Win | None, line: int, number: int) -> Record:
    """The record of a game that ends there.

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
    """What the winner of that record gets, also beyond what it needs in a match; 0 if nobody won.

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
    """What the winner of a game that is over gets, also beyond what it needs in a match."""
    board, cube, owner, turn, dice, *_, highest = game.position().split(":")
    alone = f"{board}:{cube}:{owner}:{turn}:{dice}:0:0:0:0:{highest}"  # the same without a match
    return abs(games.load(f"backgammon:position={alone}").score() or 0)
