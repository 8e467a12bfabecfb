"""etc/examples/client.py, as it is installed: no event is lost, and none has its effect twice."""
import contextlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile

from bench import daemon as daemons
from bench.program import Program
from bench.waiting import until
from cases.stream import INSIDE, OUTSIDE, Walker, configure, kept

EXAMPLE = daemons.ROOT / "etc/examples/client.py"


class Consumer(Program):
    """The example, with a database that outlives it: in memory, since kills are tried and no power cuts."""

    def __init__(self, place):
        self.folder = tempfile.TemporaryDirectory(prefix="geofenced-e2e-", dir="/dev/shm")
        self.database = f"{self.folder.name}/effects.db"
        super().__init__(
            place, "consumer", [sys.executable, EXAMPLE, place.folder / "control.sock", self.database])

    def start(self, last_write=None):
        """With a number it is killed as it makes that write to its database."""
        killed = [] if last_write is None else [
            "strace", "-D", "-qq", "-o", "/dev/null", "-e", "trace=pwrite64",
            "-e", f"inject=pwrite64:signal=KILL:when={last_write}"]
        self.process = subprocess.Popen([*killed, *self.command], stderr=self.log)

    def close(self):
        super().close()
        self.folder.cleanup()

    def rows(self, query):
        with contextlib.closing(sqlite3.connect(self.database, timeout=20)) as database:
            try:
                return database.execute(query).fetchall()
            except sqlite3.OperationalError as error:
                assert "no such table" in str(error), error
                return []

    def count(self):
        """Effects so far; fails when the client has ended by itself."""
        assert self.process.poll() in (None, -signal.SIGKILL), self.errors()
        return len(self.rows("SELECT 1 FROM effects"))

    def effects(self):
        return self.rows("SELECT seq, emitted_at, effect FROM effects ORDER BY rowid")

    def inside(self):
        return self.rows("SELECT visit, fence FROM inside ORDER BY visit")


def seq(cursor):
    return int(cursor.split(":")[1])


def events_after(client, since_seq=0):
    """All events that are kept after a number."""
    events, more = [], True
    while more:
        page = client.call("Events.list", since_seq=since_seq)
        events += page["events"]
        more = page["more"]
        since_seq = seq(page["cursor"])
    return events


def logged(client, since_seq=0):
    """What the effects of all events that are kept after a number must be."""
    return [(event["seq"], event["emitted_at"], event["message"]) for event in events_after(client, since_seq)]


def visits(client):
    """What must be inside: open visits, with their fences."""
    states = client.call("Fence.list")["fences"]
    return sorted((state["visit"], state["id"]) for state in states if state.get("visit"))


def test_example_client_processes_every_event_once_across_kills(place):
    configure(place)
    daemon = place.daemon()
    walker = Walker(place.client())
    consumer = Consumer(place)
    for turn in range(5):
        consumer.kill()
        # Between other writes of a transaction each time.
        consumer.start(last_write=60 + 7 * turn)
        walker.events(100, answered=False)
        assert consumer.process.wait(30) == -signal.SIGKILL
        before = consumer.count()
        assert before < walker.head()
        consumer.start()
        walker.events(100, answered=False)
        until(lambda: consumer.count() > before + 10 * turn, 30, "effects")
        daemon.kill()
        daemon = place.daemon()
        walker.client = place.client()
    walker.step(OUTSIDE, INSIDE)
    head = walker.head()
    until(lambda: consumer.count() >= head, 30, "all effects")
    effects = consumer.effects()
    assert effects == logged(walker.client)[:len(effects)]
    assert sum("Entered" in effect for _, _, effect in effects) > 250, head
    until(lambda: consumer.inside() == visits(walker.client) != [], 10, "what is inside")


def test_example_client_continues_with_a_restored_or_new_log(place):
    configure(place)
    database, copy = place.folder / "state/events.db", place.folder / "events.db"
    daemon = place.daemon()
    walker = Walker(place.client())
    walker.step(INSIDE, OUTSIDE)
    assert daemon.terminate() == 0
    shutil.copyfile(database, copy)
    daemon = place.daemon()
    walker.client = place.client()
    walker.step(INSIDE)
    consumer = Consumer(place)
    until(lambda: consumer.count() >= walker.head(), 10, "the effects")
    starts = [seq for seq, _, message in logged(walker.client) if message.endswith("has started")]

    def put_back():
        shutil.copyfile(copy, database)
        return starts[1] - 1

    def remove():
        place.empty_state()
        return 0
    for lose in (put_back, remove):
        assert daemon.terminate() == 0
        until(lambda: consumer.effects()[-1][2].endswith("stops"), 10, "the last effect")
        known = len(consumer.effects())
        in_both = lose()
        daemon = place.daemon()
        walker.client = place.client()
        walker.step(OUTSIDE, INSIDE)
        walker.head()
        fresh = logged(walker.client, in_both)
        until(lambda: consumer.effects()[-1][:2] == fresh[-1][:2], 20, "the new effects")
        effects = consumer.effects()
        assert effects[known:] == fresh, (lose, effects, fresh)
        until(lambda: consumer.inside() == visits(walker.client) != [], 10, "what is inside")
    assert "cursor_epoch_changed" in consumer.errors(), consumer.errors()


def test_example_client_reads_the_retained_events_after_a_gap(place):
    configure(place, "keep_events = 1000")
    place.daemon()
    walker = Walker(place.client())
    consumer = Consumer(place)
    until(lambda: consumer.count() >= walker.head(), 10, "the first effects")
    consumer.process.send_signal(signal.SIGSTOP)
    walker.events(2000)
    walker.step(INSIDE)
    head = walker.head()
    until(lambda: kept(walker.client) < 1100, 10, "retention")
    consumer.process.send_signal(signal.SIGCONT)
    until(lambda: consumer.effects()[-1][0] >= head, 60, "the newest effect")
    until(lambda: consumer.inside() == visits(walker.client) != [], 10, "what is inside")
    log = logged(walker.client)
    until(lambda: set(log) <= set(consumer.effects()), 20, "the effects of all that is kept")
    effects = consumer.effects()
    assert len(set(effects)) == len(effects) < head, (len(effects), head)
    assert '"reason": "expired"' in consumer.errors(), consumer.errors()
