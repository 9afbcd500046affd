"""Exact and near-exact play: numeric kernels over tables compiled from the rules."""
