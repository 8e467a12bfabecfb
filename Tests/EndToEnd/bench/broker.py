"""Debian's mosquitto, a subscriber that speaks MQTT 3.1.1, a proxy that cuts connections, and a front with TLS."""
import pathlib
import random
import select
import shutil
import socket
import ssl
import struct
import subprocess
import threading

from bench.gpsd import free_port, is_open
from bench.waiting import until


class Broker:
    """One mosquitto with a port and a Unix socket, whose sessions outlive it."""

    def __init__(self, folder, extra=""):
        self.folder = pathlib.Path(folder) / "broker"
        self.folder.mkdir()
        self.folder.chmod(0o777)
        self.port = free_port()
        self.path = self.folder / "broker.sock"
        self.config = self.folder / "mosquitto.conf"
        self.config.write_text(
            f"listener {self.port} 127.0.0.1\nlistener 0 {self.path}\n"
            "allow_anonymous true\nmax_queued_messages 0\nmax_inflight_messages 100\n"
            f"persistence true\npersistence_location {self.folder}/\n{extra}\n")
        self.log = open(self.folder / "log", "ab")
        self.process = None
        self.start()

    def start(self):
        program = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin")
        self.path.unlink(missing_ok=True)
        self.process = subprocess.Popen(
            [program, "-c", str(self.config)], stdout=self.log, stderr=self.log)
        until(lambda: is_open(self.port), 10, "the broker")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        self.process.wait(10)

    def close(self):
        self.kill()
        self.log.close()


def text(value):
    data = value.encode()
    return struct.pack(">H", len(data)) + data


def packet(kind, body):
    length, size = b"", len(body)
    while True:
        size, digit = divmod(size, 128)
        length += bytes([digit | (0x80 if size else 0)])
        if not size:
            return bytes([kind]) + length + body


class Subscriber:
    """A session that outlives its connection: takes messages in order on a thread of its own."""

    def __init__(self, port, *patterns, name="test"):
        self.port, self.patterns, self.name = port, patterns, name
        # (topic, payload, retained), as they came.
        self.messages = []
        self.ready = threading.Event()
        self.stopped = False
        self.socket = None
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        assert self.ready.wait(10), "the broker takes no subscription"

    def run(self):
        while not self.stopped:
            try:
                self.serve()
            except OSError:
                self.ready.clear()

    def serve(self):
        with socket.create_connection(("127.0.0.1", self.port), 2) as self.socket:
            # A session that is not clean, no signs of life asked for.
            self.socket.sendall(packet(0x10, text("MQTT") + bytes([4, 0]) + struct.pack(">H", 0)
                                       + text(self.name)))
            buffer = b""
            while not self.stopped:
                if not select.select([self.socket], [], [], 0.2)[0]:
                    continue
                piece = self.socket.recv(65536)
                if not piece:
                    raise OSError("closed")
                buffer += piece
                while True:
                    taken = self.take(buffer)
                    if taken is None:
                        break
                    buffer = taken

    def take(self, buffer):
        """Takes a whole packet; gives what is left, None where it is not whole."""
        size, shift, at = 0, 0, 1
        while True:
            if at >= len(buffer):
                return None
            size |= (buffer[at] & 0x7F) << shift
            shift += 7
            at += 1
            if not buffer[at - 1] & 0x80:
                break
        if len(buffer) < at + size:
            return None
        kind, body = buffer[0], buffer[at:at + size]
        if kind >> 4 == 2:
            filters = b"".join(text(pattern) + b"\x01" for pattern in self.patterns)
            self.socket.sendall(packet(0x82, b"\0\1" + filters))
        elif kind >> 4 == 9:
            self.ready.set()
        elif kind >> 4 == 3:
            length = struct.unpack(">H", body[:2])[0]
            topic, rest = body[2:2 + length].decode(), body[2 + length:]
            if kind & 6:
                self.socket.sendall(packet(0x40, rest[:2]))
                rest = rest[2:]
            self.messages.append((topic, rest, bool(kind & 1)))
        return buffer[at + size:]

    def of(self, topic):
        return [payload for name, payload, _ in list(self.messages) if name == topic]

    def close(self):
        self.stopped = True
        self.thread.join(5)


def publish(port, topic, payload, retain=False):
    """Publishes one message with QoS 0."""
    with socket.create_connection(("127.0.0.1", port), 10) as connection:
        connection.sendall(packet(0x10, text("MQTT") + bytes([4, 2]) + struct.pack(">H", 0) + text("")))
        connection.recv(4)
        connection.sendall(packet(0x31 if retain else 0x30, text(topic) + payload))
        connection.sendall(packet(0xE0, b""))
        connection.recv(1)


class Server:
    """Serves each client of a port of its own on a thread: `serve` is called with its connection."""

    def __init__(self):
        self.stopped = False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.stopped:
            if not select.select([self.listener], [], [], 0.1)[0]:
                continue
            client = self.listener.accept()[0]
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def close(self):
        self.stopped = True
        self.thread.join(5)
        self.listener.close()


class Proxy(Server):
    """Hands bytes on between clients and a port, and cuts every connection after a random while."""

    def __init__(self, port, seed=1, shortest_s=0.05, longest_s=1.2):
        self.target = port
        self.random = random.Random(seed)
        self.span = (shortest_s, longest_s)
        self.isCutting, self.isOpen = True, True
        self.cuts = self.connects = 0
        # Of every connection and both directions.
        self.bytes = 0
        super().__init__()

    def serve(self, client):
        self.connects += 1
        wait = self.random.uniform(*self.span)
        cut = threading.Event()
        timer = threading.Timer(wait, cut.set)
        timer.daemon = True
        try:
            if not self.isOpen:
                return
            with socket.create_connection(("127.0.0.1", self.target), 2) as server:
                timer.start()
                while self.isOpen and not self.stopped and not (self.isCutting and cut.is_set()):
                    for source in select.select([client, server], [], [], 0.02)[0]:
                        piece = source.recv(65536)
                        if not piece:
                            return
                        self.bytes += len(piece)
                        (server if source is client else client).sendall(piece)
                self.cuts += 1
        except OSError:
            pass
        finally:
            timer.cancel()
            client.close()


class Deaf:
    """A port that drops what clients send it, as a firewall does: its queue of connections is full."""

    def __init__(self):
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen(0)
        self.port = self.listener.getsockname()[1]
        self.clients = []
        while self.has_room():
            pass

    def has_room(self):
        """Whether it has taken one more connection."""
        client = socket.socket()
        self.clients.append(client)
        client.settimeout(0.3)
        try:
            client.connect(("127.0.0.1", self.port))
        except TimeoutError:
            return False
        return True

    def close(self):
        for one in (*self.clients, self.listener):
            one.close()


class Moody(Server):
    """A broker in front of another one: refuses versions of MQTT, and acknowledges nothing while it is silent."""

    def __init__(self, port, versions=(4, 5), isSilent=False):
        self.target, self.versions, self.isSilent = port, versions, isSilent
        self.connects = 0
        super().__init__()

    def serve(self, client):
        with client:
            try:
                connect = client.recv(65536)
                self.connects += 1
                version = connect[connect.index(b"MQTT") + 4]
                if version not in self.versions:
                    # Unsupported protocol version.
                    client.sendall(b"\x20\x03\x00\x84\x00" if version == 5 else b"\x20\x02\x00\x01")
                elif self.isSilent:
                    client.sendall(b"\x20\x03\x00\x00\x00" if version == 5 else b"\x20\x02\x00\x00")
                    while client.recv(65536):
                        pass
                else:
                    with socket.create_connection(("127.0.0.1", self.target), 2) as server:
                        server.sendall(connect)
                        relay(client, server, lambda: self.stopped)
            except OSError:
                pass


def relay(client, server, isOver):
    """Hands bytes on in both directions until one side ends."""
    while not isOver():
        waiting = [c for c in (client, server) if isinstance(c, ssl.SSLSocket) and c.pending()]
        for source in waiting or select.select([client, server], [], [], 0.1)[0]:
            piece = source.recv(65536)
            if not piece:
                return
            (server if source is client else client).sendall(piece)


class Front(Server):
    """TLS in front of a port; notes the protocol that each client asks for and the name in its certificate."""

    def __init__(self, port, certificates, protocols):
        self.target = port
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(*certificates.of("server"))
        self.context.load_verify_locations(certificates.ca)
        self.context.verify_mode = ssl.CERT_REQUIRED
        self.context.set_alpn_protocols(protocols)
        self.seen = []
        super().__init__()

    def serve(self, plain):
        try:
            with self.context.wrap_socket(plain, server_side=True) as client:
                subject = dict(part[0] for part in client.getpeercert()["subject"])
                self.seen.append((client.selected_alpn_protocol(), subject["commonName"]))
                with socket.create_connection(("127.0.0.1", self.target), 2) as server:
                    relay(client, server, lambda: self.stopped)
        except OSError:
            pass
