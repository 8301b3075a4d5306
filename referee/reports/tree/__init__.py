"""A tree as text, SVG, DOT and JSON."""
