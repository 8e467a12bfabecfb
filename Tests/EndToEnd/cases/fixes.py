"""Fix.last for clients that need positions only, and metrics."""
import json
import subprocess
import time

from bench.waiting import until
from cases.stream import INSIDE, OUTSIDE, Walker, configure, geofencectl, refusal

READ = """
import sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families as open_metrics
from prometheus_client.parser import text_string_to_metric_families as prometheus
text = sys.stdin.read()
found = {}
for family in open_metrics(text):
    assert family.documentation and family.type in ("gauge", "counter"), family
    for sample in family.samples:
        found[sample.name] = found.get(sample.name, []) + [[sample.labels, sample.value]]
# node_exporter reads the older format.
assert sum(len(f.samples) for f in prometheus(text)) == sum(map(len, found.values()))
import json
print(json.dumps(found))
"""


def near(metres):
    """So many metres north of a place outside."""
    return OUTSIDE[0] + metres / 111_200, OUTSIDE[1]


def fixes(client, seconds):
    """The fixes that come within so many seconds."""
    deadline, found = time.monotonic() + seconds, []
    while True:
        try:
            found.append(client.next_news("fix", max(0.01, deadline - time.monotonic())))
        except TimeoutError:
            return found


def test_fixes_come_at_most_once_in_an_interval_and_the_newest_at_its_end(place):
    configure(place)
    place.daemon()
    walker = Walker(place.client())
    client = place.client()
    start = time.monotonic()
    assert client.call("Fix.last", follow=True, min_interval_s=1.5)["fixes"] == []
    walker.step(*[near(metres) for metres in range(6)])
    first = client.next_news("fix")
    assert first["lat"] == near(0)[0], first
    second = client.next_news("fix")
    assert second["lat"] == near(5)[0] and time.monotonic() - start >= 1.5, second
    assert fixes(client, 0.5) == []


def test_fixes_come_with_a_distance_between_them(place):
    configure(place)
    place.daemon()
    walker = Walker(place.client())
    client = place.client()
    client.call("Fix.last", follow=True, min_distance_m=20)
    walker.step(*[near(metres) for metres in (0, 5, 19, 21, 30, 0)])
    assert [client.next_news("fix")["lat"] for _ in range(3)] == [near(m)[0] for m in (0, 21, 0)]
    assert fixes(client, 0.5) == []
    # What the answer holds counts as sent.
    again = place.client()
    assert again.call("Fix.last", follow=True, min_distance_m=20)["fixes"][0]["lat"] == near(0)[0]
    walker.step(near(5), near(25))
    assert again.next_news("fix")["lat"] == near(25)[0]
    assert fixes(again, 0.5) == []


def test_accepted_fixes_are_followed_alone(place):
    configure(place)
    place.daemon()
    walker = Walker(place.client())
    everything, accepted = place.client(), place.client()
    everything.call("Fix.last", follow=True)
    accepted.call("Fix.last", follow=True, accepted=True)
    walker.step(near(0))
    # No vehicle comes so far in three seconds.
    refused = {"lat": 10.0, "lon": 100.0, "accuracy_m": 3, "time": "2026-05-02T00:00:06Z"}
    walker.client.call("Source.push", source="gps", fixes=[refused])
    walker.steps += 1
    walker.step(near(2))
    all_of_them = [everything.next_news("fix") for _ in range(3)]
    assert [("refused" in f) for f in all_of_them] == [False, True, False], all_of_them
    assert [accepted.next_news("fix")["lat"] for _ in range(2)] == [near(0)[0], near(2)[0]]
    assert fixes(accepted, 0.5) == []


def test_limits_of_fixes_are_checked(place):
    configure(place)
    place.daemon()
    client = place.client()
    for wrong in ({"min_interval_s": 5}, {"follow": True, "min_interval_s": -1},
                  {"follow": True, "min_distance_m": 1e9}, {"follow": True, "min_interval_s": 1e6}):
        refused = refusal(client, "Fix.last", **wrong)
        assert refused.kind == "InvalidParams" and "min_" in refused.error["message"], refused.error


def test_metrics_are_what_prometheus_reads(place):
    configure(place)
    daemon = place.daemon()
    walker = Walker(place.client())
    place.client().call("Events.subscribe", consumer='a "b"\\c', since_seq=0)
    walker.step(INSIDE, OUTSIDE)
    head = walker.head()

    def read(text):
        done = subprocess.run(["/usr/bin/python3", "-c", READ], input=text, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr + text
        return json.loads(done.stdout)
    # The journal takes an event after it is durable.
    until(lambda: {c["name"]: c["lag"] for c in walker.client.call("Daemon.status")["consumers"]}["journal"] == 0,
          10, "the journal")
    printed = subprocess.run(geofencectl(place, "metrics"), capture_output=True, text=True)
    assert printed.returncode == 0, printed
    found = read(printed.stdout)
    assert found["geofenced_up"] == [[{}, 1]]
    assert found["geofenced_store_next_seq"] == [[{}, head + 1]]
    lag = {labels["consumer"]: value for labels, value in found["geofenced_consumer_lag_events"]}
    assert lag == {"journal": 0, 'a "b"\\c': head}, lag
    assert [{"source": "gps", "count": "fixes"}, 2] in found["geofenced_source_data_total"], found
    assert found["geofenced_monitor_inside_fences"] == [[{"monitor": "square"}, 0]]
    path = place.folder / "geofenced.prom"
    for isUp in (1, 0):
        done = subprocess.run(geofencectl(place, "metrics", "--write", str(path)), capture_output=True)
        assert done.returncode == (0 if isUp else 69) and not done.stdout, done
        assert read(path.read_text())["geofenced_up"] == [[{}, isUp]]
        assert path.stat().st_mode & 0o777 == 0o644
        if isUp:
            daemon.kill()
    assert not list(place.folder.glob("geofenced.prom.*"))
