"""Expressions checked and evaluated by geofencectl, without a daemon."""
import json
import pathlib

from bench import daemon
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


def test_an_expression_is_checked_before_it_goes_to_the_field(place):
    path = place.folder / "message.arcade"
    path.write_text("if ($fencenotificationtype == 'enter') { 'in' } else { 'out' }")
    done = run(place, f"expression check {path}")
    assert ":1:31: warning: $fencenotificationtype is never 'enter'" in done.stdout, done.stdout
    path.write_text("$fencefeature.name +")
    done = run(place, f"expression check {path} -o json", status=65)
    equal(json.loads(done.stdout)["problems"][0]["kind"], "syntax")
    run(place, f"expression check {place.folder / 'none'}", status=66)
    listed = json.loads(run(place, "expression functions -o json").stdout)
    assert {"name": "Count", "parameters": "array, dictionary, feature or text",
            "summary": "how many items there are"} in listed, listed


def watched(place, expression, properties):
    fence = place.folder / "yard.geojson"
    fence.write_text(json.dumps({
        "type": "Feature", "id": "yard", "properties": properties,
        "geometry": {"type": "Polygon", "coordinates": [SQUARE]}}))
    extra = f"ignore_period_s = 0\nrequested_actions = [\"open\"]\nmessage_expression = \'\'\'{expression}\'\'\'"
    place.write(daemon.configuration(
        place, 'type = "socket"',
        daemon.monitor("gate", fence, extra) + daemon.monitor("plain", fence, "ignore_period_s = 0")))


def transitions(client, monitor):
    events = client.call("Events.list", since_seq=0)["events"]
    return [e for e in events if e.get("monitor") == monitor and e["type"] in ("entered", "exited")]


def test_an_expression_makes_message_actions_and_properties_of_events(place):
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


def test_an_expression_that_does_not_compile_fails_its_monitor_alone(place):
    watched(place, "1 +", {})
    place.daemon()
    client = place.client()
    status = {m["name"]: m["status"] for m in client.call("Monitor.list")["monitors"]}
    equal(status, {"gate": "failedToStart", "plain": "started"})
    Walker(client).step(OUTSIDE, INSIDE)
    equal([e["type"] for e in transitions(client, "plain")], ["entered"])
    assert "a value is expected here" in run(place, f"config check {place.config}", status=65).stdout
