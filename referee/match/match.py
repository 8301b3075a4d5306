"""One match: two players, a game, and the loop in which they meet."""

import random
from collections.abc import Callable, Iterator, Sequence
from math import inf
from time import monotonic
from typing import Any

import games
from games.base.rule_values import chances_of, not_legal, reason_of, turn_of
from games.game import CHANCE, Game, IllegalMove
from players import CATALOGUE
from players.player import OutOfTime, Player, PlayerRequest, Resigned, Unplayable
from players.search.clock import relax
from referee.drawing.number_format import format_seconds
from referee.errors.attribution import attribute_errors, find_rules_error, format_traceback
from referee.errors.reproduce import find_line_to_error, find_rules_fault
from referee.match.adjudication import Adjudication, Adjudicator, Ruling
from referee.match.answer import classify_error, describe_object, plain_value
from referee.match.clocks import UNLIMITED, Control, Left, hold_back
from referee.match.events import Asked, Event, Forfeit, How, PlayedMove, Started
from referee.match.remote import RemotePlayer, charge_time
from referee.match.requests import grant_request, is_person
from referee.match.telling import Telling, costs_the_game
from referee.match.unended import is_time_to_look, rule_on_unended
from referee.support.process_exit import end_forked_copy

FORCED = 0.1  # seconds that a program has for its only move: there is nothing to find out
# Seconds by which a person's move may be late, as a display takes its time; and by which all moves of a program
# together may exceed the limit for a move (--time). No clock charges those, so a tolerance for each move would be time
# for everybody to take, and none at all would punish a program whenever the machine hesitates. A clock is charged with
# all that is spent, and waits for no program.
GRACE = 0.25


def play(
    game: Game | type[Game] | str,
    players: Sequence[Any],
    names: tuple[str, str] = ("First", "Second"),
    seed: int = 0,
    control: Control = UNLIMITED,
    opening: Sequence[str] = (),
    past: Sequence[tuple[str, Left]] = (),
    rules: Adjudication | None = None,
    watched: bool = True,
    clean: Callable[[int], None] = end_forked_copy,
) -> Iterator[Event]:
    """Play one match and yield what happens: Started, then Asked and Moved or what was wished for, at last Ended.

    game      at its start, which is not changed; or its class or spec.
    players   objects with a method `choose`, classes of such, functions of a game, or specs. TypeError for others,
              and unless they are two.
    seed      of dice and deals, which are the same whoever plays.
    control   the time for a move and for the game of each seat; who exceeds it loses.
    opening   texts of moves to start with. Raises IllegalMove if one is not legal.
    past      the moves of a match that is continued, after those of the opening, each with what was left on the clocks
              after it; they can be taken back.
    rules     by which the game may end early; None: none.
    watched   False: nobody wants to see Asked and Moved, so that they are left out, which saves time.
    clean     ends what a player has left behind; it is called after each of its functions, with the id of this process.

    A player that has methods `begin`, `heard` and `end` is shown the start, told each move, and told that the match is
    over, in the time it likes to take (players/player.py).
    What a player does wrong is an outcome of the match. An error in the rules is raised, with a note that says how to
    reproduce it, also where a player met it while it looked ahead (errors.attribution.find_rules_error).
    """
    game = game if isinstance(game, Game) else games.CATALOGUE.make(game)
    players = [
        each if CATALOGUE.plays(each) and not isinstance(each, type) else CATALOGUE.make(each) for each in players
    ]
    if len(players) != 2:
        raise TypeError(f"a match has two players, not {len(players)}")
    match: Match | None = None
    before = f"in {type(game).__name__} with seed {seed}, before its start"
    with attribute_errors(game, lambda: match.place() if match else before):
        match = Match(game, players, names, seed, control)
        match.rules, match.clean = rules, clean
        match.watched = watched or any(isinstance(player, RemotePlayer) for player in players)
        try:
            for event in match.events(opening, past):
                for player in match.players:
                    if isinstance(player, RemotePlayer):
                        player.follow(event)
                yield event
        finally:
            match.dismiss()


class Match(Telling):
    """The loop in which the players of a match meet."""

    def chance(self) -> PlayedMove:
        """Roll the dice or deal a card: the same by its number, whoever plays and whatever was taken back before."""
        moves, weights = zip(*chances_of(self.game), strict=True)
        (move,) = random.Random(f"dice {self.seed} {self.rolls}").choices(moves, weights)
        return self.make(move)

    def events(self, opening: Sequence[str], past: Sequence[tuple[str, Left]]) -> Iterator[Event]:
        """The events, from the first to the last; `play` explains the arguments."""
        self.begin()
        if not self.forfeit:
            before = list(self.replayed(opening))
            self.opening = len(self.moves)
            for text, left in past:
                self.left = left
                before += self.replayed([text])
            yield Started(self.standing, self.names, tuple(before), self.left)
        else:
            yield Started(self.standing, self.names, ())
        while not self.forfeit and (score := self.score()) is None:
            if is_time_to_look(len(self.moves)) and (found := self.find_unended()):
                self.forfeit = self.ending(found.score, How.ADJUDICATED, found.why)
                break
            came: PlayedMove | PlayerRequest | None
            if (seat := turn_of(self.game)) == CHANCE:
                came = self.chance()
            else:
                limit = self.control.limit(self.left, seat, self.used) if self.timed else inf
                if self.watched:
                    yield self.asked(seat, limit)
                came = self.turn(seat, limit)
            if isinstance(came, PlayerRequest):
                yield from self.granted(seat, came)
            elif came and self.watched:
                yield self.moved(came)
        ended = self.forfeit or self.ending(score, How.PLAYED_OUT, reason_of(self.game))
        self.finish()
        yield self.forfeit or ended

    def attempt(self, seat: int, act: Callable[..., object], *given: object) -> None:
        """Call that method; what it raises costs the player the game."""
        relax()
        try:
            act(*given)
        except PlayerRequest as request:
            list(self.granted(seat, request))  # when no move is asked for, the only request that counts is to leave
        except BaseException as error:  # whatever a program raises costs it the game
            if not costs_the_game(error):
                raise
            self.fail(seat, error)
        finally:
            self.clean(self.process)

    def asked(self, seat: int, limit: float) -> Asked:
        """The event that the player of that seat begins to choose, for which it has so many seconds."""
        terms = self.left, self.players[seat], limit, self.control, self.used
        return Asked(self.standing, seat, monotonic() + limit, *terms)

    def turn(self, seat: int, limit: float) -> PlayedMove | PlayerRequest | None:
        """Let the player on that seat, whose turn it is, choose in so many seconds, and judge what it does.

        Returns the move that it made, or its request instead; None if it has lost the game.
        """
        began = monotonic()
        view = self.view(seat)
        relax()  # whoever was hurried before this move no longer is
        player, share = self.players[seat], limit
        if limit < inf and not is_person(player):
            share = hold_back(self.control.allotted(self.left, seat, self.used))
            share = FORCED if share > FORCED and is_forced(view) else share
        try:
            answer = self.chosen(player, view, began + share)
        except PlayerRequest as request:
            self.spend(seat, monotonic() - began)
            return request
        except BaseException as error:  # whatever a program raises costs it the game
            if not costs_the_game(error):
                raise
            self.spend(seat, monotonic() - began)
            self.fail(seat, error)
            return None
        return self.judged(seat, answer, charge_time(player, monotonic() - began), limit)

    def spend(self, seat: int, seconds: float) -> None:
        """Take the seconds that the seat has spent without a move from its time."""
        if not self.timed:
            return
        self.left = self.control.spent(self.left, seat, seconds, self.used)
        self.used += seconds

    def chosen(self, player: Player, view: Game, deadline: float) -> object:
        """What the player chooses. Raises what it raises."""
        try:
            return player.choose(view, deadline)
        finally:
            self.clean(self.process)

    def judged(self, seat: int, answer: object, spent: float, limit: float) -> PlayedMove | None:
        """Make the move that the player answered with, if it is a legal one and in time; None if it is not."""
        before, used = self.left, self.used
        self.spend(seat, spent)
        given = plain_value(answer)
        if (move := self.legal(given)) is None:
            if found := find_rules_fault(self.game):
                raise found
            how, what = (
                (How.NO_MOVE, "not a move") if given is None else (How.ILLEGAL_MOVE, not_legal(self.game, given))
            )
            self.lose(seat, how, f"chose {describe_object(repr, answer)}, which is {what}")
        elif late := self.describe_lateness(seat, spent, limit, self.control.clock_limit(before, seat, used)):
            self.lose(seat, How.OUT_OF_TIME, late)
        else:
            self.undone.clear()
            if self.timed:
                self.left = self.control.after(before, seat, spent, used)
            made = self.make(move, spent)
            self.adjudicate(seat, move)
            return made
        return None

    def describe_lateness(self, seat: int, spent: float, limit: float, on_clock: float) -> str:
        """Return the words for a move of the seat that came too late; empty if it came in time.

        spent  the seconds that it took;  limit  that it had;  on_clock  that it had on its clock, inf if it has none.
        """
        over = spent - limit
        if over <= 0:
            return ""
        self.late[seat] = max(self.late[seat], over)
        took = f"took {spent:.2f} of {max(round(limit, 3), 0.0):g} seconds, {format_seconds(over)} too long"
        if is_person(player := self.players[seat]):
            return took if over > GRACE else ""
        grace = player.grace if isinstance(player, RemotePlayer) else 0.0
        if spent > on_clock + grace:
            return took
        move = self.control.of(seat).move or inf
        before = sum(max((made.seconds or 0.0) - move, 0.0) for made in self.moves if made.seat == seat)
        if max(spent - move, 0.0) + before <= GRACE + grace:
            return ""
        return f"{took}, after {format_seconds(before)} in the moves before" if before else took

    def adjudicate(self, seat: int, move: int) -> None:
        """End the match if one of its rules says so, after the seat has made that move and the game goes on."""
        if self.rules is None or self.forfeit or self.score() is not None:
            return
        if self.adjudicator is None:
            self.adjudicator = Adjudicator(self.rules, self.names, [made.seat for made in self.moves[:-1]])
        if found := self.adjudicator.note(seat, self.players[seat], move, self.game):
            self.forfeit = self.ending(found.score, How.ADJUDICATED, found.why)

    def find_unended(self) -> Ruling | None:
        """The draw of a match that goes on and on, if this is one; else None."""
        return rule_on_unended(self.start, self.moves, self.game)

    def fail(self, seat: int, error: BaseException) -> None:
        """That seat has raised what costs it the game; an error in the rules is raised again."""
        if isinstance(error, Resigned):
            self.lose(seat, How.RESIGNED, "resigned")
        elif isinstance(error, OutOfTime):
            self.lose(seat, How.OUT_OF_TIME, "ran out of time")
        elif isinstance(error, Forfeit) and error.how is not How.CRASHED:
            self.lose(seat, error.how, str(error), error)
        elif isinstance(error, Unplayable):
            self.lose(seat, How.CRASHED, f"cannot play this game: {describe_object(str, error)}")
        elif found := find_rules_fault(self.game):
            raise found from None
        elif found := find_rules_error(error, self.game, self.players[seat]):
            line = find_line_to_error(format_traceback(found), self.game)
            found.add_note(
                f"as {self.names[seat]} looked ahead" + (f", to be seen after {' '.join(line)}" if line else "")
            )
            raise found
        elif isinstance(error, Forfeit):
            self.lose(seat, error.how, str(error), error)
        else:
            self.lose(seat, *classify_error(error), error)

    def granted(self, seat: int, request: PlayerRequest) -> Iterator[Event]:
        """Grant a person's request; a program that makes one has lost."""
        if is_person(self.players[seat]):
            yield from grant_request(self, seat, request)
        else:
            self.lose(seat, How.ILLEGAL_MOVE, "chose no move, but made a request, as only people may")

    def legal(self, given: str | int | None) -> int | None:
        """The move of that text or number; None if it is not legal here."""
        move = self.parsed(given) if isinstance(given, str) else given
        return move if move in self.game.moves() else None

    def parsed(self, text: str) -> int | None:
        """The move of that text; None if it is not legal here."""
        try:
            return self.game.parse(text)
        except IllegalMove:
            return None

    def lose(self, seat: int, how: How, what: str, error: BaseException | None = None) -> None:
        """That seat has forfeited the game."""
        self.forfeit = self.ending(1 if seat else -1, how, f"{self.names[seat]} {what}", error)


def is_forced(game: Game) -> bool:
    """Whether only one move is legal. An error in the rules is left for the player to meet."""
    try:
        moves: object = game.moves()
    except Exception:  # noqa: BLE001  whatever the rules raise
        return False
    return isinstance(moves, list) and len(moves) == 1
