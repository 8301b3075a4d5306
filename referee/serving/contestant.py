"""The served player: its options as other programs set them, and a new player for each game and seat."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import players
from games.base.rule_values import not_legal
from games.dataclass import dataclass
from games.game import IllegalMove
from games.names.catalogue import SpecError
from games.names.spec import clip
from games.option import Choice, Option, Whole, YesNo, check, options_of
from players.player import Resigned, Thought, Unplayable
from referee.errors.attribution import OutsideGameError, format_traceback
from referee.errors.ownership import safe_getattr
from referee.match.players import classify_error, describe_object, plain_value
from referee.running.lasting_players import close
from referee.support.process_exit import end_forked_copy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from games.game import Game
    from players.player import Glimpse, Player

COMMON = {"table": "Hash", "memory": "Hash", "threads": "Threads"}  # the usual names in other programs
LARGEST = 2**31 - 1  # that other programs can show
EMPTY = "<empty>"


@dataclass(frozen=True)
class Decision:
    """The result of a player's turn.

    move     a legal one; None if there is none.
    thought  the reason for it, if the player gives one.
    wrong    what the player did wrong, in words that follow its name; "" if nothing.
    """

    move: int | None = None
    thought: Thought | None = None
    wrong: str = ""


class Contestant:
    """The player of a spec. Raises SpecError for one that does not exist, and for people."""

    def __init__(self, spec: str):
        self.spec = spec
        self.kind, given = players.CATALOGUE.read(spec)
        if safe_getattr(self.kind, "person"):
            raise SpecError(f"{spec} is a person; a program is wanted, such as minimax or mcts")
        self.given: dict[str, Any] = dict(given)
        self.seated: dict[int, Player] = {}
        self.sample = self.make()  # never plays

    @property
    def options(self) -> Mapping[str, Option]:
        return options_of(self.kind)

    def make(self) -> Player:
        """Return a new player. Raises SpecError if its class refuses the combination of options."""
        try:
            player: Player = self.kind(**self.given)
        except ValueError as error:
            raise SpecError(f"{self.spec}: {error}") from error
        return player

    def change(self, name: str, value: Any) -> None:
        """Set an option, to its default for None, and let new players sit down. Raises ValueError, which quotes it."""
        before, self.given = self.given, {key: each for key, each in self.given.items() if key != name}
        try:
            if value is not None:
                check(self.options, **{name: value})
                self.given[name] = value
            self.sample = self.make()
        except ValueError:
            self.given = before
            raise
        self.leave()

    def leave(self) -> None:
        """Drop the players, so that the next game has new ones."""
        for player in self.seated.values():
            if safe_getattr(player, "lasting"):
                close(player)
        self.seated = {}

    def seat(self, start: Game, seat: int) -> Player:
        """Return the player of a seat; a new one sees the start. Raises whatever the player raises."""
        if seat not in self.seated:
            player = self.make()
            if begin := safe_getattr(player, "begin"):
                begin(start.copy(), seat)
            self.seated[seat] = player
        return self.seated[seat]

    def glimpse(self, seat: int) -> Glimpse | None:
        """Return what the player of a seat shows of its thinking; None for nothing."""
        look = getattr(self.seated.get(seat), "glimpse", None)
        found: Glimpse | None = look() if look else None
        return found

    @property
    def shows_lines(self) -> bool:
        """Whether the player may report more than one move."""
        return hasattr(self.sample, "thought")

    @property
    def chooses_among(self) -> bool:
        """Whether the player can choose among some of the moves."""
        return hasattr(self.sample, "among")

    def limited_by(self, depth: int | None, nodes: int | None) -> dict[str, int]:
        """Return the options that limit the player's search to a depth and to nodes, as far as it has them."""
        wanted = {"depth": depth, "nodes": nodes, "playouts": nodes}
        found = {name: value for name, value in wanted.items() if value and hasattr(self.sample, name)}
        return {name: value for name, value in found.items() if name in self.options and self.options[name].fits(value)}

    def choose(self, start: Game, game: Game, deadline: float, limits: Mapping[str, Any]) -> Decision:
        """Return the choice of the player to move by `deadline`, in a game that began at `start`.

        limits  fields of the player for this move alone: options as `limited_by` returns them, `among` and `lines`.
        """
        process = os.getpid()
        try:
            player = self.seat(start, game.turn)
            with limited(player, limits):
                answer: object = player.choose(game.copy(), deadline)
            end_forked_copy(process)
            return judge(game, answer, safe_getattr(player, "thought"))
        except Resigned:
            return Decision(wrong="resigns")
        except Unplayable as error:
            return Decision(wrong=f"cannot play this game: {describe_object(str, error)}")
        except BaseException as error:  # noqa: BLE001  # any exception costs it the game
            end_forked_copy(process)
            print(format_traceback(error), end="", file=sys.stderr, flush=True)
            if isinstance(error, OutsideGameError):
                return Decision(wrong=f"cannot go on: {str(error).partition(chr(10))[0]}")
            return Decision(wrong=classify_error(error)[1])


@contextmanager
def limited(player: Player, limits: Mapping[str, Any]) -> Iterator[None]:
    """Set fields of the player for this block, as far as it has fields with their names."""
    before = {name: getattr(player, name) for name in limits if hasattr(player, name)}
    for name in before:
        setattr(player, name, limits[name])
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(player, name, value)


def judge(game: Game, answer: object, thought: object) -> Decision:
    """Return the move that the player answered with, if it is legal."""
    given = plain_value(answer)
    try:
        move = game.parse(given) if isinstance(given, str) else given
    except IllegalMove:
        move = None
    if move is None or move not in game.moves():
        return Decision(wrong=f"chose {describe_object(repr, answer)}, which is {not_legal(game, given)}")
    return Decision(move, thought if isinstance(thought, Thought) and thought.move == move else None)


@dataclass(frozen=True)
class Knob:
    """An option as other programs see it.

    name     their name for it;  key  ours.
    kind     `spin`, a whole number from `least` to `most`; `check`; `combo`, one of `words`; or `string`.
    default  its present value, as they write it. A spin of 0 means none if `option` has no default.
    """

    name: str
    key: str
    option: Option
    kind: str
    default: str
    least: int = 0
    most: int = LARGEST
    words: tuple[str, ...] = ()

    def read(self, text: str) -> Any:
        """Return the value of a text, None for the default. Raises ValueError, which quotes it."""
        word = text.strip()
        if word in ("", EMPTY) or (self.kind == "spin" and self.option.default is None and word == "0"):
            return None
        if self.kind == "check" and word in ("0", "1"):
            return word == "1"
        try:
            return self.option.read(word)
        except (ValueError, KeyError) as error:
            raise ValueError(f"{self.name}={clip(word)} must be {self.option.allowed}") from error


def knobs_of(contestant: Contestant) -> list[Knob]:
    """Return the options of a player, in their order."""
    return [make_knob(key, option, contestant.given.get(key)) for key, option in contestant.options.items()]


def find_knob(contestant: Contestant, name: str) -> Knob | None:
    """Return the option by its outside name or ours, without regard to case. None if there is none."""
    wanted = name.casefold()
    return next((knob for knob in knobs_of(contestant) if wanted in (knob.name.casefold(), knob.key.casefold())), None)


def make_knob(key: str, option: Option, given: Any) -> Knob:
    """Return the option `key` with its present value; `given` is None if it was not set."""
    name, value = COMMON.get(key, key), option.default if given is None else given
    match option:
        case Whole() if type(value) is int or (value is None and (option.least or 0) >= 1):
            least = 0 if option.default is None else -LARGEST if option.least is None else option.least
            most = LARGEST if option.most is None else min(option.most, LARGEST)
            return Knob(name, key, option, "spin", str(value or 0), least, most)
        case YesNo():
            return Knob(name, key, option, "check", "true" if value else "false")
        case Choice() if value is not None:
            return Knob(name, key, option, "combo", str(value), words=option.words)
    return Knob(name, key, option, "string", "" if value is None else option.write(value))
