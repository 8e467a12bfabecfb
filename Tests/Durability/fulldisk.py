"""No free byte: the next 10,000 events are recorded in the reserved space."""

import proof


def prove(long):
    events = 10_000
    with proof.disk(96) as disk:
        home = disk.mountpoint / "state"
        home.mkdir()
        proof.run(home, count=100, bytes=32 << 20)
        disk.fill()
        free = disk.free()
        proof.expect(free == 0, f"{free} bytes are still free")
        lines, status = proof.run(home, count=events, window=16, bytes=32 << 20)
        proof.expect(status == 0, f"exit {status}: {lines[-3:]}")
        acknowledged = proof.acks(lines)
        proof.expect(len(acknowledged) == events, f"{len(acknowledged)} of {events} recorded")
        proof.expect(not any(line.startswith("condition") for line in lines), "a fault was reported")
        proof.expect(disk.free() == 0, "there is free space where none should be")
        (disk.mountpoint / "filler").unlink()
        proof.expect_exact(proof.log(home), acknowledged)
    return f"{events} events with 0 bytes free"
