"""Texts, odds and seats of OpenSpiel's games, as they are shown here."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING

from games.base.notation import fold

if TYPE_CHECKING:
    from collections.abc import Mapping

COLOURS = re.compile("\N{ESCAPE}\\[[0-9;]*m")  # signs by which some games write in colours
LIGHTEST = 1 << 30  # the sum of weights that are no exact fractions
NEAR = 1e-9  # how far a probability may be from the fraction that it stands for

# The names of player 0 and player 1, if OpenSpiel's pictures and moves have words for them.
BLACK_WHITE, WHITE_BLACK, X_O, O_X = ("Black", "White"), ("White", "Black"), ("X", "O"), ("O", "X")
SEATS = {
    "antichess": BLACK_WHITE, "breakthrough": BLACK_WHITE, "chess": BLACK_WHITE, "crazyhouse": BLACK_WHITE,
    "cursor_go": BLACK_WHITE, "go": BLACK_WHITE, "gomoku": BLACK_WHITE, "othello": BLACK_WHITE, "shogi": BLACK_WHITE,
    "hive": WHITE_BLACK, "nine_mens_morris": WHITE_BLACK, "amazons": X_O, "backgammon": X_O, "connect_four": X_O,
    "dark_hex": X_O, "dark_hex_ir": X_O, "hex": X_O, "latent_ttt": X_O, "lines_of_action": X_O, "mnk": X_O,
    "phantom_ttt": X_O, "phantom_ttt_ir": X_O, "tic_tac_toe": X_O, "twixt": X_O, "ultimate_tic_tac_toe": X_O,
    "checkers": O_X, "clobber": O_X,
}  # fmt: skip
NUMBERED = ("Player 0", "Player 1")  # as OpenSpiel calls them


@lru_cache(maxsize=4096)
def word_of(text: str) -> str:
    """Return OpenSpiel's text of a move without blanks: those after a comma are dropped, others become underscores."""
    return "_".join(re.sub(r",\s+", ",", COLOURS.sub("", text)).split())


def in_one_line(text: str) -> str:
    """Return the lines of a text behind each other, with single blanks."""
    return " / ".join(" ".join(line.split()) for line in COLOURS.sub("", text).splitlines() if line.strip())


def picture_of(text: str) -> str:
    """Return OpenSpiel's text of a state as lines, without colours and without empty lines at its ends."""
    lines = [line.rstrip() for line in COLOURS.sub("", text).splitlines()]
    filled = [place for place, line in enumerate(lines) if line]
    return "\n".join(lines[filled[0] : filled[-1] + 1]) if filled else ""


def find_move(entry: str, texts: Mapping[str, int]) -> int | None:
    """Return the move whose text equals the entry, exactly, or without case, or folded; None if not just one does."""
    for tidy in (str.strip, lambda text: text.strip().casefold(), fold):
        meant = [move for text, move in texts.items() if tidy(text) == tidy(entry)]
        if meant:
            return meant[0] if len(meant) == 1 else None
    return None


@lru_cache(maxsize=256)
def weights_of(shares: tuple[float, ...]) -> tuple[int, ...]:
    """Return whole numbers from 1 in proportion to the probabilities.

    They are exact for fractions with a small denominator, as those of dice and cards are.
    """
    if max(shares) - min(shares) < NEAR / len(shares):
        return (1,) * len(shares)
    exact = [Fraction(share).limit_denominator(10_000) for share in shares]
    whole = lcm(*(share.denominator for share in exact))
    near = all(each > 0 and abs(float(each) - share) < NEAR for each, share in zip(exact, shares, strict=True))
    if whole > LIGHTEST or not near:
        return tuple(max(1, round(share * LIGHTEST)) for share in shares)
    return tuple(int(share * whole) for share in exact)
