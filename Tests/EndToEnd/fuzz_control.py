#!/usr/bin/env python3
"""Sends mutated requests to a real daemon, and measures what they do to others.

    fuzz_control.py --bin DIR [--seconds N] [--seed N]

The seeds are the requests of Tests/Data/ControlProtocol: nested deep, made long, with broken text,
repeated keys, long numbers and values of wrong types, many in one write, cut, and byte by byte. The
daemon must live, its memory stay bounded, and the longest wait of a second client for an answer must
stay within 50 ms, less the time in which others had the processors. Exits 1 when it does not, and keeps
the last lines that were sent in .build-fuzz/control-lines.
"""
import argparse
import collections
import json
import pathlib
import random
import socket
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from bench import daemon as daemons  # noqa: E402
from bench.others import Probe  # noqa: E402

LIMIT_S = 0.05
# Beside what the daemon has at the start: a line of each client, what it is read into, and an answer.
LIMIT_BYTES = 96 << 20
LINE = 1 << 20
CLIENTS = 6
SEEDS = [json.loads(line) for line in (
    HERE.parent / "Data/ControlProtocol/requests.jsonl").read_text().splitlines()]
ODD = [None, True, -1, 0, 1e308, 9223372036854775807, 18446744073709551616, "", "yard", "gps", "💥",
       "\u0000", [], {}, [[]], [None], {"": {}}, "2026-11-21T07:40:00.000Z", "a:1"]


def places(value, path=()):
    """Every place in a value, as the keys that lead to it."""
    yield path
    items = value.items() if isinstance(value, dict) else (
        enumerate(value) if isinstance(value, list) else ())
    for key, item in items:
        yield from places(item, path + (key,))


def put(value, path, new):
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = put(value[path[0]], path[1:], new)
    return copy


class Mutator:
    """Makes lines out of requests."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.kinds = [name for name in dir(self) if name.startswith("make_")]

    def line(self):
        kind = self.random.choice(self.kinds)
        line = getattr(self, kind)(self.random.choice(SEEDS))
        return kind[5:], line[:LINE].replace(b"\n", b" ") + b"\n"

    def written(self, request):
        return json.dumps(request, ensure_ascii=self.random.random() < 0.5,
                          separators=(",", ":")).encode("utf-8", "surrogatepass")

    def at_a_place(self, request, text):
        """The request with a text in the place of one of its values."""
        path = self.random.choice(list(places(request)))
        mark = "mark\u2603"
        return json.dumps(put(request, path, mark)).encode().replace(
            json.dumps(mark).encode(), text, 1)

    def size(self):
        return int(2 ** self.random.uniform(0, 20))

    def make_plain(self, request):
        return self.written(request)

    def make_typed_wrong(self, request):
        for _ in range(self.random.randint(1, 3)):
            path = self.random.choice(list(places(request)))
            request = put(request, path, self.random.choice(ODD))
            if not isinstance(request, dict):
                break
        return self.written(request)

    def make_deep(self, request):
        depth = self.random.choice([8, 16, 17, 60, 64, 65, 500, 5000, 100_000])
        begin, end = self.random.choice([(b"[", b"]"), (b'{"a":', b"}"), (b"[{},", b"]")])
        count = self.random.choice([0, 1, 2000])
        middle = b",".join([b"{}"] * count) or b"1"
        # Only so many that all of it fits, with its end.
        depth = min(depth, (LINE - 5000 - len(middle)) // (len(begin) + len(end)))
        return self.at_a_place(
            request, begin * depth + (b"[" + middle + b"]") + end * depth)

    def make_flat(self, request):
        item = self.random.choice([b"1", b"1.25", b"{}", b"[]", b'"a"', b"null", b'{"a":[1]}',
                                   b'"\\u00e9"', b'"\\ud83d\\ude00"', b"-0.0e-5"])
        count = min(self.size(), (LINE - 5000) // (len(item) + 1))
        return self.at_a_place(request, b"[" + b",".join([item] * count) + b"]")

    def make_huge(self, request):
        letter = self.random.choice(["x", "é", "\\u0041", "\\\\", "😀"]).encode()
        return self.at_a_place(
            request, b'"' + letter * (min(self.size(), LINE - 5000) // len(letter)) + b'"')

    def make_repeated_keys(self, request):
        line = self.written(request)
        key = self.random.choice([b'"id":1', b'"method":"Monitor.list"', b'"params":{}', b'"a":0'])
        count = min(self.size(), (LINE - 5000) // (len(key) + 1))
        return line[:-1] + b"," + b",".join([key] * count) + b"}"

    def make_many_keys(self, request):
        count = min(self.size(), 50_000)
        return self.at_a_place(
            request, b"{" + b",".join(b'"k%d":%d' % (n, n) for n in range(count)) + b"}")

    def make_long_number(self, request):
        digits = b"7" * min(self.size(), LINE - 5000)
        return self.at_a_place(request, self.random.choice(
            [digits, b"0." + digits, b"-" + digits, b"1e" + digits[:400], b"1E-" + digits[:400]]))

    def make_broken(self, request):
        line = bytearray(self.written(request))
        for _ in range(self.random.randint(1, 4)):
            at = self.random.randrange(len(line))
            choice = self.random.random()
            if choice < 0.4:
                line[at] = self.random.randrange(256)
            elif choice < 0.7:
                del line[at:at + self.random.randint(1, 9)]
            else:
                line[at:at] = self.random.choice(
                    [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\\u", b"\\ud800", b"\x00", b"NaN", b"}"])
            if not line:
                break
        return bytes(line)

    def make_fences(self, request):
        count = self.random.choice([1, 50, 1000, 7000])
        features = [{"type": "Feature", "id": f"f{n}", "geometry": {
            "type": "Point", "coordinates": [n % 90, n // 90]}} for n in range(count)]
        method = self.random.choice(["Fence.add", "Fence.replace", "Fence.set", "Fence.revert"])
        params = {"set": "points"}
        if method != "Fence.revert":
            params["collection"] = {"type": "FeatureCollection", "features": features}
        return self.written({"id": 1, "method": method, "params": params})

    def make_fixes(self, request):
        fix = self.random.choice(
            [{"lat": 34.4581, "lon": -119.7098}, {"lat": 91, "lon": 0}, {"lat": None}, 7])
        return self.written({"id": 1, "method": "Source.push", "params": {
            "source": "gps", "fixes": [fix] * min(self.size(), 10_000)}})

    def make_filter(self, request):
        names = [f"{n:04}" for n in range(min(self.size(), 90_000))]
        return self.written({"id": 1, "method": self.random.choice(
            ["Events.subscribe", "Events.list"]), "params": {
                self.random.choice(["fences", "types", "monitors"]): names,
                "snapshot": True, "follow": False}})


class Attacker:
    """A client that sends what it is given and reads what comes, as the daemon lets it."""

    def __init__(self, path):
        self.path = path
        self.socket = None

    def send(self, data, piece=1 << 16):
        try:
            if self.socket is None:
                self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                self.socket.connect(str(self.path))
            self.socket.settimeout(0.2)
            for start in range(0, len(data), piece):
                self.socket.sendall(data[start:start + piece])
            self.socket.settimeout(0.03)
            while self.socket.recv(1 << 20):
                if piece == 1:
                    return
            self.close()
        except TimeoutError:
            pass
        except OSError:
            self.close()

    def close(self):
        if self.socket is not None:
            self.socket.close()
        self.socket = None


def attack(place, daemon, mutator, seconds, recent, sent):
    """Sends lines for a while; the most memory that the daemon had meanwhile."""
    attackers = [Attacker(place.folder / "control.sock") for _ in range(CLIENTS)]
    most = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end and not daemon.has_ended():
        attacker = mutator.random.choice(attackers)
        how = mutator.random.random()
        lines = [mutator.line() for _ in range(mutator.random.choice([1, 1, 1, 20]))]
        for kind, line in lines:
            sent[kind] += 1
            recent.append(line)
        data = b"".join(line for _, line in lines)
        attacker.send(data[:3000] if how < 0.02 else data, piece=1 if how < 0.02 else 1 << 16)
        if how > 0.9:
            attacker.close()
        most = max(most, daemon.heap_bytes())
    for attacker in attackers:
        attacker.close()
    return most


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    daemons.BIN = options.bin.resolve()
    print(f"seed {options.seed}", flush=True)
    recent, sent = collections.deque(maxlen=200), collections.Counter()
    with daemons.temporary_place("fuzz") as place:
        daemon = place.daemon('type = "socket"')
        before = daemon.heap_bytes()
        probe = place.keep(Probe(place.folder / "control.sock", daemon.pid))
        most = attack(place, daemon, Mutator(options.seed), options.seconds, recent, sent)
        problems = []
        if daemon.has_ended():
            problems.append(f"the daemon ended: {daemon.errors()[-2000:]}")
        else:
            waits = probe.end()
            print(f"longest wait {waits['longest'] * 1e3:.1f} ms, of which the daemon's own "
                  f"{waits['own'] * 1e3:.1f} ms, in {waits['calls']} calls")
            if waits["own"] > LIMIT_S:
                problems.append(f"others waited {waits['own'] * 1e3:.1f} ms for the daemon")
        print(f"memory {before >> 20} MiB before, {most >> 20} MiB at most")
        if most - before > LIMIT_BYTES:
            problems.append(f"memory grew by {most - before >> 20} MiB")
        print(f"{sum(sent.values())} lines: "
              + ", ".join(f"{count} {kind}" for kind, count in sorted(sent.items())))
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        kept = daemons.ROOT / ".build-fuzz/control-lines"
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(b"".join(recent))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
