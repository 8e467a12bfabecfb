#!/usr/bin/env python3
"""Makes the geometry vectors in Tests/Data/Geodesy: Shapes/*.json and geodesics.json (needs geographiclib, numpy; no code of geofenced).

  geometry_vectors.py [DIRECTORY]

Each file is one drawn shape and places with their signed distance in metres, which this script finds
by brute force: the boundary is sampled densely, the samples are ranked by their chord through the
earth, and around each that can be nearest the distance of GeographicLib is minimised along the edge.
The side is decided with rational numbers. Shapes that are cut at the antimeridian or reach a pole
say themselves what their boundary is and what they hold. Deterministic: the seed is the shape's name.
"""
import itertools
import json
import math
import os
import random
import sys
from fractions import Fraction

import numpy
from geographiclib.geodesic import Geodesic

EARTH = Geodesic.WGS84
A, F = EARTH.a, EARTH.f
E2 = F * (2 - F)


def distance(p, q):
    return EARTH.Inverse(p[1], p[0], q[1], q[0], Geodesic.DISTANCE)["s12"]


def away(p, azimuth, metres):
    g = EARTH.Direct(p[1], p[0], azimuth, metres)
    return (g["lon2"], g["lat2"])


def ecef(lon, lat):
    lon, lat = numpy.radians(lon), numpy.radians(lat)
    n = A / numpy.sqrt(1 - E2 * numpy.sin(lat) ** 2)
    return numpy.stack([n * numpy.cos(lat) * numpy.cos(lon), n * numpy.cos(lat) * numpy.sin(lon),
                        n * (1 - E2) * numpy.sin(lat)], axis=-1)


def unwrap(ring):
    """Each longitude on the turn nearest to the one before; a step of exactly 360 stays."""
    out = [tuple(ring[0][:2])]
    for before, (lon, lat) in zip(ring, (c[:2] for c in ring[1:])):
        x = out[-1][0]
        if abs(lon - before[0]) == 360:
            out.append((x + lon - before[0], lat))
        else:
            out.append((lon - 360 * round((lon - x) / 360) if abs(lon - x) > 180 else lon, lat))
    return out


def edges_of(path):
    return [(a, b) for a, b in zip(path, path[1:]) if a != b]


def closed(ring):
    ring = unwrap(ring)
    return ring if ring[0] == ring[-1] else ring + [ring[0]]


class Boundary:
    """The sampled edges of a boundary."""

    def __init__(self, edges):
        self.edges = edges
        lon, lat, owner, where = [], [], [], []
        self.counts = []
        for i, (a, b) in enumerate(edges):
            metres = max(math.hypot((b[0] - a[0]) * 111e3, (b[1] - a[1]) * 111e3), 1e-3)
            n = int(min(4000, max(24, metres / 2000)))
            self.counts.append(n)
            t = numpy.linspace(0, 1, n + 1)
            lon.append(a[0] + t * (b[0] - a[0]))
            lat.append(a[1] + t * (b[1] - a[1]))
            owner.append(numpy.full(n + 1, i))
            where.append(t)
        self.lon, self.lat = numpy.concatenate(lon), numpy.concatenate(lat)
        self.owner, self.where = numpy.concatenate(owner), numpy.concatenate(where)
        self.place = ecef(self.lon, self.lat)
        step = numpy.zeros(len(self.owner))
        gap = numpy.linalg.norm(numpy.diff(self.place, axis=0), axis=1)
        gap[numpy.diff(self.owner) != 0] = 0
        step[:-1] = gap
        step[1:] = numpy.maximum(step[1:], gap)
        self.step = step

    def distance(self, p):
        chord = numpy.linalg.norm(self.place - ecef(p[0], p[1]), axis=1)
        least = (chord - self.step)
        order = numpy.argsort(chord)
        limit = chord[order[0]] * 1.002
        near = numpy.nonzero(least <= limit)[0]
        near = near[numpy.argsort(chord[near])][:24]
        return min(self.along(p, int(i)) for i in near)

    def along(self, p, i):
        a, b = self.edges[self.owner[i]]
        n = self.counts[self.owner[i]]
        low, high = max(0.0, self.where[i] - 1 / n), min(1.0, self.where[i] + 1 / n)

        def d(t):
            return distance(p, (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))

        golden = (math.sqrt(5) - 1) / 2
        u, v = high - golden * (high - low), low + golden * (high - low)
        du, dv = d(u), d(v)
        ends = min(d(low), d(high))
        for _ in range(60):
            if du < dv:
                high, v, dv = v, u, du
                u = high - golden * (high - low)
                du = d(u)
            else:
                low, u, du = u, v, dv
                v = low + golden * (high - low)
                dv = d(v)
            if high - low < 1e-13:
                break
        return min(ends, du, dv)


def ring_side(ring, p):
    """'edge', 'inside' or 'outside', in rational numbers."""
    x, y = Fraction(p[0]), Fraction(p[1])
    odd = False
    for a, b in edges_of(ring):
        ax, ay, bx, by = map(Fraction, (*a, *b))
        cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if cross == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return "edge"
        if (ay <= y) != (by <= y) and ax + (y - ay) * (bx - ax) / (by - ay) > x:
            odd = not odd
    return "inside" if odd else "outside"


def rings_side(rings, p):
    """The side of a place among rings, on whatever turn it meets them."""
    inside = False
    for ring in rings:
        for turn in (-360, 0, 360):
            side = ring_side(ring, (p[0] + turn if turn else p[0], p[1]))
            if side == "edge":
                return "edge"
            inside ^= side == "inside"
    return "inside" if inside else "outside"


class Case:
    def __init__(self, name, about, shape, parts=None, reach=(), seeds=14, far=True):
        """`parts`: the real outlines, (edges, side function) each; by default those drawn."""
        self.name, self.about, self.shape = name, about, shape
        if parts is None:
            parts = []
            for polygon in shape["polygons"]:
                rings = [closed(r) for r in polygon]
                parts.append(([e for r in rings for e in edges_of(r)],
                              lambda p, rings=rings: rings_side(rings, p)))
        self.parts = [(Boundary(edges), side) for edges, side in parts]
        self.extra, self.seeds, self.far = list(reach), seeds, far

    def places(self):
        rng = random.Random(self.name)
        yield from self.extra
        for boundary, _ in self.parts:
            edges = boundary.edges
            yield rng.choice(edges)[0]
            scales = [1e-3, 0.05, 1, 5, 30, 100, 1e3, 1e4] + ([5e4, 2e5, 5e5, 3e6] if self.far else [])
            for _ in range(self.seeds):
                a, b = rng.choice(edges)
                t = rng.random()
                foot = (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
                for scale in rng.sample(scales, 3):
                    yield away(foot, rng.uniform(-180, 180), scale * rng.uniform(0.3, 1))

    def measured(self, p):
        best = math.inf
        word = "outside"
        for boundary, side in self.parts:
            where = side(p)
            if where == "edge":
                s = 0.0
            else:
                s = boundary.distance(p) * (-1 if where == "inside" else 1)
            best = min(best, s)
            if where == "inside" or word == "outside":
                word = where
        return best, word

    def write(self, directory):
        rows = []
        for p in self.places():
            s, side = self.measured(p)
            rows.append({"lon": p[0], "lat": p[1], "s": round(s, 7), "side": side})
        with open(os.path.join(directory, self.name + ".json"), "w") as file:
            head = json.dumps({"about": self.about, "shape": self.shape})[:-1]
            file.write(head + ', "places": [\n  ')
            file.write(",\n  ".join(json.dumps(r) for r in rows))
            file.write("\n]}\n")
        print(f"{self.name}: {len(rows)} places")


class Simple(Case):
    """Points or a circle: a function gives `s`."""

    def __init__(self, name, about, shape, measure, centers, scales):
        self.name, self.about, self.shape = name, about, shape
        self.measure, self.centers, self.scales = measure, centers, scales

    def places(self):
        rng = random.Random(self.name)
        for center in self.centers:
            for scale in self.scales:
                yield away(center, rng.uniform(-180, 180), scale)

    def measured(self, p):
        s = self.measure(p)
        return s, "inside" if s < 0 else "edge" if s == 0 else "outside"


def box(west, south, east, north):
    return [(west, south), (east, south), (east, north), (west, north), (west, south)]


def star(lon, lat, metres, count, seed):
    rng = random.Random(seed)
    ring = []
    for i in range(count):
        q = away((lon, lat), -360 * i / count, metres * rng.uniform(0.5, 1))
        ring.append((round(q[0], 7), round(q[1], 7)))
    return ring + ring[:1]


def whole(p, low, high):
    """The longitude of p from low to high."""
    x = p[0]
    while x < low:
        x += 360
    while x > high:
        x -= 360
    return x


def cases():
    def plain(name, about, polygons, **more):
        return Case(name, about, {"polygons": polygons}, **more)

    garden = star(11.575, 48.137, 40, 14, 1)
    yield plain("garden", "A garden of fourteen corners in Munich.", [[garden]],
                reach=[garden[3], garden[7]], seeds=40)
    yield plain("two-metres", "A fence two metres across, at the equator, in Oslo and in Alert.",
                [[box(0, 0, 0.000018, 0.000018)],
                 [box(10.75, 59.91, 10.750036, 59.910018)],
                 [box(-62.3, 82.5, -62.29986, 82.500018)]],
                reach=[(0.000009, 0.000009), (0.000009, 0), (10.75, 59.910009)])
    yield plain("near-pole", "A square of 150 m at 89.9 degrees north.",
                [[star(33, 89.9, 150, 9, 2)]], seeds=30)
    yield plain("near-south-pole", "A star of 3 km at 89.5 degrees south.",
                [[star(-120, -89.5, 3000, 12, 3)]], seeds=30)
    for lat in (-75, -33, 15, 60, 80, 88):
        yield plain(f"city-{'s' if lat < 0 else 'n'}{abs(lat)}", f"A star of 5 km at latitude {lat}.",
                    [[star(25, lat, 5000, 20, lat)]])
    yield plain("long-edges", "Edges of a thousand kilometres and more at high latitudes.",
                [[[(-141, 60), (-141, 69.6), (-95, 70), (-60, 83), (-61.5, 60), (-141, 60)]]],
                reach=[(-100, 60), (-100, 60.001), (-100, 59.999), (-141, 65)], seeds=40)
    yield plain("49th-parallel", "A border of 2000 km along a parallel.",
                [[[(-123.3, 49), (-95.15, 49), (-95.15, 55), (-123.3, 55), (-123.3, 49)]]],
                reach=[(-110, 49), (-110, 49.0000001), (-110, 48.9999999)], seeds=30)
    yield plain("holes", "A park with two lakes, one of them with a corner on the shore of the other.",
                [[box(5, 52, 5.02, 52.01), box(5.002, 52.002, 5.008, 52.008)[::-1],
                  [(5.01, 52.003), (5.018, 52.005), (5.01, 52.008), (5.01, 52.003)]]],
                reach=[(5.005, 52.005), (5.01, 52.005), (5.002, 52.002), (5.009, 52.001)], seeds=30)
    shore = star(179.9999, 64.99, 60, 9, 0)
    yield plain("pond", "A garden over the antimeridian with a pond; its corners and those of the pond are edge.",
                [[shore, star(179.9999, 64.99, 20, 7, 12)[::-1]]], reach=shore, seeds=5)
    yield plain("islands", "Three islands, one of them with a lake that holds another.",
                [[star(23.5, 38, 2000, 15, 5)], [box(23.6, 38, 23.7, 38.1), box(23.62, 38.02, 23.68, 38.08)],
                 [box(23.64, 38.04, 23.66, 38.06)]], reach=[(23.65, 38.05), (23.63, 38.03), (23.61, 38.01)])
    messy = garden[:3] + [garden[2]] + garden[3:6] + [garden[5], garden[5]] + garden[6:-1]
    yield Case("messy", "The garden with repeated points, clockwise and not closed.",
               {"polygons": [[messy[::-1]]]},
               [(edges_of(garden), lambda p: rings_side([garden], p))])
    square = box(8, 47, 8.01, 47.01)
    spiked = [(8, 47), (8.01, 47), (8.02, 47), (8.01, 47), (8.01, 47.01), (8.005, 47.01), (8.005, 47.02),
              (8.005, 47.01), (8, 47.01), (8, 47.005), (8.004, 47.005), (8, 47.005), (8, 47)]
    yield Case("spikes", "A square with spikes outwards and inwards: they hold no area and do not count.",
               {"polygons": [[spiked]]}, [(edges_of(square), lambda p: rings_side([square], p))],
               reach=[(8.015, 47), (8.005, 47.015), (8.003, 47.005), (8.0, 47.005)])

    # Fiji three ways: cut, jumping, and beyond 180.
    island = [(179.2, -17.0), (179.9, -16.2), (180.0, -16.1), (180.3, -16.4), (180.0, -16.9), (179.6, -17.2)]
    sea = [(edges_of(island + island[:1]),
            lambda p: rings_side([island + island[:1]], p))]
    fiji = [(180.0, -16.5), (-180.0, -16.5), (179.999, -16.5), (-179.999, -16.5), (-179.8, -16.45)]
    west = [(179.2, -17.0), (179.9, -16.2), (180.0, -16.1), (180.0, -16.9), (179.6, -17.2), (179.2, -17.0)]
    east = [(-180.0, -16.1), (-179.7, -16.4), (-180.0, -16.9), (-180.0, -16.1)]
    yield Case("fiji-cut", "An island cut at the antimeridian as RFC 7946 wants it.",
               {"polygons": [[west], [east]]}, sea, fiji, 30)
    yield Case("fiji-jump", "The island as one ring whose longitude jumps.",
               {"polygons": [[[(x - 360 if x > 180 else x, y) for x, y in island]]]}, sea, fiji, 20)
    yield Case("fiji-beyond", "The island as one ring beyond 180.", {"polygons": [[island]]}, sea, fiji, 20)
    # Chukotka: the cut is longer on one side, so part of it is a real border.
    main = [(170, 64), (180, 64), (180, 71), (170, 70), (170, 64)]
    cape = [(-180, 65), (-170, 66), (-175, 68.5), (-180, 69), (-180, 65)]
    chukotka = [((170, 64), (180, 64)), ((180, 64), (180, 65)), ((180, 65), (190, 66)),
                ((190, 66), (185, 68.5)), ((185, 68.5), (180, 69)), ((180, 69), (180, 71)),
                ((180, 71), (170, 70)), ((170, 70), (170, 64))]
    joined = [a for a, _ in chukotka] + [(170, 64)]
    yield Case("chukotka", "Two halves that meet along a part of the antimeridian only.",
               {"polygons": [[main], [cape]]}, [(chukotka, lambda p: rings_side([joined], p))],
               [(180, 67), (-180, 64.5), (180, 70), (180, 65), (179, 67), (-179, 67)], 40)

    # Antarctica: coast, then down the antimeridian, along the pole and up again.
    rng = random.Random("antarctica")
    coast = [(-180 + 10 * i, round(-66 - 12 * rng.random(), 3)) for i in range(36)]
    coast.append((180, coast[0][1]))
    icy = edges_of(coast)

    def south_of(line, flip=1):
        def side(p):
            if abs(p[1]) == 90:
                return "inside" if p[1] * flip < 0 else "outside"
            x = whole(p, line[0][0], line[-1][0])
            for (ax, ay), (bx, by) in zip(line, line[1:]):
                if ax <= x <= bx:
                    cut = Fraction(ay) + (Fraction(x) - ax) * (Fraction(by) - Fraction(ay)) / (bx - ax)
                    d = (Fraction(p[1]) - cut) * flip
                    return "edge" if d == 0 else "inside" if d < 0 else "outside"
            raise ValueError(p)
        return side

    poles = [(0, -90), (77, -90), (0, 90), (180, -85), (-180, -85), (179.9999, -85), (-179.9999, -85),
             (45, -89.9), (180, -60), coast[4]]
    # Where coast meets the cut is a vertex, and the cut itself is no boundary.
    yield Case("antarctica", "A continent round the pole, closed along the antimeridian and the pole.",
               {"polygons": [[coast + [(180, -90), (-180, -90), coast[0]]]]},
               [(icy, south_of(coast))], poles, 50)
    yield Case("antarctica-ring", "The continent as a ring that goes round the earth.",
               {"polygons": [[coast]]}, [(icy, south_of(coast))], poles, 20)
    # All longitudes within the circle, a cut to the pole and back at some meridian, begun at its tip.
    turned = [((x + 180) % 360 - 180, y) for x, y in coast[3:] + coast[1:4]]
    tip = [(turned[0][0], -90)]
    yield Case("antarctica-slit", "The continent as a ring with a cut to the pole and back.",
               {"polygons": [[tip + turned + tip]]}, [(icy, south_of(coast))], poles, 20)
    # The same at a meridian of decimals, which a turn puts beside itself in binary.
    shifted = [(round(x + 147.49731576, 9), y) for x, y in coast]
    turned = [(round((x + 180) % 360 - 180, 9), y) for x, y in shifted]
    assert turned[0][0] + 360 - 360 != turned[0][0]
    tip = [(turned[0][0], -90)]
    yield Case("antarctica-slit-decimals", "The continent with a cut to the pole at a meridian of nine decimals.",
               {"polygons": [[tip + turned + tip]]},
               [(edges_of(shifted), south_of(shifted))], [(x + 147.49731576, y) for x, y in poles], 20)
    # The drawing along the antimeridian and the pole, shifted and put within the circle: both sides of the
    # cut now lie on one meridian, some units in the last place apart.
    shifted = [(x + 81.1, y) for x, y in coast]
    wrapped = [(x - 360 * math.floor((x + 180) / 360), y)
               for x, y in shifted + [(shifted[-1][0], -80), (shifted[-1][0], -90), (shifted[0][0], -90), shifted[0]]]
    assert wrapped[-1][0] != wrapped[-3][0] and abs(wrapped[-1][0] - wrapped[-3][0]) < 1e-12
    yield Case("antarctica-wrapped", "The continent shifted with its cut, every longitude put within the circle.",
               {"polygons": [[wrapped[::-1]]]},
               [(edges_of(shifted), south_of(shifted))], [(x + 81.1, y) for x, y in poles], 20)
    # Cut along another meridian, whose two sides are a turn apart in decimals but not in binary.
    moved = [(round(x + 359.892987549, 9), y) for x, y in coast]
    yield Case("antarctica-decimals", "The continent closed along a meridian of nine decimals and the pole.",
               {"polygons": [[moved + [(moved[-1][0], -90), (moved[0][0], -90), moved[0]]]]},
               [(edges_of(moved), south_of(moved))], [(x + 359.892987549, y) for x, y in poles], 20)
    arctic = [(x, -y) for x, y in coast]
    along = [(x, 90) for x in range(180, -181, -30)]
    yield Case("arctic", "Its mirror in the north, closed along the pole in steps.",
               {"polygons": [[arctic + along + arctic[:1]]]},
               [(edges_of(arctic), south_of(arctic, -1))], [(x, -y) for x, y in poles], 20)
    zone = [(7.5, -90), (7.5, 90), (22.5, 90), (22.5, -90), (7.5, -90)]
    sides = [(zone[0], zone[1]), (zone[2], zone[3])]

    def in_zone(p):
        if abs(p[1]) == 90:
            return "edge"
        x = p[0] % 360
        return "edge" if x in (7.5, 22.5) else "inside" if 7.5 < x < 22.5 else "outside"

    yield Case("time-zone", "A nautical time zone from pole to pole.", {"polygons": [[zone]]},
               [(sides, in_zone)], [(15, 89.999), (15, -90), (15, 0), (-165, 89.9), (-165, 0), (100, 89.5)], 30)
    date = [(sides[0][0], sides[0][1]), (sides[1][0], sides[1][1])]
    shifted = [((x + 165, y), (u + 165, v)) for (x, y), (u, v) in date]
    yield Case("date-line-zone", "The time zone on the date line, cut there from pole to pole.",
               {"polygons": [[box(172.5, -90, 180, 90)], [box(-180, -90, -172.5, 90)]]},
               [(shifted, lambda p: in_zone((p[0] - 165, p[1])))],
               [(180, 10), (-180, 10), (179.99, -89), (0, 89.9), (0, 90)], 30)
    band = [((-180, -60), (180, -60)), ((-180, 60), (180, 60))]
    yield Case("band", "All places between the sixtieth parallels, drawn as one box.",
               {"polygons": [[box(-180, -60, 180, 60)]]},
               [(band, lambda p: "edge" if abs(p[1]) == 60 else "inside" if abs(p[1]) < 60 else "outside")],
               [(180, 0), (-180, 30), (0, 60), (0, 90), (12, -75), (180, 60)], 20)


    rng = random.Random("coast")
    waves = [(2 ** k, 0.4 / 2 ** k * rng.uniform(0.5, 1.5), rng.uniform(0, 6.28)) for k in range(1, 11)]
    coastline = []
    for i in range(3000):
        turn = 2 * math.pi * i / 3000
        r = 150e3 * (0.75 + sum(size * math.sin(f * turn + p) for f, size, p in waves))
        q = away((-3.5, 56.5), -math.degrees(turn), r)
        coastline.append((round(q[0], 7), round(q[1], 7)))
    yield plain("coast", "A coast of three thousand vertices.", [[coastline]], seeds=60,
                reach=[coastline[17], coastline[1999], (-3.5, 56.5), (-8, 56.5), (-3.5, 60)])
    triangle = [(0.1, 0.1), (12.3, 4.7), (5.9, 9.1), (0.1, 0.1)]
    nudged = []
    for (ax, ay), (bx, by) in edges_of(triangle):
        for k in range(1, 14):
            x = ax + (bx - ax) * k / 14
            y = ay + (by - ay) * k / 14
            for _ in range(3):
                nudged.append((x, y))
                y = float(numpy.nextafter(y, 90 if k % 2 else -90))
    yield plain("by-a-hair", "Places on the edges of a triangle and one or two units in the last place off.",
                [[triangle]], reach=nudged, seeds=0)

    road = [[(24.9, 60.1), (25.3, 60.4), (30.0, 60.2)], [(179.5, -18), (-179.5, -17.5)]]
    parts = [(edges_of(unwrap(line)), lambda p: "outside") for line in road]
    yield Case("lines", "A road and a ferry over the antimeridian.", {"lines": road}, parts, seeds=20)
    buoys = [(179.9, 52), (-179.9, 52.1), (10, 89.95)]
    near = [0.01, 1, 99, 1e3, 1e4, 1e5, 5e5, 4e6]
    yield Simple("points", "Three buoys.", {"points": buoys},
                 lambda p: min(distance(p, q) for q in buoys), buoys, near)
    for lat in (0, 52.37, -89.95):
        c = (179.99, lat)
        yield Simple(f"circle-{lat}", f"A circle of 30 m at latitude {lat}.",
                     {"circle": {"center": c, "radius": 30.0}}, lambda p, c=c: distance(p, c) - 30, [c],
                     [0, 1, 29.9, 30.1, 100, 1e3, 1e4, 1e5, 5e5])


def geodesics(directory):
    """Lengths and azimuths between places near and far, and nearly opposite ones."""
    rng = random.Random("geodesics")
    rows = []
    for i in range(300):
        lat1 = rng.choice([rng.uniform(-90, 90), 0.0, 90.0, -90.0, rng.uniform(-1, 1)])
        lon1 = rng.choice([rng.uniform(-180, 180), 180.0, -180.0])
        kind = i % 4
        if kind == 0:
            lat2, lon2 = rng.uniform(-90, 90), rng.uniform(-180, 180)
        elif kind == 1:
            lat2, lon2 = -lat1 + rng.uniform(-1, 1) * rng.choice([0, 1]), lon1 + 180 + rng.uniform(-1, 1)
            lat2 = max(-90.0, min(90.0, lat2))
        else:
            lon2, lat2 = away((lon1, lat1), rng.uniform(-180, 180), 10 ** rng.uniform(-3, 6))
        g = EARTH.Inverse(lat1, lon1, lat2, lon2)
        rows.append({"lat1": lat1, "lon1": lon1, "lat2": lat2, "lon2": lon2, "s": g["s12"], "azimuth": g["azi1"]})
    # On the equator and immeasurably close to it: the sign of zero and squares that underflow.
    for lat1, lat2, lon2 in itertools.product([0.0, -0.0, 1e-200, -1e-200], [0.0, -0.0, 1e-200], [0.5, 179.0, 179.5, 180.0]):
        g = EARTH.Inverse(lat1, 0.0, lat2, lon2)
        rows.append({"lat1": lat1, "lon1": 0.0, "lat2": lat2, "lon2": lon2, "s": g["s12"], "azimuth": g["azi1"]})
    with open(os.path.join(directory, "geodesics.json"), "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(r) for r in rows) + "\n]\n")


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    target = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "..", "Data", "Geodesy")
    os.makedirs(os.path.join(target, "Shapes"), exist_ok=True)
    geodesics(target)
    for case in cases():
        case.write(os.path.join(target, "Shapes"))
