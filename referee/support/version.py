"""Which version of the program this is."""


def version() -> str:
    """The version of the program that is installed; `0` where it is not."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("referee")
    except PackageNotFoundError:
        return "0"
