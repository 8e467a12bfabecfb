"""Crowds of clients: other clients are not affected, and the crowd uses little processor time."""
import contextlib
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from bench import daemon as daemons
from bench.client import Client
from bench.waiting import rounds, until

# The program itself and not its path: other users may not see into where the tests lie.
CROWD = (pathlib.Path(__file__).resolve().parents[1] / "bench/crowd.py").read_text()
INSIDE, OUTSIDE = (52.0005, 4.0005), (52.0005, 4.0025)
# What a crowd may add to the median of the time from a fix to its event at a subscriber.
MARGIN_S = 0.010
STALLED_BYTES = 128 << 10


class Healthy:
    """A fix every so often, each of which crosses a fence, and a subscriber of the crossings."""

    def __init__(self, place):
        ring = [[4.0, 52.0], [4.001, 52.0], [4.001, 52.001], [4.0, 52.001], [4.0, 52.0]]
        path = place.folder / "square.geojson"
        path.write_text(json.dumps({
            "type": "Feature", "id": "square", "properties": {},
            "geometry": {"type": "Polygon", "coordinates": [ring]}}))
        # The log lies in memory: what is compared is the delay with and without a crowd, and a
        # disk that others write to would be most of it (16 ms instead of 2, and cases of a minute).
        memory = place.keep(contextlib.ExitStack())
        state = memory.enter_context(tempfile.TemporaryDirectory(dir="/dev/shm"))
        place.write(daemons.configuration(
            place, 'type = "socket"', daemons.monitor("square", path),
            # Any group that other users can be given here.
            extra='group = "daemon"').replace(f"{place.folder}/state", state))
        self.daemon = place.daemon()
        self.pusher, self.subscriber = place.client(), place.client()
        self.subscriber.call("Events.subscribe", types=["entered", "exited"])
        self.number = 0

    def delay(self):
        """Seconds from handing over a fix to the arrival of its event."""
        self.number += 1
        minute, second = divmod(self.number * 3, 60)
        hour, minute = divmod(minute, 60)
        lat, lon = INSIDE if self.number % 2 else OUTSIDE
        before = time.perf_counter()
        self.pusher.send({
            "jsonrpc": "2.0", "method": "Source.push", "params": {"source": "gps", "fixes": [{
                "lat": lat, "lon": lon, "accuracy_m": 3,
                "time": f"2026-05-02T{12 + hour}:{minute:02d}:{second:02d}Z"}]}})
        self.subscriber.next_news("event", 30)
        return time.perf_counter() - before

    def median(self, count):
        return statistics.median(self.delay() for _ in range(count))


def crowd(place, user, count, way):
    """`count` clients of a user; gives the process and how many were admitted."""
    group = subprocess.run(
        ["getent", "group", "daemon"], capture_output=True, text=True, check=True).stdout
    process = subprocess.Popen(
        ["setpriv", f"--reuid={user}", f"--regid={group.split(':')[2]}", "--clear-groups",
         sys.executable, "-S", "-c", CROWD, place.folder / "control.sock", str(count), way],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    return process, int(process.stdout.readline())


def disperse(processes):
    for process in processes:
        process.communicate()


def stall(place, way):
    assert os.geteuid() == 0, "other users need root: run the tests as root"
    healthy = Healthy(place)
    before = healthy.median(400)
    empty = healthy.daemon.heap_bytes()
    processes, admitted = [], 0
    try:
        # 200 of them, of thirteen users: as many get in as the daemon has room for.
        for user in range(13):
            process, count = crowd(place, 61_000 + user, 16 if user < 12 else 8, way)
            processes.append(process)
            admitted += count
        # The rest is kept for root and the daemon's own user.
        assert admitted == 48, f"{admitted} admitted"
        during = min(rounds(lambda: healthy.median(400), lambda median: median <= before + MARGIN_S))
        growth = healthy.daemon.heap_bytes() - empty
        print(f"      {way}: {before * 1e3:.1f} ms before, {during * 1e3:.1f} ms with {admitted} "
              f"stalled, {growth / admitted / 1024:.0f} KiB each")
        assert during <= before + MARGIN_S, f"{during:.4f} s instead of {before:.4f} s"
        assert growth <= admitted * STALLED_BYTES, f"{growth} bytes for {admitted} stalled clients"
    finally:
        disperse(processes)
    until(lambda: healthy.pusher.call("Daemon.status")["clients"] == 2, 10, "the crowd is gone")


def test_two_hundred_subscribers_that_never_read_change_nothing_for_others(place):
    stall(place, "never")


def test_two_hundred_subscribers_that_read_a_byte_a_second_change_nothing_for_others(place):
    stall(place, "slow")


def test_a_thousand_connections_in_ten_seconds_change_nothing_for_others(place):
    healthy = Healthy(place)
    before = healthy.median(200)

    def connect():
        """A thousand connections: whether they took seconds enough and the median of the delays meanwhile was
        as before, and both."""
        delays = []
        begun = time.monotonic()
        for number in range(1000):
            client = Client(place.folder / "control.sock")
            assert client.hello["method"] == "hello"
            client.close()
            if number % 5 == 0:
                delays.append(healthy.delay())
        took, during = time.monotonic() - begun, statistics.median(delays)
        print(f"      1,000 connections in {took:.1f} s: {before * 1e3:.1f} ms before, {during * 1e3:.1f} ms during")
        return took <= 10 and during <= before + MARGIN_S, took, during
    results = rounds(connect, lambda result: result[0])
    assert results[-1][0], (before, results)
