"""Words that sentences about a match are made of: verbs, lists and numbers of things."""

from collections.abc import Sequence

IRREGULAR = {
    "man": "men",
    "die": "dice",
    "empty": "empty",
    "gone": "gone",
    "crumbs": "crumbs",
    "chocolate": "chocolate",
}
VERBS = {"is": "are", "was": "were", "has": "have", "goes": "go", "does": "do"}  # as after `you`
HISSING = ("sses", "shes", "ches", "xes", "zzes")


def base_form(verb: str) -> str:
    """The verb as it follows `you`: `raise` for raises, `pass` for passes, `have` for has; others stay as they are."""
    if verb in VERBS:
        return VERBS[verb]
    if verb.endswith(HISSING):
        return verb[:-2]
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def join_words(words: Sequence[str]) -> str:
    """The words in a row: `a, b and c`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def plural(word: str) -> str:
    """The word for several of them; of more words the last one counts."""
    *before, last = word.split(" ")
    if last in IRREGULAR:
        return " ".join((*before, IRREGULAR[last]))
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def count_words(number: int, word: str) -> str:
    """So many of them: `1 pawn`, `3 pawns`."""
    return f"{number} {word if number == 1 else plural(word)}"


def gather(words: Sequence[str]) -> list[str]:
    """The words, or how many there are if all are the same word with its article: `5 dice` for five times `a die`."""
    if len(words) > 1 and len({*words}) == 1 and words[0].startswith("a "):
        return [count_words(len(words), words[0].removeprefix("a "))]
    return list(words)


def with_article(word: str) -> str:
    """The word with its article: `a pawn`, `an elephant`."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def make_sentence(text: str) -> str:
    """The text with a capital letter and a full stop; nothing for nothing."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".") if text else ""
