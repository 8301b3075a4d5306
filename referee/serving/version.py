"""What this program says of itself to others."""

AUTHOR = "the authors of referee"


def version() -> str:
    """The version of the program that is installed; `0` where it is not."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("referee")
    except PackageNotFoundError:
        return "0"


def program_name(player: str) -> str:
    """The name of the program that plays by that player, in one line."""
    return f"referee {version()} {player}"
