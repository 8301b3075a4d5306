"""The sentences about a match that every kind of screen shows: what was moved, who plays, and how it ended.

A turn is one sentence, with the dice before its moves.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from games.game import CHANCE, Game, writes
from games.picture import Points
from referee.drawing.changes import Change, find_change
from referee.match.events import Ended, Moved, Redone, TakenBack
from referee.match.wording import base_form, count_words, gather, join_words, make_sentence, plural, with_article

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.match.wording import Names, Viewpoint

SUBJECTS = {"{0} ": 0, "{1} ": 1}
TIMES = {1: "", 2: " twice"}

Step = tuple[Game, Moved]  # the position before a move, and the move


@dataclass(frozen=True)
class Clause:
    """The words about one move.

    seat    its subject; None if that is nobody at the table.
    verb    as it follows a name;  rest  the other words.
    remark  added if nothing else follows in the turn; maybe "".
    """

    seat: int | None
    verb: str
    rest: str
    remark: str = ""


def phrase_of(step: Step, viewer: int | None) -> str:
    """Return what the mover did in the phrase of Game.say, as the viewer hears it."""
    before, moved = step
    return moved.words or before.say(moved.move, viewer)


def find_clause(step: Step, view: Viewpoint) -> Clause:
    """Return the words about a move."""
    moved = step[1]
    words, _, remark = phrase_of(step, view.you).partition(": ")
    seat = find_subject(words, moved.seat)
    words = words[4:] if words[:4] in SUBJECTS else words
    for place in (0, 1):
        words = words.replace(f"{{{place}}}", view.who(place))
        before_it, named, after = remark.partition(f"{{{place}}} ")
        remark = before_it + view.does(place, after) if named else remark
    verb, _, rest = words.partition(" ")
    return Clause(seat, verb, rest, remark)


def find_subject(phrase: str, mover: int) -> int | None:
    """Return the seat that is the subject of the phrase for a move; None if that is nobody at the table."""
    return SUBJECTS.get(phrase[:4], None if mover == CHANCE else mover)


def is_told_by_chance(step: Step, view: Viewpoint) -> bool:
    """Return whether a move only asks for the dice, and the sentence about these tells it: `rolls` before `rolls 4`."""
    clause, game = find_clause(step, view), step[1].game
    if clause.rest or game.turn != CHANCE or game.score() is not None:
        return False
    verb, _, rest = game.say(game.moves()[0], view.you)[4:].partition(" ")
    return verb == clause.verb and bool(rest)


def next_seat(game: Game, view: Viewpoint) -> int | None:
    """Return whose turn it is, or for whom dice or cards come next; None if that is nobody."""
    return game.turn if game.turn != CHANCE else find_subject(game.say(game.moves()[0], view.you), CHANCE)


def last_turns(steps: Sequence[Step], view: Viewpoint, count: int) -> list[Sequence[Step]]:
    """Return the last `count` turns, oldest first: moves of one seat in a row, with its dice or cards."""
    turns: list[Sequence[Step]] = []
    end = len(steps)
    while end and len(turns) < count:
        start, seat = end - 1, find_clause(steps[end - 1], view).seat
        while start and seat is not None and find_clause(steps[start - 1], view).seat == seat:
            start -= 1
        turns.insert(0, steps[start:end])
        end = start
    return turns


def turn_sentence(turn: Sequence[Step], view: Viewpoint) -> str:
    """Return a turn in one sentence: `Level 3 rolls 6-5 and plays 8/2* 8/3: you are hit`."""
    clauses = [find_clause(step, view) for step in turn]
    seat, change = clauses[-1].seat, find_changes(turn, view)
    together = " " if writes(turn[-1][0], "singles") else ""
    said = []
    for verb, group in groupby(clauses, key=lambda clause: clause.verb):
        objects = [clause.rest for clause in group if clause.rest]
        said.append((verb, together.join(objects) if together else join_words(gather(objects))))
    told = {clause.verb for clause in clauses}
    changed = (words.partition(" ") for words in change_phrases(change, seat, view))
    said += [(verb, rest) for verb, _, rest in changed if verb not in told]
    yours = seat is not None and seat == view.you
    parts = [f"{base_form(verb) if yours else verb} {rest}".rstrip() for verb, rest in said]
    name = "" if seat is None else f"{view.who(seat)} "
    remark = hit_remark(change, seat, view) or clauses[-1].remark
    return make_sentence(f"{name}{join_parts(parts)}{f': {remark}' if remark else ''}")


def join_parts(parts: Sequence[str]) -> str:
    """Return actions in a row: `rolls 6-5 and plays 8/2*`, `rolls 4 and 5, and holds`."""
    if len(parts) > 1 and any(" and " in part for part in parts):
        return f"{', '.join(parts[:-1])}, and {parts[-1]}"
    return join_words(parts)


# What a turn changed.


def find_changes(turn: Sequence[Step], view: Viewpoint) -> Change:
    """Return what all moves of a turn captured, flipped or gained."""
    found = [find_change(before.show(view.you), moved.game.show(view.you), moved.seat) for before, moved in turn]
    pieces = {change.piece for change in found if change.piece}
    return Change(
        captured=sum(change.captured for change in found),
        piece=pieces.pop() if len(pieces) == 1 else "",
        flipped=sum(change.flipped for change in found),
        hit=sum(change.hit for change in found),
        gained=sum(change.gained for change in found),
    )


def change_phrases(change: Change, seat: int | None, view: Viewpoint) -> list[str]:
    """Return what else a move did: `takes your pawn`, `flips 3 discs`, `gains 2 seeds`. Hits are a remark."""
    if seat is None:
        return []
    mine = view.you is not None and seat != view.you
    piece = change.piece or "piece"
    found = []
    if change.captured:
        found.append(f"takes {counted(change.captured, piece, mine)}")
    if change.flipped:
        found.append(f"flips {counted(change.flipped, piece, mine)}")
    if change.gained:
        verb = "closes" if piece == "box" else "gains"
        found.append(f"{verb} {counted(change.gained, piece, yours=False)}")
    return found


def counted(number: int, piece: str, yours: bool) -> str:
    """Return a number of pieces in words: `a disc`, `3 discs`, `your disc`, `3 of your discs`."""
    if number == 1:
        return f"your {piece}" if yours else with_article(piece)
    return f"{number} of your {plural(piece)}" if yours else count_words(number, piece)


def hit_remark(change: Change, seat: int | None, view: Viewpoint) -> str:
    """Return `you are hit` if checkers were sent to the bar, otherwise ""."""
    if not change.hit or seat is None:
        return ""
    return view.does(1 - seat, f"is hit{TIMES.get(change.hit, f' {change.hit} times')}")


# Who plays, and how it ended.


def describe_player(game: Game, names: Names, seat: int) -> str:
    """Return the name of the player on `seat`, and what the game calls the seat."""
    return f"{names[seat]} ({game.seats[seat]})"


def describe_opponents(game: Game, names: Names) -> str:
    """Return who plays against whom, as a heading."""
    return " against ".join(describe_player(game, names, seat) for seat in (0, 1))


def seating_sentence(view: Viewpoint) -> str:
    """Return who sits where: `You are X against Level 3.` or `Minimax is X, Level 3 is O`."""
    if view.you is not None:
        return f"You are {view.seats[view.you]} against {view.known_as(1 - view.you)}."
    return ", ".join(f"{view.known_as(seat)} is {view.seats[seat]}" for seat in (0, 1)) + "."


def move_prompt(view: Viewpoint, seat: int) -> str:
    """Return the prompt for a move: `Your move: `, or `Red to move: ` if two people share the table."""
    return "Your move: " if seat == view.you else f"{view.name(seat)} to move: "


def outcome_sentence(event: Ended, view: Viewpoint, by_seat: bool = False) -> str:
    """Return who won, and why: `You win: four in a row, columns 2 to 5`; `by_seat` names a seat, not its player."""
    nobody = "A draw" if event.draw else "No result"
    seats = replace(view, names=view.seats) if by_seat else view
    said = nobody if event.winner is None else seats.does(event.winner, "wins")
    why = view.personal(event.why)
    return make_sentence(f"{said}: {why}" if why else said)


def undo_sentence(event: TakenBack | Redone) -> str:
    """Return how many moves were taken back or made again, and which roll is played again."""
    if isinstance(event, TakenBack):
        if not event.count:
            return "There is nothing to take back."
        picture = event.game.show()
        roll = "-".join(map(str, picture.dice[:2])) if isinstance(picture, Points) else ""
        return f"Took back {count_words(event.count, 'move')}.{f' The {roll} is played again.' if roll else ''}"
    return f"Made {count_words(event.count, 'move')} again." if event.count else "There is nothing to make again."
