"""How long others wait for the daemon while one client does something to it."""
import json
import pathlib
import subprocess
import sys

from bench.waiting import rounds

PROBE = pathlib.Path(__file__).with_name("probe.py")


class Probe:
    """A second client of a daemon that measures how long it waits for answers."""

    def __init__(self, socket, pid):
        self.process = subprocess.Popen(
            [sys.executable, "-S", PROBE, str(socket), str(pid)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline() == "ready\n", "the probe has not begun"

    def end(self):
        """What it has measured: `longest` and `own` in seconds, and the number of `calls`."""
        output = self.process.communicate("\n", timeout=120)[0]
        assert self.process.returncode == 0, "the daemon did not answer the probe"
        return json.loads(output)

    def close(self):
        self.process.kill()
        self.process.wait()


# A debug build on a loaded machine answers within this whatever is asked of it, and what holds others up
# takes seconds.
ENOUGH_S = 0.25


def shortest_wait(place, act):
    """The longest wait of others for the daemon while `act()` runs, of the round in which it was shortest."""
    def wait():
        probe = place.keep(Probe(place.folder / "control.sock", place.daemons[-1].pid))
        act()
        return probe.end()["own"]
    return min(rounds(wait, lambda seconds: seconds < ENOUGH_S))
