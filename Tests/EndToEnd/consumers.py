#!/usr/bin/env python3
"""The consumers of events in their long form, against Debian's mosquitto, and shortly against amqtt.

    consumers.py --bin DIR [--events N] [--kills N] [--broker-kills N] [--home-assistant FILE]

Needs the packages of requirements.txt. Prints what came twice, how long a backlog takes and how much memory; exits 1
when anything was lost, came out of order, took too long or is not read as it should be.
"""
import argparse
import calendar
import json
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from bench import daemon, owntracks  # noqa: E402
from bench.amqtt import Amqtt  # noqa: E402
from bench.broker import Broker, Subscriber  # noqa: E402
from bench.certificates import Certificates  # noqa: E402
from bench.gpsd import free_port  # noqa: E402
from bench.waiting import until  # noqa: E402
from cases import mqtt, mqtt_outages  # noqa: E402
from cases.consumers import check_order, consumer, logged, make_consumer, seq  # noqa: E402
from cases.stream import INSIDE, OUTSIDE, Walker, configure  # noqa: E402

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
        mqtt_outages.an_event_that_the_network_does_not_carry_is_waited_for(world, seconds=90)
        print(f"an event that the network does not carry is waited for: {time.monotonic() - start:.0f} s", flush=True)


def outages():
    """A daemon that dies, refusals and two clients with one id."""
    for case in (mqtt_outages.test_a_dead_daemon_is_offline_and_its_fences_are_unknown,
                 mqtt_outages.test_refusals_cost_neither_a_storm_of_connections_nor_other_events,
                 mqtt_outages.test_two_clients_with_one_id_connect_less_and_less_often_and_doctor_warns):
        with daemon.temporary_place("consumers") as world:
            case(world)
        print(case.__name__.removeprefix("test_").replace("_", " "), flush=True)


def removals(path):
    """Writes the messages while fences are removed, a JSON line each, for home_assistant.py."""
    with open(path, "w") as file:
        for form in ("device", "entity"):
            with daemon.temporary_place("consumers") as world:
                for messages, fence in mqtt_outages.removal(world, form):
                    removed = f"geofenced_truck-07_fence_square_{fence}"
                    file.write(json.dumps({"removed": removed, "messages": [
                        (name, payload.decode()) for name, payload, _ in messages]}) + "\n")


def second_broker(events):
    """So many events to amqtt, with the program killed twice."""
    with daemon.temporary_place("consumers") as world:
        start = time.monotonic()
        configure(world)
        world.daemon()
        make_consumer(world, "mqtt")
        walker = Walker(world.client())
        broker = world.keep(Amqtt(world.folder))
        subscriber = world.keep(Subscriber(broker.port, mqtt.BASE + "/events"))
        # It does not refuse MQTT 5 but waits for more of the first message.
        program = mqtt.Bridge(world, f"mqtt://127.0.0.1:{broker.port}", extra='protocol = "3.1.1"\n')
        for _ in range(2):
            walker.events(events // 2)
            before = len(subscriber.messages)
            until(lambda: len(subscriber.messages) > before + 5, 60, "progress")
            program.kill()
            program.start()
        head = walker.head()
        until(lambda: any(seq(i) >= head for i in mqtt.events(subscriber)), 60, "the last event")
        got = mqtt.events(subscriber)
        missing = set(logged(walker.client)[:head]) - set(got)
        assert not missing, sorted(missing, key=seq)[:10]
        check_order(got)
        until(lambda: consumer(walker.client, "mqtt")["lag"] == 0, 20, "no lag")
        print(f"{head} events to amqtt, 2 kills of the program: 0 missing, order kept, {len(got) - len(set(got))} came "
              f"twice, {time.monotonic() - start:.0f} s", flush=True)


# Latitude and longitude, accuracy, altitude (m), speed (m/s) and course (degrees) as receivers give them, and what they
# are in whole metres, km/h and degrees.
FIXES = [
    (INSIDE, 0.2, -3.6, 0.0, 0.0, {"acc": 1, "alt": -4, "vel": 0, "cog": 0}),
    (OUTSIDE, 4.5, 12.5, 1.25, 359.7, {"acc": 5, "alt": 13, "vel": 5, "cog": 0}),
    (INSIDE, 12.0, 8848.4, 27.7, 90.4, {"acc": 12, "alt": 8848, "vel": 100, "cog": 90}),
    (INSIDE, None, None, None, None, {"acc": 1}),
]


def owntracks_reader():
    """A reader of OwnTracks takes all that is published for it, and finds there what the fixes were."""
    with daemon.temporary_place("consumers") as world:
        configure(world, properties={"name": "-The square"})
        world.daemon()
        client = world.client()
        broker = world.keep(Broker(world.folder))
        subscriber = world.keep(Subscriber(broker.port, "owntracks/#"))
        program = mqtt.Bridge(
            world, f"mqtt://127.0.0.1:{broker.port}",
            extra='[position]\ninterval_s = 0\n[owntracks]\nuser = "fleet"\n')
        until(lambda: "connected" in program.errors(), 20, "the connection")

        def read():
            return [owntracks.published(*message) for message in list(subscriber.messages)]

        def locations():
            return [message for message in read() if message["_type"] == "location"]
        for turn, ((lat, lon), accuracy, altitude, speed, course, whole) in enumerate(FIXES):
            text = f"2026-05-02T00:0{turn}:00Z"
            fix = {"lat": lat, "lon": lon, "time": text, "accuracy_m": accuracy, "altitude_m": altitude,
                   "speed_mps": speed, "course_deg": course}
            client.call("Source.push", source="gps", fixes=[{k: v for k, v in fix.items() if v is not None}])
            at = calendar.timegm(time.strptime(text, "%Y-%m-%dT%H:%M:%SZ"))
            until(lambda: locations() and locations()[-1]["tst"] == at, 10, "the location")
            found = locations()[-1]
            elements = {k: v for k, v in found.items() if k not in ("_type", "lat", "lon", "tst", "tid", "inrids")}
            assert elements == whole and (found["lat"], found["lon"], found["tid"]) == (lat, lon, "07"), found

        def transitions():
            return [message for message in read() if message["_type"] == "transition"]
        until(lambda: [t["event"] for t in transitions()] == ["enter", "leave", "enter"], 10, "the transitions")
        assert {(t["desc"], t["rid"], t["tid"]) for t in transitions()} == {("The square", "square", "07")}, transitions()
        assert program.terminate() == 0
        until(lambda: read()[-1]["_type"] == "lwt", 10, "the farewell")
        # A reader that comes later sees no transition.
        later = world.keep(Subscriber(broker.port, "owntracks/#", name="later"))
        until(lambda: later.messages, 10, "what is retained")
        assert [owntracks.published(*m)["_type"] for m in later.messages] == ["location"], later.messages
        count, good = len(read()), transitions()[0]
    # The reader refuses what is wrong: one that takes everything would be none.
    for change in ({"tst": str(good["tst"])}, {"tst": good["tst"] * 1000}, {"acc": 0}, {"event": "entered"},
                   {"wtst": None}, {"fence": "square"}, {"lat": 91}):
        try:
            owntracks.published("owntracks/fleet/truck-07/event", json.dumps(good | change))
        except owntracks.Unreadable:
            continue
        raise AssertionError(f"the reader takes {change}")
    print(f"{count} messages read as OwnTracks documents them", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--broker-kills", type=int, default=5)
    parser.add_argument("--home-assistant", type=pathlib.Path)
    options = parser.parse_args()
    daemon.BIN = options.bin.resolve()
    is_well = backlog(options.events)
    refusals()
    outages()
    if options.home_assistant:
        removals(options.home_assistant)
    owntracks_reader()
    second_broker(200)
    storm(options.events, options.kills, options.broker_kills)
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
