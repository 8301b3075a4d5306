"""`referee standings`: how a tournament stands."""

from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from games.option import Whole
from referee.commands.shared_options import OptionType, add, file_option, flag, option, settings_options
from referee.tournaments.options import AnchorOption

if TYPE_CHECKING:
    from referee.reports.tournament.output import OutputOptions
    from referee.tournaments.journal import Journal
    from referee.tournaments.options import Anchor


OUTPUTS = (
    flag("--json as_json", "Print JSON: the standings."),
    flag("--csv as_csv", "Print CSV, a line a player."),
    flag("--markdown as_markdown", "Print Markdown: standings and cross table."),
    file_option("--html page", "Write the standings as a page, with a chart of the ratings."),
)
output_options = partial(add, OUTPUTS)
anchor_option = option(
    "--anchor anchors", AnchorOption(), "NAME=RATING",
    "Fix the rating of a player, and rate the others by it: 'level 3=1500'. May be given several times.", multiple=True,
)  # fmt: skip


@click.command("standings")
@click.argument("number", metavar="[ID]", type=OptionType(Whole(least=1)), required=False)
@flag("--all every", "List all tournaments, the newest first.")
@anchor_option
@output_options
@settings_options("symbols")
def show_standings(number: int | None, every: bool, anchors: "tuple[Anchor, ...]", **given: Any) -> None:
    """Show how a tournament stands, also while it is played.

    Name the tournament by the number that was shown when it began; the last one by default. --anchor replaces the
    anchors that it began with, this time only.
    """
    from referee.reports.tournament.output import repetition_warning
    from referee.storage.database import StorageError
    from referee.tournaments.journal import open_journal
    from referee.tournaments.options import check_anchors
    from referee.tournaments.results import match_results
    from referee.tournaments.standings import make_standings

    form = output_form(given)
    try:
        with closing(open_journal()) as journal:
            if every:
                if number is not None:
                    raise click.UsageError(f"--all lists all tournaments, and takes no {number}")
                if anchors:
                    raise click.UsageError("--all lists all tournaments, and takes no --anchor")
                list_tournaments(journal, "html" if form.page else form.kind)
                return
            number = resolve_number(journal, number)
            tournament = journal.load(number)
            check_anchors(anchors, tournament.names)
            _, results = match_results(tournament, journal.results(number))
    except StorageError as error:
        raise click.ClickException(str(error)) from error
    rated = replace(tournament, anchors=anchors or tournament.anchors)
    form.print(make_standings(rated, results, number))
    if alarm := repetition_warning(tournament, results):
        click.echo(alarm, err=True)


def list_tournaments(journal: "Journal", kind: str) -> None:
    """Print all tournaments, as lines or as JSON."""
    from referee.drawing import terminal
    from referee.match.record import write_line
    from referee.reports.history import columns
    from referee.reports.tournament.output import entry_as_dict, tournament_row

    if kind not in ("table", "json"):
        raise click.UsageError(f"--all is printed in lines or with --json, not with --{kind}")
    entries = journal.entries()
    if kind == "json":
        lines = [write_line(entry_as_dict(entry)) for entry in entries]
    else:
        lines = list(
            columns([tournament_row(entry) for entry in entries], terminal.width() if terminal.seen() else None)
        )
    for line in lines or ([] if kind == "json" else ["No tournament has been held here yet."]):
        click.echo(line)


def resolve_number(journal: "Journal", number: int | None) -> int:
    """Return `number`, or the number of the last tournament. Raises SpecError if there is none."""
    from games.names.catalogue import SpecError

    number = number or journal.last()
    if not number:
        raise SpecError("no tournament has been held here yet; to hold one: referee tournament GAME PLAYER PLAYER...")
    return number


def output_form(given: dict[str, Any]) -> "OutputOptions":
    """Return how to print the standings, and take its values out of `given`. Raises UsageError, SpecError."""
    from referee.reports.tournament.output import OutputOptions
    from referee.support.settings import SETTINGS, load_settings

    kinds = [kind for kind in ("json", "csv", "markdown") if given.pop(f"as_{kind}")]
    if len(kinds) > 1:
        raise click.UsageError(f"--{kinds[0]} and --{kinds[1]} exclude each other")
    wanted = load_settings(**{name: given.pop(name) for name in list(given) if name in SETTINGS})
    form = OutputOptions(kinds[0] if kinds else "table", given.pop("page"), wanted.plain, wanted.symbols)
    form.check()
    return form
