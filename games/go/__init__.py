"""Go: its rules, and what people see of it."""

from games.go.game import Go as Go
