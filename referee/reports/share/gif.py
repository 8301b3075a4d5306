"""A match as an animated GIF."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from referee.drawing.vector.colours import PAGE
from referee.drawing.vector.pixels import pixels, require_pillow
from referee.reports.share.frames import durations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image

    from referee.drawing.vector.image import VectorImage

WIDEST = 520  # pixels from left to right
COLOURS = 128
SAMPLES = 4  # frames from which the colours are chosen


def gif(images: Sequence[VectorImage]) -> bytes:
    """The file: image after image, then again from the first. All are of one size. Raises PillowMissing."""
    require_pillow()
    from PIL import Image

    scale = min(1.0, WIDEST / images[0].width)
    drawn = [pixels(image, PAGE, scale) for image in images]
    palette = common_palette(drawn)
    reduced = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in drawn]
    milliseconds = [round(1000 * seconds) for seconds in durations(len(images))]
    with io.BytesIO() as file:
        reduced[0].save(file, "GIF", save_all=True, append_images=reduced[1:], duration=milliseconds, loop=0)
        return file.getvalue()


def common_palette(images: Sequence[Image]) -> Image:
    """An image whose palette has the colours that suit some of these, of which the last is one."""
    from PIL import Image

    wide, high = images[0].size
    chosen = images[:: -max(1, len(images) // SAMPLES)]
    sheet = Image.new("RGB", (wide, high * len(chosen)))
    for number, image in enumerate(chosen):
        sheet.paste(image, (0, high * number))
    return sheet.quantize(COLOURS)
