"""What one event costs the flash, at the block device."""

import os

import proof

LIMIT = 35_000


def prove(long):
    events = 500
    with proof.disk(96) as disk:
        home = disk.mountpoint / "state"
        home.mkdir()
        proof.run(home, count=100, bytes=32 << 20)
        os.sync()
        before = disk.written()
        lines, status = proof.run(home, count=events, window=1, bytes=32 << 20)
        os.sync()
        proof.expect(status == 0 and len(proof.acks(lines)) == events, f"{lines[-3:]}")
        per_event = (disk.written() - before) / events
    proof.expect(per_event <= LIMIT, f"{per_event:.0f} bytes per event are more than {LIMIT}")
    return f"{per_event:.0f} bytes written per event"
