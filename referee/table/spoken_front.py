"""What a person who listens hears of a match: a sentence for each thing that happens, and answers to questions.

Lines are only ever appended, without colours and drawings, so that screen readers read each of them once.
"""

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from games.game import Game
from players.entry import HELP, Command, Entry, is_question
from players.player import OutOfTime
from referee.match.events import Asked, Declined, Ended, Event, Moved, Redone, Seated, Started, TakenBack
from referee.match.sentences import outcome_sentence, seating_sentence, undo_sentence
from referee.match.viewpoint import Viewpoint
from referee.match.words import count_words
from referee.spoken.phrases import move_sentence, seat_does
from referee.spoken.times import clock_words, duration_words
from referee.table.actions import action_line
from referee.table.prompt import ask_plainly
from referee.table.queries import Situation, answer, questions
from referee.table.set_up import how_to_edit
from referee.table.standing import NEARLY
from referee.table.vocabulary import parse

if TYPE_CHECKING:
    from referee.analysis.analysis import Analysis

LINE = 200  # characters of a line that tells the legal moves, at most


class SpokenFront:
    """Tells the events of one match in sentences and asks its people for their moves.

    people  which of the two seats are people's. The only person at the table is told what that seat may know.
    """

    keys = gone = False

    def __init__(self, people: tuple[bool, bool] = (False, False), read: Callable[[str], str] = ask_plainly):
        self.read = read
        self.people = people
        self.names = ("", "")
        self.made: list[tuple[Moved, Game]] = []  # the moves so far, each with the position before it
        self.game = Game()  # the position after what was told last
        self.asked: Asked | None = None  # whose turn it is, until the person there is told
        self.question = False  # whether what was said last asks for an answer other than a move

    @property
    def you(self) -> int | None:
        """The seat of the only person at the table; None if there are two or none."""
        return self.people.index(True) if sum(self.people) == 1 else None

    def ask(self, game: Game, deadline: float = inf) -> Entry:
        """What the person whose turn it is types, once it is not a question that can be answered here.

        Raises EOFError, KeyboardInterrupt, and OutOfTime after the deadline.
        """
        if self.asked:
            self.tell(self.turn(self.asked))
            if line := action_line(game, LINE):
                self.tell(f"{line}.")
            self.asked = None
        while True:
            line = self.read("Answer: " if self.question else "Move: ")
            if monotonic() > deadline:
                raise OutOfTime
            situation = self.situation(game)
            told = None if self.question else answer(line, situation)
            self.question = False
            if told is None:
                entry = parse(game, line)
                if isinstance(entry, Command) and entry.word is HELP:
                    self.tell(questions(situation))
                return entry
            self.tell(told)

    def situation(self, game: Game) -> Situation:
        """What questions are answered from: the position as the person asked was handed it."""
        return Situation(game, game.turn if self.you is None else self.you, self.you, self.made)

    def tell(self, text: str) -> None:
        """Say something to the people at the table."""
        self.question = self.question or is_question(text)
        print(text)

    def work(self, what: str) -> None:
        """What lasts a second is not told."""

    def follow(self, choice: str) -> None:
        """The next match follows here in any case."""

    def explain(self, game: str, rules: str) -> None:
        """Tell the rules; nothing is drawn beside them here."""
        self.tell(rules)

    def compare(self, analysis: "Analysis") -> None:
        """Tell what each move is worth."""
        from referee.reports.analysis.text import sentences

        for sentence in sentences(analysis):
            self.tell(sentence)

    def edit(self, spec: str, game: Game) -> str:
        """Positions are set up by their texts here."""
        return how_to_edit(game)

    def flip(self) -> str:
        """Nothing is drawn here that could be turned."""
        return "Nothing is drawn here; board tells the position."

    def show(self, event: Event) -> None:
        """Tell what happened."""
        self.question = False
        match event:
            case Started():
                self.started(event)
            case Asked():
                self.asked = event if self.people[event.seat] else None
            case Moved():
                self.made.append((event, self.game))
                self.tell(move_sentence(event, self.game, self.you, self.you))
            case TakenBack():
                del self.made[len(self.made) - event.count :]
                self.tell(undo_sentence(event))
            case Redone():
                self.tell(undo_sentence(event))
            case Seated():
                self.seated(event)
            case Declined():
                self.tell(event.why)
            case Ended():
                self.tell(outcome_sentence(event, self.viewpoint(event.game)))
        self.game = event.game

    def started(self, event: Started) -> None:
        """Say who plays, what was played before, and what a person may do."""
        self.names = event.names
        self.tell(seating_sentence(self.viewpoint(event.game)))
        if event.before:
            self.recall(event.before)
        if any(self.people):
            self.tell("Type a move, a question such as board, or help.")

    def recall(self, before: tuple[Moved, ...]) -> None:
        """Note the moves that were made before the match began or went on, and tell the last one."""
        games = [before[0].game, *(move.game for move in before)]
        self.made = list(zip(before, games, strict=False))
        told = move_sentence(*self.made[-1], self.you, self.you)
        self.tell(f"{count_words(len(before), 'move')} made before; the last: {told}")

    def seated(self, event: Seated) -> None:
        """Say who plays from now on."""
        if event.spec is None:
            self.people = self.people[1], self.people[0]
        self.names = event.names
        self.tell(seating_sentence(self.viewpoint(event.game)))

    def viewpoint(self, game: Game) -> Viewpoint:
        """From where the match is told."""
        first, second = game.seats
        return Viewpoint(self.names, (first, second), self.you)

    def turn(self, event: Asked) -> str:
        """Whose turn it is, and how much time there is."""
        mine = event.seat == self.you
        turn = "Your turn." if mine else f"{event.game.seats[event.seat]}'s turn."
        clock, rest = event.left[event.seat], event.deadline - monotonic()
        byo_yomi = event.control.of(event.seat).byo_yomi
        if clock is None and rest == inf:
            return turn
        if clock is None or rest < clock.total(byo_yomi) - NEARLY:
            time = duration_words(rest)  # what binds is the limit of the move
        else:
            time = clock_words(clock, byo_yomi)
        return f"{turn} {seat_does(event.game, event.seat, self.you, 'have')} {time}."
