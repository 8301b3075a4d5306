"""Seeds of runs for which none was given."""


def draw_seed(below: int = 10**9) -> int:
    """A seed that nobody could have guessed, from 0 to `below` - 1: few enough digits to be typed again."""
    import secrets  # with all of cryptography behind it, which nothing else needs as the program starts

    return secrets.randbelow(below)
