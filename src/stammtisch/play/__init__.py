"""Matches, records and the dice they are thrown with."""
