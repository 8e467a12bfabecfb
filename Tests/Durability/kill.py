"""kill -9 at random moments: nothing acknowledged is lost, nothing is doubled, numbers run on."""

import random
import subprocess
import time

import bench


def prove(long):
    rounds = 1000 if long else 50
    dice = random.Random(5)
    log = {"size": 40, "rows": 10_000_000, "bytes": (256 if long else 8) << 20}
    acknowledged = {}
    with bench.directory() as home:
        for _ in range(rounds):
            process = subprocess.Popen(
                bench.exerciser(home, count=100_000, window=dice.choice([1, 4, 64]), **log),
                stdout=subprocess.PIPE, text=True)
            # Some die while the database is created or opened, most in the middle of commits.
            seen = ""
            for _ in range(dice.choice([0, 1, 20, 100])):
                seen += process.stdout.readline()
            time.sleep(0.005 * dice.random())
            process.kill()
            acknowledged |= bench.acks(bench.complete(seen + process.communicate()[0]))
        lines, status = bench.run(home, count=10, **log)
        bench.expect(status == 0, f"the last run failed: {lines}")
        acknowledged |= bench.acks(lines)
        events = bench.log(home)
        bench.expect_exact(events, acknowledged)
    return f"{rounds} kills, {len(events)} events, {len(acknowledged)} acknowledged, 0 lost"
