"""The file system becomes read-only under a running store, and writable again."""

import subprocess
import time

import bench


def prove(long):
    with bench.disk(32) as disk:
        home = disk.mountpoint / "state"
        home.mkdir()
        bench.run(home, count=10)
        # The store holds its files open for writing, so only an emergency remount is possible:
        # what ext4 does by itself (errors=remount-ro) when the device fails.
        process = subprocess.Popen(
            bench.exerciser(home, count=1_000_000), stdout=subprocess.PIPE, text=True)
        seen = until(process, "ack", 5)
        try:
            disk.remount("abort")
        except bench.Impossible:
            process.kill()
            process.communicate()
            raise
        seen += until(process, "condition failing", 1)
        time.sleep(0.2)
        process.kill()
        seen += bench.complete(process.communicate()[0])
        disk.unmount()
        disk.mount()
        lines, status = bench.run(home, count=10)
        bench.expect(status == 0, f"the next run failed: {lines}")
        acknowledged = bench.acks(seen) | bench.acks(lines)
        bench.expect_exact(bench.log(home), acknowledged)
        refused(disk, home)
    return "failing in words while read-only, exact afterwards"


def refused(disk, home):
    """A start on a read-only file system waits instead of failing."""
    disk.remount("ro")
    process = subprocess.Popen(bench.exerciser(home, count=5), stdout=subprocess.PIPE, text=True)
    until(process, "condition failing storage.read-only", 1)
    until(process, "waiting", 1)
    disk.remount("rw")
    lines = process.communicate(timeout=60)[0].splitlines()
    bench.expect(len(bench.acks(lines)) == 5, f"not resumed: {lines}")


def until(process, start, times):
    """Reads lines until so many begin so; gives them."""
    lines = []
    for line in process.stdout:
        lines.append(line.strip())
        if line.startswith(start):
            times -= 1
        if times == 0:
            return lines
    raise bench.Wrong(f"never said '{start}': {lines}")
