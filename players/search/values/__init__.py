"""Values of all positions that can come about, swept until nothing changes."""
