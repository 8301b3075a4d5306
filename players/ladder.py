"""The settings of the player `level`: one number, the strength, leads from random moves to the strongest search.

A setting below ALERT overlooks moves (players/overlooking.py). As the strength grows, it first becomes certain to
notice plain moves; then it notices more quiet and distant moves, and judges positions better. A setting from ALERT on
overlooks nothing, and its budget doubles with each unit. So play improves gradually.

The strengths of the ten levels come from games: `python benchmarks/levels.py GAME --fit` prints them.
"""

import math

from games.adapters.undo import has_priors
from games.capabilities import has_chance, hides_information
from games.dataclass import dataclass
from games.game import Game, writes
from players.overlooking import noticed_share

ALERT = 4.0  # from this strength on nothing is overlooked
SKILLED = 2.0  # from this strength on positions are judged by weights that come with the program; loading takes time
STEADY = 1.0  # from this strength on no move is drawn at random
BLUR = 2.5  # the `blur` at strength 0: with more, a piece that can be won would often look worthless
LEARNING = 10.0  # how fast `sure` rises with the strength: to 63 % at a tenth of ALERT, to 92 % at a quarter


@dataclass(frozen=True)
class Setting:
    """What a level plays by: the spec of a player, and what this player overlooks.

    reach  the number of plies ahead at which it notices half of the moves; infinite if it overlooks nothing.
    blur   the error of its estimates, as a multiple of the spread of the estimates after the next quiet moves.
    exact  the spec of a player that may find out quickly who wins, and moves then; "" for none.
    small  the level solves the rest of the game if that has at most this many positions.
    sure   the share of plain moves that it notices at least.
    stray  the share of its moves that it draws at random from those that it notices.
    learnt whether it judges positions by the weights that come with the program, if there are any for the game.
    """

    spec: str
    reach: float = math.inf
    blur: float = 0.0
    exact: str = ""
    small: int = 0
    sure: float = 0.0
    stray: float = 0.0
    learnt: bool = False

    @property
    def overlooks(self) -> bool:
        return self.reach < math.inf

    def __str__(self) -> str:
        if self.exact:
            return f"{self.spec}, {self.exact} where it soon knows who wins"
        if self.small:
            return f"{self.spec}, exact where at most {self.small:,} positions are left"
        if not self.overlooks or self == RANDOM:
            return self.spec
        quiet = noticed_share(1, self.reach)
        seen = f"noticing {quiet:.0%} of the quiet moves and {max(quiet, self.sure):.0%} of the plain ones"
        return f"{self.spec}, {seen}" + f", {self.stray:.0%} of its moves at random" * bool(self.stray)


RANDOM = Setting("random", 0.0)


@dataclass(frozen=True)
class SettingFamily:
    """The settings of all strengths for one kind of game.

    player  the spec of the player, with {} where its budget belongs.
    least   the budget at strength 0;  alert  the budget at ALERT;  most  the budget of the strongest setting.
    blurs   whether settings below ALERT judge positions with an error.
    depth   the plies that the weakest setting looks ahead; others look further. If 0, only the budget limits them.
    strays  whether settings below STEADY draw some moves at random. Where moves have priors they have to, because even
            a few playouts always beat random moves.
    """

    player: str
    least: int
    alert: int
    most: int
    blurs: bool = False
    depth: int = 0
    strays: bool = False

    @property
    def top(self) -> float:
        """The strength of the strongest setting."""
        return ALERT + math.log2(self.most / self.alert)

    def at(self, strength: float) -> Setting:
        """Return the setting of this strength, from 0, which is random, to `top`."""
        if strength <= 0:
            return RANDOM
        share = min(strength / ALERT, 1.0)
        factor = 2.0 ** max(0.0, strength - ALERT)
        count = min(round_off(self.least * (self.alert / self.least) ** share * factor), self.most)
        if share == 1:
            return Setting(self.player.format(count))
        reach = 2 * share / (1 - share) - 1
        depth = f",depth={self.depth + max(0, round(reach) - 2)}" if self.depth else ""
        blur = BLUR * (1 - share) if self.blurs else 0.0
        sure, learnt = 1 - math.exp(-LEARNING * share), strength >= SKILLED
        stray = max(0.0, 1 - strength / STEADY) if self.strays else 0.0
        return Setting(self.player.format(count) + depth, reach, blur, sure=sure, stray=stray, learnt=learnt)


# Games with an estimate, without dice.
SEARCHED = SettingFamily("minimax:nodes={}", 60, 400, 500_000, blurs=True, depth=2)
# Games with an estimate and dice, where looking further gains next to nothing.
ROLLED = SettingFamily("minimax:nodes={}", 300, 300, 5_000, depth=1)
# Games with priors, without hidden information.
GUIDED = SettingFamily("mcts:playouts={}", 10, 500, 20_000, strays=True)
# All other games.
SAMPLED = SettingFamily("mcts:playouts={}", 10, 500, 20_000)

# The strengths of levels 1 to 9 in games that no fit measured: similar to measured games of the same kind.
DEFAULTS = {
    SEARCHED: (0.3, 1.0, 1.8, 2.4, 3.0, 4.0, 5.5, 8.0, 11.0),
    ROLLED: (0.4, 1.4, 1.65, 1.8, 1.95, 2.1, 2.3, 2.6, 3.0),
    GUIDED: (0.0, 0.35, 0.7, 1.1, 2.0, 3.3, 4.3, 5.6, 7.3),
    SAMPLED: (0.0, 0.7, 1.1, 1.6, 2.3, 3.3, 4.3, 5.6, 7.3),
}

# The strengths of levels 1 to 9 by the module of the game, as the fit printed them. But level 3, the usual opponent,
# makes its first move at once: it is below SKILLED where there are weights, so that it need not load them.
LADDERS = {
    "games.chess.game": (0.31, 1.14, 1.65, 2.34, 3.30, 5.38, 7.61, 9.11, 10.50),
    "games.backgammon.game": (0.43, 1.64, 1.71, 1.77, 1.91, 1.99, 2.26, 2.53, 2.69),
    "games.breakthrough.game": (0.18, 0.46, 1.11, 1.61, 1.95, 2.45, 4.00, 6.35, 9.02),
    "games.checkers.game": (0.50, 1.73, 1.94, 2.28, 3.03, 3.13, 4.00, 6.79, 10.11),
    "games.go.game": (0.00, 0.91, 2.36, 3.47, 4.70, 6.22, 7.17, 8.08, 8.70),
    "games.gomoku.game": (0.63, 0.99, 1.81, 2.59, 3.60, 3.82, 5.91, 10.14, 12.95),
    "games.hex.game": (0.12, 0.23, 0.36, 0.59, 0.86, 1.58, 4.00, 5.98, 8.16),
    "games.othello.game": (0.25, 1.60, 1.99, 2.27, 2.51, 2.88, 4.00, 7.00, 10.73),
    "games.tic_tac_toe.game": (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0),  # no fit: too little lies between them
    "games.connect_four.game": (0.16, 0.47, 1.82, 2.28, 2.51, 2.98, 4.00, 8.33, 11.02),
}


def round_off(count: float) -> int:
    """Return the count rounded to three significant digits."""
    return round(float(f"{count:.3g}"))


def kind_of(game: Game) -> SettingFamily:
    """Return the family of settings for the game."""
    if hides_information(game):
        return SAMPLED
    if has_priors(game):
        return GUIDED
    if not writes(game, "estimate"):
        return SAMPLED
    return ROLLED if has_chance(game) else SEARCHED


def setting_at(game: Game, strength: float) -> Setting:
    """Return the setting of this strength in the game: 0 is random, `kind_of(game).top` the strongest."""
    return kind_of(game).at(strength)


def strengths_of(game: Game) -> tuple[float, ...]:
    """Return the strengths of levels 1 to 10 in this game."""
    kind = kind_of(game)
    return *(LADDERS.get(type(game).__module__) or DEFAULTS[kind]), kind.top


def settings_of(game: Game) -> tuple[Setting, ...]:
    """Return the settings of all levels in this game, the lowest first."""
    return tuple(setting_at(game, strength) for strength in strengths_of(game))
