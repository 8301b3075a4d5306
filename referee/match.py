"""One match: two players, a game, and the loop in which they meet."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from math import inf
from operator import index
from time import monotonic

from games.game import CHANCE, Game
from games.notation import printable
from players.player import Player, Quit, Resigned, TakeBack, Unplayable
from referee.events import Asked, Ended, Event, How, Moved, Started, TakenBack

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # in what an object says of itself: another one in each run
GRACE = 0.25  # seconds by which a program may overrun its time unpunished: machines hesitate


def play(
    game: Game,
    players: Sequence[Player],
    names: tuple[str, str] = ("First", "Second"),
    seed: int = 0,
    seconds: float | None = None,
    opening: Sequence[str] = (),
) -> Iterator[Event]:
    """Play one match and yield what happens: Started, then Asked and Moved or TakenBack, at last Ended.

    game      at its start; it is left as it is.
    seed      of dice and deals, which are the same whoever plays.
    seconds   a move, for programs; a person takes the time it takes.
    opening   texts of moves to start with. Raises IllegalMove where one is none.

    A player that has a method `begin` is shown the start first, in the time it likes to take (players/player.py).
    What a player does wrong is an outcome of the match. An error in the rules is raised, with a note that tells how
    to come there again.
    """
    match = Match(game, players, names, seed, seconds)
    try:
        yield from match.begin()
        if match.forfeit:
            return
        for text in opening:
            for single in match.game.singles(text):
                match.make(match.game.parse(single))
        match.opening = len(match.moves)
        yield Started(match.game.copy(), names, tuple(match.texts))
        while (score := match.score()) is None:
            yield from match.turn() if match.game.turn != CHANCE else match.chance()
            if match.forfeit:
                yield match.forfeit
                return
        yield Ended(match.game.copy(), score, How.PLAYED_OUT, match.game.reason())
    except Exception as error:
        error.add_note(f"in {type(game).__name__} with seed {seed} after the moves: {' '.join(match.texts) or 'none'}")
        raise


class Match:
    """A match under way: the position, the moves that led there, and who sits where."""

    def __init__(
        self,
        game: Game,
        players: Sequence[Player],
        names: tuple[str, str],
        seed: int,
        seconds: float | None,
    ):
        self.start = game
        self.game = game.copy()
        self.players = players
        self.names = names
        self.seed = seed
        # A source of its own, so that dice do not depend on how often a player was handed an imagined game.
        self.imagination = random.Random(f"imagination {seed}")
        self.seconds = seconds
        self.moves: list[tuple[int, int]] = []  # (seat, move)
        self.texts: list[str] = []
        self.opening = 0
        self.forfeit: Ended | None = None

    def make(self, move: int, seconds: float = 0.0) -> Moved:
        """Make a legal move, which took so long to choose."""
        seat, text = self.game.turn, self.game.text(move)
        heard = self.game.heard(move, 0), self.game.heard(move, 1)
        self.moves.append((seat, move))
        self.texts.append(text)
        self.game.make(move)
        return Moved(self.game.copy(), seat, move, text, heard, seconds)

    def score(self) -> int | None:
        """The score by the rules, None while the game goes on. Raises TypeError or ValueError where it can be none."""
        found = self.game.score()
        if found is not None and abs(found := int(index(found))) > self.game.stakes:
            raise ValueError(f"the score {found} is beyond the stakes of {self.game.stakes}")
        return found

    def chance(self) -> Iterator[Event]:
        """Roll the dice or deal a card: the same by its number, whoever plays and whatever was taken back before."""
        moves, weights = zip(*self.game.chances(), strict=True)
        number = sum(seat == CHANCE for seat, _ in self.moves)
        (move,) = random.Random(f"dice {self.seed} {number}").choices(moves, weights)
        yield self.make(move)

    def begin(self) -> Iterator[Event]:
        """Let players prepare themselves who want to; where that costs one the game, the match is over already."""
        for seat, player in enumerate(self.players):
            if hasattr(player, "begin") and not self.forfeit:
                self.prepare(seat, player.begin)
        if self.forfeit:
            yield Started(self.game.copy(), self.names, ())
            yield self.forfeit

    def prepare(self, seat: int, begin: Callable[[Game, int], object]) -> None:
        """Show a player the start, as its seat may know it."""
        # From a source of its own, so that what is imagined later does not depend on who prepares.
        view = self.game.imagine(seat, random.Random(f"start {self.seed} {seat}"))
        try:
            begin(view, seat)
        except (TakeBack, Quit) as wish:
            list(self.granted(seat, wish))  # no move is made yet that could be taken back
        except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a program raises costs it the game
            self.fail(seat, error)

    def turn(self) -> Iterator[Event]:
        """Let the player whose turn it is choose, and judge what it does."""
        seat = self.game.turn
        yield Asked(self.game.copy(), seat)
        player = self.players[seat]
        view = self.game.imagine(seat, self.imagination)
        began = monotonic()
        limit = inf if self.seconds is None or person(player) else self.seconds
        try:
            answer = player.choose(view, began + limit)
        except (TakeBack, Quit) as wish:
            yield from self.granted(seat, wish)
        except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a program raises costs it the game
            self.fail(seat, error)
        else:
            spent = monotonic() - began
            if (move := self.legal(answer)) is None:
                self.lose(seat, How.ILLEGAL_MOVE, f"chose {said(repr, answer)}, which is not a legal move")
            elif spent > limit + GRACE:
                self.lose(seat, How.OUT_OF_TIME, f"took {spent:.2f} of {limit:g} seconds")
            else:
                yield self.make(move, spent)

    def fail(self, seat: int, error: BaseException) -> None:
        """That seat has raised what costs it the game."""
        if isinstance(error, Resigned):
            self.lose(seat, How.RESIGNED, "resigned")
        elif isinstance(error, Unplayable):
            self.lose(seat, How.CRASHED, f"cannot play this game: {error}")
        else:
            self.lose(seat, How.CRASHED, f"crashed: {type(error).__name__}: {said(str, error)}", error)

    def granted(self, seat: int, wish: Exception) -> Iterator[Event]:
        """Let a person take back a move or leave; a program that wants to has lost."""
        if not person(self.players[seat]):
            self.lose(seat, How.ILLEGAL_MOVE, "chose no move, but to take one back or to leave, as only people may")
        elif isinstance(wish, Quit):
            self.forfeit = Ended(self.game.copy(), None, How.LEFT, f"{self.names[seat]} left the table")
        else:
            yield TakenBack(*self.rewind())

    def legal(self, answer: object) -> int | None:
        """The move that the answer is, None where it is no legal one."""
        try:
            move = index(answer)  # type: ignore[arg-type]
        except Exception:  # noqa: BLE001  # whatever a program returned, and whatever that does when it is asked
            return None
        return move if move in self.game.moves() else None

    def lose(self, seat: int, how: How, what: str, error: BaseException | None = None) -> None:
        """That seat has forfeited the game."""
        why = f"{self.names[seat]} {what}"
        self.forfeit = Ended(self.game.copy(), 1 if seat else -1, how, why, error)

    def rewind(self) -> tuple[Game, int]:
        """Go back to the last position in which a person chose, if there is one; the game then, and how many moves."""
        chosen = [
            place
            for place, (seat, _) in enumerate(self.moves)
            if place >= self.opening and seat != CHANCE and person(self.players[seat])
        ]
        kept = chosen[-1] if chosen else len(self.moves)
        undone = len(self.moves) - kept
        del self.moves[kept:], self.texts[kept:]
        self.game = self.start.copy()
        for _, move in self.moves:
            self.game.make(move)
        return self.game.copy(), undone


def said(words: Callable[[object], str], thing: object) -> str:
    """What a program's object says of itself, in one line; only its class where it fails even at that."""
    try:
        return printable(ADDRESS.sub("", words(thing)))
    except Exception:  # noqa: BLE001  # an object of a program under test
        return f"a {type(thing).__name__}"


def person(player: Player) -> bool:
    """Whether the player is a person, for whom other rules of courtesy hold."""
    return getattr(player, "person", False)
