"""What each move is worth by minimax: every move searched on its own to the same depth, deeper and deeper.

A search for the best move learns of the others only that they are no better. Here each position after a move has its
own search, all with one table, so that the values can be compared. With chance expectimax takes its place, and with
hidden information sampled worlds with open cards, as in the player `minimax`.

`weigh_others` does this for the best moves after a search ("multi-PV" in chess programs): the best of all others is
searched to the same depth, then the best of those that are left, and so on.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from math import inf
from random import Random

from games.capabilities import hides_information
from games.dataclass import dataclass
from games.game import CHANCE, Game
from players.minimax import TABLE, WORLDS, make_candidate
from players.optimal import shows_chance
from players.player import Candidate, Thought
from players.search.alphabeta.expectimax import Expectimax
from players.search.alphabeta.pvs import CALM, Pvs
from players.search.alphabeta.table import HALF, Table, entries_for, to_game_score
from players.search.alphabeta.tree import DEEPEST, Chance, Negamax, StaticEvaluation
from players.search.big_stack import FARTHEST
from players.search.clock import Clock, Stop
from referee.analysis.method_result import LONGER, NODES, TURN, Budget, MethodResult, MoveValue, TurnStopwatch
from referee.analysis.whole_turn import plays_wholly, whole_plays
from referee.solving.outcome_text import plies
from referee.solving.value import Value, share, sign
from referee.statistics.scoring import Z

HASTE = "no time for a ply"

Rows = list[MoveValue]
FEW = 3  # moves besides the best


def minimax(game: Game, budget: Budget, spec: str) -> Iterator[MethodResult]:
    """Yield what minimax says of the position, one ply deeper each time."""
    if hides_information(game):
        yield from in_worlds(game, budget)
        return
    if not shows_chance(game):
        with suppress(Chance):
            yield from certain(game, budget)
            return
    yield from on_average(game, budget)


class Move:
    """A move and the search of the position after it; `value` is of the last depth, `final` if it is proven."""

    def __init__(self, game: Game, move: int, table: Table, watch: TurnStopwatch):
        self.move, self.text, self.stakes = move, game.text(move), game.stakes
        self.after = game.copy()
        self.after.make(move)
        mine = 1 if game.turn == 0 else -1
        self.sign = 1 if self.after.turn == game.turn else -1  # of values for the seat to move afterwards
        score = self.after.score()
        self.final = score is not None
        self.search: Pvs | None = None
        if score is not None:
            self.value = self.ended(mine * score)
            return
        if self.after.turn == CHANCE:
            raise Chance(type(game).__name__)
        self.search = Pvs(self.after, table, watch.clock)
        self.search.prepare()
        estimate = max(1 - HALF, min(HALF - 1, mine * self.after.estimate()))
        self.value = MoveValue(move=move, text=self.text, estimate=estimate, line=(self.text,))

    def ended(self, score: int) -> MoveValue:
        """Return the value of a move that ends the game with `score`."""
        return MoveValue(
            move=self.move, text=self.text, score=score, distance=1 if score else None, chance=share(score),
            line=(self.text,),
        )  # fmt: skip

    def found(self, depth: int) -> MoveValue:
        """Return what a search to `depth` finds for the move, which is its first ply. Raises Stop and Chance."""
        search = self.search
        if search is None or self.final:
            return self.value
        search.look(depth - 1)
        self.final = search.final
        found, line = value_found(search, self.stakes), (self.text, *search.line())
        mine = found if self.sign > 0 else found.seen_by(1)
        return MoveValue(
            move=self.move, text=self.text, score=mine.score, chance=mine.chance, estimate=mine.estimate,
            distance=None if mine.distance is None else mine.distance + 1, or_more=mine.or_more, line=line,
        )  # fmt: skip


def value_found(search: Negamax, stakes: int) -> Value:
    """Return what a search finds its position to be worth to the seat to move: proven, or an estimate."""
    value, distance = to_game_score(search.score)
    if distance is None and not search.final:
        return Value(estimate=value)
    # The margin is known if all lines end, or if it is the largest.
    sure = search.final or abs(value) == stakes
    far = distance if sure and distance is not None and distance <= FARTHEST else None
    return Value(score=value, distance=far, chance=share(value), or_more=not sure)


def certain(game: Game, budget: Budget) -> Iterator[MethodResult]:
    """Yield what minimax says of a game without chance. Raises Chance."""
    watch, table = budget.stopwatch(budget.depth is None), Table(entries_for(TABLE))
    moves: list[Move] = []
    with watch.running():
        for move in game.moves():
            moves.append(Move(game, move, table, watch))
            if watch.stopping:
                break
    if len(moves) < len(game.moves()):
        yield MethodResult("minimax", HASTE, (), len(moves), watch.spent, final=True)
        return
    last = depth_result(watch, [each.value for each in moves], 1)
    deepest = min(budget.depth or DEEPEST, DEEPEST)
    for depth in range(2, deepest + 1):
        if all(each.final for each in moves) or watch.over:
            break
        yield last
        found: Rows = []
        for each in moves:
            try:
                with watch.running():
                    found.append(each.found(depth))
            except Stop:
                break
            yield replace(last, nodes=watch.clock.nodes, seconds=watch.spent)
        if len(found) < len(moves):
            break
        for each, value in zip(moves, found, strict=True):
            each.value = value
        last = depth_result(watch, found, depth)
    yield replace(last, nodes=watch.clock.nodes, seconds=watch.spent, final=True)


def depth_result(watch: TurnStopwatch, found: Rows, depth: int, how: str = "") -> MethodResult:
    """Return what was found to that depth for the seat to move."""
    rows = tuple(sorted(found, key=MoveValue.rank, reverse=True))
    said = how or plies(depth)
    return MethodResult("minimax", said, rows, watch.clock.nodes, watch.spent, line=rows[0].line, depth=depth)


Look = Callable[[int], tuple[Rows, bool]]  # by depth: what was found, none if stopped, and whether all is final


def deepened(watch: TurnStopwatch, budget: Budget, look: Look, how: str, in_order: bool) -> Iterator[MethodResult]:
    """Yield what `look` finds at each depth, until all is final or it is stopped."""
    last, depth, turn = MethodResult("minimax", HASTE, (), 0, 0.0), 1, float(TURN)
    while depth <= (budget.depth or DEEPEST):
        with watch.running(turn):
            found, final = look(depth)
        if found:
            last = depth_result(watch, found, depth, f"{plies(depth)}{how}")
            last = replace(last, values=tuple(found), line=()) if in_order else last
            depth += 1
        if final or watch.over or not (found or watch.stopped):
            break
        turn = turn if found else LONGER * turn
        yield replace(last, nodes=watch.clock.nodes, seconds=watch.spent)
    yield replace(last, nodes=watch.clock.nodes, seconds=watch.spent, final=True)


def on_average(game: Game, budget: Budget) -> Iterator[MethodResult]:
    """Yield what expectimax says each move wins on average; at a turn of chance each outcome for seat 0."""
    watch, table = budget.stopwatch(budget.depth is None), Table(entries_for(TABLE))
    mine = -1 if game.turn == 1 else 1
    if plays_wholly(game):
        yield from deepened(watch, budget, whole_look(game, table, watch), "", in_order=False)
        return

    def look(depth: int) -> tuple[Rows, bool]:
        search = Expectimax(game, table, watch.clock)
        found = search.each(depth)
        if not found or (search.depth < depth and watch.stopping):
            return [], False
        texts = {move: game.text(move) for move in found}
        rows = [
            MoveValue(move=each, text=texts[each], estimate=mine * found[each], line=(texts[each],))
            for each in game.moves()
        ]
        return rows, search.depth < depth

    yield from deepened(watch, budget, look, "", game.turn == CHANCE)


def whole_look(game: Game, table: Table, watch: TurnStopwatch) -> Look:
    """Return how to find what each whole play wins on average: its moves, which count as plies, and those after it."""
    plays, mine = whole_plays(game), -1 if game.turn == 1 else 1

    def look(depth: int) -> tuple[Rows, bool]:
        rows, final = [], True
        for play in plays:
            *before, move = play.orders[0]
            here, left = game.copy(), max(depth - len(before), 1)
            for each in before:
                here.make(each)
            search = Expectimax(here, table, watch.clock)
            search.leave_out([each for each in here.moves() if each != move])
            found = search.each(left)
            if not found or (search.depth < left and watch.stopping):
                return [], False
            final = final and search.depth < left
            rows.append(MoveValue(move=play.number, text=play.text, estimate=mine * found[move], line=play.texts))
        return rows, final

    return look


def in_worlds(game: Game, budget: Budget) -> Iterator[MethodResult]:
    """Yield what each move wins on average over worlds that the seat to move may be in."""
    watch, source, seat = budget.stopwatch(budget.depth is None), Random(budget.seed), game.turn
    worlds = [(game.imagine(seat, source), Table(entries_for(TABLE / WORLDS))) for _ in range(WORLDS)]

    def look(depth: int) -> tuple[Rows, bool]:
        values: dict[int, list[float]] = {move: [] for move in game.moves()}
        deepest = 0
        for world, table in worlds:
            search = Expectimax(world, table, watch.clock)
            found = search.each(depth)
            if not found or (search.depth < depth and watch.stopping):
                return [], False
            deepest = max(deepest, search.depth)
            for move, value in found.items():
                values[move].append(value if seat == 0 else -value)
        means = [make_candidate(game, move, found) for move, found in values.items()]
        rows = [
            MoveValue(
                move=each.move,
                text=each.text,
                estimate=each.value,
                interval=None if each.error is None else (each.value - Z * each.error, each.value + Z * each.error),
                line=(each.text,),
            )
            for each in means
        ]
        return rows, deepest < depth

    return deepened(watch, budget, look, f", {WORLDS} worlds", in_order=False)


def weigh_others(
    game: Game,
    thought: Thought,
    table: Table | None,
    deadline: float = inf,
    calm: int = CALM,
    evaluation: StaticEvaluation | None = None,
) -> Thought:
    """Return the Thought with exact values instead of bounds for the FEW best other moves.

    Unless proven, its own value is replaced by the value of its last whole depth, as a stopped search may have looked
    deeper. Other moves that look better at that depth are left out: the deeper look rejected them.

    thought   of a search of that position without chance; any other is returned unchanged.
    table     of positions met before, maybe by the search that found the Thought.
    deadline  of time.monotonic(): moves without a value by then, or after NODES positions, are left out.
    calm      as in Pvs: 0 if the Thought is of a textbook search.
    evaluation  that judged positions; None: the estimate of the game.
    """
    if not any(each.at_most for each in thought.candidates):
        return thought
    clock = Clock(deadline, NODES)
    searched = Searched(game, thought, table, calm, evaluation)
    best = next(each for each in thought.candidates if each.move == thought.move)
    if not thought.proven and not rank(best)[0] > 0:  # a win found by a stopped search counts
        rest = [move for move in game.moves() if move != thought.move]
        found = search_without(searched, rest, clock)
        if found is None:
            return replace(thought, candidates=(best,))
        best, thought = found, replace(thought, value=found.value, estimated=thought.estimated and not found.distance)
    next_best = others(replace(searched, thought=thought), clock)
    return replace(thought, candidates=(best, *(each for each in next_best if rank(each) <= rank(best))))


def rank(candidate: Candidate) -> tuple[int, float]:
    """Return the rank of a move: forced wins first, then open values, then losses."""
    return sign(candidate.value) if candidate.distance else 0, candidate.value


@dataclass(frozen=True)
class Searched:
    """The arguments of `weigh_others`."""

    game: Game
    thought: Thought
    table: Table | None
    calm: int
    evaluation: StaticEvaluation | None


def others(searched: Searched, clock: Clock) -> Iterator[Candidate]:
    """Yield the best of the other moves, one after the other, as far as the clock allows."""
    thought = searched.thought
    told = [thought.move]
    for left in range(min(FEW, len(searched.game.moves()) - 1), 0, -1):
        part = clock.share(left) if thought.proven else clock
        found = search_without(searched, told, part)
        if part is not clock:
            clock.join()
        if found is None:
            return
        yield found
        told.append(found.move)


def search_without(searched: Searched, told: list[int], clock: Clock) -> Candidate | None:
    """Return the best move except for `told`, searched as deep as the Thought, or to the end if that is proven.

    Returns None if the clock does not allow it.
    """
    game, thought = searched.game, searched.thought
    search = Pvs(game, searched.table, clock, calm=searched.calm)
    if searched.evaluation is not None:
        search.use(searched.evaluation)
    search.leave_out(told)
    search.run(None if thought.proven else thought.depth)
    if not search.final and (search.depth < thought.depth or thought.proven):
        return None
    value, distance = to_game_score(search.score)
    text = game.text(search.best_move)
    return Candidate(search.best_move, text, value, proven=search.final, distance=distance)
