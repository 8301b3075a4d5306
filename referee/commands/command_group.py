"""The group of all commands, with its help and --version. Its first word may also be a game or a player."""

import errno
from collections.abc import Iterable, Iterator, Mapping

import click

from referee.commands.help_text import HelpContext
from referee.support.complaints import NO_ROOM


class OutputClosed(Exception):
    """Nothing more can be written to standard output: its reader has left, or its disk is full."""

    def __init__(self, error: OSError):
        super().__init__(error.strerror)
        self.errno = error.errno


class CommandGroup(click.Group):
    """The group of all commands. If its first word is not a command, it names a game or a player to play with."""

    context_class = HelpContext
    default = "play"
    usage = "[OPTIONS] [GAME] [PLAYER [PLAYER]]"
    examples = (
        ("referee casual", "you against level 3 of 10"),
        ("referee othello human minimax", "the same on another game"),
        ("referee -g 10 minimax random", "a batch of ten games"),
        ("referee review --help", "what a command does, and its options"),
    )
    groups: Mapping[str, Iterable[str]] = {}  # the names of the commands that help lists, below the title of each group
    option_groups: Mapping[str, Iterable[str]] = {}  # the long flags of a match, likewise

    def arrange(self, commands: Mapping[str, Iterable[click.Command]], options: Mapping[str, Iterable[str]]) -> None:
        """Add these commands. Help lists them and the options of a match below the titles of their groups."""
        self.option_groups = options
        self.groups = {title: [str(each.name) for each in group] for title, group in commands.items()}
        for group in commands.values():
            for command in group:
                self.add_command(command)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        cmd.context_class = HelpContext
        super().add_command(cmd, name)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or args[0] not in {*self.commands, *ctx.help_option_names, "--version"}:
            args = [self.default, *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> None:
        try:
            super().invoke(ctx)
            print(end="", flush=True)
        except OSError as error:
            if error.errno not in (errno.EPIPE, *NO_ROOM):
                raise
            raise OutputClosed(error) from error  # else click ends the process by itself

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage("referee", self.usage)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Examples"):
            formatter.write_dl(self.examples)
        self.format_commands(ctx, formatter)
        for title, rows in self.option_rows(ctx):
            with formatter.section(title):
                formatter.write_dl(rows)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        widest = max(len(name) for names in self.groups.values() for name in names)
        for title, names in self.groups.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(widest), first_sentence(self.commands[name])) for name in names])

    def option_rows(self, ctx: click.Context) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """The options of a match and of the group: the title of each group, and the rows of help below it."""
        params = [*self.commands[self.default].params, *self.get_params(ctx)]
        named = {option.opts[-1]: row for option in params if (row := option.get_help_record(ctx))}
        for title, flags in self.option_groups.items():
            yield title, [named[flag] for flag in flags]


def first_sentence(command: click.Command) -> str:
    """What the command does, in the first sentence of its help."""
    return command.get_short_help_str(limit=len(command.help or "") + 1)


def command_names() -> list[str]:
    """The names of all commands that the help lists."""
    table = click.get_current_context().find_root().command
    return [name for name, command in table.commands.items() if not command.hidden]  # type: ignore[attr-defined]


def print_version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """Print which version this is, and whether it is compiled, if --version was given."""
    if wanted and not context.resilient_parsing:  # a shell that completes words asks for nothing
        from referee.support.build import life, stale_notice
        from referee.support.version import version

        click.echo(f"referee {version()} ({life()})")
        if notice := stale_notice():
            click.echo(notice, err=True)
        context.exit()


def print_main_help(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """Print the help of `referee`, wherever among the words --help stands."""
    if wanted and context.parent and not context.resilient_parsing:
        click.echo(context.parent.get_help())
        context.exit()
