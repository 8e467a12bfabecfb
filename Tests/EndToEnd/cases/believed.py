"""Which fixes of a source are believed, and what is said of those that are not."""
import datetime
import functools
import itertools
import json
import operator

from bench import daemon
from bench.client import Refused
from bench.waiting import rounds, until
from cases.client import equal, run

# Metres of a degree at 51.5 N 7 E.
NORTH_M, EAST_M = 111_260.0, 69_440.0


def fix(east, north, time, **more):
    """A fix so many metres from 51.5 N 7 E, which is the middle of the yard."""
    return {"time": time, "lat": round(51.5 + north / NORTH_M, 7), "lon": round(7 + east / EAST_M, 7), **more}


def yard(place, source='type = "socket"', extra="", monitor=""):
    """A configuration with one fence, 100 m around 51.5 N 7 E, and one monitor, named work."""
    fence = place.folder / "yard.geojson"
    fence.write_text(json.dumps({
        "type": "Feature", "id": "yard", "properties": {"geofence": {"radius_m": 100}},
        "geometry": {"type": "Point", "coordinates": [7, 51.5]}}))
    place.write(daemon.configuration(place, source, daemon.monitor("work", fence, monitor), extra))


def push(client, *fixes, **more):
    pushed = client.call("Source.push", source="gps", fixes=list(fixes), **more)
    equal(pushed["problems"], [])
    return pushed


def crossings(place):
    """(type, decided at) of every transition."""
    events = [json.loads(line) for line in run(place, "events -o jsonl").stdout.splitlines()]
    return [(e["type"], e["decided_at"]) for e in events if e["type"] in ("entered", "exited")]


def checks(place):
    return {c["name"]: c for c in json.loads(run(place, "source explain gps -o json").stdout)["checks"]}


def test_every_check_of_a_source_is_explained(place):
    yard(place)
    place.daemon()
    client = place.client()
    push(client, fix(0, 0, "2026-11-21T12:00:10Z"))
    before = checks(place)
    equal((before["time-order"]["count"], before["time-order"].get("last_at")), (0, None))
    push(client, fix(900, 0, "2026-11-21T12:00:00Z"))
    after = checks(place)["time-order"]
    equal((after["on"], after["key"], after["count"]), (True, "order_check", 1))
    lines = run(place, "source explain gps").stdout.splitlines()
    assert lines[0].split() == ["CHECK", "IN", "FORCE", "KEY", "REFUSED", "LAST"], lines
    assert any(line.split()[:4] == ["jump", "100", "m/s", "max_speed_mps"] for line in lines), lines
    output = run(place, "source status gps").stdout
    assert "check.time-order" in output, output
    equal(crossings(place), [("entered", "2026-11-21T12:00:10.000Z")])


def test_restarted_source_starts_a_new_time(place):
    yard(place)
    place.daemon()
    client = place.client()
    push(client, fix(0, 0, "2026-11-21T12:00:10Z"))
    push(client, fix(900, 0, "2026-11-21T11:00:00Z"))
    equal([kind for kind, _ in crossings(place)], ["entered"])
    assert "gps" in run(place, "source restart gps").stdout
    push(client, fix(900, 0, "2026-11-21T11:00:20Z"))
    equal(crossings(place)[-1], ("exited", "2026-11-21T11:00:20.000Z"))


def tour(start=0, inside=6):
    """Sixteen fixes 10 s apart, through the yard: outside, six inside, outside."""
    def at(second):
        second += start
        return f"2026-11-20T{8 + second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}Z"
    return [fix(-300 if k < 5 else 0 if k < 5 + inside else 300, 0, at(10 * k), accuracy_m=5) for k in range(16)]


def history(place, fixes, status=0):
    record = place.folder / "record.jsonl"
    record.write_text("".join(json.dumps(one) + "\n" for one in fixes))
    # A build for debugging on a busy machine takes long for ten thousand.
    return json.loads(run(place, f"push --history gps {record} --timeout 120 -o json", status=status).stdout)


def records(place, *types):
    events = [json.loads(line) for line in run(place, "events -o jsonl").stdout.splitlines()]
    return [e for e in events if e["type"] in (types or ("entered", "exited", "dwelled", "visit-closed"))]


def test_history_pushed_three_times_counts_once(place):
    yard(place)
    first = place.daemon()
    for accepted, covered in (16, 0), (0, 16), (0, 16):
        answer = history(place, tour())
        equal((answer["accepted"], answer["covered"], answer["problems"]), (accepted, covered, []))
    events = records(place)
    equal([(e["type"], e["late"], e["history"]) for e in events], [("entered", True, True), ("exited", True, True)])
    equal(events[0]["visit"], events[1]["visit"])
    visits = [json.loads(line) for line in run(place, "visits -o jsonl").stdout.splitlines()]
    equal(len(visits), 1)
    # What is known of it outlives the daemon, however that ends, and a batch that overlaps is taken from there on.
    first.kill()
    place.daemon()
    equal(history(place, tour())["covered"], 16)
    answer = history(place, tour() + tour(start=160))
    equal((answer["accepted"], answer["covered"]), (16, 16))
    equal([e["type"] for e in records(place)], ["entered", "exited"] * 2)


def test_history_does_not_change_the_live_state(place):
    yard(place, monitor="ignore_period_s = 0")
    place.daemon()
    client = place.client()
    push(client, fix(0, 0, "2026-11-21T12:00:00Z"), fix(0, 1, "2026-11-21T12:00:01Z"))
    live = client.call("Fence.list")
    # It ends inside: its visit ends unfinished, the live one goes on.
    answer = history(place, tour(inside=11))
    equal((answer["accepted"], answer["covered"]), (16, 0))
    events = records(place)
    equal([(e["type"], e.get("history", False)) for e in events],
          [("entered", False), ("entered", True), ("visit-closed", True)])
    equal((events[2]["visit"], events[2]["cause"]), (events[1]["visit"], "unfinished"))
    assert events[0]["visit"] != events[1]["visit"], events
    after = client.call("Fence.list")
    equal([(f["id"], f["state"], f.get("visit")) for f in after["fences"]],
          [(f["id"], f["state"], f.get("visit")) for f in live["fences"]])
    # What is no older than the first live fix was evaluated when it came.
    answer = history(place, [fix(900, 0, f"2026-11-21T12:00:0{k}Z") for k in range(5)])
    equal((answer["accepted"], answer["covered"]), (0, 5))
    push(client, fix(900, 0, "2026-11-21T12:05:00Z"))
    equal([e["type"] for e in records(place)][3:], ["exited"])


def test_history_that_starts_inside_emits_no_enter(place):
    yard(place)
    place.daemon()
    history(place, tour()[7:])
    equal([(e["type"], e.get("entered_at")) for e in records(place)], [("exited", None)])


def test_a_history_in_parts_loses_no_end_of_a_visit(place):
    yard(place)
    place.daemon()
    client = place.client()

    def push_part(fixes, **more):
        return client.call("Source.push", source="gps", history=True, fixes=fixes, **more)
    track = tour()
    # Cut within the visit, which goes on in the next part.
    equal(push_part(track[:8], more=True)["accepted"], 8)
    try:
        place.client().call("Source.push", source="gps", history=True, fixes=track[8:])
        raise AssertionError("taken")
    except Refused as refusal:
        equal(refusal.kind, "Busy")
    answer = push_part(track[8:], more=True)
    equal((answer["accepted"], answer["evaluated"]), (8, 8))
    equal([e["type"] for e in records(place)], ["entered", "exited"])
    # The history ends with its connection, and so do its visits.
    push_part(tour(start=3600)[:8], more=True)
    client.close()
    until(lambda: len(records(place)) == 4, 10, "the end of the open visit")
    equal([e["type"] for e in records(place)][2:], ["entered", "visit-closed"])


def test_a_long_history_is_one(place):
    yard(place)
    place.daemon()
    # Ten thousand fixes end within the visit.
    start = [fix(-300, 0, f"2026-11-19T{k // 3600:02d}:{k // 60 % 60:02d}:{k % 60:02d}Z") for k in range(9_990)]
    answer = history(place, start + tour()[:1] + tour())
    equal((answer["accepted"], answer["evaluated"]), (10_007, 10_006))
    equal([e["type"] for e in records(place)], ["entered", "exited"])


def test_a_history_needs_times_and_has_a_limit(place):
    yard(place)
    place.daemon()
    answer = history(place, [fix(0, 0, "2026-11-20T08:00:00Z"), {"lat": 51.5, "lon": 7}], status=65)
    equal((answer["accepted"], len(answer["problems"])), (1, 1))
    assert "Line 2: a fix of a history needs a time." in answer["problems"][0], answer
    client = place.client()
    try:
        client.call("Source.push", source="gps", history=True, fixes=[{"lat": 1, "lon": 2}] * 10_001)
        raise AssertionError("taken")
    except Refused as refusal:
        equal(refusal.kind, "InvalidParams")
        assert "10000" in refusal.error["message"], refusal.error


def test_live_fixes_do_not_wait_for_a_history(place):
    yard(place)
    place.daemon()
    live, other = place.client(), place.client()
    numbers = itertools.count()

    def is_live_first():
        number = next(numbers)
        before = live.call("Daemon.status")["store"]["next_seq"] - 1
        day = f"2026-11-{10 + number}"
        fixes = [{"time": f"{day}T{k // 3600:02d}:{k // 60 % 60:02d}:{k % 60:02d}Z",
                  "lat": 51.5, "lon": 7 if k % 20 < 10 else 7.01} for k in range(10_000)]
        other.send({"jsonrpc": "2.0", "id": 1, "method": "Source.push",
                    "params": {"source": "gps", "history": True, "fixes": fixes}})
        push(live, fix(number % 2 * 900, 0, f"2026-11-21T12:0{number}:00Z"))
        answer = other.line(60)["result"]
        equal((answer["accepted"], answer["covered"]), (10_000, 0))
        reader = place.client()
        reader.call("Events.subscribe", since_seq=before, types=["entered", "exited"], follow=False)
        first = reader.next_news("event")
        reader.close()
        return not first.get("history", False)
    # A test that stalls pushes its live fix when the history is over: that proves nothing.
    assert any(rounds(is_live_first, bool)), "no live event came before those of the history"


def now(seconds=0.0):
    """So many seconds from now."""
    time = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03d}Z"


def test_stored_fixes_between_live_ones_change_nothing(place):
    yard(place)
    place.daemon()
    client = place.client()
    for minute in range(6):
        push(client, fix(minute, 0, f"2026-11-21T10:0{minute}:00Z", accuracy_m=6))
        push(client, *(fix(3000 - 400 * minute, 100 * k, f"2026-11-21T08:{10 * minute + k:02d}:00Z", accuracy_m=6)
                       for k in range(3)))
    equal(crossings(place), [("entered", "2026-11-21T10:00:00.000Z")])
    equal(client.call("Fence.list")["fences"][0]["state"], "inside")
    equal(checks(place)["time-order"]["count"], 18)
    assert not records(place, "time-reset"), "a burst of stored fixes is no new clock"


def test_a_batch_that_is_pushed_again_counts_once(place):
    yard(place)
    place.daemon()
    client = place.client()
    for _ in range(3):
        push(client, *tour())
    equal([(e["type"], e.get("history", False)) for e in records(place)], [("entered", False), ("exited", False)])
    struck = checks(place)
    assert struck["repetition"]["count"] >= 30, struck["repetition"]


def test_date_contradicted_by_the_system_clock_is_not_used_for_events(place):
    yard(place, extra='wall_clock = "trusted"')
    place.daemon()
    client = place.client()
    begun = now()
    push(client, fix(0, 0, "2080-01-06T00:00:01Z", accuracy_m=9))
    push(client, *(fix(0, k, now(-40 * 86_400 + k), accuracy_m=9) for k in range(1, 5)))
    equal(records(place), [])
    equal(checks(place)["date"]["count"], 5)
    for k in range(3):
        push(client, fix(0, k, now(), accuracy_m=9))
    events = records(place)
    equal([e["type"] for e in events], ["entered"])
    assert begun <= events[0]["fix_time"] <= now() and not events[0]["late"], events


def test_stored_position_at_receiver_start_emits_no_event(place):
    def sentence(text):
        return f"${text}*{functools.reduce(operator.xor, text.encode()):02X}\\r\\n"

    def epoch(east_minutes, time):
        return sentence(f"GPRMC,{time:%H%M%S}.00,A,5130.0000,N,007{east_minutes:07.4f},E,0.0,0.0,{time:%d%m%y},,,A")
    at = datetime.datetime.now(datetime.timezone.utc)
    old = "".join(epoch(0, at - datetime.timedelta(days=40, seconds=-k)) for k in range(6))
    true = "".join(epoch(6, at + datetime.timedelta(seconds=k)) for k in range(-3, 1))
    yard(place, f'''type = "exec"\ncommand = ["sh", "-c", "printf '{old}{true}'; sleep 60"]''',
         extra='wall_clock = "trusted"')
    place.daemon()
    client = place.client()
    until(lambda: (client.source().get("last_fix") or {}).get("lon", 0) > 7.05, 10, "the true place")
    equal(records(place), [])
    assert checks(place)["date"]["count"] >= 1, checks(place)["date"]


def test_position_that_does_not_move_at_speed_is_suspect(place):
    yard(place)
    place.daemon()
    client = place.client()
    push(client, *(fix(0, 0, f"2026-11-21T12:{k // 10:02d}:{k % 10 * 6:02d}Z", accuracy_m=1, speed_mps=10)
                   for k in range(13)))
    source = client.source()
    equal(source["state"], "suspect")
    assert "does not move" in source["message"], source["message"]
    assert checks(place)["frozen-position"]["count"] >= 1
    push(client, fix(30, 0, "2026-11-21T12:01:21Z", accuracy_m=1, speed_mps=10))
    equal(client.source()["state"], "fix")


def test_a_fix_that_arrives_long_after_its_time_is_late(place):
    yard(place, extra='wall_clock = "trusted"')
    place.daemon()
    client = place.client()
    push(client, fix(0, 0, now(-600), accuracy_m=5))
    push(client, fix(900, 0, now(-1), accuracy_m=5))
    entered, exited = records(place)
    equal((entered["type"], entered["late"]), ("entered", True))
    equal(exited["type"], "exited")
    equal(checks(place)["late-arrival"]["count"], 1)
