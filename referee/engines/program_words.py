"""The words in which a program in any language is told of a game, one line each: plain ones, or JSON objects."""

from __future__ import annotations

import json
from typing import Protocol

import games
from games.base.notation import printable
from games.game import CHANCE, Game
from games.names import user_files
from games.names.spec import clip, split_rest
from referee.dialects.spoken_games import name_of

SEATS: dict[int, int | str] = {0: 0, 1: 1, CHANCE: "chance"}  # what they are called


class Words(Protocol):
    """The lines of the protocol; those without arguments stand alone."""

    end: str
    quit: str

    def begin(self, name: str, seat: int) -> str:
        """A game of that name begins, and the program has that seat."""
        ...

    def heard(self, seat: int, text: str) -> str:
        """That seat, or chance, has made a move."""
        ...

    def choose(self, position: str | None, moves: list[str], seconds: float | None) -> str:
        """It is to choose one of these moves, in so many seconds, if there is a limit; maybe several lines."""
        ...


class PlainWords(Words):
    """`heard 0 e2e4`: a word that says what follows, and that behind blanks."""

    end, quit = "end", "quit"

    def begin(self, name: str, seat: int) -> str:
        return f"begin {name} {seat}"

    def heard(self, seat: int, text: str) -> str:
        return f"heard {SEATS[seat]} {printable(text)}"

    def choose(self, position: str | None, moves: list[str], seconds: float | None) -> str:
        shown = [] if position is None else [f"position {printable(position)}"]
        limit = "" if seconds is None else f" {write_seconds(seconds)}"
        return "\n".join([*shown, f"moves {' '.join(map(printable, moves))}", f"choose{limit}"])


class JsonWords(Words):
    """`{"do": "heard", "seat": 0, "move": "e2e4"}`: an object, whose `do` says what it is about."""

    end, quit = json.dumps({"do": "end"}), json.dumps({"do": "quit"})

    def begin(self, name: str, seat: int) -> str:
        return json.dumps({"do": "begin", "game": name, "seat": seat})

    def heard(self, seat: int, text: str) -> str:
        return json.dumps({"do": "heard", "seat": SEATS[seat], "move": text})

    def choose(self, position: str | None, moves: list[str], seconds: float | None) -> str:
        shown = {} if position is None else {"position": position}
        limit = {} if seconds is None else {"seconds": round(seconds, 3)}
        return json.dumps({"do": "choose", "moves": moves, **shown, **limit})


def write_seconds(seconds: float) -> str:
    """The seconds with three places at most."""
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


def name_game(spec: str, game: Game) -> str:
    """The name of the game with the options of its spec, all named, without blanks: `chips:chips=31,rule=last`.

    A game in a file is called like its class, and so is one without a spec. Where it starts is not part of the name:
    that may tell what a seat does not know.
    """
    if not spec:
        return name_of(game) or type(game).__name__
    spec = split_rest(spec, games.CATALOGUE.rest)[0]
    name, _ = games.CATALOGUE.require_name(spec)
    options, given = games.CATALOGUE.options(name), games.CATALOGUE.check(spec)
    called = user_files.split_file_spec(name)[1] if user_files.is_file_spec(name) else name
    text = ",".join(f"{key}={options[key].write(value)}" for key, value in given.items())
    return "".join(f"{called}{':' if text else ''}{text}".split())


def read_json(line: str) -> str:
    """The move in an answer in JSON, `{"move": "5"}` or `"5"`. Raises ValueError, of words that follow the answer."""
    try:
        found = json.loads(line)
    except RecursionError:
        found = None
    except ValueError:
        raise ValueError("which is not JSON") from None
    if isinstance(found, str):
        return found
    if not isinstance(found, dict) or "move" not in found:
        raise ValueError('which has no "move"')
    move = found["move"]
    if type(move) is int:
        return str(move)
    if isinstance(move, str):
        return move
    raise ValueError(f'whose "move" is {clip(json.dumps(move))}, not a text or a whole number')
