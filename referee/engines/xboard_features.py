"""What an XBoard program tells of itself: `feature ping=1 variants="normal" option="Hash -spin 16 1 64" done=1`."""

import re

from referee.engines.uci_options import UciOption, read_number

PAIR = re.compile(r'(\w+)=("[^"]*"|[^\s"]+)')
OPTION = re.compile(r"(.+?)\s+-(\w+)\s*(.*)")
KINDS = {
    "spin": "spin", "slider": "spin", "check": "check", "combo": "combo", "button": "button", "save": "button",
    "reset": "button", "string": "string", "file": "string", "path": "string",
}  # fmt: skip  # by what the protocol calls them; those of UCI are the same with fewer names
# Features with their values in a program that does not speak of them. Others are rejected.
DEFAULTS = {
    "ping": "0", "setboard": "0", "usermove": "0", "time": "1", "draw": "1", "sigint": "1", "sigterm": "1",
    "reuse": "1", "analyze": "1", "myname": "", "variants": "normal", "colors": "1", "name": "0", "memory": "0",
    "smp": "0", "option": "", "done": "", "debug": "0", "san": "0", "ics": "0", "pause": "0", "playother": "0",
}  # fmt: skip
REJECTED = ("san", "ics", "pause")  # that are known, and not wanted


class Features:
    """The features of a program, as far as it has told them."""

    def __init__(self) -> None:
        self.values = dict(DEFAULTS)
        self.options: dict[str, UciOption] = {}  # by their names in small letters

    def read(self, line: str) -> list[str]:
        """Take note of a line that tells of features; the answers to be sent. No answers to a line of another kind."""
        if line.split()[:1] != ["feature"]:
            return []
        answers = []
        for name, quoted in PAIR.findall(line):
            value = quoted.strip('"')
            if name == "option" and (option := read_option(value)):
                self.options[option.name.casefold()] = option
            taken = name in DEFAULTS and name not in REJECTED
            if taken:
                self.values[name] = value
            answers.append(f"{'accepted' if taken else 'rejected'} {name}")
        return answers

    def has(self, name: str) -> bool:
        """Whether the program has that feature."""
        return self.values[name] == "1"

    @property
    def done(self) -> str:
        """Whether it has told all: 1; 0 if it asked for more time, and empty where it said neither."""
        return self.values["done"]

    @property
    def variants(self) -> list[str]:
        """The names of the games that it plays."""
        return [name for name in re.split(r"[,\s]+", self.values["variants"]) if name]


def read_option(text: str) -> UciOption | None:
    """The option that a program describes so, `Hash -spin 16 1 64`; None if it describes none."""
    match = OPTION.fullmatch(text.strip())
    kind = KINDS.get(match[2]) if match else None
    if match is None or kind is None:
        return None
    name, rest = match[1], match[3]
    if kind == "spin":
        default, least, most = [*rest.split(), "", "", ""][:3]
        return UciOption(name, kind, default, read_number(least), read_number(most))
    words = [word.strip() for word in rest.split("///")]
    chosen = [word for word in words if word.startswith("*")] or words[:1]
    if kind == "combo":
        return UciOption(name, kind, chosen[0].lstrip("*"), words=tuple(word.lstrip("*") for word in words))
    return UciOption(name, kind, rest)


def write_option(option: UciOption, value: str) -> str:
    """The command that sets the option to a value that it takes."""
    if option.kind == "button":
        return f"option {option.name}"
    return f"option {option.name}={int(value == 'true') if option.kind == 'check' else value}"
