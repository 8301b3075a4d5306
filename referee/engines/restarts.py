"""Programs from outside that are started again in the middle of a game, which they keep by an option of their own."""

import players
from games.catalogue import SpecError

OPTION = "restart"


def allow_restarts(specs: tuple[str, ...], count: int | None) -> tuple[str, ...]:
    """The specs of players; programs from outside among them are started again up to so many times in a game.

    A spec that says itself how often is left as it is. Raises SpecError if no player is such a program.
    """
    if count is None:
        return specs
    taking = [spec for spec in specs if players.CATALOGUE.is_outside(spec)]
    if not taking:
        raise SpecError(f"--restart {count} is for programs from outside, such as uci:stockfish, and none plays here")
    return tuple(
        players.CATALOGUE.extend(spec, f"{OPTION}={count}")
        if spec in taking and OPTION not in players.CATALOGUE.check(spec)
        else spec
        for spec in specs
    )
