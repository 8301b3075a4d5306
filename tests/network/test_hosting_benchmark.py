"""The measurement of hosted tables comes out, whatever it says."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import hosting


def test_each_number_of_tables_gets_a_row_in_each_round(capsys, monkeypatch):
    monkeypatch.setattr(hosting, "SETTLED", 0.1)
    hosting.main("2 1 --rounds 1 --seconds 0.5 --pause 0".split())
    head, *rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows] == ["2", "1"]
    assert len(head.replace(" ms", "").replace(" MB", "").split()) == len(rows[0].split())
