"""geofenced-webhook: one POST an event in the order of the log, whatever is killed, cut or refused."""
import base64
import hashlib
import hmac
import json
import os
import re
import subprocess
import threading
import time
from email.utils import formatdate

from bench import daemon as daemons
from bench import owntracks
from bench.endpoint import Endpoint, Front
from bench.names import SilentNameServer
from bench.program import Program
from bench.waiting import pause, rounds, until
from cases.consumers import check_order, consumer, logged, make_consumer, seq
from cases.stream import INSIDE, OUTSIDE, Walker, configure, geofencectl, kept

KEYS = [bytes(range(32)), b"the secret before"]


class Webhook(Program):
    """geofenced-webhook on a configuration of its own, with the credentials that systemd would place."""

    def __init__(self, place, *endpoints, credentials=None, prefix=(), env=None):
        """Endpoints are a name, a URL and further lines."""
        folder = place.folder / "credentials"
        folder.mkdir(exist_ok=True)
        for name, text in (credentials or {}).items():
            (folder / name).write_text(text + "\n")
        self.config = place.folder / "webhook.toml"
        tables = [f'[[endpoint]]\nname = "{name}"\nurl = "{url}"\nretry_longest_s = 1\n{more}\n'
                  for name, url, more in endpoints]
        self.config.write_text(
            f'socket = "{place.folder}/control.sock"\ndevice = "truck-07"\n' + "".join(tables))
        super().__init__(
            place, "webhook", [*prefix, daemons.BIN / "geofenced-webhook", "--config", self.config],
            # Proxies of the environment do not count.
            env={**os.environ, "CREDENTIALS_DIRECTORY": str(folder), "http_proxy": "http://127.0.0.1:1",
                 "https_proxy": "http://127.0.0.1:1", "ALL_PROXY": "http://127.0.0.1:1", **(env or {})})


def check_signature(headers, body, keys):
    """The signature of Standard Webhooks, made here from its description."""
    text = f'{headers["webhook-id"]}.{headers["webhook-timestamp"]}.'.encode() + body
    made = ["v1," + base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode() for key in keys]
    assert headers["webhook-signature"].split(" ") == made, headers
    assert abs(int(headers["webhook-timestamp"]) - time.time()) < 60, headers


def until_head(endpoint, head, seconds=20):
    """Waits until the last event was accepted; gives the ids up to it, without what the log has got since."""
    until(lambda: any(seq(i) >= head for i in endpoint.accepted()), seconds, "the last event")
    return [i for i in endpoint.accepted() if seq(i) <= head]


def start(place, *names):
    """A daemon with the consumers of endpoints of those names; gives a walker."""
    configure(place)
    place.daemon()
    for name in names:
        make_consumer(place, f"webhook-{name}")
    return Walker(place.client())


def storm(place, count, kills):
    """So many events to a receiver behind TLS that cuts connections and answers 500, the program killed so often, and
    the daemon and the server half as often; gives how many posts were repeated."""
    configure(place)
    daemon = place.daemon()
    make_consumer(place, "webhook-fleet")
    walker = Walker(place.client())
    endpoint = place.keep(Endpoint("hang"))
    front = place.keep(Front(place.folder, endpoint))
    program = Webhook(place, ("fleet", front.url, f'ca_file = "{front.certificates.ca}"'))
    # What is on its way is not acknowledged, however long it takes.
    until(lambda: len(endpoint.posts) == 1, 10, "the first post")
    pause(1.5)
    assert consumer(walker.client, "webhook-fleet")["cursor"].endswith(":0")
    program.kill()
    program.start()
    for turn in range(kills):
        endpoint.answers += [200] * 20 + [("cut", 500)[turn % 2]] + [200] * 20 + [204]
        walker.events(max(100, count // kills // 100 * 100), answered=False)
        before = len(endpoint.posts)
        until(lambda: len(endpoint.posts) > before + 5 * turn, 30, "progress")
        if turn % 2:
            program.kill()
            daemon.kill()
            daemon = place.daemon()
            walker.client = place.client()
        else:
            front.kill()
            program.kill()
            front.start()
        program.start()
    head = walker.head()
    until_head(endpoint, head, 120)
    got = endpoint.ids()
    missing = set(logged(walker.client)[:head]) - set(endpoint.accepted())
    assert not missing, f"missing: {sorted(missing, key=seq)[:10]}"
    check_order(got)
    until(lambda: consumer(walker.client, "webhook-fleet")["lag"] == 0, 20, "no lag")
    assert program.terminate() == 0
    return len(got) - len(set(got))


def test_nothing_is_lost_through_kills_of_program_server_and_daemon(place):
    storm(place, count=400, kills=4)


def test_errors_are_retried_in_order_and_posts_are_signed(place):
    walker = start(place, "fleet")
    seen = threading.Event()

    def cut():
        """Ends the fourth try when the error of the third was seen."""
        seen.wait(60)
        return "cut"
    endpoint = place.keep(Endpoint(
        500, (302, {"Location": "/elsewhere"}), (503, {"Retry-After": "2"}), cut,
        (429, {"Retry-After": lambda: formatdate(time.time() + 2, usegmt=True)}), "flood", 502))
    Webhook(
        place, ("fleet", endpoint.url, 'secrets = ["new", "old"]\nauthorization = "token"'),
        credentials={"new": "whsec_" + base64.b64encode(KEYS[0]).decode(),
                     "old": base64.b64encode(KEYS[1]).decode(), "token": "Bearer x y"})
    until(lambda: len(endpoint.posts) >= 3, 20, "three tries")
    until(lambda: "answers 503" in consumer(walker.client, "webhook-fleet").get("error", ""), 5, "the error")
    until(lambda: len(endpoint.times) >= 4, 20, "the fourth try")
    seen.set()
    assert endpoint.times[3] - endpoint.times[2] > 1.5, "Retry-After is obeyed"
    walker.step(INSIDE, OUTSIDE)
    head = walker.head()
    assert until_head(endpoint, head) == logged(walker.client)[:head], endpoint.ids()
    first = endpoint.accepted()[0]
    assert endpoint.ids()[:6] == [first] * 6 and endpoint.ids()[6] != first, endpoint.ids()
    assert endpoint.flooded < 16 << 20, "an answer without end is read to no end"
    for path, headers, body, _ in endpoint.posts:
        assert path == "/events", path
        check_signature(headers, body, KEYS)
        record = json.loads(body)
        assert headers["idempotency-key"] == headers["webhook-id"] == headers["ce-id"] == record["event_id"]
        assert headers["ce-type"] == "geofenced." + record["type"] and headers["ce-specversion"] == "1.0"
        assert headers["authorization"] == "Bearer x y" and headers["content-type"] == "application/json"
    entered = next(h for _, h, b, _ in endpoint.posts if json.loads(b)["type"] == "entered")
    assert entered["ce-source"] == "urn:geofenced:truck-07:square" and entered["ce-subject"] == "square"
    assert entered["ce-time"].endswith("Z"), entered
    shown = walker.client.call("Events.list", since_seq=0)["events"][:head]
    assert [json.loads(b) for _, _, b, a in endpoint.posts if a in (200, "flood")][:head] == shown


def test_an_event_that_became_too_old_is_skipped(place):
    walker = start(place, "phone")
    endpoint = place.keep(Endpoint(*[500] * 40))
    program = Webhook(place, ("phone", endpoint.url, 'format = "text"\nmax_age_s = 3\ntypes = ["entered", "exited"]'))
    walker.step(INSIDE)
    until(lambda: "skipped" in program.errors(), 30, "the first event is too old")
    endpoint.answers.clear()
    walker.step(OUTSIDE)
    until(lambda: endpoint.accepted(), 20, "the second event")
    _, headers, body, _ = endpoint.posts[-1]
    assert headers["title"] == "square" and headers["content-type"].startswith("text/plain"), headers
    assert b"Exited square" in body, body
    until(lambda: consumer(walker.client, "webhook-phone")["lag"] == 0, 10, "no lag")
    assert consumer(walker.client, "webhook-phone")["parked"] == 0


def test_the_status_decides_whatever_the_body_is(place):
    walker = start(place, "fleet")
    endpoint = place.keep(Endpoint("short", "broken", "slow"))
    begun = time.monotonic()
    Webhook(place, ("fleet", endpoint.url, "timeout_s = 300"))
    walker.step(INSIDE, OUTSIDE, INSIDE, OUTSIDE)
    head = walker.head()
    assert until_head(endpoint, head) == logged(walker.client)[:head], endpoint.ids()
    until(lambda: consumer(walker.client, "webhook-fleet")["lag"] == 0, 10, "no lag")
    assert len(set(endpoint.ids())) == len(endpoint.ids()), endpoint.ids()
    assert "error" not in consumer(walker.client, "webhook-fleet"), consumer(walker.client, "webhook-fleet")
    assert time.monotonic() - begun < 60, "the rest of an answer is not waited for"


def test_a_url_with_a_secret_is_a_credential(place):
    walker = start(place, "fleet")
    endpoint = place.keep(Endpoint())
    program = Webhook(place, ("fleet", "", 'url_credential = "address"'), credentials={
        "address": endpoint.url + "?token=s3cret"})
    program.kill()
    program.config.write_text(program.config.read_text().replace('url = ""\n', ""))
    program.start()
    walker.step(INSIDE)
    head = walker.head()
    until_head(endpoint, head)
    assert endpoint.posts[0][0] == "/events?token=s3cret"
    endpoint.answers += ["cut"] * 3
    walker.step(OUTSIDE)
    text = until(lambda: consumer(walker.client, "webhook-fleet").get("error"), 20, "an error")
    assert "s3cret" not in text + program.errors(), text


def test_the_state_names_the_event_that_the_receiver_does_not_answer(place):
    walker = start(place, "fleet")
    walker.step(INSIDE)
    walker.head()
    endpoint = place.keep(Endpoint("hang"))
    Webhook(place, ("fleet", endpoint.url, "timeout_s = 300"))
    until(lambda: endpoint.posts, 20, "the post")
    text = until(lambda: consumer(walker.client, "webhook-fleet").get("waiting"), 30, "what it waits for")
    assert f"the answer of the receiver to {endpoint.ids()[0]}, on its way since 20" in text, text


def test_a_refused_event_is_parked_and_a_receiver_that_is_gone_gets_nothing(place):
    walker = start(place, "fleet", "gone", "hangs")
    fleet = place.keep(Endpoint(404, 422, 400))
    gone = place.keep(Endpoint(410))
    hangs = place.keep(Endpoint("hang", "hang"))
    program = Webhook(
        place, ("fleet", fleet.url, ""), ("gone", gone.url, ""), ("hangs", hangs.url, "timeout_s = 1"))
    until(lambda: hangs.posts, 10, "the silent receiver")
    # The daemon waits for no receiver, also for none that never answers.
    walker.step(INSIDE, OUTSIDE)
    head = walker.head()
    until_head(fleet, head)
    log = logged(walker.client)[:head]
    assert fleet.ids()[:head + 2] == [log[0]] * 3 + log[1:], fleet.ids()
    record = until(lambda: consumer(walker.client, "webhook-fleet")["lag"] == 0
                   and consumer(walker.client, "webhook-fleet"), 10, "no lag")
    assert record["parked"] == 1 and record["parked_events"][0]["event_id"] == log[0], record
    assert "answers 400" in record["parked_events"][0]["reason"], record
    until_head(hangs, head)
    assert hangs.ids()[:head + 2] == [log[0]] * 3 + log[1:], hangs.ids()
    until(lambda: "410" in consumer(walker.client, "webhook-gone").get("error", ""), 10, "the receiver that is gone")
    assert len(gone.posts) == 1 and consumer(walker.client, "webhook-gone")["lag"] >= head
    # After a restart it gets everything.
    assert program.terminate() == 0
    program.start()
    assert until_head(gone, head) == log


def records(body):
    """The records of events in a body, alone or in an array, also as data of CloudEvents."""
    found = json.loads(body)
    return [record.get("data", record) for record in (found if isinstance(found, list) else [found])]


def test_a_backlog_goes_in_batches_and_only_the_refused_event_is_parked(place):
    walker = start(place, "event", "cloudevents")
    walker.events(100)
    head = walker.head()
    log = logged(walker.client)[:head]
    refused = log[head // 2]

    def rule(body):
        return 422 if refused in [record["event_id"] for record in records(body)] else 200
    ends = {name: place.keep(Endpoint(500, rule=rule)) for name in ("event", "cloudevents")}
    more = 'max_batch = 10\nsecrets = ["new"]'
    Webhook(
        place, *[(name, end.url, f'format = "{name}"\n{more}') for name, end in ends.items()],
        credentials={"new": base64.b64encode(KEYS[0]).decode()})
    for name, end in ends.items():
        until(lambda: seq(consumer(walker.client, f"webhook-{name}")["cursor"]) >= head, 30, "the whole backlog")
        record = consumer(walker.client, f"webhook-{name}")
        assert [parked["event_id"] for parked in record["parked_events"]] == [refused], record
        posts = [(headers, body, answer, [record["event_id"] for record in records(body)])
                 for _, headers, body, answer in end.posts]
        # A batch that fails is sent again as it was.
        assert posts[0][2] == 500 and posts[0][1] == posts[1][1], posts[:2]
        assert posts[0][0]["webhook-id"] == posts[1][0]["webhook-id"], posts[:2]
        taken = [event_id for _, _, answer, ids in posts if answer == 200 for event_id in ids if seq(event_id) <= head]
        assert taken == [event_id for event_id in log if event_id != refused], taken
        assert [ids for _, _, answer, ids in posts if answer == 422][1:] == [[refused]] * 3, "three tries alone"
        # Nothing makes the other batches smaller.
        sizes = [len(ids) for _, _, _, ids in posts]
        assert sizes.count(10) >= head // 10 - 3, sizes
        kinds = {"event": ("application/json", "application/json"),
                 "cloudevents": ("application/cloudevents+json", "application/cloudevents-batch+json")}[name]
        for headers, body, _, ids in posts:
            check_signature(headers, body, KEYS[:1])
            isBatch = body.startswith(b"[")
            assert headers["webhook-id"] == headers["idempotency-key"], headers
            assert headers["webhook-id"] == (f"{ids[0]}-{seq(ids[-1])}" if isBatch else ids[0]), headers
            assert headers["content-type"] == kinds[isBatch], headers
            assert ("ce-id" in headers) == (name == "event" and not isBatch), headers


def test_a_byte_budget_makes_the_events_of_one_endpoint_wait(place):
    walker = start(place, "metered", "free")
    walker.step(*[INSIDE, OUTSIDE] * 30)
    head = walker.head()
    # Both are at the same place: the one does not use the connection of the other.
    endpoint = place.keep(Endpoint())
    front = place.keep(Front(place.folder, endpoint))
    state = place.folder / "webhook-state"
    state.mkdir()
    trusted = f'ca_file = "{front.certificates.ca}"'
    program = Webhook(
        place, ("free", front.url, trusted),
        ("metered", f"https://localhost:{front.port}/metered", trusted + "\nmax_bytes_per_day = 200000"),
        env={"STATE_DIRECTORY": str(state)})

    def metered():
        return [(headers, body) for path, headers, body, _ in endpoint.posts if path == "/metered"]

    def until_waiting():
        until(lambda: "max_bytes_per_day" in consumer(walker.client, "webhook-metered").get("waiting", ""), 20,
              "what it waits for")
    until_waiting()
    # An eighth may be used at once, and a message more: besides these the beginning of TLS, answers and headers of TCP.
    used = sum(len(body) + sum(len(name) + len(value) + 4 for name, value in headers.items())
               for headers, body in metered())
    assert 10_000 < used < 25_000, used
    assert "max_bytes_per_day" in subprocess.run(
        geofencectl(place, "consumer", "show", "webhook-metered"), capture_output=True, text=True, timeout=30).stdout
    until(lambda: seq(consumer(walker.client, "webhook-free")["cursor"]) >= head, 20, "the other endpoint")
    assert "waiting" not in consumer(walker.client, "webhook-free")
    assert consumer(walker.client, "webhook-metered")["lag"] > 30
    # A test event does not wait, and pays for itself alone.
    done = subprocess.run(
        geofencectl(place, "consumer", "test", "webhook-metered"), capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done
    # A restart renews nothing.
    assert program.terminate() == 0
    left = float((state / "bytes-left-metered").read_text().split()[0])
    assert -10_000 < left < 0, left
    before = len(metered())
    program.start()
    until_waiting()
    assert len(metered()) - before <= 2, len(metered()) - before


def test_other_formats(place):
    ends = {name: place.keep(Endpoint()) for name in ("cloudevents", "traccar", "owntracks")}
    walker = start(place, *ends)
    Webhook(place, *[
        (name, end.url, f'format = "{name}"' + ('\nuser = "fleet"' if name == "owntracks" else ""))
        for name, end in ends.items()])
    walker.step(OUTSIDE, INSIDE, OUTSIDE)
    head = walker.head()
    for name in ends:
        until(lambda: consumer(walker.client, f"webhook-{name}")["lag"] == 0, 15, "no lag")
    clouds = [(headers, json.loads(body)) for _, headers, body, _ in ends["cloudevents"].posts]
    assert len(clouds) >= head and {h["content-type"] for h, _ in clouds} == {"application/cloudevents+json"}
    assert [c["id"] for _, c in clouds][:head] == logged(walker.client)[:head]
    assert all(c["data"]["event_id"] == c["id"] and c["specversion"] == "1.0" for _, c in clouds), clouds
    traccar = [json.loads(body) for _, _, body, _ in ends["traccar"].posts]
    assert [t["location"]["alarm"] for t in traccar] == ["geofenceEnter", "geofenceExit"], traccar
    for post in traccar:
        numbers = post["location"]["coords"]
        assert set(numbers) == {"latitude", "longitude", "accuracy", "speed", "heading", "altitude"}, numbers
        assert all(isinstance(value, (int, float)) for value in numbers.values()), numbers
        assert post["device_id"] == "truck-07"
    tracks = [(headers, owntracks.posted(headers, body)) for _, headers, body, _ in ends["owntracks"].posts]
    assert [t["event"] for _, t in tracks] == ["enter", "leave"], tracks
    assert all({"lat", "lon"} <= set(t) for _, t in tracks), tracks
    assert all((h["x-limit-u"], h["x-limit-d"]) == ("fleet", "truck-07") for h, _ in tracks), tracks


def test_a_test_event_is_posted_at_once_and_its_answer_reported(place):
    walker = start(place, "fleet", "traccar")
    # The next try of the first event is an hour away.
    endpoint = place.keep(Endpoint((503, {"Retry-After": "3600"}), 404))
    Webhook(
        place, ("fleet", endpoint.url, 'secrets = ["new"]'), ("traccar", "http://127.0.0.1:1/", 'format = "traccar"'),
        credentials={"new": base64.b64encode(KEYS[0]).decode()})
    until(lambda: consumer(walker.client, "webhook-fleet").get("error"), 10, "the first try")

    def test(name):
        return subprocess.run(
            geofencectl(place, "consumer", "test", f"webhook-{name}"), capture_output=True, text=True, timeout=30)
    refused = test("fleet")
    assert refused.returncode == 1 and "answers 404" in refused.stderr, refused
    assert len(endpoint.posts) == 2 and consumer(walker.client, "webhook-fleet")["parked"] == 0
    assert test("fleet").returncode == 0
    for _, headers, body, _ in endpoint.posts[1:3]:
        record = json.loads(body)
        assert record["type"] == "test" and record["test"] is True and record["event_id"] == headers["webhook-id"]
        check_signature(headers, body, KEYS[:1])
    # A receiver that takes the test is ready for what waits.
    head = walker.head()
    log = logged(walker.client)[:head]
    until(lambda: [i for i in endpoint.accepted() if "test" not in i][:head] == log, 10, "what waits")
    formless = test("traccar")
    assert formless.returncode == 1 and "no form" in formless.stderr, formless


def test_what_fell_out_of_the_log_is_a_gap(place):
    configure(place, "keep_events = 1000")
    place.daemon()
    make_consumer(place, "webhook-fleet")
    walker = Walker(place.client())
    walker.events(1600)
    head = walker.head()
    until(lambda: kept(walker.client) < 1100, 20, "retention")
    endpoint = place.keep(Endpoint())
    Webhook(place, ("fleet", endpoint.url, ""))

    def received():
        return [json.loads(body).get("seq", 0) for _, _, body, _ in endpoint.posts]
    until(lambda: max(received(), default=0) >= head, 60, "the last event")
    numbers = received()
    _, headers, body, _ = endpoint.posts[0]
    gap = json.loads(body)
    assert gap["type"] == "gap" and gap["reason"] == "expired" and headers["ce-type"] == "geofenced.gap", gap
    assert numbers[1:head - gap["to_seq"] + 1] == list(range(gap["to_seq"] + 1, head + 1)), numbers


def test_tls_is_verified(place):
    walker = start(place, "known", "unknown", "mutual")
    endpoint = place.keep(Endpoint())
    front = place.keep(Front(place.folder, endpoint))
    mutual = place.keep(Endpoint())
    other = place.keep(Front(place.folder, mutual, "mutual"))
    certificate, key = other.certificates.of("device")
    Webhook(
        place, ("known", front.url, f'ca_file = "{front.certificates.ca}"'), ("unknown", front.url, ""),
        ("mutual", other.mutual_url,
         f'ca_file = "{other.certificates.ca}"\ncertificate_file = "{certificate}"\nkey = "device"'),
        credentials={"device": key.read_text()})
    head = walker.head()
    assert until_head(endpoint, head) == until_head(mutual, head) == logged(walker.client)[:head]
    assert {headers["x-verified"] for _, headers, _, _ in mutual.posts} == {"SUCCESS"}
    until(lambda: "certificate" in consumer(walker.client, "webhook-unknown").get("error", ""), 10, "the error")
    assert consumer(walker.client, "webhook-unknown")["lag"] >= head


def test_a_name_that_does_not_resolve_holds_up_no_other_endpoint(place):
    walker = start(place, "near", "lost", "proxy")
    near, proxy = place.keep(Endpoint()), place.keep(Endpoint())
    server = place.keep(SilentNameServer(place.folder, "127.83.7.1"))
    program = Webhook(
        place, ("near", near.url, ""), ("lost", "https://fleet.example/events", "timeout_s = 1"),
        ("proxy", "http://fleet.example/x", f'insecure = true\nproxy = "http://127.0.0.1:{proxy.port}"'),
        prefix=server.prefix)
    assert b"fleet" in server.query(10), "the name is asked for"
    until(lambda: "timed out" in consumer(walker.client, "webhook-lost").get("error", ""), 10, "the error")

    def wait_of_others():
        walker.step(INSIDE, OUTSIDE)
        head = walker.head()
        begun = time.monotonic()
        assert until_head(near, head) == until_head(proxy, head) == logged(walker.client)[:head]
        return time.monotonic() - begun
    waits = rounds(wait_of_others, lambda wait: wait < 5)
    assert min(waits) < 5, waits
    assert {path for path, _, _, _ in proxy.posts} == {"http://fleet.example/x"}
    # The end does not wait for the name either.
    assert program.terminate(20) == 0


def test_an_endpoint_that_is_away_costs_no_cpu_and_a_rewind_sends_again(place):
    walker = start(place, "fleet")
    walker.events(100)
    head = walker.head()
    program = Webhook(place, ("fleet", "http://127.0.0.1:1/", ""))
    until(lambda: "onnect" in consumer(walker.client, "webhook-fleet").get("error", ""), 10, "the error")
    before, begun = daemons.cpu_seconds(program.process.pid), time.monotonic()
    pause(2)
    used = daemons.cpu_seconds(program.process.pid) - before
    assert used < 0.15 * (time.monotonic() - begun), used
    assert program.terminate() == 0
    endpoint = place.keep(Endpoint())
    program.config.write_text(program.config.read_text().replace("http://127.0.0.1:1/", endpoint.url))
    program.start()
    until_head(endpoint, head)
    until(lambda: consumer(walker.client, "webhook-fleet")["lag"] == 0, 10, "no lag")
    again = logged(walker.client)[head - 10:head]
    walker.client.call("Consumer.rewind", consumer="webhook-fleet", since_seq=head - 10)
    until(lambda: endpoint.ids().count(again[-1]) == 2, 10, "ten events again")
    first = len(endpoint.ids()) - 1 - endpoint.ids()[::-1].index(again[0])
    assert endpoint.ids()[first:first + 10] == again, endpoint.ids()[-25:]


def test_a_configuration_is_checked_with_its_line(place):
    config = place.folder / "webhook.toml"

    def check(text, *words):
        config.write_text(text)
        environment = {name: value for name, value in os.environ.items() if name != "CREDENTIALS_DIRECTORY"}
        return subprocess.run(
            [daemons.BIN / "geofenced-webhook", "--config", config, *words],
            capture_output=True, text=True, env=environment)
    shipped = (daemons.ROOT / "etc/webhook.toml").read_text()
    assert check(shipped, "--check-config").returncode == 0
    whole = re.sub(r"(?m)^#(?=[a-z_]+ = |\[\[)", "", shipped)
    assert whole.count("\n") == shipped.count("\n") and "\n[[endpoint]]" in whole
    # It stands in place of url.
    whole = re.sub("(?m)^url_credential = .*", "", whole)
    assert check(whole, "--check-config").returncode == 0, check(whole, "--check-config").stderr
    wrong = check('[[endpoint]]\nname = "a"\nurl = "http://fleet.example"\ntimeout = 3\n', "--check-config")
    assert wrong.returncode == 78, wrong
    assert ":3:" in wrong.stderr and "insecure = true" in wrong.stderr and "timeout_s" in wrong.stderr, wrong.stderr
    single = check('[[endpoint]]\nname = "a"\nurl = "https://fleet.example"\nmax_batch = 2\nformat = "traccar"\n',
                   "--check-config")
    assert single.returncode == 78 and ":4:1: endpoint.a.max_batch: must be 1" in single.stderr, single.stderr
    missing = check('[[endpoint]]\nname = "a"\nurl = "https://fleet.example"\nsecrets = ["s"]\n')
    assert missing.returncode == 78 and "LoadCredential=s:" in missing.stderr, missing.stderr
