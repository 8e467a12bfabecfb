"""What one client sends in a line, or asks for, and how long others wait because of it."""
import json

from bench import daemon as daemons
from bench.others import shortest_wait
from cases.control import FIX, QUIET
from cases.turns import asked

FULL = 1 << 20
# Seconds that others may wait, by a build for debugging on a busy machine.
PATIENCE_S = 0.3


def filled(begin, item, end):
    """A line as long as a line may be: one item again and again."""
    count = (FULL - len(begin) - len(end)) // (len(item) + 1)
    return (begin + ",".join([item] * count) + end + "\n").encode()


def answered(client, line):
    """The kind of failure with which a line is answered; None when it is performed."""
    client.send(line)
    while True:
        answer = client.line(seconds=60)
        if "method" not in answer:
            return answer.get("error", {}).get("data", {}).get("kind")


STATUS = '{"id":1,"method":"Daemon.status"'
LINES = {
    "nested lists": (("[" * 500 + ",".join(["{}"] * 2000) + "]" * 500 + "\n").encode(), "bad_json"),
    "as deep as may be": (filled("[" * 60, "{}", "]" * 60), "InvalidRequest"),
    "numbers": (filled("[", "1.5", "]"), "InvalidRequest"),
    "objects": (filled("[", '{"a":{}}', "]"), "InvalidRequest"),
    "escapes": (filled('["', "\\u00e9", '"]'), "InvalidRequest"),
    "half characters": (filled("[", '"\\ud800"', "]"), "bad_json"),
    "broken UTF-8": (filled("[", '"??"', "]").replace(b"??", b"\xff\xfe"), "bad_json"),
    "long numbers": (filled("[", "0." + "3" * 5000, "]"), "InvalidRequest"),
    "keys": (
        (STATUS + ',"params":{' + ",".join(f'"key{n}":{n}' for n in range(55_000)) + "}}\n").encode(),
        "InvalidParams"),
    "one key": (filled('{"method":"Daemon.status",', '"id":1', "}"), None),
    "an id": (('{"method":"Daemon.status","id":"' + "x" * 1_000_000 + '"}\n').encode(), None),
    "a method": (('{"id":1,"method":"' + "x" * 1_000_000 + '"}\n').encode(), "MethodNotFound"),
    "a monitor": (
        ('{"id":1,"method":"Monitor.inspect","params":{"monitor":"' + "x" * 1_000_000 + '"}}\n'
         ).encode(), "NotFound"),
    "a filter": (
        asked("Events.subscribe", 1, fences=[f"{n:05}" for n in range(90_000)]), "InvalidParams"),
    "parameters of another": (
        filled('{"id":1,"method":"Fix.last","params":{"source":[', "{}", "]}}"), "InvalidParams"),
}


def test_no_request_line_delays_other_clients(place):
    place.daemon(QUIET)
    client = place.client()
    for name, (line, kind) in LINES.items():
        assert len(line) <= FULL + 1, name

        def act():
            found = answered(client, line)
            assert found == kind, (name, found)
        wait = shortest_wait(place, act)
        assert wait < PATIENCE_S, (name, wait)


def point(number, **properties):
    return {"type": "Feature", "id": f"f{number:05}", "properties": properties or None,
            "geometry": {"type": "Point", "coordinates": [
                4 + number % 100 / 1000, 52 + number // 100 / 1000]}}


def test_thousands_of_fences_in_a_line_delay_no_client(place):
    path = place.folder / "yard.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": []}))
    place.write(daemons.configuration(
        place, QUIET, daemons.monitor("yard", path, "buffer_m = 10")))
    place.daemon()
    client = place.client()
    fences = {"type": "FeatureCollection", "features": [point(number) for number in range(7000)]}
    others = {"type": "FeatureCollection", "features": [
        point(number, n=1) for number in range(6500)]}
    client.call("Source.push", source="gps", fixes=[{"lat": 52, "lon": 4, "accuracy_m": 3}])

    def change():
        for method, params in [
                ("Fence.add", {"collection": fences}), ("Fence.replace", {"collection": others}),
                ("Fence.set", {"collection": others}), ("Fence.revert", {})]:
            line = asked(method, 1, set="yard", **params).replace(b", ", b",").replace(b": ", b":")
            assert len(line) < FULL, (method, len(line))
            assert answered(client, line) is None, method
    wait = shortest_wait(place, change)
    assert wait < PATIENCE_S, wait


def test_many_fixes_in_a_line_are_evaluated_in_turns(place):
    place.daemon(QUIET)
    client = place.client()
    day = iter(range(1, 29))

    def push():
        date = f"2026-05-{next(day):02}"
        fixes = [{**FIX, "time": f"{date}T{n // 3600:02}:{n // 60 % 60:02}:{n % 60:02}Z"}
                 for n in range(9000)]
        line = asked("Source.push", 1, source="gps", fixes=fixes).replace(b", ", b",")
        assert len(line) < FULL, len(line)
        # What is asked for behind it is done behind it.
        client.send(line + asked("Fix.last", 2, source="gps"))
        # The first is answered when what follows from it is durable.
        answers = {line["id"]: line["result"] for line in (client.line(60), client.line(60))}
        assert answers[1] == {"accepted": 9000, "evaluated": 9000, "problems": []}, answers
        assert answers[2]["fixes"][0]["time"] == f"{date}T02:29:59.000Z", answers
    wait = shortest_wait(place, push)
    assert wait < PATIENCE_S, wait


def test_full_pages_delay_no_client(place):
    square = [[4, 52], [4.001, 52], [4.001, 52.001], [4, 52.001], [4, 52]]
    for name, features in [("many", [point(number, text="x" * 300) for number in range(1000)]), (
            "yard", [{"type": "Feature", "id": f"f{n}", "properties": {"text": "x" * 200},
                      "geometry": {"type": "Polygon", "coordinates": [square]}}
                     for n in range(40)])]:
        (place.folder / f"{name}.geojson").write_text(
            json.dumps({"type": "FeatureCollection", "features": features}))
    place.write(daemons.configuration(
        place, QUIET, daemons.monitor("many", place.folder / "many.geojson", "buffer_m = 10")
        + daemons.monitor("yard", place.folder / "yard.geojson")))
    place.daemon()
    client = place.client()
    for minute in range(12):
        client.call("Source.push", source="gps", fixes=[{
            "lat": 52.0005 if second % 10 else 52.0015, "lon": 4.0005, "accuracy_m": 3,
            "time": f"2026-05-02T12:{minute:02}:{second:02}Z"} for second in range(0, 60, 5)])

    def look():
        cursor, events = "", 0
        while cursor is not None:
            page = client.call("Events.list", **({"cursor": cursor} if cursor else {}))
            events += len(page["events"])
            cursor = page["cursor"] if page["more"] else None
        assert events > 2000, events
        assert len(client.call("Visit.list")["visits"]) == 1000
        assert len(client.call("Fence.list", monitor="many")["fences"]) > 500
        assert len(client.call("Monitor.inspect", monitor="many")["fences"]) > 500
        client.call("Config.show")
    wait = shortest_wait(place, look)
    assert wait < PATIENCE_S, wait
