"""How the words of the command line are taken: a command that may be left out, options that answer alike."""

import errno
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from games.option import Option, YesNo
from referee.support.settings import SETTINGS, metavar

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Command = TypeVar("Command", bound=Callable[..., Any])


class Unwritable(Exception):
    """Standard output is a pipe whose reader has left, or a file on a full disk."""

    def __init__(self, error: OSError):
        super().__init__(error.strerror)
        self.errno = error.errno


class Table(click.Group):
    """A group whose first word may also be a game or a player: then a match is played."""

    default = "play"
    usage = "[OPTIONS] [GAME] [PLAYER [PLAYER]]"
    examples = (
        ("referee minimax", "you against minimax"),
        ("referee othello human minimax", "the same on another game"),
        ("referee -g 10 minimax random", "a batch of ten games"),
    )

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
        formatter.write_usage("referee", self.usage)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        play = self.commands[self.default]
        named = [param for param in (*play.params, *self.params) if isinstance(param, click.Option)]
        rows = [row for param in named if (row := param.get_help_record(ctx))]
        rows.append(self.get_help_option(ctx).get_help_record(ctx))  # type: ignore[union-attr, arg-type]
        with formatter.section("Examples"):
            formatter.write_dl(self.examples)
        with formatter.section("Options"):
            formatter.write_dl(rows)
        self.format_commands(ctx, formatter)


def commands() -> list[str]:
    """The words that are commands of their own, but for those that nobody is told of."""
    table = click.get_current_context().find_root().command
    return [name for name, command in table.commands.items() if not command.hidden]  # type: ignore[attr-defined]


class Typed(click.ParamType):  # type: ignore[type-arg]  # generic only in the newest click
    """A value that an Option reads and checks, so that all that is typed is answered alike."""

    name = "value"

    def __init__(self, option: Option):
        self.option = option

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            read = self.option.read(value)
        except (ValueError, KeyError):
            read = None
        if read is None or not self.option.fits(read):
            raise click.UsageError(f"{'/'.join(param.opts) if param else ''} {value} must be {self.option.allowed}")
        return read

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
        from referee.commands.complete import complete_value

        return complete_value(self.option, incomplete)


def settable(*names: str) -> Callable[[Command], Command]:
    """A decorator that gives a command the flags of those settings, in that order; one that is not typed is None."""

    def decorate(command: Command) -> Command:
        for name in reversed(names):
            command = flag(name)(command)
        return command

    return decorate


def flag(name: str) -> Callable[[Command], Command]:
    """The flag of a setting, checked as that is; with two of them, on and off, where it is true or false."""
    option = SETTINGS[name]
    if isinstance(option, YesNo):
        return click.option(f"--{name}/--no-{name}", default=None, help=option.note)
    return click.option(f"--{name}", type=Typed(option), metavar=metavar(name), help=option.note)


def version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """Say which version this is, and in which of its two lives."""
    if wanted and not context.resilient_parsing:  # which is asked of words that are being completed
        from importlib.metadata import version as installed

        from referee.support.build import COMMAND, life, stale

        click.echo(f"referee {installed('referee')} ({life()})")
        for module in stale():
            click.echo(f"{module} was built of another source; build again: {COMMAND}", err=True)
        context.exit()


def whole_help(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """The help of `referee`, wherever among the words it is asked for."""
    if wanted and context.parent and not context.resilient_parsing:
        click.echo(context.parent.get_help())
        context.exit()
