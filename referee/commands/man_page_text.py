"""The page of the manual, in the macros of man(7), made from what the commands and the settings say of themselves."""

from collections.abc import Iterable, Iterator

import click

import games
import players
from referee.commands.command_group import Table
from referee.solving.solve_cache import NAME
from referee.support.settings import FILE, SETTINGS, VARIABLE, variable_name

TITLE = "the table where people and game-playing programs meet in a terminal"
MARKS = {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti", '"': r"\(dq"}
ENVIRONMENT = (
    (VARIABLE, "The file of settings, in the place of your own."),
    ("REFEREE_CACHE", "The folder in which solved positions are kept; it may be deleted at any time."),
    ("REFEREE_DATA", "The folder in which matches and tournaments are kept."),
    ("NO_COLOR", "Where it is set to anything, nothing is coloured; all that a colour marks a character marks too."),
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
    ("4", "What --require asks for is not met, and nothing calls for 3."),
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


def page(table: Table) -> str:
    """The whole page, in ASCII."""
    return "".join(f"{line}\n" for line in lines(table))


def lines(table: Table) -> Iterator[str]:
    """Its lines."""
    context = click.Context(table, info_name="referee", help_option_names=["-h", "--help"])
    yield '.TH REFEREE 1 "" referee "User commands"'
    yield from (".ad l", ".nh")
    yield from section("name", [rf"referee \- {text(TITLE)}"])
    yield from section("synopsis", [f".B referee\n{text(table.usage)}", ".br", ".B referee\nCOMMAND [OPTIONS] ..."])
    yield from section("description", [*paragraphs(table.help), *lists()])
    play = table.commands[table.default]
    yield from section("options", [*options(play, context), *options(table, context)])
    shown = [(name, command) for name, command in table.commands.items() if not command.hidden]
    yield from section("commands", (line for name, command in shown for line in entry(name, command, context)))
    yield from section("environment", [*items(preferences()), *items(ENVIRONMENT)])
    yield from section("files", items(FILES))
    yield from section("exit status", items(STATUS))
    yield from section("examples", items((*table.examples, *EXAMPLES)))


def section(head: str, body: Iterable[str]) -> Iterator[str]:
    """A section of the page."""
    yield f".SH {head.upper()}"
    yield from body


def lists() -> Iterator[str]:
    """What there is to play, and who plays it."""
    for catalogue in (games.CATALOGUE, players.CATALOGUE):
        yield ".PP"
        yield text(f"The {catalogue.kind}s are {', '.join(catalogue)}.")
    yield text("All their options are listed by `referee games` and `referee players`.")


def entry(name: str, command: click.Command, parent: click.Context) -> Iterator[str]:
    """A command: how it is typed, what it does, its options."""
    context = click.Context(command, info_name=name, parent=parent)
    yield f".SS {text(' '.join(['referee', name, *command.collect_usage_pieces(context)]))}"
    yield from paragraphs(command.help)
    yield from options(command, context)


def options(command: click.Command, context: click.Context) -> Iterator[str]:
    """The flags of a command that its help shows, each with what it does; those of the whole with that for the help."""
    records = [param.get_help_record(context) for param in command.params if isinstance(param, click.Option)]
    if context.parent is None and isinstance(command, click.Group):
        helps = command.get_help_option(context)
        records.append(helps.get_help_record(context) if helps else None)
    return items(record for record in records if record)


def preferences() -> Iterator[tuple[str, str]]:
    """The environment variables of the settings."""
    for name, option in SETTINGS.items():
        default = option.write(option.default)
        yield variable_name(name), f"{option.note} It must be {option.allowed}; by default {default}."


def items(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Terms, each with what is said of it."""
    for term, said in pairs:
        yield from (".TP", f".B {text(term)}", text(said))


def paragraphs(written: str | None) -> Iterator[str]:
    r"""A docstring as click reads it: blank lines part paragraphs, and one that begins with \b keeps its lines."""
    for count, part in enumerate((written or "").partition("\f")[0].strip().split("\n\n")):
        if count:
            yield ".PP"
        if part.lstrip().startswith("\b"):
            yield from (".nf", *(text(line) for line in part.strip("\b\n ").splitlines()), ".fi")
        else:
            yield text(" ".join(part.split()))


def text(said: str) -> str:
    """The text with all that roff would read as its own taken literally."""
    marked = "".join(MARKS.get(sign, sign if sign.isascii() else rf"\[u{ord(sign):04X}]") for sign in said)
    return rf"\&{marked}" if marked.startswith(".") else marked
