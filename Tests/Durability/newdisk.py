"""A full disk at the first start: events wait in memory, and are recorded when there is space. One with too
little space for a reserve: it is made when there is space."""

import os
import subprocess

import proof


def prove(long):
    with proof.disk(16) as disk:
        home = disk.mountpoint / "state"
        home.mkdir()
        disk.fill()
        process = subprocess.Popen(
            proof.exerciser(home, count=50), stdout=subprocess.PIPE, text=True)
        seen = until(process, "condition failing storage.full")
        proof.expect(not proof.acks(seen), "something was acknowledged on a full disk")
        (disk.mountpoint / "filler").unlink()
        output = process.communicate(timeout=60)[0]
        acknowledged = proof.acks(output.splitlines())
        proof.expect(len(acknowledged) == 50, f"{len(acknowledged)} of 50 recorded")
        proof.expect_exact(proof.log(home), acknowledged)
    with proof.disk(16) as disk:
        home = disk.mountpoint / "state"
        home.mkdir()
        disk.fill()
        filler = disk.mountpoint / "filler"
        os.truncate(filler, filler.stat().st_size - (2 << 20))
        process = subprocess.Popen(
            proof.exerciser(home, count=1_000_000, window=1, bytes=32 << 20), stdout=subprocess.PIPE,
            text=True)
        until(process, "condition unreserved")
        filler.unlink()
        until(process, "condition healthy")
        process.kill()
        process.communicate()
        size = sum(file.stat().st_size for file in home.iterdir())
        proof.expect(size > 6_000_000, f"{size} bytes are reserved")
    return "50 events waited for space and were recorded; a reserve was made later"


def until(process, start):
    """Reads and returns lines until one has that start."""
    lines = []
    for line in process.stdout:
        lines.append(line.strip())
        if line.startswith(start):
            return lines
    raise proof.Wrong(f"never said '{start}': {lines}")
