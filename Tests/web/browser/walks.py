"""Walks through a page with the Tab key, and looks at what its accessibility tree says. Checks of every page use them.

A page in a frame is walked through as well: `within` is the frame then, and the keys go to the page around it.
"""

import re

from playwright.sync_api import expect

# The element with the focus: its role and name as the accessibility tree has them, whether its focus can be seen, and a mark that tells
# it from the others.
FOCUSED = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  element.dataset.visited ??= String(window.visited = (window.visited ?? 0) + 1);
  const around = getComputedStyle(element.nextElementSibling ?? element);
  return {
    mark: element.dataset.visited, tag: element.outerHTML.slice(0, 120),
    isSeen: (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none" || around.outlineStyle !== "none",
    isInside: box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
  };
}"""
# Where the Tab key begins on a page that was just opened.
FROM_THE_TOP = "() => { document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex'); }"
STEPS_MAX = 80
# What is used or looked at, and so has to have a name.
NAMED = "button|link|textbox|combobox|checkbox|switch|slider|tab|menuitem|searchbox|radio|region|navigation|dialog|img"


def tab_through(page, name, wanted, within=None, settle=lambda: None):
    """Presses Tab until the focus is where it began or leaves the page, and looks that it came to everything that is wanted. `settle` waits
    after each step for what the page does with it.
    """
    place = within or page
    if within is None:
        page.evaluate(FROM_THE_TOP)
    seen, at = [], None
    reached = set()
    for _ in range(STEPS_MAX):
        page.keyboard.press("Tab")
        settle()
        at = place.evaluate(FOCUSED)
        if at is None or at["mark"] in seen:
            break
        seen.append(at["mark"])
        assert at["isSeen"], f"{name}: nobody sees that the focus is at {at['tag']}"
        assert at["isInside"], f"{name}: the focus is out of sight, at {at['tag']}"
        for role, label in wanted:
            if place.get_by_role(role, name=label).and_(place.locator(":focus")).count():
                reached.add((role, label))
    assert at is None or at["mark"] == seen[0], f"{name}: the Tab key goes round in a part of the page, at {at['tag']}"
    missed = set(wanted) - reached
    assert not missed, f"{name}: the Tab key does not reach {missed}, in {len(seen)} steps"
    # And the way back is the same.
    page.keyboard.press("Shift+Tab")
    assert place.evaluate(FOCUSED), f"{name}: there is no way back"


def say_what_it_is(page, name, has_banner, heading=None):
    """One heading of the first level, one main part, and a name for everything that can be used."""
    expect(page.get_by_role("main")).to_have_count(1)
    # A live that is over is inert behind its end. No screen reader tells it, but Playwright counts it.
    headings = page.get_by_role("heading", level=1).and_(page.locator(":not([inert] *)"))
    expect(headings).to_have_count(1)
    if heading:
        expect(headings).to_have_text(heading)
    expect(page.get_by_role("banner")).to_have_count(int(has_banner))
    expect(page).to_have_title(re.compile(r"\w.*Ovation$|^Ovation$"))
    tree = page.locator("body").aria_snapshot()
    nameless = re.findall(rf"^\s*- (?:{NAMED})(?::? *| \[[^\]]*\]:?)$", tree, re.M)
    assert not nameless, f"{name}: without a name: {nameless}\n{tree}"
    return tree
