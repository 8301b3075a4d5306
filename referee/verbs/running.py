"""The options of all commands that play many games: where, how guarded, and what they must come to."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from games.option import Whole
from referee.requirement import RequirementOption
from referee.running.address import AddressOption
from referee.words import Typed

MEMORY = 1024  # megabytes that an isolated program may take
SECONDS = 60.0  # for a move of an isolated program where no time control binds it
OUTPUT = 1_000_000  # bytes that it may print in a game

FLAGS = (
    click.option(
        "--workers", type=Typed(Whole(least=1, most=1000)), metavar="N",
        help="Play so many games at once; as many as there are cores by default.",
    ),
    click.option(
        "--cluster", type=Typed(AddressOption()), metavar="ADDRESS",
        help="Play on the machines of a Dask cluster: tcp://host:8786.",
    ),
    click.option(
        "--isolate", is_flag=True,
        help="Let each program play in a process of its own, with limits; what it does there costs but its game.",
    ),
    click.option(
        "--memory", type=Typed(Whole(MEMORY, least=16)), metavar="MB",
        help=f"Megabytes for an isolated program; {MEMORY} by default.",
    ),
    click.option("--strict", is_flag=True, help="Exit with status 3 if a program forfeits a game."),
    click.option(
        "--require", "required", type=Typed(RequirementOption()), multiple=True, metavar="DEMAND",
        help="Exit with status 4 unless it is met: score>=0.9, random.forfeits==0. May be given several times.",
    ),
)  # fmt: skip


def running(command: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator that adds these options, and hands the command their values as `terms`."""

    @wraps(command)
    def called(
        workers: int | None,
        cluster: str | None,
        isolate: bool,
        memory: int | None,
        strict: bool,
        required: tuple[Any, ...],
        **given: Any,
    ) -> Any:
        from referee.running.guard import Guard
        from referee.running.terms import Terms

        if memory and not isolate:
            raise click.UsageError("--memory is for programs in processes of their own: add --isolate")
        guard = Guard(memory or MEMORY, SECONDS, OUTPUT) if isolate else None
        return command(terms=Terms(workers, cluster, guard, strict, required), **given)

    for flag in reversed(FLAGS):
        called = flag(called)
    return called
