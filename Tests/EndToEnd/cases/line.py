"""Lines with a speed, clocks that step, machines that sleep, and others who use the port."""
import fcntl
import json
import signal
import termios
import time

from bench import nmea
from bench.daemon import configuration, monitor
from bench.receiver import PLACE, Receiver, SpeedyReceiver
from bench.waiting import pause, shortest, until
from bench.world import World

AWAY = (34.4681, -119.7098)
TEN_YEARS = 10 * 365 * 86400


def start(place, speed, baud, **options):
    receiver = place.keep(SpeedyReceiver(place.folder, speed))
    source = f'type = "serial"\ndevice = "{receiver.name}"\nbaud = {baud}'
    place.daemon(source, prefix=receiver.prefix, **options)
    return receiver, place.client()


def test_line_speed_is_detected_again_after_a_change(place):
    receiver, client = start(place, 38400, 0)
    source = receiver.talk(client, seconds=20)
    assert source["baud"] == receiver.heard_at() == 38400, source
    # Interference does not last, and a speed that works is not left for it.
    for _ in range(20):
        SpeedyReceiver.__base__.send(receiver, bytes(range(1, 255)) * 4)
        receiver.talk(client)
    assert receiver.heard_at() == 38400
    # The receiver restarts with other settings.
    receiver.speed = 4800
    receiver.talk(client, state="garbage", seconds=10)
    source = receiver.talk(client, seconds=40)
    assert source["baud"] == receiver.heard_at() == 4800, source
    assert receiver.received() == b"", "something was written to the receiver"


def test_line_speed_without_checksums_is_detected_and_reported(place):
    receiver, client = start(place, 38400, 0)
    def named():
        receiver.second += 1
        for line in nmea.epoch(receiver.second, *PLACE).splitlines(keepends=True):
            receiver.send(line[:-5] + line[-2:])
        pause(0.1)
        source = client.source()
        return source.get("code") == "no-checksum" and source
    source = until(named, 25, "the missing checksums are reported")
    assert source["state"] == "garbage" and "switch checksums on" in source["message"], source
    assert source["baud"] == receiver.heard_at() == 38400, source
    # Longer than any speed is listened to.
    for _ in range(40):
        named()
    assert receiver.heard_at() == 38400
    receiver.talk(client)


def test_a_wrong_speed_is_garbage_within_five_seconds_and_its_errors_are_counted(place):
    world = place.keep(World(place.folder))
    world.set(framing=7)
    receiver, client = start(place, 4800, 9600, environment=world.environment)

    def noticed():
        client.call("Source.stop", source="gps")
        client.call("Source.start", source="gps")
        begun = time.monotonic()
        receiver.talk(client, state="garbage", seconds=30)
        return time.monotonic() - begun
    assert shortest(noticed, 7) < 7
    assert receiver.framing > 0
    world.set(framing=7 + receiver.framing)
    source = client.source()
    assert "speed" in source["message"] and "baud = 0" in source["message"], source
    # Those of before the line was opened are not ours.
    assert source["counters"]["line.framing"] == receiver.framing, source
    client.call("Source.stop", source="gps")
    assert "line.framing" not in client.source()["counters"]


def test_impossible_dates_of_a_real_receiver_are_not_trusted(place):
    """1024 weeks behind: geofencing goes on, the times are the arrival's."""
    receiver, client = start(place, 9600, 9600)
    def behind(second):
        moment = f"12{second // 60:02d}{second % 60:02d}.00"
        lat, lon = nmea.degrees(PLACE[0], 2), nmea.degrees(-PLACE[1], 3)
        return nmea.sentence(f"GPRMC,{moment},A,{lat},N,{lon},W,0.0,0.0,160906,,,A")
    def fixed():
        receiver.second += 1
        receiver.send(behind(receiver.second))
        pause(0.05)
        return client.source()["state"] == "fix"
    until(fixed, 10)
    source = client.source()
    assert "not trusted" in source["detail"] and source["counters"]["time.untrusted"] == 1, source
    event = until(lambda: events(client, "entered"), 10, "it is entered")[0]
    assert event.get("fix_time") is None and event["emitted_at"].startswith("20"), event


def test_week_rollover_is_repaired_where_configured(place):
    receiver = place.keep(Receiver(place.folder / "gps"))
    daemon = place.daemon(
        f'type = "serial"\ndevice = "{place.folder}/gps"\nbaud = 9600\nfix_rollover = true')
    receiver.until_open(daemon)
    client = place.client()
    lat, lon = nmea.degrees(PLACE[0], 2), nmea.degrees(-PLACE[1], 3)
    for second in range(2):
        receiver.send(nmea.sentence(
            f"GPRMC,12000{second}.00,A,{lat},N,{lon},W,0.0,0.0,160906,,,A"))
    until(lambda: client.source()["counters"]["fixes"] == 2, 5)
    assert client.call("Fix.last")["fixes"][0]["time"] == "2026-05-02T12:00:01.000Z"


def spot(place):
    """A configuration with one fence around PLACE."""
    fence = place.folder / "spot.geojson"
    fence.write_text(json.dumps({
        "type": "FeatureCollection", "features": [{
            "type": "Feature", "id": "spot", "properties": {"name": "Spot"},
            "geometry": {"type": "Point", "coordinates": [PLACE[1], PLACE[0]]}}]}))
    source = f'type = "serial"\ndevice = "{place.folder}/gps"\nbaud = 9600\nmax_speed_mps = 5000'
    place.write(configuration(place, source, monitor("spot", fence, "buffer_m = 50")))


def events(client, *types):
    client.call("Events.subscribe", since_seq=0, follow=False, types=list(types))
    found = []
    while (line := client.news.pop(0) if client.news else client.line())["method"] != "end":
        found.append(line["params"])
    return found


def test_steps_of_the_wall_clock_change_nothing(place):
    world = place.keep(World(place.folder))
    receiver = place.keep(Receiver(place.folder / "gps"))
    spot(place)
    daemon = place.daemon(environment=world.environment)
    receiver.until_open(daemon)
    client = place.client()
    receiver.talk(client, at=AWAY)
    kinds = ["entered", "exited", "feed-stale", "time-reset", "source-changed"]
    for wall_s, at, expected in (
        (2 * TEN_YEARS, PLACE, ["entered"]), (-2 * TEN_YEARS, AWAY, ["entered", "exited"]),
    ):
        world.set(wall_s=wall_s)
        def crossed():
            receiver.talk(client, at=at)
            return [e["type"] for e in events(client, "entered", "exited")] == expected
        until(crossed, 10, expected)
    diagnostics = [e for e in events(client, *kinds) if e["type"] in ("feed-stale", "time-reset")]
    assert diagnostics == [], diagnostics
    first, last = (e for e in events(client, "entered", "exited"))
    # The receiver's times order the crossings; the wall clock is only noted beside them.
    assert first["crossed_at"] < last["crossed_at"] and first["seq"] < last["seq"]
    assert first["emitted_at"] > "2040" and last["emitted_at"] < "2020", (first, last)


def test_suspend_is_reported_as_a_gap(place):
    night = 8 * 3600
    world = place.keep(World(place.folder))
    receiver = place.keep(Receiver(place.folder / "gps"))
    spot(place)
    daemon = place.daemon(environment=world.environment)
    receiver.until_open(daemon)
    client = place.client()
    receiver.talk(client)
    until(lambda: events(client, "entered"), 5)
    daemon.signal(signal.SIGSTOP)
    world.set(boot_s=night, wall_s=night)
    receiver.second += night
    receiver.send(nmea.epoch(receiver.second, *AWAY))
    daemon.signal(signal.SIGCONT)
    receiver.talk(client, at=AWAY)
    until(lambda: len(events(client, "exited")) == 1, 10, "one exit")
    exited, = events(client, "exited")
    assert exited["late"] and exited["gap_s"] >= night - 1, exited
    lost = [e for e in events(client, "source-changed") if "stale" in e["message"]]
    assert len(lost) == 1, events(client, "source-changed")
    assert daemon.notified("WATCHDOG=1") or not daemon.has_ended()
    # What is waited for from then on comes in its time.
    until(lambda: client.source()["state"] == "stale", 15, "staleness")


def test_other_program_on_the_port_is_waited_for_and_its_noise_skipped(place):
    """ModemManager and brltty: they hold a new port for seconds and ask it for a modem."""
    receiver = place.keep(Receiver(place.folder / "gps"))
    fcntl.ioctl(receiver.slave, termios.TIOCEXCL)
    daemon = place.daemon(f'type = "serial"\ndevice = "{place.folder}/gps"\nbaud = 9600')
    client = place.client()
    source = until(lambda: (s := client.source())["state"] == "absent" and s, 5)
    assert source["code"] == "device-busy", source
    fcntl.ioctl(receiver.slave, termios.TIOCNXCL)
    receiver.until_open(daemon)
    def fixed():
        receiver.second += 1
        for noise in (b"AT\r", b"ATZ\r\n", b"~\x00\x78\xf0~AT+GCAP\r"):
            receiver.send(noise + nmea.epoch(receiver.second, *PLACE)[:40] + noise)
        receiver.send(nmea.epoch(receiver.second, *PLACE))
        return client.source()["state"] == "fix"
    until(fixed, 10)
    assert client.source()["counters"]["fixes"] >= 1


def test_permanent_sandbox_refusal_restarts_the_service_once(place):
    """strace refuses the device as systemd's device filter does; -D puts it beside the daemon, which
    else would outlive it and take the receivers of other cases. It stops at this call alone: where
    tracing is slow, stopping at all of them takes a start longer than anybody waits."""
    receiver = place.keep(Receiver(place.folder / "gps"))
    source = f'type = "serial"\ndevice = "{receiver.node}"\nbaud = 9600'
    refuse = ["strace", "-D", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-P", receiver.node,
              "-e", "trace=openat", "-e", "inject=openat:error=EPERM"]
    daemon = place.daemon(source, prefix=refuse)
    client = place.client()
    state = until(lambda: (s := client.source())["state"] == "absent" and s, 10)
    assert state["code"] == "device-forbidden" and "DeviceAllow" in state["message"], state
    assert daemon.wait(45) == 1
    assert "sandbox" in daemon.errors(), daemon.errors()
    # Where that did not help, it stays.
    again = place.daemon(source, prefix=refuse)
    client = place.client()
    until(lambda: client.source().get("code") == "device-forbidden", 10)
    pause(32)
    assert not again.has_ended()
