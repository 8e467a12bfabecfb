"""A journald that only remembers, in a mount namespace of the daemon's own."""
import os
import select
import socket
import struct


def parse(datagram):
    """The fields of one entry in the journal's native protocol."""
    fields, rest = {}, datagram
    while rest:
        head, rest = rest.split(b"\n", 1)
        if b"=" in head:
            name, value = head.split(b"=", 1)
        else:
            name = head
            (length,) = struct.unpack("<Q", rest[:8])
            value, rest = rest[8:8 + length], rest[8 + length + 1:]
        fields[name.decode()] = value.decode()
    return fields


class Journal:
    def __init__(self, folder):
        assert os.geteuid() == 0, "a journal of our own needs root: run the tests as root"
        self.folder = folder / "journal"
        self.folder.mkdir()
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(self.folder / "socket"))
        (self.folder / "socket").chmod(0o777)
        self.entries = []

    @property
    def prefix(self):
        """What a command is started with to see this journal."""
        script = (
            "mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/journal && "
            f"mount --bind {self.folder} /run/systemd/journal && exec \"$@\"")
        return ["unshare", "-m", "sh", "-c", script, "sh"]

    def hang(self):
        """Takes no entry more until it is read, as a journald that is stopped."""
        sender = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            while True:
                sender.sendto(b"MESSAGE=full\n", socket.MSG_DONTWAIT, str(self.folder / "socket"))
        except BlockingIOError:
            sender.close()

    def read(self):
        while select.select([self.socket], [], [], 0)[0]:
            self.entries.append(parse(self.socket.recv(1 << 20)))
        return self.entries

    def close(self):
        self.socket.close()
