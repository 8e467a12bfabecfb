"""What geofencectl says of words and lines that cannot have been meant."""
import gzip
import json
import os
import pathlib
import select
import subprocess

from bench import daemon, nmea
from bench.waiting import until
from cases.client import equal, failure, fake, run


def test_filters_without_effect_are_warned_of(place):
    server = fake(place)
    unknown = {"kind": "monitor", "name": "yrad", "suggestion": "yard"}
    server.results["Events.subscribe"]["unknown"] = [unknown]
    # Its log has events of everything.
    done = run(place, "events -n 1 --monitor yrad")
    assert "no monitor yrad.\nDid you mean yard?" in done.stderr, done.stderr
    server.results["Events.list"] = {**server.results["Events.list"], "events": []}
    equal(failure(place, "events -n 1 --monitor yrad", 66)["suggestion"], "yard")


def test_unknown_event_type_ends_a_command_before_it_waits(place):
    # There is no daemon, and none is waited for.
    for words in ["wait --event exit --reconnect", "events --type exit",
                  "events -f --reconnect --type entered --type exit"]:
        error = failure(place, words, 66)
        equal((error["message"], error["suggestion"]), ("There is no type of event exit.", "exited"), words)
        assert error["hint"].startswith("The types are entered, exited, dwelled, feed-stale, "), error


def test_every_line_without_a_fix_is_reported_with_its_reason(place):
    place.daemon('type = "socket"')
    lines = 'x\n{"lat":1}\n{"lat":"1","lon":2}\n' + "9" * 2_000_000 + "\n[1]\n"
    done = run(place, "push gps", stdin=lines, status=65)
    equal(done.stdout, "0 fixes were accepted.\n")
    for words in ["Line 1 is not a JSON object: column 1: expected a value", "Line 2: lat and lon are required",
                  "Line 3: lat must be a number.", "Line 4 is longer than 1048576 bytes.",
                  "Line 5 is not a JSON object."]:
        assert words in done.stderr, done.stderr


def test_value_of_the_wrong_type_is_reported_with_the_right_type(place):
    place.daemon('type = "socket"')
    wrong = {"time": 5, "lat": "1", "lon": [2], "alt": "9", "altitude_m": {}, "vertical_accuracy_m": True,
             "accuracy_m": "5", "speed_mps": "fast", "course_deg": False, "floor": "1", "mode": "3D",
             "last_known": 1, "accuracy_level": {}}
    lines = "\n".join(json.dumps({"lat": 1, "lon": 2, key: value}) for key, value in wrong.items())
    done = run(place, "push gps", stdin=lines, status=65)
    right = {"time": "a string.", "last_known": "true or false.",
             "accuracy_level": "a number from 0.01 to below 1, or one of"}
    for number, key in enumerate(wrong, 1):
        words = f"Line {number}: {key} must be {right.get(key, 'a number.')}"
        assert words in done.stderr, (words, done.stderr)


def test_pushed_shown_and_replayed_fixes_are_the_same_lines(place):
    fence = place.folder / "fence.geojson"
    fence.write_text(json.dumps({
        "type": "Feature", "id": "loft", "properties": {"geofence": {"altitude_min_m": 20, "altitude_max_m": 50}},
        "geometry": {"type": "Polygon", "coordinates": [
            [[4.8, 52.3], [4.9, 52.3], [4.9, 52.4], [4.8, 52.4], [4.8, 52.3]]]}}))
    place.write(daemon.configuration(place, 'type = "socket"', daemon.monitor("m", fence)))
    place.daemon()
    shown = ""
    for second, more in enumerate([
            '"alt":60', '"altitude_m":60,"accuracy_m":3,"accuracy_level":0.5',
            '"alt":30,"accuracy_m":3,"accuracy_level":"68"']):
        run(place, "push gps", stdin=f'{{"time":"2026-11-21T12:00:0{second}Z","lat":52.35,"lon":4.85,{more}}}')
        shown += run(place, "fix -o jsonl").stdout
    fixes = [json.loads(line) for line in shown.splitlines()]
    equal([fix["altitude_m"] for fix in fixes], [60, 60, 30])
    equal([fix.get("accuracy_level") for fix in fixes], [None, 0.5, 0.68])
    record = place.folder / "record.jsonl"
    record.write_text(shown)
    keys = ("type", "fence", "fix_time", "accuracy_m", "accuracy_level")
    events = [[json.loads(line) for line in run(place, words).stdout.splitlines()] for words in [
        "events --type entered -o jsonl",
        f"replay --config {place.config} --input {record} -o jsonl"]]
    pushed, replayed = ([[e[key] for key in keys] for e in list if e["type"] == "entered"]
                      for list in events)
    equal(pushed, [["entered", "loft", "2026-11-21T12:00:02.000Z", 3, 0.68]])
    equal(replayed, pushed)


def test_lines_are_counted_as_in_an_editor(place):
    place.daemon('type = "socket"')
    points = '\n\n\n{"lat":1}\n{"lat":91,"lon":0}\n\r\n{"lon":540.5,"lat":0}\n{"lat":nan,"lon":0}'
    pushed = run(place, "push gps", stdin=points, status=65).stderr
    for words in ["Line 4: lat and lon are required", "Line 5: lat is 91.0",
                  "Line 8: lat is nan, no number"]:
        assert words in pushed, pushed
    probed = run(place, f"fence probe {daemon.FENCES} --points -", stdin=points, status=65).stderr
    for words in ["Line 4 of the points has no lat and lon.",
                  "Line 5 of the points has the lat 91.0; it must be from -90 to 90.",
                  "Line 7 of the points has the lon 540.5; it must be from -540.0 to 540.0."]:
        assert words in probed, probed


def test_lines_without_fixes_are_reported_while_others_arrive(place):
    place.daemon('type = "socket"')
    command = [daemon.BIN / "geofencectl", "--socket", place.folder / "control.sock", "push", "gps"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, bufsize=0) as pushing:
        try:
            for line, words in [(b"x", b"Line 1 is not a JSON object: "), (b'{"lat":95,"lon":0}', b"Line 2: lat is 95.0")]:
                pushing.stdin.write(line + b"\n")
                assert select.select([pushing.stderr], [], [], 10)[0], "nothing reported for " + repr(line)
                error = pushing.stderr.readline()
                assert words in error, error
            out, errors = pushing.communicate(b"y\n" * 5_000 + b'{"lat":1,"lon":2}\n', timeout=30)
            equal((pushing.returncode, out), (65, b"1 fix was accepted.\n"))
            assert errors.endswith(b": 5002 lines gave no fix, 4982 of which are not listed above.\n"), errors[-200:]
            equal(errors.count(b"\n"), 19)
        finally:
            pushing.kill()


def test_closed_standard_error_does_not_end_a_push(place):
    place.daemon('type = "socket"')
    client = place.client()

    def last():
        fix = client.source().get("last_fix") or {}
        return fix.get("lat"), fix.get("lon")
    command = f"'{daemon.BIN}/geofencectl' --socket '{place.folder}/control.sock' push gps"
    for lat, error in enumerate(("2>/dev/full", "2> >(true)", "2>&-")):
        with subprocess.Popen(["bash", "-c", f"{command} {error}"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, bufsize=0) as pushing:
            # One at a time: what follows a complaint goes to the daemon after it.
            for lon in range(1, 4):
                pushing.stdin.write(f'x\n{{"lat":{lat},"lon":{lon}}}\n'.encode())
                until(lambda: last() == (lat, lon), 10, f"fix {lon} with {error}")
            out, _ = pushing.communicate(timeout=10)
        # The places are far from each other: some are refused as jumps, or for a 0.
        output = out.decode()
        equal((error, pushing.returncode, output.count("\n")), (error, 65, 1), output)
        assert " accepted" in output, output


def test_list_of_refused_lines_is_limited(place):
    place.daemon('type = "socket"')

    def problems(lines):
        return json.loads(run(place, "push gps -o json", stdin=lines, status=65).stdout)["problems"]
    equal(problems("x\n\ny\n"), [
        f"Line {number} is not a JSON object: column 1: expected a value, found '{found}'."
        for number, found in ((1, "x"), (3, "y"))])
    many = problems("x\n" * 1_000)
    equal((len(many), many[-1]), (21, "1000 lines gave no fix, 980 of which are not listed above."))


def test_fixes_that_are_not_durable_are_accepted_and_reported_once(place):
    doubt = "the resulting events are not durable yet: no room"
    fake(place).results["Source.push"] = {"accepted": 500, "problems": [doubt]}
    lines = '{"lat":1,"lon":2}\n' * 2_000
    done = run(place, "push indoor", stdin=lines)
    equal((done.stdout, done.stderr), ("2000 fixes were accepted.\n", f"geofencectl: {doubt}\n"))
    answer = json.loads(run(place, "push indoor -o json", stdin=lines).stdout)
    equal(answer, {"accepted": 2_000, "problems": [doubt]})


def test_many_fixes_are_split_into_requests_within_the_limit(place):
    server = fake(place)
    server.results["Source.push"] = {"accepted": 1, "problems": []}
    short = ['{"lat":1,"lon":2}'] * 13_000
    long = [json.dumps({"lat": 1, "lon": 2, "time": "x" * 100_000})] * 12
    run(place, "push indoor", stdin="\n".join(short + long))
    sizes = [len(request["params"]["fixes"]) for request in server.requests]
    equal((sum(sizes), max(sizes)), (13_012, 500))


def test_oversized_request_is_refused_with_a_remedy(place):
    fake(place)
    line = json.dumps({"lat": 1, "lon": 2, "time": "x" * 1_048_500})
    assert "geometry" not in run(place, "push indoor", stdin=line, status=65).stderr


def test_unwritable_output_is_reported(place):
    fake(place)
    socket = {**os.environ, "GEOFENCED_SOCKET": str(place.folder / "control.sock")}
    command = [daemon.BIN / "geofencectl", "events"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=30, env=socket)
    equal(done.returncode, 1)
    assert "Standard output cannot be written: No space left on device." in done.stderr, done.stderr
    with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=socket) as reader:
        reader.stdout.close()
        equal(reader.stderr.read(), "", "who closes a pipe knows it")


def test_nonblocking_input_and_output_are_waited_for(place):
    """Programs that share a pipe, such as node and ssh, leave it so."""
    lines = "".join(
        f'{{"time":"2026-11-21T00:{n // 60:02}:{n % 60:02}Z","lat":52,"lon":5}}\n' for n in range(1_000))
    (given, giving), (taking, taken) = os.pipe(), os.pipe()
    os.set_blocking(given, False)
    os.set_blocking(taken, False)
    with subprocess.Popen(
            [daemon.BIN / "geofencectl", "decode", "-", "-o", "jsonl"], stdin=given, stdout=taken,
            stderr=subprocess.PIPE, text=True) as decoding:
        try:
            os.close(given)
            os.close(taken)
            until(lambda: polls(decoding), 10, "nothing to read")
            with open(giving, "w") as giver:
                giver.write(lines)
            until(lambda: select.select([taking], [], [], 0)[0] and polls(decoding), 10, "no room to write")
            with open(taking) as taker:
                equal(len(taker.read().splitlines()), 1_000)
            equal(decoding.wait(10), 0)
        finally:
            decoding.kill()


def polls(process):
    """Whether a process waits for a descriptor; fails when it has ended."""
    assert process.poll() is None, process.stderr.read()
    call = pathlib.Path(f"/proc/{process.pid}/syscall").read_text().split()[0]
    # poll, and ppoll of both architectures.
    return call in ("7", "271", "73")


def test_a_recording_without_fixes_is_explained(place):
    packed = place.folder / "tour.nmea.gz"
    packed.write_bytes(gzip.compress(daemon.TOUR.read_bytes()))
    for words in [f"decode {packed}", f"replay --config {place.config} --input {packed}"]:
        place.write(daemon.configuration(place, 'type = "socket"'))
        assert "is packed with gzip.\nUnpack it first, for example with: gzip -dc " in run(
            place, words, status=65).stderr, words
    point = '<wpt lat="52" lon="5"><name>gate</name></wpt>'
    for gpx, words in [
        (f"<gpx>{point}{point}</gpx>", "way points: 2. Only tracks"),
        ('<gpx><trk><trkseg><trkpt lat="52" lon="5"><ti', "bad-xml: 1. The file is incomplete, is not GPX, or"),
        ('<gpx><trk><trkseg><trkpt lat="95" lon="5"/></trkseg></trk></gpx>',
         "bad-point: 1. The file has a point without"),
    ]:
        error = run(place, "decode -", stdin=gpx, status=65).stderr
        assert words in error and "firmware" not in error, error


def test_recording_without_fixes_fails_with_the_reason(place):
    place.write(daemon.configuration(place, 'type = "socket"'))
    untimed = {"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [5, 52]}}
    for name, text, words in [
        ("a.geojson", json.dumps({"type": "FeatureCollection", "features": [untimed]}),
         "it was read as GeoJSON.\nLine 1: the point has no time; write it as properties.time."),
        ("b.jsonl", '# by a phone\n{"latitude": 52, "longitude": 5}\n',
         "it was read as JSON lines of fixes.\nLine 2: lat and lon are required, in degrees; the line has "
         "latitude and longitude instead."),
        ("c.json", "[\n  {}\n]\n", "it was read as a JSON array of fixes.\nLine 2: lat and lon are required"),
        ("d.gpx", '<gpx><wpt lat="52" lon="5"/></gpx>', "it was read as GPX.\nIt has way points alone"),
        ("e.nmea", nmea.sentence("GPTXT,01,01,02,hello").decode(), "it was read as NMEA 0183.\nIt lacks sentences"),
        ("f.nmea", b"".join(nmea.sentence(
            f"GPRMC,10000{second}.00,A,5130.0000,N,00700.0000,E,0.0,0.0,210526,,,E") for second in range(4)).decode(),
         "\n4 epochs have no fix for the reason dead-reckoning: The receiver extrapolates without satellites "
         "(mode E); set dead_reckoning = true"),
        # Every reason, the most frequent first.
        ("g.nmea", b"".join(
            nmea.sentence(f"GPRMC,10000{second}.00,A,451.8540,N,01236.7080,E,0.0,0.0,210526,,,A")
            for second in range(4)).decode() + nmea.void(1).decode() + "$GPGGA,100009.00,5130,N*00\r\n",
         "\n4 sentences were left out for the reason missing-digit: A coordinate lacks a digit: latitude has "
         "four digits before the point (ddmm), longitude five (dddmm); correct the program that writes the "
         "sentences. 1 epoch has no fix for the reason void: The receiver has no position; give its antenna a "
         "clear view of the sky. 1 sentence was left out for the reason bad-checksum: "),
    ]:
        path = place.folder / name
        path.write_text(text)
        for command in [f"decode {path}", f"replay --config {place.config} --input {path}"]:
            error = run(place, command, status=65).stderr
            assert words in error and "firmware" not in error, error


def test_documents_of_loggers_are_replayed_in_the_order_of_their_times(place):
    place.write(daemon.configuration(place, 'type = "socket"'))
    times = ["2026-05-12T08:00:02Z", "2026-05-12T08:00:00Z", "2026-05-12T08:00:01Z"]
    fixes = [{"time": time, "lat": 52, "lon": 5} for time in times]
    features = [{"type": "Feature", "properties": {"time": time},
                 "geometry": {"type": "Point", "coordinates": [5, 52]}} for time in times]
    for name, document in [("a.json", fixes),
                           ("b.geojson", {"type": "FeatureCollection", "features": features})]:
        path = place.folder / name
        path.write_text(json.dumps(document, indent=1))
        decoded = [json.loads(line)["time"] for line in run(place, f"decode {path} -o jsonl").stdout.splitlines()]
        equal(decoded, [f"2026-05-12T08:00:0{second}.000Z" for second in range(3)])
        run(place, f"replay --config {place.config} --input {path}")


def test_problem_of_a_recording_is_reported_once(place):
    place.write(daemon.configuration(place, 'type = "socket"'))
    point = '<trkpt lat="52" lon="5"><time>{}</time></trkpt>'
    cut = place.folder / "cut.gpx"
    cut.write_text("<gpx><trk><trkseg>" + point.format("2026/05/12 08:00:00") * 3 + point.format("2026-05-12T08:00:00"))
    unknown = place.folder / "nan.jsonl"
    unknown.write_text('{"lat": 52, "lon": 5, "altitude_m": NaN}\n' * 5)
    for path, words in [
        (cut, ["The file is incomplete, is not GPX", '3 times were not understood, first "2026/05/12 08:00:00"',
               "1 time has no zone and is taken as UTC."]),
        (unknown, ["5 values are no numbers and taken as unknown, first altitude_m on line 1, NaN"]),
    ]:
        for command in [f"decode {path}", f"replay --config {place.config} --input {path}"]:
            error = run(place, command).stderr
            for word in words:
                equal(error.count(word), 1, error)
    place.daemon()
    pushed = run(place, f"push gps {unknown}")
    assert pushed.stdout.startswith("5 fixes were accepted"), pushed.stdout
    equal(pushed.stderr.count("Line 1: altitude_m is NaN, no number, and taken as unknown"), 1, pushed.stderr)


def test_replay_for_an_unknown_source_suggests_the_nearest(place):
    place.write(daemon.configuration(place, 'type = "socket"'))
    words = f"replay --config {place.config} --input {daemon.TOUR} --source gsp"
    equal(failure(place, words, 66)["suggestion"], "gps")


def test_reload_waits_until_it_is_complete(place):
    fake(place, "mute")
    equal(failure(place, "reload --timeout 0.3", 75)["kind"], "Timeout")
    socket = str(place.folder / "control.sock")
    try:
        # Longer than any other answer is waited for.
        subprocess.run([daemon.BIN / "geofencectl", "--socket", socket, "reload"], timeout=11)
        raise AssertionError("gave up")
    except subprocess.TimeoutExpired:
        pass


def test_suggestion_is_a_name_of_the_same_kind(place):
    place.write(daemon.configuration(place, 'type = "socket"'))
    place.daemon()
    garden = "discovery-garden"
    for words in [f"explain {garden}", f"fence inspect {garden}", f"wait --inside {garden}"]:
        error = failure(place, f"{words} --monitor setcions --timeout 20", 66)
        equal((error["message"], error["suggestion"]),
              ("There is no monitor setcions.", "sections"), words)
        error = failure(place, f"{words} --monitor points --timeout 20", 66)
        equal((error["message"], error.get("suggestion")), (f"There is no fence {garden}.", None), words)
    error = failure(place, "wait --event entered --monitor setcions --timeout 20", 66)
    equal(error["suggestion"], "sections")


def test_visits_of_unknown_names_are_warned_of(place):
    place.write(daemon.configuration(place, 'type = "socket"'))
    place.daemon()
    equal(failure(place, "visits --monitor setcions", 66)["suggestion"], "sections")
    equal(failure(place, "visits --fence discovery-gardne", 66)["suggestion"], "discovery-garden")


def test_refusal_names_the_verb_that_helps(place):
    place.write(daemon.configuration(place, 'type = "socket"'))
    place.daemon()
    run(place, "monitor stop points")
    hint = failure(place, "monitor pause points", 1)["hint"]
    assert "geofencectl monitor start points" in hint, hint
    run(place, "source stop gps")
    done = run(place, "push gps", stdin='{"lat":52,"lon":5}', status=1)
    assert "geofencectl source start gps" in done.stderr, done.stderr
    feature = json.loads(daemon.FENCES.read_text())["features"][0]
    done = run(place, "fence add - --set sections", stdin=json.dumps(feature), status=1)
    assert "geofencectl fence replace" in done.stderr, done.stderr


def test_file_that_is_not_a_recording_is_named(place):
    block = bytes([0x24, 0x40, 0x9A, 0x31, 0xA7, 0x4F, 0x60, 0x00]) + bytes(n * 9 % 251 for n in range(88))
    ublox = bytes([0xB5, 0x62, 0x01, 0x07, 0x5C, 0x00]) + bytes(n * 7 % 251 for n in range(92)) + b"\x11\x22"
    file = place.folder / "recording"
    for content, words in [(b"", "is empty"), (b"<?xml version='1.0'?><kml></kml>", "It is KML"),
                           (block * 3, "Septentrio binary blocks"), (ublox * 3, "u-blox binary messages")]:
        file.write_bytes(content)
        done = run(place, f"decode {file}", status=65)
        assert words in done.stderr, (words, done.stderr)
