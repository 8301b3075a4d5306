"""The class that every game extends: the state and the rules of one game being played.

This file runs as plain Python, and compiled by Cython (game.pxd declares its C side). A game extends `Game` in plain
Python, or with C types if speed matters; searches and playouts treat both alike.

A plain game writes            a compiled game writes instead
    __init__                       __init__, become
    moves() -> list[int]           collect(out)
    make(move)                     apply(move), revert(move)
    score() -> int or None         value() -> int
    chances(), with dice or cards  weight(move)

Moves are ints from 0 to 2**31 - 1. Only the game knows what they mean; people and files use their texts.

Callers make moves with `make`, which refuses illegal ones, and take them back with `unmake`. Searches only make moves
that the game has listed, so they call `apply` and `revert` directly: C functions that check nothing.
"""

from __future__ import annotations

from functools import wraps
from importlib import import_module
from types import FunctionType
from typing import TYPE_CHECKING

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.cpython.object import Py_TPFLAGS_HEAPTYPE, PyObject_GenericSetAttr
    from cython.cimports.cpython.type import PyType_HasFeature
    from cython.cimports.games.base.planes import Planes
    from cython.cimports.games.move_list import MoveList
else:
    from games.move_list import MoveList

    CHANCE = -1  # the turn while dice roll or cards are dealt
    ONGOING = 1 << 30  # the value of a game that is not over

from games.base import fields, phrases, positions, replays, rule_values
from games.base.guesses import Guess, is_guess
from games.base.notation import fold, listing
from games.base.numeric import countable, is_whole, whole

if TYPE_CHECKING:
    from random import Random
    from typing import Any

    from games.base.planes import Planes
    from games.picture import Picture
    from games.theory import Theory


NAMED = cython.declare(cython.int, 5)  # legal moves named in an error of `make`
TURNS = cython.declare(dict, {})  # Python class -> its possible turns if it extends a C class, otherwise []


class IllegalMove(ValueError):
    """A move that is not legal here; the message quotes the entry and names what is allowed."""


def equip(kind, **given):
    """Give a new Python class that hides something the methods that follow from those that it writes."""
    super(Game, kind).__init_subclass__(**given)
    replays.equip(kind, Game)


class Game:
    """The state and the rules of one game for two seats, 0 and 1, and CHANCE.

    turn        who moves now: 0, 1 or CHANCE. The rules set it; code outside cannot if they are in C. It need not
                alternate.
    seats       the names of the two seats, for people.
    stakes      the largest score that either seat can win.
    options     the arguments of the constructor: name -> Option (games/option.py). By default its signature's.
    point       the amount of `estimate` that equals one point of the score, where a search has to average the two.
    swing       how far one move usually changes the estimate at most; 0 if unknown.
    selective   whether a search may search late moves less deeply; False if the last move often decides.
    scale       tree search takes 1 / (1 + exp(-estimate / scale)) as seat 0's chance to win; 0 if unknown and unused.
    looks_back  whether the rules depend on past positions, as for repetition. Then positions that look alike have
                different keys.
    walks       whether pieces move from cell to cell. Then the first of the `cells` of a move is where its piece
                starts; a piece that enters or leaves the board has only one cell.
    plays_turns whether a search treats all moves between two rolls as one turn, and skips turns with a bad estimate.
    """

    turn: int
    if not cython.compiled:
        turn = 0
        undoable = None  # moves made by `make` since the game was copied
        _replay = None  # its past, in games that games/base/replays.py equips
    seats = ("First", "Second")
    stakes = point = 1
    swing = scale = 0
    selective = True
    looks_back = walks = plays_turns = False
    legal_moves = get_legal_moves = legal_actions = possible_moves = available_moves = get_moves = Guess("moves()")
    make_move = do_move = apply_move = apply_action = play_move = push = Guess("make(move)")
    unmake_move = undo_move = undo = pop = Guess("unmake(move)")
    is_over = is_game_over = game_over = is_terminal = Guess("score(), which is None until the game is over")
    winner = get_winner = result = returns = Guess("score(), which is positive if seat 0 has won")
    current_player = to_move = player_to_move = Guess("turn")
    clone = Guess("copy()")
    evaluate = Guess("estimate()")
    __init_subclass__ = classmethod(equip)  # Cython refuses a method of this name

    # The rules. A plain game writes moves, make and score.

    def moves(self) -> list[int]:
        """Return the legal moves of the side to move: none if the game is over, otherwise at least one.

        A pass is a move if the rules force it. While turn is CHANCE, these are the moves of `chances`.
        """
        out: MoveList = MoveList()
        self.collect(out)
        return [out.at(place) for place in range(out.count)]

    def make(self, move: Any) -> None:
        """Make the legal move with this number. Raises IllegalMove, which names the legal moves, for anything else.

        A plain game writes this without checks: its version is called for legal moves only.
        """
        if type(self).make is Game.make:
            move = check_legal(self, move)
        self.apply(move)
        if self.undoable is None:
            self.undoable = []
        self.undoable.append(move)

    def score(self) -> int | None:
        """Return what seat 0 has won, -stakes to stakes (seat 1 has won the negative); None while the game goes on."""
        return None if (found := self.value()) == ONGOING else found

    def unmake(self, move: Any) -> None:
        """Take back `move`, the last move since the game was copied. Raises IllegalMove if it was another one.

        A plain game need not write this; it is copied instead.
        """
        if not runs_in_c(type(self)):
            raise NotImplementedError(f"{type(self).__name__} writes no unmake(move)")
        last = self.undoable.pop() if self.undoable else None
        if last is None or last != move:
            self.undoable = None if last is None else [*self.undoable, last]
            made = "none was made since it was copied or set up" if last is None else f"the last one was {last}"
            raise IllegalMove(f"{move!r:.40} cannot be taken back: {made}")
        self.revert(move)

    # With C types: a compiled game writes collect, apply, revert and value.

    def collect(self, out: MoveList) -> cython.void:
        """Add the legal moves to `out`."""
        if not writes(self, "moves"):
            raise NotImplementedError(f"{type(self).__name__} writes no moves()")
        for move in self.moves():
            out.add(whole(move))

    def apply(self, move: cython.int) -> cython.void:
        """Make a legal move without a check."""
        rules = python_make(type(self))
        if rules is None:
            raise NotImplementedError(f"{type(self).__name__} writes no make(move)")
        rules(self, move)

    def revert(self, move: cython.int) -> cython.void:
        """Take back `move`, the last one made, without a check."""
        if not cython.compiled or not hasattr(type(self), "revert"):
            raise NotImplementedError(f"{type(self).__name__} writes no revert(move)")
        type(self).revert(self, move)  # of a game with C types that is not compiled

    def value(self) -> int:
        """Return the score, or ONGOING."""
        if not writes(self, "score"):
            raise NotImplementedError(f"{type(self).__name__} writes no score()")
        return ONGOING if (found := self.score()) is None else countable(found)

    # Dice and cards.

    def chances(self) -> list[tuple[int, int]]:
        """Return each move of CHANCE with its weight, a whole number from 1. Written by games with dice or cards."""
        return [(move, self.weight(move)) for move in self.moves()]

    def weight(self, move: cython.int) -> int:
        """Return the weight of a move of CHANCE, as in `chances`. A compiled game with chance always writes it."""
        return dict(rule_values.chances_of(self))[move] if writes(self, "chances") else 1

    # Hidden information. A plain game writes hidden(seat) or known(seat); the rest follows (games/base/replays.py).

    def hidden(self, seat: int) -> bool:
        """Return whether `seat` is kept from seeing the move that is about to be made by chance or the other seat."""
        return False

    def known(self, seat: int) -> str:
        """Return the name of the seat's information set: equal for exactly the positions that it cannot tell apart.

        By default it lists what the seat has observed: a `?` is a hidden card, a `*` a hidden choice of the other seat.
        """
        return str(self.show(seat))

    def heard(self, move: int, seat: int) -> str:
        """Return what `seat` observes of a move as it is made: its text, or less if that would give something away.

        By default that is the text unless the move is `hidden`; without that method, what the move adds to `known`.
        """
        return rule_values.text_of(self, move)

    def imagine(self, seat: int, rng: Random) -> Game:
        """Return a determinization: a copy in which `rng`, a random.Random, deals all that `seat` cannot know.

        Players only ever get such a copy. The copies are drawn by their true weights and depend only on what the seat
        knows: positions that the seat cannot tell apart give each copy equally often. By default the moves are
        replayed, and those that the seat could not see are drawn again.
        """
        return self.copy()

    # For stronger play.

    def estimate(self) -> int:
        """Return a static evaluation (a heuristic) for seat 0: a whole number between loss and win, 0 for a draw."""
        return 0

    def collect_contents(self, out: Planes) -> cython.void:
        """Write the contents of the cells as bits into `out`, for learnt evaluations (games/layout/__init__.py)."""
        out.set_contents(self.contents())

    def at_least(self) -> int:
        """Return the least that seat 0 can still score. If the margin of a win counts, write both bounds or neither."""
        return -self.stakes

    def at_most(self) -> int:
        """Return the most that seat 0 can still score."""
        return self.stakes

    def forcing(self) -> list[int]:
        """Return the noisy legal moves, such as captures and threats; maybe none.

        Quiescence search follows them, and the lower levels hardly ever overlook them.
        """
        if writes(self, "forcing") and not writes(self, "collect_forcing"):  # asked by super()
            return []
        out: MoveList = MoveList()
        self.collect_forcing(out)
        return [out.at(place) for place in range(out.count)]

    def collect_forcing(self, out: MoveList) -> cython.void:
        """Add the noisy moves to `out`."""
        if writes(self, "forcing"):
            for move in self.forcing():
                out.add(whole(move))

    def ranked(self) -> list[tuple[int, int]]:
        """Return the move ordering: legal moves with ranks from -10,000 to 10,000. A search tries high ranks first.

        A move may be left out if another one on the list surely does at least as well, in score and in how soon it
        wins or how late it loses. At least one move stays while the game goes on.
        """
        if not writes(self, "collect_ranked"):
            return [(move, 0) for move in self.moves()]
        out: MoveList = MoveList()
        ranks: MoveList = MoveList()
        self.collect_ranked(out, ranks)
        return [(out.at(place), ranks.at(place)) for place in range(out.count)]

    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        """Add the moves worth trying to `out`, and their ranks to `ranks`."""
        if writes(self, "ranked"):
            for move, rank in self.ranked():
                out.add(whole(move))
                ranks.add(whole(rank))
            return
        self.collect(out)
        while ranks.count < out.count:
            ranks.add(0)

    def skip(self) -> bool:
        """Skip a turn for null-move pruning; unmake(-1) takes it back. Return False where skipping would mislead."""
        return False

    def urgent(self) -> bool:
        """Return whether the side to move must answer a threat, such as a check; a search then looks a ply deeper."""
        return False

    def playout_move(self, random: cython.ulonglong) -> int:
        """Return the move of a random playout, chosen by 64 random bits; -1 if any legal move will do or it is over."""
        return -1

    def playout(self, random: cython.ulonglong, moves: MoveList, movers: MoveList) -> int:
        """Play such moves to the end, add them to `moves` and their seats to `movers`; return their number, or -1."""
        return -1

    def prior(self, move: cython.int) -> int:
        """Return how many playouts a tree search credits a new move with: won if positive, lost if negative."""
        return 0

    def theory(self) -> Theory | None:
        """Return the exact value by theory, without search, or None. A `whole` theory never returns None later."""
        return None

    def key(self) -> int:
        """Return a 64-bit hash of the position: equal for equal positions, different if the game may end differently.

        Positions that differ only in the names of their moves, such as mirror images, may share a key. 0 means unknown.
        """
        return fields.fingerprint(vars(self), self.turn) if fields.open_to_sight(type(self), Game) else 0

    def board_key(self) -> int:
        """Return a hash of the board without its past. History-dependent games write it to share estimates."""
        return self.key()

    # Fair defaults.

    def copy(self) -> Game:
        """Return a copy that shares no state with this game."""
        twin: Game = fields.twin_of(self)
        twin.become(self)
        if not cython.compiled:  # compiled, it is a C field, which starts as None
            vars(twin).pop("undoable", None)
        return twin

    def become(self, other: Game) -> cython.void:
        """Copy the C fields from `other`, a game of the same class; `copy` copies all other fields."""
        self.turn = other.turn
        if cython.compiled and hasattr(type(self), "become"):
            type(self).become(self, other)  # of a game with C types that is not compiled

    def position(self, seat: int | None = None) -> str:
        """Return the position in players' notation, as far as `seat` knows it (None: all). ValueError without one."""
        return positions.write_fields(self, Game, seat)

    def set_position(self, text: str) -> None:
        """Set up the position in `text`, without a past. Raises ValueError with one line that says what is wrong."""
        positions.set_fields(self, Game, text)

    def text(self, move: int) -> str:
        """Return a legal move in the notation of players: a text without blanks, different for each legal move."""
        return str(move)

    def say(self, move: int, seat: int | None = None) -> str:
        """Return what the mover does, as `seat` hears it: `raises`, `takes 3`, `calls {1} a liar`.

        The phrase begins with a verb, or for a move of chance with the affected player: `{0} rolls 6-5`. `{0}` and
        `{1}` stand for the players. Text after a colon is shown only while nothing follows in the same turn.
        """
        return phrases.plain_phrase(self, move, seat)

    def parse(self, entry: str) -> int:
        """Return the legal move that `entry` stands for. Raises IllegalMove with the reason and the legal moves."""
        if (move := rule_values.find_move(self, entry)) is not None:
            return move
        raise IllegalMove(rule_values.refusal(self, entry))

    def why_not(self, entry: str) -> str:
        """Return why `entry` is not legal here, as a clause: "the move leaves your king in check"; "" if unknown.

        It is called only while the game goes on, and only for entries that are not legal.
        """
        return ""

    def singles(self, entry: str) -> list[str]:
        """Return the single moves in `entry`: the entry alone, unless the game lets people type a whole turn."""
        return [entry]

    def tidy(self, entry: str) -> str:
        """Return the normal form of an entry or a text, without what `parse` ignores: case, blanks, hyphens."""
        return fold(entry)

    def listing(self) -> str:
        """Return the legal moves in one line, with runs of numbers folded: `1 to 4, 6`."""
        return listing([rule_values.text_of(self, move) for move in self.moves()])

    def show(self, seat: int | None = None) -> Picture:
        """Return what `seat` sees (None: all) as a picture (games/picture.py) or a string."""
        return fields.describe_fields(self)

    def cells(self, move: int) -> tuple[tuple[int, int], ...]:
        """Return the cells of a move as (row, column) from the top left: the same before and after it is made."""
        return ()

    def reason(self) -> str:
        """Return why a finished game ended as it did, in a few words for people; maybe ""."""
        return ""

    def __repr__(self) -> str:
        return positions.describe(self)

    # The drawing stands above the games, so it is looked up once it is wanted.

    def __str__(self) -> str:
        return import_module("referee.scripting.boards").board_text(self)

    def _repr_html_(self) -> str:
        return import_module("referee.scripting.boards").board_html(self)

    def __eq__(self, other: object) -> bool:
        """Return whether both are games of one class in the same position, with the same options."""
        return self is other if type(self) is not type(other) else positions.same(self, other)

    def __hash__(self) -> int:
        """Return a hash of the position, so that @cache finds equal ones. No game may move while a dict holds it."""
        return hash(self.board_key())

    def __dir__(self) -> list[str]:
        return [name for name in object.__dir__(self) if not is_guess(self, name)]

    if cython.compiled:

        def __setattr__(self, name, value):
            # Rules in C use the turn as an index, so a wrong turn would read outside of arrays.
            if name == "turn":
                if not PyType_HasFeature(type(self), Py_TPFLAGS_HEAPTYPE):
                    raise AttributeError(f"only the rules of {type(self).__name__} set its turn")
                check_turn(type(self), value)
            PyObject_GenericSetAttr(self, name, value)


def writes(game: Game, name: str) -> bool:
    """Return whether the game's class defines this method itself instead of inheriting it from Game."""
    return getattr(type(game), name) is not getattr(Game, name)  # when compiled, game.name is a C function


@cython.cfunc
def check_turn(kind, turn):
    """Raise ValueError for a turn that is impossible in a Python class that extends a compiled game."""
    allowed = TURNS.get(kind)
    if allowed is None:
        line = kind.__mro__[: kind.__mro__.index(Game)]
        in_c = any(["__pyx_vtable__" in vars(parent) for parent in line])
        rolls = any([getattr(kind, name) is not getattr(Game, name) for name in ("weight", "chances")])
        allowed = TURNS[kind] = ([0, 1, CHANCE] if rolls else [0, 1]) if in_c else []
    if allowed and turn not in allowed:
        raise ValueError(f"turn={turn!r:.40} must be {' or '.join([str(each) for each in allowed])}")


def check_legal(game, move) -> int:
    """Return a legal move as an int. Raises IllegalMove, one line that names the legal moves."""
    if not is_whole(move):
        raise IllegalMove(f"{move!r:.40} is not the number of a move: game.parse(text) returns that of a text")
    number, moves = whole(move), game.moves()
    if number in moves:
        return number
    named = [(each, rule_values.text_of(game, each)) for each in moves[:NAMED]]
    legal = ", ".join([f"{each}" if text == f"{each}" else f"{each} ({text})" for each, text in named])
    more = f" and {len(moves) - NAMED} more" if len(moves) > NAMED else ""
    raise IllegalMove(f"{number} is not a legal move here; legal: {legal or 'none, the game is over'}{more}")


def guard(kind) -> None:
    """Make the Python `make` of a class refuse illegal moves; searches bypass the check."""
    (writer, *_) = [parent for parent in kind.__mro__ if "make" in vars(parent)]
    rules = vars(writer)["make"]
    if isinstance(rules, FunctionType) and writer is not Game and not hasattr(rules, "rules"):

        @wraps(rules)
        def make(self, move):
            if type(self).make is make:  # otherwise a subclass calls it with super(), maybe amid its own changes
                move = check_legal(self, move)
            return rules(self, move)

        make.rules = rules
        writer.make = make


def python_make(kind):
    """Return the unchecked Python function that makes moves in games of the class; None if it is in C."""
    for parent in kind.__mro__:
        own = vars(parent)
        if parent is Game or "__pyx_vtable__" in own:
            return None
        if "apply" in own:  # with C types, but not compiled
            return own["apply"]
        if "make" in own:
            return getattr(own["make"], "rules", own["make"])
    return None


def runs_in_c(kind) -> bool:
    """Return whether Game's `apply` and `revert` reach the rules of the class, compiled or not.

    They do not if the class writes `make`, or if a Python `apply` overrides a C one.
    """
    line = [vars(parent) for parent in kind.__mro__[: kind.__mro__.index(Game)]]
    ways = [own.keys() & {"make", "apply", "__pyx_vtable__"} for own in line]
    ways = [way for way in ways if way]
    return bool(ways) and "make" not in ways[0] and not ("apply" in ways[0] and {"__pyx_vtable__"} in ways)
