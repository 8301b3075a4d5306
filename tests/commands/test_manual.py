"""The page of the manual: up to date, complete, and read by groff without a complaint."""

import re
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from referee.__main__ import main
from referee.cli import CLOSED_PIPE, referee, run
from referee.commands.man_page_text import STATUS, escape_roff, man_page, paragraphs
from referee.running.run_options import FORFEITED, UNMET
from referee.support.settings import SETTINGS, variable_name
from referee.support.signals import ENDING, INTERRUPTED

INSTALLED = Path(__file__).parents[2] / "docs" / "referee.1"
GROFF = shutil.which("groff")
needs_groff = pytest.mark.skipif(not GROFF, reason="no groff")


def rendered(source):
    """The page as man(1) shows it, without bold; groff must find nothing to complain of."""
    done = subprocess.run(
        [GROFF, "-man", "-Tutf8", "-ww", "-P-cbou"], input=source, capture_output=True, text=True, encoding="utf-8"
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_page_that_is_installed_is_the_one_the_command_prints(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["man"])
    out = capsys.readouterr().out
    assert ended.value.code == 0
    assert out == man_page(referee)
    assert out == INSTALLED.read_text(), "print it anew: python -m referee man > docs/referee.1"


def test_the_page_is_ascii_and_names_no_place_of_this_machine():
    assert man_page(referee).isascii()
    assert str(INSTALLED.parents[1]) not in man_page(referee) and f"{Path.home()}/" not in man_page(referee)


def test_the_page_names_every_command_every_flag_and_every_variable():
    plain = man_page(referee).replace("\\-", "-")
    for name, command in referee.commands.items():
        assert command.hidden or f"\n.SS referee {name}" in plain
        for param in command.params:
            if isinstance(param, click.Option) and not param.hidden:
                assert all(flag in plain for flag in param.opts)
                assert re.search(rf"\n\.B .*{param.opts[-1]}\b", plain)
    for name in (*map(variable_name, SETTINGS), "REFEREE_SETTINGS", "REFEREE_CACHE", "REFEREE_DATA", "NO_COLOR"):
        assert f"\n.B {name}\n" in plain
    for status in (0, 1, 2, 130, 141):
        assert f"\n.TP\n.B {status}\n" in plain


def test_the_manual_the_site_and_the_command_name_the_same_exit_statuses():
    site = INSTALLED.with_name("commands.md").read_text(encoding="utf-8")
    table = site.partition("\n| exit status | |\n|---|---|\n")[2].partition("\n\n")[0]
    told = re.findall(r"^\| (\d+) \|", table, re.MULTILINE)
    numbers = [0, 1, 2, FORFEITED, UNMET, *(128 + number for number in ENDING), INTERRUPTED, CLOSED_PIPE]
    statuses = [str(number) for number in sorted(numbers)]
    assert [status for status, _ in STATUS] == told == statuses
    assert re.findall(r"\d+", run.__doc__) == told


@needs_groff
def test_groff_renders_the_page_with_all_its_sections():
    shown = rendered(man_page(referee))
    heads = [line for line in shown.splitlines() if line and line == line.upper() and line[0].isalpha()]
    assert [head for head in heads if "(" not in head] == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES",
    ]  # fmt: skip
    assert "referee [OPTIONS] [GAME] [PLAYER [PLAYER]]" in shown
    assert "-g, --games N" in shown
    assert 'eval "$(referee completion bash)"' in shown
    assert max(map(len, shown.splitlines())) <= 80


@needs_groff
@pytest.mark.parametrize(
    "said", [".TH at the beginning", "'so what", r"a \fBback\fP slash \n", 'a "quote"', "1 ~ `x` ^ - -- ♟ é", r"\.x"]
)
def test_what_roff_would_read_as_its_own_comes_out_as_it_was_written(said):
    shown = rendered(f'.TH X 1 "" x "y"\n.SH NAME\n{escape_roff(said)}\n')
    assert said in [line.strip() for line in shown.splitlines()]


@needs_groff
def test_a_docstring_keeps_the_lines_that_click_keeps():
    written = "One\nand two.\n\n\b\na   b\nc   d\n\nThree.\fNot this."
    shown = rendered("\n".join(['.TH X 1 "" x "y"', ".SH NAME", *paragraphs(written)]) + "\n")
    body = [line.strip() for line in shown.partition("NAME\n")[2].splitlines()[:7]]
    assert [line for line in body if line] == ["One and two.", "a   b", "c   d", "Three."]
