"""The text of a spec, `name:key=value,key=value`, or `./file.py:Name:key=value`."""

import re
from functools import lru_cache
from pathlib import PurePath

from games.base.parentheses import mask_inside
from games.names import user_files

EPD = re.compile(r"\s*([^\s;]+ +[wb] +[^\s;]+ +[^\s;]+) +([A-Za-z]\w* .*)", re.DOTALL)
COUNTERS = re.compile(r"(?:^|;)\s*(hmvc|fmvn)\s+([^\s;]+)")
QUOTED = re.compile(r'"[^"]*"')

LONGEST = 60  # characters of a name for a file, which has at least 143 wherever it may lie
OPENSPIEL = "openspiel"  # what stands before the names of its games: `openspiel:amazons`


def short_name(spec: str) -> str:
    """Return what the spec names, in one word to call a file by: its name, or that of its file."""
    if user_files.is_file_spec(spec):
        return PurePath(user_files.split_file_spec(spec)[0]).stem
    name, _, behind = spec.partition(":")
    return f"{name}-{behind.partition(':')[0]}" if name == OPENSPIEL else name


def file_name(spec: str) -> str:
    """Return a name for a file about what the spec names with its options: `connect-four-columns=8`.

    It holds no sign that a spec or a shell has a use for. Where others are left out, or it would be too long, its end
    tells it from others.
    """
    whole = spec
    if user_files.is_file_spec(spec):
        whole = f"{short_name(spec)}:{user_files.split_file_spec(spec)[1]}"
    found = re.sub(r"[^\w.+=]+", "-", whole).strip("-")
    if len(found) <= LONGEST and not re.search(r"[^\w.+=,:-]", whole):
        return found
    from hashlib import sha256  # OpenSSL takes long to load, and few names are so long

    return f"{found[:LONGEST]}-{sha256(whole.encode(errors='surrogateescape')).hexdigest()[:8]}"


@lru_cache(maxsize=256)
def split_rest(spec: str, name: str) -> tuple[str, str]:
    """Return the spec, or the text of its options, without the option of that name that takes all the rest; and that.

    What stands in parentheses or quotes belongs to another option.
    """
    found = re.search(rf"(?:^|[:,])\s*({name}=)", mask_inside(spec)) if name else None
    return (spec[: found.start()], spec[found.start(1) :]) if found else (spec, "")


def clip(text: str, most: int = 60) -> str:
    """Return the text, cut off with dots where it is longer than that."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def take_position(text: str) -> str:
    """Return the position in a line of EPD or of an .obf file, without what follows it there and ends with semicolons.

    In chess four fields are the position, and a word follows them: `... w KQkq - bm Nf3; id "3";`. Two operations are a
    part of it, its counters: `hmvc 7; fmvn 31;`.
    """
    before, semicolon, _ = text.partition(";")
    found = EPD.match(text) if semicolon else None
    if found is None:
        return before.strip()
    counters = dict(COUNTERS.findall(QUOTED.sub('""', found[2])))
    return f"{found[1]} {counters.get('hmvc', '0')} {counters.get('fmvn', '1')}" if counters else found[1]
