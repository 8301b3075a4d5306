"""The requests of a person other than a move, and how the match answers them."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING

import players
from games.base.notation import fold
from games.capabilities import hides_information
from games.game import CHANCE
from games.names.catalogue import SpecError
from games.names.session_objects import is_lent
from games.names.user_files import is_file_spec, split_file_spec
from players.player import OfferDraw, Player, PlayerRequest, Quit, Redo, Replace, Restart, Swap, TakeBack
from players.search.clock import relax
from referee.errors.ownership import safe_getattr
from referee.match.events import DRAW, Declined, Event, How, Redone, Seated, TakenBack
from referee.match.viewpoint import spoken_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.match.telling import Telling

CONSIDERED = 1.0  # seconds that a program thinks about a draw


def is_person(player: Player) -> bool:
    """Whether the player is a person, for whom other rules of courtesy hold."""
    return bool(safe_getattr(player, "person"))


def grant_request(match: Telling, seat: int, request: PlayerRequest) -> Iterator[Event]:
    """Grant the request of the person on that seat, or say why not."""
    match request:
        case TakeBack():
            yield take_back(match)
        case Redo():
            yield from redo_moves(match)
        case Swap():
            yield swap_seats(match)
        case Replace():
            yield replace_player(match, seat, request.spec)
        case OfferDraw():
            yield from offer_draw(match, seat)
        case Quit():
            why = f"{match.names[seat]} {'began a new game' if isinstance(request, Restart) else 'left the table'}"
            match.forfeit = match.ending(None, How.LEFT, why)


def take_back(match: Telling) -> TakenBack:
    """Go back to the last position in which a person chose, if there is one."""
    chosen = [
        place
        for place, made in enumerate(match.moves)
        if place >= match.opening and made.seat != CHANCE and is_person(match.players[made.seat])
    ]
    kept = chosen[-1] if chosen else len(match.moves)
    undone = match.moves[kept:]
    if undone:
        match.undone.append(undone)
        match.rolls -= sum(made.seat == CHANCE for made in undone)
        del match.moves[kept:]
        match.left = match.moves[-1].left if match.moves else match.control.start
        match.used = 0.0
        match.game = match.start.copy()
        for made in match.moves:
            match.game.make(made.move)
        for each in (0, 1):
            match.begin_again(each)
    return TakenBack(match.standing, len(undone), match.left)


def redo_moves(match: Telling) -> Iterator[Event]:
    """Make the moves again that were taken back last, if nothing else was played since."""
    moves = match.undone.pop() if match.undone else []
    for made in moves:
        match.left = made.left
        yield match.moved(match.make(made.move))
    yield Redone(match.standing, len(moves))


def swap_seats(match: Telling) -> Event:
    """Exchange the seats, unless each has seen what the other may not."""
    if hides_information(match.game):
        return Declined(match.standing, "You cannot change seats in a game that hides something from each player.")
    if match.control.second:
        return Declined(match.standing, "You cannot change seats if each player has a clock of its own kind.")
    match.players.reverse()
    match.used = 0.0
    match.names = match.names[1], match.names[0]
    for each in (0, 1):
        match.begin_again(each)
    return Seated(match.standing, match.names)


def replace_player(match: Telling, seat: int, spec: str) -> Event:
    """Replace the opponent by another program."""
    other = 1 - seat
    if is_person(match.players[other]):
        return Declined(match.standing, "You play against a person, who has no level.")
    relax()
    try:
        player = players.load(spec, match.seed)
        if hasattr(player, "begin"):
            player.begin(match.start.imagine(other, match.imagination), other)
    except SpecError as error:
        return Declined(match.standing, str(error))
    match.replace(other, player)
    name = distinct_name(player_name(spec))
    name = f"{name} ({other + 1})" if name == match.names[seat] else name
    match.names = (match.names[0], name) if other else (name, match.names[1])
    return Seated(match.standing, match.names, other, spec)


def player_name(spec: str) -> str:
    """The name of a player of that spec, for people; that of a level ends with its number."""
    found, behind = players.CATALOGUE.split(spec)
    name, behind = found or spec, behind.removeprefix("level=")
    word = fold(spec)
    if is_file_spec(name):
        return split_file_spec(name)[1]
    if is_lent(name):
        return name.partition(":")[2]
    if players.CATALOGUE.is_outside(spec):
        return name_outside(spec)
    if name != "level" or not behind.isdecimal():
        return name
    return f"{word} level {behind}" if word in players.CATALOGUE.presets else f"level {behind}"


def distinct_name(name: str) -> str:
    """The name of a player, or another one if a record with it would mean a drawn match."""
    return f"player {name}" if name == DRAW else name


def name_outside(spec: str) -> str:
    """The name of a program from outside: a person's own word, or else its file, and its strength if that is typed."""
    word, _, typed = spec.partition(":")
    kind, given = players.CATALOGUE.read(spec)
    own = players.CATALOGUE.own_words.get(fold(word))
    strength = f" {given['elo']}" if "elo" in given and (own is None or "elo" in typed) else ""
    return (own or kind.name_program(given)) + strength  # type: ignore[attr-defined]  # it is a RemotePlayer


def offer_draw(match: Telling, seat: int) -> Iterator[Event]:
    """End the game as a draw if the other seat agrees."""
    other = 1 - seat
    try:
        agreed = accepts_draw(match, other)
    except Quit:
        yield from grant_request(match, other, Quit())
        return
    if agreed:
        match.forfeit = match.ending(0, How.AGREED, "both agreed")
        return
    yield Declined(match.standing, f"{spoken_name(match.names[other])} plays on.")


def accepts_draw(match: Telling, seat: int) -> bool:
    """Whether the player on that seat, which is not to move, accepts a draw; one that says nothing to it does not.

    Raises Quit if a person leaves instead of answering.
    """
    player = match.players[seat]
    deadline = inf if is_person(player) else monotonic() + CONSIDERED
    view = match.view(seat)
    relax()
    try:
        if hasattr(player, "accepts"):
            return bool(player.accepts(view, deadline))
        if not hasattr(player, "think"):
            return False
        thought = player.think(view, deadline)
        return bool(thought.value >= thought.even)  # of the seat to move, which is the one that offered
    except Exception as error:  # a program that fails at the question plays on
        if isinstance(error, Quit) and is_person(player):
            raise
        return False
