"""Problems in SGF, as collections of tsumego have them: a position, right and wrong lines, and the answers to both.

A comment or a node's name says which lines are right: `RIGHT` in capitals at goproblems.com, otherwise `Correct`, `+`
and the like at its beginning. All lines that lead to such a node are right. BM, a bad move by the standard, and uliGo's
WV mark wrong lines. If nothing in the tree says that a line is right, its main line is.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from sgfmill import sgf_grammar  # type: ignore[import-untyped]  # the library has no types

import games
from games.dataclass import dataclass
from games.game import IllegalMove
from games.names.catalogue import SpecError
from referee.formats import sgf
from referee.formats.file_game import LineError, SkippedGame, refuse
from referee.formats.sgf_notes import COLOURS
from referee.formats.sgf_stones import SETUP, SgfBoard, TreeReader, find_stone_game
from referee.puzzles.problem import Problem, ProblemMove

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from games.game import Game
    from referee.formats.sgf import SgfTree, TreeText

# goproblems.com writes RIGHT; the other words come from tsumego collections in several languages.
RIGHT = re.compile(
    r"\bRIGHT\b|^\W*(?i:correct|right|richtig|juste|solved|success)\b|^\s*\+|^\W*(?:正解|正确|正確|정답)"
)
WRONG = re.compile(r"\bWRONG\b|^\W*(?i:incorrect|wrong|falsch|faux|fail\w*)\b|^\s*-\s*$|^\W*(?:失败|失敗|错|오답)")
MERELY = re.compile(r"\W*(?:right|correct|wrong|incorrect|正解|失敗)?\W*", re.IGNORECASE)  # says nothing more
BAD = {"BM", "WV"}
STONES = "go", "gomoku", "hex", "othello"
DEEPEST = 200  # moves of a line
LOOKED_AT = 20  # trees of a file that show whether it holds problems


class TreeNode(NamedTuple):
    """A node of a tree with branches: the part of the tree in which it stands, and its number there."""

    part: sgf_grammar.Coarse_game_tree
    number: int

    @property
    def properties(self) -> Mapping[str, Sequence[bytes]]:
        found: Mapping[str, Sequence[bytes]] = self.part.sequence[self.number]
        return found

    @property
    def following(self) -> list[TreeNode]:
        """The nodes that follow, the main one first."""
        if self.number + 1 < len(self.part.sequence):
            return [TreeNode(self.part, self.number + 1)]
        return [TreeNode(each, 0) for each in self.part.children]

    def text(self, name: str) -> str:
        """Return the first value of a property, in one line; "" if the node does not have it."""
        values = self.properties.get(name, ())[:1]
        return " ".join(" ".join(sgf.plain_properties({name: values})[name]).split())

    @property
    def mark(self) -> bool | None:
        """Whether the node says that it is right or wrong; None if it says neither."""
        words = self.text("C"), self.text("N")
        if any(map(WRONG.search, words)) or BAD & {*self.properties}:
            return False
        return True if any(map(RIGHT.search, words)) else None


@dataclass(frozen=True)
class MarkedMove:
    """A move of a tree before it is known which lines are right; `mark` as in TreeNode."""

    move: str
    mark: bool | None
    comment: str
    answers: tuple[MarkedMove, ...] = ()

    @property
    def leads_right(self) -> bool:
        """Whether a right line goes through it by the marks."""
        return self.mark is not False and (self.mark is True or any(each.leads_right for each in self.answers))


def read_problems(lines: Iterable[str], game: str) -> Iterator[Problem | SkippedGame]:
    """Yield the problems in the lines of an SGF file, and the trees that are none. `game` as for MatchFormat.read."""
    for found in sgf.split_trees(lines):
        try:
            yield read_problem(found, game)
        except LineError as error:
            yield SkippedGame(error.line, error.why, found.title())


def holds_problems(lines: Iterable[str]) -> bool:
    """Return whether one of the first trees in the lines is a problem."""
    return any(isinstance(each, Problem) for each in islice(read_problems(lines, ""), LOOKED_AT))


def read_problem(found: TreeText, game: str) -> Problem:
    """Return the problem of a tree. Raises LineError if it is none, or cannot be read."""
    tree = sgf.read_text(found)
    name = sgf.find_game(tree, game).name
    first = tree.first_move
    if name not in STONES or first == len(tree.nodes):
        raise refuse(found.line, "it has no moves to solve it" if name in STONES else f"no problems of {name} are read")
    setting = strip_setting(tree, first)
    spec = sgf.read_tree(setting, game, 0).record.game
    base, position = games.split_position(spec)
    board = SgfBoard.read(find_stone_game(name), tree.info("SZ"), found.line)
    lines = LineReader(TreeReader(setting, board, base), found)
    moves = lines.read()
    marked = any(each.leads_right for each in moves)
    if not moves or not (marked or (position and not {"HA", "RE"} & {*tree.root.properties})):
        raise refuse(found.line, "it is not a problem: it sets up no position, and no comment calls a line right")
    comment = " ".join(filter(None, (node.value("C") for node in tree.nodes[:first])))
    title = tree.info("GN") or tree.root.value("N") or tree.info("EV")
    judge = judge_marked if marked else judge_main
    return Problem(spec, found.line, title, comment, judge(moves))


def strip_setting(tree: SgfTree, first: int) -> SgfTree:
    """Return the nodes before the first move, with the side to move and without a result."""
    nodes = [
        sgf.SgfNode({key: value for key, value in node.properties.items() if key != "RE"}, node.line)
        for node in tree.nodes[:first]
    ] or [sgf.SgfNode({}, tree.root.line)]
    colour = "B" if "B" in tree.nodes[first].properties else "W"
    return sgf.SgfTree((*nodes, sgf.SgfNode({"PL": (colour,)}, nodes[-1].line)), {})


class LineReader:
    """Reads all lines of a tree by the rules; `reader` has the position, and the words of moves."""

    def __init__(self, reader: TreeReader, found: TreeText):
        self.reader, self.line = reader, found.line
        self.root = TreeNode(sgf_grammar.parse_sgf_game(found.text.encode("utf-8", errors="replace")), 0)

    def read(self) -> tuple[MarkedMove, ...]:
        """Return the first moves of the tree with everything that follows. Lines end at a move that is not legal."""
        return tuple(self.moves_after(self.root, self.reader.transcript.game, 0))

    def moves_after(self, place: TreeNode, game: Game, depth: int) -> Iterator[MarkedMove]:
        """Yield the moves after a node; nodes without a move are passed over."""
        for each in place.following if depth < DEEPEST and game.score() is None else ():
            colour = next((name for name in COLOURS if name in each.properties), None)
            if colour is None and not (depth and SETUP & {*each.properties}):
                yield from self.moves_after(each, game, depth + (depth > 0))
            elif colour is not None and (made := self.make(each, colour, game, depth)) is not None:
                yield made

    def make(self, place: TreeNode, colour: str, game: Game, depth: int) -> MarkedMove | None:
        """Return the move of a node, after a pass if the other side is to move; None if it is not legal."""
        passes = COLOURS.index(colour) != game.turn
        after = game.copy()
        try:
            if passes:
                if not depth:
                    return None
                after.make(after.parse("pass"))
            move = after.parse(self.reader.move_text(place.text(colour), self.line))
            text = after.text(move)
            after.make(move)
        except (SpecError, IllegalMove):
            return None
        comment = " ".join(text for text in (place.text("N"), place.text("C")) if not MERELY.fullmatch(text))
        found = MarkedMove(text, place.mark, comment, tuple(self.moves_after(place, after, depth + 1)))
        return MarkedMove("pass", None, "", (found,)) if passes else found


def judge_marked(moves: Sequence[MarkedMove]) -> tuple[ProblemMove, ...]:
    """Return the branches of a tree whose comments say which lines are right."""
    return tuple(
        ProblemMove(each.move, each.leads_right, each.mark is True, each.comment, judge_marked(each.answers))
        for each in moves
    )


def judge_main(moves: Sequence[MarkedMove], right: bool = True, own: bool = True) -> tuple[ProblemMove, ...]:
    """Return the branches of a tree without such comments: the first move everywhere is right, unless it is marked.

    right  whether the moves before are the main ones;  own  whether the side that solves the problem is to move.
    """
    main = next((each for each in moves if each.mark is not False), None) if right else None
    return tuple(
        ProblemMove(
            each.move, each is main, own and each is main and not any(reply.answers for reply in each.answers),
            each.comment, judge_main(each.answers, each is main, not own),
        )
        for each in moves
    )  # fmt: skip
