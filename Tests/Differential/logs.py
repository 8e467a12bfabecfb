"""A track as a log that the client can replay."""
import datetime
import json

# The kind of log, and the source type of the configuration that goes with it.
LOG_TYPES = {"gpsd": "gpsd-log", "pushed": "socket"}
START = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.timezone.utc)


def stamp(seconds):
    """RFC 3339 with milliseconds."""
    time = START + datetime.timedelta(milliseconds=round(seconds * 1000))
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03d}Z"


def seconds(text):
    """The inverse of `stamp`."""
    return (datetime.datetime.fromisoformat(text.replace("Z", "+00:00")) - START).total_seconds()


def log_text(kind, fixes):
    line = {"gpsd": _report, "pushed": _pushed}[kind]
    return "".join(json.dumps({k: v for k, v in line(fix).items() if v is not None}) + "\n" for fix in fixes)


def _report(fix):
    position = {} if fix.mode < 2 else {"lat": fix.lat, "lon": fix.lon}
    return {"class": "TPV", "device": "/dev/gps0", "mode": fix.mode, "time": stamp(fix.t), **position,
            "eph": fix.accuracy, "speed": fix.speed, "altMSL": fix.altitude}


def _pushed(fix):
    position = {} if fix.mode < 2 else {"lat": fix.lat, "lon": fix.lon}
    return {"time": stamp(fix.t), "mode": fix.mode, **position, "accuracy_m": fix.accuracy,
            "speed_mps": fix.speed, "floor": fix.floor,
            "alt": fix.altitude}
