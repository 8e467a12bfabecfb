"""A card whose every sync takes half a second: callers never wait, and events share commits."""

import re
import shutil
import time

import proof

DELAY_S = 0.5


def prove(long):
    if shutil.which("strace") is None:
        raise proof.Impossible("strace is not installed")
    delay_s = 30 if long else DELAY_S
    events, window = 256, 128
    with proof.directory() as home:
        proof.run(home, count=1)
        start = time.monotonic()
        lines, status = proof.run(
            home, count=events, window=window, patience_s=600, timeout=600,
            wrapper=proof.traced(["fdatasync"], fault=f"delay_enter={int(delay_s * 1e6)}"))
        took_s = time.monotonic() - start
        proof.expect(status == 0, f"exit {status}: {lines[-3:]}")
        proof.expect(len(proof.acks(lines)) == events, "events are missing")
        slowest = [int(word) for word in re.search(r"slowest appends ([\d ]+) us", "\n".join(lines))[1].split()]
        # Calls that had waited for syncs would take the delay itself, at least one for each commit. A call that was
        # interrupted by a stall of the machine proves nothing.
        proof.expect(slowest[-1] < DELAY_S * 1e6 / 2, f"calls took {slowest} us")
    commits = took_s / delay_s
    proof.expect(commits < events / 8, f"{took_s:.1f} s: events do not share commits")
    return f"slowest calls {slowest} us; {events} events took {took_s:.1f} s"
