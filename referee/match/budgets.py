"""Budgets instead of time: so many nodes or plies for a move, which a program keeps by an option of its own."""

import players
from games.names.catalogue import SpecError
from referee.match.clocks import Control

OPTIONS = {
    "nodes": ("nodes", "playouts"),
    "depth": ("depth",),
}  # by budgets: the options that mean it, the first is best


def give_budgets(specs: tuple[str, str], control: Control) -> tuple[str, str]:
    """The specs of two players, each with the budget of its seat in the control. Raises SpecError."""
    return give_budget(specs[0], control.of(0)), give_budget(specs[1], control.of(1))


def give_budget(spec: str, control: Control) -> str:
    """The spec of a player with the budget of that control, which is one of a seat, among its options.

    The spec of a person is not changed. Raises SpecError if a program has no such option, or was given it already.
    """
    for budget, names in OPTIONS.items():
        count = getattr(control, budget)
        if count is None or players.CATALOGUE.find(spec) == "human":
            continue
        name, _ = players.CATALOGUE.require_name(spec)
        known = players.CATALOGUE.options(name)
        option = next((each for each in names if each in known), None)
        asked = f"--clock {budget}={count}"
        if option is None:
            has = f"options: {', '.join(known)}" if known else "it has none"
            raise SpecError(f"{asked}: {spec} has no option {' or '.join(names)} ({has})")
        if option in players.CATALOGUE.check(spec):
            raise SpecError(f"{asked}: {spec} says its {option} already; leave out one of the two")
        spec = players.CATALOGUE.extend(spec, f"{option}={count}")
        players.CATALOGUE.check(spec)
    return spec
