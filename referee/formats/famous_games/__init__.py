"""The files of famous games; referee/formats/famous.py says what they are."""
