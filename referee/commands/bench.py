"""`referee bench`: how fast the games and the searches run here."""

import click

from games.option import Number
from referee.commands.shared_options import complete, flag, option, position_of, position_option


@click.command("bench")
@click.argument("names", metavar="[GAME]... [ENGINE]...", nargs=-1, shell_complete=complete("measured"))
@position_option
@option(
    "--time seconds",
    Number(least=0.01, most=3600),
    "SECONDS",
    "The time for each measurement; 2 by default.",
    default="2",
)
@flag("--json as_json", "Print JSON, an object a line for each game.")
def measure_speed(names: tuple[str, ...], position: str, seconds: float, as_json: bool) -> None:
    """Measure how fast the games and the searches run here.

    For all games, or those named, it counts random playouts, and positions that alpha-beta visits, a second. If
    OpenSpiel is installed and has the game, its own random playouts are measured in turn with ours. Seconds are
    processor time. The load of the machine in the last minute is shown if the system knows it.

    For programs from outside, such as uci:stockfish, it measures how long one takes to get ready, and how long the
    words for a move take to arrive, which no clock is charged for.
    """
    import json

    import players
    from referee.reports.bench import default_specs, measure_overhead, measure_speeds, overhead_line, table_lines

    programs = [name for name in names if players.CATALOGUE.is_outside(name)]
    named = [name for name in names if name not in programs]
    if position and len(named) != 1:
        raise click.UsageError(f"--position {position} is one of a single game: name that")
    specs = [position_of(name, position) for name in named]
    if specs or not programs:
        measured = measure_speeds(specs or default_specs(), seconds)
        for line in (json.dumps(each.as_dict()) for each in measured) if as_json else table_lines(measured):
            click.echo(line)
    for program in programs:
        overhead = measure_overhead(program, specs[0] if specs else None)
        click.echo(json.dumps(overhead.as_dict()) if as_json else overhead_line(overhead))
