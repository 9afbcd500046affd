"""Plays deals on a Ray cluster (`pip install 'stammtisch[ray]'`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any, Final

from stammtisch.analysis.simulation import Deal, Plan, Workers, play_deal
from stammtisch.core.errors import BadRequest
from stammtisch.core.extras import require

LOCAL: Final = "local"


def cluster(address: str) -> Workers:
    """The workers of the cluster at that address; `local` starts one on this machine."""
    require("ray", "ray", "a Ray cluster")
    ray: Any = import_module("ray")

    def work(plan: Plan, deals: Iterable[int]) -> Iterator[Deal]:
        if not ray.is_initialized():
            try:
                ray.init(
                    address=None if address == LOCAL else address,
                    log_to_driver=False,
                    logging_level="ERROR",
                    include_dashboard=False if address == LOCAL else None,
                )
            except (ConnectionError, ValueError) as error:
                raise BadRequest(f"no Ray cluster answers at {address}: {error}") from error
        remote = ray.remote(play_deal)
        waiting = [remote.remote(plan, deal) for deal in deals]
        while waiting:
            (done, *_), waiting = ray.wait(waiting, num_returns=1)
            try:
                yield ray.get(done)
            except ray.exceptions.RayError:
                continue  # the deal is tried again, or reported missing

    return work
