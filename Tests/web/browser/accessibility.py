"""What axe finds wrong with a page."""

try:
    from axe_playwright_python.sync_playwright import Axe
    IS_INSTALLED = True
except ImportError:
    IS_INSTALLED = False

# Text that fades in has little contrast until it is there. While axe looks, nothing moves. A style sheet that a script makes is
# no inline style, so the page's policy allows it.
STOP_MOTION = """() => {
  const still = new CSSStyleSheet();
  still.replaceSync("*, *::before, *::after { animation: none !important; transition: none !important; }");
  document.adoptedStyleSheets.push(still);
}"""
ALLOW_MOTION = "() => { document.adoptedStyleSheets.pop(); }"


def violations(page):
    """The serious violations of a page: the name of each rule, and the first three places where it is broken."""
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
