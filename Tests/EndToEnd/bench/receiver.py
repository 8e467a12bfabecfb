"""A receiver on a pseudo-terminal behind a fixed name, as udev would give it."""
import os
import select
import termios
import tty

from bench import nmea, uart
from bench.waiting import pause, until

PLACE = (34.4581, -119.7098)


class Receiver:
    """Plugged in from the beginning; `unplug` and `plug` at will."""

    def __init__(self, path):
        self.path = path
        self.master = None
        self.second = 0
        self.plug()

    def plug(self, raw=False):
        self.master, slave = os.openpty()
        if raw:
            tty.setraw(slave)
        self.node = os.ttyname(slave)
        self.slave = slave
        if os.path.lexists(self.path):
            os.unlink(self.path)
        os.symlink(self.node, self.path)

    def let_go(self):
        """Leaves the line to the daemon alone, so that closing the master hangs it up."""
        if self.slave is not None:
            os.close(self.slave)
            self.slave = None

    def unplug(self):
        self.let_go()
        # The name first: the number may belong to another one an instant after the hang-up.
        os.unlink(self.path)
        os.close(self.master)
        self.master = None

    def send(self, data):
        os.set_blocking(self.master, False)
        while data:
            select.select([], [self.master], [], 10)
            try:
                data = data[os.write(self.master, data):]
            except BlockingIOError:
                pass

    def talk(self, client, state="fix", seconds=10, at=PLACE):
        """Sends ten epochs a second until the daemon has the source in a state; how it then is."""
        def reached():
            self.second += 1
            self.send(nmea.epoch(self.second, *at))
            pause(0.1)
            source = client.source()
            return source["state"] == state and source
        return until(reached, seconds, f"state {state}")

    def received(self):
        """What the daemon has written to the receiver, which must be nothing."""
        if select.select([self.master], [], [], 0)[0]:
            return os.read(self.master, 4096)
        return b""

    def is_raw(self):
        return not termios.tcgetattr(self.master)[3] & (termios.ECHO | termios.ICANON)

    def until_open(self, daemon):
        until(lambda: daemon.has_open(self.node), 10, f"{self.node} open")
        until(self.is_raw, 5, "raw mode")
        self.let_go()
        return self

    def close(self):
        if self.master is not None:
            self.let_go()
            os.close(self.master)
            self.master = None


class SpeedyReceiver(Receiver):
    """A receiver on a line with a speed: what the daemon hears depends on the one it has set.

    Start the daemon with `prefix`: there `name` is the line, which for the daemon is no
    pseudo-terminal.
    """

    def __init__(self, folder, speed):
        self.speed = speed
        self.framing = 0
        self.name = folder / "ttyS7"
        self.name.touch()
        super().__init__(folder / "pts")

    @property
    def prefix(self):
        script = f'mount --bind {self.node} {self.name} && exec "$@"'
        return ["unshare", "-m", "sh", "-c", script, "sh"]

    def heard_at(self):
        return uart.speed_of(self.master)

    def send(self, data):
        heard, errors = uart.heard(data, self.speed, self.heard_at())
        self.framing += errors
        super().send(heard)
