"""The other sources: network, programs, recordings, pushed and simulated positions."""
import os
import pathlib
import signal
import socket

from bench import nmea
from bench.gpsd import free_port
from bench.waiting import until

PLACE = (34.4581, -119.7098)


def state(client):
    return client.source()["state"]


def test_nmea_from_a_tcp_server_that_comes_and_goes(place):
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    place.daemon(f'type = "nmea-tcp"\nhost = "127.0.0.1"\nport = {port}')
    client = place.client()
    second = 0
    for _ in range(2):
        connection, _ = listener.accept()

        def fixed():
            nonlocal second
            second += 1
            connection.sendall(nmea.epoch(second, *PLACE))
            return state(client) == "fix"
        until(fixed, 5, "a fix over TCP")
        connection.close()
        until(lambda: state(client) == "absent", 5)
    listener.close()


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
    until(lambda: not os.path.exists(f"/proc/{last}"), 2, "the program gone")


def test_a_program_that_does_not_exist_is_said(place):
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


def test_a_missing_recording_is_said(place):
    place.daemon('type = "nmea-file"\npath = "/no/such/file"')
    client = place.client()
    source = until(lambda: (s := client.source())["state"] == "absent" and s, 5)
    assert "/no/such/file" in source["message"], source


def test_fixes_are_followed(place):
    place.daemon('type = "socket"')
    follower, pusher = place.client(), place.client()
    follower.call("Fix.last", follow=True)
    pusher.call("Source.push", source="gps", fixes=[{"lat": PLACE[0], "lon": PLACE[1], "floor": 2}])
    fix = follower.next_news("fix")
    assert fix["source"] == "gps" and fix["floor"] == 2, fix


def test_raw_bytes_are_watched(place):
    listener = socket.create_server(("127.0.0.1", 0))
    place.daemon(
        f'type = "nmea-tcp"\nhost = "127.0.0.1"\nport = {listener.getsockname()[1]}')
    connection, _ = listener.accept()
    client = place.client()
    client.call("Source.raw", source="gps")
    connection.sendall(nmea.epoch(1, *PLACE))
    assert client.next_news("raw")["text"].startswith("$GPGGA,")
    connection.close()
    listener.close()


def test_programs_push_lines_through_a_socket_of_their_own(place):
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
    writers[0].sendall(b"nonsense\n")
    client.call("Source.stop", source="gps")
    assert writers[1].recv(1) == b"", "still open after the source was stopped"
    assert not path.exists()
    for writer in writers:
        writer.close()
