"""What `hint` and `why` answer: a move or a thought, its reasons, and what the next best moves are worth."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import inf
from time import monotonic
from typing import Any

import games
import players
from games.capabilities import counts_points, hides_information
from games.game import Game, writes
from games.picture import Points
from players.optimal import shows_chance
from players.player import Thought
from players.search.alphabeta.pvs import CALM
from players.search.alphabeta.table import Table, entries_for
from players.search.alphabeta.tree import Chance
from players.search.clock import hurried
from referee.analysis.lookahead import weigh_others
from referee.analysis.whole_turn import complete_turn, first_turn, turn_text
from referee.drawing.changes import find_change
from referee.engines.judge import EngineJudge
from referee.errors.ownership import safe_getattr
from referee.match.events import Asked
from referee.match.sentences import change_phrases
from referee.match.wording import Viewpoint, join_words, spoken_name
from referee.reports.analysis.thought_text import ChanceScale, advice_text, choice_text, is_known, others_text
from referee.reports.review.comment import con_text, danger_text, joined, reason_text, warning
from referee.reviews.judging import Verdict
from referee.reviews.reasons import dangers, reasons
from referee.reviews.win_probability import find_scale
from referee.solving.outcome_text import full_stop

ADVISER = "level:10"  # the player that gives hints
HINTED = 2.0  # seconds for a hint
REASONED = 0.5  # seconds for the reasons of a move
WEIGHED = 1.0  # seconds for the moves that come next, and once in a match for the slope of the game's estimate
LEARNT = 1_000_000  # positions for that
TABLE = 64  # megabytes
ROOM = 180  # most characters of an answer that still adds other moves; a longer one takes the board's place


class Advice:
    """Gives advice in a match of one game."""

    def __init__(self, spec: str, seed: int):
        self.spec, self.seed = spec, seed
        self.names = ("", "")  # of the players by seat
        self.slope: float | None = None  # of the game's estimate
        self.slope_known = False

    def hint(self, game: Game, deadline: float, judge: EngineJudge | None = None, path: Sequence[str] = ()) -> str:
        """Return what a strong player would do here, why, and what the next best moves are worth.

        judge  a program that says what to do, None: a player of ours does;  path  the moves so far, which it hears.
        """
        until = min(deadline, monotonic() + HINTED)
        if judge is not None:
            said = judge.think(game, path, until)
            play = complete_turn(game, said.line)
            return self.advise(game, said, play, ChanceScale(game.stakes), f"Hint by {judge.name}", deadline)
        player = players.load(ADVISER, self.seed)
        try:
            thought: Thought = player.think(game.copy(), until)  # type: ignore[attr-defined]
        except Exception as error:  # noqa: BLE001  # a game that somebody is still writing
            return f"There is no hint: {error}"
        measure = ChanceScale(game.stakes, self.scale(game, thought, player, deadline), counts_points(game))
        play = complete_turn(game, thought.line, partial(player.choose, deadline=until))
        return self.advise(game, weighed(game, thought, player, deadline), play, measure, "Hint", deadline)

    def advise(
        self, game: Game, thought: Thought, play: Sequence[str], measure: ChanceScale, title: str, deadline: float
    ) -> str:
        """Return the turn that the thought begins and the line `play` completes, and why, after a title."""
        found = reasons(game, thought.move, deadline=soon(REASONED, deadline), line=thought.line)
        turn = first_turn(game, play)
        why = "" if found.wins else reason_text(game, found, self.view(game)) or deed_text(game, turn)
        named = replace(thought, line=(turn_text(turn),))
        return joined(f"{title}: {advice_text(named, measure, ROOM - len(why))}.", why)

    def view(self, game: Game) -> Viewpoint:
        """Return the match as the seat to move reads it."""
        first, second = game.seats
        return Viewpoint(self.names, (first, second), game.turn)

    def why(self, game: Game, name: str, asked: Asked, made: int | None = None) -> str:
        """Return what a program thought about its last move, and what it threatens now.

        The thought is worded as its opinion. If the move `made` is not the one it thought of, there are no reasons.
        """
        thought: Thought | None = safe_getattr(asked.player, "thought")
        name, threats = spoken_name(name), threats_now(game, self.view(game))
        if thought is None or not is_known(thought) or made not in (None, thought.move):
            return joined(f"{name} gives no reasons.", threats)
        measure = ChanceScale(game.stakes, self.scale(asked.game, thought, asked.player), counts_points(game))
        thought = weighed(asked.game, thought, asked.player)
        said = choice_text(name, thought, measure)
        others = others_text(thought, measure, ROOM - len(said))
        if others:
            said = f"{said}; {others}"
        why = ""
        if thought.proven:
            found = reasons(asked.game, thought.move, deadline=soon(REASONED), line=thought.line)
            why, threats = reason_text(asked.game, found, self.view(game)), "" if found.then else threats
        return joined(full_stop(said), why, threats)

    def warn(self, game: Game, moves: Sequence[int], verdict: Verdict) -> str:
        """Return what the coach says about a move of a turn, and how it is refuted; `game` stands before the turn."""
        return joined(warning(game, verdict), counter_text(game, moves, verdict, self.view(game)))

    def scale(self, game: Game, thought: Thought, player: Any, deadline: float = inf) -> float | None:
        """Return the slope that reads estimates in a player's Thought as chances.

        None if they are not the game's own estimates, or if their slope is not known.
        """
        judge = getattr(thinking(player), "judge", None)
        if judge and (judge.function or judge.learnt) is not None:
            return None
        lucky = hides_information(game) or shows_chance(game)
        searched = thought.estimated or any(each.at_most for each in thought.candidates)
        if not searched or lucky or not writes(game, "estimate"):
            return None
        if not self.slope_known:
            try:
                found = find_scale(games.load(self.spec), LEARNT, 0, soon(WEIGHED, deadline))
                self.slope = None if found is None else found.slope
            except Chance:
                self.slope = None
            self.slope_known = not hurried()
        return self.slope


def counter_text(game: Game, moves: Sequence[int], verdict: Verdict, view: Viewpoint) -> str:
    """Return how the move of a verdict is refuted, in sentences; maybe "".

    game  the position before the first move of the turn.
    """
    twin = game.copy()
    for move in moves:
        if move == verdict.move and twin.turn == verdict.seat and twin.text(move) == verdict.text:
            break
        twin.make(move)
    found = reasons(twin, verdict.move, verdict.after, soon(REASONED), other=verdict.line)
    return con_text(twin, found, view)


def soon(seconds: float, deadline: float = inf) -> float:
    """Return the moment in `seconds`, or after a quarter of what is left until the deadline."""
    now = monotonic()
    return now + min(seconds, max(0.0, deadline - now) / 4)


def deed_text(game: Game, turn: Sequence[str]) -> str:
    """Return what the moves of a turn do on the board, in a sentence: `It takes a pawn.`; maybe ""."""
    twin = game.copy()
    for text in turn:
        twin.make(twin.parse(text))
    change = find_change(game.show(game.turn), twin.show(game.turn), game.turn)
    first, second = game.seats
    phrases = change_phrases(change, game.turn, Viewpoint((first, second), (first, second)))
    if change.hit:
        phrases.append(f"hits {'a checker' if change.hit == 1 else f'{change.hit} checkers'}")
    if twin.turn == game.turn and twin.score() is None and not isinstance(twin.show(), Points):
        phrases.append("lets you move again")
    return f"It {join_words(phrases)}." if phrases else ""


def threats_now(game: Game, view: Viewpoint) -> str:
    """Return what the seat that is not to move threatens, in sentences."""
    if hides_information(game) or shows_chance(game):
        return ""
    threats, only = dangers(game, soon(REASONED))
    return danger_text(game, threats, only, view)


def weighed(game: Game, thought: Thought, player: Any, deadline: float = inf) -> Thought:
    """Return the player's Thought with values for the next best moves, by its own evaluation."""
    searcher = thinking(player)
    judge = safe_getattr(searcher, "judge")
    position = judge.look_at(game) if judge else game
    calm = CALM if getattr(searcher, "method", "best") == "best" else 0
    table, deadline = Table(entries_for(TABLE)), soon(WEIGHED, deadline)
    return weigh_others(position, thought, table, deadline, calm, judge.learnt if judge else None)


def thinking(player: Any) -> Any:
    """Return the player itself, or of a level the player that plays for it."""
    return safe_getattr(player, "thinking") or player
