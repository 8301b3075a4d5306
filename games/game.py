"""One game under way: the class that every game extends.

The same file runs as it stands and compiled by Cython (game.pxd holds the C side). A game extends `Game`
in plain Python, or with C types where speed matters; searches and playouts do not know the difference.

A plain game writes            a compiled game writes instead
    __init__                       __init__, become
    moves() -> list[int]           collect(out)
    make(move)                     apply(move), revert(move)
    score() -> int or None         value() -> int
    chances(), with dice or cards  weight(move)

Moves are ints from 0 to 2**31 - 1 whose meaning is the game's own secret; people and files meet only their texts.

Whoever holds a game makes moves by `make`, which refuses those that are not legal, and takes them back by `unmake`.
Searches go behind that door: they make only moves that the game has listed, by `apply` and `revert`, and these are C
functions that check nothing.
"""

from __future__ import annotations

from functools import wraps
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

    CHANCE = -1  # whose turn it is while dice roll or cards are dealt
    ONGOING = 1 << 30  # what `value` answers while the game goes on

from games.base import fields, phrases, positions, rule_values
from games.base.notation import fold, listing
from games.base.numeric import countable, is_whole, whole

if TYPE_CHECKING:
    from random import Random
    from typing import Any

    from games.base.planes import Planes
    from games.picture import Picture
    from games.theory import Theory


NAMED = cython.declare(cython.int, 5)  # legal moves that an error of `make` names
TURNS = cython.declare(dict, {})  # class of games in Python -> its turns, if it extends one in C, else none


class IllegalMove(ValueError):
    """A move that may not be made here; its message quotes the entry and names what is allowed."""


class Game:
    """The state and the rules of one game under way, for two seats, 0 and 1, and CHANCE.

    turn        0, 1 or CHANCE: who moves now. The rules set it, and nobody else can where they are in C; nobody assumes
                that it alternates.
    seats       what the two seats are called, for people.
    stakes      the largest score that either seat can win.
    options     the constructor's arguments: name -> Option (games/option.py); by default those of its signature.
    point       so much of the estimate is worth one point of the score, where a search has to average the two.
    swing       how much of the estimate a move wins or loses at most, mostly; 0 where that is not known.
    selective   whether a search may look less deep at late moves; False where often the last one decides.
    scale       tree search takes 1 / (1 + exp(-estimate / scale)) for seat 0's chance to win; 0: not known, not used.
    looks_back  whether the rules look at past positions, as for repetition. Positions that look alike differ in keys.
    walks       whether pieces move from cell to cell: then the first of the `cells` of a move is where its piece
                comes from. A piece that enters the board or leaves it has one cell only.
    plays_turns whether a search goes by turns of some moves between rolls, and leaves out those of a bad estimate.
    """

    turn: int
    if not cython.compiled:
        turn = 0
        undoable = None  # the moves made by `make` since the game was copied
    seats = ("First", "Second")
    stakes = point = 1
    swing = scale = 0
    selective = True
    looks_back = walks = plays_turns = False

    # What the rules say. A plain game writes moves, make and score.

    def moves(self) -> list[int]:
        """Return the legal moves of whoever's turn it is: none when the game is over, else at least one.

        A pass, where the rules force one, is a move. While turn is CHANCE, the moves are those of `chances`.
        """
        out: MoveList = MoveList()
        self.collect(out)
        return [out.at(place) for place in range(out.count)]

    def make(self, move: Any) -> None:
        """Make the legal move of that number. Raises IllegalMove, which names the legal ones, for everything else.

        A plain game writes this and checks nothing: whatever it writes is asked for legal moves only.
        """
        if type(self).make is Game.make:
            move = check_legal(self, move)
        self.apply(move)
        if self.undoable is None:
            self.undoable = []
        self.undoable.append(move)

    def score(self) -> int | None:
        """Return what seat 0 has won (seat 1 has won its negative), -stakes to stakes; None while the game goes on."""
        return None if (found := self.value()) == ONGOING else found

    def unmake(self, move: Any) -> None:
        """Take back that move, the last one made since the game was copied. Raises IllegalMove if it was not.

        A plain game need not write this: it is copied instead.
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
        """Add the legal moves to the list."""
        if not writes(self, "moves"):
            raise NotImplementedError(f"{type(self).__name__} writes no moves()")
        for move in self.moves():
            out.add(whole(move))

    def apply(self, move: cython.int) -> cython.void:
        """Make a legal move, without a check."""
        rules = python_make(type(self))
        if rules is None:
            raise NotImplementedError(f"{type(self).__name__} writes no make(move)")
        rules(self, move)

    def revert(self, move: cython.int) -> cython.void:
        """Take back this move, the last one made, without a check."""
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
        """While turn is CHANCE: each move with its weight, a whole number from 1. A game with chance writes it."""
        return [(move, self.weight(move)) for move in self.moves()]

    def weight(self, move: cython.int) -> int:
        """While turn is CHANCE: the weight of that legal move, as in `chances`. A compiled game always writes it."""
        return dict(rule_values.chances_of(self))[move] if writes(self, "chances") else 1

    def imagine(self, seat: int, rng: Random) -> Game:
        """A determinization: a copy in which all that the seat cannot know is dealt anew by rng, a random.Random.

        A player is only ever handed such a copy. Only a game that hides something writes this, `heard` and `known`. Its
        copies are dealt by the true weights and depend on nothing but what the seat knows: from positions that the seat
        cannot tell apart, each copy comes equally often.
        """
        return self.copy()

    def heard(self, move: int, seat: int) -> str:
        """That seat's observation of the move as it is made: its text, or less where that would give something away."""
        return rule_values.text_of(self, move)

    def known(self, seat: int) -> str:
        """The name of the seat's information set: a text that positions share exactly if it cannot tell them apart."""
        return str(self.show(seat))

    # For stronger play.

    def estimate(self) -> int:
        """A static evaluation (a heuristic) for seat 0: a whole number between loss and win; 0 counts as a draw."""
        return 0

    def collect_contents(self, out: Planes) -> cython.void:
        """Put what the cells hold into words of bits, for evaluations that are learnt. See games/layout/__init__.py."""
        out.set_contents(self.contents())

    def at_least(self) -> int:
        """The least that seat 0 can still score, whatever is played. Where margins count, write both or neither."""
        return -self.stakes

    def at_most(self) -> int:
        """Return the most that seat 0 can still score, whatever is played."""
        return self.stakes

    def forcing(self) -> list[int]:
        """The noisy moves, which quiescence search follows: legal moves such as captures and threats. Maybe none."""
        if writes(self, "forcing") and not writes(self, "collect_forcing"):  # asked by super()
            return []
        out: MoveList = MoveList()
        self.collect_forcing(out)
        return [out.at(place) for place in range(out.count)]

    def collect_forcing(self, out: MoveList) -> cython.void:
        """Add the noisy moves to the list."""
        if writes(self, "forcing"):
            for move in self.forcing():
                out.add(whole(move))

    def ranked(self) -> list[tuple[int, int]]:
        """The move ordering: legal moves, each with a rank from -10,000 to 10,000. A search tries higher ranks first.

        A move that surely does no better than another on the list, in score and in how soon the game is won or how late
        it is lost, may be left out; one at least stays while the game goes on.
        """
        if not writes(self, "collect_ranked"):
            return [(move, 0) for move in self.moves()]
        out: MoveList = MoveList()
        ranks: MoveList = MoveList()
        self.collect_ranked(out, ranks)
        return [(out.at(place), ranks.at(place)) for place in range(out.count)]

    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        """Add the moves worth trying to the one list, and the rank of each to the other."""
        if writes(self, "ranked"):
            for move, rank in self.ranked():
                out.add(whole(move))
                ranks.add(whole(rank))
            return
        self.collect(out)
        while ranks.count < out.count:
            ranks.add(0)

    def skip(self) -> bool:
        """Skip a turn, against the rules, for a search that takes it back by unmake(-1); False where that misleads."""
        return False

    def urgent(self) -> bool:
        """Whether the seat to move has to answer a threat, such as a check; a selective search looks a ply deeper."""
        return False

    def playout_move(self, random: cython.ulonglong) -> int:
        """The move of a random playout, drawn by those 64 bits; -1 where any legal move will do, or it is over."""
        return -1

    def playout(self, random: cython.ulonglong, moves: MoveList, movers: MoveList) -> int:
        """Play to the end by such moves: how many. They go on one list, their seats on the other. -1: not written."""
        return -1

    def prior(self, move: cython.int) -> int:
        """By how many playouts, won if above 0 and lost if below, that move is known before a tree search tries it."""
        return 0

    def theory(self) -> Theory | None:
        """The solution by theory, without search; None where it is silent. One that is whole is never silent again."""
        return None

    def key(self) -> int:
        """A hash of the position, 64 bits: equal for equal positions, different for those that may end differently.

        Positions that differ only in the names of their moves, such as mirror images, may share a key. 0: not known.
        """
        return fields.fingerprint(vars(self), self.turn) if fields.open_to_sight(type(self), Game) else 0

    def board_key(self) -> int:
        """A hash of the board alone, whatever came before. History-dependent games write it, to share estimates."""
        return self.key()

    # Fair defaults.

    def copy(self) -> Game:
        """Return a copy that shares nothing with this game."""
        twin: Game = fields.twin_of(self)
        twin.become(self)
        if not cython.compiled:  # compiled, it is a C field, which starts as None
            vars(twin).pop("undoable", None)
        return twin

    def become(self, other: Game) -> cython.void:
        """Take over the C fields of that game of the same class; `copy` copies all other fields."""
        self.turn = other.turn
        if cython.compiled and hasattr(type(self), "become"):
            type(self).become(self, other)  # of a game with C types that is not compiled

    def position(self, seat: int | None = None) -> str:
        """The position as players write it, as far as the seat knows it (None: all). ValueError if none is written."""
        return positions.write_fields(self, Game, seat)

    def set_position(self, text: str) -> None:
        """Take the position in the text; its past starts anew. Raises ValueError, one line that says what is wrong."""
        positions.set_fields(self, Game, text)

    def text(self, move: int) -> str:
        """The legal move in the notation of the game's players; it holds no blank, and no two moves share one."""
        return str(move)

    def say(self, move: int, seat: int | None = None) -> str:
        """What the mover does by that legal move, as that seat hears of it: `raises`, `takes 3`, `calls {1} a liar`.

        It begins with a verb; what chance does begins with whom it happens to: `{0} rolls 6-5`. `{0}` and `{1}` are the
        players. What follows a colon is told as long as nothing else follows in the same turn.
        """
        return phrases.plain_phrase(self, move, seat)

    def parse(self, entry: str) -> int:
        """The legal move that a person typed, or that a file holds. Raises IllegalMove: why not, and the legal ones."""
        if (move := rule_values.find_move(self, entry)) is not None:
            return move
        raise IllegalMove(rule_values.refusal(self, entry))

    def why_not(self, entry: str) -> str:
        """Return why that entry is no legal move here, as a clause for people: "the move leaves your king in check".

        Return an empty text where nothing special is to be said. It is asked only while the game goes on, for entries
        that are not legal.
        """
        return ""

    def singles(self, entry: str) -> list[str]:
        """The single moves in what a person typed: that entry alone, unless the game lets a whole turn be typed."""
        return [entry]

    def tidy(self, entry: str) -> str:
        """The normal form of an entry or a text, without what `parse` ignores: case, blanks, hyphens, maybe more."""
        return fold(entry)

    def listing(self) -> str:
        """Return the legal moves in one line, runs of numbers folded: `1 to 4, 6`."""
        return listing([rule_values.text_of(self, move) for move in self.moves()])

    def show(self, seat: int | None = None) -> Picture:
        """Return what that seat sees (None: an onlooker who sees all): a picture (games/picture.py), or a string."""
        return fields.describe_fields(self)

    def cells(self, move: int) -> tuple[tuple[int, int], ...]:
        """The shown cells of that move as (row, column)s from the top left; the same before and after it is made."""
        return ()

    def reason(self) -> str:
        """Why a game that is over ended as it did, in a few words for people; maybe empty."""
        return ""

    def __repr__(self) -> str:
        return positions.describe(self)

    if cython.compiled:

        def __setattr__(self, name, value):
            # Rules in C find fields by the turn, so that another one than they set would lead them astray.
            if name == "turn":
                if not PyType_HasFeature(type(self), Py_TPFLAGS_HEAPTYPE):
                    raise AttributeError(f"only the rules of {type(self).__name__} set its turn")
                check_turn(type(self), value)
            PyObject_GenericSetAttr(self, name, value)


def writes(game: Game, name: str) -> bool:
    """Whether the game's own class defines that method, rather than leaving it to Game."""
    return getattr(type(game), name) is not getattr(Game, name)  # compiled, game.name would be a C function


@cython.cfunc
def check_turn(kind, turn):
    """Raise ValueError for a turn that a game of a class in Python cannot have because the class extends one in C."""
    allowed = TURNS.get(kind)
    if allowed is None:
        line = kind.__mro__[: kind.__mro__.index(Game)]
        in_c = any(["__pyx_vtable__" in vars(parent) for parent in line])
        rolls = any([getattr(kind, name) is not getattr(Game, name) for name in ("weight", "chances")])
        allowed = TURNS[kind] = ([0, 1, CHANCE] if rolls else [0, 1]) if in_c else []
    if allowed and turn not in allowed:
        raise ValueError(f"turn={turn!r:.40} must be {' or '.join([str(each) for each in allowed])}")


def check_legal(game, move) -> int:
    """Return the number of that legal move as an int. Raises IllegalMove, one line that names the legal moves."""
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
    """Let the `make` that a plain game inherits or writes refuse what is not legal; searches go round the check."""
    (writer, *_) = [parent for parent in kind.__mro__ if "make" in vars(parent)]
    rules = vars(writer)["make"]
    if isinstance(rules, FunctionType) and writer is not Game and not hasattr(rules, "rules"):

        @wraps(rules)
        def make(self, move):
            if type(self).make is make:  # else a subclass calls it by super(), maybe in the middle of its own
                move = check_legal(self, move)
            return rules(self, move)

        make.rules = rules
        writer.make = make


def python_make(kind):
    """Return the function in Python by which games of the class make a move, without a check; None if it is in C."""
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
    """Return whether `apply` and `revert` of Game reach the rules of the class, compiled or not.

    They do not where the class writes `make`, nor where it writes `apply` in Python above one of C, which goes first.
    """
    line = [vars(parent) for parent in kind.__mro__[: kind.__mro__.index(Game)]]
    ways = [own.keys() & {"make", "apply", "__pyx_vtable__"} for own in line]
    ways = [way for way in ways if way]
    return bool(ways) and "make" not in ways[0] and not ("apply" in ways[0] and {"__pyx_vtable__"} in ways)
