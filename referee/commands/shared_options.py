"""Options that several commands share, and the option type that reads and checks all values."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from games.dataclass import dataclass
from games.option import Option, Whole, YesNo
from referee.match.options import LATEST, LONGEST, ClockOption, DrawRule, ResignRule
from referee.running.run_options import AddressOption, RequirementOption
from referee.running.sandbox.guard import LIMITS
from referee.statistics.options import MODEL, SprtOption
from referee.support.limits import JUDGE, PLAY
from referee.support.settings import SETTINGS, metavar

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from click.shell_completion import CompletionItem

    from referee.match.adjudication import Adjudication


Command = TypeVar("Command", bound=Callable[..., Any])
SEARCHED = 100_000_000  # positions after each move
MOVECOUNT = Whole(least=1, most=LONGEST, required=True)


class OptionType(click.ParamType):  # type: ignore[type-arg]  # generic only in the newest click
    """A value that an Option reads and checks, so that all wrong values get the same kind of message."""

    name = "value"

    def __init__(self, option: Option):
        self.option = option

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from games.base.spec_error import SpecError

        shown = value if value and value == value.strip() else repr(value)
        given = f"{'/'.join(param.opts) if param else ''} {shown}"
        try:
            read = self.option.read(value)
        except SpecError as error:  # says itself which part is wrong
            raise click.UsageError(f"{given}: {error}") from error
        except (ValueError, KeyError):
            read = None
        if read is None or not self.option.fits(read):
            raise click.UsageError(f"{given} must be {self.option.allowed}")
        return read

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from referee.commands.shell_completion import complete_value

        return complete_value(self.option, incomplete)


class FilePath(click.Path):
    """A path as a Path, whose module is imported when one is given."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            raise click.UsageError(f"{'/'.join(param.opts) if param else ''} '' must be the name of a file")
        return super().convert(value, param, ctx)

    def coerce_path_result(self, value: Any) -> Any:
        from pathlib import Path

        return Path(value)


def option(names: str, kind: Option, metavar: str, help: str = "", **more: Any) -> Callable[[Command], Command]:  # noqa: A002
    """Return click's option with these names, read by `kind`; without `help` the note of `kind` is its help."""
    return click.option(*names.split(), type=OptionType(kind), metavar=metavar, help=help or kind.note, **more)


def flag(names: str, help: str, **more: Any) -> Callable[[Command], Command]:  # noqa: A002
    """Return click's option that takes no value."""
    return click.option(*names.split(), is_flag=True, help=help, **more)


def file_option(names: str, help: str, **more: Any) -> Callable[[Command], Command]:  # noqa: A002
    """Return click's option that takes the path of a file."""
    return click.option(*names.split(), type=FilePath(), metavar="FILE", help=help, **more)


def complete(what: str) -> Callable[..., list[CompletionItem]]:
    """Return click's callback that completes a word with `complete_`what of shell_completion.py, imported only then."""

    def completed(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
        from referee.commands import shell_completion

        found: list[CompletionItem] = getattr(shell_completion, f"complete_{what}")(context, parameter, typed)
        return found

    return completed


game_argument = click.argument("game", shell_complete=complete("game"))
json_option = flag("--json as_json", "Print a JSON object.")


def settings_options(*names: str) -> Callable[[Command], Command]:
    """Return a decorator that adds the options of these settings, in this order. Missing values are None.

    A setting that is true or false has a pair of flags. Two people at one keyboard both give a --name.
    """

    def decorate(command: Command) -> Command:
        for name in reversed(names):
            kind = SETTINGS[name]
            if isinstance(kind, YesNo):
                command = click.option(f"--{name}/--no-{name}", default=None, help=kind.note)(command)
            else:
                command = option(f"--{name}", kind, metavar(name), multiple=name == "name")(command)
        return command

    return decorate


seed_option = option("--seed", PLAY["seed"], "N")


def leave_out_none(context: click.Context, parameter: click.Parameter, specs: tuple[str, ...]) -> tuple[str, ...]:
    """Return the judges that are named, without `none`."""
    return tuple(filter(None, specs))


judges_option = option(
    "--judge judges", JUDGE, "PROGRAM", f"{JUDGE.note} Name several to compare them.", multiple=True,
    shell_complete=complete("player"), callback=leave_out_none,
)  # fmt: skip
judge_option = option("--judge", JUDGE, "PROGRAM", default="", shell_complete=complete("player"))
time_option = option("--time seconds", PLAY["seconds"], "SECONDS")
clock_option = option(
    "--clock", ClockOption(), "TIME",
    "The time for a game, as in 5m, 5m+3s, 40/5m or 5m/10x20s; or nodes=10000. Run out and you lose.",
)  # fmt: skip


def read_position(context: click.Context, parameter: click.Parameter, text: str) -> str:
    """Return the position without what follows it in EPD and .obf files, but with the counters of EPD."""
    from games.names.spec import take_position

    return take_position(text)


position_option = click.option(
    "--position", default="", metavar="TEXT", callback=read_position,
    help="The position, in the notation of the game's players: --position W:W21,22:B1,K9.",
)  # fmt: skip


def say(line: str) -> None:
    """Print a line on standard error."""
    click.echo(line, err=True)


def write_dialogues(context: click.Context, parameter: click.Parameter, path: Path | None) -> None:
    """Log the dialogues with programs from outside to `path` while the command runs."""
    if path is None:
        return
    from referee.engines.process import start_dialogue, stop_dialogue

    try:
        start_dialogue(path)
    except OSError as error:
        raise click.BadParameter(f"{path}: {error.strerror}", context, parameter) from error
    context.call_on_close(stop_dialogue)


debug_option = file_option(
    "--debug", "Write all that programs from outside and the referee say to each other to a file, with times.",
    expose_value=False, callback=write_dialogues,
)  # fmt: skip
margin_option = option("--margin", PLAY["margin"], "SECONDS")
each_option = click.option(
    "--each", default="", metavar="OPTIONS",
    help="Options of each program from outside that does not set them itself: hash=64,clock=10s+0.1s,restart=1.",
)  # fmt: skip
game_option = option(
    "--game number", Whole(least=0), "K", "Which game of a file, as a batch numbers them, from 0; the last by default."
)


def list_if_famous(context: click.Context, parameter: click.Parameter, what: str | None) -> str | None:
    """Return the name of a match as typed; `famous:` alone lists the famous games, and the command ends.

    A callback of an argument, with click's own parameters.
    """
    from referee.formats.famous import PREFIX, list_famous

    if what == PREFIX:
        click.echo(list_famous())
        context.exit()
    return what


def start_of(game: str, position: str, opening: str, number: int | None = None) -> tuple[str, tuple[str, ...]]:
    """Return the spec of a game in `position`, and the texts of its moves; the game may be a file of matches.

    number  which game of a file, from 0; None: the last.

    Of a file, `opening` may be a number of moves or moves to add at the end. Raises SpecError, click.UsageError.
    """
    from pathlib import Path

    from games import with_position
    from referee.formats.formats import is_match_file, read_start

    if not is_match_file(game):
        if number is not None:
            raise click.UsageError(f"--game {number} chooses a game of a file, and {game} is not a file of matches")
        return with_position(game, position), tuple(opening.split())
    if position:
        raise click.UsageError(f"--position {position}: {game} has a position of its own")
    if not opening:
        return read_start(Path(game), None, number)
    if opening.strip().isdecimal():
        return read_start(Path(game), int(opening[:9]), number)
    spec, moves = read_start(Path(game), None, number)
    return spec, (*moves, *opening.split())


def position_of(game: str, position: str) -> str:
    """Return the spec of a game in `position`; for a file of a match, in the position after its moves.

    Raises SpecError, click.UsageError.
    """
    from games import with_position
    from referee.errors.attribution import load_after

    spec, moves = start_of(game, position, "")
    return with_position(spec, load_after(spec, moves).position()) if moves else spec


def start_options(moves: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that adds --position, --moves and --game to a command of a game.

    moves  the help of --moves, before an example.

    The command gets the spec of the game in that position as `game`, and the texts of the moves as `opening`. If the
    game
    is a file of matches, they are the moves of one of its games.
    """

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def called(game: str, position: str, opening: str, number: int | None, **given: Any) -> Any:
            spec, texts = start_of(game, position, opening, number)
            return command(game=spec, opening=texts, **given)

        named = click.option(
            "--moves", "opening", default="", metavar="TEXTS",
            help=f'{moves}: "5 1 9"; if GAME is a file of a match, the number of its moves to make: 12.',
        )  # fmt: skip
        return position_option(named(game_option(called)))

    return decorate


RUN_OPTIONS = (
    option("--workers", PLAY["workers"], "N"),
    flag("--affinity", "Give each worker cores of its own, which its programs share."),
    option("--cluster", AddressOption(), "ADDRESS", "Play on the machines of a Dask cluster: tcp://host:8786."),
    flag("--isolate", "Not needed any more: each program from a file plays in a process of its own.", hidden=True),
    option(
        "--memory", Whole(least=16), "MB",
        f"Megabytes for each program in a process of its own; {LIMITS.memory} by default for those from files.",
    ),
    flag("--strict", "Exit with status 3 if a program forfeits a game."),
    option(
        "--require required", RequirementOption(), "DEMAND",
        "Exit with status 4 unless it is met: score>=0.9, random.forfeits==0. May be given several times.",
        multiple=True,
    ),
)  # fmt: skip


def run_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add RUN_OPTIONS to a command, and pass it their values as `terms`."""

    @wraps(command)
    def called(
        workers: int | None,
        affinity: bool,
        cluster: str | None,
        isolate: bool,
        memory: int | None,
        strict: bool,
        required: tuple[Any, ...],
        **given: Any,
    ) -> Any:
        from referee.running.run_options import RunOptions

        if isolate:
            print("--isolate is the rule now: each program from a file plays in its own process", file=sys.stderr)
        guard = replace(LIMITS, memory=memory) if memory else None
        return command(terms=RunOptions(workers, cluster, guard, strict, required, affinity), **given)

    return add(RUN_OPTIONS, called)


def add(options: tuple[Callable[[Command], Command], ...], command: Command) -> Command:
    """Add the options to a command, in this order."""
    for each in reversed(options):
        command = each(command)
    return command


@dataclass(frozen=True)
class ShareOption(Option):
    """A share of the points below a half, typed in per cent: 2%, or 0.02; or in hundredths of a pawn: 400cp.

    even  whether it is counted from a half, and not from none.
    """

    even: bool = False

    @property
    def allowed(self) -> str:
        return "a share of the points below 50%, as in 2%, or hundredths of a pawn, as in 400cp"

    def read(self, text: str) -> float:
        number = text.strip().casefold()
        if number.endswith("cp"):
            from referee.statistics.scoring import expected  # --help does not need it

            share = expected(-float(number[:-2]))
            return 0.5 - share if self.even else share
        return float(number[:-1]) / 100 if number.endswith("%") else float(number)

    def fits(self, value: Any) -> bool:
        return type(value) is float and 0 <= value < 0.5


@dataclass(frozen=True)
class RuleOption(Option):
    """A rule with keys as in cutechess, separated by commas or blanks: movecount=4,score=2%.

    kind  the class of the rule;  keys  the options that read its values;  sample  an example for messages.
    """

    kind: type = ResignRule
    keys: Mapping[str, Option] | None = None
    sample: str = ""

    @property
    def allowed(self) -> str:
        *_, third = self.keys or {}
        return (
            f"movecount from 1 to {LONGEST} and score below 50% or as in 400cp, and maybe {third}, as in {self.sample}"
        )

    def read(self, text: str) -> Any:
        from games.names.option_text import read_options

        return self.kind(**read_options("the rule", ",".join(text.replace(",", " ").split()), self.keys or {}))


class FoldersOption(Option):
    """Folders, separated as in PATH: one text of absolute paths."""

    @property
    def allowed(self) -> str:
        return f"a folder, or several with {os.pathsep} between"

    def read(self, text: str) -> str:
        from pathlib import Path  # --help does not need it

        return os.pathsep.join(str(Path(each).absolute()) for each in text.split(os.pathsep) if each)

    def fits(self, value: Any) -> bool:
        return isinstance(value, str) and bool(value)


RESIGN = RuleOption(
    kind=ResignRule,
    keys={"movecount": MOVECOUNT, "score": ShareOption(required=True), "twosided": YesNo(False)},
    sample="movecount=4,score=2%",
)
DRAW = RuleOption(
    kind=DrawRule,
    keys={
        "movecount": MOVECOUNT,
        "score": ShareOption(required=True, even=True),
        "movenumber": Whole(0, least=0, most=LATEST),
    },
    sample="movecount=8,score=3%,movenumber=30",
)

OPTIONS = (
    option(
        "--resign", RESIGN, "RULE",
        "A program loses once it has expected no more than a score for a number of its moves: movecount=4,score=2%.",
    ),
    option(
        "--draw", DRAW, "RULE",
        "A game is drawn if both took it to be even for so long: movecount=8,score=3%,movenumber=30.",
    ),
    option(
        "--solved", Whole(least=0, most=SEARCHED), "N",
        "End a game whose result with best play is known: by theory, or by a search of at most N positions.",
    ),
    option(
        "--maxmoves", Whole(least=1, most=LATEST), "N",
        "End a game as a draw if it goes on after N moves of each player.",
    ),
    option(
        "--tb", FoldersOption(), "FOLDER",
        "End a game of chess whose result the endgame tables in FOLDER know (Syzygy).",
    ),
)  # fmt: skip

RULES = ("resign", "draw", "solved", "maxmoves", "tb")  # their names, as in Adjudication


def adjudication_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add OPTIONS to a command, and pass it an Adjudication, or None, as `rules`."""

    @wraps(command)
    def called(**given: Any) -> Any:
        ruled = {name: given.pop(name) for name in RULES}
        if all(value is None for value in ruled.values()):
            return command(rules=None, **given)
        from referee.match.adjudication import Adjudication

        return command(rules=Adjudication(**ruled), **given)

    return add(OPTIONS, called)


GAME_FILE = (
    file_option("--pgn", "Add each game of chess to a file of PGN as soon as it is over."),
    click.option("--event", metavar="TEXT", help="What the games of --pgn belong to."),
    click.option("--site", metavar="TEXT", help="Where the games of --pgn are played."),
)


def game_file_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add GAME_FILE to a command, and pass it a GameFile, or None, as `kept`."""

    @wraps(command)
    def called(pgn: Path | None, event: str | None, site: str | None, **given: Any) -> Any:
        if pgn is None:
            if event is not None or site is not None:
                raise click.UsageError("--event and --site name the games of a file: add --pgn FILE")
            return command(kept=None, **given)
        from referee.reports.game_file import GameFile

        return command(kept=GameFile(pgn, event or "", site or ""), **given)

    return add(GAME_FILE, called)


TESTS = (
    option(
        "--sprt", SprtOption(), "ELO0,ELO1",
        "Test which of two differences in Elo holds, and end once it is clear: 0,10, or 0,10,alpha=0.1,beta=0.1.",
    ),
    option(
        "--model", MODEL, "MODEL",
        "How --sprt measures Elo: logistic, the default, normalized, or by single games bayeselo or cutechess.",
    ),
)  # fmt: skip


def test_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add TESTS to a command, and pass it a Sprt, or None, as `sprt`."""

    @wraps(command)
    def called(sprt: tuple[float, ...] | None, model: str | None, **given: Any) -> Any:
        if sprt is None:
            if model:
                raise click.UsageError("--model says how --sprt measures: add --sprt 0,10")
            return command(sprt=None, **given)
        from referee.statistics.sprt import Sprt

        elo0, elo1, alpha, beta = sprt
        return command(sprt=Sprt(elo0, elo1, alpha, beta, model or MODEL.default), **given)

    return add(TESTS, called)


def settle_rules(rules: Adjudication | None, spec: str) -> Adjudication | None:
    """Return the rules with the slope that reads the estimate of a game, if they depend on what programs report.

    The slope is the same for the same game on every machine. A line on standard error says so if the estimate says
    nothing about who wins. Raises SpecError, also for tables that are not there or not of this game, and errors in the
    rules of the game with a note.
    """
    if rules is not None and rules.tb is not None:
        from referee.match.syzygy import check_tables

        check_tables(rules.tb, spec)
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
