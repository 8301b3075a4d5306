"""Hidden information for plain games that write only `hidden(seat)` or only `known(seat)`: all the rest follows.

Such a game keeps its start and the moves made since, which are also the text of its position. `imagine` replays them:
the seat's own moves and all that it has seen stay, and what chance or the other seat hid is drawn again
(games/base/worlds.py draws it). Nothing here runs for other games: `equip` adds the methods to a class as Python makes
it.
"""

from __future__ import annotations

from collections import Counter
from functools import wraps
from inspect import unwrap
from typing import TYPE_CHECKING, Any

from games.base.fields import describe_fields, open_to_sight
from games.base.origins import comes_with_program
from games.base.positions import START, make_all
from games.base.rule_values import text_of
from games.base.worlds import MovesMade, Root, play, worlds_at

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

Game = Any  # games/game.py imports this module

CHANCE = -1
CARD, MOVE = "a card", "a hidden move"  # what a seat hears of a hidden move
UNSEEN, SECRET = "?", "*"  # and how `known` writes it: a card, a choice of the other seat


def equip(kind: Any, base: Any) -> None:
    """Add the missing methods to a class that hides something from a seat and writes no `imagine`.

    base  the class Game.
    """
    if kind.imagine not in (base.imagine, imagine):
        if "imagine" in vars(kind) and hasattr(kind.make, "replays"):
            kind.imagine = forgetting(kind.imagine)
        return
    if comes_with_program(kind):
        return
    hides = writes_method(kind.hidden, base.hidden)
    knows = kind.known is not known_by_hidden and writes_method(kind.known, base.known)
    if not (hides or knows):
        return
    kind.imagine = imagine
    defaults = {"heard": heard_by_hidden if hides else heard_by_known, "show": show_known}
    if not knows:
        defaults["known"] = known_by_hidden
    if kind.position is base.position and kind.set_position is base.set_position and open_to_sight(kind, base):
        defaults |= {"position": write_moves, "set_position": set_moves}
    for name, method in defaults.items():
        if getattr(kind, name) is getattr(base, name):
            setattr(kind, name, method)
    keep_past(kind)


def keep_past(kind: Any) -> None:
    """Make the rules of the class keep the past, where they do not yet."""
    for name, wrap in (("make", recording), ("copy", keeping), ("set_position", restarting)):
        rules = getattr(kind, name)
        if rules is not set_moves and not hasattr(rules, "replays"):
            wrapped = wrap(rules)
            wrapped.replays = True
            setattr(kind, name, wrapped)


def writes_method(found: object, inherited: object) -> bool:
    """Return whether the class writes this method of a seat, not a field or a method of its own with this name."""
    code = getattr(unwrap(found), "__code__", None) if callable(found) else None
    return found is not inherited and code is not None and code.co_argcount == 2


def is_equipped(game: Game) -> bool:
    """Return whether the game's worlds are found by replaying it."""
    return type(game).imagine is imagine


def remembers(game: Game) -> bool:
    """Return whether what a seat knows depends on the past and not only on the fields."""
    return type(game).known is known_by_hidden


def past_of(game: Game) -> MovesMade:
    """Return the game's MovesMade; a game without one starts here."""
    if game._replay is None:
        root = Root()
        game._replay = MovesMade(root)
        root.start = game.copy()
        root.start._replay = None  # imagined worlds have a root of their own, which knows no true move
    past: MovesMade = game._replay
    return past


def recording(rules: Callable[..., Any]) -> Any:
    """Return a `make` that also notes the move. If `make` calls the one of its parent, only the outer one counts."""

    @wraps(rules, updated=())
    def make(self: Game, move: int) -> Any:
        before = past_of(self)
        words = observed(self, move) if remembers(self) else ()
        done = rules(self, move)
        self._replay = MovesMade(before.root, before, move, words)
        return done

    return make


def keeping(rules: Callable[..., Any]) -> Any:
    """Return a `copy` that hands on the past."""

    @wraps(rules, updated=())
    def copy(self: Game) -> Game:
        past, twin = past_of(self), rules(self)
        twin._replay = past
        return twin

    return copy


def restarting(rules: Callable[..., Any]) -> Any:
    """Return a `set_position` after which a new past begins."""

    @wraps(rules, updated=())
    def set_position(self: Game, text: str) -> None:
        rules(self, text)
        self._replay = None

    return set_position


def forgetting(rules: Callable[..., Any]) -> Any:
    """Return an `imagine` whose worlds hold no past, as that would be the true one."""

    @wraps(rules, updated=())
    def imagine(self: Game, seat: int, rng: Random) -> Game:
        world = rules(self, seat, rng)
        world._replay = None
        return world

    return imagine


def observed(game: Game, move: int) -> tuple[str, str, str]:
    """Return the word for a move in what seat 0, seat 1 and an onlooker know."""
    text = text_of(game, move)
    return word_for(game, move, 0, text), word_for(game, move, 1, text), text


def word_for(game: Game, move: int, seat: int, text: str) -> str:
    """Return the word for a move in what `seat` knows: UNSEEN or SECRET if it hears no more than CARD or MOVE."""
    if game.turn == seat:
        return text
    if type(game).heard is heard_by_hidden:
        return text if not game.hidden(seat) else UNSEEN if game.turn == CHANCE else SECRET
    return "_".join(game.heard(move, seat).split())


# The methods.


def imagine(self: Game, seat: int, rng: Random) -> Game:
    """Return a copy in which `rng` deals again all that `seat` cannot know, by replaying the game."""
    return self.copy() if self.score() is not None else worlds_at(past_of(self), seat).draw(rng)


def known_by_hidden(self: Game, seat: int) -> str:
    """Return what `seat` has observed, move by move, and who moves if another does; all moves once it is over."""
    over = self.score() is not None
    words = [past.words[2 if over else seat] for past in past_of(self).line()]
    if not over and self.turn != seat:
        words.append(f"({'chance' if self.turn == CHANCE else self.seats[self.turn]})")
    return " ".join(words) or START


def heard_by_hidden(self: Game, move: int, seat: int) -> str:
    """Return the text of the move, or CARD or MOVE if it is hidden from the seat."""
    if self.turn == seat or not self.hidden(seat):
        return text_of(self, move)
    return CARD if self.turn == CHANCE else MOVE


def heard_by_known(self: Game, move: int, seat: int) -> str:
    """Return what is new in what the seat knows after the move: the move's text if that is in it, and if it tells.

    This depends only on what the seat knows before and after the move, so it reveals nothing else.
    """
    text = text_of(self, move)
    if self.turn == seat:
        return text
    before = self.known(seat)
    after = known_after(self, move, seat)
    new = Counter(after.split()) - Counter(before.split())
    words = [word for word in dict.fromkeys(after.split()) if word in new]
    if not any(map(str.isalnum, "".join(words))):
        return CARD if self.turn == CHANCE else MOVE
    alone = text in words and all(known_after(self, other, seat) != after for other in self.moves() if other != move)
    return text if alone else " ".join(words)


def known_after(game: Game, move: int, seat: int) -> str:
    """Return what the seat knows after the move."""
    twin = game.copy()
    twin.make(move)
    known: str = twin.known(seat)
    return known


def show_known(self: Game, seat: int | None = None) -> str:
    """Return what `seat` knows; for an onlooker and at the end the fields, as of a game that hides nothing."""
    return describe_fields(self) if seat is None or self.score() is not None else self.known(seat)


def write_moves(self: Game, seat: int | None = None) -> str:
    """Return the texts of the moves so far, or START. Raises ValueError for a seat, which does not know them all."""
    if seat is not None:
        raise ValueError(f"{type(self).__name__} hides something from seat {seat}: it has to write position(seat)")
    past = past_of(self)
    game, texts = past.root.start.copy(), []
    for each in past.line():
        texts.append(text_of(game, each.move))
        play(game, each.move)
    return " ".join(texts) or START


def set_moves(self: Game, text: str) -> None:
    """Make the moves in `text` from the start. Raises ValueError if one of them is not legal."""
    game = past_of(self).root.start.copy()
    make_all(game, text)
    self.__dict__.clear()
    self.__dict__.update(game.__dict__)
    self.turn, self._replay = game.turn, game._replay
