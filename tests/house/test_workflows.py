"""What is built and tested elsewhere: every Python that the package promises, on three systems."""

import re
import tomllib
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
    """The matrix of the job that is called like its workflow."""
    return WORKFLOWS[workflow]["jobs"][workflow]["strategy"]["matrix"]


def test_the_oldest_python_that_may_install_it_is_the_first_one_promised():
    assert f">={PYTHONS[0]}" == PROJECT["requires-python"]
    assert PYTHONS == [f"3.{11 + number}" for number in range(len(PYTHONS))]


@pytest.mark.parametrize("workflow", ["tests", "wheels"])
def test_each_python_is_tested_and_has_wheels_on_three_systems(workflow):
    assert matrix(workflow)["python"] == PYTHONS
    systems = {each.partition("-")[0] for each in matrix(workflow)["os"]}
    assert systems == {"ubuntu", "macos", "windows"}


def test_linux_has_wheels_for_both_processors():
    assert {"ubuntu-latest", "ubuntu-24.04-arm"} <= set(matrix("wheels")["os"])


def test_wheels_are_built_for_the_same_pythons_and_play_games():
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
