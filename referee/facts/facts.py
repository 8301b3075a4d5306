"""What is known of a game: counted or solved here, sampled from games of equal players, or published with a source.

Published facts are never used to compute anything; they are shown beside the results so that the two can be compared.
A fact holds for the options that it names; other options may have any value.
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING, Any

import games
from games.capabilities import has_chance, hides_information
from games.dataclass import dataclass
from games.option import options_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.game import Game
    from referee.facts.count_states import StateCount
    from referee.facts.sample import GameSample
    from referee.solving.value import Value

ALLIS = "V. Allis, Searching for Solutions in Games and Artificial Intelligence, 1994"
HERIK = (
    "H. J. van den Herik, J. W. H. M. Uiterwijk and J. van Rijswijck, Games solved: Now and in the future, Artificial "
    "Intelligence 134, 2002"
)
IRVING = "G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah, ICGA Journal 23 (3), 2000"
FOUR = {"columns": "7", "rows": "6", "line": "4"}
FIVE = {"columns": "15", "rows": "15", "line": "5"}
SOWN = {"pits": "6", "seeds": "4"}
SMALL_KALAH = {1: "DLWLWD", 2: "WLLLWW", 3: "DWW", 4: "WW"}  # by pits and seeds: the result for South
WINNERS = {"W": 1, "D": 0, "L": -1}


class Kind(Enum):
    """What a published fact is about, and what its number means.

    WINNER      who wins with best play: 1 for seat 0, -1 for seat 1, 0 for a draw.
    SCORE       what seat 0 wins with best play, in points.
    AVERAGE     the same on average, in games of chance.
    POSITIONS   how many positions there are.
    GAMES       how many games there are.
    STATES      the decimal logarithm of the state-space complexity, roughly the number of positions.
    TREE        the decimal logarithm of the game-tree complexity, which is branching to the power of length.
    """

    WINNER = "winner"
    SCORE = "score"
    AVERAGE = "average"
    POSITIONS = "positions"
    GAMES = "games"
    STATES = "state space"
    TREE = "game tree"


@dataclass(frozen=True)
class PublishedFact:
    """A number that somebody published.

    game     the name of a built-in game;  options  the values that it must have, as they are written.
    note  what else a reader must know, such as that a result was not yet checked by others; may be empty.
    """

    game: str
    kind: Kind
    number: float
    source: str
    options: Mapping[str, str] = field(default_factory=dict)
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        return {"kind": self.kind.value, "number": self.number, "source": self.source, "note": self.note}


PUBLISHED: tuple[PublishedFact, ...] = (
    PublishedFact("tic-tac-toe", Kind.WINNER, 0, "E. Berlekamp, J. Conway and R. Guy, Winning Ways, chapter 22, 1982"),
    PublishedFact("tic-tac-toe", Kind.POSITIONS, 5478, "S. Schaefer, MathRec Solutions: Tic-Tac-Toe, 2002"),
    PublishedFact("tic-tac-toe", Kind.GAMES, 255_168, "H. Bottomley, How many Tic-Tac-Toe games are possible?, 2001"),
    PublishedFact(
        "connect-four", Kind.WINNER, 1,
        "J. D. Allen, 1988; V. Allis, A Knowledge-Based Approach of Connect-Four, 1988, found independently", FOUR,
    ),
    PublishedFact(
        "connect-four", Kind.POSITIONS, 4_531_985_219_092,
        "S. Edelkamp and P. Kissmann, Symbolic Classification of General Two-Player Games, 2008; OEIS A212693", FOUR,
    ),
    PublishedFact("connect-four", Kind.STATES, 14, ALLIS, FOUR),
    PublishedFact("connect-four", Kind.TREE, 21, ALLIS, FOUR),
    PublishedFact(
        "hexapawn", Kind.WINNER, -1, "M. Gardner, Mathematical Games, Scientific American, March 1962",
        {"columns": "3", "rows": "3"},
    ),
    PublishedFact(
        "othello", Kind.WINNER, 0, "H. Takizawa, Othello is solved, arXiv:2310.19387, 2023", {"size": "8"},
        "claimed, not yet checked by others",
    ),
    PublishedFact("othello", Kind.STATES, 28, ALLIS, {"size": "8"}),
    PublishedFact("othello", Kind.TREE, 58, ALLIS, {"size": "8"}),
    PublishedFact(
        "othello", Kind.WINNER, -1, "J. Feinstein, British Othello Federation Newsletter, July 1993", {"size": "6"},
        "20 discs to 16",
    ),
    PublishedFact(
        "gomoku", Kind.WINNER, 1,
        "V. Allis, H. J. van den Herik and M. Huntjens, Go-Moku and Threat-Space Search, 1993", FIVE | {"exact": "no"},
    ),
    PublishedFact("gomoku", Kind.STATES, 105, ALLIS, FIVE),
    PublishedFact("gomoku", Kind.TREE, 70, ALLIS, FIVE),
    PublishedFact("kalah", Kind.SCORE, 10, IRVING, SOWN | {"capture": "any"}),
    PublishedFact("kalah", Kind.STATES, 13, HERIK, SOWN),
    PublishedFact("kalah", Kind.TREE, 18, HERIK, SOWN),
    PublishedFact(
        "hex", Kind.WINNER, 1, "J. Nash, 1949, by strategy stealing; in M. Gardner, Scientific American, July 1957",
        {"swap": "no"}, "on boards of any size",
    ),
    PublishedFact("hex", Kind.STATES, 57, HERIK, {"size": "11", "swap": "no"}),
    PublishedFact("hex", Kind.TREE, 98, HERIK, {"size": "11", "swap": "no"}),
    PublishedFact(
        "dots-and-boxes", Kind.WINNER, 0, "J. Barker and R. Korf, Solving Dots-And-Boxes, AAAI, 2012",
        {"rows": "4", "columns": "5"},
    ),
    PublishedFact(
        "dots-and-boxes", Kind.WINNER, 0, "J. Barker and R. Korf, Solving Dots-And-Boxes, AAAI, 2012",
        {"rows": "5", "columns": "4"},
    ),
    PublishedFact("checkers", Kind.WINNER, 0, "J. Schaeffer et al., Checkers Is Solved, Science 317, 2007"),
    PublishedFact(
        "checkers", Kind.STATES, 20.7, "J. Schaeffer et al., Checkers Is Solved, Science 317, 2007",
        note="5 x 10^20 positions",
    ),
    PublishedFact("checkers", Kind.TREE, 31, HERIK),
    PublishedFact(
        "chess", Kind.STATES, 44.7, "J. Tromp, github.com/tromp/ChessPositionRanking, 2021", {"variant": "standard"},
        note="4.8 x 10^44 positions",
    ),
    PublishedFact("chess", Kind.TREE, 123, HERIK, {"variant": "standard"}),
    PublishedFact(
        "chess", Kind.WINNER, 0, "M. Mhalla and F. Prost, Gardner's Minichess Variant Is Solved, ICGA Journal 36, 2013",
        {"variant": "gardner"},
    ),
    PublishedFact(
        "kuhn-poker", Kind.AVERAGE, -1 / 18, "H. W. Kuhn, A Simplified Two-Person Poker, 1950",
        {"stacks": ""}, "-1/18",
    ),
    PublishedFact(
        "backgammon", Kind.STATES, 20,
        "G. Tesauro, Temporal Difference Learning and TD-Gammon, Communications of the ACM 38 (3), 1995",
    ),
)  # fmt: skip
PUBLISHED += tuple(
    PublishedFact(
        "kalah", Kind.WINNER, WINNERS[result], IRVING, {"pits": f"{pits}", "seeds": f"{seeds}", "capture": "any"}
    )
    for pits, results in SMALL_KALAH.items()
    for seeds, result in enumerate(results, 1)
)


def published_facts(spec: str, options: Mapping[str, str]) -> tuple[PublishedFact, ...]:
    """Return what is published of the game `spec` with these options; nothing for positions and files."""
    name = None if games.find_position(spec) else games.CATALOGUE.find(spec)
    return tuple(each for each in PUBLISHED if each.game == name and each.options.items() <= options.items())


@dataclass(frozen=True)
class Rules:
    """What the rules say of a game.

    seats    their names;  stakes  the most that either can win.
    chance   whether dice roll or cards are dealt;  hidden  whether a seat cannot see all.
    options  all options with their values, as they would be typed.
    """

    seats: tuple[str, str]
    stakes: int
    chance: bool
    hidden: bool
    options: dict[str, str]


@dataclass(frozen=True)
class Facts:
    """What is known of a game so far; None stands for what is not known.

    game  its spec;  seed  of all games played;  stopped  whether Ctrl-C ended it early.
    worth  what the game is worth, a score or points on average;  published  by others, not used here.
    hasty  whether time ended something, so that the same seed may find more or less.
    """

    game: str
    seed: int
    rules: Rules
    census: StateCount | None = None
    worth: Value | None = None
    random: GameSample | None = None
    strong: GameSample | None = None
    stopped: bool = False
    hasty: bool = False
    published: tuple[PublishedFact, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the facts as JSON types, without infinity and nan."""
        told = {"game": self.game, "seed": self.seed, "rules": vars(self.rules) | {"seats": list(self.rules.seats)}}
        parts = (("census", self.census), ("random", self.random), ("strong", self.strong))
        told |= {name: part and part.as_dict() for name, part in parts}
        worth = self.worth
        told["published"] = [each.as_dict() for each in self.published]
        told["worth"] = worth and {"value": worth.points, "how": worth.how, "interval": worth.interval}
        return told | {"stopped": self.stopped, "hasty": self.hasty}


def read_rules(spec: str, game: Game) -> Rules:
    """Return what the rules say of `game`, loaded by `spec`."""
    options, given = options_of(type(game)), games.CATALOGUE.read(spec)[1]
    values = {key: given.get(key, option.default) for key, option in options.items()}
    written = {key: "" if value is None else options[key].write(value) for key, value in values.items()}
    one, two = game.seats
    return Rules((one, two), game.stakes, has_chance(game), hides_information(game), written)
