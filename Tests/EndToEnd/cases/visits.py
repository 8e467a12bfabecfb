"""The visits in the log: their times, names and ends."""
import json

from cases.client import equal, run
from cases.stream import INSIDE, OUTSIDE, Walker, configure, refusal


def test_visit_has_the_times_and_the_name_of_its_events(place):
    configure(place, properties={"name": "Market Square"})
    place.daemon()
    client = place.client()
    walker = Walker(client)
    walker.step(OUTSIDE, INSIDE, INSIDE, OUTSIDE)
    client.call("Daemon.status")
    events = client.call("Events.list", since_seq=0)["events"]
    entered, exited = [e for e in events if e["type"] in ("entered", "exited")]
    [visit] = client.call("Visit.list")["visits"]
    equal((visit["fence_name"], visit["end"]), ("Market Square", "exited"))
    equal((visit["entered_at"], visit["exited_at"]), (entered["crossed_at"], exited["crossed_at"]))
    equal(visit["entered_at_error_s"], entered["crossed_at_error_s"])
    assert abs(visit["duration_s"] - 6) < 3 and visit["duration_error_s"] > 0, visit


def test_visits_end_at_a_long_absence_and_when_their_monitor_stops(place):
    configure(place)
    text = place.config.read_text()
    place.write(text.replace('type = "socket"', 'type = "socket"\nresume_max_s = 0'))
    daemon = place.daemon()
    client = place.client()
    walker = Walker(client)
    walker.step(INSIDE)
    equal([visit["end"] for visit in client.call("Visit.list")["visits"]], ["open"])
    assert daemon.terminate() == 0
    place.daemon()
    client = walker.client = place.client()
    walker.step(INSIDE)
    client.call("Monitor.stop", monitor="square")
    visits = client.call("Visit.list")["visits"]
    equal([visit["end"] for visit in visits], ["unknown-end", "unfinished"])


def test_long_visits_are_listed_in_lines_within_the_limit(place):
    configure(place, properties={"name": "x" * (60 << 10)})
    place.daemon()
    client = place.client()
    walker = Walker(client)
    walker.events(100)
    walker.head()
    pages = [client.call("Visit.list")]
    while "next" in pages[-1]:
        pages.append(client.call("Visit.list", after=pages[-1]["next"]))
        assert len(json.dumps(pages[-1])) < client.hello["params"]["max_line"]
    visits = [visit for page in pages for visit in page["visits"]]
    assert len(pages) > 2 and len(visits) == len({visit["visit"] for visit in visits}) == 50, len(visits)
    equal(json.loads(run(place, "visits -o json").stdout), {"visits": visits})
    equal(json.loads(run(place, "visits -n 15 -o json").stdout), {"visits": visits[-15:]})
    equal(refusal(client, "Visit.list", after="beef:1").kind, "cursor_epoch_changed")
