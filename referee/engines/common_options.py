"""Options that all programs from outside get that do not set them themselves."""

import players
from games.base.parentheses import split_outside
from games.base.spec_error import SpecError
from games.names.option_text import split_pair


def give_common_options(specs: tuple[str, ...], each: str, margin: float | None) -> tuple[str, ...]:
    """Return the specs of players, with the options of --each and --margin for the programs from outside.

    An option that a spec sets itself stays. Raises SpecError if no player is a program from outside, or if one does not
    take an option.
    """
    for flag, options in (("--each", each), ("--margin", "" if margin is None else f"margin={margin:g}")):
        outside = [spec for spec in specs if options and players.CATALOGUE.is_outside(spec)]
        shown = f"{flag} {options.removeprefix(f'{flag[2:]}=')}"
        if options and not outside:
            raise SpecError(f"{shown} is for programs from outside, such as uci:stockfish, and none plays here")
        try:
            specs = tuple(add_options(spec, options) if spec in outside else spec for spec in specs)
        except ValueError as error:
            raise SpecError(f"{shown}: {error}") from error
    return specs


def add_options(spec: str, options: str) -> str:
    """Return the spec of a program from outside with the `options` added that it does not set. Raises ValueError."""
    known, given = players.CATALOGUE.options(players.CATALOGUE.require_name(spec)[0]), players.CATALOGUE.check(spec)
    missing = []
    for pair in split_outside(options, ","):
        key, within, equals, _ = split_pair(pair, known)
        if not equals or key in ("command", "name"):
            raise ValueError(f"{pair.strip()!r} must be an option that programs can share, as in hash=64")
        if within not in given.get(key, {}) if within else key not in given:
            missing.append(pair)
    extended = players.CATALOGUE.extend(spec, ",".join(missing))
    players.CATALOGUE.check(extended)
    return extended
