"""What people see of liar's dice: hands, what was said, and how a game ended."""

from typing import Any

from games.game import CHANCE
from games.liars_dice.notation import MASK, WIDTH, bid_texts, visible_dice
from games.picture import Hand, Hands


def show(game: Any, seat: int | None = None) -> Hands:
    """Return the dice as far as the seat may see them, and what was said."""
    hands = [Hand(name, tuple(visible_dice(game, whose, seat)), seat=whose) for whose, name in enumerate(game.seats)]
    return Hands(tuple(hands), note=note(game))


def note(game: Any) -> str:
    """Return all bids, or what is awaited before the first."""
    if game.said:
        return "said: " + ", ".join(bid_texts(game))
    return "the dice roll" if game.turn == CHANCE else "no bid yet"


def reason(game: Any) -> str:
    """Return whether the last bid holds, and how many dice there are of its face."""
    bid = bid_texts(game)[-2]
    number, face = (int(part) for part in bid.split("x"))
    both = sum(game.hands)
    count = both >> WIDTH * (face - 1) & MASK
    if face - 1 != game.wild:
        count += both >> WIDTH * game.wild & MASK  # above all faces lie no dice, so that a wild face of 6 adds none
    there = f"there {'is' if count == 1 else 'are'} {count or 'none'}"
    return f"the bid {bid} {'holds' if count >= number else 'fails'}, {there}"
