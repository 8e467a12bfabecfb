"""Daemons under test, each in a directory of its own."""
import contextlib
import os
import pathlib
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from bench.client import Client
from bench.waiting import until

BIN = None
ROOT = pathlib.Path(__file__).resolve().parents[3]
FENCES = ROOT / "etc/demo/sections.geojson"
POINTS = ROOT / "etc/demo/points-of-interest.geojson"
TOUR = ROOT / "etc/demo/tour.nmea"


def configuration(place, source, monitors=None, extra=""):
    """A whole configuration text around the keys of one source called gps.

    Recordings are of any date, so the clock of this machine proves nothing, unless `extra` says that it does.
    """
    if monitors is None:
        monitors = monitor("sections", FENCES) + monitor("points", POINTS, "buffer_m = 10")
    clock = "" if "wall_clock" in extra else 'wall_clock = "untrusted"'
    return f"""
[daemon]
socket = "{place.folder}/control.sock"
state_directory = "{place.folder}/state"
{clock}
{extra}
[source.gps]
{source}
[defaults.global]
ignore_period_s = 0
{monitors}
"""


def monitor(name, fences, extra="", source="gps"):
    return f'[[monitor]]\nname = "{name}"\nsource = "{source}"\nfences = "{fences}"\n{extra}\n'


def cpu_seconds(pid):
    """The processor time that a process has used."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Place:
    """A directory with everything one case starts, and ends it all."""

    def __init__(self, folder):
        self.folder = folder
        # Other users look in, too: cases about rights.
        folder.chmod(0o755)
        (folder / "state").mkdir()
        self.config = folder / "geofenced.toml"
        self.things = []
        self.daemons = []

    def write(self, text):
        self.config.write_text(text)

    def empty_state(self):
        """Removes the log and all else that the daemon has kept."""
        for path in list((self.folder / "state").iterdir()):
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)

    def keep(self, thing):
        self.things.append(thing)
        return thing

    def daemon(self, source=None, start=True, **options):
        if source is not None:
            self.write(configuration(self, source))
        started = Daemon(self, **options)
        self.daemons.append(started)
        if start:
            started.until_ready()
        return started

    def client(self, **options):
        return self.keep(Client(self.folder / "control.sock", **options))

    def story(self):
        return "".join(f"--- standard error of the daemon\n{d.errors()}" for d in self.daemons)

    def close(self):
        # The daemons first: one that saw its receiver go would open whichever pseudo-terminal has
        # the number next, that of another test.
        for started in self.daemons:
            started.kill()
        for thing in reversed(self.things):
            thing.close()


@contextlib.contextmanager
def temporary_place(name):
    """A place that is closed and removed at the end of the block."""
    # A program that a killed one has left behind may still write into it.
    with tempfile.TemporaryDirectory(prefix=f"geofenced-{name}-", ignore_cleanup_errors=True) as folder:
        place = Place(pathlib.Path(folder))
        try:
            yield place
        finally:
            place.close()


class Daemon:
    """One process, watched through the socket that systemd would listen on."""

    def __init__(self, place, prefix=(), environment=None, arguments=(), binary=None):
        self.place = place
        self.notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        path = place.folder / f"notify-{len(place.daemons)}"
        self.notify.bind(str(path))
        path.chmod(0o777)
        self.notify.setblocking(False)
        self.messages = []
        # Appended to: the daemon and this process share no position in it.
        self.log = open(place.folder / f"stderr-{len(place.daemons)}", "ab")
        environment = {**os.environ, "NOTIFY_SOCKET": str(path), **(environment or {})}
        command = [binary or BIN / "geofenced", "--config", place.config, *arguments]
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [*prefix, *map(str, command)], env=environment, stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=self.log)
        self.pid = self.process.pid

    def read_notifications(self):
        while select.select([self.notify], [], [], 0)[0]:
            self.messages.append(self.notify.recv(65536).decode())
        return self.messages

    def notified(self, text):
        return any(text in message for message in self.read_notifications())

    def status(self):
        lines = [m for m in self.read_notifications() if m.startswith("STATUS=")]
        return lines[-1][7:] if lines else ""

    def until_ready(self, seconds=30):
        until(lambda: self.notified("READY=1") or self.has_ended(), seconds, "READY=1")
        assert self.process.poll() is None, f"ended with {self.process.returncode}"
        self.ready_after = time.monotonic() - self.started
        return self

    def has_ended(self):
        return self.process.poll() is not None

    def wait(self, seconds=10):
        return self.process.wait(seconds)

    def signal(self, number):
        self.process.send_signal(number)

    def terminate(self, seconds=10):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(seconds)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.notify.close()

    def errors(self):
        return pathlib.Path(self.log.name).read_text(errors="replace")

    def cpu_seconds(self):
        return cpu_seconds(self.pid)

    def resident_bytes(self):
        return int(pathlib.Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * 4096

    def peak_bytes(self):
        """The most memory that it ever had at once."""
        status = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) * 1024

    def heap_bytes(self):
        """Memory that is no file's: what the daemon itself has asked for."""
        status = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        return sum(int(status.split(word)[1].split()[0]) for word in ("RssAnon:", "VmSwap:")) * 1024

    def tracer(self):
        """The process that traces the daemon."""
        status = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        return int(status.split("TracerPid:")[1].split()[0])

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def has_open(self, path):
        folder = f"/proc/{self.pid}/fd"
        for name in os.listdir(folder):
            try:
                if os.readlink(f"{folder}/{name}") == str(path):
                    return True
            except FileNotFoundError:
                pass
        return False
