"""Databases made or changed by other programs: each is moved aside or read, and the daemon continues."""
import json
import pathlib
import sqlite3

from bench import daemon as daemons
from bench.client import Refused
from bench.waiting import until
from cases.same_events import transitions
from cases.storage import POND, QUIET

CRAFTED = pathlib.Path(__file__).resolve().parents[2] / "Data" / "EventStore" / "crafted"


def push(client, second, lon):
    fix = {"lat": 50.05, "lon": lon, "time": f"2026-05-02T12:{second // 60:02d}:{second % 60:02d}Z"}
    client.call("Source.push", source="gps", fixes=[fix])


def live(place):
    """A pond that is entered, and a fence that was added while running."""
    daemon, client = place.daemon(), place.client()
    shed = dict(POND, id="shed")
    client.call("Fence.add", set="pond", feature=shed)
    for second in range(3):
        push(client, second, 10.05)
    until(lambda: len(transitions(client)) == 2, 15, "the pond and the shed are entered")
    daemon.terminate()


def read_all(client):
    """Asks for everything that the log and the state tell. A log that turns out to be damaged refuses
    once, and is put aside."""
    for method in ["Events.list", "Visit.list", "Fence.list", "Monitor.list", "Source.list"]:
        try:
            client.call(method)
        except Refused:
            client.call("Daemon.status")


def check(place, story):
    sql = story.read_text()
    expected = sql.split("expect: ")[1].split("\n")[0]
    live(place)
    log = place.folder / "state" / "events.db"
    database = sqlite3.connect(log)
    database.executescript(sql)
    database.close()
    daemon, client = place.daemon(start=False), None
    daemon.until_ready(20)
    client = place.client()
    read_all(client)
    aside = log.with_name("events.db.aside-1")
    if expected == "aside":
        until(aside.exists, 15, f"{story.stem} is put aside")
        until(lambda: client.call("Daemon.status")["store"]["state"] == "ok", 15, "a log that works")
    else:
        assert not aside.exists(), story.stem
    before = client.call("Daemon.status")["store"]["next_seq"]
    # Out and in again, which nothing of what was put in may hold up.
    for second in range(60, 90):
        push(client, second, 10.05 if second // 10 % 2 else 10.2 + second / 1e4)
    until(lambda: client.call("Daemon.status")["store"]["next_seq"] > before, 10,
          f"{story.stem}: an event after it")
    read_all(client)
    daemon.terminate()
    again = place.daemon()
    read_all(place.client())
    again.terminate()


def of(name):
    """The case of a file of statements."""
    story = CRAFTED / f"{name}.sql"

    def case(place):
        path = place.folder / "pond.geojson"
        path.write_text(json.dumps(POND))
        place.write(daemons.configuration(place, QUIET, daemons.monitor("pond", path)))
        check(place, story)
    return case


for file in sorted(CRAFTED.glob("*.sql")):
    globals()[f"test_{file.stem.replace('-', '_')}"] = of(file.stem)
