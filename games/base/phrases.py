"""Phrases for moves in sentences about a match, for games without phrases of their own."""

from typing import Any

from games.base.replays import MOVE, heard_by_hidden
from games.picture import Hand, Hands

# Texts of moves that are verbs.
VERBS = {
    "bet": "bets", "call": "calls", "check": "checks", "double": "doubles", "drop": "drops", "fold": "folds",
    "hold": "holds", "pass": "passes", "raise": "raises", "roll": "rolls", "swap": "swaps", "take": "takes",
}  # fmt: skip


def plain_phrase(game: Any, move: int, seat: int | None) -> str:
    """Return the phrase for a legal move as `seat` hears it: `plays 4`, `passes`, `{0} is dealt a card`."""
    text = game.text(move) if seat is None else game.heard(move, seat)
    if game.turn in (0, 1):
        return VERBS.get(text, "makes a hidden move" if text == MOVE else f"plays {text}")
    if type(game).heard is heard_by_hidden and game.hidden(0) != game.hidden(1):
        return f"{{{int(game.hidden(0))}}} is dealt {text}"
    hand = grown_hand(game, move, seat)
    if hand is None:
        return f"chance brings {text}"
    return f"{text} is dealt to {hand.label}" if hand.seat is None else f"{{{hand.seat}}} is dealt {text}"


def grown_hand(game: Any, move: int, seat: int | None) -> Hand | None:
    """Return the hand that gets a card by the move, as `seat` sees it; None if the pictures show none."""
    twin = game.copy()
    twin.make(move)
    before, after = game.show(seat), twin.show(seat)
    if not isinstance(before, Hands) or not isinstance(after, Hands):
        return None
    held = {hand.label: len(hand.cards) for hand in before.hands}
    return next((hand for hand in after.hands if len(hand.cards) > held.get(hand.label, 0)), None)
