"""A fence as the reference sees it: its true geometry, its thresholds, and how far a place is from it."""
import math
from dataclasses import dataclass, field

from geodesy import Edges, distance, enclosing_radius, ring_side, turn, unwrap


@dataclass
class Fence:
    """The geometry that is meant, whichever way the file draws it, and what the fence overrides.

    kind: polygons (list of lists of rings), lines (list of lists), points (list) or circle ((lon, lat), metres);
    cap is that of a `Cap`.
    All places are (lon, lat); rings are closed and on one line of longitude.
    """
    id: str
    kind: str
    geometry: object
    settings: dict = field(default_factory=dict)

    def __post_init__(self):
        self.known = {}
        pieces, self.rings, self.places, self.radius = [], [], [], 0.0
        if self.kind == "polygons":
            self.rings = [[unwrap(ring) for ring in part] for part in self.geometry]
            # Holes lie on the line of longitude of their shell.
            for part in self.rings:
                base = part[0][0][0]
                part[1:] = [[(lon + 360 * round((base - ring[0][0]) / 360), lat) for lon, lat in ring]
                            for ring in part[1:]]
            self.places = [p for part in self.rings for p in part[0]]
            pieces = [pair for part in self.rings for ring in part for pair in zip(ring, ring[1:])]
        elif self.kind == "lines":
            lines = [unwrap(line) for line in self.geometry]
            self.places = [p for line in lines for p in line]
            pieces = [pair for line in lines for pair in zip(line, line[1:])]
        elif self.kind == "points":
            self.places = list(self.geometry)
        else:
            self.places, self.radius = [self.geometry[0]], self.geometry[1]
        self.edges = Edges(pieces) if pieces else None
        self.reach = enclosing_radius(_on_one_line(self.places)) + self.radius

    def signed_distance(self, lat, lon):
        """Metres to the boundary as drawn, without any buffer; negative inside."""
        if (lat, lon) not in self.known:
            if len(self.known) > 5000:
                self.known.clear()
            self.known[lat, lon] = self._measure(lat, lon)
        return self.known[lat, lon]

    def _measure(self, lat, lon):
        if self.edges is None:
            return min(distance(lat, lon, p[1], p[0]) for p in self.places) - self.radius
        length = self.edges.nearest(lat, lon)
        return -length if self._contains(lat, lon) else length

    def _contains(self, lat, lon):
        return any(_inside(part, lat, lon) for part in self.rings)

    def lower_bound(self, lat, lon):
        """A length that the signed distance is surely not below, for a place outside; cheap."""
        if self.edges is None:
            return self.signed_distance(lat, lon)
        if self._contains(lat, lon):
            return -math.inf
        return self.edges.lower_bound(lat, lon)


class Cap(Fence):
    """All the land between a line round a pole and that pole.

    coast: (lon, lat) from somewhere to a whole turn beyond. near: the place on it that tracks are about.
    """

    def __init__(self, id, coast, near, settings):
        self.coast, self.pole = coast, math.copysign(90, near[1])
        super().__init__(id, "cap", (near, 0.0), settings)
        self.edges = Edges(list(zip(coast, coast[1:])))

    def latitude(self, lon):
        """The latitude of the line at a longitude."""
        lon = self._on_turn(lon)
        (w, south), (e, north) = next((a, b) for a, b in zip(self.coast, self.coast[1:]) if a[0] <= lon <= b[0])
        return south + (north - south) * (lon - w) / (e - w)

    def _on_turn(self, lon):
        return lon - 360 * math.floor((lon - self.coast[0][0]) / 360)

    def _contains(self, lat, lon):
        lon = self._on_turn(lon)
        a, b = next((a, b) for a, b in zip(self.coast, self.coast[1:]) if a[0] <= lon <= b[0])
        return turn(a, b, (lon, lat)) * self.pole >= 0


def _inside(part, lat, lon):
    shell = part[0]
    west = min(p[0] for p in shell)
    lon = lon + 360.0 * math.ceil((west - lon) / 360.0)
    if ring_side(shell, (lon, lat)) < 0:
        return False
    return all(ring_side(hole, (lon, lat)) <= 0 for hole in part[1:])


def _on_one_line(places):
    first = places[0][0]
    return [(lon - 360.0 * round((lon - first) / 360.0), lat) for lon, lat in places]


@dataclass
class Thresholds:
    """The two thresholds of one fence under one monitor, as functions of the accuracy radius."""
    base_enter: float
    base_exit: float
    sign_enter: int
    sign_exit: int

    @classmethod
    def of(cls, fence, monitor):
        own = fence.settings
        buffer = own.get("buffer_m", monitor["buffer_m"])
        enclosing = fence.reach + buffer
        enter = buffer + own.get("tolerance_enter", monitor["tolerance_enter"]) * enclosing
        leave = buffer + own.get("tolerance_exit", monitor["tolerance_exit"]) * enclosing
        signs = {
            "enterIntersectsAndExitDoesNotIntersect": (1, 1),
            "enterContainsAndExitDoesNotContain": (-1, -1),
            "enterContainsAndExitDoesNotIntersect": (-1, 1),
        }[monitor["relation"]]
        return cls(enter, leave, *signs)

    def enter(self, accuracy):
        return self.base_enter + self.sign_enter * accuracy

    def exit(self, accuracy):
        return self.base_exit + self.sign_exit * accuracy
