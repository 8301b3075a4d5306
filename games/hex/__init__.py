"""Hex, by Piet Hein (1942) and John Nash (1948): its rules, and what people see of it."""

from games.hex.game import Hex as Hex
