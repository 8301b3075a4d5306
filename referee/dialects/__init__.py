"""The words by which programs speak of positions and moves to each other, both ways; a module a protocol."""
