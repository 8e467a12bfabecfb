"""Consumers: a name with a durable cursor. Nothing is lost and the order is kept, whatever is killed."""
import json
import os
import shutil
import signal
import subprocess

from bench.client import Client
from bench.program import Program
from bench.waiting import until
from cases.consumer import events_after, seq
from cases.stream import (
    INSIDE, OUTSIDE, Walker, configure, faulty, geofencectl, kept, refusal, slow_disk)


def follow(place, name, *words, **options):
    """`geofencectl events --consumer`."""
    command = geofencectl(place, "events", "--consumer", name, *words)
    return Program(place, f"consumer-{name}", command, **options)


def script(place, text, name="act"):
    path = place.folder / name
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)
    return path


def records(path):
    """The whole lines of a file that is still written."""
    text = path.read_text() if path.exists() else ""
    return [json.loads(line) for line in text[:text.rfind("\n") + 1].splitlines()]


def ids(path):
    return [record["event_id"] for record in records(path)]


def logged(client):
    return [event["event_id"] for event in events_after(client)]


def consumer(client, name="gate"):
    return client.call("Consumer.inspect", consumer=name)


def check_order(got):
    """A repetition goes back, and nothing jumps ahead."""
    newest = 0
    for number in map(seq, got):
        assert number <= newest + 1, f"{number} comes after {newest}"
        newest = max(newest, number)


def subscribe(place, name="gate", **params):
    client = place.client()
    client.call("Events.subscribe", consumer=name, **params)
    return client


def make_consumer(place, name):
    """The consumer from the first event on, so that the whole log is to come."""
    subscribe(place, name, since_seq=0).close()


def test_program_receives_every_event_in_order_across_kills(place):
    configure(place)
    daemon = place.daemon()
    walker = Walker(place.client())
    taken = place.folder / "taken.jsonl"
    program = follow(
        place, "gate", "--since", "begin", "--exec", script(place, f"exec cat >>{taken}\n"))
    for turn in range(4):
        walker.events(100, answered=False)
        before = len(ids(taken))
        until(lambda: len(ids(taken)) > before + 5 * turn, 30, "progress")
        program.kill()
        if turn % 2:
            daemon.kill()
            daemon = place.daemon()
            walker.client = place.client()
        program.start()
    head = walker.head()
    until(lambda: ids(taken) and seq(ids(taken)[-1]) >= head, 60, "all events")
    got = ids(taken)
    repeats = len(got) - len(set(got))
    # A kill repeats what was not durable: at most what the program did in the second before.
    assert list(dict.fromkeys(got)) == logged(walker.client)[:len(set(got))], (len(got), repeats)
    check_order(got)
    until(lambda: consumer(walker.client)["lag"] == 0, 10, "no lag")


def test_a_rewind_while_the_program_is_not_connected_counts(place):
    configure(place)
    daemon = place.daemon()
    walker = Walker(place.client())
    taken = place.folder / "taken.jsonl"
    program = follow(
        place, "gate", "--since", "begin", "--exec", script(place, f"exec cat >>{taken}\n"))
    walker.step(INSIDE, OUTSIDE)
    head = walker.head()
    until(lambda: len(ids(taken)) >= head, 20, "the events")
    until(lambda: consumer(walker.client)["lag"] == 0, 10, "no lag")
    # It does not see the daemon end and the cursor move, and has acknowledged everything.
    program.process.send_signal(signal.SIGSTOP)
    daemon.kill()
    place.daemon()
    place.client().call("Consumer.rewind", consumer="gate", since_seq=0)
    program.process.send_signal(signal.SIGCONT)
    until(lambda: ids(taken).count(ids(taken)[0]) == 2, 20, "the first event again")


def test_acknowledgement_survives_kill_9(place):
    configure(place)
    daemon = place.daemon()
    walker = Walker(place.client())
    client = subscribe(place, since_seq=0)
    walker.step(INSIDE, OUTSIDE, INSIDE)
    walker.head()
    event = [client.next_news("event") for _ in range(3)][-1]
    answer = client.call("Consumer.acknowledge", consumer="gate", cursor=event["event_id"])
    assert answer == {"cursor": event["event_id"]}
    daemon.kill()
    daemon = place.daemon()
    client = subscribe(place)
    assert client.next_news("event")["seq"] == event["seq"] + 1
    # An acknowledgement without an id is batched: durable within a second, and at a clean shutdown.
    late = client.next_news("event")
    client.send({"jsonrpc": "2.0", "method": "Consumer.acknowledge",
                 "params": {"consumer": "gate", "cursor": late["event_id"]}})
    other = place.client()
    until(lambda: consumer(other)["cursor"] == late["event_id"], 5, "the cursor")
    assert daemon.terminate() == 0
    daemon = place.daemon()
    assert consumer(place.client())["cursor"] == late["event_id"]


def test_new_consumer_starts_now_and_its_cursor_passes_filtered_events(place):
    configure(place)
    place.daemon()
    walker = Walker(place.client())
    walker.step(INSIDE, OUTSIDE)
    head = walker.head()
    client = subscribe(place, types=["entered"])
    assert seq(consumer(walker.client)["cursor"]) == head
    walker.step(INSIDE)
    entered = client.next_news("event")
    assert entered["type"] == "entered" and entered["seq"] > head
    client.call("Consumer.acknowledge", consumer="gate", cursor=entered["event_id"])
    walker.step(OUTSIDE)
    progress = client.next_news("progress")
    assert seq(progress["cursor"]) == walker.head()
    client.call("Consumer.acknowledge", consumer="gate", cursor=progress["cursor"])
    assert consumer(walker.client)["lag"] == 0


def test_the_newer_connection_wins_until_two_programs_fight(place):
    configure(place)
    place.daemon()
    walker = Walker(place.client())
    walker.step(OUTSIDE)
    before = subscribe(place)
    for _ in range(3):
        after = subscribe(place)
        end = before.next_news("end")
        assert end["error"]["data"]["kind"] == "Busy", end
        refused = refusal(before, "Consumer.acknowledge", consumer="gate", error="x")
        assert refused.kind == "InvalidState", refused.error
        before = after
    last = place.client()
    assert refusal(last, "Events.subscribe", consumer="gate").kind == "Busy"
    assert before.next_news("end")["error"]["data"]["kind"] == "Busy"
    assert refusal(before, "Events.subscribe", consumer="gate").kind == "Busy"
    status = walker.client.call("Daemon.status")
    assert any("consumer gate is used by two programs" in p for p in status["problems"]), status
    assert consumer(walker.client)["state"] == "contested"


def test_program_killed_repeatedly_is_not_mistaken_for_two(place):
    configure(place)
    daemon = place.daemon()
    walker = Walker(place.client())
    walker.step(OUTSIDE)
    for _ in range(8):
        client = subscribe(place)
        # The daemon finds the new connection and the end of the old one together.
        os.kill(daemon.process.pid, signal.SIGSTOP)
        client.close()
        os.kill(daemon.process.pid, signal.SIGCONT)
    assert consumer(walker.client)["state"] != "contested"


def test_a_consumer_is_paused_resumed_rewound_and_removed(place):
    configure(place)
    place.daemon()
    walker = Walker(place.client())
    walker.step(INSIDE, OUTSIDE)
    head = walker.head()
    client = subscribe(place)
    control = place.client()
    assert control.call("Consumer.pause", consumer="gate")["state"] == "paused"
    walker.step(INSIDE)
    walker.head()
    until(lambda: consumer(control)["lag"] > 0 and consumer(control).get("oldest_age_s") is not None,
          5, "lag with its age")
    assert not client.news
    assert control.call("Consumer.resume", consumer="gate")["state"] == "connected"
    assert client.next_news("event")["seq"] == head + 1
    first = logged(control)[0]
    assert control.call("Consumer.rewind", consumer="gate", cursor=first)["cursor"] == first
    assert client.next_news("end")["error"]["data"]["kind"] == "InvalidState"
    client.call("Events.subscribe", consumer="gate")
    assert client.next_news("event")["seq"] == seq(first) + 1
    assert seq(control.call("Consumer.rewind", consumer="gate", since_seq=0)["cursor"]) == 0
    assert client.next_news("end")["error"]["data"]["kind"] == "InvalidState"
    assert refusal(control, "Consumer.rewind", consumer="gate").kind == "InvalidParams"
    assert refusal(control, "Consumer.rewind", consumer="gate", since_seq=10**6).kind == "cursor_ahead"
    assert refusal(control, "Consumer.pause", consumer="journal").kind == "InvalidState"
    client.call("Events.subscribe", consumer="gate")
    control.call("Consumer.remove", consumer="gate")
    assert client.next_news("end")["error"]["data"]["kind"] == "NotFound"
    assert refusal(control, "Consumer.inspect", consumer="gate").kind == "NotFound"
    names = [c["name"] for c in control.call("Consumer.list")["consumers"]]
    assert names == ["journal"], names


def test_consumer_behind_retention_gets_a_warning_and_then_a_gap(place):
    configure(place, "keep_events = 1000")
    place.daemon()
    walker = Walker(place.client())
    walker.step(INSIDE, OUTSIDE)
    head = walker.head()
    client = subscribe(place)
    client.close()
    walker.events(800)
    walker.events(100)
    walker.head()

    def problem():
        return [p for p in walker.client.call("Daemon.status")["problems"] if "consumer gate" in p]
    assert "% of what the log keeps" in until(problem, 10, "the warning")[0]
    doctor = subprocess.run(geofencectl(place, "doctor", "-o", "json"), capture_output=True)
    finding = [f for f in json.loads(doctor.stdout) if f["check"] == "consumer gate"]
    assert finding[0]["outcome"] == "warn", finding
    walker.events(1000)
    until(lambda: kept(walker.client) < 1100, 20, "retention")
    taken = place.folder / "taken.jsonl"
    follow(place, "gate", "-o", "jsonl", stdout=open(taken, "wb"))
    newest = walker.head()
    # The source may fall silent meanwhile, and some more may go.
    until(lambda: records(taken) and records(taken)[-1].get("seq", 0) >= newest, 60, "all that is kept")
    gap, *events = records(taken)
    newest = events[-1]["seq"]
    assert gap["type"] == "gap" and gap["reason"] == "expired" and gap["from_seq"] == head + 1, gap
    assert [e["seq"] for e in events] == list(range(gap["to_seq"] + 1, newest + 1))
    until(lambda: consumer(walker.client)["lag"] == 0, 10, "no lag")


def test_restored_or_new_log_starts_with_a_gap(place):
    configure(place)
    database, copy = place.folder / "state/events.db", place.folder / "events.db"
    daemon = place.daemon()
    walker = Walker(place.client())
    client = subscribe(place, since_seq=0)
    walker.step(INSIDE, OUTSIDE)
    walker.head()
    event = client.next_news("event")
    client.call("Consumer.acknowledge", consumer="gate", cursor=event["event_id"])
    assert daemon.terminate() == 0
    shutil.copyfile(database, copy)
    daemon = place.daemon()
    walker.client = place.client()
    walker.step(INSIDE)
    walker.head()
    assert daemon.terminate() == 0
    shutil.copyfile(copy, database)
    daemon = place.daemon()
    client = subscribe(place)
    gap = client.next_news()
    assert gap["reason"] == "reset" and gap["from_seq"] == event["seq"] + 1, gap
    assert client.next_news("event")["seq"] == event["seq"] + 1
    # A log that is damaged beyond use is begun again: a consumer that was in it gets all of the new one.
    assert daemon.terminate() == 0
    for name in ("events.db", "events.db-wal"):
        path = place.folder / "state" / name
        if path.exists():
            path.write_bytes(os.urandom(8192))
    daemon = place.daemon()
    client = subscribe(place)
    assert client.next_news("event")["seq"] == 1


def test_number_of_consumers_is_limited_and_each_needs_permission(place):
    configure(place)
    place.daemon()
    client = place.client()
    for number in range(32):
        other = Client(place.folder / "control.sock")
        other.call("Events.subscribe", consumer=f"c{number}")
        other.close()
    assert refusal(client, "Events.subscribe", consumer="more").kind == "too_large"
    client.call("Consumer.remove", consumer="c31")
    client.call("Events.subscribe", consumer="more")
    for name in ("", "journal", "a\nb", "x" * 129):
        assert refusal(place.client(), "Events.subscribe", consumer=name).kind == "InvalidParams"
    parked = [{"event_id": "x:1", "reason": "y"}] * 17
    assert refusal(client, "Consumer.acknowledge", consumer="more", parked=parked).kind == "InvalidParams"
    wrong = refusal(client, "Consumer.acknowledge", consumer="more", cursor="0" * 16 + ":1")
    assert wrong.kind == "cursor_epoch_changed", wrong.error


def test_event_is_retried_and_then_parked_when_its_program_fails(place):
    configure(place)
    place.daemon()
    walker = Walker(place.client())
    walker.step(OUTSIDE)
    walker.head()
    taken, tries = place.folder / "taken", place.folder / "tries"
    # The first time anything comes, later; what enters, never; all else is taken.
    program = follow(place, "gate", "--type", "entered", "--type", "exited", "--exec", script(place, f"""
read -r record
echo "$record" >>{tries}
[ "$(wc -l <{tries})" -gt 1 ] || exit 75
case $record in *'"type":"entered"'*) exit 3;; esac
echo "$record" >>{taken}
"""))
    until(lambda: any(c["name"] == "gate" for c in walker.client.call("Consumer.list")["consumers"]),
          10, "the consumer")
    walker.step(INSIDE, OUTSIDE)
    until(lambda: len(records(taken)) == 1, 30, "the exit")
    assert [r["type"] for r in records(tries)] == ["entered"] * 4 + ["exited"]
    until(lambda: consumer(walker.client)["lag"] == 0, 10, "no lag")
    record = consumer(walker.client)
    assert record["parked"] == 1 and "exit 3" in record["parked_events"][0]["reason"], record
    assert record["parked_events"][0]["event_id"] == records(tries)[0]["event_id"]
    assert "try 2 of 3" in record["error"], record
    until(lambda: "parked" in program.errors(), 5, "the parked event in the journal of the program")
    shown = subprocess.run(geofencectl(place, "consumer", "show", "gate"), capture_output=True, text=True)
    assert "exit 3" in shown.stdout, shown


def test_reader_acknowledges_by_writing_lines(place):
    configure(place)
    place.daemon()
    walker = Walker(place.client())
    program = follow(
        place, "gate", "--since", "begin", "-o", "jsonl", "--ack", stdin=subprocess.PIPE,
        stdout=subprocess.PIPE)
    walker.step(INSIDE, OUTSIDE)
    head = walker.head()
    lines = [program.process.stdout.readline() for _ in range(head)]
    assert seq(consumer(walker.client)["cursor"]) == 0
    # Out of order: the cursor moves when there is no hole.
    program.process.stdin.write(lines[1])
    program.process.stdin.flush()
    program.process.stdin.write(json.loads(lines[0])["event_id"].encode() + b"\n")
    program.process.stdin.flush()
    until(lambda: seq(consumer(walker.client)["cursor"]) == 2, 5, "two acknowledged")
    program.process.stdin.write(b"".join(lines[2:]))
    program.process.stdin.close()
    assert program.process.wait(10) == 0
    assert seq(consumer(walker.client)["cursor"]) == head


def test_hanging_or_full_disk_delays_no_status_and_no_other_consumer(place):
    configure(place)
    daemon = place.daemon()
    walker = Walker(place.client())
    client = subscribe(place)
    walker.step(INSIDE, OUTSIDE)
    walker.head()
    event = client.next_news("event")
    with slow_disk(daemon, 600):
        walker.step(INSIDE, answered=False)
        status = walker.client.call("Daemon.status")
        assert status["store"]["pending"], "the status waits for the disk"
        assert [c["name"] for c in status["consumers"]] == ["journal", "gate"]
    walker.head()
    # Records of consumers are written at most once a second: from now on at once.
    until(lambda: consumer(walker.client).get("oldest_age_s", 0) > 1, 10, "a second since the consumer was written")
    with faulty(daemon, "pwrite64", "error=ENOSPC"):
        walker.step(OUTSIDE, answered=False)
        until(lambda: walker.client.call("Daemon.status")["store"]["state"] == "full", 10, "full")
        failed = refusal(client, "Consumer.acknowledge", consumer="gate", cursor=event["event_id"])
        assert failed.kind == "StorageUnavailable", failed.error
        # In memory it holds all the same.
        assert consumer(place.client())["cursor"] == event["event_id"]
    walker.head()
    daemon.kill()
    place.daemon()
    assert consumer(place.client())["cursor"] == event["event_id"], "the cursor on the disk"


def test_a_test_event_is_answered_by_the_program_of_the_consumer(place):
    configure(place)
    place.daemon()
    client, control = subscribe(place), place.client()

    def begin(number):
        control.send({"jsonrpc": "2.0", "id": number, "method": "Consumer.test", "params": {"consumer": "gate"}})
        return client.next_news("test")
    event = begin(90)
    assert event["test"] and event["type"] == "test" and event["seq"] == 0, event
    assert refusal(place.client(), "Consumer.test", consumer="gate").kind == "Busy"
    client.call("Consumer.acknowledge", consumer="gate", test={"event_id": "another"})
    client.call("Consumer.acknowledge", consumer="gate", test={"event_id": event["event_id"], "error": "no"})
    answer = control.line()
    assert answer["id"] == 90 and answer["result"]["error"] == "no", answer
    client.call("Consumer.acknowledge", consumer="gate", test={"event_id": begin(91)["event_id"]})
    answer = control.line()["result"]
    assert "error" not in answer and answer["took_s"] < 30, answer
    begin(92)
    client.close()
    assert "ended" in control.line()["result"]["error"]
    assert refusal(control, "Consumer.test", consumer="gate").kind == "InvalidState"
    assert refusal(control, "Consumer.test", consumer="journal").kind == "InvalidState"
    assert logged(control) == [e["event_id"] for e in control.call("Events.list")["events"] if e["type"] != "test"]
