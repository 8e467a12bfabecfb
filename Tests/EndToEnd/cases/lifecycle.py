"""Start, stop, reload and configurations that are wrong."""
import os
import select
import signal
import socket
import subprocess
import time

from bench import daemon as bench
from bench.client import Refused
from bench.waiting import pause, rounds, until
from cases.compiled import square, write_squares

QUIET = 'type = "socket"'


def test_daemon_stops_within_two_seconds_and_reports_it(place):
    def stop():
        """Whether a stop took less than two seconds and its event was received, and both."""
        daemon = place.daemon(QUIET)
        client = place.client()
        client.call("Events.subscribe", types=["daemon-stopped"])
        begun = time.monotonic()
        assert daemon.terminate() == 0
        seconds = time.monotonic() - begun
        assert daemon.notified("STOPPING=1")
        types = [line["params"]["type"] for line in iter(client.line, None)]
        return seconds < 2 and types == ["daemon-stopped"], seconds, types
    # Where a stop takes longer, no subscriber gets the last event.
    stops = rounds(stop, lambda result: result[0])
    assert stops[-1][0], stops


def test_closed_standard_descriptor_is_not_reused(place):
    daemon = place.daemon(
        'type = "exec"\ncommand = ["sh", "-c", "echo $0; sleep 99", \'{"lat":1,"lon":2}\']',
        prefix=("bash", "-c", 'exec "$0" "$@" <&- >&- 2>&-'))
    for number in range(3):
        assert os.readlink(f"/proc/{daemon.pid}/fd/{number}") == "/dev/null"
    client = place.client()
    until(lambda: client.source()["state"] == "fix", 10, "what a program says is heard")


def test_many_signals_lead_to_a_clean_shutdown(place):
    daemon = place.daemon(QUIET)
    for _ in range(200):
        daemon.signal(signal.SIGHUP)
    assert place.client().call("Daemon.status")["health"]
    for _ in range(20):
        daemon.signal(signal.SIGTERM)
    assert daemon.wait(15) == 0


def test_invalid_configuration_is_exit_78_with_the_position(place):
    place.write(bench.configuration(place, QUIET).replace("ignore_period_s", "ignore_periods"))
    daemon = place.daemon(start=False)
    assert daemon.wait() == 78
    status = daemon.status()
    line = place.config.read_text().splitlines().index("ignore_periods = 0") + 1
    assert f"geofenced.toml:{line}" in status and "ignore_periods" in status, status
    assert "ignore_periods" in daemon.errors()


def test_refused_start_does_not_wait_for_a_reader(place):
    full, end = os.pipe()
    os.set_blocking(end, False)
    try:
        while os.write(end, b"x" * 512):
            pass
    except BlockingIOError:
        os.set_blocking(end, True)
    done = subprocess.run(
        [bench.BIN / "geofenced", "--config", place.folder / "none.toml"], stderr=end, timeout=10)
    assert done.returncode == 78
    os.close(full)
    os.close(end)


def test_malformed_toml_is_exit_78(place):
    place.write("[daemon\nsocket = ")
    daemon = place.daemon(start=False)
    assert daemon.wait() == 78
    assert "geofenced.toml:1" in daemon.status(), daemon.status()


def test_a_missing_configuration_is_exit_78(place):
    daemon = place.daemon(start=False)
    assert daemon.wait() == 78
    assert "geofenced.toml" in daemon.status()


def test_oversized_configuration_is_reported_as_such(place):
    place.config.write_bytes(b"#" * (30 << 20))
    daemon = place.daemon(start=False)
    assert daemon.wait() == 78
    assert "geofenced.toml: is larger than 4 MiB; name the file" in daemon.errors(), daemon.errors()


def test_missing_descriptors_are_not_blamed_on_a_path(place):
    daemon = place.daemon(QUIET, prefix=["prlimit", "--nofile=12:12"], start=False)
    assert daemon.wait() == 69
    assert "Too many open files; raise LimitNOFILE= in the unit" in daemon.errors(), daemon.errors()


def test_start_without_descriptors_ends_with_a_message(place):
    # From where the program can be loaded to where it can start but for what libdispatch opens.
    for limit in range(5, 20):
        daemon = place.daemon(QUIET, prefix=["prlimit", f"--nofile={limit}:{limit}"], start=False)
        assert daemon.wait() == 69, (limit, daemon.errors())
        assert "Too many open files; raise LimitNOFILE= in the unit" in daemon.errors(), (
            limit, daemon.errors())


def test_a_start_on_a_slow_medium_asks_systemd_for_time(place):
    daemon = place.daemon(QUIET, start=False, prefix=[
        "strace", "-D", "-f", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e",
        "inject=fsync,fdatasync:delay_enter=1500000:when=1..2"])
    daemon.until_ready(30)
    notifications = daemon.read_notifications()
    before = notifications[:next(n for n, message in enumerate(notifications) if "READY=1" in message)]
    assert any("EXTEND_TIMEOUT_USEC=60000000" in message for message in before), notifications
    assert any("STATUS=checking the event log" in message for message in before), notifications


def test_invalid_configuration_closes_waiting_clients_of_the_systemd_socket(place):
    place.write("[daemon\n")
    with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as client:
        listener.bind(str(place.folder / "control.sock"))
        listener.listen()
        client.connect(str(place.folder / "control.sock"))
        # Other shells know descriptors of one digit only.
        ended = subprocess.run(
            ["bash", "-c", f'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" --config "$1" 3<&{listener.fileno()}',
             bench.BIN / "geofenced", place.config],
            pass_fds=[listener.fileno()], stderr=subprocess.DEVNULL)
        assert ended.returncode == 78
        # A waiting client would make systemd start the service again and again.
        assert not select.select([listener], [], [], 0)[0]
        client.settimeout(5)
        assert client.recv(1) == b""


def check(place):
    return subprocess.run(
        [bench.BIN / "geofenced", "--check-config", place.config], capture_output=True, text=True)


def test_check_config_reports_all_problems_at_once(place):
    place.write(
        bench.configuration(place, 'type = "serail"').replace("ignore_period_s = 0", "ignore = 1"))
    result = check(place)
    assert result.returncode == 78
    assert "serail" in result.stdout and "ignore" in result.stdout, result.stdout
    place.write(bench.configuration(place, QUIET))
    result = check(place)
    assert result.returncode == 0 and "is valid" in result.stdout, result


def test_check_config_reports_files_beside_wrong_keys(place):
    place.write(bench.configuration(place, QUIET, bench.monitor("gone", place.folder / "no.json")).replace(
        "ignore_period_s = 0", "ignore = 1"))
    for done in check(place), subprocess.run(
            [bench.BIN / "geofencectl", "config", "check", place.config], capture_output=True, text=True):
        assert done.returncode == 78
        for problem in "ignore: is not a known key", "no.json: does not exist", "not a valid configuration":
            assert problem in done.stdout + done.stderr, done


def test_missing_directories_of_the_daemon_are_created(place):
    """Those of the state and of the socket, and none above them."""
    (place.folder / "state").rmdir()
    place.write(bench.configuration(place, QUIET).replace("/control.sock", "/run/control.sock"))
    place.daemon()
    assert (place.folder / "run/control.sock").is_socket()
    assert (place.folder / "state/events.db").is_file()
    assert (place.folder / "state").stat().st_mode & 0o7 == 0
    text = place.config.read_text()
    for old, new in [("/state", "/none/state"), ("/run/control.sock", "/none/run/control.sock")]:
        place.write(text.replace("/state", "/second").replace("/run/", "/run2/").replace(
            {"/state": "/second", "/run/control.sock": "/run2/control.sock"}[old], new))
        started = place.daemon(start=False)
        assert started.wait() == 69
        folder = (place.folder / new[1:]).parent if new.endswith("sock") else place.folder / new[1:]
        assert str(folder) in started.errors(), started.errors()
        assert "No such file or directory" in started.errors(), started.errors()
        assert not (place.folder / "none").exists()


def test_a_monitor_without_its_file_fails_and_the_others_run(place):
    monitors = bench.monitor("here", bench.FENCES) + bench.monitor("gone", place.folder / "no.json")
    place.write(bench.configuration(place, QUIET, monitors))
    place.daemon()
    states = {m["name"]: m for m in place.client().call("Monitor.list")["monitors"]}
    assert states["here"]["status"] == "started", states
    assert states["gone"]["status"] == "failedToStart", states
    assert "no.json" in states["gone"]["warnings"][0]["message"]


def test_a_malformed_fence_file_fails_only_its_monitor(place):
    (place.folder / "bad.json").write_text('{"type": "FeatureCollection", "features": [')
    monitors = bench.monitor("here", bench.FENCES) + bench.monitor(
        "bad", place.folder / "bad.json")
    place.write(bench.configuration(place, QUIET, monitors))
    place.daemon()
    states = {m["name"]: m["status"] for m in place.client().call("Monitor.list")["monitors"]}
    assert states == {"here": "started", "bad": "failedToStart"}, states


def test_reload_accepts_a_valid_configuration_and_refuses_an_invalid_one(place):
    place.daemon(QUIET)
    client = place.client()
    good = place.config.read_text()
    place.write(good + bench.monitor("third", bench.FENCES))
    changes = client.call("Config.reload")
    assert changes["monitors"]["added"] == ["third"], changes
    place.write(good.replace("buffer_m = 10", "buffer_m = -1"))
    try:
        client.call("Config.reload")
        raise AssertionError("accepted")
    except Refused as refusal:
        assert refusal.kind == "ConfigInvalid"
        assert "geofenced.toml:" in refusal.error["data"]["problems"][0], refusal.error
        assert "buffer_m" in refusal.error["data"]["problems"][0], refusal.error
    names = [m["name"] for m in client.call("Monitor.list")["monitors"]]
    assert names == ["sections", "points", "third"], names
    assert client.call("Daemon.status")["config_error"]


def test_a_bad_fence_file_at_reload_changes_nothing(place):
    fences = place.folder / "own.geojson"
    fences.write_text(bench.FENCES.read_text())
    place.write(bench.configuration(place, QUIET, bench.monitor("own", fences)))
    place.daemon()
    client = place.client()
    before = client.call("Fence.list")
    fences.write_text("{")
    try:
        client.call("Config.reload")
        raise AssertionError("accepted")
    except Refused as refusal:
        assert "own.geojson" in refusal.error["data"]["problems"][0], refusal.error
    assert client.call("Fence.list") == before


def test_settings_read_at_start_stay_until_the_end(place):
    fences = write_squares(place, [])
    place.write(bench.configuration(place, QUIET, bench.monitor("own", fences)))
    daemon = place.daemon()
    client = place.client()
    other = place.folder / "other"
    other.mkdir()
    (other / "control.sock").touch()
    text = place.config.read_text()
    place.write(text.replace("/control.sock", "/other/control.sock").replace("/state", "/other"))
    write_squares(place, [square("new", 1, 50)])
    for _ in range(2):
        assert "restart" in client.call("Config.reload")["warnings"][0]
    assert client.call("Daemon.status")["store"]["path"] == str(place.folder / "state")
    assert list((place.folder / "state" / "compiled").glob("*.compiled"))
    assert [file.name for file in other.iterdir()] == ["control.sock"]
    assert daemon.terminate() == 0
    assert (other / "control.sock").exists() and not (place.folder / "control.sock").exists()


def test_a_second_daemon_on_the_same_state_directory_touches_nothing(place):
    fences = write_squares(place, [])
    place.write(bench.configuration(place, QUIET, bench.monitor("own", fences)))
    first = place.daemon()
    state = place.folder / "state"
    client = place.client()
    # What it writes at its start.
    until(lambda: "ready true" in (state / "run").read_text(), 10, "the record of the run")
    until(lambda: client.call("Daemon.status")["store"]["pending"] == 0, 10, "everything durable")
    before = {file: file.stat().st_ctime_ns for file in state.rglob("*")}
    assert any(file.suffix == ".compiled" for file in before), before
    # Other fences: what is kept of those of the first daemon would be removed.
    place.write(bench.configuration(place, QUIET).replace("control.sock", "other.sock"))
    second = place.daemon(start=False)
    assert second.wait() == 69, second.errors()
    for text in (f"another geofenced (process {first.pid})", str(state), "state_directory", "socket"):
        assert text in second.errors() and text in second.status(), (text, second.errors())
    assert {file: file.stat().st_ctime_ns for file in state.rglob("*")} == before
    assert client.call("Daemon.status")["health"]
    first.kill()
    place.daemon()


def test_a_state_directory_of_another_owner_is_refused_with_a_remedy_or_harmless(place):
    assert os.geteuid() == 0, "another user's daemon needs root: run the tests as root"
    state = place.folder / "state"
    fences = write_squares(place, [])
    place.write(bench.configuration(place, QUIET, bench.monitor("own", fences)))
    place.folder.chmod(0o777)
    state.chmod(0o700)
    refused = place.daemon(
        start=False, prefix=["setpriv", "--reuid=61000", "--regid=61000", "--clear-groups"])
    assert refused.wait() == 69
    assert str(state) in refused.errors() and "chown -R" in refused.errors(), refused.errors()
    # Links in it that its owner has put there lead a daemon of root to nothing that it changes.
    os.chown(state, 61000, 61000)
    precious = place.folder / "precious"
    precious.mkdir()
    (precious / "passwd").write_text("root")
    (state / "compiled").symlink_to(precious)
    place.daemon()
    compiled = next(precious.glob("*.compiled"))
    place.daemons[-1].terminate()
    compiled.unlink()
    compiled.with_name(compiled.name + ".new").symlink_to(precious / "passwd")
    place.daemon()
    assert (precious / "passwd").read_text() == "root"
    assert compiled.exists()


def test_hangup_reloads_and_notifies_systemd(place):
    daemon = place.daemon(QUIET)
    client = place.client()
    place.write(place.config.read_text() + bench.monitor("third", bench.FENCES))
    daemon.signal(signal.SIGHUP)
    until(lambda: len(client.call("Monitor.list")["monitors"]) == 3, 10, "the monitor")
    until(lambda: sum("READY=1" in m for m in daemon.read_notifications()) == 2, 10, "ready again")
    # Notifications come in their order.
    assert daemon.notified("RELOADING=1")


def test_hangup_during_the_start_reloads_afterwards(place):
    fences = write_squares(place, [])
    place.write(bench.configuration(place, QUIET, bench.monitor("own", fences)))
    # Stopped while it reads them, until it has the signal.
    stopped = ["strace", "-D", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-P", str(fences),
               "-e", "trace=read", "-e", "inject=read:signal=STOP:when=1"]
    daemon = place.daemon(prefix=stopped, start=False)
    until(lambda: daemon.has_open(fences), 30, "the fences are read")
    daemon.signal(signal.SIGHUP)

    def ready():
        daemon.signal(signal.SIGCONT)
        return daemon.notified("READY=1")
    until(ready, 30, "the start")
    until(lambda: daemon.notified("RELOADING=1"), 10, "the reload")


def test_watchdog_is_notified_at_a_third_of_its_timeout(place):
    daemon = place.daemon(
        QUIET, environment={"WATCHDOG_USEC": "300000"}, start=False)
    daemon.until_ready()
    pings = lambda: sum("WATCHDOG=1" in m for m in daemon.read_notifications())  # noqa: E731
    seen = []

    def five_in_two_seconds():
        """Not from the first on: a machine that stalls makes some come late."""
        seen.extend([time.monotonic()] * (pings() - len(seen)))
        return len(seen) >= 5 and seen[-1] - seen[-5] < 2
    until(five_in_two_seconds, 20, "five pings in two seconds")
    daemon.signal(signal.SIGSTOP)
    # Until every thread has stopped.
    os.waitid(os.P_PID, daemon.pid, os.WSTOPPED | os.WNOWAIT)
    count = pings()
    pause(0.5)
    assert pings() == count, "the watchdog was notified by another thread"
    daemon.signal(signal.SIGCONT)
    until(lambda: pings() > count, 10, "another ping")


def test_status_line_is_short_and_correct(place):
    daemon = place.daemon(QUIET)
    until(lambda: daemon.status().startswith("2 monitors, "), 10, "the line")
    assert "gps: " in daemon.status() and len(daemon.status()) < 100, daemon.status()


def test_runtime_fences_outlive_a_restart(place):
    daemon = place.daemon(QUIET)
    client = place.client()
    square = [[[4.0, 52.0], [4.1, 52.0], [4.1, 52.1], [4.0, 52.1], [4.0, 52.0]]]
    feature = {
        "type": "Feature", "id": "new-yard", "properties": {"name": "New yard"},
        "geometry": {"type": "Polygon", "coordinates": square}}
    sets = client.call("Monitor.list")["monitors"][0]["fence_set"]
    assert client.call("Fence.add", set=sets, feature=feature)["added"] == ["new-yard"]
    gone = client.call("Fence.list", monitor="sections")["fences"][0]["id"]
    client.call("Fence.remove", set=sets, fence=gone)
    daemon.terminate()
    place.daemon()
    names = [f["id"] for f in place.client().call("Fence.list", monitor="sections")["fences"]]
    assert "new-yard" in names and gone not in names, names


def test_systemd_that_does_not_read_blocks_nothing(place):
    daemon = place.daemon(QUIET, environment={"WATCHDOG_USEC": "30000"})
    client = place.client()
    # Far more notifications than the queue of the socket holds; no process reads them.
    pause(2)
    assert client.call("Daemon.status")["health"]
    assert daemon.terminate() == 0


def test_memory_of_the_start_is_released(place):
    daemon = place.daemon(QUIET)
    peak = daemon.peak_bytes()
    assert daemon.resident_bytes() < peak * 5 // 6, "nothing was given back before READY"
    # Once more when the start has settled.
    until(lambda: daemon.resident_bytes() < peak * 2 // 3, 20, "less memory")
    assert place.client().call("Daemon.status")["memory_bytes"] < peak
