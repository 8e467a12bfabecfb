"""geofenced-hooks on a bus where a stand-in of systemd runs the units: order, repetitions, kills, and whose files run.
What systemd itself does, such as limits and the end of whole process trees: Tests/System."""
import json
import os
import pathlib
import shutil
import subprocess

from bench import daemon as daemons
from bench.clocks import SystemClock
from bench.program import Program
from bench.service_manager import ServiceManager, variables
from bench.waiting import until
from cases.consumer import seq
from cases.consumers import consumer, ids, logged, make_consumer, records, script
from cases.stream import INSIDE, OUTSIDE, SQUARE, Walker, configure

USER = "daemon"


class Supervisor(Program):
    """geofenced-hooks on a configuration of its own."""

    def __init__(self, place, hooks, extra="", clock=None, systemd=None):
        self.systemd = systemd or ServiceManager(place)
        (place.folder / "hooks.d").mkdir(exist_ok=True)
        self.config = place.folder / "hooks.toml"
        self.config.write_text(
            f'socket = "{place.folder}/control.sock"\nstate_directory = "{place.folder}"\n'
            f'runtime_directory = "{place.folder}/run"\n{extra}\n'
            f'[defaults]\nuser = "{USER}"\nmax_age_s = 0\n{hooks}')
        self.config.chmod(0o644)
        environment = {**(clock.environment if clock else os.environ), **self.systemd.environment}
        super().__init__(
            place, "hooks",
            [*(clock.prefix if clock else []), daemons.BIN / "geofenced-hooks", "--config", self.config],
            env=environment)

    def terminate(self, seconds=25):
        return super().terminate(seconds)


def hook(command, more="", name="gate"):
    return f'[[hook]]\nname = "{name}"\ncommand = {json.dumps([str(word) for word in command])}\n{more}\n'


def output(place, name):
    """A file that the user of the hooks may write."""
    path = place.folder / name
    path.touch()
    path.chmod(0o666)
    return path


def begin(place, squares=1, ids=None):
    """A daemon whose hooks get everything from the first event on; gives its walker. Several squares have ids of
    their own."""
    configure(place)
    if ids or squares > 1:
        (place.folder / "square.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": [
            {"type": "Feature", "id": name, "properties": {}, "geometry": {"type": "Polygon", "coordinates": [SQUARE]}}
            for name in ids or [f"square-{number}" for number in range(squares)]]}))
    place.daemon()
    make_consumer(place, "hooks")
    return Walker(place.client())


def done(walker, seconds=300):
    head = walker.head()
    until(lambda: seq(consumer(walker.client, "hooks")["cursor"]) >= head, seconds, "all hooks done")


def nap(seconds):
    """So long a time in the words of sleep(1) as no other run of the tests takes."""
    return f"{seconds}.{os.getpid()}"


def living(*words):
    """Processes with one of those words in their command line."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = path.read_bytes()
            if any(word.encode() in command for word in words):
                found.append(int(path.parent.name))
        except OSError:
            pass
    return found


def test_hooks_run_in_order_with_record_environment_and_rights(place):
    walker = begin(place)
    taken, seen = output(place, "taken.jsonl"), output(place, "seen")
    program = script(place, f'cat >>{taken}\necho "$GEOFENCE_EVENT $GEOFENCE_FENCE $1 $2 $(id -un)" >>{seen}\n')
    Supervisor(place, hook([program, "{event.type}-{fence.id}", "a $HOME {{"]))
    walker.step(*[INSIDE, OUTSIDE] * 5)
    done(walker)
    wanted = [e for e in logged(walker.client) if e in ids(taken)]
    assert ids(taken) == wanted and len(wanted) == 10, ids(taken)
    assert seen.read_text().splitlines()[:2] == [
        f"entered square entered-square a $HOME {{ {USER}", f"exited square exited-square a $HOME {{ {USER}"]
    assert consumer(walker.client, "hooks")["parked"] == 0


def test_a_fence_whose_hook_hangs_delays_no_other_fence(place):
    walker = begin(place, squares=3)
    taken = output(place, "taken")
    program = script(place, f"""case $1 in square-1) exec sleep {nap(7654)};; esac
echo "$1" >>{taken}
""")
    supervisor = Supervisor(
        place, hook([program, "{fence.id}"], "timeout_s = 5\nretries = 1\nparallel = true\non = [\"entered\"]"))
    walker.step(INSIDE)
    until(lambda: sorted(taken.read_text().split()) == ["square-0", "square-2"], 10, "the other fences")
    assert consumer(walker.client, "hooks")["parked"] == 0, "they came after the hook that hangs"
    done(walker)
    record = consumer(walker.client, "hooks")
    assert record["parked"] == 1 and "took longer than 5.0 s, try 2 of 2" in record["parked_events"][0]["reason"], record
    until(lambda: not living(f"sleep\x00{nap(7654)}"), 10, "the end of the hook")
    assert "asks" not in supervisor.errors()


def test_exit_75_is_tried_again_and_other_failures_are_parked(place):
    walker = begin(place)
    tries, taken = output(place, "tries"), output(place, "taken")
    program = script(place, f"""echo "$1 $GEOFENCE_TRY" >>{tries}
[ "$1" = entered ] || exit 3
[ "$GEOFENCE_TRY" -ge 2 ] || exit 75
echo "$1" >>{taken}
""")
    supervisor = Supervisor(place, hook([program, "{event.type}"]))
    walker.step(INSIDE, OUTSIDE, INSIDE, OUTSIDE, INSIDE, OUTSIDE)
    done(walker)
    assert tries.read_text().splitlines() == ["entered 1", "entered 2", "exited 1"] * 3
    record = consumer(walker.client, "hooks")
    assert record["parked"] == 3 and "exit 3" in record["error"], record
    assert "hook gate: failed with exit 3" in supervisor.errors()


def test_output_without_end_is_logged_in_part(place):
    walker = begin(place)
    flood = script(place, "exec yes 0123456789\n", "flood")
    supervisor = Supervisor(place, hook([flood], 'on = ["entered"]\nretries = 0\ntimeout_s = 3', "flood"))
    walker.step(INSIDE)
    done(walker)
    text = supervisor.errors()
    assert text.count("hook flood: 0123456789") == 50 and "more bytes of output are left out" in text, text
    [parked] = consumer(walker.client, "hooks")["parked_events"]
    assert parked["reason"] == "hook flood: took longer than 3.0 s, try 1 of 1", parked


def test_values_reach_a_program_by_descriptor_and_file_only(place):
    walker = begin(place)
    taken, seen, go = output(place, "taken.jsonl"), output(place, "seen"), place.folder / "go"
    program = script(place, f"""cat >>{taken}
echo "$1|$2|$GEOFENCE_LAT" >>{seen}
while [ ! -e {go} ]; do sleep 0.05; done
""")
    supervisor = Supervisor(place, hook([program, "at {fence.name}, {event.type}", "$GEOFENCE_LAT {{"], 'on = ["entered"]'))
    walker.step(INSIDE)
    until(seen.read_text, 20, "the program")
    [record] = records(taken)
    assert seen.read_text().startswith(f"at {record['fence_name']}, entered|$GEOFENCE_LAT {{|{record['lat']}"), seen.read_text()
    [(_, unit, properties)] = supervisor.systemd.calls("StartTransientUnit")
    for value in (record["fence"], record["fence_name"], record["monitor"], str(record["lat"]), str(record["lon"])):
        assert value not in json.dumps(properties), (value, properties)
    directory = place.folder / "run"
    [file] = directory.iterdir()
    assert directory.stat().st_mode & 0o777 == 0o700 and file.stat().st_mode & 0o777 == 0o600, file
    assert variables(str(file))["GEOFENCE_LAT"] == str(record["lat"])
    go.touch()
    done(walker)
    until(lambda: not list(directory.iterdir()), 10, "the end of the file")


def test_kills_of_supervisor_and_daemon_repeat_but_lose_nothing(place):
    configure(place)
    daemon = place.daemon()
    make_consumer(place, "hooks")
    walker = Walker(place.client())
    taken, once = output(place, "taken.jsonl"), output(place, "once.jsonl")
    hooks = hook([script(place, f"exec cat >>{taken}\n")]) + hook(
        [script(place, f"exec cat >>{once}\n", "once")], 'semantics = "at-most-once"', "once")
    supervisor = Supervisor(place, hooks)
    for turn in range(4):
        walker.step(*[INSIDE, OUTSIDE] * 10)
        before = len(ids(taken))
        until(lambda: len(ids(taken)) > before + 3, 60, "progress")
        if turn % 2:
            daemon.kill()
            daemon = place.daemon()
            walker.client = place.client()
        else:
            supervisor.kill()
            supervisor.start()
    done(walker)
    transitions = [e["event_id"] for e in walker.client.call("Events.list", since_seq=0)["events"]
                   if e["type"] in ("entered", "exited")]
    assert list(dict.fromkeys(ids(taken))) == transitions and len(transitions) > 60, (len(transitions), len(ids(taken)))
    got = ids(once)
    assert len(got) == len(set(got)) and set(got) <= set(transitions), "at most once"
    assert len(got) >= len(transitions) - 4, (len(got), len(transitions))
    assert supervisor.terminate() == 0


def test_a_stop_ends_a_hook_that_hangs_without_losing_its_event(place):
    walker = begin(place)
    begun = output(place, "begun")
    program = script(place, f'echo x >>{begun}\n[ "$(wc -l <{begun})" -gt 1 ] || sleep {nap(7658)}\n')
    supervisor = Supervisor(place, hook([program]))
    walker.step(INSIDE)
    until(lambda: living(f"sleep\x00{nap(7658)}"), 10, "the hook")
    assert supervisor.terminate() == 0
    until(lambda: not living(f"sleep\x00{nap(7658)}"), 10, "no hook without supervisor")
    supervisor.start()
    done(walker)
    assert begun.read_text() == "x\nx\n"


def test_actions_of_an_expression_choose_hooks(place):
    configure(place)
    expression = "return {actions: [IIf($fencenotificationtype == 'entered', 'startTracking', 'stopTracking')]}"
    place.write(daemons.configuration(
        place, 'type = "socket"', daemons.monitor(
            "square", place.folder / "square.geojson",
            'requested_actions = ["startTracking", "stopTracking"]\n'
            f'message_expression = """{expression}"""')))
    place.daemon()
    make_consumer(place, "hooks")
    walker = Walker(place.client())
    taken = output(place, "taken")
    program = script(place, f'echo "$1 $GEOFENCE_ACTIONS" >>{taken}\n')
    Supervisor(
        place, hook([program, "start {event.type}"], 'action = "startTracking"', "start")
        + hook([program, "stop {event.type}"], 'action = "stopTracking"', "stop")
        + hook([program, "never"], 'action = "log"', "log"))
    walker.step(INSIDE, OUTSIDE)
    done(walker)
    assert taken.read_text().splitlines() == ["start entered startTracking", "stop exited stopTracking"]


def test_events_that_are_lost_are_a_gap_with_hooks_of_its_own(place):
    configure(place)
    daemon = place.daemon()
    make_consumer(place, "hooks")
    database, copy = place.folder / "state/events.db", place.folder / "events.db"
    assert daemon.terminate() == 0
    shutil.copyfile(database, copy)
    daemon = place.daemon()
    walker = Walker(place.client())
    taken, run, go = output(place, "taken.jsonl"), output(place, "ran"), place.folder / "go"
    slow = script(place, f"echo $1 >>{run}\nwhile [ ! -e {go} ]; do sleep 0.05; done\n", "slow")
    Supervisor(place, hook([script(place, f"exec cat >>{taken}\n")], 'on = ["gap"]')
               + hook([slow, "{event.type}"], name="slow"))
    walker.step(INSIDE, OUTSIDE)
    walker.head()
    until(run.read_text, 10, "the first hook")
    assert daemon.terminate() == 0
    # An older log with the consumer comes back.
    shutil.copyfile(copy, database)
    place.daemon()
    walker.client = place.client()
    until(lambda: records(taken), 10, "the gap")
    [gap] = records(taken)
    assert gap["type"] == "gap" and gap["reason"] == "reset" and gap["event_id"], gap
    # What waited is not in this log, but it happened.
    go.touch()
    until(lambda: run.read_text() == "entered\nexited\n", 10, "the second hook")
    done(walker)


def test_a_rewind_runs_events_again(place):
    walker = begin(place)
    taken = output(place, "taken.jsonl")
    Supervisor(place, hook([script(place, f"exec cat >>{taken}\n")]))
    walker.step(INSIDE, OUTSIDE)
    done(walker)
    first = ids(taken)
    assert len(first) == 2, first
    walker.client.call("Consumer.rewind", consumer="hooks", since_seq=seq(first[1]) - 1)
    until(lambda: len(ids(taken)) > 2, 10, "the event again")
    walker.step(INSIDE)
    done(walker)
    assert ids(taken)[2] == first[1] and len(ids(taken)) == 4, ids(taken)


def test_a_hook_that_fails_while_the_daemon_is_away_is_reported_later(place):
    configure(place)
    daemon = place.daemon()
    make_consumer(place, "hooks")
    walker = Walker(place.client())
    begun, go = output(place, "begun"), place.folder / "go"
    program = script(place, f"echo x >>{begun}\nwhile [ ! -e {go} ]; do sleep 0.05; done\nexit 9\n")
    supervisor = Supervisor(place, hook([program], 'on = ["entered"]'))
    walker.step(INSIDE)
    until(begun.read_text, 10, "the hook")
    walker.head()
    daemon.kill()
    until(lambda: "daemon" in supervisor.errors(), 10, "the end of the connection")
    go.touch()
    until(lambda: "failed with exit 9" in supervisor.errors(), 10, "the failure")
    place.daemon()
    walker.client = place.client()
    done(walker)
    record = consumer(walker.client, "hooks")
    assert [event["reason"] for event in record["parked_events"]] == ["hook gate: failed with exit 9"], record
    assert begun.read_text() == "x\n", "it does not run again"


def test_old_events_are_skipped(place):
    walker = begin(place)
    taken = output(place, "taken")
    program = script(place, f'echo "$1" >>{taken}\n')
    walker.step(INSIDE)
    places = [OUTSIDE] * 5 + [INSIDE] * 6 + [OUTSIDE] * 5
    history = [{"lat": lat, "lon": lon, "accuracy_m": 3, "time": f"2026-04-02T00:{10 + number:02d}:00Z"}
               for number, (lat, lon) in enumerate(places)]
    assert walker.client.call("Source.push", source="gps", fixes=history, history=True)["accepted"] == 16
    supervisor = Supervisor(
        place, hook([program, "{event.type}"], "max_age_s = 3600")
        + hook([program, "any-{event.type}-{event.seq}"], "max_age_s = 0", "any"))
    walker.step(OUTSIDE)
    done(walker)
    lines = taken.read_text().splitlines()
    assert [line for line in lines if not line.startswith("any-")] == ["entered", "exited"], lines
    events = walker.client.call("Events.list", since_seq=0)["events"]
    past = [e for e in events if e.get("history") and e["type"] in ("entered", "exited")]
    skipped = supervisor.errors().count("hook gate: skipped event")
    assert skipped == len(past) > 0, (skipped, past, supervisor.errors())
    assert len([line for line in lines if line.startswith("any-")]) == len(past) + 2, lines


def test_a_clock_that_is_set_makes_no_waiting_event_old(place):
    walker = begin(place, squares=2)
    clock = SystemClock(place.folder, "+0")
    taken, noted, gate = output(place, "taken"), output(place, "noted"), place.folder / "gate"
    os.mkfifo(gate)
    gate.chmod(0o644)
    program = script(place, f'[ "$1" = square-0 ] && cat {gate}\necho "$1" >>{taken}\n')
    note = script(place, f'echo "$1" >>{noted}\n', "note")
    # The second event has been taken when its note is there; its other hook waits for that of the first.
    supervisor = Supervisor(
        place, hook([note, "{fence.id}"], 'fences = ["square-1"]\non = ["entered"]', "note")
        + hook([program, "{fence.id}"], 'max_age_s = 3600\non = ["entered"]'), clock=clock)
    walker.step(INSIDE)
    until(lambda: "square-1" in noted.read_text(), 20, "the note")
    clock.set("+1000d")
    gate.write_text("")
    done(walker)
    assert taken.read_text().split() == ["square-0", "square-1"], (taken.read_text(), supervisor.errors())
    assert "skipped" not in supervisor.errors(), supervisor.errors()


def test_a_directory_runs_files_of_root_only(place):
    walker = begin(place)
    taken = output(place, "taken")
    folder = place.folder / "hooks.d/entered.d"
    folder.mkdir(parents=True)
    text = f'#!/bin/sh\necho "$(basename $0) $*" >>{taken}\n'
    for name in ("20-second", "10-first", "30-foreign", "40-open", "50-backup~"):
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    os.chown(folder / "30-foreign", 65534, 65534)
    (folder / "40-open").chmod(0o777)
    supervisor = Supervisor(place, "")
    walker.step(INSIDE, OUTSIDE)
    done(walker)
    assert taken.read_text().splitlines() == ["10-first entered", "20-second entered"]
    text = supervisor.errors()
    assert "30-foreign: does not belong to root" in text and "40-open: can be written by others" in text, text
    assert "50-backup~: is skipped" in text, text
    checked = subprocess.run([daemons.BIN / "geofenced-hooks", "--config", supervisor.config, "--check-config"],
                             capture_output=True, text=True)
    assert checked.returncode == 78 and "30-foreign" in checked.stderr, checked
    supervisor.terminate()
    os.chown(supervisor.config, 65534, 65534)
    refused = subprocess.run([daemons.BIN / "geofenced-hooks", "--config", supervisor.config], capture_output=True)
    assert refused.returncode == 78 and b"does not belong to root" in refused.stderr, refused


def test_targets_and_units_follow_state_and_events(place):
    walker = begin(place)
    walker.step(INSIDE)
    systemd, seen = ServiceManager(place), output(place, "seen")
    # The first try of the unit of an exit fails, and a target of a fence that is gone is active.
    systemd.unit("act-entered", f'echo "entered $1 $GEOFENCE_FENCE $GEOFENCE_TRY" >>{seen}\n')
    systemd.unit("act-exited", f'echo "exited $1 $GEOFENCE_FENCE $GEOFENCE_TRY" >>{seen}\n[ $GEOFENCE_TRY = 2 ] || exit 75\n')
    systemd.activate("geofence-inside@gone.target")

    def targets():
        return [call[:2] for call in systemd.calls() if call[-1].endswith(".target")]
    supervisor = Supervisor(
        place, '[[hook]]\nname = "act"\nunit = "act-{event.type}@{fence.id}.service"\n[targets]\n', systemd=systemd)
    until(lambda: len(targets()) >= 2, 10, "the targets")
    assert targets() == [["StopUnit", "geofence-inside@gone.target"], ["StartUnit", "geofence-inside@square.target"]]
    walker.step(OUTSIDE)
    until(lambda: targets()[2:] == [["StopUnit", "geofence-inside@square.target"]], 10, "the target stops")
    done(walker)
    assert seen.read_text().splitlines() == [
        "entered square square 1", "exited square square 1", "exited square square 2"], seen.read_text()
    assert supervisor.terminate() == 0


def test_two_units_never_share_a_file(place):
    """systemd reads the same file for both units: a backslash in the path of EnvironmentFile= stands for nothing."""
    walker = begin(place, ids=("a-b", "ax2db"))
    systemd, seen, go = ServiceManager(place), output(place, "seen"), place.folder / "go"
    systemd.unit("act", f'echo "$GEOFENCE_FENCE" >>{seen}\nwhile [ ! -e {go} ]; do sleep 0.05; done\necho "$1" >>{seen}\n')
    Supervisor(place, '[[hook]]\nname = "act"\nparallel = true\non = ["entered"]\nunit = "act@{fence.id}.service"\n',
               systemd=systemd)
    walker.step(INSIDE)
    until(seen.read_text, 20, "the first unit")
    assert len(systemd.calls("StartUnit")) == 1, systemd.calls()
    go.touch()
    done(walker)
    assert seen.read_text().split() == ["a-b", "a\\x2db", "ax2db", "ax2db"], seen.read_text()


def test_targets_stop_without_state_when_asked_to(place):
    configure(place)
    daemon = place.daemon()
    walker = Walker(place.client())
    walker.step(INSIDE)
    walker.head()
    systemd, inside = ServiceManager(place), "geofence-inside@square.target"

    def calls():
        return [tuple(call[:2]) for call in systemd.calls() if call[-1] == inside]
    Supervisor(place, '[targets]\nunknown = "stop"\n', systemd=systemd)
    until(lambda: calls() == [("StartUnit", inside)], 10, "the target")
    daemon.kill()
    until(lambda: calls()[1:] == [("StopUnit", inside)], 25, "the end without the daemon")
    place.daemon()
    walker.client = place.client()
    walker.step(INSIDE)
    until(lambda: calls()[2:] == [("StartUnit", inside)], 10, "the target after the first fix")


def test_without_systemd_it_ends_with_a_reason(place):
    begin(place)
    systemd = ServiceManager(place)
    supervisor = Supervisor(place, "", systemd=systemd)
    until(lambda: systemd.calls("Subscribe"), 20, "the start")
    systemd.bus.kill()
    assert supervisor.process.wait(30) == 69
    assert "systemd cannot be reached" in supervisor.errors(), supervisor.errors()
    supervisor.start()
    assert supervisor.process.wait(30) == 69
    assert "the system bus cannot be reached" in supervisor.errors(), supervisor.errors()


def test_a_configuration_is_checked_with_its_line(place):
    config = place.folder / "hooks.toml"

    def check(text):
        config.write_text(text)
        return subprocess.run([daemons.BIN / "geofenced-hooks", "--config", config, "--check-config"],
                              capture_output=True, text=True)
    assert check("").returncode == 0
    shipped = check((daemons.ROOT / "etc/hooks.toml").read_text())
    assert shipped.returncode == 0, shipped.stderr
    wrong = check('[[hook]]\nname = "a"\ncommand = ["/bin/true", "{fence}"]\non = ["enterd"]\nuser_name = "x"\n')
    assert wrong.returncode == 78, wrong
    for text in (":3:", "{fence.id}", "enterd", "user_name"):
        assert text in wrong.stderr, wrong.stderr
    missing = check('[[hook]]\nname = "a"\ncommand = ["/no/such"]\n')
    assert missing.returncode == 78 and "No such file" in missing.stderr, missing
    foreign = check('[[hook]]\nname = "a"\ncommand = ["/bin/true"]\nuser = "no-such-user"\n')
    assert foreign.returncode == 78 and "hook a: there is no user no-such-user" in foreign.stderr, foreign
    assert check('[[hook]]\nname = "a"\ncommand = ["/bin/true"]\nuser = "daemon"\n').returncode == 0
