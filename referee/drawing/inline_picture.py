"""Pictures in the lines of a terminal that can show them, by kitty's protocol or as sixels.

sw.kovidgoyal.net/kitty/graphics-protocol describes kitty's, and vt100.net/docs/vt3xx-gp/chapter14.html sixels.
"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from contextlib import contextmanager, suppress
from enum import Enum
from itertools import groupby
from select import select
from time import monotonic
from typing import TYPE_CHECKING

from referee.drawing.vector.pixels import as_png

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.Image import Image

TIMEOUT = 0.2  # seconds that a terminal has to answer
ASKED = b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[c"  # the last part is answered by all terminals
KITTY = re.compile(rb"\x1b_Gi=31;([^\x1b]*)\x1b\\")
ATTRIBUTES = re.compile(rb"\x1b\[\?([\d;]*)c")
SIXELS = b"4"  # among the attributes of a terminal that shows them
CHUNK = 4096  # characters of a picture in a message to kitty
COLOURS = 64  # of a picture of sixels
BAND = 6  # rows of pixels that a sixel is high
TERMINAL = "/dev/tty"


class Protocol(Enum):
    """A way to send a picture to a terminal."""

    KITTY = "kitty"
    SIXEL = "sixel"


def ask_protocol() -> Protocol | None:
    """Return the protocol of this process's terminal; None if it speaks neither or does not answer in time."""
    try:
        terminal = os.open(TERMINAL, os.O_RDWR | getattr(os, "O_NOCTTY", 0))  # Windows has none
    except OSError:
        return None
    try:
        with undisturbed(terminal):
            os.write(terminal, ASKED)
            answer = read_answer(terminal)
            give_back(terminal, ATTRIBUTES.sub(b"", KITTY.sub(b"", answer)))
    except OSError:
        return None
    finally:
        os.close(terminal)
    said, attributes = KITTY.search(answer), ATTRIBUTES.search(answer)
    if said and said[1] == b"OK":
        return Protocol.KITTY
    return Protocol.SIXEL if attributes and SIXELS in attributes[1].split(b";")[1:] else None


@contextmanager
def undisturbed(terminal: int) -> Iterator[None]:
    """Let the terminal hand over what is typed at once, and not show it. Raises OSError."""
    try:
        import termios
    except ImportError:
        raise OSError from None  # Windows
    try:
        before = termios.tcgetattr(terminal)
    except termios.error as error:
        raise OSError from error
    quiet = [*before[:3], before[3] & ~(termios.ICANON | termios.ECHO), *before[4:]]
    try:
        termios.tcsetattr(terminal, termios.TCSADRAIN, quiet)
        yield
    finally:
        with suppress(termios.error):  # its window was closed
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)  # which keeps what was typed and not read yet


def read_answer(terminal: int) -> bytes:
    """Return what comes from the terminal until it has sent its attributes, or its time is over."""
    end, answer = monotonic() + TIMEOUT, b""
    while not ATTRIBUTES.search(answer) and (left := end - monotonic()) > 0 and select([terminal], [], [], left)[0]:
        found = os.read(terminal, CHUNK)
        if not found:
            break
        answer += found
    return answer


def give_back(terminal: int, typed: bytes) -> None:
    """Let the next reader read what a person typed meanwhile, if the system allows that."""
    import fcntl
    import termios

    with suppress(OSError):
        for key in typed:
            fcntl.ioctl(terminal, termios.TIOCSTI, bytes([key]))


def window_pixels(output: int) -> tuple[int, int] | None:
    """Return how many pixels wide and high the terminal's window is; None if it does not say."""
    import fcntl
    import struct
    import termios

    try:
        _, _, wide, high = struct.unpack("HHHH", fcntl.ioctl(output, termios.TIOCGWINSZ, bytes(8)))
    except OSError:
        return None
    return (wide, high) if wide and high else None


def encode_picture(image: Image, protocol: Protocol) -> bytes:
    """Return the bytes that show the picture in a terminal and end its line."""
    return (kitty_message(as_png(image)) if protocol is Protocol.KITTY else sixel_message(image)) + b"\r\n"


def kitty_message(png: bytes) -> bytes:
    """Return a picture in the messages of kitty's protocol."""
    text = b64encode(png)
    parts = [text[at : at + CHUNK] for at in range(0, len(text), CHUNK)]
    first = [b"a=T,f=100,q=2,", *[b""] * (len(parts) - 1)]
    more = [*[1] * (len(parts) - 1), 0]
    return b"".join(
        b"\x1b_G%sm=%d;%s\x1b\\" % (head, follows, part) for head, follows, part in zip(first, more, parts, strict=True)
    )


def sixel_message(image: Image) -> bytes:
    """Return a picture as sixels: its colours, then its bands, each colour after colour."""
    reduced = image.quantize(COLOURS)
    wide, high = reduced.size
    palette, points = reduced.getpalette() or [], reduced.tobytes()
    used = sorted(set(points))
    shades = (tuple(round(part / 2.55) for part in palette[3 * number : 3 * number + 3]) for number in used)
    colours = b"".join(b"#%d;2;%d;%d;%d" % (number, *shade) for number, shade in zip(used, shades, strict=True))
    rows = [points[at : at + wide] for at in range(0, len(points), wide)]
    bands = b"-".join(sixel_band(rows[top : top + BAND]) for top in range(0, high, BAND))
    return b'\x1bP0;1q"1;1;%d;%d%s%s\x1b\\' % (wide, high, colours, bands)


def sixel_band(rows: list[bytes]) -> bytes:
    """Return six rows of points: for each colour the points of each column."""
    columns = list(zip(*rows, strict=True))
    layers = []
    for number in sorted({number for row in rows for number in row}):
        bits = [sum(1 << row for row, point in enumerate(column) if point == number) for column in columns]
        layers.append(b"#%d%s" % (number, b"".join(run_of(bit, len(list(run))) for bit, run in groupby(bits))))
    return b"$".join(layers)


def run_of(bits: int, count: int) -> bytes:
    """Return `count` equal sixels beside each other."""
    sign = bytes([63 + bits])
    return sign * count if count < BAND // 2 + 1 else b"!%d%s" % (count, sign)
