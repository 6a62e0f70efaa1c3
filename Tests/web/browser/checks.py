#!/usr/bin/env python3
"""What the page promises to the people who use it, checked in a browser.

    checks.py http://127.0.0.1:8080 [CHECK …]     needs a developer's server and Node; without names, every check runs

`test_live.py` runs all of them too. Of a check that fails it prints where a picture of each of its pages is and what the pages'
consoles said. Exits with 1 where one fails, after the others have run.
"""

import sys

from playwright.sync_api import Error, sync_playwright

import access_checks
import moderation_checks
import page_checks
import people_checks
import reaction_checks
import stand
import svga_checks
from stage import PICTURES, Stage

# Each with a live of its own, and with what its pages are like. Where much is said, nothing flies: that would cost most of the
# time of a processor.
GROUPS = [
    (page_checks, "page-checks", {}),
    (access_checks, "access-checks", {}),
    (moderation_checks, "moderation-checks", {"reduced_motion": "reduce"}),
    (people_checks, "people-checks", {"reduced_motion": "reduce"}),
    (reaction_checks, "reaction-checks", {}),
    (svga_checks, "svga-checks", {}),
]


def run(checks, stage):
    """Runs checks on a stage; answers how many failed."""
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
    """Runs the checks of these names, or all; answers how many failed."""
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
