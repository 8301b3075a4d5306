"""A position in front of a person who is to find its move: the board, what may be typed, and the score."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

import games
from players.entry import HELP, LEGAL, RESIGN, Command, Moves, Request, Unknown, Word, help_lines, legal_moves
from referee.spoken.pictures import picture_sentences
from referee.table.front import ask_plainly
from referee.table.prompt_commands import rules_text
from referee.table.scrolling_front import ScrollingFront
from referee.table.vocabulary import FLIP, HINT, POSITION, QUIT, RULES

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.game import Game
    from players.entry import Entry
    from referee.table.spoken_front import SpokenFront


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
RIGHT, HELPED, WRONG = 1.0, 0.5, 0.0


def not_here(word: Word) -> str:
    """Return that a word of the table means nothing at a puzzle."""
    return f"{word.name!r} is for matches; here you may type a move or one of: {', '.join(each.name for each in WORDS)}"


def goes_on(prompt: str) -> bool:
    """Return whether the person presses Enter at the prompt, and types nothing."""
    try:
        return not ask_plainly(prompt).strip()
    except EOFError:
        return False


class PositionDesk:
    """A position whose move is asked for.

    score  of the answer: 1, a half after a hint, or 0; None while there is none.
    """

    def __init__(self, spec: str, front: ScrollingFront | SpokenFront):
        self.spec, self.front = spec, front
        self.game = games.load(spec)
        first, second = self.game.seats
        front.names = first, second
        self.hints = 0
        self.score: float | None = None

    def pose(self, title: str) -> bool:
        """Show the position and ask until there is an answer; return False if the person leaves."""
        self.front.tell(title)
        self.show(self.game)
        self.front.tell(self.question())
        while self.score is None:
            try:
                entry = self.front.ask(self.game)
            except EOFError:
                return False
            if isinstance(entry, Request) and entry.word.name == QUIT.name:
                return False
            self.take(entry)
        self.conclude()
        return True

    def question(self) -> str:
        """Return what is asked."""
        raise NotImplementedError

    def hint(self) -> str:
        """Return some help."""
        raise NotImplementedError

    def answer(self, move: int) -> None:
        """Judge a move."""
        raise NotImplementedError

    def conclude(self) -> None:
        """Tell what was right."""
        raise NotImplementedError

    def show(self, game: Game, last: int | None = None) -> None:
        if isinstance(self.front, ScrollingFront):
            self.front.board(game, last)
            return
        self.front.game = game
        for sentence in picture_sentences(game.show(), (game.seats[0], game.seats[1])):
            self.front.tell(sentence)

    def take(self, entry: Entry) -> None:
        """Take what was typed: an answer, or a word that is answered."""
        match entry:
            case Moves(moves=(first, *_)):
                self.answer(first)
            case Request(word=word) if word is RESIGN:
                self.score = WRONG
            case Command(word=word):
                if told := self.reply(word):
                    self.front.tell(told)
            case Request(word=word):
                self.front.tell(not_here(word))
            case Unknown(why=why):
                self.front.tell(why)

    def reply(self, word: Word) -> str:
        """Return what to say to a word; "" if it is done."""
        replies: dict[str, Callable[[], str]] = {
            RULES.name: lambda: rules_text(self.game),
            LEGAL.name: lambda: legal_moves(self.game),
            HINT.name: self.hint,
            POSITION.name: self.position,
            FLIP.name: self.front.flip,
            HELP.name: lambda: "\n".join(help_lines(WORDS)),
        }
        found = replies.get(word.name)
        return found() if found else not_here(word)

    def position(self) -> str:
        """Return the command that starts a match in the position."""
        return shlex.join(("referee", games.split_position(self.spec)[0], "--position", self.game.position()))
