"""The first hour: jobs done with nothing but the recipes of etc/examples, as they are installed."""
import json
import os
import re
import shutil
import signal
import socket
import subprocess

from bench import daemon as daemons
from bench.gpsd import free_port
from bench.waiting import until
from cases.client import equal, failure, run
from cases.consumer import Consumer

RECIPES = daemons.ROOT / "etc/examples"

# What the track of each recipe gives.
DEPOTS = [
    ("entered", "depot"), ("entered", "depot-at-night"), ("entered", "ramp"), ("dwelled", "ramp"),
    ("exited", "depot-at-night"), ("dwelled", "ramp"), ("exited", "ramp"), ("exited", "depot")]
EXHIBITS = [
    ("entered", "hall"), ("entered", "clock"), ("dwelled", "hall"), ("dwelled", "clock"),
    ("exited", "clock"), ("exited", "hall"), ("entered", "globe"), ("dwelled", "globe"),
    ("exited", "globe")]
FLIGHT = [
    ("entered", "area"), ("exited", "area"), ("entered", "area"), ("exited", "area"),
    ("entered", "area"), ("entered", "tower"), ("exited", "tower")]


def recipe(place, name):
    folder = place.folder / name
    shutil.copytree(RECIPES / name, folder)
    place.config = folder / "geofenced.toml"
    return folder


def commands(folder, verb):
    """What the first lines of a recipe say to do with a verb, without the name of the program."""
    text = (folder / "geofenced.toml").read_text()
    return re.findall(rf"^#     geofencectl ({verb} [^&\n]*)", text, re.MULTILINE)


def start(place, *settings, wall_clock="untrusted"):
    """Runs a recipe with a socket and a log of this test's; the tracks are of another day."""
    own = [f"daemon.socket={place.folder}/control.sock", f"daemon.state_directory={place.folder}/state",
           f"daemon.wall_clock={wall_clock}"]
    return place.daemon(arguments=[word for pair in [*own, *settings] for word in ("--set", pair)])


def moves(events):
    return [(event["type"], event["fence"]) for event in events
            if event["type"] in ("entered", "exited", "dwelled")]


def replayed(place, track, *settings):
    words = "".join(f" --set {pair}" for pair in settings)
    done = run(place, f"replay --config {place.config} --input {track} -o jsonl{words}")
    return moves(map(json.loads, done.stdout.splitlines()))


def transitions(place):
    return moves(map(json.loads, run(place, "events -n 999 -o jsonl").stdout.splitlines()))


def push(place, source, fixes):
    run(place, f"push {source}", stdin="".join(f"{json.dumps(fix)}\n" for fix in fixes))


def track(folder):
    return [json.loads(line) for line in (folder / "track.jsonl").read_text().splitlines()]


def row(place, fence):
    """What fence list says of one."""
    return next(line for line in run(place, "fence list").stdout.splitlines() if line.startswith(fence + " "))


def test_every_recipe_is_valid(place):
    names = sorted(path.parent.name for path in RECIPES.glob("*/geofenced.toml"))
    equal(names, ["boat", "drone", "museum", "try", "vehicle"])
    for name in names:
        config = RECIPES / name / "geofenced.toml"
        assert f"{config} is valid: " in run(place, f"config check {config}").stdout
        checked = subprocess.run(
            [daemons.BIN / "geofenced", "--check-config", config], capture_output=True, text=True)
        equal((checked.returncode, checked.stdout), (0, f"{config} is valid\n"))
    for fences in RECIPES.glob("*/*.geojson"):
        if fences.name != "way.geojson":
            run(place, f"fence check {fences}")


def test_every_replay_of_a_recipe_emits_transitions(place):
    for name in "boat", "drone", "museum", "vehicle":
        folder = recipe(place, name)
        replay, = commands(folder, "replay")
        done = run(place, replay, directory=folder)
        assert "  entered  " in done.stdout and "  exited  " in done.stdout, (name, done)


def test_in_two_minutes_all_lines_at_once(place):
    """The lines of the README in one go: the client is there before the socket."""
    readme = (daemons.ROOT / "README.md").read_text()
    block = readme.split("## In two minutes, without a receiver\n\n")[1].split("\n\n")[0]
    lines = block.replace("/usr/share/doc/geofenced/examples", str(RECIPES)).replace("/usr/sbin", str(daemons.BIN))
    out = place.folder / "out"
    with open(out, "w") as shown:
        shell = subprocess.Popen(
            ["bash", "-c", lines], stdout=shown, stderr=subprocess.DEVNULL, start_new_session=True,
            env={**os.environ, "HOME": str(place.folder), "PATH": f"{daemons.BIN}:{os.environ['PATH']}"})
    try:
        until(lambda: "  entered  " in out.read_text(), 30, "an event of the walk")
    finally:
        os.killpg(shell.pid, signal.SIGKILL)
        shell.wait()


def test_in_two_minutes_without_a_receiver(place):
    folder = recipe(place, "try")
    daemon = place.daemon()
    sock = folder / "control.sock"
    for goal in "--inside lawn", "--inside kiosk", "--event dwelled":
        run(place, f"wait --socket {sock} {goal} --timeout 60")
    assert daemon.terminate() == 0


def test_truck_depot_with_margins_hours_and_dwell(place):
    folder = recipe(place, "vehicle")
    equal(replayed(place, folder / "track.jsonl"), DEPOTS)
    # It is the recipe that keeps the gate from flapping, and the wrong fix from being a visit.
    bare = replayed(
        place, folder / "track.jsonl", "monitor.depots.tolerance_exit_m=0",
        "monitor.depots.ignore_period_s=0", "monitor.depots.confirm_enter={fixes=1}",
        "monitor.depots.confirm_exit={fixes=1}")
    assert bare.count(("entered", "depot")) > 2, bare
    # The truck was out of reach: its day comes at once.
    start(place, 'source.gps={type="socket"}')
    run(place, f"push --history gps {folder / 'track.jsonl'}")
    until(lambda: len(transitions(place)) >= len(DEPOTS), 10, "the events of the day")
    equal(transitions(place), DEPOTS)
    visits = json.loads(run(place, "visits -o json").stdout)["visits"]
    equal(sorted(visit["fence"] for visit in visits if visit["exited_at"]), ["depot", "depot-at-night", "ramp"])


def test_museum_handheld_with_floors(place):
    folder = recipe(place, "museum")
    equal(replayed(place, folder / "track.jsonl"), EXHIBITS)
    # The walk is of an earlier day, and the clock of the machine is right.
    daemon = start(place, wall_clock="trusted")
    push_walk, = commands(folder, "push")
    run(place, push_walk, directory=folder)
    until(lambda: len(transitions(place)) >= len(EXHIBITS), 10, "the events of the walk")
    equal(transitions(place), EXHIBITS)
    assert daemon.terminate() == 0
    place.empty_state()
    # Longer than that of the recipe: on a busy machine a command takes seconds.
    start(place, "defaults.level.ignore_period_s=10")
    client = place.client()

    def walk(seconds, lat, lon, floor):
        client.call("Source.push", source="indoor", fixes=[
            {"time": f"2026-03-03T11:00:{second:02d}Z", "lat": lat, "lon": lon, "floor": floor, "accuracy_m": 2}
            for second in seconds])

    walk(range(0, 3), 52.36005, 4.885, 0)
    walk(range(6, 8), 52.36005, 4.8853, 0)
    # The exit is confirmed and comes at the end of the ignore period.
    held = row(place, "clock")
    assert "inside (outside suppressed, " in held and " s)" in held, held
    assert "outside (other floor)" in row(place, "globe"), row(place, "globe")
    until(lambda: ("exited", "clock") in transitions(place), 30, "the exit")
    equal(transitions(place), [("entered", "clock"), ("entered", "hall"), ("exited", "clock")])
    exited = next(line for line in run(place, "events -n 9").stdout.splitlines() if "exited" in line)
    assert "emitted " in exited and " later" in exited, exited
    walk(range(20, 22), 52.36005, 4.885, 1)
    assert "inside" in row(place, "globe") and "outside (other floor)" in row(place, "clock")


def test_anchor_alarm_set_at_run_time(place):
    folder = recipe(place, "boat")
    port = free_port()
    settings = "source.ship.host=127.0.0.1", f"source.ship.port={port}"
    lines = (folder / "track.nmea").read_bytes().splitlines(keepends=True)

    def sail(seconds):
        """Sends what the receiver says in these seconds, each when the fix of the one before was taken."""
        client = place.client()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ship:
            for second in seconds:
                for line in lines[2 * second:2 * second + 2]:
                    ship.sendto(line, ("127.0.0.1", port))
                clock = lines[2 * second].split(b",")[1].decode()
                time = f"T{clock[:2]}:{clock[2:4]}:{clock[4:6]}"
                until(lambda: any(time in (fix["time"] or "") for fix in client.call("Fix.last")["fixes"]),
                      15, f"the fix of {time}")

    daemon = start(place, *settings)
    add, remove = commands(folder, "fence")
    wait, = commands(folder, "wait")
    sail(range(0, 1))
    run(place, add)
    equal(transitions(place), [("entered", "anchor")])
    # One position in the middle of it is 60 m off.
    sail(range(1, 60))
    daemon.kill()
    start(place, *settings)
    client = place.client()
    alarm = place.keep(Command(place, f"{wait} --timeout 60 -o json"))
    until(lambda: client.call("Daemon.status")["clients"] == 2, 10, "the client that waits")
    # The crew takes the fence away and sets it again: the boat has not moved.
    run(place, remove)
    assert "anchor" not in run(place, "fence list").stdout
    run(place, f"fence add {folder / 'anchor.geojson'} --set anchor")
    lying = [("entered", "anchor"), ("exited", "anchor"), ("entered", "anchor")]
    sail(range(60, 80))
    equal((transitions(place), alarm.process.poll()), (lying, None))
    sail(range(80, 130))
    record = json.loads(alarm.output(20))
    equal((record["fence"], record["cause"]), ("anchor", None))
    equal(transitions(place), [*lying, ("exited", "anchor")])
    drifted = run(place, "events --type exited --fence anchor --by-movement -o jsonl").stdout.splitlines()
    equal([json.loads(line)["event_id"] for line in drifted], [record["event_id"]])
    failure(place, "events --by-movement -n 3", 64)
    failure(place, "wait --fix --by-movement", 64)
    failure(place, "wait --event exited --fence ancor --timeout 5", 66)


class Command:
    """A geofencectl that goes on beside the test."""

    def __init__(self, place, words):
        self.process = subprocess.Popen(
            [daemons.BIN / "geofencectl", *words.split()], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "GEOFENCED_SOCKET": str(place.folder / "control.sock")})

    def output(self, seconds):
        """What it says until it ends by itself, with success."""
        text, _ = self.process.communicate(timeout=seconds)
        equal(self.process.returncode, 0)
        return text

    def close(self):
        self.process.kill()
        self.process.communicate()


def test_drone_with_a_client_that_resumes(place):
    folder = recipe(place, "drone")
    equal(replayed(place, folder / "track.jsonl"), FLIGHT)
    source, fixes = 'source.gps={type="socket",max_speed_mps=40}', track(folder)
    daemon = start(place, source)
    consumer = Consumer(place)
    push(place, "gps", fixes[:75])
    until(lambda: consumer.count() > 3, 10, "effects")
    consumer.kill()
    push(place, "gps", fixes[75:120])
    daemon.kill()
    consumer.start()
    start(place, source)
    push(place, "gps", fixes[120:])
    names = {"area": "Flight area", "tower": "Tower"}
    expected = [f"{kind} {names[fence]}" for kind, fence in FLIGHT]

    def effects():
        return [effect for _, _, effect in consumer.effects() if effect.split()[0] in ("entered", "exited")]

    until(lambda: consumer.count() and len(effects()) >= len(expected), 20, "all effects")
    equal(effects(), expected)


def test_a_day_of_operations(place):
    folder = recipe(place, "vehicle")
    fences, fixes = folder / "depots.geojson", track(folder)
    drawn = fences.read_text()
    settings = 'source.gps={type="socket"}', "monitor.depots.ignore_period_s=0"
    daemon = start(place, *settings)
    loaded = next(k for k, fix in enumerate(fixes) if fix["time"] > "2026-03-02T04:58")
    push(place, "gps", fixes[:loaded])
    inside = [("entered", "depot"), ("entered", "depot-at-night"), ("entered", "ramp")]
    equal(transitions(place), inside)
    # How far is the ramp left, and why has it not been?
    shown = run(place, "fence inspect ramp").stdout
    assert "Radius:" in shown and row(place, "ramp").split("  ")[-2].strip() == "10.0 m", shown
    assert "inside" in run(place, "explain ramp").stdout
    # A mistake is refused with the same words everywhere, and changes nothing.
    fences.write_text(drawn.replace('"tolerance_exit_m": 10', '"tolerance_exit_m": 10, "tolerance_exit": 0.1'))
    refused = "geofence.tolerance_exit_m stands beside tolerance_exit"
    assert refused in run(place, f"config check {place.config}", status=65).stdout
    assert refused in run(place, f"fence check {fences}", status=65).stdout
    # What is right is in force at once, and the visit goes on.
    fences.write_text(drawn.replace('"tolerance_exit_m": 10', '"tolerance_exit_m": 250'))
    run(place, "reload --wait")
    assert row(place, "ramp").split("  ")[-2].strip() == "250.0 m", row(place, "ramp")
    run(place, "monitor pause depots")
    run(place, "monitor resume depots")
    daemon.kill()
    start(place, *settings)
    push(place, "gps", fixes[loaded:])
    # Hours end by the time of the receiver; the ramp is left after the depot now.
    equal([move for move in transitions(place) if move[0] != "dwelled"],
          [*inside, ("exited", "depot-at-night"), ("exited", "depot"), ("exited", "ramp")])
    visits = json.loads(run(place, "visits -o json").stdout)["visits"]
    equal({visit["fence"] for visit in visits if visit["end"] == "exited"}, {"depot", "depot-at-night", "ramp"})
    # What would it have been with the fences of the morning?
    (folder / "old").mkdir()
    shutil.copy(place.config, folder / "old")
    (folder / "old/depots.geojson").write_text(drawn)
    against = run(
        place, f"replay --config {place.config} --input {folder / 'track.jsonl'}"
        f" --against {folder / 'old/geofenced.toml'}").stdout
    assert "ramp" in against and "Depot (depot)" not in against, against
