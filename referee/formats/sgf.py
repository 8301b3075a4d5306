"""Smart Game Format, version 4, of red-bean.com/sgf: trees of nodes, their games, and the modules that read them.

A game is a tree of nodes, `(;FF[4]GM[2];B[f5](;W[f6])(;W[d6]))`, and its main line takes the first branch everywhere.
The others are variations.
The library sgfmill reads the grammar; it does not interpret properties. Text before, between and after games is
ignored.

A module for a game has two functions: `read_tree(tree, game, number)` returns the FileGame of an SgfTree, with its
number in the file, where `game` is the spec that a person named or ""; and `write_games(written)` yields the nodes of
each FileGame. Both raise SpecError, the first with the line.
"""

from __future__ import annotations

import re
from dataclasses import field
from importlib import import_module
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any

from sgfmill import sgf_grammar  # type: ignore[import-untyped]  # the library has no types

import games
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.names.spec import clip, short_name
from referee.formats.file_game import refuse, skip_faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from referee.formats.file_game import FileGame, Found


START = re.compile(r"\((?=\s*(?:;|$))")  # of a tree
ROOT = re.compile(r"\(\s*;\s*(?:FF|GM|CA|AP|SZ|EV|PB|PW)\s*\[")
BRACKET = re.compile(r"[\[()]")
VALUE = re.compile(r"\\.|\]", re.DOTALL)  # what matters within a value: escapes, and its end
PLAYER = re.compile(r"P[BW]\s*\[([^\]\n]*)\]")
HEAD = 2000  # characters that name the players
NODES = re.compile(rb"\[[^\\\]]*(?:\\.[^\\\]]*)*\]|;", re.DOTALL)  # values, which are skipped, and starts of nodes
MOST = 1_000_000  # nodes and branches of a game: the grammar keeps them in memory
SHOWN = 20  # characters quoted of a wrong text


@dataclass(frozen=True)
class SgfNode:
    """A node of a main line.

    properties  by name in capitals, `{"B": ("f5",)}`: at least one value each, without escapes, and without line ends
                except in comments.
    line        on which the node begins in the file, from 1.
    """

    properties: Mapping[str, tuple[str, ...]]
    line: int

    def value(self, name: str) -> str:
        """Return the first value of the property, stripped; "" if the node has no such property."""
        return self.properties.get(name, ("",))[0].strip()


@dataclass(frozen=True)
class SgfTree:
    """The main line of a tree, at least one node, and the branches that begin instead of its nodes, by their place."""

    nodes: tuple[SgfNode, ...]
    branches: Mapping[int, Sequence[sgf_grammar.Coarse_game_tree]]

    @property
    def root(self) -> SgfNode:
        """The root node, which holds the properties of the whole game."""
        return self.nodes[0]

    @property
    def first_move(self) -> int:
        """The place of the first node with a move; the number of nodes if there is none."""
        moves = (place for place, node in enumerate(self.nodes) if "B" in node.properties or "W" in node.properties)
        return next(moves, len(self.nodes))

    def info(self, name: str) -> str:
        """Return a property of the whole game: from the first node that has it, otherwise ""."""
        return next((node.value(name) for node in self.nodes if name in node.properties), "")

    def branch(self, place: int, tree: sgf_grammar.Coarse_game_tree) -> SgfTree:
        """Return a branch that begins instead of the node at `place`; it counts as being on the line of that node."""
        line = self.nodes[place].line
        nodes = tuple(SgfNode(plain_properties(each), line) for each in sgf_grammar.main_sequence_iter(tree))
        return SgfTree(nodes, branches_of(tree))


@dataclass(frozen=True)
class TreeText:
    """The text of a tree, and the line on which it begins."""

    text: str
    line: int

    def title(self) -> str:
        """Return who plays, for messages; "" if the text does not say."""
        return " - ".join(match[1] for match in PLAYER.finditer(self.text[:HEAD]))


def split_trees(lines: Iterable[str]) -> Iterator[TreeText]:
    """Yield the text of each tree, from its first bracket to its last; the last one may be torn.

    A tree that is torn ends where a line begins a new one with properties of a root.
    """
    parts: list[str] = []
    first, depth, inside = 1, 0, False
    for number, line in enumerate(lines, 1):
        at = begins = 0
        if depth and ROOT.match(line):
            yield TreeText("".join(parts), first)
            parts, depth, inside = [], 0, False
        while token := (VALUE if inside else BRACKET if depth else START).search(line, at):
            at = token.end()
            if not depth:
                parts, first, depth, begins = [], number, 1, token.start()
            elif token[0] in "()":
                depth += 1 if token[0] == "(" else -1
                if not depth:
                    yield TreeText("".join([*parts, line[begins:at]]), first)
            elif len(token[0]) == 1:
                inside = not inside
        if depth:
            parts.append(line[begins:])
    if depth:
        yield TreeText("".join(parts), first)


def read_text(found: TreeText) -> SgfTree:
    """Return the tree of a text. Raises LineError if it is torn, too large or not SGF."""
    data = found.text.encode("utf-8", errors="replace")
    if data.count(b";") + data.count(b"(") > MOST:
        raise refuse(found.line, f"the game has more than {MOST:,} nodes and branches")
    tokens, at = sgf_grammar.tokenise(data, 0)
    if tokens.count(("D", b"(")) != tokens.count(("D", b")")):
        raise explain_tear(data, at, found.line + data.count(b"\n", 0, at))
    return parse_tree(data, found.line)


def explain_tear(data: bytes, at: int, line: int) -> SpecError:
    """Return the error for a tree that ends at a place in the file."""
    rest = data[at:].lstrip()
    if not rest:
        return refuse(line, "the game breaks off")
    within = " ".join(rest[: 4 * SHOWN].decode(errors="replace").split())
    if rest[:1] == b"[":
        return refuse(line, f"the value {clip(within, SHOWN)!r} has no end")
    return refuse(line, f"{clip(within, SHOWN)!r} is not SGF")


def parse_tree(data: bytes, line: int) -> SgfTree:
    """Return the tree in these bytes, which begin on `line`. Raises SpecError."""
    try:
        tree = sgf_grammar.parse_sgf_game(data)
    except ValueError as error:
        raise refuse(line, f"the game that begins here is not SGF: {error}") from error
    main = list(sgf_grammar.main_sequence_iter(tree))
    # The tree begins with its main line, so these nodes are the first.
    starts = islice((match.start() for match in NODES.finditer(data) if match[0] == b";"), len(main))
    nodes, passed, before = [], line, 0
    for properties, start in zip(main, starts, strict=True):
        passed, before = passed + data.count(b"\n", before, start), start
        nodes.append(SgfNode(plain_properties(properties), passed))
    return SgfTree(tuple(nodes), branches_of(tree))


def branches_of(tree: sgf_grammar.Coarse_game_tree) -> dict[int, Sequence[sgf_grammar.Coarse_game_tree]]:
    """Return the branches beside the main line of a tree, by the place of the node that they stand beside."""
    found: dict[int, Sequence[sgf_grammar.Coarse_game_tree]] = {}
    place = len(tree.sequence)
    while tree.children:
        tree, *others = tree.children
        if others:
            found[place] = others
        place += len(tree.sequence)
    return found


def plain_properties(properties: Mapping[str, Sequence[bytes]]) -> dict[str, tuple[str, ...]]:
    """Return properties as texts without escapes, in one line except for comments."""
    return {
        name: tuple(
            (sgf_grammar.text_value if name == "C" else sgf_grammar.simpletext_value)(value).decode(errors="replace")
            for value in values
        )
        for name, values in properties.items()
    }


@dataclass
class WrittenNode:
    """A node to be written: its properties, unescaped, and the lines that begin instead of it."""

    properties: dict[str, Sequence[str]]
    branches: list[list[WrittenNode]] = field(default_factory=list)


def write_tree(nodes: Sequence[WrittenNode]) -> str:
    """Return the text of the game with these nodes, the root first. Its lines have 79 bytes if possible."""
    return str(sgf_grammar.serialise_game_tree(coarse_tree(nodes)).decode())


def coarse_tree(nodes: Sequence[WrittenNode]) -> sgf_grammar.Coarse_game_tree:
    """Return these nodes and their branches as the library has them."""
    whole = tree = sgf_grammar.Coarse_game_tree()
    for node in nodes:
        if node.branches:
            tree.children = [sgf_grammar.Coarse_game_tree(), *map(coarse_tree, node.branches)]
            tree = tree.children[0]
        tree.sequence.append(
            {
                name: [sgf_grammar.escape_text(value.encode()) for value in values]
                for name, values in node.properties.items()
            }
        )
    return whole


@dataclass(frozen=True)
class SgfGame:
    """A game of SGF: its number in the property GM, its name here, and its module in this folder."""

    number: str
    name: str
    module: str

    def call(self, function: str, *given: Any) -> Any:
        """Call a function of the module."""
        return getattr(import_module(f"referee.formats.{self.module}"), function)(*given)


GAMES = (
    SgfGame("1", "go", "sgf_stones"),
    SgfGame("2", "othello", "sgf_stones"),
    SgfGame("4", "gomoku", "sgf_stones"),
    SgfGame("6", "backgammon", "sgf_backgammon"),
    SgfGame("11", "hex", "sgf_stones"),
)


def read(lines: Iterable[str], game: str) -> Iterator[Found]:
    """Yield the games in the lines, as for MatchFormat.read."""
    return skip_faults(
        split_trees(lines), lambda found, number: read_tree(read_text(found), game, number), TreeText.title
    )


def read_tree(tree: SgfTree, game: str, number: int) -> FileGame:
    """Return the game of a tree; `number` is its number in the file. Raises SpecError."""
    kind = find_game(tree, game)
    found: FileGame = kind.call("read_tree", tree, game or kind.name, number)
    return found


def find_game(tree: SgfTree, game: str) -> SgfGame:
    """Return the game of a tree by its property GM, otherwise the wanted one, otherwise go.

    Raises SpecError if it is not one of GAMES, or not the wanted one.
    """
    wanted = games.CATALOGUE.find(game) if game else None
    likely = "11" if tree.info("EV").casefold().startswith("hex") else "1"  # Little Golem names the game in EV alone
    told = tree.info("GM") or ("" if wanted else likely)
    known = ", ".join(f"{each.number}: {each.name}" for each in GAMES)
    found = next((each for each in GAMES if (each.number == told if told else each.name == wanted)), None)
    if found is None:
        says = f"GM[{clip(told, 10)}]" if told else f"a game of {wanted}"
        raise refuse(tree.root.line, f"{says} is not a game that is known here (GM: {known})")
    if wanted and wanted != found.name:
        raise refuse(tree.root.line, f"this is a game of {found.name}, not of {wanted}")
    return found


def write(written: Sequence[FileGame]) -> str:
    """Return the text of these games, as for MatchFormat.write."""
    groups = groupby(written, lambda each: find_module(each.record.game))
    return "\n".join(write_tree(nodes) for module, group in groups for nodes in module.call("write_games", list(group)))


def find_module(spec: str) -> SgfGame:
    """Return the row of GAMES for a spec. Raises SpecError if there is none."""
    name = games.CATALOGUE.find(spec)
    found = next((each for each in GAMES if each.name == name), None)
    if found is None:
        raise SpecError(f"SGF holds no games of {short_name(spec)}")
    return found
