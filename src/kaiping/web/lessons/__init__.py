"""Lessons: a few steps of a game at the real table, with a band that says what is to be seen and done."""
