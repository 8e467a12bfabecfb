"""Random tracks around a case's fences: walks, drives, noise at edges, jumps, gaps, repeated and late fixes."""
import math

from crossing import Borderline
from geodesy import WGS84, destination, distance
from states import Fix

# How often one fix is drawn again before the case is given up.
DRAWS = 60


class Track:
    """Draws fixes one by one and lets the reference evaluate each, so that none is borderline."""

    def __init__(self, random, drawing, reference, has_floor):
        self.random, self.drawing, self.reference, self.has_floor = random, drawing, reference, has_floor
        self.lon, self.lat = drawing.near(drawing.extent)
        self.t = 0
        self.floor, self.altitude = 1, 15.0
        # Fixes that a jump to somewhere else still lasts.
        self.away = 0
        self.fixes = []
        self._aim()

    def _aim(self):
        """A new leg: to somewhere, to a vertex, or through a fence; walking, driving or standing."""
        fence = self.random.choice(list(self.reference.fences.values()))
        lon, lat = self.random.choice(fence.places)
        self.target = self.drawing.near(
            self.random.choice([3, 30, min(self.drawing.extent / 2, 2000)]), (lon, lat))
        paces = [0.3, 1.4, 8.0, 25.0] + ([60.0] * 4 if self.drawing.extent > 5000 else [])
        self.pace = self.random.choice(paces) * min(1.0, self.drawing.extent / 300)
        self.noise = self.random.choice([0.0, 0.5, 4.0]) * min(1.0, self.drawing.extent / 300)
        self.left = self.random.randrange(3, 40)
        self.every = self.random.choice([200, 1000, 1000, 5000])

    def extend(self, count):
        """Adds fixes until there are `count` and the recording can end; False when every continuation is borderline."""
        while len(self.fixes) < count or not self._try(lambda trial: trial.finish()):
            for _ in range(DRAWS):
                fix = self._draw()
                if self._try(lambda trial: trial.accept(fix)):
                    break
            else:
                return False
            self.fixes.append(fix)
            if fix.mode > 1 and fix.t * 1000 > self.t:
                self._move(fix)
            self.left -= 1
            if self.left <= 0 or distance(self.lat, self.lon, self.target[1], self.target[0]) < 2:
                self._aim()
        return True

    def _move(self, fix):
        """The receiver is where the fix says; after the last fix of a jump it is home again."""
        self.t, self.lat, self.lon, self.floor = round(fix.t * 1000), fix.lat, fix.lon, fix.floor or self.floor
        self.altitude = fix.altitude or self.altitude
        self.away -= 1
        if self.away == 0:
            self.lat, self.lon = self.home

    def _try(self, step):
        """Takes the step if it is not borderline; says whether it was taken."""
        trial = self.reference.trial()
        try:
            step(trial)
        except Borderline:
            return False
        self.reference.adopt(trial)
        return True

    def _draw(self):
        chance = self.random.random
        if self.fixes and chance() < 0.02:
            return self._odd()
        if self.away <= 0 and chance() < 0.005:
            return self._jump()
        step = self.every + self.random.randrange(-50, 51)
        if chance() < 0.01:
            step = self.random.randrange(16_000, 200_000)
        reach = self.pace * step / 1000
        line = WGS84.Inverse(self.lat, self.lon, self.target[1], self.target[0])
        lat, lon = destination(self.lat, self.lon, line["azi1"] + self.random.gauss(0, 5), min(reach, line["s12"]))
        if chance() < 0.02:
            lat, lon = destination(lat, lon, self.random.uniform(0, 360), self.random.uniform(10, 80))
        elif self.noise:
            lat, lon = destination(lat, lon, self.random.uniform(0, 360), abs(self.random.gauss(0, self.noise)))
        speed = None if chance() < 0.1 else round(min(reach, line["s12"]) / (step / 1000) * self.random.uniform(0.9, 1.1), 3)
        return self._fix(self.t + step, lat, lon, speed)

    def _fix(self, t, lat, lon, speed=None):
        """A fix there, with an accuracy, a floor and an altitude as receivers have them, or lack them."""
        chance = self.random.random
        accuracy = None if chance() < 0.05 else round(
            self.random.choice([2.0, 4.0, 4.0, 9.0, 20.0]) * min(1.0, self.drawing.extent / 300)
            * self.random.uniform(0.9, 1.1), 2)
        floor = None
        if self.has_floor and chance() > 0.1:
            floor = self.random.choice([1, 2]) if chance() < 0.05 else self.floor
        altitude = self.altitude if chance() > 0.03 else self.random.choice([5.0, 15.0, 25.0])
        altitude = None if chance() < 0.1 else round(altitude, 2)
        return Fix(t / 1000, round(lat, 9), round(self._on_circle(lon), 9), accuracy, speed, floor, altitude=altitude)

    def _jump(self):
        """Far away at once, for a fix or for some: a spike, or a wrong solution that lasts."""
        self.home, self.away = (self.lat, self.lon), self.random.choice([1, 1, 2, 5, 9])
        lat, lon = destination(self.lat, self.lon, self.random.uniform(0, 360), self.random.uniform(1500, 90_000))
        return self._fix(self.t + self.every, lat, lon)

    def _odd(self):
        """Something a receiver should not have said: twice the same, twice otherwise, late, or without a fix."""
        kind = self.random.choice(["twice", "better", "late", "nofix"])
        if kind == "twice":
            return self.fixes[-1]
        if kind == "better":
            return self._fix(self.t, *destination(self.lat, self.lon, self.random.uniform(0, 360), 5))
        if kind == "late":
            return Fix((self.t - 300) / 1000, *destination(self.lat, self.lon, 0, 50))
        return Fix((self.t + 100) / 1000, 0.0, 0.0, mode=1)

    @staticmethod
    def _on_circle(lon):
        return lon - 360 * math.floor((lon + 180) / 360)
