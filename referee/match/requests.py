"""The requests of people to a match: how each is granted, and to which the other player has to agree."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from games.base.rule_values import turn_of
from games.capabilities import can_drop_dead, hides_information
from games.game import CHANCE
from games.names.catalogue import SpecError
from players import load
from players.player import (
    AgreeDead,
    OfferDraw,
    OutOfTime,
    PlayerRequest,
    Quit,
    Redo,
    Replace,
    Resigned,
    Restart,
    Swap,
    TakeBack,
    Unplayable,
)
from players.search.clock import relax
from referee.match.dead_chains import are_dead, claim, dead_words, find_dead, proposal
from referee.match.events import Declined, Event, Forfeit, How, Redone, Seated, TakenBack
from referee.match.players import (
    accepts_draw,
    charge_time,
    distinct_name,
    find_method,
    is_elsewhere,
    is_person,
    player_name,
    speaking_for,
)
from referee.match.wording import make_sentence, spoken_name

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from games.game import Game
    from players.player import Player

Match = Any  # the class of match.py, which imports this module
ANSWER = 60.0  # seconds in which a person elsewhere who is not to move may agree to a request


def grant(match: Match, seat: int, request: PlayerRequest) -> Iterator[Event]:
    """Grant the request that the person on `seat` raised, or say why not. A program that makes a request loses."""
    seat = speaking_for(match.players[seat], seat, request)
    wish: PlayerRequest | None = request
    while wish is not None:
        try:
            yield from grant_one(match, seat, wish)
            wish = None
        except PlayerRequest as another:  # raised by the other, who was asked to agree; it takes the first one's place
            seat, wish = speaking_for(match.players[1 - seat], 1 - seat, another), another


def grant_one(match: Match, seat: int, request: PlayerRequest) -> Iterator[Event]:
    """Grant one request of `seat`, or say why not. Raises the PlayerRequest of a player who was asked to agree."""
    if not is_person(match.players[seat]):
        match.lose(seat, How.ILLEGAL_MOVE, "chose no move, but made a request, as only people may")
    elif act := next((act for kind, act in ACTS.items() if isinstance(request, kind)), None):
        yield from act(match, seat, request)


# What the other has to agree to.


def are_apart(match: Match) -> bool:
    """Return whether two people play who do not share a keyboard."""
    return all(map(is_person, match.players)) and any(map(is_elsewhere, match.players))


def allows(match: Match, seat: int, offer: str) -> Generator[Event, None, bool]:
    """Return whether the seat may do what it asks for: people at different keyboards have to agree first."""
    return not are_apart(match) or (yield from agrees(match, seat, offer, accepts_draw))


def agrees(match: Match, seat: int, offer: str, judge: Callable[[Player, Game], bool]) -> Generator[Event, None, bool]:
    """Return whether the other agrees to what the seat offers; an event says so if not.

    offer  follows the name of who offers;  judge  decides for a program.

    Raises the PlayerRequest that a person makes instead of an answer.
    """
    other, why = 1 - seat, "plays on"
    view = match.view(other)
    relax()
    try:
        if answer(match, other, view, f"{spoken_name(match.names[seat])} {offer}", judge):
            return True
    except (Resigned, Forfeit) as error:
        match.fail(other, error)
    except OutOfTime as error:
        why = "did not answer"
        if turn_of(match.game) == other:
            match.fail(other, error)
    if not match.forfeit:
        yield Declined(match.standing, f"{spoken_name(match.names[other])} {why}.", seat)
    return False


def answer(match: Match, seat: int, view: Game, offer: str, judge: Callable[[Player, Game], bool]) -> bool:
    """Return whether the player on `seat` agrees to an offer. The time that the seat to move takes is charged to it.

    Raises OutOfTime, and the Resigned, Forfeit or PlayerRequest of a person. Who fails to answer plays on.
    """
    player: Any = match.players[seat]
    if not is_person(player):
        return judge(player, view)
    moves, began = turn_of(match.game) == seat, monotonic()
    limit = match.limit(seat) if moves else ANSWER if is_elsewhere(player) else inf
    agreed = False
    try:
        agreed = bool(player.accepts(view, began + limit, offer))
    except Exception as error:
        if isinstance(error, OutOfTime | PlayerRequest | Resigned | Forfeit):
            raise
    finally:
        spent = charge_time(player, monotonic() - began)
        if moves:
            match.spend(seat, spent)
    if spent > limit:
        raise OutOfTime
    return agreed


def offer_draw(match: Match, seat: int, _: OfferDraw) -> Iterator[Event]:
    """End the game as a draw if the other agrees."""
    if (yield from agrees(match, seat, "offers a draw", accepts_draw)):
        match.forfeit = match.ending(0, How.AGREED, "both agreed")


def agree_dead(match: Match, seat: int, request: AgreeDead) -> Iterator[Event]:
    """End the game, counted without the chains on points, if the other agrees; without points propose some."""
    game: Any = match.view(seat)
    if not can_drop_dead(game):
        yield Declined(match.standing, "There are no dead stones in this game.", seat)
        return
    try:
        game.without(request.points)
        said = "" if request.points else proposal(game)
    except ValueError as error:
        said = make_sentence(str(error))
    if said:
        yield Declined(match.standing, said, seat)
    else:
        yield from propose_dead(match, seat, request.points)


def propose_dead(match: Match, seat: int, points: tuple[str, ...]) -> Iterator[Event]:
    """End the game, counted without the chains on `points` as `seat` says, if the other agrees."""
    game: Any = match.view(1 - seat)
    counted = game.without(points)
    claimed = claim(counted, points)
    if (yield from agrees(match, seat, f"says that {claimed}", lambda _, view: are_dead(view, counted))):
        ending = match.ending(counted.score(), How.AGREED, f"both agreed that {claimed}")
        match.forfeit = replace(ending, game=counted, dead=tuple(point.upper() for point in points))


def settle(match: Match) -> Generator[Event, None, bool]:
    """Let a person say which chains are dead once both have passed; return whether play goes on instead.

    Nobody is asked if playouts find no dead chain. If play goes on, it does so at the last pass of a person.
    """
    game: Any = match.game
    if not (can_drop_dead(game) and game.passes > 1 and len(match.moves) > match.opening):
        return False
    people = [seat for seat in (game.turn, 1 - game.turn) if asks_back(match.players[seat])]
    if not (people and (dead := tuple(find_dead(game)))):
        return False
    seat, offer = people[0], f"Both passed. By playouts {dead_words(game, dead)}."
    try:
        points = match.players[seat].settles(match.view(seat), dead, offer)
    except Quit as request:
        yield from grant(match, seat, request)
        return False
    if points is not None:
        if not points:
            return False
        yield from propose_dead(match, seat, points)
        if match.forfeit:
            return False
    back = go_back(match, last_choice(match, {each for each in (0, 1) if is_person(match.players[each])}))
    yield back
    return bool(back.count)


def asks_back(player: Player) -> bool:
    """Return whether the player is a person who can be asked which chains are dead."""
    return is_person(player) and find_method(player, "settles") is not None


# What a request changes.


def restart(match: Match, seat: int, _: Restart) -> Iterator[Event]:
    """End the match, because people want a new one."""
    if (yield from allows(match, seat, "asks to begin a new game")):
        match.forfeit = match.ending(None, How.LEFT, f"{match.names[seat]} began a new game")


def leave(match: Match, seat: int, _: Quit) -> Iterator[Event]:
    """End the match, because a person leaves."""
    match.forfeit = match.ending(None, How.LEFT, f"{match.names[seat]} left the table")
    return iter(())


def take_back(match: Match, seat: int, _: TakeBack) -> Iterator[Event]:
    """Go back to the last position in which a person chose a move, if there is one; if people are apart, `seat`."""
    own = {seat} if are_apart(match) else {each for each in (0, 1) if is_person(match.players[each])}
    kept = last_choice(match, own)
    if kept == len(match.moves) or (yield from allows(match, seat, "asks to take back a move")):
        yield go_back(match, kept)


def last_choice(match: Match, seats: set[int]) -> int:
    """Return how many moves stood when one of these seats last chose one after the opening; all if none has."""
    chosen = [place for place, made in enumerate(match.moves) if place >= match.opening and made.seat in seats]
    return chosen[-1] if chosen else len(match.moves)


def go_back(match: Match, kept: int) -> TakenBack:
    """Take back all moves but the first `kept`."""
    undone = match.moves[kept:]
    if undone:
        match.undone.append(undone)
        if not are_apart(match):  # two people who have seen a roll must not choose again knowing it
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


def redo_moves(match: Match, seat: int, _: Redo) -> Iterator[Event]:
    """Make the last moves that were taken back again, if nothing else was played since."""
    if match.undone and not (yield from allows(match, seat, "asks to make the moves again that were taken back")):
        return
    moves = match.undone.pop() if match.undone else []
    for made in moves:
        match.left = made.left
        yield match.moved(match.make(made.move))
    yield Redone(match.standing, len(moves))


def swap_seats(match: Match, seat: int, _: Swap) -> Iterator[Event]:
    """Exchange the seats, unless each player has seen things that the other may not see."""
    why = ""
    if hides_information(match.game):
        why = "You cannot change seats in a game that hides something from each player."
    elif match.control.second:
        why = "You cannot change seats if each player has a clock of its own kind."
    if why:
        yield Declined(match.standing, why, seat)
    elif (yield from allows(match, seat, "asks to change seats")):
        match.players.reverse()
        match.used = 0.0
        match.names = match.names[1], match.names[0]
        for each in (0, 1):
            match.begin_again(each)
        yield Seated(match.standing, match.names)


def replace_player(match: Match, seat: int, request: Replace) -> Iterator[Event]:
    """Replace the opponent of `seat` by a program."""
    yield replaced(match, seat, 1 - seat, request.spec)


def replaced(match: Match, seat: int, other: int, spec: str) -> Event:
    """Let a program of `spec` sit down on the seat `other`; return the event of that, or why `seat` cannot have it."""
    if is_person(match.players[other]):
        return Declined(match.standing, "Levels are for programs; your opponent is a person.", seat)
    relax()
    try:
        player = load(spec, match.seed)
        if hasattr(player, "begin"):
            player.begin(match.start.imagine(other, match.imagination), other)
    except (SpecError, Unplayable) as error:
        return Declined(match.standing, str(error), seat)
    match.replace(other, player)
    name = distinct_name(player_name(spec))
    name = f"{name} ({other + 1})" if name == match.names[seat] else name
    match.names = (match.names[0], name) if other else (name, match.names[1])
    return Seated(match.standing, match.names, other, spec)


ACTS: dict[type[PlayerRequest], Callable[[Match, int, Any], Iterator[Event]]] = {
    TakeBack: take_back, Redo: redo_moves, Swap: swap_seats, Replace: replace_player, OfferDraw: offer_draw,
    AgreeDead: agree_dead, Restart: restart, Quit: leave,
}  # fmt: skip
