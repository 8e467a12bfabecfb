"""Random fences: what is meant, and one of the many ways in which a file may draw it."""
import math

from shapely.geometry import MultiPolygon, Polygon, box
from shapely.affinity import translate

from fences import Cap, Fence
from geodesy import destination

# Where the world is hard: latitude, longitude of the middle of a case.
PLACES = [(52.37, 4.89), (-16.8, 179.9997), (65.9, -179.9995), (-33.9, 151.2), (78.2, 15.6), (0.0002, 0.0003),
          (-54.8, -68.3), (85.0, 40.0), (-77.85, 179.9), (35.6, 139.7)]


class Drawing:
    """Draws one case around a place."""

    def __init__(self, random, place, extent):
        self.random, (self.lat, self.lon), self.extent = random, place, extent

    def near(self, metres, center=None):
        """A random place, as (lon, lat), longitude on the line of the case's middle."""
        lon, lat = center or (self.lon, self.lat)
        reach = metres * math.sqrt(self.random.random())
        at_lat, at_lon = destination(lat, lon, self.random.uniform(0, 360), reach)
        return round(at_lon, 9), round(at_lat, 9)

    def star(self, center, metres, least=0.35):
        """A closed ring that sees its middle from everywhere, anticlockwise."""
        count = self.random.choice([3, 4, 5, 7, 12, 25])
        ring = []
        for k in range(count):
            azimuth = 360 - 360 * (k + self.random.uniform(-0.3, 0.3)) / count
            lat, lon = destination(center[1], center[0], azimuth, metres * self.random.uniform(least, 1))
            ring.append((round(lon, 9), round(lat, 9)))
        return ring + ring[:1]

    def coast(self, place):
        """A line round the pole through a place, from its longitude to a whole turn beyond."""
        count = self.random.choice([6, 12, 40])
        coast = [(round(place[0] + 360 * k / count, 9),
                  round(place[1] + (self.random.uniform(-0.4, 0.4) if k else 0), 9)) for k in range(count)]
        return coast + [(round(place[0] + 360, 9), place[1])]

    def fence(self, name, floors):
        """One fence with the GeoJSON feature that draws it."""
        center = self.near(self.extent)
        size = self.extent * 10 ** self.random.uniform(-1.3, -0.2)
        kind = self.random.choice(["polygon"] * 5 + ["hole"] * 2 + ["parts", "line", "point", "points"])
        if abs(self.lat) > 60 and self.random.random() < 0.15:
            kind = "cap"
        settings = {}
        if kind == "polygon":
            fence = Fence(name, "polygons", [[self.star(center, size)]], settings)
        elif kind == "hole":
            shell, hole = self.star(center, size, 0.8), self.star(center, size * 0.3)
            while not Polygon(shell).contains(Polygon(hole)):
                # A hole beyond its shell is no polygon; the linter says so.
                shell, hole = self.star(center, size, 0.8), self.star(center, size * 0.3)
            fence = Fence(name, "polygons", [[shell, hole]], settings)
        elif kind == "parts":
            other = self.near(1, destination(center[1], center[0], 90, size * 3)[::-1])
            fence = Fence(name, "polygons", [[self.star(center, size)], [self.star(other, size)]], settings)
        elif kind == "cap":
            # The least circle around a cap is another matter than that around a garden.
            settings.update(tolerance_enter=0, tolerance_exit=0)
            fence = Cap(name, self.coast(center), center, settings)
        elif kind == "line":
            settings["buffer_m"] = round(size * 0.2 + 1, 2)
            fence = Fence(name, "lines", [[self.near(size, center) for _ in range(4)]], settings)
        else:
            settings["buffer_m"] = round(size * 0.6 + 1, 2)
            count = 1 if kind == "point" else 3
            fence = Fence(name, "points", [self.near(size, center) for _ in range(count)], settings)
        if self.random.random() < 0.1:
            settings[self.random.choice(["altitude_min_m", "altitude_max_m"])] = self.random.choice([10, 20])
        if floors and self.random.random() < 0.5:
            settings["floor"] = self.random.choice([1, 2])
        if self.random.random() < 0.1:
            settings["ignore_period_s"] = self.random.choice([0, 12.5])
        return fence, self.feature(fence)

    def feature(self, fence):
        if fence.kind == "cap":
            geometry = {"type": "Polygon", "coordinates": [self._cap(fence)]}
        elif fence.kind == "polygons":
            geometry = self._areas(fence.rings)
        elif fence.kind == "lines":
            geometry = {"type": "LineString", "coordinates": [list(p) for p in fence.geometry[0]]}
        elif len(fence.places) == 1:
            geometry = {"type": "Point", "coordinates": list(fence.places[0])}
        else:
            geometry = {"type": "MultiPoint", "coordinates": [list(p) for p in fence.places]}
        return {"type": "Feature", "id": fence.id, "properties": {"geofence": fence.settings},
                "geometry": self._turned(geometry)}

    def _cap(self, fence):
        """A ring round the pole: as it is, with the pole itself, or cut along the antimeridian as maps do."""
        # Beyond one and a half turns nothing is drawn.
        turn = 360 if fence.coast[-1][0] > 540 else 0
        coast = [[round(lon - turn, 9), lat] for lon, lat in fence.coast]
        form = self.random.choice(["round", "pole", "map"])
        if form == "map":
            west = 360 * math.floor((coast[0][0] + 180) / 360) + 180
            if all(lon != west for lon, _ in coast):
                coast.append([west, fence.latitude(west)])
            turned = sorted([lon - 360 if lon > west else lon, lat] for lon, lat in coast[:-1] + coast[-1:])
            coast = [p for k, p in enumerate(turned) if k == 0 or p != turned[k - 1]]
            coast = [[west - 360, fence.latitude(west)]] + [p for p in coast if west - 360 < p[0] <= west]
            coast = [[lon - west + 180, lat] for lon, lat in coast]
        if form != "round":
            coast += [[coast[-1][0], fence.pole], [coast[0][0], fence.pole], coast[0]]
        return coast if self.random.random() < 0.5 else coast[::-1]

    def _areas(self, parts):
        """A polygon or multipolygon, perhaps cut along the antimeridian as RFC 7946 asks."""
        west = min(p[0] for part in parts for p in part[0])
        east = max(p[0] for part in parts for p in part[0])
        line = 180 if west < 180 < east else -180 if west < -180 < east else None
        if line is not None and self.random.random() < 0.5:
            parts = self._cut(parts, line)
        parts = [[self._redrawn(ring) for ring in part] for part in parts]
        if len(parts) == 1:
            return {"type": "Polygon", "coordinates": parts[0]}
        return {"type": "MultiPolygon", "coordinates": parts}

    def _cut(self, parts, line):
        whole = MultiPolygon([(part[0], part[1:]) for part in parts])
        pieces = []
        for west, shift in ((line - 360, 0), (line, -360 if line > 0 else 0)):
            if line < 0:
                shift = 360 if west < -360 else 0
            piece = translate(whole.intersection(box(west, -90, west + 360, 90)), shift)
            pieces += [g for g in getattr(piece, "geoms", [piece]) if isinstance(g, Polygon) and not g.is_empty]
        return [[list(p.exterior.coords)] + [list(r.coords) for r in p.interiors] for p in pieces]

    def _redrawn(self, ring):
        """The same ring: reversed, begun elsewhere, open, or with a vertex said twice."""
        points = [list(p) for p in ring[:-1]]
        start = self.random.randrange(len(points))
        points = points[start:] + points[:start]
        if self.random.random() < 0.3:
            points.reverse()
        if self.random.random() < 0.2:
            k = self.random.randrange(len(points))
            points.insert(k, list(points[k]))
        return points + [points[0]] if self.random.random() < 0.9 else points

    def _turned(self, geometry):
        """Longitudes within the circle: each for itself (a ring then jumps), or left beyond 180."""
        if self.random.random() < 0.5:
            def within(c):
                if isinstance(c[0], (int, float)):
                    turned = round((c[0] + 180) % 360 - 180, 12)
                    return [c[0] if -180 <= c[0] <= 180 else turned, c[1]]
                return [within(x) for x in c]
            geometry["coordinates"] = within(geometry["coordinates"])
        return geometry
