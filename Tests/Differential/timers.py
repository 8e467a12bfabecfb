"""What time alone makes of the state: windows that end, dwelling."""
import math

from crossing import Borderline
from states import Crossing

# Nothing is decided within this of a timer, in seconds.
CLEAR_S = 2e-3


class Timers:
    """The part of a Reference that fires timers."""

    def advance(self, now):
        """Fires the timers that are due until `now`, in the order of their times."""
        events = []
        while due := [t for key in self.states for t in self._timers(key) if t <= now]:
            # The end of an ignore period may make a dwell due that lies in the past.
            at = max(self.now, min(due))
            if any(0 < t - at < CLEAR_S for t in due):
                raise Borderline("two timers at one time")
            if at > self.now:
                self._publish(events)
                events = []
            self.now = at
            for key in self.states:
                for timer in (self._fire_window, self._fire_dwell):
                    events += timer(key, at)
        self._publish(events)

    def _refuse_ties(self, now):
        for key in self.states:
            if any(0 < abs(t - now) < CLEAR_S for t in self._timers(key)):
                raise Borderline("a timer beside a fix")

    def _refuse_timers_within(self, seconds):
        if any(0 <= t - self.now < seconds for key in self.states for t in self._timers(key)):
            raise Borderline("a timer beside an older fix")

    def finish(self):
        """The end of a recording: timers go on until the feed would be stale."""
        if self.last is not None:
            self.advance(self._stale_from() - CLEAR_S)

    def _stale_from(self):
        return math.inf if self.last is None else self.last.fix.t + self.feed["stale_s"]

    def _timers(self, key):
        state = self.states[key]
        times = []
        if state.window is not None and (state.window < self._stale_from() or state.confirmed == state.reported):
            times.append(state.window)
        if state.dwell_left is not None and state.reported:
            at = state.dwell_from + state.dwell_left
            # One that lies in the past is emitted now, if the visit is still open.
            if max(at, self.now) <= state.dwell_evidence + self._dwell_gap(key):
                times.append(at)
        return times

    def _fire_window(self, key, at):
        state = self.states[key]
        if state.window is None or state.window > at:
            return []
        if state.confirmed == state.reported:
            state.window = None
            return []
        if at >= self._stale_from():
            return []
        return self._report(key, at, state.last_change, deferred=True)

    def _fire_dwell(self, key, at):
        state = self.states[key]
        if state.dwell_left is None or not state.reported or state.dwell_from + state.dwell_left > at:
            return []
        if at > state.dwell_evidence + self._dwell_gap(key):
            return []
        repeat = self._monitor(key).get("dwell_repeat_s")
        due = state.dwell_from + state.dwell_left
        state.dwell_from = due
        if repeat is not None:
            # Overdue repeats are merged into this event.
            while state.dwell_from + repeat <= at:
                state.dwell_from += repeat
        state.dwell_left = repeat
        is_late = due < at
        return [self._event("dwelled", key, at, Crossing(
            due if is_late else None, "fix", at, error_s=state.dwell_error_s, late=is_late))]

    def _note_dwell_evidence(self, key, step):
        state, now = self.states[key], step.fix.t
        pause = state.dwell_evidence + self._dwell_gap(key)
        # Over a gap at whose ends the device rests at one place it has stayed there.
        stayed = step.rests and step.before is not None and step.before.t == state.dwell_evidence
        if state.dwell_left is not None and now > pause and not stayed:
            state.dwell_left -= pause - state.dwell_from
            state.dwell_from = now
        state.dwell_evidence = now

    def _dwell_gap(self, key):
        gap = self._monitor(key).get("dwell_max_gap_s")
        return self.feed["stale_s"] if gap is None else gap
