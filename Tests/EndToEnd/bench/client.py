"""A client of the control socket that speaks raw lines."""
import json
import socket
import time


class Refused(Exception):
    """The daemon answered with an error."""

    def __init__(self, error):
        super().__init__(error.get("message"))
        self.error = error
        self.kind = (error.get("data") or {}).get("kind")


class Client:
    """One connection; lines that are no answers are kept in `news`."""

    def __init__(self, path, greet=True):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(str(path))
        self.socket.settimeout(20)
        self.buffer = b""
        self.news = []
        self.number = 0
        self.hello = self.line() if greet else None

    def close(self):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data if isinstance(data, bytes) else (json.dumps(data) + "\n").encode())

    def line(self, seconds=20.0):
        """The next line as a value; None when the daemon has closed."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self.buffer:
            self.socket.settimeout(max(0.01, deadline - time.monotonic()))
            try:
                piece = self.socket.recv(65536)
            except ConnectionResetError:
                return None
            if not piece:
                return None
            self.buffer += piece
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)

    def call(self, method, **params):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        while True:
            line = self.line()
            if line is None:
                raise AssertionError(f"closed instead of answering {method}")
            if line.get("id") == self.number:
                if "error" in line:
                    raise Refused(line["error"])
                return line["result"]
            self.news.append(line)

    def next_news(self, kind=None, seconds=20.0):
        while True:
            line = self.news.pop(0) if self.news else self.line(seconds)
            if line is None:
                raise AssertionError("closed instead of news")
            if kind is None or line.get("method") == kind:
                return line["params"]

    def source(self, name="gps"):
        return self.call("Source.status", source=name)
