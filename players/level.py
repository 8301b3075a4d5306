"""A player of ten strengths: each level is other players at set budgets, so that one knows whom one has beaten.

By which of them it plays depends on the kind of the game alone: whether there are dice, whether something is hidden,
whether it has an estimate. All budgets count positions or playouts, never seconds: a level is as strong on any machine.

Each level wins more than half against the one below it, by benchmarks/levels.py. Not told apart by some hundred games
are those above 6 where a game is so small that they play it perfectly, and most where cards or dice are hidden. A slip
now and then parts two levels better than a smaller budget: a minimax of 1000 positions wins nearly all games against
20 playouts, so that those in between are made of both.
"""

import math
import random
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, cast

import players
from games.capabilities import has_chance, hides_information, solver_of, theory_of
from games.game import Game, writes
from games.option import Option, Whole, check
from players.cfr import has_hidden_past
from players.player import Glimpse, Player, Thought, Unplayable
from players.search.clock import Clock
from players.search.extensive_form import GameTree

if TYPE_CHECKING:
    from players.optimal import OptimalPlayer

QUICK = 2_000_000  # positions of a game's own search, which sees some five million a second
SMALL = 30_000  # nodes of a game of hidden cards that is solved in a wink


@dataclass(frozen=True)
class Setting:
    """What a level plays by: `spec`, but of each ten moves `often` on average, drawn by lot, by `other`.

    exact  by what it plays where that finds out who wins within QUICK positions; empty where nobody does.
    """

    spec: str
    other: str = ""
    often: int = 0
    exact: str = ""

    def __str__(self) -> str:
        if self.exact:
            return f"{self.spec}, {self.exact} where it soon knows who wins"
        return f"{self.spec}, {self.often} moves of 10 by {self.other}" if self.often else self.spec


HASTY = "mcts:playouts=20"  # sees a win at once, mostly, and a threat now and then
FIRM = "minimax:nodes=1000"
BEGINNERS = Setting("random"), Setting(HASTY, "random", 5), Setting(HASTY)

# Games that have an estimate, no dice and nothing hidden.
SEARCHED = (
    *BEGINNERS,
    Setting(FIRM, HASTY, 8),
    Setting(FIRM, HASTY, 5),
    Setting(FIRM, HASTY, 2),
    *(Setting(f"minimax:nodes={count}") for count in (2_000, 12_000, 80_000, 500_000)),
)

# Those with dice: there to look further brings next to nothing, to do it each time does.
AWARE = "minimax:nodes=5000"
ROLLED = (*BEGINNERS, *(Setting(AWARE, HASTY, often) for often in (8, 6, 4, 3, 2, 1)), Setting(AWARE))

# All others.
SAMPLED = (*BEGINNERS, *(Setting(f"mcts:playouts={count}") for count in (60, 150, 400, 1_000, 2_500, 7_000, 20_000)))
HIGHEST = len(SAMPLED)


def choose_setting(level: int, game: Game) -> Setting:
    """The Setting of that level, 1 to 10, in that game; call it with the game at its start."""
    if level == HIGHEST:
        if hides_information(game):
            return Setting("cfr") if is_quick_to_solve(game) else settings_of(game)[-1]
        theory = theory_of(game)
        if theory is not None and theory.whole:
            return Setting("optimal")
        if theory is not None or solver_of(game) is not None:
            return Setting(settings_of(game)[-1].spec, exact="optimal")
    return settings_of(game)[level - 1]


def settings_of(game: Game) -> tuple[Setting, ...]:
    """The settings of all levels for games of that kind, the lowest first; for HIGHEST see `choose_setting`."""
    if hides_information(game) or not writes(game, "estimate"):
        return SAMPLED
    return ROLLED if has_chance(game) else SEARCHED


def is_quick_to_solve(game: Game) -> bool:
    """Whether a game of hidden cards is at its start and small enough for cfr to solve in a moment."""
    if has_hidden_past(game):
        return False
    try:
        GameTree(game, SMALL)
    except Unplayable:
        return False
    return True


class LevelPlayer:
    """Plays as well as its level, 1 to 10, lets it: from moves at random to the strongest that takes about a second."""

    options: ClassVar[dict[str, Option]] = {
        "level": Whole(
            5,
            least=1,
            most=HIGHEST,
            note=f"1 is random, 3 {HASTY}, 4 to 6 that and {FIRM} by lot, {HIGHEST} {SEARCHED[-1].spec};"
            f" with dice lots up to 9, {HIGHEST} {ROLLED[-1].spec};"
            f" at hidden cards, or without an estimate, mcts, {HIGHEST} {SAMPLED[-1].spec}, optimal or cfr",
        ),
        "seed": Whole(None, least=0, note="for its random numbers; the match's own by default"),
    }

    def __init__(self, level: int = 5, seed: int | None = None):
        check(self.options, level=level, seed=seed)
        self.level = level
        self.random = random.Random(seed)
        self.setting: Setting | None = None  # of the game that it sat down to
        self.kind: type[Game] | None = None  # of that game
        self.seated: list[Player] = []  # who play for it, the other one last
        self.thought: Thought | None = None  # of its last move; None where who chose that gives no reasons
        self.thinking: Player | None = None  # who of them chose last, or is about to

    @property
    def spec(self) -> str:
        """What it plays by, in words; empty until it knows the game."""
        return str(self.setting or "")

    def begin(self, game: Game, seat: int) -> None:
        """Begin a match of that game: choose the setting by the kind of game, and load its players."""
        self.setting, self.kind, self.thinking = choose_setting(self.level, game), type(game), None
        specs = [spec for spec in (self.setting.spec, self.setting.exact, self.setting.other) if spec]
        self.seated = [players.load(spec, self.random.getrandbits(63)) for spec in specs]
        for player in self.seated:
            if start := getattr(player, "begin", None):
                start(game.copy(), seat)

    def choose(self, game: Game, deadline: float) -> int:
        """The move of the player whose turn it is at this level."""
        player = self.pick_player(game, deadline)
        move = player.choose(game, deadline)
        self.thought = getattr(player, "thought", None)
        return move

    def think(self, game: Game, deadline: float = math.inf) -> Thought:
        """What that player found out, in its own measure; of random its move alone, and NaN for the value."""
        start = monotonic()
        player = self.pick_player(game, deadline)
        if think := getattr(player, "think", None):
            thought: Thought = think(game, deadline)
            return thought
        move = player.choose(game, deadline)
        return Thought(
            move=move,
            value=math.nan,
            proven=False,
            line=(game.text(move),),
            candidates=(),
            nodes=0,
            depth=0,
            seconds=monotonic() - start,
        )

    def glimpse(self) -> Glimpse | None:
        """What the player that thinks shows of it by now; None where it shows nothing, or none has begun to think."""
        look = getattr(self.thinking, "glimpse", None)
        found: Glimpse | None = look() if look else None
        return found

    def pick_player(self, game: Game, deadline: float = math.inf) -> Player:
        """The player that chooses the next move. Begins a match first if none of that game has begun."""
        if self.setting is None or self.kind is not type(game):
            self.begin(game, game.turn)
        often = self.setting.often if self.setting else 0
        place = -1 if self.random.randrange(10) < often else 0
        if self.setting and self.setting.exact:
            optimal = cast("OptimalPlayer", self.seated[1])
            place = 1 if optimal.settles(game, Clock(deadline, QUICK)) else 0
        self.thinking = player = self.seated[place]
        return player
