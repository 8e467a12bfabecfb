"""geofenced-mqtt and the way to the broker: TLS, clocks, names, refusals, silence and links that are paid for."""
import json
import os
import signal
import subprocess
import time

from bench import owntracks
from bench.broker import Broker, Deaf, Front, Moody, Proxy, Subscriber
from bench.certificates import Certificates
from bench.clocks import SystemClock
from bench.gpsd import free_port
from bench.names import SilentNameServer
from bench.waiting import pause, until
from cases.consumers import check_order, consumer, follow, logged, make_consumer, script, seq
from cases.mqtt import BASE, Bridge, events
from cases.stream import INSIDE, OUTSIDE, Walker, configure, geofencectl

PLAIN = "[home_assistant]\nenabled = false\n[position]\nenabled = false\n"


def begin(place, count=2):
    """A daemon with so many events that the consumer is still to get."""
    configure(place)
    place.daemon()
    make_consumer(place, "mqtt")
    walker = Walker(place.client())
    if count == 2:
        walker.step(INSIDE, OUTSIDE)
    else:
        walker.events(count)
    return walker, walker.head()


def delivered(subscriber, walker, head, seconds=40):
    """Waits for all events up to one; gives their ids in the order in which they came."""
    until(lambda: any(seq(i) >= head for i in all_events(subscriber)), seconds, "the last event")
    got = all_events(subscriber)
    missing = set(logged(walker.client)[:head]) - set(got)
    assert not missing, sorted(missing, key=seq)[:10]
    check_order(got)
    return got


def all_events(subscriber):
    """The ids of events, alone and in arrays."""
    found = [json.loads(payload) for payload in subscriber.of(BASE + "/events")]
    return [e["event_id"] for part in found for e in (part if isinstance(part, list) else [part])]


def run(place, *words):
    return subprocess.run(geofencectl(place, *words), capture_output=True, text=True, timeout=60)


def test_a_broker_with_tls_wants_the_certificate_of_the_device(place):
    walker, head = begin(place)
    certificates, port = Certificates(place.folder), free_port()
    broker = place.keep(Broker(place.folder, extra=certificates.listener(port)))
    subscriber = place.keep(Subscriber(broker.port, BASE + "/events"))
    Bridge(place, f"mqtts://localhost:{port}", extra=certificates.settings() + PLAIN)
    delivered(subscriber, walker, head)


def test_the_preset_for_aws_asks_for_its_protocol(place):
    walker, head = begin(place)
    certificates = Certificates(place.folder)
    broker = place.keep(Broker(place.folder))
    front = place.keep(Front(broker.port, certificates, ["x-amzn-mqtt-ca", "mqtt"]))
    subscriber = place.keep(Subscriber(broker.port, "#"))
    # The preset gives the protocol on port 443, which a test cannot have.
    Bridge(place, f"mqtts://127.0.0.1:{front.port}",
           extra='preset = "aws-iot"\n' + certificates.settings('alpn = "x-amzn-mqtt-ca"'))
    delivered(subscriber, walker, head)
    assert front.seen[-1] == ("x-amzn-mqtt-ca", "device"), front.seen
    topics = {topic for topic, _, _ in subscriber.messages}
    assert not any(topic.startswith("homeassistant") for topic in topics), topics


def test_an_authority_that_is_not_trusted_is_named(place):
    walker, _ = begin(place)
    certificates, port = Certificates(place.folder), free_port()
    place.keep(Broker(place.folder, extra=certificates.listener(port)))
    Bridge(place, f"mqtts://127.0.0.1:{port}")
    until(lambda: "certificate verify failed" in consumer(walker.client, "mqtt").get("error", ""), 10,
          "the reason")


def test_a_certificate_is_not_valid_yet_until_the_clock_is_set(place):
    walker, head = begin(place)
    certificates, port = Certificates(place.folder), free_port()
    broker = place.keep(Broker(place.folder, extra=certificates.listener(port)))
    subscriber = place.keep(Subscriber(broker.port, BASE + "/events"))
    clock = SystemClock(place.folder, "-1000d")
    program = Bridge(
        place, f"mqtts://127.0.0.1:{port}", extra=certificates.settings() + PLAIN, prefix=clock.prefix,
        env=clock.environment)
    until(lambda: "clock of this machine is not set" in consumer(walker.client, "mqtt").get("error", ""), 20,
          "the hint")
    assert not subscriber.messages
    clock.set("+0")
    delivered(subscriber, walker, head, seconds=15)
    assert "the clock was set" in program.errors(), program.errors()


def test_a_name_that_does_not_resolve_holds_up_nothing_else(place):
    walker, _ = begin(place)
    server = place.keep(SilentNameServer(place.folder, "127.0.0.9"))
    Bridge(place, "mqtt://broker.example.com", prefix=server.prefix)
    assert server.query(20), "it asks for the name"
    waiting = until(lambda: consumer(walker.client, "mqtt").get("waiting"), 10, "what it waits for")
    assert "broker.example.com" in waiting, waiting
    taken = place.folder / "taken"
    follow(place, "gate", "--exec", script(place, f"exec cat >>{taken}\n"))
    until(lambda: any(c["name"] == "gate" for c in walker.client.call("Consumer.list")["consumers"]), 10,
          "the other consumer")
    start = time.monotonic()
    walker.step(INSIDE)
    walker.head()
    # Beside the half minute of one query: what a loaded machine itself may take.
    assert time.monotonic() - start < 10, "the engine waits"
    until(lambda: taken.exists() and b"entered" in taken.read_bytes(), 10, "the other consumer")
    doctor = json.loads(run(place, "doctor", "-o", "json").stdout)
    assert [f["outcome"] for f in doctor if f["check"] == "consumer mqtt"] == ["warn"], doctor


def test_a_broker_behind_a_silent_firewall_holds_up_neither_the_program_nor_its_end(place):
    configure(place)
    daemon = place.daemon()
    make_consumer(place, "mqtt")
    deaf = place.keep(Deaf())
    program = Bridge(place, f"mqtt://127.0.0.1:{deaf.port}")

    def waits():
        client = place.client()
        until(lambda: consumer(client, "mqtt").get("waiting") == f"the connection to 127.0.0.1:{deaf.port}", 10,
              "what it waits for")
    waits()
    assert daemon.terminate() == 0
    place.daemon()
    waits()
    assert "refused" not in program.errors(), program.errors()
    assert program.terminate(5) == 0


def test_every_address_of_a_name_is_tried(place):
    walker, head = begin(place)
    broker = place.keep(Broker(place.folder))
    subscriber = place.keep(Subscriber(broker.port, BASE + "/events"))
    hosts = place.folder / "hosts"
    # The address of IPv6 is the first one, and nothing listens there.
    hosts.write_text("::1 broker.test\n127.0.0.1 broker.test\n")
    Bridge(place, f"mqtt://broker.test:{broker.port}", extra=PLAIN, prefix=[
        "unshare", "-m", "sh", "-c", 'mount --bind "$0" /etc/hosts && exec "$@"', hosts])
    delivered(subscriber, walker, head)


def test_a_broker_that_never_acknowledges_gets_everything_later(place):
    walker, head = begin(place)
    broker = place.keep(Broker(place.folder))
    subscriber = place.keep(Subscriber(broker.port, BASE + "/events"))
    moody = place.keep(Moody(broker.port, isSilent=True))
    Bridge(place, f"mqtt://127.0.0.1:{moody.port}", extra="answer_timeout_s = 1\n" + PLAIN)
    until(lambda: "has not answered for 1 s" in consumer(walker.client, "mqtt").get("error", ""), 10, "the error")
    until(lambda: moody.connects >= 2, 20, "another try")
    assert seq(consumer(walker.client, "mqtt")["cursor"]) == 0, "nothing was acknowledged"
    moody.isSilent = False
    delivered(subscriber, walker, head)
    until(lambda: consumer(walker.client, "mqtt")["lag"] == 0, 10, "no lag")


def test_a_broker_without_mqtt_5_gets_mqtt_3(place):
    walker, head = begin(place)
    broker = place.keep(Broker(place.folder))
    subscriber = place.keep(Subscriber(broker.port, BASE + "/events"))
    moody = place.keep(Moody(broker.port, versions=(4,)))
    program = Bridge(place, f"mqtt://127.0.0.1:{moody.port}", extra=PLAIN)
    delivered(subscriber, walker, head)
    assert "no broker reports which messages it refuses" in program.errors(), program.errors()


def test_a_refusal_under_mqtt_3_is_not_seen_and_goes_on(place):
    walker, head = begin(place)
    acl = place.folder / "acl"
    acl.write_text(f"topic write {BASE}/status\ntopic read {BASE}/#\n")
    acl.chmod(0o644)
    broker = place.keep(Broker(place.folder, extra=f"acl_file {acl}"))
    program = Bridge(place, f"mqtt://127.0.0.1:{broker.port}", extra='protocol = "3.1.1"\n' + PLAIN)
    until(lambda: seq(consumer(walker.client, "mqtt")["cursor"]) >= head, 20, "the cursor goes on")
    assert consumer(walker.client, "mqtt")["parked"] == 0
    assert "no broker reports which messages it refuses" in program.errors(), program.errors()


def test_a_backlog_goes_in_batches_in_order(place):
    walker, head = begin(place, 300)
    broker = place.keep(Broker(place.folder))
    subscriber = place.keep(Subscriber(broker.port, BASE + "/events"))
    Bridge(place, f"mqtt://127.0.0.1:{broker.port}", extra=PLAIN + "[traffic]\nmax_batch = 20\n")
    got = delivered(subscriber, walker, head)
    sizes = [len(part) for part in map(json.loads, subscriber.of(BASE + "/events")) if isinstance(part, list)]
    assert max(sizes) == 20 and len(subscriber.messages) < len(got) / 4, sizes
    until(lambda: consumer(walker.client, "mqtt")["lag"] == 0, 10, "no lag")


def test_a_batch_that_is_too_large_goes_one_by_one(place):
    walker, head = begin(place, 100)
    broker = place.keep(Broker(place.folder, extra="max_packet_size 4000\n"))
    subscriber = place.keep(Subscriber(broker.port, BASE + "/events"))
    Bridge(place, f"mqtt://127.0.0.1:{broker.port}", extra=PLAIN + "[traffic]\nmax_batch = 50\n")
    delivered(subscriber, walker, head)
    assert consumer(walker.client, "mqtt")["parked"] == 0


def test_a_byte_budget_makes_events_wait_and_a_restart_renews_nothing(place):
    walker, _ = begin(place, 300)
    broker = place.keep(Broker(place.folder))
    proxy = place.keep(Proxy(broker.port))
    proxy.isCutting = False
    subscriber = place.keep(Subscriber(broker.port, BASE + "/events"))
    state = place.folder / "mqtt-state"
    state.mkdir()
    program = Bridge(
        place, f"mqtt://127.0.0.1:{proxy.port}", extra=PLAIN + "[traffic]\nmax_bytes_per_day = 200000\n",
        env={**os.environ, "STATE_DIRECTORY": str(state)})
    # Before that it waits for the connection.
    until(lambda: "max_bytes_per_day" in consumer(walker.client, "mqtt").get("waiting", ""), 20, "what it waits for")
    assert consumer(walker.client, "mqtt")["lag"] > 100
    # An eighth may be used at once, and a message more.
    until(lambda: proxy.bytes > 10_000, 10, "what was sent has passed the proxy")
    assert proxy.bytes < 30_000, proxy.bytes
    assert "max_bytes_per_day" in run(place, "consumer", "show", "mqtt").stdout
    assert program.terminate() == 0
    cursor = seq(consumer(walker.client, "mqtt")["cursor"])
    until(lambda: any(seq(i) >= cursor for i in all_events(subscriber)), 10, "what was acknowledged")
    before = len(subscriber.messages)
    program.start()
    until(lambda: "max_bytes_per_day" in consumer(walker.client, "mqtt").get("waiting", ""), 20, "the same again")
    # What comes back within the seconds of this test is less than two events.
    assert len(subscriber.messages) - before <= 2, len(subscriber.messages) - before


def test_a_test_event_goes_to_the_broker_and_nowhere_else(place):
    walker, head = begin(place)
    # Without its program there is nothing to test.
    assert run(place, "consumer", "test", "mqtt").returncode == 1
    broker = place.keep(Broker(place.folder))
    subscriber = place.keep(Subscriber(broker.port, BASE + "/events"))
    Bridge(place, f"mqtt://127.0.0.1:{broker.port}", extra=PLAIN + '[events]\ntypes = ["exited"]\n')
    follow(place, "gate", "--exec", script(place, "exit 0\n"))
    until(lambda: subscriber.messages, 10, "the exit")
    done = run(place, "consumer", "test", "mqtt", "-o", "json")
    assert done.returncode == 0, done
    event = until(lambda: [e for e in map(json.loads, subscriber.of(BASE + "/events")) if e.get("test")], 10,
                  "the test event")[-1]
    assert event["type"] == "test", event
    assert json.loads(done.stdout)["event_id"] == event["event_id"] and "error" not in json.loads(done.stdout)
    assert event["event_id"] not in logged(walker.client)
    until(lambda: any(c["name"] == "gate" for c in walker.client.call("Consumer.list")["consumers"]), 10,
          "the other consumer")
    other = run(place, "consumer", "test", "gate")
    assert other.returncode == 1 and "no program" in other.stderr, other
    broker.kill()
    until(lambda: run(place, "consumer", "test", "mqtt").returncode == 1, 10, "the lost connection")
    failed = run(place, "consumer", "test", "mqtt")
    assert "There is no connection to the broker" in failed.stderr, failed


def test_the_will_may_be_that_of_owntracks(place):
    begin(place)
    broker = place.keep(Broker(place.folder))
    subscriber = place.keep(Subscriber(broker.port, "owntracks/#", BASE + "/status"))
    program = Bridge(
        place, f"mqtt://127.0.0.1:{broker.port}",
        extra='protocol = "3.1.1"\n' + PLAIN + '[owntracks]\nuser = "fleet"\nwill = true\n')
    until(lambda: b"online" in subscriber.of(BASE + "/status"), 10, "the connection")
    program.kill()
    lwt = until(lambda: subscriber.of("owntracks/fleet/truck-07"), 10, "the will")
    assert owntracks.published("owntracks/fleet/truck-07", lwt[-1])["_type"] == "lwt", lwt
    program.start()
    until(lambda: subscriber.of(BASE + "/status").count(b"online") >= 2, 10, "the connection")
    assert program.terminate() == 0
    until(lambda: subscriber.of(BASE + "/status")[-1] == b"offline", 5, "the farewell")


def test_a_rewind_while_the_daemon_is_away_counts(place):
    walker, head = begin(place)
    daemon = place.daemons[-1]
    broker = place.keep(Broker(place.folder))
    subscriber = place.keep(Subscriber(broker.port, BASE + "/events"))
    program = Bridge(place, f"mqtt://127.0.0.1:{broker.port}", extra=PLAIN)
    delivered(subscriber, walker, head)
    until(lambda: consumer(walker.client, "mqtt")["lag"] == 0, 10, "no lag")
    # It has acknowledged everything, and does not see the daemon end and the cursor move.
    program.process.send_signal(signal.SIGSTOP)
    daemon.kill()
    place.daemon()
    walker.client = place.client()
    before = len(subscriber.messages)
    walker.client.call("Consumer.rewind", consumer="mqtt", since_seq=0)
    program.process.send_signal(signal.SIGCONT)
    wanted = set(logged(walker.client)[:head])
    until(lambda: wanted <= set(events(subscriber)[before:]), 20, "the events again")


def test_position_is_as_often_as_configured_and_at_changes(place):
    begin(place)
    walker = Walker(place.client())
    walker.steps = 100
    broker = place.keep(Broker(place.folder))
    subscriber = place.keep(Subscriber(broker.port, BASE + "/position"))
    Bridge(place, f"mqtt://127.0.0.1:{broker.port}",
           extra="[home_assistant]\nenabled = false\n[position]\ninterval_s = 600\n")
    until(lambda: subscriber.messages, 10, "the first position")

    def last():
        return json.loads(subscriber.of(BASE + "/position")[-1])
    until(lambda: consumer(walker.client, "mqtt")["lag"] == 0, 10, "no lag")
    first = last()["latitude"]
    for offset in range(1, 6):
        walker.step((OUTSIDE[0] + offset * 1e-5, OUTSIDE[1]))
    pause(1)
    assert last()["latitude"] == first, "it is not yet time for another"
    walker.step(INSIDE)
    until(lambda: last()["in_fences"] == ["square"] and last()["latitude"] == INSIDE[0], 10, "the position inside")
