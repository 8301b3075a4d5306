"""Connect four: its rules, and what people see of it."""

from games.connect_four.game import ConnectFour as ConnectFour
