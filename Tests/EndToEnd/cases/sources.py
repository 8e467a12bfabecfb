"""The other sources: network, programs, recordings, pushed and simulated positions."""
import contextlib
import errno
import itertools
import json
import os
import pathlib
import select
import signal
import socket
import subprocess
import threading

from bench import daemon as daemons
from bench import nmea
from bench.client import Refused
from bench.daemon import FENCES, TOUR, configuration, monitor
from bench.gpsd import free_port
from bench.waiting import pause, until
from bench.waits import LongestWait

PLACE = (34.4581, -119.7098)


def state(client):
    return client.source()["state"]


@contextlib.contextmanager
def receiver_over_tcp(place):
    """A daemon that has connected to its receiver, and the connection that this one sends over."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        daemon = place.daemon(
            f'type = "nmea-tcp"\nhost = "127.0.0.1"\nport = {listener.getsockname()[1]}')
        connection, _ = listener.accept()
        with connection:
            yield daemon, connection


def test_nmea_from_a_tcp_server_that_comes_and_goes(place):
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    place.daemon(f'type = "nmea-tcp"\nhost = "127.0.0.1"\nport = {port}')
    client = place.client()
    second = 0
    for isAgain in (False, True):
        if isAgain:
            listener = socket.create_server(("127.0.0.1", port))
        connection, _ = listener.accept()
        # Until the source is seen to be absent it finds no server.
        listener.close()

        def fixed():
            nonlocal second
            second += 1
            connection.sendall(nmea.epoch(second, *PLACE))
            return state(client) == "fix"
        until(fixed, 10, "a fix over TCP")
        connection.close()
        until(lambda: state(client) == "absent", 10)


def test_nmea_datagrams(place):
    port = free_port()
    place.daemon(f'type = "nmea-udp"\nhost = "127.0.0.1"\nport = {port}')
    client = place.client()
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    second = 0

    def fixed():
        nonlocal second
        second += 1
        sender.sendto(nmea.epoch(second, *PLACE), ("127.0.0.1", port))
        return state(client) == "fix"
    until(fixed, 5, "a fix from datagrams")
    sender.close()


def test_a_datagram_may_have_any_length(place):
    port = free_port()
    place.daemon(f'type = "nmea-udp"\nhost = "127.0.0.1"\nport = {port}')
    client = place.client()
    until(lambda: client.source().get("device", "").endswith(str(port)), 5, "it listens")
    # Longer than a page: the sentences of the fix are its last ones.
    sky = nmea.sentence("GPGSV,1,1,01,05,40,083,46") * 1500
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        datagram = sky + nmea.epoch(1, *PLACE)
        sender.sendto(datagram, ("127.0.0.1", port))
        until(lambda: client.source()["counters"]["bytes"] == len(datagram), 5, "all of it")
    until(lambda: state(client) == "fix", 5, "the fix")


def listen_beside(host, port):
    """Another program that shares the address of the daemon, if the kernel lets it."""
    # localhost may be ::1 first.
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[0]
    other = socket.socket(family, kind)
    other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    other.bind(address)
    return other


def test_no_other_program_can_take_the_datagrams_of_an_address(place):
    for host, port in [("127.0.0.1", free_port()), ("0.0.0.0", free_port()), ("localhost", free_port())]:
        place.write(configuration(place, f'type = "nmea-udp"\nhost = "{host}"\nport = {port}'))
        if place.daemons:
            place.client().call("Config.reload")
        else:
            place.daemon()
        client = place.client()
        until(lambda: client.source().get("device", "").endswith(str(port)), 5, "it listens")
        try:
            listen_beside(host, port).close()
            raise AssertionError(f"{host}:{port} was shared")
        except OSError as refusal:
            assert refusal.errno == errno.EADDRINUSE, refusal


def test_broadcast_reaches_every_program(place):
    port = free_port()
    place.daemon(f'type = "nmea-udp"\nhost = "127.255.255.255"\nport = {port}')
    client = place.client()
    until(lambda: client.source().get("device", "").endswith(str(port)), 5, "it listens")
    with listen_beside("127.255.255.255", port) as other:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            seconds = iter(range(1, 60))

            def fixed():
                sender.sendto(nmea.epoch(next(seconds), *PLACE), ("127.255.255.255", port))
                pause(0.1)
                return state(client) == "fix"
            until(fixed, 5, "a fix from broadcasts")
        other.settimeout(5)
        assert other.recv(65536).startswith(b"$GP")


def dribble(listener, texts, over):
    """Sends texts to what connects, a byte at a time."""
    while not over.is_set():
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        with connection, contextlib.suppress(OSError):
            for byte in itertools.chain.from_iterable(texts):
                connection.sendall(bytes([byte]))
                if over.wait(DRIBBLE_S):
                    break


# A byte a second takes minutes for a line; what counts is that each byte comes alone.
DRIBBLE_S = 0.02


def test_peers_that_send_single_bytes_are_understood_and_delay_no_client(place):
    over = threading.Event()
    tpv = json.dumps({
        "class": "TPV", "device": "/dev/ttyUSB0", "mode": 3, "lat": PLACE[0], "lon": PLACE[1],
        "eph": 4.0}).encode() + b"\n"
    listeners, sources = [], ""
    epochs = (nmea.epoch(second, *PLACE) for second in range(1, 60))
    for kind, texts in [
        ("gpsd", itertools.repeat(tpv)), ("nmea-tcp", epochs), ("nmea-tcp", itertools.repeat(b"$GP")),
    ]:
        listener = socket.create_server(("127.0.0.1", 0))
        listeners.append(listener)
        sources += (
            f'[source.slow{len(listeners)}]\ntype = "{kind}"\nhost = "127.0.0.1"\n'
            f"port = {listener.getsockname()[1]}\n")
        threading.Thread(target=dribble, args=(listener, texts, over), daemon=True).start()
    place.write(configuration(place, 'type = "socket"') + sources)
    daemon = place.daemon()
    client = place.client()
    try:
        with LongestWait(place) as others:
            for name in ("slow1", "slow2"):
                until(lambda: client.source(name)["state"] == "fix", 20, f"a fix of {name}")
            # Never a whole sentence: the source is open, says so, and has no position.
            until(lambda: client.source("slow3").get("code"), 15, "the trouble")
            before = daemon.cpu_seconds()
            pause(2)
            assert daemon.cpu_seconds() - before < 1.0
        # Beside waiting for the end of a line, which never comes: what a loaded machine itself may take.
        assert others.seconds < 5.0, others.seconds
        assert client.source("slow3")["counters"].get("fixes", 0) == 0
    finally:
        over.set()
        for listener in listeners:
            listener.close()


def test_datagrams_of_two_senders_are_not_mixed(place):
    port = free_port()
    place.daemon(f'type = "nmea-udp"\nhost = "127.0.0.1"\nport = {port}')
    client = place.client()
    until(lambda: client.source().get("device", "").endswith(str(port)), 10, "it listens")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one, \
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        for second in range(1, 21):
            epoch = nmea.epoch(second, *PLACE)
            for start in range(0, len(epoch), 40):
                one.sendto(epoch[start:start + 40], ("127.0.0.1", port))
                other.sendto(nmea.sentence("IIMWV,45,R,10,N,A"), ("127.0.0.1", port))
        counters = until(
            lambda: (c := client.source()["counters"])["fixes"] == 20 and c, 10, "20 fixes")
    assert counters["discards"] == 0, counters


def test_a_server_that_sends_no_sentence_gets_no_advice_about_lines(place):
    with receiver_over_tcp(place) as (_, connection):
        client = place.client()
        def is_garbage():
            connection.sendall(bytes(range(128, 256)) * 2)
            pause(0.2)
            source = client.source()
            return source["state"] == "garbage" and source
        message = until(is_garbage, 20, "garbage")["message"]
        assert "baud" not in message and "cable" not in message and "this address" in message, message


def test_a_program_is_started_again_and_ended_with_the_daemon(place):
    script = place.folder / "receiver.py"
    script.write_text(
        "import sys,time,os\n"
        f"sys.path.insert(0, {str(pathlib.Path(__file__).parents[1])!r})\n"
        "from bench import nmea\n"
        f"open({str(place.folder / 'pids')!r}, 'a').write(f'{{os.getpid()}}\\n')\n"
        "for n in range(1, 60):\n"
        f"  sys.stdout.buffer.write(nmea.epoch(n, *{PLACE}))\n"
        "  sys.stdout.flush()\n"
        "  time.sleep(0.2)\n")
    daemon = place.daemon(f'type = "exec"\ncommand = ["python3", "{script}"]')
    client = place.client()
    until(lambda: state(client) == "fix", 10)
    pids = lambda: [int(p) for p in (place.folder / "pids").read_text().split()]  # noqa: E731
    os.kill(pids()[0], signal.SIGKILL)
    until(lambda: len(pids()) == 2, 10, "the program started again")
    until(lambda: state(client) == "fix", 10)
    last = pids()[-1]
    daemon.terminate()
    until(lambda: not os.path.exists(f"/proc/{last}"), 10, "the program gone")


def test_a_program_may_print_json_lines(place):
    line = json.dumps({"lat": PLACE[0], "lon": PLACE[1], "floor": 4})
    place.daemon(
        'type = "exec"\ncommand = ["sh", "-c", \'while echo "$0"; do sleep 0.2; done\', '
        f"'{line}']")
    client = place.client()
    until(lambda: state(client) == "fix", 10)
    assert client.source()["last_fix"]["floor"] == 4


def test_missing_program_is_reported(place):
    place.daemon('type = "exec"\ncommand = ["/no/such/program"]')
    client = place.client()
    source = until(lambda: (s := client.source())["state"] == "absent" and s, 5)
    assert "/no/such/program" in source["message"], source


def test_a_gpx_track_is_played(place):
    track = place.folder / "track.gpx"
    points = "".join(
        f'<trkpt lat="{PLACE[0] + n / 1e4}" lon="{PLACE[1]}"><time>2026-05-02T12:00:{n:02d}Z</time>'
        "</trkpt>" for n in range(30))
    track.write_text(
        '<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">'
        f"<trk><trkseg>{points}</trkseg></trk></gpx>")
    place.daemon(f'type = "gpx"\npath = "{track}"\nspeed = 50')
    client = place.client()
    until(lambda: state(client) == "ended", 10)
    assert client.source()["counters"]["fixes"] == 30
    assert abs(client.call("Fix.last")["fixes"][0]["lat"] - PLACE[0] - 0.0029) < 1e-9


def test_missing_recording_is_reported(place):
    place.daemon('type = "nmea-file"\npath = "/no/such/file"')
    client = place.client()
    source = until(lambda: (s := client.source())["state"] == "absent" and s, 5)
    assert "/no/such/file" in source["message"], source


def test_a_pipe_is_neither_a_recording_nor_fences(place):
    pipe = place.folder / "pipe"
    os.mkfifo(pipe)
    place.daemon(f'type = "nmea-file"\npath = "{pipe}"')
    client = place.client()
    source = until(lambda: (s := client.source())["state"] == "absent" and s, 5)
    assert source["code"] == "unreadable" and "not a regular file" in source["message"], source
    place.write(configuration(place, 'type = "socket"', monitor("pipe", pipe)))
    try:
        client.call("Config.reload")
        raise AssertionError("accepted")
    except Refused as refusal:
        assert "not a regular file" in str(refusal), refusal.error


def test_fixes_are_followed(place):
    place.daemon('type = "socket"')
    follower, pusher = place.client(), place.client()
    follower.call("Fix.last", follow=True)
    pusher.call("Source.push", source="gps", fixes=[{"lat": PLACE[0], "lon": PLACE[1], "floor": 2}])
    fix = follower.next_news("fix")
    assert fix["source"] == "gps" and fix["floor"] == 2, fix


def test_source_without_fixes_has_no_rate_and_no_accuracy(place):
    with receiver_over_tcp(place) as (_, connection):
        client = place.client()
        now, seconds = {"rate_hz", "accuracy_m", "satellites"}, itertools.count(1)

        def reported():
            # Fixes that arrive together have no rate, and two may on a loaded machine.
            connection.sendall(nmea.epoch(next(seconds), *PLACE))
            return now <= client.source().keys()
        until(reported, 5)
        client.call("Source.stop", source="gps")
        source = client.source()
        assert not now & source.keys() and source["last_fix"]["satellites"], source


def test_raw_bytes_are_watched(place):
    with receiver_over_tcp(place) as (_, connection):
        client = place.client()
        client.call("Source.raw", source="gps")
        connection.sendall(nmea.epoch(1, *PLACE))
        assert client.next_news("raw")["text"].startswith("$GPGGA,")


def test_client_of_raw_bytes_is_notified_of_a_new_connection(place):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        place.daemon(f'type = "nmea-tcp"\nhost = "127.0.0.1"\nport = {listener.getsockname()[1]}')
        client = place.client()
        client.call("Source.raw", source="gps")
        listener.accept()[0].close()
        for second in (1, 2):
            with listener.accept()[0] as connection:
                connection.sendall(nmea.epoch(second, *PLACE))
                while "opened" not in (piece := client.next_news("raw")):
                    pass
                # The first connection may have been opened after the client came.
                while piece.get("opened"):
                    assert piece["text"] == "", piece
                    piece = client.next_news("raw")
                assert piece["text"].startswith("$GPGGA,") and "opened" not in piece, piece


def test_raw_bytes_without_an_end_of_line_are_shown(place):
    with receiver_over_tcp(place) as (daemon, connection):
        command = [daemons.BIN / "geofencectl", "--socket", place.folder / "control.sock",
                   "source", "raw", "gps"]
        with subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0) as watching:
            try:
                def comes(seconds=10):
                    return select.select([watching.stdout], [], [], seconds)[0]
                until(lambda: connection.sendall(b"early\n") or comes(0.1), 10, "the client")
                connection.sendall(b"begin\n")
                while watching.stdout.readline() != b"begin\n":
                    pass
                for sent, lines in [
                    (b"no end", [b"no end"]), (b"one\rtwo\rthree", [b"one", b"two", b"three"]),
                    (b"a\r\n\r\nb\n", [b"a", b"b"]),
                ]:
                    connection.sendall(sent)
                    for line in lines:
                        assert comes(), f"{line} is not shown"
                        shown = watching.stdout.readline()
                        assert shown == line + b"\n", (shown, line)
                connection.sendall(b"last\nwords")
                assert watching.stdout.readline() == b"last\n"
                daemon.kill()
                assert watching.stdout.readline() == b"words\n" and watching.wait(10) == 69
            finally:
                watching.kill()


def test_raw_bytes_of_a_source_without_any_are_refused(place):
    for source in ['type = "socket"', f'type = "nmea-file"\npath = "{TOUR}"',
                   f'type = "simulated"\npath = "{FENCES}"']:
        place.write(configuration(place, source))
        if place.daemons:
            place.client().call("Config.reload")
        else:
            place.daemon()
        try:
            place.client().call("Source.raw", source="gps")
            raise AssertionError(f"accepted {source}")
        except Refused as refusal:
            assert refusal.kind == "InvalidState", refusal.error
            assert "fix --follow" in refusal.error["data"]["hint"], refusal.error


def test_unreachable_address_is_reported(place):
    taken = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    taken.bind(("127.0.0.1", 0))
    for keys, words in [
        (f'type = "nmea-tcp"\nhost = "127.0.0.1"\nport = {free_port()}', ": Connection refused; "),
        (f'type = "gpsd"\nport = {free_port()}', ": Connection refused; "),
        ('type = "nmea-tcp"\nhost = "no.such.host.invalid"\nport = 10110',
         "cannot connect to no.such.host.invalid:10110: "),
        (f'type = "nmea-udp"\nhost = "127.0.0.1"\nport = {taken.getsockname()[1]}',
         ": Address already in use; "),
    ]:
        place.write(configuration(place, keys))
        if place.daemons:
            place.client().call("Config.reload")
        else:
            place.daemon()
        client = place.client()
        source = until(lambda: (s := client.source())["state"] == "absent" and s, 10)
        assert words in source["message"] and "rrno" not in source["message"], source
        assert "Error" not in source["message"], source
    taken.close()


def test_programs_push_lines_through_the_push_socket(place):
    path = place.folder / "push.sock"
    place.daemon(f'type = "socket"\npath = "{path}"')
    client = place.client()
    writers = [socket.socket(socket.AF_UNIX) for _ in range(2)]
    for writer in writers:
        writer.connect(str(path))
    # Halves of two writers' lines arrive in turn and must not mix.
    writers[0].sendall(f'{{"lat": {PLACE[0]}, '.encode())
    writers[1].sendall(b'{"lat": 1.5, "lon": 2.5}\n')
    until(lambda: client.source()["state"] == "fix", 5)
    writers[0].sendall(f'"lon": {PLACE[1]}, "floor": 3}}\n'.encode())
    until(lambda: client.call("Fix.last")["fixes"][0]["floor"] == 3, 5)
    # A value that is not a number is unknown, and reported with its line and key.
    writers[1].sendall(b'\n{"lat": 1.5, "lon": 2.5, "floor": 4, "altitude_m": NaN}\n')
    until(lambda: client.call("Fix.last")["fixes"][0]["floor"] == 4, 5)
    assert client.source()["detail"] == "altitude_m is NaN on line 3, no number, and taken as unknown"
    writers[0].sendall(b"nonsense\n")
    client.call("Source.stop", source="gps")
    assert writers[1].recv(1) == b"", "still open after the source was stopped"
    assert not path.exists()
    for writer in writers:
        writer.close()


def simulated(place, name, text):
    """The places of a simulated walk of 100 m at 20 m/s, one a second."""
    path = place.folder / name
    path.write_text(json.dumps(text))
    place.daemon(f'type = "simulated"\npath = "{path}"\nspeed_mps = 20')
    follower, client = place.client(), place.client()
    # Restarted, so that the first position is not missed.
    client.call("Source.stop", source="gps")
    follower.call("Fix.last", follow=True)
    before = client.source()["counters"]["fixes"]
    client.call("Source.start", source="gps")
    until(lambda: state(client) == "ended", 15)
    return [
        follower.next_news("fix")
        for _ in range(client.source()["counters"]["fixes"] - before)]


def check_walk(fixes):
    """Densified: from end to end at the given speed, though the line has two places only."""
    # A second for every 20 m, and the end of the line.
    assert len(fixes) in (6, 7), fixes
    assert fixes[0]["lat"] == PLACE[0] and fixes[0]["lon"] == PLACE[1]
    for before, after in zip(fixes, fixes[1:-1]):
        assert abs((after["lat"] - before["lat"]) * 110_930 - 20) < 0.2, (before, after)
    assert abs((fixes[-1]["lat"] - PLACE[0]) * 110_930 - 100) < 1
    assert all(abs(fix["speed_mps"] - 20) < 0.1 for fix in fixes[1:-1]), fixes


NORTH = PLACE[0] + 100 / 110_930


def test_a_socket_whose_directory_comes_later_is_opened_then(place):
    folder = place.folder / "mounted-later"
    place.daemon(f'type = "socket"\npath = "{folder}/push.sock"')
    client = place.client()
    until(lambda: client.source()["state"] == "absent", 5)
    assert client.source()["code"] == "socket-unavailable"
    folder.mkdir()
    until((folder / "push.sock").exists, 7, "the socket")
    until(lambda: client.source()["state"] != "absent", 5)
    with socket.socket(socket.AF_UNIX) as writer:
        writer.connect(str(folder / "push.sock"))
        writer.sendall(b'{"lat":34.4581,"lon":-119.7098}\n')
        until(lambda: client.source()["state"] == "fix", 5)


def test_a_walk_along_an_arcgis_polyline_is_simulated(place):
    check_walk(simulated(place, "way.json", {
        "paths": [[[PLACE[1], PLACE[0]], [PLACE[1], NORTH]]], "spatialReference": {"wkid": 4326}}))


def test_a_walk_along_a_geojson_line_is_simulated(place):
    check_walk(simulated(place, "way.geojson", {
        "type": "Feature", "properties": {}, "geometry": {
            "type": "LineString", "coordinates": [[PLACE[1], PLACE[0]], [PLACE[1], NORTH]]}}))


def test_fences_passed_while_the_source_is_closed_are_reported(place):
    """Scans of a second, rests of two: the fence lies where no scan is."""
    fence = place.folder / "spot.geojson"
    fence.write_text(json.dumps({
        "type": "FeatureCollection", "features": [{
            "type": "Feature", "id": "spot", "properties": {"name": "Spot"},
            "geometry": {"type": "Point", "coordinates": [PLACE[1], PLACE[0]]}}]}))
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(10)
    source = (
        f'type = "nmea-tcp"\nhost = "127.0.0.1"\nport = {listener.getsockname()[1]}\n'
        "scan_s = 1\nrest_s = 2")
    place.write(configuration(place, source, monitor("spot", fence, "buffer_m = 50")))
    place.daemon()
    client = place.client()
    client.call("Events.subscribe", since_seq=0, follow=True, types=["entered", "exited"])
    asker = place.client()
    second = 0
    for metres in (-200, 200):
        connection, _ = listener.accept()
        fixes = asker.source()["counters"]["fixes"]

        def placed():
            nonlocal connection, second
            second += 1
            # 400 m in a minute.
            try:
                connection.sendall(
                    nmea.epoch(second, PLACE[0] + metres / 110_930, PLACE[1], knots=13))
            except OSError:
                # The scan was over before: the next one has a connection of its own.
                connection.close()
                connection, _ = listener.accept()
            pause(0.05)
            return asker.source()["counters"]["fixes"] >= fixes + 2
        until(placed, 20, "two fixes")
        until(lambda: state(asker) == "resting", 15, "the rest")
        # What it has not read of the last scan resets the connection.
        with contextlib.suppress(ConnectionResetError):
            assert connection.recv(1) == b"", "still connected while it rests"
        connection.close()
        second += 60
    entered, exited = client.next_news("event"), client.next_news("event")
    assert (entered["type"], exited["type"]) == ("entered", "exited")
    assert entered["inferred"] and exited["inferred"], (entered, exited)
    assert entered["crossed_at"] < exited["crossed_at"]
    listener.close()


def test_server_that_falls_silent_is_left_and_connected_to_again(place):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        daemon = place.daemon(
            f'type = "nmea-tcp"\nhost = "127.0.0.1"\nport = {listener.getsockname()[1]}\nsilence_s = 1')
        client = place.client()
        connections = []
        for number in range(3):
            # Twice as long with each silent connection.
            listener.settimeout(60)
            connections.append(listener.accept()[0])
        # The daemon has closed the connections that it left.
        for connection in connections[:2]:
            connection.settimeout(10)
            assert connection.recv(1) == b"", "not closed"
        until(lambda: client.source()["counters"].get("silence") == 2, 5, "the count")
        count = daemon.errors().count("has sent nothing for 1 s over an open connection")
        assert count == 1, daemon.errors()
        states = [e["message"] for e in source_events(client)]
        assert not any("absent" in text for text in states), states
        for second in range(1, 4):
            connections[-1].sendall(nmea.epoch(second, *PLACE))
        until(lambda: state(client) == "fix", 10, "a fix over the last connection")
        for connection in connections:
            connection.close()


def source_events(client):
    return client.call("Events.list", types=["source-changed"])["events"]
