"""The text of a spec, `name:key=value,key=value`, or `./file.py:Name:key=value`."""

import re
from functools import lru_cache
from pathlib import PurePath

from games.base.parentheses import mask_inside, split_outside
from games.names import user_files
from games.names.option_text import unquote

EPD = re.compile(r"\s*([^\s;]+ +[wb] +[^\s;]+ +[^\s;]+)( +\d+ +\d+)? +([A-Za-z]\w* .*)", re.DOTALL)
COUNTERS = re.compile(r"(?:^|;)\s*(hmvc|fmvn)\s+([^\s;]+)")
QUOTED = re.compile(r'"[^"]*"')

LONGEST = 60  # characters of a file name; every file system allows at least 143
OPENSPIEL = "openspiel"  # the prefix of its games: `openspiel:amazons`
PROGRAM = "program-game"  # the prefix of games that are programs from outside: `program-game:./MyGame`


def short_name(spec: str) -> str:
    """Return the name in the spec, or the name of its file, as one word for the name of a file."""
    if user_files.is_file_spec(spec):
        return PurePath(user_files.split_file_spec(spec)[0]).stem
    name, _, behind = spec.partition(":")
    return f"{name}-{behind.partition(':')[0]}" if name == OPENSPIEL else name


def file_name(spec: str) -> str:
    """Return a file name for the spec with its options: `connect-four-columns=8`.

    It has no characters with a meaning in specs or shells. If characters are dropped, or it would be too long, a digest
    at its end keeps it unique.
    """
    whole = spec
    if user_files.is_file_spec(spec):
        whole = f"{short_name(spec)}:{user_files.split_file_spec(spec)[1]}"
    found = re.sub(r"[^\w.+=]+", "-", whole).strip("-")
    if len(found) <= LONGEST and not re.search(r"[^\w.+=,:-]", whole):
        return found
    from hashlib import sha256  # imported late: OpenSSL loads slowly, and few names are too long

    return f"{found[:LONGEST]}-{sha256(whole.encode(errors='surrogateescape')).hexdigest()[:8]}"


def split_command(behind: str) -> tuple[str, str]:
    """Return the command and the text of the options in what follows PROGRAM: `"java Chips",chips=31`."""
    first, *_ = split_outside(behind, ",") or [""]
    return unquote(re.sub(r"\s*command\s*=", "", first, count=1)), behind[len(first) + 1 :]


@lru_cache(maxsize=256)
def split_rest(spec: str, name: str) -> tuple[str, str]:
    """Return a spec, or the text of its options, before the option `name`, which takes all the rest; and that rest.

    Text in parentheses or quotes belongs to another option.
    """
    found = re.search(rf"(?:^|[:,])\s*({name}=)", mask_inside(spec)) if name else None
    return (spec[: found.start()], spec[found.start(1) :]) if found else (spec, "")


def clip(text: str, most: int = 60) -> str:
    """Return the text, shortened with dots if it is longer than `most` characters."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def take_position(text: str) -> str:
    """Return the position in a line of EPD or of an .obf file, without what follows it up to the semicolons.

    In chess four fields are the position, or six with its counters, and a word follows them: `... w KQkq - bm Nf3; id
    "3";`. Two operations are counters too: `hmvc 7; fmvn 31;`.
    """
    before, semicolon, _ = text.partition(";")
    found = EPD.match(text) if semicolon else None
    if found is None:
        return before.strip()
    position, told, operations = found.groups(default="")
    counters = dict(COUNTERS.findall(QUOTED.sub('""', operations)))
    if not counters:
        return f"{position}{told}"
    quiet, number = told.split() or ("0", "1")
    return f"{position} {counters.get('hmvc', quiet)} {counters.get('fmvn', number)}"
