"""Damaged and foreign files: the store always opens, never crashes, never loops."""

import random
import shutil
import sqlite3

import proof


def prove(long):
    cases = 10_000 if long else 200
    with proof.directory() as patterns:
        clean, crashed = patterns / "clean", patterns / "crashed"
        for home, crash in [(clean, 0), (crashed, 1)]:
            home.mkdir()
            proof.run(home, count=300, crash=crash)
        resets = sum(proof.at_once(
            [(damage_and_survive, [clean, crashed], number) for number in range(cases)]))
    return f"{cases} damaged files, {resets} moved aside"


def damage_and_survive(patterns, number):
    """One case; returns whether the store created a new log."""
    dice = random.Random(number)
    with proof.directory() as home:
        state = home / "state"
        shutil.copytree(dice.choice(patterns), state)
        return survive(state, f"case {number}, {damage(state, dice)}")


def damage(state, dice):
    """Damages one of the files; returns how."""
    path = state / dice.choice(["events.db", "events.db", "events.db-wal"])
    kind = dice.choice(["bits", "zeros", "cut", "noise", "empty", "foreign", "swap", "header"])
    data = bytearray(path.read_bytes())
    used = max(len(data) // 4, 1)
    if kind == "bits":
        for _ in range(dice.choice([1, 10, 1000])):
            data[dice.randrange(used)] ^= 1 << dice.randrange(8)
    elif kind == "zeros":
        start = dice.randrange(used) & ~4095
        data[start:start + 4096] = bytes(4096)
    elif kind == "cut":
        del data[dice.randrange(used):]
    elif kind == "noise":
        data[:] = dice.randbytes(dice.choice([10, 4096, 100_000]))
    elif kind == "empty":
        data.clear()
    elif kind == "swap":
        one, other = (dice.randrange(used // 4096 or 1) * 4096 for _ in range(2))
        data[one:one + 4096], data[other:other + 4096] = (
            data[other:other + 4096], data[one:one + 4096])
    elif kind == "header":
        data[dice.randrange(100)] = dice.randrange(256)
    path.write_bytes(data)
    if kind == "foreign":
        path = state / "events.db"
        for file in state.iterdir():
            file.unlink()
        with sqlite3.connect(path) as database:
            database.execute("CREATE TABLE recipes (title)")
        database.close()
    return f"{kind} of {path.name}"


def survive(state, what):
    """Opens the store, adds events, reads everything, and does it again; returns whether it was reset."""
    resets = 0
    for attempt in range(2):
        lines, status = proof.run(state, count=30, read=1, patience_s=60)
        proof.expect(status == 0, f"{what}, attempt {attempt + 1}: exit {status}: {lines[-3:]}")
        proof.expect(len(proof.acks(lines)) == 30, f"{what}, attempt {attempt + 1}: {lines[-3:]}")
        resets += any(line.startswith("condition reset") for line in lines)
    kept = [path.name for path in state.iterdir() if ".aside-" in path.name]
    proof.expect(len(kept) <= 6, f"{what}: kept {kept}")
    return resets > 0
