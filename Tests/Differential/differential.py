#!/usr/bin/env python3
"""Random fences, settings and tracks through `geofencectl replay` and through the reference: every event must agree.

usage: differential.py --client PATH [--seed N] [--fixes 10000] [--keep DIRECTORY] [--case N]

The seed is printed; the same seed draws the same cases. A case that disagrees is kept with its configuration,
fences, log, the events expected and those given.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import settings
from compare import differences, expected
from drawing import PLACES, Drawing
from reference import Reference
from logs import LOG_TYPES, log_text
from tracks import Track

FIXES_PER_CASE = 400


def draw(seed, number):
    """The case of that number, evaluated by the reference; None when every continuation is borderline."""
    rng = random.Random(f"{seed}/{number}")
    place = PLACES[number % len(PLACES)]
    drawing = Drawing(rng, place, rng.choice([40.0, 300.0, 1500.0, 1500.0, 100_000.0]))
    kind = rng.choice(list(LOG_TYPES))
    has_floor = kind == "pushed"
    drawn = [drawing.fence(f"f{k:02d}", has_floor) for k in range(rng.randrange(2, 8))]
    monitors, feed = settings.monitors(rng, 4), settings.feed(rng)
    track = Track(rng, drawing, Reference([f for f, _ in drawn], monitors, feed), has_floor)
    if not track.extend(FIXES_PER_CASE):
        return None
    features = [feature for _, feature in drawn]
    rng.shuffle(features)
    return monitors, feed, features, kind, track


def write(folder, case):
    monitors, feed, features, kind, track = case
    (folder / "fences.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    (folder / "geofenced.toml").write_text(settings.text(monitors, feed, "fences.geojson", LOG_TYPES[kind]))
    (folder / "track.jsonl").write_text(log_text(kind, track.fixes))
    lines = [json.dumps(event) for event in expected(track.reference.events)]
    (folder / "expected.jsonl").write_text("".join(line + "\n" for line in lines))


def replay(client, folder):
    """The events that the client gives, or the sentence with which it failed."""
    done = subprocess.run(
        [client, "replay", "--config", folder / "geofenced.toml", "--input", folder / "track.jsonl", "-o", "jsonl"],
        capture_output=True, text=True, timeout=300)
    (folder / "given.jsonl").write_text(done.stdout)
    if done.returncode != 0:
        return None, f"replay ended with {done.returncode}: {done.stderr.strip()[-500:]}"
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")], None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--client", type=pathlib.Path, required=True)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--fixes", type=int, default=10_000)
    parser.add_argument("--keep", type=pathlib.Path, help="instead of a new temporary directory")
    parser.add_argument("--case", type=int, help="only this one")
    options = parser.parse_args()
    print(f"differential: seed {options.seed}", flush=True)
    # A new one: another run of the same seed, or of another user, may have the same cases.
    keep = options.keep or pathlib.Path(tempfile.mkdtemp(prefix="geofenced-differential-"))
    fixes = events = cases = failed = number = 0
    while fixes < options.fixes:
        if options.case is not None:
            number = options.case
        case = draw(options.seed, number)
        if case is None:
            number += 1
            continue
        folder = keep / f"{options.seed}-{number}"
        folder.mkdir(parents=True, exist_ok=True)
        write(folder, case)
        given, problem = replay(options.client, folder)
        problems = [problem] if problem else differences(case[4].reference.events, given)
        cases += 1
        fixes += len(case[4].fixes)
        events += len(case[4].reference.events)
        if problems:
            failed += 1
            print(f"case {number}: {len(problems)} differences, kept in {folder}")
            print("\n".join(f"  {problem}" for problem in problems[:6]), flush=True)
        else:
            for file in folder.iterdir():
                file.unlink()
            folder.rmdir()
        number += 1
        if options.case is not None:
            break
    if options.keep is None and not failed:
        keep.rmdir()
    print(f"differential: {cases} cases, {fixes} fixes, {events} events, {failed} cases disagree (seed {options.seed})")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
