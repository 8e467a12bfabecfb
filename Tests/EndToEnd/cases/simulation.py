"""Simulated ways and places, and recordings of JSON, as sources."""
import json

from bench import daemon
from bench.waiting import until
from cases.client import equal

PLACES = [[5.0, 52.0], [5.001, 52.0], [5.001, 52.001]]


def played(place, source):
    """The fixes of a source that plays all places to its end."""
    place.daemon(source)
    follower, client = place.client(), place.client()
    # Begun again, so that the first fix is not missed.
    client.call("Source.stop", source="gps")
    follower.call("Fix.last", follow=True)
    client.call("Source.start", source="gps")
    until(lambda: client.source()["state"] == "ended", 15, "the end")
    return [follower.next_news("fix") for _ in PLACES]


def test_list_of_positions_is_played_in_order(place):
    path = place.folder / "places.json"
    path.write_text(json.dumps({"points": PLACES}))
    fixes = played(place, f'type = "simulated"\npath = "{path}"\npace = "place"\ninterval_s = 0.5\naccuracy_m = 12')
    equal([[fix["lon"], fix["lat"]] for fix in fixes], PLACES)
    equal({fix["accuracy_m"] for fix in fixes}, {12})
    seconds = [float(fix["time"][17:23]) for fix in fixes]
    assert all(abs((after - before) % 60 - 0.5) < 0.01 for before, after in zip(seconds, seconds[1:])), seconds


def test_json_of_fixes_is_played_in_every_form(place):
    times = [f"2026-05-12T08:00:0{second}Z" for second in range(3)]
    fixes = [{"time": time, "lat": lat, "lon": lon, "additional": {"n": n}}
             for n, (time, (lon, lat)) in enumerate(zip(times, PLACES))]
    features = [{"type": "Feature", "properties": {"time": time}, "geometry": {"type": "Point", "coordinates": at}}
                for time, at in zip(times, PLACES)]
    for name, text in [("a.jsonl", "".join(json.dumps(fix) + "\n" for fix in fixes)), ("b.json", json.dumps(fixes, indent=1)),
                       ("c.geojson", json.dumps({"type": "FeatureCollection", "features": features}))]:
        path = place.folder / name
        path.write_text(text)
        given = played(place, f'type = "json-file"\npath = "{path}"\nspeed = 10')
        equal([[fix["lon"], fix["lat"]] for fix in given], PLACES, name)
        if name != "c.geojson":
            equal([fix["additional"] for fix in given], [{"n": n} for n in range(3)], name)
        place.daemons[-1].terminate()


def test_the_tour_as_an_arcgis_polyline_gives_the_events_of_the_demo(place):
    tour = json.loads((daemon.ROOT / "etc/demo/tour.geojson").read_text())
    path = place.folder / "tour.json"
    path.write_text(json.dumps({"paths": [tour["geometry"]["coordinates"]], "spatialReference": {"wkid": 4326}}))
    place.daemon(f'type = "simulated"\npath = "{path}"\nspeed_mps = 60\ninterval_s = 0.05')
    client = place.client()
    until(lambda: client.source()["state"] == "ended", 30, "the end")
    names = {"sections": "garden-sections", "points": "points-of-interest"}
    until(lambda: client.call("Daemon.status")["store"]["pending"] == 0, 10, "the last events durable")
    events = client.call("Events.list", types=["entered", "exited"])["events"]
    expected = (daemon.ROOT / "etc/demo/expected-events.txt").read_text().splitlines()
    for monitor in names.values():
        equal([f'{event["type"]} {monitor} {event["fence_name"]}' for event in events if names[event["monitor"]] == monitor],
              [line for line in expected if f" {monitor} " in line])
