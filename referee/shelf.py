"""The pages that list what there is: every game or player with its options, read from the classes themselves."""

import inspect
from collections.abc import Iterator

from games.catalogue import Catalogue
from games.option import Option, options_of


def listing(catalogue: Catalogue) -> Iterator[str]:
    """Each name with its other names, its one line, and a line for each option."""
    for name, entry in catalogue.entries.items():
        kind = catalogue.kind_of(name)
        also = f"  (also {', '.join(entry.aliases)})" if entry.aliases else ""
        yield f"{name}{also}"
        yield f"    {(inspect.getdoc(kind) or '').partition(chr(10))[0]}"
        options = options_of(kind)
        heads = {key: head(key, option) for key, option in options.items()}
        size = max(map(len, heads.values()), default=0)
        for key, option in options.items():
            note = f"; {option.note}" if option.note else ""
            yield f"    {heads[key]:<{size}}  {option.allowed}{note}"


def head(key: str, option: Option) -> str:
    """The option as it would be typed to get its default."""
    return f"{key}=" + ("" if option.default is None else option.write(option.default))
