#!/usr/bin/env python3
"""Checks in a browser what the page promises to its users.

    checks.py http://127.0.0.1:8080 [CHECK …]     needs a development server and Node; runs every check if none is named

`test_live.py` runs all of them too. For a failed check the program prints where the screenshots of its pages are and what the
pages' consoles said. It exits with 1 if a check fails, after the others have run.
"""

import sys

from playwright.sync_api import Error, sync_playwright

import access_checks
import console_checks
import file_checks
import moderation_checks
import page_checks
import people_checks
import plaza_checks
import reaction_checks
import stand
import svga_checks
import talk_checks
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
    (console_checks, "console-checks", {}),
    (file_checks, "file-checks", {}),
]


def run(checks, stage):
    """Runs checks on a stage and returns how many failed."""
    failed = 0
    for each in checks:
        stage.check, stage.left = each.__name__, []
        print(f"· {each.__name__.replace('_', ' ')}", flush=True)
        try:
            each(stage)
        except (AssertionError, Error) as failure:
            failed += 1
            print("\n  ".join([f"FAILED: {each.__name__}: {failure}", *stage.left]), flush=True)
        finally:
            stage.crowd.stop()
    return failed


def check(browser, base, names=()):
    """Runs the named checks, or all, and returns how many failed."""
    for picture in PICTURES.glob("*.png"):
        picture.unlink()
    failed = 0
    for group, live, settings in GROUPS:
        wanted = [each for each in group.CHECKS if not names or each.__name__ in names]
        if not wanted:
            continue
        stage = getattr(group, "STAGE", Stage)(browser, base, live, **settings)
        try:
            failed += run(wanted, stage)
        finally:
            stage.close()
    return failed


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
