"""The control socket: rights, limits, garbage and clients that misbehave."""
import json
import os
import re
import resource
import shutil
import socket
import struct
import subprocess
import sys

from bench import daemon
from bench.client import Client, Refused
from bench.users import ask_as_member
from bench.waiting import pause, repeated, until
from cases.stream import refusal

QUIET = 'type = "socket"'
FIX = {"lat": 34.4581, "lon": -119.7098}


def raw(place):
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(15)
    connection.connect(str(place.folder / "control.sock"))
    return place.keep(connection)


def push(client, second, **more):
    time = f"2026-05-02T12:{second // 60:02d}:{second % 60:02d}Z"
    return client.call("Source.push", source="gps", fixes=[{**FIX, "time": time, **more}])


def test_server_greets_first(place):
    place.daemon(QUIET)
    hello = place.client().hello
    assert hello["method"] == "hello"
    params = hello["params"]
    assert params["server"] == "geofenced" and params["access"] == "operate", params
    assert params["max_line"] == 1048576 and params["protocol"] == {"major": 1, "minor": 11}


def test_every_method_of_rpc_discover_answers(place):
    place.daemon(QUIET)
    client = place.client()
    for method in client.call("rpc.discover")["methods"]:
        try:
            client.call(method["name"])
        except Refused as refusal:
            assert refusal.kind in ("InvalidParams", "NotFound"), (method, refusal.error)


def test_an_unknown_method_is_refused_with_a_suggestion(place):
    place.daemon(QUIET)
    client = place.client()
    try:
        client.call("Monitor.lst")
        raise AssertionError("accepted")
    except Refused as refusal:
        assert refusal.error["code"] == -32601
        assert refusal.error["data"]["suggestion"] == "Monitor.list"


def pages(client, **query):
    fences, after = [], {}
    while True:
        page = client.call("Fence.list", **query, **after)
        assert len(page["fences"]) <= query.get("limit", 1000)
        yield page["fences"]
        if "next" not in page:
            return
        after = {"after": page["next"]}


def test_fences_are_listed_page_by_page(place):
    place.daemon(QUIET)
    client = place.client()
    whole = client.call("Fence.list")
    assert "next" not in whole and {f["monitor"] for f in whole["fences"]} == {"sections", "points"}
    for limit in (1, 3, len(whole["fences"])):
        listed = list(pages(client, limit=limit))
        assert sum(listed, []) == whole["fences"], listed
        assert all(len(page) == limit for page in listed[:-1]), listed
    some = [f for f in whole["fences"] if f["monitor"] == "points"]
    assert sum(pages(client, limit=2, monitor="points"), []) == some
    # A place stays one when its fence goes.
    gone = some[1]
    client.call("Fence.remove", set=gone["set"], fence=gone["id"])
    after = {"fence": gone["id"], "monitor": "points"}
    assert client.call("Fence.list", after=after)["fences"] == some[2:]
    for wrong in [{"limit": 0}, {"after": {"fence": "a", "monitor": "unknown"}}]:
        try:
            client.call("Fence.list", **wrong)
            raise AssertionError(f"accepted {wrong}")
        except Refused as refusal:
            assert refusal.kind == "InvalidParams", refusal.error


def test_many_fences_are_listed_in_lines_within_the_limit(place):
    fences = place.folder / "many.geojson"
    features = [
        {"type": "Feature", "id": f"f{number:04}", "properties": {"note": "x" * 1000},
         "geometry": {"type": "Polygon", "coordinates": [
             [[4, 52], [4.001, 52], [4, 52.001], [4, 52]]]}} for number in range(2500)]
    fences.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    place.write(daemon.configuration(place, QUIET, daemon.monitor("many", fences)))
    place.daemon()
    listed = list(pages(place.client()))
    assert [f["id"] for page in listed for f in page] == [f["id"] for f in features]
    assert all(len(json.dumps(page)) < 1 << 20 for page in listed)
    detail = place.client().call("Monitor.inspect", monitor="many")
    assert (detail["fences"], detail["next"]["fence"]) == (listed[0], listed[0][-1]["id"])

    def ctl(*words):
        command = [daemon.BIN / "geofencectl", "--socket", place.folder / "control.sock", *words]
        return subprocess.run(command, capture_output=True, check=True, text=True).stdout

    document, lines, table = (
        ctl("fence", "list", "-o", form) for form in ("json", "jsonl", "table"))
    whole = json.loads(ctl("monitor", "inspect", "many", "-o", "json"))
    assert whole["fences"] == sum(listed, []) and "next" not in whole
    assert json.loads(document) == {"fences": sum(listed, [])}
    assert [json.loads(line) for line in lines.splitlines()] == sum(listed, [])
    rows = [line.split()[0] for line in table.splitlines()]
    assert rows == ["FENCE"] + [f["id"] for f in features], rows[:3]


def test_garbage_is_answered_and_the_connection_continues(place):
    place.daemon(QUIET)
    client = place.client()
    for garbage in [b"nonsense\n", b"\xff\xfe\x00\n", b"[]\n", b"{}\n", b"[" * 5000 + b"\n"]:
        client.send(garbage)
        line = client.line()
        assert line["error"]["code"] in (-32700, -32600) and line["id"] is None, line
    assert client.call("Monitor.list")


def test_a_line_of_two_megabytes_is_refused_and_closed(place):
    daemon = place.daemon(QUIET)
    client, other = place.client(), place.client()
    before = daemon.heap_bytes()
    try:
        client.send(b"x" * (2 << 20) + b"\n")
    except (BrokenPipeError, ConnectionResetError):
        pass
    line = client.line()
    assert line["error"]["data"]["kind"] == "line_too_long", line
    assert client.line() is None, "still open"
    assert other.call("Monitor.list")
    assert daemon.heap_bytes() - before < 8 << 20


def test_incomplete_request_ends_the_connection_after_ten_seconds(place):
    place.daemon(QUIET)
    client = place.client()
    client.send(b'{"jsonrpc":"2.0","id":1,')
    line = client.line(seconds=30)
    assert line["error"]["data"]["kind"] == "Timeout", line
    assert client.line() is None


def test_client_that_resets_its_connection_does_not_disturb_others(place):
    place.daemon(QUIET)
    healthy = place.client()
    healthy.call("Events.subscribe")
    for _ in range(50):
        connection = raw(place)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.sendall(b'{"id":1,"method":"Daemon.status"}\n' * 20)
        connection.close()
    assert healthy.call("Daemon.status")["health"]
    until(lambda: healthy.call("Daemon.status")["clients"] == 1, 5)


def connects(place):
    client = place.client(greet=False)
    line = client.line()
    if line is not None and line.get("method") == "hello":
        return True
    client.close()
    return False


def test_users_without_permission_are_refused_before_their_first_line(place):
    assert os.geteuid() == 0, "another user needs root: run the tests as root"
    place.daemon(QUIET)
    path = place.folder / "control.sock"
    assert path.stat().st_mode & 0o777 == 0o660
    # Even with a socket that lets everybody connect, the daemon looks at who it is.
    path.chmod(0o666)
    script = (
        "import socket,sys\ns=socket.socket(socket.AF_UNIX)\ns.connect(sys.argv[1])\n"
        "print(s.makefile().read())")
    output = subprocess.run(
        ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", sys.executable, "-S", "-c",
         script, path],
        capture_output=True, text=True, timeout=15).stdout
    error = json.loads(output)["error"]
    assert error["code"] == -32007 and error["data"]["kind"] == "PermissionDenied", error
    assert "usermod" in error["data"]["hint"]


def test_members_of_the_read_group_may_read(place):
    # Any group that other users can be given here.
    place.write(daemon.configuration(place, QUIET, extra='read_group = "daemon"'))
    place.daemon()
    done = ask_as_member(
        place, "daemon", ("Monitor.list", {}), ("Config.reload", {}), ("Fence.revert", {}))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == 3, done
    assert "result" in answers[0], answers[0]
    for answer in answers[1:]:
        assert answer["error"]["data"]["kind"] == "PermissionDenied", answer


def test_readers_do_not_see_arguments_of_programs(place):
    place.write(daemon.configuration(
        place, 'type = "exec"\ncommand = ["sh", "-c", "sleep 99", "hush4711"]', extra='read_group = "daemon"'))
    place.daemon()
    until(lambda: place.client().source().get("device"), 10, "the program")
    done = ask_as_member(
        place, "daemon", ("Source.list", {}), ("Source.status", {"source": "gps"}), ("Daemon.status", {}),
        ("Config.show", {}))
    answers = [json.loads(line)["result"] for line in done.stdout.splitlines()]
    assert len(answers) == 4 and "hush4711" not in done.stdout, done
    assert answers[0]["sources"][0]["device"] == "sh", answers[0]
    assert "readers" in answers[3]["text"], answers[3]
    assert "hush4711" in place.client().call("Config.show")["text"]


def test_the_socket_for_consumers_serves_consumers_and_operates_nothing(place):
    consumers = place.folder / "consume"
    consumers.mkdir()
    os.chown(consumers, 0, 61001)
    # As systemd-tmpfiles makes it: the group of the directory is that of the socket.
    consumers.chmod(0o2750)
    place.folder.chmod(0o755)
    path = consumers / "control.sock"
    place.write(daemon.configuration(place, QUIET, extra=f'consume_socket = "{path}"'))
    started = place.daemon()
    assert path.stat().st_gid == 61001 and path.stat().st_mode & 0o777 == 0o660, path.stat()
    script = (
        "import socket,sys\ns=socket.socket(socket.AF_UNIX)\ns.connect(sys.argv[1])\n"
        "print(s.makefile().readline())")

    def greeting(group, socket):
        return subprocess.run(
            ["setpriv", "--reuid=61000", f"--regid={group}", "--clear-groups", sys.executable, "-S", "-c", script, socket],
            capture_output=True, text=True, timeout=15)
    assert json.loads(greeting(61001, path).stdout)["params"]["access"] == "consume"
    assert "Permission denied" in greeting(61002, path).stderr
    assert "Permission denied" in greeting(61001, place.folder / "control.sock").stderr
    # Also root has no more rights on this socket.
    client = Client(path)
    client.call("Events.subscribe", consumer="bridge")
    cursor = client.call("Consumer.acknowledge", consumer="bridge", error="x")["cursor"]
    assert cursor and client.call("Monitor.list") and client.call("Fence.list")
    for method, parameters in [("Config.reload", {}), ("Recording.remove", {}), ("Recording.read", {}),
                               ("Consumer.remove", {"consumer": "bridge"}), ("Consumer.pause", {"consumer": "bridge"}),
                               ("Fence.revert", {}), ("Monitor.revert", {})]:
        refused = refusal(client, method, **parameters)
        assert refused.kind == "PermissionDenied" and "consuming events only" in str(refused.error), refused.error
    assert started.terminate() == 0
    assert not path.exists()


def test_missing_groups_are_reported_and_grant_nothing(place):
    place.write(daemon.configuration(
        place, QUIET, extra='group = "gaofenced"\nread_group = "radaers"'))
    checked = subprocess.run(
        [daemon.BIN / "geofenced", "--check-config", place.config], capture_output=True, text=True)
    assert checked.returncode == 0, checked
    started = place.daemon()
    problems = "\n".join(place.client().call("Daemon.status")["problems"])
    reloaded = "\n".join(place.client().call("Config.reload")["warnings"])
    examined = subprocess.run(
        [daemon.BIN / "geofencectl", "doctor", "--socket", place.folder / "control.sock"],
        capture_output=True, text=True).stdout
    for key, name in [("group", "gaofenced"), ("read_group", "radaers")]:
        sentence = f"[daemon] {key}: there is no group {name}"
        for text in [checked.stdout, problems, reloaded, examined]:
            assert sentence in text, text
        until(lambda: sentence in started.errors(), 10, "the entry in the journal")
    assert (place.folder / "control.sock").stat().st_mode & 0o777 == 0o660


def test_overflow_group_of_a_sandbox_gets_no_permission(place):
    place.write(daemon.configuration(
        place, QUIET, extra='group = "nogroup"\nread_group = "nogroup"'))
    checked = [
        subprocess.run(command, capture_output=True, text=True).stdout for command in [
            [daemon.BIN / "geofenced", "--check-config", place.config],
            [daemon.BIN / "geofencectl", "config", "check", place.config]]]
    started = place.daemon()
    problems = "\n".join(place.client().call("Daemon.status")["problems"])
    examined = subprocess.run(
        [daemon.BIN / "geofencectl", "doctor", "--socket", place.folder / "control.sock"],
        capture_output=True, text=True).stdout
    for key in ("group", "read_group"):
        sentence = f"[daemon] {key}: the group nogroup stands for all groups unknown to a sandbox"
        for text in [*checked, problems, " ".join(examined.split())]:
            assert sentence in text, text
        until(lambda: sentence in started.errors(), 10, "the entry in the journal")
    path = place.folder / "control.sock"
    assert path.stat().st_mode & 0o777 == 0o660 and path.stat().st_gid != 65534
    path.chmod(0o666)
    script = (
        "import socket,sys\ns=socket.socket(socket.AF_UNIX)\ns.connect(sys.argv[1])\n"
        "print(s.makefile().readline())")
    output = subprocess.run(
        ["setpriv", "--reuid=61000", "--regid=65534", "--clear-groups", sys.executable, "-S", "-c",
         script, path], capture_output=True, text=True, timeout=15).stdout
    assert json.loads(output)["error"]["data"]["kind"] == "PermissionDenied", output


def test_group_that_cannot_own_the_socket_is_reported(place):
    assert os.geteuid() == 0, "another user's daemon needs root: run the tests as root"
    # That user may not read below the directory of the one who runs the tests.
    fences = shutil.copy(daemon.FENCES, place.folder)
    place.write(daemon.configuration(
        place, QUIET, daemon.monitor("sections", fences), extra='group = "daemon"'))
    for path in [place.folder, place.folder / "state"]:
        path.chmod(0o777)
    started = place.daemon(
        prefix=["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])
    problems = "\n".join(place.client().call("Daemon.status")["problems"])
    reloaded = "\n".join(place.client().call("Config.reload")["warnings"])
    examined = subprocess.run(
        [daemon.BIN / "geofencectl", "doctor", "--socket", place.folder / "control.sock"],
        capture_output=True, text=True).stdout
    sentence = "[daemon] group: the control socket does not belong to the group daemon"
    for text in [problems, reloaded, examined]:
        assert sentence in text, text
    until(lambda: sentence in started.errors(), 10, "the entry in the journal")


def test_doctor_checks_files_with_the_permissions_of_the_daemon(place):
    assert os.geteuid() == 0, "another user's daemon needs root: run the tests as root"
    fences = place.folder / "here" / "fences.geojson"
    fences.parent.mkdir()
    shutil.copy(daemon.FENCES, fences)
    place.write(daemon.configuration(place, QUIET, daemon.monitor("sections", fences)))
    for path in [place.folder, place.folder / "state"]:
        path.chmod(0o777)
    place.daemon(prefix=["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])

    def files():
        output = subprocess.run(
            [daemon.BIN / "geofencectl", "--socket", place.folder / "control.sock", "doctor", "-o",
             "json"], capture_output=True, text=True).stdout
        found = {finding["check"]: finding for finding in json.loads(output)}
        return found.get("files", {}).get("message"), found["configuration"].get("fix")
    assert files() == (None, None)
    for path, mode in [(place.config, 0o600), (fences, 0o640), (fences.parent, 0o744)]:
        before = path.stat().st_mode
        path.chmod(mode)
        file = place.config if path == place.config else fences
        message, remedy = files()
        assert message == f"The daemon may not read {file}.", (path, message)
        assert remedy is None, remedy
        try:
            place.client().call("Config.reload")
            raise AssertionError(f"{path} was read")
        except Refused:
            pass
        message, remedy = files()
        assert message and remedy == "When that is repaired: geofencectl reload.", (message, remedy)
        path.chmod(before)
        place.client().call("Config.reload")
        assert files() == (None, None)


def test_refused_user_learns_the_group_of_the_socket(place):
    place.write(daemon.configuration(place, QUIET, extra='group = "daemon"'))
    place.daemon()
    done = subprocess.run(
        ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", daemon.BIN / "geofencectl",
         "status", "--socket", place.folder / "control.sock"],
        capture_output=True, text=True, timeout=15)
    assert done.returncode == 77, done
    assert "is for root and group daemon." in done.stderr, done.stderr
    assert "usermod -aG daemon " in done.stderr, done.stderr


def test_flood_of_connections_uses_little_processor_time(place):
    daemon = place.daemon(QUIET, prefix=["prlimit", "--nofile=40:40"])
    healthy = place.client()
    before = daemon.cpu_seconds()
    flood = []
    for _ in range(100):
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.setblocking(False)
        try:
            connection.connect(str(place.folder / "control.sock"))
        except BlockingIOError:
            pass
        flood.append(connection)
    pause(2)
    assert healthy.call("Monitor.list")
    assert daemon.cpu_seconds() - before < 0.8, "spins while descriptors are short"
    for connection in flood:
        connection.close()
    until(lambda: connects(place), 10, "a client after the flood")


def test_missing_descriptors_use_little_processor_time(place):
    daemon = place.daemon(f'type = "socket"\npath = "{place.folder}/push.sock"')
    healthy = place.client()
    few = daemon.descriptors() + 5
    resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, (few, few))
    for path in ("control.sock", "push.sock"):
        waiting = []
        for _ in range(20):
            waiting.append(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
            waiting[-1].connect(str(place.folder / path))
        until(lambda: daemon.descriptors() >= few, 5, "no descriptors left")
        before = daemon.cpu_seconds()
        pause(2)
        assert healthy.call("Monitor.list")
        assert daemon.cpu_seconds() - before < 0.4, f"spins for {path}"
        for connection in waiting:
            connection.close()
        until(lambda: daemon.descriptors() < few - 2, 5, "descriptors again")
        until(lambda: connects(place), 10, "a client after that")


def test_subscriber_that_never_reads_does_not_affect_others(place):
    daemon = place.daemon(QUIET)
    operator = place.client()
    stalled = []
    for _ in range(8):
        connection = raw(place)
        connection.sendall(b'{"id":1,"method":"Events.subscribe","params":{"since_seq":0}}\n')
        stalled.append(connection)
    healthy = place.client()
    healthy.call("Events.subscribe", since_seq=0)
    before = daemon.heap_bytes()
    for _ in range(400):
        operator.call("Monitor.stop", monitor="sections")
        operator.call("Monitor.start", monitor="sections")
    def durable():
        store = operator.call("Daemon.status")["store"]
        return store["pending"] == 0 and store["next_seq"] - 1
    last = until(durable, 10, "everything durable")
    assert last >= 800, last
    seen = 0
    while seen < last:
        event = healthy.next_news("event")
        assert event["seq"] == seen + 1, "a hole in the stream"
        seen = event["seq"]
    growth = daemon.heap_bytes() - before
    assert growth < 8 * 128 * 1024 + (4 << 20), f"{growth} bytes for eight stalled clients"


def test_stale_socket_file_is_replaced_and_a_live_one_is_not(place):
    daemon = place.daemon(QUIET)
    daemon.kill()
    assert (place.folder / "control.sock").exists()
    second = place.daemon()
    third = place.daemon(start=False)
    assert third.wait() == 69
    assert "already" in third.errors(), third.errors()
    assert place.client().call("Monitor.list")
    assert second.terminate() == 0
    assert not (place.folder / "control.sock").exists()


def test_of_eight_daemons_started_at_once_one_runs(place):
    place.daemon(QUIET).terminate()
    racers = [place.daemon(start=False) for _ in range(8)]
    winner = until(lambda: [d for d in racers if d.notified("READY=1")], 15)[0]
    losers = [d for d in racers if d is not winner]
    until(lambda: all(d.has_ended() for d in losers), 15, "the others end")
    assert place.client().call("Monitor.list")


def test_repeated_moment_does_not_double_the_rate(place):
    place.daemon(QUIET)
    client = place.client()
    for second in range(5):
        push(client, second)
        push(client, second)
        pause(0.2)
    # Each pair takes a few milliseconds, the pairs are 200 ms apart.
    assert client.source()["rate_hz"] < 6, client.source()


def test_pushed_fixes_are_read_strictly(place):
    place.daemon(QUIET)
    client = place.client()
    assert push(client, 1)["accepted"] == 1
    answer = push(client, 2, lat=95.0)
    assert answer["accepted"] == 0 and "lat" in answer["problems"][0], answer
    fix = client.call("Fix.last")["fixes"][0]
    assert abs(fix["lat"] - FIX["lat"]) < 1e-9
    try:
        client.call("Source.push", source="gsp", fixes=[FIX])
        raise AssertionError("accepted")
    except Refused as refusal:
        assert refusal.kind == "NotFound" and refusal.error["data"]["suggestion"] == "gps"


def test_source_without_an_accepted_fix_is_suspect(place):
    place.daemon(QUIET + "\nstale_s = 4")
    client = place.client()
    command = [daemon.BIN / "geofencectl", "--socket", place.folder / "control.sock"]
    second = 0

    def pushed(**more):
        nonlocal second
        pause(0.05)
        second += 1
        assert push(client, second, **more)["accepted"] == 1
        return client.source()

    def far():
        return pushed(lat=FIX["lat"] + (second % 2 or -1))
    assert pushed()["state"] == "fix"
    source = until(lambda: (s := far())["state"] == "suspect" and s, 30)
    assert source["code"] == "suspect" and "max_speed_mps" in source["message"], source
    assert source["counters"]["refused.too-fast"] == second - 1, (source, second)
    asker = place.client()
    # A source that falls silent is stale after some seconds.
    with repeated(far):
        assert asker.call("Daemon.status")["health"] == "degraded"
        shown = subprocess.run([*command, "source", "status"], capture_output=True, text=True).stdout
        examined = subprocess.run([*command, "doctor"], capture_output=True, text=True).stdout
    assert 0 < int(re.search(r"count\.refused\.too-fast:  (\d+)", shown)[1]) < second, shown
    assert "✗ source gps: The positions jump" in examined, examined
    source = pushed()
    assert source["state"] == "fix" and source["counters"]["refused.too-fast"] == second - 2, (source, second)


def test_refused_fix_is_reported_with_its_line(place):
    place.daemon(QUIET)
    lines = ['{"lat":34.4581,"lon":-119.7098}', ''] * 700
    lines[4], lines[1202] = '{"lat":95,"lon":0}', '{"lat":0,"lon":181}'
    command = [daemon.BIN / "geofencectl", "--socket", place.folder / "control.sock", "push", "gps"]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stdout) == (65, "698 fixes were accepted.\n"), done
    assert "Line 5: lat is 95.0" in done.stderr, done.stderr
    assert "Line 1203: lon is 181.0" in done.stderr, done.stderr


def test_connection_has_at_most_one_subscription(place):
    place.daemon(QUIET)
    client = place.client()
    client.call("Events.subscribe")
    try:
        client.call("Events.subscribe")
        raise AssertionError("accepted")
    except Refused as refusal:
        assert refusal.kind == "InvalidState"
    client.call("Events.unsubscribe")
    client.call("Events.subscribe", since_seq=0)
    assert client.next_news("event")["seq"] == 1


def test_cursors_are_checked(place):
    place.daemon(QUIET)
    client = place.client()
    epoch = client.hello["params"]["epoch"]
    for params, kind in [
        ({"since_seq": 10_000}, "cursor_ahead"),
        ({"cursor": "0123456789abcdef:1"}, "cursor_epoch_changed"),
        ({"cursor": "rubbish"}, "InvalidParams"),
        ({"since_time": "yesterday"}, "InvalidParams"),
        ({"since_seq": 0, "since_time": "2026-11-21T07:40:00Z"}, "InvalidParams"),
    ]:
        try:
            client.call("Events.list", **params)
            raise AssertionError(f"accepted {params}")
        except Refused as refusal:
            assert refusal.kind == kind, refusal.error
    page = client.call("Events.list", cursor=f"{epoch}:0")
    assert page["events"][0]["type"] == "daemon-started"
    assert page["events"][0]["event_id"] == f"{epoch}:1"


def test_since_time_selects_by_emission_time(place):
    """Whatever the receiver takes the time for: here it is years behind, then years ahead."""
    place.daemon(QUIET)
    client = place.client()
    for year in [2026, 2045]:
        for second in range(4):
            client.call("Source.push", source="gps", fixes=[
                {"lat": 34.4581, "lon": -119.7098 + second % 2, "accuracy_m": 3,
                 "time": f"{year}-05-02T12:00:{10 * second:02d}Z"}])
    until(lambda: client.call("Daemon.status")["store"]["pending"] == 0, 15)
    every = client.call("Events.list")["events"]
    assert any(event.get("crossed_at") or event.get("decided_at") for event in every), every
    for time in [event["emitted_at"] for event in every]:
        found = client.call("Events.list", since_time=time)["events"]
        assert found == [event for event in every if event["emitted_at"] >= time], (time, found)


def test_last_selects_the_newest_events_after_a_start(place):
    place.daemon(QUIET)
    client = place.client()
    for _ in range(3):
        client.call("Monitor.stop", monitor="sections")
        client.call("Monitor.start", monitor="sections")

    def seqs(**query):
        return [event["seq"] for event in client.call("Events.list", **query)["events"]]
    every = seqs()
    assert len(every) >= 3, every
    assert seqs(since_seq=every[0], last=1) == every[-1:]
    assert seqs(since_seq=every[-2], last=100) == every[-1:]
    assert seqs(since_seq=0, last=2) == every[-2:]
    assert seqs(since_time="2020-01-01T00:00:00Z", last=2) == every[-2:]
    assert seqs(since_seq=0, last=0) == []


def test_stream_without_follow_ends(place):
    place.daemon(QUIET)
    client = place.client()
    client.call("Events.subscribe", since_seq=0, follow=False)
    end = client.next_news("end")
    assert end["events"] >= 1


def test_additional_data_of_a_sender_is_stored_and_shown(place):
    place.daemon(QUIET)
    client = place.client()
    assert push(client, 1, satellites=7, hdop=1.4, heading_deg=271.5, additional={"zone": "hall", "n": 3})["accepted"] == 1
    fix = client.call("Fix.last")["fixes"][0]
    assert (fix["satellites"], fix["hdop"], fix["heading_deg"]) == (7, 1.4, 271.5), fix
    assert fix["additional"] == {"zone": "hall", "n": 3}, fix
    assert client.source()["satellites"] == 7
    command = [daemon.BIN / "geofencectl", "--socket", place.folder / "control.sock"]
    for words in (["fix"], ["source", "status", "gps"]):
        shown = subprocess.run([*command, *words], capture_output=True, text=True).stdout
        assert '{"zone":"hall","n":3}' in shown and "272°" in shown, shown
    answer = push(client, 2, additional=[1])
    assert answer["accepted"] == 0 and "additional must be an object" in answer["problems"][0], answer
    assert client.call("Source.push", source="gps", fixes=[{"error": "no beacon"}])["accepted"] == 1
    source = client.source()
    assert (source["state"], source["code"]) == ("nofix", "sender-error") and "no beacon" in source["message"], source
