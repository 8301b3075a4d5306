"""What a player thought of a position, in words that follow its choice, on one line."""

from math import inf

from players.player import Candidate, Thought
from referee.drawing.number_format import format_count
from referee.solving.outcome_text import chance_text, likely, result, within
from referee.solving.value import sign
from referee.statistics.intervals import logistic

EXPECTED = 8  # moves of a line that are shown
FEW = 4  # other moves that are shown


def outlook(thought: Thought, slope: float | None = None) -> str:
    """What the player expects: what its move is worth and how the game goes on.

    slope  of the scale that reads the game's estimate as a chance (referee/reviews/win_probability.py), if known.
    """
    line = thought.line
    expected = f", expecting {' '.join(line[:EXPECTED])}" if len(line) > 1 else ""
    return f", {thought_value_text(thought, slope)}{expected}"


def thought_value_text(thought: Thought, slope: float | None = None) -> str:
    """The value of a Thought: a proven end, a chance where one is known, or an estimate."""
    if thought.proven:
        return f"{result(sign(thought.value - thought.even))} for sure{within(thought.distance)}"
    if any(each.move == thought.move and each.distance and each.value > thought.even for each in thought.candidates):
        return f"{result(1)} for sure"
    if thought.even:
        return f"winning {chance_text(thought.value)}"
    if thought.estimated and slope is not None:
        return likely(logistic(slope * thought.value))
    return f"worth {thought.value:+.3g}"


def other_moves(thought: Thought, room: int, slope: float | None = None) -> str:
    """The best of the other moves whose values it knows, as many as `room` characters hold: `c4 a draw, f5 38 %`.

    A mere bound is not told, unless it is a proven loss. Empty where there are none, or no room for the first.
    """
    others = [each for each in thought.candidates if each.move != thought.move and says_something(each, thought)]
    told: list[str] = []
    for each in sorted(others, key=lambda each: order(each, thought)):
        said = f"{each.text} {value(each, thought, slope)}"
        if len(told) == FEW or len(", ".join([*told, said])) > room:
            break
        told.append(said)
    return ", ".join(told)


def says_something(candidate: Candidate, thought: Thought) -> bool:
    """Whether its value is one, or a bound that leaves no doubt: no more than a loss."""
    return not candidate.at_most or (thought.proven and candidate.value < thought.even)


def order(candidate: Candidate, thought: Thought) -> tuple[int, int, float, float]:
    """By how much it stands behind the others: soon wins first, then late ones, and soon losses last.

    One whose distance is not known stands behind those alike. Those of a tree stand by how often they were visited.
    """
    end = sign(candidate.value - thought.even) if ends(candidate) else 0
    far = inf if candidate.distance is None else end * candidate.distance
    return -end, -candidate.visits, -candidate.value, far if end else 0


def ends(candidate: Candidate) -> bool:
    """Whether it is known who wins after the move, or that nobody does."""
    return candidate.proven or candidate.at_most or candidate.distance is not None


def value(candidate: Candidate, thought: Thought, slope: float | None = None) -> str:
    """What the move is worth, in the measure of the whole Thought."""
    if ends(candidate):
        far = candidate.distance if candidate.proven else None
        return f"{result(sign(candidate.value - thought.even))}{within(far)}"
    if thought.even:
        share = chance_text(candidate.value)
        return f"{share} in {format_count(candidate.visits, 'playout')}" if candidate.visits else share
    if slope is not None:
        return chance_text(logistic(slope * candidate.value))
    return f"{candidate.value:+.3g}"
