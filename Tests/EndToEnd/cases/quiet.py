"""A fault is reported and not repeated: the number of journal entries that it causes."""
import json
import time

from bench import daemon as daemons, nmea
from bench.receiver import PLACE, Receiver
from bench.waiting import pause, until
from cases.stream import INSIDE, OUTSIDE, Walker, configure, faulty

# Lines an hour that one fault may cost.
LIMIT = 60


def lines(daemon):
    return daemon.errors().splitlines()


def test_lasting_faults_are_reported_once(place):
    cable = place.keep(Receiver(place.folder / "gps"))
    noisy = place.keep(Receiver(place.folder / "noisy"))
    place.write(daemons.configuration(
        place, f'type = "serial"\ndevice = "{cable.path}"\nbaud = 9600\n'
        f'[source.noisy]\ntype = "serial"\ndevice = "{noisy.path}"\nbaud = 9600\n'
        '[source.dead]\ntype = "gpsd"\nhost = "127.0.0.1"\nport = 9'))
    daemon = place.daemon()
    client = place.client()
    cable.until_open(daemon)
    noisy.until_open(daemon)
    cable.talk(client)
    cable.unplug()

    def noise(until_s):
        end = time.monotonic() + until_s
        while time.monotonic() < end:
            noisy.send(b"\x93\x21\xc4 nothing a receiver says \xff\r\n" * 5)
            pause(0.1)
    states = {"gps": "absent", "noisy": "garbage", "dead": "absent"}

    def reported():
        """Whether each of them is so, and in the journal as the lost position is."""
        noise(1)
        text = daemon.errors()
        return ("GEOFENCE_EVENT=feed-stale" in text and all(f"GEOFENCE_SOURCE={name}" in text for name in states)
                and {name: client.source(name)["state"] for name in states} == states)
    noise(10)
    until(reported, 40, "every fault is reported")
    # For entries that were on their way.
    noise(2)
    before = lines(daemon)
    for name in states:
        assert 1 <= sum(f"GEOFENCE_SOURCE={name}" in line for line in before) <= 8, before
    # Opening and connecting are tried again all the time, without a word.
    noise(15)
    assert lines(daemon) == before, lines(daemon)[len(before):]


def test_loose_cable_stays_below_the_journal_limit(place):
    cable = place.keep(Receiver(place.folder / "gps"))
    daemon = place.daemon(f'type = "serial"\ndevice = "{cable.path}"\nbaud = 9600')
    client = place.client()
    for _ in range(20):
        cable.until_open(daemon)
        cable.second += 1
        cable.send(nmea.epoch(cable.second, *PLACE))
        cable.unplug()
        until(lambda: client.source()["state"] == "absent", 5)
        cable.plug()
    entries = [line for line in lines(daemon) if "GEOFENCE_SOURCE=gps" in line]
    assert len(entries) <= LIMIT, entries


def test_repeatedly_full_disk_stays_below_the_journal_limit(place):
    configure(place)
    daemon = place.daemon()
    walker = Walker(place.client())
    state = lambda: walker.client.call("Daemon.status")["store"]["state"]  # noqa: E731
    begun = len(lines(daemon))
    for number in range(20):
        with faulty(daemon, "pwrite64", "error=ENOSPC"):
            walker.step(INSIDE if number % 2 == 0 else OUTSIDE, answered=False)
            until(lambda: state() == "full", 10)
        until(lambda: state() == "ok", 30)
    entries = [line for line in lines(daemon)[begun:] if "entered" not in line and "exited" not in line]
    assert 10 <= len(entries) <= LIMIT, (len(entries), entries)
    assert any("in the log only" in line for line in entries), entries
    walker.head()
    page = walker.client.call("Events.list", since_seq=0)["events"]
    assert sum(event["type"] == "storage-failed" for event in page) == 20, json.dumps(page)[-2000:]
