"""Tock for search and training: the rules once more, on arrays that change in place."""
