"""The suite itself: which tests a run takes, tests of many cases, and what `.ci/run` makes of a failure."""

import ast
import inspect
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.conftest import pytest_xdist_auto_num_workers
from tests.helpers.cases import every_case
from tests.helpers.slow_tests import PARTS, find_slow, is_left_out, read_list

ROOT = Path(__file__).parents[2]
FORTY = """
import pytest

@pytest.mark.parametrize("number", range(40))
def test_c(number):
    pass
"""
SLOW = {"tests/a/test_b.py::test_c"}
NAMES = [f"tests/a/test_b.py::test_c[{number}]" for number in range(800)]


def test_the_list_of_slow_tests_names_existing_functions():
    for path in {name.partition("::")[0] for name in read_list()}:
        found = {
            f"{path}::{node.name}"
            for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8")))
            if isinstance(node, ast.FunctionDef)
        }
        missing = {name for name in read_list() if name.startswith(f"{path}::")} - found
        assert not missing, f"take these out of tests/slow.txt, or name them as they are called now: {missing}"


def test_each_slow_test_is_in_one_part_and_the_parts_are_alike():
    for name in NAMES:
        assert sum(not is_left_out(name, SLOW, part) for part in range(PARTS)) == 1
    for part in range(PARTS):
        assert 5 < sum(not is_left_out(name, SLOW, part) for name in NAMES) < 40


def test_other_tests_always_run_and_a_part_may_be_any_whole_number():
    assert not any(is_left_out("tests/a/test_b.py::test_quick[1]", SLOW, part) for part in range(PARTS))
    assert [is_left_out(name, SLOW, 3) for name in NAMES] == [is_left_out(name, SLOW, 3 + 7 * PARTS) for name in NAMES]


def test_a_function_is_slow_by_the_mean_of_its_tests_or_by_one(tmp_path):
    report = tmp_path / "report.xml"
    rows = [("mean[1]", 0.1), ("mean[2]", 0.45), ("one[1]", 0.001), ("one[2]", 0.0), ("one[3]", 0.55), ("quick", 0.24)]
    cases = "".join(f'<testcase classname="tests.a.test_b" name="test_{name}" time="{took}"/>' for name, took in rows)
    report.write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>", encoding="utf-8")
    assert find_slow([report]) == ["tests/a/test_b.py::test_mean", "tests/a/test_b.py::test_one"]


@pytest.mark.parametrize(("named", "workers"), [
    (["tests/a/test_b.py"], 0), (["tests/a/test_b.py::test_c", "tests/a/test_b.py::test_d"], 0), (["tests/a"], None),
    (["tests/a/test_b.py", "tests/a/test_c.py"], None),
])  # fmt: skip
def test_one_file_runs_without_workers_and_more_with_as_many_as_usual(named, workers):
    assert pytest_xdist_auto_num_workers(SimpleNamespace(args=named)) == workers


@pytest.fixture
def suite(tmp_path):
    """A folder with one slow function of forty tests; a call runs pytest there with those words and tells how many passed."""
    for name in ("__init__.py", "conftest.py", "helpers/__init__.py", "helpers/slow_tests.py"):
        copied = tmp_path / "tests" / name
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / "tests" / name, copied)
    (tmp_path / "tests/slow.txt").write_text("tests/test_b.py::test_c\n", encoding="utf-8")
    (tmp_path / "tests/test_b.py").write_text(FORTY, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\ntestpaths = tests\n", encoding="utf-8")

    def run(*words):
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words]
        environment = os.environ | {"PYTHONPATH": str(ROOT), "SLOW_PART": "0"}
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600)
        return int(re.search(r"(\d+) passed", done.stdout)[1])

    return run


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_run_without_a_file_leaves_slow_tests_out(suite, workers):
    assert 0 < suite("-n", workers) < 15
    assert suite("-n", workers, "--all") == suite("-n", workers, "tests/test_b.py") == 40


# What has to hold before a change lands: a test that fails lets the run fail, even if it passes later.


SCRIPT = (ROOT / ".ci/run").read_text(encoding="utf-8")
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


def test_a_flaky_test_fails_the_run_and_is_marked(run):
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


# A test of many cases.


@every_case("b", [1, 2])
@every_case(("a", "c"), [(1, 5), (2, 6), (3, 7)])
def of_cases(a, b, c, seen, wrong=()):
    seen.append((a, b, c))
    if a in wrong:
        pytest.fail(f"{a} is wrong")


def test_every_case_runs_and_the_rest_of_the_parameters_are_fixtures():
    seen = []
    of_cases(seen=seen)
    assert seen == [(1, 1, 5), (2, 1, 6), (3, 1, 7), (1, 2, 5), (2, 2, 6), (3, 2, 7)]
    assert [*inspect.signature(of_cases).parameters] == ["seen", "wrong"]


def test_each_error_names_its_case():
    with pytest.raises(BaseExceptionGroup) as raised:
        of_cases(seen=[], wrong=(1, 3))
    assert [each.__notes__ for each in raised.value.exceptions] == [["case: b=1"], ["case: b=2"]]
    inner = [each.__notes__ for each in raised.value.exceptions[0].exceptions]
    assert inner == [["case: a=1, c=5"], ["case: a=3, c=7"]]


def test_a_single_error_comes_out_as_it_is():
    @every_case("number", [1, 2, 3])
    def halves(number):
        assert number != 2

    with pytest.raises(AssertionError) as raised:
        halves()
    assert raised.value.__notes__ == ["case: number=2"]


def test_a_test_without_a_case_is_refused():
    with pytest.raises(AssertionError):
        every_case("number", [])
