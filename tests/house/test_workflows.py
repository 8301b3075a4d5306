"""What is built and tested elsewhere: every Python that the package promises, on three systems."""

import os
import re
import subprocess
import sys
import tomllib
from email.parser import Parser
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".github" / "workflows"
CONFIGURATION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = CONFIGURATION["project"]
PYTHONS = [found[1] for each in PROJECT["classifiers"] if (found := re.fullmatch(r".* :: Python :: (3\.\d+)", each))]
WORKFLOWS = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.yml")}
ACTION = re.compile(r"[\w.-]+/[\w.-]+@(v\d+|release/v\d+)")


def matrix(workflow):
    return WORKFLOWS[workflow]["jobs"][workflow]["strategy"]["matrix"]


def test_the_oldest_python_that_may_install_it_is_the_first_one_promised():
    assert f">={PYTHONS[0]}" == PROJECT["requires-python"]
    assert PYTHONS == [f"3.{11 + number}" for number in range(len(PYTHONS))]


@pytest.mark.parametrize("workflow", ["tests", "wheels"])
def test_each_python_is_tested_and_has_wheels_on_three_systems(workflow):
    assert matrix(workflow)["python"] == PYTHONS
    systems = {each.partition("-")[0] for each in matrix(workflow)["os"]}
    assert systems == {"ubuntu", "macos", "windows"}


def test_wheels_are_built_for_the_same_pythons_and_both_processors_and_play_games():
    assert {"ubuntu-latest", "ubuntu-24.04-arm"} <= set(matrix("wheels")["os"])
    options = CONFIGURATION["tool"]["cibuildwheel"]
    assert options["build"] == [f"cp{each.replace('.', '')}-*" for each in PYTHONS]
    assert sum("random" in each for each in options["test-command"]) == 2


@pytest.mark.parametrize("workflow", WORKFLOWS)
def test_actions_have_the_number_of_a_major_version(workflow):
    uses = [
        step["uses"] for job in WORKFLOWS[workflow]["jobs"].values() for step in job["steps"] if "uses" in step
    ]  # fmt: skip
    assert uses
    assert [each for each in uses if not ACTION.fullmatch(each)] == []


def test_only_a_tag_publishes_without_a_stored_password():
    workflow = WORKFLOWS["wheels"]
    publish = workflow["jobs"]["publish"]
    assert workflow["permissions"] == {"contents": "read"}
    assert publish["permissions"] == {"id-token": "write"}
    assert publish["if"] == "startsWith(github.ref, 'refs/tags/v')"
    assert set(publish["needs"]) == {"wheels", "sdist"}
    assert "secrets." not in (FOLDER / "wheels.yml").read_text(encoding="utf-8")


@pytest.mark.skipif(os.name == "nt", reason="another variable names the compiler there")
def test_what_is_installed_does_not_depend_on_a_compiler_and_holds_cython(tmp_path):
    found = []
    for compiler in ("no-such-compiler", "cc"):
        folder = tmp_path / compiler
        folder.mkdir()
        words = [sys.executable, "setup.py", "-q", "egg_info", "-e", str(folder)]
        subprocess.run(words, cwd=ROOT, env=os.environ | {"CC": compiler}, capture_output=True, timeout=300, check=True)
        metadata = (folder / "referee.egg-info" / "PKG-INFO").read_text(encoding="utf-8")
        found.append(Parser().parsestr(metadata).get_all("Requires-Dist"))
    assert found[0] == found[1]
    assert "cython<4,>=3.1" in found[0]


def test_the_version_stands_in_one_place_and_the_changelog_tells_of_it():
    assert f"\n## {PROJECT['version']}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for path in [ROOT / "setup.py", *(ROOT / "games").rglob("*.py"), *(ROOT / "referee").rglob("*.py")]:
        assert f'"{PROJECT["version"]}"' not in path.read_text(encoding="utf-8"), path
