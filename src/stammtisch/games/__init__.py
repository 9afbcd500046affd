"""The four games, each behind the same contract."""
