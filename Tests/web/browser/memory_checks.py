"""A browser check of the memory that a live's page takes over ten minutes. `make verify` runs it."""

import os
import statistics
import time

from stage import client_of

# How long the page is watched, in minutes, and how often it is looked at.
MINUTES = float(os.environ.get("OVATION_MEMORY_MINUTES", "10"))
LOOKS = 20
# The part by which the last looks may be above the first ones. A page that keeps each of 24,000 messages has twice as much.
GROWTH_MAX = 0.15
# What is not counted as growth in a heap of a few megabytes.
SLACK_BYTES = 500_000


def heap(client):
    """The bytes in use, once everything that nobody needs is gone."""
    client.send("HeapProfiler.collectGarbage")
    return client.send("Runtime.getHeapUsage")["usedSize"]


def the_memory_of_a_live_stays_level(stage):
    """Chat, reactions and gifts, as a live of many has them. Looks at the heap, at the elements of the page and at its listeners."""
    with stage.page(reduced_motion="no-preference") as page:
        client = client_of(page)
        client.send("HeapProfiler.enable")
        client.send("Performance.enable")
        stage.crowd.talk(40)
        stage.crowd.react(13)
        stage.crowd.give("rose", 2)
        # The chat has to be full first, and what loads on first use has to be there.
        page.wait_for_function("document.querySelectorAll('.chat__row').length >= 200", timeout=60_000)
        looks, counts = [], []
        for _ in range(LOOKS):
            time.sleep(MINUTES * 60 / LOOKS)
            looks.append(heap(client))
            told = {each["name"]: each["value"] for each in client.send("Performance.getMetrics")["metrics"]}
            counts.append((told["Nodes"], told["JSEventListeners"]))
        assert page.locator(".chat__row").count() <= 200, "the chat keeps more rows than it shows"
    part = LOOKS // 4
    first, last = statistics.median(looks[:part]), statistics.median(looks[-part:])
    print(f"  {first / 1e6:.1f} MB become {last / 1e6:.1f} MB; elements and listeners {counts[0]} become {counts[-1]}")
    assert last <= first * (1 + GROWTH_MAX) + SLACK_BYTES, f"the heap grows: {looks}"
    for kind, (before, after) in enumerate(zip(*(map(statistics.median, zip(*some)) for some in (counts[:part], counts[-part:])))):
        assert after <= before * (1 + GROWTH_MAX) + 200, f"{('elements', 'listeners')[kind]} grow: {counts}"


CHECKS = [the_memory_of_a_live_stays_level]
# Ten minutes.
LONG = CHECKS
