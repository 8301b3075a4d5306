"""Matches that were kept, shown again: on a page, or in lines that stay."""

from collections.abc import Mapping, Sequence
from functools import partial

import games
from referee.drawing import terminal
from referee.drawing.flip import has_sides
from referee.formats.famous import notes_on
from referee.match.events import Event, Moved, Started
from referee.match.record import Record
from referee.reports.history import count_games, find_match, seats_shown
from referee.reports.notes_text import position_notes
from referee.storage.archive import Archive
from referee.storage.saved_match import is_persons
from referee.support.settings import Settings
from referee.table.screens import line_front, new_view, title_of
from referee.table.scrolling_front import ScrollingFront

OTHERS = {"next": 1, "previous": -1}


def show_match(
    archive: Archive, what: str | None, number: int | None, wanted: Settings, *, reviewed: bool = False
) -> None:
    """Show a match; on a page people may go on to the other matches of a file.

    what      the number of a match, or a file; None: the match that ended last.
    number    of the record in a file.
    reviewed  whether a page begins with the review of the match.

    Raises SpecError if there is no such match.
    """
    while True:
        record, events = find_match(archive, what, number)
        notes = notes_of(record, events, what or "")
        if wanted.plain or not terminal.fancy():
            replay_in_lines(record, events, wanted, notes)
            return
        count = count_games(archive, what)
        choice = replay_on_page(
            record, events, wanted, (count - 1 if number is None else number, count), notes, reviewed=reviewed
        )
        if choice not in OTHERS:
            return
        if count > 1:
            number = ((count - 1 if number is None else number) + OTHERS[choice]) % count


def notes_of(record: Record, events: list[Event], word: str) -> dict[int, tuple[str, ...]]:
    """Return comments by the number of the position: the record's, and ours if `word` names a famous game.

    There are none if the match is not over and hides something, as they might tell it.
    """
    found = {} if any(seats_shown(record)) else position_notes(record, [event.game for event in events])
    for number, text in notes_on(word).items():
        found[number] = (text, *found.get(number, ()))
    return found


def seen_by_second(record: Record) -> bool:
    """Return whether the second seat's side is shown below: its only person sat there, and the board has sides."""
    alone = tuple(map(is_persons, record.players)) == (False, True)
    return alone and not any(seats_shown(record)) and has_sides(games.load(record.game))


def replay_in_lines(record: Record, events: list[Event], wanted: Settings, notes: Mapping[int, Sequence[str]]) -> None:
    """Show each position below the one before it, or each move in a sentence; and the `notes` on positions."""
    front = line_front(seats_shown(record), wanted)
    if isinstance(front, ScrollingFront):
        front.flipped = seen_by_second(record)
    front.tell(title_of(record.game, record.seed, goes_on=not record.over))
    count = 0
    for event in events:
        front.show(event)
        count += isinstance(event, Moved)
        if isinstance(event, Started | Moved):
            for note in notes.get(count, ()):
                front.tell(note)
    if not record.over:
        front.tell("The match is not over.")


def replay_on_page(
    record: Record,
    events: list[Event],
    wanted: Settings,
    place: tuple[int, int],
    notes: Mapping[int, Sequence[str]],
    *,
    reviewed: bool,
) -> str:
    """Show a page with the first position; return which match the person asks for after it, or "".

    place  the number of the match, and how many there are;  notes  on positions, by number.
    """
    from referee.table.fullscreen.bars import game_title
    from referee.table.fullscreen.keys import review
    from referee.table.fullscreen.match_page import open_match_page

    number, count = place
    view = new_view(record.game, seats_shown(record))
    view.flipped, view.notes = seen_by_second(record), notes
    which = f", game {number} of 0 to {count - 1}" if count > 1 else ""
    view.title = f"{game_title(record.game)}{which}{'' if record.over else ', not over'}"
    front = open_match_page(view, wanted, lambda: record, replays=count)
    front.replay(events, partial(review, front) if reviewed else lambda: None)
    return front.choice
