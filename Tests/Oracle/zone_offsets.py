#!/usr/bin/env python3
"""Writes what Python's zoneinfo says of local time into Tests/Data/Chronology.

zone-offsets.txt, one line a moment: rule, instant, seconds east of UTC. The rule is the footer of the
zone file, the moments lie around every change of clocks in some years, where a mistake would show.

listed-offsets.txt, one line a moment: instant, seconds east of UTC, of a zone whose file lists changes
that follow no rule; the file lies beside it.
"""
import datetime
import pathlib
import zoneinfo

ZONES = [
    "Europe/Berlin", "Europe/Dublin", "America/New_York", "America/Santiago", "America/Nuuk",
    "Australia/Lord_Howe", "Pacific/Chatham", "Asia/Kathmandu", "Asia/Gaza", "Pacific/Apia",
    "America/St_Johns", "Etc/UTC", "Antarctica/Troll",
]
YEARS = [2030, 2031, 2032]
# Morocco changes its clocks for Ramadan. From before its first change to behind its last.
LISTED = "Africa/Casablanca"
LISTED_YEARS = [1912, 1913, 1978, 2012, 2026, 2027, 2031, 2087, 2088]
OUT = pathlib.Path(__file__).parent.parent / "Data" / "Chronology"


def zone_file(name):
    return pathlib.Path("/usr/share/zoneinfo", name).read_bytes()


def footer(name):
    return zone_file(name).split(b"\n")[-2].decode()


def offset(zone, seconds):
    utc = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return int(utc.astimezone(zone).utcoffset().total_seconds())


def moments(zone, year):
    """Around every change, found hour by hour and then by halving; and one of each season."""
    start = int(datetime.datetime(year, 1, 1, tzinfo=datetime.timezone.utc).timestamp())
    yield start
    for hour in range(0, 366 * 24):
        low, high = start + hour * 3600, start + (hour + 1) * 3600
        if offset(zone, low) == offset(zone, high):
            continue
        while high - low > 1:
            middle = (low + high) // 2
            if offset(zone, middle) == offset(zone, low):
                low = middle
            else:
                high = middle
        yield low
        yield high


def line(zone, moment):
    text = datetime.datetime.fromtimestamp(moment, datetime.timezone.utc)
    return f"{text:%Y-%m-%dT%H:%M:%SZ} {offset(zone, moment)}"


def write(name, lines):
    (OUT / name).write_text("\n".join(lines) + "\n")


def main():
    lines = []
    for name in ZONES:
        zone = zoneinfo.ZoneInfo(name)
        for year in YEARS:
            for moment in moments(zone, year):
                lines.append(f"{footer(name)} {line(zone, moment)}")
    write("zone-offsets.txt", lines)
    zone = zoneinfo.ZoneInfo(LISTED)
    (OUT / "casablanca.tzif").write_bytes(zone_file(LISTED))
    write(
        "listed-offsets.txt",
        [line(zone, moment) for year in LISTED_YEARS for moment in moments(zone, year)])


if __name__ == "__main__":
    main()
