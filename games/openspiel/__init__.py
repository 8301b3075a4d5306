"""The games of OpenSpiel, as games of this program."""
