"""The trees of a book as texts: `3-12-8/2-4-6/14-5-2` is a root with three branches of three leaves each.

    tree     branch / branch / ...     a single branch is the tree itself
    branch   name=level                the name of the move to the branch may be left out
    level    item - item - ...         a single item without a name is the level itself
    item     name=leaf  name=(tree)    the name may be left out; a leaf is a whole number, what MAX wins there; x or ?
                                       if nobody looks at it
             (weight:branch, ...)      chance: probabilities that sum to 1, or whole numbers in proportion

A name at the start of a branch belongs to the branch if there are several branches, and to the outcome if it is one of
chance; otherwise to the first item. If items of a named branch have names too, the text is ambiguous and refused;
parentheses make it clear.
"""

from __future__ import annotations

import re
from dataclasses import field
from fractions import Fraction
from math import lcm
from typing import NoReturn

from games.dataclass import dataclass
from games.names.spec import clip

LARGEST = 1_000_000_000  # leaf or weight, within what games and searches can count with
LONGEST = 24  # characters of a probability
DEEPEST = 100  # nested parentheses
AROUND = 20  # characters quoted before an error
BLANKS = re.compile(r"\s*")
WORD = re.compile(r"-?[^-/(),:=\s]+|.", re.DOTALL)
BLANK = ("x", "?")
NUMBER = re.compile(r"[-+]?\d+", re.ASCII)
NAME = re.compile(r"[^\W\d_][\w']*")
NAMED = re.compile(r"\s*[^-/(),:=\s]+\s*=")
SHARE = re.compile(r"\d*\.\d+|\d+\.?|\d+/[1-9]\d*", re.ASCII)
CHANCE = re.compile(r"\([^-(),:=]*:")  # the beginning of a chance node
WANTED = "is not a number, a name= or a tree in parentheses; a leaf is like 3 or a=3, or x if nobody looks at it"


@dataclass
class Subtree:
    """A node as it was read, and the name of the move to it: "" for the default of the book.

    worth   what MAX wins at a leaf; None if it is not known, and for other nodes.
    share   of an outcome of chance, relative to its siblings;  chance  whether the kids are outcomes.
    """

    kids: list[Subtree] = field(default_factory=list)
    worth: int | None = None
    chance: bool = False
    name: str = ""
    share: Fraction = Fraction(1)


def read_tree(text: str) -> Subtree:
    """Return the root of the tree in the text. Raises ValueError, one line that quotes the place."""
    reader = Reader(text)
    root = reader.tree(0)
    if reader.peek():
        reader.refuse("closes nothing" if reader.peek() == ")" else "is not -, / or the end")
    if not root.kids:
        raise ValueError(f"leaves {clip(text)!r}: a leaf alone leaves nothing to play; a tree is like 3-12-8/2-4-6")
    return root


class Reader:
    """Reads a text from the left; each method reads what it is named after, and then stands behind it."""

    def __init__(self, text: str):
        self.text = text
        self.at = 0
        self.parted = find_parted(text)

    def peek(self) -> str:
        """Return the next word or sign; "" at the end."""
        self.at = BLANKS.match(self.text, self.at).end()  # type: ignore[union-attr]  # it always matches
        found = WORD.match(self.text, self.at)
        return found[0] if found else ""

    def take(self, sign: str) -> bool:
        """Return whether `sign` is next, and skip it."""
        if not self.peek() or self.text[self.at] != sign:
            return False
        self.at += 1
        return True

    def refuse(self, why: str, place: int | None = None) -> NoReturn:
        """Raise ValueError about the word at `place`; None: at the next one."""
        if place is not None:
            self.at = place
        word = self.peek()
        before = self.text[: self.at].rstrip()
        before = before if len(before) <= AROUND else f"...{before[3 - AROUND :]}"
        where = f" after {before!r}" if before else ""
        said = f"{word!r}{where} {why}" if word else f"the end{where} {why}"
        raise ValueError(f"leaves {clip(self.text)!r}: {said}")

    def tree(self, depth: int, start: int = -1) -> Subtree:
        """Return a tree at nesting `depth` whose parenthesis opened at `start`; -1: the whole text."""
        if start not in self.parted:
            return self.branch(depth, alone=True)
        found = [self.branch(depth)]
        while self.take("/"):
            found.append(self.branch(depth))
        return Subtree(found)

    def branch(self, depth: int, alone: bool = False) -> Subtree:
        """Return a branch or an outcome. alone: it is the whole tree, so a name belongs to its first item."""
        name, start = "", self.at
        if not alone and NAMED.match(self.text, self.at):
            name = self.name()
        items = [self.item(depth)]
        while self.take("-"):
            items.append(self.item(depth))
        if name and any(item.name for item in items):
            self.refuse(f"names the branch or its first move? Write {name}=(...) or (...) around the branch", start)
        found = Subtree(items) if len(items) > 1 or items[0].name else items[0]
        found.name = name
        return found

    def name(self) -> str:
        """Return a name and skip the = after it."""
        name = self.peek()
        if not NAME.fullmatch(name):
            self.refuse("is not a name, which is a letter and then letters or digits")
        if name.casefold() == "start":
            self.refuse("is what the root is called: no move can be")
        self.at += len(name)
        self.take("=")
        return name

    def item(self, depth: int) -> Subtree:
        """Return a leaf or a tree in parentheses, with its name."""
        name = self.name() if NAMED.match(self.text, self.at) else ""
        found = self.inner(depth) if self.peek() == "(" else Subtree(worth=self.leaf())
        found.name = name
        return found

    def leaf(self) -> int | None:
        """Return the number of a leaf; None if it has none."""
        word = self.peek()
        if word.casefold() in BLANK:
            self.at += len(word)
            return None
        if not NUMBER.fullmatch(word):
            self.refuse(WANTED if word else "lacks a number, a name= or a tree in parentheses")
        if len(word) > len(str(LARGEST)) + 1 or abs(int(word)) > LARGEST:
            self.refuse(f"is not from -{LARGEST:,} to {LARGEST:,}")
        self.at += len(word)
        return int(word)

    def inner(self, depth: int) -> Subtree:
        """Return what is in parentheses: a tree, or the outcomes of chance."""
        start = self.at
        if depth == DEEPEST:
            self.refuse(f"is more than {DEEPEST} parentheses deep")
        self.at += 1
        chance = CHANCE.match(self.text, start) is not None
        found = self.outcomes(depth + 1) if chance else self.tree(depth + 1, start)
        if not self.take(")"):
            if not self.peek():
                self.refuse("is never closed", start)
            outcome = "an outcome with slashes stands in parentheses" if chance else "chance is like (.9:2,.1:3)"
            self.refuse(f"is not -, {'a comma' if chance else '/'} or ); {outcome}")
        if chance:
            self.weigh(found, start)
        return found

    def outcomes(self, depth: int) -> Subtree:
        """Return the outcomes of chance, each with its share as written."""
        found: list[Subtree] = []
        while not found or self.take(","):
            share = self.share()
            found.append(self.branch(depth))
            found[-1].share = share
        return Subtree(found, chance=True)

    def weigh(self, node: Subtree, start: int) -> None:
        """Turn the shares of a node's outcomes into whole weights; the parenthesis at `start` opens them."""
        shares = [kid.share for kid in node.kids]
        if any(share.denominator > 1 for share in shares) and sum(shares) != 1:
            self.refuse(f"begins probabilities that come to {write_number(sum(shares, Fraction()))}, not 1", start)
        whole = lcm(*(share.denominator for share in shares))
        if sum(shares) * whole > LARGEST:
            self.refuse(f"begins weights that come to more than {LARGEST:,} in whole numbers", start)
        for kid in node.kids:
            kid.share *= whole

    def share(self) -> Fraction:
        """Return the probability or weight of an outcome, and skip the colon after it."""
        self.peek()
        end = self.text.find(":", self.at)
        word = self.text[self.at : end].strip()
        if end < 0 or not SHARE.fullmatch(word) or len(word) > LONGEST or not Fraction(word):
            self.refuse("is not a probability or a weight above 0, as in (.9:2,.1:3)")
        self.at = end + 1
        return Fraction(word)


def find_parted(text: str) -> set[int]:
    """Return where parentheses open that directly contain slashes, -1 for the whole text; fractions count too."""
    found, around = set(), [-1]
    for place, sign in enumerate(text):
        if sign == "(":
            around.append(place)
        elif sign == ")" and len(around) > 1:
            around.pop()
        elif sign == "/":
            found.add(around[-1])
    return found


def write_number(number: Fraction) -> str:
    """Return the number as a decimal if it has a short one, otherwise as a fraction: `1.1`, `4/3`."""
    short = f"{float(number):g}"
    return short if Fraction(short) == number else str(number)
