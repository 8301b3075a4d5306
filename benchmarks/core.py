"""python benchmarks/core.py [GAME]...: what the compiler gains, as ratios in one run.

`referee bench` measures the packages as they are built here, and then a copy of the same sources with nothing compiled.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
SECONDS = "2"  # for each measurement


def measured(folder, names):
    """Return the output of `referee bench --json` on the packages in the folder."""
    command = [sys.executable, "-m", "referee", "bench", *names, "--json", "--time", SECONDS]
    environment = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, check=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def main():
    with tempfile.TemporaryDirectory() as folder:
        for package in ("games", "players", "referee"):
            bare = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
            shutil.copytree(ROOT / package, Path(folder) / package, ignore=bare)
        built, bare = measured(ROOT, sys.argv[1:]), measured(folder, sys.argv[1:])
    print(f"{'game':<26}{'playouts/s':>12}{'interpreted':>14}{'nodes/s':>13}{'interpreted':>14}")
    for fast, slow in zip(built, bare, strict=True):
        cells = [f"{fast['game']:<26}"]
        for field, width in (("playouts", 12), ("nodes", 13)):
            cells.append(f"{fast[field]:>{width},.0f}{f'x {fast[field] / slow[field]:.0f}':>14}" if fast[field] else "")
        print("".join(cells))


if __name__ == "__main__":
    main()
