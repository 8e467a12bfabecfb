"""Every read, write and sync fails once: no damage, and nothing is acknowledged and lost."""

import re
import shutil

import proof

# The write calls of the store: pwrite64 for database and log, fdatasync and fsync for durability.
CALLS = ["pwrite64", "fdatasync", "fsync"]
# Its read call. The program loader uses it, too, so only for these files.
READ = "pread64"
FILES = ["events.db", "events.db-wal"]


def prove(long):
    if shutil.which("strace") is None:
        raise proof.Impossible("strace is not installed")
    events = 200 if long else 5
    with proof.directory() as pattern, proof.directory() as crashed:
        proof.run(pattern, count=3)
        # After a crash every page is checked, and the write-ahead log is also read without SQLite.
        proof.run(crashed, count=5, window=1, crash=1)
        counts = {call: count_calls(pattern, events, call) for call in CALLS}
        reads = {name: count_calls(crashed, events, READ, [name]) for name in FILES}
        cases = [
            (fail_once, pattern, events, call, error, place)
            for call in CALLS for error in ["EIO", "ENOSPC"]
            for place in range(1, counts[call] + 1)
        ] + [
            (fail_once, crashed, events, READ, error, place, [name])
            for name in FILES for error in ["EIO", "ENOMEM"]
            for place in range(1, reads[name] + 1, 1 if long else max(1, reads[name] // 64))
        ] + [(fail_for_good, pattern, events, call) for call in ["pwrite64", "fdatasync"]]
        proof.at_once(cases)
    calls = ", ".join(f"{counts[call]} {call}" for call in CALLS)
    return (f"{len(cases)} runs: each of {calls} failed with EIO and with ENOSPC, and for good; "
            f"{'each' if long else 'some'} of {sum(reads.values())} {READ} failed with EIO and "
            "with ENOMEM")


def copy(pattern, home):
    shutil.copytree(pattern, home / "state")
    return home / "state"


def count_calls(pattern, events, call, files=()):
    """The number of calls in a run without failures."""
    with proof.directory() as home:
        state = copy(pattern, home)
        trace = home / "trace"
        wrapper = proof.traced([call], trace, files=[state / name for name in files])
        proof.run(state, wrapper=wrapper, count=events, window=1)
        return len(re.findall(rf" {call}\(", trace.read_text()))


def fail_once(pattern, events, call, error, place, files=()):
    """The call with that number fails; the store recovers by itself and everything is recorded."""
    with proof.directory() as home:
        state = copy(pattern, home)
        lines, status = injected(state, events, call, f"error={error}:when={place}", files)
        what = " ".join([call, *files, str(place), error])
        proof.expect_whole(lines)
        proof.expect(not any(line.startswith("condition reset") for line in lines),
                     f"{what}: moved aside: {lines}")
        # A full disk at the open of the database makes the store wait; it then retries.
        proof.expect(status == 0, f"{what}: exit {status}: {lines}")
        acknowledged = proof.acks(lines)
        proof.expect(len(acknowledged) == events, f"{what}: {len(acknowledged)} acknowledged: {lines}")
        verify(state, acknowledged, what)


def fail_for_good(pattern, events, call):
    """The call fails permanently: the store gives up with a reason, and has acknowledged nothing falsely."""
    with proof.directory() as home:
        state = copy(pattern, home)
        lines, status = injected(state, events, call, "error=EIO:when=4+")
        proof.expect(status == 1, f"{call} for good: exit {status}: {lines}")
        proof.expect(any("broken storage.io-error" in line for line in lines), f"{call}: {lines}")
        verify(state, proof.acks(lines), f"{call} for good")


def injected(state, events, call, fault, files=()):
    wrapper = proof.traced([call], fault=fault, files=[state / name for name in files])
    return proof.run(state, wrapper=wrapper, count=events, window=1)


def verify(state, acknowledged, what):
    """The next run finds a complete log and continues it."""
    lines, status = proof.run(state, count=2, window=1)
    proof.expect(status == 0, f"{what}: next run: exit {status}: {lines}")
    try:
        proof.expect_exact(proof.log(state), acknowledged | proof.acks(lines))
    except proof.Wrong as error:
        raise proof.Wrong(f"{what}: {error}") from error
