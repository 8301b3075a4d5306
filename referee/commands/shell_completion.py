"""What a shell offers when you press Tab: commands, games, players, and behind a colon their options and values.

The shell's script asks click for it through an environment variable. Names come from the catalogues, which import
nothing; a module is imported only for the options behind a colon.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

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
from games.base.notation import fold
from games.base.parentheses import split_outside
from games.base.spec_error import SpecError
from games.option import Choice, Option, YesNo
from referee.commands import shell_scripts

if TYPE_CHECKING:
    from games.names.catalogue import Catalogue

PROGRAM, VARIABLE = "referee", "_REFEREE_COMPLETE"
CURSOR = "\x1f"  # stands for the cursor, so that the last word exists even if it is empty


def complete_words(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """What may come next in a match: first a command or a game, then two players at most."""
    before: tuple[str, ...] = context.params.get(parameter.name or "") or ()
    game = bool(before) and games.CATALOGUE.find(before[0]) is not None
    first = [*complete_command(context, typed), *complete_spec(games.CATALOGUE, typed)] if not before else []
    return [*first, *(complete_spec(players.CATALOGUE, typed) if len(before) - game < 2 else ())]


def complete_entrants(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """What may come next in a tournament: first a game, then any number of players."""
    before: tuple[str, ...] = context.params.get(parameter.name or "") or ()
    return [*(complete_spec(games.CATALOGUE, typed) if not before else ()), *complete_spec(players.CATALOGUE, typed)]


def complete_game(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The games that begin like this, the options of the game after its colon, or where no game does, files."""
    return list(complete_spec(games.CATALOGUE, typed)) or [CompletionItem(typed, type="file")]


def complete_measured(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The games that begin like this, and where none does the programs from outside, whose overhead is measured."""
    outside = [each for each in complete_spec(players.CATALOGUE, typed) if players.CATALOGUE.is_outside(each.value)]
    return list(complete_spec(games.CATALOGUE, typed)) or outside or [CompletionItem(typed, type="file")]


def complete_player(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The players that begin like this, the options of the player after its colon, or where none does, files."""
    return list(complete_spec(players.CATALOGUE, typed)) or [CompletionItem(typed, type="file")]


def complete_value(option: Option, typed: str) -> list[CompletionItem]:
    """The values of the option that begin like this, if they can be listed."""
    return [CompletionItem(value) for value in option_values(option) if value.startswith(typed.casefold())]


def option_values(option: Option) -> Iterable[str]:
    """All values of an option as you would type them, or examples; none if they are numbers or texts."""
    if isinstance(option, Choice):
        return option.words
    if isinstance(option, YesNo):
        return option.write(True), option.write(False)
    return getattr(option, "examples", ())


def complete_command(context: click.Context, typed: str) -> Iterator[CompletionItem]:
    """The commands that begin like this."""
    table: Any = context.find_root().command
    for name, sentence in getattr(table, "sentences", {}).items():
        if name.startswith(typed):
            yield CompletionItem(name, help=click.Command(name, help=sentence).get_short_help_str())


def complete_spec(catalogue: "Catalogue", typed: str) -> Iterable[CompletionItem]:
    """The specs that begin like this; aliases only if no proper name does."""
    from games.names.libraries import LibraryCatalogue

    begun = fold(typed)
    inside = list(catalogue.begin(typed)) if isinstance(catalogue, LibraryCatalogue) else []
    brought = [CompletionItem(name, "open" if name[-1] == ":" else "plain", help=catalogue.kind) for name in inside]
    if ":" in typed:
        return brought or complete_options(catalogue, typed)
    aliases = (alias for entry in catalogue.all_entries.values() for alias in (*entry.aliases, *entry.presets))
    proper = [name for name in (*catalogue, *catalogue.called().values()) if fold(name).startswith(begun)]
    names = proper or [alias for alias in aliases if fold(alias).startswith(begun)]
    return [*(CompletionItem(name, help=catalogue.kind) for name in names), *brought]


def complete_options(catalogue: "Catalogue", typed: str) -> Iterator[CompletionItem]:
    """The typed spec, completed with each option or each value that may come next."""
    name = catalogue.find(typed)
    if name is None:
        return
    try:
        stated = catalogue.options(name)
    except SpecError:  # a library has no such game, or is not installed
        return
    behind = catalogue.split(typed)[1]
    if behind.count("(") > behind.count(")"):  # within parentheses no option begins
        return
    *given, last = split_outside(behind, ",") or [""]
    kept = typed.removesuffix(last)
    key, equals, value = last.partition("=")
    if equals:
        meant = [option for word, option in stated.items() if fold(word) == fold(key)]
        items = (item for option in meant for item in complete_value(option, value))
        yield from (CompletionItem(f"{kept}{key}={item.value}") for item in items)
    else:
        yield from unused_options(stated, given, kept, key)


def unused_options(
    stated: Mapping[str, Option], given: Iterable[str], kept: str, typed: str
) -> Iterator[CompletionItem]:
    """The options that begin like this and are not given yet, each behind the part of the word that is kept."""
    taken = {fold(pair.partition("=")[0]) for pair in given}
    for word, option in stated.items():
        if fold(word).startswith(fold(typed)) and fold(word) not in taken:
            yield CompletionItem(f"{kept}{word}=", type="open", help=option.allowed)


class SpecShell(ShellComplete):
    """What all shells share. No blank follows an item of the type `open`."""

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
class Bash(SpecShell):
    """Bash, which breaks words at colons and equals signs, and replaces only the part after the last of them."""

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
class Zsh(SpecShell, ZshComplete):
    """Zsh: three lines an item."""

    source_template: ClassVar[str] = shell_scripts.ZSH

    def format_completion(self, item: CompletionItem) -> str:
        if item.type == "open":  # added as it is, without a description, in which colons would have to be escaped
            return f"open\n{item.value}\n_"
        return super().format_completion(item)


@add_completion_class
class Fish(SpecShell, FishComplete):
    """Fish, which adds no blank after an equals sign."""

    source_template: ClassVar[str] = shell_scripts.FISH

    def format_completion(self, item: CompletionItem) -> str:
        kind = "plain" if item.type == "open" else item.type
        return super().format_completion(CompletionItem(item.value, kind, item.help))


def shell_script(shell: str, table: click.Command) -> str:
    """The script that makes the shell complete this command, with a comment on where to put it. Raises LookupError."""
    kind = get_completion_class(shell)
    if kind is None:
        raise LookupError(shell)
    return kind(table, {}, PROGRAM, VARIABLE).source()
