"""Positions of small games of poker as texts: both cards with a slash between, then all that was said.

`K/? check bet` is what the first seat sees that holds a king: `?` is a card that it does not know, `-` one that was not
dealt yet. A public card stands where it was dealt: `Ks/? check check Qh bet`. A `?` that is read is dealt at random,
alike each time the text is read.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from games.base.notation import fold
from games.base.numeric import seat_index
from games.base.phrases import plain_phrase

RANKS = {"J": "jack", "Q": "queen", "K": "king"}
SUITS = {"": "", "s": " of spades", "h": " of hearts"}
VERBS = "checks", "bets", "calls", "raises", "folds"
SYNONYMS = {"b": "bet", "r": "raise", "f": "fold", "see": "call", **{verb: verb[:-1] for verb in VERBS}}


CARD = 7  # the highest number of a move that deals a card
SHORT = 7  # the bits of an action
WIDTH = 3  # how many these are
WORDS = ("", "check", "bet", "call", "raise", "fold")  # by action
BETS = (0, 0, 1, 1, 2, 0)  # that an action puts into the pot


def text(game: Any, move: int) -> str:
    """Return the word for an action, or the name of the card that is dealt."""
    word: str = WORDS[move & SHORT] if move > CARD else game.deck[move]
    return word


def tidy(game: Any, entry: str) -> str:
    """Return an entry as the game's own word: `folds` and `f` are fold, `pass` is fold to a bet and otherwise check.

    A card may be spelled: `jack`, `king of hearts`.
    """
    word = fold(entry)
    if word in ("c", "pass", "p"):
        facing = game.chips[0] != game.chips[1]
        return ("call" if word == "c" else "fold") if facing else "check"
    for short, rank in RANKS.items():
        word = word.replace(f"{rank}of", short.casefold()).replace(rank, short.casefold())
    return SYNONYMS.get(word, word.replace("spades", "s").replace("hearts", "h"))


def say(game: Any, move: int, seat: int | None = None) -> str:
    """Return what an action is called, or who is dealt which card."""
    if move > CARD:
        return plain_phrase(game, move, seat)
    place, card = count_dealt(game), game.deck[move]
    name = f"the {RANKS[card[0]]}{SUITS[card[1:]]}"
    if place == 2:
        return f"the public card is {name}"
    return f"{{{place}}} is dealt {'a card' if seat == 1 - place else name}"


def meaning(game: Any, move: int) -> str:
    """Return how many chips an action costs."""
    word = text(game, move)
    if move <= CARD or word == "check":
        return ""
    count = game.chips[game.turn] if word == "fold" else BETS[move & SHORT] * (game.bet << game.street)
    chips = f"chip{'s' * (count != 1)}"
    return f"lose {count} {chips}" if word == "fold" else f"{count} more {chips}"


def at_stake(game: Any, seat: int) -> int:
    """Return the chips that the seat has in the pot: what it loses by a fold."""
    chips: int = game.chips[seat_index(seat)]
    return chips


def known(game: Any, seat: int) -> str:
    """Return the seat's own card and all that was said."""
    cards = visible_cards(game, seat)
    if len(cards) < 2:
        return " ".join(("dealt", *cards))
    first, second = (" ".join(words) for words in betting_words(game))
    public = f", {game.deck[game.cards[2]]}: {second}" if game.cards[2] else ""
    return f"{' '.join(cards) if game.over else cards[seat]}: {first}{public}".rstrip()


def count_dealt(game: Any) -> int:
    """Return how many cards were dealt."""
    return sum(card > 0 for card in game.cards)


def visible_cards(game: Any, seat: int | None) -> list[str]:
    """Return the seats' cards dealt so far, `?` for one that this seat (None: an onlooker who sees all) may not see."""
    dealt = [card for card in game.cards[:2] if card]
    return [game.deck[card] if game.over or seat in (None, place) else "?" for place, card in enumerate(dealt)]


def betting_words(game: Any) -> list[list[str]]:
    """Return what was said in each of the two rounds."""
    shifts = range(3 * WIDTH, -1, -WIDTH)
    return [[WORDS[said >> shift & SHORT] for shift in shifts if said >> shift] for said in game.said]


def position(game: Any, seat: int | None = None) -> str:
    """Return the cards as far as the seat knows them, and what was said."""
    one, two = (*visible_cards(game, seat), "-", "-")[:2]
    first, second = betting_words(game)
    return " ".join([f"{one}/{two}", *first, *([game.deck[game.cards[2]], *second] if game.cards[2] else [])])


def read_hands(text: str, deck: Mapping[str, int]) -> tuple[list[int], list[str]]:
    """Return the cards that both were dealt, and what was said and dealt since.

    deck  cards by their names.
    Raises ValueError, which names the card.
    """
    hands, *said = text.split() or [""]
    names = {fold(name): card for name, card in deck.items()}
    held = hands.split("/")
    if len(held) != 2:
        raise ValueError(f"{hands!r} must be two cards such as {list(deck)[-1]}/?, or -/- before the deal")
    for word in held:
        if fold(word) not in names and word not in ("?", "-", ""):
            raise ValueError(f"{word!r} is not a card (cards: {', '.join(deck)}, ?: not known, -: not dealt)")
    known = [names[fold(word)] for word in (*held, *said) if fold(word) in names]
    if twice := [card for card in known if known.count(card) > 1]:
        raise ValueError(f"the card {next(name for name, card in deck.items() if card == twice[0])} stands twice")
    left = [card for card in deck.values() if card not in known]
    Random(text).shuffle(left)
    cards = [names[fold(word)] if fold(word) in names else left.pop() if word == "?" else 0 for word in held]
    if cards[1] and not cards[0]:
        raise ValueError("the first seat is dealt its card first")
    if said and not cards[1]:
        raise ValueError(f"{said[0]!r} is said before both have a card")
    return [card for card in cards if card], said
