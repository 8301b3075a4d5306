"""A match at a terminal without a page: the board, who moves, what was moved, how it ended.

Everything is appended below the earlier lines.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from games.game import CHANCE, Game
from referee.drawing import terminal
from referee.drawing.flip import flipped_picture, picture_for_seat
from referee.drawing.glyphs import with_signs
from referee.drawing.highlights import move_marks
from referee.drawing.picture import draw
from referee.drawing.surface import Colourful, Plain, Surface
from referee.drawing.themes import THEMES, Theme
from referee.match.events import Asked, Declined, Ended, Event, How, Moved, Redone, Seated, Started, TakenBack
from referee.match.sentences import (
    Step,
    find_clause,
    move_prompt,
    next_seat,
    outcome_sentence,
    seating_sentence,
    turn_sentence,
    undo_sentence,
)
from referee.table.front import LineFront
from referee.table.vocabulary import action_line, parse

if TYPE_CHECKING:
    from players.entry import Entry
    from referee.analysis.analysis import Analysis
    from referee.drawing.glyphs import Signs
    from referee.table.typed_lines import TypedLines

SPARE = 3  # lines of a window that no board takes: the move before it, a blank one and the prompt


class ScrollingFront(LineFront):
    """Shows the events of one match and asks its people for their moves."""

    def __init__(
        self,
        people: tuple[bool, bool] = (False, False),
        signs: Signs | None = None,
        theme: Theme = THEMES["classic"],
        lines: TypedLines | None = None,
    ):
        super().__init__(people, lines)
        self.signs = signs or terminal.board_signs()
        self.surface: Surface = Colourful(theme) if terminal.fancy() else Plain()
        self.flipped = False
        self.fresh = False  # whether the person to move has not heard yet about the possible actions
        self.position = Game()  # after the last move
        self.turn: list[Step] = []  # the moves of a turn that is not announced yet
        self.shown: tuple[Game, int | None] | None = None  # the position drawn last, and the move that led there

    def ask(self, game: Game, deadline: float = inf) -> Entry:
        """Return what the person to move types. Raises EOFError, KeyboardInterrupt, OutOfTime, CalledOff."""
        if self.fresh and (line := action_line(game, terminal.width(), 2)):
            self.tell(line)
        self.fresh = False
        question, self.question = self.question, False
        prompt = "Answer: " if question else move_prompt(self.viewpoint(game), game.turn)
        return parse(game, self.read(prompt, deadline), self.words)

    def say(self, text: str) -> None:
        self.surface.sentence(with_signs(text, self.signs))

    def compare(self, analysis: Analysis) -> None:
        from referee.reports.analysis.text import printed_lines

        for line in printed_lines(analysis, terminal.width(), self.signs):
            self.surface.line(line)
        self.tell("")

    def show(self, event: Event) -> None:
        if not isinstance(event, Moved) and not (isinstance(event, Asked) and not self.people[event.seat]):
            self.tell_turn()
        match event:
            case Started():
                self.started(event)
            case Moved():
                self.moved(event)
            case TakenBack() | Redone():
                self.tell(undo_sentence(event))
                self.position = event.game
                if event.count:
                    self.board(event.game)
            case Seated():
                self.seated(event)
            case Declined():
                self.tell(event.why)
            case Ended():
                self.ended(event)
            case Asked():
                self.fresh = self.people[event.seat]

    def moved(self, event: Moved) -> None:
        """Announce the move once its turn is over, or a person is asked; a turn with dice is one sentence."""
        view, before = self.viewpoint(event.game), self.turn[-1][1].game if self.turn else self.position
        seat = find_clause((before, event), view).seat
        if self.turn and find_clause(self.turn[-1], view).seat != seat:
            self.tell_turn()
        self.turn.append((before, event))
        self.position = event.game
        if not self.goes_on(seat):
            self.tell_turn()

    def goes_on(self, seat: int | None) -> bool:
        """Return whether the next event belongs to the seat's turn: dice, or moves after its dice."""
        before, last = self.turn[-1]
        game = last.game
        if last.seen is None and str(before.show(self.viewer)) == str(game.show(self.viewer)):
            return False  # a viewer who may not know the position hears of each move at once
        try:
            if seat is None or game.score() is not None or next_seat(game, self.viewpoint(game)) != seat:
                return False
        except Exception:  # noqa: BLE001  # the rules are at fault, and the match is about to say so
            return True
        return game.turn == CHANCE or any(moved.seat == CHANCE for _, moved in self.turn)

    def tell_turn(self) -> None:
        """Announce the moves since the last announcement, and draw the position after them."""
        turn, self.turn = self.turn, []
        if turn:
            last = turn[-1][1]
            self.tell(turn_sentence(turn, self.viewpoint(last.game)))
            self.board(last.game, last.seen)

    def started(self, event: Started) -> None:
        self.names = event.names
        self.tell(seating_sentence(self.viewpoint(event.game)))
        if event.opening:
            heard = [moved.text if self.viewer is None else moved.heard[self.viewer] for moved in event.before]
            self.tell(f"After {'; '.join(heard) if any(' ' in text for text in heard) else ' '.join(heard)}:")
        self.board(event.game)
        self.position = event.game

    def ended(self, event: Ended) -> None:
        """Tell how the match ended; if people agreed what counts, draw that."""
        if event.how is How.AGREED and event.score:
            self.board(event.game)
        self.tell(outcome_sentence(event, self.viewpoint(event.game)))

    def flip(self) -> str:
        """Draw the board from the other side, and so from now on."""
        if self.shown is None or flipped_picture(self.shown[0], self.viewer) is None:
            return "There is no other side to look at this from."
        self.flipped = not self.flipped
        self.board(*self.shown)
        return ""

    def count(self, game: Game) -> None:
        """Draw the board with the areas marked."""
        self.board(game, self.shown[1] if self.shown else None, counted=True)

    def board(self, game: Game, last: int | None = None, counted: bool = False) -> None:
        self.shown = game, last
        picture, marks = picture_for_seat(game, move_marks(game, last, counted), self.viewer, self.flipped)
        for line in draw(picture, self.signs, terminal.width(), marks, terminal.height() - SPARE):
            self.surface.line(line)
        self.tell("")
