"""The group of all commands, with its help and --version. Its first word may also be a game or a player."""

import errno

import click


class OutputClosed(Exception):
    """Nothing more can be written to standard output: its reader has left, or its disk is full."""

    def __init__(self, error: OSError):
        super().__init__(error.strerror)
        self.errno = error.errno


class CommandGroup(click.Group):
    """The group of all commands. If its first word is not a command, it names a game or a player to play with."""

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
            raise OutputClosed(error) from error  # else click ends the process by itself

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


def command_names() -> list[str]:
    """The names of all commands that the help lists."""
    table = click.get_current_context().find_root().command
    return [name for name, command in table.commands.items() if not command.hidden]  # type: ignore[attr-defined]


def print_version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """Print which version this is, and whether it is compiled, if --version was given."""
    if wanted and not context.resilient_parsing:  # a shell that completes words asks for nothing
        from importlib.metadata import version as installed

        from referee.support.build import life, stale_notice

        click.echo(f"referee {installed('referee')} ({life()})")
        if notice := stale_notice():
            click.echo(notice, err=True)
        context.exit()


def print_main_help(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """Print the help of `referee`, wherever among the words --help stands."""
    if wanted and context.parent and not context.resilient_parsing:
        click.echo(context.parent.get_help())
        context.exit()
