"""Small games of poker: Kuhn's and Leduc hold'em."""
