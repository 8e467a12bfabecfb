"""Sources of which every position is refused for one reason: status and doctor name it and what to do."""
import json
import subprocess

from bench import daemon, nmea
from bench.waiting import until

# Prints the first line once, then the others again and again, three a second.
PRINTER = ("import itertools, sys, time\n"
           "lines = open(sys.argv[1]).read().splitlines()\n"
           "print(lines[0], flush=True)\n"
           "for line in itertools.cycle(lines[1:] or lines):\n"
           "    time.sleep(0.3)\n"
           "    print(line, flush=True)\n")


def sentences(lat="5130.0000", lon="00700.0000", mode="A", status="A"):
    return [nmea.sentence(f"GPRMC,1000{n:02d}.00,{status},{lat},N,{lon},E,0.0,0.0,210526,,,{mode}").decode().strip()
            for n in range(60)]


def fix(time, lat=51.5, lon=7.0):
    return json.dumps({"time": f"2026-05-02T12:{time}Z", "lat": lat, "lon": lon})


CASES = {
    "digit": (sentences(lat="451.8540", lon="01236.7080"), "lacks a digit", "correct the program"),
    "range": (sentences(lat="9930.0000"), "out of range", "check the sender"),
    "island": (sentences(lat="0000.0000", lon="00000.0000"), "0 N 0 E", "allow_null_island = true"),
    "checksum": ([line.split("*")[0] for line in sentences()], "without checksum", "switch checksums on"),
    "reckoned": (sentences(mode="E"), "mode E", "dead_reckoning = true"),
    "simulated": (sentences(mode="S"), "simulated", "switch that mode off"),
    "void": (sentences(status="V", mode="N"), "no position", "clear view of the sky"),
    "keys": (['{"latitude":51.5,"longitude":7.0}'], "lat and lon are required", "latitude and longitude instead"),
    "late": ([fix("10:00"), fix("00:00"), fix("00:00", 51.6)], "times of the fixes go backwards", "check the clock"),
    "zero": ([fix("10:00"), *(fix(f"10:{n:02d}", lat=0.0) for n in range(1, 60))], "exactly 0", "zero_check"),
    "jumps": ([fix("10:00"), *(fix(f"10:{n:02d}", lat=50.5 + n % 2 * 2) for n in range(1, 60))], "jump farther",
              "raise max_speed_mps"),
}


def test_source_whose_positions_are_all_refused_reports_reason_and_remedy(place):
    script = place.folder / "printer.py"
    script.write_text(PRINTER)
    sources = ""
    for name, (lines, *_) in CASES.items():
        (place.folder / f"{name}.txt").write_text("\n".join(lines) + "\n")
        sources += (f'[source.{name}]\ntype = "exec"\ncommand = ["python3", "-S", "{script}", '
                    f'"{place.folder}/{name}.txt"]\nstale_s = 1\n')
    place.write(daemon.configuration(place, 'type = "socket"') + sources)
    place.daemon()
    client = place.client()
    command = [daemon.BIN / "geofencectl", "--socket", place.folder / "control.sock"]

    def messages():
        problems = client.call("Daemon.status")["problems"]
        return {name: next((problem for problem in problems if problem.startswith(f"source {name}: ")), "")
                for name in CASES}
    try:
        until(lambda: all(word in messages()[name] for name, (_, *words) in CASES.items() for word in words), 40)
    except AssertionError:
        raise AssertionError(json.dumps(messages(), indent=1)) from None

    def lacking():
        """The lines without reason or remedy: where a printer stalls, a source is silent for a moment."""
        status = subprocess.run([*command, "status"], capture_output=True, text=True).stdout
        doctor = subprocess.run([*command, "doctor", "--config", place.config], capture_output=True, text=True).stdout
        lines = []
        for name, (_, reason, remedy) in CASES.items():
            for text, start in ((status, f"  source {name}: "), (doctor, f"✗ source {name}: ")):
                line = next((line for line in text.splitlines() if line.startswith(start)), text)
                if reason not in line or remedy not in line:
                    lines.append(line)
        return lines
    try:
        until(lambda: not lacking(), 20)
    except AssertionError:
        raise AssertionError("\n".join(lacking())) from None
