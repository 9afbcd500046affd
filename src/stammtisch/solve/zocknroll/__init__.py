"""Zock'n'Roll: a near-equilibrium of one pass, and the race of many."""
