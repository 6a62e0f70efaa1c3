"""The app's backend as a check plays it: it receives callbacks on a port that the server may call, and answers as the check wants."""

import contextlib
import http.server
import json
import os
import threading
from urllib.parse import parse_qs, urlsplit

YES = {"ActionStatus": "OK", "ErrorCode": 0, "ErrorInfo": ""}


class AppBackend:
    """Receives callbacks at `url`. `answer` takes the name of a callback and its body, and returns a status and a JSON object."""

    def __init__(self):
        self.answer = lambda command, body: (200, YES)
        self.requests = []
        owner = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                command = parse_qs(urlsplit(self.path).query)["CallbackCommand"][0]
                owner.requests.append((command, self.headers["webhook-id"], body))
                status, said = owner.answer(command, body)
                text = json.dumps(said).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_):
                pass

        # `scripts/test-browser` says which port the server may call.
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ["OVATION_BACKEND_PORT"])), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/ovation"

    def ids(self, command):
        """The ids of the callbacks of a name that came, in order."""
        return [identifier for own, identifier, _ in self.requests if own == command]

    @contextlib.contextmanager
    def running(self):
        thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.server.shutdown()
            self.server.server_close()
            thread.join()
