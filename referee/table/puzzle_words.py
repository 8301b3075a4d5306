"""What may be typed at a puzzle in place of a move."""

from __future__ import annotations

from dataclasses import replace

from players.entry import HELP, LEGAL, RESIGN, Word, help_lines
from referee.table.vocabulary import FLIP, HINT, POSITION, QUIT, RULES

WORDS = (
    RULES,
    LEGAL,
    replace(HINT, does="the kind of move, then a wrong one; a right answer then counts half"),
    replace(POSITION, does="the position as text, from which it can be set up again"),
    FLIP,
    replace(RESIGN, does="see the answer, which counts as wrong"),
    HELP,
    replace(QUIT, does="leave; a puzzle without an answer does not count"),
)


def puzzle_help() -> str:
    """What may be typed, a line each."""
    return "\n".join(help_lines(WORDS))


def not_here(word: Word) -> str:
    """That a word of the table means nothing at a puzzle."""
    return f"{word.name} is for matches; here you may type a move or one of: {', '.join(each.name for each in WORDS)}"
