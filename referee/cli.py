"""The command `referee`: what may be typed, and what becomes of errors and interrupts."""

import errno
import os
import secrets
import signal
import sys
from typing import Any

import click

from games.catalogue import SpecError
from games.notation import printable
from games.option import Number, Option, Whole
from referee import terminal
from referee.__main__ import INTERRUPTED

CLOSED_PIPE = 141


class Unwritable(Exception):
    """Standard output is a pipe whose reader has left, or a file on a full disk."""

    def __init__(self, error: OSError):
        super().__init__(error.strerror)
        self.errno = error.errno


class Table(click.Group):
    """A group whose first word may also be a game or a player: then a match is played."""

    default = "play"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or args[0] not in {*self.commands, *ctx.help_option_names, "--version"}:
            args = [self.default, *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> None:
        try:
            super().invoke(ctx)
            print(end="", flush=True)
        except OSError as error:
            if error.errno not in (errno.EPIPE, errno.ENOSPC):
                raise
            raise Unwritable(error) from error  # else click ends the process by itself

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage("referee", "[OPTIONS] [GAME] [PLAYER [PLAYER]]")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        play = self.commands[self.default]
        named = [param for param in (*play.params, *self.params) if isinstance(param, click.Option)]
        rows = [row for param in named if (row := param.get_help_record(ctx))]
        rows.append(self.get_help_option(ctx).get_help_record(ctx))  # type: ignore[union-attr, arg-type]
        with formatter.section("Options"):
            formatter.write_dl(rows)
        self.format_commands(ctx, formatter)


class Typed(click.ParamType):  # type: ignore[type-arg]  # generic only in the newest click
    """A value that an Option reads and checks, so that all that is typed is answered alike."""

    name = "value"

    def __init__(self, option: Option):
        self.option = option

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            read = self.option.read(value)
        except ValueError:
            read = None
        if read is None or not self.option.fits(read):
            raise click.UsageError(f"{'/'.join(param.opts) if param else ''} {value} must be {self.option.allowed}")
        return read


def version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """Say which version this is, and in which of its two lives."""
    if wanted:
        from importlib.metadata import version as installed

        from referee.build import life, stale

        click.echo(f"referee {installed('referee')} ({life()})")
        for module in stale():
            click.echo(f"{module} is older than its source: build again", err=True)
        context.exit()


def whole_help(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """The help of `referee`, wherever among the words it is asked for."""
    if wanted and context.parent:
        click.echo(context.parent.get_help())
        context.exit()


@click.group(cls=Table, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=version,
    help="Say which version this is, and whether it is compiled.",
)  # fmt: skip
def referee() -> None:
    r"""Set up a match between two players on a game, or with -g a batch of games.

    GAME and PLAYER are names, with options behind a colon: chips:chips=31,rule=last or minimax:depth=4. Without a
    GAME it is tic-tac-toe; with one PLAYER you play against it, moving first; without any you are asked.

    \b
    Examples:
      referee minimax                  you against minimax
      referee othello human minimax    the same on another game
      referee -g 10 minimax random     a batch of ten games
    """


@referee.command(hidden=True, add_help_option=False)
@click.argument("words", nargs=-1)
@click.option("-g", "--games", "count", type=Typed(Whole(least=1)), metavar="N", help="Play N games between programs.")
@click.option(
    "--seed", type=Typed(Whole(least=0)), metavar="N",
    help="Where all random numbers come from: the same seed repeats a run. Drawn, and printed, by default.",
)  # fmt: skip
@click.option(
    "--time", "seconds", type=Typed(Number(least=0.001)), metavar="SECONDS",
    help="The time for a move. A program that takes longer loses; people may think.",
)  # fmt: skip
@click.option("--swap", is_flag=True, help="Sides alternate; in a single match the player named last moves first.")
@click.option("--moves", "opening", default="", metavar="TEXTS", help='Start after these moves: --moves "5 1 9".')
@click.option(
    "--json", "as_json", is_flag=True,
    help="Print JSON, an object a line: the record of each game, then a summary.",
)  # fmt: skip
@click.option("--plain", is_flag=True, help="Print plain lines, without colours, and ask by plain lines.")
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=version, hidden=True)
@click.option("-h", "--help", is_flag=True, expose_value=False, is_eager=True, callback=whole_help, hidden=True)
def play(
    words: tuple[str, ...],
    count: int | None,
    seed: int | None,
    seconds: float | None,
    swap: bool,
    opening: str,
    as_json: bool,
    plain: bool,
) -> None:
    """Play a match or a batch."""
    from referee.batch import Plan
    from referee.run import run_batch, run_match
    from referee.seating import seat

    named = [name for name, command in referee.commands.items() if not command.hidden]
    single = count is None and not as_json
    game, pair = seat(words, named, people=single, plain=plain)
    plan = Plan(
        game=game,
        players=(pair[1], pair[0]) if swap and single else pair,
        seed=secrets.randbelow(10**9) if seed is None else seed,
        seconds=seconds,
        swap=swap and not single,
        opening=tuple(opening.split()),
    )
    plan.check()
    if single:
        run_match(plan, plain)
    else:
        run_batch(plan, count or 1, as_json, plain, say_seed=seed is None)


@referee.command("games")
def list_games() -> None:
    """List the games with their options."""
    import games
    from referee.shelf import listing

    click.echo("\n".join(listing(games.CATALOGUE)))


@referee.command("players")
def list_players() -> None:
    """List the players with their options."""
    import players
    from referee.shelf import listing

    click.echo("\n".join(listing(players.CATALOGUE)))


def run(arguments: list[str] | None = None) -> int:
    """Run the command; its exit status.

    0 done, 1 failed, 2 something typed was wrong, 130 interrupted, 141 nobody reads the output any more.
    """
    terminal.forgive_encodings()
    try:
        return int(referee.main(arguments, prog_name="referee", standalone_mode=False) or 0)
    except click.ClickException as error:
        return complain(error.format_message(), error.exit_code)
    except SpecError as error:
        return complain(str(error), click.UsageError.exit_code)
    except click.Abort:  # what click makes of Ctrl-C
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the next one shall not disturb the leaving
        return INTERRUPTED
    except Unwritable as error:
        # Python flushes standard output once more at its end; there it shall find somebody who reads.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE if error.errno == errno.EPIPE else complain(f"{error}", 1)


def complain(message: str, status: int) -> int:
    """Say in one line what is wrong; the exit status."""
    click.echo(f"referee: {printable(message)}", err=True)
    return status
