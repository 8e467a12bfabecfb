"""geofencectl as a program, against a daemon that answers with the golden lines."""
import contextlib
import glob
import json
import os
import re
import subprocess

from bench import daemon, nmea
from bench.fake_daemon import FakeDaemon
from bench.waiting import repeated, until
from bench.world import World
from cases import serial

EVERY_VERB = [
    "status", "monitor list", "monitor inspect yard", "monitor start yard", "monitor stop yard",
    "monitor pause yard", "monitor resume yard",
    "monitor start --all", "monitor add spill source=gps fences=f.geojson",
    "monitor set spill source=gps fences=f.geojson confirm_exit={\"fixes\":2}", "monitor remove yard",
    "monitor revert", "now", "now -f", "fence list", "fence inspect quarry",
    "fence remove quarry --set sites", "fence revert --set sites", "source list",
    "source status gps", "source status", "source start gps", "source stop gps",
    "source raw gps", "fix", "fix -f", "events", "events -n 3", "events -f", "visits", "explain quarry",
    "recording remove", "kind enable level",
    "kind disable global", "reload --wait", "config show",
    "consumer list", "consumer show mqtt", "consumer test mqtt", "consumer pause mqtt", "metrics",
    "fix -f --min-interval 5 --min-distance 20", "wait --fix", "wait --inside quarry", "wait --event entered",
]


def is_endless(words):
    """Whether a command ends at its --timeout only."""
    return " -f" in words or words.startswith("source raw")


def fake(place, manner=None):
    path = place.folder / "control.sock"
    path.unlink(missing_ok=True)
    return place.keep(FakeDaemon(str(path), manner))


def run(place, words, stdin=None, status=0, directory=None, **variables):
    socket = str(place.folder / "control.sock")
    environment = {**os.environ, "GEOFENCED_SOCKET": socket, **variables}
    done = subprocess.run(
        [daemon.BIN / "geofencectl", *words.split()], input=stdin, capture_output=True, text=True,
        timeout=150, env=environment, cwd=directory)
    assert status is None or done.returncode == status, f"{words}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


def run_in_time(place, words, is_enough=lambda done: True):
    """The same of a command that ends at its --timeout, with more time where that was too short: a busy machine
    takes it for the connection alone."""
    for seconds in (0.2, 1, 5, 15):
        done = run(place, f"{words} --timeout {seconds}", status=None)
        if done.returncode == 0 and is_enough(done):
            break
    assert done.returncode == 0, f"{words}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


def failure(place, words, status):
    done = run(place, words + " -o json", status=status)
    assert done.stderr.startswith("geofencectl: "), done.stderr
    error = json.loads(done.stdout)["error"]
    assert error["exit"] == status, error
    assert error["message"] in done.stderr, done.stderr
    return error


def equal(found, expected, about=""):
    assert found == expected, f"{about}: {found!r} instead of {expected!r}"


def test_every_verb_prints_a_table_and_json(place):
    fake(place)
    for words in EVERY_VERB:
        perform = run_in_time if is_endless(words) else run
        table = perform(place, words)
        assert not table.stdout.startswith("{"), words
        assert "\x1b" not in table.stdout, "colour without a terminal"
        for output in ["json", "jsonl"]:
            for text in perform(place, f"{words} -o {output}").stdout.splitlines():
                json.loads(text)


# Ends a line, clears a screen, sets a colour with C1, reverses letters, begins a paragraph.
HOSTILE = "\n\r\x1b[2J\x9b31m\x07\x85\u202e\u2066\u2028\u2029FAKE"
MISLEADING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")

LOCAL_VERBS = [
    "fence check FENCES", "fence probe FENCES --points POINTS --radius 9e6", "config check CONFIG",
    "replay --config CONFIG --input POINTS --source gps", "doctor --config CONFIG",
    "bugreport --with-positions --config CONFIG", "decode POINTS --format pushed -o table", "expression eval 'a'",
    "monitor inspect NAME", "consumer show NAME", "source raw NAME --timeout 2", "events --type NAME", "NAME",
    "fix --NAME", "replay --config CONFIG --input POINTS --source NAME", "visits --monitor NAME",
]


# They show numbers and words of the product alone.
WITHOUT_TEXT = ["recording remove", "kind enable level", "kind disable global", "consumer test mqtt"]


def check_harmless(place, words):
    """Checks what a command shows, byte by byte; gives it."""
    done = subprocess.run(
        [daemon.BIN / "geofencectl", *words], capture_output=True, timeout=30, cwd=place.folder,
        env={**os.environ, "GEOFENCED_SOCKET": str(place.folder / "control.sock")})
    text = (done.stdout + done.stderr).decode()
    found = MISLEADING.search(text)
    assert not found, (words, found, text)
    return text


def test_no_verb_shows_controls_of_names_and_messages(place):
    server = fake(place)
    server.spoil(HOSTILE)
    for words in EVERY_VERB:
        if words == "wait --inside quarry":
            continue  # Its state is a word of the product: it would wait for ever.
        shown = check_harmless(place, [*words.split(), "--timeout", "2" if is_endless(words) else "9"])
        assert "FAKE" in shown or words in WITHOUT_TEXT, (words, shown)
    for kind in server.kinds:
        server.failures["Daemon.status"] = kind
        check_harmless(place, ["status"])


def test_no_verb_shows_controls_of_files_and_arguments(place):
    fake(place).spoil(HOSTILE)
    (place.folder / "fences.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": f"id{HOSTILE}", "geometry": geometry, "properties": {
            "name": f"name{HOSTILE}", f"key{HOSTILE}": 1, "geofence": {f"key{HOSTILE}": 1}}}
        for geometry in [{"type": "Point", "coordinates": [4.89, 52.37]}, {"type": f"Point{HOSTILE}"}]]}))
    (place.folder / "points.jsonl").write_text(json.dumps(
        {"lat": 52.37, "lon": 4.89, "error": f"e{HOSTILE}", "additional": {f"a{HOSTILE}": HOSTILE}}) + "\n"
        + json.dumps({"lat": f"52{HOSTILE}", "lon": 4}) + "\n")
    quoted = json.dumps(f"name{HOSTILE}")
    (place.folder / "c.toml").write_text(
        f'[source.gps]\ntype = "socket"\n[source.{quoted}]\ntype = "socket"\n[[monitor]]\nname = {quoted}\n'
        f'source = "gps"\nfences = "fences.geojson"\nmessage_expression = {quoted}\n[{quoted}]\n')
    paths = {"FENCES": "fences.geojson", "POINTS": "points.jsonl", "CONFIG": "c.toml"}
    for words in LOCAL_VERBS:
        arguments = [paths.get(word, word.replace("NAME", "name" + HOSTILE)) for word in words.split()]
        shown = check_harmless(place, arguments)
        assert "FAKE" in shown or words.split()[0] in ("decode", "expression"), (words, shown)


def test_json_on_a_terminal_escapes_controls(place):
    server = fake(place)
    server.spoil(HOSTILE)
    for words in ["monitor list -o json", "monitor list -o jsonl", "events -n 3 -o json", "fence list -o jsonl"]:
        seen = on_terminal(place, words).replace("\r\n", "\n")
        assert not MISLEADING.search(seen), (words, seen)
        assert "FAKE" in seen and "\\u202e" in seen, (words, seen)


def on_terminal(place, words):
    """What a command writes to its standard output where that is a terminal."""
    screen, terminal = os.openpty()
    with os.fdopen(screen, "rb", buffering=0) as seen:
        done = subprocess.Popen(
            [daemon.BIN / "geofencectl", *words.split()], stdout=terminal, stdin=subprocess.DEVNULL,
            env={**os.environ, "GEOFENCED_SOCKET": str(place.folder / "control.sock")})
        os.close(terminal)
        picture = b""
        while True:
            try:
                piece = seen.read(4096)
            except OSError:
                break
            if not piece:
                break
            picture += piece
        done.wait(30)
    return picture.decode()


def test_every_verb_reports_a_stopped_daemon_as_json(place):
    for words in EVERY_VERB:
        equal(failure(place, words, 69)["kind"], "Unreachable", words)


def test_missing_features_of_an_earlier_daemon_are_reported(place):
    fake(place).failures["Fence.revert"] = "MethodNotFound"
    error = failure(place, "fence revert --set yard", 1)
    assert "earlier version" in error["message"] and "restart" in error["hint"], error
    assert "suggestion" not in error, error


def test_results_are_printed_as_received(place):
    expected = fake(place).results["Daemon.status"]
    equal(json.loads(run(place, "status -o json").stdout), expected)


def test_unknown_values_and_keys_of_later_versions_pass_through(place):
    records = [note["params"] for note in fake(place).news if note["method"] == "event"]
    records[0]["key_of_a_later_version"] = {"a": [1]}
    done = run(place, "events -o json")
    equal([json.loads(text) for text in done.stdout.splitlines()], records)
    assert "47 to 60" in done.stderr, done.stderr


def test_raw_bytes_are_shown_line_by_line_independent_of_chunks(place):
    server = fake(place)
    piece = next(note for note in server.news if note["method"] == "raw")
    server.news = server.news[:1] + [
        {**piece, "params": {**piece["params"], "text": text}}
        for text in ["$GPGGA,1*50\r\n$GPG", "SA,\a2*1E\r", "\n\r\n$GP"]]
    expected = "$GPGGA,1*50\n$GPGSA,\\u00072*1E\n$GP\n"
    equal(run_in_time(place, "source raw gps", lambda done: done.stdout == expected).stdout, expected)


def test_lines_before_and_after_reopening_a_source_are_not_joined(place):
    server = fake(place)
    piece = next(note for note in server.news if note["method"] == "raw")
    server.news = server.news[:1] + [
        {**piece, "params": {**piece["params"], **members}}
        for members in [{"text": "$GPG"}, {"text": "", "opened": True}, {"text": "$GPGSA,2*1E\n"}]]
    expected = "$GPG\n$GPGSA,2*1E\n"
    done = run_in_time(place, "source raw gps", lambda done: done.stdout == expected)
    equal(done.stdout, expected)
    equal(done.stderr, "geofencectl: the source gps was opened at 2026-11-21 07:40:00Z;"
          " what follows is of a new connection.\n")
    lines = [json.loads(line) for line in run_in_time(
        place, "source raw gps -o jsonl", lambda done: done.stdout.count("\n") == 3).stdout.splitlines()]
    equal([line.get("opened") for line in lines], [None, True, None])


def test_filters_and_start_positions_reach_the_daemon(place):
    server = fake(place)
    for words, expected in [
        ("events", {"since_seq": 0, "follow": False}),
        ("events -n 7", {"last": 7, "follow": False}),
        ("events -n 7 --since begin", {"last": 7, "since_seq": 0, "follow": False}),
        ("events -n 7 --since 5f3a:41", {"last": 7, "cursor": "5f3a:41", "follow": False}),
        ("events --since 5f3a:41", {"cursor": "5f3a:41", "follow": False}),
        ("events --since begin -f", {"since_seq": 0, "follow": True}),
        # From the head in the greeting.
        ("events -f", {"cursor": "5f3a:42", "follow": True}),
        ("events -n 1 --type entered --type exited --monitor yard --fence quarry",
         {"last": 1, "types": ["entered", "exited"], "monitors": ["yard"],
          "fences": ["quarry"], "follow": False}),
        ("events --since 2026-11-21T07:40:00Z",
         {"since_time": "2026-11-21T07:40:00.000Z", "follow": False}),
        ("wait --event entered --monitor yard",
         {"cursor": "5f3a:42", "types": ["entered"], "monitors": ["yard"]}),
    ]:
        server.requests.clear()
        (run_in_time if is_endless(words) else run)(place, words)
        # Before any question: where little is kept, what is wanted may be gone by then.
        first = server.requests[0]
        equal((first["method"], first["params"]), ("Events.subscribe", expected), words)


def test_refusals_become_exit_codes(place):
    server = fake(place)
    for kind, status in [
        ("NotFound", 66), ("InvalidParams", 64), ("FenceInvalid", 65), ("Timeout", 75),
        ("PermissionDenied", 77), ("ConfigInvalid", 78), ("InvalidState", 1),
        ("cursor_expired", 65), ("word-of-a-later-version", 1),
    ]:
        server.failures["Config.reload"] = kind
        equal(failure(place, "reload", status)["kind"], kind)


def test_monitor_that_cannot_start_gives_one_json_document(place):
    fake(place).results["Monitor.start"]["status"] = "failedToStart"
    equal(failure(place, "monitor start yard", 1)["message"], "Monitor yard could not start.")


def test_unknown_name_is_answered_with_the_nearest(place):
    server = fake(place)
    # The golden failure brings a suggestion of its own, which a real one may lack.
    server.kinds["NotFound"]["data"].pop("suggestion", None)
    for words, method, name in [
        ("monitor start yrad", "Monitor.start", "yard"),
        ("explain quary", "Fence.explain", "quarry"), ("source stop gsp", "Source.stop", "gps"),
        # Before any event is shown.
        ("wait --event entered --monitor yrad", "Monitor.inspect", "yard"),
    ]:
        server.failures[method] = "NotFound"
        equal(failure(place, words, 66)["suggestion"], name)


def test_misspelt_verbs_and_options_are_answered_with_a_suggestion(place):
    for words, suggestion in [
        ("statsu", "geofencectl status"), ("monitor strat yard", "geofencectl monitor start"),
        ("events --sicne -10min", "--since"), ("status --json", "-o json"),
    ]:
        equal(failure(place, words, 64)["suggestion"], suggestion)


def test_client_ends_with_a_reason_for_any_peer(place):
    for manner, words, status in [
        ("refuses", "status", 77), ("other server", "status", 69), ("newer", "status", 69),
        ("silent", "status --timeout 0.3", 75), ("mute", "status --timeout 0.3", 75),
        ("hangs up", "events -f", 69), ("slow to write", "status", 0),
    ]:
        fake(place, manner)
        run(place, words, status=status)


def test_fence_is_sent_to_the_daemon_unchanged(place):
    server = fake(place)
    point = {"type": "Point", "coordinates": [4.5, 52]}
    feature = {"type": "Feature", "id": "a", "geometry": point, "properties": {"n": 1.5}}
    run(place, "fence add - --set sites", stdin=json.dumps(feature))
    equal(server.requests[-1]["params"], {"set": "sites", "feature": feature})


def test_options_may_stand_before_the_verb(place):
    fake(place)
    json.loads(run(place, f"-o json --socket {place.folder}/control.sock status").stdout)


def test_waiting_ends_at_the_timeout(place):
    server = fake(place)
    server.news = server.news[:1]
    equal(failure(place, "wait --event entered --timeout 0.3", 75)["kind"], "Timeout")


@contextlib.contextmanager
def waiting_for_a_fix(place):
    command = [daemon.BIN / "geofencectl", "--socket", place.folder / "control.sock", "wait",
               "--fix", "--reconnect"]
    with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as waiting:
        try:
            yield waiting
        finally:
            waiting.kill()


def test_waiting_client_does_not_start_a_broken_daemon_repeatedly(place):
    # Behind geofenced.socket each connection starts one, and it ends at once.
    server = fake(place, "closes unheard")
    with waiting_for_a_fix(place) as waiting:
        until(lambda: len(server.connected) >= 3, 30, "three tries")
        server.manner = None
        first, second, third, *_ = server.connected
        # A second, then two, and more where the machine is busy.
        assert second - first > 0.9 and third - second > 1.8, server.connected
        equal(waiting.wait(60), 0)


def test_waiting_client_survives_a_hanging_daemon(place):
    server = fake(place, "mute")
    with waiting_for_a_fix(place) as waiting:
        error = waiting.stderr.readline()
        assert "did not answer in time. Waiting for it." in error, error
        server.manner = None
        equal(waiting.wait(10), 0)


def outcomes(place, status):
    findings = json.loads(run(place, "doctor -o json", status=status).stdout)
    return {finding["check"]: finding["outcome"] for finding in findings}, findings


def test_status_check_exits_as_a_monitoring_plugin(place):
    line = run(place, "status --check", status=2).stdout
    assert line.startswith("GEOFENCED CRITICAL - No daemon answers") and line.endswith(" | problems=1\n"), line
    receiver, _, client = serial.start(place)
    receiver.talk(client)

    def speak():
        receiver.second += 1
        receiver.send(nmea.epoch(receiver.second, *serial.PLACE))
    with repeated(speak):
        until(lambda: client.source()["state"] == "fix", 10)
        equal(run(place, "status --check").stdout, "GEOFENCED OK - 1 source, 2 monitors | problems=0\n")
        shown = run(place, "status").stdout
        assert "Clock: " in shown and " free" in shown and " ago" in shown, shown
    receiver.unplug()
    until(lambda: client.source()["state"] == "absent", 10, "absent")
    result = json.loads(run(place, "status --check -o json", status=2).stdout)
    assert result["message"].startswith("source gps: ") and result["exit"] == 2, result


def test_doctor_finds_problems(place):
    equal(outcomes(place, status=1)[0]["daemon"], "fail")
    fake(place)
    found, _ = outcomes(place, status=1)
    equal((found["daemon"], found["source spare"]), ("ok", "fail"))
    assert "[XX] source spare: " in run(place, "doctor", status=1, LC_ALL="C").stdout
    assert "✗ source spare: " in run(place, "doctor", status=1, LC_ALL="C.UTF-8").stdout


def holders(node):
    """The processes that have a line open."""
    found = set()
    for file in glob.glob("/proc/[0-9]*/fd/*"):
        try:
            if os.path.samefile(file, node):
                found.add(file.split("/")[2])
        except OSError:
            continue
    return found


def terminal_of_a_container(node):
    """A program that has a terminal of the same name open, which is not the same."""
    opener = ("import os, signal; ends = [os.openpty() for _ in range(int(os.environ['NUMBER']) + 1)]; "
              "print(os.ttyname(ends[-1][1]), flush=True); signal.pause()")
    number = os.path.basename(os.path.realpath(node))
    return ["env", f"NUMBER={number}", "unshare", "-m", "sh", "-c",
            "mount -t devpts -o newinstance,ptmxmode=0666 devpts /dev/pts "
            "&& mount --bind /dev/pts/ptmx /dev/ptmx && exec python3 -c \"$0\"", opener]


def test_doctor_finds_nothing_until_the_cable_is_removed(place):
    receiver, _, client = serial.start(place)
    receiver.talk(client)
    # A program that another case starts meanwhile holds what this one has open until it has begun.
    until(lambda: len(holders(receiver.node)) == 1, 10, "the line is the daemon's alone")

    def speak():
        receiver.second += 1
        receiver.send(nmea.epoch(receiver.second, *serial.PLACE))
    # A receiver that falls silent is a problem after some seconds.
    with repeated(speak):
        until(lambda: client.source()["state"] == "fix", 10)
        found, findings = outcomes(place, status=0)
        for check in ["daemon", "configuration", "receiver gps", "port gps", "source gps",
                      "monitor sections", "event log"]:
            equal(found[check], "ok", findings)
        with subprocess.Popen(terminal_of_a_container(receiver.node), stdout=subprocess.PIPE) as container:
            container.stdout.readline()
            found, findings = outcomes(place, status=0)
            container.terminate()
        equal(found["port gps"], "ok", findings)
    other = os.open(receiver.node, os.O_RDONLY | os.O_NOCTTY)
    found, findings = outcomes(place, status=1)
    os.close(other)
    equal(found["port gps"], "fail", findings)
    receiver.unplug()
    until(lambda: client.source()["state"] == "absent", 10, "absent")
    found, findings = outcomes(place, status=1)
    equal((found["receiver gps"], found["source gps"]), ("fail", "fail"), findings)
    assert all(finding.get("fix") for finding in findings if finding["outcome"] != "ok"), findings


def test_bug_report_contains_everything_but_secrets_and_positions(place):
    place.write(daemon.configuration(
        place, 'type = "exec"\ncommand = ["sh", "-c", "sleep 99", "--api-token", "hush4711"]'))
    place.daemon()
    text = run(place, "bugreport").stdout
    for title in ["Versions", "Doctor", "Status", "Configuration", "Fence files", "Last 100 events",
                  "Journal", "Unit"]:
        assert f"\n## {title}" in text, (title, text)
    assert "REDACTED" in text and "hush4711" not in text, text


def test_a_bug_report_names_the_files_of_ground_plans(place):
    floors = "floors = [{ floor = 0, altitude_min_m = 0.0, altitude_max_m = 4.0 }]"
    lost = place.folder / "lost.geojson"
    place.write(daemon.configuration(place, 'type = "socket"') + "".join(
        f'[[floor_map]]\nname = "{name}"\nbuilding = {building}\n{floors}\n' for name, building in [
            ("hall", f'"{daemon.FENCES}"'), ("annex", f'"{lost}"'),
            ("hut", "[[4.0, 52.0], [4.1, 52.0], [4.1, 52.1]]")]))
    text = run(place, f"bugreport --with-positions --config {place.config}").stdout
    listed = text.split("## Fence files")[1].split("~~~~")[1].strip().splitlines()
    files = {record["path"]: record["problems"] for record in map(json.loads, listed)}
    equal(files[str(daemon.FENCES)], [])
    equal(files[str(lost)], [f"{lost}: does not exist"])


def test_bug_report_shows_positions_on_request(place):
    receiver, _, client = serial.start(place)
    receiver.talk(client)
    plain, asked, link = place.folder / "plain.md", place.folder / "asked.md", place.folder / "link.md"
    true = [str(abs(degrees)) for degrees in serial.PLACE]
    run(place, f"bugreport --output {plain}")
    assert not any(degrees in plain.read_text() for degrees in true), plain.read_text()
    assert '"satellites"' in plain.read_text(), plain.read_text()
    equal(plain.stat().st_mode & 0o777, 0o600)
    run(place, f"bugreport --with-positions --output {asked}")
    assert all(degrees in asked.read_text() for degrees in true), asked.read_text()
    link.symlink_to(place.folder / "elsewhere.md")
    for path in plain, link:
        before = plain.read_text()
        error = run(place, f"bugreport --with-positions --output {path}", status=1).stderr
        assert f"{path} exists." in error and "name another file" in error, error
        equal(plain.read_text(), before)
    assert not (place.folder / "elsewhere.md").exists()


def test_the_version_needs_no_daemon(place):
    equal(json.loads(run(place, "version -o json").stdout)["daemon"], None)
    fake(place)
    equal(json.loads(run(place, "version -o json").stdout)["daemon"], "1.0.0")


def test_fence_probe_measures_points_against_a_file(place):
    points = '{"lat":34.4570,"lon":-119.70988}\n{"x":"{","lon":0,"lat":0}\n{"lat":91,"lon":0}\n'
    words = f"fence probe {daemon.FENCES} --points - --radius 0 -o jsonl"
    done = run(place, words, stdin=points, status=65)
    inside, nowhere = [json.loads(text) for text in done.stdout.splitlines()]
    equal([fence["id"] for fence in inside["fences"]], ["discovery-garden"])
    assert -20 < inside["fences"][0]["s"] < 0, inside
    equal(nowhere, {"lat": 0, "lon": 0, "fences": []})
    assert "Line 3" in done.stderr, done.stderr


def test_fence_check_shows_progress_on_a_terminal(place):
    words = f"fence check {daemon.FENCES} {daemon.POINTS} --buffer 10"
    quiet = run(place, words)
    equal(quiet.stderr, "")
    screen, terminal = os.openpty()
    with os.fdopen(screen, "rb", buffering=0) as seen:
        done = subprocess.run(
            [daemon.BIN / "geofencectl", *words.split()], stdout=subprocess.PIPE, stderr=terminal,
            text=True, timeout=30)
        os.write(terminal, b"$")
        os.close(terminal)
        picture = b""
        while not picture.endswith(b"$"):
            picture += seen.read(4096)
    equal(done.stdout, quiet.stdout)
    assert picture.startswith(b"\r[") and picture.endswith(b"%\r\x1b[K$"), picture


def test_a_recording_is_decoded_and_replayed(place):
    fixes = run(place, f"decode {daemon.TOUR} -o jsonl").stdout.splitlines()
    equal(list(json.loads(fixes[0])), [
        "time", "lat", "lon", "alt", "speed_mps", "course_deg", "mode", "accuracy_m", "floor"])
    place.write(daemon.configuration(place, f'type = "nmea-file"\npath = "{daemon.TOUR}"'))
    words = f"replay --config {place.config} --input {daemon.TOUR}"
    events = run(place, words + " -o jsonl").stdout
    equal(run(place, words + " -o jsonl").stdout, events, "the same again")
    types = [json.loads(text)["type"] for text in events.splitlines()]
    assert types.count("entered") > 10 and types.count("exited") > 10, types
    done = run(place, f"{words} --set monitor.points.buffer_m=1 --against {place.config} -o json")
    assert json.loads(done.stdout)["lost"], done.stdout


def test_recording_is_played_at_its_pace_across_a_long_gap(place):
    place.write(daemon.configuration(place, 'type = "socket"'))
    track = place.folder / "track.jsonl"
    track.write_text("".join(
        f'{{"time":"2026-03-01T{time}Z","lat":52.0001,"lon":4.0001,"mode":3}}\n'
        for time in ["12:00:00", "15:00:00", "15:00:01"]))
    world = place.keep(World(place.folder))
    run(place, f"replay --config {place.config} --input {track} --speed 1", **world.environment)
    assert 10700 < world.waited_s < 10802, world.waited_s
