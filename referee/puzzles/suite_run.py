"""Ask a player for its move in each problem of a suite, and judge the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.errors.ownership import safe_getattr
from referee.match.clocks import Control
from referee.match.events import Ended, Moved
from referee.match.match import play
from referee.match.players import RemotePlayer
from referee.running.game_task import make_player, plays_apart
from referee.running.lasting_players import release
from referee.support.limits import derive_seed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.game import Game
    from players.player import Player, Thought
    from referee.puzzles.problem import Problem


@dataclass(frozen=True)
class SuiteAnswer:
    """What a player answered in a position of a suite.

    played   its move; "" if it made none, and then `fault` says why.
    seconds  it took;  depth  the plies that it says it looked ahead, 0 if it says nothing.
    """

    problem: Problem
    played: str
    solved: bool
    seconds: float
    depth: int = 0
    fault: str = ""


class Bystander:
    """Sits on the other seat, and is never asked."""

    def choose(self, game: Game, deadline: float) -> int:
        raise NotImplementedError


def run_suite(problems: Iterable[Problem], player: str, seconds: float | None, seed: int) -> Iterator[SuiteAnswer]:
    """Yield the player's answer in each position.

    player  its spec;  seconds  its time for a move, None for no limit;  seed  of its random numbers.

    A fault of the player costs it the position. Raises SpecError for a spec that names no player.
    """
    for number, problem in enumerate(problems):
        seat = make_player(player, derive_seed(seed, number), apart=plays_apart(player))
        yield ask(problem, seat, player, seconds, derive_seed(seed, number))


def ask(problem: Problem, player: Player, spec: str, seconds: float | None, seed: int) -> SuiteAnswer:
    """Return the answer of a player in a position; it waits for the next one afterwards if it is one that lasts."""
    start = problem.start()
    seated = [player if seat == start.turn else Bystander() for seat in (0, 1)]
    if isinstance(player, RemotePlayer):
        player.prepare(problem.game, start, seed, None)
    events = play(start, seated, seed=seed, control=Control(seconds))
    answer = SuiteAnswer(problem, "", solved=False, seconds=0.0, fault="made no move")
    try:
        for event in events:
            if isinstance(event, Moved):
                answer = judge(problem, start, event, safe_getattr(player, "thought"))
                break
            if isinstance(event, Ended):
                answer = SuiteAnswer(problem, "", solved=False, seconds=0.0, fault=event.why)
    finally:
        events.close()  # type: ignore[attr-defined]  # a generator; so the player hears of the end
        release(player, spec, None, fit=not answer.fault)
    return answer


def judge(problem: Problem, start: Game, made: Moved, thought: Thought | None) -> SuiteAnswer:
    """Return the answer of a move; `thought` is what the player says about it, None if it says nothing."""
    depth = thought.depth if thought else 0
    announced = thought.forced_distance if thought and thought.value > thought.even else None
    solved = problem.solved_by(start, made.move, announced)
    return SuiteAnswer(problem, made.text, solved, made.seconds, depth)


def tally(answers: Iterable[SuiteAnswer]) -> dict[str, tuple[int, int]]:
    """Return, for bm, am and dm, how many positions that ask for it were solved, and how many there were."""
    counts = {"bm": [0, 0], "am": [0, 0], "dm": [0, 0]}
    for each in answers:
        for kind in each.problem.kinds:
            counts[kind][0] += each.solved
            counts[kind][1] += 1
    return {kind: (solved, tried) for kind, (solved, tried) in counts.items() if tried}
