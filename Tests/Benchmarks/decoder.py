#!/usr/bin/env python3
"""Decodes one log with the product and with gpsd's gpsdecode in turn (A B A B ...) and prints ns per sentence and their ratio.
After it logs of JSON lines: gpsd's reports beside libgps, and pushed fixes.

usage: decoder.py --decoder PROGRAM --libgps PROGRAM --data DIRECTORY [--runs 5] [--fixes 300000]

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
# The same for a report of gpsd or a pushed fix.
MARK_JSON_NS = 2000
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


def write_json_logs(folder, fixes):
    """The same walk as reports of gpsd, as its views of the sky, and as pushed fixes with the digits of doubles."""
    logs = {"gpsd": folder / f"walk-{fixes}.tpv.gpsd", "sky": folder / f"walk-{fixes // 10}.sky.gpsd",
            "pushed": folder / f"walk-{fixes}.jsonl"}
    if all(log.exists() for log in logs.values()):
        return logs
    with open(logs["gpsd"], "w") as tpv, open(logs["sky"], "w") as sky, open(logs["pushed"], "w") as pushed:
        for i in range(fixes):
            seconds = i // 10
            time = f"2026-01-{1 + seconds // 86400:02}T{seconds // 3600 % 24:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{i % 10}00Z"
            lat, lon = 48.137 + 0.008 * math.sin(i / 5000), 11.575 + 0.008 * math.cos(i / 5000)
            tpv.write(f'{{"class":"TPV","device":"/dev/ttyACM0","status":2,"mode":3,"time":"{time}","leapseconds":18,'
                      f'"ept":0.005,"lat":{lat:.9f},"lon":{lon:.9f},"altHAE":566.1234,"altMSL":519.1234,"alt":519.1234,"epx":2.123,'
                      f'"epy":2.456,"epv":5.678,"track":{i / 5000 * 57.3 % 360:.4f},"magtrack":93.1234,"magvar":3.9,"speed":3.600,'
                      f'"climb":-0.012,"eps":4.91,"epc":11.36,"geoidSep":47.000,"eph":4.560,"sep":7.890}}\n')
            pushed.write(json.dumps({"time": time, "lat": lat, "lon": lon, "altitude_m": 519.1234, "accuracy_m": 3.5,
                                     "speed_mps": 3.6, "course_deg": i / 5000 * 57.3 % 360, "floor": 2, "mode": 3}) + "\n")
            if i % 10 == 0:
                satellites = ",".join(f'{{"PRN":{n},"gnssid":0,"svid":{n},"az":{n * 11.0:.1f},"el":{n * 3.0:.1f},"ss":{20 + n:.1f},'
                                      f'"used":{"true" if n < 13 else "false"},"health":1}}' for n in range(1, 25))
                sky.write(f'{{"class":"SKY","device":"/dev/ttyACM0","time":"{time}","xdop":0.57,"ydop":0.71,"vdop":1.1,"tdop":0.6,'
                          f'"hdop":0.8,"gdop":1.6,"pdop":1.4,"nSat":24,"uSat":12,"satellites":[{satellites}]}}\n')
    return logs


def compare_json(options):
    for name, log in write_json_logs(options.data, options.fixes).items():
        programs = {"decoder": options.decoder} if name == "pushed" else {"decoder": options.decoder, "libgps": options.libgps}
        spent = {program: [] for program in programs}
        for _ in range(options.runs):
            for program, path in programs.items():
                result = json.loads(subprocess.run([path, log], stdout=subprocess.PIPE, text=True, check=True).stdout)
                if name != "sky" and result["fixes"] != options.fixes:
                    sys.exit(f"{result['fixes']} fixes came out of {options.fixes} in {log}")
                spent[program].append(result["cpu_ns_per_sentence"])
        for program, ns in spent.items():
            own = statistics.median(ns)
            # A view of the sky has ten times the bytes of a fix.
            mark = f"  mark {MARK_JSON_NS}: {'reached' if own <= MARK_JSON_NS else 'MISSED'}" if program == "decoder" and name != "sky" else ""
            print(f"{name:7}{program:8}{own:9.1f} ns per line [{min(ns):.1f} .. {max(ns):.1f}]{mark}")


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
    parser.add_argument("--libgps", type=pathlib.Path, required=True)
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
    compare_json(options)


if __name__ == "__main__":
    main()
