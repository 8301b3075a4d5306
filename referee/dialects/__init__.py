"""The words for positions and moves in the protocols of programs, in both directions; a module a protocol."""
