#!/usr/bin/env python3
"""Measures a built daemon: latency, memory, processor, start.

    measure.py --bin DIR [--epochs N] [--idle SECONDS] [NAME…]

Use the programs of the package, for example as `scripts/install --to DIRECTORY` lays them out: with
shared Swift libraries, and with the functions in any order, a fix costs half as much again. With NAMES
only those of latency, idle, beside_gpsd, restart and stored run. For the latency a receiver on a
pseudo-terminal crosses a fence with every epoch; the time runs from the write of the epoch's last byte
to the arrival of the event's line at a subscriber, with everything between: decoding, evaluation, and
a durable commit.
"""
import argparse
import json
import pathlib
import statistics
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from bench import daemon, nmea  # noqa: E402
from bench.gpsd import RealGPSD  # noqa: E402
from bench.receiver import Receiver  # noqa: E402
from bench.waiting import pause, until  # noqa: E402

# Two metres apart, so that no step is too fast to be believed.
INSIDE, OUTSIDE = (52.0005, 4.000985), (52.0005, 4.001015)


def fences(path, count):
    """`count` squares of about 100 m; the edge of the first lies between INSIDE and OUTSIDE."""
    features = []
    for number in range(count):
        south, west = 52 + number // 40 * 0.01, 4 + number % 40 * 0.01
        ring = [[west, south], [west + 0.001, south], [west + 0.001, south + 0.001],
                [west, south + 0.001], [west, south]]
        features.append({
            "type": "Feature", "id": f"square-{number}", "properties": {},
            "geometry": {"type": "Polygon", "coordinates": [ring]}})
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return path


def start(place, count):
    file = fences(place.folder / "squares.geojson", count)
    text = daemon.configuration(
        place, f'type = "serial"\ndevice = "{place.folder}/gps"\nbaud = 9600',
        daemon.monitor("squares", file))
    place.write(text)
    receiver = place.keep(Receiver(place.folder / "gps"))
    process = place.daemon(environment={"MALLOC_ARENA_MAX": "2"})
    receiver.until_open(process)
    return receiver, process, place.client()


def latency(place, epochs):
    receiver, _, client = start(place, 100)
    client.call("Events.subscribe", types=["entered", "exited"])
    delays = []
    for number in range(epochs + 10):
        epoch = nmea.epoch(number, *(INSIDE if number % 2 == 0 else OUTSIDE))
        receiver.send(epoch[:-1])
        pause(0.02)
        before = time.perf_counter()
        receiver.send(epoch[-1:])
        client.next_news("event", 5)
        delays.append(time.perf_counter() - before)
    # The first epochs teach the decoder the receiver's cycle.
    delays = sorted(delays[10:])
    print(f"last byte to subscriber, {len(delays)} events: "
          f"median {statistics.median(delays) * 1e3:.2f} ms, "
          f"99 % {delays[int(len(delays) * 0.99)] * 1e3:.2f} ms, worst {delays[-1] * 1e3:.2f} ms")


def idle(place, seconds):
    receiver, process, client = start(place, 100)
    for number in range(5):
        receiver.send(nmea.epoch(number, *INSIDE))
        pause(1)
    until(lambda: client.source()["state"] == "fix", 5)
    client.close()
    before, begun = process.cpu_seconds(), time.monotonic()
    switches = voluntary_switches(process)
    for number in range(5, 5 + seconds):
        receiver.send(nmea.epoch(number, *INSIDE))
        pause(1)
    spent = time.monotonic() - begun
    share = (process.cpu_seconds() - before) / spent
    wakes = (voluntary_switches(process) - switches) / spent
    print(f"1 Hz, 100 fences, {spent:.0f} s: resident {process.resident_bytes() / 2**20:.1f} MiB, "
          f"processor {share:.2%}, {wakes:.1f} wake-ups/s")


def beside_gpsd(place, seconds):
    """What a fix costs the daemon with 100,000 fences, and gpsd that only reads it: the same epochs
    ten times a second on a line for each, at the speed that the receiver says, past a fence every
    684 m."""
    receiver, process, client = start(place, 100_000)
    client.close()
    other = place.keep(Receiver(place.folder / "gps-of-gpsd"))
    gpsd = place.keep(RealGPSD(other.node))
    pids = {"geofenced": process.pid, "gpsd": gpsd.process.pid}
    before = {}
    for number in range(10 * (seconds + 5)):
        if number == 50:
            before = {name: processor_seconds(pid) for name, pid in pids.items()}
        epoch = nmea.epoch(number // 10, 52.0005, 4 + number * 2e-5, knots=26.65,
                           tenth=number % 10)
        # Who is woken first finds the kernel's part of the way cold, so they take turns.
        for line in (receiver, other) if number % 2 == 0 else (other, receiver):
            line.send(epoch)
        pause(0.1)
    each = {name: (processor_seconds(pid) - before[name]) / (10 * seconds) for name, pid in pids.items()}
    print(f"10 Hz: geofenced with 100,000 fences {each['geofenced'] * 1e6:.0f} us of processor a fix, "
          f"gpsd {each['gpsd'] * 1e6:.0f} us, ratio {each['geofenced'] / each['gpsd']:.2f} (mark 1.15)")


def processor_seconds(pid):
    """Time on a processor of all threads, to the nanosecond."""
    return sum(int((task / "schedstat").read_text().split()[0])
               for task in pathlib.Path(f"/proc/{pid}/task").iterdir()) / 1e9


def voluntary_switches(process):
    total = 0
    for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                total += int(line.split()[1])
    return total


def restart(place, count):
    _, process, _ = start(place, count)
    process.terminate()
    again = place.daemon(environment={"MALLOC_ARENA_MAX": "2"})
    print(f"start to READY with {count} fences: {again.ready_after * 1e3:.0f} ms, "
          f"resident {again.resident_bytes() / 2**20:.1f} MiB")


def stored(place, count):
    """A log with so many events, as many as it keeps; then the start after a clean shutdown
    and after a crash."""
    file = fences(place.folder / "squares.geojson", 1000)
    place.write(daemon.configuration(place, 'type = "socket"', daemon.monitor("squares", file)))
    environment = {"MALLOC_ARENA_MAX": "2"}
    process = place.daemon(environment=environment)
    client = place.client()
    begun = time.time() - 3 * (count + 2000)
    for first in range(0, count + 1000, 200):
        fixes = [{
            "lat": INSIDE[0], "lon": (INSIDE, OUTSIDE)[number % 2][1] + (number % 2) * 0.002,
            "accuracy_m": 3, "time": time.strftime(
                "%Y-%m-%dT%H:%M:%SZ", time.gmtime(begun + 3 * number))}
            for number in range(first, first + 200)]
        client.call("Source.push", source="gps", fixes=fixes)
    store = client.call("Daemon.status")["store"]
    kept = store["next_seq"] - store["first_seq"]
    resident = process.resident_bytes()
    process.terminate()
    orderly = place.daemon(environment=environment)
    orderly.kill()
    crashed = place.daemon(environment=environment)
    pause(8)
    print(f"1000 fences, {kept} events kept: resident {resident / 2**20:.1f} MiB; start to READY "
          f"{orderly.ready_after * 1e3:.0f} ms, after a crash {crashed.ready_after * 1e3:.0f} ms, "
          f"then resident {crashed.resident_bytes() / 2**20:.1f} MiB")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--epochs", type=int, default=500)
    parser.add_argument("--idle", type=int, default=30)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    daemon.BIN = options.bin.resolve()
    for measure, argument in [(latency, options.epochs), (idle, options.idle),
                              (beside_gpsd, options.idle), (restart, 1000), (stored, 100_000)]:
        if options.names and measure.__name__ not in options.names:
            continue
        with daemon.temporary_place("measure") as place:
            measure(place, argument)


if __name__ == "__main__":
    main()
