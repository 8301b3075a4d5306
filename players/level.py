"""A player of ten strengths: each level is another player at a set budget, so that people know whom they have beaten.

Which player it is depends only on the kind of the game: whether there are dice, whether something is hidden,
whether it has an estimate, whether it says what is known of moves before they are tried (`prior`). All budgets count
positions or playouts, never seconds: a level is as strong on any machine.

The lower levels see a game as players/overlooking.py shows it. They notice most of what is near and little of what is
deep, and the next level notices more. So they slip as people do: they miss a threat, but do not give a piece away for
nothing.

Each level wins more than half against the one below it, by benchmarks/levels.py. Some hundred games do not tell apart
those above 6 if a game is so small that they play it perfectly, and most if cards or dice are hidden. How a
child does against the lowest ones is measured by benchmarks/newcomers.py.
"""

import math
import random
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, cast

import players
from games.adapters.undo import has_priors
from games.capabilities import has_chance, hides_information, is_about_stakes, solver_of, theory_of
from games.dataclass import dataclass
from games.game import Game, writes
from games.option import Option, Whole, check
from players.cfr import has_hidden_past
from players.overlooking import view
from players.player import Glimpse, Player, Thought, Unplayable
from players.search.clock import Clock
from players.search.equilibrium.extensive_form import GameTree
from players.search.values.recurrence import positions_recur
from players.small_game import solve_small
from players.solution_cache import SolutionCache, identify_game

if TYPE_CHECKING:
    from players.optimal import OptimalPlayer

QUICK = 2_000_000  # positions of a game's own search, which sees some five million a second
SHARE = 0.75  # of the seconds of a move at most that much goes to finding out who wins
# Of games of hidden cards: nodes of a tree up to which cfr solves it so. 100 iterations leave 0.003 points a game to a
# best response at liar's dice with a die each, and take some seconds.
SOLVERS = ((30_000, "cfr"), (300_000, "cfr:iterations=100"))
SMALL = 20_000  # positions of what is left of a game, up to which it is solved
KEPT = 16  # games whose trees were looked at


@dataclass(frozen=True)
class Setting:
    """What a level plays by: the player of that spec.

    reach  at how many plies ahead it overlooks half of the moves; infinite if it overlooks nothing.
    blur   how wrong its estimates are, as a multiple of what the estimates of the next positions differ by.
    exact  the player to use if that finds out who wins within QUICK positions; empty if nobody does.
    small  what is left of the game is solved if it has at most so many positions.
    """

    spec: str
    reach: float = math.inf
    blur: float = 0.0
    exact: str = ""
    small: int = 0

    @property
    def overlooks(self) -> bool:
        """Whether it overlooks anything."""
        return self.reach < math.inf

    def __str__(self) -> str:
        if self.exact:
            return f"{self.spec}, {self.exact} where it soon knows who wins"
        if self.small:
            return f"{self.spec}, exact where at most {self.small:,} positions are left"
        return f"{self.spec}, overlooking half of what is {self.reach:g} plies ahead" if self.overlooks else self.spec


RANDOM = Setting("random", 0.0)

# Games that have an estimate, no dice and nothing hidden.
SEARCHED = (
    RANDOM,
    Setting("minimax:depth=2,nodes=1000", 0.8, 14.0),
    Setting("minimax:depth=2,nodes=1000", 1.4, 5.0),
    Setting("minimax:depth=2,nodes=1000", 1.9, 2.5),
    Setting("minimax:depth=3,nodes=1000", 2.8, 1.0),
    Setting("minimax:depth=4,nodes=1000", 4.1, 0.5),
    *(Setting(f"minimax:nodes={count}") for count in (2_000, 12_000, 80_000, 500_000)),
)

# Those with dice: there to look further brings next to nothing, to overlook less does.
ROLLED = (
    RANDOM,
    *(Setting("minimax:depth=1,nodes=1000", reach) for reach in (0.8, 1.1, 1.4, 1.7, 2.1)),
    *(Setting("minimax:nodes=1000", reach) for reach in (2.6, 3.2, 3.8)),
    Setting("minimax:nodes=5000"),
)

# By which every level but the highest doubles, takes and drops: to overlook one of two moves is to double at random.
BANKER = "minimax:depth=1"

# All others.
SAMPLED = (
    RANDOM,
    *(
        Setting(f"mcts:playouts={count}", reach)
        for count, reach in ((20, 1.0), (20, 1.6), (40, 2.2), (100, 3.5), (300, 5.0))
    ),
    *(Setting(f"mcts:playouts={count}") for count in (1_000, 2_500, 7_000)),
    Setting("mcts:playouts=20000", small=SMALL),
)
HIGHEST = len(SAMPLED)


def choose_setting(level: int, game: Game) -> Setting:
    """Return the Setting of that level, 1 to 10, in that game; call it with the game at its start."""
    if level == HIGHEST:
        if hides_information(game):
            return Setting(choose_solver(game) or settings_of(game)[-1].spec)
        theory = theory_of(game)
        if theory is not None and theory.whole:
            return Setting("optimal")
        if theory is not None or solver_of(game) is not None:
            return Setting(settings_of(game)[-1].spec, exact="optimal")
        if settings_of(game) is SEARCHED and positions_recur(game):  # no search that stops comes to an end of them
            return Setting(SEARCHED[-1].spec, small=SMALL)
    return settings_of(game)[level - 1]


def settings_of(game: Game) -> tuple[Setting, ...]:
    """Return the settings of all levels for games of that kind, the lowest first; for HIGHEST see `choose_setting`."""
    if hides_information(game) or has_priors(game) or not writes(game, "estimate"):
        return SAMPLED
    return ROLLED if has_chance(game) else SEARCHED


SOLVER: SolutionCache[str] = SolutionCache(KEPT)


def choose_solver(game: Game) -> str:
    """How cfr solves a game of hidden cards that is at its start and small enough; empty for any other."""
    if has_hidden_past(game):
        return ""
    key = identify_game(game)
    found = SOLVER.find(key)
    if found is None:
        try:
            count = len(GameTree(game, SOLVERS[-1][0]))
            found = next(spec for most, spec in SOLVERS if count <= most)
        except Unplayable:
            found = ""
        SOLVER.add(key, found)
    return found


def by_own_estimate(spec: str) -> str:
    """Return the spec, with what the game's class says of a position for minimax: by that the levels were measured."""
    return f"{spec},eval=game" if spec.startswith("minimax:") else spec


class LevelPlayer:
    """Plays as well as its level, 1 to 10, lets it: from moves at random to the strongest that takes about a second."""

    options: ClassVar[dict[str, Option]] = {
        "level": Whole(
            5,
            least=1,
            most=HIGHEST,
            note="1 is random; up to 6, with dice up to 9, a search that overlooks what is deep, more at lower levels;"
            f" {HIGHEST} {SEARCHED[-1].spec}, with dice {ROLLED[-1].spec};"
            f" at hidden cards, without an estimate, in go and hex mcts, {HIGHEST} {SAMPLED[-1].spec}, optimal or cfr",
        ),
        "seed": Whole(None, least=0, note="for its random numbers; the match's own by default"),
    }

    def __init__(self, level: int = 5, seed: int | None = None):
        check(self.options, level=level, seed=seed)
        self.level = level
        self.random = random.Random(seed)
        self.setting: Setting | None = None  # of the game that it sat down to
        self.kind: type[Game] | None = None  # of that game
        self.seated: list[Player] = []  # who play for it, the exact one last
        self.banker: Player | None = None  # who doubles, takes and drops for it
        self.thought: Thought | None = None  # of its last move; None if who chose that gives no reasons
        self.thinking: Player | None = None  # who of them chose last, or is about to

    @property
    def spec(self) -> str:
        """What it plays by, in words; empty until it knows the game."""
        return str(self.setting or "")

    def begin(self, game: Game, seat: int) -> None:
        """Begin a match of that game: choose the setting by the kind of game, and load its players."""
        self.setting, self.kind, self.thinking = choose_setting(self.level, game), type(game), None
        specs = [spec for spec in (self.setting.spec, self.setting.exact) if spec]
        self.seated = [players.load(by_own_estimate(spec), self.random.getrandbits(63)) for spec in specs]
        self.banker = (
            players.load(by_own_estimate(BANKER)) if hasattr(game, "is_about_stakes") and self.level < HIGHEST else None
        )
        for player in self.seated:
            if start := getattr(player, "begin", None):
                start(game.copy(), seat)

    def heard(self, text: str, seat: int) -> None:
        """Tell the players for this level what was done, where they want to hear it."""
        for player in self.seated:
            if hear := getattr(player, "heard", None):
                hear(text, seat)

    def choose(self, game: Game, deadline: float) -> int:
        """Return the move of the player who plays for this level."""
        if solved := self.solve(game, deadline):
            self.thought = solved
            return solved.move
        player, seen = self.prepare(game)
        move = player.choose(seen, deadline)
        thought: Thought | None = getattr(player, "thought", None)
        self.thought = None if thought is None else self.admit(thought)
        return move

    def think(self, game: Game, deadline: float = math.inf) -> Thought:
        """Return what that player found out, in its own measure; of random its move alone, and NaN for the value."""
        start = monotonic()
        if solved := self.solve(game, deadline):
            return solved
        player, seen = self.prepare(game)
        if think := getattr(player, "think", None):
            return self.admit(think(seen, deadline))
        move = player.choose(seen, deadline)
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
        """What the player that thinks shows of it by now; None if it shows nothing, or none has begun to think."""
        look = getattr(self.thinking, "glimpse", None)
        found: Glimpse | None = look() if look else None
        return found

    def solve(self, game: Game, deadline: float) -> Thought | None:
        """Return what is soon found out exactly, in a part of the time; None if nothing is, or nobody tries to."""
        self.sit_down(game)
        setting, now = cast("Setting", self.setting), monotonic()
        until = now + (deadline - now) * SHARE
        if setting.small:
            return solve_small(game, until, setting.small, self.random)
        if not setting.exact:
            return None
        self.thinking = optimal = cast("OptimalPlayer", self.seated[1])
        return optimal.find_soon(game, Clock(until, QUICK))

    def prepare(self, game: Game) -> tuple[Player, Game]:
        """The player that chooses the next move, and the game as it sees it. Only for a game that it sat down to."""
        if self.banker and is_about_stakes(game):
            self.thinking = self.banker
            return self.banker, game
        setting = cast("Setting", self.setting)
        self.thinking = player = self.seated[0]
        if not setting.overlooks:
            return player, game
        seen = view(game, setting.reach, setting.blur, self.random)
        if forget := getattr(player, "begin", None):  # as this time it overlooks other moves
            forget(seen, game.turn)
        return player, seen

    def sit_down(self, game: Game) -> None:
        """Begin a match of that game if none of it has begun."""
        if self.setting is None or self.kind is not type(game):
            self.begin(game, game.turn)

    def admit(self, thought: Thought) -> Thought:
        """Return the thought, but nothing in it is proven by a player who overlooks moves."""
        if not (self.setting and self.setting.overlooks):
            return thought
        known = (each for each in thought.candidates if not each.at_most)
        candidates = tuple(replace(each, proven=False, distance=None) for each in known)
        return replace(thought, proven=False, distance=None, candidates=candidates)
