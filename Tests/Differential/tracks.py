"""Random tracks around a case's fences: walks, drives, noise at edges, jumps, gaps, repeated and late fixes."""
import math

from crossing import Borderline
from geodesy import WGS84, destination, distance
from judgement import Fix

# How often one fix is drawn again before the case is given up.
DRAWS = 60


class Track:
    """Draws fixes one by one and lets the reference judge each, so that none is borderline."""

    def __init__(self, random, drawing, judge, has_floor):
        self.random, self.drawing, self.judge, self.has_floor = random, drawing, judge, has_floor
        self.lon, self.lat = drawing.near(drawing.extent)
        self.t = 0
        self.floor = 1
        self.fixes = []
        self._aim()

    def _aim(self):
        """A new leg: to somewhere, to a vertex, or through a fence; walking, driving or standing."""
        fence = self.random.choice(list(self.judge.fences.values()))
        lon, lat = self.random.choice(fence.places)
        self.target = self.drawing.near(
            self.random.choice([3, 30, self.drawing.extent / 2]), (lon, lat))
        self.pace = self.random.choice([0.3, 1.4, 8.0, 25.0]) * min(1.0, self.drawing.extent / 300)
        self.noise = self.random.choice([0.0, 0.5, 4.0]) * min(1.0, self.drawing.extent / 300)
        self.left = self.random.randrange(3, 40)
        self.every = self.random.choice([200, 1000, 1000, 5000])

    def extend(self, count):
        """Adds fixes until there are `count` and the recording can end; False when there is no way on."""
        while len(self.fixes) < count or not self._try(lambda trial: trial.finish()):
            for _ in range(DRAWS):
                fix = self._draw()
                if self._try(lambda trial: trial.accept(fix)):
                    break
            else:
                return False
            self.fixes.append(fix)
            if fix.mode > 1 and fix.t * 1000 >= self.t:
                self.t, self.lat, self.lon, self.floor = round(fix.t * 1000), fix.lat, fix.lon, fix.floor or self.floor
            self.left -= 1
            if self.left <= 0 or distance(self.lat, self.lon, self.target[1], self.target[0]) < 2:
                self._aim()
        return True

    def _try(self, step):
        """Takes the step if it is not borderline; says whether it was taken."""
        trial = self.judge.trial()
        try:
            step(trial)
        except Borderline:
            return False
        self.judge.events += trial.events
        self.judge.states, self.judge.last = trial.states, trial.last
        self.judge.now, self.judge.seen, self.judge.visits = trial.now, trial.seen, trial.visits
        return True

    def _draw(self):
        chance = self.random.random
        if self.fixes and chance() < 0.02:
            return self._odd()
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
        accuracy = None if chance() < 0.05 else round(
            self.random.choice([2.0, 4.0, 4.0, 9.0, 20.0]) * min(1.0, self.drawing.extent / 300)
            * self.random.uniform(0.9, 1.1), 2)
        speed = None if chance() < 0.1 else round(min(reach, line["s12"]) / (step / 1000) * self.random.uniform(0.9, 1.1), 3)
        floor = None
        if self.has_floor and chance() > 0.1:
            floor = self.random.choice([1, 2]) if chance() < 0.05 else self.floor
        return Fix((self.t + step) / 1000, round(lat, 9), round(self._on_circle(lon), 9), accuracy, speed, floor)

    def _odd(self):
        """Something a receiver should not have said: twice the same, late, or without a fix."""
        kind = self.random.choice(["twice", "late", "nofix"])
        if kind == "twice":
            return self.fixes[-1]
        if kind == "late":
            return Fix((self.t - 300) / 1000, *destination(self.lat, self.lon, 0, 50))
        return Fix((self.t + 100) / 1000, 0.0, 0.0, mode=1)

    @staticmethod
    def _on_circle(lon):
        return lon - 360 * math.floor((lon + 180) / 360)
