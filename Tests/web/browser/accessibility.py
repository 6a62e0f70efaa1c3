"""Accessibility violations that axe finds on a page."""

try:
    from axe_playwright_python.sync_playwright import Axe
    IS_INSTALLED = True
except ImportError:
    IS_INSTALLED = False

# Text that is fading in has too little contrast, so nothing moves while axe looks. A style sheet made by a script is no inline
# style, and the page's policy allows it.
STOP_MOTION = """() => {
  const still = new CSSStyleSheet();
  still.replaceSync("*, *::before, *::after { animation: none !important; transition: none !important; }");
  document.adoptedStyleSheets.push(still);
}"""
THEME = "matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'"
ALLOW_MOTION = "() => { document.adoptedStyleSheets.pop(); }"


# To measure colours, axe scrolls to every text. That is nearly all of its time, and on a long list minutes of it.
COLOURS = "color-contrast"


def violations(page, alike=None):
    """The serious violations of a page: each rule's name and the first three places that break it.

    `alike` selects what has the colours of something else on the page, such as the rows of a long list behind the first ones: there all
    rules hold but those of colours.
    """
    if not IS_INSTALLED:
        return []
    if alike:
        return run(page, [(None, {"rules": {COLOURS: {"enabled": False}}}), ({"exclude": [alike]}, {"runOnly": [COLOURS]})])
    return run(page, [(None, {})])


def violations_in_both_themes(page):
    """The serious violations of a page in its theme, and those of its colours in the other one."""
    found = violations(page)
    if not IS_INSTALLED:
        return found
    own = page.evaluate(THEME)
    page.emulate_media(color_scheme="light" if own == "dark" else "dark")
    try:
        return found + [(f"{rule} in the other theme", places) for rule, places in run(page, [(None, {"runOnly": [COLOURS]})])]
    finally:
        page.emulate_media(color_scheme=own)


def run(page, runs):
    """What several runs of axe find together. Each is a part of the page, None for all of it, and axe's options."""
    page.evaluate(STOP_MOTION)
    try:
        found = [
            violation for context, options in runs
            for violation in Axe().run(page, context, {"resultTypes": ["violations"], **options}).response["violations"]
        ]
    finally:
        page.evaluate(ALLOW_MOTION)
    return [
        (violation["id"], [node["html"][:120] for node in violation["nodes"][:3]])
        for violation in found if violation["impact"] in ("serious", "critical")
    ]
