"""What 48 clients that ask for the same at once cost the daemon in memory, and others in waiting: a table of all
methods, Tests/Data/ControlProtocol/costs.jsonl."""
import contextlib
import json
import math
import pathlib
import sqlite3
import subprocess
import sys

from bench import daemon as daemons
from bench.others import Probe
from bench.waiting import rounds, until
from cases.stream import INSIDE, SQUARE, OUTSIDE, Walker

TABLE = pathlib.Path(__file__).resolve().parents[2] / "Data" / "ControlProtocol" / "costs.jsonl"
# The program itself and not its path: other users may not see into where the tests lie.
HERD = (pathlib.Path(__file__).resolve().parents[1] / "bench/herd.py").read_text()
GROUP = "daemon"
USERS, CLIENTS_EACH = 4, 12
VISITS = 49_000
VERTICES = 10_000


def ring(count):
    """A closed line of that many different vertices."""
    angles = [2 * math.pi * number / count for number in range(count)]
    points = [[round(6 + math.cos(angle), 7), round(50 + math.sin(angle), 7)] for angle in angles]
    return points + points[:1]


def feature(name, coordinates, **properties):
    return {"type": "Feature", "id": name, "properties": properties,
            "geometry": {"type": "Polygon", "coordinates": [coordinates]}}


def fill_log(place):
    """Makes the one visit in the log very many, so that the log holds as much as it retains."""
    with contextlib.closing(sqlite3.connect(place.folder / "state/events.db")) as database, database:
        rows = [database.execute(
            "SELECT type, monitor, fence, visit, time_ns, boot_ns, committed_ns, payload FROM event "
            "WHERE type = ? LIMIT 1", (kind,)).fetchone() for kind in ("entered", "exited")]
        last = database.execute("SELECT max(seq) FROM event").fetchone()[0]
        database.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (
            (last + 1 + 2 * number + place_in_visit, *row[:3], f"x{number:x}", *row[4:])
            for number in range(VISITS) for place_in_visit, row in enumerate(rows)))
        # The journal has them already.
        database.execute("UPDATE meta SET value = ? WHERE key = 'delivery:journal'", (last + 2 * VISITS,))


def burdened(place):
    """A daemon with a full event log, a recording, a page of fences, and a fence of very many vertices."""
    files = {
        "square": [feature("square", SQUARE)],
        "many": [feature(f"f{number:04}", [[x + 9, y] for x, y in SQUARE], note="x" * 300)
                 for number in range(1500)],
        "coast": [feature("coast", ring(VERTICES))]}
    for name, features in files.items():
        (place.folder / f"{name}.geojson").write_text(
            json.dumps({"type": "FeatureCollection", "features": features}))
    place.write(daemons.configuration(
        place, 'type = "socket"',
        "".join(daemons.monitor(name, place.folder / f"{name}.geojson") for name in files),
        extra=f'group = "{GROUP}"'))
    daemon = place.daemon()
    walker = Walker(place.client())
    walker.step(OUTSIDE, INSIDE, OUTSIDE)
    walker.head()
    assert daemon.terminate() == 0
    fill_log(place)
    daemon = place.daemon()
    client = place.client()
    until(lambda: client.call("Daemon.status")["store"]["pending"] == 0, 60, "everything durable")
    walker = Walker(client)
    for _ in range(8):
        walker.step(*[OUTSIDE] * 650)
    for number in range(8):
        subscriber = place.client()
        subscriber.call("Events.subscribe", consumer=f"c{number}")
        subscriber.close()
    return daemon


def reset_peak(daemon):
    pathlib.Path(f"/proc/{daemon.pid}/clear_refs").write_text("5")
    return daemon.peak_bytes()


def ask(place, row):
    """Sends the request of a row on 48 connections; gives the answers of the herds."""
    params = json.dumps(row.get("params", {}), separators=(",", ":"))
    if row.get("fixes"):
        fixes = ",".join(
            f'{{"lat":52,"lon":4,"time":"20@-05-02T{n // 3600:02}:{n // 60 % 60:02}:{n % 60:02}Z"}}'
            for n in range(row["fixes"]))
        params = f'{params[:-1]},"fixes":[{fixes}]}}'
    line = f'{{"jsonrpc":"2.0","id":7,"method":"{row["method"]}","params":{params}}}\n'
    group = subprocess.run(
        ["getent", "group", GROUP], capture_output=True, text=True, check=True).stdout.split(":")[2]
    herds = [subprocess.Popen(
        ["setpriv", f"--reuid={61_000 + user}", f"--regid={group}", "--clear-groups", sys.executable, "-S", "-c",
         HERD, place.folder / "control.sock", str(CLIENTS_EACH), str(10 + user * CLIENTS_EACH)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for user in range(USERS)]
    try:
        admitted = [int(herd.stdout.readline()) for herd in herds]
        assert admitted == [CLIENTS_EACH] * USERS, admitted
        for herd in herds:
            herd.stdin.write(line)
            herd.stdin.flush()
        found = [json.loads(herd.stdout.readline()) for herd in herds]
    finally:
        for herd in herds:
            herd.kill()
            herd.communicate()
    assert row.get("unanswered") or sum(one["answered"] for one in found), row
    return {kind for one in found for kind in one["failed"]}


def cost(place, daemon, row):
    """What a row costs: the growth of the memory in MiB, the longest wait of another client in ms."""
    probe = place.keep(Probe(place.folder / "control.sock", daemon.pid))
    before = reset_peak(daemon)
    kinds = ask(place, row)
    assert kinds <= set(row.get("refused", [])), (row, kinds)
    growth = daemon.peak_bytes() - before
    return growth / (1 << 20), probe.end()["own"] * 1000


def test_no_method_costs_much_memory_or_waiting(place):
    daemon = burdened(place)
    client = place.client()
    rows = [json.loads(line) for line in TABLE.read_text().splitlines()]
    methods = {method["name"] for method in client.call("rpc.discover")["methods"]}
    assert methods == {row["method"] for row in rows}, methods ^ {row["method"] for row in rows}
    exceeded = []
    for row in rows:
        costs = rounds(lambda: cost(place, daemon, row),
                       lambda found: found[0] <= row["mib"] and found[1] <= row["wait_ms"], most=3)
        mib, wait_ms = (min(figures) for figures in zip(*costs))
        print(f"      {row['method']}: {mib:.1f} MiB, {wait_ms:.0f} ms")
        if mib > row["mib"] or wait_ms > row["wait_ms"]:
            exceeded.append((row, round(mib), round(wait_ms)))
    assert not exceeded, exceeded
