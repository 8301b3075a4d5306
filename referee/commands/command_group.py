"""The group of all commands, with its help and --version. Its first word may also be a game or a player."""

import errno
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

import click

from referee.commands.help_text import HelpContext
from referee.support.complaints import NO_ROOM


class OutputClosed(Exception):
    """Nothing more can be written to standard output: its reader has left, or its disk is full."""

    def __init__(self, error: OSError):
        super().__init__(error.strerror)
        self.errno = error.errno


class LazyCommands(dict[str, click.Command]):
    """The commands by their names, each imported when it is asked for.

    modules  where each is, in referee/commands.
    """

    def __init__(self, modules: Mapping[str, str]):
        super().__init__(dict.fromkeys(modules))  # type: ignore[arg-type]
        self.modules = modules

    def __getitem__(self, name: str) -> click.Command:
        command: click.Command | None = super().__getitem__(name)
        if command is None:
            held = vars(import_module(f"referee.commands.{self.modules[name]}")).values()
            command = next(each for each in held if isinstance(each, click.Command) and each.name == name)
            command.context_class = HelpContext
            self[name] = command
        return command

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self else default  # noqa: SIM401  # which would call this

    def values(self) -> Any:
        return [self[name] for name in self]

    def items(self) -> Any:
        return [(name, self[name]) for name in self]


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
    sentences: Mapping[str, str] = {}  # what each of these commands does
    option_groups: Mapping[str, Iterable[str]] = {}  # the long flags of a match, likewise

    def arrange(
        self, commands: Mapping[str, Mapping[str, tuple[str, str]]], options: Mapping[str, Iterable[str]]
    ) -> None:
        """Take these commands, and `play`. Help lists them and the options of a match below the titles of their groups.

        commands  of each group by its title: by name the module in referee/commands, and a sentence on what it does.
        """
        self.option_groups = options
        self.groups = {title: list(group) for title, group in commands.items()}
        listed = {name: row for group in commands.values() for name, row in group.items()}
        self.sentences = {name: sentence for name, (_, sentence) in listed.items()}
        modules = {name: module for name, (module, _) in listed.items()}
        self.commands = LazyCommands({self.default: self.default, **modules})

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
                formatter.write_dl([(name.ljust(widest), self.sentences[name]) for name in names])

    def option_rows(self, ctx: click.Context) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """The options of a match and of the group: the title of each group, and the rows of help below it."""
        params = [*self.commands[self.default].params, *self.get_params(ctx)]
        named = {option.opts[-1]: row for option in params if (row := option.get_help_record(ctx))}
        for title, flags in self.option_groups.items():
            yield title, [named[flag] for flag in flags]


def command_names() -> list[str]:
    """The names of all commands that the help lists."""
    table = click.get_current_context().find_root().command
    return list(table.sentences)  # type: ignore[attr-defined]


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
