"""Changing and checking fences with geofencectl."""
import json
import os
import subprocess

from bench import daemon
from bench.client import Refused
from bench.waiting import until
from cases.client import equal, failure, run

QUIET = 'type = "socket"'


def feature(longitude, **members):
    geometry = {"type": "Polygon", "coordinates": [[
        [longitude, 52], [longitude + 0.001, 52], [longitude, 52.001], [longitude, 52]]]}
    return {"type": "Feature", "properties": None, "geometry": geometry, **members}


def file(place, name, *features):
    path = place.folder / name
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return path


def floor_maps(**plans):
    """The settings of floor maps with one floor, by name, with the files of their ground plans."""
    return "".join(f"""
[[floor_map]]
name = "{name}"
building = "{plan}"
floors = [{{ floor = 0, altitude_min_m = 0.0, altitude_max_m = 4.0 }}]
""" for name, plan in plans.items())


def yard(place, *features):
    """A running daemon whose only monitor watches these fences."""
    monitor = daemon.monitor("yard", file(place, "yard.geojson", *features))
    place.write(daemon.configuration(place, QUIET, monitor))
    place.daemon()


def ids(place):
    return [fence["id"] for fence in json.loads(run(place, "fence list -o json").stdout)["fences"]]


def change(place, words):
    result = json.loads(run(place, words + " -o json").stdout)
    return result["added"], result["changed"], result["removed"]


def test_collection_is_added_completely_and_reported_once(place):
    yard(place, feature(4, id="a"))
    more = file(place, "more.geojson", feature(5, id="c"), feature(6), feature(7, id="b"))
    added = json.loads(run(place, f"fence add --set yard {more} -o json").stdout)
    equal((added["added"], added["fences"]), (["b", "c", "feature-1"], 4))
    moved = file(place, "moved.geojson", feature(5.1, id="c"), feature(6), feature(7.1, id="b"))
    changed = json.loads(run(place, f"fence replace --set yard {moved} -o json").stdout)
    equal((changed["changed"], changed["fences"]), (["b", "c"], 4))


def test_fence_that_cannot_be_evaluated_is_reported_when_it_is_added(place):
    yard(place, feature(4, id="a"))
    point = {"type": "Feature", "id": "spill", "properties": None,
             "geometry": {"type": "Point", "coordinates": [4, 52]}}
    done = run(place, f"fence add --set yard {file(place, 'more.geojson', point, feature(5, id='b'))}")
    assert "! fence 'spill': a point or line needs a buffer" in done.stdout, done
    equal(done.stdout.count("!"), 1)
    wild = feature(4, id="a")
    wild["properties"] = {"geofence": {"tolerance_exit": -0.2}}
    done = run(place, f"fence replace --set yard {file(place, 'wild.geojson', wild)} -o json")
    problem, = json.loads(done.stdout)["problems"]
    assert "'a' has tolerance_exit below tolerance_enter" in problem, problem
    assert "(monitor yard)" in problem, problem


def test_a_collection_with_a_fault_changes_nothing(place):
    yard(place, feature(4, id="a"))
    broken = feature(6, id="c")
    broken["geometry"]["coordinates"][0][1] = [6, 95]
    more = file(place, "more.geojson", feature(5, id="b"), broken)
    for words in [f"fence add --set yard {more}", f"fence set --set yard {more}"]:
        error = failure(place, words, 65)
        assert str(more) in error["message"] and error["kind"] == "FenceInvalid", error
        assert error["problems"][0].startswith("feature 1 (c): part 0, ring 0, vertex 1: "), error
    equal(ids(place), ["a"])


def test_a_collection_of_which_one_is_refused_changes_nothing(place):
    yard(place, feature(4, id="a"), feature(4.5, id="d"))
    more = file(place, "more.geojson", feature(5, id="b"), feature(6, id="a"), feature(7, id="d"))
    error = failure(place, f"fence add --set yard {more}", 1)
    assert error["message"].endswith("already has a fence a."), error
    equal(error["problems"], ["It already has a fence d."])
    error = failure(place, f"fence replace --set yard {more}", 66)
    equal(error["message"], "There is no fence b.")
    equal(ids(place), ["a", "d"])


def test_fence_to_add_is_given_exactly_once(place):
    yard(place)
    client = place.client()
    one = feature(5, id="b")
    many = {"type": "FeatureCollection", "features": [one]}
    for given in [{}, {"feature": one, "collection": many}]:
        try:
            client.call("Fence.add", set="yard", **given)
            raise AssertionError(f"accepted {given}")
        except Refused as refusal:
            equal(refusal.kind, "InvalidParams")
    equal(client.call("Fence.add", set="yard", collection=many)["added"], ["b"])


def test_fence_that_cannot_be_stored_is_reported_by_its_name(place):
    yard(place, feature(4, id="a"))
    text = json.dumps(feature(5, id="b", properties={"width": 7}))
    for number, words in [("1e999", "the number 1e999"), (r'"\ud800"', r"half a character, \ud800")]:
        path = place.folder / "odd.geojson"
        path.write_text(text.replace("7", number))
        error = failure(place, f"fence add --set yard {path}", 65)
        assert words in error["problems"][0], error
        path.write_text(text.replace("{", '{"style": ' + number + ", ", 1))
        equal(change(place, f"fence add --set yard {path}"), (["b"], [], []), "beside its fences")
        run(place, "fence remove b --set yard")


def test_empty_collection_is_reported(place):
    yard(place, feature(4, id="a"))
    error = failure(place, f"fence add --set yard {file(place, 'none.geojson')}", 65)
    assert "holds no features, so nothing was changed" in error["message"], error


def test_a_set_is_named_by_the_path_of_its_file_from_anywhere(place):
    file(place, "yard.geojson", feature(4, id="a"))
    elsewhere = place.folder / "elsewhere"
    elsewhere.mkdir()
    # The set has the path of the configuration, which begins where the daemon was started.
    place.write(daemon.configuration(
        place, QUIET, daemon.monitor("yard", "yard.geojson")))
    place.config = os.path.relpath(place.config)
    place.daemon()
    for directory, words in [
        (elsewhere, f"{place.folder}/yard.geojson"), (elsewhere, "../yard.geojson"),
        (place.folder, "./yard.geojson"), (elsewhere, "yard.geojson"), (elsewhere, "yard"),
        (elsewhere, f"{elsewhere}/..//yard.geojson"),
    ]:
        # The new fence of one round goes in the next.
        for verb in ["add - --set", "remove b --set"]:
            run(place, f"fence {verb} {words}", stdin=json.dumps(feature(5, id="b")),
                directory=directory)
        equal(len(run(place, f"fence list --set {words} -o jsonl", directory=directory)
                  .stdout.splitlines()), 1)


def test_list_of_a_monitor_and_another_set_is_refused(place):
    paths = [file(place, f"{name}.geojson", feature(4, id=name)) for name in ["yard", "dock"]]
    monitors = [daemon.monitor(path.stem, path) for path in paths]
    place.write(daemon.configuration(place, QUIET, "".join(monitors)))
    place.daemon()
    error = failure(place, "fence list --monitor yard --set dock", 64)
    assert error["message"].startswith("The monitor yard watches no fence of the set "), error
    failure(place, "fence list --monitor yard --set dokc", 66)
    equal([json.loads(line)["id"] for line in run(
        place, "fence list --monitor yard --set yard -o jsonl").stdout.splitlines()], ["yard"])


def reloaded(place):
    result = json.loads(run(place, "reload -o json").stdout)
    return result["fences"], result["warnings"]


def shown(place):
    return json.loads(run(place, "config show -o json").stdout)["fence_files"][0].get("overridden")


def test_run_time_changes_override_the_file_and_are_reported(place):
    yard(place, feature(4, id="a"), feature(5, id="b"))
    run(place, "fence remove b --set yard")
    path = file(place, "yard.geojson", feature(4.1, id="a"), feature(5.1, id="b"))
    fences, warnings = reloaded(place)
    equal(fences, {"added": [], "changed": ["a"], "removed": []})
    equal(len(warnings), 1)
    assert warnings[0].startswith(f"{path}: 1 fence is as changed at run time"), warnings
    equal(shown(place), 1)
    assert f"fence revert --set {path}" in warnings[0], warnings
    output = run(place, "config show").stdout
    assert f"1 fence of it is as changed at run time; to follow it again: geofencectl fence revert " \
        f"--set {path}\n" in output, output
    findings = json.loads(run(place, "doctor -o json").stdout)
    overridden = [finding for finding in findings if finding["check"] == f"overridden {path}"]
    equal([finding["outcome"] for finding in overridden], ["warn"])


def test_doctor_checks_the_fences_in_use(place):
    yard(place)
    berth = file(place, "berth.geojson", feature(4, id="berth"))
    for words, status, message in [
            ("config show", 1, "hold no fence that can be evaluated"),
            (f"fence add --set yard {berth}", None, "delivers no fixes"),
            ("fence remove berth --set yard", 1, "hold no fence that can be evaluated")]:
        run(place, words)
        findings = json.loads(run(place, "doctor -o json", status=status).stdout)
        finding = next(finding for finding in findings if finding["check"] == "monitor yard")
        assert message in finding["message"], (words, findings)


def test_doctor_reports_a_monitor_without_usable_fences(place):
    point = {"type": "Feature", "id": "bare", "properties": None,
             "geometry": {"type": "Point", "coordinates": [4, 52]}}
    yard(place, feature(4, id="a"), point)
    for words, message in [
            (f"fence add --set yard {file(place, 'more.geojson', feature(5, id='b'))}",
             "fence 'bare': a point or line needs a buffer"),
            ("fence remove bare --set yard", "delivers no fixes"),
            ("fence remove a --set yard", "delivers no fixes"),
            ("fence remove b --set yard", "hold no fence that can be evaluated")]:
        run(place, words)
        # A source that has been silent for long is a failure of its own.
        status = None if "delivers" in message else 1
        findings = json.loads(run(place, "doctor -o json", status=status).stdout)
        finding = next(finding for finding in findings if finding["check"] == "monitor yard")
        assert message in finding["message"], (words, findings)


def test_set_that_equals_its_file_follows_it_again(place):
    named = {"properties": {"name": "A", "z": 1.50, "b": [1, {"y": 1, "x": "ü"}]}}
    yard(place, feature(4, id="a", **named), feature(5, id="b"), feature(6, id="c"))
    run(place, "fence remove b --set yard")
    run(place, "fence replace - --set yard", stdin=json.dumps(feature(7, id="a")))
    run(place, "fence add - --set yard", stdin=json.dumps(feature(8, id="d")))
    path = place.folder / "yard.geojson"
    run(place, f"fence set {path} --set yard")
    equal((ids(place), shown(place)), (["a", "b", "c"], None))
    place.daemons[-1].terminate()
    file(place, "yard.geojson", feature(4.1, id="a"), feature(5.1, id="b"), feature(9, id="d"))
    place.daemon()
    equal((ids(place), shown(place)), (["a", "b", "d"], None))


def test_fence_that_equals_its_file_follows_it_again(place):
    yard(place, feature(4, id="a"), feature(5, id="b"))
    run(place, "fence remove b --set yard")
    run(place, "fence add - --set yard", stdin=json.dumps(feature(5, id="b")))
    run(place, "fence add - --set yard", stdin=json.dumps(feature(8, id="d")))
    run(place, "fence remove d --set yard")
    file(place, "yard.geojson", feature(4, id="a"), feature(5.1, id="b"), feature(8.1, id="d"))
    equal(reloaded(place), ({"added": ["d"], "changed": ["b"], "removed": []}, []))
    equal(ids(place), ["a", "b", "d"])


def longitude(place, fence):
    shown = json.loads(run(place, f"fence inspect {fence} -o json").stdout)
    return shown["feature"]["geometry"]["coordinates"][0][0][0]


def revert(place, words=""):
    return json.loads(run(place, f"fence revert {words} --set yard -o json").stdout)


def test_reverted_fences_follow_their_file_again(place):
    yard(place, feature(4, id="a"), feature(5, id="b"), feature(6, id="c"))
    run(place, "fence remove b --set yard")
    run(place, "fence remove c --set yard")
    run(place, "fence replace - --set yard", stdin=json.dumps(feature(7, id="a")))
    run(place, "fence add - --set yard", stdin=json.dumps(feature(8, id="d")))
    result = revert(place, "b")
    equal((result["added"], result["changed"], result["removed"], result["fences"]), (["b"], [], [], 3))
    equal((ids(place), shown(place)), (["a", "b", "d"], 2))
    # One that follows its file already stays as it is.
    equal(revert(place, "b")["added"], [])
    result = revert(place)
    equal((result["added"], result["changed"], result["removed"], result["fences"]),
          (["c"], ["a"], ["d"], 3))
    equal((ids(place), longitude(place, "a"), shown(place)), (["a", "b", "c"], 4, None))
    happened = [(record["type"], record["fence"]) for record in map(
        json.loads, run(place, "events --since begin -o jsonl").stdout.splitlines())
        if "fence" in record["type"]]
    equal(sorted(happened[-3:]), [("fence-added", "c"), ("fence-changed", "a"),
                                  ("fence-removed", "d")])
    file(place, "yard.geojson", feature(4.1, id="a"), feature(5, id="b"), feature(6, id="c"))
    equal(reloaded(place), ({"added": [], "changed": ["a"], "removed": []}, []))
    place.daemons[-1].kill()
    place.daemon()
    equal((ids(place), longitude(place, "a"), shown(place)), (["a", "b", "c"], 4.1, None))


def test_reverting_a_fence_that_left_its_file_removes_it(place):
    yard(place, feature(4, id="a"), feature(5, id="b"))
    run(place, "fence remove b --set yard")
    file(place, "yard.geojson", feature(4, id="a"))
    reloaded(place)
    equal((revert(place)["fences"], ids(place)), (1, ["a"]))
    file(place, "yard.geojson", feature(4, id="a"), feature(5, id="b"))
    equal(reloaded(place)[0]["added"], ["b"])
    equal(ids(place), ["a", "b"])


def test_unknown_fence_is_reported_and_nothing_is_reverted(place):
    yard(place, feature(4, id="a"), feature(5, id="b"))
    run(place, "fence remove b --set yard")
    error = failure(place, "fence revert b zebra --set yard", 66)
    equal(error["message"], "There is no fence zebra.")
    error = failure(place, "fence revert b --set dock", 66)
    equal(error["message"], "There is no fence set dock.")
    equal((ids(place), shown(place)), (["a"], 1))
    assert run(place, "fence revert --set yard").stdout.endswith(
        "added b.\n1 fence follows the file again.\n")


def test_misspelt_fence_among_many_is_answered_with_suggestions(place):
    yard(place, *[feature(4, id=f"f{number:04}") for number in range(3501)])
    for words, listed in [("zebra", "f0000, "), ("f3499x", "f3")]:
        for command in [f"fence inspect {words}", f"fence remove {words} --set yard"]:
            hint = failure(place, command, 66)["hint"]
            assert hint.startswith(f"There are: {listed}"), hint
            assert hint.endswith(" and 3491 more."), hint


def test_every_file_is_checked_despite_problems_of_another(place):
    good = file(place, "good.geojson", feature(4, id="a"))
    bad = file(place, "bad.geojson", {"type": "Feature", "id": "b", "geometry": None})
    words = f"fence check {good} {place.folder}/none {bad}"
    done = run(place, words, status=66)
    for line in [f"{good}: 1 usable", "none: does not exist", f"{bad}: 0 usable"]:
        assert line in done.stdout, done.stdout
    assert "none does not exist.\nCheck the path." in done.stderr
    report = json.loads(run(place, words + " -o json", status=66).stdout)
    equal([len(checked["features"]) for checked in report["files"]], [1, 0, 1])
    equal((report["ok"], report["files"][1]["problems"][0]["severity"]), (False, "rejected"))
    records = [json.loads(line) for line in run(place, words + " -o jsonl", status=66).stdout.splitlines()]
    equal([(record.get("feature"), record["verdict"]) for record in records],
          [(0, "usable"), (None, "rejected"), (0, "rejected")])


def test_marks_fit_the_encoding_of_the_terminal(place):
    unclosed = feature(5, id="b")
    unclosed["geometry"]["coordinates"][0].pop()
    clockwise = feature(6, id="c")
    clockwise["geometry"]["coordinates"][0].reverse()
    path = file(place, "yard.geojson", feature(4, id="a", geometry=None), unclosed, clockwise)
    for locale, marks in [("C.UTF-8", "✗!·"), ("C", ["[XX]", "[!!]", "[--]"])]:
        done = run(place, f"fence check {path}", status=65, LC_ALL=locale)
        equal([line.split()[0] for line in done.stdout.splitlines()[:-1]], list(marks), locale)


def test_unusable_shape_is_reported_wherever_its_file_is_read(place):
    yard(place, feature(4, id="a"), feature(5, id="b"))
    dented = feature(4, id="a")
    dented["geometry"]["coordinates"].append([[4.0002, 52.0002]] * 4)
    path = file(place, "yard.geojson", dented, feature(5, id="b"))
    problem = f"{path}: fence 'a': part 0, ring 1 has only 1 different points"
    equal(reloaded(place), ({"added": [], "changed": [], "removed": ["a"]}, [problem]))
    equal([line for line in json.loads(run(place, "status -o json").stdout)["problems"]
           if "ring" in line], [f"monitor yard: {problem}"])
    findings = json.loads(run(place, "doctor -o json", status=1).stdout)
    equal([(finding["outcome"], finding["message"]) for finding in findings
           if finding["outcome"] == "fail" and "ring" in finding["message"]], [("fail", problem)] * 2)
    report = json.loads(run(place, f"config check {place.config} -o json", status=65).stdout)
    equal((report["problems"], report["fences"]), ([problem], 1))
    checked = subprocess.run(
        [daemon.BIN / "geofenced", "--check-config", place.config], capture_output=True, text=True)
    equal((checked.returncode, checked.stdout.splitlines()),
          (65, [problem, f"{place.config} is valid, but something that it refers to is not"]))
    track = place.folder / "track.jsonl"
    track.write_text('{"time":"2026-03-01T12:00:00Z","lat":52.0001,"lon":4.0001,"mode":3}\n')
    done = run(place, f"replay --config {place.config} --input {track}")
    equal(done.stderr, f"geofencectl: {problem}\n")


def test_singular_and_plural_are_correct(place):
    yard(place)
    path = file(place, "more.geojson", feature(4, id="a"))
    track = place.folder / "track.jsonl"
    track.write_text('{"time":"2026-03-01T12:00:00Z","lat":52.5,"lon":4.5,"mode":3}\n')
    for words, expected in [
            (f"fence add {path} --set yard", "has 1 fence now"),
            ("monitor inspect yard", "(1 fence)"),
            ("config show", "yard.geojson: 0 fences\n#   1 fence more was added"),
            (f"decode {track}", "1 fix, 0 epochs")]:
        done = run(place, words)
        assert expected in done.stdout + done.stderr, (words, done)


def test_config_check_gives_the_verdict_of_the_daemon(place):
    monitor = daemon.monitor("yard", place.folder / "yard.geojson")
    place.write(daemon.configuration(place, QUIET, monitor))
    unclosed, dented = feature(5, id="b"), feature(4, id="a")
    unclosed["geometry"]["coordinates"][0].pop()
    dented["geometry"]["coordinates"].append([[4.0002, 52.0002]] * 4)
    for features, status, verdict in [
            ([feature(4, id="a")], 0, "is valid"),
            ([unclosed], 0, "is usable, with the warnings above"),
            ([dented, unclosed], 65, "is valid, but something that it refers to is not"),
            (None, 65, "is valid, but something that it refers to is not")]:
        if features is None:
            # The monitor cannot start.
            (place.folder / "yard.geojson").unlink()
        else:
            file(place, "yard.geojson", *features)
        output = run(place, f"config check {place.config}", status=status).stdout.splitlines()
        equal(output[-1].split(": ")[0], f"{place.config} {verdict}")
        checked = subprocess.run(
            [daemon.BIN / "geofenced", "--check-config", place.config], capture_output=True,
            text=True)
        equal((checked.returncode, checked.stdout.splitlines()),
              (status, [*output[:-1], f"{place.config} {verdict}"]))


def test_config_check_refuses_a_file_too_large_for_the_daemon(place):
    monitor = daemon.monitor("yard", file(place, "yard.geojson", feature(4, id="a")))
    plan = file(place, "plan.geojson", feature(4, id="a"))
    plan.write_bytes(plan.read_bytes() + b" " * (16 << 20))
    place.write(daemon.configuration(place, QUIET, monitor) + floor_maps(museum=plan))
    output = run(place, f"config check {place.config}", status=65).stdout
    assert f"{plan}: is larger than 16 MiB" in output, output
    checked = subprocess.run(
        [daemon.BIN / "geofenced", "--check-config", place.config], capture_output=True, text=True)
    assert f"{plan}: is larger than 16 MiB" in checked.stdout, checked


def test_pipe_in_a_configuration_blocks_no_command(place):
    path = place.folder / "yard.geojson"
    os.mkfifo(path)
    place.write(daemon.configuration(place, QUIET, daemon.monitor("yard", path)))
    problem = f"{path}: cannot be read: it is not a regular file"
    assert problem in run(place, f"config check {place.config}", status=65).stdout
    assert problem in run(place, f"doctor --config {place.config}", status=1).stdout
    assert problem in run(place, f"bugreport --with-positions --config {place.config}").stdout
    track = place.folder / "track.jsonl"
    track.write_text('{"time":"2026-03-01T12:00:00Z","lat":52.5,"lon":4.5,"mode":3}\n')
    run(place, f"replay --config {place.config} --input {track}")
    checked = subprocess.run(
        [daemon.BIN / "geofenced", "--check-config", place.config], capture_output=True, text=True)
    assert problem in checked.stdout, checked
    # One that the user names is read to its end.
    with subprocess.Popen(["cp", place.config, path]):
        run(place, f"config check {path}", status=65)


def test_unusable_ground_plan_is_reported_and_refuses_a_reload(place):
    hall = feature(4, id="hall", properties={"geofence": {"floor": 0}})
    monitor = daemon.monitor("halls", file(place, "halls.geojson", hall))
    plan, annex = file(place, "plan.geojson", feature(4)), file(place, "annex.geojson", feature(5))
    drawn = plan.read_text()
    plan.unlink()
    place.write(daemon.configuration(place, QUIET, monitor) + floor_maps(museum=plan, annex=annex))
    started = place.daemon()
    client = place.client()
    lost = f"floor map 'museum' cannot be used: {plan}: does not exist"

    def problems():
        monitor, = client.call("Monitor.list")["monitors"]
        return [w["message"] for w in monitor["warnings"] if w["code"] == "floor-map-unavailable"]

    def inside():
        client.call("Source.push", source="gps", fixes=[
            {"lat": 52.0002, "lon": 4.0002, "alt": 2, "accuracy_m": 3}])
        return client.call("Monitor.list")["monitors"][0]["inside"]

    until(lambda: lost in started.errors(), 5)
    equal(problems(), [f"{lost}; altitude gives no floor there; repair it and reload"])
    assert any(lost in problem for problem in client.call("Daemon.status")["problems"])
    assert lost in run(place, "doctor", status=1).stdout
    equal(failure(place, "reload", 78)["problems"], [lost])
    plan.write_text(drawn)
    # The daemon has not read it yet.
    assert f"{lost}; altitude gives no floor there; repair it and reload" in run(place, "doctor", status=1).stdout
    annex.write_text("{")
    assert f"{annex}: " in run(place, "doctor", status=1).stdout
    annex.write_text(drawn)
    run(place, "reload")
    equal((problems(), inside()), ([], ["hall"]))
    plan.write_text("{")
    problem, = failure(place, "reload", 78)["problems"]
    assert problem.startswith(f"floor map 'museum' cannot be used: {plan}: "), problem
    equal((problems(), inside()), ([], ["hall"]))


def test_ground_plan_of_two_floor_maps_is_reported_once(place):
    monitor = daemon.monitor("yard", file(place, "yard.geojson", feature(4, id="a")))
    plan = file(place, "plan.geojson", feature(4, geometry=None))
    place.write(daemon.configuration(place, QUIET, monitor) + floor_maps(museum=plan, annex=plan))
    started = place.daemon()
    reason = f"{plan}: feature 0 "
    checked = run(place, f"config check {place.config}", status=65).stdout
    equal(checked.count(reason), 1)
    problem, = failure(place, "reload", 78)["problems"]
    assert problem.startswith(f"floor maps 'museum', 'annex' cannot be used: {reason}"), problem
    until(lambda: f"refused: {problem}" in started.errors(), 5)
    # At the start, and when the reload was refused.
    equal(started.errors().count(reason), 2)


def test_fences_with_numeric_ids_keep_them(place):
    yard(place, feature(4, properties={"id": 7.0}), feature(5, id=12345678901234567890),
         feature(6, id=2.0))
    numbers = ["12345678901234567890", "2.0", "7.0"]
    path = place.folder / "yard.geojson"
    equal(change(place, f"fence set {path} --set yard"), ([], [], []))
    equal((ids(place), shown(place)), (numbers, None))
    equal(change(place, f"fence replace {path} --set yard"), ([], [], []))
    equal((ids(place), shown(place)), (numbers, None))
    one = file(place, "one.geojson", feature(7, id=1e3))
    one.write_text(one.read_text().replace("1000.0", "1e3"))
    equal(change(place, f"fence add {one} --set yard"), (["1e3"], [], []))


def test_fence_set_reports_the_differences(place):
    yard(place, feature(4, id="a"), feature(5, id="b"), feature(6, id="c"))
    run(place, "fence remove c --set yard")
    path = file(place, "more.geojson", feature(5, id="b", properties={"name": "B"}),
                feature(6, id="c"), feature(4, id="a"), feature(7, id="d"))
    equal(change(place, f"fence set {path} --set yard"), (["c", "d"], ["b"], []))
    equal(change(place, f"fence set {path} --set yard"), ([], [], []))


def test_fences_that_are_all_far_from_the_receiver_are_reported(place):
    """The file has latitude first: nothing in it shows that, but where the receiver stands does."""
    corners = [[52, 4], [52.001, 4], [52.001, 4.001], [52, 4.001], [52, 4]]
    swapped = feature(4, id="yard", geometry={"type": "Polygon", "coordinates": [corners]})
    path = file(place, "yard.geojson", swapped)
    hint = "would be inside 1 fence if latitude and longitude were exchanged"
    assert hint in run(place, f"fence check --near 52.0005,4.0005 {path}", status=65).stdout
    assert hint not in run(place, f"fence check --near 4.0005,52.0005 {path}").stdout
    assert "such as 52.37,4.89" in run(place, f"fence check --near 52.0005 {path}", status=64).stderr
    yard(place, swapped)
    assert hint not in run(place, "status").stdout
    fixes = place.folder / "fixes.jsonl"
    fixes.write_text('{"lat": 52.0005, "lon": 4.0005}\n')
    run(place, f"push gps {fixes}")
    status = json.loads(run(place, "status -o json").stdout)
    equal((status["health"], [hint in problem for problem in status["problems"]]), ("degraded", [True]))
    findings = json.loads(run(place, "doctor -o json", status=1).stdout)
    [yard_] = [finding for finding in findings if finding["check"] == "monitor yard"]
    equal((yard_["outcome"], hint in yard_["message"]), ("fail", True))


def test_repeated_problem_is_reported_once(place):
    features = [feature(4 + number, id=f"f{number}", geometry=None) for number in range(40)]
    path = file(place, "yard.geojson", feature(4, id="good"), *features)
    lines = run(place, f"fence check {path}", status=65).stdout.splitlines()
    equal(len(lines), 2)
    assert "feature 1 (f0): the geometry is empty" in lines[0] and "40 features have it: 1, 2, 3, 4, 5 and others" in lines[0]
    report = json.loads(run(place, f"fence check {path} -o json", status=65).stdout)
    equal(sum(len(feature["problems"]) for feature in report["files"][0]["features"]), 40)


def test_reload_reports_a_reason_once(place):
    yard(place, feature(4, id="a"))
    (place.folder / "yard.geojson").write_text("<kml/>")
    error = run(place, "reload", status=78).stderr
    equal(error.count("the file is KML"), 1)
