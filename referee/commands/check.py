"""`referee check`: whether your own games and players obey the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from games.option import Number, Whole
from referee.commands.shared_options import json_option, option

if TYPE_CHECKING:
    from referee.checking.report import Report


@click.command("check")
@click.argument("file")
@click.option(
    "--game", metavar="GAME", help="The only game that players are tried on; by default a small one of each kind."
)
@click.option(
    "--as", "kind", metavar="KIND", type=click.Choice(["game", "player", "eval"]),
    help="What it is: game, player or eval, an evaluation.",
)  # fmt: skip
@option("--seed", Whole(least=0), "N", "The seed of random games; 0 by default.", default="0")
@option(
    "--time seconds",
    Number(least=0.05, most=600),
    "SECONDS",
    "The time for a move of a player; 1 by default.",
    default="1",
)
@click.option(
    "--expect", type=click.Path(dir_okay=False), metavar="FILE", help="What is known about the games, in TOML."
)
@click.option("--same-as", metavar="GAME", help="A game whose rules the file must have too.")
@json_option
@click.option("--gradescope", type=click.Path(dir_okay=False), metavar="FILE", help="Write a results.json too.")
@click.pass_context
def check_file(
    context: click.Context,
    file: str,
    game: str | None,
    kind: str | None,
    seed: int,
    seconds: float,
    expect: str | None,
    same_as: str | None,
    as_json: bool,
    gradescope: str | None,
) -> None:
    """Check the games and players of a file, or an evaluation.

    A game must obey the rules that every game obeys, in some 3000 positions. A player must make legal moves in time on
    every game, or on the one named, stay alive, and play the same game with the same seed. An evaluation, FILE:score
    --as eval, must return whole numbers that count for seat 0. What is wrong is shown with the fewest moves that lead
    to it; then the exit status is 1.
    """
    from referee.checking.expected import read_expectations
    from referee.checking.file import CheckOptions, check_target, report_refusal
    from referee.checking.report import report_lines
    from referee.drawing import terminal

    reports: list[Report] = []
    known = read_expectations(expect) if expect is not None else {}
    try:
        terms = CheckOptions(game, seed, seconds, signs=terminal.signs(), kind=kind, expect=known, same_as=same_as)
        for report in check_target(file, terms):
            if not as_json:
                click.echo("\n".join([*([""] if reports else []), *report_lines(report)]))
            reports.append(report)
    except Exception as error:
        write_reports(file, [*reports, report_refusal(file, error)], as_json, gradescope)
        raise
    write_reports(file, reports, as_json, gradescope)
    context.exit(0 if all(report.passed for report in reports) else 1)


def write_reports(file: str, reports: list[Report], as_json: bool, gradescope: str | None) -> None:
    """Print the reports as JSON and write them for an autograder, if wanted. Raises click.UsageError."""
    import json
    from pathlib import Path

    from referee.checking.report import grade_reports

    passed = all(report.passed for report in reports)
    if as_json:
        click.echo(json.dumps({"file": file, "passed": passed, "reports": [each.as_dict() for each in reports]}))
    if gradescope is not None:
        try:
            Path(gradescope).write_text(json.dumps(grade_reports(reports), indent=2) + "\n", encoding="utf-8")
        except OSError as error:
            raise click.UsageError(f"--gradescope {gradescope} cannot be written: {error.strerror}") from error
