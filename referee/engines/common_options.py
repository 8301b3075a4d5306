"""Options that a command sets for all programs from outside at once: `--grace 0.1`, `--restart 3`."""

import players
from games.names.catalogue import SpecError


def give_common_options(specs: tuple[str, ...], **wanted: float | None) -> tuple[str, ...]:
    """Return the specs of players, with the options that are not None added to the programs from outside.

    An option that a spec sets itself stays. Raises SpecError if no player is a program from outside.
    """
    for name, value in wanted.items():
        if value is not None:
            specs = give_common_option(specs, name, value)
    return specs


def give_common_option(specs: tuple[str, ...], name: str, value: float) -> tuple[str, ...]:
    """Return the specs with one option; `give_common_options` explains the arguments."""
    taking = [spec for spec in specs if players.CATALOGUE.is_outside(spec)]
    if not taking:
        what = "is for programs from outside, such as uci:stockfish, and none plays here"
        raise SpecError(f"--{name} {value:g} {what}")
    return tuple(
        players.CATALOGUE.extend(spec, f"{name}={value}")
        if spec in taking and name not in players.CATALOGUE.check(spec)
        else spec
        for spec in specs
    )
