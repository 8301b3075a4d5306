"""A puzzle in front of a person: the board, one answer, and what it was worth."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import games
from players.entry import HELP, LEGAL, RESIGN, Command, Moves, Request, Unknown, legal_moves
from referee.puzzles.making import played
from referee.puzzles.proof import Prover
from referee.puzzles.puzzle import WrongMove
from referee.reports.puzzle_words import (
    HINTS,
    about,
    explanation,
    line_sentence,
    question,
    rating_sentence,
    refutation_sentence,
)
from referee.solving.value import side
from referee.spoken.pictures import picture_sentences
from referee.statistics.puzzle_record import PuzzleAnswer, rate_answers
from referee.table.prompt_commands import rules_text
from referee.table.puzzle_words import not_here, puzzle_help
from referee.table.scrolling_front import ScrollingFront
from referee.table.vocabulary import FLIP, HINT, POSITION, QUIT, RULES

if TYPE_CHECKING:
    from datetime import date

    from games.game import Game
    from players.entry import Entry, Word
    from referee.puzzles.puzzle import Puzzle
    from referee.storage.puzzle_log import PuzzleLog
    from referee.table.spoken_front import SpokenFront

RIGHT, HELPED, WRONG = 1.0, 0.5, 0.0


class PuzzleDesk:
    """One puzzle and its answer.

    score  of the answer: 1, a half after a hint, or 0; None while there is none.
    """

    def __init__(self, puzzle: Puzzle, front: ScrollingFront | SpokenFront):
        self.puzzle, self.front = puzzle, front
        self.game = puzzle.start()
        first, second = self.game.seats
        front.names = first, second
        self.hints = 0
        self.score: float | None = None
        self.typed = ""

    def pose(self, title: str) -> bool:
        """Show the puzzle and ask until there is an answer, and tell what it is worth; False if the person leaves."""
        self.front.tell(title)
        self.show(self.game)
        self.front.tell(question(self.puzzle, self.game))
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

    def show(self, game: Game, last: int | None = None) -> None:
        """Draw the position, or tell it in sentences."""
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
        """What to say to a word; nothing if that is done."""
        replies = {
            RULES.name: lambda: rules_text(self.game),
            LEGAL.name: lambda: legal_moves(self.game),
            HINT.name: self.hint,
            POSITION.name: self.position,
            FLIP.name: self.front.flip,
            HELP.name: puzzle_help,
        }
        found = replies.get(word.name)
        return found() if found else not_here(word)

    def position(self) -> str:
        """The command that starts a match in the position."""
        spec, _ = games.split_position(self.puzzle.game)
        return shlex.join(("referee", spec, "--position", self.game.position()))

    def hint(self) -> str:
        """What kind of move it is; asked again, what a wrong one leads to."""
        self.hints += 1
        wrong = self.puzzle.refutations
        if self.hints == 1 or not wrong:
            return HINTS[self.puzzle.theme]
        return f"Not that one: {refutation_sentence(self.game, self.puzzle, wrong[(self.hints - 2) % len(wrong)])}"

    def answer(self, move: int) -> None:
        """Grade the answer, and tell what a wrong one leads to."""
        self.typed = self.game.text(move)
        if self.typed == self.puzzle.answer:
            self.score = HELPED if self.hints else RIGHT
            self.front.tell("Right.")
            return
        self.score = WRONG
        told = self.refutation(move)
        self.front.tell("Wrong." if told is None else f"Wrong. {refutation_sentence(self.game, self.puzzle, told)}")

    def refutation(self, move: int) -> WrongMove | None:
        """What a wrong move leads to, written down or searched for; None if that is out of reach."""
        text = self.game.text(move)
        known = next((each for each in self.puzzle.refutations if each.move == text), None)
        if known:
            return known
        prover, then = Prover(self.game), played(self.game, move)
        value = prover.value(then)
        return None if value is None else WrongMove(text, side(self.puzzle.seat) * value, prover.line(then))

    def conclude(self) -> None:
        """Show the answer, what it does, and what comes then."""
        move = self.game.parse(self.puzzle.answer)
        self.show(played(self.game, move), move)
        for sentence in (explanation(self.puzzle, self.game), line_sentence(self.puzzle), about(self.puzzle)):
            self.front.tell(sentence)

    def keep(self, log: PuzzleLog, past: list[PuzzleAnswer], day: date, daily: bool) -> None:
        """Write the answer down, add it to those of the past, and tell the person's new rating."""
        if self.score is None:
            return
        if any(each.game == self.puzzle.game for each in past):
            self.front.tell("You have answered this puzzle before, so it does not count.")
            return
        answer = PuzzleAnswer(day, self.puzzle.game, self.puzzle.rating, self.score, daily)
        trouble = log.add(answer, self.typed, self.puzzle.origin)
        before = rate_answers(past)
        past.append(answer)
        self.front.tell(rating_sentence(before, rate_answers(past)))
        if trouble:
            self.front.tell(f"This answer is not kept: {trouble}.")
