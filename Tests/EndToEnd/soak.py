#!/usr/bin/env python3
"""Runs a daemon for hours under faults that follow each other.

    soak.py --bin DIR [--hours H]

Two sources, a receiver and a gpsd with another, cross a fence once each after every fault: unplug,
garbage, gpsd restart, client churn, reload, silence, and a kill once in a while. Every crossing must
be in the log exactly once, the numbers without holes; memory within one life of the daemon must not
climb and descriptors must not leak. Exits 1 when that does not hold.
"""
import argparse
import itertools
import os
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from bench import daemon as daemons, nmea  # noqa: E402
from bench.client import Client  # noqa: E402
from bench.gpsd import RealGPSD  # noqa: E402
from bench.receiver import Receiver  # noqa: E402
from bench.waiting import pause, until  # noqa: E402

# Metres along the way of one round: out of a square of some 100 m, in, out again.
METRES = [*range(-60, 60, 10), *range(60, -70, -10)]
DEGREE_M = 111_320.0
TICK_S = 0.15
# Rotations between two kills: lives must be long enough to show a leak.
KILL_EVERY = 40
# After this many seconds of a life caches and pools have their size, and so has what is kept for ten
# minutes: what doubles its room does so for the last time well after those.
WARM_S = 1200
LEAK_BYTES_AN_HOUR = 1 << 20
SPARE_DESCRIPTORS = 6


class Field:
    """The daemon, its receivers and the one who listens."""

    def __init__(self, place):
        self.place = place
        self.second = 0
        self.receiver = place.keep(Receiver(place.folder / "gps"))
        self.other = place.keep(Receiver(place.folder / "other"))
        self.server = place.keep(RealGPSD(self.other.node))
        fences = place.folder / "squares.geojson"
        fences.write_text(
            '{"type":"Feature","id":"square","properties":{},"geometry":{"type":"Polygon",'
            '"coordinates":[[[0,0.499],[0.001,0.499],[0.001,0.501],[0,0.501],[0,0.499]]]}}')
        second = daemons.monitor("aux", fences, source="aux")
        place.write(daemons.configuration(
            place, f'type = "serial"\ndevice = "{place.folder}/gps"\nbaud = 9600\n'
            f'[source.aux]\ntype = "gpsd"\nhost = "127.0.0.1"\nport = {self.server.port}',
            daemons.monitor("main", fences) + second))
        self.seen = []
        self.cursor = None
        self.begin()

    def begin(self):
        self.daemon = self.place.daemon()
        self.receiver.until_open(self.daemon)
        self.client = Client(self.place.folder / "control.sock")
        self.listen()

    def listen(self):
        self.listener = Client(self.place.folder / "control.sock")
        since = {"cursor": self.cursor} if self.cursor else {"since_seq": 0}
        self.listener.call("Events.subscribe", **since)

    def hear(self):
        """Reads the stream until it has the newest event."""
        def complete():
            store = self.client.call("Daemon.status")["store"]
            return store["pending"] == 0 and store["next_seq"] - 1
        head = until(complete, 60, "everything durable")
        while not self.seen or self.seen[-1]["seq"] < head:
            event = self.listener.next_news("event")
            self.seen.append(event)
            self.cursor = event["event_id"]

    def tick(self, metres):
        self.second += 1
        epoch = nmea.epoch(self.second, 0.5, metres / DEGREE_M)
        for receiver in (self.receiver, self.other):
            if receiver.master is not None:
                receiver.send(epoch)
        pause(TICK_S)

    def settle(self):
        """Lets both sources stand before the fence until they have fixes again."""
        def fixed():
            self.tick(METRES[0])
            return all(
                self.client.source(name)["state"] == "fix" and self.age(name) < 2
                for name in ("gps", "aux"))
        until(fixed, 60, "both sources have a fix")
        for _ in range(12):
            self.tick(METRES[0])

    def age(self, name):
        fixes = self.client.call("Fix.last", source=name)["fixes"]
        return fixes[0].get("age_s", 99) if fixes else 99

    def round(self):
        for metres in METRES:
            self.tick(metres)
        for _ in range(6):
            self.tick(METRES[-1])
        self.hear()


def unplug(field):
    field.receiver.let_go()
    field.receiver.unplug()
    until(lambda: field.client.source()["state"] == "absent", 60)
    field.receiver.plug()
    field.receiver.until_open(field.daemon)


def garbage(field):
    for _ in range(20):
        field.receiver.send(os.urandom(400))
        pause(0.02)
    field.receiver.send(b"\r\n")


def gpsd_restart(field):
    field.server.kill()
    until(lambda: field.client.source("aux")["state"] == "absent", 60)
    field.server.start()


def churn(field):
    for number in range(200):
        client = Client(field.place.folder / "control.sock")
        if number % 3 == 0:
            client.call("Events.subscribe", since_seq=0)
        client.close()
    field.listener.close()
    field.listen()


def reload(field):
    field.client.call("Config.reload")


def silence(field):
    until(lambda: field.client.source()["state"] in ("silent", "stale"), 60, "silence is noticed")


def kill(field):
    field.hear()
    field.daemon.kill()
    field.client.close()
    field.listener.close()
    # A pseudo-terminal, unlike a serial line, remembers for whom it was claimed.
    field.receiver.unplug()
    field.receiver.plug()
    field.begin()


FAULTS = [unplug, garbage, gpsd_restart, churn, reload, silence]


def slope(samples):
    """Bytes an hour by least squares within lives; None before there is enough."""
    numerator = denominator = 0.0
    for _, group in itertools.groupby(samples, key=lambda sample: sample[0]):
        points = [(age, size) for _, age, size in group if age > WARM_S]
        if len(points) < 3:
            continue
        middle = [sum(axis) / len(points) for axis in zip(*points)]
        numerator += sum((x - middle[0]) * (y - middle[1]) for x, y in points)
        denominator += sum((x - middle[0]) ** 2 for x, _ in points)
    return numerator / denominator * 3600 if denominator else None


def soak(place, hours):
    field = Field(place)
    deadline = time.monotonic() + hours * 3600
    life, rounds, samples, first = 0, 0, [], None
    faults = itertools.cycle(FAULTS)
    field.settle()
    while rounds < len(FAULTS) + 1 or time.monotonic() < deadline:
        # The short form has its one kill at the end of the first rotation.
        is_kill = rounds % (KILL_EVERY * len(FAULTS)) == len(FAULTS)
        fault = kill if is_kill else next(faults)
        fault(field)
        life += is_kill
        field.settle()
        field.round()
        rounds += 1
        crossings = sum(event["type"] in ("entered", "exited") for event in field.seen)
        size, descriptors = field.daemon.heap_bytes(), field.daemon.descriptors()
        first = first or descriptors
        samples.append((life, time.monotonic() - field.daemon.started, size))
        print(f"{rounds:5} {fault.__name__:13} heap {size / 2**20:.2f} MiB, {descriptors} "
              f"descriptors, events expected {rounds * 4}, seen {crossings}", flush=True)
        assert crossings == rounds * 4, [
            (e["seq"], e["type"], e.get("monitor"), e.get("message")) for e in field.seen[-12:]]
        assert descriptors <= first + SPARE_DESCRIPTORS, "descriptors leak"
    numbers = [event["seq"] for event in field.seen]
    assert numbers == list(range(1, len(numbers) + 1)), "the numbers have holes"
    climb = slope(samples)
    print("heap slope: " + (
        "too short a life to tell" if climb is None else f"{climb / 2**20:+.2f} MiB/h"))
    assert climb is None or hours < 1 or climb < LEAK_BYTES_AN_HOUR, "memory climbs"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--hours", type=float, default=0.02)
    options = parser.parse_args()
    daemons.BIN = options.bin.resolve()
    with daemons.temporary_place("soak") as place:
        try:
            soak(place, options.hours)
        except AssertionError:
            print(place.story()[-4000:], file=sys.stderr)
            raise


if __name__ == "__main__":
    main()
