"""An analysis as a table, in words and in sentences for people who listen."""
