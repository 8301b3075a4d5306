"""The options of a player as other programs show and set them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.dataclass import dataclass
from games.names.spec import clip
from games.option import Choice, Option, Whole, YesNo

if TYPE_CHECKING:
    from referee.serving.contestant import Contestant

COMMON = {"table": "Hash", "memory": "Hash", "threads": "Threads"}  # as every program calls them
LARGEST = 2**31 - 1  # whole number that other programs can show
EMPTY = "<empty>"


@dataclass(frozen=True)
class Knob:
    """An option as other programs know it.

    name     by which they call it;  key  our name.
    kind     `spin`, a whole number from `least` to `most`; `check`; `combo`, one of `words`; or `string`.
    default  the value that it has now, as they write it. A spin of 0 stands for none where `option` has no default.
    """

    name: str
    key: str
    option: Option
    kind: str
    default: str
    least: int = 0
    most: int = LARGEST
    words: tuple[str, ...] = ()

    def read(self, text: str) -> Any:
        """The value of that text, None for the default. Raises ValueError, which quotes it."""
        word = text.strip()
        if word in ("", EMPTY) or (self.kind == "spin" and self.option.default is None and word == "0"):
            return None
        if self.kind == "check" and word in ("0", "1"):
            return word == "1"
        try:
            return self.option.read(word)
        except (ValueError, KeyError) as error:
            raise ValueError(f"{self.name}={clip(word)} must be {self.option.allowed}") from error


def knobs_of(contestant: Contestant) -> list[Knob]:
    """The options of a player, in their order."""
    return [make_knob(key, option, contestant.given.get(key)) for key, option in contestant.options.items()]


def find_knob(contestant: Contestant, name: str) -> Knob | None:
    """The option that they call so, or we do; case does not matter. None if there is none."""
    wanted = name.casefold()
    return next((knob for knob in knobs_of(contestant) if wanted in (knob.name.casefold(), knob.key.casefold())), None)


def make_knob(key: str, option: Option, given: Any) -> Knob:
    """The option of that name, which has been given that value, or None."""
    name, value = COMMON.get(key, key), option.default if given is None else given
    match option:
        case Whole() if type(value) is int or (value is None and (option.least or 0) >= 1):
            least = 0 if option.default is None else -LARGEST if option.least is None else option.least
            most = LARGEST if option.most is None else min(option.most, LARGEST)
            return Knob(name, key, option, "spin", str(value or 0), least, most)
        case YesNo():
            return Knob(name, key, option, "check", "true" if value else "false")
        case Choice() if value is not None:
            return Knob(name, key, option, "combo", str(value), words=option.words)
    return Knob(name, key, option, "string", "" if value is None else option.write(value))
