"""How long others wait while something happens."""
import threading
import time

from bench.client import Client


class LongestWait:
    """A client that asks for the status over and over as long as the block lasts; `seconds` is the
    longest time that an answer took."""

    def __init__(self, place):
        self.client = Client(place.folder / "control.sock")
        self.seconds = 0.0
        self.failure = None
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.ask, daemon=True)

    def ask(self):
        try:
            while not self.over.is_set():
                before = time.monotonic()
                try:
                    self.client.call("Daemon.status")
                finally:
                    self.seconds = max(self.seconds, time.monotonic() - before)
                self.over.wait(0.005)
        except Exception as failure:  # noqa: BLE001 - reported by the case
            self.failure = failure

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, kind, _, __):
        self.over.set()
        self.thread.join()
        self.client.close()
        if kind is None and self.failure:
            raise self.failure
