"""The moves that a player weighed, in words that follow its choice: side by side, on one line."""

from players.player import Candidate, Thought
from referee.drawing.number_format import counted

FEW = 4  # moves that are told


def weighed(thought: Thought, room: int) -> str:
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
        if candidate.value < thought.even:
            return "a loss"
        return f"{bound}{'a draw' if candidate.value == thought.even else 'a win'}"
    if thought.even:
        return f"{candidate.value:.0%}" + (f" in {counted(candidate.visits, 'playout')}" if candidate.visits else "")
    return f"{bound}{candidate.value:+.3g}"
