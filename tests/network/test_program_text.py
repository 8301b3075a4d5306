"""What a guest says of its program: the same text for the same program, another one after a change."""

from referee.network.guest_session import program_text
from referee.network.wire import TEXT


def test_a_changed_file_is_another_program(tmp_path):
    file = tmp_path / "bot.py"
    file.write_text("def bot(game):\n    return game.moves()[0]\n")
    before = [program_text(spec) for spec in (f"{file}", f"program:{file}")]
    assert before == [program_text(spec) for spec in (f"{file}", f"program:{file}")]
    file.write_text("def bot(game):\n    return game.moves()[-1]\n")
    assert not set(before) & {program_text(spec) for spec in (f"{file}", f"program:{file}")}


def test_other_options_are_another_program():
    assert program_text("minimax:depth=2") != program_text("minimax:depth=3")
    assert program_text("minimax:depth=2").startswith("minimax ")
    assert len(program_text("minimax:" + "x" * 500)) <= TEXT
