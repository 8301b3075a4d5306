"""The names of the games, and how to load them; the package `games` offers this module's functions."""

import pickle
from collections.abc import Hashable, Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from games.base.left_out_arguments import accept_left_out
from games.base.notation import fold
from games.base.parentheses import split_outside
from games.names.catalogue import Catalogue, SpecError
from games.names.entry import Entry
from games.names.move_texts import split_moves
from games.names.option_text import name_first
from games.names.spec import OPENSPIEL, PROGRAM, clip, split_command, split_rest
from games.names.user_files import is_file_spec
from games.option import options_of

if TYPE_CHECKING:
    from os import PathLike

    from games.game import Game
    from games.names.move_texts import Moves

__all__ = [
    "CATALOGUE", "FAMILIES", "SpecError", "find_position", "load", "spell_sides", "split_position", "with_position",
]  # fmt: skip


def game_class(thing: Any) -> type | None:
    """Return `thing` if it is a class of games, made ready for calls; otherwise None."""
    from games.game import Game

    if not isinstance(thing, type) or not issubclass(thing, Game):
        return None
    accept_left_out(thing)
    return thing


# The groups of games in the menu, in this order. Pieces stand on squares.
FAMILIES = ("lines", "pieces", "counting", "dice and cards", "textbook")


class GameCatalogue(Catalogue):
    """The games. Two kinds are found but not listed.

    They are OpenSpiel's games, such as `openspiel:go:board_size=9`, and programs, such as `program-game:./MyGame`.
    """

    example = "connect-four"
    takes = "a class of games or an instance of one"

    @property
    def known(self) -> dict[str, str]:
        return super().known | {OPENSPIEL: f"{OPENSPIEL}:", fold(PROGRAM): f"{PROGRAM}:"}

    @property
    def openspiel(self) -> Any:
        """The module with OpenSpiel's games; it exists even if OpenSpiel is not installed."""
        return import_module("games.openspiel.game")

    def split_name(self, spec: str) -> tuple[str | None, str]:
        word, _, behind = spec.partition(":")
        if fold(word) == fold(PROGRAM):
            command, options = split_command(behind)
            return f"{PROGRAM}:{command}", options
        if fold(word) != OPENSPIEL:
            return super().split_name(spec)
        inner, _, options = behind.partition(":")
        return f"{OPENSPIEL}:{self.openspiel.find(inner)}", options

    def load_class(self, name: str) -> type:
        word, _, inner = name.partition(":")
        if word == PROGRAM:
            kind: type = import_module("referee.engines.program_game").class_of(inner)
            return kind
        return self.openspiel.class_of(inner) if word == OPENSPIEL else super().load_class(name)

    def is_outside(self, spec: str) -> bool:
        """Return whether the spec names a game that is a program from outside."""
        return not is_file_spec(spec) and fold(spec.partition(":")[0]) == fold(PROGRAM)

    def begin(self, typed: str) -> Iterator[str]:
        """Yield the completions of a spec that names a game which is not listed, up to the name of OpenSpiel's game."""
        word, colon, inner = typed.partition(":")
        if not colon:
            yield from (f"{name}:" for name in (OPENSPIEL, PROGRAM) if fold(name).startswith(fold(word)))
        elif colon and fold(word) == OPENSPIEL and ":" not in inner:
            try:
                names = self.openspiel.playable()
            except SpecError:  # it is not installed
                return
            yield from (f"{word}:{name}" for name in names if fold(name).startswith(fold(inner)))

    def take_object(self, thing: "Game") -> "Game":
        return thing.copy()

    def identify(self, held: "Game") -> Hashable:
        """Return the class and all that the game holds; if that cannot be read, the position equals no other."""
        from games.base import fields
        from games.game import Game

        kind = type(held)
        seen = fields.identity(getattr(held, "__dict__", {}) | fields.in_slots(held), held.turn)
        if seen is None:
            return id(held)
        if not any("__pyx_vtable__" in vars(parent) for parent in kind.__mro__[: kind.__mro__.index(Game)]):
            return kind, seen
        try:
            return kind, seen, pickle.dumps(held)  # with its C fields
        except Exception:  # noqa: BLE001  # whatever a person's class raises
            return id(held)


CATALOGUE = GameCatalogue(
    "game",
    {
        "tic-tac-toe": Entry("games.tic_tac_toe", "TicTacToe", ("ttt", "noughts-and-crosses"), family="lines"),
        "chips": Entry("games.chips", "Chips", family="counting"),
        "nim": Entry("games.nim", "Nim", family="counting"),
        "connect-four": Entry("games.connect_four", "ConnectFour", ("connect4", "four-in-a-row", "c4"), family="lines"),
        "hexapawn": Entry("games.hexapawn", "Hexapawn", ("pawns",), family="pieces"),
        "yucky-chocolate": Entry("games.yucky_chocolate", "YuckyChocolate", ("chocolate", "yucky"), family="counting"),
        "othello": Entry("games.othello", "Othello", ("reversi",), family="pieces"),
        "breakthrough": Entry("games.breakthrough", "Breakthrough", ("bt",), family="pieces"),
        "gomoku": Entry("games.gomoku", "Gomoku", ("five-in-a-row", "mnk", "gobang"), family="lines"),
        "kalah": Entry("games.kalah", "Kalah", ("kalaha", "mancala"), family="counting"),
        "hex": Entry("games.hex", "Hex", ("con-tac-tix",), family="lines"),
        "dots-and-boxes": Entry("games.dots_and_boxes", "DotsAndBoxes", ("dots", "boxes"), family="counting"),
        "checkers": Entry("games.checkers", "Checkers", ("draughts", "english-draughts"), family="pieces"),
        "chess": Entry("games.chess", "Chess", family="pieces"),
        "go": Entry("games.go", "Go", ("baduk", "weiqi", "igo"), family="lines"),
        "kuhn-poker": Entry("games.poker", "KuhnPoker", ("kuhn",), family="dice and cards"),
        "leduc-poker": Entry("games.poker", "LeducPoker", ("leduc", "leduc-holdem"), family="dice and cards"),
        "liars-dice": Entry("games.liars_dice", "LiarsDice", ("liar", "dudo"), family="dice and cards"),
        "pig": Entry("games.pig", "Pig", family="dice and cards"),
        "backgammon": Entry("games.backgammon", "Backgammon", ("bg",), family="dice and cards"),
        "tree-game": Entry("games.tree_game", "TreeGame", family="textbook"),
    },
    group="referee.games",
    shape=game_class,
    rest="position",
)


AT_ITS_START: tuple[str, ...] = ()  # the common case, in which moves are not read


def load(spec: "str | PathLike[str] | type[Game] | Game", moves: "Moves" = AT_ITS_START, position: str = "") -> "Game":
    """Return a game from `name` or `name:key=value,key=value`, at its start or in `position`, after `moves`.

    Moves are one text with blanks, or a list of texts and whole numbers.

    Instead of a spec you can pass a path, a class of games, or an object, whose position is copied.

    The position may also be the last option of the spec, `checkers:position=W:W21,22:B1,K9`; `position` replaces it.

    Raises SpecError, TypeError for something that is not a game; an error in its rules gets a note with the moves.
    """
    from games.game import guard

    require_text(position)
    game: Game = CATALOGUE.make(spec)
    guard(type(game))
    name = spec if isinstance(spec, str) else type(game).__name__
    if text := position or (find_position(spec) if isinstance(spec, str) else ""):
        try:
            game.set_position(text)
        except ValueError as error:
            raise SpecError(f"the position {clip(text)!r} of {split_position(name)[0]}: {error}") from error
    if moves is not AT_ITS_START:
        make_moves(game, name, split_moves(moves))
    return game


def make_moves(game: "Game", name: str, moves: Iterable[str]) -> None:
    """Make the moves. Raises SpecError; an error in the rules gets a note with the game's name and the moves."""
    from games.game import IllegalMove

    made: list[str] = []
    for text in moves:
        try:
            for single in game.singles(text):
                game.make(game.parse(single))
        except IllegalMove as error:
            raise SpecError(f"move {len(made) + 1} to start with: {error}") from error
        except Exception as error:
            error.add_note(f"in {name}, by the move {text} after the moves: {' '.join(made) or 'none'}")
            raise
        made.append(text)


def split_position(spec: str) -> tuple[str, str]:
    """Return the spec without the position, and the position; "" if the game starts as usual."""
    found, rest = split_rest(spec, CATALOGUE.rest)
    return found, rest.partition("=")[2].strip()


def find_position(spec: str) -> str:
    """Return the position in a game's spec, unless its class has an option of that name; "" if there is none."""
    text = split_position(spec)[1]
    return "" if not text or CATALOGUE.rest in options_of(CATALOGUE.read(spec)[0]) else text


def spell_sides(spec: str, both: bool = True) -> str:
    """Return the spec with both sides of the board named, if one value without a name stands for both.

    both  whether such a value sets both sides, as for typed specs. In old records it sets only the first.
    """
    bare, rest = split_rest(spec, CATALOGUE.rest)
    if ":" not in bare or (is_file_spec(spec) and not both):
        return spec
    try:
        name, behind = CATALOGUE.split_name(bare)
        options = CATALOGUE.options(name) if name and behind else {}
    except SpecError:  # loading it reports this
        return spec
    if not any(option.both for option in options.values()):
        return spec
    named = ",".join(name_first(split_outside(behind, ","), options, both))
    return f"{bare.removesuffix(behind)}{named}{spec[len(bare) : len(spec) - len(rest)]}{rest}"


def with_position(spec: str, position: str) -> str:
    """Return the spec of the game in `position`, or unchanged if that is "". Raises SpecError if it is no text."""
    require_text(position)
    return CATALOGUE.extend(split_position(spec)[0], f"{CATALOGUE.rest}={position}") if position else spec


def require_text(position: object) -> None:
    """Raise SpecError unless the position is a text."""
    if not isinstance(position, str):
        raise SpecError(f"position={position!r:.40} must be a text")
