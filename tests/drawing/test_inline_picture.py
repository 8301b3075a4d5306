"""Pictures in the lines of a terminal: what it is asked, what it is sent, and how it is left."""

import io
import os
import re
import sys
import termios
from base64 import b64decode
from time import monotonic

import pexpect
import pytest
from PIL import Image
from terminal import ENVIRONMENT, PATIENCE, REFEREE, referee  # noqa: F401  # a fixture

from referee.drawing.inline_picture import ASKED, Protocol, encode_picture, sixel_message

PICTURE = ("screenshot", "ttt", "--moves", "5 1", "--graphics")
KITTY = b"\x1b_Gi=31;OK\x1b\\\x1b[?62;c"
SIXEL = b"\x1b[?62;4;22c"
NEITHER = b"\x1b[?62;22;14c"  # 14 is not 4


class Asked:
    """The command in a terminal that answers so; `typed` are keys that a person presses before the answer."""

    def __init__(self, answer, typed=b"", words=PICTURE):
        shell = f"{' '.join(f'{word!r}' for word in (*REFEREE, *words))}; echo status=$?; read line; echo line=$line"
        self.child = pexpect.spawn("sh", ["-c", shell], env=ENVIRONMENT, dimensions=(24, 80), echo=True)
        self.child.delaybeforesend = None
        self.child.expect_exact(ASKED, timeout=PATIENCE)
        self.quiet = termios.tcgetattr(self.child.child_fd)[3] & (termios.ICANON | termios.ECHO)
        self.child.send(typed + answer)
        self.child.expect(r"status=(\d+)\r\n", timeout=PATIENCE)
        self.status, self.output = int(self.child.match[1]), self.child.before
        self.restored = termios.tcgetattr(self.child.child_fd)[3] & (termios.ICANON | termios.ECHO)

    def line(self, typed):
        """What the next program reads once that was typed."""
        self.child.send(typed)
        self.child.expect(r"line=([^\r]*)\r\n", timeout=PATIENCE)
        return self.child.match[1]


@pytest.fixture
def asked():
    """Runs the command in a terminal that answers so."""
    running = []

    def run(answer, **more):
        for _ in range(3):  # a machine that hesitates may answer too late
            running.append(Asked(answer, **more))
            if running[-1].status == 0 or answer not in (KITTY, SIXEL):
                break
        return running[-1]

    yield run
    for each in running:
        each.child.close(force=True)


def kitty_picture(output):
    """The picture that kitty was sent, read as its documentation says."""
    parts = re.findall(rb"\x1b_G([^;]*);([^\x1b]*)\x1b\\", output)
    keys = [dict(pair.split(b"=") for pair in head.strip(b",").split(b",")) for head, _ in parts]
    assert (keys[0][b"a"], keys[0][b"f"], keys[0][b"q"]) == (b"T", b"100", b"2")
    assert [key[b"m"] for key in keys] == [b"1"] * (len(parts) - 1) + [b"0"]
    assert all(len(part) <= 4096 and len(part) % 4 == 0 for _, part in parts)
    return Image.open(io.BytesIO(b64decode(b"".join(part for _, part in parts))))


def sixel_picture(output):
    """The picture of sixels, read as a terminal reads it."""
    wide, high, data = re.search(rb'\x1bP[\d;]*q"1;1;(\d+);(\d+)(.*?)\x1b\\', output, re.DOTALL).groups()
    image = Image.new("RGB", (int(wide), int(high)), "#ff00ff")
    colours, x, top, colour = {}, 0, 0, 0
    tokens = rb"#(\d+);2;(\d+);(\d+);(\d+)|#(\d+)|!(\d+)([?-~])|([?-~])|(\$)|(-)"
    for found in re.finditer(tokens, data):
        if found[1]:
            colours[int(found[1])] = tuple(round(int(part) * 2.55) for part in found.groups()[1:4])
        elif found[5]:
            colour = int(found[5])
        elif found[9] or found[10]:
            x, top = 0, top + 6 * bool(found[10])
        else:
            bits, count = ord(found[7] or found[8]) - 63, int(found[6] or 1)
            for column in range(x, x + count):
                for row in range(6):
                    if bits >> row & 1:
                        image.putpixel((column, top + row), colours[colour])
            x += count
    assert re.sub(tokens, b"", data) == b""
    return image


def near(one, other):
    """Whether two colours look alike."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < 24


def looks_like_a_board(image):
    """Whether a picture has the size of the board, its ground, and a cross and a nought in it."""
    shown = [colour for _, colour in image.convert("RGB").getcolors(1 << 20)]
    wanted = ((0xFF, 0x4B, 0x4D), (0x7A, 0xB8, 0xFF), (0x15, 0x17, 0x1C))
    return image.size == (296, 296) and all(any(near(colour, each) for colour in shown) for each in wanted)


def test_kitty_is_sent_a_png(asked):
    terminal = asked(KITTY)
    assert terminal.status == 0
    assert looks_like_a_board(kitty_picture(terminal.output))


def test_a_terminal_that_names_sixels_is_sent_sixels(asked):
    terminal = asked(SIXEL)
    assert terminal.status == 0
    image = sixel_picture(terminal.output)
    assert looks_like_a_board(image)
    assert (255, 0, 255) not in {colour for _, colour in image.getcolors(1 << 20)}  # no point is left out


@pytest.mark.parametrize(
    "answer", [NEITHER, b"\x1b_Gi=31;EINVAL:no\x1b\\" + NEITHER, b""], ids=["no", "error", "silent"]
)
def test_a_terminal_that_speaks_neither_gets_one_line_about_it(asked, answer):
    before = monotonic()
    terminal = asked(answer)
    assert monotonic() - before < PATIENCE
    assert terminal.status == 1
    said = re.sub(rb"\x1b\[[^a-z]*c", b"", terminal.output).strip()
    assert said == b"referee: --graphics: this terminal speaks neither kitty's picture protocol nor sixel"


@pytest.mark.parametrize("answer", [KITTY, SIXEL, NEITHER, b""], ids=["kitty", "sixel", "neither", "silent"])
def test_the_terminal_is_quiet_while_it_is_asked_and_then_as_it_was(asked, answer):
    terminal = asked(answer)
    assert terminal.quiet == 0
    assert terminal.restored == termios.ICANON | termios.ECHO
    assert b"Gi=31;OK" not in terminal.output


def test_keys_typed_after_the_answer_are_kept(asked):
    assert asked(SIXEL).line(b"next\r") == b"next"


def test_keys_typed_meanwhile_do_not_hide_the_answer(asked):
    terminal = asked(SIXEL, typed=b"ls")
    assert terminal.status == 0
    assert terminal.line(b"\r") in (b"ls", b"")  # as the system allows


def test_a_picture_is_no_larger_than_the_window(monkeypatch):
    from referee.commands.screenshot import show_inline
    from referee.drawing import inline_picture, terminal
    from referee.drawing.vector.image import VectorImage

    sent = []
    monkeypatch.setattr(terminal, "seen", lambda: True)
    monkeypatch.setattr(inline_picture, "ask_protocol", lambda: Protocol.KITTY)
    monkeypatch.setattr("click.echo", lambda message, nl: sent.append(message))
    for window, size in (((100, 400), (100, 50)), ((800, 50), (100, 50)), ((800, 600), (200, 100)), (None, (200, 100))):
        monkeypatch.setattr(inline_picture, "window_pixels", lambda output, window=window: window)
        show_inline(VectorImage(200, 100, ()))
        assert kitty_picture(sent.pop()).size == size


@pytest.mark.parametrize("size", [(1, 1), (5, 7), (40, 12), (33, 6)])
def test_sixels_of_any_size_show_each_point(size):
    image = Image.new("RGB", size)
    image.putdata([((x * 50) % 256, (y * 70) % 256, 100) for y in range(size[1]) for x in range(size[0])])
    image = image.quantize(16).convert("RGB")
    shown = sixel_picture(sixel_message(image))
    assert near(shown.tobytes(), image.tobytes())


def test_a_large_picture_is_sent_to_kitty_in_parts():
    image = Image.frombytes("RGB", (100, 100), os.urandom(30_000))
    message = encode_picture(image, Protocol.KITTY)
    assert message.endswith(b"\r\n")
    assert message.count(b"\x1b_G") > 5
    assert kitty_picture(message).tobytes() == image.tobytes()


# What is refused.


def test_a_terminal_of_the_tests_speaks_neither(referee):  # noqa: F811
    window = referee(*PICTURE)
    assert window.exit_status() == 1
    assert "speaks neither kitty's picture protocol nor sixel" in window.said


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        (PICTURE, "--graphics: standard output is not a terminal"),
        ((*PICTURE, "-o", "it.svg"), "--graphics shows the picture in the terminal: leave out -o"),
    ],
)
def test_an_impossible_picture_gets_one_line(command, typed, complaint):
    assert command(list(typed)) == (2, "", f"referee: {complaint}\n")


def test_without_pillow_it_says_how_to_get_it(command, monkeypatch):
    from referee.drawing import terminal

    monkeypatch.setattr(terminal, "seen", lambda: True)
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert command(list(PICTURE)) == (1, "", "referee: --graphics needs Pillow: pip install 'referee[share]'\n")
