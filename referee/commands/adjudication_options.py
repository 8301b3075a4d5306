"""The options by which games of programs are adjudicated: --resign, --draw and --solved."""

from __future__ import annotations

from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from games.dataclass import dataclass
from games.names.option_text import read_options
from games.option import Option, Whole, YesNo
from referee.commands.click_types import OptionType
from referee.match.options import LONGEST, DrawRule, ResignRule

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from referee.match.adjudication import Adjudication

LATEST = 100_000  # moves before a draw
SEARCHED = 100_000_000  # positions after each move


class ShareOption(Option):
    """A share of the points below a half, typed in per cent: 2%, or 0.02."""

    @property
    def allowed(self) -> str:
        return "a share of the points below 50%, as in 2%"

    def read(self, text: str) -> float:
        number = text.strip().removesuffix("%")
        return float(number) / 100 if number != text.strip() else float(number)

    def fits(self, value: Any) -> bool:
        return type(value) is float and 0 <= value < 0.5


@dataclass(frozen=True)
class RuleOption(Option):
    """A rule with keys as cutechess has them, with commas or blanks between: movecount=4,score=2%.

    kind  of the rule;  keys  what each is read by;  sample  of a rule, for messages.
    """

    kind: type = ResignRule
    keys: Mapping[str, Option] | None = None
    sample: str = ""

    @property
    def allowed(self) -> str:
        *_, third = self.keys or {}
        return f"movecount from 1 to {LONGEST} and score below 50%, and maybe {third}, as in {self.sample}"

    def read(self, text: str) -> Any:
        return self.kind(**read_options("the rule", ",".join(text.replace(",", " ").split()), self.keys or {}))


MOVECOUNT = Whole(least=1, most=LONGEST, required=True)
SCORE = ShareOption(required=True)
RESIGN = RuleOption(
    kind=ResignRule,
    keys={"movecount": MOVECOUNT, "score": SCORE, "twosided": YesNo(False)},
    sample="movecount=4,score=2%",
)
DRAW = RuleOption(
    kind=DrawRule,
    keys={"movecount": MOVECOUNT, "score": SCORE, "movenumber": Whole(0, least=0, most=LATEST)},
    sample="movecount=8,score=3%,movenumber=30",
)

OPTIONS = (
    click.option(
        "--resign", type=OptionType(RESIGN), metavar="RULE",
        help="A program loses if it expected so little at so many of its moves in a row: movecount=4,score=2%.",
    ),
    click.option(
        "--draw", type=OptionType(DRAW), metavar="RULE",
        help="A game is drawn if both took it to be even for so long: movecount=8,score=3%,movenumber=30.",
    ),
    click.option(
        "--solved", type=OptionType(Whole(least=0, most=SEARCHED)), metavar="N",
        help="End a game whose result with best play is known: by theory, or by a search of at most N positions.",
    ),
)  # fmt: skip


def adjudication_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator that adds these options to a command, and passes it an Adjudication, or None, as `rules`."""

    @wraps(command)
    def called(resign: ResignRule | None, draw: DrawRule | None, solved: int | None, **given: Any) -> Any:
        from referee.match.adjudication import Adjudication

        rules = Adjudication(resign, draw, solved)
        return command(rules=None if rules == Adjudication() else rules, **given)

    for flag in reversed(OPTIONS):
        called = flag(called)
    return called


def settle_rules(rules: Adjudication | None, spec: str) -> Adjudication | None:
    """The rules with the slope that reads the estimate of that game, if they go by what programs report.

    The slope is the same for the same game on every machine. Where the estimate tells nothing of who wins, a line on
    standard error says so. Raises SpecError, and with a note on where it failed an error in the rules of the game.
    """
    if rules is None or not rules.by_report:
        return rules
    import games
    from referee.reviews.win_probability import learn_report_slope, reports_estimates

    game = games.load(spec)
    if not reports_estimates(game):
        return rules
    slope = learn_report_slope(game, spec)
    if slope is None:
        click.echo(f"note: the estimate of {spec} does not tell who wins, so no game is adjudicated by it", err=True)
    return replace(rules, slope=slope)
