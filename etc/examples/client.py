#!/usr/bin/env python3
"""Acts on every event of geofenced once, across crashes of this program and of the daemon.

    client.py SOCKET DATABASE

man geofenced.events describes the events and what each notification asks for.
"""
import json
import socket
import sqlite3
import sys
import time

db = sqlite3.connect(sys.argv[2])
db.execute("PRAGMA journal_mode = WAL")  # One wait for the disk for each event.
# An event of a log that was restored from a copy has another id, but the same number and time.
db.execute("CREATE TABLE IF NOT EXISTS effects (seq, emitted_at, event_id, effect, UNIQUE (seq, emitted_at))")
db.execute("CREATE TABLE IF NOT EXISTS inside (visit PRIMARY KEY, fence)")


def lines(start):
    with socket.socket(socket.AF_UNIX) as daemon:
        daemon.settimeout(45)  # A heartbeat comes every 15 s: without one the connection is dead.
        daemon.connect(sys.argv[1])
        subscribe = {"method": "Events.subscribe", "params": {**start, "snapshot": True}}
        daemon.sendall(json.dumps({"jsonrpc": "2.0", "id": 1, **subscribe}).encode() + b"\n")
        yield from map(json.loads, daemon.makefile("rb"))


start = None
while True:
    last = db.execute("SELECT event_id FROM effects ORDER BY rowid DESC LIMIT 1").fetchone()
    try:
        for line in lines(start or ({"cursor": last[0]} if last else {"since_seq": 0})):
            kind, params, start = line.get("method"), line.get("params"), None
            with db:  # One transaction: the id of an event and its effect are kept together, or neither is.
                if kind == "event":
                    db.execute(
                        "INSERT OR IGNORE INTO effects VALUES (:seq, :emitted_at, :event_id, :message)", params)
                    change = params["type"] if not params.get("history") else None  # The past moves nothing.
                    if change == "entered":
                        db.execute("REPLACE INTO inside VALUES (:visit, :fence)", params)
                    elif change in ("exited", "visit-closed"):
                        db.execute("DELETE FROM inside WHERE visit = :visit", params)
                elif kind == "snapshot":  # What is inside now, in parts when that is much.
                    visits = [fence for fence in params["fences"] if fence.get("visit")]
                    db.executemany("REPLACE INTO inside VALUES (:visit, :id)", visits)
                elif "result" in line:  # The snapshot follows.
                    db.execute("DELETE FROM inside")
            if kind in ("gap", "end") or "error" in line:
                print(json.dumps(line), file=sys.stderr, flush=True)
                # A cursor is refused permanently: read all retained events; known ones are ignored.
                if line.get("error", {}).get("data", {}).get("kind", "").startswith("cursor_"):
                    start = {"since_seq": 0}
                break  # After a gap, too: only a new snapshot has the inside fences.
    except (OSError, ValueError) as problem:  # A ValueError is a line that the end of the daemon cut.
        print(problem, file=sys.stderr, flush=True)
    time.sleep(1)
