"""What an installation needs: Cython where it is interpreted or compiles files, and not where it is compiled."""

import os
import subprocess
import sys
import tomllib
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def metadata(folder, **environment):
    """What setup.py says of the package there, with those variables."""
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "egg_info", "-e", str(folder)],
        cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return Parser().parsestr((folder / "referee.egg-info" / "PKG-INFO").read_text(encoding="utf-8"))


def required(found):
    """What is installed with it in any case."""
    return {each for each in found.get_all("Requires-Dist") if "extra ==" not in each}


@pytest.mark.skipif(os.name == "nt", reason="another variable names the compiler there")
def test_cython_is_installed_only_where_no_c_compiler_works(tmp_path):
    folders = [tmp_path / "interpreted", tmp_path / "compiled"]
    for folder in folders:
        folder.mkdir()
    interpreted = metadata(folders[0], CC="no-such-compiler")
    assert any(each.startswith("cython") for each in required(interpreted))
    if os.environ.get("CC") == "no-such-compiler":
        pytest.skip("no compiler is wanted here")
    compiled = metadata(folders[1])
    assert required(interpreted) - required(compiled) == {"cython<4,>=3.1"}
    assert not any(each.startswith("cython") for each in required(compiled))


def test_an_extra_installs_cython_and_the_tests_take_it():
    extras = PROJECT["optional-dependencies"]
    assert any(each.startswith("cython") for each in extras["compile"])
    (others,) = (each for each in extras["test"] if each.startswith("referee["))
    assert "compile" in others.removeprefix("referee[").removesuffix("]").split(",")


def test_the_version_stands_in_one_place_and_the_changelog_tells_of_it():
    assert f"\n## {PROJECT['version']}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for path in [ROOT / "setup.py", *(ROOT / "games").rglob("*.py"), *(ROOT / "referee").rglob("*.py")]:
        assert f'"{PROJECT["version"]}"' not in path.read_text(encoding="utf-8"), path
