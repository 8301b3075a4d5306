"""`referee bench`: how fast the games and the searches run here."""

import click

from games.option import Number
from referee.commands.click_types import OptionType
from referee.commands.shared_options import position_of, position_option
from referee.commands.shell_completion import complete_game


@click.command("bench")
@click.argument("names", metavar="[GAME]...", nargs=-1, shell_complete=complete_game)
@position_option
@click.option(
    "--time", "seconds", type=OptionType(Number(2.0, least=0.01, most=3600)), default="2", metavar="SECONDS",
    help="For each measurement; 2 by default.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON, an object a line for each game.")
def measure_speed(names: tuple[str, ...], position: str, seconds: float, as_json: bool) -> None:
    """Measure how fast the games and the searches run here.

    Of all games, or of those named: random playouts, and positions that alpha-beta visits, a second. Where OpenSpiel
    is installed and has the game, its own random playouts are measured in turn with ours.
    """
    import json

    from referee.reports.bench import default_specs, measure_speeds, table_lines

    if position and len(names) != 1:
        raise click.UsageError(f"--position {position} is one of a single game: name that")
    measured = measure_speeds([position_of(name, position) for name in names] or default_specs(), seconds)
    for line in (json.dumps(each.as_dict()) for each in measured) if as_json else table_lines(measured):
        click.echo(line)
