"""What is seen in an animated SVG and when: rules of a style sheet, which also move an image on a page or a slide.

Whatever is not animated, since a program knows no animations or a person prefers reduced motion, shows the last frame.
"""

from collections.abc import Mapping, Sequence

from referee.drawing.markup import Markup

Interval = tuple[int, int]  # the frames in which something is shown, the last one not


def intervals(numbers: Sequence[int]) -> list[Interval]:
    """Numbers that grow, as intervals of those that follow each other: [0, 1, 4] as [(0, 2), (4, 5)]."""
    found: list[Interval] = []
    for number in numbers:
        if found and found[-1][1] == number:
            found[-1] = found[-1][0], number + 1
        else:
            found.append((number, number + 1))
    return found


def visibility_rules(names: Mapping[Interval, str], frames: int, seconds: float, pause: float) -> Markup:
    """The rules that show each class in its interval, and without motion those of the last frame alone.

    A frame is shown for so many seconds, and the last one for so many more before the first comes again.
    """
    whole = frames * seconds + pause
    hidden = [f".{name}" for (_, end), name in names.items() if end < frames]
    rules = [f"{', '.join(hidden)} {{ visibility: hidden }}"] if hidden else []
    rules.append("@media (prefers-reduced-motion: no-preference) {")
    for (start, end), name in names.items():
        if (start, end) == (0, frames):
            continue
        moments = {0.0: start == 0, 100 * start * seconds / whole: True}
        if end < frames:
            moments[100 * end * seconds / whole] = False
        keys = " ".join(f"{at:.4f}% {{ visibility: {word(on)} }}" for at, on in sorted(moments.items()))
        rules.append(f"@keyframes {name} {{ {keys} 100% {{ visibility: {word(end == frames)} }} }}")
        rules.append(f".{name} {{ animation: {name} {whole:g}s step-end infinite }}")
    return Markup("\n".join([*rules, "}"]))


def word(on: bool) -> str:
    """The value of visibility."""
    return "visible" if on else "hidden"
