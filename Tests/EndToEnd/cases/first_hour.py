"""What was silent or misleading when a person first used it: names, parameters, verdicts, times."""
import json
import os
import re
import shutil
import signal
import subprocess

from bench import daemon
from bench.waiting import until
from cases.client import equal, failure, run
from cases.fences import file
from cases.stream import refusal

QUIET = 'type = "socket"'
PLACE = (52.37, 4.89)


def circle(name, north_m=0, radius_m=50, **members):
    """A circle so far north of the place, with the id of its name in small letters."""
    latitude = PLACE[0] + north_m / 111_250
    return {"type": "Feature", "id": name.lower(), **members,
            "geometry": {"type": "Point", "coordinates": [PLACE[1], latitude]},
            "properties": {"name": name, "geofence": {"radius_m": radius_m}}}


def start(place, *features, extra="", source=QUIET):
    """A daemon with one monitor of these fences."""
    fences = file(place, "yard.geojson", *features)
    place.write(daemon.configuration(place, source, daemon.monitor("yard", fences, extra)))
    place.daemon()
    return place.client()


class Clock:
    """Fixes a second apart, at metres north of the place."""

    def __init__(self, client):
        self.client = client
        self.second = 0

    def push(self, *north_m, **members):
        for metres in north_m:
            self.second += 1
            minutes, seconds = divmod(self.second, 60)
            fix = {"time": f"2026-11-27T01:{minutes:02}:{seconds:02}Z", "accuracy_m": 2,
                   "lat": PLACE[0] + metres / 111_250, "lon": PLACE[1], **members}
            pushed = self.client.call("Source.push", source="gps", fixes=[fix])
        return pushed


def test_a_parameter_that_a_method_does_not_have_is_refused_by_every_method(place):
    client = start(place, circle("Quarry"))
    for method in client.call("rpc.discover")["methods"]:
        known = [name.strip("[]") for name in method["params"]]
        values = {"fixes": [], "collection": {"type": "FeatureCollection", "features": []}}
        given = {name: values.get(name, "x") for name in known
                 if f"[{name}]" not in method["params"]}
        error = refusal(client, method["name"], zzz=1, **given).error
        equal(error.get("message"), f'{method["name"]} has no parameter "zzz".', error)
        equal(error["data"]["kind"], "InvalidParams")
        assert all(name in error["data"]["hint"] for name in known), error
    error = refusal(client, "Events.subscribe", since="begin").error
    equal(error["data"]["suggestion"], "since_seq")
    # Nothing was done meanwhile: the connection has no subscription.
    client.call("Events.subscribe", since_seq=0)


def test_a_type_of_event_that_does_not_exist_is_refused(place):
    client = start(place, circle("Quarry"))
    for method in ["Events.subscribe", "Events.list"]:
        error = refusal(client, method, types=["entered", "exit"]).error
        equal((error["data"]["kind"], error["data"]["suggestion"]), ("InvalidParams", "exited"))
        assert "There are: entered, exited, dwelled, " in error["data"]["hint"], error


def test_unknown_names_of_a_filter_are_answered(place):
    client = start(place, circle("Quarry"))
    unknown = [{"kind": "monitor", "name": "yrad", "suggestion": "yard"},
               {"kind": "fence", "name": "quary", "suggestion": "quarry"}]
    names = {"monitors": ["yrad", "yard"], "fences": ["quary", "quarry"]}
    equal(client.call("Events.list", **names)["unknown"], unknown)
    equal(client.call("Events.subscribe", **names)["unknown"], unknown)
    equal(client.call("Visit.list", monitor="yrad", fence="quary")["unknown"], unknown)
    assert "unknown" not in client.call("Visit.list", monitor="yard", fence="quarry")


def test_unknown_name_ends_a_command_immediately(place):
    client = start(place, circle("Quarry"), circle("Ramp", 500))
    for words in ["events -f --fence quary", "events --monitor yrad -n 1", "visits --fence quary",
                  "visits --monitor yrad", "events --consumer gate --fence quary", "wait --event entered --monitor yrad"]:
        error = failure(place, words, 66)
        assert error["suggestion"] in ("quarry", "yard"), error
    equal([c["name"] for c in client.call("Consumer.list")["consumers"] if c["state"] != "internal"], [])
    Clock(client).push(0)
    run(place, "fence remove quarry")
    # A fence that was removed has events, and they are listed.
    done = run(place, "events --fence quarry --type entered")
    assert "There is no fence quarry." in done.stderr and "entered" in done.stdout, done
    done = run(place, "visits --fence quarry")
    assert "There is no fence quarry." in done.stderr and "quarry" in done.stdout, done


def test_push_reports_the_result_of_the_fixes(place):
    client = start(place, circle("Quarry"))
    clock = Clock(client)
    equal(clock.push(0), {"accepted": 1, "evaluated": 1, "problems": []})
    clock.second = 0
    pushed = clock.push(0)
    equal((pushed["accepted"], pushed["evaluated"]), (1, 0))
    equal([(r["reason"], r["count"]) for r in pushed["refused"]], [("duplicate", 1)])
    old = '{"time":"2026-11-27T00:00:00Z","lat":52,"lon":4}\n{"lat":52,"lon":4,"mode":1}\n'
    done = run(place, "push gps", stdin=old)
    assert done.stdout.startswith("0 fixes were accepted; 1 was refused: 1 as late, since its time is "
                                  "before that of the last fix"), done.stdout
    assert done.stdout.endswith("; 1 has no position.\n"), done.stdout
    history = run(place, "push --history gps -o json", stdin="".join(
        f'{{"time":"2026-11-26T01:00:0{second}Z","lat":52.37,"lon":4.89,"last_known":{value}}}\n'
        for second, value in [(1, "false"), (2, "true")]))
    result = json.loads(history.stdout)
    equal((result["accepted"], result["evaluated"], result["refused"][0]["reason"]), (2, 1, "last-known"))


def test_fixes_waiting_for_late_ones_are_not_refused(place):
    client = start(place, circle("Quarry"), source=QUIET + "\nreorder_s = 5")
    equal(Clock(client).push(0)["waiting"], 1)


def test_settings_outside_geofence_are_warned_of(place):
    hall = {**circle("Hall"), "properties": {"floor": 2, "tolerance_exit": 0.2}}
    path = file(place, "hall.geojson", hall)
    words = "properties.floor is not read; write it into properties.geofence, as geofence.floor"
    done = run(place, f"fence check {path} --buffer 5")
    assert words in done.stdout and "1 of them with warnings" in done.stdout, done.stdout
    place.write(daemon.configuration(place, QUIET, daemon.monitor("yard", path, "buffer_m = 5")))
    place.daemon()
    assert words in run(place, "reload").stdout
    found = [f for f in json.loads(run(place, "doctor -o json", status=None).stdout)
             if f["check"] == "configuration"]
    assert found[0]["outcome"] == "warn" and words in found[0]["message"], found


def test_a_replay_that_evaluated_nothing_says_why(place):
    limited = circle("Roof")
    limited["properties"]["geofence"]["altitude_min_m"] = 10
    track = place.folder / "track.jsonl"
    track.write_text("".join(
        f'{{"time":"2026-11-27T12:00:0{second}Z","lat":52.37,"lon":4.89}}\n' for second in range(3)))
    for fence, extra, reason in [
            (limited, "", "monitor yard has fences that need an altitude, which the fixes lack (3 fixes)"),
            (circle("Yard"), 'schedule = ["Sat 00:00-24:00"]', "monitor yard has a schedule that was closed (3 fixes)")]:
        monitor = daemon.monitor("yard", file(place, "roof.geojson", fence), extra)
        place.write(daemon.configuration(place, QUIET, monitor))
        done = run(place, f"replay --config {place.config} --input {track}")
        equal(done.stderr.splitlines()[-1], f"geofencectl: nothing was evaluated: {reason}.")
    monitor = daemon.monitor("yard", file(place, "roof.geojson", circle("Yard")))
    place.write(daemon.configuration(place, QUIET, monitor))
    equal(run(place, f"replay --config {place.config} --input {track}").stderr, "")
    for text in ["", "Dear diary,\ntoday we went to the quarry.\n"]:
        track.write_text(text)
        failure(place, f"replay --config {place.config} --input {track}", 65)


def test_fences_are_listed_by_where_the_receiver_is(place):
    client = start(place, circle("Alpha", 500), circle("Beta", 200), circle("Gamma"), circle("Delta", 900))
    failure(place, "fence list --near", 1)
    Clock(client).push(0)

    def ids(words):
        return [fence["id"] for fence in json.loads(run(place, f"fence list {words} -o json").stdout)["fences"]]

    equal(ids("--inside"), ["gamma"])
    equal(ids("--near"), ["gamma", "beta", "alpha", "delta"])
    equal(ids("--sort distance"), ["gamma", "beta", "alpha", "delta"])
    equal(ids("--near --sort id"), ["alpha", "beta", "delta", "gamma"])
    equal(ids(""), ["alpha", "beta", "delta", "gamma"])
    error = refusal(client, "Fence.list", state="in").error
    equal(error["data"]["kind"], "InvalidParams")
    # One page looks at so many fences, and leads on.
    page = client.call("Fence.list", state="unknown", limit=2)
    equal((page["fences"], page["next"]["fence"]), ([], "beta"))


def test_a_circle_is_drawn_around_the_last_fix(place):
    client = start(place)
    error = failure(place, "fence add --here 60", 1)
    assert "No source has a position now" in error["message"], error
    clock = Clock(client)
    clock.push(0, 100)
    done = run(place, "fence add --here 60 --id anchor")
    assert "added anchor" in done.stdout, done.stdout
    equal(client.call("Fence.inspect", fence="anchor")["states"][0]["state"], "inside")
    feature = client.call("Fence.inspect", fence="anchor")["feature"]
    equal(feature["properties"], {"geofence": {"radius_m": 60}})
    added, = json.loads(run(place, "fence add --here 10 -o json").stdout)["added"]
    assert re.fullmatch(r"here-\d{8}T\d{6}Z", added), added
    failure(place, "fence add", 64)
    assert "at most 20100000" in failure(place, "fence add --here 1e9", 64)["message"]
    place_, = json.loads(run(place, "now -o json").stdout)
    anchor = place_["inside"][0]
    equal((anchor["id"], anchor["properties"]), ("anchor", {"geofence": {"radius_m": 60}}))
    assert anchor["distance_m"] < 0 and "name" in anchor, anchor
    failure(place, "fence replace --here 90", 64)
    clock.push(100)
    assert "changed anchor" in run(place, "fence replace --here 90 --id anchor").stdout
    equal(client.call("Fence.inspect", fence="anchor")["feature"]["properties"], {"geofence": {"radius_m": 90}})
    hint = failure(place, "fence add --here 60 --id anchor", 1)["hint"]
    assert "geofencectl fence remove" in hint and "Fence.replace" not in hint, hint


def test_a_set_without_a_file_may_be_empty(place):
    monitor = daemon.monitor("anchor", "run-time")
    place.write(daemon.configuration(place, QUIET, monitor))
    place.daemon()
    client = place.client()
    Clock(client).push(0)
    equal(client.call("Daemon.status")["problems"], [])
    findings = json.loads(run(place, "doctor -o json", status=None).stdout)
    equal([f["outcome"] for f in findings if f["check"] in ("configuration", "monitor anchor")], ["ok", "ok"])
    run(place, "fence add --here 60 --id anchor --set run-time")
    entered, = client.call("Events.list", types=["entered"])["events"]
    equal((entered["fence"], entered["initial"]), ("anchor", True))
    place.daemons[-1].terminate()
    place.daemon()
    equal([f["id"] for f in place.client().call("Fence.list")["fences"]], ["anchor"])


def test_the_set_is_named_where_there_are_several(place):
    first, second = file(place, "a.geojson", circle("A")), file(place, "b.geojson", circle("B"))
    place.write(daemon.configuration(
        place, QUIET, daemon.monitor("one", first) + daemon.monitor("two", second)))
    place.daemon()
    error = failure(place, "fence remove a", 64)
    assert "2 fence sets" in error["message"] and str(first) in error["hint"], error
    run(place, "fence remove a --set one")


def test_unique_name_stands_for_the_id_of_a_fence(place):
    old = {**circle("Old Quarry"), "id": "q-17"}
    client = start(place, old, {**circle("Ramp", 300), "id": "r-1"}, {**circle("Ramp", 600), "id": "r-2"})
    Clock(client).push(0)
    names = ["explain", "fence inspect", "wait --timeout 5 --inside"]
    for words in names:
        done = subprocess.run(
            [daemon.BIN / "geofencectl", "--socket", place.folder / "control.sock", *words.split(), "Old Quarry"],
            capture_output=True, text=True, timeout=30)
        assert done.returncode == 0 and "q-17" in done.stdout, done
    events = client.call("Events.list", fences=["Old Quarry"], types=["entered"])
    equal(([e["fence"] for e in events["events"]], "unknown" in events), (["q-17"], False))
    equal(client.call("Visit.list", fence="Old Quarry")["visits"][0]["fence"], "q-17")
    error = refusal(client, "Fence.inspect", fence="Ramp").error
    equal(error["data"]["hint"], "Give the id of one of them: r-1, r-2.")
    equal(client.call("Fence.remove", fence="Old Quarry")["removed"], ["q-17"])


def test_replacement_reports_the_differences(place):
    start(place, circle("A"), circle("B", 300))
    same = file(place, "same.geojson", circle("A"), circle("B", 400))
    equal(json.loads(run(place, f"fence replace {same} -o json").stdout)["changed"], ["b"])
    assert "nothing differs from before" in run(place, f"fence replace {same}").stdout
    equal(failure(place, f"fence move {same}", 64)["suggestion"], "geofencectl fence replace")


def test_moved_fence_is_not_reported_as_removed(place):
    client = start(place, circle("Anchor"))
    Clock(client).push(0)
    run(place, f"fence replace {file(place, 'moved.geojson', circle('Anchor', 500))}")
    changed, = client.call("Events.list", types=["fence-changed"])["events"]
    equal((changed["message"], changed["was_inside"]), ("Fence anchor has moved (monitor yard)", True))
    exited, = client.call("Events.list", types=["exited"])["events"]
    equal((exited["cause"], exited["why"]), ("fence-changed", "fence-changed: the fence moved away"))
    table = run(place, "events --type exited").stdout
    assert "[fence-changed, moved]" in table, table
    equal(client.call("Events.list", types=["fence-removed"])["events"], [])


def test_times_are_shown_and_read_in_the_zone_of_the_user(place):
    client = start(place, circle("Quarry"))
    Clock(client).push(80, 60, 30, 30, 60, 80)
    zone = {"TZ": "CET-1CEST,M3.5.0,M10.5.0/3"}
    local = run(place, "events --type entered", **zone).stdout
    assert local.startswith("2026-11-27 02:00:02+01:00  entered"), local
    assert "Z  entered" in run(place, "events --type entered --utc", **zone).stdout
    record = json.loads(run(place, "events --type entered -o json", **zone).stdout)
    assert record["crossed_at"].startswith("2026-11-27T01:00:02"), record
    stored = record["emitted_at"]
    # Without seconds, and the zone of the text before that of the user.
    minute = stored[:16]
    assert "entered" in run(place, f"events --type entered --since {minute}Z", **zone).stdout
    assert "entered" in run(place, f"events --type entered --since {minute}+00:00", **zone).stdout
    equal(run(place, f"events --type entered --since {minute}-01:00", **zone).stdout, "")
    done = run(place, "visits", TZ="Mars/Olympus")
    assert 'TZ is "Mars/Olympus"' in done.stderr and "Z" in done.stdout, done


def test_visit_without_an_observed_start_lasts_at_least_since_its_first_fix(place):
    client = start(place, circle("Quarry"))
    Clock(client).push(*[30] * 57, 60, 80)
    visit, = client.call("Visit.list")["visits"]
    equal((visit["entered_before"], "entered_at" in visit), ("2026-11-27T01:00:01.000Z", False))
    assert 56 < visit["duration_min_s"] < 58, visit
    table = run(place, "visits --utc").stdout
    assert re.search(r"before 2026-11-27 01:00:01Z .* ≥ 57 s", table), table


def test_arrival_time_is_used_for_fixes_without_time(place):
    client = start(place, circle("Quarry"), source=QUIET + '\nmax_speed_mps = "off"')
    for metres in (0, 0, 300):
        fix = {"lat": PLACE[0] + metres / 111_250, "lon": PLACE[1], "accuracy_m": 2}
        client.call("Source.push", source="gps", fixes=[fix])
    visit, = client.call("Visit.list")["visits"]
    assert "entered_at" not in visit and visit["entered_emitted_at"], visit
    table = run(place, "visits").stdout
    assert table.count("(arrival)") == 2 and "≈ " in table, table
    assert "[time of arrival, initial" in run(place, "events --type entered").stdout
    # Nothing arrives where a monitor is started or a fence is added.
    extra = file(place, "extra.geojson", circle("Extra", 900))
    run(place, f"fence add {extra}")
    for line in run(place, "events").stdout.splitlines():
        moved = any(f"  {word}  " in line for word in ("entered", "exited"))
        equal("time of arrival" in line, moved, line)
    assert "(arrival)" in run(place, "fix").stdout


def test_singular_and_units_are_correct(place):
    client = start(place, circle("Quarry"))
    Clock(client).push(0)
    findings = {f["check"]: f for f in json.loads(run(place, "doctor -o json", status=None).stdout)}
    equal(findings["source gps"]["message"], "Source gps has a position.")
    used = until(lambda: client.call("Daemon.status")["store"].get("used_bytes"))
    assert used > 4096, used
    assert re.search(r"MiB used", run(place, "status").stdout)
    assert re.search(r"[\d.]+ MiB are used", findings["disk"]["message"]), findings["disk"]
    accuracy = re.search(r"([\d.]+) m", run(place, "explain quarry").stdout.split("± ")[1]).group(1)
    assert f"{accuracy}.0 m" in run(place, "source list").stdout, accuracy
    other = file(place, "other.geojson", circle("Quarry", 0, 20))
    track = place.folder / "track.jsonl"
    track.write_text('{"time":"2026-11-27T12:00:00Z","lat":52.3703,"lon":4.89}\n')
    small = place.folder / "small.toml"
    small.write_text(daemon.configuration(place, QUIET, daemon.monitor("yard", other)))
    done = run(place, f"replay --config {place.config} --against {small} --input {track}")
    assert done.stdout.startswith("+ only with --config, - only with --against, ~ with both"), done.stdout


def test_messages_on_a_terminal_are_plain_sentences(place):
    start(place, circle("Quarry"))
    screen, terminal = os.openpty()
    # A second daemon with the directories of the first one.
    done = subprocess.run(
        [daemon.BIN / "geofenced", "--config", place.config], stderr=terminal, stdout=subprocess.DEVNULL,
        timeout=20)
    os.close(terminal)
    with os.fdopen(screen, "rb", buffering=0) as seen:
        text = seen.read(4096).decode()
    equal(done.returncode, 69)
    assert text.startswith("another geofenced (process "), text
    assert "state_directory and a socket" in text, text
    assert "<" not in text and "GEOFENCE_" not in text, text


def test_socket_conflict_names_both_settings(place):
    start(place, circle("Quarry"))
    text = place.config.read_text()
    other = place.folder / "other.toml"
    (place.folder / "elsewhere").mkdir()
    other.write_text(text.replace(f'"{place.folder}/state"', f'"{place.folder}/elsewhere"'))
    done = subprocess.run(
        [daemon.BIN / "geofenced", "--config", other], capture_output=True, text=True, timeout=20)
    equal(done.returncode, 69)
    assert "answers on" in done.stderr and "a socket and a state_directory of its own" in done.stderr, done


def test_template_unit_gives_each_instance_its_own_directories(place):
    units = daemon.ROOT / "systemd"
    made = subprocess.run(
        ["sed", "-f", units / "geofenced@.sed", units / "geofenced.service"], capture_output=True, text=True,
        check=True).stdout
    for line in ["ExecStart=/usr/sbin/geofenced --config /etc/geofenced/%i.toml",
                 "ExecReload=/usr/bin/geofencectl reload --socket %t/geofenced-%i/control.sock",
                 "RuntimeDirectory=geofenced-%i", "StateDirectory=geofenced-%i", "User=geofenced",
                 "ProtectSystem=strict"]:
        assert f"\n{line}\n" in made, line
    assert "geofenced.toml" not in made and "geofenced.socket" not in made, made
    # As systemd reads it, where the programs are those of the build.
    for name, binary in [("/usr/sbin/geofenced", "geofenced"), ("/usr/bin/geofencectl", "geofencectl")]:
        made = made.replace(f"={name} ", f"={daemon.BIN / binary} ")
    unit = place.folder / "geofenced@.service"
    unit.write_text(made)
    instance = place.folder / "geofenced@truck.service"
    shutil.copy(unit, instance)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", instance], capture_output=True, text=True)
    complaints = [line for line in done.stderr.splitlines() if "geofenced@" in line]
    equal(complaints, [])


def test_a_circle_is_drawn_around_the_last_accepted_fix(place):
    client = start(place)
    clock = Clock(client)
    clock.push(0, 0, 0)
    clock.push(-1_000_000)
    last, = client.call("Fix.last")["fixes"]
    assert last["refused"] == "too-fast" and last["lat"] < 50, last
    accepted, = client.call("Fix.last", accepted=True)["fixes"]
    assert accepted["lat"] == PLACE[0] and "refused" not in accepted, accepted
    assert "refused (too-fast)" in run(place, "fix").stdout
    waited = json.loads(run(place, "wait --fix --timeout 5 -o json").stdout)
    equal(waited["lat"], PLACE[0])
    done = run(place, "fence add --here 60 --id anchor")
    assert "the last accepted fix, of" in done.stdout and "52.37" in done.stdout and "±2" in done.stdout, done.stdout
    equal(client.call("Fence.inspect", fence="anchor")["feature"]["geometry"]["coordinates"], [PLACE[1], PLACE[0]])


def test_a_source_without_an_accepted_fix_has_no_position(place):
    client = start(place, circle("Quarry"), source=QUIET + '\nfilter = "accuracy_m < 1"')
    clock = Clock(client)
    clock.push(0)
    error = failure(place, "fence add --here 60", 1)
    assert "the last fix of gps was refused (filter)" in error["message"], error
    failure(place, "wait --fix --timeout 0.5", 75)
    doctor = {f["check"]: f for f in json.loads(run(place, "doctor -o json", status=None).stdout)}
    equal(doctor["source gps"]["outcome"], "warn")
    fixes = [{"time": f"2026-11-27T01:01:{n:02}Z", "accuracy_m": 2, "lat": PLACE[0], "lon": PLACE[1]}
             for n in range(60)]
    client.call("Source.push", source="gps", fixes=fixes)
    source, = client.call("Source.list")["sources"]
    equal((source["state"], source["last_fix"]["refused"]), ("suspect", "filter"))
    assert "filter" in source["message"] and not (source.get("rate_hz") or 0) > 200, source
    messages = [e["message"] for e in client.call("Events.list", types=["source-changed"])["events"]]
    assert not any("has a position" in message for message in messages), messages
    assert any("none is accepted" in message for message in messages), messages


def test_file_problems_are_reported_at_the_start(place):
    hall = {**circle("Hall"), "properties": {"floor": 2, "geofence": {"radius_m": 5}}}
    start(place, hall, {**circle("Bad"), "geometry": {"type": "Point", "coordinates": [500, 500]}})
    errors = place.daemons[-1].errors
    until(lambda: "properties.floor is not read" in errors() and "bad" in errors(), 5, "both problems")


def test_signal_during_the_start_shuts_down_cleanly(place):
    features = [circle(f"F{n}", n) for n in range(20_000)]
    fences = file(place, "yard.geojson", *features)
    place.write(daemon.configuration(place, QUIET, daemon.monitor("yard", fences)))
    begun = place.daemon(start=False)
    record = place.folder / "state" / "run"
    until(record.exists, 20)
    begun.signal(signal.SIGTERM)
    # On a loaded machine there are more reports of progress than its socket holds.
    until(lambda: begun.read_notifications() and begun.has_ended(), 60, "the end")
    equal(begun.wait(), 0)
    assert not record.exists()
    place.daemon(QUIET)
    assert "did not shut down cleanly" not in place.daemons[-1].errors()


def test_check_config_reports_what_the_daemon_lacks(place):
    text = daemon.configuration(place, QUIET)
    place.write(text.replace(f'"{place.folder}/state"', f'"{place.folder}/away/state"'))
    wanted = f"{place.folder}/away does not exist, so that the daemon does not start"
    assert wanted in run(place, f"config check {place.config}", status=65).stdout
    done = subprocess.run([daemon.BIN / "geofenced", "--check-config", place.config], capture_output=True, text=True)
    equal(done.returncode, 65)
    assert wanted in done.stdout, done


def test_time_span_is_accepted_with_and_without_minus(place):
    client = start(place, circle("Quarry"))
    Clock(client).push(0)
    for span in "2h", "-2h":
        assert "entered" in run(place, f"events --since {span} --type entered").stdout, span
        run(place, f"visits --since {span}")
        run(place, f"replay --recorded --config {place.config} --since {span}", status=None)
        assert "is not a time" not in run(place, f"explain quarry --at {span}", status=None).stderr, span
        run(place, f"bugreport --recording {span} --output {place.folder}/{span}.md")
    # A number is that of an event.
    error = failure(place, "events --since 99", 65)
    assert "There is no event 99" in error["message"] and "not a time" in error["hint"], error
    for words in "visits --since 99", "explain quarry --at 99", "replay --recorded --since 99":
        failure(place, f"{words} --config {place.config}" if "replay" in words else words, 64)


def test_invalid_consumer_options_are_refused_first(place):
    client = start(place, circle("Quarry"))
    missing = place.folder / "doesnotexist"
    plain = file(place, "plain.geojson", circle("Plain"))
    for program, reason in (missing, "No such file"), (plain, "Permission denied"), (place.folder, "Permission"):
        error = failure(place, f"events --consumer gate --exec {program}", 66)
        assert reason.lower() in error["message"].lower(), error
    failure(place, "events --consumer gate -n 3", 64)
    equal([c["name"] for c in client.call("Consumer.list")["consumers"] if c["state"] != "internal"], [])
    run(place, "events --consumer gate --exec true --timeout 5")
    run(place, "consumer pause gate")
    paused = run(place, "events --consumer gate --timeout 5")
    assert "geofencectl consumer resume gate" in paused.stderr, paused
    run(place, "consumer resume gate")
    equal(run(place, "events --consumer gate --timeout 5").stderr, "")
    Clock(client).push(0)
    run(place, "consumer pause gate")
    gate, = [f for f in json.loads(run(place, "doctor -o json", status=None).stdout) if f["check"] == "consumer gate"]
    assert re.match(r"It is paused. It is \d+ events? behind", gate["message"]), gate


def test_help_for_a_verb_that_does_not_exist_is_refused(place):
    for words in "help evnts", "evnts --help":
        error = failure(place, words, 64)
        equal(error["suggestion"], "geofencectl events")
    assert "USAGE: geofencectl events" in run(place, "help events").stdout
    assert "SUBCOMMANDS" in run(place, "help").stdout


def test_a_fix_of_another_year_is_refused_as_ahead_and_not_late(place):
    client = start(place, circle("Quarry"))
    clock = Clock(client)
    clock.push(0)
    ahead = {"time": "2030-01-01T00:00:00Z", "lat": PLACE[0], "lon": PLACE[1], "accuracy_m": 2}
    refused, = client.call("Source.push", source="gps", fixes=[ahead])["refused"]
    assert refused["reason"] == "ahead" and "more than a day ahead" in refused["message"], refused
    clock.push(0)
    assert client.call("Events.list", types=["fixes-late"])["events"] == []


def test_file_without_a_fix_gives_the_same_message_when_pushed(place):
    start(place, circle("Quarry"))
    for line in "x\n", '{"lat": 91, "lon": 4}\n':
        done = run(place, "push gps", stdin=line, status=None)
        assert done.stdout.startswith("0 fixes were accepted"), done
