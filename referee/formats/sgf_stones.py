"""Games of SGF in which stones are placed: go, othello, gomoku and hex.

Black moves first. In hex Black is our Red, who joins top and bottom. A swap in hex is `swap-pieces`: White takes over
the first stone, mirrored. `swap-sides` means the same, with the board mirrored and the colours exchanged from then on.
Files of othello may leave out passes. RU holds the options of our games except the size.

A point is two letters, column and row from the top left, in go and gomoku; a letter and a number in hex
(red-bean.com/sgf/hex.html), and in othello as its programs write it. Files of othello with two letters are read too.
"""

from __future__ import annotations

import copy
import re
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any, cast

import games
from games.boards.board_text import write_rows
from games.capabilities import areas_of
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.names.spec import clip
from games.option import options_of
from referee.formats.file_game import Claim, FileGame, LineError, Transcript, refuse
from referee.formats.sgf import WrittenNode
from referee.formats.sgf_notes import COLOURS, join_notes, read_note, write_note
from referee.formats.sgf_results import go_result, read_komi, read_points, read_result, write_result
from referee.formats.time_tags import read_date, write_time_properties
from referee.match.events import How
from referee.match.notes import DEEPEST, LONGEST, Note, as_line, follow, notes_by_ply
from referee.match.record import counted_game, sign

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from games.game import Game
    from games.picture import Grid
    from referee.formats.sgf import SgfNode, SgfTree
    from referee.match.notes import Line
    from referee.match.record import Record


SHOWN = 20  # characters quoted of a wrong value
SWAPS = ("swap-pieces", "swap-sides", "swap")
GIVES_UP = ("resign", "forfeit")
PAIR = re.compile(r"([a-z])([a-z])", re.ASCII)
NAMED = re.compile(r"([a-z])(\d{1,2})", re.ASCII)
SIZE = re.compile(r"(\d{1,3})(?:[:x](\d{1,3}))?", re.ASCII)

Point = tuple[int, int]  # row from the top and column, from 0
TERRITORIES = "TB", "TW"
COUNTED = How.PLAYED_OUT.value, How.AGREED.value, How.FILE.value
SETUP = {"AB", "AW", "AE", "PL"}


@dataclass(frozen=True)
class StoneGame:
    """How a game is written.

    name    of the game here;  number  in SGF;  size  of the board if a file names none.
    pieces  the letters of our positions;  sizes  our options for columns and rows.
    others  options to try if a file cannot be read without.
    letters whether points are written as two letters;  both  whether they are read in both ways.
    upward  whether our rows are numbered from the bottom.
    columns the letters of our columns.
    passes  the words for a pass, the first is written; () if nobody passes.
    """

    name: str
    number: str
    size: int
    pieces: str
    sizes: tuple[str, str]
    others: tuple[str, ...]
    letters: bool = False
    both: bool = True
    upward: bool = False
    columns: str = "abcdefghijklmnopqrstuvwxyz"
    passes: tuple[str, ...] = ()

    def size_options(self, board: SgfBoard) -> str:
        """Return the options of the game for a board, "" for the usual one."""
        usual = options_of(type(games.load(self.name)))
        single = board.columns == board.rows and (not self.upward or len({*self.sizes}) == 1)
        sides = (board.columns,) if single else (board.columns, board.rows)
        pairs = zip(self.sizes, sides, strict=False)
        return ",".join(f"{option}={side}" for option, side in pairs if usual[option].default != side)

    def move_text(self, board: SgfBoard, point: Point) -> str:
        """Return our text for a stone on a point."""
        row, column = point
        return f"{self.columns[column]}{board.rows - row if self.upward else row + 1}"

    def write_point(self, point: Point) -> str:
        """Return the point in the words of SGF."""
        row, column = point
        return chr(ord("a") + column) + (chr(ord("a") + row) if self.letters else str(row + 1))


STONE_GAMES = (
    StoneGame(
        "go", "1", 19, "bw", ("size", "size"), (), letters=True, upward=True, columns="abcdefghjklmnopqrst",
        passes=("", "tt"),  # other words may be points
    ),
    StoneGame("othello", "2", 8, "XO", ("size", "size"), ("empties=winner",), passes=("PA", "", "pass", "tt", "--")),
    StoneGame("gomoku", "4", 15, "bw", ("columns", "rows"), ("exact=yes",), letters=True, upward=True),
    StoneGame("hex", "11", 11, "rb", ("size", "rows"), ("swap=yes",)),
)  # fmt: skip


def find_stone_game(name: str) -> StoneGame:
    """Return the row of a game."""
    return next(each for each in STONE_GAMES if each.name == name)


@dataclass(frozen=True)
class SgfBoard:
    """A board of SGF: its columns and rows, and the game that is played on it."""

    kind: StoneGame
    columns: int
    rows: int

    @classmethod
    def read(cls, kind: StoneGame, text: str, line: int) -> SgfBoard:
        """Return the board of a size; "" is the usual one. Raises SpecError."""
        match = SIZE.fullmatch(text or str(kind.size))
        if match is None:
            raise refuse(line, f"SZ[{clip(text, SHOWN)}] is not a size, such as {kind.size}")
        return cls(kind, int(match[1]), int(match[2] or match[1]))

    def point(self, text: str, line: int) -> Point:
        """Return the point of a text. Raises SpecError if it is not one, or not on the board."""
        word = text.strip().casefold()
        place: Point | None = None
        if (match := NAMED.fullmatch(word)) and not self.kind.letters:
            place = int(match[2]) - 1, ord(match[1]) - ord("a")
        elif (match := PAIR.fullmatch(word)) and self.kind.both:
            place = ord(match[2]) - ord("a"), ord(match[1]) - ord("a")
        if place is None:
            raise refuse(line, f"{clip(text, SHOWN)!r} is not a point such as {'hh' if self.kind.letters else 'd3'}")
        if not (0 <= place[0] < self.rows and 0 <= place[1] < self.columns):
            raise refuse(line, f"the point {text.strip()!r} is not on the board of {self.columns}x{self.rows}")
        return place

    def points(self, node: SgfNode, name: str) -> list[Point]:
        """Return the points in a property of the node; `aa:cc` is a rectangle. Raises SpecError."""
        found: list[Point] = []
        for value in node.properties.get(name, ()):
            corners = [self.point(part, node.line) for part in value.split(":", 1)]
            rows, columns = zip(*corners, strict=True)
            found += product(range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1))
        return found


def read_setup(tree: SgfTree, board: SgfBoard, spec: str) -> tuple[str, int]:
    """Return the spec in the position that the tree sets up, or unchanged for the usual start, and the nodes it takes.

    Stones of a handicap may be moves of Black in a row. Raises LineError for an impossible position.
    """
    setting = tree.nodes[: tree.first_move + 1]
    stones: dict[Point, int] = {}
    for node in setting:
        for seat in (0, 1):
            stones |= dict.fromkeys(board.points(node, f"A{COLOURS[seat]}"), seat)
        for point in board.points(node, "AE"):
            stones.pop(point, None)
    if placed := [] if stones or board.kind.name != "go" else handicap_moves(tree):
        stones = {board.point(node.value("B"), node.line): 0 for node in placed}
        return in_position(spec, board, stones, 1, tree.root.line), tree.first_move + len(placed)
    side = first_side(setting)
    return in_position(spec, board, stones, side, tree.root.line) if stones else spec, 0


def handicap_moves(tree: SgfTree) -> Sequence[SgfNode]:
    """Return the first nodes if Black places the stones of the handicap in them, one by one; otherwise none."""
    count = tree.info("HA").strip()
    nodes = tree.nodes[tree.first_move :][: int(count)] if re.fullmatch("[2-9]", count) else ()
    alone = all(node.value("B") and "W" not in node.properties for node in nodes)
    return nodes if alone and len(nodes) == int(count or 0) else ()


def first_side(setting: Sequence[SgfNode]) -> int:
    """Return the seat to move after these nodes: the last one in PL, otherwise the one of the last move."""
    told = [node.value("PL")[:1].upper() for node in setting if node.value("PL")]
    return int(told[-1] in ("W", "2")) if told else int("W" in setting[-1].properties)


def in_position(spec: str, board: SgfBoard, stones: Mapping[Point, int], side: int, line: int) -> str:
    """Return the spec in the position of these stones, unless it begins so. Raises SpecError."""
    pieces = board.kind.pieces
    cells = [
        [pieces[stones[row, column]] if (row, column) in stones else "" for column in range(board.columns)]
        for row in range(board.rows)
    ]
    if board.kind.name == "othello":
        text = "".join(cell or "-" for row in cells for cell in row) + f" {pieces[side]}"
    else:
        text = f"{write_rows(cells)} {pieces[side]}"
    try:
        if games.load(spec).position() == text:
            return spec
        games.load(spec, position=text)
    except SpecError as error:
        raise refuse(line, str(error)) from error
    return games.with_position(spec, text)


def write_setup(board: SgfBoard, owners: Mapping[Point, int], side: int) -> dict[str, Sequence[str]]:
    """Return the properties that set up these stones, and the side to move."""
    found: dict[str, Sequence[str]] = {}
    for seat, colour in enumerate(COLOURS):
        if points := [board.kind.write_point(point) for point, owner in owners.items() if owner == seat]:
            found[f"A{colour}"] = points
    return found | {"PL": [COLOURS[side]]}


def read_options(tree: SgfTree, board: SgfBoard) -> tuple[str, list[str]]:
    """Return the options of our go for the tree's komi and handicap, and remarks about guesses.

    Raises SpecError if the komi is neither whole nor half.
    """
    usual = options_of(type(games.load("go")))["komi"]
    komi, why = read_komi(tree, usual.default)
    options = [] if komi == usual.default else [f"komi={usual.write(komi)}"]
    count = tree.info("HA").strip()
    if re.fullmatch("[2-9]", count) and is_usual(board, int(count), set(board.points(tree.root, "AB"))):
        options.append(f"handicap={count}")
    return ",".join(options), [f"KM[{tree.info('KM')}] is read as a komi of {usual.write(komi)}: {why}"] if why else []


def remark_margin(record: Record, game: Game) -> list[str]:
    """Return a remark if a record, whose moves lead to `game`, has another score than our counting; otherwise none."""
    if record.how not in COUNTED[1:] or (counted := counted_game(game, record.dead).score()) in (None, record.score):
        return []
    ours, told = (go_result(record.game, int(score or 0)) for score in (counted, record.score))
    alive = "without the dead stones" if record.dead else "with all stones alive"
    return [f"the file gives {told}, which holds; counted by area, {alive}, it is {ours}"]


def is_usual(board: SgfBoard, count: int, stones: set[Point]) -> bool:
    """Return whether these are the points of our handicap of `count` stones."""
    from games.go.notation import handicap_places

    try:
        places = handicap_places(board.rows, count)
    except ValueError:
        return False
    return stones == {(board.rows - 1 - row, column) for row, column in places}


def write_options(record: Record) -> dict[str, str]:
    """Return the properties for the komi, the handicap and the result of the match."""
    given = games.CATALOGUE.read(games.split_position(record.game)[0])[1]
    usual = options_of(type(games.load("go")))["komi"]
    komi = given.get("komi", usual.default)
    found = {"KM": usual.write(komi)}
    if handicap := given.get("handicap", 0):
        found["HA"] = str(handicap)
    if record.score and record.how in COUNTED:
        found["RE"] = go_result(record.game, record.score)
    return found


def read_tree(tree: SgfTree, game: str, number: int) -> FileGame:
    """Return the game of a tree; `number` is its number in the file. Raises LineError."""
    kind = find_stone_game(games.CATALOGUE.find(game) or "")
    board = SgfBoard.read(kind, tree.info("SZ"), tree.root.line)
    if board.columns != board.rows and len({*kind.sizes}) == 1:
        raise refuse(tree.root.line, f"the board is {board.columns}x{board.rows}, but one of {kind.name} is square")
    if ":" in game:
        require_size(board, game, tree.root.line)
        return TreeReader(tree, board, game).read(number)
    rules, remarks = read_options(tree, board) if kind.name == "go" else (read_rules(tree, kind.name), [])
    spec = games.CATALOGUE.extend(kind.name, ",".join(filter(None, (kind.size_options(board), rules))))
    first: FileGame | LineError | None = None
    for each in (spec, *(games.CATALOGUE.extend(spec, other) for other in kind.others)):
        try:
            reader = TreeReader(tree, board, each, remarks)
            found = reader.read(number)
        except LineError as error:
            first = first or error
            continue
        if reader.fits(found):
            return found
        first = found if first is None or isinstance(first, LineError) else first
    if isinstance(first, FileGame):
        return first
    assert first  # noqa: S101  # there is at least one spec
    raise first


def require_size(board: SgfBoard, spec: str, line: int) -> None:
    """Raise SpecError unless the game of the spec is played on such a board."""
    picture: Grid = games.load(spec).show()  # type: ignore[assignment]  # the board of such a game is one
    size = len(picture.rows[0]), len(picture.rows)
    if size != (board.columns, board.rows):
        raise refuse(line, f"the board is {board.columns}x{board.rows}, that of {spec} is {size[0]}x{size[1]}")


def read_rules(tree: SgfTree, name: str) -> str:
    """Return the options in the property RU if they have the form that we write; otherwise ""."""
    told = tree.info("RU")
    try:
        return told if told and games.CATALOGUE.read(f"{name}:{told}") and "=" in told else ""
    except SpecError:
        return ""


class TreeReader:
    """One tree that is being read, as a game of the spec; `remarks` are about the spec. Raises LineError.

    exchanged  whether colours, and rows with columns, are exchanged: after swap-sides, and where White begins in hex.
    """

    def __init__(self, tree: SgfTree, board: SgfBoard, spec: str, remarks: Sequence[str] = ()):
        self.tree, self.board, self.remarks = tree, board, [*remarks]
        self.notes: dict[int, Note] = {}  # by the number of the move
        self.depth = 0  # variations around these nodes
        names = tree.info("PB"), tree.info("PW")
        start, self.placed = read_setup(tree, board, spec)
        first = tree.nodes[tree.first_move].properties if tree.first_move < len(tree.nodes) else {}
        self.reversed = board.kind.name == "hex" and start == spec and "B" not in first and "W" in first
        self.exchanged = self.reversed
        self.transcript = Transcript(start, names[::-1] if self.reversed else names, tree.root.line)
        if self.reversed:
            self.transcript.remarks.append("White begins, so the colours are exchanged")
        self.given_up: Claim | None = None

    def read(self, number: int) -> FileGame:
        """Return the game; `number` is its number in the file. Raises LineError if it cannot even begin."""
        tree, line, transcript = self.tree, self.tree.root.line, self.transcript
        try:
            self.play_nodes()
        except LineError as error:
            transcript.cut_at(error)
        go = self.board.kind.name == "go"
        claim = read_result(tree.info("RE"), exact=transcript.game.stakes > 1 and not go)
        if self.reversed and claim.winner:
            claim = replace(claim, winner=-claim.winner)
        if go and claim.how in (None, How.AGREED) and transcript.cut is None:
            claim = self.settle(claim)
        if self.given_up and claim.winner not in (None, self.given_up.winner):
            said = f"the result is {clip(claim.text, SHOWN)!r}, which holds, but {self.given_up.text} says otherwise"
            transcript.remarks.append(said)
            claim = replace(claim, how=How.FILE)
        if claim.winner is None and self.given_up:
            claim = self.given_up
        record = transcript.record(claim, line, number)
        margin = remark_margin(record, transcript.game) if go and transcript.cut is None else ()
        notes = tuple(note for ply, note in sorted(self.notes.items()) if ply <= len(transcript.texts))
        lost = ["variations after the last move are left out"] if len(notes) < len(self.notes) else []
        remarks = (*self.remarks, *transcript.remarks, *margin, *lost)
        day, event = read_date(tree.info("DT")), tree.info("EV")
        return FileGame(replace(record, notes=notes), day, event, line, remarks=remarks, seats=transcript.played)

    def fits(self, found: FileGame) -> bool:
        """Return whether the rules of the spec allow all moves and the result of the game."""
        return self.transcript.cut is None and found.record.how != How.FILE.value

    def play_nodes(self) -> None:
        """Make the moves of all nodes and of the branches beside them, and keep the notes. Raises LineError."""
        texts = self.transcript.texts
        for place, node in enumerate(self.tree.nodes):
            ply = len(texts) + 1
            branches = (self.tree.branch(place, each) for each in self.tree.branches.get(place, ()))
            if lines := tuple(filter(None, map(self.vary, branches))):
                self.notes[ply] = join_notes(self.notes.get(ply), Note(ply, lines=lines))
            if self.depth or place >= self.placed:
                self.take(node, setting=not self.depth and place <= self.tree.first_move)
            if note := read_note(node, len(texts)):
                if (count := len(node.value("C"))) > LONGEST:
                    self.remarks.append(f"a comment of {count:,} characters is cut to {LONGEST:,}")
                self.notes[note.ply] = join_notes(self.notes.get(note.ply), note)

    def vary(self, branch: SgfTree) -> Line:
        """Return the moves of a branch that begins here, up to one that is wrong."""
        if self.depth == DEEPEST:
            self.remarks.append(f"variations more than {DEEPEST} deep are left out, as on line {branch.root.line}")
            return ()
        reader = copy.copy(self)
        reader.tree, reader.transcript, reader.notes = branch, self.transcript.fork(), {}
        reader.given_up, reader.depth = None, self.depth + 1
        before, texts = len(self.transcript.texts), reader.transcript.texts
        try:
            reader.play_nodes()
        except LineError as error:
            self.remarks.append(f"a variation is cut on line {error.line}: {error.why}")
        if first := reader.notes.pop(before, None):  # nodes before its first move
            head = Note(before + 1, before=first.after)
            reader.notes[before + 1] = join_notes(head, reader.notes.get(before + 1, Note(before + 1)))
        return tuple((text, reader.notes.get(ply)) for ply, text in enumerate(texts[before:], before + 1))

    def take(self, node: SgfNode, setting: bool) -> None:
        """Read a node; stones may be set up in it if `setting`. Raises LineError."""
        if SETUP & {*node.properties} and not setting:
            raise refuse(node.line, "stones are set up within the game, after its first move")
        for colour in COLOURS:
            if colour in node.properties:
                self.play(node, colour)

    def play(self, node: SgfNode, colour: str) -> None:
        """Make a move of a colour. Raises LineError."""
        values, line = node.properties[colour], node.line
        if len(values) > 1 or all(each in node.properties for each in COLOURS):
            raise refuse(line, "several moves stand in one node")
        seat = COLOURS.index(colour) ^ self.exchanged
        word = values[0].strip().casefold()
        shown = f"{colour}[{clip(word, SHOWN)}]"
        if self.given_up:
            raise refuse(line, f"{shown} follows, but {self.given_up.text} has given up")
        if word in GIVES_UP:
            self.given_up = Claim(1 if seat else -1, text=shown)
            return
        text = self.move_text(word, line)
        if not self.resume(text, line):
            return
        self.pass_for(seat, shown, line)
        self.transcript.play(text, line)
        self.exchanged ^= word == "swap-sides"

    def resume(self, text: str, line: int) -> bool:
        """Return whether a move is to be made: one more pass after the end is not; a stone takes back two passes."""
        transcript = self.transcript
        if transcript.texts[-2:] != ["pass", "pass"] or transcript.game.score() is None:
            return True
        if text == "pass":
            return False
        transcript.remarks.append(f"two passes before line {line} are left out, as the game went on")
        transcript.take_back(2)
        return True

    def pass_for(self, seat: int, shown: str, line: int) -> None:
        """Let the other side pass if the file leaves that out. Raises LineError if it cannot pass."""
        game = self.transcript.game
        if game.turn == seat or game.score() is not None:
            return
        if game.listing() == "pass":
            self.transcript.play("pass", line)
        elif self.board.kind.name == "go":
            self.transcript.remarks.append(f"a pass of {game.seats[game.turn]} is put in before {shown} on line {line}")
            self.transcript.play("pass", line)
        else:
            raise refuse(line, f"{shown} is a move of {shown[0]}, but the other side is to move")

    def settle(self, claim: Claim) -> Claim:
        """Return the claim about a game of go that was counted: the file's result holds, and the dead stones in it."""
        dead = self.dead_chains()
        if claim.winner is not None and claim.how is None and not dead:
            self.pass_out()
        game = self.transcript.game
        if game.score() is None and not dead:
            return claim
        counted = int(counted_game(game, dead).score() or 0)
        told = read_points(claim.text)
        if told is None:
            told = counted if claim.winner in (None, sign(counted)) else claim.winner
        if not dead and told == game.score():
            return claim
        how = How.AGREED if dead or not told else How.FILE
        return Claim(sign(told), how, told, claim.text, dead)

    def dead_chains(self) -> str:
        """Return a point of each chain that stands in the other's territory by TB and TW of the last node."""
        node, game = self.tree.nodes[-1], cast("Any", self.transcript.game)
        if not game.passes:
            return ""
        black, white = ({*self.board.points(node, name)} for name in TERRITORIES)
        return " ".join(
            name for name, (seat, cells) in game.chains_by_name().items() if {*cells} <= (black if seat else white)
        )

    def pass_out(self) -> None:
        """Let both pass until the game is over, as a file of go may leave out the last passes."""
        while self.transcript.game.score() is None:
            self.transcript.play("pass", self.tree.root.line)

    def move_text(self, word: str, line: int) -> str:
        """Return our text of a move. Raises SpecError."""
        kind = self.board.kind
        if word in map(str.casefold, kind.passes):
            return "pass"
        if kind.name == "hex" and word in SWAPS:
            return "swap"
        row, column = self.board.point(word, line)
        return kind.move_text(self.board, (column, row) if self.exchanged else (row, column))


# Writing.


def write_games(written: Sequence[FileGame]) -> Iterator[list[WrittenNode]]:
    """Yield the nodes of each game."""
    yield from map(write_tree, written)


def write_tree(written: FileGame) -> list[WrittenNode]:
    """Return the nodes of a game, the root first."""
    record = written.record
    start, kind = games.load(record.game), find_stone_game(games.CATALOGUE.find(record.game) or "")
    picture: Grid = start.show()  # type: ignore[assignment]  # the board of such a game is one
    board = SgfBoard(kind, len(picture.rows[0]), len(picture.rows))
    size = f"{board.columns}" if board.columns == board.rows else f"{board.columns}:{board.rows}"
    texts = {
        "FF": "4", "GM": kind.number, "CA": "UTF-8", "AP": "referee", "SZ": size, "PB": record.names[0],
        "PW": record.names[1], "RE": write_result(record), "DT": written.date, "EV": written.event,
        **write_time_properties(written.control),
    }  # fmt: skip
    texts |= write_options(record) if kind.name == "go" else {"RU": write_rules(record.game, kind.sizes)}
    root: dict[str, Sequence[str]] = {key: [text] for key, text in texts.items() if text}
    if kind.name == "othello" or "HA" in root or games.find_position(record.game):
        owners = {
            (row, column): cell.seat
            for row, line in enumerate(picture.rows)
            for column, cell in enumerate(line)
            if cell.seat is not None
        }
        root |= write_setup(board, owners, start.turn)
    root |= write_note(notes_by_ply(record.notes[:1]).get(0), "B")
    nodes = [WrittenNode(root), *write_line(start, as_line(record.moves.split(), record.notes), board)]
    if kind.name == "go" and record.how in COUNTED:
        nodes[-1].properties |= write_territories(record, board)
    return nodes


def write_territories(record: Record, board: SgfBoard) -> dict[str, Sequence[str]]:
    """Return the points that count for each side without a living stone, if the game was counted."""
    counted = counted_game(record.positions()[-1], record.dead)
    if counted.score() is None:
        return {}
    rows = cast("Grid", counted.show()).rows
    empty = ([place for place in area if rows[place[0]][place[1]].seat is None] for area in areas_of(counted))
    return {
        name: [*map(board.kind.write_point, points)] for name, points in zip(TERRITORIES, empty, strict=True) if points
    }


def write_rules(spec: str, sizes: Sequence[str]) -> str:
    """Return the options of the spec that are neither the size nor defaults, in the words of a spec."""
    kind, given = games.CATALOGUE.read(games.split_position(spec)[0])
    usual = options_of(kind)
    return ",".join(
        f"{key}={usual[key].write(value)}"
        for key, value in given.items()
        if key not in sizes and value != usual[key].default
    )


def write_line(start: Game, line: Line, board: SgfBoard) -> Iterator[WrittenNode]:
    """Yield a node for each move of a line, with its notes and variations."""
    words = {"pass": board.kind.passes[0] if board.kind.passes else "", "swap": "swap-pieces"}
    for game, move, text, note in follow(start, line):
        word = words[text] if text in words else board.kind.write_point(game.cells(move)[0])
        colour = COLOURS[game.turn]
        branches = [[*write_line(game, each, board)] for each in note.lines] if note else []
        node = WrittenNode({colour: [word]} | write_note(note, colour))
        for branch in filter(None, branches):
            node.branches += [branch, *branch[0].branches]  # what stands beside its first move stands beside this one
            branch[0].branches = []
        yield node
