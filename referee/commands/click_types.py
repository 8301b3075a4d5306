"""Options of commands: values that are read and checked as the options of games are, and the flags of settings."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from games.option import Option, YesNo
from referee.support.settings import SETTINGS, metavar

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Command = TypeVar("Command", bound=Callable[..., Any])


class OptionType(click.ParamType):  # type: ignore[type-arg]  # generic only in the newest click
    """A value that an Option reads and checks, so that all wrong values get the same kind of message."""

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
        from referee.commands.shell_completion import complete_value

        return complete_value(self.option, incomplete)


def settings_options(*names: str) -> Callable[[Command], Command]:
    """A decorator that adds the options of these settings to a command, in that order. Without it a value is None."""

    def decorate(command: Command) -> Command:
        for name in reversed(names):
            command = setting_option(name)(command)
        return command

    return decorate


def setting_option(name: str) -> Callable[[Command], Command]:
    """The option of a setting, checked like the setting; a pair of flags, on and off, if that is true or false."""
    option = SETTINGS[name]
    if isinstance(option, YesNo):
        return click.option(f"--{name}/--no-{name}", default=None, help=option.note)
    return click.option(f"--{name}", type=OptionType(option), metavar=metavar(name), help=option.note)
