"""Signed distances on WGS84, slow and plain: the reference that the engine's geometry is held against.

Lengths are geodesics of geographiclib; edges are straight in longitude and latitude (RFC 7946); the side is
decided in exact rational arithmetic. Nothing here is derived from the engine's code.
"""
import math
from fractions import Fraction

import numpy as np
from geographiclib.geodesic import Geodesic

WGS84 = Geodesic.WGS84
LENGTH = Geodesic.DISTANCE
LENGTH_AND_AZIMUTH = Geodesic.DISTANCE | Geodesic.AZIMUTH
SEMI_MAJOR, ECCENTRICITY2 = 6378137.0, 6.69437999014e-3


def distance(lat1, lon1, lat2, lon2):
    """Geodesic length in metres."""
    return WGS84.Inverse(lat1, lon1, lat2, lon2, LENGTH)["s12"]


def destination(lat, lon, azimuth, metres):
    """The place `metres` away in the direction `azimuth` (degrees), as (lat, lon) with lon near the start's."""
    end = WGS84.Direct(lat, lon, azimuth, metres, Geodesic.STANDARD | Geodesic.LONG_UNROLL)
    return end["lat2"], end["lon2"]


def radii(lat):
    """Metres per degree of latitude and of longitude at `lat`."""
    sine = math.sin(math.radians(lat))
    w = 1 - ECCENTRICITY2 * sine * sine
    meridian = SEMI_MAJOR * (1 - ECCENTRICITY2) / w**1.5
    normal = SEMI_MAJOR / math.sqrt(w)
    return math.radians(meridian), math.radians(normal * math.cos(math.radians(lat)))


def ecef(lat, lon):
    """Cartesian metres of places given in degrees (arrays or numbers)."""
    lat, lon = np.radians(lat), np.radians(lon)
    n = SEMI_MAJOR / np.sqrt(1 - ECCENTRICITY2 * np.sin(lat) ** 2)
    return np.stack(
        [n * np.cos(lat) * np.cos(lon), n * np.cos(lat) * np.sin(lon), n * (1 - ECCENTRICITY2) * np.sin(lat)], -1)


def unwrap(ring):
    """The ring of (lon, lat) with every longitude within 180 degrees of its first vertex."""
    first = ring[0][0]
    return [(lon - 360.0 * round((lon - first) / 360.0), lat) for lon, lat in ring]


def edge_distance(lat, lon, a, b):
    """Metres from a place to the edge a-b of (lon, lat): golden bisection on the sign of the slope.

    The slope of the distance along the edge is minus the cosine of the angle between the edge and the geodesic
    that arrives from the place, so its root is the foot.
    """
    d_lon, d_lat = b[0] - a[0], b[1] - a[1]

    def look(u):
        at_lat, at_lon = a[1] + u * d_lat, a[0] + u * d_lon
        line = WGS84.Inverse(lat, lon, at_lat, at_lon, LENGTH_AND_AZIMUTH)
        per_lat, per_lon = radii(at_lat)
        azimuth = math.radians(line["azi2"])
        slope = d_lat * per_lat * math.cos(azimuth) + d_lon * per_lon * math.sin(azimuth)
        return line["s12"], slope

    near, near_slope = look(0.0)
    far, far_slope = look(1.0)
    best = min(near, far)
    if best == 0 or (d_lon == 0 and d_lat == 0) or near_slope >= 0 or far_slope <= 0:
        return best
    low, high, f_low, f_high = 0.0, 1.0, near_slope * near, far_slope * far
    for step in range(60):
        # The slope times the distance is nearly linear in u, so false position lands at once; every third
        # step bisects to keep the bracket shrinking.
        u = (low + high) / 2 if step % 3 == 2 else low - f_low * (high - low) / (f_high - f_low)
        s, slope = look(u)
        best = min(best, s)
        if slope == 0 or s == 0 or abs(slope) * (high - low) < 1e-4:
            break
        if slope < 0:
            low, f_low = u, slope * s
        else:
            high, f_high = u, slope * s
    return best


def turn(a, b, p):
    """Sign of the turn a-b-p, exact."""
    left = (b[0] - a[0]) * (p[1] - a[1])
    right = (b[1] - a[1]) * (p[0] - a[0])
    if abs(left - right) > 1e-12 * (abs(left) + abs(right)) and abs(left - right) > 1e-25:
        return 1 if left > right else -1
    a, b, p = [tuple(map(Fraction, q)) for q in (a, b, p)]
    exact = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    return (exact > 0) - (exact < 0)


def ring_side(ring, p):
    """1 inside, 0 on the edge, -1 outside, for a closed ring of (lon, lat) on one line of longitude."""
    inside = False
    for a, b in zip(ring, ring[1:]):
        if min(a[1], b[1]) <= p[1] <= max(a[1], b[1]):
            sign = turn(a, b, p)
            if sign == 0 and min(a[0], b[0]) <= p[0] <= max(a[0], b[0]):
                return 0
            if (a[1] <= p[1]) != (b[1] <= p[1]) and (sign > 0) == (b[1] > a[1]):
                inside = not inside
    return 1 if inside else -1


class Edges:
    """Straight pieces in longitude and latitude, with cheap bounds to find the few that can be nearest."""

    def __init__(self, pieces):
        self.pieces = pieces
        start = np.array([a for a, _ in pieces], float).reshape(-1, 2)
        end = np.array([b for _, b in pieces], float).reshape(-1, 2)
        self.start, end = ecef(start[:, 1], start[:, 0]), ecef(end[:, 1], end[:, 0])
        self.along = end - self.start
        self.length2 = np.maximum((self.along**2).sum(1), 1e-18)
        steep = np.tan(np.radians(np.minimum(89.9, np.maximum(abs(start[:, 1]), abs(np.array(
            [b[1] for _, b in pieces]))))))
        # How far the drawn edge may lie from the chord: the earth's curve and the bend of the parallel.
        self.deviation = self.length2 * (1.2 + steep) / (7.5 * SEMI_MAJOR) + 1e-6

    def bounds(self, lat, lon):
        """Lower and upper bounds of the distance to each edge, in metres."""
        to = ecef(lat, lon) - self.start
        u = np.clip((to * self.along).sum(1) / self.length2, 0, 1)
        chord = np.sqrt(((to - u[:, None] * self.along) ** 2).sum(1))
        low = np.maximum(chord - self.deviation, 0)
        high = chord + self.deviation
        return low, high * (1 + (high / SEMI_MAJOR) ** 2 / 20)

    def lower_bound(self, lat, lon):
        return float(self.bounds(lat, lon)[0].min())

    def nearest(self, lat, lon):
        low, high = self.bounds(lat, lon)
        limit, best = high.min(), math.inf
        for k in np.argsort(low):
            if low[k] > min(best, limit):
                break
            best = min(best, edge_distance(lat, lon, *self.pieces[k]))
        return best


def enclosing_radius(places):
    """Metres of the radius of the smallest circle around places of (lon, lat), by stepping the centre."""
    center_lon = sum(p[0] for p in places) / len(places)
    center_lat = sum(p[1] for p in places) / len(places)
    if len(places) == 1:
        return 0.0
    for _ in range(4):
        plane = []
        for lon, lat in places:
            line = WGS84.Inverse(center_lat, center_lon, lat, lon, LENGTH_AND_AZIMUTH)
            azimuth = math.radians(line["azi1"])
            plane.append((line["s12"] * math.sin(azimuth), line["s12"] * math.cos(azimuth)))
        (x, y), radius = _plane_circle(plane)
        center_lat, center_lon = destination(center_lat, center_lon, math.degrees(math.atan2(x, y)), math.hypot(x, y))
    return radius


def _plane_circle(points):
    """Smallest circle around points of the plane: the classic incremental construction."""
    def around(p, q):
        return ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2), math.dist(p, q) / 2

    def through(p, q, r):
        bx, by, cx, cy = q[0] - p[0], q[1] - p[1], r[0] - p[0], r[1] - p[1]
        d = 2 * (bx * cy - by * cx)
        if abs(d) < 1e-12:
            return max((around(*pair) for pair in ((p, q), (p, r), (q, r))), key=lambda c: c[1])
        b2, c2 = bx * bx + by * by, cx * cx + cy * cy
        x, y = (cy * b2 - by * c2) / d, (bx * c2 - cx * b2) / d
        return (p[0] + x, p[1] + y), math.hypot(x, y)

    def out(circle, p):
        return math.dist(circle[0], p) > circle[1] * (1 + 1e-12) + 1e-9

    circle = (points[0], 0.0)
    for i, p in enumerate(points):
        if not out(circle, p):
            continue
        circle = (p, 0.0)
        for j, q in enumerate(points[:i]):
            if not out(circle, q):
                continue
            circle = around(p, q)
            for r in points[:j]:
                if out(circle, r):
                    circle = through(p, q, r)
    return circle
