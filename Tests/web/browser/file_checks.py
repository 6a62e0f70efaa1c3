"""Browser checks of files and frames: an operator uploads an icon and an effect, a host's cover is drawn anew, and a page of another origin
shows a live in a frame. `checks.py` runs them.

`scripts/test-browser` names the port of that page in OVATION_EMBED_PORT, and allows it at http://localhost, but not at http://127.0.0.1.
"""

import contextlib
import http.server
import os
import pathlib
import re
import threading
import urllib.request

from playwright.sync_api import expect

from console_checks import Console, press, rest, sign_in, type_into
from crowd import Viewer
from stage import DESKTOP, expect_within

ROOT = pathlib.Path(__file__).resolve().parents[3]
# A picture in the portrait of a phone that a browser draws, with what a camera would write into it.
PORTRAIT = """async () => {
  const canvas = document.createElement("canvas");
  canvas.width = 600;
  canvas.height = 900;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "teal";
  pen.fillRect(0, 0, 600, 900);
  return new Promise((done) => { canvas.toBlob(done, "image/png"); });
}"""


def an_operator_uploads_an_icon_and_an_effect(stage):
    rest(stage, "live_engine_http_srv/del_gift", {"GiftId": "uploaded-gift"})
    console = Console(stage, "/catalogue?gift=")
    with console as page:
        sign_in(page)
        type_into(page, "Gift id", "uploaded-gift")
        type_into(page, "Name", "Uploaded")
        type_into(page, "Price in coins", "3", "spinbutton")
        region = page.get_by_role("region", name="Upload a file")
        # What it is called says nothing: this is a document that could run a script.
        trick = {"name": "icon.png", "mimeType": "image/png", "buffer": b"<svg onload='alert(1)'/>"}
        region.get_by_label("Icon (PNG, JPEG or WebP)").set_input_files(trick)
        expect(region.get_by_role("status").first).to_contain_text("This type of file is not taken")
        # Browsers write a line about each refusal that has a status of its own.
        expect_within(5, "the refusal is written", lambda: any("415" in line for line in console.wrongs))
        console.wrongs.clear()
        region.get_by_label("Icon (PNG, JPEG or WebP)").set_input_files(ROOT / "Web/demo/talk.webp")
        expect(page.get_by_role("textbox", name="Address of the icon")).to_have_value(address_of(stage, "webp"))
        expect_within(5, "the icon is shown", lambda: page.locator(".upload__picture").evaluate("(own) => own.naturalWidth > 0"))
        region.get_by_label("Effect (SVGA)").set_input_files(ROOT / "Web/gifts/rocket.svga")
        expect(page.get_by_role("textbox", name="Address of the effect")).to_have_value(address_of(stage, "svga"))
        press(page, "Check and play the effect")
        expect(page.get_by_text("Players here take it.")).to_be_visible()
        press(page, "Save")
        expect(page.get_by_role("row", name="uploaded-gift")).to_be_visible()
    gift = rest(stage, "live_engine_http_srv/get_gift", {"GiftId": "uploaded-gift"})["GiftInfo"]
    for address in (gift["IconUrl"], gift["ResourceUrl"]):
        with urllib.request.urlopen(address, timeout=30) as answer:
            assert answer.headers["X-Content-Type-Options"] == "nosniff", answer.headers
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable", answer.headers
    rest(stage, "live_engine_http_srv/del_gift", {"GiftId": "uploaded-gift"})


def address_of(stage, kind):
    """The pattern of an address of an uploaded file."""
    return re.compile(rf"^{re.escape(stage.base)}/v1/files/[0-9a-f]{{64}}\.{kind}$")


def a_cover_is_drawn_anew_and_its_ticket_holds_once(stage):
    owner = Viewer(stage.base, f"cover-owner-{os.getpid()}")
    try:
        ticket = owner.ask("file.ticket", {})
        with stage.page() as page:
            busy = page.evaluate("""async () => {
              const { drawCover } = await import("/media/upload.js");
              const canvas = Object.assign(document.createElement("canvas"), { width: 1920, height: 1080 });
              const ink = canvas.getContext("2d");
              for (let index = 0; index < 3000; index += 1) {
                ink.fillStyle = `hsl(${index * 37 % 360} 60% ${20 + index * 7 % 60}%)`;
                ink.beginPath();
                ink.arc(index * 611 % 1920, index * 353 % 1080, 10 + index * 13 % 90, 0, 7);
                ink.fill();
              }
              const cover = await drawCover(await new Promise((done) => canvas.toBlob(done)), 10_000_000);
              const { width, height } = await createImageBitmap(cover);
              return { width, height, size: cover.size };
            }""")
            # Twelve cards are a screen of them, of which 200 KB may be pictures.
            assert (busy["width"], busy["height"]) == (640, 360) and 2_000 < busy["size"] <= 16_384, busy
            draw = f"""async (ticket) => {{
              const {{ drawCover, postFile }} = await import("/media/upload.js");
              const cover = await drawCover(await ({PORTRAIT})(), ticket.bytesMax);
              const kept = await postFile(fetch.bind(window), ticket, cover);
              const again = await postFile(fetch.bind(window), ticket, cover).catch(({{ code }}) => code);
              return {{ ...kept, again }};
            }}"""
            kept = page.evaluate(draw, ticket)
        assert (kept["type"], kept["width"], kept["height"], kept["again"]) == ("webp", 600, 338, 110351), kept
        assert len(kept["url"]) <= 200, kept
        live = f"covered-{os.getpid()}"
        owner.ask("room.create", {"liveID": live, "liveName": "Covered", "coverURL": kept["url"]}, live)
        with stage.page(path="/", shown="live-card") as page:
            card = page.locator(f"[data-live-id={live}] img").first
            expect_within(10, "the card shows the cover", lambda: card.evaluate("(own) => own.naturalWidth") == 600)
        owner.ask("room.end", room=live)
    finally:
        owner.close()


def the_part_is_chosen(page):
    """By the keyboard, in the dialog of a cover."""
    seen = "document.querySelector('[data-testid=cover-crop-picture]').toDataURL()"
    page.get_by_test_id("cover-crop-zoom").focus()
    before = page.evaluate(seen)
    page.keyboard.press("End")
    assert page.evaluate(seen) != before, "it is not enlarged"
    before = page.evaluate(seen)
    page.get_by_label("From left to right").press("Home")
    assert page.evaluate(seen) != before, "it does not move"
    page.get_by_test_id("cover-crop-use").click()
    expect(page.get_by_test_id("cover-crop")).to_have_count(0)


def the_studio_takes_a_file_as_a_cover(stage):
    with stage.page(path="/studio", shown="live-more") as page:
        page.get_by_test_id("live-more").locator("summary").click()
        page.get_by_test_id("cover-file").set_input_files(ROOT / "Web/index.html")
        # The browser cannot read it as a picture, so nothing is sent.
        expect(page.get_by_test_id("cover-status")).not_to_have_text(re.compile("^(|Uploading…)$"))
        expect(page.get_by_test_id("cover-status")).not_to_have_text("The picture is uploaded.")
        expect(page.get_by_test_id("live-cover")).to_have_value("")
        page.get_by_test_id("cover-file").set_input_files(ROOT / "Web/demo/talk.webp")
        the_part_is_chosen(page)
        expect(page.get_by_test_id("live-cover")).to_have_value(address_of(stage, "webp"))
        expect(page.get_by_test_id("cover-status")).to_have_text("The picture is uploaded.")


@contextlib.contextmanager
def another_site(stage, around="{}"):
    """A page of another origin that shows a live in a frame, with something around it. Gives its port."""
    address = f"{stage.base}/embed/{stage.live}?user=framed"
    frame = f'<iframe title="Live" width="420" height="700" src="{address}"></iframe>'
    written = f"<!doctype html><title>Shop</title>{around.format(frame)}"

    class Site(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(written.encode())

        def log_message(self, *_):
            pass

    port = int(os.environ["OVATION_EMBED_PORT"])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Site)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def a_page_of_an_allowed_origin_shows_a_live_in_a_frame_and_no_other_page_does(stage):
    with another_site(stage) as port, contextlib.closing(stage.browser.new_context(**DESKTOP, locale="en-GB")) as context:
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.goto(f"http://localhost:{port}/", wait_until="load")
        live = page.frame_locator("iframe")
        live.get_by_test_id("chat-input").wait_for()
        expect(live.get_by_role("banner")).to_have_count(0)
        live.get_by_test_id("chat-input").fill("hello from a frame")
        live.get_by_test_id("chat-input").press("Enter")
        expect(live.get_by_test_id("chat-log").get_by_text("hello from a frame")).to_be_visible()
        # What leads to other views opens beside the page.
        with context.expect_page() as opened:
            live.get_by_role("link", name="Back to all lives").first.click()
        assert opened.value.url.startswith(f"{stage.base}/?") or opened.value.url == f"{stage.base}/", opened.value.url
        assert page.url == f"http://localhost:{port}/", page.url

        page.goto(f"http://127.0.0.1:{port}/", wait_until="load")
        expect_within(10, "the browser refuses the frame", lambda: refuses(page))
    for path in ("/", f"/live/{stage.live}", "/console"):
        with urllib.request.urlopen(stage.base + path, timeout=30) as answer:
            assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], path
            assert answer.headers["X-Frame-Options"] == "DENY", path


def refuses(page):
    """Whether the frame has what a browser shows in place of a page that it may not frame."""
    frames = page.frames[1:]
    return bool(frames) and all(frame.url.startswith("chrome-error:") for frame in frames)


CHECKS = [
    an_operator_uploads_an_icon_and_an_effect,
    a_cover_is_drawn_anew_and_its_ticket_holds_once,
    the_studio_takes_a_file_as_a_cover,
    a_page_of_an_allowed_origin_shows_a_live_in_a_frame_and_no_other_page_does,
]
