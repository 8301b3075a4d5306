"""The options that a UCI program tells of itself: `option name Hash type spin default 16 min 1 max 33554432`."""

from collections.abc import Mapping, Sequence

from games.dataclass import dataclass
from games.names.spec import clip
from players.player import Unplayable

MOST = 300  # characters of what people are told
LONGEST = 30  # characters of a number
KEYS = ("name", "type", "default", "min", "max", "var")


@dataclass(frozen=True)
class UciOption:
    """An option of a program.

    kind   check, spin, combo, button or string;  least, most  of a spin;  words  of a combo.
    """

    name: str
    kind: str
    default: str = ""
    least: int | None = None
    most: int | None = None
    words: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """What may be given, in words that follow `must be`."""
        if self.kind == "check":
            return "true or false"
        if self.kind == "spin":
            ends = [
                f" from {self.least}" if self.least is not None else "",
                f" to {self.most}" if self.most is not None else "",
            ]
            return "a whole number" + "".join(ends)
        return " or ".join(self.words) if self.kind == "combo" else "a text"

    def takes(self, value: str) -> bool:
        """Whether the program takes that value. Programs pass over one that they do not take, in silence."""
        if self.kind == "check":
            return value in ("true", "false")
        if self.kind == "combo" and self.words:
            return value.casefold() in {word.casefold() for word in self.words}
        if self.kind != "spin":
            return True
        number = read_number(value)
        return (
            number is not None
            and (self.least is None or self.least <= number)
            and (self.most is None or number <= self.most)
        )


def find_option(known: Mapping[str, UciOption], name: str, value: str, program: str) -> UciOption:
    """The option of that name, by its name in small letters, of the program.

    Raises Unplayable if it has none of that name, or takes no such value.
    """
    option = known.get(name.casefold())
    if option is None:
        names = ", ".join(each.name for each in known.values()) or "none"
        raise Unplayable(clip(f"{program} has no option {name!r} (options: {names})", MOST))
    if not option.takes(value):
        raise Unplayable(clip(f"{program} takes no {option.name}={value}: it must be {option.allowed}", MOST))
    return option


def read_option(words: Sequence[str]) -> UciOption | None:
    """The option that a line of these words tells of; None if it tells of none. Values may hold blanks."""
    found: dict[str, list[str]] = {key: [] for key in KEYS}
    vary: list[list[str]] = []
    key = ""
    for word in words[1:]:
        if word in KEYS and not (key == "name" and word != "type"):
            key = word
            if key == "var":
                vary.append([])
        elif key == "var":
            vary[-1].append(word)
        elif key:
            found[key].append(word)
    name, kind = " ".join(found["name"]), " ".join(found["type"])
    if not name or not kind:
        return None
    least, most = (read_number(" ".join(found[each])) for each in ("min", "max"))
    return UciOption(name, kind, " ".join(found["default"]), least, most, tuple(" ".join(each) for each in vary))


def read_number(text: str) -> int | None:
    """The whole number; None if the text is none, or a longer one than any program means."""
    return int(text) if len(text) <= LONGEST and text.removeprefix("-").isdecimal() else None
