"""No free byte: the next 10,000 events are recorded, in what was set aside before."""

import bench


def prove(long):
    events = 10_000
    with bench.disk(96) as disk:
        home = disk.mountpoint / "state"
        home.mkdir()
        bench.run(home, count=100, bytes=32 << 20)
        disk.fill()
        free = disk.free()
        bench.expect(free == 0, f"{free} bytes are still free")
        lines, status = bench.run(home, count=events, window=16, bytes=32 << 20)
        bench.expect(status == 0, f"exit {status}: {lines[-3:]}")
        acknowledged = bench.acks(lines)
        bench.expect(len(acknowledged) == events, f"{len(acknowledged)} of {events} recorded")
        bench.expect(not any(line.startswith("condition") for line in lines), "a fault was reported")
        bench.expect(disk.free() == 0, "space was found where none should be")
        (disk.mountpoint / "filler").unlink()
        bench.expect_exact(bench.log(home), acknowledged)
    return f"{events} events with 0 bytes free"
