"""How strong an evaluation is while it learns: games against chosen opponents, played by another process."""

from __future__ import annotations

from concurrent.futures import wait
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Self

import games
import players
from games.capabilities import has_chance
from games.dataclass import dataclass
from games.game import writes
from games.names.catalogue import SpecError
from games.names.user_files import is_file_spec
from players.evaluation import evaluator_for
from players.learning.weights_file import SUFFIX
from players.player import Unplayable
from referee.batches.openings import draw_openings
from referee.batches.plan import Plan
from referee.batches.results import Results
from referee.running.process_pool import ProcessPool
from referee.statistics.scoring import interval
from referee.support.limits import derive_seed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Future

    from games.game import Game
    from referee.learning.learner import Learner, LearningProgress
    from referee.match.clocks import Control
    from referee.running.game_task import Result
    from referee.statistics.counts import Counts

OWN = "minimax:depth=1"  # the player that measures an evaluation
BREATH = 0.1  # seconds between two checks whether something is done
TURNS = "minimax:nodes=300"  # the same for games whose turns have several moves: depth 1 would cut them short


class Unmeasurable(Exception):
    """Forfeited games cannot measure strength; the message is one line for people."""


@dataclass(frozen=True)
class CurvePoint:
    """The result of an evaluation against an opponent, at one point of its learning.

    progress  how far it had come;  opponent  the spec;  counts  wins, draws and losses.
    """

    progress: LearningProgress
    opponent: str
    counts: Counts

    def as_dict(self) -> dict[str, object]:
        """Return the point as JSON's types, with the score and its 95 % interval."""
        score = interval(self.counts)
        return {
            **self.progress.as_dict(), "opponent": self.opponent,
            "wins": self.counts.wins, "draws": self.counts.draws, "losses": self.counts.losses,
            "score": score.value, "low": score.low, "high": score.high,
        }  # fmt: skip


def own_player(game: Game) -> str:
    """Return the spec of the player that measures an evaluation of this game; it takes more options."""
    return TURNS if game.plays_turns and has_chance(game) else OWN


def default_opponents(game: Game) -> tuple[str, ...]:
    """Return the opponents that measure an evaluation of this game by default."""
    return ("random", f"{own_player(game)},eval=game" if writes(game, "estimate") else "mcts:playouts=30")


def check_opponents(game: str, opponents: Iterable[str]) -> None:
    """Raise SpecError unless all opponents are programs that can play the game with the weights they name."""
    for opponent in opponents:
        if players.CATALOGUE.find(opponent) == "human":
            raise SpecError(f"an evaluation is measured against programs, and {opponent!r} is a person")
        Plan(game, (OWN, opponent), 0).check()
        check_weights(game, opponent)


def check_weights(game: str, opponent: str) -> None:
    """Raise SpecError if the opponent names weights that do not fit the game."""
    word = None if is_file_spec(opponent) else players.CATALOGUE.check(opponent).get("eval")
    try:
        if isinstance(word, str):
            evaluator_for(games.load(game), word)
    except Unplayable as error:
        raise SpecError(f"{opponent!r} cannot play this game: {error}") from error


class StrengthMeter:
    """Measures an evaluation in `count` games against each opponent, from both sides of random openings.

    A process of its own plays the games, one evaluation after the other. Close it at the end.
    """

    def __init__(self, game: str, opponents: tuple[str, ...], count: int, seed: int):
        self.game, self.opponents, self.count, self.seed = game, opponents, count, seed
        self.own = own_player(games.load(game))
        self.openings = draw_openings(game, count // 2, seed)
        self.folder = TemporaryDirectory(prefix="referee-")
        self.pool = ProcessPool(1)
        self.running: list[tuple[str, Future[list[Result]]]] = []
        self.progress: LearningProgress | None = None  # of the evaluation being measured

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.close()
        with suppress(OSError):
            self.folder.cleanup()

    @property
    def idle(self) -> bool:
        """Whether nothing is being measured."""
        return not self.running

    def begin(self, learner: Learner, progress: LearningProgress) -> None:
        """Measure the evaluation as it is now; only while idle."""
        path = Path(self.folder.name, f"{progress.games}{SUFFIX}")
        learner.write(path)
        self.progress = progress
        for opponent in self.opponents:
            plan = self.plan(f'{self.own},eval="{path}"', opponent)
            self.running.append((opponent, self.pool.submit([plan.task(number) for number in range(self.count)])))

    def plan(self, spec: str, opponent: str) -> Plan:
        """Return the games of the player `spec` against the opponent."""
        seed = derive_seed(self.seed, opponent)
        return Plan(self.game, (spec, opponent), seed, swap=True, openings=self.openings)

    def wait(self, seconds: float) -> None:
        """Wait until something has been measured, at most for `seconds`."""
        wait([future for _, future in self.running[:1]], seconds)

    def finished(self) -> list[CurvePoint]:
        """Return what has been measured since the last call."""
        found = []
        while self.running and self.running[0][1].done():
            opponent, future = self.running.pop(0)
            if (counts := self.count_results(opponent, future)) is not None and self.progress is not None:
                found.append(CurvePoint(self.progress, opponent, counts))
        return found

    def count_results(self, opponent: str, future: Future[list[Result]]) -> Counts | None:
        """Return the counts of the games; None, with a new process, if the process died."""
        try:
            played = future.result()
        except self.pool.died:
            self.running.clear()
            self.pool.renew()
            return None
        results = Results(self.plan(self.own, opponent))
        for each in played:
            results.add(each)
        refuse_forfeits(results, played)
        return results.counts


def refuse_forfeits(results: Results, played: Iterable[Result]) -> None:
    """Raise Unmeasurable if a game was forfeited: then the counts say nothing about the evaluation.

    played  the latest games; the first forfeit among them gives the reason.
    """
    for spec, forfeits in zip(results.plan.players, results.forfeits, strict=True):
        if forfeits:
            causes = ", ".join(f"{count} times {how}" for how, count in forfeits.items())
            why = next((each.record.why for each in played if each.forfeit), None)
            raise Unmeasurable(f"{spec} forfeits games of {results.plan.game}: {causes}{(why and f' ({why})') or ''}")


def acceptance_plan(game: str, players: tuple[str, str], control: Control, seed: int, count: int) -> Plan:
    """Return the games of an acceptance match: random openings, each from both sides."""
    seed = derive_seed(seed, "acceptance")
    return Plan(game, players, seed, control, swap=True, openings=draw_openings(game, count // 2, seed))


def play_acceptance(plan: Plan, count: int) -> Iterator[Counts | None]:
    """Yield the first player's counts after each of `count` games, and None now and then between them.

    Another process plays them, one after the other. Raises Unmeasurable.
    """
    results, pool = Results(plan), ProcessPool(1)
    try:
        for number in range(count):
            future = pool.submit([plan.task(number)])
            while not future.done():
                wait([future], BREATH)
                yield None
            for each in (played := future.result()):
                results.add(each)
            refuse_forfeits(results, played)
            yield results.counts
    except pool.died as error:
        raise Unmeasurable(f"the process that played {plan.players[0]} against {plan.players[1]} died") from error
    finally:
        pool.close()
