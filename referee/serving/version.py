"""What this program says of itself to others."""

from referee.support.version import version

AUTHOR = "the authors of referee"


def program_name(player: str) -> str:
    """The name of the program that plays by that player, in one line."""
    return f"referee {version()} {player}"
