"""A match as files that show it move by move: an animated SVG, an asciicast and a GIF."""
