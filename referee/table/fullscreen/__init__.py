"""The pages that take the whole terminal: the match, the tree and the menu."""
