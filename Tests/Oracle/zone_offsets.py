#!/usr/bin/env python3
"""Writes Tests/Data/Chronology/zone-offsets.txt: what Python's zoneinfo says of local time.

One line a moment: rule, instant, seconds east of UTC. The rule is the footer of the zone file, the
moments lie around every change of clocks in some years, where a mistake would show.
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
OUT = pathlib.Path(__file__).parent.parent / "Data" / "Chronology" / "zone-offsets.txt"


def footer(name):
    return pathlib.Path("/usr/share/zoneinfo", name).read_bytes().split(b"\n")[-2].decode()


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


def main():
    lines = []
    for name in ZONES:
        zone = zoneinfo.ZoneInfo(name)
        for year in YEARS:
            for moment in moments(zone, year):
                text = datetime.datetime.fromtimestamp(moment, datetime.timezone.utc)
                lines.append(f"{footer(name)} {text:%Y-%m-%dT%H:%M:%SZ} {offset(zone, moment)}")
    OUT.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
