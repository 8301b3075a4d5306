"""What is told of a text that lost its quotes on the way through the shell."""

from collections.abc import Sequence

TEXTS = "--position", "--moves"  # options whose texts may hold blanks
MENTIONED = ("'", "'"), ("(", " "), ("(", ")")  # what stands around a word that is refused


def missing_quotes(words: Sequence[str], message: str) -> str:
    """What to add to the message of an error if the word that it quotes follows such a text; maybe empty.

    words  what was typed behind the name of the program.
    """
    for option, text, word in zip(words, words[1:], words[2:], strict=False):
        if option in TEXTS and " " not in text and any(f"{sign}{word}{end}" in message for sign, end in MENTIONED):
            return f"; if {word!r} belongs to {option}, put its text in quotes: {option} '{text} {word} ...'"
    return ""
