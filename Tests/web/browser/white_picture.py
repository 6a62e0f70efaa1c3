"""A browser check of the texts over the brightest picture that there is. `test_media.py` runs it."""

import base64
import contextlib

from playwright.sync_api import expect

from crowd import Viewer
from media_show import step
from media_stage import SECONDS
from stage import DESKTOP, ON_ITS_SIDE, PHONE, expect_within

# A camera that films nothing but white, upright or lying. The one pixel that changes makes a browser film it again.
WHITE = """(() => {
  const [width, height] = %s;
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const ink = canvas.getContext("2d");
    let beat = 0;
    const draw = () => {
      ink.fillStyle = "#fff";
      ink.fillRect(0, 0, width, height);
      ink.fillStyle = (beat += 1) %% 2 ? "#fff" : "#fefefe";
      ink.fillRect(0, 0, 1, 1);
    };
    draw();
    setInterval(draw, 100);
    window.camera = canvas.captureStream(10);
    return window.camera;
  };
})();"""
UPRIGHT, LYING = "[180, 320]", "[320, 180]"
# Every text in sight that lies over the picture, or over its light around it in the feed: where, in which colour, and how large it is.
TEXTS = """() => {
  const picture = document.querySelector(".picture__video, .feed__item[data-role=playing]").getBoundingClientRect();
  const ink = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  // What of a line is in sight: a long title ends at the edge of its pill.
  const cut = ({ left, top, right, bottom }, own) => {
    for (let one = own; one; one = one.parentElement) {
      if (getComputedStyle(one).overflowX === "visible" || getComputedStyle(one).display === "inline") continue;
      const edge = one.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return new DOMRect(left, top, right - left, bottom - top);
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const own = node.parentElement;
    // Pictures in letters have colours of their own.
    if (!/[\\p{L}\\p{N}]/u.test(node.data) || !own.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    // The initials in an avatar are its picture: the name stands beside it.
    if (own.closest(".sr-only, .avatar, script, style, noscript, [inert]")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const [line] = range.getClientRects();
    if (!line) continue;
    const box = cut(line, own);
    if (box.width < 4 || box.height < 4) continue;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (x < picture.left || x > picture.right || y < picture.top || y > picture.bottom || x > innerWidth || y > innerHeight) continue;
    // Something else lies over it, or it is scrolled away.
    const hit = getComputedStyle(own).pointerEvents === "none" ? own : document.elementFromPoint(x, y);
    if (hit && !own.contains(hit) && !hit.contains(own)) continue;
    // What leaves the chat at its upper edge fades.
    const log = own.closest(".chat__log")?.getBoundingClientRect();
    if (log && box.top < log.top + 24) continue;
    const style = getComputedStyle(own);
    let opacity = 1;
    for (let one = own; one; one = one.parentElement) opacity *= Number(getComputedStyle(one).opacity);
    ink.clearRect(0, 0, 1, 1);
    ink.fillStyle = style.color;
    ink.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = ink.getImageData(0, 0, 1, 1).data;
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    found.push({
      text: node.data.trim().slice(0, 30), where: own.closest("[class]").className, box: box.toJSON(), colour: [red, green, blue],
      alpha: alpha / 255 * opacity, least: isLarge ? 3 : 4.5,
    });
  }
  return found;
}"""
# The page's policy takes no style of anybody else; a sheet of its own scripts is no such one.
WITHOUT_TEXT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { color: transparent !important; text-shadow: none !important; transition: none !important; }");
  document.adoptedStyleSheets = [sheet];
}"""
# The contrast of each text to the brightest ground under it, by a picture of the page without its texts. One pixel in twenty may be
# brighter: the edge of something beside it.
CONTRASTS = """async ([picture, scale, texts]) => {
  const image = await createImageBitmap(await (await fetch(picture)).blob());
  const ink = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height })
    .getContext("2d", { willReadFrequently: true });
  ink.drawImage(image, 0, 0);
  const linear = (value) => (value <= 10.31475 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return texts.map(({ box, colour, alpha }) => {
    const [x, y] = [Math.max(0, Math.round(box.x * scale)), Math.max(0, Math.round(box.y * scale))];
    const { data } = ink.getImageData(x, y, Math.max(1, Math.round(box.width * scale)), Math.max(1, Math.round(box.height * scale)));
    const ratios = [];
    for (let at = 0; at < data.length; at += 4) {
      const ground = [data[at], data[at + 1], data[at + 2]];
      const seen = colour.map((value, index) => value * alpha + ground[index] * (1 - alpha));
      const [one, other] = [luminance(seen), luminance(ground)];
      ratios.push((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05));
    }
    ratios.sort((one, other) => one - other);
    return ratios[Math.floor(ratios.length / 20)];
  });
}"""


def contrasts(show, page):
    """The texts over the picture, each with its contrast."""
    texts = page.evaluate(TEXTS)
    page.evaluate(WITHOUT_TEXT)
    shot = page.screenshot(caret="initial")
    page.evaluate("() => { document.adoptedStyleSheets = []; }")
    # A page without a policy reads the pixels.
    with contextlib.closing(show.browser.new_page()) as reader:
        picture = "data:image/png;base64," + base64.b64encode(shot).decode()
        ratios = reader.evaluate(CONTRASTS, [picture, page.evaluate("devicePixelRatio"), texts])
    return [{**text, "contrast": ratio} for text, ratio in zip(texts, ratios)]


def texts_over_a_white_picture_are_readable(show):
    faint = []
    for shape, views in ((UPRIGHT, {"a phone": PHONE, "a phone on its side": ON_ITS_SIDE}), (LYING, {"a desktop": DESKTOP})):
        step(f"a white picture of {shape}")
        host, live = show.goes_live("wanda", "Snow on a bright day", camera=WHITE % shape)
        fan = Viewer(show.base, "fan")
        fan.ask("room.join", room=live)
        for index in range(8):
            fan.ask("barrage.send", {"text": f"line {index} of what is said over the picture"}, live)
        fan.ask("gift.send", {"orderID": f"white-{live}", "giftID": "rose", "count": 1}, live)
        for name, options in views.items():
            for theme in ("light", "dark"):
                with opened(show, f"/live/{live}", ".picture__video", options, theme) as page:
                    expect(page.locator(".chat__row--gift")).to_have_count(1)
                    faint += too_faint(show, page, f"{name}, {theme}")
        for name, options in (("the feed", DESKTOP), ("a phone's feed", PHONE)):
            with opened(show, "/feed", ".feed__item[data-role=playing] video", options, "light") as page:
                expect(page.get_by_test_id("feed-messages")).to_be_visible()
                faint += too_faint(show, page, name)
        fan.close()
        host.get_by_test_id("end-live").click()
        host.get_by_test_id("confirm-end").click()
        expect(host.get_by_test_id("live-ended")).to_be_visible()
    assert not faint, "too faint over white: " + "; ".join(faint)


@contextlib.contextmanager
def opened(show, path, video, options, theme):
    """A page that shows the white picture."""
    page = show.page("reader", path, options, color_scheme=theme, reduced_motion="no-preference")
    page.locator(video).first.wait_for(state="attached")
    expect_within(SECONDS, "the picture", lambda: page.evaluate("(own) => document.querySelector(own)?.readyState >= 2", video))
    yield page
    assert not page.wrongs, page.wrongs
    show.pages.remove(page)
    show.contexts.remove(page.context)
    page.context.close()


def too_faint(show, page, where):
    """The texts over the picture whose contrast is too small."""
    found = contrasts(show, page)
    show.shot(page, f"white, {where}")
    assert len(found) > 3, f"{where}: over the picture are {found}"
    return [f"{where}: “{text['text']}” ({text['where']}) {text['contrast']:.1f}"
            for text in found if text["contrast"] < text["least"] - 0.05]
