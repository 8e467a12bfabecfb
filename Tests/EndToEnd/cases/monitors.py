"""Monitors at run time, and where the receiver is."""
import json
import subprocess

from bench import daemon
from bench.waiting import until
from cases.client import equal, run
from cases.expressions import square, transitions
from cases.stream import INSIDE, OUTSIDE, SQUARE, Walker, refusal


def names(client):
    return [m["name"] for m in client.call("Monitor.list")["monitors"]]


def test_runtime_monitors_survive_a_restart_and_a_reload(place):
    fence = square(place)
    place.write(daemon.configuration(place, 'type = "socket"', daemon.monitor("yard", fence)))
    started = place.daemon()
    client = place.client()
    settings = {"source": "gps", "fences": str(fence), "rule": "enter",
                "confirm_enter": {"fixes": 1}, "requested_actions": ["go"], "actions": ["go"]}
    record = client.call("Monitor.add", monitor="extra", settings=settings)
    equal((record["status"], record["runtime"], record["rule"]), ("started", True, "enter"))
    walker = Walker(client)
    walker.step(INSIDE)
    [entered] = transitions(client, "extra")
    equal((entered["type"], entered["actions"]), ("entered", ["go"]))
    client.call("Monitor.remove", monitor="yard")
    equal(names(client), ["extra"])
    client.call("Config.reload")
    equal(names(client), ["extra"])
    started.terminate()
    place.daemon()
    walker.client = client = place.client()
    equal(names(client), ["extra"])
    walker.step(INSIDE)
    equal([e["type"] for e in transitions(client, "extra")], ["entered"])
    # The state is kept where source and fences are the same, whatever else is set.
    record = client.call("Monitor.set", monitor="extra", settings={**settings, "rule": "enterOrExit"})
    equal((record["rule"], record["inside"]), ("enterOrExit", ["yard"]))
    client.call("Monitor.revert", monitor="yard")
    equal(names(client), ["yard", "extra"])
    walker.step(OUTSIDE)
    equal([e["type"] for e in transitions(client, "extra")], ["entered", "exited"])
    client.call("Monitor.revert")
    equal(names(client), ["yard"])
    equal(client.call("Daemon.status")["health"], "ok")


def test_a_monitor_that_cannot_be_used_is_refused_and_changes_nothing(place):
    fence = square(place)
    place.write(daemon.configuration(place, 'type = "socket"', daemon.monitor("yard", fence)))
    place.daemon()
    client = place.client()
    good = {"source": "gps", "fences": str(fence)}
    for settings, words in [
            ({**good, "source": "gsp"}, "monitor.x.source: names"), ({**good, "buffer_m": -1}, "buffer_m"),
            ({**good, "bufer_m": 1}, "bufer_m: is not a known key"),
            ({**good, "fences": "no.geojson"}, "does not exist"), ({}, "is missing"),
            ({**good, "message_expression": "1 +"}, "monitor.x: message_expression"),
            ({**good, "id": "yard"}, "is the id of another monitor"), ({**good, "name": "y"}, "give it another name"), ([], "table")]:
        error = refusal(client, "Monitor.add", monitor="x", settings=settings)
        assert words in str(error), (settings, str(error))
    error = refusal(client, "Monitor.add", monitor="yard", settings=good)
    assert "already" in str(error), error
    refusal(client, "Monitor.remove", monitor="yrad")
    refusal(client, "Monitor.set", monitor="x", settings={**good, "message": "m" * 200_000})
    equal(names(client), ["yard"])
    client.call("Config.reload")
    equal(names(client), ["yard"])


def test_a_monitor_with_an_id_keeps_its_state_when_it_is_set_without_it(place):
    fence = square(place)
    place.write(daemon.configuration(
        place, 'type = "socket"', daemon.monitor("yard", fence, extra='id = "y"\n')))
    place.daemon()
    client = place.client()
    Walker(client).step(INSIDE)
    record = client.call("Monitor.set", monitor="yard", settings={
        "source": "gps", "fences": str(fence), "ignore_period_s": 5})
    equal((record["id"], record["inside"]), ("y", ["yard"]))
    client.call("Monitor.revert", monitor="yard")
    equal([e["type"] for e in transitions(client, "yard")], ["entered"])


def test_runtime_monitor_that_no_longer_fits_the_configuration_is_left_out(place):
    fence = square(place)
    other = '[source.other]\ntype = "socket"\n'
    text = daemon.configuration(place, 'type = "socket"', daemon.monitor("yard", fence))
    place.write(text + other)
    started = place.daemon()
    client = place.client()
    client.call("Monitor.add", monitor="a", settings={"source": "gps", "fences": str(fence)})
    client.call("Monitor.add", monitor="b", settings={"source": "other", "fences": str(fence)})
    started.terminate()
    place.write(text)
    started = place.daemon()
    equal(names(place.client()), ["yard", "a"])
    until(lambda: "monitor b of run time is not used" in started.errors(), 5, "it is said")


def test_runtime_changes_of_monitors_are_shown_wherever_monitors_are(place):
    fence = square(place)
    place.write(daemon.configuration(
        place, 'type = "socket"', daemon.monitor("yard", fence) + daemon.monitor("dock", fence)))
    place.daemon()
    client = place.client()
    equal(client.call("Monitor.list")["runtime_monitors"], {"added": [], "replaced": [], "removed": []})
    settings = f"source=gps fences={fence} confirm_exit={{fixes=2,seconds=1}}"
    run(place, f"monitor set yard {settings} buffer_m=3")
    confirmed = client.call("Monitor.inspect", monitor="yard")["settings"]["confirm_exit"]
    equal(confirmed, {"fixes": 2, "seconds": 1})
    run(place, f"monitor add extra {settings}")
    run(place, "monitor remove dock")
    changed = {"added": ["extra"], "replaced": ["yard"], "removed": ["dock"]}
    for method in ["Monitor.list", "Daemon.status", "Config.show"]:
        equal(client.call(method)["runtime_monitors"], changed)
    lines = ["monitor yard is as changed at run time, not as the file says; to follow the file again: "
             "geofencectl monitor revert yard",
             "monitor dock was removed at run time, though the file has it; to follow the file again: "
             "geofencectl monitor revert dock"]
    equal(client.call("Config.reload")["warnings"], lines)
    for words in ["monitor list", "status", "config show"]:
        output = run(place, words).stdout
        for line in [*(f"! {line}" for line in lines), "  monitor extra was added at run time"]:
            assert line in output, (words, output)
    findings = json.loads(run(place, "doctor -o json", status=None).stdout)
    equal([(f["check"], f["outcome"]) for f in findings if f["check"].startswith("overridden monitor")],
          [("overridden monitor yard", "warn"), ("overridden monitor dock", "warn")])
    assert run(place, "monitor revert yard").stdout.startswith("Reverted: yard.\n")
    assert run(place, "monitor revert yard").stdout.startswith("There was nothing to revert.\n")
    run(place, "monitor remove yard")
    run(place, "monitor remove extra")
    output = run(place, "monitor list").stdout
    assert output.startswith("No monitors are in force.\n! monitor dock "), output
    assert run(place, "monitor revert").stdout.startswith("Reverted: dock, yard.\n")
    equal(names(client), ["yard", "dock"])


def test_exit_from_a_removed_fence_has_no_distance(place):
    fence = square(place)
    place.write(daemon.configuration(place, 'type = "socket"', daemon.monitor("yard", fence)))
    place.daemon()
    client = place.client()
    Walker(client).step(INSIDE)
    client.call("Fence.remove", fence="yard")
    [entered, exited] = transitions(client, "yard")
    assert entered["distance_m"] < 0, entered
    equal((exited["cause"], exited["distance_m"]), ("fence-removed", None))


def test_invalid_request_is_answered_with_its_id(place):
    place.write(daemon.configuration(place, 'type = "socket"'))
    place.daemon()
    client = place.client()
    for number in range(20):
        client.send({"jsonrpc": "1.0", "id": number, "method": "Daemon.status"})
        equal(client.line()["id"], number)
    client.call("Daemon.status")


def test_all_monitors_are_started_and_stopped_at_once(place):
    fence = square(place)
    place.write(daemon.configuration(
        place, 'type = "socket"', daemon.monitor("a", fence) + daemon.monitor("b", fence)
        + daemon.monitor("c", place.folder / "none.geojson")))
    place.daemon()
    client = place.client()
    done = run(place, "monitor stop --all -o json")
    equal({m["status"] for m in json.loads(done.stdout)["monitors"]}, {"stopped"})
    run(place, "monitor start --all", status=1)
    statuses = {m["name"]: m["status"] for m in client.call("Monitor.list")["monitors"]}
    equal(statuses, {"a": "started", "b": "started", "c": "failedToStart"})
    run(place, "monitor start", status=64)
    run(place, "monitor start a --all", status=64)


def two_fences(place):
    wide = [[4.0 + (x - 4.0) * 3 - 0.001, 52.0 + (y - 52.0) * 3 - 0.001] for x, y in SQUARE]
    path = place.folder / "two.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": number, "properties": {"name": name},
         "geometry": {"type": "Polygon", "coordinates": [ring]}}
        for number, name, ring in [("1", "Zoo", wide), ("2", "Aviary", SQUARE)]]}))
    return path


def test_now_lists_the_fence_entered_last_and_all_others(place):
    path = two_fences(place)
    place.write(daemon.configuration(
        place, 'type = "socket"', daemon.monitor("zoo", path) + daemon.monitor("off", path, "autostart = false")))
    place.daemon()
    walker = Walker(place.client())
    equal(run(place, "now").stdout, "zoo: not known (feed-not-running)\noff: not known (stopped)\n")
    socket = str(place.folder / "control.sock")
    follower = subprocess.Popen(
        [daemon.BIN / "geofencectl", "now", "-f", "--monitor", "zoo", "--socket", socket],
        stdout=subprocess.PIPE, text=True)
    try:
        equal(follower.stdout.readline(), "zoo: not known (feed-not-running)\n")
        walker.step((51.9, 4.0))
        equal(run(place, "now --monitor zoo").stdout, "zoo: nothing nearby\n")
        place_in_zoo = (52.0015, 4.0015)
        walker.steps += 800
        walker.step(place_in_zoo)
        walker.step(INSIDE)
        expected = "zoo: current: Aviary; nearby: Aviary, Zoo\n"
        equal(run(place, "now --monitor zoo").stdout, expected)
        record = walker.client.call("Monitor.inspect", monitor="zoo")["monitor"]
        equal([f["name"] for f in record["entered"]], ["Zoo", "Aviary"])
        assert record["entered"][0]["known_since"] < record["entered"][1]["entered_at"], record
        lines = []
        while not lines or lines[-1] != expected:
            lines.append(follower.stdout.readline())
            assert lines[-1], lines
        assert len(lines) == len(set(lines)), lines
    finally:
        follower.kill()
        follower.communicate()
    walker.step(place_in_zoo)
    equal(run(place, "now --monitor zoo").stdout, "zoo: current: Zoo; nearby: Zoo\n")
    [row] = json.loads(run(place, "now --monitor zoo -o json").stdout)
    equal((row["monitor"], row["current"], row["nearby"]), ("zoo", "Zoo", ["Zoo"]))


def test_a_kind_that_is_switched_off_gives_no_events(place):
    path = place.folder / "hall.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": number, "properties": {"geofence": settings},
         "geometry": {"type": "Polygon", "coordinates": [SQUARE]}}
        for number, settings in [("hall", {"floor": 1}), ("yard", {})]]}))
    place.write(daemon.configuration(place, 'type = "socket"', daemon.monitor("m", path, "ignore_period_s = 0")))
    place.daemon()
    client = place.client()
    walker = Walker(client)

    def step(where, floor):
        walker.steps += 1
        minutes, second = divmod(walker.steps * 3, 60)
        client.call("Source.push", source="gps", fixes=[{
            "lat": where[0], "lon": where[1], "accuracy_m": 3, "floor": floor,
            "time": f"2026-05-02T00:{minutes:02d}:{second:02d}Z"}])
        return [(e["type"], e["fence"]) for e in transitions(client, "m")]

    equal(step(INSIDE, 1), [("entered", "hall"), ("entered", "yard")])
    client.call("Kind.disable", kind="level")
    equal(step(OUTSIDE, 1)[2:], [("exited", "yard")])
    equal(step(INSIDE, 1)[3:], [("entered", "yard")])
    client.call("Kind.enable", kind="level")
    equal(step(INSIDE, 1)[4:], [("entered", "hall")])
    client.call("Kind.disable", kind="global")
    equal(step(OUTSIDE, 1)[5:], [("exited", "hall")])


def test_monitor_change_during_a_reload_overrides_the_reload(place):
    few = square(place)
    place.write(daemon.configuration(place, 'type = "socket"', daemon.monitor("yard", few)))
    place.daemon()
    client = place.client()
    many = json.loads(few.read_text())
    few.write_text(json.dumps({"type": "FeatureCollection", "features": [
        {**many, "id": f"f{number}"} for number in range(5000)]}))
    settings = {"source": "gps", "fences": str(few), "buffer_m": 7}
    # One piece: the daemon has all three before the file is read.
    client.send(b"".join(json.dumps({"jsonrpc": "2.0", "id": f"r{number}", **call}).encode() + b"\n" for number, call in
                         enumerate([{"method": "Config.reload"},
                                    {"method": "Monitor.add", "params": {"monitor": "rt", "settings": settings}},
                                    {"method": "Monitor.set", "params": {"monitor": "rt", "settings": settings}}])))
    answers = [client.line() for _ in range(3)]
    equal([(a["id"], "error" in a) for a in answers], [("r0", False), ("r1", False), ("r2", False)])
    records = {m["name"]: m["fences"] for m in client.call("Monitor.list")["monitors"]}
    equal(records, {"yard": 5000, "rt": 5000})


def test_one_invalid_runtime_monitor_affects_no_other_and_is_kept(place):
    fence = square(place)
    other = '[source.other]\ntype = "socket"\n'
    text = daemon.configuration(place, 'type = "socket"', daemon.monitor("yard", fence, 'id = "y"'))
    place.write(text + other)
    started = place.daemon()
    client = place.client()
    client.call("Monitor.add", monitor="bad", settings={"source": "other", "fences": str(fence)})
    # It has the id of a monitor that is removed, so that it is valid under the removal alone.
    client.call("Monitor.remove", monitor="yard")
    client.call("Monitor.add", monitor="good", settings={"source": "gps", "fences": str(fence), "id": "y"})
    place.write(text)
    [warning] = [w for w in client.call("Config.reload")["warnings"] if "not used" in w]
    assert warning.startswith("monitor bad of run time is not used: monitor.bad.source: names"), warning
    equal(names(client), ["good"])
    assert warning in client.call("Daemon.status")["problems"], warning
    equal(client.call("Monitor.list")["runtime_monitors"]["added"], ["good"])
    client.call("Monitor.add", monitor="more", settings={"source": "gps", "fences": str(fence)})
    place.write(text + other)
    client.call("Config.reload")
    equal(names(client), ["bad", "good", "more"])
    started.terminate()
    place.daemon()
    client = place.client()
    equal(names(client), ["bad", "good", "more"])
    assert warning not in client.call("Daemon.status")["problems"], warning


def test_a_thousand_monitors_can_be_replaced_and_removed(place):
    fence = square(place)
    place.write(daemon.configuration(place, 'type = "socket"', daemon.monitor("yard", fence)))
    settings = json.dumps({"source": "gps", "fences": str(fence), "autostart": False})
    kept = place.folder / "state/monitors.jsonl"
    kept.write_text("".join(f'["r{number}",{settings}]\n' for number in range(1000)))
    started = place.daemon()
    client = place.client()
    for method, more in [("Monitor.add", {"settings": {}}), ("Monitor.set", {"settings": {}}), ("Monitor.remove", {})]:
        error = refusal(client, method, monitor="yard" if method != "Monitor.add" else "new", **more)
        assert "1000 monitors were changed" in str(error), str(error)
    client.call("Monitor.set", monitor="r5", settings={**json.loads(settings), "buffer_m": 4})
    client.call("Monitor.remove", monitor="r999")
    started.terminate()
    place.daemon()
    client = place.client()
    equal((len(names(client)), names(client)[-1]), (1000, "r998"))
    equal(client.call("Monitor.inspect", monitor="r5")["settings"]["buffer_m"], 4)


def test_damaged_runtime_monitors_are_reported_and_moved_aside(place):
    fence = square(place)
    place.write(daemon.configuration(place, 'type = "socket"', daemon.monitor("yard", fence)))
    settings = json.dumps({"source": "gps", "fences": str(fence)})
    kept = place.folder / "state/monitors.jsonl"
    damaged = f'["a",{settings}]\n["b",{settings[:9]}\n'
    kept.write_text(damaged)
    started = place.daemon()
    client = place.client()
    equal(names(client), ["yard", "a"])
    [problem] = [p for p in client.call("Daemon.status")["problems"] if "damaged" in p]
    assert "1 line is damaged and left out" in problem, problem
    until(lambda: problem in started.errors(), 5, "it is reported")
    client.call("Monitor.add", monitor="c", settings=json.loads(settings))
    equal((place.folder / "state/monitors.jsonl.aside-1").read_text(), damaged)
    equal([p for p in client.call("Daemon.status")["problems"] if "damaged" in p], [])
    started.terminate()
    kept.unlink()
    kept.mkdir()
    started = place.daemon()
    client = place.client()
    assert "no monitor of run time is in force" in client.call("Daemon.status")["problems"][0]
    client.call("Monitor.add", monitor="c", settings=json.loads(settings))
    equal(names(client), ["yard", "c"])
    equal((place.folder / "state/monitors.jsonl.aside-2").read_text(), damaged)


def test_a_monitor_that_could_not_start_is_refused(place):
    fence = square(place)
    place.write(daemon.configuration(place, 'type = "socket"', daemon.monitor("yard", fence)))
    place.daemon()
    for setting, words in [("message_expression=(", "message_expression, line 1"),
                           ('actions=["go"]', "not in requested_actions")]:
        done = run(place, f"monitor add lame source=gps fences={fence} {setting}", status=64)
        assert words in done.stderr and "Nothing was changed" in done.stderr, done.stderr
    equal(names(place.client()), ["yard"])
