"""The reader: it loads the shipped index and answers questions from it, with no builder in sight."""
