"""The Universal Chess Interface (S. Meyer-Kahlen, 2004), for any game of two without dice and hidden cards.

If the protocol has no words for a game, positions and moves are the texts of the game (referee/dialects/uci.py).
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

import games
from games.names.spec import short_name
from players.ratings import elo_table
from referee.dialects import uci
from referee.dialects.spoken_games import name_of, write_line
from referee.match.clocks import Control
from referee.serving.contestant import EMPTY, Contestant, Knob, find_knob, knobs_of
from referee.serving.server import AUTHOR, LONG, Allowance, ProtocolServer, ServedClocks, one_line, program_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.game import Game
    from referee.match.worth import Worth
    from referee.serving.contestant import Decision
    from referee.serving.worth import SearchReport

NOTHING = "0000"  # the null move, if there is no other
COUNTS = (
    "wtime", "btime", "winc", "binc", "p1time", "p2time", "p1inc", "p2inc", "movestogo", "depth", "nodes", "movetime",
)  # fmt: skip
SWITCHES = ("infinite", "ponder")
UNSUPPORTED = {"mate": "the other limits hold"}  # what happens instead
LIMITS = {*COUNTS, *SWITCHES, *UNSUPPORTED}
MOVES = "searchmoves"
NUMBER = re.compile(r"-?\d{1,15}", re.ASCII)
FREE = "UCI_Chess960"
VARIANT = "UCI_Variant"
OVERHEAD = "Move Overhead"
MOST_OVERHEAD = 5000  # milliseconds
LINES = "MultiPV"
MOST_LINES = 256


class UciServer(ProtocolServer):
    """Answers the lines of UCI. Unknown words and options are ignored, as the protocol wants it."""

    def __init__(self, game: str, player: str, say: Callable[[str], None]):
        super().__init__(game, player, say)
        self.overhead = 10  # milliseconds
        self.wrong = ""  # what is wrong with the last position
        self.place, self.words = "", list[str]()  # the text of the position set last, and the moves after it
        self.pondering = False  # whether the search is about a move that the other side has not made yet
        self.full = self.contestant  # who plays while the strength is not limited
        self.ratings = elo_table(self.stand.start)
        self.is_limited, self.elo = False, self.ratings.most if self.ratings else 0

    def handle(self, line: str) -> bool:
        words = line.split()
        while words:
            name, *rest = words
            if name == "quit":
                return False
            if act := getattr(self, f"do_{name}", None):
                act(rest)
                return True
            words = rest  # an unknown word is ignored
        return True

    def do_uci(self, words: list[str], last: str = "uciok") -> None:
        """Name the program and its options."""
        self.say(f"id name {program_name(self.contestant.spec)}")
        self.say(f"id author {AUTHOR}")
        for knob in knobs_of(self.full):
            self.say(describe_knob(knob))
        self.say("option name Clear Hash type button")
        self.say(f"option name {OVERHEAD} type spin default {self.overhead} min 0 max {MOST_OVERHEAD}")
        self.say("option name Ponder type check default false")
        if self.ratings:
            self.say(f"option name {uci.STRENGTH} type check default {str(self.is_limited).lower()}")
            ends = f"min {self.ratings.least} max {self.ratings.most}"
            self.say(f"option name {uci.ELO} type spin default {self.elo} {ends}")
        if self.contestant.shows_lines:
            self.say(f"option name {LINES} type spin default {self.lines} min 1 max {MOST_LINES}")
        if self.has_free_kings:
            self.say(f"option name {FREE} type check default {str(uci.is_chess960(self.stand.start)).lower()}")
        variant = self.variant
        self.say(f"option name {VARIANT} type combo default {variant} var {variant}")
        self.say(last)

    def do_ugi(self, words: list[str]) -> None:
        """Answer as to `uci`, in the Universal Game Interface, which adds `query`."""
        self.do_uci(words, "ugiok")

    @property
    def variant(self) -> str:
        """The game's name in other programs; ours if they have none."""
        return uci.variant(self.stand.start) or short_name(games.CATALOGUE.find(self.stand.spec) or self.stand.spec)

    @property
    def has_free_kings(self) -> bool:
        return name_of(self.stand.start) == "chess" and self.variant == "chess"

    def do_isready(self, _: list[str]) -> None:
        """Answer, also during a search."""
        self.say("readyok")

    def do_ucinewgame(self, _: list[str]) -> None:
        self.end_search()
        self.contestant.leave()

    def do_uginewgame(self, words: list[str]) -> None:
        self.do_ucinewgame(words)
        self.do_position(["startpos"])

    def do_query(self, words: list[str]) -> None:
        """Answer a question about the position: `gameover`, `p1turn`, `result`."""
        score = self.stand.game.score()
        answers = {
            "gameover": str(score is not None).lower(),
            "p1turn": str(self.stand.game.turn == 0).lower(),
            "result": "none" if score is None else "p1win" if score > 0 else "p2win" if score < 0 else "draw",
        }
        if found := answers.get(" ".join(words)):
            self.say(f"response {found}")

    def do_setoption(self, words: list[str]) -> None:
        """Set an option: `name NAME value VALUE`; both may hold blanks."""
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        name = name.removesuffix(" value").strip()
        self.end_search()
        try:
            self.set_option(name, value.strip())
        except ValueError as error:
            self.tell(str(error))

    def set_option(self, name: str, value: str) -> None:
        """Set an option. Raises ValueError, which quotes the value."""
        match name.casefold():
            case "clear hash":
                self.contestant.leave()
            case "move overhead":
                self.overhead = read_whole(OVERHEAD, value, 0, MOST_OVERHEAD)
            case "multipv" if self.contestant.shows_lines:
                self.lines = read_whole(LINES, value, 1, MOST_LINES)
            case "uci_chess960" if self.has_free_kings:
                self.free_kings(value.casefold() == "true")
            case "uci_limitstrength" if self.ratings:
                self.limit_strength(value.casefold() == "true", self.elo)
            case "uci_elo" if self.ratings:
                self.limit_strength(self.is_limited, read_whole(uci.ELO, value, self.ratings.least, self.ratings.most))
            case "uci_variant" if value != self.variant:
                raise ValueError(f"{VARIANT}={value} must be {self.variant}")
            case _:
                if knob := find_knob(self.full, name):
                    self.full.change(knob.key, knob.read(value))

    def limit_strength(self, limited: bool, elo: int) -> None:
        """Let `level` play with this Elo if the strength is limited, otherwise the player itself."""
        self.is_limited, self.elo = limited, elo
        self.contestant.leave()
        self.contestant = Contestant(f"level:elo={elo}") if limited else self.full

    def free_kings(self, free: bool) -> None:
        """Play chess960, or chess."""
        if free != uci.is_chess960(self.stand.start):
            start = self.stand.usual["start"] if free else 518
            self.stand.vary(variant="chess960" if free else "standard", start=start)
            self.stand.restart()
            self.contestant.leave()
            self.place, self.words = "", []

    def do_position(self, words: list[str]) -> None:
        """Set the position. After an illegal one no move is chosen until a legal one comes."""
        cut = words.index("moves") if "moves" in words else len(words)
        (kind, *fen), moves = words[:cut] or [""], words[cut + 1 :]
        place = " ".join(fen) if kind == "fen" else ""
        if kind != "startpos" and not place:
            self.wrong = (
                f"illegal position: startpos or fen and a position are wanted, not {' '.join(words) or 'nothing'}"
            )
        else:
            self.wrong = self.move_to(place, moves)
        if self.wrong:
            self.tell(self.wrong)

    def move_to(self, place: str, moves: list[str]) -> str:
        """Set the position to `place`, "" for the start, after these moves; return what is wrong, or ""."""
        known = len(self.words)
        if self.wrong or place != self.place or moves[:known] != self.words:
            known, self.words = 0, []
            try:
                self.stand.place(place, uci.read_position) if place else self.stand.restart()
            except ValueError as error:
                return f"illegal position: {error}"
            self.place = place
        for word in moves[known:]:
            try:
                self.stand.tell(word, uci.read_move)
            except ValueError as error:
                return f"illegal move {len(self.words) + 1}: {error}"
            self.words.append(word)
        return ""

    def do_go(self, words: list[str]) -> None:
        """Think, and answer with a move, or say that there is none."""
        self.end_search()
        game = self.stand.to_think_on()
        if self.wrong:
            self.tell(f"no move, as the position was refused: {self.wrong}")
            self.say(f"bestmove {NOTHING}")
        elif not game.moves():
            self.say("bestmove (none)")
        else:
            counts = read_counts(words)
            self.warn_of_limits(counts, words)
            allowance = replace(self.read_allowance(counts, words, game.turn), among=self.read_among(game, words))
            self.pondering = "ponder" in words
            self.start_search(allowance, held=not {*SWITCHES}.isdisjoint(words))

    def read_among(self, game: Game, words: list[str]) -> tuple[int, ...] | None:
        """Return the moves after `searchmoves`; None for all, also if the player cannot choose among some."""
        if MOVES not in words:
            return None
        if not self.contestant.chooses_among:
            self.tell(f"{MOVES} is not supported by {self.contestant.spec}: all moves are searched")
            return None
        found = []
        for word in takewhile(lambda word: word not in LIMITS, words[words.index(MOVES) + 1 :]):
            try:
                found.append(uci.read_move(game, word))
            except ValueError as error:
                self.tell(f"{MOVES}: {error}")
        if not found:
            self.tell(f"{MOVES} names no legal move: all moves are searched")
        return tuple(found) or None

    def warn_of_limits(self, counts: dict[str, int], words: list[str]) -> None:
        """Say which words after `go` are not supported, and which limits the player does not have."""
        for name, instead in UNSUPPORTED.items():
            if name in words:
                self.tell(f"{name} is not supported: {instead}")
        for name in ("depth", "nodes"):
            if counts.get(name, 0) > 0 and not self.contestant.limited_by(**{"depth": None, "nodes": None, name: 1}):
                self.tell(f"{self.contestant.spec} has no option by which to limit its {name}")

    def read_allowance(self, counts: dict[str, int], words: list[str], seat: int) -> Allowance:
        """Return what the words after `go` allow a seat."""
        side = "wb"[seat] if "wtime" in counts or "btime" in counts else f"p{seat + 1}"  # the words of UGI
        left = counts.get(f"{side}time")
        control = Control(
            move=counts["movetime"] / 1000 if "movetime" in counts else None,
            total=None if left is None else max(left, 1) / 1000,
            increment=max(counts.get(f"{side}inc", 0), 0) / 1000,
            moves=counts["movestogo"] if counts.get("movestogo", 0) > 0 else None,
        )
        seconds = LONG if "infinite" in words else ServedClocks(control).allotted(0, self.overhead / 1000)
        return Allowance(seconds, counts.get("depth"), counts.get("nodes"))

    def do_stop(self, _: list[str]) -> None:
        """Answer with what has been found; at once if the expected move was not made, as the clock runs already."""
        if self.search:
            self.search.hurry(unread=self.pondering)

    def do_ponderhit(self, _: list[str]) -> None:
        """Answer as soon as the time is up, as the expected move was made."""
        self.pondering = False
        if self.search:
            self.search.release()

    def end_search(self) -> None:
        """Let a search answer before something else begins."""
        if self.search and self.is_thinking:
            self.search.hurry()
            self.search.join()

    def tell_report(self, game: Game, report: SearchReport, seconds: float) -> None:
        words = [f"depth {report.depth}", f"seldepth {report.reach}"][: 1 + (report.reach > 0)]
        words += [f"multipv {report.rank}"] * (report.rank > 0)
        words += [*score_words(report.worth), f"nodes {report.nodes}"]
        if seconds > 0:
            words.append(f"nps {round(report.nodes / seconds)}")
        words.append(f"time {round(1000 * seconds)}")
        if line := write_line(game, report.line, uci.write_move):
            words.append(f"pv {' '.join(line)}")
        self.say(f"info {' '.join(words)}")

    def tell_choice(self, game: Game, decision: Decision) -> None:
        if decision.move is None:
            self.tell(f"{self.contestant.spec} {decision.wrong}")
            self.say(f"bestmove {NOTHING}")
            return
        found = uci.write_move(game, decision.move)
        line = write_line(game, decision.thought.line, uci.write_move) if decision.thought else []
        self.say(f"bestmove {found}" + (f" ponder {line[1]}" if line[:1] == [found] and len(line) > 1 else ""))

    def tell(self, text: str) -> None:
        """Print a line for people."""
        self.say(f"info string {one_line(text)}")


def read_whole(name: str, value: str, least: int, most: int) -> int:
    """Return the whole number of an option. Raises ValueError, which quotes it."""
    if not (value.isascii() and value.isdecimal() and least <= int(value[:9]) <= most):
        raise ValueError(f"{name}={value} must be a whole number from {least} to {most}")
    return int(value)


def read_counts(words: list[str]) -> dict[str, int]:
    """Return the whole numbers after the words of COUNTS; other values are ignored."""
    found = {}
    for name, value in pairwise(words):
        if name in COUNTS and NUMBER.fullmatch(value):
            found[name] = int(value)
    return found


def score_words(worth: Worth | None) -> list[str]:
    """Return the words for the value of a position to the side to move."""
    if worth is None:
        return []
    return [f"score mate {worth.mate}" if worth.mate is not None else f"score cp {worth.value}"]


def describe_knob(knob: Knob) -> str:
    """Return the line that describes an option."""
    words = f"option name {knob.name} type {knob.kind} default {knob.default or EMPTY}"
    if knob.kind == "spin":
        return f"{words} min {knob.least} max {knob.most}"
    return " ".join([words, *(f"var {word}" for word in knob.words)])
