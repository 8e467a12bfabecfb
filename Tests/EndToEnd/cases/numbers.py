"""Invalid numbers: each is refused or given its only possible meaning, and ends no process."""
import json

from bench.client import Refused
from bench.gpsd import FakeGPSD
from bench.waiting import pause
from cases.control import QUIET, push
from cases.gpsd import VERSION, gpsd, talk, tpv

LEAST, MOST = -(1 << 63), (1 << 63) - 1


def test_negative_numbers_are_refused(place):
    place.daemon(QUIET)
    client = place.client()
    for method, keys in [
        ("Visit.list", ["last"]), ("Fence.list", ["limit"]),
        ("Events.list", ["last", "since_seq"]), ("Events.subscribe", ["last", "since_seq"]),
    ]:
        for key in keys:
            for number in (-1, LEAST, LEAST - 1, MOST + 1, 1e300, 0.5):
                try:
                    client.call(method, **{key: number})
                    raise AssertionError(f"{method} accepted {key} {number}")
                except Refused as refusal:
                    assert refusal.kind == "InvalidParams", (method, key, number, refusal.error)
                    assert key in str(refusal) or number not in (-1, LEAST), refusal.error
    assert client.call("Visit.list", last=MOST)["visits"] == []
    assert client.call("Events.list", last=MOST)["events"]
    assert client.call("Fence.list", limit=MOST)["fences"]
    assert client.call("Events.subscribe", last=MOST)["from_seq"] == 1


def test_pushed_numbers_of_any_size_do_no_harm(place):
    place.daemon(QUIET)
    client = place.client()
    second = 0
    for key in ("accuracy_m", "altitude_m", "speed_mps", "course_deg", "floor", "satellites"):
        for number in (1e308, -1e308, 1e19, 1e18, MOST, LEAST, 5e-324, 0):
            second += 1
            try:
                answer = push(client, second, **{key: number})
                assert answer["accepted"] == 1 or key in answer["problems"][0], answer
            except Refused as refusal:
                assert refusal.kind == "InvalidParams", refusal.error
        # The status line is written a moment later.
        pause(0.3)
        assert client.source()["state"] in ("fix", "nofix"), key
    push(client, second + 1, accuracy_m=1e308)
    assert client.call("Fix.last")["fixes"][0]["accuracy_m"] < 2.1e7


def sky(**more):
    return (json.dumps({"class": "SKY", "device": "/dev/ttyUSB0", **more}) + "\n").encode()


def test_gpsd_numbers_of_any_size_do_no_harm(place):
    fake = place.keep(FakeGPSD(VERSION))
    place.daemon(gpsd(fake.port))
    client = place.client()
    talk(fake, client)
    keys = ("eph", "epx", "epy", "epv", "altMSL", "altHAE", "alt", "speed", "track", "jam", "status",
            "ecefx")
    second = 0
    for number in (1e300, 1e150, 1e200, -1e300, MOST, LEAST):
        for more in [{key: number} for key in keys] + [{"eph": None, "epx": number, "epy": number}]:
            second += 1
            fake.send(tpv(second % 60, **more))
        fake.send(sky(hdop=number))
        pause(0.3)
        assert client.source()["state"], number
    for number in (MOST, LEAST):
        fake.send(sky(nSat=number, uSat=number))
        fake.send(tpv(59, eph=1.0 + (number > 0)))
    pause(0.3)
    talk(fake, client, eph=1e300)
    pause(1.2)
    assert client.source()["accuracy_m"] < 2.1e7
