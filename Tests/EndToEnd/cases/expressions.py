"""Expressions checked and evaluated by geofencectl, without a daemon."""
import json
import pathlib
import time

from bench import daemon
from bench.others import shortest_wait
from bench.waiting import until
from cases.client import equal, run
from cases.stream import INSIDE, OUTSIDE, SQUARE, Walker

DATA = pathlib.Path(__file__).resolve().parents[2] / "Data" / "Expressions"


def evaluated(place, source, words="", status=0):
    return run(place, f"expression eval - {words} -o json", stdin=source, status=status)


def test_an_expression_is_evaluated_in_a_context(place):
    source = "return {message: $fencefeature.zone_name + ' ' + $fencenotificationtype, actions: ['log']}"
    done = evaluated(place, source, f"--context {DATA / 'X.json'}")
    equal(json.loads(done.stdout), {"message": "North Yard exited", "actions": ["log"]})
    for value, expected in [("Date(5)", {"$date": 5}), ("0 / 0", {"$num": "NaN"}), ("[null, 1.5]", [None, 1.5])]:
        equal(json.loads(evaluated(place, value).stdout), expected)
    equal(run(place, "expression eval -", stdin="'gate ' + 7").stdout, "gate 7\n")
    passes = "$locationupdate.horizontalaccuracy < 20"
    done = evaluated(place, passes, f"--profile filter --context {DATA / 'L.json'}")
    equal(json.loads(done.stdout), True)


def test_an_expression_that_fails_says_where_and_why(place):
    done = evaluated(place, "var a = [1];\na[5]", status=1)
    equal(json.loads(done.stdout), {"$error": "index"})
    assert "-, line 2, column 2: the index 5 is beyond the 1 items" in done.stderr, done.stderr
    done = evaluated(place, "1 +", status=1)
    equal(json.loads(done.stdout), {"$error": "syntax"})
    wrong = place.folder / "wrong.json"
    wrong.write_text("[1]")
    run(place, f"expression eval - --context {wrong}", stdin="1", status=65)


def test_expression_is_checked_before_deployment(place):
    path = place.folder / "message.arcade"
    path.write_text("if ($fencenotificationtype == 'enter') { 'in' } else { 'out' }")
    done = run(place, f"expression check {path}")
    assert ":1:31: warning: $fencenotificationtype is never 'enter'" in done.stdout, done.stdout
    path.write_text("var date = Date(0); date")
    done = run(place, f"expression check {path}")
    assert ":1:5: note: \"date\" hides the built-in function Date" in done.stdout, done.stdout
    path.write_text("$fencefeature.name +")
    done = run(place, f"expression check {path} -o json", status=65)
    equal(json.loads(done.stdout)["problems"][0]["kind"], "syntax")
    run(place, f"expression check {place.folder / 'none'}", status=66)
    path.write_text("1" + " " * 70000)
    done = run(place, f"expression check {path}", status=65)
    assert "larger than 64 KiB" in done.stderr and "shorten it" in done.stderr, done.stderr
    listed = json.loads(run(place, "expression functions -o json").stdout)
    assert {"name": "Count", "parameters": "array, dictionary, feature or text",
            "summary": "how many items there are"} in listed, listed


def square(place, properties=None):
    fence = place.folder / "yard.geojson"
    fence.write_text(json.dumps({
        "type": "Feature", "id": "yard", "properties": properties or {},
        "geometry": {"type": "Polygon", "coordinates": [SQUARE]}}))
    return fence


def watched(place, expression, properties):
    fence = square(place, properties)
    extra = f"ignore_period_s = 0\nrequested_actions = [\"open\"]\nmessage_expression = \'\'\'{expression}\'\'\'"
    place.write(daemon.configuration(
        place, 'type = "socket"',
        daemon.monitor("gate", fence, extra) + daemon.monitor("plain", fence, "ignore_period_s = 0")))


def transitions(client, monitor):
    """The transitions under a monitor, with those that are on the way to the log."""
    until(lambda: client.call("Daemon.status")["store"]["pending"] == 0, 10, "every event is in the log")
    events = client.call("Events.list", since_seq=0)["events"]
    return [e for e in events if e.get("monitor") == monitor and e["type"] in ("entered", "exited")]


def test_expression_gives_message_actions_and_properties_of_events(place):
    watched(place, """
        var fast = $feedfeature.velocity > 1;
        if ($fencenotificationtype == 'exited') { return 'Left ' + $fencefeature.nowhere }
        return {message: 'In ' + $fencefeature.zone, actions: ['open', 'fly'], fast: fast}""", {"zone": "North"})
    place.daemon()
    client = place.client()
    walker = Walker(client)
    walker.step(OUTSIDE, INSIDE)
    [entered] = transitions(client, "gate")
    equal((entered["message"], entered["actions"]), ("In North", ["open"]))
    equal(entered["message_properties"], {"fast": False})
    [warning] = client.call("Monitor.inspect", monitor="gate")["monitor"]["warnings"]
    equal(warning["code"], "message-failed")
    assert "asks for fly" in warning["message"], warning
    walker.step(OUTSIDE)
    exited = transitions(client, "gate")[-1]
    equal((exited["type"], exited["message"]), ("exited", "Exited yard (monitor gate)"))
    [warning] = client.call("Monitor.inspect", monitor="gate")["monitor"]["warnings"]
    assert 'line 2, column 82' in warning["message"] and '"nowhere"' in warning["message"], warning


def test_no_expression_holds_up_other_clients(place):
    programs = (DATA / "hostile.txt").read_text().splitlines()
    watched(place, "'quick'", {})
    place.daemon()
    client = place.client()
    walker = Walker(client)
    walker.step(OUTSIDE)
    for number, program in enumerate(programs[::6]):
        name = f"hostile-{number}"
        client.call("Monitor.set", monitor=name, settings={
            "fences": str(place.folder / "yard.geojson"), "source": "gps", "ignore_period_s": 0,
            "message_expression": program})
        wait = shortest_wait(place, lambda: walker.step(INSIDE, OUTSIDE))
        # By a build for debugging, which takes some ten times as long.
        assert wait < 1, (program, wait)
        warnings = client.call("Monitor.inspect", monitor=name)["monitor"]["warnings"]
        [failed] = [w["message"] for w in warnings if w["code"] == "message-failed"]
        assert " more than " in failed, failed
        client.call("Monitor.remove", monitor=name)


def test_a_monitor_whose_expression_ends_the_daemon_twice_does_not_start(place):
    slow = "var b = {}; for (var i = 0; i < 40; i++) { b = {'p': b, 'q': b} } Text(b)"
    watched(place, slow, {})
    mark = place.folder / "evaluating"
    walker = Walker(None)
    for _ in range(20):
        # As after a first such end: a kill in time, twice in a row, takes luck on a busy machine.
        mark.write_text("1 gate")
        running = place.daemon()
        walker.client = client = place.client()
        statuses = {m["name"]: m["status"] for m in client.call("Monitor.list")["monitors"]}
        equal(statuses, {"gate": "started", "plain": "started"})
        walker.step(OUTSIDE, INSIDE, answered=False)
        patience = time.monotonic() + 20
        while mark.read_text() == "1 gate":
            assert time.monotonic() < patience, "nothing is evaluated"
        running.kill()
        # A kill that came too late is no end within an evaluation.
        if mark.read_text() == "2 gate":
            break
    running = place.daemon()
    walker.client = client = place.client()
    statuses = {m["name"]: m["status"] for m in client.call("Monitor.list")["monitors"]}
    equal(statuses, {"gate": "failedToStart", "plain": "started"})
    warnings = [w["message"] for w in client.call("Monitor.inspect", monitor="gate")["monitor"]["warnings"]]
    assert any("was being evaluated when geofenced ended, twice in a row" in w for w in warnings), warnings
    walker.step(OUTSIDE, INSIDE, OUTSIDE)
    assert transitions(client, "plain"), "the other monitor goes on"
    place.write(place.config.read_text().replace(slow, "'repaired'"))
    client.call("Config.reload")
    walker.step(INSIDE)
    equal(transitions(client, "gate")[-1]["message"], "repaired")


def test_null_is_the_standard_sentence_and_any_action_may_be_asked_for(place):
    watched(place, "IIf($fencenotificationtype == 'exited', null, {message: 'in', actions: 'fly'})", {})
    text = place.config.read_text()
    place.write(text.replace('requested_actions = ["open"]', ""))
    place.daemon()
    client = place.client()
    Walker(client).step(OUTSIDE, INSIDE, OUTSIDE)
    entered, exited = transitions(client, "gate")
    equal((entered["message"], entered["actions"]), ("in", ["fly"]))
    equal(exited["message"], "Exited yard (monitor gate)")
    equal([w for w in client.call("Monitor.inspect", monitor="gate")["monitor"]["warnings"]
           if w["code"] == "message-failed"], [])


def test_an_expression_that_does_not_compile_fails_its_monitor_alone(place):
    watched(place, "1 +", {})
    place.daemon()
    client = place.client()
    status = {m["name"]: m["status"] for m in client.call("Monitor.list")["monitors"]}
    equal(status, {"gate": "failedToStart", "plain": "started"})
    Walker(client).step(OUTSIDE, INSIDE)
    equal([e["type"] for e in transitions(client, "plain")], ["entered"])
    assert "a value is expected here" in run(place, f"config check {place.config}", status=65).stdout


def pushed(client, place, **more):
    lat, lon = place
    client.call("Source.push", source="gps", fixes=[{"lat": lat, "lon": lon, "speed_mps": 0, **more}])


def start_with_a_second_source(place, source='type = "socket"', keys=""):
    """A monitor `all` with the source gps, and `sure` with the source precise, which takes the fixes of gps."""
    fence = square(place)
    place.write(daemon.configuration(
        place, source, daemon.monitor("all", fence) + daemon.monitor("sure", fence, source="precise"),
        extra=f'[source.precise]\nfrom = "gps"\n{keys}'))
    place.daemon()
    return place.client()


def test_derived_source_has_its_own_filter_and_opens_no_device(place):
    client = start_with_a_second_source(place, keys='filter = "$locationupdate.horizontalaccuracy <= 10"\n')
    pushed(client, INSIDE, accuracy_m=50)
    equal([e["type"] for e in transitions(client, "all")], ["entered"])
    equal(transitions(client, "sure"), [])
    record = client.source("precise")
    equal((record["type"], record["state"], record["device"]), ("derived", "fix", "source gps"))
    equal(record["counters"]["refused.filter"], 1)
    [check] = [c for c in client.call("Source.status", source="precise")["checks"] if c["name"] == "filter"]
    equal((check["on"], check["count"], check["key"]), (True, 1, "filter"))
    [chain] = client.call("Fence.explain", fence="yard", monitor="sure")["explanations"]
    equal(chain["result"], "refused")
    pushed(client, INSIDE, accuracy_m=4)
    equal([e["type"] for e in transitions(client, "sure")], ["entered"])
    client.call("Source.stop", source="gps")
    record = client.source("precise")
    equal((record["state"], record.get("code"), record.get("message")), ("stopped", None, None))
    client.call("Source.start", source="gps")
    pushed(client, INSIDE, accuracy_m=4)
    equal(client.source("precise")["state"], "fix")
    # A change of the source that is followed reaches the one that follows.
    place.write(place.config.read_text().replace('type = "socket"', 'type = "socket"\nstale_s = 77', 1))
    client.call("Config.reload")
    pushed(client, INSIDE, accuracy_m=4)
    until(lambda: client.source("precise")["state"] == "fix", 5, "it follows again")


def test_a_filter_that_does_not_compile_fails_its_source_alone(place):
    fence = square(place)
    lame = daemon.monitor("lame", fence, source="bad")
    place.write(daemon.configuration(
        place, 'type = "socket"', daemon.monitor("all", fence) + lame,
        extra='[source.bad]\ntype = "socket"\nfilter = "1 +"\n'))
    place.daemon()
    client = place.client()
    record = client.source("bad")
    equal((record["state"], record["code"]), ("failed", "invalid-filter"))
    assert "filter, line 1" in record["message"], record
    [warning] = client.call("Monitor.inspect", monitor="lame")["monitor"]["warnings"]
    equal(warning["code"], "feed-not-running")
    pushed(client, INSIDE)
    equal([e["type"] for e in transitions(client, "all")], ["entered"])
    assert "source bad: filter, line 1" in run(place, f"config check {place.config}", status=65).stdout
    assert "source bad could not start" in run(place, "source start bad", status=1).stderr.lower()
    assert any("source bad: filter, line 1" in w for w in client.call("Config.reload")["warnings"])


def test_a_reload_warns_of_what_fails_at_the_next_start(place):
    fence = square(place)
    text = daemon.configuration(place, 'type = "socket"', daemon.monitor("all", fence))
    place.write(text)
    place.daemon()
    client = place.client()
    place.write(text + 'message_expression = "1 +"\n')
    warnings = client.call("Config.reload")["warnings"]
    assert any("monitor 'all' cannot start again: message_expression" in w for w in warnings), warnings
    place.write("")
    warnings = client.call("Config.reload")["warnings"]
    assert any("configures nothing" in w for w in warnings), warnings


def test_invalid_filter_does_not_affect_other_sources_of_the_same_fixes(place):
    client = start_with_a_second_source(place, 'type = "socket"\nfilter = "1 +"')
    pushed(client, INSIDE, accuracy_m=4)
    equal([e["type"] for e in transitions(client, "sure")], ["entered"])
    equal(transitions(client, "all"), [])
    equal((client.source("gps")["state"], client.source("precise")["state"]), ("failed", "fix"))


def test_first_fix_of_a_recording_reaches_derived_sources(place):
    recording = place.folder / "one.jsonl"
    recording.write_text(json.dumps({
        "lat": INSIDE[0], "lon": INSIDE[1], "accuracy_m": 4, "time": "2026-05-02T00:00:00Z"}) + "\n")
    client = start_with_a_second_source(place, f'type = "json-file"\npath = "{recording}"')
    until(lambda: client.source("gps")["state"] == "ended", 10, "it is played")
    until(lambda: client.call("Daemon.status")["store"]["pending"] == 0, 10, "everything durable")
    equal([len(transitions(client, name)) for name in ["all", "sure"]], [1, 1])
    record = client.source("precise")
    equal((record["state"], record.get("message")), ("ended", None))


def test_silence_is_reported_once_for_the_silent_source(place):
    place.write(daemon.configuration(
        place, 'type = "socket"', "", extra='[source.one]\nfrom = "gps"\n[source.two]\nfrom = "gps"\n'))
    place.daemon()
    client = place.client()
    until(lambda: [client.source(name)["state"] for name in ["gps", "one", "two"]] == ["silent"] * 3, 20,
          "they are silent")
    problems = client.call("Daemon.status")["problems"]
    equal((len(problems), problems[0].startswith("source gps: ")), (1, True))


def test_failing_filter_is_a_warning_until_it_has_a_value(place):
    fence = square(place)
    place.write(daemon.configuration(
        place, 'type = "socket"\nfilter = "$locationupdate.satellitecount.x > 1 || true"',
        daemon.monitor("all", fence)))
    place.daemon()
    client = place.client()
    pushed(client, INSIDE)
    codes = [w["code"] for w in client.call("Monitor.inspect", monitor="all")["monitor"]["warnings"]]
    assert "filter-failed" in codes, codes
    record = client.source("gps")
    equal(record["counters"]["filter.failed"], 1)
    assert "filter-failed" in [r["code"] for r in record["remarks"]], record
    place.write(place.config.read_text().replace("$locationupdate.satellitecount.x > 1 || true", "true"))
    client.call("Config.reload")
    codes = [w["code"] for w in client.call("Monitor.inspect", monitor="all")["monitor"]["warnings"]]
    assert "filter-failed" not in codes, codes
    pushed(client, INSIDE)
    equal([e["type"] for e in transitions(client, "all")], ["entered"])


def test_stored_event_can_be_the_context_of_an_expression(place):
    watched(place, "$fencefeature.zone", {"zone": "North"})
    place.daemon()
    client = place.client()
    pushed(client, INSIDE, accuracy_m=7)
    [event] = transitions(client, "gate")
    socket = f"--socket {place.folder / 'control.sock'}"
    source = "{z: $fencefeature.zone, n: $fencefeature.name, a: $feedfeature.horizontalaccuracy, "\
        "t: $fencenotificationtype, w: Within($feedfeature, $fencefeature)}"
    done = evaluated(place, source, f"--event {event['seq']} {socket}")
    equal(json.loads(done.stdout), {"z": "North", "n": "yard", "a": 7, "t": "entered", "w": True})
    done = evaluated(place, "$locationupdate.horizontalaccuracy <= 10",
                     f"--profile filter --event {event['seq']} {socket}")
    equal(json.loads(done.stdout), True)
    printed = run(place, f"expression eval - --event {event['seq']} {socket} --print-context", stdin="1").stdout
    context = place.folder / "context.json"
    context.write_text(printed)
    done = evaluated(place, source, f"--context {context}")
    equal(json.loads(done.stdout), {"z": "North", "n": "yard", "a": 7, "t": "entered", "w": True})
    run(place, f"expression eval - --event 9999 {socket}", stdin="1", status=66)
    run(place, f"expression eval - --event 1 {socket}", stdin="1", status=65)
    zone = "Text(ChangeTimeZone(Date(0), 'Asia/Kolkata'), 'HH:mm')"
    equal(json.loads(evaluated(place, zone).stdout), "05:30")
    now = "Text(Now(), 'dddd HH:mm')"
    done = evaluated(place, now, "--time-zone Europe/Berlin --at 2026-05-02T14:07:09Z")
    equal(json.loads(done.stdout), "Saturday 16:07")
    run(place, "expression eval - --time-zone Nowhere", stdin="1", status=64)


def test_renamed_monitor_keeps_its_events_and_visits(place):
    fence = square(place)
    place.write(daemon.configuration(
        place, 'type = "socket"', daemon.monitor("yard", fence, 'id = "y1"')))
    started = place.daemon()
    walker = Walker(place.client())
    walker.step(INSIDE)
    client = walker.client
    [entered] = transitions(client, "yard")
    equal(entered["monitor_id"], "y1")
    assert len(entered["device"]) == 32 and int(entered["device"], 16), entered
    started.terminate()
    config = place.config.read_text()
    place.write(config.replace('name = "yard"', 'name = "court"').replace(
        "[daemon]", '[daemon]\ndevice = "truck 17"'))
    place.daemon()
    walker.client = client = place.client()
    walker.step(INSIDE, OUTSIDE)
    [exited] = transitions(client, "court")
    equal((exited["type"], exited["visit"]), ("exited", entered["visit"]))
    equal(exited["device"], "truck 17")
    for name in ["court", "y1"]:
        kept = client.call("Events.list", since_seq=0, monitors=[name])["events"]
        equal([e["type"] for e in kept if "fence" in e and e["type"] != "resumed"], ["entered", "exited"])
        [visit] = client.call("Visit.list", monitor=name)["visits"]
        equal((visit["monitor_id"], visit["end"]), ("y1", "exited"))
        [chain] = client.call("Fence.explain", fence="yard", monitor=name)["explanations"]
        equal(chain["monitor"], "court")
    equal(client.call("Monitor.inspect", monitor="y1")["monitor"]["name"], "court")


def test_a_monitor_whose_file_came_later_starts_on_demand(place):
    path = place.folder / "later.geojson"
    place.write(daemon.configuration(
        place, 'type = "socket"', daemon.monitor("here", daemon.FENCES) + daemon.monitor("gone", path)))
    place.daemon()
    client = place.client()
    record = client.call("Monitor.start", monitor="gone")
    equal(record["status"], "failedToStart")
    path.write_text('{"type": "FeatureCollection", "features": [')
    equal(client.call("Monitor.start", monitor="gone")["status"], "failedToStart")
    square(place).rename(path)
    equal(client.call("Monitor.start", monitor="gone")["status"], "started")
    pushed(client, INSIDE)
    equal([e["type"] for e in transitions(client, "gone")], ["entered"])
    equal(client.call("Config.show")["fence_files"][1]["problems"], [])
