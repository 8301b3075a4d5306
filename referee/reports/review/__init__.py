"""A review as text, as a page and as a chart."""
