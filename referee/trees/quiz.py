"""Questions about an algorithm's work on a tree, with answers taken from the steps of its Run.

value      what a node is worth once all below it is known
window     alpha and beta as alpha-beta enters a node
pruned     which moves of a node alpha-beta prunes now;  kept  the same if it prunes none
explored   which move mcts selects next, if another has a higher mean;  exploited  the same if none has
"""

from __future__ import annotations

import re
from math import isfinite, log, sqrt
from random import Random
from typing import TYPE_CHECKING

from games.base.notation import listing
from games.dataclass import dataclass
from referee.drawing.number_format import format_count
from referee.trees.run import NAMES, NodeMark, State
from referee.trees.tree import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from referee.trees.run import Run
    from referee.trees.tree import Node


VISITS = re.compile(r"([\d,]+) visits?")
CLOSE = 0.02  # closer bounds cannot be told apart from means with two decimals
NONE = "none"
Key = str | frozenset[str] | tuple[str, str]  # the meaning of an answer


@dataclass(frozen=True)
class UcbOption:
    """A tried move, with its mean for the seat that chooses and its exploration bonus."""

    node: Node
    visits: int
    mean: float
    bonus: float

    @property
    def bound(self) -> float:
        return self.mean + self.bonus

    def facts(self) -> str:
        return f"{self.node.move} has {format_count(self.visits, 'visit')}, mean {self.mean:.2f}"


@dataclass(frozen=True)
class UcbMoment:
    """A playout at a node, after `steps` steps; the next step chooses among `options`."""

    steps: int
    playout: int
    node: Node
    options: tuple[UcbOption, ...]
    chosen: UcbOption

    def explain(self) -> str:
        """Return the bounds of all moves, and the highest."""
        sums = "; ".join(
            f"{each.node.move} {each.mean:.2f} + {each.bonus:.2f} = {each.bound:.2f}" for each in self.options
        )
        formula = "the mean + c * sqrt(ln(visits of the node) / visits)"
        return f"UCB is {formula}: {sums}. The highest is that of {self.chosen.node.move}."


def count_visits(mark: NodeMark | None) -> int:
    """Return the visits in the notes of a mark, 0 without a mark."""
    notes = mark.notes if mark else ()
    found = next(filter(None, map(VISITS.fullmatch, notes)), None)
    return int(found[1].replace(",", "")) if found else 0


def ucb_moments(run: Run, explore: float) -> Iterator[UcbMoment]:
    """Yield the selections in which one bound is clearly the highest."""
    marks = dict(run.start)
    for number, step in enumerate(run.steps):
        mark = marks.get(step.node)
        if (
            step.node.parent is not None
            and mark is not None
            and mark.state is State.DONE
            and step.changed[step.node].state is State.OPEN
        ):
            yield from moment_of(run, marks, number, explore)
        marks |= step.changed


def moment_of(run: Run, marks: Mapping[Node, NodeMark], steps: int, explore: float) -> Iterator[UcbMoment]:
    """Yield the selection before step `steps`, if a seat chooses among moves that were all tried."""
    taken = run.steps[steps].node
    node = taken.parent
    if node is None or node.role is Role.CHANCE or len(node.kids) < 2:
        return
    options = tuple(option(node, kid, marks, explore) for kid in node.kids)
    chosen = options[node.kids.index(taken)]
    others = max(each.bound for each in options if each is not chosen)
    if chosen.bound > others + CLOSE:
        yield UcbMoment(steps, count_visits(marks[run.root]) + 1, node, options, chosen)


def option(node: Node, kid: Node, marks: Mapping[Node, NodeMark], explore: float) -> UcbOption:
    """Return a move as seen by the seat that chooses at `node`."""
    visits, value = count_visits(marks[kid]), marks[kid].value or 0.0
    mean = value if node.role is Role.MAX else 1 - value
    return UcbOption(kid, visits, mean, explore * sqrt(log(count_visits(marks[node])) / visits))


@dataclass(frozen=True)
class Question:
    """A question about a run after some of its steps.

    kind     one of the words above; kinds are asked equally often if there are enough questions.
    node     where it is asked;  words  the question in a sentence.
    answer   the right answer as it may be typed;  why  the reason in sentences.
    allowed  what may be typed, after the word `type`;  read  the meaning of a typed answer, None if it is invalid.
    """

    kind: str
    steps: int
    node: Node
    words: str
    answer: str
    why: str
    allowed: str
    read: Callable[[str], Key | None]

    def grade(self, typed: str) -> bool | None:
        """Return whether the answer is right, None if it is no answer to the question."""
        found = self.read(typed)
        return None if found is None else found == self.read(self.answer)


def questions(run: Run, count: int, seed: int, explore: float) -> list[Question]:
    """Return at most `count` questions of mixed kinds, drawn with `seed`, in the order of the steps.

    explore  the constant c of mcts.
    """
    kinds: dict[str, list[Question]] = {}
    for question in all_questions(run, explore):
        kinds.setdefault(question.kind, []).append(question)
    random = Random(seed)
    for group in kinds.values():
        random.shuffle(group)
    drawn: list[Question] = []
    while len(drawn) < count and any(kinds.values()):
        drawn += [group.pop() for group in kinds.values() if group]
    return sorted(drawn[:count], key=lambda question: question.steps)


def all_questions(run: Run, explore: float) -> Iterator[Question]:
    """Yield all questions about the run, in the order of its steps."""
    if run.method == "mcts":
        yield from ucb_questions(run, explore)
        return
    values = {mark.value for mark in run.marks().values() if mark.value is not None}
    values |= {end for end in run.measure.ends if isfinite(end)}
    said = {squeeze(run.measure.format_value(value)): run.measure.format_value(value) for value in values}
    marks = dict(run.start)
    for number, step in enumerate(run.steps):
        if step.node.kids:
            yield from window_question(run, number, marks, said)
            yield from pruned_question(run, number, marks)
            yield from value_question(run, number, said)
        marks |= step.changed


def squeeze(text: str) -> str:
    """Return the text without blanks, in lower case."""
    return "".join(text.split()).casefold()


def value_question(run: Run, number: int, said: Mapping[str, str]) -> Iterator[Question]:
    """Yield the question at a step that finds the exact value of a node."""
    step = run.steps[number]
    mark = step.changed[step.node]
    if mark.state is not State.DONE or mark.value is None or mark.bound or len(step.node.kids) < 2:
        return
    if any(kid in step.changed and step.changed[kid].state is State.PRUNED for kid in step.node.kids):
        return
    mover = "Chance" if step.node.role is Role.CHANCE else NAMES[step.node.role]
    words = f"{mover} moves {step.node.where}, and all below is known: what is it worth to MAX?"
    answer, allowed = run.measure.format_value(mark.value), f"a value, such as {' or '.join(sorted(said.values())[:3])}"
    yield Question("value", number, step.node, words, answer, step.sentence, allowed, value_reader(run, said))


def value_reader(run: Run, said: Mapping[str, str]) -> Callable[[str], str | None]:
    """Return a reader of values: a known value as written, or a number."""

    def read(typed: str) -> str | None:
        word = squeeze(typed)
        if word in said:
            return said[word]
        try:
            number = float(word)
        except ValueError:
            return None
        return run.measure.format_value(number) if isfinite(number) else None

    return read


def window_question(
    run: Run, number: int, marks: Mapping[Node, NodeMark], said: Mapping[str, str]
) -> Iterator[Question]:
    """Yield the question at a step at which alpha-beta enters an inner node below the root."""
    step = run.steps[number]
    window = step.changed[step.node].window
    if window is None or step.node is run.root or marks[step.node].state is not State.UNSEEN:
        return
    words = f"The search comes to the node {step.node.where}: what are alpha and beta there?"
    low, high = map(run.measure.format_value, window)
    why = f"{step.sentence} {window_sentence(run, window)}"
    least = run.measure.format_value(run.measure.ends[0])
    allowed = f"two values with a comma between them, such as {least}, {max(said.values())}"
    yield Question("window", number, step.node, words, f"{low}, {high}", why, allowed, window_reader(run, said))


def window_sentence(run: Run, window: tuple[float, float]) -> str:
    """Explain the window of a node, after the sentences on what the seats have for sure."""
    low, high = map(run.measure.format_value, window)
    least, most = run.measure.ends
    if window == (least, most):
        has = "more than the worst there is" if isfinite(least) else "anything"
        return f"Nobody has {has} for sure yet, so alpha is {low} and beta {high}."
    if window[0] == least:
        return f"So beta is {high}, and alpha is still {low}."
    if window[1] == most:
        return f"So alpha is {low}, and beta is still {high}."
    return f"So alpha is {low} and beta {high}."


def window_reader(run: Run, said: Mapping[str, str]) -> Callable[[str], tuple[str, str] | None]:
    """Return a reader of windows: two values with a comma or a blank between them."""
    one = value_reader(run, said)
    endless = {"inf": "+inf", "+inf": "+inf", "-inf": "-inf", "∞": "+inf", "+∞": "+inf", "-∞": "-inf"}

    def read(typed: str) -> tuple[str, str] | None:
        bare = typed.strip().strip("[]()")
        parts = bare.split(",") if "," in bare else bare.split()
        found = [endless.get(squeeze(part)) or one(part) for part in parts]
        low, high = found if len(found) == 2 else (None, None)
        return None if low is None or high is None else (low, high)

    return read


def pruned_question(run: Run, number: int, marks: Mapping[Node, NodeMark]) -> Iterator[Question]:
    """Yield the question at a step at which alpha-beta returns to a node with moves left."""
    step = run.steps[number]
    if step.changed[step.node].window is None or marks[step.node].state is State.UNSEEN:
        return
    left = [kid for kid in step.node.kids if marks[kid].state is State.UNSEEN]
    if not left:
        return
    pruned = [kid.move for kid in left if kid in step.changed and step.changed[kid].state is State.PRUNED]
    came = run.steps[number - 1].node
    texts = [kid.move for kid in left]
    words = (
        f"{came.move} has been searched {step.node.where}, where {NAMES[step.node.role]} moves. Left: {listing(texts)}."
        " Which of these are pruned now?"
    )
    why = step.sentence if pruned else f"{step.sentence} Alpha is still below beta, so the search goes on."
    yield Question(
        "pruned" if pruned else "kept", number, step.node, words, " ".join(pruned) or NONE, why,
        f"{NONE}, or the moves with blanks between them: {listing(texts)}", moves_reader(texts),
    )  # fmt: skip


def moves_reader(texts: Sequence[str]) -> Callable[[str], frozenset[str] | None]:
    """Return a reader of some of these moves, or none."""
    known = {text.casefold(): text for text in texts}

    def read(typed: str) -> frozenset[str] | None:
        words = typed.casefold().replace(",", " ").split()
        if words == [NONE]:
            return frozenset()
        return frozenset(known[word] for word in words) if words and known.keys() >= set(words) else None

    return read


def ucb_questions(run: Run, explore: float) -> Iterator[Question]:
    """Yield the questions before selections among moves that were all tried."""
    for moment in ucb_moments(run, explore):
        texts = [option.node.move for option in moment.options]
        facts = "; ".join(option.facts() for option in moment.options)
        words = (
            f"Playout {moment.playout} is {moment.node.where}, where {NAMES[moment.node.role]} moves: {facts}."
            f" With c = {explore:g}, which move has the highest UCB?"
        )
        kind = "explored" if any(each.mean > moment.chosen.mean for each in moment.options) else "exploited"
        answer, allowed = moment.chosen.node.move, f"one of the moves: {listing(texts)}"
        yield Question(
            kind, moment.steps, moment.node, words, answer, moment.explain(), allowed, one_move_reader(texts)
        )


def one_move_reader(texts: Sequence[str]) -> Callable[[str], str | None]:
    """Return a reader of one of these moves."""
    known = {text.casefold(): text for text in texts}
    return lambda typed: known.get(typed.strip().casefold())
