"""What a shell offers as a person presses Tab: commands, games, players, and behind a colon their options and values.

Click asks for it where the shell's script says so by an environment variable. Names come from the catalogues, which
import nothing; a module is imported only for the options behind a colon.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

import click
from click.shell_completion import (
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    get_completion_class,
    split_arg_string,
)

import games
import players
from games.catalogue import Catalogue
from games.notation import fold
from games.option import Choice, Option, YesNo
from referee.commands import shell_scripts

PROGRAM, VARIABLE = "referee", "_REFEREE_COMPLETE"
CURSOR = "\x1f"  # in the place of the cursor: so the last word is there also where it is empty


def complete_words(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """What a match may be told next: the first word may be a command or a game, then players come, two at most."""
    before: tuple[str, ...] = context.params.get(parameter.name or "") or ()
    game = bool(before) and games.CATALOGUE.find(before[0]) is not None
    first = [*commands(context, typed), *specs(games.CATALOGUE, typed)] if not before else []
    return [*first, *(specs(players.CATALOGUE, typed) if len(before) - game < 2 else ())]


def complete_entrants(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """What a tournament may be told next: the first word may be a game, and any number of players follow."""
    before: tuple[str, ...] = context.params.get(parameter.name or "") or ()
    return [*(specs(games.CATALOGUE, typed) if not before else ()), *specs(players.CATALOGUE, typed)]


def complete_game(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The games that may be meant, or their options behind a colon."""
    return list(specs(games.CATALOGUE, typed))


def complete_value(option: Option, typed: str) -> list[CompletionItem]:
    """The values that the option takes, where they can be listed."""
    return [CompletionItem(value) for value in values(option) if value.startswith(typed.casefold())]


def values(option: Option) -> Iterable[str]:
    """All values of an option as they are typed, none where they are numbers or texts."""
    if isinstance(option, Choice):
        return option.words
    return (option.write(True), option.write(False)) if isinstance(option, YesNo) else ()


def commands(context: click.Context, typed: str) -> Iterator[CompletionItem]:
    """The commands that begin so."""
    table = context.find_root().command
    for name, command in getattr(table, "commands", {}).items():
        if name.startswith(typed) and not command.hidden:
            yield CompletionItem(name, help=command.get_short_help_str())


def specs(catalogue: Catalogue, typed: str) -> Iterable[CompletionItem]:
    """The specs that begin so; the other names of things only where no proper name does."""
    if ":" in typed:
        return options(catalogue, typed)
    begun = fold(typed)
    aliases = (alias for entry in catalogue.all_entries.values() for alias in entry.aliases)
    proper = [name for name in catalogue if fold(name).startswith(begun)]
    names = proper or [alias for alias in aliases if fold(alias).startswith(begun)]
    return [CompletionItem(name, help=catalogue.kind) for name in names]


def options(catalogue: Catalogue, typed: str) -> Iterator[CompletionItem]:
    """The spec that was typed with each option, or each value, that may stand at its end."""
    name = catalogue.find(typed)
    if name is None:
        return
    stated = catalogue.options(name)
    given, _, last = catalogue.split(typed)[1].rpartition(",")
    kept = typed.removesuffix(last)
    key, equals, value = last.partition("=")
    if equals:
        meant = [option for word, option in stated.items() if fold(word) == fold(key)]
        items = (item for option in meant for item in complete_value(option, value))
        yield from (CompletionItem(f"{kept}{key}={item.value}") for item in items)
    else:
        yield from unstated(stated, given, kept, key)


def unstated(stated: Mapping[str, Option], given: str, kept: str, typed: str) -> Iterator[CompletionItem]:
    """The options that begin so and are not given yet, behind what is kept of the word."""
    taken = {fold(pair.partition("=")[0]) for pair in given.split(",")}
    for word, option in stated.items():
        if fold(word).startswith(fold(typed)) and fold(word) not in taken:
            yield CompletionItem(f"{kept}{word}=", type="open", help=option.allowed)


class Answering(ShellComplete):
    """What all shells share. An item of the type `open` is followed by no blank."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        if not incomplete.startswith("-") or "--" in args:
            return super().get_completions(args, incomplete)
        found = super().get_completions(args, incomplete)
        name, equals, _ = incomplete.partition("=")
        if equals:  # click answers with the value alone, which is not the whole word
            return [CompletionItem(f"{name}={item.value}", item.type, item.help) for item in found]
        table: Any = self.cli
        if not args or args[0] not in table.commands:
            found += click.Command.shell_complete(table, click.Context(table), incomplete)
        return found


@add_completion_class
class Bash(Answering):
    """Bash, which breaks words at colons and equals signs, and replaces only what stands behind the last of them."""

    name: ClassVar[str] = "bash"
    source_template: ClassVar[str] = shell_scripts.BASH
    typed = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        *words, last = split_arg_string(os.environ["COMP_WORDS"] + CURSOR)
        self.typed = last.removesuffix(CURSOR)
        return words[1:], self.typed

    def format_completion(self, item: CompletionItem) -> str:
        replaced = os.environ["COMP_CWORD"]
        kept = self.typed.removesuffix(replaced) if self.typed.endswith(replaced) else ""
        return f"{item.type},{item.value.removeprefix(kept)}"


@add_completion_class
class Zsh(Answering, ZshComplete):
    """Zsh: three lines an item."""

    source_template: ClassVar[str] = shell_scripts.ZSH

    def format_completion(self, item: CompletionItem) -> str:
        if item.type == "open":  # added as it is, without a description, in which colons would have to be escaped
            return f"open\n{item.value}\n_"
        return super().format_completion(item)


@add_completion_class
class Fish(Answering, FishComplete):
    """Fish, which adds no blank behind an equals sign."""

    source_template: ClassVar[str] = shell_scripts.FISH

    def format_completion(self, item: CompletionItem) -> str:
        kind = "plain" if item.type == "open" else item.type
        return super().format_completion(CompletionItem(item.value, kind, item.help))


def script(shell: str, table: click.Command) -> str:
    """What that shell has to run to complete the words of the command, with a line on how to have it do so."""
    kind = get_completion_class(shell)
    if kind is None:
        raise LookupError(shell)
    return kind(table, {}, PROGRAM, VARIABLE).source()
