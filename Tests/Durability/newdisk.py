"""A full disk at the first start: events wait in memory, and are recorded when there is space."""

import subprocess

import bench


def prove(long):
    with bench.disk(16) as disk:
        home = disk.mountpoint / "state"
        home.mkdir()
        disk.fill()
        process = subprocess.Popen(
            bench.exerciser(home, count=50), stdout=subprocess.PIPE, text=True)
        seen = until(process, "condition failing storage.full")
        bench.expect(not bench.acks(seen), "something was acknowledged on a full disk")
        (disk.mountpoint / "filler").unlink()
        output = process.communicate(timeout=60)[0]
        acknowledged = bench.acks(output.splitlines())
        bench.expect(len(acknowledged) == 50, f"{len(acknowledged)} of 50 recorded")
        bench.expect_exact(bench.log(home), acknowledged)
    return "50 events waited for space and were recorded"


def until(process, start):
    """Reads lines until one begins so; gives them."""
    lines = []
    for line in process.stdout:
        lines.append(line.strip())
        if line.startswith(start):
            return lines
    raise bench.Wrong(f"never said '{start}': {lines}")
