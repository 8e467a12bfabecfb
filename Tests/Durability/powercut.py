"""Power cut: the file system is shut down without its journal flushed, then mounted again."""

import fcntl
import os
import random
import signal
import subprocess
import time

import proof

EXT4_IOC_SHUTDOWN = 0x8004587D
NO_LOG_FLUSH = (2).to_bytes(4, "little")


def prove(long):
    rounds = 100 if long else 5
    dice = random.Random(7)
    acknowledged = {}
    with proof.disk(128) as disk:
        home = disk.mountpoint / "state"
        home.mkdir()
        os.sync()
        for _ in range(rounds):
            acknowledged |= cut(disk, home, dice)
            disk.unmount()
            disk.mount()
        lines, status = proof.run(home, count=10, bytes=16 << 20)
        proof.expect(status == 0, f"the last run failed: {lines}")
        proof.expect_whole(lines)
        acknowledged |= proof.acks(lines)
        events = proof.log(home)
        proof.expect_exact(events, acknowledged)
    return f"{rounds} cuts, {len(events)} events, {len(acknowledged)} acknowledged, 0 lost"


def cut(disk, home, dice):
    """One run that ends with a power cut; returns the acknowledged events."""
    process = subprocess.Popen(
        proof.exerciser(home, count=1_000_000, window=dice.choice([1, 8]), bytes=16 << 20),
        stdout=subprocess.PIPE, text=True)
    # Some are cut while the log is created or opened, most in the middle of commits.
    seen = "".join(process.stdout.readline() for _ in range(dice.choice([0, 1, 20, 200])))
    time.sleep(0.1 * dice.random())
    # Stopped first: a call in progress would otherwise report success after the shutdown.
    process.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
    place = os.open(disk.mountpoint, os.O_RDONLY)
    try:
        fcntl.ioctl(place, EXT4_IOC_SHUTDOWN, NO_LOG_FLUSH)
    except OSError as error:
        raise proof.Impossible(f"the ext4 shutdown ioctl: {error.strerror}") from error
    finally:
        os.close(place)
        process.kill()
        seen += process.communicate()[0]
    lines = proof.complete(seen)
    proof.expect_whole(lines)
    return proof.acks(lines)
