"""kill -9 of the whole daemon while it evaluates a track: the log equals that of an undisturbed run.

Every run pushes the same fixes with `Source.push`, and the fix in progress at a kill once more. A
subscriber records the events that it received; none of them may be missing from the log afterwards.
"""

import contextlib
import json
import os
import random
import sqlite3
import sys
import time

import proof

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "EndToEnd"))

from bench import daemon as daemons  # noqa: E402
from bench.client import Client  # noqa: E402

METRES_PER_DEGREE = 111_320.0
FENCES = 20
# A fix each second at 10 m/s along the equator; a fence of 60 m every 120 m, over and back.
STEP_M, FENCE_M, PITCH_M = 10.0, 60.0, 120.0


def prove(long):
    kills = 1000 if long else 50
    laps = 100 if long else 5
    daemons.BIN = proof.EXERCISER.parent
    if not (daemons.BIN / "geofenced").exists():
        raise proof.Impossible("geofenced is not built")
    fixes = track(laps)
    with proof.directory() as calm, proof.directory() as rough:
        expected, _ = run(calm, fixes, set())
        dice = random.Random(3)
        received = set()
        found, received = run(rough, fixes, set(dice.sample(range(len(fixes)), kills)), dice)
    numbers = [seq for seq, *_ in found]
    proof.expect(numbers == list(range(1, len(numbers) + 1)), "the numbers have gaps")
    proof.expect(received <= set(found), f"received and lost: {sorted(received - set(found))[:3]}")
    wanted, got = transitions(expected), transitions(found)
    proof.expect(len(wanted) == laps * 4 * FENCES, f"{len(wanted)} transitions in the undisturbed run")
    place = next((i for i, pair in enumerate(zip(wanted, got)) if pair[0] != pair[1]), None)
    proof.expect(
        wanted == got, f"{len(got)} transitions instead of {len(wanted)}, first at {place}: "
        f"{got[place or 0:][:3]} instead of {wanted[place or 0:][:3]}")
    return f"{kills} kills, {len(got)} transitions as in the undisturbed run, {len(received)} received, 0 lost"


def transitions(events):
    return [(kind, fence) for _, kind, fence in events if kind in ("entered", "exited")]


def track(laps):
    """Fixes over all fences and back, so many times."""
    steps = int((FENCES * PITCH_M + 60) / STEP_M)
    start = time.time() - 3600
    places = ([*range(steps), *range(steps, 0, -1)] * laps)
    return [
        {"lat": 0.5, "lon": (place * STEP_M - 60) / METRES_PER_DEGREE, "accuracy_m": 3, "mode": 2,
         "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(start + second))}
        for second, place in enumerate(places)]


def fence(number):
    west = number * PITCH_M / METRES_PER_DEGREE
    east = west + FENCE_M / METRES_PER_DEGREE
    ring = [[west, 0.49], [east, 0.49], [east, 0.51], [west, 0.51], [west, 0.49]]
    return {"type": "Feature", "id": f"f{number}", "properties": {},
            "geometry": {"type": "Polygon", "coordinates": [ring]}}


class Run:
    """A daemon, the connection that pushes and the one that subscribes."""

    def __init__(self, place):
        self.daemon = place.daemon()
        self.pusher = Client(place.folder / "control.sock")
        self.listener = Client(place.folder / "control.sock")
        self.listener.call("Events.subscribe")

    def kill(self):
        """Kills it; returns the events that the subscriber received."""
        self.daemon.kill()
        received = set()
        with contextlib.suppress(OSError, TimeoutError, json.JSONDecodeError):
            while line := self.listener.line(1):
                self.listener.news.append(line)
        for line in self.listener.news:
            if line.get("method") == "event":
                event = line["params"]
                received.add((event["seq"], event["type"], event.get("fence")))
        self.pusher.close()
        self.listener.close()
        return received


def run(folder, fixes, kills, dice=None):
    """Pushes all fixes with those kills; returns the log and the events that subscribers received."""
    place = daemons.Place(folder)
    path = folder / "fences.geojson"
    path.write_text(json.dumps(
        {"type": "FeatureCollection", "features": [fence(number) for number in range(FENCES)]}))
    place.write(daemons.configuration(place, 'type = "socket"', daemons.monitor("all", path)))
    received = set()
    running = Run(place)
    for number, fix in enumerate(fixes):
        if number in kills:
            running.pusher.send({"jsonrpc": "2.0", "method": "Source.push", "id": 0,
                                 "params": {"source": "gps", "fixes": [fix]}})
            time.sleep(dice.choice([0, 0.0005, 0.002, 0.01]))
            received |= running.kill()
            running = Run(place)
        running.pusher.call("Source.push", source="gps", fixes=[fix])
        # A receiver's next fix comes long after the last commit. Without this wait a whole
        # visit of several fixes could be lost at a kill without a trace.
        while running.pusher.call("Daemon.status")["store"]["pending"]:
            pass
    status = running.daemon.terminate(10)
    proof.expect(status == 0, f"the daemon ended with {status}")
    received |= running.kill()
    place.close()
    return log(folder / "state"), received


def log(state):
    with contextlib.closing(sqlite3.connect(state / "events.db")) as database:
        return database.execute("SELECT seq, type, fence FROM event ORDER BY seq").fetchall()
