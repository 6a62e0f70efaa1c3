"""Pages of a development server with its demo lives, and the folder that keeps their pictures."""

import contextlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/web/browser"))
import stand  # noqa: E402

stand.use_installed_python()
from crowd import Crowd, Viewer  # noqa: E402
from media_show import Show  # noqa: E402

# The demo live that viewers are in.
LIVE = "demo_music"
# Who is in it besides the viewers of the demo. Some names are written from the right, and one has marks above its letters.
NAMES = ["Amélie", "小雨", "Kenji", "نور الهدى", "Bram", "さくら", "תמר לוי", "Ife", "Luca", "Priya", "Zoë", "Mei"]
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
ON_ITS_SIDE = {**PHONE, "viewport": {"width": 844, "height": 390}}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
SIZES = {"phone": PHONE, "phone-on-its-side": ON_ITS_SIDE, "desktop": DESKTOP}
# What is left of a phone with the keyboard up.
KEYBOARD = {"width": 390, "height": 490}

# How many seconds a page may take to show something.
PATIENCE = 40

# A camera that films one of the demo's films, and a microphone that hears a tone.
FILM = """(() => {
  navigator.mediaDevices.getUserMedia = async ({ video, audio }) => {
    const stream = new MediaStream();
    if (video) {
      const film = Object.assign(document.createElement("video"), { src: "/demo/%s.mp4", muted: true, loop: true });
      await film.play();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [640, 360];
      const ink = canvas.getContext("2d");
      setInterval(() => ink.drawImage(film, 0, 0, 640, 360), 66);
      stream.addTrack(canvas.captureStream(15).getVideoTracks()[0]);
    }
    if (audio) {
      const context = new AudioContext();
      const tone = context.createOscillator();
      const microphone = context.createMediaStreamDestination();
      tone.connect(microphone);
      tone.start();
      stream.addTrack(microphone.stream.getAudioTracks()[0]);
    }
    return stream;
  };
})();"""


def film(name):
    """A script that gives a page a camera that films a film of the demo."""
    return FILM % name


class DemoServer(stand.Server):
    """A development server with the lives of the demo."""
    flags = ()


class Album(Show):
    """Pages in the sizes and themes that are asked for, and the folder that keeps their pictures."""

    def __init__(self, browser, server, folder, sizes, themes):
        super().__init__(browser, server, folder)
        self.sizes, self.themes = {name: SIZES[name] for name in sizes}, themes
        self.crowd = None
        folder.mkdir(parents=True, exist_ok=True)

    def gather(self):
        """Fills the live with people, who are there until the album is closed."""
        self.rename("watcher", "Robin")
        self.crowd = Crowd(self.base, LIVE, len(NAMES))
        for viewer, name in zip(self.crowd.viewers, NAMES):
            viewer.ask("user.update", {"nickname": name})
        self.crowd.talk(1.5, is_numbered=False)
        self.crowd.like(1)
        self.crowd.react(1.5)

    def rename(self, user, name):
        with contextlib.closing(Viewer(self.base, user)) as viewer:
            viewer.ask("user.update", {"nickname": name})

    @contextlib.contextmanager
    def at(self, path, shown, options=DESKTOP, user="watcher", **more):
        """A page for the time of some pictures, once it shows something; None waits for nothing."""
        page = self.page(user, path, options, **more)
        page.set_default_timeout(PATIENCE * 1_000)
        try:
            if shown:
                page.get_by_test_id(shown).first.wait_for()
            yield page
        finally:
            self.forget(page)

    def forget(self, page):
        self.pages.remove(page)
        self.contexts.remove(page.context)
        page.context.close()

    def keep(self, page, name, is_whole=False, themes=None):
        """Keeps a picture of a page in each theme. `is_whole` goes down to the page's end."""
        for theme in themes or self.themes:
            page.emulate_media(color_scheme=theme)
            # Colours pass into each other.
            page.wait_for_timeout(350)
            path = self.folder / f"{name}-{theme}.png"
            page.screenshot(path=path, full_page=is_whole)
            print(path, flush=True)

    def each_size(self, *names):
        """The sizes that are asked for, of all or of those named."""
        return [(name, options) for name, options in self.sizes.items() if not names or name in names]

    def close(self):
        super().close()
        if self.crowd:
            self.crowd.leave()
