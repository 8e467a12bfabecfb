#!/usr/bin/env python3
"""Decodes one log with the product and with gpsd's gpsdecode in turn (A B A B ...) and prints ns per sentence and their ratio.

usage: decoder.py --decoder PROGRAM --data DIRECTORY [--runs 5] [--fixes 300000]

Before that it counts allocations, and plays the flood of a day: 10 Hz of forty sentences. Allocating per sentence, memory that grows
and a fix that is lost end it with 1.

The log has a GGA and an RMC per fix. Machines are noisy: only the ratio of one run is worth quoting.
"""
import argparse
import json
import math
import os
import pathlib
import resource
import statistics
import subprocess
import sys

# What is good enough: nanoseconds per sentence, and how many times faster than gpsdecode.
MARK_NS, MARK_RATIO = 175, 20
# What a whole log may allocate: the closures and boxes around the decoder, nothing of its own.
ALLOCATIONS = 16
# What memory may grow over the day's flood after its first hour: measuring it takes some pages.
GROWTH_BYTES = 256 << 10


def sentence(body):
    checksum = 0
    for byte in body.encode():
        checksum ^= byte
    return f"${body}*{checksum:02X}\r\n"


def write_log(path, fixes):
    """A walk on a circle at 10 Hz."""
    with open(path, "w", encoding="ascii", newline="") as out:
        for i in range(fixes):
            tenths = i % 864_000
            time = f"{tenths // 36_000:02}{tenths // 600 % 60:02}{tenths // 10 % 60:02}.{tenths % 10}0"
            north, east = 0.5 * math.sin(i / 5000), 0.5 * math.cos(i / 5000)
            place = f"48{8.22 + north:09.6f},N,011{34.5 + east:09.6f},E"
            course = f"{i / 5000 * 57.3 % 360:06.2f}"
            out.write(sentence(f"GNGGA,{time},{place},1,12,0.80,519.0,M,47.0,M,,"))
            out.write(sentence(f"GNRMC,{time},A,{place},003.60,{course},{1 + i // 864_000:02}0126,,,A"))


def check_memory(decoder, data, log):
    """Counts allocations by a preloaded library, and plays the flood of a day."""
    counter = (data / "allocations.so").resolve()
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", counter,
                    pathlib.Path(__file__).parent / "peers/allocations.c"], check=True)
    environment = {**os.environ, "LD_PRELOAD": str(counter)}

    def run(argument):
        done = subprocess.run([decoder, argument], env=environment, stdout=subprocess.PIPE, text=True, check=True)
        return json.loads(done.stdout)
    whole, flood = run(log), run("--flood")
    print(f"allocations{whole['allocations']:6} for a log of {whole['sentences']} sentences, "
          f"{flood['allocations']} in 23 of 24 hours of flood")
    print(f"flood      {flood['sentences']} sentences in {flood['cpu_s']} s, {flood['fixes']} of {flood['fixes_due']} fixes, "
          f"{flood['memory_bytes'] >> 10} KiB of memory, grown by {flood['memory_grown_bytes'] >> 10} KiB")
    if whole["allocations"] > ALLOCATIONS or flood["allocations"] > 0:
        sys.exit("the decoder allocates while it decodes")
    if flood["fixes"] != flood["fixes_due"] or flood["memory_grown_bytes"] > GROWTH_BYTES:
        sys.exit("the flood starves fixes or takes memory")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decoder", type=pathlib.Path, required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--fixes", type=int, default=300_000)
    options = parser.parse_args()
    options.data.mkdir(parents=True, exist_ok=True)
    log = options.data / f"walk-{options.fixes}.nmea"
    if not log.exists():
        part = log.with_suffix(".part")
        write_log(part, options.fixes)
        part.rename(log)
    check_memory(options.decoder, options.data, log)
    ours, theirs = [], []
    for _ in range(options.runs):
        done = subprocess.run([options.decoder, log], stdout=subprocess.PIPE, text=True, check=True)
        result = json.loads(done.stdout)
        if result["fixes"] != options.fixes:
            sys.exit(f"{result['fixes']} fixes came out of {options.fixes}")
        ours.append(result["cpu_ns_per_sentence"])
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with open(log, "rb") as stream:
            subprocess.run(["gpsdecode"], stdin=stream, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        theirs.append(seconds * 1e9 / result["sentences"])
    own, peer = statistics.median(ours), statistics.median(theirs)
    ratio = statistics.median(b / a for a, b in zip(ours, theirs))
    print(f"decoder    {own:7.1f} ns per sentence [{min(ours):.1f} .. {max(ours):.1f}]  mark {MARK_NS}: "
          f"{'reached' if own <= MARK_NS else 'MISSED'}")
    print(f"gpsdecode  {peer:7.1f} ns per sentence [{min(theirs):.1f} .. {max(theirs):.1f}]")
    print(f"ratio      {ratio:7.1f} times  mark {MARK_RATIO}: {'reached' if ratio >= MARK_RATIO else 'MISSED'}")


if __name__ == "__main__":
    main()
