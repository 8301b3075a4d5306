"""Finds the games, players or evaluations that a check is about."""

from __future__ import annotations

from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

import games
import players
from games.base.notation import fold
from games.names import user_files
from games.names.catalogue import SpecError
from players.evaluation import load_evaluation
from referee.errors.ownership import find_member

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.game import Game
    from games.names.catalogue import Catalogue
    from games.names.file_contents import Definition

CATALOGUES = (games.CATALOGUE, players.CATALOGUE)
EVALUATION = "eval"
FIELDS = {"game": "games", "player": "players"}
KINDS = (*FIELDS, EVALUATION)
NONE = {
    None: "game and no player: no class extends Game, and none has choose",
    "game": "game: no class extends Game",
    "player": "player: no class has choose, and no function takes a game",
}


class Targets(NamedTuple):
    """The specs of what is to be checked, and notes about what is left out."""

    games: Sequence[str] = ()
    players: Sequence[str] = ()
    evaluations: Sequence[str] = ()
    notes: Sequence[str] = ()


def find_targets(what: str, kind: str | None = None) -> Targets:
    """Return what to check, only of `kind` if that is given. Raises SpecError if there is nothing."""
    if kind == EVALUATION:
        load_evaluation(what)
        return Targets(evaluations=(what,))
    meant = find_all_targets(what)
    meant = meant._replace(**{other: () for other in FIELDS.values() if kind and other != FIELDS[kind]})
    if not meant.games and not meant.players:
        nearly = "" if kind == "game" else players.CATALOGUE.refusal_in(user_files.split_file_spec(what)[0])
        raise SpecError(f"{what} holds no {NONE[kind]}{nearly}")
    return meant


def find_all_targets(what: str) -> Targets:
    """Return all games and players that `what` names."""
    if not user_files.is_file_spec(what):
        found = [catalogue.find(what) is not None for catalogue in CATALOGUES]
        if not any(found):
            raise SpecError(f"{what!r} is not a file, a game or a player; check a file: referee check ./mine.py")
        return Targets((what,)) if found[0] else Targets(players=(what,))
    path, behind = user_files.split_file_spec(what)
    if behind:
        catalogue = find_catalogue(path, behind)
        return Targets((what,)) if catalogue is games.CATALOGUE else Targets(players=(what,))
    of_games, of_players = (list_classes(catalogue, path) for catalogue in CATALOGUES)
    judged = of_players or choose_function(path, of_games)
    return Targets(tuple(of_games), tuple(judged), notes=tuple(note_unchecked(path, judged)))


def list_functions(path: str) -> dict[str, Definition]:
    """Return the functions of a file that could be players, judged by their arguments."""
    return {name: held for name, held in players.CATALOGUE.definitions(path).items() if held.function}


def choose_function(path: str, of_games: list[str]) -> list[str]:
    """Return the spec of the function that is the player of a file; other functions may be anything.

    It has the name of the file, or is the only one that no other function calls. Beside a game there is none without
    that name. Raises SpecError if there are several.
    """
    found = list_functions(path)
    like = [name for name in found if fold(name) == fold(PurePath(path).stem)]
    asked = {name for caller, held in found.items() for name in held.asks if name != caller}
    if of_games and not like:
        return []
    names = like or [name for name in found if name not in asked] or list(found)
    if len(names) > 1:
        how = f"check one, as in {path}:{names[0]}, or an evaluation, as in {path}:{names[-1]} --as {EVALUATION}"
        raise SpecError(f"{path} holds several functions of a game ({', '.join(names)}): {how}")
    return [f"{path}:{name}" for name in names]


def note_unchecked(path: str, judged: Sequence[str]) -> list[str]:
    """Return a sentence about functions that might be players but are not checked, if there are any."""
    left = [name for name in list_functions(path) if f"{path}:{name}" not in judged]
    if not left:
        return []
    how = f"a player: {path}:{left[0]}; an evaluation: {path}:{left[0]} --as {EVALUATION}"
    return [f"not checked, as functions of a game may be anything: {', '.join(left)} ({how})"]


def games_beside(spec: str) -> list[str]:
    """Return the specs of the games in the file of an evaluation."""
    return list_classes(games.CATALOGUE, user_files.split_file_spec(spec)[0])


def find_catalogue(path: str, behind: str) -> Catalogue:
    """Return the catalogue of the thing in the file `path` that `behind` names, or has options for.

    Raises SpecError if the file holds nothing of that name, or several things and none is named.
    """
    word, colon, _ = behind.partition(":")
    things, _ = games.CATALOGUE.contents(path)
    if word in things or word.isidentifier() or colon:
        kinds = [each for each in CATALOGUES if word in each.definitions(path)]
    else:
        kinds = [each for each in CATALOGUES if each.definitions(path)]
    if not kinds:
        holds = "; ".join(f"{each.kind}s: {', '.join(each.definitions(path)) or 'none'}" for each in CATALOGUES)
        what = f"{path}:{word} is neither a game nor a player" if word in things else f"{path} holds no {word!r}"
        raise SpecError(f"{what} ({holds}){players.CATALOGUE.refusal_in(path, word) if word in things else ''}")
    kinds[0].find(f"{path}:{behind}")
    return kinds[0]


def list_classes(catalogue: Catalogue, path: str) -> list[str]:
    """Return the specs of the classes of a catalogue's kind in a file.

    Classes that cannot be made and that another class extends are left out.
    """
    found = {name: held for name, held in catalogue.definitions(path).items() if not held.function}
    parents = {parent for held in found.values() for parent in held.parents}
    begun = [
        name
        for name in found
        if name in parents and (missing_arguments(catalogue, found[name]) or leaves_methods(catalogue, path, name))
    ]
    return [f"{path}:{name}" for name in found if name not in begun]


def leaves_methods(catalogue: Catalogue, path: str, name: str) -> bool:
    """Return whether the class is abstract, by abc or because it writes no rules."""
    if catalogue.definitions(path)[name].abstract or catalogue is not games.CATALOGUE:
        return catalogue.definitions(path)[name].abstract
    kind = catalogue.load_class(f"{path}:{name}")
    return any(not find_member(kind, rule) for rule in ("moves", "make", "score"))


def missing_arguments(catalogue: Catalogue, held: Definition) -> list[str]:
    """Return the arguments that its constructor demands and that nobody gives."""
    return [name for name, option in held.options.items() if option.required and name not in catalogue.handed]


def game_factory(spec: str) -> Callable[[], Game]:
    """Return a function that makes new games of `spec`. Raises SpecError."""
    kind, given = games.CATALOGUE.read(spec)
    return partial(kind, **given)
