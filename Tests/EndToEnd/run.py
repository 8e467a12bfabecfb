#!/usr/bin/env python3
"""Runs the end-to-end tests against built binaries.

    run.py --bin DIR [--jobs N] [WORD…]

Every function test_* in cases/*.py is a case; with WORDs only cases whose name contains one
of them run. Prints `N passed, N failed`; exits 1 when a case failed. Needs the packages of
scripts/prerequisites. Cases that need root fail without it, and report that.
"""
import argparse
import concurrent.futures
import faulthandler
import importlib
import os
import pathlib
import sys
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
# Seconds in which some case ends: the longest take two minutes on a loaded machine.
PATIENCE_S = 600
sys.path.insert(0, str(HERE))

from bench import daemon  # noqa: E402


def cases(words):
    found = []
    for path in sorted((HERE / "cases").glob("*.py")):
        module = importlib.import_module(f"cases.{path.stem}")
        for name, function in vars(module).items():
            label = f"{path.stem}.{name[5:]}"
            if name.startswith("test_") and (not words or any(w in label for w in words)):
                found.append((label, function))
    return found


def run(label, function):
    start = time.monotonic()
    with daemon.temporary_place("e2e") as place:
        try:
            function(place)
            return label, None, time.monotonic() - start
        except Exception:  # noqa: BLE001 - a case may fail in any way
            return label, traceback.format_exc() + place.story(), time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    # Most cases wait for a clock and leave the processor to others.
    parser.add_argument("--jobs", type=int, default=3 * len(os.sched_getaffinity(0)))
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    daemon.BIN = options.bin.resolve()
    failed = passed = 0
    # A case that waits for ever ends the run, which shows where it waits.
    faulthandler.dump_traceback_later(PATIENCE_S, exit=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        futures = [pool.submit(run, *case) for case in cases(options.words)]
        for future in concurrent.futures.as_completed(futures):
            label, problem, seconds = future.result()
            faulthandler.dump_traceback_later(PATIENCE_S, exit=True)
            if problem is None:
                passed += 1
                print(f"ok    {label} ({seconds:.1f} s)", flush=True)
            else:
                failed += 1
                print(f"FAIL  {label} ({seconds:.1f} s)\n{problem}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
