"""gpsd, real and fake."""
import contextlib
import itertools
import random
import signal
import socket
import subprocess
import threading

from bench.waiting import until


# Below 32768, from where on the system gives ports to sockets that ask for none: until the program
# that a port is for listens, none of those takes it.
_ports = itertools.count(random.randrange(10_000, 30_000))


def free_port():
    """A port that is free and given once."""
    for port in _ports:
        with socket.socket() as probe:
            # A program that another case starts meanwhile holds this socket, too, until it has begun: servers
            # that share the address get the port all the same.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with contextlib.suppress(OSError):
                probe.bind(("127.0.0.1", port))
                return port


def is_open(port):
    """Whether a program takes connections on a port."""
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False


class RealGPSD:
    """Debian's gpsd on a device, on a port of its own."""

    def __init__(self, device, port=None):
        self.device = device
        self.port = port or free_port()
        self.process = None
        self.start()

    def start(self):
        # -N foreground, -n poll without clients, -b never write to the device.
        self.process = subprocess.Popen(
            ["gpsd", "-N", "-n", "-b", "-S", str(self.port), self.device],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(lambda: is_open(self.port), 10, "gpsd answers")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self):
        if self.process.poll() is None:
            self.kill()


class FakeGPSD:
    """Sends the given lines to every client."""

    def __init__(self, greeting=b""):
        self.greeting = greeting
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.clients = []
        self.accepted = 0
        # Of the next report.
        self.second = 0
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            client.sendall(self.greeting)
            self.clients.append(client)
            self.accepted += 1

    def send(self, data):
        for client in list(self.clients):
            try:
                client.sendall(data)
            except OSError:
                self.clients.remove(client)

    def drop(self):
        for client in self.clients:
            client.close()
        self.clients = []

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.drop()
