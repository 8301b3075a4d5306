"""Positions of liar's dice as texts: the dice of both seats, `?` where they are not known, and all bids.

`25/?? 2x5 3x5` is what the first seat sees that rolled 2 and 5, and has bid 2x5.
"""

from random import Random

FACES = "123456"


def read_dice(text: str, dice: int, sides: int = 6) -> tuple[list[list[str]], list[str]]:
    """The dice that both seats have rolled, each of that many with so many sides, and what was said.

    Raises ValueError, which names the die.
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
