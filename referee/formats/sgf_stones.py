"""Games of SGF in which stones are placed: go, othello, gomoku and hex.

Black moves first. In hex it is our Red, who joins top and bottom as Black does there. A swap of hex is `swap-pieces`:
White takes over the first stone, mirrored. `swap-sides` comes to the same, with the board mirrored and the colours
exchanged from then on. Files of othello may leave out passes. Options of our games that are not the size stand in RU.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import games
from games.names.catalogue import SpecError
from games.names.spec import clip
from games.option import options_of
from referee.formats import sgf_go
from referee.formats.dates import read_date
from referee.formats.file_game import Claim, FileGame, Transcript, refuse
from referee.formats.sgf_points import SgfBoard, find_stone_game
from referee.formats.sgf_result import read_result, write_result
from referee.formats.sgf_setup import COLOURS, read_setup, write_setup
from referee.formats.time_tags import write_time_properties

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.picture import Grid
    from referee.formats.sgf_points import Point
    from referee.formats.sgf_tree import SgfNode, SgfTree

SWAPS = ("swap-pieces", "swap-sides", "swap")
GIVES_UP = ("resign", "forfeit")
SHOWN = 20  # characters of a word


def read_tree(tree: SgfTree, game: str, number: int) -> FileGame:
    """The game of that number in a file, `game` its name or the spec wanted. Raises SpecError, with the line."""
    kind = find_stone_game(games.CATALOGUE.find(game) or "")
    board = SgfBoard.read(kind, tree.info("SZ"), tree.root.line)
    if board.columns != board.rows and len({*kind.sizes}) == 1:
        raise refuse(tree.root.line, f"the board is {board.columns}x{board.rows}, but one of {kind.name} is square")
    if ":" in game:
        require_size(board, game, tree.root.line)
        return TreeReader(tree, board, game).read(number)
    rules, remarks = sgf_go.read_options(tree, board) if kind.name == "go" else (read_rules(tree, kind.name), [])
    spec = games.CATALOGUE.extend(kind.name, ",".join(filter(None, (kind.size_options(board), rules))))
    try:
        return TreeReader(tree, board, spec, remarks).read(number)
    except SpecError as error:
        for other in kind.others:
            try:
                return TreeReader(tree, board, games.CATALOGUE.extend(spec, other)).read(number)
            except SpecError:
                continue
        raise error from None


def require_size(board: SgfBoard, spec: str, line: int) -> None:
    """Raise SpecError unless the game of that spec is played on such a board."""
    picture: Grid = games.load(spec).show()  # type: ignore[assignment]  # the board of such a game is one
    size = len(picture.rows[0]), len(picture.rows)
    if size != (board.columns, board.rows):
        raise refuse(line, f"the board is {board.columns}x{board.rows}, that of {spec} is {size[0]}x{size[1]}")


def read_rules(tree: SgfTree, name: str) -> str:
    """The options that the property RU names in the words of a spec, as they are written here; else none."""
    told = tree.info("RU")
    try:
        return told if told and games.CATALOGUE.read(f"{name}:{told}") and "=" in told else ""
    except SpecError:
        return ""


class TreeReader:
    """One tree that is being read, as a game of that spec; `remarks` are those about its spec. Raises SpecError."""

    def __init__(self, tree: SgfTree, board: SgfBoard, spec: str, remarks: Sequence[str] = ()):
        self.tree, self.board, self.remarks = tree, board, remarks
        names = tree.info("PB"), tree.info("PW")
        self.transcript = Transcript(read_setup(tree, board, spec), names, tree.root.line)
        self.exchanged = False  # the colours, and rows with columns: by swap-sides
        self.given_up: Claim | None = None

    def read(self, number: int) -> FileGame:
        """The game, which is of that number in the file. Raises SpecError."""
        tree, line = self.tree, self.tree.root.line
        for node in tree.nodes:
            for colour in COLOURS:
                if colour in node.properties:
                    self.play(node, colour)
        go = self.board.kind.name == "go"
        claim = read_result(tree.info("RE"), exact=self.transcript.game.stakes > 1 and not go)
        if go and claim.winner is not None and claim.how is None:
            self.pass_out()
        if self.given_up and claim.winner not in (None, self.given_up.winner):
            raise refuse(line, f"the result is {clip(claim.text, SHOWN)!r}, but {self.given_up.text} says otherwise")
        if claim.winner is None and self.given_up:
            claim = self.given_up
        record = self.transcript.record(claim, line, number)
        remarks = (*self.remarks, *(sgf_go.remark_margin(record, claim.text) if go else ()))
        return FileGame(record, read_date(tree.info("DT")), tree.info("EV"), line, tree.abridged, remarks=remarks)

    def play(self, node: SgfNode, colour: str) -> None:
        """Make the move of that colour. Raises SpecError."""
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
        self.pass_for(seat, line)
        if self.transcript.game.turn != seat and self.transcript.game.score() is None:
            raise refuse(line, f"{shown} is a move of {colour}, but the other side is to move")
        self.transcript.play(self.move_text(word, line), line)
        self.exchanged ^= word == "swap-sides"

    def pass_for(self, seat: int, line: int) -> None:
        """Let the other side pass before the seat moves, where it has no other move and the file leaves that out."""
        game = self.transcript.game
        if game.turn != seat and game.listing() == "pass":
            self.transcript.play("pass", line)

    def pass_out(self) -> None:
        """Let both pass until the game is over, where a file of go tells the result and leaves out the passes."""
        while self.transcript.game.score() is None:
            self.transcript.play("pass", self.tree.root.line)

    def move_text(self, word: str, line: int) -> str:
        """Our text of a move. Raises SpecError."""
        kind = self.board.kind
        if word in map(str.casefold, kind.passes):
            return "pass"
        if kind.name == "hex" and word in SWAPS:
            return "swap"
        row, column = self.board.point(word, line)
        return kind.move_text(self.board, (column, row) if self.exchanged else (row, column))


# Writing.


def write_games(written: Sequence[FileGame]) -> Iterator[list[dict[str, Sequence[str]]]]:
    """Of each game the properties of its nodes."""
    yield from map(write_tree, written)


def write_tree(written: FileGame) -> list[dict[str, Sequence[str]]]:
    """The properties of the nodes of that game, the root first."""
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
    texts |= sgf_go.write_options(record) if kind.name == "go" else {"RU": write_rules(record.game, kind.sizes)}
    root: dict[str, Sequence[str]] = {key: [text] for key, text in texts.items() if text}
    if kind.name == "othello" or "HA" in root or games.find_position(record.game):
        root |= write_setup(board, owners(picture), start.turn)
    return [root, *write_moves(written, board)]


def write_rules(spec: str, sizes: Sequence[str]) -> str:
    """The options of the spec that are neither the size nor as usual, in the words of a spec."""
    kind, given = games.CATALOGUE.read(games.split_position(spec)[0])
    usual = options_of(kind)
    return ",".join(
        f"{key}={usual[key].write(value)}"
        for key, value in given.items()
        if key not in sizes and value != usual[key].default
    )


def owners(picture: Grid) -> dict[Point, int]:
    """Whose stone stands on each point that is not empty."""
    return {
        (row, column): cell.seat
        for row, line in enumerate(picture.rows)
        for column, cell in enumerate(line)
        if cell.seat is not None
    }


def write_moves(written: FileGame, board: SgfBoard) -> Iterator[dict[str, Sequence[str]]]:
    """The nodes of the moves, one each."""
    game = games.load(written.record.game)
    for text in written.record.moves.split():
        move = game.parse(text)
        words = {"pass": board.kind.passes[0] if board.kind.passes else "", "swap": "swap-pieces"}
        word = words[text] if text in words else board.kind.write_point(game.cells(move)[0])
        yield {COLOURS[game.turn]: [word]}
        game.make(move)
