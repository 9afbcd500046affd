"""Luck and skill: reports on finished games, and simulations of many."""
