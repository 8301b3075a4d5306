"""What people are told about their match: whether it is kept, how to come back to it, and the file it is saved in."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import games
from referee.match.events import Asked, Ended, Event, Moved
from referee.match.player_calls import is_person
from referee.match.record import Record
from referee.match.recorder import Recorder
from referee.storage.archive import Archive
from referee.table.front import Front
from referee.table.prompt import ask_plainly
from referee.table.vocabulary import QUIT, SAVE

if TYPE_CHECKING:
    from referee.table.prompt_commands import PromptCommands

AGAIN = "This match is kept again, with all of its moves."
OFFER = "Type save FILE to write this match to a file, or press Enter to lose it: "


class Keeping:
    """Whether one match is kept, and what its people were told of that.

    minutes  what is taken down of the match;  people  whether anybody can type.
    """

    def __init__(self, archive: Archive, minutes: Recorder, people: bool):
        self.archive, self.minutes, self.people = archive, minutes, people
        self.told = ""  # why it is not kept, as people were told last; empty if they believe that it is
        self.seen = True  # whether that still stands on a page, where what is said next takes its place
        self.read = True  # whether it stood there when a person was asked

    def tell_change(self, front: Front) -> bool:
        """Tell people that the match is not kept, or is kept again, if that is news; whether it was."""
        why = self.archive.trouble
        if why == self.told:
            return False
        self.told, self.seen, self.read = why, True, False
        front.tell(self.sentence() if why else AGAIN)
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
                front.tell(self.sentence() if self.told else AGAIN)
        self.read = self.read or (asked and self.seen)

    def sentence(self) -> str:
        """That the match is not kept, why, and what a person can do about it."""
        said = f"This match is {'no longer' if self.archive.row else 'not'} kept: {self.told}."
        return f"{said} Type save FILE to write it elsewhere." if self.people and not self.minutes.over else said

    def farewell(self, front: Front, way: bool, saved: tuple[Path, Record] | None) -> None:
        """Tell people who leave how to come back to the match, if `way` is wanted; in any case that it is not kept.

        saved  the file that the match was saved in last, and what of it.
        """
        if not (self.minutes.moves or self.minutes.over):
            return
        self.archive.catch_up()
        if self.archive.holds(self.minutes.record()):
            if self.told and not self.archive.trouble:
                front.tell(AGAIN)
            if way:
                front.tell(self.command_for(str(self.archive.row)))
            return
        why = self.archive.trouble
        front.tell(f"This match is not kept{f': {why}' if why else ''}.")
        if saved and saved[1] == self.minutes.record():
            front.tell(self.way_by_file(saved[0]))

    def way_by_file(self, path: Path) -> str:
        """Where the match is saved, and how to see it again or to go on with it from there."""
        return f"It is saved in {path}. {self.command_for(shlex.quote(str(path)))}"

    def command_for(self, place: str) -> str:
        """How to see the match again that is there, or to go on with it."""
        if self.minutes.over:
            return f"See it again: referee replay {place}"
        return f"Go on with it: referee resume {place}"

    def lost(self, saved: tuple[Path, Record] | None) -> bool:
        """Whether what was played stands neither in the archive nor in that file."""
        record = self.minutes.record()
        if not (self.minutes.moves or self.minutes.over) or (saved and saved[1] == record):
            return False
        self.archive.catch_up()
        return not self.archive.holds(record)

    def offer_file(self, prompt: "PromptCommands") -> None:
        """Ask the person at the terminal for a file where the match would be lost; they may do without one."""
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
