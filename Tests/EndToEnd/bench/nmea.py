"""NMEA sentences for made-up receivers."""
import datetime


def sentence(body):
    checksum = 0
    for byte in body.encode():
        checksum ^= byte
    return f"${body}*{checksum:02X}\r\n".encode()


def degrees(value, width):
    whole = int(abs(value))
    return f"{whole:0{width}d}{(abs(value) - whole) * 60:09.6f}"


def epoch(second, lat, lon, hdop=0.9, knots=1.0, tenth=0):
    """GGA and RMC of one instant: 2026-05-02 12:00:00 plus `second` and `tenth`."""
    days, moment = divmod(12 * 3600 + second, 86400)
    date = (datetime.date(2026, 5, 2) + datetime.timedelta(days)).strftime("%d%m%y")
    clock = f"{moment // 3600:02d}{moment // 60 % 60:02d}{moment % 60:02d}.{tenth}0"
    place = (
        f"{degrees(lat, 2)},{'N' if lat >= 0 else 'S'},"
        f"{degrees(lon, 3)},{'E' if lon >= 0 else 'W'}"
    )
    return sentence(f"GPGGA,{clock},{place},1,09,{hdop},100.0,M,,M,,") + sentence(
        f"GPRMC,{clock},A,{place},{knots},0.0,020526,,,A"
    )


def void(second):
    moment = 12 * 3600 + second
    clock = f"{moment // 3600:02d}{moment // 60 % 60:02d}{moment % 60:02d}.00"
    return sentence(f"GPGGA,{clock},,,,,0,00,99.9,,M,,M,,") + sentence(
        f"GPRMC,{clock},V,,,,,,,020526,,,N"
    )


def epochs_of(path):
    """The epochs of a log: the bytes of each, cut where the time of day changes."""
    blocks, last = [], None
    for line in path.read_bytes().splitlines(keepends=True):
        if line.startswith(b"#"):
            continue
        fields = line.split(b",")
        if line[3:6] in (b"GGA", b"RMC", b"GNS") and fields[1] != last:
            last = fields[1]
            blocks.append(b"")
        if blocks:
            blocks[-1] += line
    return blocks
