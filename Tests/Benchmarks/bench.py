#!/usr/bin/env python3
"""Runs the engine and its peers in turn (A B A B ...) on the same workloads and prints medians and ratios.

usage: bench.py --engine PROGRAM --geometry PROGRAM --geos PROGRAM --boost PROGRAM --data DIRECTORY [--full] [--runs 5]
                [--loading PROGRAM --foundation PROGRAM --generator gen.py]

Machines are noisy: only ratios of one run are worth quoting. A ratio is the median over the rounds: what stands
side by side in one round has met the same neighbours on the machine.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
# The greatest ratio to GEOS that is good enough, on the walk and on jumps.
# They leave a margin: below them the simplest code wins. A jump among few fences costs as much as accepting a fix;
# among many fences it crosses one, and GEOS makes neither an event nor a record of it.
MARKS = {1_000: (0.40, 1.85), 10_000: (0.40, 1.45), 100_000: (0.55, 1.65), 1_000_000: (0.90, 1.65)}
WALK_FIXES, JUMP_FIXES, BORDER_VERTICES = 1_000_000, 200_000, 40_000
# The share of the time of Foundation's JSONDecoder for the same file, 0.6 s of 3.4 s: a ratio is the same on any machine.
READ_TO_FOUNDATION = 0.6 / 3.4
# For the index over a million fences. What is measured holds the rest of the set as well: all of it is put in the
# order of the curve.
PACK_MS = 2_000
# An event consists of a dozen boxes and strings.
ALLOCATIONS_PER_EVENT = 20
# shapely takes some microseconds a fix and is asked for fewer.
SHAPELY_FIXES = 20_000


class Workloads:
    """Makes each input once and keeps it."""

    def __init__(self, folder, generator):
        self.folder, self.generator = folder, generator
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, kind, count):
        origin = "shared" if self.generator else "own"
        path = self.folder / f"{origin}-{kind}-{count}.bin"
        if not path.exists():
            print(f"making {path.name}", file=sys.stderr)
            part = path.with_suffix(".part")
            if self.generator:
                words = {"fences": ["fences", count], "border": ["shape", count], "walk": ["track", count, "--mode", "walk"],
                         "jump": ["track", count, "--mode", "jump"]}[kind]
                command = [self.generator, *words, "--format", "bin", "-o", part]
            else:
                command = [HERE / "workload.py", kind, count, part]
            subprocess.run([sys.executable, *map(str, command)], check=True)
            part.rename(path)
        return path


def loading(program, foundation, folder, generator, count, runs):
    """Load time and memory of a fence file, read and mapped; for each mark whether it is reached.

    Foundation is for up to 100,000 fences: it takes 480 MB for them.
    """
    source, compiled = folder / f"fences-{count}.geojson", folder / f"fences-{count}.compiled"
    if not source.exists():
        part = source.with_suffix(".part")
        subprocess.run([sys.executable, str(generator), "fences", str(count), "-o", str(part)], check=True)
        part.rename(source)
    commands = {"read": [program, source, compiled], "mapped": [program, "--mapped", source, compiled]}
    if count <= 100_000:
        commands["foundation"] = [foundation, source]
    results = in_turn(commands, runs)
    medians = {name: {field: median(rows, field) for field in rows[0]} for name, rows in results.items()}
    read, mapped = medians["read"], medians["mapped"]
    print(f"\nloading {count} fences, {source.stat().st_size / 1e6:.0f} MB")
    for name, row in medians.items():
        if "load_ms" in row:
            print(f"  {name:10} {row['load_ms']:6.0f} ms", flush=True)
    for name, row in (("read", read), ("mapped", mapped)):
        print(f"  {name:8} {row['anonymous_bytes_per_fence']:6.0f} B/fence anonymous, {row['file_bytes_per_fence']:6.0f} of files, "
              f"{row['peak_bytes_per_fence']:6.0f} at the peak, {row['set_bytes_per_fence']:6.0f} of the set itself", flush=True)
    reached = []
    if "foundation" in results:
        reached.append(mark("time to read over that of Foundation", ratio(results, "read", "foundation", "load_ms"), READ_TO_FOUNDATION))
    reached.append(mark("peak memory over that of the set", read["peak_bytes_per_fence"] / read["set_bytes_per_fence"], 3))
    reached.append(mark("bytes per fence", mapped["set_bytes_per_fence"], 450))
    reached.append(mark("MiB anonymous where it is mapped", mapped["anonymous_bytes_per_fence"] * count / 2**20, 64))
    reached.append(mark("mapping the compiled file, ms", mapped["map_ms"], 300))
    return reached


def mark(name, figure, limit):
    print(f"  {name}: {figure:.4g} (mark: {limit:.4g}): {'reached' if figure <= limit else 'MISSED'}", flush=True)
    return figure <= limit


def run(command):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.strip().splitlines()[-1])


def in_turn(commands, runs):
    """For each name the results of `runs` rounds; the programs take turns so that drift hits all alike."""
    results = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            results[name].append(run(command))
    return results


def median(results, field):
    values = [r[field] for r in results if field in r]
    return statistics.median(values) if values else float("nan")


def ratio(results, name, peer, field):
    """The median over the rounds of what a program gives by what a peer gives in the same round."""
    return statistics.median(own[field] / other[field] for own, other in zip(results[name], results[peer]))


def table(title, results, greatest):
    print(f"\n{title}")
    print(f"  {'':10} {'ns/fix':>10} {'to GEOS':>8} {'build ms':>9} {'B/fence':>8} {'transitions':>12}")
    ratios = {name: ratio(results, name, "geos", "cpu_ns_per_fix") for name in results}
    for name, rows in results.items():
        ns = median(rows, "cpu_ns_per_fix")
        print(f"  {name:10} {ns:10.1f} {ratios[name]:8.3f} {median(rows, 'build_ms'):9.1f} "
              f"{median(rows, 'bytes_per_fence'):8.0f} {median(rows, 'transitions'):12.0f}")
    is_idle = median(results["engine"], "transitions") == 0 < median(results["geos"], "transitions")
    verdict = "no transitions: NOT COMPARABLE" if is_idle else "reached" if ratios["engine"] <= greatest else "MISSED"
    print(f"  mark: {greatest:.2f} of GEOS: {verdict}", flush=True)
    return ratios["engine"] <= greatest and not is_idle


def check_evaluation(engine, fences, kind, track):
    """Compares the events of the engine with an evaluation of every fence, so that no mistake buys speed."""
    command = [engine, fences, track, "--verify"] + (["--jumps"] if kind == "jump" else [])
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True)
    *differences, result = done.stdout.strip().splitlines() or ["nothing was said"]
    print("\n".join(["  by brute force: " + ("the same " if done.returncode == 0 else "NOT THE SAME ") + result, *differences]), flush=True)
    return done.returncode == 0


def instructions(commands):
    """Instructions per fix, counted: what is the same on every machine and however busy it is."""
    few, many = 20_000, 60_000
    print(f"\ninstructions per fix (callgrind, fixes {few} to {many})")
    for name, command in commands.items():
        counts = []
        for fixes in few, many:
            done = subprocess.run(
                ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *map(str, command(fixes))],
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
            counts.append(int(done.stderr.split("Collected :")[1].split()[0]))
        print(f"  {name:16} {(counts[1] - counts[0]) / (many - few):10.0f}", flush=True)


def check_allocations(engine, fences, track, data):
    """Counts allocations by a preloaded library: an event may allocate, a fix without one may not."""
    counter = (data / "allocations.so").resolve()
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", counter, HERE / "peers" / "allocations.c"], check=True)
    done = subprocess.run([engine, fences, track], env={**os.environ, "LD_PRELOAD": str(counter)},
                          stdout=subprocess.PIPE, text=True, check=True)
    half = json.loads(done.stdout)["second_half"]
    print(f"\n{half['allocations']} allocations in {half['fixes']} fixes with {half['transitions']} events "
          f"(mark: {ALLOCATIONS_PER_EVENT} an event)")
    return half["allocations"] <= ALLOCATIONS_PER_EVENT * (half["transitions"] + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", type=pathlib.Path, required=True)
    parser.add_argument("--geometry", type=pathlib.Path, required=True)
    parser.add_argument("--loading", type=pathlib.Path)
    parser.add_argument("--foundation", type=pathlib.Path)
    parser.add_argument("--geos", type=pathlib.Path, required=True)
    parser.add_argument("--boost", type=pathlib.Path, required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--generator", type=pathlib.Path)
    parser.add_argument("--full", action="store_true", help="a million fences too")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    workloads = Workloads(options.data, options.generator)
    reached = []
    for count, marks in MARKS.items():
        if count == 1_000_000 and not options.full:
            continue
        fences = workloads.path("fences", count)
        for kind, fixes, greatest in zip(("walk", "jump"), (WALK_FIXES, JUMP_FIXES), marks):
            track = workloads.path(kind, fixes)
            engine = [options.engine, fences, track] + (["--jumps"] if kind == "jump" else [])
            peers = {name: [program, fences, track] for name, program in (("geos", options.geos), ("boost", options.boost))}
            results = in_turn({"engine": engine, **peers}, options.runs)
            if count <= 100_000:
                peer = [sys.executable, HERE / "peers" / "shapely_tree.py", fences, track, SHAPELY_FIXES]
                results |= in_turn({"shapely": peer}, 1)
            reached.append(table(f"{count} fences, {kind}", results, greatest))
            reached.append(check_evaluation(options.engine, fences, kind, track))
        if count == 1_000_000:
            reached.append(mark("index and set sorted and packed, ms", median(results["engine"], "pack_ms"), PACK_MS))
    if options.loading and options.foundation and options.generator:
        for count in (100_000, 1_000_000) if options.full else (100_000,):
            reached += loading(options.loading, options.foundation, options.data, options.generator, count, options.runs)
    border, track = workloads.path("border", BORDER_VERTICES), workloads.path("jump", JUMP_FIXES)
    results = in_turn({"engine": [options.geometry, border, track], "geos": [options.geos, border, track]}, options.runs)
    reached.append(table(f"which side of one border of {BORDER_VERTICES} vertices, jump", results, 1.0))
    fences, track = workloads.path("fences", 10_000), workloads.path("walk", WALK_FIXES)
    results = in_turn({f"{k} monitors": [options.engine, fences, track, "--monitors", k] for k in (1, 10)}, options.runs)
    one, ten = [median(rows, "cpu_ns_per_fix") for rows in results.values()]
    print(f"\nten monitors on one fence file: {ten:.1f} ns per fix, {ten / one:.2f} times one monitor (mark: below 10)")
    commands = {}
    for kind, count in (("walk", WALK_FIXES), ("jump", JUMP_FIXES)):
        places, flags = workloads.path(kind, count), ["--jumps"] if kind == "jump" else []
        commands[f"engine, {kind}"] = lambda n, p=places, f=flags: [options.engine, fences, p, "--fixes", n, *f]
        commands[f"geos, {kind}"] = lambda n, p=places: [options.geos, fences, p, n]
    instructions(commands)
    reached.append(check_allocations(options.engine, fences, track, options.data))
    print(f"\n{sum(reached)} of {len(reached)} marks reached")


if __name__ == "__main__":
    main()
