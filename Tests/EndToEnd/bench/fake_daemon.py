"""A daemon that answers with the golden lines of the protocol, for tests of the client alone."""

import json
import os
import socket
import threading
import time

GOLDEN = os.path.join(os.path.dirname(__file__), "..", "..", "Data", "ControlProtocol")


def golden(name):
    with open(os.path.join(GOLDEN, name), encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def line(value):
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


class FakeDaemon:
    """Listens on `path`. `requests` holds what clients asked; `failures` maps a method to the kind
    of failure it answers with; `manner` is how it misbehaves, or None."""

    def __init__(self, path, manner=None):
        self.manner = manner
        self.requests = []
        self.connected = []
        self.failures = {}
        self.results = {answer["id"]: answer["result"] for answer in golden("results.jsonl")}
        self.kinds = {
            answer["error"]["data"]["kind"]: answer["error"] for answer in golden("failures.jsonl")
        }
        self.news = golden("notifications.jsonl")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen(8)
        threading.Thread(target=self.accept, daemon=True).start()

    def spoil(self, suffix):
        """Appends a suffix to every text of its answers but the words that clients act on."""
        def spoiled(value, key=None):
            if isinstance(value, dict):
                return {name: spoiled(member, name) for name, member in value.items()}
            if isinstance(value, list):
                return [spoiled(member, key) for member in value]
            is_kept = not isinstance(value, str) or key in ("jsonrpc", "method", "server", "epoch", "kind")
            return value if is_kept or "cursor" in key or key == "event_id" else value + suffix
        self.results = spoiled(self.results)
        self.kinds = spoiled(self.kinds)
        self.news = self.news[:1] + spoiled(self.news[1:])

    def close(self):
        self.listener.close()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        self.connected.append(time.monotonic())
        with client, client.makefile("rb") as incoming:
            try:
                if self.greet(client):
                    for request in incoming:
                        self.answer(client, json.loads(request))
            except OSError:
                pass  # The client went away, as clients do.

    def greet(self, client):
        if self.manner == "refuses":
            client.sendall(
                line({"jsonrpc": "2.0", "id": None, "error": self.kinds["PermissionDenied"]}))
            return False
        if self.manner == "closes unheard":
            return False
        if self.manner == "other server":
            client.sendall(b"220 mail.example.org ESMTP\r\n")
        elif self.manner == "newer":
            hello = json.loads(json.dumps(self.news[0]))
            hello["params"]["protocol"]["major"] = 2
            client.sendall(line(hello))
        elif self.manner == "slow to write":
            for byte in line(self.news[0]):
                client.sendall(bytes([byte]))
        elif self.manner != "silent":
            client.sendall(line(self.news[0]))
        return True

    def answer(self, client, request):
        self.requests.append(request)
        method = request["method"]
        reply = {"jsonrpc": "2.0", "id": request["id"]}
        if method in self.failures:
            reply["error"] = self.kinds[self.failures[method]]
        else:
            reply["result"] = self.results[method]
        client.sendall(line({"jsonrpc": "2.0", "method": "word-of-a-later-version", "params": 1}))
        if self.manner != "mute":
            client.sendall(line(reply))
        if method == "Source.raw":
            for note in self.news:
                if note["method"] == "raw":
                    client.sendall(line(note))
        if method == "Events.subscribe":
            for note in self.news[1:]:
                if note["method"] != "end" or not request["params"].get("follow", True):
                    client.sendall(line(note))
        if self.manner == "hangs up":
            client.shutdown(socket.SHUT_RDWR)
