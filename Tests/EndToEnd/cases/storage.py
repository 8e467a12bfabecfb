"""A disk that refuses: the daemon works on, says so, promises nothing, and makes good later."""
import contextlib
import fcntl
import json
import lzma
import math
import os
import pathlib
import resource
import shutil
import signal
import sqlite3
import subprocess

from bench import daemon as daemons
from bench.client import Refused
from bench.disk import ext4, mounted
from bench.waiting import pause, until
from cases.stream import INSIDE, OUTSIDE, Walker, configure, faulty, geofencectl, refusal, slow_disk

QUIET = 'type = "socket"'
POND = {
    "type": "Feature", "id": "pond", "properties": {},
    "geometry": {"type": "Polygon", "coordinates": [
        [[10.0, 50.0], [10.1, 50.0], [10.1, 50.1], [10.0, 50.1], [10.0, 50.0]]]}}


@contextlib.contextmanager
def medium(place, size="128m"):
    """A medium of its own for the log, which can be made read-only or larger."""
    with mounted(place, "-t", "tmpfs", "-o", f"size={size},mode=0755", "tmpfs") as state:
        yield lambda how: subprocess.run(["mount", "-o", f"remount,{how}", state], check=True)


@contextlib.contextmanager
def dying_disk(place):
    """A file system of its own for the log; after the call of what is given, everything on it is
    an I/O error."""
    with mounted(place, "-o", "loop", ext4(place)) as state:
        def die():
            # EXT4_IOC_SHUTDOWN, without writing its journal.
            folder = os.open(state, os.O_RDONLY)
            fcntl.ioctl(folder, 0x8004587D, (2).to_bytes(4, "little"))
            os.close(folder)
        yield die


def test_cursor_waits_for_a_log_that_is_not_open_yet(place):
    with medium(place) as remount:
        daemon = place.daemon(QUIET)
        client = place.client()
        cursor = f"{client.hello['params']['epoch']}:{store(client)['next_seq'] - 1}"
        assert daemon.terminate() == 0
        remount("ro")
        place.daemon()
        client = place.client()
        for query in ({"cursor": cursor}, {"since_seq": 1}, {"since_seq": 0}):
            for method in ("Events.list", "Events.subscribe"):
                refused = refusal(client, method, **query)
                assert refused.error["data"]["kind"] == "StorageUnavailable", refused.error
                assert "read-only" in refused.error["message"], refused.error
        client.call("Events.subscribe", last=2, follow=False)
        assert client.next_news("end")["error"]["data"]["kind"] == "StorageUnavailable"
        command = [daemons.BIN / "geofencectl", "--socket", place.folder / "control.sock", "events",
                   "-f", "--reconnect", "--since", cursor]
        with subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as follower:
            try:
                assert "Waiting for it" in follower.stderr.readline()
                remount("rw")
                # The end of the run before came after that cursor.
                assert "daemon-stopped" in follower.stdout.readline()
            finally:
                follower.kill()


def fill(folder):
    """Leaves no room in that folder."""
    with contextlib.suppress(OSError), open(folder / "filling", "wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)


def store(client):
    return client.call("Daemon.status")["store"]


def fence_set(client):
    return client.call("Fence.list")["fences"][0]["set"]


def monitors(client):
    return {m["name"]: m["status"] for m in client.call("Monitor.list")["monitors"]}


def test_oversized_event_loses_no_other_event(place):
    def square(name, west, properties):
        ring = [[west, 52], [west + .001, 52], [west + .001, 52.001], [west, 52.001], [west, 52]]
        return {"type": "Feature", "id": name, "properties": properties,
                "geometry": {"type": "Polygon", "coordinates": [ring]}}
    fences = place.folder / "squares.geojson"
    fences.write_text(json.dumps({"type": "FeatureCollection", "features": [
        square("left", 4, {}), square("great", 4.01, {"manual": "x" * (60 << 10)}),
        square("small", 4.01, {})]}))
    message = 'message = "' + "{fence.properties.manual}" * 5 + '"'
    place.write(daemons.configuration(place, QUIET, daemons.monitor("squares", fences, message)))
    place.daemon()
    client = place.client()
    for minute, east in enumerate([3.9, 4.0005, 4.0005, 4.0105, 4.0105, 4.0105]):
        client.call("Source.push", source="gps", fixes=[
            {"lat": 52.0005, "lon": east, "accuracy_m": 3, "time": f"2026-05-02T12:{minute:02d}:00Z"}])
    until(lambda: store(client)["pending"] == 0, 15)
    events = client.call("Events.list", since_seq=0)["events"]
    emitted = [(event["type"], event.get("fence")) for event in events]
    for wanted in [("entered", "left"), ("exited", "left"), ("entered", "small")]:
        assert emitted.count(wanted) == 1, emitted
    assert ("entered", "great") not in emitted, emitted
    gaps = [event["message"] for event in events if event["type"] == "gap"]
    assert len(gaps) == 1 and "entered of squares for great" in gaps[0], gaps


def test_start_on_a_read_only_medium_stores_when_it_becomes_writable(place):
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
        # What was saved holds at once: it can be read.
        assert monitors(client)["points"] == kept["status"]
        assert client.call("Fence.inspect", fence="pond")
        pushed = client.call(
            "Source.push", source="gps",
            fixes=[{"lat": 34.4581, "lon": -119.7098, "time": "2026-05-02T12:00:01Z"}])
        assert pushed["accepted"] == 1, pushed
        assert any("not durable" in problem for problem in pushed["problems"]), pushed
        commanded = client.call("Monitor.stop", monitor="sections")
        assert any("not durable" in w["message"] for w in commanded["warnings"]), commanded
        switched = client.call("Kind.disable", kind="level")
        assert "not durable" in switched["warning"], switched
        try:
            client.call("Fence.add", set=fences, feature={**POND, "id": "lake"})
            raise AssertionError("acknowledged")
        except Refused as refusal:
            assert refusal.kind == "StorageUnavailable", refusal.error
        remount("rw")
        until(lambda: store(client)["state"] == "ok", 90, "the log written again")
        assert monitors(client)["points"] == kept["status"]
        assert client.call("Fence.inspect", fence="pond")
        until(lambda: store(client)["pending"] == 0, 10)
        page = client.call("Events.list", since_seq=before["next_seq"] - 1)["events"]
        until(lambda: f"GEOFENCE_SEQ={page[-1]['seq']} " in daemon.errors(), 10, "the last one in the journal")
        assert daemon.errors().count("GEOFENCE_SEQ=1 ") == 0, "the journal has repeated entries"
        types = [event["type"] for event in page]
        assert "daemon-started" in types, types
        assert [e["seq"] for e in page] == list(
            range(before["next_seq"], before["next_seq"] + len(page)))


def walk(client, minute, *easts):
    pushed = client.call("Source.push", source="gps", fixes=[
        {"lat": 50.05, "lon": east, "accuracy_m": 3, "time": f"2026-05-02T{minute}:{3 * number:02d}Z"}
        for number, east in enumerate(easts)])
    assert pushed["accepted"] == len(easts), pushed


def visit_events(client, since):
    return [(event["type"], event["visit"])
            for event in client.call("Events.list", since_seq=since)["events"] if event.get("visit")]


def test_a_state_directory_in_memory_is_named(place):
    assert "is in memory" not in place.daemon(QUIET).errors()
    place.daemons[-1].terminate()
    with medium(place):
        assert f"{place.folder}/state is in memory: events" in place.daemon(QUIET).errors()


def test_visit_continues_across_a_start_on_a_read_only_medium(place):
    with medium(place) as remount:
        watch_the_pool(place)
        # A clean shutdown, and a crash: the newest events are in the write-ahead log then.
        for hour, end in [(12, "terminate"), (13, "kill")]:
            daemon = place.daemon()
            client = place.client()
            begin = store(client)["next_seq"]
            walk(client, f"{hour}:00", 9.9995, 10.0005, 10.0005)
            until(lambda: store(client)["pending"] == 0, 15)
            getattr(daemon, end)()
            remount("ro")
            daemon = place.daemon()
            client = place.client()
            assert store(client)["state"] == "readonly", store(client)
            walk(client, f"{hour}:01", 10.0005, 10.0005)
            remount("rw")
            until(lambda: store(client)["state"] == "ok", 90, "the log written again")
            walk(client, f"{hour}:02", 10.0005, 9.9995)
            until(lambda: store(client)["pending"] == 0, 15)
            visits = visit_events(client, begin - 1)
            assert [kind for kind, _ in visits] == ["entered", "resumed", "exited"], visits
            assert len({visit for _, visit in visits}) == 1, visits
            assert daemon.terminate() == 0


def test_unreadable_visit_is_closed_when_it_becomes_readable(place):
    with medium(place) as remount:
        watch_the_pool(place)
        daemon = place.daemon()
        walk(place.client(), "12:00", 9.9995, 10.0005, 10.0005)
        assert daemon.terminate() == 0
        # Without it SQLite cannot read the database where nothing can be written.
        (place.folder / "state/events.db-wal").unlink()
        remount("ro")
        place.daemon()
        client = place.client()
        walk(client, "12:01", 10.0005, 10.0005)
        remount("rw")
        until(lambda: store(client)["state"] == "ok", 90, "the log written again")
        until(lambda: len(visit_events(client, 0)) == 3, 15, "the end of the first visit")
        (_, old), (_, new), closed = visits = visit_events(client, 0)
        assert [kind for kind, _ in visits] == ["entered", "entered", "visit-closed"], visits
        assert closed[1] == old != new, visits


def test_permanently_failing_device_ends_only_one_run(place):
    with dying_disk(place) as die:
        daemon = place.daemon(QUIET)
        client = place.client()
        epoch = store(client)["epoch"]
        client.call("Monitor.stop", monitor="points")
        die()
        client.call("Monitor.start", monitor="points")
        # A new process may get further.
        assert daemon.wait(30) == 69
        assert "storage.io-error" in daemon.errors(), daemon.errors()
        assert "the event log lacks " in daemon.errors(), daemon.errors()
        # It does not, and goes on without a log rather than ending again and again.
        daemon = place.daemon()
        client = place.client()
        assert epoch and store(client)["state"] == "failing", store(client)
        fixes = [{"lat": 34.4581, "lon": -119.7098 + number * 1e-6, "accuracy_m": 3,
                  "time": f"2026-05-02T12:00:{number:02d}Z"} for number in range(5)]
        pushed = client.call("Source.push", source="gps", fixes=fixes)
        assert pushed["accepted"] == 5, pushed
        until(lambda: client.source()["state"] == "fix", 5)
        assert any(m["inside"] for m in client.call("Monitor.list")["monitors"]), "no fence is evaluated"
        pause(8)
        assert not daemon.has_ended(), daemon.errors()
        assert "input/output error" in daemon.status().lower(), daemon.status()
        assert len(daemon.errors().splitlines()) <= 5, daemon.errors()


def go_to_and_fro(client, times, day, waits=True):
    """So many visits to the pool, on one day."""
    for start in range(0, times, 50):
        moments = [divmod(3 * number, 3600) for number in range(2 * start, 2 * start + 100)]
        client.call("Source.push", source="gps", fixes=[
            {"lat": 50.05, "lon": 10.0005 if number % 2 else 9.9995, "accuracy_m": 3,
             "time": f"2026-05-{day:02d}T{hour:02d}:{rest // 60:02d}:{rest % 60:02d}Z"}
            for number, (hour, rest) in enumerate(moments)])
    if waits:
        until(lambda: store(client)["pending"] == 0, 20)


def watch_the_pool(place, extra=""):
    pool = place.folder / "pool.geojson"
    pool.write_text(json.dumps({**POND, "id": "pool"}))
    place.write(daemons.configuration(place, QUIET, daemons.monitor("pools", pool), extra=extra))


@contextlib.contextmanager
def saved(place):
    """What the daemon has saved, to be damaged while it does not run."""
    with contextlib.closing(sqlite3.connect(place.folder / "state/events.db")) as database:
        with database:
            yield database


def test_damaged_saved_state_is_reported_and_its_visit_closed(place):
    watch_the_pool(place)
    daemon = place.daemon()
    client = place.client()
    fences = fence_set(client)
    client.call("Fence.add", set=fences, feature={**POND, "id": "late"})
    walk(client, "12:00", 9.9995, 10.0005, 10.0005)
    assert daemon.terminate() == 0
    with saved(place) as database:
        database.execute("UPDATE fence_state SET record = replace(record, 'inside', 'inskde')")
        database.execute("UPDATE runtime_fence SET geojson = replace(geojson, 'Polygon', 'Polyfon')")
    daemon = place.daemon()
    client = place.client()
    walk(client, "12:01", 10.0005, 10.0005)
    until(lambda: store(client)["pending"] == 0, 15)
    gaps = [event["message"] for event in client.call("Events.list", since_seq=0)["events"]
            if event["type"] == "gap"]
    assert len(gaps) == 1 and "fence pool of pools" in gaps[0], gaps
    assert f"fence late of {fences}" in gaps[0], gaps
    until(lambda: gaps[0] in daemon.errors(), 10, "it in the journal")
    assert gaps[0].endswith(", and run-time fences of it are to be given again"), gaps
    visits = visit_events(client, 0)
    ends = {fence: [kind for kind, visit in visits if visit == fence] for _, fence in visits}
    assert sorted(ends.values()) == [
        ["entered"], ["entered", "visit-closed"], ["entered", "visit-closed"]], visits
    # What of the fences cannot be read goes with the others.
    client.call("Fence.revert", set=fences)
    assert daemon.terminate() == 0
    place.daemon()
    client = place.client()
    until(lambda: store(client)["pending"] == 0, 15)
    events = client.call("Events.list", since_seq=0)["events"]
    assert [event["message"] for event in events if event["type"] == "gap"] == gaps, events


def test_saved_state_of_another_version_loses_no_runtime_fence(place):
    watch_the_pool(place)
    daemon = place.daemon()
    client = place.client()
    client.call("Fence.add", set=fence_set(client), feature={**POND, "id": "late"})
    walk(client, "12:00", 9.9995, 10.0005, 10.0005)
    assert daemon.terminate() == 0
    with saved(place) as database:
        database.execute("UPDATE meta SET value = substr(value, 9) WHERE key = 'judged:pools'")
    place.daemon()
    client = place.client()
    assert client.call("Fence.inspect", fence="late")
    until(lambda: store(client)["pending"] == 0, 15)
    gaps = [event["message"] for event in client.call("Events.list", since_seq=0)["events"]
            if event["type"] == "gap"]
    assert gaps == ["saved state is damaged or of another version and left out: fences evaluated by "
                    "pools; fences of it are unknown until the next fix"], gaps


def test_readers_continue_after_a_damaged_record(place):
    watch_the_pool(place)
    daemon = place.daemon()
    go_to_and_fro(place.client(), 50, day=2)
    assert daemon.terminate() == 0
    with saved(place) as database:
        whole = database.execute("SELECT seq, type, payload FROM event ORDER BY seq").fetchall()
        for seq, _, payload in whole:
            damaged = bytearray(payload)
            damaged[seq * 7 % (len(damaged) - 1)] ^= 1 << seq % 8
            # Every other one as earlier versions wrote them, without a checksum.
            record = b'{"emitted_at":"","event_id":":0","seq":0,"type":"\xff"}'
            database.execute("UPDATE event SET payload = ? WHERE seq = ?",
                             [damaged if seq % 2 else record, seq])
    place.daemon()
    output = subprocess.run(
        [daemons.BIN / "geofencectl", "--socket", place.folder / "control.sock", "events",
         "--since", "begin", "-o", "jsonl"], capture_output=True, text=True, check=True, timeout=20)
    events = [json.loads(line) for line in output.stdout.splitlines()][:len(whole)]
    assert [(event["seq"], event["type"]) for event in events] == [row[:2] for row in whole]
    assert all("damaged" in event["message"] for event in events), events


def test_stored_number_out_of_range_does_not_end_the_daemon(place):
    watch_the_pool(place)
    daemon = place.daemon()
    walk(place.client(), "12:00", 9.9995, 10.0005, 10.0005)
    assert daemon.terminate() == 0
    least = -2**63
    with saved(place) as database:
        database.execute("UPDATE fence_state SET record = json_set(CAST(record AS TEXT), '$.window_s', 2.9e96)")
        database.execute("UPDATE meta SET value = json_set(CAST(value AS TEXT), '$.boot_ns', ?) "
                         "WHERE key = 'fix:gps'", [least])
        database.execute("UPDATE meta SET value = ? WHERE key = 'delivery:journal'", [-least - 1])
        database.execute("UPDATE event SET committed_ns = ?", [least])
    daemon = place.daemon()
    client = place.client()
    walk(client, "12:01", 10.0005, 9.9995)
    assert client.call("Visit.list")["visits"]
    assert daemon.terminate() == 0


def test_restored_copy_is_not_continued_by_later_events(place):
    watch_the_pool(place)
    database, copy = place.folder / "state/events.db", place.folder / "events.db"
    daemon = place.daemon()
    go_to_and_fro(place.client(), 100, day=2)
    assert daemon.terminate() == 0
    shutil.copyfile(database, copy)
    daemon = place.daemon()
    client = place.client()
    kept = store(client)["first_seq"], store(client)["next_seq"]
    go_to_and_fro(client, 50, day=3)
    cursor = f"{store(client)['epoch']}:{kept[1] + 50}"
    assert daemon.terminate() == 0
    shutil.copyfile(copy, database)
    daemon = place.daemon()
    client = place.client()
    assert refusal(client, "Events.list", cursor=cursor).kind == "cursor_epoch_changed"
    until(lambda: store(client)["pending"] == 0, 15)
    assert store(client)["next_seq"] < kept[1] + 50, (kept, store(client))
    numbers, since = [], 0
    while True:
        page = client.call("Events.list", since_seq=since)
        numbers += [event["seq"] for event in page["events"]]
        if not page["more"]:
            break
        since = numbers[-1]
    assert numbers == list(range(kept[0], store(client)["next_seq"])), (kept, numbers[-5:])
    until(lambda: "restored from a copy" in daemon.errors(), 10, "it in the journal")
    assert "damaged" not in daemon.errors(), daemon.errors()


def test_events_lost_with_the_write_ahead_log_start_a_new_epoch(place):
    watch_the_pool(place)
    daemon = place.daemon()
    client = place.client()
    go_to_and_fro(client, 50, day=2)
    cursor = f"{store(client)['epoch']}:{store(client)['next_seq'] - 1}"
    daemon.kill()
    (place.folder / "state/events.db-wal").unlink()
    daemon = place.daemon()
    client = place.client()
    assert refusal(client, "Events.list", cursor=cursor).kind == "cursor_epoch_changed"
    until(lambda: store(client)["pending"] == 0, 15)
    messages = [event["message"] for event in client.call("Events.list", since_seq=0)["events"]
            if event["type"] == "storage-reset"]
    assert len(messages) == 1 and "may have lost events at its end" in messages[0], messages
    until(lambda: messages[0] in daemon.errors(), 5, "it in the journal")
    # A kill alone loses nothing.
    epoch = store(client)["epoch"]
    daemon.kill()
    place.daemon()
    assert store(place.client())["epoch"] == epoch


def test_restored_directory_continues_with_a_new_epoch(place):
    with dying_disk(place):
        watch_the_pool(place)
        epochs = []

        def run(day):
            daemon = place.daemon()
            client = place.client()
            go_to_and_fro(client, 50, day)
            epochs.append(store(client)["epoch"])
            assert daemon.terminate() == 0
        run(2)
        state, copy = place.folder / "state", place.folder / "copy"
        shutil.copytree(state, copy)
        run(3)
        for name in ["events.db", "events.db-wal"]:
            (state / name).unlink()
            shutil.copy2(copy / name, state / name)
        run(4)
        run(5)
        assert epochs[0] == epochs[1] != epochs[2] == epochs[3], epochs


def test_runtime_fences_do_not_reduce_the_space_for_events(place):
    watch_the_pool(place, extra="keep_mib = 1")
    place.daemon()
    client = place.client()
    go_to_and_fro(client, 50, day=2)
    before, fences = store(client), fence_set(client)
    for number in range(12):
        turn = [math.tau * corner / 3000 for corner in range(3000)]
        ring = [[20 + number + .1 * math.cos(angle), .1 * math.sin(angle)] for angle in turn]
        client.call("Fence.add", set=fences, feature={
            "type": "Feature", "id": f"bay {number}", "properties": {},
            "geometry": {"type": "Polygon", "coordinates": [ring + ring[:1]]}})
    go_to_and_fro(client, 50, day=3)
    assert store(client)["first_seq"] == before["first_seq"] == 1, (before, store(client))
    assert store(client)["next_seq"] > before["next_seq"] + 100, (before, store(client))


def test_log_created_while_running_is_emitted_from_its_first_event(place):
    watch_the_pool(place, extra="keep_mib = 4")
    daemon = place.daemon()
    client = place.client()
    fences = fence_set(client)
    client.call("Fence.add", set=fences, feature=POND)
    go_to_and_fro(client, 2000, day=2)
    old = store(client)
    follower = place.client()
    follower.call("Events.subscribe")
    until(lambda: f"GEOFENCE_SEQ={old['next_seq'] - 1} " in daemon.errors(), 60)
    logged = len(daemon.errors())
    for name, start in [("events.db", 20 * 4096), ("events.db-wal", 100 * 4120)]:
        with open(place.folder / "state" / name, "r+b") as file:
            size = os.fstat(file.fileno()).st_size
            file.seek(start)
            file.write(b"\xff" * (size - start))
    with contextlib.suppress(Refused):
        client.call("Events.list", since_seq=old["first_seq"])
    until(lambda: store(client)["epoch"] != old["epoch"], 10, "a new log")
    gap = follower.next_news("gap")
    assert gap["reason"] == "reset", gap
    assert follower.next_news("event")["type"] == "storage-reset"
    until(lambda: "GEOFENCE_SEQ=1 " in daemon.errors()[logged:], 5, "the reset in the journal")
    until(lambda: store(client)["pending"] == 0, 15)
    assert daemon.terminate() == 0
    place.daemon()
    assert place.client().call("Fence.inspect", fence="pond")


def test_single_failed_read_has_no_effect(place):
    watch_the_pool(place, extra="keep_mib = 4")
    daemon = place.daemon()
    client = place.client()
    # More than SQLite keeps in memory.
    go_to_and_fro(client, 2000, day=2)
    client.call("Fence.add", set=fence_set(client), feature=POND)
    walk(client, "23:00", 9.9995, 10.0005, 10.0005)
    until(lambda: store(client)["pending"] == 0, 15)
    before, earlier = store(client), visit_events(client, 3990)[-2:]
    assert [kind for kind, _ in earlier] == ["entered"] * 2, earlier
    files = [place.folder / "state" / name for name in ("events.db", "events.db-wal")]
    with faulty(daemon, "pread64", "error=EIO:when=1", files[0]):
        with contextlib.suppress(Refused):
            client.call("Events.list", since_seq=before["first_seq"])
        until(lambda: "works again" in daemon.errors(), 30, "a second attempt")
    for file, number in [(file, number) for file in files for number in (1, 3, 20)]:
        daemon.kill()
        daemon = place.daemon(prefix=[
            "strace", "-D", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-P", file, "-e", "trace=pread64",
            "-e", f"inject=pread64:error=EIO:when={number}"])
        client = place.client()
        until(lambda: store(client)["state"] == "ok", 20)
        assert store(client)["epoch"] == before["epoch"], (file, number, daemon.errors()[-2000:])
        assert client.call("Fence.inspect", fence="pond")
    walk(client, "23:01", 10.0005, 10.0005)
    until(lambda: store(client)["pending"] == 0, 15)
    visits = visit_events(client, before["next_seq"] - 1)
    assert {visit for _, visit in visits} == {visit for _, visit in earlier}, visits
    assert {kind for kind, _ in visits} == {"resumed"}, visits


def test_file_size_limit_is_reported_like_a_full_disk(place):
    watch_the_pool(place)
    daemon = place.daemon(prefix=["prlimit", f"--fsize={300 << 10}:unlimited"])
    client = place.client()
    go_to_and_fro(client, 500, day=2, waits=False)
    until(lambda: store(client)["state"] == "full", 20, "the limit")
    assert "File too large" in store(client)["message"], store(client)
    without = resource.RLIM_INFINITY
    resource.prlimit(daemon.pid, resource.RLIMIT_FSIZE, (without, without))
    until(lambda: store(client)["state"] == "ok" and store(client)["pending"] == 0, 90, "the rest")
    assert "lacks" not in daemon.errors() and daemon.terminate() == 0


def test_a_file_that_the_daemon_may_not_write_is_named(place):
    watch_the_pool(place)
    state = place.folder / "state"
    for path in [place.folder, state]:
        path.chmod(0o777)
    as_unprivileged = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    daemon = place.daemon(prefix=as_unprivileged)

    def doctor():
        output = subprocess.run(
            [*geofencectl(place, "doctor", "--config", place.config), "-o", "json"],
            capture_output=True, text=True, timeout=60).stdout
        return [finding["message"] for finding in json.loads(output) if finding["check"] == "files"]
    assert doctor() == []
    client = place.client()
    walk(client, "12:00", 9.9995, 10.0005, 10.0005)
    until(lambda: store(client)["pending"] == 0, 15)
    (_, visit), = visit_events(client, 0)
    files = [state / "events.db", state / "events.db-wal"]
    # As who once ran the daemon as root leaves them, and as a copy put back may be.
    for minute, (path, owner, mode) in enumerate(
            (file, *rights) for file in files for rights in ((0, 0o600), (65534, 0o444))):
        if not daemon.has_ended():
            daemon.kill()
        os.chown(path, owner, owner)
        path.chmod(mode)
        daemon = place.daemon(prefix=as_unprivileged, start=False)
        if path.suffix == ".db" or mode == 0o600:
            assert daemon.wait() == 69, (path, mode)
        else:
            # What it holds can be read: geofencing goes on, and the log says why it cannot.
            daemon.until_ready(30)
            client = place.client()
            walk(client, f"12:{2 * minute + 1:02d}", 10.0005, 10.0005)
            assert client.call("Fence.inspect", fence="pool")["states"][0]["visit"] == visit
            assert doctor() == [f"The daemon may not write {path}."], (path, doctor())
            daemon.kill()
        assert f"the event log {path} may not be read and written" in daemon.errors(), (
            mode, daemon.errors())
        assert "chown -R" in daemon.errors(), daemon.errors()
        os.chown(path, 65534, 65534)
        path.chmod(0o600)
        daemon = place.daemon(prefix=as_unprivileged)
        client = place.client()
        walk(client, f"12:{2 * minute + 2:02d}", 10.0005, 10.0005)
        until(lambda: store(client)["pending"] == 0, 15)
        assert set(visit_events(client, 0)) == {("entered", visit), ("resumed", visit)}, (
            path, mode, visit_events(client, 0))
    assert daemon.terminate() == 0
    place.empty_state()
    state.chmod(0o555)
    daemon = place.daemon(prefix=as_unprivileged, start=False)
    assert daemon.wait() == 69
    assert f"the event log {state} may not be read and written" in daemon.errors(), daemon.errors()


def test_a_start_without_memory_waits_and_keeps_the_log(place):
    watch_the_pool(place)
    daemon = place.daemon()
    client = place.client()
    walk(client, "12:00", 9.9995, 10.0005, 10.0005)
    until(lambda: store(client)["pending"] == 0, 15)
    before, earlier = store(client), visit_events(client, 0)
    assert daemon.terminate() == 0
    trace = place.folder / "trace"
    daemon = place.daemon(prefix=[
        "strace", "-D", "-I2", "-f", "-qq", "-tt", "-o", trace, "-P", place.folder / "state/events.db",
        "-e", "trace=pread64", "-e", "inject=pread64:error=ENOMEM"], start=False)
    # strace stops it at every call, and a filter in the kernel would outlive the end of strace.
    daemon.until_ready(60)
    client = place.client()
    assert store(client)["state"] == "failing", store(client)
    assert "memory" in store(client)["message"], store(client)

    def seconds():
        """Those in which something was read."""
        return {line.split()[1].split(".")[0] for line in trace.read_text().splitlines()}

    def asides():
        return list(place.folder.glob("state/*aside*"))
    # So often a read that the device refuses is tried before the log is given up.
    until(lambda: asides() or len(seconds()) > 2, 40, "four attempts")
    assert not asides(), asides()
    os.kill(daemon.tracer(), signal.SIGTERM)
    until(lambda: store(client)["state"] == "ok", 90, "the log written again")
    assert store(client)["epoch"] == before["epoch"], daemon.errors()[-2000:]
    walk(client, "12:01", 10.0005, 10.0005)
    until(lambda: store(client)["pending"] == 0, 15)
    visits = visit_events(client, before["next_seq"] - 1)
    assert visits == [("resumed", earlier[0][1])], (earlier, visits)
    assert not asides(), asides()


def test_damage_after_missing_memory_is_reported_as_damage(place):
    watch_the_pool(place)
    daemon = place.daemon()
    client = place.client()
    # More than SQLite keeps in memory.
    go_to_and_fro(client, 3000, day=2)
    epoch, database = store(client)["epoch"], place.folder / "state/events.db"
    with faulty(daemon, "pread64", "error=ENOMEM:when=1", database):
        assert "memory" in refusal(client, "Events.list", since_seq=0).error["message"]
    # As long as nothing is damaged, the log goes on.
    until(lambda: store(client)["state"] == "ok", 10, "the log read again")
    assert store(client)["epoch"] == epoch
    with open(database, "r+b") as file:
        for page in range(1, database.stat().st_size // 4096):
            file.seek(4096 * page)
            file.write(b"\xff" * 100)
    with contextlib.suppress(Refused):
        client.call("Events.list", since_seq=0)
    until(lambda: store(client)["epoch"] != epoch, 20, "a new log")
    until(lambda: store(client)["pending"] == 0, 15)
    first = client.call("Events.list", since_seq=0)["events"][0]
    assert first["type"] == "storage-reset" and "is damaged" in first["message"], first


def test_shutdown_writes_waiting_events_while_the_disk_is_slow(place):
    # Too small for a reserve.
    with medium(place, size="600k") as remount:
        watch_the_pool(place)
        daemon = place.daemon()
        client = place.client()
        until(lambda: store(client)["pending"] == 0, 15)
        assert store(client)["state"] == "ok" and "could not be reserved" in store(client)["message"], store(client)
        fill(place.folder / "state")
        go_to_and_fro(client, 1500, day=2, waits=False)
        assert store(client)["pending"] > 2500, store(client)
        with slow_disk(daemon, 0.4):
            remount("size=128m")
            assert daemon.terminate(60) == 0
        notifications = daemon.read_notifications()
        assert "lacks" not in daemon.errors(), daemon.errors()[-300:]
        place.daemon()
        client = place.client()
        kinds = []
        while page := client.call("Events.list", since_seq=len(kinds))["events"]:
            kinds += [event["type"] for event in page]
        assert (kinds.count("entered"), kinds.count("exited")) == (1500, 1499), kinds[-9:]
        assert any("EXTEND_TIMEOUT_USEC=" in word for word in notifications), notifications


def test_events_that_a_stop_on_a_slow_disk_did_not_report_reach_the_journal_at_the_next_start(place):
    configure(place)
    daemon = place.daemon()
    walker = Walker(place.client())
    walker.step(OUTSIDE)
    walker.head()
    follower = place.client()
    follower.call("Events.subscribe")
    with slow_disk(daemon, 4):
        walker.step(INSIDE, answered=False)
        # Behind the fix, whose event waits for the disk.
        place.client().call("Daemon.status")
        assert daemon.terminate(60) == 0
    assert "entered" not in [line["params"].get("type") for line in iter(follower.line, None)]
    assert "Entered square" not in daemon.errors(), daemon.errors()
    again = place.daemon()
    until(lambda: "Entered square" in again.errors(), 10, "the event in the journal")


def test_events_that_a_shutdown_could_not_write_are_reported_and_not_in_the_saved_state(place):
    with medium(place, size="600k") as remount:
        watch_the_pool(place)
        daemon = place.daemon()
        client = place.client()
        walk(client, "12:00", 9.9995, 10.0005, 10.0005)
        until(lambda: store(client)["pending"] == 0, 15)
        fill(place.folder / "state")
        go_to_and_fro(client, 1000, day=3, waits=False)
        left = store(client)
        assert daemon.terminate(20) == 0
        lacks = [line for line in daemon.errors().splitlines() if "the event log lacks" in line]
        # The end of the daemon is one more.
        assert len(lacks) == 1 and lacks[0].startswith(
            f"<3>the event log lacks {left['pending'] + 1} events, from number {left['next_seq']} "), lacks
        remount("size=128m")
        place.daemon()
        client = place.client()
        until(lambda: store(client)["pending"] == 0, 15)
        go_to_and_fro(client, 1, day=4)
        visits = visit_events(client, 0)
        kinds_of = {name: [kind for kind, visit in visits if visit == name and kind != "resumed"]
                    for _, name in visits}
        *ended, _ = kinds_of.values()
        assert all(len(kinds) == 2 and kinds[0] == "entered" for kinds in ended), kinds_of


def test_log_that_becomes_writable_again_continues(place):
    """As when its medium is mounted again."""
    watch_the_pool(place)
    place.daemon()
    client = place.client()
    state, away = place.folder / "state", place.folder / "away"
    walk(client, "12:00", 9.9995, 10.0005, 9.9995)
    until(lambda: store(client)["pending"] == 0, 15)
    before = store(client)
    state.rename(away)
    walk(client, "12:01", 9.9995, 10.0005)
    until(lambda: store(client)["state"] == "failing", 10, "the missing directory")
    failing = client.call("Daemon.status")["time"]
    away.rename(state)
    until(lambda: store(client)["pending"] == 0 and store(client)["state"] == "ok", 30, "the log again")
    assert store(client)["epoch"] == before["epoch"]
    events = client.call("Events.list", since_seq=0)["events"]
    types = [event["type"] for event in events]
    assert types.count("entered") == 2 and types.count("exited") == 1, types
    assert "storage-reset" not in types, types
    failed = events[types.index("storage-failed")]
    assert failed["decided_at"] <= failing < failed["emitted_at"], (failed, failing)


def test_request_for_unreadable_events_is_answered_with_an_error(place):
    watch_the_pool(place)
    place.daemon()
    client = place.client()
    walk(client, "12:00", 9.9995, 10.0005, 9.9995)
    until(lambda: store(client)["pending"] == 0, 15)
    cursor = f"{store(client)['epoch']}:1"
    state, away = place.folder / "state", place.folder / "away"
    state.rename(away)
    walk(client, "12:01", 9.9995, 10.0005)
    until(lambda: store(client)["state"] == "failing", 10, "the missing directory")
    for query in (["events"], ["events", "-n", "2"], ["events", "--since", "begin"],
                  ["events", "--since", cursor], ["visits"]):
        done = subprocess.run(
            geofencectl(place, *query), capture_output=True, text=True, timeout=10)
        assert done.returncode == 1 and "has no directory" in done.stderr, (query, done)
    # Who follows waits.
    with subprocess.Popen(geofencectl(place, "events", "-f", "--since", cursor),
                          stdout=subprocess.PIPE, text=True) as follower:
        try:
            until(lambda: client.call("Daemon.status")["clients"] == 2, 5, "the follower")
            away.rename(state)
            assert follower.stdout.readline()
        finally:
            follower.kill()


def test_log_removed_or_replaced_while_running_is_created_again_and_reported(place):
    watch_the_pool(place)
    state = place.folder / "state"

    def remove():
        # The daemon may make a file in it meanwhile.
        until(lambda: shutil.rmtree(state, ignore_errors=True) or not state.exists(), 10, "no directory")

    def empty():
        place.empty_state()

    def move():
        state.rename(place.folder / "old")
        state.mkdir()

    def put_back():
        copy = (state / "events.db").read_bytes()
        (state / "events.db").unlink()
        (state / "events.db").write_bytes(copy)
    daemon = place.daemon()
    client = place.client()
    client.call("Fence.add", set=fence_set(client), feature=POND)
    walk(client, "12:00", 9.9995, 10.0005, 10.0005)
    until(lambda: store(client)["pending"] == 0, 15)
    earlier = {visit for _, visit in visit_events(client, 0)}
    for spoil in (empty, (state / "events.db").unlink, (state / "events.db-wal").unlink, move,
                  put_back, remove):
        before = store(client)["epoch"]
        spoil()
        if spoil is remove:
            until(lambda: store(client)["state"] == "failing", 30, "the missing directory")
            until(lambda: "has no directory" in daemon.errors(), 10, "a word of that in the journal")
            state.mkdir()
        # A request checks the log at once; without one the daemon checks every fifteen seconds.
        with contextlib.suppress(Refused):
            client.call("Events.list")
        until(lambda: store(client)["epoch"] != before, 60, f"a new log after {spoil}")
        until(lambda: store(client)["pending"] == 0, 15)
        emitted = client.call("Events.list", since_seq=0)["events"]
        assert emitted[0]["type"] == "storage-reset", emitted
        assert "was removed or replaced while it was in use" in emitted[0]["message"], emitted
    assert daemon.terminate() == 0
    place.daemon()
    client = place.client()
    assert client.call("Fence.inspect", fence="pond")
    walk(client, "12:01", 10.0005, 9.9995, 9.9995)
    until(lambda: store(client)["pending"] == 0, 15)
    assert {visit for _, visit in visit_events(client, 0)} == earlier, visit_events(client, 0)


def test_log_and_states_of_an_earlier_version_continue(place):
    data = pathlib.Path(__file__).parents[2] / "Data" / "EventStore" / "version-0.1.0"
    for name in ("events.db", "events.db-wal"):
        (place.folder / "state" / name).write_bytes(
            lzma.decompress((data / f"{name}.xz").read_bytes()))
    # The path of a fence set belongs to the hashes of the saved states.
    fences = pathlib.Path("/tmp/geofenced-e2e-earlier/fences.geojson")
    fences.parent.mkdir(exist_ok=True)
    # Complete at any time: the same case may run beside this one, from another directory.
    os.replace(shutil.copy(data / fences.name, fences.with_name(f"{os.getpid()}.geojson")), fences)
    place.write(daemons.configuration(
        place, QUIET,
        daemons.monitor("plain", fences, "ignore_period_s = 0\ndwell_s = 3600")
        + daemons.monitor("calm", fences, "ignore_period_s = 3")))
    place.daemon()
    client = place.client()
    before = client.call("Events.list")["events"][:11]
    assert [event["seq"] for event in before] == list(range(1, 12)), before
    entered = {(e["monitor"], e["fence"]): e["visit"] for e in before if e["type"] == "entered"}
    walker = Walker(client)
    walker.steps = 100
    walker.step(OUTSIDE, OUTSIDE)

    def later():
        return [e for e in client.call("Events.list")["events"] if e["seq"] > 11]
    exited = until(lambda: [e for e in later() if e["type"] == "exited"], 10, "the exit")
    assert [(e["monitor"], e["fence"], e["crossed_at"], e["suppressed_toggles"]) for e in exited] == [
        ("calm", "square", "2026-05-02T00:00:15.750Z", 3)], exited
    assert exited[0]["visit"] == entered["calm", "square"] and exited[0]["deferred"], exited
    # What the earlier version had saved about the suppressed exit.
    assert math.isclose(exited[0]["crossed_lon"], 4.001, abs_tol=1e-9), exited
    assert not any(e["type"] == "entered" for e in later())
    visits = {(v["monitor"], v["fence"]): v["visit"]
              for v in client.call("Visit.list")["visits"] if v["end"] == "open"}
    assert visits == {key: entered[key] for key in (("plain", "field"), ("calm", "field"))}, visits
