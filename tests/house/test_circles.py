"""No two modules import each other, not even for a type or inside a function."""

import pytest

from tests.house.test_rooms import ROOT, imports, modules

PACKAGES = ("games", "players", "referee")


def circles(root, *packages):
    """The groups of modules that import each other, each in the order of their names."""
    known = modules(root, *packages)
    arrows = {
        name: {other for other in imports(path, known) if other in known} - {name} for name, path in known.items()
    }
    reach = {}

    def reached(name):
        """All that can be reached from a module."""
        if name not in reach:
            found, ahead = set(), list(arrows[name])
            while ahead:
                if (module := ahead.pop()) not in found:
                    found.add(module)
                    ahead += arrows[module]
            reach[name] = found
        return reach[name]

    groups = {tuple(sorted(other for other in reached(name) if name in reached(other))) for name in known}
    return sorted(group for group in groups if group)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_modules_import_each_other_in_a_circle(package):
    assert circles(ROOT, package) == []


def test_a_planted_circle_is_found(tmp_path):
    for name, source in {
        "a": "import games.b\n",
        "b": "def late():\n    from games import a\n",
        "c": "import games.a\n",
    }.items():
        file = tmp_path / "games" / f"{name}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(source)
    assert circles(tmp_path, "games") == [("games.a", "games.b")]
