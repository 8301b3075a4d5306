"""The commands of referee, one module each, with the command's name."""
