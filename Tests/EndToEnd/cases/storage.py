"""A disk that refuses: the daemon works on, says so, promises nothing, and makes good later."""
import contextlib
import subprocess

from bench.client import Refused
from bench.waiting import until

QUIET = 'type = "socket"'
POND = {
    "type": "Feature", "id": "pond", "properties": {},
    "geometry": {"type": "Polygon", "coordinates": [
        [[10.0, 50.0], [10.1, 50.0], [10.1, 50.1], [10.0, 50.1], [10.0, 50.0]]]}}


@contextlib.contextmanager
def medium(place):
    """A medium of its own for the log, which can be made read-only. Needs root."""
    state = place.folder / "state"
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=128m,mode=0755", "tmpfs", state], check=True)
    try:
        yield lambda how: subprocess.run(["mount", "-o", f"remount,{how}", state], check=True)
    finally:
        for daemon in place.daemons:
            daemon.kill()
        subprocess.run(["umount", state], check=True)


def store(client):
    return client.call("Daemon.status")["store"]


def fence_set(client):
    return client.call("Fence.list")["fences"][0]["set"]


def monitors(client):
    return {m["name"]: m["status"] for m in client.call("Monitor.list")["monitors"]}


def test_a_start_on_a_read_only_medium_is_made_good_when_it_can_be_written(place):
    with medium(place) as remount:
        daemon = place.daemon(QUIET)
        client = place.client()
        kept = client.call("Monitor.stop", monitor="points")
        fences = fence_set(client)
        client.call("Fence.add", set=fences, feature=POND)
        before = store(client)
        assert daemon.terminate() == 0
        remount("ro")
        daemon = place.daemon()
        client = place.client()
        assert store(client)["state"] == "readonly", store(client)
        assert "read-only" in daemon.status()
        pushed = client.call(
            "Source.push", source="gps",
            fixes=[{"lat": 34.4581, "lon": -119.7098, "time": "2026-05-02T12:00:01Z"}])
        assert pushed["accepted"] == 1, pushed
        assert any("not durable" in problem for problem in pushed["problems"]), pushed
        try:
            client.call("Fence.add", set=fences, feature={**POND, "id": "lake"})
            raise AssertionError("acknowledged")
        except Refused as refusal:
            assert refusal.kind == "StorageUnavailable", refusal.error
        remount("rw")
        until(lambda: store(client)["state"] == "ok", 40, "the log written again")
        until(lambda: monitors(client)["points"] == kept["status"], 5, "the monitor stopped as it was")
        assert client.call("Fence.inspect", fence="pond")
        assert daemon.errors().count("GEOFENCE_SEQ=1 ") == 0, "the journal told everything again"
        page = client.call("Events.list", since_seq=before["next_seq"] - 1)["events"]
        until(lambda: store(client)["pending"] == 0, 5)
        types = [event["type"] for event in page]
        assert "daemon-started" in types, types
        assert [e["seq"] for e in page] == list(
            range(before["next_seq"], before["next_seq"] + len(page)))

