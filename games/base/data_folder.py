"""Where a person's own files are kept: matches, and what programs have learnt."""

import os
from pathlib import Path


def data_folder() -> Path:
    """Return the folder in REFEREE_DATA, otherwise the person's own folder for data."""
    named = os.environ.get("REFEREE_DATA")
    if named:
        return Path(named)
    from platformdirs import user_data_dir

    return Path(user_data_dir("referee", appauthor=False))
