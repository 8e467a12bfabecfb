#!/usr/bin/env python3
"""Seeded fences and tracks for the benchmarks, in a small binary form.

usage: workload.py fences N OUT | border N OUT | walk N OUT | jump N OUT

Little-endian 32-bit integers, coordinates in units of 1e-7 degree, longitude first. Fences: the word FNC1, a
count, then per fence the count of its vertices and an open ring. Tracks: the word TRK1, a count, the places.
Fences lie in a square of 60 km, 20 to 500 m across, most with 5 to 40 vertices, some as rectangles and circles.
A walk moves 1 to 30 m/s, ten fixes a second, towards random places; jumps are uniform over the square.
"""
import sys

import numpy as np

SIDE_M, LAT, LON, SEED = 60_000.0, 48.1370, 11.5750, 7
PER_LAT = 111_132.0
PER_LON = 111_319.5 * np.cos(np.radians(LAT))


def units(x, y):
    """Metres from the middle as pairs of (lon, lat) integers."""
    return np.stack([np.rint((LON + x / PER_LON) * 1e7), np.rint((LAT + y / PER_LAT) * 1e7)], -1).astype("<i4")


def fences(random, count):
    for _ in range(count):
        x, y = random.uniform(-SIDE_M / 2, SIDE_M / 2, 2)
        radius = 10 * 25 ** random.random()
        kind = random.random()
        vertices = 32 if kind < 0.15 else 4 if kind < 0.35 else random.integers(5, 41)
        reach = radius * (1 if kind < 0.35 else random.uniform(0.55, 1, vertices))
        angle = 2 * np.pi * (np.arange(vertices) / vertices + random.random())
        yield units(x + reach * np.cos(angle), y + reach * np.sin(angle))


def border(random, vertices):
    """One ring, rough at every scale, about 20 km in radius."""
    angle, reach = 2 * np.pi * np.arange(vertices) / vertices, np.ones(vertices)
    for octave in range(1, 22):
        reach += 0.3 * 0.62**octave * np.sin(angle * int(1.55**octave) + random.uniform(0, 2 * np.pi))
    return units(20_000 * reach * np.cos(angle), 20_000 * reach * np.sin(angle))


def walk(random, count):
    at, legs, done = np.zeros(2), [], 0
    while done < count:
        to = np.clip(at + random.normal(0, 1500, 2), -SIDE_M / 2, SIDE_M / 2)
        steps = max(1, int(np.hypot(*(to - at)) / random.uniform(0.1, 3)))
        legs.append(at + (to - at) * np.arange(1, steps + 1)[:, None] / steps)
        at, done = to, done + steps
    places = np.concatenate(legs)[:count] + random.normal(0, 0.03, (count, 2))
    return units(places[:, 0], places[:, 1])


def main():
    kind, count, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    random = np.random.default_rng(SEED)
    with open(path, "wb") as out:
        if kind in ("fences", "border"):
            rings = fences(random, count) if kind == "fences" else [border(random, count)]
            out.write(b"FNC1" + np.int32(count if kind == "fences" else 1).tobytes())
            for ring in rings:
                out.write(np.int32(len(ring)).tobytes() + ring.tobytes())
        else:
            places = walk(random, count) if kind == "walk" else units(*random.uniform(-SIDE_M / 2, SIDE_M / 2, (2, count)))
            out.write(b"TRK1" + np.int32(count).tobytes() + places.tobytes())


main()
