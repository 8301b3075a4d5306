"""Names that tell players apart: what differs in the commands and options of programs that share a name."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

import players
from games.base.notation import printable
from referee.match.players import distinct_name, player_name

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

NAMED = ("command", "name", "elo")  # options that are no part of the difference: a name holds what matters of them


def unique_names(specs: Sequence[str]) -> tuple[str, ...]:
    """Return different names for players: the name of each; if two share it, their specs, and then a number.

    Programs from outside that share a name add what differs in their commands and options, as in `MyBot (ada)`.
    """
    short = [distinct_name(player_name(spec)) for spec in specs]
    alike = [[spec for spec, name in zip(specs, short, strict=True) if name == mine] for mine in short]
    plain = [
        name if len(set(kin)) == 1 else tell_apart(name, spec, kin)
        for spec, name, kin in zip(specs, short, alike, strict=True)
    ]
    return tuple(
        printable(name if plain.count(name) == 1 else f"{name} ({plain[: place + 1].count(name)})")
        for place, name in enumerate(plain)
    )


def name_pair(specs: tuple[str, str], names: tuple[str, str]) -> tuple[str, str]:
    """Return different names for the two players of a match, which are called `names`, with numbers if need be."""
    one, two = map(distinct_name, names)
    if one == two and all(map(players.CATALOGUE.is_outside, specs)):
        one, two = (tell_apart(one, spec, specs) for spec in specs)
    return (one, two) if one != two else (f"{one} (1)", f"{two} (2)")


def tell_apart(name: str, spec: str, kin: Collection[str]) -> str:
    """Return the name of a program with what sets it apart from all of `kin`; of other players the spec.

    That is a part of its command, if this is enough, otherwise its options too, and at last its protocol.
    """
    if not players.CATALOGUE.is_outside(spec):
        return spec
    programs = {each: describe_program(each) for each in kin if players.CATALOGUE.is_outside(each)}
    kinds, commands, options = zip(*programs.values(), strict=True)
    own = dict.fromkeys(programs, "")
    for level in (1, 2, 3):
        for each, (kind, command, given) in programs.items():
            told = [kind] if level == 3 and len(set(kinds)) > 1 else []
            told.append(own_part(command, commands))
            told += [pair for pair in given if level > 1 and not all(pair in others for others in options)]
            own[each] = ", ".join(filter(None, told))
        if len(set(own.values())) == len(own):
            break
    return f"{name} ({own[spec]})" if own[spec] else name


def describe_program(spec: str) -> tuple[str, list[str], list[str]]:
    """Return the protocol of a program from outside, the parts of its command, and its options as typed.

    The parts of a command are its words, and in them the folders and the names of files, each behind its separator.
    """
    name, _ = players.CATALOGUE.require_name(spec)
    known, given = players.CATALOGUE.options(name), players.CATALOGUE.check(spec)
    command = str(given.get("command") or known["command"].default or "")
    try:
        words = shlex.split(command)
    except ValueError:  # a quotation that does not end
        words = [command]
    options = []
    for key, value in given.items():
        if isinstance(value, dict):
            options += [f"{within}={text}" for within, text in value.items()]
        elif key not in NAMED:
            options.append(f"{key}={known[key].write(value)}")
    return name, re.findall(r"[ /]?[^ /]*", " ".join(words))[:-1], options


def own_part(parts: Sequence[str], all_parts: Collection[Sequence[str]]) -> str:
    """Return `parts` without what all lists have in common at their beginnings and ends; "" if that is everything."""
    bare = [[part.strip(" /") for part in each] for each in all_parts]
    shortest = min(map(len, bare))
    begin = next((at for at in range(shortest) if len({each[at] for each in bare}) > 1), shortest)
    left = shortest - begin
    end = next((at for at in range(left) if len({each[-1 - at] for each in bare}) > 1), left)
    return "".join(parts[begin : len(parts) - end]).strip(" /").removeprefix("./")
