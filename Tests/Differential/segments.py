"""When a threshold was crossed between two fixes, and whether a fence was passed between two fixes outside it."""
from crossing import Borderline, Segment
from states import Crossing


class Segments:
    """The part of a Reference that tests the segments between fixes."""

    def _crossing(self, key, step, inside, unknown_since, by_floor):
        before, fix = step.before, step.fix
        state = self.states[key]
        if state.confirmed is None:
            return Crossing(None, "fix", initial=True, jump=step.jump)
        if unknown_since is not None:
            return Crossing(None, "bracket", bracket=(unknown_since, fix.t), late=True, jump=step.jump)
        # None before a fix that stands for the very first one, of the same instant.
        bracket = (before.t, fix.t) if before is not None else None
        cause = "floor" if by_floor else None
        complete = self._last_complete(key, step)
        if complete is not None:
            at = None if step.jump else (complete + fix.t) / 2
            return Crossing(at, "bracket", bracket=(complete, fix.t), cause=cause, jump=step.jump)
        if by_floor:
            return Crossing(fix.t, "fix", bracket=bracket, cause=cause, jump=step.jump)
        if step.jump or before is None:
            return Crossing(None, "bracket", bracket=bracket, jump=step.jump)
        if fix.t - before.t > self.feed["max_gap_s"]:
            return Crossing((before.t + fix.t) / 2, "bracket", bracket=bracket)
        monitor, fence, limits = self._monitor(key), self.fences[key[1]], self.thresholds[key]
        segment = Segment(before, fix, self._radius(monitor, before), self._radius(monitor, fix))
        threshold = limits.enter if inside else limits.exit
        start = segment.clearance(fence, threshold, 0.0)
        if (start <= 0) if inside else (start > 0):
            raise Borderline("already across at the fix before")
        u = (segment.first_at_or_below if inside else segment.first_above)(fence, threshold)
        if u is None:
            raise Borderline("no crossing between contrary fixes")
        error_s = segment.doubt(fence, threshold, u)
        return Crossing(segment.time(u), "linear", bracket=bracket, error_s=error_s)

    def _pass_through(self, key, step, previous):
        before, fix = step.before, step.fix
        if before is None or step.jump or step.again:
            return []
        monitor, fence, limits = self._monitor(key), self.fences[key[1]], self.thresholds[key]
        state = self.states[key]
        segment = Segment(before, fix, self._radius(monitor, before), self._radius(monitor, fix))
        nearest = fence.lower_bound(before.lat, before.lon) + fence.lower_bound(fix.lat, fix.lon)
        reach = max(limits.enter(segment.accuracy_start), limits.enter(segment.accuracy_end))
        if nearest - 2 * reach > segment.length * 1.01 + 1:
            return []
        u1 = segment.first_at_or_below(fence, limits.enter)
        if u1 is None:
            return []
        if previous is None:
            raise Borderline("a pass from between the thresholds")
        u2 = segment.first_above(fence, limits.exit, u1 + segment.share(2e-3))
        if u2 is None or segment.first_at_or_below(fence, limits.enter, min(1.0, u2 + segment.share(2e-3))) is not None:
            raise Borderline("more than one pass")
        if fix.t - before.t > self.feed["max_gap_s"]:
            return []
        if segment.length / (fix.t - before.t) > self.feed["max_speed_mps"]:
            return []
        least = monitor.get("min_chord_m")
        if least is None:
            least = 2 * max(self._known_radius(monitor, end) for end in (before, fix))
        chord = (u2 - u1) * segment.length
        if abs(chord - least) < 0.05:
            raise Borderline("at the least chord")
        if chord < least or not all(
                self._may_be_on_floor(key, end) and self._may_be_at_altitude(key, end) for end in (before, fix)):
            return []
        bracket = (before.t, fix.t)
        pair = [Crossing(segment.time(u), "linear", segment.time(u), bracket, segment.doubt(fence, threshold, u))
                for u, threshold in ((u1, limits.enter), (u2, limits.exit))]
        period = self._period(key)
        if period > 0 and state.window is not None:
            state.toggles += 2
            state.window = pair[1].at + period
            return []
        if period > 0:
            state.window = pair[1].at + period
        self.visits += 1
        visit, kept = state.visit, state.visit
        state.visit = self.visits
        events = [self._event(kind, key, fix.t, crossing, inferred=True)
                  for kind, crossing in zip(("entered", "exited"), pair)]
        # Suppressed changes are counted in the first event of the pair that the rule emits.
        events[0 if monitor["rule"] == "exit" else 1].toggles = 0
        state.toggles, state.visit = 0, kept
        return events
