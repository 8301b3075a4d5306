"""Small games of poker, Kuhn's and Leduc hold'em: their rules, and what people see of them."""

from games.poker.game import KuhnPoker as KuhnPoker
from games.poker.game import LeducPoker as LeducPoker
