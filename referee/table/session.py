"""Matches in front of people, one after the other: on a page, in lines or in sentences; each is kept, move by move.

Matches of the past are looked at again on a page that is stepped through, or drawn one position after the other.
"""

import shlex
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING

import games
from games.capabilities import hides_information
from games.game import Game
from games.names.catalogue import SpecError
from players.entry import Word
from players.human import HumanPlayer
from players.player import Player
from referee.batches.plan import Plan
from referee.drawing import terminal
from referee.match.events import Asked, Ended, Event, How, Moved
from referee.match.players import is_elsewhere, is_person
from referee.match.record import Record, Recorder
from referee.match.sentences import outcome_sentence, seating_sentence
from referee.match.series import Series, Sitting, count_score, score_text
from referee.running.foreign_code import preserve_process
from referee.solving.blindness import notices
from referee.storage.archive import Archive, open_archive
from referee.storage.kept_match import KeptMatch
from referee.storage.record_file import check_savable, save_record
from referee.storage.saved_match import SavedMatch
from referee.storage.store import local_day
from referee.support.limits import draw_seed
from referee.support.settings import Settings
from referee.table.front import Front, ask_plainly
from referee.table.next_match import AGAIN, BACK, MENU, POSITION, NextMatch, choose_next
from referee.table.prompt_commands import PromptCommands
from referee.table.screens import line_front, new_view, options_note, scrolling_front, title_of
from referee.table.typed_lines import TypedLines
from referee.table.vocabulary import QUIT, SAVE

if TYPE_CHECKING:
    from referee.reports.game_file import GameFile
    from referee.table.fullscreen.menu_form import MenuChoice
    from referee.table.fullscreen.menu_lists import MenuErrand
    from referee.table.fullscreen.view import View


RESUMABLE = "This match is kept again, with all of its moves."
OFFER = "Type save FILE to write this match to a file, or press Enter to lose it: "


class Keeping:
    """The state of keeping one match: whether it is kept, and what its people were told about that.

    match    as the archive writes it down;  minutes  its moves;  people  whether anybody can type.
    """

    def __init__(self, match: KeptMatch, minutes: Recorder, people: bool):
        self.match, self.minutes, self.people = match, minutes, people
        self.told = ""  # the reason that people heard last why it is not kept; "" if they believe that it is kept
        self.seen = True  # whether that message still stands on a page, where the next one takes its place
        self.read = True  # whether the message stood there when a person was asked

    def tell_change(self, front: Front) -> bool:
        """Tell people that the match is not kept, or is kept again, if that is news; return whether it was."""
        why = self.match.trouble
        if why == self.told:
            return False
        self.told, self.seen, self.read = why, True, False
        front.tell(self.sentence() if why else RESUMABLE)
        return True

    def note(self, event: Event, front: Front) -> None:
        """Tell people what the event changed; once more on a page where a move or the end has wiped it away."""
        if isinstance(event, Ended) and not front.keys:
            return  # nothing can be typed any more, and `farewell` comes next
        asked = isinstance(event, Asked) and event.player is not None and is_person(event.player)
        if not self.tell_change(front) and front.keys:
            self.seen = self.seen and isinstance(event, Asked)
            standing = self.told and (isinstance(event, Ended) or (isinstance(event, Moved) and not self.people))
            if not self.seen and (standing or (asked and not self.read)):
                self.seen = True
                front.tell(self.sentence() if self.told else RESUMABLE)
        self.read = self.read or (asked and self.seen)

    def sentence(self) -> str:
        """Return that the match is not kept, why, and what a person can do about it."""
        said = f"This match is {'no longer' if self.match.row else 'not'} kept: {self.told}."
        return f"{said} Type save FILE to write it elsewhere." if self.people and not self.minutes.over else said

    def farewell(self, front: Front, way: bool, saved: tuple[Path, Record] | None) -> None:
        """Tell people who leave how to come back to the match, if `way`; in any case if it is not kept.

        saved  the file that the match was saved in last, and the record in it.
        """
        if not (self.minutes.moves or self.minutes.over):
            return
        self.match.catch_up()
        if self.match.holds(self.minutes.record()):
            if self.told and not self.match.trouble:
                front.tell(RESUMABLE)
            if way:
                front.tell(self.command_for(str(self.match.row)))
            return
        why = self.match.trouble
        front.tell(f"This match is not kept{f': {why}' if why else ''}.")
        if saved and saved[1] == self.minutes.record():
            front.tell(self.way_by_file(saved[0]))

    def way_by_file(self, path: Path) -> str:
        """Return where the match is saved, and how to see it again or to go on with it from there."""
        return f"It is saved in {path}. {self.command_for(shlex.quote(str(path)))}"

    def command_for(self, place: str) -> str:
        """Return how to see the match at `place` again, or to go on with it."""
        if self.minutes.over:
            return f"See it again: referee replay {place}"
        return f"Go on with it: referee resume {place}"

    def lost(self, saved: tuple[Path, Record] | None) -> bool:
        """Return whether what was played stands neither in the archive nor in the saved file."""
        record = self.minutes.record()
        if not (self.minutes.moves or self.minutes.over) or (saved and saved[1] == record):
            return False
        self.match.catch_up()
        return not self.match.holds(record)

    def offer_file(self, prompt: "PromptCommands") -> None:
        """Ask the person at the terminal for a file if the match would be lost; they may do without."""
        while self.people and sys.stdin and sys.stdin.isatty() and self.lost(prompt.saved):
            game = self.minutes.moves[-1].game if self.minutes.moves else games.load(self.minutes.heading.game)
            try:
                word, _, name = ask_plainly(OFFER).strip().partition(" ")
            except EOFError:
                return
            if word.casefold() in ("", *QUIT.names):
                return
            if word.casefold() in SAVE.names:
                print(prompt.save(game, name.strip()))
                if prompt.saved and not self.lost(prompt.saved):
                    print(self.command_for(shlex.quote(str(prompt.saved[0]))))


def play_session(
    first: NextMatch, wanted: Settings, sitting: Sitting, file: Path | None = None, kept: "GameFile | None" = None
) -> str:
    """Play a match, new or broken off, and after it others as long as people choose to.

    sitting  who has won how often before;  file  where the records of the matches are written.
    kept     the file of PGN to which those are added that end.

    Returns what people leave the table for: `menu`, or "". Raises SpecError if what is wanted cannot be.
    """
    if file:
        check_savable(file)
    with closing(open_archive()) as archive:
        while True:
            session = Session(first, wanted, archive, sitting)
            try:
                choice = session.on_page() if session.paged else session.in_lines()
            finally:
                if file:
                    session.save(file)
                if kept:
                    session.keep(kept)
            session.close()
            if choice in ("", MENU):
                return choice
            first = session.another(choice)
            wanted = replace(wanted, coach=session.prompt.coached if session.prompt else wanted.coach)


def people(seated: Sequence[Player]) -> tuple[bool, bool]:
    """Return for each seat whether a person plays it."""
    return is_person(seated[0]), is_person(seated[1])


class Session:
    """One match, who plays it, and where it is kept. Raises SpecError if these players cannot share a screen.

    series    as it stands before the match, None outside of a series;  after  as it stands once the match is over.
    seeded    whether the seed of the match is known here.
    next_row  the number under which the next game of the series is kept, 0 while there is none.
    """

    def __init__(self, match: NextMatch, wanted: Settings, archive: Archive, sitting: Sitting):
        self.match, self.wanted, self.archive, self.sitting = match, wanted, archive, sitting
        self.plan, self.kept, self.series = match.plan, match.kept, match.series
        plan, series = match.plan, match.series
        self.minutes = Recorder(plan.heading(match.round))
        self.prompt: PromptCommands | None = None  # once it is played
        self.after: Series | None = None
        self.next_row = 0
        self.seeded = True
        self.seated = plan.task(self.match.round).make_players()
        if all(people(self.seated)) and hides_information(games.load(plan.game)):
            raise SpecError(f"{plan.game!r} hides something from each player: two people cannot play it on one screen")
        self.keeping: Keeping | None = None  # once it is played
        called = f"{series.game}, {series.label}" if series else ""
        self.title = title_of(plan.game, plan.seed, any(people(self.seated)), called)
        self.paged = terminal.fancy() and not wanted.plain

    @property
    def options_note(self) -> str:
        """Which options the game has, for people who begin a match."""
        begins = any(people(self.seated)) and not (self.kept or self.series or self.sitting.results)
        return options_note(self.plan.game) if begins else ""

    @property
    def goes_on(self) -> bool:
        """Whether another game of the series follows."""
        return self.after is not None and not self.after.over

    def in_lines(self) -> str:
        """Play in lines that stay; return which match follows: the next of a series, or the one asked for."""
        seats = people(self.seated)
        front = line_front(seats, self.wanted, TypedLines() if any(map(is_elsewhere, self.seated)) else None)
        front.tell(f"{self.title}. {note}" if (note := self.options_note) else self.title)
        self.play(front)
        self.farewell(front, any(seats) and not self.minutes.over)
        return AGAIN if self.goes_on else self.given_up_for

    def on_page(self) -> str:
        """Play on a page; its last position stays. Return the match that the person asks for after it, or ""."""
        from referee.table.fullscreen.bars import game_title
        from referee.table.fullscreen.match_page import open_match_page
        from referee.table.fullscreen.view import ROOMY

        view = new_view(self.plan.game, people(self.seated))
        view.title, view.names = game_title(self.plan.game), self.minutes.heading.names
        if self.series:
            view.title = f"{self.series.label.capitalize()}, {game_title(self.series.game)}"
        view.busy, view.sitting, view.series = "Starting the players.", self.sitting, self.series
        view.animated = self.wanted.motion
        if terminal.height() >= ROOMY and (note := self.options_note):  # a small window is for the board
            view.say(note)
        front = open_match_page(view, self.wanted, self.minutes.record)
        front.meanwhile = self.meanwhile
        try:
            front.run(lambda: self.play(front))
        finally:
            choice = front.choice or self.given_up_for
            if choice in ("", MENU):
                self.show_last_position(view)
        return choice

    def meanwhile(self, word: Word, game: Game, viewer: int) -> str:
        """Return the answer to a word that need not wait while a program thinks."""
        return self.prompt.meanwhile(word, game, viewer) if self.prompt else ""

    @property
    def given_up_for(self) -> str:
        """The match that the person has given this one up for, as choose_next takes it; "" if for none."""
        if self.prompt is None or not self.prompt.restarted:
            return ""
        return f"{POSITION} {self.prompt.position}" if self.prompt.position else AGAIN

    def play(self, front: Front) -> None:
        """Play the match at a front, and keep it."""
        keeping = self.keeping = Keeping(self.begin(), self.minutes, any(people(self.seated)))
        fixed = self.series is not None
        self.prompt = prompt = PromptCommands(front, self.minutes, self.wanted.coach, fixed, self.wanted.judge)
        prompt.seeded = self.seeded
        for player in self.seated:
            if isinstance(player, HumanPlayer):
                player.ask, player.tell, player.mark = prompt.ask, prompt.tell, front.mark
                player.call_off = front.call_off
        for said in notices(self.plan.game, self.plan.players) if not self.series or self.series.number == 1 else ():
            front.tell(f"Note: {said}.")
        if not front.keys:  # a page says it below who plays
            keeping.tell_change(front)
        if self.series:
            prompt.standing = self.score_of(self.series)
            front.tell(prompt.standing)
        with closing(prompt), preserve_process():
            self.play_events(keeping, prompt, front)
        if self.after and (self.paged or not self.goes_on):  # in lines the next game begins with it
            front.tell(self.score_of(self.after))
        if self.goes_on:
            self.begin_next(keeping.match, front)

    def begin(self) -> KeptMatch:
        """Return the match as it is written down from now on."""
        if self.kept is None or self.kept.number is None:
            return self.archive.begin(self.minutes.heading, self.plan.control, self.plan.opening, self.series)
        return self.archive.resume(self.kept.number)

    def play_events(self, keeping: Keeping, prompt: PromptCommands, front: Front) -> None:
        # People watch two programs in lines; a page keeps the pace by itself.
        paced = terminal.seen() and not self.paged and not any(people(self.seated))
        for event in self.plan.task(self.match.round).match(self.seated, self.kept.past if self.kept else ()):
            if front.gone and not (isinstance(event, Ended) and event.how is How.LEFT):
                break
            keeping.match.note(event)
            prompt.note(event)
            keeping.note(event, front)
            if isinstance(event, Moved) and paced:
                sleep(self.wanted.pace)
            if isinstance(event, Ended) and event.error:
                task = self.plan.task(self.match.round)
                print(task.describe_crash(event.error, " ".join(self.minutes.texts)), end="", file=sys.stderr)
            if isinstance(event, Ended) and self.series and (score := count_score(event)) is not None:
                self.after = self.series.after(score)

    def score_of(self, series: Series) -> str:
        """Return how the series stands, in a sentence for the people who sit here."""
        assert self.series is not None  # noqa: S101  # for the type checker
        seats = people(self.seated)
        you = self.series.by_seat((0, 1))[seats.index(True)] if sum(seats) == 1 else None
        return score_text(series, self.series.by_seat(self.minutes.heading.names), you)

    def begin_next(self, match: KeptMatch, front: Front) -> None:
        """Keep the next game of the series if this match is kept, so that it can be continued; then go on to it."""
        following = choose_next(self.match, self.minutes, self.after, AGAIN)
        plan = following.plan
        match.catch_up()
        if not match.trouble:
            waiting = plan.heading(0), plan.control, plan.opening, following.series
            self.next_row = self.archive.add_waiting(*waiting) or 0
        front.follow(AGAIN)

    def show_last_position(self, view: "View") -> None:
        """Leave the last position on the terminal, how it ended, and how to come back to it."""
        front, position = scrolling_front(view.people, self.wanted), view.timeline.last
        front.flipped = view.flipped
        front.tell(self.title)
        front.tell(seating_sentence(view.viewpoint))
        front.board(position.game, position.moved.seen if position.moved else None)
        if view.ended and view.ended.score is not None:
            front.tell(outcome_sentence(view.ended, view.viewpoint))
        if self.after:
            front.tell(self.score_of(self.after))
        self.farewell(front, True)

    def farewell(self, front: Front, way: bool) -> None:
        """Tell people who leave how to come back to the match, and to its series, if `way`."""
        if self.keeping:
            self.keeping.farewell(front, way, self.saved)
        waits = self.series is not None and self.series.number > 1 and not (self.minutes.moves or self.minutes.over)
        row = self.next_row or (self.keeping.match.row if waits and self.keeping else 0)
        if way and row:
            front.tell(f"Go on with the series: referee resume {row}")

    @property
    def saved(self) -> tuple[Path, Record] | None:
        """The file that the match was saved in last, and the record in it; None if it never was."""
        return self.prompt.saved if self.prompt else None

    def save(self, file: Path) -> None:
        """Write the record into a file. Raises SpecError if that cannot be."""
        save_record(self.minutes.record(), file)
        if self.prompt and self.keeping and self.keeping.lost(self.saved):
            self.prompt.saved = file, self.minutes.record()
            print(self.keeping.way_by_file(file))

    def keep(self, kept: "GameFile") -> None:
        """Add the match to a file of PGN if it is over. Raises SpecError if that cannot be."""
        from referee.formats.file_game import FileGame

        if self.minutes.over and kept.takes(self.plan.game):
            kept.add(FileGame(self.minutes.record(), local_day(), control=self.plan.control, ours=True))

    def close(self) -> None:
        """Offer a file to people whose match would be lost; then let go of it."""
        if self.prompt and self.keeping:
            self.keeping.offer_file(self.prompt)
            self.keeping.match.close()

    def another(self, choice: str) -> NextMatch:
        """Return what is played next, as people chose it; for the choice see choose_next."""
        if choice == BACK:
            self.sitting.take_back()
        kept = self.archive.find(self.next_row) if self.next_row else None
        following = choose_next(self.match, self.minutes, self.after, choice)
        return replace(following, kept=kept) if kept else following


def play_matches(first: NextMatch, wanted: Settings, file: Path | None = None, kept: "GameFile | None" = None) -> None:
    """Play a match, and then others as long as people choose to, from the menu too.

    file  where the records of all of them are written;  kept  the file of PGN to which they are added.

    Raises SpecError if what is wanted cannot be.
    """
    sitting, plan = Sitting(), first.plan
    while play_session(first, wanted, sitting, file, kept) == MENU:
        choice = choose_match(first.series.game if first.series else plan.game, wanted, guest=plan.guest)
        if choice is None:
            return
        if isinstance(choice, SavedMatch):
            first = NextMatch(replace(choice.plan(), person=wanted.name), choice, choice.series)
        else:
            seed = draw_seed()
            person, guest = choice.names or (wanted.name, plan.guest)
            first = NextMatch(Plan(choice.game, choice.players, seed, plan.control, person=person, guest=guest))
        plan = first.plan


def choose_match(
    game: str, wanted: Settings, *, pick: bool = True, guest: str = ""
) -> "MenuChoice | SavedMatch | None":
    """Return what people choose in the menu to play, or to go on with; None if they leave.

    Matches of the past that they look at meanwhile are shown. For the arguments see `menu.choose`.
    """
    from referee.table.fullscreen.menu import choose
    from referee.table.fullscreen.menu_lists import MenuErrand

    while isinstance(choice := choose(game, wanted, pick=pick, guest=guest), MenuErrand):
        if isinstance(kept := run_errand(choice, wanted), SavedMatch):
            return kept
        pick = True
    return choice


def run_errand(errand: "MenuErrand", wanted: Settings) -> SavedMatch | None:
    """Return a match that is to be continued; show any other, with its review if that is wanted."""
    from referee.reports.history import find_resumable
    from referee.table.replays import show_match

    with closing(open_archive()) as archive:
        if errand.verb == "resume":
            return find_resumable(archive, str(errand.number))
        show_match(archive, str(errand.number), None, wanted, reviewed=errand.verb == "review")
    return None
