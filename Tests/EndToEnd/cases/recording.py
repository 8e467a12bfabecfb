"""What the daemon records of its sources, and what can be read of it later."""
import datetime
import json

from bench.users import ask_as_member
from bench.waiting import until
from cases.client import equal, failure, run
from cases.storage import fill, medium
from cases.stream import INSIDE, OUTSIDE, Walker, configure, refusal


def transitions(events):
    return [(e["type"], e["monitor"], e["fence"], e["crossed_at"])
            for e in events if e["type"] in ("entered", "exited")]


def logged(client):
    until(lambda: client.call("Daemon.status")["store"]["pending"] == 0, 10)
    return transitions(client.call("Events.list", since_seq=0)["events"])


def replayed(place, words=""):
    done = run(place, f"replay --recorded --config {place.config} -o jsonl {words}")
    return transitions(map(json.loads, done.stdout.splitlines())), done.stderr


def recorder(client):
    return client.call("Daemon.status")["recorder"]


def files(place):
    return sorted((place.folder / "state/recording").glob("*.fixes"))


def entries(client, **query):
    found = []
    while True:
        page = client.call("Recording.read", **query)
        found += page["entries"]
        if "next" not in page:
            return found
        query["after"] = page["next"]


def crowd(client, count=700):
    """More inputs than a block holds, so that the first of them are written at once."""
    Walker(client).step(*[OUTSIDE if n % 7 < 3 else INSIDE for n in range(count)])
    return until(lambda: recorder(client)["bytes"], 10, "a block on the disk")


def test_recorded_input_is_replayed_as_it_was_evaluated(place):
    configure(place)
    place.daemon()
    client = place.client()
    crowd(client)
    before = logged(client)
    assert len(before) > 100, before
    equal(replayed(place)[0], before)
    assert [e["type"] for e in entries(client)][0] == "started"
    fixes = [e for e in entries(client) if e["type"] == "fix"]
    equal([e["lat"] for e in fixes], [52.0005] * 700)
    equal(sorted({e["source"] for e in fixes}), ["gps"])
    numbers = [e["number"] for e in entries(client)]
    equal(numbers, list(range(len(numbers))))


def test_a_source_that_takes_the_fixes_of_another_is_recorded_as_that_one(place):
    configure(place, extra='[source.precise]\nfrom = "gps"\n')
    place.daemon()
    client = place.client()
    Walker(client).step(OUTSIDE, INSIDE)
    configure(place)
    equal(client.call("Config.reload")["sources"]["removed"], ["precise"])
    equal(sorted({e["source"] for e in entries(client) if e.get("source")}), ["gps"])


def test_crash_loses_only_unwritten_records(place):
    configure(place)
    daemon = place.daemon()
    client = place.client()
    crowd(client)
    before = logged(client)
    daemon.kill()
    # No daemon answers: the program reads the files itself, where it has the rights.
    after, _ = replayed(place)
    assert len(after) > 100 and before[:len(after)] == after, (len(before), len(after))
    place.daemon()
    client = place.client()
    walker = Walker(client)
    walker.steps = 700
    walker.step(OUTSIDE, INSIDE, INSIDE)
    again, _ = replayed(place)
    equal(again[:len(after)], after)
    assert len(again) > len(after), again
    numbers = [e["number"] for e in entries(client)]
    assert numbers == sorted(set(numbers)), numbers
    equal([e["type"] for e in entries(client)].count("started"), 2)


def test_refused_fix_has_its_reason(place):
    configure(place)
    place.daemon()
    client = place.client()
    walker = Walker(client)
    walker.step(INSIDE, INSIDE)
    walker.steps -= 1
    walker.step((52.0005, 4.0006))
    found = [e.get("refused") for e in entries(client) if e["type"] == "fix"]
    equal(found, [None, None, "duplicate"])


def test_explain_uses_the_recording_for_old_fixes(place):
    configure(place, extra='read_group = "daemon"')
    daemon = place.daemon()
    client = place.client()
    Walker(client).step(OUTSIDE, OUTSIDE, INSIDE, INSIDE, OUTSIDE)
    question = {"fence": "square", "at": "2026-05-02T00:00:09Z"}
    remembered = client.call("Fence.explain", **question)
    equal([chain["result"] for chain in remembered["explanations"]], ["entered"])
    assert "recorded" not in remembered and "note" not in remembered, remembered
    assert daemon.terminate() == 0
    place.daemon()
    client = place.client()
    recorded = client.call("Fence.explain", **question)
    equal(recorded["explanations"], remembered["explanations"])
    assert recorded["recorded"] and "from an hour before that time on" in recorded["note"], recorded
    output = run(place, "explain square --at 2026-05-02T00:00:09Z").stdout
    assert "entered" in output and "evaluating the recording again" in output, output
    # The same of any configuration, by hand.
    words = f"replay --recorded --config {place.config} --explain square --at 2026-05-02T00:00:09Z"
    equal(json.loads(run(place, words + " -o json").stdout)["explanations"],
          remembered["explanations"])
    at_end = json.loads(run(
        place, f"replay --recorded --config {place.config} --explain square -o json").stdout)
    equal([chain["result"] for chain in at_end["explanations"]], ["exited"])
    assert failure(
        place, f"replay --recorded --config {place.config} --explain sqare", 66
    )["suggestion"] == "square"
    # Beyond what is recorded it says so, and so does the status of the command.
    nothing = client.call("Fence.explain", fence="square", at="2026-05-01T20:00:00Z")
    equal(nothing["explanations"], [])
    assert "the recording has none of the hour before that time" in nothing["note"], nothing
    error = failure(place, "explain square --at 2026-05-01T20:00:00Z", 66)
    equal(error["message"], nothing["note"])
    error = failure(place, "explain square --at 2035-01-01", 64)
    assert "in the future" in error["message"], error


def test_only_operators_may_read_the_recording(place):
    configure(place, extra='read_group = "daemon"')
    daemon = place.daemon()
    Walker(place.client()).step(OUTSIDE, INSIDE, INSIDE)
    assert daemon.terminate() == 0
    place.daemon()
    done = ask_as_member(
        place, "daemon", ("Recording.read", {}), ("Recording.remove", {}),
        ("Fence.explain", {"fence": "square", "at": "2026-05-02T00:00:09Z"}))
    read, removed, explained = [json.loads(line) for line in done.stdout.splitlines()]
    for answer in (read, removed):
        equal(answer["error"]["data"]["kind"], "PermissionDenied")
    equal(explained["result"]["explanations"], [])
    assert "for members of the group" in explained["result"]["note"], explained
    assert "52.0005" not in done.stdout, done.stdout
    [file] = files(place)
    equal([file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777], [0o600, 0o700])


def test_full_disk_affects_only_the_recording(place):
    with medium(place, "96m"):
        configure(place)
        daemon = place.daemon()
        client = place.client()
        crowd(client)
        [first] = files(place)
        size = first.stat().st_size
        fill(place.folder / "state")
        walker = Walker(client)
        walker.steps = 700
        # No position is like the one before, and nearly a whole block is left for the end: what is small
        # would find room in the last page of the file.
        for (lat, lon) in (INSIDE, OUTSIDE):
            walker.step(*[(lat + n * 7919 % 9973 * 1e-9, lon + n * 6959 % 9967 * 1e-9)
                          for n in range(843)])
        client.call("Recording.read")
        state = until(lambda: recorder(client)["state"] == "full" and recorder(client), 10)
        assert "make room" in state["message"] and state["lost"] > 0, state
        status = client.call("Daemon.status")
        equal(status["health"], "degraded")
        assert state["message"] in status["problems"], status["problems"]
        assert "recorder: fixes are not recorded" in run(place, "doctor", status=1).stdout
        # Fixes are evaluated as ever, and events durable; the file is whole.
        equal([kind for kind, *_ in logged(client)][-2:], ["entered", "exited"])
        assert first.stat().st_size >= size
        assert all("damage" not in client.call("Recording.read") for _ in range(2))
        (place.folder / "state/filling").unlink()
        walker.step(INSIDE)
        client.call("Recording.read")
        until(lambda: recorder(client)["state"] == "ok", 10)
        until(lambda: "fixes are recorded again" in daemon.errors(), 10, "the entry in the journal")
        errors = daemon.errors()
        assert errors.count("fixes are not recorded: ") == 1, errors
        assert errors.count("fixes are recorded again") == 1, errors


def test_damaged_block_is_left_out_and_reported(place):
    configure(place)
    daemon = place.daemon()
    client = place.client()
    crowd(client)
    walker = Walker(client)
    walker.steps = 700
    walker.step(INSIDE, OUTSIDE)
    client.call("Recording.read")
    whole, errors = replayed(place)
    equal(errors, "")
    assert daemon.terminate() == 0
    [file] = files(place)
    damaged = bytearray(file.read_bytes())
    damaged[300] ^= 1
    file.write_bytes(damaged)
    place.daemon()
    rest, errors = replayed(place)
    assert "at 1 place of the recording are cut or damaged" in errors, errors
    assert 0 < len(rest) < len(whole), (rest, whole)


def test_nothing_is_recorded_where_recording_is_off(place):
    configure(place)
    place.daemon()
    client = place.client()
    crowd(client)
    output = run(place, "recording remove").stdout
    assert "removed" in output, output
    equal(files(place), [])
    equal(entries(client), [])
    equal(failure(place, f"replay --recorded --config {place.config}", 65)["kind"], "BadData")
    place.daemons[-1].terminate()
    configure(place, extra="record = false")
    place.daemon()
    client = place.client()
    Walker(client).step(*[OUTSIDE, INSIDE] * 400)
    equal([e for e in entries(client) if e["type"] == "fix"], [])
    run(place, "recording remove")
    equal((recorder(client)["state"], entries(client), files(place)), ("off", [], []))
    assert "Recorder:         off" in run(place, "status").stdout


def test_bug_report_contains_the_recording_only_on_request(place):
    configure(place)
    place.daemon()
    # A fix has the time of today, as in the field.
    now = datetime.datetime.now(datetime.timezone.utc)
    place.client().call("Source.push", source="gps", fixes=[
        {"lat": 52.00054321, "lon": 4.00056789, "accuracy_m": 3,
         "time": (now - datetime.timedelta(seconds=second)).isoformat()} for second in (9, 6, 3)])
    plain = run(place, f"bugreport --config {place.config}").stdout
    assert "boot_ns" not in plain and '"recorder":{' in plain, plain
    asked = run(place, f"bugreport --config {place.config} --recording -1h --with-positions").stdout
    equal(asked.count('"type":"fix"'), 3)
    hidden = run(place, f"bugreport --config {place.config} --recording -1h").stdout
    equal(hidden.count('"type":"fix"'), 3)
    assert "52.0005" not in hidden and "4.0005" not in hidden, hidden


def test_invalid_recording_requests_are_refused(place):
    configure(place)
    place.daemon()
    client = place.client()
    refused = refusal(client, "Recording.read", since="yesterday")
    equal(refused.kind, "InvalidParams")
    for words in ("replay", "replay --recorded --input x", "replay --input x --since -1h",
                  "replay --recorded --sort", "replay --input x --at -1h"):
        equal(failure(place, words, 64)["kind"], "Usage")
