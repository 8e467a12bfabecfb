#!/usr/bin/env python3
"""The consumers of events in their long form, against Debian's mosquitto.

    consumers.py --bin DIR [--events N] [--kills N] [--broker-kills N]

Prints what came twice, how long a backlog takes and how much memory; exits 1 when anything was lost, came out of
order or took too long.
"""
import argparse
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from bench import daemon  # noqa: E402
from bench.broker import Broker, Subscriber  # noqa: E402
from bench.certificates import Certificates  # noqa: E402
from bench.gpsd import free_port  # noqa: E402
from bench.waiting import until  # noqa: E402
from cases import mqtt, mqtt_links  # noqa: E402
from cases.consumers import make_consumer, seq  # noqa: E402
from cases.stream import Walker, configure  # noqa: E402

# Seconds for 10,000 events to a broker on this machine, with a release build.
BACKLOG_S = 15
# MiB, with TLS; those that are no file's.
RESIDENT = 24
ANONYMOUS = 8


def storm(events, kills, broker_kills):
    with daemon.temporary_place("consumers") as world:
        start = time.monotonic()
        repeats = mqtt.storm(world, events, kills, broker_kills)
        print(f"{events} events, {kills} kills of the program, {broker_kills} of the broker: 0 missing, order kept, "
              f"{repeats} came twice, {time.monotonic() - start:.0f} s", flush=True)


def backlog(events):
    """Whether so many events go to the broker in time, and how much memory the program has then."""
    with daemon.temporary_place("consumers") as world:
        configure(world)
        world.daemon()
        make_consumer(world, "mqtt")
        walker = Walker(world.client())
        walker.events(events)
        head = walker.head()
        certificates, port = Certificates(world.folder), free_port()
        broker = world.keep(Broker(world.folder, extra=certificates.listener(port)))
        subscriber = world.keep(Subscriber(broker.port, mqtt.BASE + "/events"))
        start = time.monotonic()
        program = mqtt.Bridge(world, f"mqtts://127.0.0.1:{port}", extra=certificates.settings())
        until(lambda: len(subscriber.messages) >= head, 600, "the backlog")
        seconds = time.monotonic() - start
        assert seq(mqtt.events(subscriber)[-1]) >= head
        status = pathlib.Path(f"/proc/{program.process.pid}/status").read_text()
        resident, anonymous = [int(status.split(key)[1].split()[0]) / 1024 for key in ("VmRSS:", "RssAnon:")]
        used = daemon.cpu_seconds(program.process.pid)
        print(f"a backlog of {head} events with TLS: {seconds:.1f} s, of which {used:.1f} s of processor; memory "
              f"{resident:.1f} MiB, anonymous {anonymous:.1f} MiB", flush=True)
        return seconds * 10_000 / head <= BACKLOG_S and resident <= RESIDENT and anonymous <= ANONYMOUS


def refusals():
    with daemon.temporary_place("consumers") as world:
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
