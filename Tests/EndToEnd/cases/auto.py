"""A source that finds its receiver by itself, and says which one and why."""
import contextlib
import fcntl
import json
import signal
import subprocess
import termios
import time

from bench import daemon, nmea
from bench.machine import Machine
from bench.receiver import Receiver
from bench.waiting import pause, shortest, until
from bench.world import World
from cases.stream import faulty


def start(place, extra="", **options):
    machine = place.keep(Machine(place.folder))
    machine.daemon = place.daemon('type = "auto"\n' + extra, prefix=machine.prefix, **options)
    return machine, place.client()


def absent(client):
    return until(lambda: (s := client.source())["state"] == "absent" and s, 10)


@contextlib.contextmanager
def resting(client):
    """Has the source rest while things are plugged in, so that it finds all of them at once."""
    client.call("Source.stop", source="gps")
    yield
    client.call("Source.start", source="gps")


def receivers(place, *names):
    return [place.keep(Receiver(place.folder / name)) for name in names]


def test_missing_receiver_is_reported_and_a_plugged_one_is_used(place):
    machine, client = start(place)
    source = absent(client)
    assert source["code"] == "no-receiver", source
    for word in ("no gpsd runs", "/dev/serial/by-id", "/dev/ttyUSB*", "plug one in"):
        assert word in source["message"], source
    with faulty(machine.daemon, "socket", "error=EAFNOSUPPORT"):
        until(lambda: "lets no process ask gpsd" in client.source()["message"], 20)
    receiver = place.keep(Receiver(place.folder / "gps"))
    machine.plug(receiver.node, "ttyUSB3")
    source = receiver.talk(client)
    assert source["device"] == "/dev/ttyUSB3", source
    assert "no gpsd runs" in source["detail"] and "first receiver found" in source["detail"]


def test_device_names_are_tried_in_the_order_of_certainty(place):
    machine, client = start(place)
    absent(client)
    names = ["ttyUSB0", "ttyACM0", "gps0", "serial/by-id/usb-u-blox"]
    # The worst first, each taken in its turn when a better one is there at the next start.
    for receiver, name in zip(receivers(place, "gps0", "gps1", "gps2", "gps3"), names):
        with resting(client):
            machine.plug(receiver.node, name)
        source = receiver.talk(client)
        assert source["device"] == f"/dev/{name}", source


def test_doctor_finds_the_same_receivers_as_the_daemon(place):
    machine, client = start(place)
    absent(client)
    for name in ("gps0", "gnss0", "ttyACM0", "ttyUSB0"):
        machine.plug("/dev/null", name)
        command = machine.inside(daemon.BIN / "geofencectl", "doctor", "--config", place.config, "-o", "json")
        output = subprocess.run(command, capture_output=True, text=True).stdout
        finding, = [f for f in json.loads(output) if f["check"] == "receiver gps"]
        assert finding["message"] == f"/dev/{name} is plugged in.", finding
        machine.unplug(name)


def test_receiver_that_returns_under_another_node_is_found_in_three_seconds(place):
    machine, client = start(place)
    absent(client)
    receiver = place.keep(Receiver(place.folder / "gps"))
    names = ["ttyACM0", "serial/by-id/usb-u-blox"]
    machine.plug(receiver.node, *names)
    receiver.talk(client)
    other = Receiver(place.folder / "other")     # takes the next number

    def found():
        first = receiver.node
        machine.unplug(*names)
        receiver.unplug()
        absent(client)
        receiver.plug()
        if receiver.node == first:
            receiver.plug()
        names[0] = "ttyACM1" if names[0] == "ttyACM0" else "ttyACM0"
        begun = time.monotonic()
        machine.plug(receiver.node, *names)
        source = receiver.talk(client, seconds=30)
        assert source["device"] == "/dev/serial/by-id/usb-u-blox", source
        return time.monotonic() - begun
    assert shortest(found, 3) < 3
    other.unplug()


def test_gpsd_is_preferred_when_it_has_a_receiver(place):
    machine, client = start(place)
    absent(client)
    spare, receiver = receivers(place, "spare", "gps")
    with resting(client):
        machine.plug(spare.node, "ttyUSB0")
        machine.gpsd(receiver.node)
    source = receiver.talk(client, seconds=20)
    assert source["device"] == "localhost:2947", source
    assert receiver.node in source["detail"] and "gpsd runs" in source["detail"], source


def test_gpsd_without_receiver_is_skipped(place):
    machine, client = start(place)
    absent(client)
    with resting(client):
        receiver = place.keep(Receiver(place.folder / "gps"))
        machine.plug(receiver.node, "ttyUSB0")
        machine.gpsd("-F", place.folder / "gpsd.sock")
    source = receiver.talk(client)
    assert source["device"] == "/dev/ttyUSB0", source
    assert "gpsd runs but has no receiver" in source["detail"], source


def test_gpsd_without_position_is_skipped_and_its_device_is_not_opened(place):
    machine, client = start(place)
    absent(client)
    with resting(client):
        mute, receiver = receivers(place, "mute", "gps")
        machine.plug(mute.node, "gps0")
        machine.plug(receiver.node, "ttyUSB0")
        machine.gpsd(mute.node)
    source = receiver.talk(client, seconds=40)
    assert source["device"] == "/dev/ttyUSB0", source
    assert mute.node in source["detail"] and "no position" in source["detail"], source


def test_serial_lines_of_the_board_are_listed_with_the_setting_to_write(place):
    machine, client = start(place)
    absent(client)
    with resting(client):
        machine.plug("/dev/null", "serial0", "ttyAMA0", "serial1x")
    advice = 'type = "serial", device = "/dev/serial0", baud = 0'
    source = until(lambda: advice in (s := absent(client))["message"] and s, 10)
    assert "(/dev/serial0, /dev/ttyAMA0)" in source["message"], source
    command = machine.inside(daemon.BIN / "geofencectl", "doctor", "--config", place.config)
    assert advice in subprocess.run(command, capture_output=True, text=True).stdout


def test_slow_gpsd_is_waited_for(place):
    machine, client = start(place)
    absent(client)
    with resting(client):
        spare, receiver = receivers(place, "spare", "gps")
        machine.plug(spare.node, "ttyUSB0")
        machine.gpsd(receiver.node)
    gpsd = machine.programs[-1]

    def late():
        """Has it answer two seconds late; how late it was."""
        with resting(client):
            gpsd.send_signal(signal.SIGSTOP)
            begun = time.monotonic()
        pause(2)
        gpsd.send_signal(signal.SIGCONT)
        return time.monotonic() - begun
    # It is given up after five seconds.
    assert shortest(late, 4) < 4
    source = receiver.talk(client, seconds=20)
    assert source["device"] == "localhost:2947", source


def test_server_that_is_not_gpsd_is_skipped(place):
    machine, client = start(place)
    absent(client)
    with resting(client):
        receiver = place.keep(Receiver(place.folder / "gps"))
        machine.plug(receiver.node, "ttyUSB0")
        machine.gpsd(receiver.node)
        machine.programs[-1].send_signal(signal.SIGSTOP)
    source = receiver.talk(client, seconds=20)
    assert source["device"] == "/dev/ttyUSB0", source
    assert "the service on localhost:2947 does not answer" in source["detail"], source


def test_silent_device_is_left_for_the_next(place):
    """As the ports of a modem, of which one is a receiver."""
    machine, client = start(place)
    absent(client)
    with resting(client):
        mute, receiver = receivers(place, "mute", "gps")
        machine.plug(mute.node, "ttyUSB0", "serial/by-id/usb-modem-if00")
        machine.plug(receiver.node, "ttyUSB1", "serial/by-id/usb-modem-if01")
    until(lambda: client.source()["state"] == "silent", 10)
    source = receiver.talk(client, seconds=70)
    names = ("ttyUSB1", "serial/by-id/usb-modem-if01")
    assert source["device"] == "/dev/" + names[1], source
    assert "after /dev/serial/by-id/usb-modem-if00, which sent no sentence" in source["detail"], source
    # It is known from now on.
    other = place.keep(Receiver(place.folder / "other"))
    machine.unplug(*names)
    machine.plug(other.node, *names)
    receiver.unplug()
    assert other.talk(client, seconds=20)["device"] == "/dev/" + names[1]


def test_single_silent_device_is_left_for_a_later_gpsd(place):
    """As an adapter of something else, beside a receiver that only gpsd knows of."""
    machine, client = start(place)
    absent(client)
    with resting(client):
        mute, receiver = receivers(place, "mute", "gps")
        machine.plug(mute.node, "ttyUSB0")
    until(lambda: client.source()["state"] == "silent", 10)
    machine.gpsd(receiver.node)
    assert receiver.talk(client, seconds=80)["device"] == "localhost:2947"


def start_in_a_world(place):
    """The daemon on a machine of its own without receivers, whose clock can be put ahead."""
    world = place.keep(World(place.folder))
    machine, client = start(place, environment=world.environment)
    # A client without anything that it follows would be closed when the clock is put ahead.
    client.call("Events.subscribe", follow=True)
    absent(client)
    return machine, world, client


def say(receiver, deaf, client):
    """Has one receiver give fixes, or none, beside one that says that it has none; how the source then is."""
    for speaker, sentences in ((receiver, lambda second: nmea.epoch(second, 52.0, 5.0)), (deaf, nmea.void)):
        if speaker is not None:
            speaker.second += 1
            speaker.send(sentences(speaker.second))
    pause(0.1)
    return client.source()


def until_fix_of(device, receiver, deaf, client, seconds=10):
    """The same until the source has a fix of that device; how it then is."""
    def reached():
        source = say(receiver, deaf, client)
        return source["device"] == device and source["state"] == "fix" and source
    return until(reached, seconds, f"a fix of {device}")


def start_with_two_receivers(place):
    """Such a daemon with two receivers: the first is used and has no position."""
    machine, world, client = start_in_a_world(place)
    first, second = receivers(place, "first", "second")
    with resting(client):
        machine.plug(first.node, "ttyUSB0")
        machine.plug(second.node, "ttyUSB1")
    until(lambda: say(None, first, client)["state"] == "nofix", 10)
    return machine, world, client, first, second


def test_receiver_without_position_is_left_only_for_one_with_position_and_used_again(place):
    machine, world, client, first, second = start_with_two_receivers(place)
    # Before five minutes are over nothing else is opened.
    world.skip(290)
    for _ in range(5):
        assert say(None, first, client)["device"] == "/dev/ttyUSB0"
    assert not machine.daemon.has_open(second.node)
    world.skip(20)
    until(lambda: say(None, first, client) and machine.daemon.has_open(second.node), 10)
    # It is listened to, but has nothing to say, or no position either.
    for speaker in (None, second):
        for _ in range(5):
            source = say(None, first, client)
            if speaker is not None:
                speaker.send(nmea.void(speaker.second))
            assert (source["device"], source["state"]) == ("/dev/ttyUSB0", "nofix"), source
    source = until_fix_of("/dev/ttyUSB1", second, first, client)
    assert "/dev/ttyUSB0 reported none for 5 minutes" in source["detail"], source
    assert not machine.daemon.has_open(first.node)
    # It comes back when the other has none.
    until(lambda: say(first, second, client)["state"] == "nofix", 10)
    world.skip(310)
    until_fix_of("/dev/ttyUSB0", first, second, client)
    assert not machine.daemon.has_open(second.node)


def test_receiver_that_regains_its_position_is_kept(place):
    machine, world, client, first, second = start_with_two_receivers(place)
    world.skip(310)
    until(lambda: say(None, first, client) and machine.daemon.has_open(second.node), 10)
    until(lambda: say(first, None, client)["state"] == "fix", 10)
    until(lambda: not machine.daemon.has_open(second.node), 10)
    assert say(first, None, client)["device"] == "/dev/ttyUSB0"


def test_gpsd_without_position_is_left_for_a_device_with_position(place):
    machine, world, client = start_in_a_world(place)
    deaf, receiver = receivers(place, "deaf", "gps")
    with resting(client):
        machine.plug(deaf.node, "gps0")
        machine.gpsd(deaf.node)
        machine.plug(receiver.node, "ttyUSB0")
    until(lambda: (s := say(None, deaf, client))["state"] == "nofix" and s["device"] == "localhost:2947", 40)
    world.skip(310)
    source = until_fix_of("/dev/ttyUSB0", receiver, deaf, client, 20)
    assert "localhost:2947 reported none for 5 minutes" in source["detail"], source


def test_short_scans_reach_every_device(place):
    machine, client = start(place, "scan_s = 2\nrest_s = 1")
    mute, receiver = receivers(place, "mute", "gps")
    machine.plug(mute.node, "ttyUSB0")
    machine.plug(receiver.node, "ttyUSB1")
    assert receiver.talk(client, seconds=20)["device"] == "/dev/ttyUSB1"


def test_device_in_use_by_another_program_is_skipped(place):
    machine, client = start(place)
    absent(client)
    with resting(client):
        taken, receiver = receivers(place, "taken", "gps")
        machine.plug(taken.node, "ttyUSB0")
        machine.plug(receiver.node, "ttyUSB1")
        fcntl.ioctl(taken.slave, termios.TIOCEXCL)
    assert receiver.talk(client)["device"] == "/dev/ttyUSB1"


def test_device_that_cannot_be_opened_is_skipped(place):
    machine, client = start(place)
    absent(client)
    with resting(client):
        receiver = place.keep(Receiver(place.folder / "gps"))
        machine.plug("/dev/null", "gps0", "ttyACM0")
    source = until(lambda: (s := client.source()).get("code") == "not-a-terminal" and s, 10)
    assert source["message"].startswith("/dev/gps0 "), source
    machine.plug(receiver.node, "ttyUSB1")
    assert receiver.talk(client)["device"] == "/dev/ttyUSB1"


def test_a_receiver_of_the_gnss_subsystem_is_read(place):
    """No machine of the tests has one: a device that talks nonsense is made to look like it."""
    machine, client = start(place)
    absent(client)
    with resting(client):
        machine.plug("/dev/random", "gnss0")
    until(lambda: client.source().get("code") == "not-a-terminal", 10)
    with open("/dev/random", "rb"):
        machine.classify("1:8", "gnss")
        until(lambda: client.source().get("code") == "device-busy", 10)
    source = until(lambda: (s := client.source()).get("device") == "/dev/gnss0" and s, 10)
    assert "baud" not in source, source
    until(lambda: client.source()["state"] == "garbage", 30)


def test_missing_device_is_reported_with_the_existing_ones(place):
    machine = place.keep(Machine(place.folder))
    machine.daemon = place.daemon(
        'type = "serial"\ndevice = "/dev/ttyUSB7"', start=False, prefix=machine.prefix)
    machine.daemon.until_ready()
    client = place.client()
    absent(client)
    for name in ("ttyUSB0", "ttyACM1"):
        machine.plug("/dev/null", name)
    client.call("Source.stop", source="gps")
    client.call("Source.start", source="gps")
    source = until(lambda: "ttyUSB0" in (s := absent(client))["message"] and s, 5)
    assert "/dev/ttyUSB7 does not exist" in source["message"], source
    assert "/dev/ttyACM1" in source["message"], source
