"""The file system becomes read-only under a running store, and writable again."""

import subprocess
import time

import proof


def prove(long):
    with proof.disk(32) as disk:
        home = disk.mountpoint / "state"
        home.mkdir()
        proof.run(home, count=10)
        # The store holds its files open for writing, so only an emergency remount is possible:
        # what ext4 does by itself (errors=remount-ro) when the device fails.
        process = subprocess.Popen(
            proof.exerciser(home, count=1_000_000), stdout=subprocess.PIPE, text=True)
        seen = until(process, "ack", 5)
        try:
            disk.remount("abort")
        except proof.Impossible:
            process.kill()
            process.communicate()
            raise
        seen += until(process, "condition failing", 1)
        time.sleep(0.2)
        process.kill()
        seen += proof.complete(process.communicate()[0])
        disk.unmount()
        disk.mount()
        lines, status = proof.run(home, count=10)
        proof.expect(status == 0, f"the next run failed: {lines}")
        acknowledged = proof.acks(seen) | proof.acks(lines)
        proof.expect_exact(proof.log(home), acknowledged)
        refused(disk, home)
    return "failing in words while read-only, exact afterwards"


def refused(disk, home):
    """A start on a read-only file system waits instead of failing, and knows what was saved."""
    proof.run(home, count=5)
    disk.remount("ro")
    process = subprocess.Popen(proof.exerciser(home, count=5), stdout=subprocess.PIPE, text=True)
    until(process, "condition failing storage.read-only", 1)
    until(process, "open", 1)
    disk.remount("rw")
    lines = process.communicate(timeout=60)[0].splitlines()
    proof.expect(len(proof.acks(lines)) == 5, f"not resumed: {lines}")
    # The keys go on from the saved one.
    proof.expect_exact(proof.log(home), proof.acks(lines))


def until(process, start, times):
    """Reads lines until so many begin so; gives them."""
    lines = []
    for line in process.stdout:
        lines.append(line.strip())
        if line.startswith(start):
            times -= 1
        if times == 0:
            return lines
    raise proof.Wrong(f"never said '{start}': {lines}")
