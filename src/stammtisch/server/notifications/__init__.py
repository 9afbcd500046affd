"""Tells people who are not connected that it is their turn: by Web Push and by webhooks."""
