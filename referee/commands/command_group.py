"""The group of all commands, with its help and --version. Its first word may also be a game or a player."""

import errno
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from textwrap import wrap
from typing import Any

import click

from referee.drawing import terminal
from referee.support.complaints import NO_ROOM

WIDEST = 80  # columns of help, however wide the window is
NARROW = 60  # columns; in narrower windows the first column of a list gets a third of the line
FLAG = r"(?<![\w-])--?\w[\w-]*"

Paint = Callable[[str, str], str]  # colours a text by a role of the theme


class HelpFormatter(click.HelpFormatter):
    """Writes help as click does, with headings and names in the colours of the person's theme."""

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None):
        columns = min(terminal.width(), max_width or WIDEST)
        super().__init__(indent_increment, width or max(columns - 2, 2 * indent_increment), max_width)
        self.paint = make_paint()

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, self.paint("Usage:", "title") + " " if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        super().write_heading(self.paint(heading, "title"))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write the rows as click does, which looks for colours in each word of each row, half of the time of help."""
        rows = list(rows)
        widest = min(max(len(term) for term, _ in rows), self.width // 3 if self.width < NARROW else col_max)
        room = max(self.width - widest - col_spacing - 2, 10)
        below = "\n" + " " * (self.current_indent + widest + col_spacing)
        for term, said in rows:
            gap = " " * (widest + col_spacing - len(term)) if len(term) <= widest else below
            lines = [said] if len(said) <= room else wrap(said, room)
            self.write(f"{'':{self.current_indent}}{self.paint_term(term)}{gap}{below.join(lines)}\n")

    def paint_term(self, term: str) -> str:
        """Colour the first cell of a row: its flags, or all of it if it is a command."""
        if term.startswith("-"):
            return re.sub(FLAG, lambda flag: self.paint(flag[0], "key"), term)
        return self.paint(term.rstrip(), "key") + " " * (len(term) - len(term.rstrip()))


class HelpContext(click.Context):
    """The context of a command whose help is written by HelpFormatter."""

    formatter_class = HelpFormatter


def make_paint() -> Paint:
    """Return a function that colours texts, or leaves them as they are if standard output has no colours."""
    if not terminal.movable(sys.stdout):
        return lambda text, _: text
    from rich.text import Text

    from games.names.catalogue import SpecError
    from referee.drawing.surface import Colourful
    from referee.support.settings import SETTINGS, load_settings

    try:
        name = load_settings().theme
    except SpecError:  # help must work with wrong settings too
        name = SETTINGS["theme"].default
    surface = Colourful(terminal.theme(name))

    def paint(text: str, role: str) -> str:
        with surface.console.capture() as painted:
            surface.console.print(Text(text, surface.style(role)), end="", soft_wrap=True)
        return painted.get()

    return paint


class OutputClosed(Exception):
    """Nothing more can be written to standard output: its reader has left, or its disk is full."""

    def __init__(self, error: OSError):
        super().__init__(error.strerror)
        self.errno = error.errno


class LazyCommands(dict[str, click.Command]):
    """The commands by name, each imported when first used; `modules` names their modules."""

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
    groups: Mapping[str, Iterable[str]] = {}  # the names of the listed commands, by the title of their group
    sentences: Mapping[str, str] = {}  # what each listed command does
    option_groups: Mapping[str, Iterable[str]] = {}  # the long flags of a match, by the title of their group

    def arrange(
        self, commands: Mapping[str, Mapping[str, tuple[str, str]]], options: Mapping[str, Iterable[str]]
    ) -> None:
        """Register `commands` and `play`; help lists them and the options of a match by group.

        commands  by title of a group and name of a command: its module in referee/commands, and a sentence.
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
            raise OutputClosed(error) from error  # otherwise click ends the process itself

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
        """Yield the title of each group of options, and its rows of help."""
        params = [*self.commands[self.default].params, *self.get_params(ctx)]
        named = {option.opts[-1]: row for option in params if (row := option.get_help_record(ctx))}
        for title, flags in self.option_groups.items():
            yield title, [named[flag] for flag in flags]


def command_names() -> list[str]:
    """Return the names of all commands that the help lists."""
    table = click.get_current_context().find_root().command
    return list(table.sentences)  # type: ignore[attr-defined]


def print_version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """Print the version and whether it is compiled, if --version was given."""
    if wanted and not context.resilient_parsing:  # not while a shell completes words
        from referee.support.build import life, stale_notice, version

        click.echo(f"referee {version()} ({life()})")
        if notice := stale_notice():
            click.echo(notice, err=True)
        context.exit()


def print_main_help(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """Print the help of `referee`, wherever --help stands."""
    if wanted and context.parent and not context.resilient_parsing:
        click.echo(context.parent.get_help())
        context.exit()
