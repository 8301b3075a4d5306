"""Moves, positions and pictures of small games of poker.

A position is both cards with a slash between, and then all actions. `K/? check bet` is what the first seat sees if it
holds a king: `?` is an unknown card, `-` one that is not dealt yet. A public card stands where it was dealt, as in
`Ks/? check check Qh bet`. Reading a `?` deals a random card, the same one for the same text.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from games.base.notation import fold
from games.base.numeric import seat_index
from games.base.phrases import plain_phrase
from games.picture import Hand, Hands

RANKS = {"J": "jack", "Q": "queen", "K": "king"}
SUITS = {"": "", "s": " of spades", "h": " of hearts"}
VERBS = "checks", "bets", "calls", "raises", "folds"
SYNONYMS = {"b": "bet", "r": "raise", "f": "fold", "see": "call", **{verb: verb[:-1] for verb in VERBS}}
CARD = 7  # the highest move that deals a card
SHORT, WIDTH = 7, 3  # the mask of an action, and its number of bits
WORDS = ("", "check", "bet", "call", "raise", "fold")  # by action
BETS = (0, 0, 1, 1, 2, 0)  # that an action adds to the pot


def text(game: Any, move: int) -> str:
    word: str = WORDS[move & SHORT] if move > CARD else game.deck[move]
    return word


def tidy(game: Any, entry: str) -> str:
    """Return an entry as the game's own word, also for `f`, for `pass` (fold after a bet) and for `king of hearts`."""
    word = fold(entry)
    if word in ("c", "pass", "p"):
        facing = game.chips[0] != game.chips[1]
        return ("call" if word == "c" else "fold") if facing else "check"
    for short, rank in RANKS.items():
        word = word.replace(f"{rank}of", short.casefold()).replace(rank, short.casefold())
    return SYNONYMS.get(word, word.replace("spades", "s").replace("hearts", "h"))


def say(game: Any, move: int, seat: int | None = None) -> str:
    if move > CARD:
        return plain_phrase(game, move, seat)
    place, card = sum(card > 0 for card in game.cards), game.deck[move]
    name = f"the {RANKS[card[0]]}{SUITS[card[1:]]}"
    if place == 2:
        return f"the public card is {name}"
    return f"{{{place}}} is dealt {'a card' if seat == 1 - place else name}"


def meaning(game: Any, move: int) -> str:
    word = text(game, move)
    if move <= CARD or word == "check":
        return ""
    count = game.chips[game.turn] if word == "fold" else BETS[move & SHORT] * (game.bet << game.street)
    chips = f"chip{'s' * (count != 1)}"
    return f"lose {count} {chips}" if word == "fold" else f"{count} more {chips}"


def at_stake(game: Any, seat: int) -> int:
    chips: int = game.chips[seat_index(seat)]
    return chips


def known(game: Any, seat: int) -> str:
    cards = visible_cards(game, seat)
    if len(cards) < 2:
        return " ".join(("dealt", *cards))
    first, second = (" ".join(words) for words in betting_words(game))
    public = f", {game.deck[game.cards[2]]}: {second}" if game.cards[2] else ""
    return f"{' '.join(cards) if game.over else cards[seat]}: {first}{public}".rstrip()


def visible_cards(game: Any, seat: int | None) -> list[str]:
    """Return the seats' cards dealt so far, `?` for one that `seat` (None: all) may not see."""
    dealt = [card for card in game.cards[:2] if card]
    return [game.deck[card] if game.over or seat in (None, place) else "?" for place, card in enumerate(dealt)]


def betting_words(game: Any) -> list[list[str]]:
    """Return the actions of both rounds."""
    shifts = range(3 * WIDTH, -1, -WIDTH)
    return [[WORDS[said >> shift & SHORT] for shift in shifts if said >> shift] for said in game.said]


def position(game: Any, seat: int | None = None) -> str:
    one, two = (*visible_cards(game, seat), "-", "-")[:2]
    first, second = betting_words(game)
    return " ".join([f"{one}/{two}", *first, *([game.deck[game.cards[2]], *second] if game.cards[2] else [])])


def read_hands(text: str, deck: Mapping[str, int]) -> tuple[list[int], list[str]]:
    """Return the cards that both seats hold, and the later actions and cards. Raises ValueError, which names the card.

    deck  cards by their names.
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


def show(game: Any, seat: int | None = None) -> Hands:
    cards = [*((card,) for card in visible_cards(game, seat)), (), ()]
    hands = []
    for place, name in enumerate(game.seats):
        left = f", {game.stacks[place] - game.chips[place]} left" if game.stacks[place] else ""
        hands.append(Hand(name, cards[place], f"in the pot {game.chips[place]}{left}", place))
    if game.cards[2]:
        hands.append(Hand("Public", (game.deck[game.cards[2]],)))
    return Hands(tuple(hands), "; ".join(", ".join(words) for words in betting_words(game) if words))


def reason(game: Any) -> str:
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
