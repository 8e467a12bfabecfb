"""How many fences may be changed at run time, and what is done about too many."""
import contextlib
import json
import os
import sqlite3
import subprocess

from bench import daemon as daemons
from bench.client import Refused
from bench.waiting import until
from cases.client import equal, run
from cases.fences import feature

QUIET = 'type = "socket"'
LIMIT_BYTES = 16 << 20
# Four times as many bytes as are kept, in fences of 60 kB.
FLOOD, NOTE_BYTES = 1100, 60_000


def configure(place):
    path = place.folder / "yard.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": [feature(4, id="a")]}))
    place.write(daemons.configuration(place, QUIET, daemons.monitor("yard", path)))
    return path


@contextlib.contextmanager
def saved(place):
    """What the daemon has saved, while it does not run."""
    with contextlib.closing(sqlite3.connect(place.folder / "state/events.db")) as database:
        with database:
            yield database


def flooded(place):
    """A state directory with fences that a version without limits has kept."""
    path = configure(place)
    daemon = place.daemon()
    heap = daemon.heap_bytes()
    assert daemon.terminate() == 0
    note = "x" * NOTE_BYTES
    with saved(place) as database:
        for number in range(FLOOD):
            name = f"f{number:04}"
            text = json.dumps(feature(5 + number / 1000, id=name, properties={"note": note}))
            database.execute("INSERT INTO runtime_fence VALUES (?, ?, ?, ?)",
                             (str(path), name, text, number + 1))
    return heap


def start(place):
    return place.daemon(start=False).until_ready(60)


def revert(place):
    return subprocess.run(
        [daemons.BIN / "geofenced", "--config", place.config, "--revert-fences"],
        capture_output=True, text=True, timeout=60)


def kept(place):
    with saved(place) as database:
        return database.execute("SELECT count(*) FROM runtime_fence").fetchone()[0]


def test_runtime_fences_take_bounded_memory_and_can_be_discarded(place):
    heap = flooded(place)
    daemon = start(place)
    client = place.client()
    status = client.call("Daemon.status")
    usage = status["runtime_fences"]
    equal((usage["count"], usage["count_limit"], usage["bytes_limit"]), (FLOOD, 10_000, LIMIT_BYTES))
    assert usage["bytes"] > FLOOD * NOTE_BYTES, usage
    equal(usage["left_out"], FLOOD - LIMIT_BYTES // (usage["bytes"] // FLOOD))
    grown = daemon.heap_bytes() - heap
    assert grown < 4 * LIMIT_BYTES, f"{grown} bytes more than without runtime fences"
    gap, = until(lambda: client.call("Events.list", types=["gap"])["events"])
    assert f"{usage['left_out']} run-time fences" in gap["message"], gap
    equal(client.call("Fence.list", limit=1000)["fences"][1]["id"], "f0000")
    # No more are taken, and what is there can be made less.
    try:
        client.call("Fence.add", set="yard", feature=feature(3, id="new"))
        raise AssertionError("taken")
    except Refused as refusal:
        equal(refusal.kind, "too_large")
    client.call("Fence.remove", set="yard", fence="f0001")
    left = FLOOD - 1
    equal(client.call("Daemon.status")["runtime_fences"]["count"], left)
    output = subprocess.run(
        [daemons.BIN / "geofencectl", "doctor", "--socket", place.folder / "control.sock"],
        capture_output=True, text=True, timeout=60).stdout
    assert f"{left} fences of 10000" in output and "geofenced --revert-fences" in output, output
    assert f"{usage['left_out']} of them not in force" in run(place, "status").stdout
    # While the daemon runs, all stays as it is.
    done = revert(place)
    equal(done.returncode, 69, done)
    assert daemon.terminate(10) == 0
    equal(kept(place), left)
    done = revert(place)
    equal((done.returncode, kept(place)), (0, 0), done)
    assert f"{left} changes of fences at run time are discarded" in done.stdout, done
    daemon = start(place)
    client = place.client()
    equal(client.call("Daemon.status")["runtime_fences"]["count"], 0)
    equal(client.call("Fence.add", set="yard", feature=feature(3, id="new"))["added"], ["new"])
    equal(client.call("Daemon.status")["runtime_fences"]["count"], 1)
    assert daemon.heap_bytes() - heap < 8 << 20, daemon.heap_bytes() - heap


def test_too_many_runtime_fences_are_refused_before_they_are_stored(place):
    configure(place)
    daemon = place.daemon()
    client = place.client()
    set_bytes = client.call("Daemon.status")["runtime_fences"]["bytes"]
    equal(set_bytes, 0)
    large = feature(3, id="large")
    large["geometry"]["coordinates"][0][1:1] = [[3 + n * 1e-9, 52] for n in range(20_000)]
    try:
        client.call("Fence.add", set="yard", feature=large)
        raise AssertionError("taken")
    except Refused as refusal:
        equal(refusal.kind, "too_large")
        assert "The fence large has" in str(refusal), refusal
    client.call("Fence.add", set="yard", feature=feature(3, id="b"))
    client.call("Fence.remove", set="yard", fence="a")
    usage = client.call("Daemon.status")["runtime_fences"]
    equal((usage["count"], usage["left_out"]), (2, 0))
    client.call("Fence.revert", set="yard")
    usage = client.call("Daemon.status")["runtime_fences"]
    equal((usage["count"], usage["bytes"]), (0, 0))
    assert daemon.terminate() == 0
    equal(kept(place), 0)


def test_files_keep_their_owner_when_root_discards_runtime_fences(place):
    configure(place)
    daemon = place.daemon()
    place.client().call("Fence.add", set="yard", feature=feature(3, id="b"))
    assert daemon.terminate() == 0
    state = place.folder / "state"
    (state / "events.db-wal").unlink()
    unprivileged = 65534
    for path in [state, *state.rglob("*")]:
        os.chown(path, unprivileged, unprivileged)
    done = revert(place)
    equal((done.returncode, kept(place)), (0, 0), done)
    equal({path.stat().st_uid for path in state.rglob("*")}, {unprivileged})


def test_fences_of_a_removed_set_can_be_discarded(place):
    path = configure(place)
    daemon = place.daemon()
    place.client().call("Fence.add", set="yard", feature=feature(3, id="b"))
    assert daemon.terminate() == 0
    with saved(place) as database:
        database.execute("INSERT INTO runtime_fence VALUES (?, 'odd', '{', 9)", (str(path),))
    path.rename(place.folder / "port.geojson")
    place.write(daemons.configuration(
        place, QUIET, daemons.monitor("port", place.folder / "port.geojson")))
    place.daemon()
    client = place.client()
    usage = client.call("Daemon.status")["runtime_fences"]
    equal((usage["count"], usage["left_out"]), (2, 1))
    run(place, f"fence revert --set {path}")
    usage = client.call("Daemon.status")["runtime_fences"]
    equal((usage["count"], usage["bytes"], usage["left_out"]), (0, 0, 0))
