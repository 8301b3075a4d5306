"""One match: two players, a game, and the loop in which they meet."""

import os
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from math import inf
from time import monotonic
from typing import Any

import games
from games.adapters.python_adapter import make_unchecked
from games.base.rule_values import chances_of, heard_by, not_legal, readable_text, reason_of, score_of, turn_of
from games.game import CHANCE, Game, IllegalMove, guard, writes
from players import CATALOGUE
from players.player import (
    OutOfTime,
    Player,
    PlayerRequest,
    Resigned,
    Unplayable,
)
from players.search.clock import relax
from referee.drawing.number_format import format_seconds
from referee.errors.attribution import attribute_errors, find_rules_error, format_traceback
from referee.errors.reproduce import find_line_to_error, find_rules_fault
from referee.match.adjudication import Adjudication, Adjudicator, is_time_to_look, rule_on_unended
from referee.match.clocks import UNLIMITED, Control, Left, hold_back
from referee.match.events import (
    Asked,
    Ended,
    Event,
    Forfeit,
    How,
    Moved,
    PlayedMove,
    Started,
)
from referee.match.notes import Note, timed_note
from referee.match.players import (
    RemotePlayer,
    call_quietly,
    classify_error,
    costs_the_game,
    describe_object,
    find_method,
    is_person,
    plain_value,
    report_of,
    seconds_charged,
    speaking_for,
)
from referee.match.requests import grant, settle
from referee.support.process_exit import end_forked_copy

FORCED = 0.1  # seconds that a program has for its only move: there is nothing to find out
# Seconds by which a person's move may be late, because a display takes its time, and by which all moves of a player of
# ours or in Python together may exceed the limit for a move (--time). No clock charges these. So a tolerance for each
# move would be time to take, and none at all would punish a program whenever the machine is slow. A clock is charged
# with all time. Programs from outside have their margin and no more: a part of the limit is not told to them.
GRACE = 0.25
SETTLED = (How.AGREED, How.ADJUDICATED)  # ways in which a match ends early through nobody's fault


def play(
    game: Game | type[Game] | str,
    players: Sequence[Any],
    names: tuple[str, str] = ("First", "Second"),
    seed: int | Callable[[], int] = 0,
    control: Control = UNLIMITED,
    opening: Sequence[str] = (),
    past: Sequence[tuple[str, Left]] = (),
    rules: Adjudication | None = None,
    watched: bool = True,
) -> Iterator[Event]:
    """Play one match and yield its events: Started, then Asked and Moved or an answered request, at last Ended.

    game      at its start, not changed; or its class or spec.
    players   two objects with a method `choose`, classes of such, functions of a game, or specs. Otherwise TypeError.
    seed      of dice and deals, which do not depend on who plays; a function is called when the seed is needed.
    control   the time for a move and for the game of each seat; exceeding it loses.
    opening   texts of moves to start with. Raises IllegalMove if one is not legal.
    past      the moves of a continued match after the opening, each with the clocks after it; they can be taken back.
    rules     by which the game may end early.
    watched   False leaves out Asked and Moved, which saves time.

    A player with methods `begin`, `heard` and `end` is shown the start, hears each move, and hears that the match is
    over, without a time limit (players/player.py). A fault of a player is an outcome of the match. An error in the
    rules is raised with a note that says how to reproduce it, even if a player met it while it looked ahead.
    """
    game = game if isinstance(game, Game) else games.CATALOGUE.make(game)
    players = [
        each if CATALOGUE.plays(each) and not isinstance(each, type) else CATALOGUE.make(each) for each in players
    ]
    if len(players) != 2:
        raise TypeError(f"a match has two players, not {len(players)}")
    match: Match | None = None

    def where() -> str:
        return match.place() if match else f"in {type(game).__name__} with seed {drawn(seed)}, before its start"

    with attribute_errors(game, where):
        match = Match(game, players, names, seed, control)
        match.rules = rules
        match.watched = watched or any(isinstance(player, RemotePlayer) and not player.outside for player in players)
        try:
            for event in match.events(opening, past):
                for player in match.players:
                    if isinstance(player, RemotePlayer):
                        player.follow(event)
                yield event
        finally:
            match.finish(quietly=True)


class Match:
    """A match under way: the position, the moves that led to it, the players, and the loop in which they meet.

    undone     the moves that were taken back and can be made again, the last ones taken back at the end.
    listening  the seats whose players want to hear of moves.
    watched    as in `play`.
    """

    def __init__(
        self,
        game: Game,
        players: Sequence[Player],
        names: tuple[str, str],
        seed: int | Callable[[], int],
        control: Control,
    ):
        guard(type(game))  # the copies that players get refuse illegal moves
        self.start = game
        self.game = game.copy()
        self.copied: tuple[Game, int, Game] | None = None  # what `standing` keeps
        self.players = list(players)
        self.names = names
        self.given_seed = seed
        self.imagines, self.heard_by_seat = writes(game, "imagine"), writes(game, "heard")
        self.control = control
        self.timed = control.timed
        self.left = control.start
        self.used = 0.0  # seconds of the turn that went into requests
        self.late = [0.0, 0.0]  # the most seconds by which a move of each seat exceeded its time
        self.moves: list[PlayedMove] = []
        self.rolls = 0  # how many moves chance made; between people apart also those that were taken back
        self.undone: list[list[PlayedMove]] = []
        self.opening = 0
        self.forfeit: Ended | None = None
        self.dismissed: set[int] = set()  # seats whose players know that the match is over
        self.rules: Adjudication | None = None
        self.adjudicator: Adjudicator | None = None  # of these rules, made at the first move
        self.process = os.getpid()
        self.listening: list[int] = []
        self.following: list[RemotePlayer] = []  # programs from outside, if nobody else watches: they hear of Asked
        self.noted = False  # if time or a program from outside plays a part; else the same seed gives the same record
        self.watched = True

    @property
    def standing(self) -> Game:
        """A copy of the game as it stands; all events of one position share it."""
        if self.copied is None or self.copied[0] is not self.game or self.copied[1] != len(self.moves):
            self.copied = self.game, len(self.moves), self.game.copy()
        return self.copied[2]

    @cached_property
    def seed(self) -> int:
        """The seed of dice and deals. Most games need none, and to derive it takes as long as two moves."""
        return drawn(self.given_seed)

    @cached_property
    def imagination(self) -> random.Random:
        """The random numbers for imagined games. Dice have their own, so imagining never changes a roll."""
        return random.Random(f"imagination {self.seed}")

    @cached_property
    def dice(self) -> random.Random:
        """The random numbers for chance, seeded again for each roll: a new object would be seeded twice."""
        return random.Random()

    def view(self, seat: int) -> Game:
        """Return a copy of the game in which everything that `seat` may not know is imagined."""
        return self.game.imagine(seat, self.imagination) if self.imagines else self.game.copy()

    @property
    def texts(self) -> list[str]:
        """The texts of the moves made so far."""
        return [made.text for made in self.moves]

    def place(self) -> str:
        """Return in words how to reproduce the position: game, seed and moves."""
        return f"in {type(self.start).__name__} with seed {self.seed} after the moves: {' '.join(self.texts) or 'none'}"

    def replayed(self, texts: Sequence[str]) -> Iterator[Moved]:
        """Make the moves with these texts and yield an event for each. Raises IllegalMove."""
        for text in texts:
            for single in self.game.singles(text):
                yield self.moved(self.make(self.game.parse(single)))

    def make(self, move: int, seconds: float | None = None, note: Note | None = None) -> PlayedMove:
        """Make a legal move.

        seconds  the time a player took to choose it; None if no player chose it;  note  on it.
        """
        seat, text = turn_of(self.game), readable_text(self.game, move)
        heard = text, text
        if self.heard_by_seat:
            heard = heard_by(self.game, move, 0), heard_by(self.game, move, 1)
        made = PlayedMove(seat, move, text, heard, self.left, seconds, note)
        self.moves.append(made)
        self.rolls += seat == CHANCE
        make_unchecked(self.game, move)
        self.used = 0.0
        if self.listening:
            self.tell(made)
        return made

    def moved(self, made: PlayedMove) -> Moved:
        """Return the event of `made`, the last move."""
        return Moved(self.standing, made.seat, made.move, made.text, made.heard, made.seconds or 0.0, made.left)

    def ending(self, score: int | None, how: How, why: str, error: BaseException | None = None) -> Ended:
        """Return the event that ends the match now."""
        late, illegal = (self.late[0], self.late[1]), (self.illegal(0), self.illegal(1))
        return Ended(self.standing, score, how, why, error, self.left, tuple(self.moves), late, illegal=illegal)

    def illegal(self, seat: int) -> int:
        """Return the number of illegal answers of the player on `seat`, if it may try again after one."""
        player = self.players[seat] if self.players else None
        return player.illegal if isinstance(player, RemotePlayer) else 0

    def chance(self) -> PlayedMove:
        """Roll the dice or deal a card. Roll number n is always the same, whatever was played before it."""
        moves, weights = zip(*chances_of(self.game), strict=True)
        self.dice.seed(f"dice {self.seed} {self.rolls}")
        (move,) = self.dice.choices(moves, weights)
        return self.make(move)

    def note_listeners(self) -> None:
        """Note the seats whose players want to hear of moves, who follows the match, and whether moves are noted."""
        outside = [each for each in self.players if isinstance(each, RemotePlayer) and each.outside]
        self.noted, self.following = self.timed or bool(outside), [] if self.watched else outside
        self.listening = [seat for seat in (0, 1) if find_method(self.players[seat], "heard")]

    def begin_seat(self, seat: int) -> None:
        """Let the player on `seat` prepare itself by what it may know of the start."""
        if begin := find_method(self.players[seat], "begin"):
            view = self.start
            if self.imagines:  # by random numbers of its own: what is imagined later must not depend on who prepares
                view = view.imagine(seat, random.Random(f"start {self.seed} {seat}"))
            self.call(seat, begin, view if self.imagines else view.copy(), seat)

    def tell(self, made: PlayedMove) -> None:
        """Tell the move `made` to the players who want to hear of moves."""
        for seat in self.listening:
            player = self.players[seat]
            if not self.imagines and isinstance(player, RemotePlayer):
                self.call(seat, player.hear, made, seat)
            elif heard := find_method(player, "heard"):
                self.call(seat, heard, made.heard[seat], made.seat)

    def begin_again(self, seat: int) -> None:
        """Begin again with the player on `seat` if it wants to hear of moves, because the moves have changed."""
        self.note_listeners()
        if find_method(self.players[seat], "heard"):
            self.begin_seat(seat)
            self.tell_past(seat)

    def tell_past(self, seat: int) -> None:
        """Tell the player on `seat` all moves so far, if it wants to hear of moves."""
        if heard := find_method(self.players[seat], "heard"):
            for made in self.moves:
                self.call(seat, heard, made.heard[seat], made.seat)

    def replace(self, seat: int, player: Player) -> None:
        """Replace the player on `seat` by `player`, which has begun already."""
        if end := find_method(self.players[seat], "end"):
            call_quietly(end)
        self.players[seat] = player
        self.note_listeners()
        self.tell_past(seat)

    def finish(self, quietly: bool = False) -> None:
        """Tell the players that do not know it yet that the match is over.

        A player that raises an error loses, unless somebody lost before or `quietly`, as after an error in the rules.
        """
        for seat in {0, 1} - self.dismissed:
            self.dismissed.add(seat)
            if end := find_method(self.players[seat], "end"):
                if quietly or (self.forfeit and self.forfeit.how not in SETTLED):
                    call_quietly(end)
                else:
                    self.attempt(seat, end)

    def call(self, seat: int, act: Callable[..., object], *given: object) -> None:
        """Call a method of the player on `seat` unless the match is over. If it raises an error, the player loses."""
        if not self.forfeit:
            self.attempt(seat, act, *given)

    def events(self, opening: Sequence[str], past: Sequence[tuple[str, Left]]) -> Iterator[Event]:
        """Yield the events from the first to the last; `play` explains the arguments."""
        for seat in (0, 1):
            self.begin_seat(seat)
        self.note_listeners()
        if not self.forfeit:
            before = list(self.replayed(opening))
            self.opening = len(self.moves)
            for text, left in past:
                self.left = left
                before += self.replayed([text])
            yield Started(self.standing, self.names, tuple(before), self.left)
        else:
            yield Started(self.standing, self.names, ())
        while not self.forfeit and ((score := score_of(self.game)) is None or (yield from settle(self))):
            if is_time_to_look(len(self.moves)) and (found := rule_on_unended(self.start, self.moves, self.game)):
                self.forfeit = self.ending(found.score, How.ADJUDICATED, found.why)
                break
            came: PlayedMove | PlayerRequest | None
            if (seat := turn_of(self.game)) == CHANCE:
                came = self.chance()
            else:
                limit = self.limit(seat) if self.timed else inf
                if self.watched:
                    yield self.asked(seat, limit, self.standing)
                came = self.turn(seat, limit)
            if isinstance(came, PlayerRequest):
                yield from grant(self, seat, came)
            elif came and self.watched:
                yield self.moved(came)
        ended = self.forfeit or self.ending(score, How.PLAYED_OUT, reason_of(self.game))
        self.finish()
        yield self.forfeit or ended

    def attempt(self, seat: int, act: Callable[..., object], *given: object) -> None:
        """Call a method of the player on `seat`. If it raises an error, the player loses the game."""
        relax()
        try:
            act(*given)
        except PlayerRequest as request:
            list(grant(self, seat, request))  # when no move is asked for, the only request that counts is to leave
        except BaseException as error:  # whatever a program raises costs it the game
            if not costs_the_game(error):
                raise
            self.fail(seat, error)
        finally:
            end_forked_copy(self.process)

    def limit(self, seat: int) -> float:
        """Return the seconds in which the seat to move loses on time; math.inf without a limit."""
        return self.control.limit(self.left, seat, self.used)

    def asked(self, seat: int, limit: float, game: Game) -> Asked:
        """Return the event that the player on `seat` begins to choose in `game`, with `limit` seconds for it."""
        terms = self.left, self.players[seat], limit, self.control, self.used
        return Asked(game, seat, monotonic() + limit, *terms)

    def turn(self, seat: int, limit: float) -> PlayedMove | PlayerRequest | None:
        """Let the player on `seat` choose within `limit` seconds, and judge its answer.

        Returns the move that the player made, or its request; None if it has lost the game.
        """
        view = self.view(seat)
        relax()  # a search that was hurried before is not hurried now
        player, share = self.players[seat], limit
        if self.following:
            asked = self.asked(seat, limit, self.game)
            for each in self.following:
                each.follow(asked)
        if limit < inf and not is_person(player):
            share = hold_back(self.control.allotted(self.left, seat, self.used, limit))
            share = FORCED if share > FORCED and is_forced(view) else share
        began = monotonic()  # after Asked: a program from outside must not believe that it has more time
        try:
            try:
                answer = player.choose(view, began + share)
            finally:
                end_forked_copy(self.process)
        except PlayerRequest as request:
            self.spend(seat, monotonic() - began)
            return request
        except BaseException as error:  # whatever a program raises costs it the game
            if not costs_the_game(error):
                raise
            self.spend(seat, monotonic() - began)
            self.fail(seat, error)
            return None
        return self.judged(seat, answer, seconds_charged(player, began, monotonic()), limit)

    def spend(self, seat: int, seconds: float) -> None:
        """Charge the seat for seconds that it spent without making a move."""
        if not self.timed:
            return
        self.left = self.control.spent(self.left, seat, seconds, self.used)
        self.used += seconds

    def judged(self, seat: int, answer: object, spent: float, limit: float) -> PlayedMove | None:
        """Make the move that the player answered, if it is legal and in time; otherwise the player loses."""
        given = plain_value(answer)
        if (move := self.legal(given)) is None:
            self.spend(seat, spent)
            if found := find_rules_fault(self.game):
                raise found
            how, what = (
                (How.NO_MOVE, "not a move") if given is None else (How.ILLEGAL_MOVE, not_legal(self.game, given))
            )
            self.lose(seat, how, f"chose {describe_object(repr, answer)}, which is {what}")
        elif spent > limit and (
            late := self.describe_lateness(seat, spent, limit, self.control.clock_limit(self.left, seat, self.used))
        ):
            self.spend(seat, spent)
            self.lose(seat, How.OUT_OF_TIME, late)
        else:
            self.undone.clear()
            if self.timed:
                self.left = self.control.after(self.left, seat, spent, self.used)
            made = self.make(move, spent, self.note(seat, move, spent) if self.noted else None)
            if self.rules is not None:
                self.adjudicate(seat, move, self.rules)
            return made
        return None

    def note(self, seat: int, move: int, spent: float) -> Note:
        """Return the time of a move and what its player says of it."""
        said = report_of(self.players[seat], self.game, move)
        return timed_note(said or Note(0), len(self.moves) + 1, seat, spent, self.left, self.control)

    def describe_lateness(self, seat: int, spent: float, limit: float, on_clock: float) -> str:
        """Return why a move of the seat came too late, after its limit; "" if it is excused.

        spent  the seconds that it took;  limit  that it had;  on_clock  on its clock, math.inf without one.
        """
        over = spent - limit
        self.late[seat] = max(self.late[seat], over)
        took = f"took {spent:.2f} of {max(round(limit, 3), 0.0):g} seconds, {format_seconds(over)} too long"
        if is_person(player := self.players[seat]):
            return took if over > GRACE else ""
        margin = player.margin if isinstance(player, RemotePlayer) else None
        if spent > on_clock + (margin or 0.0):
            return took
        move = self.control.of(seat).move or inf
        before = sum(max((made.seconds or 0.0) - move, 0.0) for made in self.moves if made.seat == seat)
        if max(spent - move, 0.0) + before <= (GRACE if margin is None else margin):
            return ""
        return f"{took}, after {format_seconds(before)} in the moves before" if before else took

    def adjudicate(self, seat: int, move: int, rules: Adjudication) -> None:
        """End the match if one of the rules says so after `seat` made `move` and the game goes on."""
        if self.forfeit or score_of(self.game) is not None:
            return
        if self.adjudicator is None:
            self.adjudicator = Adjudicator(rules, self.names, [made.seat for made in self.moves[:-1]])
        if found := self.adjudicator.note(seat, self.players[seat], move, self.game):
            self.forfeit = self.ending(found.score, How.ADJUDICATED, found.why)

    def fail(self, seat: int, error: BaseException) -> None:
        """Let the seat lose because its player raised `error`. Raises an error of the rules again.

        A person, or a player in another process, may report a resignation or a forfeit of the other seat.
        """
        seat = speaking_for(self.players[seat], seat, error)
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

    def legal(self, given: str | int | None) -> int | None:
        """Return the move with that text or number; None if it is not legal here."""
        try:
            move = self.game.parse(given) if isinstance(given, str) else given
        except IllegalMove:
            return None
        return move if move in self.game.moves() else None

    def lose(self, seat: int, how: How, what: str, error: BaseException | None = None) -> None:
        """End the match with a loss of the seat, for the reason `what`."""
        self.forfeit = self.ending(1 if seat else -1, how, f"{self.names[seat]} {what}", error)


def drawn(seed: int | Callable[[], int]) -> int:
    """Return the seed, or what it returns."""
    return seed() if callable(seed) else seed


def is_forced(game: Game) -> bool:
    """Return whether only one move is legal. An error in the rules is left for the player to meet."""
    try:
        moves: object = game.moves()
    except Exception:  # noqa: BLE001  whatever the rules raise
        return False
    return isinstance(moves, list) and len(moves) == 1
