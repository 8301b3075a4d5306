"""`referee host`: a table for two people on other machines."""

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from games.option import Option, Whole
from referee.commands.shared_options import (
    clock_option,
    complete,
    file_option,
    option,
    position_option,
    settings_options,
    time_option,
)
from referee.support.limits import PLAY
from referee.support.settings import SETTINGS

if TYPE_CHECKING:
    from pathlib import Path

    from referee.batches.plan import Plan
    from referee.match.clocks import Control


SSH = 28722  # the port of the ssh door, unless another is given


class ListenOption(Option):
    """An address and a port to listen at."""

    @property
    def allowed(self) -> str:
        return "an address of this machine, with a port behind a colon or without: 0.0.0.0, 192.168.1.5:28700, [::]:0"

    def read(self, text: str) -> tuple[str, int]:
        from referee.network.invitation import read_listen

        return read_listen(text)


class SpanOption(Option):
    """A time of at most a day, in seconds."""

    @property
    def allowed(self) -> str:
        return "a time of at most a day: 90s, 2m, 1h"

    def read(self, text: str) -> float:
        from referee.match.clock_text import read_span

        return read_span(text)


@click.command("host")
@click.argument("game", required=False, shell_complete=complete("game"))
@click.option("--names", nargs=2, metavar="NAME NAME", help="What the two are called; by default as they say.")
@clock_option
@time_option
@option(
    "--listen", ListenOption(), "ADDRESS", "Listen here, for guests of other machines: 0.0.0.0, or ADDRESS:PORT.",
    default="127.0.0.1",
)  # fmt: skip
@option(
    "--grace", SpanOption(), "TIME", "How long one may be away until the other may claim the match; 2m by default.",
    default="2m",
)  # fmt: skip
@file_option("--certificate", "Use this certificate, PEM with its key, instead of one that is made.")
@position_option
@click.option("--moves", "opening", default="", metavar="TEXTS", help='Start after these moves: --moves "5 1 9".')
@option("--seed", PLAY["seed"], "N", "Where dice and deals come from; drawn by default, and told to nobody.")
@option(
    "--resume again", Whole(0, least=0), "N", "Go on with match N; without N with the last one that was hosted.",
    is_flag=False, flag_value="0",
)  # fmt: skip
@option(
    "--ssh", Whole(SSH, least=0, most=(1 << 16) - 1), "PORT",
    f"Let guests in who have only ssh; without PORT at {SSH}.",
    is_flag=False, flag_value=str(SSH), default=None,
)  # fmt: skip
@settings_options("theme", "symbols", "pieces", "background", "plain")
def host_table(
    game: str | None, again: int | None, grace: float, certificate: "Path | None", ssh: int | None, **given: Any
) -> None:
    """Open a table for two people on other machines.

    Each of them gets a line to type. The match begins when both are there. You see it as an onlooker does, and Ctrl-C
    keeps it: with --resume it goes on, and the same invitations are valid.
    """
    from referee.network.invitation import require_websockets
    from referee.support.settings import load_settings

    require_websockets("host")
    if ssh is not None:
        require_websockets("host --ssh", "asyncssh")
    wanted = load_settings(**{name: given.pop(name) for name in list(given) if name in SETTINGS})
    from referee.network.host import host_again, host_new

    if again is not None:
        if is_given("game", "grace", "certificate", *given):
            raise click.UsageError("--resume goes on with a match as it was hosted: leave out everything else")
        host_again(again or None, wanted, ssh)
        return
    if game is None:
        raise click.UsageError("name a game, as in: referee host chess")
    listen = given.pop("listen")
    host_new(make_plan(game, **given), listen, grace, certificate, ssh, wanted)


def is_given(*names: str) -> bool:
    """Return whether one of these options was typed."""
    sources = map(click.get_current_context().get_parameter_source, names)
    return ParameterSource.COMMANDLINE in sources


def make_plan(
    game: str,
    names: tuple[str, str] | None,
    clock: "Control | None",
    seconds: float | None,
    position: str,
    opening: str,
    seed: int | None,
) -> "Plan":
    """Return the plan of the first match. Raises SpecError and UsageError for what is wrong."""
    import secrets

    import games
    from referee.batches.plan import Plan
    from referee.match.clocks import UNLIMITED

    for name in names or ():
        if not SETTINGS["name"].fits(name):
            raise click.UsageError(f"--names {name} must be {SETTINGS['name'].allowed}")
    if names and names[0] == names[1]:
        names = f"{names[0]} (1)", f"{names[1]} (2)"
    control = (clock or UNLIMITED).with_move(seconds)
    plan = Plan(
        game=games.with_position(game, position),
        players=("human", "human"),
        seed=secrets.randbits(63) if seed is None else seed,
        control=control,
        opening=tuple(opening.split()),
        called=names or None,
    )
    plan.check()
    return plan
