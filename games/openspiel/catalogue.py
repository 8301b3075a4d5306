"""OpenSpiel's games by name: which can be played here, why others cannot, and the options of each.

pyspiel, the module of the package open_spiel, is imported late. If it is not installed, everything here raises
SpecError, one line that says how to install it.

OpenSpiel: M. Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games", 2019.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from fractions import Fraction
from functools import cache, lru_cache
from importlib import import_module
from math import isfinite, lcm
from random import Random
from typing import TYPE_CHECKING, Any

from games.base.notation import fold
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.option import Number, Option, Whole, YesNo, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NAME = "openspiel"  # in specs
KINDS: dict[type, type[Option]] = {bool: YesNo, int: Whole, float: Number, str: Option}
FINEST = 1000  # the most parts of a point
TRIED = 2000  # random moves after which the scores seen count as all scores

REFUSALS = {
    "MEAN_FIELD": "its players are a whole population (a mean-field game)",
    "GENERAL_SUM": "what one seat wins the other need not lose (general sum)",
    "IDENTICAL": "both seats win or lose together (identical payoffs)",
    "CONSTANT_SUM": "the scores of both seats add up to something other than zero",
    "SAMPLED_STOCHASTIC": "OpenSpiel draws its chance itself, and nobody could repeat a game by its seed",
}
# In random games of these none of 5,000 worlds fitted after ten to ninety moves, or finding one took many seconds per
# move. OpenSpiel's resample_from_infostate does not help: in gin rummy it returns the real position, and the others
# do not write it.
UNIMAGINABLE = frozenset({
    "battleship", "capture_the_flag", "dark_chess", "gin_rummy", "go_fish", "kriegspiel", "markov_soccer", "phantom_go",
    "rbc",
})  # fmt: skip
UNLOADABLE = "OpenSpiel cannot load it without options"
NO_WORLDS = "nobody has written how to deal what its seats cannot see, and there is too much of it to be searched"


@dataclass(frozen=True)
class LoadedGame:
    """A game of OpenSpiel with its options, and what its states do not say.

    game    of pyspiel;  hides  whether it hides something;  lucky  whether it has chance.
    parts   how many of our points one point of OpenSpiel's utility is, so that all scores are whole numbers.
    stakes  the largest score of a seat, in our points.
    """

    game: Any
    parts: int
    stakes: int
    hides: bool
    lucky: bool


def is_hidden(kind: Any) -> bool:
    """Return whether this type of game hides something from a seat: a choice, if both choose at the same time."""
    return word(kind.information) == "IMPERFECT_INFORMATION" or is_simultaneous(kind)


def is_simultaneous(kind: Any) -> bool:
    """Return whether in this type of game both seats choose at the same time."""
    return word(kind.dynamics) == "SIMULTANEOUS"


def is_lucky(kind: Any) -> bool:
    """Return whether this type of game rolls dice or deals cards."""
    return word(kind.chance_mode) != "DETERMINISTIC"


def word(member: Any) -> str:
    """Return the name of a member of one of pyspiel's enumerations."""
    return str(member).rpartition(".")[2]


@cache
def openspiel() -> Any:
    """Return the module pyspiel. Raises SpecError if it is not installed."""
    try:
        return import_module("pyspiel")
    except ImportError as error:
        raise SpecError(f"to play OpenSpiel's games install it: pip install 'referee[{NAME}]'") from error


@cache
def types() -> Mapping[str, Any]:
    """Return the GameType of each of OpenSpiel's games, by name. Raises SpecError if it is not installed."""
    return {each.short_name: each for each in sorted(openspiel().registered_games(), key=lambda each: each.short_name)}


def find(typed: str) -> str:
    """Return OpenSpiel's name of the game; `typed` itself if there is none, or OpenSpiel is not installed."""
    try:
        return {fold(name): name for name in types()}.get(fold(typed), typed)
    except SpecError:
        return typed


def type_of(name: str) -> Any:
    """Return the GameType of a game. Raises SpecError, which names other games, if there is none."""
    if name in types():
        return types()[name]
    known = f"(games: {', '.join(playable())})"
    if not name.strip():
        raise SpecError(f"{NAME} needs the name of a game, as in {NAME}:amazons {known}")
    raise SpecError(f"OpenSpiel has no game {name!r}{nearest(name, {fold(each): each for each in types()})} {known}")


@cache
def playable() -> tuple[str, ...]:
    """Return the names of the games that can be played without options. Raises SpecError without OpenSpiel."""
    return tuple(name for name, reason in verdicts().items() if not reason)


@cache
def verdicts() -> Mapping[str, str]:
    """Return for each game why it cannot be played with its default options; "" if it can."""
    return {name: why_refused(kind) if kind.default_loadable else UNLOADABLE for name, kind in types().items()}


def why_refused(kind: Any, players: int | None = None) -> str:
    """Return why a type of game for `players` (None: as many as it allows) cannot be played here; "" if it can."""
    if kind.short_name in UNIMAGINABLE:
        return NO_WORLDS
    for each in (word(kind.dynamics), word(kind.utility), word(kind.chance_mode)):
        if each in REFUSALS:
            return REFUSALS[each]
    least, most = (kind.min_num_players, kind.max_num_players) if players is None else (players, players)
    if not least <= 2 <= most:
        return f"it is for {least if least == most else f'{least} to {most}'} player{'s' if most > 1 else ''}, not 2"
    return ""


def options_of_game(name: str) -> dict[str, Option]:
    """Return the options of a game: OpenSpiel's parameters with its defaults."""
    given = type_of(name).parameter_specification
    plain = {key: value if type(value) in KINDS else None for key, value in given.items()}
    return {key: KINDS.get(type(value), Option)(value) for key, value in plain.items()}


@lru_cache(maxsize=64)
def load_rules(name: str, given: tuple[tuple[str, Any], ...]) -> LoadedGame:
    """Return the game with these options. Raises ValueError, one line, if it cannot be played here."""
    with muffled():
        try:
            stated, options = type_of(name).parameter_specification, dict(given)
            if any(type(stated[key]) not in KINDS for key in options):  # a game, in OpenSpiel's own notation
                game = openspiel().load_game(f"{name}({','.join(f'{key}={value}' for key, value in given)})")
            else:
                game = openspiel().load_game(name, options)
            kind = game.get_type()
            if not (reason := why_refused(kind, game.num_players())):
                game = openspiel().convert_to_turn_based(game) if is_simultaneous(kind) else game
                start = game.new_initial_state()
        except (RuntimeError, TypeError, ValueError, LookupError) as error:  # SpielError is a RuntimeError
            raise ValueError(f"OpenSpiel refuses it: {' '.join(str(error).split())}") from error
    if reason:
        raise ValueError(f"it cannot be played here: {reason}")
    bounds = game.min_utility(), game.max_utility()
    if not all(map(isfinite, bounds)):
        raise ValueError("it cannot be played here: there is no limit to what can be won")
    parts = lcm(*(parts_of(value) for value in (*bounds, *seen_utilities(start))))
    if parts > FINEST:
        raise ValueError(f"it cannot be played here: its scores are not multiples of 1/{FINEST} point")
    return LoadedGame(game, parts, round(max(map(abs, bounds)) * parts) or 1, is_hidden(kind), is_lucky(kind))


def parts_of(value: float) -> int:
    """Return how many parts a point needs so that `value` is a whole number of them; FINEST + 1 if too many."""
    found = Fraction(value).limit_denominator(FINEST)
    return found.denominator if abs(float(found) - value) < 1e-9 * max(1.0, abs(value)) else FINEST + 1


def seen_utilities(start: Any) -> set[float]:
    """Return what seat 0 won in a few random games, the same each time; nothing if games are too long."""
    rng, found, state = Random(0), set[float](), start.clone()
    for _ in range(TRIED):
        if state.is_terminal():
            found.add(state.returns()[0])
            state = start.clone()
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return found


@contextmanager
def muffled() -> Iterator[None]:
    """Within the block, hide what OpenSpiel itself writes to standard error beside raising an error."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def describe(name: str) -> str:
    """Return a summary of the game in one line, and a paragraph on what it is like and where its rules are."""
    kind = type_of(name)
    seen = "Each seat sees only a part of the position." if is_hidden(kind) else "All is open."
    luck = "There is chance in it." if is_lucky(kind) else "There is no chance in it."
    return (
        f"{kind.long_name}, a game of OpenSpiel's.\n\n{seen} {luck} The rules, the pictures and the texts of the moves "
        f"are OpenSpiel's. Its documentation: https://openspiel.readthedocs.io/en/latest/games.html; its source: "
        f"https://github.com/google-deepmind/open_spiel, in open_spiel/games, under the name {name}."
    )
