"""The stream of events as subscribers see it: from which number on, what is missing, and quiet."""
import contextlib
import datetime
import fcntl
import json
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import termios
import time

from bench import daemon as daemons
from bench.client import Refused
from bench.waiting import pause, until

SQUARE = [[4.0, 52.0], [4.001, 52.0], [4.001, 52.001], [4.0, 52.001], [4.0, 52.0]]
INSIDE, OUTSIDE = (52.0005, 4.0005), (52.0005, 4.0025)


@contextlib.contextmanager
def faulty(daemon, call, fault, file=None):
    """Every such call of the daemon, with that file alone where one is given, has that fault, in
    strace's words, until the end of the block."""
    tracer = subprocess.Popen(
        ["strace", "-f", "-o", "/dev/null", *(["-P", file] if file else []), "-e", f"trace={call}",
         "-e", f"inject={call}:{fault}", "-p", str(daemon.pid)],
        stderr=subprocess.PIPE)
    try:
        tracer.stderr.readline()
        yield
    finally:
        tracer.terminate()
        tracer.wait()


def end(*processes):
    """Ends programs, whatever they are at."""
    for process in processes:
        process.kill()
        process.communicate()


def slow_disk(daemon, seconds):
    """Every sync of the daemon takes that long, until the end of the block."""
    return faulty(daemon, "fdatasync", f"delay_enter={int(seconds * 1e6)}")


def configure(place, extra="", properties=None):
    path = place.folder / "square.geojson"
    path.write_text(json.dumps({
        "type": "Feature", "id": "square", "properties": properties or {},
        "geometry": {"type": "Polygon", "coordinates": [SQUARE]}}))
    place.write(daemons.configuration(
        place, 'type = "socket"', daemons.monitor("square", path), extra=extra))


class Walker:
    """Goes in and out of the square, three seconds and one event a step."""

    def __init__(self, client):
        self.client = client
        self.steps = 0

    def step(self, *where, answered=True):
        fixes = []
        for lat, lon in where:
            self.steps += 1
            minutes, second = divmod(self.steps * 3, 60)
            hour, minute = divmod(minutes, 60)
            fixes.append({
                "lat": lat, "lon": lon, "accuracy_m": 3,
                "time": f"2026-05-{2 + hour // 24:02d}T{hour % 24:02d}:{minute:02d}:{second:02d}Z"})
        push = {"source": "gps", "fixes": fixes}
        if answered:
            assert self.client.call("Source.push", **push)["accepted"] == len(fixes)
        else:
            self.client.send({"jsonrpc": "2.0", "method": "Source.push", "params": push})

    def events(self, count, answered=True):
        """Makes that many, a hundred at a time; a log that hangs gives no answers."""
        for _ in range(count // 100):
            self.step(
                *[INSIDE if number % 2 == 0 else OUTSIDE for number in range(100)],
                answered=answered)

    def head(self):
        def durable():
            store = self.client.call("Daemon.status")["store"]
            return store["pending"] == 0 and store["next_seq"] - 1
        return until(durable, 60, "everything durable")


def kept(client):
    """Events in the log."""
    store = client.call("Daemon.status")["store"]
    return store["next_seq"] - store["first_seq"]


def geofencectl(place, *words, socket="control.sock"):
    """The command with these words."""
    return [daemons.BIN / "geofencectl", "--socket", place.folder / socket, *words]


def refusal(client, method, **params):
    try:
        client.call(method, **params)
    except Refused as refused:
        return refused
    raise AssertionError(f"{method} {params} was accepted")


def test_snapshot_contains_fences_that_the_stream_does_not_mention(place):
    configure(place)
    daemon = place.daemon()
    walker = Walker(place.client())
    walker.step(OUTSIDE)
    walker.head()
    with slow_disk(daemon, 0.4):
        for number in range(4):
            walker.step(INSIDE if number % 2 == 0 else OUTSIDE, answered=False)
            client = place.client()
            begun = client.call("Events.subscribe", snapshot=True)
            snapshot = client.next_news()
            inside = [fence["id"] for fence in snapshot["fences"] if fence["state"] == "inside"]
            client.close()
            walker.head()
            events = [e for e in walker.client.call("Events.list", since_seq=0)["events"]
                      if e["type"] in ("entered", "exited")]
            assert begun["from_seq"] == snapshot["seq"] + 1, (begun, snapshot["seq"])
            # The state as of that number, and nothing later.
            last = [e for e in events if e["seq"] <= snapshot["seq"]][-1:]
            assert (inside == ["square"]) == (last[0]["type"] == "entered" if last else False), (
                last, snapshot)
            assert len(events) == number + 1


def test_large_snapshot_is_sent_in_parts(place):
    features = [{
        "type": "Feature", "id": "square", "properties": {},
        "geometry": {"type": "Polygon", "coordinates": [SQUARE]}}]
    features += [{
        "type": "Feature", "id": f"far-{number:04}", "properties": {"note": "x" * 300},
        "geometry": {"type": "Polygon", "coordinates": [[[x + 9, y] for x, y in SQUARE]]}}
        for number in range(2500)]
    path = place.folder / "many.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    place.write(daemons.configuration(
        place, 'type = "socket"', daemons.monitor("one", path) + daemons.monitor("two", path)))
    place.daemon()

    def parts(**query):
        """The parts of a snapshot, and the connection they came by."""
        client = place.client()
        begun = client.call("Events.subscribe", snapshot=True, **query)
        found = [client.next_news("snapshot")]
        assert begun["from_seq"] == found[0]["seq"] + 1
        while found[-1].get("next"):
            found.append(client.next_news("snapshot"))
        assert all(len(json.dumps(part)) < client.hello["params"]["max_line"] for part in found)
        assert [m["name"] for part in found for m in part["monitors"]] == query.get("monitors", ["one", "two"])
        return client, [(f["monitor"], f["id"]) for part in found for f in part["fences"]]

    # Before the first fix nothing is known of any fence.
    ids = sorted(feature["id"] for feature in features)
    client, found = parts(types=["entered"])
    assert found == [(monitor, id) for monitor in ("one", "two") for id in ids]
    walker = Walker(place.client())
    walker.step(OUTSIDE, INSIDE)
    assert {client.next_news("event")["monitor"] for _ in range(2)} == {"one", "two"}
    assert parts()[1] == [("one", "square"), ("two", "square")]
    assert parts(monitors=["two"])[1] == [("two", "square")]
    assert parts(monitors=["two"], fences=["far-0001", "square", "none"])[1] == [("two", "square")]
    assert parts(fences=["far-0001"])[1] == []


def test_old_events_are_deleted_and_cursors_report_it(place):
    configure(place, "keep_events = 1000")
    daemon = place.daemon()
    client = place.client()
    epoch = client.hello["params"]["epoch"]
    walker = Walker(client)
    walker.events(1500)
    walker.head()
    store = until(lambda: kept(client) < 1100 and client.call("Daemon.status")["store"], 10, "retention")
    first = store["first_seq"]
    assert first <= store["next_seq"] - 1000, "more is gone than may go"
    for query in ({"since_seq": 5}, {"cursor": f"{epoch}:5"}):
        for method in ("Events.list", "Events.subscribe"):
            refused = refusal(client, method, **query)
            data = refused.error["data"]
            assert refused.kind == "cursor_expired", refused.error
            # The source has fallen silent, so that some more may have had to go.
            assert first <= data["first"] < first + 100 and data["lost"] == data["first"] - 6, data
            assert str(data["first"] - 1) in data["hint"], data
    # What the hint says works, and so does the beginning of what is left.
    for begin in (data["first"] - 1, 0):
        events = client.call("Events.list", since_seq=begin)["events"]
        assert data["first"] <= events[0]["seq"] < first + 100, (data, events[0])
    daemon.kill()
    place.daemon()
    # The entries of the new start may make some more go.
    store = place.client().call("Daemon.status")["store"]
    assert first <= store["first_seq"] <= store["next_seq"] - 1000, (first, store)


def test_subscriber_that_slept_too_long_gets_a_gap(place):
    configure(place, "keep_events = 1000")
    place.daemon()
    sleeper = place.client()
    sleeper.call("Events.subscribe", since_seq=0)
    walker = Walker(place.client())
    walker.events(3000)
    head = walker.head()
    until(lambda: kept(walker.client) < 1100, 20, "retention")
    seen, gaps = 0, []
    while seen < head:
        line = sleeper.news.pop(0) if sleeper.news else sleeper.line()
        if line["method"] == "gap":
            gap = line["params"]
            assert gap["from_seq"] == seen + 1 and gap["reason"] == "expired", (seen, gap)
            gaps.append(gap)
            seen = gap["to_seq"]
        elif line["method"] == "event":
            assert line["params"]["seq"] == seen + 1, (seen, line["params"]["seq"])
            seen += 1
    assert gaps, "no gap was sent"


def test_rare_event_is_waited_for_beyond_retention(place):
    configure(place, "keep_events = 1000")
    daemon = place.daemon()
    client = place.client()
    command = geofencectl(place, "events", "-f", "--reconnect", "--type", "dwelled")
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as waiting:
        try:
            until(lambda: client.call("Daemon.status")["clients"] == 2, 5, "the client")
            walker = Walker(client)
            walker.events(2500)
            walker.head()
            until(lambda: kept(client) < 1100, 20, "retention")
            daemon.kill()
            place.daemon()
            errors = [waiting.stderr.readline(), waiting.stderr.readline()]
            assert "went away" in errors[0] and "no longer kept" in errors[1], errors
            client = place.client()
            until(lambda: client.call("Daemon.status")["clients"] == 2, 5, "the client again")
        finally:
            waiting.kill()


def test_waiting_client_survives_a_restart_and_misses_nothing(place):
    configure(place)
    daemon = place.daemon()
    client = place.client()
    command = geofencectl(place, "wait", "--reconnect", "--timeout", "60")
    waiting = [subprocess.Popen([*command, *what], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
               for what in (["--fix"], ["--inside", "square"], ["--event", "entered"])]
    try:
        until(lambda: client.call("Daemon.status")["clients"] == 4, 5, "the clients")
        # Counted before it is greeted, from where on events are new to it: by the next answer it is.
        client.call("Daemon.status")
        daemon.kill()
        place.daemon()
        # Mostly before any of them is back.
        Walker(place.client()).step(INSIDE)
        for one in waiting:
            _, complaints = one.communicate(timeout=30)
            assert one.returncode == 0, complaints
    finally:
        end(*waiting)


def test_following_and_waiting_clients_continue_with_another_log(place):
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
    follower = subprocess.Popen(
        geofencectl(place, "events", "-f", "--reconnect", "--since", "begin", "--type", "entered",
                    "-o", "json"),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        seen = [json.loads(follower.stdout.readline()) for _ in range(2)]

        def put_back():
            assert daemon.terminate() == 0
            shutil.copyfile(copy, database)

        def remove():
            daemon.kill()
            place.empty_state()
        for lose in (put_back, remove):
            # The client before has left, or it would be counted for the next one.
            until(lambda: walker.client.call("Daemon.status")["clients"] == 2, 5, "the follower")
            with subprocess.Popen(
                    geofencectl(place, "wait", "--event", "entered", "--reconnect", "-o", "json"),
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as waiting:
                try:
                    until(lambda: walker.client.call("Daemon.status")["clients"] == 3, 5, "the clients")
                    walker.client.call("Daemon.status")
                    lose()
                    daemon = place.daemon()
                    walker.client = place.client()
                    walker.step(OUTSIDE, INSIDE)
                    event = json.loads(follower.stdout.readline())
                    # Nothing of what the copy held, and nothing left out.
                    assert event["event_id"].split(":")[0] == walker.client.hello["params"]["epoch"]
                    assert event["emitted_at"] > seen[-1]["emitted_at"], (seen, event)
                    error = next(line for line in follower.stderr if "went away" not in line)
                    assert "another event log" in error, error
                    assert f"stored since {seen[-1]['emitted_at']}." in error, error
                    answer, errors = waiting.communicate(timeout=30)
                    assert waiting.returncode == 0 and "another event log" in errors, errors
                    assert json.loads(answer) == event, (answer, event)
                    seen.append(event)
                finally:
                    waiting.kill()
    finally:
        end(follower)


def test_late_greeting_loses_no_event_of_another_log(place):
    configure(place)
    daemon = place.daemon()
    client = place.client()
    # Stopped as soon as it is connected, as a busy machine may do it.
    stopped = ["strace", "-D", "-qq", "-o", "/dev/null", "-e", "trace=connect", "-e",
               "inject=connect:signal=STOP:when=1",
               *geofencectl(place, "wait", "--event", "entered", "--reconnect", "-o", "json")]
    with subprocess.Popen(stopped, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as waiting:
        try:
            until(lambda: client.call("Daemon.status")["clients"] == 2, 10, "the client")
            client.call("Daemon.status")
            daemon.kill()
            place.empty_state()
            place.daemon()
            walker = Walker(place.client())
            walker.step(INSIDE)
            walker.head()
            waiting.send_signal(signal.SIGCONT)
            answer, errors = waiting.communicate(timeout=30)
            assert waiting.returncode == 0 and "another event log" in errors, errors
            assert json.loads(answer)["type"] == "entered", answer
        finally:
            waiting.kill()


def test_client_without_events_is_notified_of_another_log(place):
    configure(place)
    daemon = place.daemon()
    client = place.client()
    # The first event is in the log, after which one of them begins.
    Walker(client).head()
    begins = {"begin": "from its beginning", "1": "from its beginning",
              "2026-01-01": "with what was stored since 2026-01-01T00:00:00"}
    followers = [subprocess.Popen(
        geofencectl(place, "events", "-f", "--reconnect", "--since", begin, "--type", "entered",
                    "-o", "json"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for begin in begins]
    try:
        until(lambda: client.call("Daemon.status")["clients"] == 1 + len(followers), 5, "the clients")
        client.call("Daemon.status")
        daemon.kill()
        place.empty_state()
        place.daemon()
        Walker(place.client()).step(INSIDE)
        for follower, begin in zip(followers, begins.values()):
            assert json.loads(follower.stdout.readline())["type"] == "entered"
            follower.kill()
            _, errors = follower.communicate(timeout=10)
            assert errors.count("another event log") == 1 and begin in errors, (begin, errors)
    finally:
        end(*followers)


def test_no_event_of_a_copy_is_emitted_twice_whatever_the_clock(place):
    configure(place)
    daemon = place.daemon()
    walker = Walker(place.client())
    walker.step(INSIDE, OUTSIDE, INSIDE)
    state, copy = place.folder / "state", place.folder / "copy"
    for wrong in ("min", "max"):
        walker.head()
        assert daemon.terminate() == 0
        # An event of long ago, or the last one, was stored by a clock that was far ahead.
        with contextlib.closing(sqlite3.connect(state / "events.db")) as log, log:
            log.execute("UPDATE event SET committed_ns = 1900000000000000000 WHERE seq ="
                        f" (SELECT {wrong}(seq) FROM event WHERE type = 'entered')")
        daemon = place.daemon()
        walker.client = place.client()
        stored = [e["seq"] for e in
                  walker.client.call("Events.list", since_seq=0, types=["entered"])["events"]]
        following, waiting = [subprocess.Popen(
            geofencectl(place, *words, "--reconnect", "-o", "json"), stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True) for words in (
                ["events", "-f", "--since", "begin", "--type", "entered"],
                ["wait", "--event", "entered"])]
        try:
            assert [json.loads(following.stdout.readline())["seq"] for _ in stored] == stored
            until(lambda: walker.client.call("Daemon.status")["clients"] == 3, 5, "the clients")
            walker.client.call("Daemon.status")
            assert daemon.terminate() == 0
            shutil.copytree(state, copy)
            shutil.rmtree(state)
            copy.rename(state)
            daemon = place.daemon()
            walker.client = place.client()
            walker.step(OUTSIDE, INSIDE)
            for one in (following, waiting):
                event = json.loads(one.stdout.readline())
                assert event["seq"] > stored[-1], (wrong, stored, event)
                error = next(line for line in one.stderr if "went away" not in line)
                assert error.endswith("Going on after that event, which this one holds, too.\n"), error
        finally:
            end(following, waiting)


def test_waiting_client_may_start_before_the_daemon(place):
    configure(place)
    command = geofencectl(place, "wait", "--fix")
    for options in ([], ["--reconnect", "--timeout", "1"]):
        refused = subprocess.run([*command, *options], stderr=subprocess.PIPE, text=True)
        assert refused.returncode == 69 and "there is no socket" in refused.stderr, refused
    # Who does not follow does not wait either.
    listing = geofencectl(place, "events", "--reconnect")
    assert subprocess.run(listing, stderr=subprocess.DEVNULL, timeout=10).returncode == 69
    with subprocess.Popen(
            [*command, "--reconnect", "--timeout", "60"], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True) as waiting:
        try:
            error = waiting.stderr.readline()
            assert "there is no socket" in error and "Waiting for it" in error, error
            place.daemon()
            Walker(place.client()).step(INSIDE)
            assert waiting.wait(10) == 0
        finally:
            waiting.kill()


def test_client_waiting_for_a_fence_is_notified_of_a_continued_visit(place):
    configure(place)
    daemon = place.daemon()
    walker = Walker(place.client())
    walker.step(INSIDE)
    assert daemon.terminate() == 0
    place.daemon()
    walker.client = place.client()
    command = geofencectl(place, "wait", "--inside", "square", "--timeout", "60")
    with subprocess.Popen(command, stdout=subprocess.PIPE) as waiting:
        try:
            until(lambda: walker.client.call("Daemon.status")["clients"] == 2, 5, "the client")
            walker.step(INSIDE)
            assert waiting.wait(10) == 0
        finally:
            waiting.kill()


def test_client_waiting_for_a_fence_is_notified_when_silence_ends(place):
    configure(place)
    place.config.write_text(place.config.read_text().replace('"socket"', '"socket"\nstale_s = 1', 1))
    place.daemon()
    client = place.client()
    walker = Walker(client)
    walker.step(INSIDE)
    inside = lambda: client.call("Fence.inspect", fence="square")["states"][0]["state"]
    until(lambda: inside() == "unknown", 10, "the feed is stale")
    command = geofencectl(place, "wait", "--inside", "square", "--timeout", "60")
    with subprocess.Popen(command, stdout=subprocess.PIPE) as waiting:
        try:
            until(lambda: client.call("Daemon.status")["clients"] == 2, 5, "the client")
            # Long enough for it to have seen that the fence is unknown.
            pause(0.5)

            def ended():
                """The fence is unknown again a second after each step, for a client that was not yet there."""
                if inside() == "unknown":
                    walker.step(INSIDE)
                return waiting.poll() is not None
            until(ended, 20, "the end of the silence")
            assert waiting.returncode == 0
        finally:
            waiting.kill()


def test_stored_events_have_the_timeout_of_any_answer(place):
    configure(place)
    daemon = place.daemon()
    walker = Walker(place.client())
    walker.events(3000)
    walker.head()
    with subprocess.Popen(
            geofencectl(place, "events", "-o", "json", "--timeout", "1"), stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True) as reading:
        try:
            first = reading.stdout.readline()
            # It still reads this, and more than the socket holds is to come.
            daemon.signal(signal.SIGSTOP)
            events, errors = reading.communicate(timeout=10)
            assert reading.returncode == 75 and "did not answer in time" in errors, errors
            assert json.loads((first + events).splitlines()[-1])["error"]["exit"] == 75, events[-300:]
        finally:
            reading.kill()
            daemon.signal(signal.SIGCONT)


def test_new_events_are_those_after_the_greeting(place):
    configure(place)
    place.daemon()
    client = place.client()
    path = place.folder / "short.sock"
    command = geofencectl(place, "--timeout", "60", socket="short.sock")
    with socket.socket(socket.AF_UNIX) as short:
        short.bind(str(path))
        short.listen()
        waiting = [subprocess.Popen([*command, *what, "--reconnect"], stdout=subprocess.PIPE)
                   for what in (["wait", "--event", "entered"], ["events", "-f", "--type", "entered"])]
        try:
            # A daemon that greets, and ends before it hears what is wanted.
            ended = [short.accept()[0] for _ in waiting]
            for connection in ended:
                connection.sendall(json.dumps(client.hello).encode() + b"\n")
            Walker(client).step(INSIDE)
            path.unlink()
            path.symlink_to(place.folder / "control.sock")
            for connection in ended:
                connection.close()
            for one in waiting:
                assert b"entered" in one.stdout.readline()
        finally:
            end(*waiting)


def test_a_cursor_of_an_older_copy_or_another_log_is_refused(place):
    configure(place)
    daemon = place.daemon()
    client = place.client()
    epoch = client.hello["params"]["epoch"]
    Walker(client).step(INSIDE)
    old = f"{epoch}:{client.call('Daemon.status')['store']['next_seq'] - 1}"
    assert daemon.terminate() == 0
    place.empty_state()
    place.daemon()
    client = place.client()
    assert client.hello["params"]["epoch"] != epoch
    refused = refusal(client, "Events.subscribe", cursor=old)
    assert refused.kind == "cursor_epoch_changed", refused.error
    assert refusal(client, "Events.list", since_seq=10_000).kind == "cursor_ahead"


def test_quiet_stream_sends_heartbeats(place):
    configure(place)
    place.daemon()
    client = place.client()
    epoch = client.hello["params"]["epoch"]
    begun = time.time()
    client.call("Events.subscribe", types=["entered"])
    beats = [client.next_news("heartbeat", 60) for _ in range(2)]
    times = [begun, *(datetime.datetime.fromisoformat(beat["time"]).timestamp() for beat in beats)]
    # A machine that stalls makes one of them late, and none early.
    between = sorted(later - earlier for earlier, later in zip(times, times[1:]))
    assert 14 < between[0] < 17, f"seconds between heartbeats: {between}"
    # What the filter hides moves the head, too.
    assert all(beat["head"].startswith(f"{epoch}:") for beat in beats), beats


def test_an_event_too_large_for_the_log_leaves_a_trace(place):
    configure(place, properties={"manual": "x" * (60 << 10)})
    message = "{fence.properties.manual}" * 5
    place.write(place.config.read_text() + f'message = "{message}"\n')
    daemon = place.daemon()
    client = place.client()
    walker = Walker(client)
    walker.step(OUTSIDE, INSIDE)
    walker.head()
    events = client.call("Events.list", since_seq=0)["events"]
    gap = [e for e in events if e["type"] == "gap"]
    assert len(gap) == 1 and "properties" in gap[0]["message"], [e["type"] for e in events]
    assert not any(e["type"] == "entered" for e in events)
    # The state was stored: the exit is emitted, and no second enter after a restart.
    assert daemon.terminate() == 0
    configure(place)
    place.daemon()
    client = place.client()
    Walker(client).step(INSIDE)
    events = client.call("Events.list", since_seq=0)["events"]
    assert not any(e["type"] == "entered" for e in events), [e["type"] for e in events]


def test_long_events_are_listed_in_lines_within_the_limit(place):
    configure(place, properties={"manual": "x" * (60 << 10)})
    place.daemon()
    client = place.client()
    walker = Walker(client)
    walker.events(100)
    head = walker.head()
    seen, lists = [], []
    while not lists or lists[-1]["more"]:
        cursor = {"cursor": lists[-1]["cursor"]} if lists else {"since_seq": 0}
        lists.append(client.call("Events.list", types=["entered"], **cursor))
        seen += [event["seq"] for event in lists[-1]["events"]]
        assert len(json.dumps(lists[-1])) < client.hello["params"]["max_line"]
    assert len(seen) == 50 and seen == sorted(set(seen)), seen
    assert len(lists) > 3 and lists[-1]["cursor"].endswith(f":{head}"), lists[-1]["cursor"]


def test_log_that_hangs_for_long_reports_the_number_of_lost_events(place):
    configure(place)
    daemon = place.daemon()
    client = place.client()
    with slow_disk(daemon, 600):
        walker = Walker(client)
        walker.events(10_500, answered=False)
        store = client.call("Daemon.status")["store"]
        assert store["pending"] <= 10_000, store
    head = walker.head()
    events, since = [], 0
    while since < head:
        events += client.call("Events.list", since_seq=since)["events"]
        since = events[-1]["seq"]
    numbers = [e["seq"] for e in events]
    assert numbers == list(range(1, numbers[-1] + 1)), (head, len(numbers), numbers[:3], numbers[-3:])
    lost = [int(e["message"].split()[0]) for e in events if e["type"] == "gap"]
    emitted = sum(e["type"] in ("entered", "exited") for e in events)
    # Among the lost may be that the source has a fix, which came before the first event.
    made = 10_500 + (not any(e["type"] == "source-changed" and e["seq"] < 5 for e in events))
    rest = [(e["seq"], e["type"], e.get("message")) for e in events if e["type"] not in ("entered", "exited")]
    assert len(lost) == 1 and lost[0] + emitted == made, (lost, emitted, rest)
    until(lambda: "discarded" in daemon.errors(), 10, "the loss in the journal")


def test_changes_are_refused_while_the_daemon_stops(place):
    configure(place)
    daemon = place.daemon()
    client = place.client()
    fixes = [{"lat": lat, "lon": lon, "accuracy_m": 3} for lat, lon in (OUTSIDE, INSIDE, OUTSIDE)]
    pushed, accepted = 0, 0
    with slow_disk(daemon, 1):
        daemon.signal(signal.SIGTERM)
        while True:
            for number, fix in enumerate(fixes):
                fix["time"] = f"2026-05-02T12:{pushed:02d}:{20 * number:02d}Z"
            pushed += 1
            try:
                client.call("Source.push", source="gps", history=True, fixes=fixes)
                accepted += 1
            except Refused as refusal:
                assert refusal.kind == "Busy" and "stopping" in refusal.error["message"], refusal.error
                break
        for method, params in [("Monitor.stop", {"monitor": "square"}), ("Kind.disable", {"kind": "level"})]:
            try:
                client.call(method, **params)
                raise AssertionError(f"{method} was performed")
            except Refused as refusal:
                assert refusal.kind == "Busy", refusal.error
        assert client.call("Monitor.list")["monitors"][0]["status"] == "started"
    assert daemon.wait() == 0
    place.daemon()
    events = place.client().call("Events.list")["events"]
    assert [event["type"] for event in events].count("entered") == accepted, events


def test_requests_without_an_id_wait_for_each_other_too(place):
    configure(place)
    daemon = place.daemon()
    client, other = place.client(), place.client()
    start = datetime.datetime(2026, 5, 2, tzinfo=datetime.timezone.utc)
    fixes = [{"lat": lat, "lon": lon, "accuracy_m": 3,
              "time": (start + datetime.timedelta(seconds=60 * number)).isoformat()}
             for number in range(3000) for lat, lon in [(INSIDE, OUTSIDE)[number % 2]]]
    other.call("Source.push", source="gps", history=True, fixes=fixes)
    before = daemon.heap_bytes()
    # Each of them reads the whole log.
    line = json.dumps({"jsonrpc": "2.0", "method": "Events.subscribe",
                       "params": {"last": 1, "types": ["flapping"], "follow": False}}) + "\n"
    client.socket.settimeout(2)
    try:
        client.socket.sendall(line.encode() * 20_000)
        raise AssertionError("the daemon takes as many requests as come")
    except TimeoutError:
        pass
    assert len(other.call("Events.list")["events"]) > 100
    assert daemon.heap_bytes() - before < 8 << 20


def waiting_bytes(client):
    """Bytes that the kernel holds for a client."""
    return int.from_bytes(fcntl.ioctl(client.socket, termios.FIONREAD, bytes(4)), sys.byteorder)


def grows(client, before):
    with contextlib.suppress(AssertionError):
        return until(lambda: waiting_bytes(client) > before, 1, "an answer")


def test_a_client_that_reads_nothing_is_closed_too(place):
    configure(place)
    place.daemon()
    client, other = place.client(), place.client()
    request = {"jsonrpc": "2.0", "id": 1, "method": "rpc.unknown"}
    # Until the kernel takes no more: the last answers wait in the daemon, which are too few to stop it.
    while True:
        before = waiting_bytes(client)
        client.send(request)
        if not grows(client, before):
            break
    client.socket.settimeout(20)
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        client.send(b"x" * ((1 << 20) + 1))
    until(lambda: other.call("Daemon.status")["clients"] == 1, 15, "the end of the connection")
