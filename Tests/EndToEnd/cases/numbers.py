"""Numbers that nobody should send: each is refused or taken for what it can mean, and ends nothing."""
from bench.client import Refused
from cases.control import QUIET

LEAST, MOST = -(1 << 63), (1 << 63) - 1


def test_counts_and_numbers_below_nothing_are_refused(place):
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
