"""What a UCI program tells of its search, `info depth 12 score cp 31 nodes 90000 pv e2e4 e7e5`, as a Thought."""

from __future__ import annotations

from itertools import pairwise
from time import monotonic
from typing import TYPE_CHECKING

from players.player import Candidate, Glimpse, Thought, make_glimpse
from referee.dialects import uci
from referee.dialects.spoken_games import read_line
from referee.engines.uci_options import read_number
from referee.statistics.scoring import expected

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.game import Game

NUMBERS = ("depth", "seldepth", "nodes", "multipv", "time")


class InfoReader:
    """What was told up to now of a search in that position, by the program of that name."""

    read_move = staticmethod(uci.read_move)  # the move of a word in the line that it expects

    def __init__(self, game: Game, name: str):
        self.game, self.name = game.copy(), name
        self.began = monotonic()
        self.depth = self.reach = self.nodes = 0
        self.score: tuple[str, int] | None = None  # `cp` or `mate`, and how much of it
        self.line: list[str] = []  # the moves expected, in the words of the protocol

    def read(self, words: Sequence[str]) -> None:
        """Take note of such a line; what is not understood is passed over."""
        if words[1:2] == ["string"]:
            return
        numbers = {word: behind for word, behind in pairwise(words) if word in NUMBERS}
        if numbers.get("multipv", "1") != "1":
            return
        self.depth = read_number(numbers.get("depth", "")) or self.depth
        self.reach = read_number(numbers.get("seldepth", "")) or self.reach
        self.nodes = read_number(numbers.get("nodes", "")) or self.nodes
        if "score" in words:
            place = words.index("score")
            kind, amount = [*words[place + 1 : place + 3], "", ""][:2]
            if kind in ("cp", "mate") and (count := read_number(amount)) is not None:
                self.score = kind, count
        if "pv" in words:
            self.line = list(words[words.index("pv") + 1 :])

    def thought(self, move: int) -> Thought | None:
        """What the program thought when it chose that move; None if it has told no score.

        The value is the share of games that it expects to win, by the logistic curve of Elo's ratings: hundredths of a
        pawn are no measure that it shares with anybody. Of a mate that it announces that is all or nothing. Nothing is
        proven: it is what the program says.
        """
        return self.describe(move, read_line(self.game, self.line, self.read_move))

    def describe(self, move: int, line: list[str]) -> Thought | None:
        """What it thought of that move, where it expects that line, in our texts; None if it has told no score."""
        if self.score is None:
            return None
        kind, amount = self.score
        text, mates = self.game.text(move), kind == "mate"
        value = float(amount > 0) if mates else expected(amount)
        distance = (2 * amount - 1 if amount > 0 else -2 * amount) if mates else None
        return Thought(
            move=move,
            value=value,
            proven=False,
            line=tuple(line) if line[:1] == [text] else (text,),
            candidates=(Candidate(move, text, value, distance=distance),),
            nodes=self.nodes,
            depth=self.depth,
            seconds=monotonic() - self.began,
            distance=distance,
            how=self.name,
            even=0.5,
            reach=self.reach,
        )

    def glimpse(self) -> Glimpse | None:
        """The progress of the search; None before anything was told."""
        line = read_line(self.game, self.line, self.read_move)
        thought = self.describe(self.game.parse(line[0]), line) if line else None
        return make_glimpse(thought) if thought else Glimpse(self.depth, self.nodes) if self.depth else None
