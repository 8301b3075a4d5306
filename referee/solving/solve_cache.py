"""What is known of a position before a search: by theory, or from the cache of solutions on disk.

One SQLite file in the person's cache folder, or in the one that REFEREE_CACHE names. The key of a row is the digest of
all that its result rests on: the game with its options, the position, and the sources of the rules and of the searches.
So results of other rules or other searches are never found.
"""

import hashlib
import json
import math
import os
import sqlite3
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import cached_property
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeVar

import games
from games.base.origins import comes_with_program
from games.base.rule_values import text_of
from games.capabilities import theories_after, theory_of
from games.game import Game
from games.names.catalogue import SpecError
from games.names.session_objects import is_lent
from games.option import options_of
from players.optimal import choose_by_theory
from referee.solving.exhaustive import LINE, as_dict, moves_as_dicts
from referee.solving.value import settled
from referee.support.complaints import complain

NAME = "solutions-1.sqlite"  # the number is the version of its table
MOST = 10_000  # rows; the oldest go first
PATIENCE = 5.0  # seconds to wait while another process writes
TRIES = 20  # for locks that SQLite does not wait for by itself
SOURCES = (".py", ".pxd")
BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)

Answer = TypeVar("Answer")
MANY = 1_000  # moves: with more, theory follows the line without looking at all of them
WORTHWHILE = 0.05  # seconds: results of shorter searches are not kept


class Solutions:
    """The cache in a folder. A failure is reported once, in one line; after that it knows nothing."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.path = folder / NAME
        self.works = True

    def find(self, key: str) -> dict[str, Any] | None:
        """Return what was kept under `key`; None if nothing was, or if it was changed since."""
        if not os.path.exists(self.path):  # noqa: PTH110  # unlike Path's it never raises
            return None
        row = self.ask(lambda db: db.execute("SELECT value, checksum FROM solutions WHERE key = ?", (key,)).fetchone())
        if row is None or row[1] != checksum(key, row[0]):
            return None
        found: dict[str, Any] = json.loads(row[0])
        return found

    def keep(self, key: str, found: dict[str, Any]) -> None:
        """Keep a result under `key`, replacing the old one, and drop the oldest rows above MOST."""
        value = json.dumps(found)

        def write(db: sqlite3.Connection) -> None:
            db.execute("REPLACE INTO solutions VALUES (?, ?, ?)", (key, value, checksum(key, value)))
            db.execute(
                "DELETE FROM solutions WHERE rowid IN (SELECT rowid FROM solutions ORDER BY rowid DESC"
                " LIMIT -1 OFFSET ?)", (MOST,),
            )  # fmt: skip

        self.ask(write)

    def ask(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer | None:
        """Return the result of `work` on the file, in one transaction; None if there is no usable file."""
        for count in range(TRIES):
            if not self.works:
                break
            try:
                with closing(self.connect()) as db, db:
                    return work(db)
            except (sqlite3.Error, OSError) as error:
                code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
                if code in BROKEN and count < TRIES - 1:
                    self.put_aside()
                elif code in BUSY and count < TRIES - 1:
                    sleep(0.05)
                else:
                    self.give_up(error)
        return None

    def connect(self) -> sqlite3.Connection:
        """Open the file, creating it if there is none. Raises sqlite3.Error and OSError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(self.path, timeout=PATIENCE)
        try:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("CREATE TABLE IF NOT EXISTS solutions (key TEXT PRIMARY KEY, value TEXT, checksum TEXT)")
        except sqlite3.Error:
            db.close()
            raise
        return db

    def put_aside(self) -> None:
        """Rename a file that is not a database, so that a new one is begun."""
        aside = self.path.with_suffix(".broken")
        try:
            os.replace(self.path, aside)  # noqa: PTH105
            for ending in ("-wal", "-shm"):
                Path(f"{self.path}{ending}").unlink(
                    missing_ok=True
                )  # otherwise their changes would go into the new file
        except FileNotFoundError:
            return  # another process was faster
        except OSError as error:
            self.give_up(error)
            return
        complain(f"the cache of solutions was damaged, and a new one is begun; the old one is {aside}")

    def give_up(self, error: Exception) -> None:
        """Report that there is no cache, and stop using it."""
        self.works = False
        complain(f"no cache of solutions in {self.folder}: {error}")


def cache_folder() -> Path:
    """Return the folder that REFEREE_CACHE names, else the person's own for caches."""
    named = os.environ.get("REFEREE_CACHE")
    if named:
        return Path(named)
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("referee", appauthor=False))


def checksum(key: str, value: str) -> str:
    """Return the checksum of a row, which shows later changes."""
    return hashlib.sha256(f"{key} {value}".encode()).hexdigest()


def key_of(spec: str, game: Game) -> str | None:
    """Return the key of a game's position, loaded by `spec`; None if something that counts cannot be read.

    Mirror images may share a `Game.key`, but their moves have other names: so what is seen counts too.
    """
    kind, position = type(game), game.key()
    if not position or is_lent(spec):  # the next class of a session may have the same name
        return None
    options = options_of(kind)
    try:
        given = games.CATALOGUE.read(spec)[1]
        seen = [game.turn, position, game.known(0), game.known(1)]
        stated = sorted((key, repr(given.get(key, option.default))) for key, option in options.items())
        told = [kind.__module__, kind.__qualname__, stated, seen, sources(kind)]
    except (SpecError, ValueError, OSError):
        return None
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def sources(kind: type) -> str:
    """Return a digest of the sources of the rules and of the searches. Raises OSError if there is no source."""
    digest = hashlib.sha256()
    for path in sorted({path for parent in kind.__mro__[:-1] for path in beside(parent)} | searches()):
        digest.update(f"{path.name} {path.stat().st_size} ".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def beside(kind: type) -> set[Path]:
    """Return the file of the class, or all sources of its package; of a class of the program, all games' sources."""
    if comes_with_program(kind):
        return sources_below(games.__path__)
    module = sys.modules.get(kind.__module__)
    file = getattr(module, "__file__", None)
    if file is None:
        raise FileNotFoundError(kind.__module__)
    folder = Path(file).parent
    if getattr(module, "__package__", ""):
        return {path for path in folder.iterdir() if path.suffix in SOURCES}
    return {folder / f"{kind.__module__.rpartition('.')[2]}.py"}


def sources_below(folders: Iterable[str]) -> set[Path]:
    """Return all sources in the folders and below them."""
    return {path for folder in folders for path in Path(folder).rglob("*") if path.suffix in SOURCES}


def searches() -> set[Path]:
    """Return the sources of the searches, and of the module that runs them."""
    import players.search
    from referee.solving import exhaustive

    return sources_below(players.search.__path__) | {Path(exhaustive.__file__)}


class Before:
    """What is known of a position before a search: by theory, or from the cache. `spec` names its game."""

    def __init__(self, spec: str, game: Game):
        self.spec, self.game = spec, game
        self.cache = Solutions(cache_folder())

    @cached_property
    def key(self) -> str | None:
        """The position's key in the cache."""
        return key_of(self.spec, self.game)

    def found(self, fresh: bool = False) -> dict[str, Any] | None:
        """Return what theory says, or the cache unless `fresh`; None if neither knows."""
        if known := without_search(self.game):
            return known
        kept = None if fresh or self.key is None else self.cache.find(self.key)
        return None if kept is None else kept | {"cached": True}

    def keep(self, found: dict[str, Any]) -> None:
        """Keep a search's result in the cache, if it is complete and took its time."""
        if found["solved"] and found["seconds"] > WORTHWHILE and self.key is not None:
            self.cache.keep(self.key, found)


def without_search(game: Game) -> dict[str, Any] | None:
    """Return what theory knows of the position and all its moves, as JSON's types; None if it does not know."""
    start, theory = monotonic(), theory_of(game)
    if theory is None:
        return None
    found = list(theories_after(game))
    rows = [(move, settled(then.score)) for move, then in found if then is not None]
    if len(rows) < len(found):
        return None
    whole, method, twin = settled(theory.score), theory.name, game.copy()
    line: list[str] = []
    deadline = math.inf if len(rows) <= MANY else 0.0
    while len(line) < LINE and twin.score() is None and (theory := theory_of(twin)) is not None:
        best = choose_by_theory(twin, theory, deadline, start)
        if best is None:
            break
        line.append(text_of(twin, best.move))
        twin.make(best.move)
    told = {"solved": True} | as_dict(game, whole) | {"moves": moves_as_dicts(game, rows, whole), "line": line}
    return told | {"positions": 0, "seconds": monotonic() - start, "method": method, "cached": False}
