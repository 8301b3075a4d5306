"""Names for classes, functions and objects of this session: each gets a spec such as `here:Chomp`.

A name stands for one thing as long as it is kept. Equal things share a name, so the same calls return the same records.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from contextlib import contextmanager
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Any

from games.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

HERE = "here"  # the prefix of these specs
MOST = 10_000  # names; beyond it the oldest are forgotten


@dataclass(frozen=True, eq=False)
class Lent:
    """Something that was passed, under a name.

    thing  the thing itself, or a copy if it can change;  kind  its class;  identity  equal for equal things.
    made   returns the object that plays; None: the class makes a new one for each game.
    """

    thing: Any
    kind: type
    identity: Hashable
    made: Callable[[], Any] | None = None


class LentNames:
    """The names of things. A name is never used again for another thing."""

    def __init__(self) -> None:
        self.lent = OrderedDict[str, Lent]()  # most recently given last; threads read it without the lock
        self.names: dict[Hashable, str] = {}  # by identity
        self.counts: Counter[str] = Counter()  # names given per word
        self.used: Counter[str] = Counter()  # running calls that use a name
        self.lock = Lock()

    def give(self, word: str, lent: Lent) -> str:
        """Return the thing's name: the one that it has, otherwise `word`, with a number if the word is taken.

        Beyond MOST names, the unused ones that were given longest ago are forgotten.
        """
        with self.lock:
            if (held := self.names.get(lent.identity)) is not None:
                self.lent.move_to_end(held)
                return held
            self.counts[word] += 1
            while (name := word if self.counts[word] == 1 else f"{word}{self.counts[word]}") in self.lent:
                self.counts[word] += 1
            self.lent[name], self.names[lent.identity] = lent, name
            unused = (each for each in self.lent if not self.used[each])
            for old in list(islice(unused, max(0, len(self.lent) - MOST))):
                del self.names[self.lent.pop(old).identity]
            return name

    @contextmanager
    def hold(self, name: str) -> Iterator[None]:
        """Within the block the name counts as used and is not forgotten."""
        with self.lock:
            self.used[name] += 1
        try:
            yield
        finally:
            with self.lock:
                self.used -= Counter((name,))  # this drops counts of 0


def is_lent(spec: str) -> bool:
    """Return whether this spec or canonical name is of a thing of a session."""
    return spec.startswith(f"{HERE}:")
