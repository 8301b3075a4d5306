"""Matches with a person in a notebook: the board, and a button for each legal move."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Any

import games
from games.base.rule_values import moves_of, text_of
from games.base.spec_error import SpecError
from games.capabilities import hides_information
from referee.errors.attribution import UserCodeError
from referee.match.clocks import NO_CLOCKS
from referee.match.events import Asked, Started
from referee.match.record import Recorder
from referee.match.sentences import last_turns, move_prompt, outcome_sentence, turn_sentence
from referee.match.wording import Viewpoint
from referee.scripting.arguments import Specs, drawn_seed
from referee.scripting.boards import board_html
from referee.scripting.matches import make_plan

if TYPE_CHECKING:
    from games.game import Game
    from games.names.move_texts import Moves
    from referee.match.record import Record
    from referee.running.game_task import GameTask
    from referee.scripting.arguments import GameSource, PlayerSource, WholeNumber

PERSON = "human"


def sit_down(
    game: GameSource,
    first: PlayerSource = PERSON,
    second: PlayerSource = "level:3",
    *,
    seed: WholeNumber | None = None,
    moves: Moves = (),
    position: str = "",
) -> ButtonMatch:
    """Sit down to a match in a notebook: it displays the board, and a button for each of your moves.

    first, second  "human" for you, or for two people who share the notebook; otherwise as in `play`, like all other
    arguments.

    Raises what `play` does, and SpecError if nobody is human, if two people would see what is hidden, and if ipywidgets
    is not installed.
    """
    return ButtonMatch(game, (first, second), drawn_seed(seed), moves, position)


class ButtonMatch:
    """A match with a person, whose widgets a notebook displays.

    box      the widgets;  told  the sentences below the board.
    people   the seats of people;  hidden  whether the game hides something from them.
    past     the texts of the moves made here;  opening  the number of moves before them.

    Each click plays the match again from the start to the person's next move, so nothing runs between two clicks.
    """

    def __init__(
        self, game: GameSource, pair: tuple[PlayerSource, PlayerSource], seed: int, moves: Moves, position: str
    ):
        self.given = game, pair, seed, moves, position, None, ""
        self.people = [seat for seat in (0, 1) if isinstance(pair[seat], str) and pair[seat] == PERSON]
        self.past: list[str] = []
        self.opening = 0
        if not self.people:
            raise SpecError(f'one of the players must be "{PERSON}": call referee.play for a match between programs')
        self.board, self.said, self.buttons, self.back, self.box = make_widgets()
        self.back.on_click(lambda _button: self.answer(self.take_back))
        self.go_on()

    @property
    def record(self) -> Record | None:
        """The record of the match so far; None while it would reveal what the game hides."""
        return self.recorder.record() if self.recorder.over or not self.hidden else None

    def __repr__(self) -> str:
        return f"<{self.recorder.heading.game}: {self.told[-1]}>"

    def go_on(self) -> None:
        """Play until it is the person's turn or the match is over, and show that. Raises what `play` does."""
        with Specs(people=True) as specs:
            task = make_plan(specs, *self.given).task(0)
            start = games.load(task.heading.game)
            self.hidden = hides_information(start)
            if self.hidden and len(self.people) > 1:
                raise SpecError("two people who share a notebook would see what this game hides")
            # A program that draws random numbers may play differently after a move was taken back.
            task = replace(task, seeds=(task.seeds[0] + (len(self.past),), task.seeds[1] + (len(self.past),)))
            self.recorder = Recorder(task.heading)
            past = [(text, NO_CLOCKS) for text in self.past]
            with closing(task.match(past=past)) as events:  # type: ignore[type-var]  # it is a generator
                for event in events:
                    self.recorder.note(event)
                    if isinstance(event, Started) and not self.past:
                        self.opening = len(event.before)
                    if isinstance(event, Asked) and event.seat in self.people:
                        break
            self.show(task, start, event.game)

    def answer(self, act: Any, *given: object) -> None:
        """Do what the person clicked on. An error in somebody's code is shown, and changes nothing."""
        before = self.buttons.children, self.past
        self.buttons.children = ()
        try:
            act(*given)
        except (SpecError, UserCodeError) as error:
            self.buttons.children, self.past = before
            self.said.value = f"<pre>{escape(str(error))}</pre>"

    def make(self, text: str) -> None:
        self.past = [*self.recorder.texts[self.opening :], text]
        self.go_on()

    @property
    def chosen(self) -> list[int]:
        """The number of moves before each move that a person made here."""
        return [
            place for place, moved in enumerate(self.recorder.moves)
            if place >= self.opening and moved.seat in self.people
        ]  # fmt: skip

    def take_back(self) -> None:
        """Go back to the last position in which a person moved."""
        self.past = self.recorder.texts[self.opening : self.chosen[-1]]
        self.go_on()

    def show(self, task: GameTask, start: Game, game: Game) -> None:
        """Show the board, the last moves, and the buttons."""
        moved, end = self.recorder.moves, self.recorder.end
        you = self.people[0] if len(self.people) == 1 else None
        view = Viewpoint(self.recorder.heading.names, (game.seats[0], game.seats[1]), you)
        seen = moved and (moved[-1].seat == you or not self.hidden)
        self.board.value = board_html(game, moved[-1].move if seen else None, you)
        steps = list(zip([start, *(each.game for each in moved)], moved, strict=False))
        self.told = [turn_sentence(turn, view) for turn in last_turns(steps, view, 2)]
        self.told.append(
            f"{move_prompt(view, game.turn).rstrip(': ')}." if end is None else outcome_sentence(end, view)
        )
        crash = task.describe_crash(end.error, " ".join(self.recorder.texts)) if end else ""
        self.said.value = "<br>".join(map(escape, self.told)) + (f"<pre>{escape(crash)}</pre>" if crash else "")
        texts = [] if end else sorted((text_of(game, move) for move in moves_of(game)), key=natural)
        self.buttons.children = tuple(map(self.button, texts))
        self.back.disabled = not self.chosen

    def button(self, text: str) -> Any:
        """Return a button that makes the move `text`."""
        button = load_widgets().Button(description=text, layout={"width": "auto"})
        button.on_click(lambda _button: self.answer(self.make, text))
        return button

    def _repr_mimebundle_(self, **asked: Any) -> Any:
        return self.box._repr_mimebundle_(**asked) | {"text/plain": repr(self)}


def natural(text: str) -> list[str | int]:
    """Return a sort key that compares words by letters, and the numbers in them by size."""
    parts = re.split(r"(\d+)", text)
    parts[1::2] = map(int, parts[1::2])
    return parts


def load_widgets() -> Any:
    """Return the module ipywidgets. Raises SpecError if it is not installed."""
    try:
        import ipywidgets  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        raise SpecError("sit_down() needs ipywidgets: pip install 'referee[notebook]'") from None
    return ipywidgets


def make_widgets() -> tuple[Any, Any, Any, Any, Any]:
    """Return the board, the text below it, the buttons for moves, the button to take back, and the box of all."""
    widgets = load_widgets()
    board, said, buttons = widgets.HTML(), widgets.HTML(), widgets.HBox(layout={"flex_flow": "row wrap"})
    back = widgets.Button(description="Take back")
    return board, said, buttons, back, widgets.VBox([board, said, buttons, back])
