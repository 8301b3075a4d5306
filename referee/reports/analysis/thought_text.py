"""What a player thought of a position, in words that follow its choice, on one line."""

from players.player import Candidate, Thought
from referee.drawing.number_format import format_count
from referee.solving.outcome_text import result, within
from referee.solving.value import sign

EXPECTED = 8  # moves of a line that are shown
FEW = 4  # other moves that are shown


def outlook(thought: Thought) -> str:
    """What the player expects: what its move is worth and how the game goes on."""
    line = thought.line
    return f", {thought_value_text(thought)}" + (f", expecting {' '.join(line[:EXPECTED])}" if len(line) > 1 else "")


def thought_value_text(thought: Thought) -> str:
    """The value of a Thought: a proven end, the share of games won, or an estimate."""
    if thought.proven:
        return f"{result(sign(thought.value - thought.even))} for sure{within(thought.distance)}"
    if thought.even:
        return f"winning {thought.value:.0%}"
    return f"worth {thought.value:+.3g}"


def other_moves(thought: Thought, room: int) -> str:
    """The best of the other moves whose values it knows, as many as `room` characters hold: `c4 +12, f5 at most +3`.

    Those whose values are mere bounds come last. Empty where there are none, or no room for the first.
    """
    others = [each for each in thought.candidates if each.move != thought.move]
    told: list[str] = []
    for each in sorted(others, key=lambda each: order(each, thought)):
        said = f"{each.text} {value(each, thought)}"
        if len(told) == FEW or len(", ".join([*told, said])) > room:
            break
        told.append(said)
    return ", ".join(told)


def order(candidate: Candidate, thought: Thought) -> tuple[bool, int, float]:
    """By how much it stands behind the others: bounds last; of a tree by how often it was visited, but for losses."""
    lost = candidate.proven and candidate.value < thought.even
    return candidate.at_most or lost, -candidate.visits, -candidate.value


def value(candidate: Candidate, thought: Thought) -> str:
    """What the move is worth, in the measure of the whole Thought."""
    bound = "at most " if candidate.at_most else ""
    if candidate.proven or (candidate.at_most and thought.proven):
        won = sign(candidate.value - thought.even)
        return result(won) if won < 0 else f"{bound}{result(won)}"
    if thought.even:
        return f"{candidate.value:.0%}" + (
            f" in {format_count(candidate.visits, 'playout')}" if candidate.visits else ""
        )
    return f"{bound}{candidate.value:+.3g}"
