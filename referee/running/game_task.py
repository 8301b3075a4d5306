"""One game to be played for its result: everything that this depends on, in a form that crosses to other processes."""

from __future__ import annotations

import os
import shlex
import sys
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NoReturn

import games
import players
from games.dataclass import dataclass
from games.names import user_files
from games.names.catalogue import BrokenFile, SpecError
from games.names.session_objects import is_lent
from players.player import Unplayable
from referee.errors.attribution import attribute_errors, note_errors
from referee.errors.ownership import is_program_file, player_codes
from referee.match.adjudication import REPEATED, UNENDED
from referee.match.clocks import UNLIMITED, Control, Left
from referee.match.events import FORFEITS, Ended, Event, Forfeit, How, PlayedMove, Seated
from referee.match.match import play
from referee.match.players import RemotePlayer
from referee.match.record import record_match
from referee.running.foreign_code import preserve_process
from referee.running.lasting_players import release, take_waiting
from referee.running.sandbox.guard import LIMITS, Guard
from referee.support.limits import derive_seed
from referee.support.process_exit import end_forked_copy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from games.game import Game
    from players.player import Player
    from referee.match.adjudication import Adjudication
    from referee.match.record import Heading, Record


FORFEITED: dict[str | None, How] = {how.value: how for how in FORFEITS}


@dataclass(frozen=True)
class GameTask:
    """One game to be played. Its result depends on this alone, wherever and however often it is played.

    heading  the game, players and names by seat, the seed of the whole run, and the number of this game in it.
    chance   the parts of the seed of dice and deals;  seeds  the parts of each player's seed.
    control  the time for moves and the game, by seats;  opening  texts of moves to start with.
    guard    the limits of players in processes of their own; None: files have LIMITS, and programs
             from outside have no limits.
    rules    of adjudication; None: there is none.
    """

    heading: Heading
    chance: tuple[object, ...]
    seeds: tuple[tuple[object, ...], tuple[object, ...]]
    control: Control = UNLIMITED
    opening: tuple[str, ...] = ()
    guard: Guard | None = None
    rules: Adjudication | None = None

    def make_players(self, apart: Callable[[str], bool] = lambda _: False) -> list[Player]:
        """Return the players; those whose specs are to play `apart` get processes of their own."""
        pairs = zip(self.heading.players, self.seeds, strict=True)
        return [make_player(spec, derive_seed(*seed), self.guard, apart(spec)) for spec, seed in pairs]

    def match(
        self, seated: Sequence[Player] | None = None, past: Sequence[tuple[str, Left]] = (), watched: bool = True
    ) -> Iterator[Event]:
        """Play the game with new players, unless they are given, and continue after its past.

        Players that last wait for their next game after it (lasting_players.py). Unless `watched`, only the first and
        the last event are yielded.
        """
        seated = self.make_players() if seated is None else seated
        start = games.load(self.heading.game)
        events = play(
            start,
            seated,
            self.heading.names,
            seed=partial(derive_seed, *self.chance),
            control=self.control,
            opening=self.opening,
            past=past,
            rules=self.rules,
            watched=watched,
        )
        return self.attend(seated, events, start)

    def attend(self, seated: Sequence[Player], events: Iterator[Event], start: Game) -> Iterator[Event]:
        """Prepare the players for the game, pass the events on, and release the players after the last.

        An error in the rules gets a note that names the game.
        """
        fit, swapped = [False, False], False  # until the end is known
        with note_errors(lambda: self.place):
            try:
                for player, seed in zip(seated, self.seeds, strict=True):
                    if isinstance(player, RemotePlayer):
                        with attribute_errors(start):
                            player.prepare(self.heading.game, start, derive_seed(*seed), self.rules)
                for event in events:
                    if isinstance(event, Seated) and event.seat is None:
                        swapped = not swapped
                    if isinstance(event, Ended):
                        fit = [event.how not in FORFEITS or event.winner == seat for seat in (0, 1)]
                    yield event
            finally:
                events.close()  # type: ignore[attr-defined]  # a generator; so players hear of the end
                for player, spec, able in zip(seated, self.heading.players, fit[::-1] if swapped else fit, strict=True):
                    release(player, spec, self.guard, able)

    @property
    def place(self) -> str:
        """Which game this is, in words that can be typed again."""
        heading = self.heading
        return f"in {shlex.join((heading.game, *heading.players))} --seed {heading.seed}, game {heading.number}"

    def result(self, in_worker: bool = False) -> Result:
        """Play the game to its end; in a worker, players that were handed over from Python play apart too."""
        return self.play_through(in_worker)

    def play_through(
        self, in_worker: bool, noted: Callable[[Iterator[Event]], Iterator[Event]] | None = None
    ) -> Result:
        """As `result`; the events of the game pass through `noted`, which may take notes."""
        seated = self.make_players(plays_apart_in_worker if in_worker else plays_apart)
        events = self.match(seated, watched=noted is not None)
        record, end = record_match(self.heading, noted(events) if noted else events)
        return Result(record, *count_spent(end.moves), self.describe_crash(end.error, record.moves))

    def describe_crash(self, error: BaseException | None, moves: str) -> str:
        """Return the traceback of a crash after `moves` and how to reproduce it; "" without an error."""
        return f"{found}{self.place}, after the moves: {moves or 'none'}\n" if (found := crash_traceback(error)) else ""


@dataclass(frozen=True)
class Result:
    """The result of a game, fit to cross to another process.

    seconds  that each seat took to choose;  moves  that each seat chose;  trace  of a crash, with line ends.
    """

    record: Record
    seconds: tuple[float, float]
    moves: tuple[int, int]
    trace: str = ""

    @property
    def number(self) -> int:
        return self.record.number

    @property
    def illegal(self) -> tuple[int, int]:
        """The number of illegal answers of each seat that may try again after one."""
        return self.record.illegal

    @property
    def late(self) -> tuple[float, float]:
        """The most seconds by which a move of each seat exceeded its time."""
        return self.record.late

    @property
    def forfeit(self) -> How | None:
        """How the loser forfeited the game; None if it was lost, won or drawn on the board."""
        return FORFEITED.get(self.record.how)

    @property
    def adjudicated(self) -> bool:
        """Whether it was ended by a rule of adjudication."""
        return self.record.how == How.ADJUDICATED.value

    @property
    def unended(self) -> bool:
        """Whether it was ended as a draw because it did not end."""
        return self.adjudicated and self.record.why in (UNENDED.why, REPEATED.why)


class UnmadePlayer:
    """Stands in for a player that could not be made, and raises the error when it is to begin."""

    def __init__(self, error: BaseException, kind: type | None = None):
        self.error = error
        if kind is not None:
            self.maker = kind.__init__  # type: ignore[misc]  # its code, which makes the error its own

    def begin(self, game: Game, seat: float) -> NoReturn:
        raise self.error

    choose = begin


def make_player(spec: str, seed: int, guard: Guard | None = None, apart: bool = False) -> Player:
    """Return a new player, or one that waits for a game. Raises SpecError if the spec names none and no file.

    Whatever making it raises costs it the game. `guard` limits its process, if it has one, as it has if it plays
    `apart`.
    """
    if (waits := take_waiting(spec, guard)) is not None:
        return waits
    if apart:
        from referee.running.sandbox.isolation import IsolatedPlayer  # few games need it

        return IsolatedPlayer(spec, guard or (Guard() if is_lent(spec) else LIMITS))
    process = os.getpid()
    try:
        made = players.load(spec, seed)
    except BrokenFile as error:  # it ran before
        return UnmadePlayer(Forfeit(How.CRASHED, f"crashed: {error}", crash_traceback(error.__cause__)))
    except (Exception, SystemExit) as error:
        if (kind := find_class(spec)) is not None:
            return UnmadePlayer(error, kind)
        if isinstance(error, SpecError) and user_files.is_file_spec(spec):  # it held a player before
            return UnmadePlayer(Forfeit(How.CRASHED, f"crashed: {error}"))
        raise
    finally:
        end_forked_copy(process)
    if isinstance(made, RemotePlayer):
        made.guard = guard
    return made


def plays_apart(spec: str) -> bool:
    """Return whether the player of this spec plays in a process of its own: if it has code of others.

    What was handed over from Python plays in the process that handed it over. Raises SpecError if `spec` is wrong and
    names no file.
    """
    return not is_lent(spec) and plays_apart_in_worker(spec)


@lru_cache(maxsize=1000)  # the players of a tournament
def plays_apart_in_worker(spec: str) -> bool:
    """Return what `plays_apart` does if a worker plays the game.

    Workers are forked from the process in which a player was handed over, so they can fork one that has it. Runs no
    file.
    """
    if not hasattr(os, "fork") or players.CATALOGUE.is_outside(spec):
        return False
    if user_files.is_file_spec(spec):
        return True
    kind, given = players.CATALOGUE.read(spec)
    file = getattr(sys.modules.get(kind.__module__), "__file__", None) or ""
    return bool(user_files.named_files(given) or not is_program_file(file) or player_codes(kind))


def find_class(spec: str) -> type | None:
    """Return the class that the spec of a player names; None if it names none."""
    try:
        return players.CATALOGUE.read(spec)[0]
    except (Exception, SystemExit):  # noqa: BLE001  # whatever a file raises as it is run
        return None


def try_program(spec: str, game: str) -> None:
    """Start a program from outside and let it begin the game. Raises SpecError with the reason if it cannot."""
    player: RemotePlayer = players.CATALOGUE.load(spec)
    player.game_spec, player.on_trial = game, True
    try:
        player.begin(games.load(game), 0)
    except Unplayable as error:
        raise SpecError(f"{spec!r}: {error}") from error
    except Forfeit as forfeit:
        *_, last = forfeit.trace.splitlines() or [""]
        raise SpecError(f"{spec!r} {forfeit}" + (f"; it printed last {last!r}" if last else "")) from forfeit
    finally:
        player.close()


def check_player(spec: str, game: str) -> None:
    """Raise SpecError unless the spec names a player that takes its options, and a level that the game has.

    To find out, the player is made, one with code of others in a child. Other errors will cost it its games. A program
    from outside is started and begins the game.
    """
    if players.CATALOGUE.is_outside(spec):
        try_program(spec, game)
        return
    for each in user_files.named_files(players.CATALOGUE.check(spec)):
        players.CATALOGUE.definitions(user_files.split_file_spec(each)[0])
    if plays_apart(spec):
        from referee.running.describe_file import check_makeable

        check_makeable(spec)
        return
    try:
        with preserve_process(signals=True):
            made = players.load(spec)
        if fits := getattr(made, "check_game", None):
            fits(games.load(game))
    except SpecError:
        raise
    except Unplayable as error:
        raise SpecError(f"{spec!r}: {error}") from error
    except (Exception, SystemExit):  # noqa: BLE001, S110  # whatever a program raises
        pass


def count_spent(moves: Iterable[PlayedMove]) -> tuple[tuple[float, float], tuple[int, int]]:
    """Return, for each seat, the seconds spent on choosing moves and the number of moves chosen."""
    seconds, chosen = [0.0, 0.0], [0, 0]
    for made in moves:
        if made.seconds is not None:
            seconds[made.seat] += made.seconds
            chosen[made.seat] += 1
    return (seconds[0], seconds[1]), (chosen[0], chosen[1])


def crash_traceback(error: BaseException | None) -> str:
    """Return the traceback of what a player raised, fit for a terminal; "" if it raised nothing."""
    if isinstance(error, Forfeit) or error is None:
        return "" if error is None else error.trace
    from referee.running.sandbox import protocol

    return protocol.make_printable(protocol.encode_traceback(error))
