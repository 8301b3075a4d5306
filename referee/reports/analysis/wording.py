"""An analysis in words: what a move is worth, who is winning, where methods disagree."""

from collections.abc import Iterator

from games.capabilities import hides_information
from players.search.values.value_iteration import VALUE_ITERATION
from referee.analysis.analysis import Analysis, disputes
from referee.analysis.method_result import MethodResult
from referee.drawing.number_format import Glyphs, format_seconds
from referee.solving.outcome_text import bounds, outcome, share_text, value_text, within
from referee.solving.value import Value

LITTLE = 0.005  # an estimate that is told as 0


def verdict(analysis: Analysis, glyphs: Glyphs) -> str:
    """Who is winning, in a sentence, by the method trusted most that can tell."""
    for result in analysis.results.values():
        if said := settled(analysis, result):
            return said
    for result in reversed(analysis.speaking):  # a share of games says more to people than an estimate
        whole = analysis.whole(result)
        if whole is not None and whole.chance is not None:
            return by_share(analysis, result, whole, glyphs)
    for result in analysis.speaking:
        whole = analysis.whole(result)
        if whole is not None and whole.estimate is not None:
            return by_estimate(analysis, result, whole, glyphs)
    return "Nothing is known yet."


def settled(analysis: Analysis, result: MethodResult) -> str:
    """Who wins with best play, where that method has proven it; else nothing."""
    game, mine = analysis.game, 1 if analysis.seat == 0 else -1
    whole = analysis.whole(result)
    if result.bounds is not None and result.bounds[0] == result.bounds[1]:
        value, distance, vague = result.bounds[0], result.distance or soonest(analysis, result.bounds[0]), False
    elif whole is not None and whole.score is not None and (whole.score > 0 or complete(analysis, result)):
        value, distance = whole.score, whole.distance
        # Another move may win by more.
        vague = whole.or_more or not (value == game.stakes or complete(analysis, result))
    elif result.how == VALUE_ITERATION and whole is not None:
        return on_average(analysis, whole)
    else:
        return ""
    if vague:
        return f"{game.seats[mine * value < 0]} wins with best play."
    said = outcome(game, mine * value)
    return f"{said[0].upper()}{said[1:]}{within(distance)} with best play."


def soonest(analysis: Analysis, value: int) -> int | None:
    """How far the end is by whichever method has proven a best move of that value; None if none knows."""
    proof = next((analysis.proof(move) for move in analysis.best_moves()[:1]), None)
    return proof.distance if proof is not None and proof.score == value > 0 else None


def complete(analysis: Analysis, result: MethodResult) -> bool:
    """Whether it has proven all moves."""
    return len(result.values) == len(analysis.moves) and all(each.proven for each in result.values)


def on_average(analysis: Analysis, whole: Value) -> str:
    """What is won with best play in a game of chance that is solved."""
    seat = analysis.seat
    if whole.chance is not None:
        ahead, chance = (seat, whole.chance) if whole.chance >= 0.5 else (1 - seat, 1 - whole.chance)
        return f"{analysis.game.seats[ahead]} wins {100 * chance:.2f} % of games with best play, a draw counting half."
    value = whole.estimate or 0.0
    ahead = seat if value >= 0 else 1 - seat
    return f"{analysis.game.seats[ahead]} wins {abs(value):.2f} points on average with best play."


def by_share(analysis: Analysis, result: MethodResult, whole: Value, glyphs: Glyphs) -> str:
    """Who wins more of the games that a method plays."""
    seat, chance = analysis.seat, whole.chance or 0.0
    ahead = seat if chance >= 0.5 else 1 - seat
    found = whole.seen_by(0 if ahead == seat else 1)
    won = share_text(found.chance_of(0), found.interval, glyphs)
    name = analysis.game.seats[ahead]
    how = f"{won} of games by {result.how}"
    if abs(chance - 0.5) <= found.doubts[0]:
        return f"Neither is clearly ahead: {name} wins {how}."
    return f"{name} is ahead: it wins {how}."


def by_estimate(analysis: Analysis, result: MethodResult, whole: Value, glyphs: Glyphs) -> str:
    """Who is better off by what a method estimates."""
    value = whole.estimate or 0.0
    better = whole if value > 0 else whole.seen_by(1)
    if abs(value) <= max(better.doubts[0], LITTLE):
        return f"Neither is ahead by {result.method}, {result.how}."
    name = analysis.game.seats[analysis.seat if value > 0 else 1 - analysis.seat]
    worth = value_text(Value(estimate=better.estimate, interval=better.interval), analysis.game.stakes, glyphs)
    return f"{name} is ahead: worth {worth} to it by {result.method}, {result.how}."


def remarks(analysis: Analysis, glyphs: Glyphs) -> Iterator[str]:
    """What is to be said beside the table: what is known of an unsolved game, disagreements, what is hidden."""
    game, mine = analysis.game, 1 if analysis.seat == 0 else -1
    for result in analysis.results.values():
        if result.bounds and result.bounds[0] < result.bounds[1]:
            least, most = sorted(mine * end for end in result.bounds)
            if (least, most) != (-game.stakes, game.stakes):
                yield f"Proven so far: {bounds(game, least, most)}."
    for result, first, trusted in disputes(analysis):
        said = f"{result.method} would play {first.text}, {value_text(first, game.stakes, glyphs)}"
        if trusted is not None:
            verb = "" if trusted.score else "is a " if trusted.proven else "is worth "
            said += f"; by {analysis.speaking[0].method} that {verb}{value_text(trusted, game.stakes, glyphs)}"
        yield f"They disagree: {said}."
    if hides_information(game):
        name = game.seats[analysis.seat]
        yield f"Judged by what {name} can know; all that is hidden from it is imagined, again and again."


def effort(result: MethodResult) -> str:
    """How a method came by what it says, and what that took."""
    if not result.nodes:
        return f"{result.method}: {result.how}"
    seconds = format_seconds(result.seconds)
    if not result.values:
        return f"{result.method}: {result.how}; {seconds}"
    return f"{result.method}: {result.how}; {result.nodes:,} positions in {seconds}"
