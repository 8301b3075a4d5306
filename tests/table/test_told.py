"""A viewer who is only told of the moves: positions as it may know them, texts as it heard them, and phrases."""

from dataclasses import replace

import pytest

import games
from referee.drawing.glyphs import UNICODE
from referee.match import play
from referee.match.events import UNSEEN, Asked, Ended, Moved, Started
from referee.match.record import Heading, Recorder
from referee.table.fullscreen.match_layout import lay_out
from referee.table.fullscreen.steering import starting_cell
from referee.table.fullscreen.update import update_view
from referee.table.fullscreen.view import Timeline, View
from referee.table.scrolling_front import ScrollingFront
from referee.table.spoken_front import SpokenFront

NAMES = "Ann", "Bob"
SPECS = "kuhn-poker", "leduc-poker", "liars-dice:dice=2", "backgammon", "pig"


def true_events(spec, seed):
    """Return the start, the moves and the end of a match of two programs, up to 40 of them."""
    events = play(games.load(spec), ["random", "random"], NAMES, seed)
    return [event for event in events if not isinstance(event, Asked)][:40]


def as_told(spec, events, seat):
    """Return the events as a player at another machine has them who sits on `seat`."""
    before = events[0].game
    for event in events:
        game = games.load(spec, position=event.game.position(seat))
        if isinstance(event, Moved):
            heard, words = event.heard[seat], before.say(event.move, seat)
            yield replace(event, game=game, move=UNSEEN, text=heard, heard=(heard, heard), words=words)
        else:
            yield replace(event, game=game)
        before = event.game


def each_match(test):
    return pytest.mark.parametrize("spec", SPECS)(pytest.mark.parametrize("seat", [0, 1])(test))


def printed(front, events, capsys):
    """Return what a front prints of the events."""
    for event in events:
        front.show(event)
    return capsys.readouterr().out


@each_match
def test_lines_and_sentences_say_what_the_player_at_the_table_reads(spec, seat, capsys):
    people = seat == 0, seat == 1
    for seed in (1, 2):
        events = true_events(spec, seed)
        told = list(as_told(spec, events, seat))
        assert printed(SpokenFront(people), told, capsys) == printed(SpokenFront(people), events, capsys)
        lines, wanted = (printed(ScrollingFront(people), each, capsys) for each in (told, events))
        assert unmarked(lines) == unmarked(wanted)


def unmarked(lines):
    """Return the lines without the brackets that mark the last move, which has no number here, and without walls."""
    return [" ".join(line.translate(str.maketrans("[]()│|", " " * 6)).split()) for line in lines.splitlines()]


def page(spec, events, seat):
    """Return the page after the events, and the view behind it."""
    view = View(spec, Timeline(games.load(spec)), people=(seat == 0, seat == 1), viewer=seat)
    for event in events:
        update_view(view, event)
    lines = lay_out(view, UNICODE, 100, 30).lines
    return unmarked("\n".join("".join(span.text for span in line) for line in lines)), view


@each_match
def test_the_page_is_that_of_the_player_at_the_table(spec, seat):
    events = true_events(spec, 3)
    told = list(as_told(spec, events, seat))
    for count in (2, 4, len(events)):
        (lines, view), (wanted, _) = (page(spec, each[:count], seat) for each in (told, events))
        assert lines == wanted
        assert starting_cell(view)


@each_match
def test_the_list_of_moves_is_that_of_the_player_at_the_table(spec, seat):
    told, true = (Recorder(Heading(spec, NAMES, NAMES, 1)) for _ in range(2))
    events = [event for event in true_events(spec, 4) if isinstance(event, Started | Moved | Ended)]
    for one, other in zip(as_told(spec, events, seat), events, strict=True):
        told.note(one)
        true.note(other)
    assert told.listing(seat) == true.listing(seat)


def test_an_onlooker_who_may_not_know_the_position_is_told_of_each_move_at_once(capsys):
    events, start = true_events("kuhn-poker", 1), games.load("kuhn-poker")
    front = ScrollingFront((False, False))
    for event in events:
        if isinstance(event, Moved) and event.seat >= 0:
            words, heard = f"{{{event.seat}}} moves", ("hidden", "hidden")
            front.show(replace(event, game=start.copy(), move=UNSEEN, text="hidden", heard=heard, words=words))
            assert f"{NAMES[event.seat]} moves." in capsys.readouterr().out
        elif not isinstance(event, Moved):
            front.show(replace(event, game=start.copy()))
