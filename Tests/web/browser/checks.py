#!/usr/bin/env python3
"""Checks in a browser what the page promises to its users.

    checks.py http://127.0.0.1:8080 [--again FILE] [CHECK …]

It needs a development server and Node. If no check is named, it runs all, of which those that a group lists as LONG only if OVATION_VERIFY
is set. For a failed check it prints where the screenshots of its pages are and what the pages' consoles said, and in the end it exits
with 1. With `--again` it writes the names of the failed ones to that file if they are few: scripts/test-browser runs those once more on
a server of their own, because a machine that does much else at the moment makes a browser miss its time.
"""

import argparse
import os
import sys
import time
from pathlib import Path

from playwright.sync_api import Error, expect, sync_playwright

import access_checks
import console_checks
import console_page_checks
import console_stories
import desk_checks
import embed_checks
import ending_walks
import file_checks
import gift_checks
import input_checks
import keyboard_checks
import memory_checks
import moderation_checks
import operator_text_checks
import page_checks
import people_checks
import plaza_checks
import reaction_checks
import slow_mode_checks
import spacing_checks
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
    (slow_mode_checks, "slow-mode-checks", {}),
    (gift_checks, "gift-checks", {}),
    (keyboard_checks, "keyboard-checks", {}),
    (ending_walks, "ending-walks", {}),
    (embed_checks, "embed-checks", {"reduced_motion": "reduce"}),
    (theme_checks, "theme-checks", {}),
    (spacing_checks, "spacing-checks", {}),
    (desk_checks, "desk-checks", {}),
    (input_checks, "input-checks", {"reduced_motion": "reduce"}),
    (operator_text_checks, "operator-text-checks", {"reduced_motion": "reduce"}),
    (console_checks, "console-checks", {}),
    (console_stories, "console-stories", {}),
    (console_page_checks, "console-page-checks", {}),
    (file_checks, "file-checks", {}),
    (memory_checks, "memory-checks", {}),
]


# A check that took longer than this says so, because every test waits for it.
SLOW_SECONDS = 8

# So many checks may run once more. Where more fail, it is the page.
AGAIN_MAX = 8

# What an expectation waits for, at most.
PATIENCE_MILLISECONDS = 15_000


def run(checks, stage, verdict):
    """Runs checks on a stage and returns the names of those that failed."""
    failed = []
    for each in checks:
        stage.check, stage.left = each.__name__, []
        print(f"· {each.__name__.replace('_', ' ')}", flush=True)
        started = time.monotonic()
        try:
            each(stage)
        except (AssertionError, Error) as failure:
            failed.append(each.__name__)
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


def check(browser, base, names=(), verdict="FAILED"):
    """Runs the named checks, or all, and returns the names of those that failed."""
    for picture in PICTURES.glob("*.png"):
        picture.unlink()
    failed = []
    for group, live, settings in GROUPS:
        if wanted := chosen(group, names):
            failed += on_stage(browser, base, group, live, settings, lambda stage, checks=wanted: run(checks, stage, verdict))
    return failed


def on_stage(browser, base, group, live, settings, play):
    """Gives a group a stage for as long as something is played on it."""
    stage = getattr(group, "STAGE", Stage)(browser, base, live, **settings)
    try:
        return play(stage)
    finally:
        stage.close()


def main():
    parser = argparse.ArgumentParser(description="Checks in a browser what the page promises to its users.")
    parser.add_argument("base", help="the server's address, http://127.0.0.1:8080")
    parser.add_argument("checks", nargs="*", metavar="CHECK", help="the checks to run; all where none is named")
    parser.add_argument("--again", metavar="FILE", type=Path, help="where the names of failed checks go, if they are few")
    arguments = parser.parse_args()
    known = {each.__name__ for group, _, _ in GROUPS for each in group.CHECKS}
    if unknown := set(arguments.checks) - known:
        sys.exit(f"no such check: {', '.join(sorted(unknown))}")
    expect.set_options(timeout=PATIENCE_MILLISECONDS)
    with sync_playwright() as playwright:
        browser = stand.launch(playwright)
        failed = check(browser, arguments.base.rstrip("/"), arguments.checks, "failed at first" if arguments.again else "FAILED")
        browser.close()
    if arguments.again and failed and len(failed) <= AGAIN_MAX:
        arguments.again.write_text("\n".join(failed) + "\n")
    elif arguments.again:
        # What nobody runs again failed for good.
        print("".join(f"FAILED: {name}\n" for name in failed), end="", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
