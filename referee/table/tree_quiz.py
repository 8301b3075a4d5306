"""A quiz at the terminal about an algorithm's work on a tree: questions, grades and reasons."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.base.notation import printable
from referee.drawing import terminal
from referee.reports.tree.node_text import node_phrases
from referee.reports.tree.text import choose_folded, tree_lines
from referee.table.front import ask_plainly

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from referee.drawing.glyphs import Signs
    from referee.drawing.surface import Surface
    from referee.trees.quiz import Question
    from referee.trees.run import NodeMark, Run
    from referee.trees.tree import Node

LEAVE = ("q", "quit")
PROMPT = "> "


class TreeQuiz:
    """A quiz about a run, and how many answers were right so far.

    drawn  whether the tree is drawn at each question; otherwise sentences describe it.
    """

    def __init__(self, run: Run, asked: Sequence[Question], surface: Surface, signs: Signs, drawn: bool):
        self.run = run
        self.asked = asked
        self.surface = surface
        self.signs = signs
        self.drawn = drawn
        self.right = self.answered = 0

    def hold(self) -> None:
        """Ask the questions until somebody leaves, and say the score. Raises KeyboardInterrupt after it."""
        count = len(self.asked)
        try:
            for number, question in enumerate(self.asked, 1):
                self.show(question)
                self.surface.sentence(f"Question {number} of {count}: {question.words}")
                if not self.ask(question):
                    break
        finally:
            self.surface.sentence(f"Score: {self.right} of {self.answered} right.")

    def ask(self, question: Question) -> bool:
        """Ask until there is an answer, and grade it; return whether somebody stays."""
        while True:
            try:
                typed = ask_plainly(PROMPT).strip()
            except EOFError:
                return False
            grade = question.grade(typed)
            if grade is not None:
                self.tell_grade(question, grade)
                return True
            if typed.casefold() in LEAVE:
                return False
            self.surface.sentence(f"{printable(typed)!r} is not an answer: type {question.allowed}; q leaves.")

    def tell_grade(self, question: Question, grade: bool) -> None:
        """Count an answer and say why it is right or wrong."""
        self.answered += 1
        self.right += grade
        verdict = "Right." if grade else f"Wrong: the answer is {question.answer}."
        self.surface.sentence(f"{verdict} {question.why}")
        self.surface.sentence("")

    def show(self, question: Question) -> None:
        marks = hide_bounds(self.run.marks(question.steps))
        if not self.drawn:
            for node in around(question.node):
                if node in marks:
                    said = ", ".join(node_phrases(self.run, marks, node))
                    self.surface.sentence(f"{' '.join(node.path) or 'The root'}: {said}.")
            return
        width = terminal.width()
        folded = choose_folded(self.run, marks, width, around(question.node), self.signs)
        for line in tree_lines(self.run, marks, folded, self.signs, width, question.node):
            self.surface.line(line)
        self.surface.sentence("")


def hide_bounds(marks: Mapping[Node, NodeMark]) -> dict[Node, NodeMark]:
    """Return the marks without the bounds of UCB, which the questions ask for."""
    return {
        node: replace(mark, notes=tuple(note for note in mark.notes if not note.startswith("UCB")))
        for node, mark in marks.items()
    }


def around(node: Node) -> list[Node]:
    """Return what must be known to answer a question at a node: its ancestors, itself and its kids."""
    found = [node, *node.kids]
    while node.parent is not None:
        node = node.parent
        found.insert(0, node)
    return found
