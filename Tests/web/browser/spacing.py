"""What of a page's text is cut off, covers other text or leaves its control when a reader spaces it (WCAG 1.4.12).

A page is looked at twice, as it is and spaced: what a design cuts in both cases, such as the third line of a title, is the design's, and a
mark that lies over a picture lies there in both. Only what the spacing does is a finding, and what cuts the page's own words.
"""

# A reader's own style sheet, with the four values of the criterion.
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-block-end: 2em !important; }
    *, *::before, *::after { animation: none !important; transition: none !important; }`);
  document.adoptedStyleSheets.push(sheet);
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""

# Everything that is written on the page: who has it, where it is, and what of it is cut off by what is around it. Nodes keep their number
# between two looks.
LOOK = """() => {
  const numbers = window.spacingNumbers ??= new Map();
  const numberOf = (node) => numbers.get(node) ?? numbers.set(node, numbers.size).get(node);
  const isHidden = (element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    || element.closest("[aria-hidden=true], .sr-only, .announcer, .skips, option, svg, [hidden]");
  const isClipping = (value) => value === "hidden" || value === "clip";
  const isScrolling = (value) => value === "auto" || value === "scroll";
  // What stands over the rest on a ground of its own lies over other text in any case: a sheet, a question, a bar.
  const layerOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { position, backgroundColor, backgroundImage } = getComputedStyle(at);
      const hasGround = backgroundImage !== "none" || !/^(transparent|.*, 0\)|.*\/ 0\))$/.test(backgroundColor);
      const isLarge = at.offsetWidth > innerWidth / 2 || at.offsetHeight > innerHeight / 2;
      if (at.localName === "dialog" || position === "fixed" || position === "sticky") return numberOf(at);
      if (position === "absolute" && hasGround && isLarge) return numberOf(at);
    }
    return null;
  };
  // What of a box is to be seen, between the edges of what clips it or scrolls.
  const seenOf = (element, { left, top, right, bottom }) => {
    let seen = { left, top, right, bottom };
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at);
      const area = at.getBoundingClientRect();
      if (overflowX !== "visible") seen = { ...seen, left: Math.max(seen.left, area.left), right: Math.min(seen.right, area.right) };
      if (overflowY !== "visible") seen = { ...seen, top: Math.max(seen.top, area.top), bottom: Math.min(seen.bottom, area.bottom) };
      if (position === "fixed") break;
    }
    return seen;
  };
  const meet = (a, b, x, y) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > x
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > y;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  const cut = [];
  const outside = [];
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || isHidden(element)) continue;
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (rects.length === 0) continue;
    const about = { number: numberOf(node), text: node.data.trim().slice(0, 40), tag: `${element.localName}.${element.className}` };
    let clip = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
    let isOpen = { x: false, y: false };
    let by = null;
    for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      const area = at.getBoundingClientRect();
      if (style.display === "inline" || style.display === "contents") continue;
      // What can be scrolled to is not lost, however far outside it is.
      if (isScrolling(style.overflowX)) isOpen.x = true;
      if (isScrolling(style.overflowY)) isOpen.y = true;
      const parts = { x: isClipping(style.overflowX) && !isOpen.x, y: isClipping(style.overflowY) && !isOpen.y };
      // A glyph has two pixels of air above and below it.
      for (const { left, top, right, bottom } of rects) {
        const isOver = { x: left < area.left - 1 || right > area.right + 1, y: top < area.top - 3 || bottom > area.bottom + 3 };
        if ((parts.x && isOver.x) || (parts.y && isOver.y)) {
          by ??= { by: `${at.localName}.${at.className}`,
            isMarked: style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none" };
        }
      }
      // A place that is fixed is in no box but the window.
      if (style.position === "fixed") break;
    }
    const isForeign = element.closest("bdi:not(.gift__name), .chat__text, .feed__message, textarea, input") !== null;
    if (by) cut.push({ ...about, ...by, isForeign });
    const control = element.closest("button, a.button, [role=tab], select, summary, .chip");
    if (control) {
      const area = control.getBoundingClientRect();
      const out = Math.max(...rects.flatMap(({ left, right, top, bottom }) =>
        [area.left - left, right - area.right, area.top - top - 2, bottom - area.bottom - 2]));
      if (out > 2 && !by) outside.push({ ...about, out });
    }
    if (!by) texts.push({ ...about, layer: layerOf(element), rects: rects.map((rect) => seenOf(element, rect)) });
  }
  // What a select shows is no text of the page, so it is measured beside it.
  for (const select of document.querySelectorAll("select")) {
    if (isHidden(select) || !select.selectedOptions[0]) continue;
    const { font, letterSpacing, wordSpacing, paddingLeft, paddingRight } = getComputedStyle(select);
    const copy = document.documentElement.appendChild(document.createElement("span"));
    Object.assign(copy.style, { position: "absolute", whiteSpace: "nowrap", font });
    // The reader's own values have precedence over an attribute's.
    copy.style.setProperty("letter-spacing", letterSpacing, "important");
    copy.style.setProperty("word-spacing", wordSpacing, "important");
    copy.textContent = select.selectedOptions[0].text;
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const about = { number: numberOf(select), text: copy.textContent, tag: `select.${select.className}` };
    if (copy.offsetWidth > room + 1) cut.push({ ...about, by: "its field", isMarked: true, isForeign: false });
    copy.remove();
  }
  // Two texts lie on each other where they share more than a corner.
  const covered = [];
  for (const [index, one] of texts.entries()) {
    for (const other of texts.slice(index + 1)) {
      if (one.layer !== other.layer) continue;
      const meets = one.rects.some((rect) => other.rects.some((otherRect) => meet(rect, otherRect, 2, 4)));
      const said = ({ tag, text }) => `${tag} “${text}”`;
      if (meets) covered.push({ key: `${one.number} ${other.number}`, one: said(one), other: said(other) });
    }
  }
  const controls = [...document.querySelectorAll("a[href], button, select, textarea, input, summary")]
    .filter((own) => !isHidden(own)).map((own) => [own, seenOf(own, own.getBoundingClientRect())]);
  const pressed = [];
  for (const [index, [one, a]] of controls.entries()) {
    for (const [other, b] of controls.slice(index + 1)) {
      if (one.contains(other) || other.contains(one) || layerOf(one) !== layerOf(other)) continue;
      if (meet(a, b, 2, 2)) {
        const said = (own) => `${own.localName}.${own.className} “${(own.ariaLabel ?? own.textContent).trim().slice(0, 30)}”`;
        pressed.push({ key: `${numberOf(one)} ${numberOf(other)}`, one: said(one), other: said(other) });
      }
    }
  }
  return { cut, outside, covered, pressed, wide: document.documentElement.scrollWidth - innerWidth, count: texts.length };
}"""
UNSPACED = "() => { document.adoptedStyleSheets.pop(); }"


def lost_by_spacing(page):
    """What nobody can read or use any more once the page is spaced, in words."""
    before = page.evaluate(LOOK)
    page.evaluate(SPACED)
    try:
        after = page.evaluate(LOOK)
    finally:
        page.evaluate(UNSPACED)
    assert after["count"] > 5, f"there is hardly a text on the page: {after}"
    was_cut = {each["number"] for each in before["cut"]}
    lost = [
        f"cut off by {each['by']}: “{each['text']}” of {each['tag']}" for each in after["cut"]
        # What people wrote may end in dots, as it does on every page; the page's own words may not, and in a select they never may.
        if (each["number"] not in was_cut and not (each["isForeign"] and each["isMarked"])) or each["tag"].startswith("select")
    ]
    was_outside = {each["number"] for each in before["outside"]}
    lost += [f"out of its control by {each['out']:.0f} px: “{each['text']}” of {each['tag']}"
             for each in after["outside"] if each["number"] not in was_outside]
    for kind, word in (("covered", "lies on"), ("pressed", "is under or over")):
        known = {each["key"] for each in before[kind]}
        lost += [f"{each['one']} {word} {each['other']}" for each in after[kind] if each["key"] not in known]
    if after["wide"] > max(0, before["wide"]):
        lost.append(f"the page is {after['wide']} px too wide")
    return lost
