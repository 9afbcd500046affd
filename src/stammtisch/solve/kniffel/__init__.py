"""Kniffel alone, solved; Kniffel against others, from score distributions."""
