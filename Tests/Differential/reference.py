"""What geofenced decides, written down once more from the semantics: slow, plain, one fence at a time.

Times are seconds on one scale: in a replay the boot clock and the receiver's clock run together.
"""
import copy
from dataclasses import replace

from crossing import Borderline, Segment
from evidence import Evidence
from feed import Feed
from fences import Thresholds
from reports import Reports
from states import Pending, State
from timers import CLEAR_S, Timers
from segments import Segments


# What reports less is at rest.
REST_MPS = 0.5


class Reference(Timers, Feed, Evidence, Segments, Reports):
    """The state of everything, and what one fix or the passing of time makes of it."""

    def __init__(self, fences, monitors, feed):
        self.monitors, self.feed, self.fences = monitors, feed, {f.id: f for f in fences}
        self.thresholds = {(m["name"], f): Thresholds.of(self.fences[f], m) for m in monitors for f in self.fences}
        self.states = {key: State() for key in self.thresholds}
        # The step of the last accepted fix.
        self.last = None
        # The fixes after a jump that is not believed yet: since when, how many, the last.
        self.quarantine = None
        self.now = 0.0
        # Displacements in a row that the reported speeds contradict.
        self.contradictions = 0
        # The last intervals between fixes in order, and how far older ones have made the boot clock run ahead.
        self.intervals, self.ahead = [], 0.0
        # The last altitude that was believed, with its time, and those since that agree with each other.
        self.height, self.heights = None, []
        # The latest time of any fix, believed or not.
        self.arrived = 0.0
        self.visits = 0
        self.events = []

    def trial(self):
        """A copy whose states can be thrown away; geometry is shared."""
        other = copy.copy(self)
        other.states = {key: copy.copy(state) for key, state in self.states.items()}
        other.events = []
        return other

    def adopt(self, trial):
        """Takes over what a trial came to."""
        trial.events = self.events + trial.events
        self.__dict__.update(trial.__dict__)

    def accept(self, fix):
        """Evaluates one fix. Raises Borderline, leaving self in an undefined state: work on a trial."""
        if fix.mode < 2:
            return self.advance(fix.t)
        self._note_arrival(fix)
        if self.last is not None and abs(fix.t - self._stale_from()) < CLEAR_S:
            raise Borderline("stale beside a fix")
        step = self._accepted(fix)
        if self.last is not None and fix.t <= self.last.fix.t and step is None:
            return
        if step is not None and fix.t < self.arrived:
            # It came in later than its own time says, and the two clocks no longer run together.
            raise Borderline("behind a fix that was not believed")
        self.arrived = max(self.arrived, fix.t)
        self._refuse_ties(fix.t)
        self.advance(fix.t)
        self._refuse_ties(fix.t)
        if step is None:
            return
        step.stale = step.stale or fix.t >= self._stale_from()
        self.quarantine = None
        fix = step.fix = self._with_believed_altitude(fix)
        step.rests = self._rests(step)
        events = []
        for key, state in self.states.items():
            if step.stale and step.before is not None:
                self._become_unknown(key, step)
            events += self._evaluate(key, step)
            self._note_lack(key, fix)
            if not (state.reported or state.confirmed or (state.pending is not None and state.pending.inside)):
                state.dwell_left = None
        self.last, self.now = step, fix.t
        self._publish(events)
        self.advance(fix.t)

    def _become_unknown(self, key, step):
        state = self.states[key]
        if state.confirmed is not None and state.unknown_since is None and not self._is_bridged(key, step):
            complete = self._last_complete(key, step)
            state.unknown_since = step.before.t if complete is None else complete
        if state.window is not None and state.window <= step.fix.t and state.confirmed != state.reported:
            state.window, state.overdue = None, True

    def _is_bridged(self, key, step):
        """Whether a silence was so short that the segment across it gives the time of a crossing."""
        before, fix = step.before, step.fix
        return (fix.t - before.t <= self.feed["max_gap_s"] and not step.jump and before.floor == fix.floor
                and self._last_complete(key, step) is None)

    def _rests(self, step):
        """Whether the device is at rest where it was at the fix before, as far as both report it."""
        if step.before is None or max(step.before.speed or 0, step.fix.speed or 0) >= REST_MPS:
            return False
        moved, sure = Segment(step.before, step.fix, 0, 0).length, (step.before.accuracy or 0) + (step.fix.accuracy or 0)
        if moved > 0 and abs(moved - sure) < 2e-3:
            raise Borderline("at the limit of rest")
        return moved <= sure

    def _evaluate(self, key, step):
        state, fix = self.states[key], step.fix
        inside, by_floor = self._evidence(key, fix)
        previous, state.last_evidence = state.last_evidence, inside
        floor_was_out, state.floor_out = state.floor_out, by_floor
        if inside is None:
            if step.stale and step.before is not None and state.confirmed is not None and self._is_bridged(key, step):
                raise Borderline("no evidence right after a short silence")
            self._note_poor(key, step)
            return []
        poor, state.poor = state.poor, None
        self._note_dwell_evidence(key, step)
        unknown_since, state.unknown_since = state.unknown_since, None
        if inside == state.confirmed:
            was_pending, state.pending = state.pending is not None, None
            events = []
            if state.overdue:
                state.overdue = False
                events += self._report(key, fix.t, replace(state.last_change, late=True), deferred=True)
            if inside is False and previous is not True and not was_pending and not step.suspect:
                events += self._pass_through(key, step, previous)
            return events
        # What was lost when the change began may have come about by anything, whichever fix confirms it.
        is_late = unknown_since is not None or state.pending is not None and state.pending.crossing.late
        is_caused = by_floor and not is_late and state.confirmed is not None
        if state.pending is None or state.pending.inside != inside or is_caused:
            crossing = self._crossing(key, step, inside, unknown_since, by_floor or floor_was_out)
            crossing.since = fix.t if crossing.at is None else crossing.at
            if inside and not state.reported:
                self._begin_visit(key, crossing, poor)
            if crossing.cause is not None:
                state.pending = None
                return self._confirm_change(key, fix.t, inside, crossing)
            state.pending = Pending(inside, 0, fix.t, crossing, step.suspect)
        # A new object: trials share what they do not change.
        pending = state.pending
        state.pending = replace(pending, count=pending.count + (pending.last != fix.t), last=fix.t)
        need = self._monitor(key)["confirm_enter" if inside else "confirm_exit"]
        fixes = max(need[0], 2) if state.pending.suspect else need[0]
        held = fix.t - state.pending.since
        if abs(held - need[1]) < CLEAR_S and need[1] > 0:
            raise Borderline("confirmation beside a fix")
        if state.pending.count < fixes or held < need[1]:
            return []
        crossing, state.pending = state.pending.crossing, None
        return self._confirm_change(key, fix.t, inside, crossing)

    def _monitor(self, key):
        return next(m for m in self.monitors if m["name"] == key[0])
