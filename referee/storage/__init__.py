"""What outlives the program: the database, the archive of matches, files of records."""
