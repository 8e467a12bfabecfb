#!/usr/bin/env python3
"""Lists the functions that a fix passes through, for the linker to put them side by side.

    hot_path.py --bin DIR --map FILE > Sources/geofenced/hot-path.txt

Use the release build as the package has it (scripts/stage), with `-Xlinker -Map=FILE -Xlinker
--no-demangle`. The daemon runs under callgrind with a receiver that sends ten fixes a second past a
thousand fences; what is called for most of them is listed in order of name.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from bench import daemon, nmea  # noqa: E402
from bench.receiver import Receiver  # noqa: E402
from bench.waiting import pause, until  # noqa: E402
from measure import fences  # noqa: E402

FIXES = 100


def record(place, profile):
    """Runs the daemon under callgrind, which looks only at fixes of a receiver that is known."""
    file = fences(place.folder / "squares.geojson", 1000)
    place.write(daemon.configuration(
        place, f'type = "serial"\ndevice = "{place.folder}/gps"\nbaud = 9600',
        daemon.monitor("squares", file)))
    receiver = place.keep(Receiver(place.folder / "gps"))
    # Valgrind does not understand Swift's debugging information.
    program = place.folder / "geofenced"
    subprocess.run(["strip", "--strip-debug", "-o", program, daemon.BIN / "geofenced"], check=True)
    process = place.daemon(start=False, binary=program, prefix=[
        "valgrind", "--tool=callgrind", "--instr-atstart=no", "--demangle=no", "--quiet",
        f"--callgrind-out-file={profile}"])
    process.until_ready(120)
    until(lambda: process.has_open(receiver.node), 30)

    def send(numbers):
        for number in numbers:
            receiver.send(nmea.epoch(number // 10, 52.0005, 4 + number * 2e-5, knots=26.65,
                                     tenth=number % 10))
            pause(0.1)

    send(range(FIXES))
    control(process, "--instr=on")
    send(range(FIXES, 2 * FIXES))
    control(process, "--dump")


def control(process, order):
    subprocess.run(["callgrind_control", order, str(process.pid)], check=True,
                   stdout=subprocess.DEVNULL)


def functions(folder, program, link_map):
    """Those of the program itself, libraries' left out, that are called for most fixes: the first and
    the last may not be seen whole.

    Left out as well is what shares its section with others, as the functions of the standard library
    do: the linker would put all of them among the listed ones, a megabyte and more."""
    symbols = subprocess.run(["nm", "--defined-only", program], check=True, text=True,
                             capture_output=True).stdout
    own = {line.split()[2] for line in symbols.splitlines() if line.split()[1] in "tTwWV"}
    names, calls = {}, collections.Counter()
    for profile in folder.glob("profile*"):
        for number, name, count in re.findall(
                r"^c?fn=\((\d+)\)(?: (\S+))?(?:\ncalls=(\d+))?", profile.read_text(), re.MULTILINE):
            if name:
                names[number] = name
            calls[number] += int(count or 0)
    return sorted((own - sharing_a_section(link_map)) & {names[number] for number in calls if 2 * calls[number] > FIXES})


def sharing_a_section(link_map):
    """Symbols that stand in a section of an object's whole code."""
    found, is_whole = set(), False
    for line in link_map.read_text().splitlines():
        words = line.split(None, 4)
        if len(words) < 5:
            continue
        if ":(" in words[4]:
            is_whole = words[4].endswith(":(.text)")
        elif is_whole:
            found.add(words[4])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--map", required=True, type=pathlib.Path)
    options = parser.parse_args()
    daemon.BIN = options.bin.resolve()
    with tempfile.TemporaryDirectory(prefix="geofenced-hot-path-") as folder:
        place = daemon.Place(pathlib.Path(folder))
        try:
            record(place, place.folder / "profile")
        finally:
            place.close()
        print(*functions(place.folder, daemon.BIN / "geofenced", options.map), sep="\n")


if __name__ == "__main__":
    main()
