"""The streams of the process while a page is open: what programs print and read is kept from it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO


@contextmanager
def kept_from_the_page() -> Iterator[None]:
    """Keep what programs print from the page; it is written to standard error once the page is gone."""
    streams = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, heard = StringIO(), StringIO()  # nor do they read what is typed at the page
    sys.stdout = sys.stderr = heard
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
        if heard.getvalue():
            print(heard.getvalue().rstrip("\n"), file=sys.stderr)
