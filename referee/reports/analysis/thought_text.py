"""What a player thought of a position, in chances and words for the person who moves there."""

from math import isnan

from games.dataclass import dataclass
from players.player import Candidate, Thought
from referee.match.wording import base_form, join_words
from referee.solving.outcome_text import chance_text, line_text, plies
from referee.solving.value import sign
from referee.statistics.scoring import logistic

EXPECTED = 8  # moves of a line that are shown
FEW, MOST = 4, 8  # other moves that are shown if the end is open, and if it is known
CLOSE = 0.03  # moves whose chances differ by no more are about as good
TRIED = 10  # a move tried ten times less often than the best is left out
EVEN = 0.05  # points on average, below which nobody is ahead
FEWEST, NEAR = 200, 3  # playouts, and plies, below which an opinion rests on little
ENDS = {1: "wins", 0: "draws with best play", -1: "loses"}


@dataclass(frozen=True)
class ChanceScale:
    """How the values of a Thought become chances.

    slope   of the scale of its estimates (referee/reviews/win_probability.py); None: unknown.
    points  whether the size of a win counts, so that proven values are given in points.
    """

    stakes: int = 1
    slope: float | None = None
    points: bool = False

    def chance(self, thought: Thought, value: float) -> float | None:
        """Return the chance, 0 to 1, of a value of the Thought; None if it has none."""
        if thought.even:
            return value
        if thought.estimated:
            slope = thought.slope or self.slope
            return logistic(slope * value) if slope else None
        return (value + 1) / 2 if self.stakes == 1 else None


def is_known(thought: Thought) -> bool:
    """Return whether the Thought has a value; a random player's Thought has none."""
    return not isnan(thought.value)


def end_of(candidate: Candidate, thought: Thought) -> int | None:
    """Return 1 if the move is known to win, 0 to draw, -1 to lose; None if that is open."""
    if candidate.proven or candidate.distance is not None:
        return sign(candidate.value - thought.even)
    surely_lost = candidate.at_most and thought.proven and candidate.value < thought.even
    return -1 if surely_lost else None


def best_end(thought: Thought) -> tuple[int | None, int | None]:
    """Return how the move of the Thought ends the game, and in how many plies, as far as known."""
    if thought.proven:
        return sign(thought.value - thought.even), thought.distance
    for each in thought.candidates:
        if each.move == thought.move and each.distance and each.value > thought.even:
            return 1, each.distance
    return None, None


def end_text(end: int, distance: int | None) -> str:
    """Return `wins in 5`, `wins at once`, `draws with best play` or `loses in 4`."""
    soon = "" if not distance or not end else " at once" if distance == 1 else f" in {distance:,}"
    return f"{ENDS[end]}{soon}"


def standing(thought: Thought, scale: ChanceScale) -> str:
    """Say what the seat may expect if the end is open: `your chance is about 71 %`."""
    chance = scale.chance(thought, thought.value)
    if chance is not None:
        return f"your chance is about {chance_text(min(max(chance, 0.0), 1.0))}"
    if thought.estimated:  # in a unit of its own
        return f"you seem {('about even', 'ahead', 'behind')[sign(round(thought.value))]}"
    if abs(thought.value) < EVEN:
        return "you are about even on average"
    return f"you are {'ahead' if thought.value > 0 else 'behind'} by about {abs(thought.value):.2g} points on average"


def advice_text(thought: Thought, scale: ChanceScale, room: int) -> str:
    """Return the move, what it brings, and the other moves that fit: `3, your chance is about 71 %`."""
    end, distance = best_end(thought)
    move = thought.line[0]
    in_points = thought.proven and scale.points
    if end is not None and end < 0 and not in_points:
        lasting = scale.stakes == 1 and distance is not None  # otherwise it may be the best for its points
        merit = f"lasts longest, {plies(distance or 0)}" if lasting else "is no worse than any other"
        return f"every move loses; {move} {merit}"
    known = points_text(thought) if in_points else "" if end is None else end_text(end, distance)
    said = f"{move} {known}" if known else f"{move}, {standing(thought, scale)}"
    others = others_text(thought, scale, room - len(said))
    return f"{said}; {others}" if others else said


def points_text(thought: Thought) -> str:
    """Return what the move of a proven Thought brings: `brings 3 points with best play`."""
    return f"brings {thought.value:.3g} {'point' if thought.value == 1 else 'points'} with best play"


def others_in_points(thought: Thought, room: int) -> str:
    """Return what the other moves bring, the best first, as far as they fit: `a2 brings 2, a3 brings 1.5`."""
    others = sorted(
        (each for each in thought.candidates if each.proven and each.move != thought.move), key=lambda each: -each.value
    )
    told = [f"{each.text} brings {each.value:.3g}" for each in others[:MOST]]
    while len(", ".join(told)) > room:
        told.pop()
    return ", ".join(told)


def others_text(thought: Thought, scale: ChanceScale, room: int) -> str:
    """Return the other moves of known value: `6 and 5 are about as good`, `3 draws with best play, 9 loses in 4`."""
    if thought.proven and scale.points:
        return others_in_points(thought, room)
    end, _ = best_end(thought)
    others = [each for each in thought.candidates if each.move != thought.move]
    if end is not None:
        return ended_text(thought, [each for each in others if end_of(each, thought) is not None], end, room)
    open_ones = [each for each in others if end_of(each, thought) is None and not each.at_most]
    most = max((each.visits for each in thought.candidates), default=0)
    open_ones = [each for each in open_ones if each.visits * TRIED >= most]
    # A move that looks better was tried too seldom: it is no second choice.
    open_ones = [each for each in open_ones if each.value <= thought.value or is_close(each, thought, scale)]
    open_ones.sort(key=lambda each: (-each.visits, -each.value))
    alike = [each.text for each in open_ones if is_close(each, thought, scale)][:FEW]
    if alike:
        told = f"{join_words(alike)} {'is' if len(alike) == 1 else 'are'} about as good"
    elif open_ones:
        told = f"the next best is {open_ones[0].text}{chance_of(open_ones[0], thought, scale)}"
    else:
        told = ended_text(thought, [each for each in others if end_of(each, thought) is not None], None, room)
    return told if len(told) <= room else ""


def is_close(candidate: Candidate, thought: Thought, scale: ChanceScale) -> bool:
    """Return whether the move is about as good as the Thought's move."""
    one, other = (scale.chance(thought, value) for value in (candidate.value, thought.value))
    if one is not None and other is not None:
        return abs(one - other) <= CLOSE
    if thought.estimated:  # in a unit of its own: only equal values are alike
        return candidate.value == thought.value
    return abs(candidate.value - thought.value) <= CLOSE * scale.stakes


def chance_of(candidate: Candidate, thought: Thought, scale: ChanceScale) -> str:
    """Return ` with about 62 %` if a chance is known."""
    chance = scale.chance(thought, candidate.value)
    return "" if chance is None else f" with about {chance_text(min(max(chance, 0.0), 1.0))}"


def ended_text(thought: Thought, others: list[Candidate], end: int | None, room: int) -> str:
    """Return the other moves of known ends, those like the best one's first: `6 wins too, 5 and 2 lose`."""
    found: dict[str, list[str]] = {}
    for each in sorted(others, key=lambda each: (-(end_of(each, thought) or 0), -(each.distance or 0)))[:MOST]:
        other = end_of(each, thought) or 0
        if other == end:
            words = f"{ENDS[end].split()[0]} too"
        else:
            words = end_text(other, each.distance if each.proven else None)
        found.setdefault(words, []).append(each.text)
    told: list[str] = []
    for words, texts in found.items():
        verb, _, rest = words.partition(" ")
        said = f"{join_words(texts)} {verb if len(texts) == 1 else base_form(verb)} {rest}".rstrip()
        if len("; ".join([*told, said])) > room:
            break
        told.append(said)
    return "; ".join(told)


def choice_text(name: str, thought: Thought, scale: ChanceScale) -> str:
    """Say who chose the move, and why: `Level 5 chose 4: it gives itself about 60 %`."""
    end, distance = best_end(thought)
    move, line = thought.line[0], thought.line
    expected = f", and expects {line_text(line[1:], EXPECTED - 1, distance and distance - 1)}" if len(line) > 1 else ""
    if end is not None and thought.proven:
        brings = points_text(thought) if scale.points else end_text(end, distance)
        return f"{name} chose {move}, which {brings}{expected}"
    thinks = "expects to win" if end == 1 else own_view(thought, scale)
    return f"{name} chose {move}{effort_text(thought)}: it {thinks}{expected}"


def own_view(thought: Thought, scale: ChanceScale) -> str:
    """Return how a player sees its own standing: `gives itself about 60 %`, `sees itself ahead (+0.25 points)`."""
    chance = scale.chance(thought, thought.value)
    if chance is not None:
        return f"gives itself about {chance_text(min(max(chance, 0.0), 1.0))}"
    if thought.estimated:  # in a unit of its own
        return f"sees itself {('about even', 'ahead', 'behind')[sign(round(thought.value))]}"
    if abs(thought.value) < EVEN:
        return "sees itself about even"
    return f"sees itself {'ahead' if thought.value > 0 else 'behind'} ({thought.value:+.2g} points)"


def effort_text(thought: Thought) -> str:
    """Return what an opinion rests on: ` after only 20 playouts`, ` after looking 4 plies ahead, in some lines 9`."""
    playouts = sum(each.visits for each in thought.candidates)
    if thought.even and playouts:
        found = f", in {thought.how}," if thought.how else ""
        return f" after {'only ' if playouts < FEWEST else ''}{playouts:,} playouts{found}"
    if not thought.depth:
        return ""
    further = f", in some lines {thought.reach}" if thought.reach > thought.depth else ""
    return f" after looking {'only ' if thought.depth < NEAR else ''}{plies(thought.depth)} ahead{further}"
