"""geofenced-mqtt where a broker refuses, cuts or is silent, where the daemon is dead, and where a fence is removed."""
import json
import time

from bench.broker import Broker, Proxy, Subscriber
from bench.endpoint import Endpoint
from bench.waiting import pause, until
from cases.consumers import consumer, make_consumer, seq
from cases.mqtt import BASE, Bridge
from cases.mqtt_links import PLAIN, begin, delivered, run
from cases.stream import INSIDE, OUTSIDE, SQUARE, Walker, configure
from cases.webhook import Webhook

DEVICE = "homeassistant/device/geofenced_truck-07/config"
ENTITY = "homeassistant/binary_sensor/geofenced_truck-07/fence_square_square/config"
FENCE = BASE + "/fence/square/square"


def an_event_that_the_network_does_not_carry_is_waited_for(place, seconds):
    """For so many seconds each connection ends when the event is sent; nothing is parked, and all comes at last."""
    configure(place, properties={"manual": "x" * 5000})
    place.daemon()
    make_consumer(place, "mqtt")
    walker = Walker(place.client())
    walker.step(INSIDE, OUTSIDE)
    head = walker.head()
    # With MQTT 3.1.1 this broker ends the connection, without a reason, at a packet that is too large.
    broker = place.keep(Broker(place.folder, extra="max_packet_size 4000\n"))
    proxy = place.keep(Proxy(broker.port))
    proxy.isCutting = False
    subscriber = place.keep(Subscriber(broker.port, BASE + "/events"))
    program = Bridge(place, f"mqtt://127.0.0.1:{proxy.port}", extra='protocol = "3.1.1"\n' + PLAIN)

    def waiting():
        return consumer(walker.client, "mqtt").get("waiting", "")
    text = until(lambda: "on its way since 20" in waiting() and waiting(), 40, "what it waits for")
    entered = [e for e in walker.client.call("Events.list", since_seq=0)["events"] if e["type"] == "entered"][0]
    assert f"the answer of the broker to {entered['event_id']}" in text, text
    before, since = proxy.connects, text.split("since ")[1].split(";")[0]
    pause(seconds)
    # The pauses grow: some connections in the first seconds, and then fewer and fewer.
    assert proxy.connects - before <= 4 + seconds / 20, proxy.connects - before
    assert since in waiting(), "the same event since the same time"
    assert consumer(walker.client, "mqtt")["parked"] == 0
    proxy.isOpen = False
    broker.kill()
    broker.config.write_text(broker.config.read_text().replace("max_packet_size 4000", ""))
    broker.start()
    proxy.isOpen = True
    # The next try may be half a minute away.
    program.kill()
    program.start()
    delivered(subscriber, walker, head)
    assert consumer(walker.client, "mqtt")["parked"] == 0
    until(lambda: not waiting(), 10, "nothing to wait for")


def test_an_event_that_the_network_does_not_carry_is_waited_for(place):
    an_event_that_the_network_does_not_carry_is_waited_for(place, seconds=8)


def test_refusals_cost_neither_a_storm_of_connections_nor_other_events(place):
    configure(place)
    place.daemon()
    make_consumer(place, "mqtt")
    walker = Walker(place.client())
    walker.step(*[INSIDE, OUTSIDE] * 10)
    head = walker.head()
    acl = place.folder / "acl"
    acl.write_text(f"topic write {BASE}/events\ntopic write {BASE}/fence/#\ntopic write {BASE}/status\n"
                   f"topic write {BASE}/position\ntopic write homeassistant/#\n")
    acl.chmod(0o644)
    broker = place.keep(Broker(place.folder, extra=f"acl_file {acl}"))
    proxy = place.keep(Proxy(broker.port))
    proxy.isCutting = False
    # The form of Home Assistant is refused for each event.
    Bridge(place, f"mqtt://127.0.0.1:{proxy.port}")
    until(lambda: seq(consumer(walker.client, "mqtt")["cursor"]) >= head, 60, "all events")
    record = consumer(walker.client, "mqtt")
    assert record["parked"] == 1 and f"on {BASE}/ha/square" in record["parked_events"][0]["reason"], record
    assert proxy.connects <= 10, proxy.connects


def test_two_clients_with_one_id_connect_less_and_less_often_and_doctor_warns(place):
    walker, _ = begin(place)
    broker = place.keep(Broker(place.folder))
    proxy = place.keep(Proxy(broker.port))
    proxy.isCutting = False
    for name in ("mqtt", "other"):
        folder = place.folder / name
        folder.mkdir()
        program = Bridge(place, f"mqtt://127.0.0.1:{proxy.port}", extra=PLAIN)
        if name == "mqtt":
            until(lambda: consumer(walker.client, "mqtt")["lag"] == 0, 20, "the first one delivers")
            config = place.folder / "mqtt.toml"
            first = config.rename(place.folder / "first.toml")
            program.command[-1] = first
            program.kill()
            first.write_text('consumer = "mqtt"\n' + first.read_text())
            program.start()
            until(lambda: consumer(walker.client, "mqtt")["state"] == "connected", 20, "the first one")
        else:
            config = place.folder / "mqtt.toml"
            program.kill()
            config.write_text('consumer = "other"\n' + config.read_text())
            program.start()

    def waiting():
        return [c.get("waiting", "") for c in walker.client.call("Consumer.list")["consumers"]]
    until(lambda: any("client id geofenced-truck-07" in text for text in waiting()), 30, "what it waits for")
    before = proxy.connects
    pause(15)
    assert proxy.connects - before <= 14, proxy.connects - before
    doctor = json.loads(run(place, "doctor", "-o", "json").stdout)
    found = [f for f in doctor if f["check"] in ("consumer mqtt", "consumer other") and f["outcome"] == "warn"]
    assert any("client id" in json.dumps(f) for f in found), doctor


def test_a_dead_daemon_is_offline_and_its_fences_are_unknown(place):
    configure(place)
    daemon = place.daemon()
    walker = Walker(place.client())
    walker.step(INSIDE)
    walker.head()
    broker = place.keep(Broker(place.folder))
    subscriber = place.keep(Subscriber(broker.port, BASE + "/#"))
    Bridge(place, f"mqtt://127.0.0.1:{broker.port}")

    def state():
        found = subscriber.of(FENCE)
        return found and json.loads(found[-1])["state"]

    def status():
        return subscriber.of(BASE + "/status")[-1:]
    until(lambda: state() == "inside" and status() == [b"online"], 20, "the state")
    daemon.kill()
    begun = time.monotonic()
    until(lambda: status() == [b"offline"] and state() == "unknown", 40, "the absence")
    assert time.monotonic() - begun > 14, "a restart of the daemon is no absence"
    place.daemon()
    walker.client = place.client()
    walker.step(INSIDE)
    until(lambda: status() == [b"online"] and state() == "inside", 40, "the daemon again")


def removal(place, form):
    """The messages up to the removal of a fence that Home Assistant shows, and up to that of another one while the
    program does not run."""
    configure(place)
    place.daemon()
    walker = Walker(place.client())
    walker.client.call("Fence.add", feature=feature("second"))
    walker.step(OUTSIDE)
    walker.head()
    broker = place.keep(Broker(place.folder))
    subscriber = place.keep(Subscriber(broker.port, BASE + "/fence/#", "homeassistant/#"))
    program = Bridge(
        place, f"mqtt://127.0.0.1:{broker.port}", extra=f'[home_assistant]\ndiscovery = "{form}"\n')
    for fence in ("square", "second"):
        until(lambda: subscriber.of(f"{BASE}/fence/square/{fence}"), 20, "both fences")
    walker.client.call("Fence.remove", fence="square")
    until(lambda: subscriber.of(FENCE)[-1] == b"", 20, "the emptied state")
    before = len(subscriber.messages)
    program.kill()
    walker.client.call("Fence.remove", fence="second")
    walker.head()
    program.start()
    second = FENCE.replace("square/square", "square/second")
    until(lambda: subscriber.of(second)[-1] == b"", 20, "the emptied state after a restart")
    return [(subscriber.messages[:before], "square"), (list(subscriber.messages), "second")]


def feature(name):
    return {"type": "Feature", "id": name, "properties": {},
            "geometry": {"type": "Polygon", "coordinates": [[[x, y - 0.01] for x, y in SQUARE]]}}


def test_a_removed_fence_is_removed_from_the_device_of_home_assistant(place):
    for messages, fence in removal(place, "device"):
        key = f"fence_square_{fence}"
        configs = [json.loads(p)["components"] for t, p, _ in messages if t == DEVICE]
        assert {"platform": "binary_sensor"} in [c.get(key) for c in configs], configs
        state = f"{BASE}/fence/square/{fence}"
        ends = [t for t, p, _ in messages if t == DEVICE and {"platform": "binary_sensor"} == json.loads(
            p)["components"].get(key) or p == b"" and t == state]
        assert ends[0] == DEVICE and ends[-1] == state, ends


def test_a_removed_fence_loses_its_entity_of_home_assistant(place):
    for messages, fence in removal(place, "entity"):
        emptied = [t for t, p, _ in messages if p == b""]
        assert emptied.index(ENTITY.replace("square_square", f"square_{fence}")) < emptied.index(
            f"{BASE}/fence/square/{fence}"), emptied


def test_a_fence_with_noncharacters_in_its_id_is_delivered(place):
    configure(place)
    path = place.folder / "square.geojson"
    name = "a\uffff\ufdd0b"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"id": name}))
    place.daemon()
    make_consumer(place, "mqtt")
    walker = Walker(place.client())
    walker.step(INSIDE, OUTSIDE, INSIDE)
    head = walker.head()
    broker = place.keep(Broker(place.folder))
    subscriber = place.keep(Subscriber(broker.port, BASE + "/#"))
    Bridge(place, f"mqtt://127.0.0.1:{broker.port}", extra='[owntracks]\nuser = "fleet"\n')
    delivered(subscriber, walker, head)
    topic = f"{BASE}/fence/square/a%EF%BF%BF%EF%B7%90b"
    until(lambda: subscriber.of(topic), 10, "the state of the fence")
    assert consumer(walker.client, "mqtt")["parked"] == 0


def test_the_bridges_need_no_more_than_the_socket_for_consumers(place):
    path = place.folder / "consume.sock"
    configure(place, extra=f'consume_socket = "{path}"')
    place.daemon()
    walker = Walker(place.client())
    walker.step(INSIDE)
    walker.head()
    broker, endpoint = place.keep(Broker(place.folder)), place.keep(Endpoint())
    subscriber = place.keep(Subscriber(broker.port, BASE + "/#"))
    programs = [Bridge(place, f"mqtt://127.0.0.1:{broker.port}"), Webhook(place, ("fleet", endpoint.url, ""))]
    for program, name in zip(programs, ("mqtt.toml", "webhook.toml")):
        program.kill()
        config = place.folder / name
        config.write_text(config.read_text().replace("control.sock", "consume.sock"))
        program.start()
    until(lambda: len(walker.client.call("Consumer.list")["consumers"]) == 3, 20, "both consumers")
    walker.step(OUTSIDE)
    head = walker.head()
    for name in ("mqtt", "webhook-fleet"):
        until(lambda: seq(consumer(walker.client, name)["cursor"]) >= head, 20, "the acknowledgement")
    until(lambda: subscriber.of(FENCE) and subscriber.of(BASE + "/position"), 10, "state and position")


def test_a_healthy_consumer_has_no_error(place):
    walker, head = begin(place)
    broker = place.keep(Broker(place.folder))
    subscriber = place.keep(Subscriber(broker.port, BASE + "/events"))
    Bridge(place, f"mqtt://127.0.0.1:{broker.port}", extra=PLAIN)
    delivered(subscriber, walker, head)
    until(lambda: consumer(walker.client, "mqtt")["lag"] == 0, 10, "no lag")
    assert "error" not in consumer(walker.client, "mqtt"), consumer(walker.client, "mqtt")
