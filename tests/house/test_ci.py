"""What has to hold before a change lands: a test that fails lets the run fail, also if it passes later."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = (Path(__file__).parents[2] / ".ci/run").read_text(encoding="utf-8")
TESTED = re.search(r"^tested\(\) \{\n.*?^\}\n", SCRIPT, re.MULTILINE | re.DOTALL)[0]
TESTS = """
from pathlib import Path

def test_flaky():
    seen = Path("seen").exists()
    Path("seen").touch()
    assert seen

def test_broken():
    raise OSError

def test_sound():
    pass
"""


@pytest.fixture
def run(tmp_path):
    """Run these tests as .ci/run does; return the exit status and what was printed."""
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    (tmp_path / "test_a.py").write_text(TESTS)
    (tmp_path / "pytest.ini").touch()

    def command(names):
        script = f"set -euo pipefail\ntest_command='.venv/bin/python -m pytest -k \"{names}\"'\n{TESTED}tested\n"
        done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=600)
        return done.returncode, done.stdout

    return command


def test_a_flaky_test_fails_the_run_and_is_told_from_one_that_fails_alone_as_well(run):
    status, said = run("flaky or broken or sound")
    again = said.partition("== once more")[2]
    assert status == 1
    assert "PASSED test_a.py::test_flaky" in again
    assert "FAILED test_a.py::test_broken" in again
    assert "test_sound" not in again


def test_tests_that_pass_run_once(run):
    status, said = run("sound")
    assert status == 0
    assert "once more" not in said
