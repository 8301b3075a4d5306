"""The tests lie in folders like the rooms; what several of them use lies in tests/helpers and is imported by its name."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "helpers"))
