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
ALLOW_MOTION = "() => { document.adoptedStyleSheets.pop(); }"


def violations(page):
    """The serious violations of a page: each rule's name and the first three places that break it."""
    if not IS_INSTALLED:
        return []
    page.evaluate(STOP_MOTION)
    try:
        found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    finally:
        page.evaluate(ALLOW_MOTION)
    return [
        (violation["id"], [node["html"][:120] for node in violation["nodes"][:3]])
        for violation in found if violation["impact"] in ("serious", "critical")
    ]
