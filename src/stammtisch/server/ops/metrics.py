"""What the server counts. No label comes from a client, so the number of time series is bounded."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Counts
from collections.abc import Iterable
from functools import partial
from itertools import accumulate
from typing import Final, final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

MEDIA_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4

_PREFIX = "stammtisch"
_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


@final
class Tally(Collector):
    """Counts by label what happens with every message.

    Only the event loop counts, so it needs no lock, and takes a tenth of the time of a `Counter`.
    """

    def __init__(self, name: str, help_: str, label: str, registry: CollectorRegistry) -> None:
        self.counts: Final[Counts[str]] = Counts()
        self._family: Final = f"{_PREFIX}_{name}", help_, [label]
        registry.register(self)

    def collect(self) -> Iterable[Metric]:
        """What Prometheus reads."""
        name, help_, labels = self._family
        family = CounterMetricFamily(name, help_, labels=labels)
        for label, count in self.counts.items():
            family.add_metric([label], count)
        yield family


@final
class Total(Collector):
    """Counts without a label, as quick as a `Tally` and for the same reason."""

    def __init__(self, name: str, help_: str, registry: CollectorRegistry) -> None:
        self._count = 0.0
        self._family: Final = f"{_PREFIX}_{name}", help_
        registry.register(self)

    def inc(self, amount: float = 1) -> None:
        """Add the amount."""
        self._count += amount

    def collect(self) -> Iterable[Metric]:
        """What Prometheus reads."""
        yield CounterMetricFamily(*self._family, value=self._count)


@final
class Durations(Collector):
    """A histogram of seconds, as quick as a `Tally` and for the same reason."""

    def __init__(self, name: str, help_: str, registry: CollectorRegistry) -> None:
        self._counts: Final = [0] * (len(_SECONDS) + 1)
        self._sum = 0.0
        self._family: Final = f"{_PREFIX}_{name}", help_
        registry.register(self)

    def observe(self, seconds: float) -> None:
        """Note a duration in seconds."""
        self._counts[bisect_left(_SECONDS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterable[Metric]:
        """What Prometheus reads."""
        bounds = map(str, (*map(float, _SECONDS), "+Inf"))
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(*self._family, buckets=buckets, sum_value=self._sum)


class Metrics:
    """The counters of one server, in a registry of their own: two servers in one process do not mix."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        gauge = partial(Gauge, namespace=_PREFIX, registry=registry)
        counter = partial(Counter, namespace=_PREFIX, registry=registry)
        histogram = partial(Histogram, namespace=_PREFIX, registry=registry, buckets=_SECONDS)
        self.tables_loaded = gauge("tables_loaded", "Tables in memory.")
        self.connections = gauge("connections", "Open sockets.")
        self.analyses = gauge("analyses", "Analyses under way.")
        self.moves_total = Total("moves", "Moves played.", registry)
        self.messages = Tally("messages", "Messages from sockets.", "type", registry)
        self.refusals_total = counter("refusals_total", "Requests and messages refused.", ("code",))
        self.limited_total = counter(
            "limited_total",
            "Refusals because a limit was reached, by kind and by whose budget was used up.",
            ("kind", "scope"),
        )
        self.http_connections = gauge("http_connections", "Open HTTP connections.")
        self.cut_off_total = counter(
            "cut_off_total", "Connections that were cut off, by reason.", ("reason",)
        )
        self.frames = Tally("frames", "Frames from sockets.", "kind", registry)
        self.append_seconds = Durations("append_seconds", "Time until an event is stored.", registry)
        self.thinking_waiting = gauge("thinking_waiting", "Jobs that wait for a worker process.", ("kind",))
        self.thinking_wait_seconds = histogram(
            "thinking_wait_seconds", "Time that jobs waited for a worker process.", ("kind",)
        )
        self.thinking_refused_total = counter(
            "thinking_refused_total", "Jobs refused because too many waited.", ("kind",)
        )
        self.workers_recycled_total = counter(
            "workers_recycled_total", "Worker processes ended because they had grown too large."
        )
        self.notifications_total = counter(
            "notifications_total",
            "Messages to devices and webhooks, by kind and by outcome.",
            ("kind", "outcome"),
        )
        self.clock_set_seconds = gauge(
            "clock_set_seconds", "Seconds by which the clock was set since the server started."
        )
        self.http_requests_total = counter("http_requests_total", "Requests answered.", ("route", "status"))
        ProcessCollector(_PREFIX, registry=registry)
        GCCollector(registry=registry)

    def limited(self, kind: str, scope: str) -> None:
        """Something was refused because of a limit."""
        self.limited_total.labels(kind, scope).inc()

    def value(self, name: str, **labels: str) -> float | None:
        """What has been counted under that name; None where nothing has."""
        return self._registry.get_sample_value(f"{_PREFIX}_{name}", labels)

    def total(self, name: str) -> float:
        """What has been counted under that name, added up over all labels."""
        samples = (sample for family in self._registry.collect() for sample in family.samples)
        return sum(sample.value for sample in samples if sample.name == f"{_PREFIX}_{name}")

    def text(self) -> bytes:
        """All of it in the text format of Prometheus."""
        return generate_latest(self._registry)
