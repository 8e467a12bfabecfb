"""Where and when a threshold is crossed between two fixes: the first root along the straight segment, found reliably.

The signed distance changes by at most a metre per metre, so a step of the present clearance can never jump over
a root ("sphere tracing").
"""
import math

from geodesy import SEMI_MAJOR, distance


class Borderline(Exception):
    """The outcome hangs on less than the stated precision: the generator draws something else instead."""


# Clearance at which a root counts as reached, and the least clearance of a near miss, in metres.
REACHED, NEAR_MISS = 2e-5, 2e-3
STEPS = 400
# What distances are good to, in metres.
PRECISION = 1e-3


class Segment:
    """The straight segment in longitude and latitude from one fix to the next."""

    def __init__(self, start, end, accuracy_start, accuracy_end):
        self.start, self.end = start, end
        self.accuracy_start, self.accuracy_end = accuracy_start, accuracy_end
        turn = 360.0 * round((end.lon - start.lon) / 360.0)
        self.d_lat, self.d_lon = end.lat - start.lat, end.lon - turn - start.lon
        self.length = distance(start.lat, start.lon, end.lat, end.lon)
        # The drawn segment is a little longer than the geodesic; a looser bound only makes the steps shorter.
        self.slope = self.length * 1.001 + abs(accuracy_end - accuracy_start) + 1e-9

    def place(self, u):
        return self.start.lat + u * self.d_lat, self.start.lon + u * self.d_lon

    def time(self, u):
        return self.start.t + u * (self.end.t - self.start.t)

    def share(self, metres):
        """The part of the segment that is `metres` long: what a search steps past a root it has found."""
        return metres / self.slope

    def clearance(self, fence, threshold, u):
        """Signed distance minus threshold at u, in metres."""
        accuracy = self.accuracy_start + u * (self.accuracy_end - self.accuracy_start)
        return fence.signed_distance(*self.place(u)) - threshold(accuracy)

    def first_at_or_below(self, fence, threshold, start=0.0):
        return self._trace(lambda u: self.clearance(fence, threshold, u), start)

    def first_above(self, fence, threshold, start=0.0):
        return self._trace(lambda u: -self.clearance(fence, threshold, u), start)

    def _trace(self, clearance, u):
        """The first u from `u` on with a clearance of 0, or None; Borderline for a near miss."""
        last, approaching = math.inf, False
        for _ in range(STEPS):
            value = clearance(u)
            if value < REACHED:
                return self._polish(clearance, u)
            if approaching and value > last and last < NEAR_MISS:
                raise Borderline("near miss")
            if u == 1.0:
                return None
            approaching, last = approaching or value > NEAR_MISS, value
            u = min(1.0, u + value / self.slope)
        raise Borderline("grazing")

    def _polish(self, clearance, u):
        """Bisects to the sign change just after a clearance of less than 0.02 mm."""
        if clearance(u) <= 0:
            return u
        low, high = u, min(1.0, u + 20 * REACHED / self.slope)
        if clearance(high) > 0:
            raise Borderline("grazing")
        for _ in range(40):
            middle = (low + high) / 2
            if clearance(middle) > 0:
                low = middle
            else:
                high = middle
        return high

    def doubt(self, fence, threshold, u):
        """Seconds that the root may rightly be off: distances are good to a millimetre, and whether the segment is
        straight on the map or on the ground is left open, which is L^2 tan(lat) / 8R."""
        step = max(1e-7, 1e-3 / self.slope)
        before, after = max(0.0, u - step), min(1.0, u + step)
        change = self.clearance(fence, threshold, after) - self.clearance(fence, threshold, before)
        if abs(change) < 1e-9:
            raise Borderline("the segment runs along the threshold")
        bend = self.length**2 * abs(math.tan(math.radians(self.start.lat))) / (8 * SEMI_MAJOR)
        return abs((after - before) * (self.end.t - self.start.t) / change) * (PRECISION + bend)
