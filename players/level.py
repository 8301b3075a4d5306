"""A player of ten strengths. Each level is another player with a fixed budget.

Which player that is depends on the game: whether it has dice, hidden information, an estimate, or priors of moves. A
budget counts positions or playouts, never seconds, so that a level is equally strong on any machine.

The lower levels overlook moves (players/overlooking.py): they notice most moves of the next plies, and few deeper ones.
Each level notices more than the one below. So they err as people do: they miss quiet moves and deep threats, but from
level 3 or 4 on hardly ever a win at once, a threat of one, or an undefended piece.

players/ladder.py has the settings. benchmarks/levels.py measures whether each level beats the one below, and fits the
settings anew; benchmarks/newcomers.py measures a newcomer against the lower levels.
"""

import math
import random
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, cast

import players
from games.capabilities import as_table, hides_information, is_about_stakes, solver_of, theory_of
from games.game import Game, writes
from games.option import Option, Whole, check
from players.cfr import has_hidden_past
from players.evaluation import Judge
from players.ladder import GUIDED, ROLLED, SAMPLED, SEARCHED, Setting, kind_of, setting_at, settings_of
from players.optimal import OptimalPlayer, solve_small
from players.overlooking import view
from players.player import Glimpse, Player, Thought, Unplayable
from players.ratings import CHESS, RATINGS, RatingTable, elo_table
from players.search.clock import Clock
from players.search.equilibrium.extensive_form import GameTree
from players.search.values.recurrence import positions_recur
from players.solution_cache import SolutionCache, identify_game

if TYPE_CHECKING:
    from players.learning.board_evaluation import BoardEvaluation

QUICK = 2_000_000  # positions that a game's own solver may visit; it visits about five million a second
SHARE = 0.75  # the share of a move's time that may go to finding out who wins
# For hidden cards: (the most nodes of the tree, the spec of cfr that solves it). After 100 iterations at liar's dice
# with one die each, a best response wins 0.003 points a game; they take some seconds.
SOLVERS = ((30_000, "cfr"), (300_000, "cfr:iterations=100"))
TABLED = 9  # the lowest level that uses a game's tables of endings
SMALL = 20_000  # the rest of a game is solved if it has at most this many positions
KEPT = 16  # for this many games the choice of a solver is remembered


# Doubles, takes and drops for all levels but the highest: if they overlooked one of the two moves, they would double at
# random.
BANKER = "minimax:depth=1"

HIGHEST = 10
STRONGEST = {kind: kind.at(kind.top).spec for kind in (SEARCHED, ROLLED, GUIDED, SAMPLED)}


def choose_setting(level: int, game: Game) -> Setting:
    """Return the Setting of `level`, 1 to 10, in a game at its start."""
    setting = settings_of(game)[level - 1]
    if level < HIGHEST:
        return setting
    if hides_information(game):
        return Setting(choose_solver(game) or setting.spec)
    theory = theory_of(game)
    if theory is not None and theory.whole:
        return Setting("optimal")
    if theory is not None or solver_of(game) is not None:
        return Setting(setting.spec, exact="optimal")
    if kind_of(game) in (GUIDED, SAMPLED) or (kind_of(game) is SEARCHED and positions_recur(game)):
        return Setting(setting.spec, small=SMALL)  # no search to a depth reaches the end if positions recur
    return setting


SOLVER: SolutionCache[str] = SolutionCache(KEPT)


def choose_solver(game: Game) -> str:
    """Return how cfr solves a game of hidden cards, if it is at its start and small enough; otherwise ""."""
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


def judging(spec: str, setting: Setting) -> str:
    """Return the spec of the setting with the evaluation that minimax uses.

    A search that overlooks moves uses the estimates of the SeenGame, which have an error. Other searches use the
    learnt evaluation that comes with the program, if there is one.
    """
    return f"{spec},eval=game" if setting.overlooks and spec.startswith("minimax:") else spec


class LevelNumber(Whole):
    """The number of a level."""

    @property
    def allowed(self) -> str:
        return f"{super().allowed}, or at chess elo=N"


class LevelPlayer:
    """Ten strengths: 1 is nearly random, 10 thinks for about a second and plays its best."""

    options: ClassVar[dict[str, Option]] = {
        "level": LevelNumber(
            5,
            least=1,
            most=HIGHEST,
            note="1 is random or nearly; then a search that misses quiet moves and deep tactics, the more the lower"
            f" the level; {HIGHEST} {STRONGEST[SEARCHED]}, with dice {STRONGEST[ROLLED]};"
            f" at hidden cards, without an estimate, in go and hex mcts, {STRONGEST[SAMPLED]} at most, optimal or cfr;"
            f" from 1 to {HIGHEST} {' and '.join(map(str, RATINGS))}",
        ),
        "elo": Whole(
            None,
            least=CHESS.least,
            most=CHESS.most,
            note="chess alone, instead of a level: a strength between the levels, measured against Stockfish to"
            f" {CHESS.error} Elo",
        ),
        "seed": Whole(None, least=0, note="for its random numbers; the match's own by default"),
    }

    def __init__(self, level: int | None = None, seed: int | None = None, elo: int | None = None):
        chosen: int = LevelPlayer.options["level"].default if level is None else level
        check(LevelPlayer.options, level=chosen, seed=seed, elo=elo)
        if level is not None and elo is not None:
            raise ValueError(f"level={level} and elo={elo} are two strengths: only one can be given")
        self.level, self.elo = chosen, elo
        self.random = random.Random(seed)
        self.setting: Setting | None = None  # for the game that has begun
        self.kind: type[Game] | None = None  # class of that game
        self.seated: list[Player] = []  # the players for this level, the exact one last
        self.banker: Player | None = None  # doubles, takes and drops
        self.judge = Judge(None, shipped=True)  # of positions where it overlooks moves
        self.thought: Thought | None = None  # of its last move; None if its player gives no reasons
        self.thinking: Player | None = None  # the one that chooses now, or chose last

    @property
    def spec(self) -> str:
        """The setting in words; "" until it knows the game."""
        return str(self.setting or "")

    def begin(self, game: Game, seat: int) -> None:
        """Choose the setting for this kind of game, and load its players."""
        self.setting, self.kind, self.thinking = self.find_setting(game), type(game), None
        specs = [spec for spec in (self.setting.spec, self.setting.exact) if spec]
        self.seated = [players.load(judging(spec, self.setting), self.random.getrandbits(63)) for spec in specs]
        self.banker = players.load(BANKER) if hasattr(game, "is_about_stakes") and self.level < HIGHEST else None
        for player in self.seated:
            if start := getattr(player, "begin", None):
                start(game.copy(), seat)

    def find_setting(self, game: Game) -> Setting:
        """Return the setting for a game at its start."""
        if self.elo is None:
            return choose_setting(self.level, game)
        self.check_game(game)
        return setting_at(game, cast("RatingTable", elo_table(game)).strength_of(self.elo))

    def check_game(self, game: Game) -> None:
        """Raise Unplayable if its Elo was not measured in this game."""
        if self.elo is not None and elo_table(game) is None:
            raise Unplayable(f"elo={self.elo} is only for chess; elsewhere give a level from 1 to {HIGHEST}")

    def heard(self, text: str, seat: int) -> None:
        for player in self.seated:
            if hear := getattr(player, "heard", None):
                hear(text, seat)

    def choose(self, game: Game, deadline: float = math.inf) -> int:
        if solved := self.solve(game, deadline):
            self.thought = solved
            return solved.move
        player, seen = self.prepare(game)
        move = player.choose(seen, deadline)
        thought: Thought | None = getattr(player, "thought", None)
        self.thought = None if thought is None else self.admit(thought)
        return move

    def think(self, game: Game, deadline: float = math.inf) -> Thought:
        """Return the thought of the level's player; random has only its move, and NaN as the value."""
        start = monotonic()
        if solved := self.solve(game, deadline):
            return solved
        player, seen = self.prepare(game)
        if think := getattr(player, "think", None):
            return self.admit(think(seen, deadline))
        move = player.choose(seen, deadline)
        return Thought(move, math.nan, proven=False, line=(game.text(move),), seconds=monotonic() - start)

    def glimpse(self) -> Glimpse | None:
        look = getattr(self.thinking, "glimpse", None)
        found: Glimpse | None = look() if look else None
        return found

    def solve(self, game: Game, deadline: float) -> Thought | None:
        """Return an exact thought if one is found soon, within SHARE of the time; otherwise None."""
        self.sit_down(game)
        setting, now = cast("Setting", self.setting), monotonic()
        until = now + (deadline - now) * SHARE
        if setting.small:
            return solve_small(game, until, setting.small, self.random)
        if setting.exact:
            self.thinking = optimal = cast("OptimalPlayer", self.seated[1])
            return optimal.find_soon(game, Clock(until, QUICK))
        if self.level < TABLED or as_table(solver_of(game)) is None:
            return None
        self.thinking = optimal = OptimalPlayer()
        return optimal.find_soon(game, Clock(until, QUICK))

    def prepare(self, game: Game) -> tuple[Player, Game]:
        """Return the player that chooses the next move, and the game as this player sees it. Call `sit_down` first."""
        if self.banker and is_about_stakes(game):
            self.thinking = self.banker
            return self.banker, game
        setting = cast("Setting", self.setting)
        self.thinking = player = self.seated[0]
        if not setting.overlooks:
            return player, game
        seen = view(game, setting.reach, setting.blur, self.random, setting.sure, self.learnt_for(game))
        if setting.stray and self.random.random() < setting.stray:
            seen.choices = [self.random.choice(seen.choices)]
        if forget := getattr(player, "begin", None):  # at each move it overlooks other moves
            forget(seen, game.turn)
        return player, seen

    def learnt_for(self, game: Game) -> "BoardEvaluation | None":
        """Return the learnt evaluation for a search that overlooks moves; None if it uses the game's own estimate."""
        if not (self.setting and self.setting.learnt and writes(game, "estimate")):
            return None
        self.judge.look_at(game)
        return self.judge.learnt

    def sit_down(self, game: Game) -> None:
        """Begin a match, unless one of this game has begun."""
        if self.setting is None or self.kind is not type(game):
            self.begin(game, game.turn)

    def admit(self, thought: Thought) -> Thought:
        """Return the thought; a player that overlooks moves has proven nothing."""
        if not (self.setting and self.setting.overlooks):
            return thought
        known = (each for each in thought.candidates if not each.at_most)
        candidates = tuple(replace(each, proven=False, distance=None) for each in known)
        return replace(thought, proven=False, distance=None, candidates=candidates)
