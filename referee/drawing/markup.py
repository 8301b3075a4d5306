"""Elements of SVG and HTML. What is written into them is escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from games.base.notation import printable

if TYPE_CHECKING:
    from collections.abc import Mapping

NO_BREAK = "\N{NO-BREAK SPACE}"


class Markup(str):
    """Text that is SVG or HTML already."""

    __slots__ = ()


def text(words: object) -> Markup:
    """What shows just those words, their control characters escaped as in Python; markup stays as it is."""
    if isinstance(words, Markup):
        return words
    return Markup(escape(NO_BREAK.join(map(printable, str(words).split(NO_BREAK)))))


def element(name: str, *content: object, **attributes: object) -> Markup:
    """The element with that content, in which all but markup is escaped; without content it is `<rect/>`.

    Attributes stand in the order given, without those that are None. In their names _ stands for a hyphen, and one at
    the end is left out: `class_`.
    """
    head = f"{name}{written(attributes)}"
    return Markup(f"<{head}>{''.join(map(text, content))}</{name}>" if content else f"<{head}/>")


def written(attributes: Mapping[str, object]) -> str:
    """The attributes as they stand in an element, with a blank before each."""
    pairs = ((key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items() if value is not None)
    return "".join(f' {key}="{text(value)}"' for key, value in pairs)


def lines(*content: object) -> Markup:
    """The content below each other."""
    return Markup("\n".join(map(text, content)))


def block(name: str, *content: object, **attributes: object) -> Markup:
    """The element with its content on lines of their own."""
    return element(name, Markup("\n"), lines(*content), Markup("\n"), **attributes)
