"""Metrics, logs, limits, security headers and the message bus."""
