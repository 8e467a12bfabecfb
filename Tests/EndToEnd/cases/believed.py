"""Which fixes of a source are believed, and what is said of those that are not."""
import json

from bench import daemon
from cases.client import equal, run

# Metres of a degree at 51.5 N 7 E.
NORTH_M, EAST_M = 111_260.0, 69_440.0


def fix(east, north, time, **more):
    """A fix so many metres from 51.5 N 7 E, which is the middle of the yard."""
    return {"time": time, "lat": round(51.5 + north / NORTH_M, 7), "lon": round(7 + east / EAST_M, 7), **more}


def yard(place, source='type = "socket"', extra="", monitor=""):
    """A configuration with one fence, 100 m around 51.5 N 7 E, and one monitor, named work."""
    fence = place.folder / "yard.geojson"
    fence.write_text(json.dumps({
        "type": "Feature", "id": "yard", "properties": {"geofence": {"radius_m": 100}},
        "geometry": {"type": "Point", "coordinates": [7, 51.5]}}))
    place.write(daemon.configuration(place, source, daemon.monitor("work", fence, monitor), extra))


def push(client, *fixes, **more):
    pushed = client.call("Source.push", source="gps", fixes=list(fixes), **more)
    equal(pushed["problems"], [])
    return pushed


def crossings(place):
    """(type, decided at) of every transition."""
    events = [json.loads(line) for line in run(place, "events -o jsonl").stdout.splitlines()]
    return [(e["type"], e["decided_at"]) for e in events if e["type"] in ("entered", "exited")]


def checks(place):
    return {c["name"]: c for c in json.loads(run(place, "source explain gps -o json").stdout)["checks"]}


def test_every_check_of_a_source_is_explained(place):
    yard(place)
    place.daemon()
    client = place.client()
    push(client, fix(0, 0, "2026-11-21T12:00:10Z"))
    before = checks(place)
    equal((before["time-order"]["count"], before["time-order"].get("last_at")), (0, None))
    push(client, fix(900, 0, "2026-11-21T12:00:00Z"))
    after = checks(place)["time-order"]
    equal((after["on"], after["key"], after["count"]), (True, "order_check", 1))
    lines = run(place, "source explain gps").stdout.splitlines()
    assert lines[0].split() == ["CHECK", "IN", "FORCE", "KEY", "STRUCK", "LAST"], lines
    assert any(line.split()[:4] == ["jump", "100", "m/s", "max_speed_mps"] for line in lines), lines
    told = run(place, "source status gps").stdout
    assert "check.time-order" in told, told
    equal(crossings(place), [("entered", "2026-11-21T12:00:10.000Z")])


def test_a_source_that_is_restarted_begins_a_new_time(place):
    yard(place)
    place.daemon()
    client = place.client()
    push(client, fix(0, 0, "2026-11-21T12:00:10Z"))
    push(client, fix(900, 0, "2026-11-21T11:00:00Z"))
    equal([kind for kind, _ in crossings(place)], ["entered"])
    assert "gps" in run(place, "source restart gps").stdout
    push(client, fix(900, 0, "2026-11-21T11:00:20Z"))
    equal(crossings(place)[-1], ("exited", "2026-11-21T11:00:20.000Z"))
