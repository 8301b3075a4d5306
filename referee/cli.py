"""The command `referee`: what may be typed, and what becomes of errors and interrupts."""

import errno
import os
import secrets
import signal
import sys
from typing import Any

import click

from games.catalogue import SpecError
from games.notation import printable
from games.option import Number, Whole
from referee import terminal
from referee.__main__ import INTERRUPTED
from referee.words import Table, Typed, Unwritable, version, whole_help

CLOSED_PIPE = 141
DEEPEST = 100  # moves that are counted


@click.group(cls=Table, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=version,
    help="Say which version this is, and whether it is compiled.",
)  # fmt: skip
def referee() -> None:
    """Set up a match between two players on a game, or with -g a batch of games.

    GAME and PLAYER are names, with options behind a colon: chips:chips=31,rule=last or minimax:depth=4. Without a
    GAME it is tic-tac-toe; with one PLAYER you play against it, moving first; without any you are asked.
    """


@referee.command(hidden=True, add_help_option=False)
@click.argument("words", nargs=-1)
@click.option("-g", "--games", "count", type=Typed(Whole(least=1)), metavar="N", help="Play N games between programs.")
@click.option(
    "--seed", type=Typed(Whole(least=0)), metavar="N",
    help="Where all random numbers come from: the same seed repeats a run. Drawn, and printed, by default.",
)  # fmt: skip
@click.option(
    "--time", "seconds", type=Typed(Number(least=0.001)), metavar="SECONDS",
    help="The time for a move. A program that takes longer loses; people may think.",
)  # fmt: skip
@click.option("--swap", is_flag=True, help="Sides alternate; in a single match the player named last moves first.")
@click.option("--moves", "opening", default="", metavar="TEXTS", help='Start after these moves: --moves "5 1 9".')
@click.option(
    "--json", "as_json", is_flag=True,
    help="Print JSON, an object a line: the record of each game, then a summary.",
)  # fmt: skip
@click.option("--plain", is_flag=True, help="Print plain lines, without colours, and ask by plain lines.")
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=version, hidden=True)
@click.option("-h", "--help", is_flag=True, expose_value=False, is_eager=True, callback=whole_help, hidden=True)
def play(
    words: tuple[str, ...],
    count: int | None,
    seed: int | None,
    seconds: float | None,
    swap: bool,
    opening: str,
    as_json: bool,
    plain: bool,
) -> None:
    """Play a match or a batch."""
    from referee.batch import Plan
    from referee.run import run_batch, run_match
    from referee.seating import seat

    named = [name for name, command in referee.commands.items() if not command.hidden]
    single = count is None and not as_json
    game, pair = seat(words, named, people=single, plain=plain)
    plan = Plan(
        game=game,
        players=(pair[1], pair[0]) if swap and single else pair,
        seed=secrets.randbelow(10**9) if seed is None else seed,
        seconds=seconds,
        swap=swap and not single,
        opening=tuple(opening.split()),
    )
    plan.check()
    if single:
        run_match(plan, plain)
    else:
        run_batch(plan, count or 1, as_json, plain, say_seed=seed is None)


@referee.command("games")
@click.option("--show", is_flag=True, help="Draw each once, some random moves into a game.")
def list_games(show: bool) -> None:
    """List the games with their options."""
    import games
    from referee.shelf import exhibit, listing

    if show:
        exhibit(games.CATALOGUE)
    else:
        click.echo("\n".join(listing(games.CATALOGUE)))


@referee.command("players")
def list_players() -> None:
    """List the players with their options."""
    import players
    from referee.shelf import listing

    click.echo("\n".join(listing(players.CATALOGUE)))


@referee.command("perft")
@click.argument("game")
@click.argument("depth", type=Typed(Whole(least=1, most=DEEPEST)))
@click.option("--moves", "opening", default="", metavar="TEXTS", help='Count from the position after these: "5 1 9".')
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def count_moves(game: str, depth: int, opening: str, as_json: bool) -> None:
    """Count all sequences of DEPTH moves, by their first move.

    Two programs that play by the same rules count alike; where they do not, the first move whose counts differ leads,
    typed behind --moves, to where they part.
    """
    from referee.count import report

    for line in report(game, depth, tuple(opening.split()), as_json):
        click.echo(line)


@referee.command("solve")
@click.argument("game")
@click.option("--moves", "opening", default="", metavar="TEXTS", help='Solve the position after these: "5 1 9".')
@click.option("--iterations", type=Typed(Whole(least=1)), metavar="N", help="Of CFR+; 1000 unless limited by time.")
@click.option(
    "--time", "seconds", type=Typed(Number(least=0.001)), metavar="SECONDS", help="Solve no longer than that."
)  # fmt: skip
@click.option(
    "--memory", type=Typed(Whole(1024, least=1, most=60_000)), default="1024", metavar="MB",
    help="Megabytes for the table of an exhaustive search; 1024 by default.",
)  # fmt: skip
@click.option("--all", "whole", is_flag=True, help="Print the whole strategy, or all moves, however many there are.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object, which holds all of it.")
@click.option("--fresh", is_flag=True, help="Solve it anew, even if it has been solved before.")
def solve_game(game: str, opening: str, **given: Any) -> None:
    """Solve a game: what it is worth, and how to play it.

    Where all is open and there is no chance: what the position and each move are worth, and how far the end is, by
    theory or by searching to the end, for as long as that takes; Ctrl-C prints what is known by then. What took long is
    kept, and found again at once. One of open dice by value iteration. One of hidden cards or dice by CFR+: a strategy
    for both, and how much it can be exploited.
    """
    from referee.solve import Wish, solve

    solve(Wish(game, tuple(opening.split()), **given))


@referee.command("bench")
@click.argument("names", metavar="[GAME]...", nargs=-1)
@click.option(
    "--time", "seconds", type=Typed(Number(2.0, least=0.01, most=3600)), default="2", metavar="SECONDS",
    help="For each measurement; 2 by default.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON, an object a line for each game.")
def measure(names: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """Measure how fast the games and the searches run here.

    Of all games, or of those named: random playouts, and positions that alpha-beta visits, a second. Where OpenSpiel
    is installed and has the game, its own random playouts are measured in turn with ours.
    """
    import json

    from referee.bench import default_specs, speeds, table

    measured = speeds(names or default_specs(), seconds)
    for line in (json.dumps(each.as_dict()) for each in measured) if as_json else table(measured):
        click.echo(line)


def run(arguments: list[str] | None = None) -> int:
    """Run the command; its exit status.

    0 done, 1 failed, 2 something typed was wrong, 130 interrupted, 141 nobody reads the output any more.
    """
    terminal.forgive_encodings()
    try:
        return int(referee.main(arguments, prog_name="referee", standalone_mode=False) or 0)
    except click.ClickException as error:
        return complain(error.format_message(), error.exit_code)
    except SpecError as error:
        return complain(str(error), click.UsageError.exit_code)
    except click.Abort:  # what click makes of Ctrl-C
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the next one shall not disturb the leaving
        return INTERRUPTED
    except Unwritable as error:
        # Python flushes standard output once more at its end; there it shall find somebody who reads.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE if error.errno == errno.EPIPE else complain(f"{error}", 1)


def complain(message: str, status: int) -> int:
    """Say in one line what is wrong; the exit status."""
    click.echo(f"referee: {printable(message)}", err=True)
    return status
