"""Positions of small games of poker as texts: both cards with a slash between, then all that was said.

`K/? check bet` is what the first seat sees that holds a king: `?` is a card that it does not know, `-` one that was not
dealt yet. A public card stands where it was dealt: `Ks/? check check Qh bet`. A `?` that is read is dealt at random,
alike each time the text is read.
"""

from collections.abc import Mapping, Sequence
from random import Random

from games.base.notation import fold

RANKS = {"J": "jack", "Q": "queen", "K": "king"}
SUITS = {"": "", "s": " of spades", "h": " of hearts"}
VERBS = "checks", "bets", "calls", "raises", "folds"
SYNONYMS = {"b": "bet", "r": "raise", "f": "fold", "see": "call", **{verb: verb[:-1] for verb in VERBS}}


def fold_entry(entry: str, facing: bool) -> str:
    """What was typed as the game's own word: `folds` and `f` are fold, `pass` is fold to a bet and else check.

    facing  whether there is a bet to answer.
    A card may be spelled: `jack`, `king of hearts`.
    """
    word = fold(entry)
    if word in ("c", "pass", "p"):
        return ("call" if word == "c" else "fold") if facing else "check"
    for short, rank in RANKS.items():
        word = word.replace(f"{rank}of", short.casefold()).replace(rank, short.casefold())
    return SYNONYMS.get(word, word.replace("spades", "s").replace("hearts", "h"))


def write_hands(cards: Sequence[str], public: str | None, words: Sequence[Sequence[str]]) -> str:
    """The text of the cards that were dealt, as far as they are known, and of the words said in each round."""
    one, two = (*cards, "-", "-")[:2]
    return " ".join([f"{one}/{two}", *words[0], *([public, *words[1]] if public else [])])


def read_hands(text: str, deck: Mapping[str, int]) -> tuple[list[int], list[str]]:
    """The cards that both were dealt, and what was said and dealt since.

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
