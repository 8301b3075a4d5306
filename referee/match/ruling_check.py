"""Whether a game can have been adjudicated as its record says, by the rules that it was played with.

What programs reported during the game is known from the sentence alone. So the sentence must be one of the rules, its
numbers must keep the rule, and the moves must be as many as the rule asks for. A solved position is solved again.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from referee.match.adjudication import Adjudication, Ruling, SolvedTracker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.game import Game
    from referee.match.adjudication_rules import DrawRule, Names, ResignRule

GAP = "\0"  # where numbers stand in a sentence
TOLD = r"(\d+(?:\.\d+)?) %(?: to (\d+(?:\.\d+)?) %)?"
ROUNDED = 0.006  # of a per cent: what is written has two decimals


def can_have_ended_so(
    rules: Adjudication, ruling: Ruling, names: Names, seats: Sequence[int], before: Sequence[int], game: Game
) -> bool:
    """Whether these rules can have ended a game like that.

    names  of both;  seats  that moved, one for each move after the opening;  before  those of the opening.
    game   as it ended.
    """
    if not seats or seats[-1] not in (0, 1) or game.score() is not None:
        return False
    if rules.solved is not None:
        found = SolvedTracker(rules.solved).note(seats[-1], None, game)
        if found is not None:
            return found == ruling
    if ruling.score:
        return rules.resign is not None and is_loss(rules.resign, ruling, names, seats)
    return rules.draw is not None and is_draw(rules.draw, ruling, names, seats, before)


def is_loss(rule: ResignRule, ruling: Ruling, names: Names, seats: Sequence[int]) -> bool:
    """Whether a program can have lost like that."""
    loser = 0 if ruling.score < 0 else 1
    told = numbers_of(ruling.why, rule.why(names, loser, GAP, GAP))
    counted = [seats.count(loser), seats.count(1 - loser)] if rule.twosided else [seats.count(loser)]
    if told is None or abs(ruling.score) != 1 or min(counted) < rule.movecount:
        return False
    mine, theirs = told[0], told[1] if rule.twosided else []
    return (
        (rule.twosided or seats[-1] == loser)
        and all(each <= 100 * rule.score + ROUNDED for each in mine)
        and all(each >= 100 * (1 - rule.score) - ROUNDED for each in theirs)
    )


def is_draw(rule: DrawRule, ruling: Ruling, names: Names, seats: Sequence[int], before: Sequence[int]) -> bool:
    """Whether a game can have been drawn like that."""
    told = numbers_of(ruling.why, rule.why(names, (GAP, GAP)))
    made = [seats.count(seat) + before.count(seat) for seat in (0, 1)]
    return (
        told is not None
        and min(seats.count(0), seats.count(1)) >= rule.movecount
        and min(made) >= rule.movenumber
        and all(abs(each - 50) <= 100 * rule.score + ROUNDED for part in told for each in part)
    )


def numbers_of(why: str, sentence: str) -> list[list[float]] | None:
    """The numbers that stand in the gaps of a sentence, in per cent; None if the text is not that sentence."""
    pattern = TOLD.join(map(re.escape, sentence.split(GAP)))
    found = re.fullmatch(pattern, why)
    if found is None:
        return None
    texts = found.groups()
    return [[float(text) for text in texts[at : at + 2] if text] for at in range(0, len(texts), 2)]
