"""What one event costs the flash, at the block device."""

import os

import bench

LIMIT = 35_000


def prove(long):
    events = 500
    with bench.disk(96) as disk:
        home = disk.mountpoint / "state"
        home.mkdir()
        bench.run(home, count=100, bytes=32 << 20)
        os.sync()
        before = disk.written()
        lines, status = bench.run(home, count=events, window=1, bytes=32 << 20)
        os.sync()
        bench.expect(status == 0 and len(bench.acks(lines)) == events, f"{lines[-3:]}")
        per_event = (disk.written() - before) / events
    bench.expect(per_event <= LIMIT, f"{per_event:.0f} bytes per event are more than {LIMIT}")
    return f"{per_event:.0f} bytes written per event"
