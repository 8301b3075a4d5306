"""The commands of referee, one a file, named like the command."""
