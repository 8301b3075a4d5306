"""What people see of poker: hands, chips, what was said, and how a game ended."""

from typing import Any

from games.picture import Hand, Hands
from games.poker.notation import RANKS, betting_words, visible_cards


def show(game: Any, seat: int | None = None) -> Hands:
    """Return the hands as far as the seat may see them, with their chips, and what was said."""
    cards = [*((card,) for card in visible_cards(game, seat)), (), ()]
    hands = [Hand(name, cards[place], chips_text(game, place), place) for place, name in enumerate(game.seats)]
    if game.cards[2]:
        hands.append(Hand("Public", (game.deck[game.cards[2]],)))
    return Hands(tuple(hands), "; ".join(", ".join(words) for words in betting_words(game) if words))


def chips_text(game: Any, seat: int) -> str:
    """Return how many chips the seat has in the pot, and how many it has left."""
    left = f", {game.stacks[seat] - game.chips[seat]} left" if game.stacks[seat] else ""
    return f"in the pot {game.chips[seat]}{left}"


def reason(game: Any) -> str:
    """Return who folded, or which cards won."""
    if game.chips[0] != game.chips[1]:
        return f"{game.seats[0 if game.chips[0] < game.chips[1] else 1]} folded"
    ranks = [game.deck[card][0] for card in game.cards if card]
    one, other = (RANKS[rank] for rank in ranks[:2])
    if one == other:
        return f"both hold a {one}"
    for seat in (0, 1):
        if ranks[seat] in ranks[2:]:
            return f"{game.seats[seat]} has a pair of {RANKS[ranks[seat]]}s"
    return f"a {one} beats a {other}" if game.score() > 0 else f"a {other} beats a {one}"
