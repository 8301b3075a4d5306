"""The full-screen front: it runs on the main thread while the match goes on in another, and joins the two."""

import threading
from asyncio import AbstractEventLoop, sleep
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from prompt_toolkit.buffer import Buffer

from games.game import Game
from players.entry import ANSWERS, DEAD, Command, Entry, Request, Unknown, Word, is_question
from players.player import CalledOff, OutOfTime
from players.search.clock import hurry
from referee.drawing.glyphs import Signs, with_signs
from referee.drawing.text_width import text_width
from referee.match.events import Asked, Ended, Event, MatchAbandoned, Moved
from referee.table.front import PLAYS_ON
from referee.table.fullscreen.application import FullScreen
from referee.table.fullscreen.rules_page import rules_layout
from referee.table.fullscreen.steering import enter_cell, mark_dead, steer, toggle_dead
from referee.table.fullscreen.update import animate, busy, open_editor, update_view
from referee.table.fullscreen.view import ROOMY, View, cursor_of, wrap_lines
from referee.table.vocabulary import WORDS, parse

if TYPE_CHECKING:
    from referee.analysis.analysis import Analysis
    from referee.match.record import Record

STACK = 64 << 20  # bytes for the thread of the match: searches go two thousand plies deep
TICK = 0.1  # seconds between two drawings of what moves by itself
BREATH = 0.35  # seconds between a program's move and the next, if people play
DEAF = 0.4  # seconds after an answer during which Ctrl-C is ignored
FAREWELL = 1.0  # seconds that a match is given to end when people leave
FASTEST, SLOWEST = 0.05, 60.0  # seconds between two moves
ENDING = 5  # the end of a match is shown for the time of this many moves
FACTOR = 1.5  # by which + and - change the pace


class PageClosed(MatchAbandoned):
    """Nobody watches any more: it ends the thread of the match, and is no player's fault."""


class Pacer:
    """The match waits here after each move, on its own thread; the page opens and closes it from another.

    pace  seconds between two moves.
    """

    def __init__(self, pace: float):
        self.pace = pace
        self.paused = False
        self.steps = 0  # moves that may still be made while it is paused
        self.closed = False
        self.changed = threading.Condition()
        self.passed = -pace  # when somebody passed last

    def wait(self) -> None:
        """Return when the next move may be made. Raises PageClosed."""
        with self.changed:
            came = monotonic()
            while not self.closed:
                due, now = max(self.passed + self.pace, came), monotonic()
                if self.steps:
                    self.steps -= 1
                    break
                if not self.paused and now >= due:
                    break
                self.changed.wait(None if self.paused else due - now)
            self.passed = monotonic()
            if self.closed:
                raise PageClosed

    def rest(self) -> None:
        """Return once the end of a match has been seen for the time of a few moves. Raises PageClosed."""
        for _ in range(ENDING):
            self.wait()

    def pause(self, paused: bool) -> None:
        with self.changed:
            self.paused = paused
            self.steps = 0
            self.changed.notify_all()

    def change_pace(self, factor: float) -> None:
        with self.changed:
            self.pace = min(max(self.pace * factor, FASTEST), SLOWEST)
            self.changed.notify_all()

    def step(self) -> None:
        """Let one move more be made."""
        with self.changed:
            self.steps += 1
            self.changed.notify_all()

    def close(self) -> None:
        with self.changed:
            self.closed = True
            self.changed.notify_all()


class FullScreenFront:
    """The front of a match at a terminal.

    pace     seconds between moves that nobody is asked for.
    replays  how many matches of the past can be looked through; 0: a match is played.
    record   the record of the match as it stands, to be reviewed; None if there is none.
    """

    keys, by_seat = True, False

    def __init__(self, screen: FullScreen[None], view: View, signs: Signs, pace: float, replays: int = 0):
        self.screen, self.view, self.signs = screen, view, signs
        self.watched, self.replays = not any(view.people), replays
        self.pacer = Pacer(pace if self.watched else min(pace, BREATH))
        self.answer: Future[Entry] | None = None
        self.hurried = self.gone = False
        self.loop: AbstractEventLoop | None = None
        self.choice = ""  # what follows the match, as choose_next takes it; "": nothing
        self.answered = -inf  # when the last hint or similar answer came
        self.deadline = inf  # of the question that is open
        self.asks_level = False  # whether the next level is asked for
        self.record: Callable[[], Record] | None = None
        self.meanwhile: Callable[[Word, Game, int], str] | None = None  # answers a word while a program thinks
        self.dropped = False  # whether the next question is called off
        self.questioned = False  # whether the message said last asks for something other than a move
        self.buffer = Buffer(multiline=False)
        self.end_seen = False  # whether the end of the match is on the screen
        self.words: tuple[Word, ...] = WORDS
        self.wish: Callable[[str], bool] | None = None  # takes what is typed while nobody is asked, if it is a wish

    @property
    def types(self) -> bool:
        """Whether letters are typed at the prompt, and do nothing by themselves.

        They are until the end of the match is on the screen, and after it as long as something stands there.
        """
        return not (self.watched or self.replays or (self.end_seen and not self.buffer.text))

    # On the thread of the match.

    def show(self, event: Event) -> None:
        """Show the event on the page; if the match has a pace, wait for it first."""
        if isinstance(event, Moved) and not (event.seat >= 0 and self.view.people[event.seat]):
            self.call_later(self.view.stop_thinking, event.left)
            self.pacer.wait()
        self.call_later(self.apply, event)

    def tell(self, text: str) -> None:
        """Say something to the people at the table; after a question, wait for the answer."""
        if is_question(text):
            self.questioned = True
        self.call_later(self.view.say if is_question(text) else self.view.tell, with_signs(text, self.signs))

    def ask(self, game: Game, deadline: float) -> Entry:
        """Return what the person to move types. Raises EOFError, KeyboardInterrupt, OutOfTime, CalledOff."""
        answer: Future[Entry] = Future()
        self.call_later(self.open_question, game, deadline, answer)
        return answer.result()

    def call_off(self) -> None:
        with suppress(PageClosed):
            self.call_later(self.drop_question)

    def work(self, what: str) -> None:
        self.call_later(setattr, self.view, "working", what)

    def compare(self, analysis: "Analysis") -> None:
        from referee.reports.analysis.text import scrolled_lines

        self.call_later(self.view.read, lambda width: scrolled_lines(analysis, width, self.signs))

    def follow(self, choice: str) -> None:
        """Say that the next game of a series can be chosen; if nobody plays, it follows at the pace of the page."""
        self.call_later(setattr, self.view, "follows", True)
        if self.watched:
            self.pacer.rest()
            self.call_later(self.leave_for, choice)

    def explain(self, game: str, rules: str) -> None:
        self.call_later(self.view.read, rules_layout(game, rules, self.signs))

    def edit(self, spec: str, game: Game) -> str:
        self.call_later(open_editor, self.view, self.buffer, spec, game)
        return ""

    def count(self, game: Game) -> None:
        self.call_later(setattr, self.view, "counted", True)

    def mark(self, game: Game, dead: tuple[str, ...], offer: str) -> str:
        self.call_later(mark_dead, self.view, game, dead)
        return f"Enter or a click marks dead chains; {PLAYS_ON}"

    def flip(self) -> str:
        self.call_later(self.view.turn_around)
        return ""

    def call_later(self, call: Callable[..., object], *arguments: Any) -> None:
        """Make a call on the main thread, and draw the page again."""

        def work() -> None:
            self.screen.attempt(call, *arguments)
            self.screen.redraw()

        if self.loop is None or self.loop.is_closed():
            raise PageClosed
        try:
            self.loop.call_soon_threadsafe(work)
        except RuntimeError:  # it was closed just now
            raise PageClosed from None
        if self.gone:
            raise PageClosed

    # On the main thread.

    def replay(self, events: Iterable[Event], begin: Callable[[], None] = lambda: None) -> None:
        """Look through a match of the past, from its start on; `begin` is called once the page is open."""
        self.view.replayed = True
        for event in events:
            update_view(self.view, event)
        self.view.timeline.at, self.view.paused = 0, True
        self.run(lambda: self.call_later(begin))

    def run(self, play: Callable[[], None]) -> None:
        """Show a match, which `play` plays on a thread of its own, until people leave.

        Raises what `play` raises but PageClosed, and KeyboardInterrupt if they left by Ctrl-C.
        """
        failed: list[BaseException] = []

        def work() -> None:
            try:
                play()
            except PageClosed:
                pass
            except BaseException as error:  # noqa: BLE001  # it is raised again where the page ran
                failed.append(error)
                with suppress(PageClosed):
                    self.call_later(self.screen.close)

        thread = threading.Thread(target=work, daemon=True, name="match")
        try:
            self.screen.run(lambda: self.begin(thread))
        finally:
            self.release()
            thread.join(FAREWELL)
        if failed:
            raise failed[0]

    def begin(self, thread: threading.Thread) -> None:
        """Let the match begin, now that there is a page for it."""
        self.loop = self.screen.app.loop
        self.screen.beside(self.tick())
        usual = threading.stack_size(STACK)
        thread.start()
        threading.stack_size(usual)

    async def tick(self) -> None:
        """Draw what moves by itself, and end the turn of a person without time."""
        while True:
            await sleep(TICK)
            answer = self.answer
            if answer and monotonic() > self.deadline and not answer.done():
                self.close_question()
                answer.set_exception(OutOfTime())
            if self.replays and not self.view.paused and monotonic() > self.pacer.passed + self.pacer.pace:
                self.pacer.passed = monotonic()
                self.look(1)
                self.view.paused = self.view.timeline.live
                self.screen.redraw()
            if self.view.ticking and not self.view.paused:
                self.view.busy = busy(self.view, self.signs)
                self.screen.redraw()

    def apply(self, event: Event) -> None:
        self.questioned = False
        if isinstance(event, Asked):
            self.hurried = False
        update_view(self.view, event)
        if isinstance(event, Moved) and self.view.animated:
            self.screen.beside(animate(self.view, self.screen.redraw))
        if isinstance(event, Ended) and event.score is None:
            self.screen.close()

    # People.

    def open_question(self, game: Game, deadline: float, answer: "Future[Entry]") -> None:
        """Let the person type, and steer the cursor."""
        self.answer, self.deadline = answer, deadline
        if self.dropped:
            self.drop_question()
            return
        self.view.asked = game
        if self.questioned:
            self.view.stop_clocks(deadline)
        if self.view.working:
            self.answered = monotonic()
        self.view.working = ""
        self.hurried = False
        if self.view.cursor is None:  # otherwise it is asked again, and what was chosen on the board stands
            self.view.cursor = cursor_of(game)
        self.view.busy = ""
        if self.view.ahead and not self.questioned:
            self.play_ahead(game)

    def play_ahead(self, game: Game) -> None:
        """Play the move that was typed ahead; drop it with a line if it is not legal."""
        text, self.view.ahead = self.view.ahead, ""
        entry = parse(game, text, self.words)
        if isinstance(entry, Unknown):
            self.view.say(f"Dropped: {entry.why}")
        else:
            self.reply(entry)

    def answer_meanwhile(self, word: Word) -> None:
        """Answer a word while a program thinks; an answer without room is read in place of the board."""
        if self.meanwhile and self.view.viewer is not None:
            said = self.meanwhile(word, self.view.timeline.last.game, self.view.viewer)
            if said and (text_width(said) > self.screen.size.columns or self.screen.size.rows < ROOMY):
                self.view.read(partial(wrap_lines, said.split("\n")))
            elif said:
                self.view.say(said)

    def close_question(self) -> None:
        self.answer = self.view.asked = self.view.editor = None

    def drop_question(self) -> None:
        """Call off the open question, or the next one if none is open. What was typed stays at the prompt."""
        answer = self.answer
        self.dropped = answer is None or answer.done()
        if answer is None or answer.done():
            return
        self.close_question()
        if self.questioned:
            self.questioned, self.view.said = False, []
        answer.set_exception(CalledOff())

    def type(self, text: str) -> None:
        """Answer the open question as if `text` had been typed."""
        if self.view.asked:
            self.reply(parse(self.view.asked, text, self.words))

    def reply(self, entry: Entry) -> None:
        answer = self.answer
        if answer is None or answer.done():
            return
        if self.view.asked and self.view.dead is not None and ANSWERS.get(entry.text.casefold()):
            entry = parse(self.view.asked, " ".join([DEAD.name, *sorted(self.view.dead)]))
        if not isinstance(entry, Command):
            self.view.dead = None
        self.close_question()
        self.questioned = False
        self.view.said, self.view.counted = [], False
        self.view.timeline.to_end()
        self.view.working = entry.word.working if isinstance(entry, (Command, Request)) else ""
        answer.set_result(entry)

    def look(self, by: int) -> bool:
        """Look at a position `by` moves later or earlier; return whether there is one."""
        return self.view.timeline.step(by)

    def steer(self, rows: int, columns: int) -> None:
        """Move the cursor by an arrow key, or write another move at the prompt."""
        if text := steer(self.view, self.buffer.text, rows, columns):
            self.buffer.text = text
            self.buffer.cursor_position = len(text)

    def choose(self) -> None:
        if self.view.dead is not None and self.view.cursor:
            toggle_dead(self.view, self.view.cursor.place)
        elif text := enter_cell(self.view):
            self.type(text)

    def pause(self, paused: bool) -> None:
        """Hold a match that is watched, or let it go on from where it stands."""
        self.view.paused = paused
        if not paused:
            self.view.timeline.to_end()
        self.pacer.pause(paused)

    def change_pace(self, factor: float) -> None:
        self.pacer.change_pace(factor)
        self.view.say(f"A move every {self.pacer.pace:.2g} seconds.")

    def leave_for(self, choice: str) -> None:
        """Leave the page, for another match that the person chose, or for none."""
        self.choice = choice
        self.screen.close()

    def interrupt(self) -> None:
        """Make a thinking program move now; otherwise, and the second time, leave."""
        if self.view.asked and monotonic() - self.answered < DEAF:
            return  # it was meant for the search that has just ended
        thinking = None if self.view.remote or self.view.asked or self.view.ended else self.view.thinking
        if thinking and not self.hurried:
            self.hurried = True
            hurry()
            person = self.view.people[thinking.seat]
            self.view.say(f"{'Answering' if person else 'Moving'} now. Ctrl-C again leaves.")
        else:
            self.screen.close(why=None if self.view.ended else KeyboardInterrupt)

    def release(self) -> None:
        """End all waiting for people."""
        self.gone = True
        self.pacer.close()
        hurry()
        if self.answer and not self.answer.done():
            self.answer.set_exception(EOFError())
