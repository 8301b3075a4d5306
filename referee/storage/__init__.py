"""What is stored on disk: the database, the archive of matches, files of records."""
