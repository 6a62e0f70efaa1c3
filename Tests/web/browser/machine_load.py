"""How busy the machine is while something is measured, and the rows of the table that says so."""

import os
from pathlib import Path


class Load:
    """How busy the machine was between its making and its reading."""

    def __init__(self):
        self.before = self._times()

    @staticmethod
    def _times():
        numbers = [int(number) for number in Path("/proc/stat").read_text().split("\n")[0].split()[1:]]
        return sum(numbers), numbers[3] + numbers[4]

    def __str__(self):
        total, idle = (after - before for after, before in zip(self._times(), self.before))
        return f"{100 * (total - idle) / max(total, 1):.0f} % of {os.cpu_count()}, {os.getloadavg()[0]:.1f}"


def row(what, value, goal, load):
    print(f"| {what} | {value} | {goal} | {load} |", flush=True)
