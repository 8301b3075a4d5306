"""Write referee/formats/chess_openings.table from the files a.tsv to e.tsv of github.com/lichess-org/chess-openings.

python tools/chess_openings.py FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import games  # noqa: E402
from referee.formats.chess_openings import FILE, digest, pack  # noqa: E402


def main(folder: str) -> None:
    """Write the table of the openings in the files of a folder."""
    found: dict[bytes, str] = {}
    for file in sorted(Path(folder).glob("[a-e].tsv")):
        for line in file.read_text(encoding="utf-8").splitlines()[1:]:
            eco, name, moves = line.split("\t")
            texts = [word for word in moves.split() if not word[0].isdigit()]
            found[digest(games.load("chess", texts))] = f"{eco} {name}"
    FILE.write_bytes(pack(found))
    print(f"{len(found):,} positions in {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
