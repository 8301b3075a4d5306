"""The exact method and the method of playouts, and how methods take turns."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from games.base.rule_values import check_position
from games.base.spec_error import SpecError
from games.capabilities import counts_points, hides_information
from games.game import CHANCE, Game
from games.option import nearest
from players.mcts import MctsPlayer, measures
from players.optimal import shows_chance
from players.player import Unplayable
from players.search.alphabeta.table import entries_for
from players.search.alphabeta.tree import Chance
from players.search.big_stack import call_on_big_stack
from players.search.clock import hurried
from players.search.montecarlo.mcts import Uct
from players.search.montecarlo.nodes import room
from players.search.montecarlo.result import Branch, branches, choose_branch, expected_line
from players.search.random_play import Rng
from players.search.values.value_iteration import VALUE_ITERATION, ValueIteration
from referee.analysis.analysis import Analysis
from referee.analysis.first_win import NAME as FIRST_WIN
from referee.analysis.first_win import first_win
from referee.analysis.judged import judged
from referee.analysis.lookahead import minimax
from referee.analysis.method_result import (
    JUDGE,
    LONGER,
    PLAYOUTS,
    TURN,
    Budget,
    MethodResult,
    MoveValue,
    TurnStopwatch,
)
from referee.analysis.whole_turn import Play, plays_wholly, turn_text, whole_plays
from referee.drawing.number_format import format_count
from referee.engines.judge import EngineJudge
from referee.errors.attribution import attribute_errors, load_after
from referee.solving.exhaustive import Exhaustion
from referee.solving.outcome_text import refuse_end
from referee.solving.solve_cache import Before
from referee.solving.value import share, side
from referee.statistics.scoring import playout_interval

MEMORY = 256  # megabytes for the table of an exhaustive search
LONGEST = 2_000_000  # positions of a turn
ENDLESS = "its games have more moves than a search can keep"
TREE_TURN = 0.1  # seconds of a turn, about
LINE = 32  # moves of a line
OPTIONS = MctsPlayer.options
Plays = Mapping[int, Play]
Method = Callable[[Game, Budget, str], Iterator[MethodResult]]


def exact(game: Game, budget: Budget, spec: str) -> Iterator[MethodResult]:
    """Yield what is proven of the position, more and more; without values if it cannot be solved."""
    if hides_information(game):
        yield refused("best play is mixed where something is hidden: referee solve has it")
        return
    try:
        if not shows_chance(game):
            with suppress(Chance):
                yield from by_search(game, budget, spec)
                return
        yield from by_sweep(game, budget)
    except (Unplayable, MemoryError) as error:
        yield refused(f"{error}")


def refused(why: str) -> MethodResult:
    """Return the result for a position that cannot be solved."""
    return MethodResult("exact", f"not solved: {why}", (), 0, 0.0, final=True)


def by_search(game: Game, budget: Budget, spec: str) -> Iterator[MethodResult]:
    """Yield what theory, the cache, or an exhaustive search proves. Raises Chance, Unplayable and MemoryError."""
    before = Before(spec, game)
    if known := before.found():
        yield solution_result(game, known, known["method"], final=True)
        return
    watch = budget.stopwatch()
    search = Exhaustion(game, entries_for(MEMORY), watch.clock)
    turn = float(TURN)
    while True:
        with watch.running(turn):
            call_on_big_stack(search.run, watch.clock)
        spent = {"positions": search.positions(), "seconds": watch.spent, "method": search.method(), "cached": False}
        found = search.found() | spent
        final = found["solved"] or watch.over
        yield solution_result(game, found, search.method() if found["solved"] else unsolved(watch), final)
        if final:
            break
        if not watch.stopped:
            raise Unplayable(ENDLESS)
        turn = min(LONGER * turn, LONGEST)
    before.keep(found)


def by_sweep(game: Game, budget: Budget) -> Iterator[MethodResult]:
    """Yield what value iteration finds of a game of chance: nothing before its end, then all. Raises Unplayable."""
    watch, sweep, final = budget.stopwatch(), ValueIteration(game), False
    turn = float(TURN)
    while not final:
        with watch.running(turn):
            final = sweep.run(watch.clock)
        turn = min(LONGER * turn, LONGEST)
        if not final:
            yield MethodResult("exact", unsolved(watch), (), sweep.positions, watch.spent, watch.over)
            if watch.over:
                return
    # Values count for the seat that chooses, or for seat 0 if chance does.
    mine = -1 if game.turn == 1 else 1
    if plays_wholly(game):
        found = [(play.number, play.texts, sweep.value(play.after)) for play in whole_plays(game)]
    else:
        found = [(move, (text,), value) for move, text, value in sweep.moves(game)]
    rows = [
        MoveValue(
            move=number,
            text=turn_text(texts),
            estimate=mine * value,
            chance=share(mine * value) if game.stakes == 1 else None,
            line=texts,
        )
        for number, texts, value in found
    ]
    if game.turn in (0, 1):
        rows.sort(key=MoveValue.rank, reverse=True)
    line = rows[0].line if game.turn in (0, 1) else ()
    yield MethodResult("exact", VALUE_ITERATION, tuple(rows), sweep.positions, watch.spent, final=True, line=line)


def unsolved(watch: TurnStopwatch) -> str:
    """Say what stopped an unfinished search, if anything did."""
    if watch.over and not hurried():
        return "not solved within " + (
            f"{watch.nodes:,} positions" if watch.nodes else f"{round(watch.limit, 3):g} seconds"
        )
    return "not solved yet"


def solution_result(game: Game, found: dict[str, Any], how: str, final: bool) -> MethodResult:
    """Return the result of a solution, given as JSON types, for the seat to move."""
    mine, line = side(game.turn), tuple(found["line"])
    rows = {row["move"]: row for row in found["moves"]}
    named = [(move, text, rows[text]) for move in game.moves() if (text := game.text(move)) in rows]
    there = [move_value(move, text, row, mine, line) for move, text, row in named]
    there.sort(key=MoveValue.rank, reverse=True)
    value = found["value"]
    ends = (found["at_least"], found["at_most"]) if value is None else (value, value)
    bounds = min(mine * end for end in ends), max(mine * end for end in ends)
    return MethodResult(
        "exact", how, tuple(there), found["positions"], found["seconds"], final, bounds, found["distance"], line
    )


def move_value(move: int, text: str, row: dict[str, Any], mine: int, line: tuple[str, ...]) -> MoveValue:
    """Return a move of proven worth, with its line if it is the expected one."""
    score = mine * row["value"]
    expected = line if line[:1] == (text,) else (text,)
    return MoveValue(move=move, text=text, score=score, distance=row["distance"], chance=share(score), line=expected)


def mcts(game: Game, budget: Budget, spec: str) -> Iterator[MethodResult]:
    """Yield what a tree says as it grows, like the tree of the player `mcts`."""
    watch = TurnStopwatch(budget.seconds)
    count = budget.playouts or (PLAYOUTS if budget.seconds is None else None)
    try:
        tree = planted(game, watch, budget.seed)
    except MemoryError as error:
        raise Unplayable(str(error)) from error
    plays = {play.number: play for play in whole_plays(game)} if plays_wholly(game) else {}
    part, played, done = 1, 0, False
    while not done:
        asked = part if count is None else min(part, count - played)
        before = watch.spent
        with watch.running():
            now = tree.run(asked)
        played += now
        part = 2 * part if watch.spent - before < TREE_TURN / 2 else part
        done = now < asked or played == count or watch.over
        yield replace(tree_result(game, tree, watch, plays), final=done)


def planted(game: Game, watch: TurnStopwatch, seed: int) -> Uct:
    """Return a new tree. Raises MemoryError."""
    source = random.Random(seed)
    rng = Rng(source.getrandbits(63))
    explore, rave = measures(game)
    most = room(OPTIONS["memory"].default, later=rave > 0)
    return Uct(game, watch.clock, rng, source, explore, most, rave=rave)


def tree_result(game: Game, tree: Uct, watch: TurnStopwatch, plays: Plays) -> MethodResult:
    """Return the tree's result so far: the move that it would make first, then the most visited ones.

    plays  by number, of a game in which rows are whole plays; otherwise none.
    """
    found = play_branches(tree, plays) if plays else branches(tree)
    tried = [each for each in found if each.visits or each.proven]
    if game.turn == CHANCE:
        places = {move: place for place, move in enumerate(game.moves())}
        tried.sort(key=lambda each: places[each.move])
    else:
        first = choose_branch(tried) if tried else None
        tried.sort(key=lambda each: (each is not first, each.high == -1, -each.visits))
    rows = tuple(branch_value(game, tree, each, place, plays.get(each.move)) for place, each in enumerate(tried))
    expected = rows[0].line if rows and game.turn != CHANCE else ()
    how = format_count(tree.playouts, "playout")
    return MethodResult(
        "mcts", how, rows, watch.clock.nodes, watch.spent, line=expected, depth=tree.deepest, playouts=tree.playouts
    )


def play_branches(tree: Uct, plays: Plays) -> list[Branch]:
    """Return what the tree knows of each whole play that it has tried, in all orders of its moves together."""
    numbers = {order: play.number for play in plays.values() for order in play.orders}
    found: dict[int, Branch] = {}

    def walk(node: int, made: tuple[int, ...]) -> None:
        for each in branches(tree, node):
            number = numbers.get(way := (*made, each.move))
            if number is None:
                walk(each.node, way)
            elif alike := found.get(number):
                found[number] = alike.plus(each.visits, each.total, each.low, each.high)
            else:
                found[number] = replace(each, move=number)

    walk(0, ())
    return list(found.values())


def branch_value(game: Game, tree: Uct, branch: Branch, place: int, play: Play | None) -> MoveValue:
    """Return a move of the root, or a whole play, for the seat that makes it; the best move with the expected line."""
    if play is not None:
        bare = MoveValue(move=play.number, text=play.text, visits=branch.visits, line=play.texts)
    else:
        text = game.text(branch.move)
        expected = (text,) if place or game.turn == CHANCE else expected_line(tree, branch, LINE)
        bare = MoveValue(move=branch.move, text=text, visits=branch.visits, line=expected)
    if branch.proven:
        return replace(bare, score=branch.low, chance=branch.value, or_more=game.stakes > 1 and branch.low != 0)
    low, high = playout_interval(branch.value, branch.visits, preferred=not place and game.turn != CHANCE)
    if counts_points(game):
        # Points count, not wins.
        estimate, *ends = (game.stakes * (2 * each - 1) for each in (branch.value, low, high))
        return replace(bare, estimate=estimate, interval=(ends[0], ends[1]))
    return replace(bare, chance=branch.value, interval=(low, high))


# The most trusted first.
USUAL: Mapping[str, Method] = {"exact": exact, "minimax": minimax, "mcts": mcts}
METHODS = {**USUAL, FIRST_WIN: first_win}


def chosen(words: Iterable[str]) -> tuple[str, ...]:
    """Return the methods of these names, in the order of METHODS. Raises SpecError."""
    wanted = [word.strip().casefold() for word in words]
    for word in wanted:
        if word not in METHODS:
            near = nearest(word, list(METHODS))
            raise SpecError(f"there is no method {word!r}{near} (methods: {', '.join(METHODS)})")
    return tuple(name for name in METHODS if name in wanted)


def method_results(
    game: Game, names: tuple[str, ...], budget: Budget, spec: str, judges: Sequence[EngineJudge] = ()
) -> Iterator[MethodResult]:
    """Return an iterator of what these methods and the judges say of the position: better each time.

    Raises SpecError, before any of them begins, for a position that a method does not take.
    """
    asked = {name: METHODS[name](game, budget, spec) for name in names}
    first = {name: asked.pop(name) for name in ("exact",) if name in asked}  # judges are trusted less than a proof only
    for judge in judges:
        method = JUDGE if len(judges) == 1 else f"{JUDGE} {judge.name}"
        first[method] = judged(game, judge, budget, method)
    asked = {**first, **asked}
    return in_turns(asked)


def in_turns(asked: dict[str, Iterator[MethodResult]]) -> Iterator[MethodResult]:
    """Yield the results of all methods; the one that has taken least time is next, so that all get better at once."""
    spent = dict.fromkeys(asked, -1.0)  # less than any method that has had a turn
    while spent:
        name = min(spent, key=lambda each: spent[each])
        found = next(asked[name], None)
        if found is None:
            del spent[name]
            continue
        spent[name] = found.seconds
        if found.final:
            del spent[name]
        yield found


def analysis_place(spec: str, opening: Sequence[str]) -> str:
    """Return what was being done when something failed, for a message."""
    return f"as {spec} was analysed, after the moves: {' '.join(opening) or 'none'}"


def load_position(spec: str, opening: tuple[str, ...], seed: int) -> Game:
    """Return the position after the moves of `opening`, as the seat to move may know it.

    Raises SpecError for nothing to analyse, UserCodeError for invalid values of rules.
    """
    game = load_after(spec, opening)
    with attribute_errors(game, lambda: analysis_place(spec, opening)):
        check_position(game)
    refuse_end(game, "analyse")
    if not hides_information(game):
        return game
    if game.turn == CHANCE:
        moves = " ".join((*opening, game.text(game.moves()[0])))
        raise SpecError(f'chance is to move, which hides what it does; say what in the moves: "{moves}"')
    return game.imagine(game.turn, Random(seed))


def analysed(game: Game, spec: str, seconds: float) -> Analysis:
    """Return what the usual methods say of `game` within `seconds`, or until they are hurried.

    game  as the seat to move knows it. Its past is left out, as hidden moves would reveal too much.
    """
    analysis = Analysis(spec, (), game)
    for result in method_results(game, tuple(USUAL), Budget(seconds=seconds / len(USUAL)), spec):
        analysis.update(result)
    return analysis
