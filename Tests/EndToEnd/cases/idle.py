"""Sources that are stopped, and sources that no monitor uses."""
import socket

from bench import nmea
from bench.gpsd import free_port
from bench.receiver import Receiver
from bench.waiting import pause, until
from cases.client import equal

MONITORS = ("sections", "points")


def receiver(place, keys=""):
    receiver = place.keep(Receiver(place.folder / "gps"))
    daemon = place.daemon(f'type = "serial"\ndevice = "{receiver.path}"\n{keys}')
    return receiver, daemon, place.client()


def command(client, verb):
    for monitor in MONITORS:
        client.call(f"Monitor.{verb}", monitor=monitor)


def without_age(fix):
    """A fix without the seconds since it arrived."""
    return {key: value for key, value in fix.items() if key != "age_s"}


def test_a_monitor_that_stops_leaves_its_source_open(place):
    line, daemon, client = receiver(place)
    line.talk(client)
    command(client, "stop")
    fixes = client.source()["counters"]["fixes"]
    line.talk(client)
    until(lambda: client.source()["counters"]["fixes"] > fixes, 5, "more fixes")
    assert daemon.has_open(line.node)


def test_bytes_after_a_stop_change_nothing(place):
    line, daemon, client = receiver(place)
    line.talk(client)
    client.call("Source.stop", source="gps")
    until(lambda: client.call("Daemon.status")["store"]["pending"] == 0, 10, "everything durable")
    def standing():
        source = client.source()
        events = client.call("Events.list")["events"]
        return source["state"], source["counters"], without_age(source["last_fix"]), len(events)
    before = standing()
    equal(before[0], "stopped")
    for second in range(100, 110):
        line.send(nmea.epoch(second, 10.0, 10.0))
    pause(0.5)
    equal(standing(), before)


def test_datagrams_after_a_stop_change_nothing(place):
    port = free_port()
    place.daemon(f'type = "nmea-udp"\nhost = "127.0.0.1"\nport = {port}')
    client = place.client()
    second = 0
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        def fixed():
            nonlocal second
            second += 1
            sender.sendto(nmea.epoch(second, 52.0, 5.0), ("127.0.0.1", port))
            return client.source()["state"] == "fix"
        until(fixed, 10, "a fix")
        client.call("Source.stop", source="gps")
        before = client.source()["counters"], without_age(client.source()["last_fix"])
        for _ in range(10):
            second += 1
            sender.sendto(nmea.epoch(second, 10.0, 10.0), ("127.0.0.1", port))
        pause(0.5)
        equal((client.source()["counters"], without_age(client.source()["last_fix"])), before)


def test_a_source_that_no_started_monitor_uses_is_closed_and_opened_again(place):
    line, daemon, client = receiver(place, "close_when_idle = true")
    line.talk(client)
    client.call("Monitor.stop", monitor="points")
    line.talk(client)
    client.call("Monitor.stop", monitor="sections")
    source = until(lambda: (s := client.source())["state"] == "resting" and s, 5, "the rest")
    assert "close_when_idle" in source["detail"], source
    until(lambda: not daemon.has_open(line.node), 5, "closed")
    client.call("Monitor.start", monitor="points")
    line.talk(client)
    # A source that was stopped is not opened again.
    client.call("Source.stop", source="gps")
    command(client, "stop")
    command(client, "start")
    pause(0.5)
    equal(client.source()["state"], "stopped")
    client.call("Source.start", source="gps")
    line.talk(client)


def test_a_source_is_not_opened_before_a_monitor_uses_it(place):
    line = place.keep(Receiver(place.folder / "gps"))
    place.write(f"""
[daemon]
socket = "{place.folder}/control.sock"
state_directory = "{place.folder}/state"
[source.gps]
type = "serial"
device = "{line.path}"
close_when_idle = true
""")
    daemon = place.daemon()
    equal(place.client().source()["state"], "resting")
    assert not daemon.has_open(line.node)
