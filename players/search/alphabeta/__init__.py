"""Searches that look at every move to a depth: alpha-beta and its relatives, proof numbers, expectimax."""
