"""What `hint` and `why` answer: a move or a thought, its reasons, and the moves that come next."""

from collections.abc import Sequence
from math import inf
from time import monotonic
from typing import Any

import games
import players
from games.capabilities import hides_information
from games.game import Game, writes
from players.optimal import shows_chance
from players.player import Thought
from players.search.clock import hurried
from players.search.negamax import Chance
from players.search.quiescence import CALM
from players.search.table import Table, entries_for
from referee.analysis.second_best import weigh_others
from referee.drawing.number_format import format_seconds
from referee.match.events import Asked
from referee.reports.analysis.thought_text import other_moves, outlook
from referee.reports.review.reason_text import con_text, danger_text, joined, reason_text
from referee.reports.review.verdict_text import warning
from referee.reviews.judging import Verdict
from referee.reviews.reasons import dangers, reasons
from referee.reviews.win_probability import learn_scale
from referee.solving.outcome_text import plies

ADVISER = "level:10"  # the player that gives hints
HINTED = 2.0  # seconds for a hint
REASONED = 0.5  # seconds for the reasons of a move
WEIGHED = 1.0  # seconds for the moves that come next, and once in a match for what the game's estimate tells
LEARNT = 1_000_000  # positions for that
TABLE = 64  # megabytes
ROOM = 180  # characters of an answer up to which it goes on with other moves: what is longer takes the board's place


class Advice:
    """Gives advice in a match of the game of that spec."""

    def __init__(self, spec: str, seed: int):
        self.spec, self.seed = spec, seed
        self.slope: float | None = None  # of the game's estimate
        self.slope_known = False

    def hint(self, game: Game, deadline: float) -> str:
        """What a strong player would do here, why, and what the moves are worth that come next."""
        player = players.load(ADVISER, self.seed)
        try:
            thought: Thought = player.think(game.copy(), min(deadline, monotonic() + HINTED))  # type: ignore[attr-defined]
        except Exception as error:  # noqa: BLE001  # a game that somebody is still writing
            return f"There is no hint: {error}"
        scale, thought = self.scale(game, thought, player, deadline), weighed(game, thought, player, deadline)
        why = reason_text(game, reasons(game, thought.move, deadline=soon(REASONED, deadline)))
        hint = joined(f"Hint: {game.text(thought.move)}{outlook(thought, scale)}.", why)
        return with_others(hint, "Next:", thought, scale)

    def why(self, game: Game, name: str, asked: Asked) -> str:
        """What the program of that name thought about the move that it was last asked for, and what it threatens."""
        thought: Thought | None = getattr(asked.player, "thought", None)
        if thought is None:
            return joined(f"{name} gives no reasons.", threats_now(game))
        scale, thought = self.scale(asked.game, thought, asked.player), weighed(asked.game, thought, asked.player)
        depth = f"{plies(thought.depth)} deep"
        chose = f"{name} chose {thought.line[0]}{outlook(thought, scale)}"
        why = f"{chose}; {depth}, {thought.nodes:,} positions in {format_seconds(thought.seconds)}."
        found = reasons(asked.game, thought.move, deadline=soon(REASONED))
        why = joined(why, reason_text(asked.game, found), "" if found.then else threats_now(game))
        return with_others(why, "It weighed", thought, scale)

    def warn(self, game: Game, moves: Sequence[int], verdict: Verdict) -> str:
        """What the coach says about a move of that turn, and how it is refuted; game  before the turn."""
        return joined(warning(game, verdict), counter_text(game, moves, verdict))

    def scale(self, game: Game, thought: Thought, player: Any, deadline: float = inf) -> float | None:
        """The slope that reads estimates in a Thought of that player as chances.

        None where they are not those of the game, or nothing is known of them.
        """
        if getattr(thinking(player), "evaluation", None) is not None:
            return None
        lucky = hides_information(game) or shows_chance(game)
        searched = thought.estimated or any(each.at_most for each in thought.candidates)
        if not searched or lucky or not writes(game, "estimate"):
            return None
        if not self.slope_known:
            try:
                learnt = learn_scale(games.load(self.spec), LEARNT, 0, soon(WEIGHED, deadline))
                self.slope = None if learnt is None else learnt.slope
            except Chance:
                self.slope = None
            self.slope_known = not hurried()
        return self.slope


def counter_text(game: Game, moves: Sequence[int], verdict: Verdict) -> str:
    """How the move of the turn is refuted that the verdict is on, in sentences; maybe empty.

    game  the position before the first move of the turn.
    """
    twin = game.copy()
    for move in moves:
        if move == verdict.move and twin.turn == verdict.seat and twin.text(move) == verdict.text:
            break
        twin.make(move)
    return con_text(twin, reasons(twin, verdict.move, verdict.after, soon(REASONED)))


def soon(seconds: float, deadline: float = inf) -> float:
    """The end of so many seconds, or of a quarter of what is left until the deadline."""
    now = monotonic()
    return now + min(seconds, max(0.0, deadline - now) / 4)


def with_others(said: str, word: str, thought: Thought, scale: float | None) -> str:
    """The answer, and behind it the moves that come next where there is room for them."""
    others = other_moves(thought, ROOM - len(said), scale)
    return f"{said} {word} {others}." if others else said


def threats_now(game: Game) -> str:
    """What the seat that is not to move threatens, in sentences."""
    if hides_information(game) or shows_chance(game):
        return ""
    return danger_text(game, *dangers(game, soon(REASONED)))


def weighed(game: Game, thought: Thought, player: Any, deadline: float = inf) -> Thought:
    """The Thought of that player with values of their own for the moves that come next, by its own evaluation."""
    searcher = thinking(player)
    evaluated = getattr(searcher, "evaluated", None)
    position = evaluated(game) if evaluated else game
    calm = CALM if getattr(searcher, "method", "best") == "best" else 0
    return weigh_others(position, thought, Table(entries_for(TABLE)), soon(WEIGHED, deadline), calm)


def thinking(player: Any) -> Any:
    """The player itself, or of a level the one that plays for it."""
    return getattr(player, "thinking", None) or player
