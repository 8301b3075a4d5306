"""Texts that are split only outside parentheses and double quotes.

`leaves=(.9:2,.1:3),seed=1` is two options, and so is `command="gnugo --seed 1,2",margin=0.1`.
"""

INSIDE = "."  # replaces what is in parentheses or quotes


def split_outside(text: str, sign: str) -> list[str]:
    """Return the parts of the text between signs outside parentheses and quotes; [] for an empty text."""
    if not text:
        return []
    found, place = [], 0
    for masked in mask_inside(text).split(sign):
        found.append(text[place : place + len(masked)])
        place += len(masked) + len(sign)
    return found


def partition_outside(text: str, sign: str) -> tuple[str, str, str]:
    """Return the text before and after the first `sign` outside parentheses and quotes, like str.partition."""
    place = mask_inside(text).find(sign)
    return (text, "", "") if place < 0 else (text[:place], sign, text[place + len(sign) :])


def mask_inside(text: str) -> str:
    """Return a text of the same length, with INSIDE for everything in double quotes or parentheses.

    A quote or parenthesis without a partner is an ordinary character.
    """
    return mask_parentheses(mask_quoted(text))


def mask_quoted(text: str) -> str:
    """Return a text of the same length, with INSIDE for everything in double quotes."""
    pieces = text.split('"')
    last = len(pieces) - 1
    return '"'.join(INSIDE * len(each) if place % 2 and place < last else each for place, each in enumerate(pieces))


def mask_parentheses(text: str) -> str:
    """Return a text of the same length, with INSIDE for everything in parentheses."""
    if "(" not in text:  # as most specs
        return text
    signs, waiting, partners = list(text), list[int](), dict[int, int]()
    for place, sign in enumerate(text):
        if sign == "(":
            waiting.append(place)
        elif sign == ")" and waiting:
            partners[waiting.pop()] = place
    end = -1
    for start in sorted(partners):
        if start > end:  # otherwise it lies within the pair before
            end = partners[start]
            signs[start + 1 : end] = INSIDE * (end - start - 1)
    return "".join(signs)
