"""The statistics of a batch, added up game by game, and whether its games repeat each other."""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.drawing.number_format import format_count, format_seconds
from referee.drawing.text_width import pad, text_width
from referee.match.record import sign
from referee.statistics.counts import Counts, Pairs
from referee.statistics.scoring import mean
from referee.statistics.summary import Summary, summarize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.batches.plan import Plan
    from referee.running.game_task import Result
    from referee.statistics.scoring import Estimate
    from referee.statistics.sprt import Sprt

REQUIRED = (
    "score",
    "elo",
    "los",
    "margin",
    "wins",
    "draws",
    "losses",
    "games",
    "forfeits",
)  # figures that `--require` knows
ENDS = ("wins", "draws", "losses")


@dataclass
class Repetition:
    """The games of two players that nobody forfeited.

    games  their number;  starts  which player moved first, and the opening.
    moves  hashes of the player that moved first and all moves: the moves of a million games would fill the memory.
    """

    games: int = 0
    starts: set[tuple[int, tuple[str, ...]]] = field(default_factory=set)
    moves: set[int] = field(default_factory=set)

    def add(self, first: int, opening: tuple[str, ...], moves: str) -> None:
        """Add a game that the player `first` began."""
        self.games += 1
        self.starts.add((first, opening))
        self.moves.add(hash((first, moves)))

    @property
    def different(self) -> int:
        """The number of different games."""
        return len(self.moves)

    @property
    def repeated(self) -> bool:
        """Whether all games from the same start went alike, though there were several."""
        return self.games >= max(4, 2 * len(self.starts)) and len(self.starts) == self.different


@dataclass
class Results:
    """The outcomes of a plan's games for the player named first, and how the games were played.

    outcomes  won, drawn and lost: games that it began, then games that the other began.
    scores    what it won in each game, by the game's number;  lengths  the moves that both chose in each.
    pairs     of games with the same opening and deal, sides swapped: lost both, lost one and drew one, shared, won one
              and drew one, won both; all 0 if sides do not alternate.
    seconds   by player, in all;  moves  chosen, by player;  forfeits  by player and the word of events.How.
    late      the most seconds by which a move of each player exceeded its time.
    illegal   by player, the number of illegal answers after which it could try again.
    repetition   of the games that nobody forfeited.
    adjudicated  the number of games that a rule of adjudication ended.
    """

    plan: Plan
    outcomes: tuple[list[int], list[int]] = field(default_factory=lambda: ([0, 0, 0], [0, 0, 0]))
    scores: dict[int, int] = field(default_factory=dict)
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    lengths: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    moves: list[int] = field(default_factory=lambda: [0, 0])
    late: list[float] = field(default_factory=lambda: [0.0, 0.0])
    illegal: list[int] = field(default_factory=lambda: [0, 0])
    forfeits: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    repetition: Repetition = field(default_factory=Repetition)
    adjudicated: int = 0

    def add(self, result: Result) -> None:
        """Add the next game. Games come in the order of their numbers; some are missing if a batch was stopped."""
        record, number = result.record, result.number
        seats = self.plan.seats(number)
        mine = (record.score or 0) * (1 if seats[0] == 0 else -1)
        self.scores[number] = mine
        if self.plan.swap and (other := self.scores.get(number ^ 1)) is not None:
            self.pairs[2 + sign(other) + sign(mine)] += 1
        self.outcomes[seats[0]][1 - (mine > 0) + (mine < 0)] += 1
        self.lengths.append(sum(result.moves))
        self.adjudicated += result.adjudicated
        for seat, player in enumerate(seats):
            self.seconds[player] += result.seconds[seat]
            self.moves[player] += result.moves[seat]
            self.late[player] = max(self.late[player], result.late[seat])
            self.illegal[player] += result.illegal[seat]
        if result.forfeit:
            self.forfeits[seats[(record.score or 0) > 0]][result.forfeit.value] += 1
        else:
            self.repetition.add(seats[0], self.plan.opening_of(number), record.moves)

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.scores)

    @property
    def wins(self) -> tuple[int, int, int]:
        """The games that the player named first won, drew and lost."""
        (won, drawn, lost), (won_too, drawn_too, lost_too) = self.outcomes
        return won + won_too, drawn + drawn_too, lost + lost_too

    @property
    def counts(self) -> Counts:
        """The results of the player named first."""
        return Counts(*self.wins)

    def sample(self, test: Sprt) -> Counts | Pairs:
        """Return the results for a test: pairs if sides alternate and the test uses pairs, otherwise single games."""
        return Pairs(*self.pairs) if self.plan.swap and test.pairs else self.counts

    @property
    def whole(self) -> bool:
        """Whether no game is missing before the last one, and all pairs are complete."""
        gapless = next(reversed(self.scores), -1) == self.games - 1
        return gapless and (not self.plan.swap or self.games % 2 == 0)

    def summary(self, which: int = 0) -> Summary:
        """Return what the results say of the player `which`, 0 or 1, against the other."""
        if which == 0:
            return summarize(self.counts, Pairs(*self.pairs) if self.plan.swap else None)
        mirrored = Pairs(*self.pairs[::-1]) if self.plan.swap else None
        return summarize(Counts(*self.wins[::-1]), mirrored)

    def margin(self, which: int = 0) -> Estimate:
        """Return the points that the player `which` wins a game, on average."""
        side = 1 if which == 0 else -1
        if not any(self.pairs):
            return mean([float(side * score) for score in self.scores.values()])
        others = ((score, self.scores.get(number + 1)) for number, score in self.scores.items() if number % 2 == 0)
        return mean([side * (score + other) / 2 for score, other in others if other is not None])

    def values(self, which: int) -> dict[str, float | Estimate | None]:
        """Return the figures of the player `which` that may be required, by the names in REQUIRED."""
        summary, counts = self.summary(which), Counts(*(self.wins if which == 0 else self.wins[::-1]))
        return {
            "score": counts.score if counts.total else None,
            "wins": counts.wins, "draws": counts.draws, "losses": counts.losses, "games": counts.games,
            "elo": summary.elo, "los": summary.superiority, "margin": self.margin(which),
            "forfeits": self.forfeits[which].total(),
        }  # fmt: skip

    def lines(self, swap: str = "--swap") -> list[str]:
        """Return the results in words; `swap` is what people type to let sides alternate."""
        one, two = self.plan.names
        said = self.summary().lines(one, two)
        if any(self.pairs) and (alone := self.games - 2 * sum(self.pairs)):
            left = format_count(alone, "game")
            said.append(f"the score above leaves out {left}: the other one of the pair is missing")
        said += self.sides(swap)
        if any(abs(score) > 1 for score in self.scores.values()):
            margin = self.margin()
            ends = "" if margin.low is None or margin.high is None else f" ({margin.low:+.2f} to {margin.high:+.2f})"
            said.append(f"points a game: {one} {margin.value or 0:+.2f}{ends}")
        said += self.faults()
        if self.plan.rules is not None or self.adjudicated:
            said.append(f"adjudicated: {self.adjudicated:,} of {format_count(self.games, 'game')}")
        spent = [
            f"{name} {format_seconds(seconds / moves) if moves else 'none'}"
            for name, seconds, moves in zip((one, two), self.seconds, self.moves, strict=True)
        ]
        said.append(f"time a move: {', '.join(spent)}")
        for name, late in zip((one, two), self.late, strict=True):
            if late:
                said.append(f"{name} exceeded its time by at most {format_seconds(late)}")
        if self.lengths:
            least, most = min(self.lengths), max(self.lengths)
            spread = (
                f"{least} to {most}, on average {sum(self.lengths) / len(self.lengths):.1f}"
                if least < most
                else f"{most} in each"
            )
            said.append(f"moves a game: {spread}")
        if self.repetition.games:
            said.append(f"different games: {self.repetition.different:,} of {self.repetition.games:,}")
        return said

    def faults(self) -> Iterator[str]:
        """Yield what each player forfeited, and how many illegal answers it gave."""
        for name, causes in zip(self.plan.names, self.forfeits, strict=True):
            if causes:
                counted = ", ".join(f"{cause} {count}" for cause, count in causes.most_common())
                yield f"{name} forfeited {causes.total()}: {counted}"
        if wrong := [f"{name} {count:,}" for name, count in zip(self.plan.names, self.illegal, strict=True) if count]:
            yield f"illegal answers: {', '.join(wrong)} in {format_count(self.games, 'game')}"

    def sides(self, swap: str) -> list[str]:
        """Return the results of the games that each player began; `swap` as in `lines`."""
        one, two = self.plan.names
        if not self.plan.swap:
            return [f"{one} moving first in all games: {swap} lets sides alternate"]
        (won, drawn, lost), (won_too, drawn_too, lost_too) = self.outcomes
        width = max(map(text_width, (one, two))) + len(" moving first: ")
        return [
            f"{pad(f'{one} moving first:', width)}won {won}, lost {lost}, drew {drawn}",
            f"{pad(f'{two} moving first:', width)}won {lost_too}, lost {won_too}, drew {drawn_too}",
        ]

    def as_dict(self) -> dict[str, object]:
        """Return the results as JSON types."""
        one, two = self.plan.names
        first, second = self.outcomes
        return {
            **self.summary().as_dict(),
            "margin": self.margin().as_dict(),
            "moving_first": {
                one: dict(zip(ENDS, first, strict=True)),
                two: dict(zip(ENDS, second[::-1], strict=True)),
            },
            "moves_per_game": {
                "mean": sum(self.lengths) / max(len(self.lengths), 1),
                "least": min(self.lengths, default=0),
                "most": max(self.lengths, default=0),
            },
            "seconds_per_move": {
                name: spent / count if count else None
                for name, spent, count in zip((one, two), self.seconds, self.moves, strict=True)
            },
            "forfeits": {one: dict(self.forfeits[0]), two: dict(self.forfeits[1])},
            "illegal": {one: self.illegal[0], two: self.illegal[1]},
            "late": {one: self.late[0], two: self.late[1]},
            "different_games": self.repetition.different,
            "adjudicated": self.adjudicated,
        }


def warn_of_repetition(results: Results, some: str = "--openings N", more: str = "more --openings") -> str | None:
    """Return a warning if the games repeat each other, so that they are no sample; otherwise None.

    some, more  what people type to get openings, and to get more of them.
    """
    repetition = results.repetition
    if not repetition.repeated:
        return None
    cure = more if results.plan.openings else some
    return (
        f"WARNING: {repetition.games:,} games, but only {repetition.different:,} different ones: these players repeat"
        f" themselves, and every figure above counts copies. {cure} lets them start from different positions."
    )
