"""Zock'n'Roll: a near-equilibrium of one hand, and the race of many."""
