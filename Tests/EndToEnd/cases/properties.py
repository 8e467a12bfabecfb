"""Properties of fences, however long and nested: what they cost others, and where their limit is."""
import contextlib
import json
import sqlite3

from bench import daemon as daemons
from bench.others import shortest_wait
from bench.waiting import until
from cases.client import equal, run
from cases.stream import INSIDE, OUTSIDE, SQUARE

QUIET = 'type = "socket"'
# Seconds that others may wait, by a build for debugging on a busy machine; it was seconds when a
# tree was made of the properties.
PATIENCE_S = 0.3


def nested(size):
    """Properties of that many bytes that are lists within lists, 55 deep."""
    deep = "[" * 55 + "]" * 55
    text = '{"first":1.50,"nested":[' + ",".join([deep] * (size // (len(deep) + 1))) + "]"
    return text + ',"last":"' + "x" * (size - len(text) - len(',"last":""}')) + '"}'


def fence(name, properties, corner=(0, 0)):
    shape = [[x + corner[0], y + corner[1]] for x, y in SQUARE]
    return (f'{{"type":"Feature","id":"{name}",\n"geometry":{{"type":"Polygon","coordinates":'
            f'[{json.dumps(shape)}]}},\n"properties":{properties}}}')


def configure(place, *fences, extra=""):
    path = place.folder / "yard.geojson"
    path.write_text('{"type":"FeatureCollection","features":[\n' + ",\n".join(fences) + "]}")
    place.write(daemons.configuration(place, QUIET, daemons.monitor("yard", path, extra)))
    return path


class Receiver:
    """Goes in and out of the square."""

    def __init__(self, client):
        self.client = client
        self.second = 0

    def go(self, *places):
        for lat, lon in places:
            self.second += 3
            self.client.call("Source.push", source="gps", fixes=[{
                "lat": lat, "lon": lon, "accuracy_m": 3,
                "time": f"2026-05-02T12:{self.second // 60:02}:{self.second % 60:02}Z"}])


def test_nested_properties_do_not_delay_other_clients(place):
    text = nested(60_000)
    extra = 'message = "{fence.properties.first} {fence.properties.last}"'
    configure(place, fence("square", text), extra=extra)
    place.daemon()
    client = place.client()
    receiver = Receiver(client)
    receiver.go(OUTSIDE)
    wait = shortest_wait(place, lambda: receiver.go(INSIDE, OUTSIDE))
    assert wait < PATIENCE_S, f"{wait} s for an event"
    for method, params in [
            ("Fence.list", {}), ("Fence.inspect", {"fence": "square"}), ("Events.list", {}),
            ("Visit.list", {})]:
        wait = shortest_wait(place, lambda: client.call(method, **params))
        assert wait < PATIENCE_S, f"{wait} s for {method}"
    # In every record they are as the file spells them.
    client.send({"id": 900, "method": "Fence.inspect", "params": {"fence": "square"}})
    client.send({"id": 901, "method": "Events.list", "params": {"types": ["entered"], "last": 1}})
    spelt = f'"properties":{text}'.encode()
    lines = [raw_line(client), raw_line(client)]
    equal([line.count(spelt) for line in lines], [2, 1])
    event, = json.loads(lines[1])["result"]["events"]
    equal(event["message"][:4], "1.5 ")
    equal(event["message"][4:], json.loads(text)["last"])


def raw_line(client):
    while b"\n" not in client.buffer:
        client.buffer += client.socket.recv(1 << 20)
    line, client.buffer = client.buffer.split(b"\n", 1)
    return line


def test_properties_beyond_the_limit_reject_one_fence_and_delay_no_client(place):
    path = configure(
        place, fence("a", "{}"), fence("b", nested(420_000), (1, 0)), fence("c", "null", (2, 0)))
    output = run(place, f"fence check {path}", status=65).stdout
    assert 'feature 1 (b): line 7, column 14: its "properties" have 420000 bytes' in output, output
    assert "store long texts elsewhere" in output, output
    place.daemon()
    client = place.client()
    equal([f["id"] for f in client.call("Fence.list")["fences"]], ["a", "c"])
    wait = shortest_wait(place, lambda: client.call("Config.reload"))
    assert wait < PATIENCE_S, f"{wait} s for reading them"
    warnings = client.call("Monitor.list")["monitors"][0]["warnings"]
    assert any("420000 bytes" in warning["message"] for warning in warnings), warnings


def test_stored_fence_beyond_the_limit_is_left_out_and_reported(place):
    path = configure(place, fence("a", '{"v":1}'))
    place.daemon().terminate()
    with contextlib.closing(sqlite3.connect(place.folder / "state/events.db")) as database:
        for revision, (name, properties) in enumerate(
                [("a", '{"v":2}'), ("long", nested(200_000)), ("new", "{}")]):
            database.execute(
                "INSERT INTO runtime_fence VALUES (?, ?, ?, ?)",
                (str(path), name, fence(name, properties).replace("\n", ""), revision))
        database.commit()
    place.daemon()
    client = place.client()
    fences = client.call("Fence.list")["fences"]
    equal([fence["id"] for fence in fences], ["a", "new"])
    equal(fences[0]["properties"], {"v": 2})
    gap, = until(lambda: client.call("Events.list", types=["gap"])["events"])
    assert "run-time fence long" in gap["message"] and "200000 bytes" in gap["message"], gap
