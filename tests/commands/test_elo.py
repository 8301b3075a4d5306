"""`referee elo`: what it prints of counts that are typed, and its answers to what is mistyped."""

import json

import pytest

from referee import cli
from referee.statistics.options import MODEL, PAIRS, WDL, SprtOption
from referee.statistics.sprt import MODELS
from tests.helpers.cases import every_case


@pytest.fixture
def command(capsys):
    """Run `referee elo` here: its exit status, and what it wrote to standard output and to standard error."""

    def run(line):
        status = cli.run(["elo", *line.split()])
        return (status, *capsys.readouterr())

    return run


def test_games_are_told_with_their_uncertainty_and_as_engine_testers_do(command):
    status, out, err = command("--wdl 136,96,111 --sprt 0,10")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "A against B: won 136, lost 96, drew 111",
        "A scored 55.8 % (95 % interval: 51.5 to 60.1)",
        "A is +40.7 Elo (+10.3 to +71.1) above B",
        "A is the better one: 99.6 % likely",
        "normalized Elo of A: +49.8 (+12.4 to +87.2)",
        "variance form: Elo 40.70 +- 30.43, nElo 49.77 +- 36.77, LOS 99.60 %",
        "undecided whether A is 0 or +10 Elo above B (LLR 1.49, bounds -2.94 and 2.94)",
    ]


def test_pairs_are_told_as_pairs(command):
    _, out, _ = command("--pairs 34,54,63,64,75")
    assert out.splitlines()[2:] == [
        "A is +55.6 Elo (+28.0 to +83.2) above B",
        "A is the better one: over 99.9 % likely",
        "normalized Elo of A: +57.9 (+28.7 to +87.2)",
        "of 290 pairs of games A won 139, lost 88, shared 63",
        "variance form: Elo 55.58 +- 27.65, nElo 57.94 +- 28.28, LOS 100.00 %",
    ]


@pytest.mark.parametrize(("line", "verdict", "words"), [
    ("--wdl 880,759,1863 --sprt 0,5 --model cutechess", "H1", "decided: A is +5 Elo above B"),
    ("--wdl 1906,1748,4594 --sprt=-1,4 --model bayeselo", "H1", "decided: A is +4 BayesElo above B"),
    ("--pairs 16,25,42,12,3 --sprt -10,10 --model normalized", "H0", "decided: A is -10 normalized Elo above B"),
    ("--pairs 55,116,214,185,112 --sprt 0,5 --model normalized", "H1", "decided: A is +5 normalized Elo above B"),
    ("--pairs 55,116,214,185,112 --sprt 0,5,alpha=0.01", None, "undecided whether A is 0 or +5 Elo above B"),
    ("--wdl 3,0,0 --sprt 0,10", None, "undecided"),
])  # fmt: skip
def test_the_test_is_decided_or_not(command, line, verdict, words):
    assert json.loads(command(f"{line} --json")[1])["sprt"]["accepted"] == verdict
    assert command(line)[1].splitlines()[-1].startswith(words)


def test_json_holds_all_of_it(command):
    status, out, _ = command("--wdl 136,96,111 --json")
    said = json.loads(out)
    assert (status, said["sprt"], said["pairs"]) == (0, None, None)
    assert said["counts"] == {"wins": 136, "draws": 111, "losses": 96, "drawn": 111 / 343}
    assert f"{said['elo']['value']:.2f} {said['variance_form']['plus_minus']:.2f}" == "40.70 30.43"
    assert said["wilson"]["low"] < said["score"]["low"] < said["score"]["value"] < said["score"]["high"]


@pytest.mark.parametrize("line", ["--wdl 9,0,0", "--wdl 0,9,0", "--wdl 0,0,9", "--wdl 0,0,0", "--pairs 0,0,0,0,9"])
def test_a_missing_bound_is_null_and_never_infinite(command, line):
    status, out, _ = command(f"{line} --sprt 0,10 --json")
    assert status == 0
    assert None in json.loads(out)["variance_form"].values()
    words = command(f"{line} --sprt 0,10")[1]
    assert "inf" not in words
    assert "nan" not in words


ASKED = "one of --wdl W,L,D and --pairs LL,LD,MM,WD,WW is needed, and not both"


@every_case(("line", "said"), [
    ("", ASKED), ("--wdl 1,2,3 --pairs 1,2,3,4,5", ASKED),
    ("--wdl 1,2", f"--wdl 1,2 must be {WDL.allowed}"),
    ("--wdl 1,x,2", f"--wdl 1,x,2 must be {WDL.allowed}"),
    ("--wdl 1,2,", f"--wdl 1,2, must be {WDL.allowed}"),
    ("--wdl=-1,2,3", f"--wdl -1,2,3 must be {WDL.allowed}"),
    ("--wdl 1,2,1_0", f"--wdl 1,2,1_0 must be {WDL.allowed}"),
    ("--wdl 1,2,9999999999", f"--wdl 1,2,9999999999 must be {WDL.allowed}"),
    ("--pairs 1,2,3", f"--pairs 1,2,3 must be {PAIRS.allowed}"),
    ("--wdl 1,2,3 --sprt 10,0", f"--sprt 10,0 must be {SprtOption().allowed}"),
    ("--wdl 1,2,3 --sprt 5", f"--sprt 5 must be {SprtOption().allowed}"),
    ("--wdl 1,2,3 --sprt 0,nan", f"--sprt 0,nan must be {SprtOption().allowed}"),
    ("--wdl 1,2,3 --sprt 0,2000", f"--sprt 0,2000 must be {SprtOption().allowed}"),
    ("--wdl 1,2,3 --sprt 0,10 --model x", "--model x must be logistic or normalized or bayeselo or cutechess"),
    ("--pairs 1,2,3,4,5 --sprt 0,10 --model bayeselo", "--model bayeselo is of single games, and needs --wdl W,L,D"),
    *((f"--wdl 1,2,3 --sprt {text}", f"--sprt {text} must be {SprtOption().allowed}") for text in (
        "0,10,alpha=1", "0,10,0.1", "0,10,gamma=0.1", "0,10,alpha=0.1,alpha=0.1", "0,10,beta=", "elo1=0,elo0=5",
    )),
    ("--wdl 1,2,3 --model normalized", "--model says how --sprt measures: add --sprt 0,10"),
])  # fmt: skip
def test_a_typing_error_gets_one_line(command, line, said):
    assert command(line) == (2, "", f"referee: {said}\n")


@pytest.mark.parametrize(
    ("option", "text"),
    [(WDL, "1,2,3"), (PAIRS, "1,2,3,4,5"), (SprtOption(), "-1.5,10"), (SprtOption(), "0,5,alpha=0.1,beta=0.01")],
)
def test_counts_are_written_as_they_were_typed(option, text):
    value = option.read(text)
    assert option.fits(value)
    assert option.write(value) == text


def test_the_models_of_the_command_are_those_of_the_test():
    assert MODEL.words == MODELS


def test_the_words_of_fastchess_name_the_same_test():
    option = SprtOption()
    assert option.read("elo0=0,elo1=5,alpha=0.05,beta=0.05") == option.read("0,5")
    assert option.read("0,5,beta=0.1,alpha=0.01") == (0, 5, 0.01, 0.1)
