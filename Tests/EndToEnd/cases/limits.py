"""How many clients there may be, and for how long without a request."""
import json
import os
import pathlib
import signal
import subprocess
import sys

from bench import daemon as daemons
from bench.others import shortest_wait
from bench.waiting import pause, until
from bench.world import World
from cases.storm import CROWD, disperse

QUIET = 'type = "socket"'
FIX = {"lat": 34.4581, "lon": -119.7098}


def crowd(place, user, count, group=0):
    """`count` clients of one program of a user; gives the process and how many were admitted."""
    process = subprocess.Popen(
        ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups", sys.executable, "-S", "-c",
         CROWD, place.folder / "control.sock", str(count), "never"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    return process, int(process.stdout.readline())


def ctl(place, *words, **options):
    return subprocess.run(
        [daemons.BIN / "geofencectl", "--socket", place.folder / "control.sock", *words],
        capture_output=True, text=True, timeout=30, **options)


def test_programs_and_users_have_separate_limits(place):
    place.daemon(QUIET)
    clients = [place.client() for _ in range(12)]
    extra = place.client(greet=False)
    line = extra.line()
    assert line["error"]["data"]["kind"] == "Busy" and "process" in line["error"]["message"], line
    assert extra.line() is None
    processes = []
    try:
        # Other programs of the same user have the rest of what the user may have.
        for wanted in (4, 0):
            process, admitted = crowd(place, 0, 4)
            processes.append(process)
            assert admitted == wanted, admitted
    finally:
        disperse(processes)
    clients[0].close()
    until(lambda: ctl(place, "status").returncode == 0, 5, "room for another client")


def test_indistinguishable_users_do_not_lock_out_each_other_or_a_reload(place):
    assert os.geteuid() == 0, "other users need root: run the tests as root"
    place.write(daemons.configuration(place, QUIET, extra='group = "root"'))
    # As with PrivateUsers=yes: the daemon knows root alone, and all others by one number.
    place.daemon(prefix=["unshare", "--user", "--map-root-user"])
    processes, admitted = [], []
    try:
        for user in range(5):
            process, count = crowd(place, 61_000 + user, 16)
            processes.append(process)
            admitted.append(count)
        assert admitted == [12, 12, 12, 12, 0], admitted
        done = ctl(place, "reload")
        assert done.returncode == 0, done
    finally:
        disperse(processes)


def test_idle_connection_ends_with_a_reason_and_streams_stay(place):
    world = place.keep(World(place.folder))
    place.daemon(QUIET, environment=world.environment)
    idle, silent, user = place.client(), place.client(), place.client()
    assert user.hello["params"]["idle_s"] == 300, user.hello
    assert idle.call("Daemon.status")["clients"] == 3
    followers = {"Events.subscribe": {}, "Fix.last": {"follow": True}}
    following = []
    for method, params in followers.items():
        client = place.client()
        client.call(method, **params)
        following.append(client)
    assert user.call("Daemon.status")["clients"] == 5
    world.skip(240)
    assert user.call("Daemon.status")["clients"] == 5, "ended too early"
    world.skip(70)
    # The request comes in before what is due.
    assert user.call("Daemon.status")["clients"] >= 3
    for client in (idle, silent):
        line = client.line()
        assert line["id"] is None and line["error"]["data"]["kind"] == "Timeout", line
        assert "300 s" in line["error"]["message"] and line["error"]["data"]["hint"], line
        assert client.line() is None, "still open"
    until(lambda: user.call("Daemon.status")["clients"] == 3, 5, "two are gone")
    for client in following:
        assert client.call("Daemon.status")["clients"] == 3
    # Without its subscription, a client is idle from then on.
    following[0].call("Events.unsubscribe")
    # The answer to another comes when the daemon has done with the one before.
    user.call("Daemon.status")
    world.skip(240)
    assert user.call("Daemon.status")["clients"] == 3
    world.skip(70)
    user.call("Daemon.status")
    until(lambda: user.call("Daemon.status")["clients"] == 2, 5, "one more is gone")
    assert following[1].call("Daemon.status")


def reads_standard_input(pid):
    """Whether a process waits in read() for its standard input, or for a duplicate of it."""
    call = pathlib.Path(f"/proc/{pid}/syscall").read_text().split()
    files = pathlib.Path(f"/proc/{pid}/fd")
    file = files / str(int(call[1], 16)) if len(call) > 1 else files
    return file.is_symlink() and os.readlink(file) == os.readlink(files / "0")


def test_rare_fixes_are_pushed(place):
    worlds = []
    for name in ("daemon", "client"):
        folder = place.folder / name
        folder.mkdir()
        worlds.append(place.keep(World(folder)))
    place.daemon(QUIET, environment=worlds[0].environment)
    watching = place.client()
    pushing = subprocess.Popen(
        [daemons.BIN / "geofencectl", "--socket", place.folder / "control.sock", "push", "gps"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, **worlds[1].environment})
    for number in range(3):
        line = {**FIX, "time": f"2026-05-02T12:{number:02d}:00Z"}
        pushing.stdin.write(json.dumps(line).encode() + b"\n")
        pushing.stdin.flush()
        until(lambda: watching.source()["counters"]["fixes"] == number + 1, 10, "the fix")
        until(lambda: reads_standard_input(pushing.pid), 10, "the client waits for the next")
        # Not at once: the client that watches would be idle for as long.
        for seconds in (240, 160):
            for world in worlds:
                world.skip(seconds)
            watching.call("Daemon.status")
        until(lambda: watching.call("Daemon.status")["clients"] == 1, 5, "its connection ended")
    output, complaint = pushing.communicate()
    assert pushing.returncode == 0, complaint
    assert output == b"3 fixes were accepted.\n", (output, complaint)


def test_daemon_stopped_for_minutes_keeps_clients_that_sent_meanwhile(place):
    world = place.keep(World(place.folder))
    daemon = place.daemon(QUIET, environment=world.environment)
    speaker, half, follower = place.client(), place.client(), place.client()
    follower.call("Events.subscribe")
    request = b'{"jsonrpc":"2.0","id":7,"method":"Monitor.list"}\n'
    half.send(request[:20])
    until(lambda: speaker.call("Daemon.status")["clients"] == 3, 5)
    # For what it is about: a daemon that waits.
    pause(0.5)
    daemon.signal(signal.SIGSTOP)
    half.send(request[20:])
    speaker.send(request)
    world.set(wall_s=400, boot_s=400)
    world.skip(400)
    daemon.signal(signal.SIGCONT)
    for client in (half, speaker):
        assert client.line()["id"] == 7
    assert follower.call("Daemon.status")["clients"] == 3


def test_client_stopped_for_minutes_loses_its_connection_and_no_event(place):
    world = place.keep(World(place.folder))
    place.daemon(QUIET, environment=world.environment)
    operator = place.client()
    events = place.folder / "events"
    with open(events, "w") as file:
        stopped = subprocess.Popen(
            [daemons.BIN / "geofencectl", "--socket", place.folder / "control.sock", "events", "-f",
             "--since", "begin", "--reconnect", "-o", "jsonl"],
            stdout=file, stderr=subprocess.DEVNULL)
        try:
            until(lambda: "\n" in events.read_text(), 10, "the first event")
            stopped.send_signal(signal.SIGSTOP)

            def emit():
                for _ in range(700):
                    operator.call("Monitor.stop", monitor="sections")
                    operator.call("Monitor.start", monitor="sections")
            wait = shortest_wait(place, emit)
            assert wait < 1.0, wait
            until(lambda: operator.call("Daemon.status")["clients"] == 2, 5, "the probe gone")
            # Not at once: the operator would be idle for as long.
            for seconds in (240, 70):
                world.skip(seconds)
                operator.call("Daemon.status")
            until(lambda: operator.call("Daemon.status")["clients"] == 1, 5, "it is let go")
            stopped.send_signal(signal.SIGCONT)

            def numbers():
                lines = events.read_text().splitlines(keepends=True)
                return [json.loads(line)["seq"] for line in lines if line.endswith("\n")]
            last = operator.call("Daemon.status")["store"]["next_seq"] - 1
            assert last >= 1400, last
            until(lambda: numbers()[-1:] == [last], 60, "the last event")
            assert numbers() == list(range(1, last + 1)), "holes or repetitions"
        finally:
            stopped.kill()
            stopped.wait()
