"""Profiles, their passwords, results and ratings."""
