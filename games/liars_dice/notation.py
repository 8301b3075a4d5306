"""Bids, positions and pictures of liar's dice.

A position is the dice of both seats, `?` for unknown ones, and all bids. `25/?? 2x5 3x5` is what the first seat sees
after it rolled 2 and 5 and bid 2x5.
"""

import re
from random import Random
from typing import Any

from games.base.notation import fold
from games.game import CHANCE
from games.picture import Hand, Hands

FACES = "123456"
LIAR = 60  # the move that calls; smaller ones are bids, (number - 1) * 6 + face from 0
WIDTH, MASK = 4, 15  # bits per face in a hand
BIDS = (*(f"{move // 6 + 1}x{move % 6 + 1}" for move in range(LIAR)), "liar")  # by move
CALLS = {"liar", "call", "doubt", "lie", "challenge", "bluff", "callliar", "idoubtit", "idoubt", "icall"}
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
BID = re.compile(r"0*([1-9][0-9]*?)(?:x|-|\*|of|times|dice)?([1-6])(?:'?e?s)?")


def text(game: Any, move: int) -> str:
    return str(move + 1) if game.turn == CHANCE else BIDS[move]


def tidy(game: Any, entry: str) -> str:
    """Return an entry as `2x5`, also for `2 5s` and `two fives`, or as `liar`, also for `call` and `doubt`."""
    word = fold(entry).rstrip("!?.").replace("'", "")
    if word in CALLS:
        return "liar"
    for number, name in enumerate(NUMBERS, 1):
        word = word.replace(name, str(number))
    bid = BID.fullmatch(word)
    return f"{bid[1]}x{bid[2]}" if bid else word


def meaning(game: Any, move: int) -> str:
    if move == LIAR:
        return "the last bid is false"
    number, face = NUMBERS[move // 6], NUMBERS[move % 6]
    plural = f"{face}es" if face == "six" else f"{face}s"
    return "" if game.turn == CHANCE else f"at least {number} {plural if move >= 6 else face}"


def say(game: Any, move: int, seat: int | None = None) -> str:
    if game.turn == CHANCE:
        whose = int(game.rolled >= game.dice)
        return f"{{{whose}}} rolls {'a die' if seat == 1 - whose else move + 1}"
    return f"calls {{{1 - game.turn}}} a liar" if move == LIAR else f"bids {BIDS[move]}"


def position(game: Any, seat: int | None = None) -> str:
    return " ".join([f"{visible_dice(game, 0, seat)}/{visible_dice(game, 1, seat)}", *bid_texts(game)])


def known(game: Any, seat: int) -> str:
    return position(game, seat)


def visible_dice(game: Any, whose: int, seat: int | None) -> str:
    """Return the dice of seat `whose`, lowest first, as `seat` (None: all) may see them."""
    if seat is not None and seat != whose and not game.said & 1:
        first = min(game.rolled, game.dice)
        rolled: int = game.rolled - first if whose else first
        return "?" * rolled
    hand: int = game.hands[whose]
    text = ""
    for face in FACES:
        text += face * (hand & MASK)
        hand >>= WIDTH
    return text


def bid_texts(game: Any) -> list[str]:
    """Return the texts of all bids in order, and of the call."""
    said, texts = game.said, []
    while said:  # the first bid is the highest bit
        highest = said.bit_length() - 1
        texts.append(BIDS[LIAR - highest])
        said ^= 1 << highest
    return texts


def read_dice(text: str, dice: int, sides: int = 6) -> tuple[list[list[str]], list[str]]:
    """Return the dice that each seat has rolled, and the bids and the call. Raises ValueError, which names the die.

    dice  of each seat;  sides  of a die. A `?` becomes a random face, the same for the same text.
    """
    faces = FACES[:sides]
    hands, *said = text.split() or [""]
    rng = Random(text)
    held = hands.split("/")
    if len(held) != 2:
        raise ValueError(f"{hands!r} must be the dice of both with / between, as in {(2 * faces)[:dice]}/{'?' * dice}")
    for name, hand in zip(("first", "second"), held, strict=True):
        if len(hand) > dice:
            raise ValueError(f"the {name} seat has {len(hand)} dice, {hand!r}, not {dice}")
        for die in hand:
            if die not in faces + "?":
                raise ValueError(f"{die!r} is not a die (dice: 1 to {sides}, ?: not known)")
    if held[1] and len(held[0]) < dice:
        raise ValueError("the first seat rolls all of its dice first")
    if said and len(held[1]) < dice:
        raise ValueError(f"{said[0]!r} is said before all dice are rolled")
    return [[rng.choice(faces) if die == "?" else die for die in hand] for hand in held], said


def show(game: Any, seat: int | None = None) -> Hands:
    hands = [Hand(name, tuple(visible_dice(game, whose, seat)), seat=whose) for whose, name in enumerate(game.seats)]
    note = "the dice roll" if game.turn == CHANCE else "no bid yet"
    return Hands(tuple(hands), note="said: " + ", ".join(bid_texts(game)) if game.said else note)


def reason(game: Any) -> str:
    bid = bid_texts(game)[-2]
    number, face = (int(part) for part in bid.split("x"))
    both = sum(game.hands)
    count = both >> WIDTH * (face - 1) & MASK
    if face - 1 != game.wild:
        count += both >> WIDTH * game.wild & MASK  # 6, no wild face, adds 0
    there = f"there {'is' if count == 1 else 'are'} {count or 'none'}"
    return f"the bid {bid} {'holds' if count >= number else 'fails'}, {there}"
