"""Openings from a file: a book.

A line of a text file is texts of moves from the start of the game, or a position in the notation of the game's players,
maybe followed by the word `moves` and moves. In EPD and .obf files, operations may follow the position; they are
ignored, except for the counters of EPD. So are empty lines and lines that begin with #.

If the name of a file ends like a format of matches, such as .pgn and .sgf, each of its games is an opening: its
position and its moves. It must have the same options as the game that is played. A .bin file is a Polyglot book.

A book is read as far as games need it. An opening that cannot be played is left out with a remark, and the next one
takes its place, so that a long batch does not end at a bad line. An opening that came before is left out too.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from itertools import chain, islice, repeat
from typing import TYPE_CHECKING, Any

import games
from games.game import IllegalMove
from games.names.catalogue import SpecError
from games.names.listing import make_moves
from games.names.spec import take_position
from games.option import options_of
from referee.batches.plan import POSITION, start_of
from referee.batches.polyglot import is_polyglot, walk_book
from referee.drawing.number_format import format_count
from referee.errors.attribution import load_after
from referee.formats.famous import stored_path
from referee.formats.file_game import CUT
from referee.formats.formats import find_format, format_of_name, is_match_file, require_game, stream_file
from referee.formats.text_index import TextIndex
from referee.support.limits import derive_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from games.game import Game
    from referee.batches.plan import Line
    from referee.formats.file_game import Found
    from referee.formats.formats import MatchFormat
    from referee.match.options import OpeningsFile

    Fault = Callable[[], str]  # returns what is wrong with an opening: to find the number of its line takes time
    Tell = Callable[[str], None]

LOOKED = 500  # openings that are looked at before the first game, in a fraction of a second
KEPT = 5_000  # openings, at most, that are taken at once: a plan with more would be large
LEFT_OUT = "; this opening is left out"
REMARKS = 10  # on faulty openings, at most
TAGGED = ("pgn", "pdn")  # formats in which a game begins with the tag EVENT
EVENT = b"[Event "


class Book(Sequence["Line"]):
    """The openings of a file, each once, read when they are wanted. They are the same for a seed on every machine.

    Until all are read, the length also counts faulty entries and entries that come twice.

    tell  takes remarks on faulty openings.
    """

    def __init__(self, source: OpeningsFile, game: str, seed: int, tell: Tell):
        self.source, self.tell = source, tell
        self.size, self.rest = open_entries(source, game, random.Random(derive_seed(seed, "openings")))
        self.lines: list[Line] = []
        self.met: set[Line] = set()
        self.faults = 0

    def __len__(self) -> int:
        return max(self.size, len(self.lines))

    def __getitem__(self, place: Any) -> Any:
        self.read(place + 1)
        return self.lines[place]

    def read(self, count: int) -> None:
        """Read on until `count` openings are known, or all; give up if the first LOOKED entries are all faulty."""
        while len(self.lines) < count and (self.lines or self.faults < LOOKED):
            read = next(self.rest, None)
            if read is None:
                self.size = 0
                return
            if not isinstance(read, tuple):
                self.leave_out(read)
            elif read not in self.met:
                self.met.add(read)
                self.lines.append(read)

    def leave_out(self, fault: Fault) -> None:
        """Tell of a faulty opening."""
        self.faults += 1
        if self.faults <= REMARKS:
            self.tell(f"{fault()}{LEFT_OUT}")
        elif self.faults == REMARKS + 1:
            self.tell(f"{self.source}: more openings are faulty, and left out without a remark")


def open_book(source: OpeningsFile, game: str, seed: int, tell: Tell, wanted: int | None = None) -> Book:
    """Return the openings of a file, the first LOOKED of them read already.

    wanted  how many openings the games can use, None: all.

    Tells of faulty openings, and if there are fewer than wanted. Raises SpecError if there is none.
    """
    if wanted is None and is_polyglot(source.path):
        raise SpecError(f"{source} has no end: it needs a number of games, as in -g 100")
    book = begin_book(source, game, seed, tell, wanted or LOOKED)
    tell_few(book, source, wanted, tell)
    return book


def take_openings(source: OpeningsFile, game: str, seed: int, tell: Tell, wanted: int | None) -> tuple[Line, ...]:
    """Return at most `wanted` and KEPT openings of a file: all that a plan keeps. Tells and raises as `open_book`."""
    most = min(wanted or KEPT, KEPT)
    found = tuple(islice(begin_book(source, game, seed, tell, most), most))
    tell_few(found, source, wanted if wanted == most else None, tell)  # nobody asked for more than a plan keeps
    return found


def begin_book(source: OpeningsFile, game: str, seed: int, tell: Tell, most: int) -> Book:
    """Return the openings of a file, the first `most` and LOOKED of them read already. Raises SpecError for none."""
    told: list[str] = []
    book = Book(source, game, seed, told.append)
    book.read(min(LOOKED, most))
    if not book.lines:
        raise SpecError(told[0].removesuffix(LEFT_OUT) if told else f"{source} holds no opening")
    for each in told:
        tell(each)
    book.tell = tell
    return book


def tell_few(found: Sequence[Line], source: OpeningsFile, wanted: int | None, tell: Tell) -> None:
    """Tell if a file holds fewer openings than `wanted`; None: all that it holds are."""
    if wanted and len(found) < wanted:
        tell(f"{source} holds {format_count(len(found), 'opening')}, and {wanted:,} are wanted: they are used again")


def open_entries(source: OpeningsFile, game: str, rng: random.Random) -> tuple[int, Iterator[Line | Fault]]:
    """Return the number of entries in a file, and their openings and faults. Raises SpecError."""
    start, path, plies = games.load(game), stored_path(source.path), source.plies
    told = format_of_name(path.name)
    if is_polyglot(path):
        lines = walk_book(path, game, plies, rng)
        return 0, islice((line for line in lines if not ends(start, game, line)), source.start - 1, None)
    if not is_match_file(str(path)) or told is None or told.name == "epd":  # lines of positions may go on with moves
        index = TextIndex(path)
        order = draw_order(len(index), source, rng)
        return len(index), (read_line(index, number, game, start, plies) for number in order)
    wanted = games.split_position(game)[0]
    if told.name in TAGGED:
        told.require(wanted)
        index = TextIndex(path, EVENT)
        if len(index) > 1:
            order = draw_order(len(index), source, rng)
            return len(index), chain.from_iterable(read_tagged(index, each, told, wanted, plies) for each in order)
    found = [*stream_file(path, wanted)]
    order = draw_order(len(found), source, rng)
    return len(found), (read_game(found[number], path, wanted, plies) for number in order)


def draw_order(count: int, source: OpeningsFile, rng: random.Random) -> Iterator[int]:
    """Yield the numbers below `count`, in the order in which the entries of a file are used. Raises SpecError.

    They begin at `start`, and the ones before it follow at the end.
    """
    if source.start > max(count, 1):
        raise SpecError(f"{source} holds {format_count(count, 'opening')}: start={source.start} is behind its end")
    numbers = shuffle(count, rng) if source.order == "random" else iter(range(count))
    before = [*islice(numbers, source.start - 1)]
    return chain(numbers, before)


def shuffle(count: int, rng: random.Random) -> Iterator[int]:
    """Yield the numbers below `count` in random order; each costs the same, even if few of many are taken."""
    moved: dict[int, int] = {}  # what stands at a place, if it is not the number of the place
    for place in range(count):
        other = rng.randrange(place, count)
        number = moved.pop(place, place)
        if other == place:
            yield number
        else:
            yield moved.get(other, other)
            moved[other] = number


def read_line(index: TextIndex, number: int, game: str, start: Game, plies: int | None) -> Line | Fault:
    """Return the opening in a line of a file, or its fault. `start` is the first position of the game."""
    try:
        return read_opening(" ".join(index.lines(number)[0].split()), game, start, plies)
    except SpecError as error:
        why = str(error)
        return lambda: f"{index.path}, line {index.line(number)}: {why}"


def read_tagged(
    index: TextIndex, number: int, told: MatchFormat, game: str, plies: int | None
) -> Iterator[Line | Fault]:
    """Yield the opening of each game in an entry of a file of that format, or its fault."""

    def read(blank: int = 0) -> list[Line | Fault]:
        lines = chain(repeat("\n", blank), index.lines(number))
        return [read_game(each, index.path, game, plies) for each in told.read(lines, game)]

    def fault(place: int) -> str:
        """Read the entry again behind blank lines, so that its lines have their numbers in the file."""
        again = read(index.line(number) - 1)[place]
        return "" if isinstance(again, tuple) else again()

    for place, each in enumerate(read()):
        yield each if isinstance(each, tuple) else partial(fault, place)


def read_game(found: Found, path: Path, game: str, plies: int | None) -> Line | Fault:
    """Return the opening of a game in a file, or its fault."""
    try:
        return game_opening(found, path, game, plies)
    except SpecError as error:
        why = str(error)
        return lambda: why


def game_opening(found: Found, path: Path, game: str, plies: int | None) -> Line:
    """Return the first moves of a game in a file; `game` is the spec without a position.

    Raises SpecError, with the line, if the game cannot be read so far, is over by then, or has other rules.
    """
    read = require_game(found, str(path))
    spec, position = games.split_position(read.record.game)
    where = f"{path}, line {read.line}"
    if describe_rules(spec) != describe_rules(game):
        raise SpecError(f"{where}: this is a game of {spec}, not of {game}")
    moves = tuple(read.record.moves.split()[:plies])
    if plies is None or len(moves) < plies:
        for remark in read.remarks:
            if remark.startswith(CUT):
                raise SpecError(f"{path}, {remark.removeprefix(CUT.removesuffix('line'))}")
    if load_after(read.record.game, moves).score() is not None:
        raise SpecError(f"{where}: the game is over after its {len(moves)} moves, so it is not an opening")
    return (POSITION + position, *moves) if position else moves


def ends(start: Game, game: str, opening: Line) -> bool:
    """Return whether the game, which begins as `start`, is over after an opening.

    Raises SpecError if it cannot be played.
    """
    at = start.copy()  # to load the game each time would take thrice as long
    spec, moves = start_of(game, opening)
    try:
        if spec != game:
            at.set_position(opening[0].removeprefix(POSITION))
        make_moves(at, spec, moves)
    except Exception:  # noqa: BLE001  # whatever the rules raise is raised again below, with their names
        at = load_after(spec, moves)
    return at.score() is not None


def describe_rules(spec: str) -> tuple[str | None, dict[str, Any]]:
    """Return the name of the game, and the options that differ from their defaults. Raises SpecError."""
    kind, given = games.CATALOGUE.read(spec)
    usual = options_of(kind)
    return games.CATALOGUE.find(spec), {key: value for key, value in given.items() if value != usual[key].default}


def read_opening(text: str, game: str, start: Game, plies: int | None) -> Line:
    """Return the opening in a line: moves if the first word is one, otherwise a position. Raises SpecError."""
    words = text.split(" ")
    if not find_format("epd").tells(text) and begins_with_move(start, words[0]):
        opening: Line = tuple(words[:plies])
    else:
        # Comments of EPD may contain the word `moves`.
        position, _, moves = (text, "", "") if ";" in text else text.partition(" moves ")
        opening = (POSITION + take_position(position), *moves.split()[:plies])
    if ends(start, game, opening):
        raise SpecError(f"the game is over after {text!r}")
    return opening


def begins_with_move(start: Game, word: str) -> bool:
    """Return whether the word is a legal move in `start`."""
    try:
        return bool(start.parse(start.singles(word)[0]) in start.moves())
    except (IllegalMove, IndexError):
        return False
