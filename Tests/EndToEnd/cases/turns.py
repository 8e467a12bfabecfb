"""Clients that ask for much at once, stop sending, or leave: what they get, and what others notice."""
import json
import socket

from bench import daemon as daemons
from bench.gpsd import free_port
from bench.others import Probe
from bench.waiting import pause, until
from cases.control import FIX, QUIET, raw

SQUARE = [[4, 52], [4.001, 52], [4, 52.001], [4, 52]]


def many_fences(place):
    """A configuration whose list of fences fills a page."""
    path = place.folder / "many.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": f"f{number:04}", "properties": {"note": "x" * 300},
         "geometry": {"type": "Polygon", "coordinates": [SQUARE]}} for number in range(1000)]}))
    place.write(daemons.configuration(place, QUIET, daemons.monitor("many", path)))


def asked(method, number, **params):
    return (json.dumps({"id": number, "method": method, "params": params}) + "\n").encode()


def test_client_that_requests_much_and_reads_nothing_delays_no_other(place):
    many_fences(place)
    daemon = place.daemon()
    other = place.client()
    before = daemon.heap_bytes()
    for method in ("Fence.list", "Events.list", "Visit.list"):
        probe = place.keep(Probe(place.folder / "control.sock", daemon.pid))
        greedy = raw(place)
        greedy.setblocking(False)
        sent = greedy.send(b"".join(
            asked(method, number if number % 2 else None) for number in range(1300)))
        assert sent > 40_000, sent
        for _ in range(20):
            other.call("Monitor.list")
        wait = probe.end()["own"]
        assert wait < 3, f"held up {wait} s by {method}"
    assert daemon.heap_bytes() - before < 32 << 20, daemon.heap_bytes() - before


def test_requests_in_one_packet_are_answered_in_order(place):
    many_fences(place)
    place.daemon()
    client = place.client()
    lines = [asked("Fence.list", number, limit=100) if number % 5 == 0 else
             asked("Monitor.lst", number) for number in range(400)]
    client.send(b"".join(lines) + b"\n\r\n" + lines[0][:20])
    # Long enough for a request to be late if its time had started while the daemon did not read it.
    pause(2)
    answers = [client.line() for _ in lines]
    assert [answer["id"] for answer in answers] == list(range(400))
    assert all(("result" in a) == (a["id"] % 5 == 0) for a in answers)
    client.send(lines[0][20:])
    assert client.line()["id"] == 0


def test_oversized_line_ends_the_requests_after_it(place):
    place.daemon(QUIET)
    client = place.client()
    client.send(asked("Monitor.list", 1) + b"x" * (1 << 20) + b"xx\n" + asked("Monitor.list", 2))
    assert client.line()["id"] == 1
    assert client.line()["error"]["data"]["kind"] == "line_too_long"
    assert client.line() is None


def test_each_request_may_take_ten_seconds(place):
    place.daemon(QUIET)
    client = place.client()
    line = asked("Monitor.list", 1)
    client.send(line[:10])
    for _ in range(12):
        pause(1)
        client.send(line[10:] + line[:10])
        assert client.line()["id"] == 1


def half_closed(place, *lines):
    """A client that has sent that and sends nothing more."""
    client = place.client()
    client.send(b"".join(lines))
    client.socket.shutdown(socket.SHUT_WR)
    return client


def test_client_that_stops_sending_gets_every_answer(place):
    place.daemon(QUIET)
    push = {"source": "gps", "fixes": [{**FIX, "time": "2026-05-02T12:00:00Z"}]}
    client = half_closed(
        place, asked("Events.list", 1), asked("Source.push", 2, **push), asked("Visit.list", 3),
        asked("Config.reload", 4), asked("Daemon.status", 5), b'{"id":6')
    answers = {answer["id"]: answer for answer in iter(client.line, None)}
    assert sorted(answers) == [1, 2, 3, 4, 5], answers
    assert all("result" in answer for answer in answers.values()), answers
    client = half_closed(place, asked("Events.subscribe", 1, since_seq=0, follow=False))
    lines = list(iter(client.line, None))
    assert lines[-1]["method"] == "end" and lines[-1]["params"]["events"] == len(lines) - 2, lines


def test_client_that_stops_sending_follows_until_it_leaves(place):
    ship = f'[source.ship]\ntype = "nmea-udp"\nhost = "127.0.0.1"\nport = {free_port()}'
    place.write(daemons.configuration(place, QUIET, extra=ship))
    place.daemon()
    operator = place.client()
    followers = [
        half_closed(place, asked("Events.subscribe", 1, types=["monitor-stopped"])),
        half_closed(place, asked("Fix.last", 1, follow=True)),
        half_closed(place, asked("Source.raw", 1, source="ship"))]
    assert all(client.line()["id"] == 1 for client in followers)
    pause(0.5)
    operator.call("Monitor.stop", monitor="sections")
    assert followers[0].line()["params"]["monitor"] == "sections"
    operator.call("Source.push", source="gps", fixes=[{**FIX, "time": "2026-05-02T12:00:00Z"}])
    assert followers[1].line()["method"] == "fix"
    assert operator.call("Daemon.status")["clients"] == 4
    for client in followers:
        client.close()
    until(lambda: operator.call("Daemon.status")["clients"] == 1, 5, "the followers gone")


def test_request_is_completed_after_its_client_left(place):
    place.daemon(QUIET)
    connection = raw(place)
    for minute in range(10):
        connection.sendall(b"".join(json.dumps({"method": "Source.push", "params": {
            "source": "gps", "fixes": [{**FIX, "time": f"2026-05-02T12:{minute:02}:{second:02}Z"}],
        }}).encode() + b"\n" for second in range(60)))
    connection.close()
    client = place.client()
    until(lambda: client.call("Fix.last")["fixes"][0]["time"] == "2026-05-02T12:09:59.000Z"
          if client.call("Fix.last")["fixes"] else False, 30, "the last fix")


def test_each_change_of_a_fence_applies_to_the_result_of_earlier_ones(place):
    place.daemon(QUIET)
    client = place.client()
    count = len(client.call("Fence.list", monitor="points")["fences"])
    feature = {"type": "Feature", "id": "new", "properties": {},
               "geometry": {"type": "Polygon", "coordinates": [SQUARE]}}
    params = {"add": {"feature": feature}, "replace": {"feature": feature},
              "remove": {"fence": "new"}}
    wanted = [("add", count + 1), ("add", "AlreadyExists"), ("replace", count + 1),
              ("remove", count), ("remove", "NotFound"), ("replace", "NotFound"),
              ("add", count + 1)]
    client.send(b"".join(
        asked(f"Fence.{verb}", number, set="points", **params[verb])
        for number, (verb, _) in enumerate(wanted)))
    answers = [client.line() for _ in wanted]
    found = [a["result"]["fences"] if "result" in a else a["error"]["data"]["kind"] for a in answers]
    assert found == [outcome for _, outcome in wanted], answers
