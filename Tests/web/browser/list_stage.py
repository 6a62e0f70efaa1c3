"""A media server in external mode as a folder of lists, which ffmpeg writes and pages of every origin read."""

import contextlib
import http.server
import json
import threading
import urllib.request

HOOKS_SECRET = "0123456789abcdef0123456789abcdef"


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves a media server's folder to pages of every origin."""

    def end_headers(self):
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, *_):
        """Logs nothing."""


@contextlib.contextmanager
def files_of(folder):
    """Serves a folder, and yields its address."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), lambda *arguments: Files(*arguments, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def says_that_it_publishes(base, live, key):
    """Tells the server that a publisher started, as SRS does."""
    body = {"action": "on_publish", "client_id": "1", "app": "live", "stream": live, "param": f"?key={key}"}
    request = urllib.request.Request(
        f"{base}/v1/media-hooks/srs?secret={HOOKS_SECRET}", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        assert answer.status == 200


def lists_of_fragments(folder, name, *more):
    """ffmpeg's options to write HLS of fragmented MP4 with one-second segments into a folder."""
    return [
        "-f", "hls", "-hls_time", "1", "-hls_list_size", "6", "-hls_segment_type", "fmp4", "-hls_flags", "delete_segments", *more,
        f"{folder}/{name}.m3u8"]
