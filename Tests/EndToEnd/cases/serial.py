"""A receiver on a serial line: plugged, unplugged, silent, talking nonsense."""
import contextlib
import fcntl
import os
import pathlib
import subprocess
import sys
import termios
import time

from bench import nmea
from bench.daemon import configuration
from bench.receiver import PLACE, Receiver
from bench.waiting import pause, shortest, until


def serial(place):
    return f'type = "serial"\ndevice = "{place.folder}/gps"\nbaud = 9600'


def start(place):
    receiver = place.keep(Receiver(place.folder / "gps"))
    daemon = place.daemon(serial(place))
    receiver.until_open(daemon)
    return receiver, daemon, place.client()


def test_fix_arrives_and_nothing_is_written_to_the_port(place):
    receiver, _, client = start(place)
    receiver.talk(client)
    fix = client.call("Fix.last")["fixes"][0]
    assert abs(fix["lat"] - PLACE[0]) < 1e-6 and abs(fix["lon"] - PLACE[1]) < 1e-6, fix
    # Bytes that a terminal in its usual mode would echo, translate or act on.
    receiver.send(b"\x03\x04\x11\x13\x1a\r\n")
    receiver.talk(client)
    assert receiver.received() == b""


def test_receiver_missing_at_start_is_found_when_plugged_in(place):
    daemon = place.daemon(serial(place))
    client = place.client()
    source = until(lambda: (s := client.source())["state"] == "absent" and s, 5)
    assert source["code"] == "device-missing" and "does not exist" in source["message"], source
    until(lambda: "gps: absent" in daemon.status(), 10, "the status line")
    receiver = place.keep(Receiver(place.folder / "gps"))
    receiver.until_open(daemon)
    receiver.talk(client)


def test_a_receiver_beside_the_configuration_is_awaited_there(place):
    place.write(configuration(place, 'type = "serial"\ndevice = "gps"'))
    place.config = place.config.name
    started = place.daemon(prefix=["env", f"--chdir={place.folder}"])
    until(lambda: place.client().source()["state"] == "absent", 5)
    until(lambda: place.folder.stat().st_ino in watched(started), 10, "its directory is watched")


def watched(daemon):
    """The inodes in which the daemon waits for something to appear."""
    for info in pathlib.Path(f"/proc/{daemon.pid}/fdinfo").iterdir():
        # The daemon may close a file meanwhile.
        with contextlib.suppress(FileNotFoundError):
            for line in info.read_text().splitlines():
                if line.startswith("inotify "):
                    yield int(line.split("ino:")[1].split()[0], 16)


def test_unplugged_receiver_is_closed_immediately_without_busy_loop(place):
    receiver, daemon, client = start(place)

    def closed():
        if receiver.master is None:
            receiver.plug()
        receiver.talk(client)
        node, begun = receiver.node, time.monotonic()
        receiver.unplug()
        until(lambda: not any(node == p for p in open_paths(daemon)), 15, "the line closed")
        took = time.monotonic() - begun
        until(lambda: client.source()["state"] == "absent", 15)
        return took
    assert shortest(closed, 0.5) < 0.5
    before = daemon.cpu_seconds()
    pause(2)
    assert daemon.cpu_seconds() - before < 0.2, "spins while the device is gone"


def open_paths(daemon):
    folder = f"/proc/{daemon.pid}/fd"
    for name in os.listdir(folder):
        try:
            # A terminal that was hung up keeps its name with a mark behind it.
            yield os.readlink(f"{folder}/{name}").split(" ")[0]
        except FileNotFoundError:
            pass


def test_replugged_receiver_under_another_node_gives_fixes_within_three_seconds(place):
    receiver, daemon, client = start(place)
    receiver.talk(client)
    others = []

    def found():
        first = receiver.node
        receiver.unplug()
        until(lambda: client.source()["state"] == "absent", 10)
        # Another terminal takes the freed number, so that the receiver must get a different one.
        while not os.path.exists(first):
            others.append(os.openpty())
        begun = time.monotonic()
        receiver.plug()
        assert receiver.node != first
        receiver.talk(client, seconds=30)
        return time.monotonic() - begun
    assert shortest(found, 3) < 3
    for end in sum(others, ()):
        os.close(end)


def test_busy_port_names_its_holder(place):
    receiver = place.keep(Receiver(place.folder / "gps"))
    holder = subprocess.Popen(["sleep", "60"], stdin=receiver.slave)
    fcntl.ioctl(receiver.slave, termios.TIOCEXCL)
    try:
        place.daemon(serial(place))
        client = place.client()
        source = until(lambda: (s := client.source())["state"] == "absent" and s, 5)
        assert source["code"] == "device-busy" and "in use by" in source["message"], source
    finally:
        holder.kill()
        holder.wait()


# Opens terminals of another container until one has the number of ours, and holds it.
TERMINAL_OF_A_CONTAINER = """
import os, sys
while os.ttyname(os.openpty()[1]) != sys.argv[1]:
    pass
print(flush=True)
sys.stdin.read()
"""


def test_busy_port_of_a_container_is_distinguished(place):
    assert os.geteuid() == 0, "a container needs root: run the tests as root"
    receiver = place.keep(Receiver(place.folder / "gps"))
    container = subprocess.Popen(
        ["unshare", "-m", "sh", "-c",
         "mount -t devpts -o newinstance,ptmxmode=666 devpts /dev/pts && exec \"$@\"", "sh",
         sys.executable, "-c", TERMINAL_OF_A_CONTAINER, receiver.node],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    holder = subprocess.Popen(["sleep", "60"], stdin=receiver.slave)
    try:
        assert container.stdout.readline() == b"\n"
        fcntl.ioctl(receiver.slave, termios.TIOCEXCL)
        receiver.let_go()
        place.daemon(serial(place))
        client = place.client()
        source = until(lambda: (s := client.source())["state"] == "absent" and s, 5)
        assert "in use by" in source["message"], source
        # A program that another case starts meanwhile holds the line, too, until it has begun.
        until(lambda: f"in use by sleep (pid {holder.pid})" in client.source().get("message", ""), 15,
              "the holder is named")
    finally:
        container.communicate()
        holder.kill()
        holder.wait()


def test_forbidden_port_names_the_group(place):
    assert os.geteuid() == 0, "another user's daemon needs root: run the tests as root"
    receiver = place.keep(Receiver(place.folder / "gps"))
    os.fchmod(receiver.slave, 0o640)
    os.fchown(receiver.slave, 0, 20)
    (place.folder / "state").chmod(0o777)
    place.folder.chmod(0o777)
    place.daemon(
        serial(place), prefix=["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])
    client = place.client()
    source = until(lambda: (s := client.source())["state"] == "absent" and s, 5)
    assert source["code"] == "no-permission", source
    assert "add the service's user to the group dialout" in source["message"], source
    os.fchmod(receiver.slave, 0o600)
    source = until(lambda: "only its owner" in (s := client.source())["message"] and s, 10)
    assert source["code"] == "no-permission" and "udev rule" in source["message"], source


def test_silence_is_detected_and_stale_follows(place):
    receiver, _, client = start(place)
    receiver.talk(client)
    source = until(lambda: (s := client.source())["state"] in ("silent", "stale") and s, 12)
    assert source["code"] == "silent", source
    until(lambda: client.source()["state"] == "stale", 12)
    receiver.talk(client)


def test_receiver_with_a_fix_every_six_seconds_is_not_silent_between(place):
    receiver, _, client = start(place)
    def speak():
        """Sends one epoch; how the source is until the next one is due."""
        receiver.second += 6
        receiver.send(nmea.epoch(receiver.second, *PLACE))
        states = set()
        for _ in range(11):
            pause(0.5)
            states.add(client.source()["state"])
        pause(0.5)
        return states
    # The length of the pauses is unknown until the first one is over.
    receiver.send(nmea.epoch(receiver.second, *PLACE))
    until(lambda: client.source()["state"] == "fix", 10)
    until(lambda: client.source()["state"] == "silent", 15)
    pause(1)
    assert speak() == speak() == {"fix"}


def test_noise_is_garbage_with_a_remedy(place):
    receiver, _, client = start(place)
    noise = os.urandom(4096).replace(b"$", b"#")
    def is_garbage():
        receiver.send(noise[:512])
        pause(0.1)
        source = client.source()
        return source["state"] == "garbage" and source
    source = until(is_garbage, 20, "garbage")
    assert "speed" in source["message"], source
    receiver.talk(client)


def test_command_port_of_a_modem_is_reported(place):
    receiver, _, client = start(place)
    def is_garbage():
        receiver.send(b"\r\n+CGNSSINFO: 2,09,05,00,3427.4,N,11942.5,W,,,100.0\r\n\r\nOK\r\n")
        pause(0.1)
        source = client.source()
        return source["state"] == "garbage" and source
    message = until(is_garbage, 20, "garbage")["message"]
    assert "modem" in message and "NMEA port" in message and "baud" not in message, message
    # A few words and then silence are as clear.
    until(lambda: client.source()["state"] == "silent", 10)
    assert "modem" in client.source()["message"]
    receiver.talk(client)


def test_ais_alone_is_no_garbage_but_has_no_position(place):
    receiver, _, client = start(place)
    def is_said():
        receiver.send(b"!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24\r\n")
        pause(0.2)
        source = client.source()
        assert source["state"] != "garbage", source
        return source["state"] == "nofix" and source
    source = until(is_said, 30, "no position")
    assert source["code"] == "no-position" and "AIS" in source["message"], source
    assert source["counters"]["sentences"] == source["counters"]["ignored"] > 0, source
    receiver.talk(client)


def test_null_island_is_no_fix_and_has_a_remedy(place):
    receiver, _, client = start(place)
    source = receiver.talk(client, state="nofix", seconds=20, at=(0, 0))
    assert source["code"] == "null-island" and "allow_null_island" in source["message"], source
    receiver.talk(client)


def test_a_megabyte_without_a_newline_changes_nothing(place):
    receiver, daemon, client = start(place)
    receiver.talk(client)
    before = daemon.heap_bytes()
    for _ in range(256):
        receiver.send(b"A" * 4096)
    receiver.talk(client)
    assert daemon.heap_bytes() - before < 4 << 20


def test_broken_sentences_are_counted_and_skipped(place):
    receiver, _, client = start(place)
    receiver.talk(client)
    good = nmea.epoch(100, *PLACE)
    receiver.send(good[:20] + good)                      # truncated, then merged with the next
    receiver.send(good.replace(b"119", b"118"))          # wrong checksum
    receiver.send(b"\xb5\x62\x01\x07\x5c\x00" + bytes(range(92)) + good)   # binary in between
    receiver.second = 200
    receiver.talk(client)
    until(lambda: client.source()["counters"].get("discard.bad-checksum", 0) >= 1, 5)
    fix = client.call("Fix.last")["fixes"][0]
    assert abs(fix["lon"] - PLACE[1]) < 1e-6, "a broken sentence became a fix"


def test_a_receiver_without_position_is_nofix(place):
    receiver, _, client = start(place)
    receiver.talk(client)
    def lost():
        receiver.second += 1
        receiver.send(nmea.void(receiver.second))
        return client.source()["state"] == "nofix"
    until(lost, 5)
    assert client.call("Fix.last")["fixes"][0].get("last_known") is True
    receiver.talk(client)


def test_stopped_source_emits_nothing_and_frees_the_port(place):
    receiver, daemon, client = start(place)
    receiver.talk(client)
    node = receiver.node
    client.call("Source.stop", source="gps")
    assert client.source()["state"] == "stopped"
    until(lambda: not daemon.has_open(node), 10)
    fixes = client.source()["counters"]["fixes"]
    # A terminal whose other end stays open, too.
    client.call("Source.start", source="gps")
    receiver.until_open(daemon)
    receiver.talk(client)
    assert client.source()["counters"]["fixes"] > fixes


def test_daemon_with_an_open_receiver_stops_cleanly(place):
    receiver, daemon, client = start(place)
    receiver.talk(client)
    assert daemon.terminate() == 0


def test_a_line_without_a_speed_is_not_searched_for_one(place):
    receiver = place.keep(Receiver(place.folder / "gps"))
    daemon = place.daemon(serial(place).replace("9600", "0"))
    receiver.until_open(daemon)
    client = place.client()
    receiver.talk(client)
    assert "baud" not in client.source(), client.source()
