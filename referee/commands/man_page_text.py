"""The page of the manual in the macros of man(7), made from the help of the commands and the settings."""

from collections.abc import Iterable, Iterator

import click

import games
import players
from referee.commands.command_group import CommandGroup
from referee.solving.solve_cache import NAME
from referee.support.settings import FILE, SETTINGS, VARIABLE, variable_name

TITLE = "the table where people and game-playing programs meet in a terminal"
MARKS = {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti", '"': r"\(dq"}
ENVIRONMENT = (
    (VARIABLE, "The file of settings, instead of your own."),
    ("REFEREE_CACHE", "The folder in which solved positions are kept; it may be deleted at any time."),
    ("REFEREE_DATA", "The folder in which matches and tournaments are kept."),
    ("NO_COLOR", "If it is set to anything, nothing is coloured; what a colour marks, a character marks too."),
)
FILES = (
    (f"~/.config/referee/{FILE}", "The settings; `referee settings` names the place on other systems."),
    (f"~/.cache/referee/{NAME}", "Solved positions."),
    ("~/.local/share/referee", "The matches and tournaments that were played."),
)
STATUS = (
    ("0", "Done."),
    ("1", "Failed."),
    ("2", "Something that was typed, or that stands in the settings, is wrong; one line says what is allowed."),
    ("3", "A program forfeited a game, under --strict."),
    ("4", "A requirement of --require is not met, and 3 does not apply."),
    ("129", "Ended by SIGHUP, with all saved."),
    ("130", "Interrupted by Ctrl-C, with all saved."),
    ("141", "The reader of the output has left."),
    ("143", "Ended by SIGTERM, with all saved."),
)
EXAMPLES = (
    ("referee chips:chips=31,rule=last human minimax", "a game with options"),
    ("referee solve hexapawn:columns=4,rows=4", "who wins it, and how"),
    ('eval "$(referee completion bash)"', "in ~/.bashrc: Tab completes names and options"),
)


def man_page(table: CommandGroup) -> str:
    """The whole page, in ASCII."""
    return "".join(f"{line}\n" for line in page_lines(table))


def page_lines(table: CommandGroup) -> Iterator[str]:
    """The lines of the page."""
    context = click.Context(table, info_name="referee", help_option_names=["-h", "--help"])
    yield '.TH REFEREE 1 "" referee "User commands"'
    yield from (".ad l", ".nh")
    yield from section("name", [rf"referee \- {escape_roff(TITLE)}"])
    yield from section(
        "synopsis", [f".B referee\n{escape_roff(table.usage)}", ".br", ".B referee\nCOMMAND [OPTIONS] ..."]
    )
    yield from section("description", [*paragraphs(table.help), *catalogue_paragraphs()])
    yield from section("options", option_lines(table, context))
    yield from section("commands", [*tagged_paragraphs(group_items(table)), *all_command_lines(table, context)])
    yield from section("environment", [*tagged_paragraphs(setting_items()), *tagged_paragraphs(ENVIRONMENT)])
    yield from section("files", tagged_paragraphs(FILES))
    yield from section("exit status", tagged_paragraphs(STATUS))
    yield from section("examples", tagged_paragraphs((*table.examples, *EXAMPLES)))


def section(head: str, body: Iterable[str]) -> Iterator[str]:
    """A section: its heading, then its lines."""
    yield f".SH {head.upper()}"
    yield from body


def catalogue_paragraphs() -> Iterator[str]:
    """Two paragraphs that name the games and the players."""
    for catalogue in (games.CATALOGUE, players.CATALOGUE):
        yield ".PP"
        yield escape_roff(f"The {catalogue.kind}s are {', '.join(catalogue)}.")
    yield escape_roff("All their options are listed by `referee games` and `referee players`.")


def option_lines(table: CommandGroup, context: click.Context) -> Iterator[str]:
    """The options of a match in their groups."""
    for title, rows in table.option_rows(context):
        yield f".SS {escape_roff(title)}"
        yield from tagged_paragraphs(rows)


def group_items(table: CommandGroup) -> Iterator[tuple[str, str]]:
    """The groups of commands, each with the names of those in it."""
    return ((title, f"{', '.join(names)}.") for title, names in table.groups.items())


def all_command_lines(table: CommandGroup, parent: click.Context) -> Iterator[str]:
    """All commands that help lists, in the order of their groups."""
    for names in table.groups.values():
        for name in names:
            yield from command_lines(name, table.commands[name], parent)


def command_lines(name: str, command: click.Command, parent: click.Context) -> Iterator[str]:
    """A command: its usage, what it does, and its options."""
    context = click.Context(command, info_name=name, parent=parent)
    yield f".SS {escape_roff(' '.join(['referee', name, *command.collect_usage_pieces(context)]))}"
    yield from paragraphs(command.help)
    records = [param.get_help_record(context) for param in command.params if isinstance(param, click.Option)]
    yield from tagged_paragraphs(record for record in records if record)


def setting_items() -> Iterator[tuple[str, str]]:
    """The environment variables of the settings."""
    for name, option in SETTINGS.items():
        default = option.write(option.default)
        yield variable_name(name), f"{option.note} It must be {option.allowed}; by default {default}."


def tagged_paragraphs(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Tagged paragraphs: each term with its explanation."""
    for term, said in pairs:
        yield from (".TP", f".B {escape_roff(term)}", escape_roff(said))


def paragraphs(written: str | None) -> Iterator[str]:
    r"""A docstring as click reads it: blank lines separate paragraphs, and one that begins with \b keeps its lines."""
    for count, part in enumerate((written or "").partition("\f")[0].strip().split("\n\n")):
        if count:
            yield ".PP"
        if part.lstrip().startswith("\b"):
            yield from (".nf", *(escape_roff(line) for line in part.strip("\b\n ").splitlines()), ".fi")
        else:
            yield escape_roff(" ".join(part.split()))


def escape_roff(said: str) -> str:
    """The text with everything escaped that roff would read as markup."""
    marked = "".join(MARKS.get(sign, sign if sign.isascii() else rf"\[u{ord(sign):04X}]") for sign in said)
    return rf"\&{marked}" if marked.startswith(".") else marked
