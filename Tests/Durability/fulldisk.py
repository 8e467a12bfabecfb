"""No free byte: the next 10,000 events are recorded in the reserved space, and all later ones in place of the
oldest."""

import shutil

import proof


def copied_log(home):
    """The events of a store on a full disk, where reading them would have no space."""
    with proof.directory() as folder:
        shutil.copytree(home, folder / "state")
        return proof.log(folder / "state")


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
        proof.expect_exact(copied_log(home), acknowledged)
        further = 3 * events
        lines, status = proof.run(home, count=further, window=16, bytes=32 << 20)
        proof.expect(status == 0, f"exit {status}: {lines[-3:]}")
        newest = proof.acks(lines)
        proof.expect(len(newest) == further, f"{len(newest)} of {further} recorded")
        faults = [line for line in lines if line.startswith("condition failing")]
        proof.expect(not faults, f"a fault was reported: {faults}")
        kept = [seq for seq, _ in copied_log(home)]
        proof.expect(kept[-1] == max(newest) and len(kept) > events / 2,
                     f"{len(kept)} events are kept, to {kept[-1]} of {max(newest)}")
    return f"{events} and {further} more events with 0 bytes free, {len(kept)} kept"
