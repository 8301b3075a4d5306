"""The position that another program has set up: the game, its options, its start, and the moves since."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import games
from games.capabilities import has_chance, hides_information
from games.names.catalogue import SpecError
from games.option import check, options_of
from referee.dialects.spoken_games import name_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.game import Game


class Stand:
    """A game under way whose moves come from another program.

    spec   the game, as it was typed.
    start  where it began;  game  where it is now;  past  the position before each move, and the move.
    """

    def __init__(self, spec: str):
        self.spec = spec
        self.kind, given = games.CATALOGUE.read(games.split_position(spec)[0])
        self.options: dict[str, Any] = dict(given)
        self.start: Game = games.load(spec)
        self.refuse_hidden()
        self.past: list[tuple[Game, int]] = []
        self.game: Game = self.start.copy()

    def refuse_hidden(self) -> None:
        """Raise SpecError for a game of dice or hidden cards: no protocol describes these."""
        why = "its cards are hidden" if hides_information(self.start) else ""
        why = why or ("dice or cards decide in it" if has_chance(self.start) else "")
        if why:
            raise SpecError(
                f"{self.spec} cannot be served to another program: {why}, and no protocol here tells of that"
            )

    @property
    def usual(self) -> dict[str, Any]:
        """The options of the game with their values."""
        return {name: option.default for name, option in options_of(self.kind).items()} | self.options

    def fresh(self) -> Game:
        """Return the game of these options at its usual start."""
        game: Game = self.kind(**self.options)
        return game

    def vary(self, **options: Any) -> None:
        """Begin a game with other options. Raises ValueError, and then nothing changes."""
        known = options_of(self.kind)
        check(known, **options)
        before, self.options = self.options, self.options | options
        try:
            self.begin(self.fresh())
        except ValueError:
            self.options = before
            raise

    def retune(self, **options: Any) -> None:
        """Move the positions to a game with other options. Raises ValueError, and then nothing changes.

        Earlier boards are forgotten, unless the text of a position describes them.
        """
        start, game, past = self.start, self.game, self.past
        self.vary(**options)

        def converted(before: Game) -> Game:
            twin = self.fresh()
            twin.set_position(before.position())
            return twin

        self.start, self.game = converted(start), converted(game)
        self.past = [(converted(before), move) for before, move in past]

    def begin(self, start: Game) -> None:
        """Begin a game in a position."""
        self.start, self.game, self.past = start, start.copy(), []

    def restart(self) -> None:
        """Begin a game at the start that the spec names."""
        text = games.find_position(self.spec)
        start = self.fresh()
        if text:
            start.set_position(text)
        self.begin(start)

    def place(self, text: str, read: Callable[[Game, str], None]) -> None:
        """Begin a game in the position `text`. Raises ValueError, and then nothing changes."""
        start = self.fresh()
        read(start, text)
        self.begin(start)

    def make(self, move: int) -> None:
        before = self.game
        self.game = before.copy()
        self.game.make(move)
        self.past.append((before, move))

    def tell(self, word: str, read: Callable[[Game, str], int]) -> int:
        """Make the move of a word, and return it. Raises ValueError, and then nothing changes."""
        game = reopened(self.game) or self.game
        move = read(game, word)
        self.game = game
        self.make(move)
        return move

    def tell_all(self, words: Sequence[str], read: Callable[[Game, str], int]) -> None:
        """Make the moves of several words. Raises ValueError for the first illegal one, after making those before."""
        for word in words:
            self.tell(word, read)

    def undo(self) -> bool:
        """Take back the last move; False if there is none."""
        if self.past:
            self.game = self.past.pop()[0]
            return True
        return False

    def to_think_on(self) -> Game:
        """Return a copy of the position for a player, continued if only our rules have ended the game."""
        return reopened(self.game) or self.game.copy()


def reopened(game: Game) -> Game | None:
    """Return a copy that continues a game which only our rules have ended; None if it goes on, or is really over.

    Other programs let the players claim a draw by repetition or by 50 moves, and may play on after two passes in go.
    The
    copy forgets earlier positions.
    """
    if game.moves():
        return None
    fields, twin = game.position().split(), game.copy()
    match name_of(game):
        case "chess":
            twin.set_position(" ".join([*fields[:4], "0", *fields[5:]]))
        case "go":
            kept = [word for word in fields if not word.startswith(("passes=", "moves="))]
            twin.set_position(" ".join(kept))
    return twin if twin.moves() else None
