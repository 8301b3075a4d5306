"""What an installation needs: the same packages with and without a C compiler."""

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
    """Return the metadata that setup.py writes into `folder` with these variables."""
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "egg_info", "-e", str(folder)],
        cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return Parser().parsestr((folder / "referee.egg-info" / "PKG-INFO").read_text(encoding="utf-8"))


@pytest.mark.skipif(os.name == "nt", reason="another variable names the compiler there")
def test_what_is_installed_does_not_depend_on_a_compiler_and_holds_cython(tmp_path):
    found = []
    for compiler in ("no-such-compiler", "cc"):
        folder = tmp_path / compiler
        folder.mkdir()
        found.append(metadata(folder, CC=compiler).get_all("Requires-Dist"))
    assert found[0] == found[1]
    assert "cython<4,>=3.1" in found[0]


def test_the_version_stands_in_one_place_and_the_changelog_tells_of_it():
    assert f"\n## {PROJECT['version']}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for path in [ROOT / "setup.py", *(ROOT / "games").rglob("*.py"), *(ROOT / "referee").rglob("*.py")]:
        assert f'"{PROJECT["version"]}"' not in path.read_text(encoding="utf-8"), path
