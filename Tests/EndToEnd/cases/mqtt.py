"""geofenced-mqtt with Debian's mosquitto: nothing is lost and the order is kept, whatever is cut or killed."""
import json
import os
import subprocess
import time

from bench import daemon as daemons
from bench import owntracks
from bench.broker import Broker, Proxy, Subscriber, publish
from bench.program import Program
from bench.waiting import pause, until
from cases.consumers import check_order, consumer, logged, make_consumer, seq
from cases.stream import INSIDE, OUTSIDE, Walker, configure, kept

BASE = "geofenced/truck-07"


class Bridge(Program):
    """geofenced-mqtt on a configuration of its own."""

    def __init__(self, place, url, extra="", prefix=(), **options):
        config = place.folder / "mqtt.toml"
        config.write_text(
            f'socket = "{place.folder}/control.sock"\ndevice = "truck-07"\n'
            f'[broker]\nurl = "{url}"\n{extra}\n')
        super().__init__(
            place, "mqtt", [*prefix, daemons.BIN / "geofenced-mqtt", "--config", config], **options)


def events(subscriber):
    return [json.loads(payload)["event_id"] for payload in subscriber.of(BASE + "/events")]


def storm(place, count, kills, broker_kills):
    """So many events through a proxy that cuts, with so many kills; gives how many came twice."""
    configure(place)
    place.daemon()
    make_consumer(place, "mqtt")
    walker = Walker(place.client())
    broker = place.keep(Broker(place.folder))
    proxy = place.keep(Proxy(broker.port))
    subscriber = place.keep(Subscriber(broker.port, BASE + "/events"))
    program = Bridge(place, f"mqtt://127.0.0.1:{proxy.port}")
    turns = kills + broker_kills
    for turn in range(turns):
        walker.events(max(100, count // turns // 100 * 100), answered=False)
        before = len(subscriber.messages)
        until(lambda: len(subscriber.messages) > before + 5, 60, "progress")
        if turn % (turns // max(broker_kills, 1)) == 0 and broker_kills:
            broker_kills -= 1
            # What the broker has acknowledged it holds in memory: it is killed when that was delivered.
            until(lambda: seq(consumer(walker.client, "mqtt")["cursor"]), 20, "an acknowledgement")
            proxy.isOpen = False
            until(lambda: "connected" not in program.errors().splitlines()[-1], 10, "the end of the connection")
            cursor = seq(consumer(walker.client, "mqtt")["cursor"])
            until(lambda: seq(events(subscriber)[-1]) >= cursor, 20, "what was acknowledged")
            broker.kill()
            until(lambda: not subscriber.ready.is_set(), 10, "the subscriber has seen it")
            broker.start()
            assert subscriber.ready.wait(10)
            proxy.isOpen = True
        else:
            program.kill()
            program.start()
    head = walker.head()
    until(lambda: max(map(seq, events(subscriber))) >= head, 120, "the last event")
    got = events(subscriber)
    log = logged(walker.client)[:head]
    assert set(log) <= set(got), f"missing: {sorted(set(log) - set(got), key=seq)[:10]}"
    check_order(got)
    assert proxy.cuts, "the proxy has cut no connection"
    until(lambda: consumer(walker.client, "mqtt")["lag"] == 0, 20, "no lag")
    assert program.terminate() == 0
    return len(got) - len(set(got))


def test_no_event_is_lost_across_cuts_and_kills(place):
    storm(place, count=600, kills=4, broker_kills=1)


def test_home_assistant_and_owntracks_see_fences_events_and_position(place):
    configure(place)
    place.daemon()
    walker = Walker(place.client())
    walker.step(INSIDE)
    walker.head()
    broker = place.keep(Broker(place.folder))
    # What an earlier run has left and is not so any more.
    publish(broker.port, BASE + "/fence/square/gone", b'{"state":"inside"}', retain=True)
    publish(broker.port, "homeassistant/binary_sensor/geofenced_truck-07/old/config", b"{}", retain=True)
    subscriber = place.keep(Subscriber(broker.port, "geofenced/#", "homeassistant/#", "owntracks/#"))
    program = Bridge(place, f"unix:{broker.path}", extra='[owntracks]\nuser = "fleet"\n')
    fence = BASE + "/fence/square/square"

    def states(topic=fence):
        return [json.loads(p)["state"] for p in subscriber.of(topic) if p]
    until(lambda: states() == ["inside"], 20, "the state at the start")
    until(lambda: b"" in subscriber.of(BASE + "/fence/square/gone"), 10, "what is gone")
    until(lambda: b"" in subscriber.of("homeassistant/binary_sensor/geofenced_truck-07/old/config"), 10,
          "what Home Assistant had before")
    until(lambda: subscriber.of(BASE + "/status") == [b"online"], 10, "its status")
    config = json.loads(until(
        lambda: subscriber.of("homeassistant/device/geofenced_truck-07/config"), 10, "the announcement")[-1])
    components = config["components"]
    assert components["fence_square_square"]["state_topic"] == fence, config
    assert {c["platform"] for c in components.values()} == {"device_tracker", "binary_sensor", "event"}
    walker.step(OUTSIDE)
    until(lambda: states()[-1] == "outside", 10, "the exit")
    walker.step(INSIDE)
    until(lambda: states()[-2:] == ["outside", "inside"], 10, "the changes")
    until(lambda: len(subscriber.of(BASE + "/events")) >= 2, 10, "both events")
    native = [json.loads(p) for p in subscriber.of(BASE + "/events")]
    assert [e["type"] for e in native] == ["exited", "entered"], native
    assert native == walker.client.call("Events.list")["events"][-2:]
    for topic in (BASE + "/ha/square", "owntracks/fleet/truck-07/event"):
        until(lambda: len(subscriber.of(topic)) >= 2, 10, f"both events of {topic}")
    shown = [json.loads(p) for p in subscriber.of(BASE + "/ha/square")]
    assert [e["event_type"] for e in shown] == ["exited", "entered"], shown

    def position():
        where = json.loads(subscriber.of(BASE + "/position")[-1])
        return (where["latitude"], where["longitude"], where["in_fences"])
    until(lambda: subscriber.of(BASE + "/position") and position() == (*INSIDE, ["square"]), 10, "the position")
    until(lambda: subscriber.of("owntracks/fleet/truck-07"), 10, "the position of OwnTracks")
    tracks = [owntracks.published(*message) for message in list(subscriber.messages) if message[0].startswith("own")]
    assert [t["event"] for t in tracks if t["_type"] == "transition"] == ["leave", "enter"], tracks
    assert {t["_type"] for t in tracks} == {"location", "transition"}, tracks
    assert {t["tid"] for t in tracks} == {"07"}, tracks
    # Home Assistant has started: everything is sent again, within ten seconds.
    count = len(subscriber.of("homeassistant/device/geofenced_truck-07/config"))
    publish(broker.port, "homeassistant/status", b"online")
    until(lambda: len(subscriber.of("homeassistant/device/geofenced_truck-07/config")) > count, 30,
          "the second announcement")
    assert program.terminate() == 0
    until(lambda: subscriber.of(BASE + "/status")[-1] == b"offline", 5, "the farewell")
    retained = place.keep(Subscriber(broker.port, "#", name="retained"))
    until(lambda: {t for t, p, r in retained.messages if r and p} >= {fence, BASE + "/status"}, 10)
    kept = {t for t, p, r in retained.messages if r and p}
    assert not {t for t in kept if t.endswith("/events") or "/ha/" in t or t.endswith("/event")}, kept


def test_event_that_the_broker_refuses_is_parked_and_others_continue(place):
    configure(place)
    place.daemon()
    make_consumer(place, "mqtt")
    walker = Walker(place.client())
    walker.step(INSIDE, OUTSIDE)
    walker.head()
    acl = place.folder / "acl"
    acl.write_text(f"topic write {BASE}/events\ntopic write {BASE}/fence/#\ntopic write {BASE}/status\n"
                   f"topic write {BASE}/position\ntopic write homeassistant/#\n")
    acl.chmod(0o644)
    broker = place.keep(Broker(place.folder, extra=f"acl_file {acl}"))
    Bridge(place, f"mqtt://127.0.0.1:{broker.port}")
    head = walker.head()
    # The form of Home Assistant is refused: entered is parked after three tries, and exited goes without that form.
    until(lambda: consumer(walker.client, "mqtt")["lag"] == 0
          or seq(consumer(walker.client, "mqtt")["cursor"]) >= head, 60, "the cursor goes on")
    record = consumer(walker.client, "mqtt")
    assert record["parked"] == 1, record
    assert all("uthori" in event["reason"] for event in record["parked_events"]), record


def test_unreachable_broker_is_reported_and_affects_nothing_else(place):
    configure(place)
    place.daemon()
    walker = Walker(place.client())
    program = Bridge(place, "mqtt://127.0.0.1:1")
    until(lambda: any(c["name"] == "mqtt" and "refused" in c.get("error", "")
                      for c in walker.client.call("Consumer.list")["consumers"]), 10, "the error")
    walker.step(INSIDE)
    walker.head()
    assert consumer(walker.client, "mqtt")["lag"] > 0
    assert program.terminate() == 0


def test_events_are_sent_again_after_a_rewind(place):
    configure(place)
    place.daemon()
    make_consumer(place, "mqtt")
    walker = Walker(place.client())
    broker = place.keep(Broker(place.folder))
    subscriber = place.keep(Subscriber(broker.port, BASE + "/events"))
    Bridge(place, f"mqtt://127.0.0.1:{broker.port}")
    walker.step(INSIDE, OUTSIDE)
    head = walker.head()
    until(lambda: len(events(subscriber)) >= head, 20, "the first events")
    # The broker ends before the last of them is acknowledged, which happens at the next subscription.
    broker.kill()
    until(lambda: not subscriber.ready.is_set(), 10, "the subscriber has seen it")
    broker.start()
    assert subscriber.ready.wait(10)
    until(lambda: consumer(walker.client, "mqtt")["lag"] == 0, 20, "no lag")
    before = len(subscriber.messages)
    walker.client.call("Consumer.rewind", consumer="mqtt", since_seq=0)
    wanted = set(logged(walker.client)[:head])
    until(lambda: wanted <= set(events(subscriber)[before:]), 20, "the events again")


def test_stopped_daemon_with_waiting_events_uses_no_processor_time(place):
    configure(place)
    daemon = place.daemon()
    make_consumer(place, "mqtt")
    walker = Walker(place.client())
    walker.events(100)
    walker.head()
    program = Bridge(place, "mqtt://127.0.0.1:1")
    until(lambda: consumer(walker.client, "mqtt").get("error"), 10, "the subscription")
    pause(0.5)
    # After this event a new snapshot is due, which no daemon gives.
    walker.client.call("Monitor.stop", monitor="square")
    assert daemon.terminate() == 0
    before, begun = daemons.cpu_seconds(program.process.pid), time.monotonic()
    pause(2)
    used = daemons.cpu_seconds(program.process.pid) - before
    assert used < 0.25 * (time.monotonic() - begun), used


def test_deleted_events_are_a_gap_on_the_topic(place):
    configure(place, "keep_events = 1000")
    place.daemon()
    make_consumer(place, "mqtt")
    walker = Walker(place.client())
    walker.events(1600)
    walker.head()
    until(lambda: kept(walker.client) < 1100, 20, "retention")
    broker = place.keep(Broker(place.folder))
    subscriber = place.keep(Subscriber(broker.port, BASE + "/events"))
    Bridge(place, f"mqtt://127.0.0.1:{broker.port}", extra="[home_assistant]\nenabled = false\n")
    head = walker.head()
    until(lambda: subscriber.messages and json.loads(subscriber.messages[-1][1]).get("seq", 0) >= head,
          60, "the last event")
    records = [json.loads(payload) for payload in subscriber.of(BASE + "/events")]
    gaps = [r for r in records if r["type"] == "gap" and "from_seq" in r]
    assert len(gaps) == 1 and records[0] == gaps[0], records[0]
    assert gaps[0]["reason"] == "expired", gaps
    assert records[1]["seq"] == gaps[0]["to_seq"] + 1


def test_configuration_problem_is_reported_with_its_line(place):
    config = place.folder / "mqtt.toml"

    def check(text):
        config.write_text(text)
        return subprocess.run(
            [daemons.BIN / "geofenced-mqtt", "--config", config, "--check-config"],
            capture_output=True, text=True)
    assert check("").returncode == 0
    shipped = (daemons.ROOT / "etc/mqtt.toml").read_text()
    assert check(shipped).returncode == 0
    wrong = check('[broker]\nurl = "http://x"\nkeepalive = 3\n')
    assert wrong.returncode == 78, wrong
    assert ":2:" in wrong.stderr and "mqtts://" in wrong.stderr and "keepalive_s" in wrong.stderr, wrong.stderr
    large = check("#" * (1 << 20) + "\n")
    assert large.returncode == 78 and f"{config}: is larger than 1 MiB" in large.stderr, large.stderr
    os.unlink(config)
    os.mkfifo(config)
    pipe = subprocess.run([daemons.BIN / "geofenced-mqtt", "--config", config], capture_output=True)
    assert pipe.returncode == 78 and b"it is not a regular file" in pipe.stderr, pipe
    os.unlink(config)
    missing = subprocess.run([daemons.BIN / "geofenced-mqtt", "--config", config], capture_output=True)
    assert missing.returncode == 78 and b"No such file" in missing.stderr, missing
