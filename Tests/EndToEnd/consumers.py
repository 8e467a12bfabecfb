#!/usr/bin/env python3
"""The consumers of events in their long form, against Debian's mosquitto.

    consumers.py --bin DIR [--events N] [--kills N] [--broker-kills N]

Prints what came twice, how long a backlog takes and how much memory; exits 1 when anything was lost, came out of
order or took too long.
"""
import argparse
import contextlib
import pathlib
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from bench import daemon  # noqa: E402
from bench.broker import Broker, Subscriber  # noqa: E402
from bench.waiting import until  # noqa: E402
from cases import mqtt, mqtt_links  # noqa: E402
from cases.consumers import seq  # noqa: E402
from cases.stream import Walker, configure  # noqa: E402

# Seconds for 10,000 events to a broker on this machine, with a release build.
BACKLOG_S = 15
# Bytes that are no file's.
ANONYMOUS = 8 << 20


@contextlib.contextmanager
def place():
    with tempfile.TemporaryDirectory(prefix="geofenced-consumers-") as folder:
        made = daemon.Place(pathlib.Path(folder))
        try:
            yield made
        finally:
            made.close()


def storm(events, kills, broker_kills):
    with place() as world:
        start = time.monotonic()
        repeats = mqtt.storm(world, events, kills, broker_kills)
        print(f"{events} events, {kills} kills of the program, {broker_kills} of the broker: 0 missing, order kept, "
              f"{repeats} came twice, {time.monotonic() - start:.0f} s", flush=True)


def backlog(events):
    with place() as world:
        configure(world)
        world.daemon()
        mqtt.make_consumer(world)
        walker = Walker(world.client())
        walker.events(events)
        head = walker.head()
        broker = world.keep(Broker(world.folder))
        subscriber = world.keep(Subscriber(broker.port, mqtt.BASE + "/events"))
        start = time.monotonic()
        program = mqtt.Bridge(world, f"mqtt://127.0.0.1:{broker.port}")
        until(lambda: len(subscriber.messages) >= head, 600, "the backlog")
        seconds = time.monotonic() - start
        assert seq(mqtt.events(subscriber)[-1]) >= head
        status = pathlib.Path(f"/proc/{program.process.pid}/status").read_text()
        anonymous = int(status.split("RssAnon:")[1].split()[0]) * 1024
        print(f"a backlog of {head} events: {seconds:.1f} s; anonymous memory {anonymous / 2**20:.1f} MiB", flush=True)
        return seconds * 10_000 / head <= BACKLOG_S and anonymous <= ANONYMOUS


def refusals():
    with place() as world:
        start = time.monotonic()
        mqtt_links.an_event_that_ends_every_connection_is_parked(world)
        print(f"an event that ends every connection is parked: {time.monotonic() - start:.0f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--broker-kills", type=int, default=5)
    options = parser.parse_args()
    daemon.BIN = options.bin.resolve()
    is_well = backlog(options.events)
    refusals()
    storm(options.events, options.kills, options.broker_kills)
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
