"""The players of a match: their names, calls of their methods, their answers, and players in other processes."""

from __future__ import annotations

import os
import re
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

import players
from games.base.notation import fold, printable
from games.base.numeric import whole
from games.base.spec_error import UnknownScore
from games.names.session_objects import is_lent
from games.names.user_files import is_file_spec, split_file_spec
from referee.dialects.spoken_games import name_of
from referee.errors.attribution import last_user_line
from referee.errors.ownership import safe_getattr
from referee.match.events import DRAW, How, MatchAbandoned
from referee.match.notes import Note, write_said, write_value
from referee.match.worth import worth_of_thought
from referee.support.process_exit import end_forked_copy

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from games.game import Game
    from players.player import Player, Thought
    from referee.match.adjudication import Adjudication
    from referee.match.events import Event, PlayedMove

CONSIDERED = 1.0  # seconds that a program thinks about a draw
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # in the text of an object: differs from run to run
LONGEST = 1000  # characters of the text of an object


def player_name(spec: str) -> str:
    """Return the name of a player for people, as its spec states it. The name of a level ends with its number."""
    found, behind = players.CATALOGUE.split(spec)
    name, behind = found or spec, behind.removeprefix("level=")
    word = fold(spec)
    if is_file_spec(name):
        return split_file_spec(name)[1]
    if is_lent(name):
        return name.partition(":")[2]
    if players.CATALOGUE.is_outside(spec):  # the person's own word or the program's file, and its strength if typed
        kind, given = players.CATALOGUE.read(spec)
        if given.get("name"):
            return str(given["name"])
        own = players.CATALOGUE.own_words.get(fold(spec.partition(":")[0]))
        strength = f" {given['elo']}" if "elo" in given and (own is None or "elo" in spec.partition(":")[2]) else ""
        return (own or kind.name_program(given)) + strength  # type: ignore[attr-defined]  # it is a RemotePlayer
    number = behind.removeprefix("elo=")
    if name != "level" or not number.isdecimal():
        return name
    said = f"level {number}" if number == behind else f"level {number} Elo"
    return f"{word} {said}" if word in players.CATALOGUE.presets else said


def distinct_name(name: str) -> str:
    """Return `name`, or another name if `name` in a record would mean a draw."""
    return f"player {name}" if name == DRAW else name


def is_person(player: Player) -> bool:
    """Return whether the player is a person, who may make requests and has more time."""
    return bool(safe_getattr(player, "person"))


def is_elsewhere(player: Player) -> bool:
    """Return whether the player is a person who sits at another keyboard than the match."""
    return bool(safe_getattr(player, "elsewhere"))


def find_method(player: object, name: str) -> Callable[..., object] | None:
    """Return the method of a player with that name; None if it has none that can be called."""
    found = safe_getattr(player, name)
    return found if callable(found) else None


def call_quietly(end: Callable[[], object]) -> None:
    """Call a method of a player and ignore its errors, because the match is over."""
    process = os.getpid()
    try:
        end()
    except BaseException as error:
        if not costs_the_game(error):
            raise
    finally:
        end_forked_copy(process)


def costs_the_game(error: BaseException) -> bool:
    """Return whether a player that raises `error` loses.

    It does not for Ctrl-C, for a match that is abandoned, or if the game has no score for an end.
    """
    return not isinstance(error, KeyboardInterrupt | MatchAbandoned | UnknownScore)


def speaking_for(player: Player, seat: int, error: BaseException) -> int:
    """Return the seat that a request or a loss concerns which the player on `seat` raised as `error`.

    People and players in other processes may name the other seat in it; a program speaks for itself.
    """
    named = safe_getattr(error, "seat") if is_person(player) or isinstance(player, RemotePlayer) else None
    return named if named in (0, 1) else seat


def accepts_draw(player: Player, view: Game) -> bool:
    """Return whether a program accepts a draw in the position `view`, where the other seat is to move.

    A program that cannot judge a position declines, and so does one that fails to answer.
    """
    deadline = monotonic() + CONSIDERED
    try:
        if hasattr(player, "accepts"):
            return bool(player.accepts(view, deadline))
        if not hasattr(player, "think"):
            return False
        thought = player.think(view, deadline)
        return bool(thought.value >= thought.even)  # for the seat to move, which made the offer
    except Exception:  # noqa: BLE001  # whatever a program raises
        return False


class RemotePlayer:
    """A player that chooses in another process.

    outside    whether it is a program from outside, whose moves need not be the same with the same seed.
    transfer   the seconds of its last answer that were spent on communication. They are not charged.
    margin     the seconds by which it may exceed its time, which are charged like all others; None: as players of ours.
    answered   when its last answer was known, on the clock of time.monotonic(); math.inf: when it is returned.
    guard      the limits of the process (running/sandbox/limits.py); None: it has none.
    game_spec  the game of its match as typed; "" if not known.
    illegal    the number of its illegal answers in the match, if it may try again after one; otherwise 0.
    on_trial   whether it is only tried, before its games.
    """

    outside = False
    transfer = 0.0
    margin: float | None = None
    answered = inf
    guard: Any = None
    game_spec = ""
    illegal = 0
    on_trial = False

    @classmethod
    def name_program(cls, given: Mapping[str, Any]) -> str:
        """Return the name of a program with these options, for people."""
        raise NotImplementedError

    def hear(self, made: PlayedMove, seat: int) -> None:
        """Hear a move of a game that hides nothing, as the player on `seat`."""
        self.heard(made.heard[seat], made.seat)

    def begin(self, game: Game, seat: int) -> None:
        """As in players.player.Player."""

    def heard(self, text: str, seat: int) -> None:
        """As in players.player.Player."""

    def choose(self, game: Game, deadline: float) -> int:
        """As in players.player.Player."""
        raise NotImplementedError

    def prepare(self, spec: str, start: Game, seed: int, rules: Adjudication | None) -> None:
        """Get ready for a match: the game as typed and at its start, the seed, and the rules of adjudication."""
        self.game_spec = spec

    def report(self) -> Note | None:
        """Return what it said of its last move, as a program from outside; None if it said nothing."""
        return None

    def is_free(self) -> bool:
        """Return whether its process can play another match, after one that it has not lost by a fault."""
        return True

    def close(self) -> None:
        """End the process."""

    def follow(self, event: Event) -> None:
        """Note an event of the match, before the match goes on.

        It gets all events; but a program from outside may get Asked alone, in which the game is then not a copy.
        """


def seconds_charged(player: object, began: float, now: float) -> float:
    """Return the seconds that an answer costs which the player has returned `now`, after it was asked at `began`."""
    return charge_time(player, min(player.answered, now) - began) if isinstance(player, RemotePlayer) else now - began


def report_of(player: object, game: Game, move: int) -> Note | None:
    """Return what a player says of the move that it chose in the position `game`; None if nothing can be read."""
    try:
        if isinstance(player, RemotePlayer) and player.outside:
            return player.report()
        thought: Any = getattr(player, "thought", None)
        return None if thought is None or thought.move != move else note_thought(thought, game)
    except (Exception, SystemExit):  # noqa: BLE001  # whatever a program has there
        return None


def note_thought(thought: Thought, game: Game) -> Note:
    """Return a thought about the position `game` as a note without a number. May raise anything if it is no Thought.

    A share of the games becomes pawns by the curve of Elo's ratings.
    """
    worth = worth_of_thought(thought)
    value = ""
    if worth is not None:
        amount: float = worth.value if worth.mate is None else worth.mate
        if worth.mate is None and not thought.even and name_of(game) != "chess":
            amount = 100 * thought.value  # an estimate or a score, in the measure of the game
        value = write_value(amount if game.turn == 0 else -amount, mate=worth.mate is not None)
    depth, reach, nodes = (int(each) or None for each in (thought.depth, thought.reach, thought.nodes))
    return Note(0, value=value, depth=depth, reach=reach, nodes=nodes, said=write_said(thought.line))


def charge_time(player: object, seconds: float) -> float:
    """Return the seconds that an answer costs on the player's clock if it took `seconds` in all."""
    return max(seconds - player.transfer, 0.0) if isinstance(player, RemotePlayer) else seconds


def classify_error(error: BaseException) -> tuple[How, str]:
    """Return how an exception ends the game of its player, and the words that follow the player's name.

    An exception without a message is described by the line of the user's file.
    """
    if isinstance(error, MemoryError):
        return How.OUT_OF_MEMORY, "ran out of memory"
    words, where = describe_object(str, error), last_user_line(error)
    what = type(error).__name__ + (f": {words}" if words else f" in {where}" if where else "")
    if isinstance(error, SystemExit):
        return How.DIED, f"tried to end the program: {what}"
    return How.CRASHED, f"crashed: {what}"


def plain_value(answer: object) -> str | int | None:
    """Return the text or whole number in a program's answer; None if it is neither.

    It is a plain str or int, because methods of the program's own class could do anything.
    """
    if type(answer) is int:
        return answer
    return str.__str__(answer) if issubclass(type(answer), str) else whole_number(answer)


def whole_number(answer: object) -> int | None:
    """Return the whole number in a program's answer; None if it is not one."""
    try:
        return whole(answer)
    except Exception:  # noqa: BLE001  # a program returned it
        return None


def describe_object(words: Callable[[object], str], thing: object) -> str:
    """Return the start of the text of a program's object in one line; its class if the text cannot be made."""
    try:
        return printable(ADDRESS.sub("", words(thing)[:LONGEST]))
    except Exception:  # noqa: BLE001  # an object of a program under test
        return f"a {type(thing).__name__}"
