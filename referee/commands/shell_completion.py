"""What a shell offers when you press Tab: commands, games, players, and after a colon their options and values.

The shell's script asks click for it through an environment variable. Names come from the catalogues, which import
nothing; a module is imported only for the options after a colon.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
)

import games
import players
from games.base.notation import fold
from games.base.parentheses import split_outside
from games.base.spec_error import SpecError
from games.option import Choice, Option, YesNo

if TYPE_CHECKING:
    from games.names.catalogue import Catalogue

BREAKS = re.compile("[:=]+")  # bash breaks words here


def complete_words(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete a word of a match: first a command or a game, then two players at most."""
    before: tuple[str, ...] = context.params.get(parameter.name or "") or ()
    game = bool(before) and games.CATALOGUE.find(before[0]) is not None
    first = [*complete_command(context, typed), *complete_spec(games.CATALOGUE, typed)] if not before else []
    return [*first, *(complete_spec(players.CATALOGUE, typed) if len(before) - game < 2 else ())]


def complete_entrants(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete a word of a tournament: first a game, then any number of players."""
    before: tuple[str, ...] = context.params.get(parameter.name or "") or ()
    return [*(complete_spec(games.CATALOGUE, typed) if not before else ()), *complete_spec(players.CATALOGUE, typed)]


def complete_game(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete a game or the options after its colon; if nothing fits, files."""
    return list(complete_spec(games.CATALOGUE, typed)) or [CompletionItem(typed, type="file")]


def complete_measured(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete a game; if none fits, a program from outside, for its overhead."""
    outside = [each for each in complete_spec(players.CATALOGUE, typed) if players.CATALOGUE.is_outside(each.value)]
    return list(complete_spec(games.CATALOGUE, typed)) or outside or [CompletionItem(typed, type="file")]


def complete_player(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete a player or the options after its colon; if nothing fits, files."""
    return list(complete_spec(players.CATALOGUE, typed)) or [CompletionItem(typed, type="file")]


def complete_value(option: Option, typed: str) -> list[CompletionItem]:
    """Return the values of the option that begin with `typed`, if they can be listed."""
    if isinstance(option, Choice):
        values = option.words
    elif isinstance(option, YesNo):
        values = option.write(True), option.write(False)
    else:
        values = getattr(option, "examples", ())  # none for numbers and texts
    return [CompletionItem(value) for value in values if value.startswith(typed.casefold())]


def complete_command(context: click.Context, typed: str) -> Iterator[CompletionItem]:
    """Yield the commands that begin with `typed`."""
    table: Any = context.find_root().command
    for name, sentence in getattr(table, "sentences", {}).items():
        if name.startswith(typed):
            yield CompletionItem(name, help=click.Command(name, help=sentence).get_short_help_str())


def complete_spec(catalogue: "Catalogue", typed: str) -> Iterable[CompletionItem]:
    """Return the specs that begin with `typed`; aliases only if no proper name does."""
    begun = fold(typed)
    inside = list(games.CATALOGUE.begin(typed)) if catalogue is games.CATALOGUE else []
    brought = [CompletionItem(name, help=catalogue.kind) for name in inside]
    if ":" in typed:
        return brought or complete_options(catalogue, typed)
    aliases = (alias for entry in catalogue.all_entries.values() for alias in (*entry.aliases, *entry.presets))
    proper = [name for name in (*catalogue, *catalogue.called().values()) if fold(name).startswith(begun)]
    names = proper or [alias for alias in aliases if fold(alias).startswith(begun)]
    return [*(CompletionItem(name, help=catalogue.kind) for name in names), *brought]


def complete_options(catalogue: "Catalogue", typed: str) -> Iterator[CompletionItem]:
    """Yield the typed spec, completed with each option or value that may come next."""
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
    """Yield the options that begin with `typed` and are not given yet, each after the text `kept`."""
    taken = {fold(pair.partition("=")[0]) for pair in given}
    for word, option in stated.items():
        if fold(word).startswith(fold(typed)) and fold(word) not in taken:
            yield CompletionItem(f"{kept}{word}=", help=option.allowed)


class SpecShell(ShellComplete):
    """What all shells share. Their scripts are click's; if a script is changed, the original works too."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        if not incomplete.startswith("-") or "--" in args:
            return super().get_completions(args, incomplete)
        found = super().get_completions(args, incomplete)
        name, equals, _ = incomplete.partition("=")
        if equals:  # click returns the value without its flag
            return [CompletionItem(f"{name}={item.value}", item.type, item.help) for item in found]
        table: Any = self.cli
        if not args or args[0] not in table.commands:
            found += click.Command.shell_complete(table, click.Context(table), incomplete)
        return found


@add_completion_class
class Bash(SpecShell, BashComplete):
    """Bash, which breaks words at colons and equals signs, and replaces only what follows the last of them.

    No blank follows a colon or an equals sign.
    """

    source_template: ClassVar[str] = BashComplete.source_template.replace(
        "COMPREPLY+=($value)", "COMPREPLY+=($value); [[ $value != *[:=] ]] || compopt -o nospace"
    )
    kept = ""  # of the last word, before its last break

    def get_completion_args(self) -> tuple[list[str], str]:
        words, last = super().get_completion_args()
        joined = [""]
        for word in (*words, last):
            if BREAKS.fullmatch(word) or BREAKS.fullmatch(joined[-1][-1:]):
                joined[-1] += word
            else:
                joined.append(word)
        self.kept = joined[-1] if BREAKS.fullmatch(last) else joined[-1].removesuffix(last)
        return joined[1:-1], joined[-1]

    def format_completion(self, item: CompletionItem) -> str:
        return f"{item.type},{item.value.removeprefix(self.kept)}"


@add_completion_class
class Zsh(SpecShell, ZshComplete):
    """Zsh, which adds no blank after an item without a note: one that ends with a colon or an equals sign."""

    source_template: ClassVar[str] = ZshComplete.source_template.replace("compadd -U -V", "compadd -S '' -U -V")

    def format_completion(self, item: CompletionItem) -> str:
        note = None if BREAKS.fullmatch(item.value[-1:]) else item.help or "value"
        return super().format_completion(CompletionItem(item.value, item.type, note))


@add_completion_class
class Fish(SpecShell, FishComplete):
    """Fish. Its script splits items at the first comma only, because specs hold commas too."""

    source_template: ClassVar[str] = FishComplete.source_template.replace('split ","', 'split --max 1 ","')
