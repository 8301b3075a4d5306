"""The words of sentences about a match, and the viewpoint from which they are written."""

import re
from collections.abc import Sequence

from games.dataclass import dataclass

IRREGULAR = {
    "man": "men",
    "die": "dice",
    "empty": "empty",
    "gone": "gone",
    "crumbs": "crumbs",
    "chocolate": "chocolate",
}
BASE_FORMS = {"is": "are", "was": "were", "has": "have", "goes": "go", "does": "do"}  # as after `you`
HISSING = ("sses", "shes", "ches", "xes", "zzes")
Names = tuple[str, str]
NUMBERED = re.compile(r" \(\d+\)$")  # tells two players of the same name apart
SHORT = {"mcts": "MCTS", "cfr": "CFR"}
# Verbs that may follow a player in the reason for an end and do not end in s or ed; and nouns that do.
VERBS = {"bore", "held", "left", "lost", "ran", "took", "was", "won"}
NOUNS = {"pits"}


def base_form(verb: str) -> str:
    """Return the verb as it follows `you`: `raise` for raises, `pass` for passes, `have` for has."""
    if verb in BASE_FORMS:
        return BASE_FORMS[verb]
    if verb.endswith(HISSING):
        return verb[:-2]
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def join_words(words: Sequence[str]) -> str:
    """Return the words in a row: `a, b and c`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def plural(word: str) -> str:
    """Return the plural of a word, or of the last of several words."""
    *before, last = word.split(" ")
    if last in IRREGULAR:
        return " ".join((*before, IRREGULAR[last]))
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def count_words(number: int, word: str) -> str:
    """Return a number and its word: `1 pawn`, `3 pawns`."""
    return f"{number} {word if number == 1 else plural(word)}"


def gather(words: Sequence[str]) -> list[str]:
    """Return the words; if all are the same with an article, only their number: `5 dice` for five times `a die`."""
    if len(words) > 1 and len({*words}) == 1 and words[0].startswith("a "):
        return [count_words(len(words), words[0].removeprefix("a "))]
    return list(words)


def with_article(word: str) -> str:
    """Return the word with its article: `a pawn`, `an elephant`."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def make_sentence(text: str) -> str:
    """Return the text with a capital letter and a full stop; "" for ""."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".") if text else ""


def spoken_name(name: str) -> str:
    """Return a player's name for a sentence: `Level 3` for level 3, `MCTS` for mcts; other names stay as they are."""
    first, blank, rest = name.partition(" ")
    if not (first.isalpha() and first.islower()):
        return name
    return SHORT.get(first, first[:1].upper() + first[1:]) + blank + rest


@dataclass(frozen=True)
class Viewpoint:
    """The viewpoint from which a match is described.

    names  of the players by seat;  seats  what the game calls the seats.
    you    the seat of the person who reads it, and sees what this seat may see; None for an onlooker.
    """

    names: Names
    seats: Names
    you: int | None = None

    def name(self, seat: int) -> str:
        """Return the name of the player on `seat`; the name of the seat if both players have the same name."""
        one, two = (NUMBERED.sub("", name) for name in self.names)
        return self.seats[seat] if one == two else spoken_name(self.names[seat])

    def known_as(self, seat: int) -> str:
        """Return the name of the player on `seat`, with its number if both players have the same name."""
        return spoken_name(self.names[seat])

    def who(self, seat: int) -> str:
        """Return `you` or the name of the player on `seat`."""
        return "you" if seat == self.you else self.name(seat)

    def does(self, seat: int, words: str) -> str:
        """Return a seat and what it does: `you raise`; `words` begin with a verb as it follows a name, `raises`."""
        verb, blank, rest = words.partition(" ")
        return f"{self.who(seat)} {base_form(verb) if seat == self.you else verb}{blank}{rest}"

    def personal(self, reason: str) -> str:
        """Return why a match ended, with `you` for the person who reads it, and names as they are spoken."""
        for seat in sorted((0, 1), key=lambda seat: -len(self.names[seat])):
            if reason.startswith(f"{self.names[seat]} "):
                return self.does(seat, reason.removeprefix(f"{self.names[seat]} "))
        if self.you is None:
            return reason
        mine = re.escape(self.seats[self.you])
        reason = re.sub(rf"\b{mine}'s\b", "your", reason)
        return re.sub(rf"\b{mine} ([a-z]+)\b", self.replace_seat, reason)

    def replace_seat(self, found: re.Match[str]) -> str:
        """Return `you` and the verb for a seat and its verb; unchanged if no verb follows the seat."""
        word = found[1]
        verb = word in VERBS or (word.endswith(("s", "ed")) and word not in NOUNS)
        return f"you {base_form(word)}" if verb else found[0]
