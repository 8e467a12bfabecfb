"""Large fence files are kept compiled: the next start gives the same events, and never trusts damage."""
import contextlib
import json
import os
import re
import signal
import struct
import subprocess
import time

from bench import daemon as bench
from bench.disk import ext4, mounted
from bench.journal import Journal
from bench.waiting import until

from cases.client import equal
from cases.client import run as geofencectl
from cases.same_events import SPEED, transitions

# What differs from one run to the next by nature.
OF_THE_RUN = ("event_id", "emitted_at", "seq", "visit")


def fence_file(place, extra=0):
    """The fences of the demo, and so many far away that the file is worth compiling."""
    demo = json.loads(bench.FENCES.read_text())
    for number in range(1500 + extra):
        x, y = number % 50 / 10, number // 50 / 10
        ring = [[x, y], [x + 0.05, y], [x + 0.05, y + 0.05], [x, y + 0.05], [x, y]]
        demo["features"].append({
            "type": "Feature", "id": f"far-{number}", "properties": {"name": f"Far {number}"},
            "geometry": {"type": "Polygon", "coordinates": [ring]}})
    # A point without a buffer: its warning has to outlive the compiling.
    demo["features"].append({
        "type": "Feature", "id": "bare", "properties": {},
        "geometry": {"type": "Point", "coordinates": [1, 1]}})
    demo["features"].append({
        "type": "Feature", "id": "broken", "properties": {},
        "geometry": {"type": "Polygon", "coordinates": [[[1, 1], [2, 2]]]}})
    path = place.folder / "fences.geojson"
    path.write_text(json.dumps(demo))
    # Old enough that a change of it would show.
    os.utime(path, (1_700_000_000, 1_700_000_000))
    return path


def run(place):
    """One life of the daemon from an empty log: its events, its warnings, and what it said."""
    for file in (place.folder / "state").glob("events*"):
        file.unlink()
    fences = place.folder / "fences.geojson"
    source = f'type = "nmea-file"\npath = "{bench.TOUR}"\nspeed = {SPEED}'
    place.write(bench.configuration(place, source, bench.monitor("sections", fences)))
    daemon = place.daemon()
    client = place.client()
    warnings = client.call("Monitor.list")["monitors"][0]["warnings"]
    until(lambda: client.source()["state"] == "ended", 60, "the end of the recording")
    until(lambda: client.call("Daemon.status")["store"]["pending"] == 0, 15)
    events = transitions(client)
    daemon.terminate()
    for event in events:
        for key in OF_THE_RUN:
            event.pop(key, None)
    return json.dumps(events), json.dumps(warnings), daemon.errors()


def compiled(place):
    files = list((place.folder / "state" / "compiled").glob("*.compiled"))
    assert len(files) == 1, files
    return files[0]


def test_a_compiled_file_gives_the_same_events_and_warnings(place):
    fence_file(place)
    first = run(place)
    kept = compiled(place).stat()
    assert "entered" in first[0] and "broken" in first[1], first
    for _ in range(2):
        again = run(place)
        assert again[:2] == first[:2]
        assert "made again" not in again[2]
        assert compiled(place).stat().st_ino == kept.st_ino, "it was not used"


def test_damaged_compiled_file_is_found_and_created_again(place):
    fence_file(place)
    first = run(place)
    whole = compiled(place).read_bytes()
    half = len(whole) // 2
    damages = {
        "a byte": whole[:half] + bytes([whole[half] ^ 1]) + whole[half + 1:],
        "cut off": whole[:half], "longer": whole + b"\0", "empty": b"", "foreign": b"GIF89a" * 500,
    }
    for name, damaged in damages.items():
        compiled(place).write_bytes(damaged)
        again = run(place)
        assert again[:2] == first[:2], name
        if damaged:
            assert again[2].count("made again") == 1, (name, again[2])
        assert compiled(place).read_bytes() == whole, name


def damage_under_the_seal(place):
    """Puts 5e307 in the place of vertices at 4.95 degrees, as if a medium gave them back so: the seal
    goes on saying that nothing was touched. What the file was."""
    file = compiled(place)
    whole = file.read_bytes()
    damaged = whole.replace(struct.pack("<d", 4.95), struct.pack("<d", 5e307))
    assert damaged != whole
    file.write_bytes(damaged)
    state = file.stat()
    words = f"compiled [{state.st_ino}, {state.st_size}, {state.st_mtime_ns}, {state.st_ctime_ns}]"
    seal = file.with_suffix(".seal")
    seal.write_text("\n".join(seal.read_text().splitlines()[:2] + [words]) + "\n")
    return whole


def start_damaged(place):
    """A daemon that has been stopped, and whose compiled file is damaged under its seal since."""
    fences = fence_file(place)
    place.write(bench.configuration(place, 'type = "socket"', bench.monitor("sections", fences)))
    # A file that was changed just now is not sealed.
    until(lambda: time.time() - fences.stat().st_ctime > 2.1, 5)
    place.daemon().terminate()
    return damage_under_the_seal(place)


def inspect_all_damaged(client):
    for second, place in enumerate([(0.0, 0.0), (3.1, 4.93), (-80.0, 170.0)]):
        fix = {"lat": place[0], "lon": place[1], "time": f"2026-05-02T12:00:{second:02d}Z"}
        client.call("Source.push", source="gps", fixes=[fix])
    for number in range(49, 1500, 50):
        found = client.call("Fence.inspect", fence=f"far-{number}")
        assert found["feature"]["id"] == f"far-{number}", found


def test_damage_under_an_intact_seal_does_not_end_the_daemon_and_is_removed_after_two_crashes(place):
    whole = start_damaged(place)
    record = place.folder / "state" / "run"
    assert not record.exists(), "the clean shutdown was not recorded"
    daemon = place.daemon()
    inspect_all_damaged(place.client())
    until(lambda: "ready true" in record.read_text(), 10)
    # One kill, as of a power cut, costs nothing: the file is used as it is.
    daemon.kill()
    daemon = place.daemon()
    assert compiled(place).read_bytes() != whole
    assert "made again" not in daemon.errors(), daemon.errors()
    until(lambda: "ready true" in record.read_text(), 10)
    daemon.kill()
    daemon = place.daemon()
    until(lambda: "twice in ten minutes" in daemon.errors(), 10, "why the file is not trusted")
    until(lambda: "are damaged; made again" in daemon.errors(), 10, "what becomes of it")
    assert compiled(place).read_bytes() == whole
    inspect_all_damaged(place.client())
    daemon.terminate()
    assert not record.exists()


def test_crash_during_the_start_invalidates_the_seal(place):
    whole = start_damaged(place)
    daemon, record = place.daemon(), place.folder / "state" / "run"
    until(lambda: "ready true" in record.read_text(), 10)
    daemon.kill()
    record.write_text(record.read_text().replace("ready true", "ready false"))
    daemon = place.daemon()
    until(lambda: "are damaged; made again" in daemon.errors(), 10, "what becomes of the file")
    assert compiled(place).read_bytes() == whole
    # Right digests do not help when it goes on: the next time the source is read.
    kept = compiled(place).stat()
    until(lambda: "ready true" in record.read_text(), 10)
    daemon.kill()
    record.write_text(record.read_text().replace("ready true", "ready false"))
    daemon = place.daemon()
    until(lambda: "not trusted after several crashes; made again" in daemon.errors(), 10, "why it is made again")
    assert compiled(place).stat().st_ino != kept.st_ino
    daemon.terminate()


def test_hanging_journal_does_not_delay_the_start(place):
    fences = fence_file(place)
    place.write(bench.configuration(
        place, 'type = "socket"', bench.monitor("sections", fences)))
    place.daemon().terminate()
    compiled(place).write_bytes(b"GIF89a" * 500)
    journal = place.keep(Journal(place.folder))
    journal.hang()
    place.daemon(prefix=journal.prefix)
    equal(len(place.client().call("Fence.list")["fences"]), 1000)
    until(lambda: any("made again" in entry["MESSAGE"] for entry in journal.read()), 10)


def test_unreadable_block_ends_only_one_run(place):
    fences = fence_file(place)
    place.write(bench.configuration(
        place, 'type = "socket"', bench.monitor("sections", fences)))
    daemon = place.daemon(environment={"SWIFT_BACKTRACE": "enable=no"})
    client = place.client()
    kept = compiled(place)
    # As a block that the medium does not give back: looking at it through the mapping is SIGBUS.
    os.truncate(kept, 4096)
    client.send({"jsonrpc": "2.0", "id": 1, "method": "Fence.list", "params": {}})
    assert daemon.wait() == -signal.SIGBUS, daemon.errors()
    assert f"{kept}: a block cannot be read" in daemon.errors(), daemon.errors()
    assert not kept.exists()
    place.daemon()
    equal(len(place.client().call("Fence.list")["fences"]), 1000)
    assert compiled(place) == kept


def spoil(image, file):
    """On an unmounted file system without extents: everything of that file but its first 48 KiB cannot be
    read from now on, and nothing else shows it."""
    found = subprocess.run(
        ["debugfs", "-R", f"stat <{file.st_ino}>", image], check=True, capture_output=True, text=True)
    indirect = int(re.search(r"\(IND\):(\d+)", found.stdout).group(1))
    with open(image, "r+b") as disk:
        disk.seek(indirect * 4096)
        disk.write(struct.pack("<I", 0x7ffffff0) * 1024)


@contextlib.contextmanager
def old_disk(place):
    """A file system of its own for the log; the call of what is given spoils a file on it."""
    image = ext4(place, "-b", "4096", "-O", "^metadata_csum,^extent,^64bit,^huge_file,^has_journal")
    mount = ["-o", "loop,errors=continue", image]
    with mounted(place, *mount) as state:
        def spoil_unmounted(path):
            file = path.stat()
            subprocess.run(["umount", state], check=True)
            spoil(image, file)
            subprocess.run(["mount", *mount, state], check=True)
        yield spoil_unmounted


def start_until_ready(place):
    """Starts the daemon until it is ready: that one, and what each before it reported at its end."""
    ended = []
    while len(ended) < 5:
        daemon = place.daemon(start=False, environment={"SWIFT_BACKTRACE": "enable=no"})
        until(lambda: daemon.notified("READY=1") or daemon.has_ended(), 10, "READY=1 or its end")
        if not daemon.has_ended():
            return daemon, ended
        assert daemon.wait() == -signal.SIGBUS, daemon.errors()
        ended.append(daemon.errors())
    raise AssertionError(ended)


def test_block_that_the_medium_cannot_read_does_not_prevent_the_start(place):
    with old_disk(place) as spoil_file:
        fences = fence_file(place)
        place.write(bench.configuration(place, 'type = "socket"', bench.monitor("sections", fences)))
        # A file that was changed just now is not sealed.
        until(lambda: time.time() - fences.stat().st_ctime > 2.1, 5)
        place.daemon().terminate()
        kept = compiled(place)
        spoil_file(kept)
        daemon, ended = start_until_ready(place)
        assert len(ended) == 1 and f"{kept}: a block cannot be read; the file is removed" in ended[0], ended
        assert daemon.terminate() == 0
        # A file that cannot be removed is not looked at any more after the second crash.
        subprocess.run(["chattr", "+i", kept], check=True)
        spoil_file(kept)
        daemon, ended = start_until_ready(place)
        assert len(ended) == 2 and all("the file cannot be removed" in end for end in ended), ended
        assert "not trusted after several crashes" in daemon.errors(), daemon.errors()
        equal(len(place.client().call("Fence.list")["fences"]), 1000)


def test_changed_file_is_read_again(place):
    fence_file(place)
    first = run(place)
    # As old as before, and another file.
    fence_file(place, extra=1)
    again = run(place)
    assert "out of date" in again[2], again[2]
    assert again[0] == first[0]
    # Touched only: compared, and used again.
    os.utime(place.folder / "fences.geojson", (1_600_000_000, 1_600_000_000))
    kept = compiled(place).stat()
    assert "made again" not in run(place)[2]
    assert compiled(place).stat().st_ino == kept.st_ino


def test_unwritable_cache_directory_costs_only_time(place):
    fence_file(place)
    (place.folder / "state" / "compiled").write_text("in the way")
    events, _, said = run(place)
    assert "entered" in events
    assert said.count("cannot be kept") == 1, said


def test_compiled_files_of_removed_fences_are_removed(place):
    fence_file(place)
    run(place)
    compiled(place)
    place.write(bench.configuration(place, 'type = "socket"'))
    place.daemon().terminate()
    assert list((place.folder / "state" / "compiled").iterdir()) == []


HERE = (60.0, 20.0)


def square(name, lat, lon, size=0.002):
    half = size / 2
    corners = [(-half, -half), (half, -half), (half, half), (-half, half), (-half, -half)]
    return {
        "type": "Feature", "id": name, "properties": {},
        "geometry": {"type": "Polygon", "coordinates": [[[lon + x, lat + y] for x, y in corners]]}}


def write_squares(place, near):
    """Those squares, between so many far away that the file is worth compiling."""
    far = [square(f"far-{n}", n // 50 / 10, n % 50 / 10) for n in range(1500)]
    path = place.folder / "fences.geojson"
    path.write_text(json.dumps({
        "type": "FeatureCollection", "features": far[:700] + near + far[700:]}))
    return path


def test_reload_uses_a_changed_file_and_keeps_the_states(place):
    lat, lon = HERE
    fences = write_squares(place, [square("home", lat, lon), square("shed", lat, lon)])
    place.write(bench.configuration(place, 'type = "socket"', bench.monitor("own", fences)))
    daemon, client = place.daemon(), place.client()
    seen = []

    def push(second, moved=0.0):
        fix = {"lat": lat, "lon": lon + moved, "time": f"2026-05-02T12:00:{second:02d}Z"}
        assert client.call("Source.push", source="gps", fixes=[fix])["accepted"] == 1

    def expect(*words):
        """Those are the transitions since the last time."""
        until(lambda: client.call("Daemon.status")["store"]["pending"] == 0, 15)
        fresh = transitions(client)[len(seen):]
        seen.extend(fresh)
        found = sorted(f"{e['type']} {e['fence']}" for e in fresh)
        assert found == list(words), found

    push(1)
    push(2)
    expect("entered home", "entered shed")
    visit = next(e["visit"] for e in seen if e["fence"] == "home")
    first = compiled(place).stat()
    # The shed is moved away while we are in it, and a barn is built around us.
    write_squares(place, [
        square("home", lat, lon), square("shed", lat, lon + 0.005), square("barn", lat, lon, 0.004)])
    geofencectl(place, "reload")
    until(lambda: "out of date" in daemon.errors(), 10, "why it is made again")
    assert daemon.errors().count("out of date") == 1, daemon.errors()
    second = compiled(place).stat()
    assert second.st_ino != first.st_ino, "it was not made again"
    push(3)
    expect("entered barn", "exited shed")
    # Nothing changed: the compiled file is used, and nothing is emitted.
    for number in (4, 5):
        geofencectl(place, "reload")
        push(number)
        expect()
    assert compiled(place).stat().st_ino == second.st_ino, "it was not used"
    assert daemon.errors().count("made again") == 1, daemon.errors()
    # Out of what is left and into the shed where it is now.
    for number in range(6, 16):
        push(number, moved=(number - 5) * 0.0005)
    expect("entered shed", "exited barn", "exited home")
    assert next(e["visit"] for e in seen if e["type"] == "exited" and e["fence"] == "home") == visit


def test_file_replaced_while_it_is_read_is_read_again(place):
    lat, lon = HERE
    paths = []
    for name in ("barn", "cart"):
        features = write_squares(place, [square(name, lat, lon)])
        paths.append(features.rename(place.folder / name))
    fences = place.folder / "fences.geojson"
    texts = [path.read_text().ljust(2 << 20) for path in paths]
    fences.write_text(texts[0])
    paths[1].write_text(texts[1])
    for path in (fences, paths[1]):
        os.utime(path, (1_700_000_000, 1_700_000_000))
    place.write(bench.configuration(place, 'type = "socket"', bench.monitor("own", fences)))
    # Longer than file systems give two changes the same time.
    slow = ["strace", "-D", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-P", str(fences),
            "-e", "trace=read", "-e", "inject=read:delay_exit=2000000"]
    daemon = place.daemon(prefix=slow, start=False)
    until(lambda: daemon.has_open(fences), 10, "the fences are read")
    os.rename(paths[1], fences)
    daemon.until_ready(30)

    def names():
        listed = place.client().call("Fence.list")["fences"]
        return [f["id"] for f in listed if not f["id"].startswith("far-")]
    assert names() == ["barn"], names()
    daemon.terminate()
    place.daemon()
    assert names() == ["cart"], names()
