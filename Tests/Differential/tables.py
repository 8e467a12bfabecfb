"""The tables of the semantics, row by row, against the reference itself: an oracle has to be right first."""
import unittest

from fences import Fence
from reference import Reference
from geodesy import destination
from states import Fix

MONITOR = {
    "name": "m", "rule": "enterOrExit", "relation": "enterIntersectsAndExitDoesNotIntersect",
    "accuracy_mode": "useGeometry", "buffer_m": 0.0, "tolerance_enter": 0.0, "tolerance_exit": 0.0,
    "ignore_period_s": 0.0, "initial": "enter", "confirm_enter": (1, 0.0), "confirm_exit": (1, 0.0),
    "floor_policy": "strict", "accuracy_confidence": 0.95,
}
FEED = {"stale_s": 100.0, "max_gap_s": 120.0, "max_speed_mps": 1000.0, "doppler_margin_mps": None}
RADIUS = 200.0


def run(script, monitor=None, feed=None, fence=None, until=None):
    """script: (seconds, signed distance to the fence's edge, further fields of the fix)."""
    fence = fence or Fence("f", "circle", ((4.0, 52.0), RADIUS))
    reference = Reference([fence], [{**MONITOR, **(monitor or {})}], {**FEED, **(feed or {})})
    for t, s, *more in script:
        lat, lon = destination(52.0, 4.0, 90, RADIUS + s)
        reference.accept(Fix(t, lat, lon, **(more[0] if more else {})))
    reference.advance(until if until is not None else script[-1][0] + 1000)
    return [(e.type, round(e.decided_at, 3)) for e in reference.events], reference.events


IN, OUT = -50.0, 50.0


def sides(text):
    """`in@0 out@40` as fixes, each held every second so that the feed never goes stale."""
    return [(float(word.split("@")[1]), IN if word.startswith("in") else OUT) for word in text.split()]


class Relations(unittest.TestCase):
    approach = [20, 8, -5, -15, -5, 8, 20]
    rows = [
        ("useGeometry", "enterIntersectsAndExitDoesNotIntersect", 2, 5),
        ("useGeometry", "enterContainsAndExitDoesNotContain", 2, 5),
        ("useGeometry", "enterContainsAndExitDoesNotIntersect", 2, 5),
        ("useGeometryWithAccuracy", "enterIntersectsAndExitDoesNotIntersect", 1, 6),
        ("useGeometryWithAccuracy", "enterContainsAndExitDoesNotContain", 3, 4),
        ("useGeometryWithAccuracy", "enterContainsAndExitDoesNotIntersect", 3, 6),
    ]

    def test_rows(self):
        for mode, relation, enter, leave in self.rows:
            script = [(float(t), s, {"accuracy": 10.0}) for t, s in enumerate(self.approach)]
            events, _ = run(script, {"accuracy_mode": mode, "relation": relation})
            self.assertEqual(events, [("entered", enter), ("exited", leave)], (mode, relation))


class IgnorePeriod(unittest.TestCase):
    toggles = " ".join(f"{'out' if t // 20 % 2 else 'in'}@{t}" for t in range(0, 601, 20))
    rows = [
        ("in@0 out@40", [("entered", 0), ("exited", 40)]),
        ("in@0 out@10 in@20 out@35", [("entered", 0), ("exited", 65)]),
        ("in@0 out@10", [("entered", 0), ("exited", 40)]),
        ("in@0 out@10 in@20", [("entered", 0)]),
        ("in@0 out@10 in@20 out@35 in@80", [("entered", 0), ("exited", 65), ("entered", 110)]),
        (toggles, [("entered", 0)]),
        ("in@0 out@600 in@612", [("entered", 0), ("exited", 600), ("entered", 642)]),
    ]

    def test_rows(self):
        for script, expected in self.rows:
            events, _ = run(sides(script), {"ignore_period_s": 30.0}, {"stale_s": 1e6, "max_gap_s": 1e6})
            self.assertEqual(events, expected, script)


class Dwell(unittest.TestCase):
    def check(self, script, expected, **monitor):
        feed = {"stale_s": 10.0}
        beats = []
        for (t, s), (after, _) in zip(script, script[1:] + [(script[-1][0] + 200, None)]):
            beats += [(t + k * 5.0, s) for k in range(int((after - t) / 5))]
        events, _ = run(beats, {"dwell_s": 60.0, **monitor}, feed, until=beats[-1][0])
        self.assertEqual([e for e in events if e[0] == "dwelled"], expected)

    def test_stays(self):
        self.check(sides("in@0"), [("dwelled", 60)])

    def test_suppressed_toggles_do_not_reset(self):
        self.check(sides("in@0 out@20 in@25"), [("dwelled", 60)], ignore_period_s=30.0)

    def test_a_reported_exit_resets(self):
        # Crossing times lie between the fixes: 47.5 and 67.5.
        self.check(sides("in@0 out@50 in@70"), [("dwelled", 127.5)])

    def test_a_lost_feed_pauses_unless_the_device_rests(self):
        times = list(range(0, 21, 5)) + list(range(100, 200, 5))
        events, _ = run([(float(t), IN, {"speed": 1.0}) for t in times], {"dwell_s": 60.0}, {"stale_s": 10.0}, until=195)
        self.assertEqual(events, [("entered", 0), ("dwelled", 130)])
        events, all = run([(float(t), IN) for t in times], {"dwell_s": 60.0}, {"stale_s": 10.0}, until=195)
        self.assertEqual(events, [("entered", 0), ("dwelled", 100)])
        self.assertEqual((all[1].crossing.at, all[1].crossing.late), (60.0, True))

    def test_a_stale_source_pauses_a_suppressed_change(self):
        beats = [(0.0, OUT), (5.0, IN, {"speed": 1.0})] + [(float(t), IN, {"speed": 1.0}) for t in range(100, 200, 5)]
        for monitor in {"initial": "both", "ignore_period_s": 30.0}, {"confirm_enter": (2, 0.0)}:
            events, _ = run(beats, {"dwell_s": 60.0, **monitor}, {"stale_s": 10.0}, until=195)
            self.assertEqual(events[-2:], [("entered", 100), ("dwelled", 147.5)])


class Initial(unittest.TestCase):
    rows = [
        ("enter", IN, ["entered"]), ("both", IN, ["entered"]), ("silent", IN, []),
        ("enter", OUT, []), ("both", OUT, ["exited"]), ("silent", OUT, []),
    ]

    def test_rows(self):
        for initial, s, expected in self.rows:
            _, events = run([(0.0, s)], {"initial": initial})
            self.assertEqual([e.type for e in events], expected, initial)
            self.assertTrue(all(e.crossing.initial and e.crossing.at is None for e in events))


class Floors(unittest.TestCase):
    rows = [
        ("strict", 2, True), ("strict", 1, False), ("strict", None, False),
        ("lenient", 2, True), ("lenient", 1, False), ("lenient", None, True),
    ]

    def test_rows(self):
        for policy, floor, enters in self.rows:
            fence = Fence("f", "circle", ((4.0, 52.0), RADIUS), {"floor": 2})
            events, _ = run([(0.0, IN, {"floor": floor})], {"floor_policy": policy}, fence=fence)
            self.assertEqual(bool(events), enters, (policy, floor))

    def test_altitudes(self):
        for policy, altitude, enters in ("strict", 15, True), ("strict", None, False), ("lenient", None, True):
            fence = Fence("f", "circle", ((4.0, 52.0), RADIUS), {"altitude_min_m": 10})
            events, _ = run([(0.0, IN, {"altitude": altitude})], {"floor_policy": policy}, fence=fence)
            self.assertEqual(bool(events), enters, (policy, altitude))

    def test_a_change_of_floor_is_a_cause(self):
        fence = Fence("f", "circle", ((4.0, 52.0), RADIUS), {"floor": 2})
        _, events = run([(float(t), IN, {"floor": f}) for t, f in enumerate([2, 1, 2])], fence=fence)
        self.assertEqual([(e.type, e.crossing.cause) for e in events],
                         [("entered", None), ("exited", "floor"), ("entered", "floor")])


class Crossings(unittest.TestCase):
    def test_vectors(self):
        """Circle of 30 m, from 100 m west to 100 m east in 20 s, through the middle and 20 m beside it."""
        for y, enter, leave in ((0.0, 7.0, 13.0), (20.0, 7.764, 12.236)):
            fence = Fence("f", "circle", ((4.0, 0.0), 30.0))
            reference = Reference([fence], [MONITOR], FEED)
            north = destination(0.0, 4.0, 0, y)[0]
            for t, azimuth in ((0.0, 270), (20.0, 90)):
                reference.accept(Fix(t, north, destination(0.0, 4.0, azimuth, 100)[1]))
            self.assertEqual([(e.type, round(e.crossing.at, 3), e.inferred) for e in reference.events],
                             [("entered", enter, True), ("exited", leave, True)])


class StaleFeeds(unittest.TestCase):
    def check(self, first, then, expected, gap):
        _, events = run([(0.0, first), (5.0, first), (50.0, then)], {}, {"stale_s": 10.0, "max_gap_s": gap})
        self.assertEqual([(e.type, e.crossing.late, e.crossing.bracket) for e in events[1 if first < 0 else 0:]], expected)

    def test_rows(self):
        for gap, late in ((40.0, True), (50.0, False)):
            self.check(IN, IN, [], gap)
            self.check(IN, OUT, [("exited", late, (5.0, 50.0))], gap)
            self.check(OUT, IN, [("entered", late, (5.0, 50.0))], gap)
            self.check(OUT, OUT, [], gap)


class Confirmations(unittest.TestCase):
    def test_exit_needs_two_fixes_and_ten_seconds(self):
        events, _ = run(sides("in@0 out@10 out@15 in@18 out@20 out@25 out@31"), {"confirm_exit": (2, 10.0)})
        self.assertEqual(events, [("entered", 0), ("exited", 31)])

    def test_a_speed_that_dropped_to_nothing_contradicts_no_way_of_a_minute(self):
        """A bus reports every 30 s, standing in the stop, and 13 m/s between the stops."""
        script = [(30.0 * k, s, {"speed": v}) for k, (s, v) in enumerate([(240, 13.0), (-150, 0.0), (240, 13.0)])]
        events, _ = run(script, {}, {"doppler_margin_mps": 5.0})
        self.assertEqual(events, [("entered", 30), ("exited", 60)])

    def test_speeds_that_are_always_wrong_are_not_used(self):
        script = [(float(k), -150 + 40 * k, {"speed": 0.5}) for k in range(13)]
        events, _ = run(script, {}, {"doppler_margin_mps": 5.0})
        self.assertEqual(events, [("entered", 0), ("exited", 5)])
        back = [(13.0 + k, 330 if k % 2 else -150, {"speed": 0.5}) for k in range(2)]
        events, _ = run(script + back, {}, {"doppler_margin_mps": 5.0})
        self.assertEqual(events[2:], [("entered", 13), ("exited", 14)])

    def test_a_suspect_fix_needs_another(self):
        script = [(float(t), s, {"speed": 1.0}) for t, s in enumerate([-150, -150, 50, -150, -150, 50, 50])]
        events, _ = run(script, {}, {"doppler_margin_mps": 5.0})
        self.assertEqual(events, [("entered", 0), ("exited", 6)])


if __name__ == "__main__":
    unittest.main()
