"""gpsd as a source: real and fake, killed, silent, strange."""
import itertools
import json
import os
import pathlib
import subprocess

from bench import daemon, nmea
from bench.daemon import configuration
from bench.gpsd import FakeGPSD, RealGPSD
from bench.receiver import Receiver
from bench.waiting import pause, repeated, until
from cases.stream import faulty

PLACE = (34.4581, -119.7098)
VERSION = b'{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}\n'


def gpsd(port):
    return f'type = "gpsd"\nhost = "127.0.0.1"\nport = {port}'


def tpv(second, mode=3, **more):
    return (json.dumps({
        "class": "TPV", "device": "/dev/ttyUSB0", "mode": mode,
        "time": f"2026-05-02T12:{second // 60:02d}:{second % 60:02d}.000Z", "lat": PLACE[0], "lon": PLACE[1],
        "eph": 4.0, **more}) + "\n").encode()


def talk(fake, client, state="fix", seconds=15, **more):
    """Sends a report after the other until the daemon has the source in a state; gives the second of the next."""
    # Nothing is lost that is sent before the daemon has connected.
    until(lambda: fake.clients, 10, "a client of gpsd")

    def reached():
        fake.send(tpv(fake.second, **more))
        fake.second += 1
        pause(0.05)
        return client.source()["state"] == state
    until(reached, seconds, f"state {state}")
    return fake.second


def test_a_real_gpsd_gives_fixes_and_is_found_again_after_being_killed(place):
    receiver = place.keep(Receiver(place.folder / "gps"))
    server = place.keep(RealGPSD(receiver.node))
    place.daemon(gpsd(server.port))
    client = place.client()

    def fixed():
        receiver.second += 1
        receiver.send(nmea.epoch(receiver.second, *PLACE))
        pause(0.2)
        return client.source()["state"] == "fix"
    until(fixed, 15, "a fix through gpsd")
    fix = client.call("Fix.last")["fixes"][0]
    assert abs(fix["lat"] - PLACE[0]) < 1e-6, fix
    server.kill()
    until(lambda: client.source()["state"] == "absent", 5)
    assert client.source()["code"] in ("lost", "unreachable")
    server.start()
    until(fixed, 20, "a fix after gpsd has come back")


def test_gpsd_absent_at_start_is_tried_again(place):
    fake = FakeGPSD(VERSION)
    port = fake.port
    fake.close()
    daemon = place.daemon(gpsd(port))
    client = place.client()
    source = until(lambda: (s := client.source())["state"] == "absent" and s, 5)
    assert source["code"] == "unreachable" and str(port) in source["message"], source
    assert daemon.notified("READY=1")
    # What RestrictAddressFamilies= of the unit does.
    with faulty(daemon, "socket", "error=EAFNOSUPPORT"):
        source = until(lambda: (s := client.source()).get("code") == "network-forbidden" and s, 30)
    for word in ("sandbox", "examples/network.conf", "IPAddressAllow="):
        assert word in source["message"], source


def test_silence_is_a_fault(place):
    fake = place.keep(FakeGPSD(VERSION))
    place.daemon(gpsd(fake.port))
    client = place.client()
    talk(fake, client)
    until(lambda: client.source()["state"] == "stale", 15)


def test_missing_fix_is_reported(place):
    fake = place.keep(FakeGPSD(VERSION))
    place.daemon(gpsd(fake.port))
    client = place.client()
    talk(fake, client)
    talk(fake, client, state="nofix", mode=1)


def geofencectl(place, *words):
    """The client, which sees no process but itself: other tests have a gpsd."""
    return subprocess.run(
        ["unshare", "-pf", "--mount-proc", daemon.BIN / "geofencectl", *words], capture_output=True, text=True, timeout=30,
        env={**os.environ, "GEOFENCED_SOCKET": str(place.folder / "control.sock")})


def remarks(client):
    return {r["code"]: r["message"] for r in client.source().get("remarks") or []}


def test_broken_lines_between_reports_are_reported_and_skipped(place):
    """As gpsd writes some corrections of an NTRIP stream."""
    fake = place.keep(FakeGPSD(VERSION))
    place.daemon(gpsd(fake.port))
    client = place.client()
    begin = talk(fake, client)
    for second in range(begin, begin + 10):
        fake.send(b'{"class":"RTCM3","type":1014"length":12}\n' * 5 + tpv(second))
    last = json.loads(tpv(second))["time"]
    source = until(lambda: (s := client.source())["last_fix"]["time"] == last and s, 10)
    assert source["state"] == "fix" and source["counters"]["discard.bad-json"] == 50, source
    remark = remarks(client)["bad-json"]
    assert remark.startswith("50 lines") and "JSON" in remark, remark
    assert fake.accepted == 1


def test_real_gpsd_gives_one_complete_fix_for_each_moment(place):
    """gpsd reports the first sentence of a moment and then the second, and the order changes."""
    receiver = place.keep(Receiver(place.folder / "gps"))
    server = place.keep(RealGPSD(receiver.node))
    place.daemon(gpsd(server.port))
    client = place.client()

    def send():
        receiver.second += 1
        gga, rmc = nmea.epoch(receiver.second, *PLACE).splitlines(keepends=True)
        receiver.send(gga + rmc if receiver.second // 3 % 2 else rmc + gga)
        pause(0.2)

    def fixed():
        send()
        return client.source()["state"] == "fix"
    until(fixed, 15, "a fix through gpsd")
    altitudes = []
    while len(altitudes) < 30:
        send()
        altitudes.append(client.call("Fix.last")["fixes"][0].get("altitude_m"))
    # What a moment has is learned from the first of them. Of half of them it would be missing; where gpsd
    # itself had to wait between the two sentences it may be.
    assert altitudes[10:].count(100.0) >= 17 and set(altitudes[10:]) <= {100.0, None}, altitudes


def test_accuracy_is_derived_from_dilution_without_an_estimate(place):
    fake = place.keep(FakeGPSD(VERSION))
    place.daemon(gpsd(fake.port) + "\nuere_m = 10")
    client = place.client()
    talk(fake, client, eph=None)
    assert "accuracy-missing" in remarks(client)
    assert "evaluated as points" in geofencectl(place, "status").stdout
    fake.send(b'{"class":"SKY","device":"/dev/ttyUSB0","hdop":0.9,"nSat":12,"uSat":8}\n')
    fake.send(b'{"class":"SKY","device":"/dev/ttyUSB0","hdop":0.9}\n')
    fake.send(tpv(fake.second, eph=None))
    until(lambda: client.source().get("accuracy_m"), 10)
    source = client.source()
    assert abs(source["accuracy_m"] - 0.9 * 10 * 1.731) < 0.01, source
    assert (source["satellites"], source["satellites_in_view"]) == (8, 12), source
    assert "accuracy-missing" not in remarks(client)


def test_doctor_does_not_suggest_gpsd_where_another_program_answers(place):
    fake = FakeGPSD(VERSION)
    place.daemon(gpsd(fake.port))
    client = place.client()
    seconds = itertools.count(talk(fake, client))
    # A source that falls silent has no position after some seconds.
    with repeated(lambda: fake.send(tpv(next(seconds)))):
        output = geofencectl(place, "doctor", "--config", str(place.config)).stdout
    assert "has a position." in output and "apt install gpsd" not in output, output
    fake.close()
    fake.drop()
    until(lambda: client.source()["state"] == "absent", 10)
    output = geofencectl(place, "doctor", "--config", str(place.config)).stdout
    assert "apt install gpsd" in output, output


def test_a_foreign_protocol_is_refused(place):
    fake = place.keep(FakeGPSD(VERSION.replace(b'"proto_major":3', b'"proto_major":4')))
    place.daemon(gpsd(fake.port))
    client = place.client()
    until(lambda: fake.accepted >= 1, 5)
    until(lambda: client.source()["state"] == "absent", 5)
    fake.send(tpv(1))
    assert client.call("Fix.last")["fixes"] == []


def test_one_of_two_receivers_is_chosen_by_its_name(place):
    fake = place.keep(FakeGPSD(VERSION))
    place.daemon(gpsd(fake.port) + '\ndevice = "/dev/ttyUSB1"')
    client = place.client()
    until(lambda: fake.accepted == 1, 5)
    for second in range(20):
        fake.send(tpv(second, lat=10.0))
        fake.send(tpv(second, device="/dev/ttyUSB1", lat=20.0 + second / 1e4))
    until(lambda: client.source()["counters"]["fixes"] == 20, 10)
    source = client.source()
    assert source["counters"]["discard.other-device"] == 20, source
    assert abs(source["last_fix"]["lat"] - 20.0019) < 1e-9, source


def test_receiver_unknown_to_gpsd_is_named_with_the_known_ones(place):
    receiver = place.keep(Receiver(place.folder / "gps"))
    server = place.keep(RealGPSD(receiver.node))
    place.daemon(gpsd(server.port) + '\ndevice = "/dev/ttyMISSPELT"')
    client = place.client()
    def named():
        receiver.second += 1
        receiver.send(nmea.epoch(receiver.second, *PLACE))
        pause(0.2)
        source = client.source()
        return source["state"] == "nofix" and source
    source = until(named, 25, "no fix")
    assert source["code"] == "other-device", source
    assert "/dev/ttyMISSPELT" in source["message"] and receiver.node in source["message"], source


def test_two_receivers_never_mix_into_one_track(place):
    fake = place.keep(FakeGPSD(VERSION))
    place.daemon(gpsd(fake.port))
    client = place.client()
    until(lambda: fake.accepted == 1, 5)
    for second in range(20):
        fake.send(tpv(second, lat=10.0 + second / 1e4))
        fake.send(tpv(second, device="/dev/ttyUSB1", lat=20.0))
    counts = {"discard.other-device": 20, "fixes": 20}
    source = until(lambda: (s := client.source())["counters"].items() >= counts.items() and s, 10, counts)
    assert source["last_fix"]["lat"] < 11, source


def test_jamming_is_shown(place):
    fake = place.keep(FakeGPSD(VERSION))
    place.daemon(gpsd(fake.port))
    client = place.client()
    talk(fake, client, jam=203)
    assert client.source()["last_fix"]["jamming"] == 203
    assert "203 of 255" in remarks(client)["jamming"]
    # A receiver that is jammed may have no fix; gpsd reports spoofing, where it does, as 128.
    talk(fake, client, state="nofix", mode=1, jam=128)
    assert "false signals (128 of 255)" in remarks(client)["jamming"]
    talk(fake, client)
    assert "jamming" not in remarks(client)


def keep_alive_s(port):
    """Seconds until the kernel asks the server on that port whether it is there; None when never."""
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        timer, due = (int(part, 16) for part in fields[5].split(":"))
        # The second kind of timer is that of an idle connection.
        if int(fields[2].split(":")[1], 16) == port and timer == 2:
            return due / os.sysconf("SC_CLK_TCK")
    return None


def test_gpsd_that_vanishes_silently_is_detected_soon(place):
    fake = place.keep(FakeGPSD(VERSION))
    place.daemon(gpsd(fake.port))
    talk(fake, place.client())
    due = until(lambda: keep_alive_s(fake.port), 5, "a question to the server")
    assert due <= 11, due


def test_a_link_and_the_device_it_points_to_are_the_same(place):
    (place.folder / "ttyUSB0").touch()
    (place.folder / "gps0").symlink_to("ttyUSB0")
    for listed, wanted in [("ttyUSB0", "gps0"), ("gps0", "ttyUSB0")]:
        path = str(place.folder / listed)
        devices = json.dumps({"class": "DEVICES", "devices": [{"class": "DEVICE", "path": path}]}).encode() + b"\n"
        fake = place.keep(FakeGPSD(VERSION + devices))
        place.write(configuration(place, gpsd(fake.port) + f'\ndevice = "{place.folder / wanted}"'))
        if place.daemons:
            place.client().call("Config.reload")
        else:
            place.daemon()
        talk(fake, place.client(), device=path)


def test_another_protocol_is_named_with_the_type_that_reads_it(place):
    for type, greeting, words in [
        ("gpsd", nmea.epoch(1, *PLACE), 'type = "nmea-tcp"'),
        ("nmea-tcp", VERSION, 'type = "gpsd"'),
        ("nmea-tcp", b'{"name":"signalk-server","version":"2.8.0"}\r\n', "Signal K"),
        ("gpsd", b"HTTP/1.1 400 Bad Request\r\n\r\n", "web server"),
    ]:
        fake = place.keep(FakeGPSD(greeting))
        place.write(configuration(place, f'type = "{type}"\nhost = "127.0.0.1"\nport = {fake.port}'))
        if place.daemons:
            place.client().call("Config.reload")
        else:
            place.daemon()
        client = place.client()
        with repeated(lambda: fake.send(greeting)):
            message = until(lambda: client.source().get("message"), 20, words)
        assert words in message, (type, message)
    # What closes the connection after its answer is named, too.
    fake.drop()
    source = until(lambda: (s := client.source())["state"] == "absent" and s, 10)
    assert "web server" in source["message"], source
