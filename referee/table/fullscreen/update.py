"""What an event of the match changes on the page."""

from time import monotonic

from games.capabilities import hides_information
from referee.errors.ownership import safe_getattr
from referee.match.events import Asked, Declined, Ended, Event, Moved, Redone, Seated, Started, TakenBack
from referee.match.sentences import outcome_sentence, seating_sentence, undo_sentence
from referee.table.fullscreen.view import Thinking, View


def update_view(view: View, event: Event) -> None:
    """Put the event on the page."""
    match event:
        case Started():
            view.names, view.left = event.names, event.left
            view.timeline.start(event, view.viewer)
            view.say(seating_sentence(view.viewpoint))
        case Asked():
            view.left = event.left
            # What a player expects would tell what it holds.
            secret = view.viewer is not None and hides_information(event.game)
            glimpse = None if secret else safe_getattr(event.player, "glimpse")
            view.thinking = Thinking(event.seat, event.deadline, monotonic(), event.left_after, glimpse)
            return
        case Moved():
            view.thinking, view.left, view.cursor, view.working = None, event.left, None, ""
            view.timeline.add(event, view.viewer)
            view.said = []
        case TakenBack():
            view.left, view.cursor = event.left, None
            view.timeline.cut(event.count)
            view.say(undo_sentence(event))
        case Redone():
            view.say(undo_sentence(event))
        case Seated():
            seated(view, event)
        case Declined():
            view.say(event.why)
        case Ended():
            ended(view, event)
    if not view.paused:
        view.busy = ""


def ended(view: View, event: Ended) -> None:
    """The match is over; its result counts in this sitting where it was played here."""
    view.left = event.left
    view.ended, view.thinking, view.asked, view.cursor = event, None, None, None
    if event.score is not None and not view.replayed:
        view.sitting.add([view.called(0), view.called(1)], event.score)
    view.said = [outcome_sentence(event, view.viewpoint)]


def seated(view: View, event: Seated) -> None:
    """Players changed."""
    if event.spec is None:
        view.people = view.people[1], view.people[0]
        view.viewer = view.people.index(True) if sum(view.people) == 1 else None
    view.names, view.cursor = event.names, None
    view.say(seating_sentence(view.viewpoint))
