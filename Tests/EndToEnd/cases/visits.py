"""The stays that the log tells of: their times, names and ends."""
import json

from cases.client import equal, run
from cases.stream import INSIDE, OUTSIDE, Walker, configure, refusal


def test_a_stay_has_the_times_and_the_name_of_its_events(place):
    configure(place, properties={"name": "Market Square"})
    place.daemon()
    client = place.client()
    walker = Walker(client)
    walker.step(OUTSIDE, INSIDE, INSIDE, OUTSIDE)
    client.call("Daemon.status")
    events = client.call("Events.list", since_seq=0)["events"]
    entered, exited = [e for e in events if e["type"] in ("entered", "exited")]
    [stay] = client.call("Visit.list")["visits"]
    equal((stay["fence_name"], stay["end"]), ("Market Square", "exited"))
    equal((stay["entered_at"], stay["exited_at"]), (entered["crossed_at"], exited["crossed_at"]))
    equal(stay["entered_at_error_s"], entered["crossed_at_error_s"])
    assert abs(stay["duration_s"] - 6) < 3 and stay["duration_error_s"] > 0, stay


def test_a_stay_before_a_long_absence_and_one_of_a_stopped_monitor_have_their_ends(place):
    configure(place)
    text = place.config.read_text()
    place.write(text.replace('type = "socket"', 'type = "socket"\nresume_max_s = 0'))
    daemon = place.daemon()
    client = place.client()
    walker = Walker(client)
    walker.step(INSIDE)
    equal([stay["end"] for stay in client.call("Visit.list")["visits"]], ["open"])
    assert daemon.terminate() == 0
    place.daemon()
    client = walker.client = place.client()
    walker.step(INSIDE)
    client.call("Monitor.stop", monitor="square")
    stays = client.call("Visit.list")["visits"]
    equal([stay["end"] for stay in stays], ["unknown-end", "unfinished"])


def test_long_stays_are_listed_in_lines_that_fit(place):
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
    stays = [stay for page in pages for stay in page["visits"]]
    assert len(pages) > 2 and len(stays) == len({stay["visit"] for stay in stays}) == 50, len(stays)
    equal(json.loads(run(place, "visits -o json").stdout), {"visits": stays})
    equal(json.loads(run(place, "visits -n 15 -o json").stdout), {"visits": stays[-15:]})
    equal(refusal(client, "Visit.list", after="beef:1").kind, "cursor_epoch_changed")
