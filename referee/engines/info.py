"""What programs of UCI and of XBoard's protocol say about their searches, read only as far as somebody asks."""

from __future__ import annotations

from collections import deque
from functools import cached_property
from itertools import pairwise
from time import monotonic
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from players.player import Candidate, Glimpse, Thought, make_glimpse
from referee.dialects import uci
from referee.dialects.spoken_games import read_line
from referee.match.notes import Note, write_said, write_value
from referee.solving.value import Value
from referee.statistics.scoring import expected, logistic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.game import Game


UNREAD = 256  # lines of a search that are kept until somebody asks
LONGEST = 30  # characters of a number
COUNTS = ("depth", "seldepth", "nodes")
SLOPE = 0.00368208  # of a hundredth of a pawn, in Lichess' chance to win (lichess.org/page/accuracy)


def read_number(text: str) -> int | None:
    """Return the whole number in a text; None if it is none, or longer than any program means."""
    plain = text.isdecimal() or text.removeprefix("-").isdecimal()
    return int(text) if plain and len(text) <= LONGEST else None


def read_shares(words: Sequence[str]) -> tuple[int, ...]:
    """Return the thousandths of wins, draws and losses behind `wdl` in an info line; empty if they are not there."""
    place = words.index("wdl") + 1
    found = [read_number(word) for word in words[place : place + 3]]
    counts = tuple(each for each in found if each is not None and each >= 0)
    return counts if len(counts) == 3 and any(counts) else ()


@dataclass(frozen=True)
class Info:
    """What a program says about its search, in one line or in all of its lines.

    depth, reach, nodes  plies, plies of the longest line, positions; 0 if it does not say it.
    score   `cp` or `mate`, and its amount;  shares  thousandths of wins, draws and losses, empty if it says none.
    line    the expected moves, in the words of the protocol;  exact  whether the score is more than a bound.
    """

    depth: int = 0
    reach: int = 0
    nodes: int = 0
    score: tuple[str, int] | None = None
    shares: tuple[int, ...] = ()
    line: Sequence[str] = ()
    exact: bool = False

    @property
    def whole(self) -> bool:
        """Whether earlier lines would add nothing that counts."""
        return bool(self.exact and self.depth and self.nodes and self.line)

    def after(self, earlier: Info) -> Info:
        """Return the one with the later score, or with the exact one, and what it lacks from the other."""
        behind = earlier.score is not None and (self.score is None or (earlier.exact and not self.exact))
        one, other = (earlier, self) if behind else (self, earlier)
        return Info(
            one.depth or other.depth,
            one.reach or other.reach,
            one.nodes or other.nodes,
            one.score,
            one.shares,
            one.line or other.line,
            one.exact,
        )


class InfoReader:
    """What the program `name` has said about its search of a position. A line is read only if somebody asks.

    game  the position, which must not change.
    """

    read_move = staticmethod(uci.read_move)  # for the words of its line

    def __init__(self, game: Game, name: str):
        self.game, self.name = game, name
        self.began = monotonic()
        self.seconds = 0.0  # until it chose
        self.move: int | None = None  # that it chose
        self.unread: deque[str] = deque(maxlen=UNREAD)  # only the last lines count
        self.note = self.unread.append  # notes a line of the program
        self.before = Info()  # by the lines before those

    def choose(self, move: int) -> None:
        """Note the move that the program has chosen now."""
        self.move, self.seconds = move, monotonic() - self.began

    @property
    def last(self) -> Info:
        """What the program has said last of each kind."""
        if self.unread:
            found = None
            while self.unread and not (found and found.whole):
                if said := self.read(self.unread.pop()):
                    found = found.after(said) if found else said
            self.unread.clear()
            if found:
                self.before = found if found.whole else found.after(self.before)
        return self.before

    def read(self, line: str) -> Info | None:
        """Return what a line says; None if it says nothing of the best move. Unknown words are ignored."""
        words = line.split()
        if words[1:2] == ["string"]:
            return None
        behind = dict(pairwise(words))
        if behind.get("multipv", "1") != "1":
            return None
        depth, reach, nodes = [read_number(behind[name]) or 0 if name in behind else 0 for name in COUNTS]
        score, bound = None, "lowerbound" in words or "upperbound" in words
        kind = behind.get("score")
        if kind in ("cp", "mate") and (count := read_number(behind.get(kind, ""))) is not None:
            score = kind, count
        following = words[words.index("pv") + 1 :] if "pv" in behind else ()
        shares = read_shares(words) if "wdl" in behind else ()
        return Info(depth, reach, nodes, score, shares, following, score is not None and not bound)

    def report(self) -> Note | None:
        """Return what the program said of its last move, from the side of seat 0; None if it has given no score."""
        info = self.last
        if info.score is None:
            return None
        kind, amount = info.score
        value = write_value(amount if self.game.turn == 0 else -amount, mate=kind == "mate")
        counts = info.depth or None, info.reach or None, info.nodes or None
        return Note(0, "", "", (), value, None, None, None, (), *counts, write_said(info.line))

    @cached_property
    def thought(self) -> Thought | None:
        """What the program thought when it chose its move; None if it has given no score, or has not chosen.

        The value is the share of games that it expects to win, by the logistic curve of Elo's ratings: hundredths of a
        pawn are no common measure. An announced mate is 1 or 0. Nothing is proven: it is what the program says.
        """
        if self.move is None:
            return None
        return self.describe(self.move, read_line(self.game, self.last.line, self.read_move))

    def value(self, move: int) -> Value | None:
        """Return what the program says the position is worth to seat 0, if it chose the move; None without a score.

        The chance comes from its shares of wins, draws and losses, or else from Lichess' curve. An announced mate is 1
        or 0; only the words give its distance, as nobody has checked it.
        """
        info = self.last
        if info.score is None:
            return None
        kind, amount = info.score
        said = [self.name, f"depth {info.depth}" if info.depth else ""]
        if kind == "mate":
            chance = float(amount > 0)
            said.append(f"{'mate' if amount > 0 else 'mated'} in {abs(amount)}")
        elif info.shares:
            chance = (info.shares[0] + info.shares[1] / 2) / sum(info.shares)
        else:
            chance = logistic(SLOPE * amount)
        text, line = self.game.text(move), read_line(self.game, info.line, self.read_move)
        expected_line = tuple(line) if line[:1] == [text] else (text,)
        return Value(chance=chance, line=expected_line, how=", ".join(filter(None, said))).seen_by(self.game.turn)

    def describe(self, move: int, line: list[str]) -> Thought | None:
        """Return its thought about a move, with its expected line in our texts; None if it has given no score."""
        info = self.last
        if info.score is None:
            return None
        kind, amount = info.score
        text, mates = self.game.text(move), kind == "mate"
        value = float(amount > 0) if mates else expected(amount)
        distance = (2 * amount - 1 if amount > 0 else -2 * amount) if mates else None
        return Thought(
            move=move,
            value=value,
            proven=False,
            line=tuple(line) if line[:1] == [text] else (text,),
            candidates=(Candidate(move, text, value, distance=distance),),
            nodes=info.nodes,
            depth=info.depth,
            seconds=monotonic() - self.began if self.move is None else self.seconds,
            distance=distance,
            how=self.name,
            even=0.5,
            reach=info.reach,
        )

    def glimpse(self) -> Glimpse | None:
        """Return the progress of the search; None before the program has said anything."""
        info = self.last
        line = read_line(self.game, info.line, self.read_move)
        thought = self.describe(self.game.parse(line[0]), line) if line else None
        return make_glimpse(thought) if thought else Glimpse(info.depth, info.nodes) if info.depth else None
