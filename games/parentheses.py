"""Texts in which parentheses hold together what would else be parted: `leaves=(.9:2,.1:3),seed=1` is two options."""

INSIDE = "."  # stands for what is in parentheses


def split_outside(text: str, sign: str) -> list[str]:
    """The parts of the text between those signs that stand outside parentheses; none of an empty text."""
    if not text:
        return []
    found, place = [], 0
    for masked in mask_parentheses(text).split(sign):
        found.append(text[place : place + len(masked)])
        place += len(masked) + len(sign)
    return found


def partition_outside(text: str, sign: str) -> tuple[str, str, str]:
    """What stands before the first such sign outside parentheses, the sign, and what stands behind it.

    As str.partition does: without a sign the last two are empty.
    """
    place = mask_parentheses(text).find(sign)
    return (text, "", "") if place < 0 else (text[:place], sign, text[place + len(sign) :])


def mask_parentheses(text: str) -> str:
    """The text, as long as it is, with INSIDE for all that stands in parentheses.

    A parenthesis without a partner is a sign like any other.
    """
    signs, waiting, partners = list(text), list[int](), dict[int, int]()
    for place, sign in enumerate(text):
        if sign == "(":
            waiting.append(place)
        elif sign == ")" and waiting:
            partners[waiting.pop()] = place
    end = -1
    for start in sorted(partners):
        if start > end:  # else it lies within the pair before
            end = partners[start]
            signs[start + 1 : end] = INSIDE * (end - start - 1)
    return "".join(signs)
