"""kill -9 at random moments: nothing acknowledged is lost or duplicated, numbers continue."""

import random
import subprocess
import time

import proof


def prove(long):
    rounds = 1000 if long else 50
    dice = random.Random(5)
    log = {"size": 40, "rows": 10_000_000, "bytes": (256 if long else 8) << 20}
    acknowledged = {}
    with proof.directory() as home:
        for _ in range(rounds):
            process = subprocess.Popen(
                proof.exerciser(home, count=100_000, window=dice.choice([1, 4, 64]), **log),
                stdout=subprocess.PIPE, text=True)
            # Some are killed while the database is created or opened, most in the middle of commits.
            seen = ""
            for _ in range(dice.choice([0, 1, 20, 100])):
                seen += process.stdout.readline()
            time.sleep(0.005 * dice.random())
            process.kill()
            lines = proof.complete(seen + process.communicate()[0])
            proof.expect_whole(lines)
            acknowledged |= proof.acks(lines)
        lines, status = proof.run(home, count=10, **log)
        proof.expect(status == 0, f"the last run failed: {lines}")
        proof.expect_whole(lines)
        acknowledged |= proof.acks(lines)
        events = proof.log(home)
        proof.expect_exact(events, acknowledged)
    return f"{rounds} kills, {len(events)} events, {len(acknowledged)} acknowledged, 0 lost"
