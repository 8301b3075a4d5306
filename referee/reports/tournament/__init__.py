"""Standings as text, live at a terminal, as JSON, CSV and Markdown, and as a page."""
