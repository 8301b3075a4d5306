"""The text of options, `key=value,key=value`, read into values."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.base.notation import fold
from games.base.parentheses import partition_outside, split_outside
from games.option import Named, Option, ShellCommand, check, nearest


def read_options(name: str, text: str, options: Mapping[str, Option], handed: Sequence[str] = ()) -> dict[str, Any]:
    """Return the values in `key=value,key=value`, or in `value,key=value`, where the first value is the first option's.

    handed  options that need not be given, because the caller fills them.
    Raises ValueError, which names what is allowed.
    """
    given: dict[str, Any] = {}
    named = [(key, option) for key, option in options.items() if option.named]
    for pair in name_first(split_outside(text, ","), options):
        key, within, equals, value = split_pair(pair, options)
        if key not in options or bool(within) != isinstance(options[key], Named):
            shown = {each: f"{each}.NAME" if isinstance(known, Named) else each for each, known in options.items()}
            near = nearest(key, {fold(each): typed for each, typed in shown.items()})
            has = f"options: {', '.join(shown.values())}" if options else "it has none"
            within = next((f"; in {first} a name is written like {each.named}" for first, each in named), "")
            raise ValueError(f"{name} has no option {key!r}{near} ({has}){within}")
        typed, known = (f"{key}.{within}", given.get(key, {})) if within else (key, given)
        if not equals or (within or key) in known:
            raise ValueError(f"{typed} is given {'twice' if equals else 'no value'}; write {typed}=value once")
        try:
            given[key] = {**known, within: unquote(value)} if within else options[key].read(unquote(value))
        except (ValueError, KeyError) as error:
            raise ValueError(f"{key}={value} must be {options[key].allowed}") from error
    check(options, **given)
    if missing := [key for key, option in options.items() if option.required and key not in (*given, *handed)]:
        raise ValueError(f"{name} needs {missing[0]}=value")
    return given


def name_first(pairs: Sequence[str], options: Mapping[str, Option], both: bool = True) -> list[str]:
    """Return the pairs `key=value`, with the key of the first option added to a value without one.

    both  whether such a value also sets the other side of a board, unless that is given.
    """
    if not pairs or not options or not pairs[0].strip():
        return [*pairs]
    (first, *rest), (key, option) = pairs, next(iter(options.items()))
    word, _, equals, _ = split_pair(first, options)
    if word in options or (equals and not (option.named or isinstance(option, ShellCommand))):
        return [*pairs]
    other = option.both if both and option.both not in [split_pair(pair, options)[0] for pair in rest] else ""
    return [f"{key}={first}", *([f"{other}={first}"] if other else []), *rest]


def split_pair(pair: str, options: Mapping[str, Option]) -> tuple[str, str, str, str]:
    """Return the key of an option, the name within it, the equals sign, and the text of the value in `key=value`.

    An unknown key comes back as typed. Only Named options have names within them.
    """
    keys = {fold(key): key for key in options}
    word, equals, value = partition_outside(pair, "=")
    if fold(word) in keys:
        return keys[fold(word)], "", equals, value
    prefix, _, within = word.partition(".")
    key = keys.get(fold(prefix), "")
    if within.strip() and isinstance(options.get(key), Named):
        return key, within.strip(), equals, value
    return word.strip(), "", equals, value


def unquote(text: str) -> str:
    """Return the text without double quotes around all of it."""
    inner = text.strip()
    return inner[1:-1] if len(inner) > 1 and inner[0] == inner[-1] == '"' and inner.count('"') == 2 else text
