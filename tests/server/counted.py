"""What a server has counted."""

from __future__ import annotations

from stammtisch.server.ops.metrics import Metrics


def counted(metrics: Metrics, name: str, **labels: str) -> float:
    """The value of a metric; 0 if nothing was counted."""
    return metrics._registry.get_sample_value(f"stammtisch_{name}", labels) or 0.0
