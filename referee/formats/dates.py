"""The day of a game, as the formats write it."""

import re
from datetime import date

DAY = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)", re.ASCII)


def read_date(text: str) -> str:
    """The first whole day in a text such as 2024.05.01 or 2024-05-01,02, as "2024-05-01"; empty if there is none.

    A day of which the month or the year is unknown, 1841.??.??, is none.
    """
    found = DAY.search(text)
    if found is None:
        return ""
    try:
        return date(*map(int, found.groups())).isoformat()
    except ValueError:
        return ""
