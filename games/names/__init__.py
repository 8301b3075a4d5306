"""Games and players by name: the catalogue, specs, and people's own files."""
