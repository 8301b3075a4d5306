"""Games and players of people's own, checked: what is wrong with them, shown by the shortest moves that show it."""
