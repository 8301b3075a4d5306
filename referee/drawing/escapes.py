"""What is written in place of characters that a stream or a window does not take."""

import codecs

from referee.drawing.glyphs import UNICODE, Signs

ESCAPED = "referee-escaped"  # the name of `escape` among the error handlers of codecs


def escape(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return what is written for the character of that error, and the place after it: `...` for the sign of more."""
    if not isinstance(error, UnicodeEncodeError):
        return codecs.backslashreplace_errors(error)
    place = error.start
    if error.object[place] == UNICODE.more:
        return "...", place + 1
    return codecs.backslashreplace_errors(
        UnicodeEncodeError(error.encoding, error.object, place, place + 1, error.reason)
    )


codecs.register_error(ESCAPED, escape)


def with_signs(text: str, signs: Signs) -> str:
    """Return the text with the sign of more that these `signs` have."""
    return text.replace(UNICODE.more, signs.more)
