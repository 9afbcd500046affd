"""What is counted."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from stammtisch.server.ops.metrics import Metrics


def values(metrics: Metrics) -> dict[str, float]:
    families = text_string_to_metric_families(metrics.text().decode())
    return {
        sample.name + "".join(f"{{{label}}}" for label in sample.labels.values()): sample.value
        for family in families
        for sample in family.samples
    }


def test_what_was_counted_is_exported_to_prometheus() -> None:
    metrics = Metrics()
    metrics.tables_loaded.set(3)
    metrics.connections.inc()
    metrics.analyses.inc()
    metrics.moves_total.inc(2)
    metrics.messages.counts["move"] += 1
    metrics.refusals_total.labels("stale").inc()
    metrics.append_seconds.observe(0.003)
    metrics.http_requests_total.labels("/api/tables/{table}", 200).inc()
    counted = values(metrics)
    assert counted["stammtisch_tables_loaded"] == 3
    assert counted["stammtisch_connections"] == 1
    assert counted["stammtisch_analyses"] == 1
    assert counted["stammtisch_moves_total"] == 2
    assert counted["stammtisch_messages_total{move}"] == 1
    assert counted["stammtisch_refusals_total{stale}"] == 1
    assert (
        counted["stammtisch_append_seconds_bucket{0.002}"],
        counted["stammtisch_append_seconds_bucket{0.005}"],
    ) == (0, 1)
    assert counted["stammtisch_http_requests_total{/api/tables/{table}}{200}"] == 1
    assert counted["stammtisch_process_resident_memory_bytes"] > 0


def test_two_servers_in_one_process_do_not_mix() -> None:
    one, other = Metrics(), Metrics()
    one.moves_total.inc()
    assert values(other)["stammtisch_moves_total"] == 0
