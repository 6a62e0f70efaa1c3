"""The pictures of the README and of docs, as small files in docs/images."""

import base64
import contextlib

from album import DESKTOP, PHONE, ROOT
from console_checks import sign_in
from console_pictures import pages, prepare
from viewer_pictures import LIVE_PATH, give

IMAGES = ROOT / "docs/images"
# How wide a phone is in the picture of several, in pixels.
PHONE_WIDTH = 352
# Several phones side by side.
SHEET = """<style>
  body { display: flex; gap: 14px; margin: 0; padding: 14px; background: #d9d2ee; }
  img { width: %dpx; border-radius: 26px; }
</style>%s"""


def documents(album):
    live(album)
    phones(album)
    console(album)


def live(album):
    """A live on a computer, dark and light, while a great gift plays."""
    with album.at(LIVE_PATH, "chat-input", DESKTOP, color_scheme="dark") as page:
        page.wait_for_timeout(9_000)
        give(album)
        page.wait_for_timeout(2_300)
        write(page, "live")
    with album.at("/", "live-card", {"viewport": {"width": 1440, "height": 640}}, color_scheme="light") as page:
        page.wait_for_timeout(2_000)
        write(page, "plaza")


def phones(album):
    """The pages of a viewer on a phone."""
    shots = []
    with album.at("/", "live-card", PHONE, color_scheme="light") as page:
        page.wait_for_timeout(1_500)
        shots.append(page.screenshot())
    with album.at("/feed", "feed-item", PHONE) as page:
        page.locator(".feed__item--seen").first.wait_for()
        page.locator(".feed__message").first.wait_for()
        page.wait_for_timeout(3_000)
        shots.append(page.screenshot())
    with album.at(LIVE_PATH, "chat-input", PHONE) as page:
        page.wait_for_timeout(7_000)
        give(album)
        page.wait_for_timeout(2_000)
        shots.append(page.screenshot())
    with album.at("/me", "me-rename", PHONE, color_scheme="dark") as page:
        page.wait_for_timeout(600)
        shots.append(page.screenshot())
    width = len(shots) * (PHONE_WIDTH + 14) + 14
    height = PHONE_WIDTH * PHONE["viewport"]["height"] // PHONE["viewport"]["width"] + 28
    # A page of the server would refuse styles and pictures like these.
    with contextlib.closing(album.browser.new_context(viewport={"width": width, "height": height})) as context:
        page = context.new_page()
        images = (f'<img alt="" src="data:image/png;base64,{base64.b64encode(shot).decode()}">' for shot in shots)
        page.set_content(SHEET % (PHONE_WIDTH, "".join(images)))
        page.wait_for_function("[...document.images].every((one) => one.complete && one.naturalWidth > 0)")
        write(page, "phone")


def console(album):
    """The console's overview, once it has a history to draw."""
    prepare(album)
    with pages(album, {"viewport": {"width": 1280, "height": 1000}}, color_scheme="light") as page:
        sign_in(page)
        # The first point of the history comes after a minute, and a line needs some.
        page.wait_for_timeout(120_000)
        page.goto(f"{album.base}/console", wait_until="load")
        page.locator(".chart").first.wait_for()
        page.wait_for_timeout(6_000)
        write(page, "console")


def write(page, name, quality=72):
    client = page.context.new_cdp_session(page)
    shot = client.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
    IMAGES.joinpath(f"{name}.webp").write_bytes(base64.b64decode(shot["data"]))
    print(IMAGES / f"{name}.webp", flush=True)


