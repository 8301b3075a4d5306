"""The table where games are played: matches, batches, records, the screen and the command."""

import sys
from importlib.machinery import PathFinder
from pathlib import Path


def find_hiding_file(package: str) -> Path | None:
    """The file or folder that Python imports in place of this program's own package; None if there is none."""
    module = sys.modules.get(package)
    spec = PathFinder.find_spec(package) if module is None else module.__spec__
    if spec is None:
        return None
    own = (Path(__file__).resolve().parents[1] / package).resolve()
    for place in [spec.origin] if spec.origin else spec.submodule_search_locations or []:
        if own not in (Path(place).resolve(), Path(place).resolve().parent):
            return Path(place)
    return None


def refuse_hidden_packages() -> None:
    """Raise ImportError if a person's games.py or players.py hides a package, SystemExit under `python -m referee`."""
    __tracebackhide__ = True  # pytest leaves this frame out
    for package in ("games", "players"):
        if found := find_hiding_file(package):
            message = f"{found} hides the package {package}, which referee needs: please rename it"
            # While Python looks for a module to run by -m, an ImportError would be shown with runpy's traceback.
            raise SystemExit(message) if sys.argv[:1] == ["-m"] else ImportError(message)


refuse_hidden_packages()
