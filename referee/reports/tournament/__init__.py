"""How `Standings` are shown: as text, live at a terminal, as JSON, CSV and Markdown, and as a page."""

from referee.reports.tournament.files import as_csv, as_json, as_markdown
from referee.reports.tournament.page import as_html
from referee.reports.tournament.table import lines

__all__ = ["as_csv", "as_html", "as_json", "as_markdown", "lines"]
