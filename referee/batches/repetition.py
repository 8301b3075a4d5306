"""Whether games repeat each other: players without randomness may, and then the games are not a sample."""

from dataclasses import field

from games.dataclass import dataclass


@dataclass
class Repetition:
    """The games of two players that nobody forfeited, whoever moved first.

    games  how many;  starts  who moved first, after which opening.
    moves  hashes of the same with all moves that were made, as those of a million games would fill the memory.
    """

    games: int = 0
    starts: set[tuple[int, tuple[str, ...]]] = field(default_factory=set)
    moves: set[int] = field(default_factory=set)

    def add(self, first: int, opening: tuple[str, ...], moves: str) -> None:
        """Add a game that this player began."""
        self.games += 1
        self.starts.add((first, opening))
        self.moves.add(hash((first, moves)))

    @property
    def different(self) -> int:
        """How many of them went differently."""
        return len(self.moves)

    @property
    def repeated(self) -> bool:
        """Whether all games of the same start went alike, though there were several."""
        return self.games >= max(4, 2 * len(self.starts)) and len(self.starts) == self.different
