#!/usr/bin/env python3
"""Checks in a browser what the page promises to its users.

    checks.py http://127.0.0.1:8080 [CHECK …]     needs a development server and Node; if no check is named, it runs all,
                                                  of which those that a group lists as LONG only if OVATION_VERIFY is set

`test_live.py` runs all of them too. For a failed check the program prints where the screenshots of its pages are and what the
pages' consoles said. A check that failed runs once more in a live of its own when the others are through, because a machine that does
much else at the moment makes a browser miss its time. One that passes then is named and counts as passed; scripts/test repeats the name at
its end. The program exits with 1 if a check fails twice.
"""

import os
import sys
import time

from playwright.sync_api import Error, sync_playwright

import access_checks
import console_checks
import console_page_checks
import console_stories
import desk_checks
import file_checks
import input_checks
import keyboard_checks
import memory_checks
import moderation_checks
import page_checks
import people_checks
import plaza_checks
import reaction_checks
import stand
import svga_checks
import talk_checks
import theme_checks
from stage import PICTURES, Stage

# Each group has a live of its own and settings for its pages. Busy chats run with reduced motion, because flying hearts would take
# most of the processor's time.
GROUPS = [
    (page_checks, "page-checks", {}),
    (access_checks, "access-checks", {}),
    (moderation_checks, "moderation-checks", {"reduced_motion": "reduce"}),
    (people_checks, "people-checks", {"reduced_motion": "reduce"}),
    (plaza_checks, "plaza-checks", {}),
    (reaction_checks, "reaction-checks", {}),
    (svga_checks, "svga-checks", {}),
    (talk_checks, "talk-checks", {}),
    (keyboard_checks, "keyboard-checks", {}),
    (theme_checks, "theme-checks", {}),
    (desk_checks, "desk-checks", {}),
    (input_checks, "input-checks", {"reduced_motion": "reduce"}),
    (console_checks, "console-checks", {}),
    (console_stories, "console-stories", {}),
    (console_page_checks, "console-page-checks", {}),
    (file_checks, "file-checks", {}),
    (memory_checks, "memory-checks", {}),
]


# A check that took longer than this says so, because every test waits for it.
SLOW_SECONDS = 8

# So many checks may run once more. Where more fail, it is the page.
AGAIN_MAX = 4


def run(checks, stage, verdict="failed at first"):
    """Runs checks on a stage and returns those that failed."""
    failed = []
    for each in checks:
        stage.check, stage.left = each.__name__, []
        print(f"· {each.__name__.replace('_', ' ')}", flush=True)
        started = time.monotonic()
        try:
            each(stage)
        except (AssertionError, Error) as failure:
            failed.append(each)
            print("\n  ".join([f"{verdict}: {each.__name__}: {failure}", *stage.left]), flush=True)
        finally:
            stage.crowd.stop()
        if (took := time.monotonic() - started) > SLOW_SECONDS:
            print(f"  {took:.0f} s", flush=True)
    return failed


def chosen(group, names):
    """The checks of a group: those that are named, else all, of which the long ones only where OVATION_VERIFY is set."""
    if names:
        return [each for each in group.CHECKS if each.__name__ in names]
    long = () if os.environ.get("OVATION_VERIFY") else getattr(group, "LONG", ())
    return [each for each in group.CHECKS if each not in long]


def check(browser, base, names=()):
    """Runs the named checks, or all, those that failed once more, and returns how many failed twice."""
    for picture in PICTURES.glob("*.png"):
        picture.unlink()
    again = []
    for group, live, settings in GROUPS:
        if wanted := chosen(group, names):
            failed = on_stage(browser, base, group, live, settings, lambda stage, checks=wanted: run(checks, stage))
            again += [(each, group, live, settings) for each in failed]
    if len(again) > AGAIN_MAX:
        print(f"FAILED: {len(again)} checks failed, too many for a busy machine: none runs again", flush=True)
        for each, *_ in again:
            print(f"FAILED: {each.__name__}", flush=True)
        return len(again)
    failed = 0
    for number, (each, group, live, settings) in enumerate(again):
        if on_stage(browser, base, group, f"{live}-{number}", settings, lambda stage, check=each: run([check], stage, "FAILED")):
            failed += 1
        else:
            print(f"SECOND TRY: {each.__name__} failed and passed when it ran again", flush=True)
    return failed


def on_stage(browser, base, group, live, settings, play):
    """Gives a group a stage for as long as something is played on it."""
    stage = getattr(group, "STAGE", Stage)(browser, base, live, **settings)
    try:
        return play(stage)
    finally:
        stage.close()


def main():
    known = {each.__name__ for group, _, _ in GROUPS for each in group.CHECKS}
    if unknown := set(sys.argv[2:]) - known:
        sys.exit(f"no such check: {', '.join(sorted(unknown))}")
    with sync_playwright() as playwright:
        browser = stand.launch(playwright)
        failed = check(browser, sys.argv[1].rstrip("/"), sys.argv[2:])
        browser.close()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
