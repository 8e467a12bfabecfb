#!/usr/bin/env python3
"""Proves that nothing is lost: kills, power cuts, failing disks, full disks, damaged files.

    Tests/Durability/run.py --bin .build/debug [--long] [PROOF …]

The short form takes less than two minutes; the long one hours. A proof that the machine does not
allow is counted as skipped, with the reason.
"""

import argparse
import importlib
import pathlib
import sys
import time

import proof

PROOFS = ["kill", "powercut", "failing", "slow", "fulldisk", "newdisk", "readonly", "mutations", "flash",
          "daemon"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="where the build lies")
    parser.add_argument("--long", action="store_true", help="the form for soaking")
    parser.add_argument("proof", nargs="*", metavar="PROOF", help=", ".join(PROOFS))
    asked = parser.parse_args()
    proof.EXERCISER = (asked.bin / "StoreExerciser").resolve()
    if not proof.EXERCISER.exists():
        sys.exit(f"{proof.EXERCISER} is missing: run swift build first")
    passed = failed = skipped = 0
    for name in asked.proof or PROOFS:
        start = time.monotonic()
        try:
            verdict = "ok     ", importlib.import_module(name).prove(asked.long)
            passed += 1
        except proof.Impossible as reason:
            verdict = "skipped", f"not possible here: {reason}"
            skipped += 1
        except Exception as error:
            verdict = "FAILED ", f"{type(error).__name__}: {error}"
            failed += 1
        print(f"{verdict[0]} {name:10} {verdict[1]} ({time.monotonic() - start:.1f} s)", flush=True)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(1 if failed else 0)


main()
