"""`events --consumer --exec`: a backlog, and programs that hang, ignore signals and outlive their client."""
import json
import os
import re
import subprocess
import time

from bench.waiting import until
from cases.consumers import consumer, follow, ids, logged, make_consumer, script
from cases.stream import INSIDE, OUTSIDE, Walker, configure, geofencectl

# Seconds without progress that are no stall on a loaded machine; the fault to find lasted 10.5 s.
STALL_S = 5


def progress_until(client, head, name="gate"):
    """Waits until the consumer has acknowledged everything, and checks that it never stands still for long."""
    newest, since, longest = -1, time.monotonic(), 0
    while True:
        seq = int(consumer(client, name)["cursor"].split(":")[1])
        now = time.monotonic()
        longest = max(longest, now - since)
        if seq >= head:
            return longest
        if seq > newest:
            newest, since = seq, now
        assert longest < STALL_S, f"stands still at {seq} of {head} for {longest:.1f} s"
        time.sleep(0.05)


def alive(pid):
    try:
        return open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def pids(path):
    return [int(word) for word in path.read_text().split()] if path.exists() else []


def test_a_backlog_reaches_a_program_and_an_output_without_a_stall(place):
    configure(place)
    place.daemon()
    walker = Walker(place.client())
    for name in "gate", "lines":
        make_consumer(place, name)
    walker.events(600, answered=False)
    head = walker.head()
    assert head >= 600, head
    program = follow(place, "gate", "--exec", "/bin/true")
    progress_until(walker.client, head)
    assert program.process.poll() is None, program.errors()
    with open(place.folder / "lines", "wb") as lines:
        follow(place, "lines", "-o", "jsonl", stdout=lines)
        progress_until(walker.client, head, "lines")
    assert ids(place.folder / "lines")[:head] == logged(walker.client)[:head]


def test_a_kill_repeats_no_more_than_the_last_second(place):
    configure(place)
    place.daemon()
    walker = Walker(place.client())
    make_consumer(place, "gate")
    walker.events(100, answered=False)
    head = walker.head()
    taken = place.folder / "taken.jsonl"
    # Six runs a second at most, so that what ran in a second is far less than the events that wait.
    program = follow(
        place, "gate", "--exec", script(place, f"cat >>{taken}\nsleep 0.15\n"))
    until(lambda: len(ids(taken)) > 20, 60, "some events")
    program.kill()
    before = len(ids(taken))
    program.start()
    until(lambda: len(ids(taken)) > before, 20, "the next event")
    again = ids(taken)[before]
    repeated = before - ids(taken).index(again) if again in ids(taken)[:before] else 0
    assert repeated <= 8, f"{repeated} of {before} runs were repeated"
    assert len(ids(taken)) < head


def test_a_program_that_hangs_is_named_ended_and_parked(place):
    configure(place)
    place.daemon()
    walker = Walker(place.client())
    make_consumer(place, "gate")
    make_consumer(place, "slow")
    started = place.folder / "started"
    walker.step(INSIDE)
    walker.head()
    # It ignores SIGTERM, and so does its child.
    hanging = script(place, f"trap '' TERM\nsleep 600 &\necho $$ $! >>{started}\nwait\nwait\n", "hang")
    program = follow(place, "gate", "--exec", hanging, "--exec-timeout", "1")
    slow = follow(place, "slow", "--exec", script(place, "exec sleep 600\n", "slow"))
    until(lambda: consumer(walker.client)["parked"], 90, "the parked event")
    reason = consumer(walker.client)["parked_events"][0]["reason"]
    assert re.search(r"was ended after 1\S* s, try 3 of 3", reason), reason
    runs = pids(started)
    assert len(runs) >= 6, runs
    until(lambda: not any(map(alive, runs[:6])), 20, "the end of all that the program has started")
    assert program.process.poll() is None

    def named():
        found = subprocess.run(geofencectl(place, "doctor", "-o", "json"), capture_output=True, text=True)
        finding = [f for f in json.loads(found.stdout) if f["check"] == "consumer slow"]
        return "slow runs long for event" in finding[0]["message"]
    until(named, 60, "the program that doctor names")
    slow.kill()
    program.kill()
    status = walker.client.call("Daemon.status")
    assert any("consumer gate gave up 1 event" in p for p in status["problems"]), status["problems"]
    rewound = walker.client.call("Consumer.rewind", consumer="gate", since_seq=0)
    assert rewound["parked"] == 0 and not rewound.get("parked_events"), rewound


def test_a_program_ends_with_its_client_and_never_runs_twice_at_once(place):
    configure(place)
    place.daemon()
    walker = Walker(place.client())
    make_consumer(place, "gate")
    walker.step(INSIDE, OUTSIDE, INSIDE)
    walker.head()
    started, beside = place.folder / "started", place.folder / "beside"
    hanging = script(place, f"""
trap '' TERM INT
for pid in $(cat {started} 2>/dev/null); do
    if grep -qs '^State:[[:space:]][^ZX]' /proc/$pid/status; then echo "$pid beside $$" >>{beside}; fi
done
sleep 600 &
echo $$ $! >>{started}
wait
wait
""")
    program = follow(place, "gate", "--exec", hanging)
    for turn in range(3):
        until(lambda: len(pids(started)) == 2 * (turn + 1), 30, "the program")
        runs = pids(started)
        program.kill() if turn % 2 == 0 else program.process.terminate()
        until(lambda: not any(map(alive, runs)), 20, "the end of the program and its child")
        program.process.wait(20)
        program.start()
    until(lambda: len(pids(started)) == 8, 30, "the program")
    assert not beside.exists(), beside.read_text()
    assert len({line for line in pids(started)}) == 8 and os.path.exists(f"/proc/{pids(started)[-1]}")
    program.kill()
