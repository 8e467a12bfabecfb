"""What geofenced decides, written down once more from the semantics: slow, plain, one fence at a time.

Times are seconds on one scale: in a replay the boot clock and the receiver's clock run together.
"""
import copy
import math
from dataclasses import dataclass, replace
from typing import Optional

from crossing import Borderline, Way
from fences import Thresholds

# Nothing is decided within this of a threshold (metres, plus a share of the enclosing circle) or a timer (seconds).
CLEAR_M, CLEAR_SHARE, CLEAR_S = 2e-3, 2e-5, 2e-3
SCALE_95 = math.sqrt(-2 * math.log(0.05))


@dataclass
class Fix:
    t: float
    lat: float
    lon: float
    accuracy: Optional[float] = None
    speed: Optional[float] = None
    floor: Optional[int] = None
    mode: int = 3


@dataclass
class Crossing:
    """When a raw change happened, as far as it is known."""
    at: Optional[float]
    method: str
    # The time that stands for `at` where that is not known: the first fix that showed the change.
    since: float = 0.0
    bracket: Optional[tuple] = None
    slack: float = 0.0
    initial: bool = False
    late: bool = False
    cause: Optional[str] = None


@dataclass
class Pending:
    """Agreeing evidence that is not yet enough."""
    inside: bool
    count: int
    since: float
    crossing: Crossing
    suspect: bool


@dataclass
class State:
    """One fence under one monitor."""
    reported: Optional[bool] = None
    raw: Optional[bool] = None
    window: Optional[float] = None
    last_change: Optional[Crossing] = None
    pending: Optional[Pending] = None
    toggles: int = 0
    visit: int = 0
    last_evidence: Optional[bool] = None
    floor_out: bool = False
    # The time of the last fix before a stale spell that no decisive fix has ended for this fence yet.
    adrift: Optional[float] = None
    # A report that fell due in a stale spell waits for a fix that confirms it.
    overdue: bool = False
    dwell_left: Optional[float] = None
    dwell_from: float = 0.0
    dwell_evidence: float = 0.0
    # Seconds of doubt about the start of the stay.
    dwell_slack: float = 0.0
    at: Optional[tuple] = None


@dataclass
class Event:
    type: str
    monitor: str
    fence: str
    decided_at: float
    crossing: Crossing
    visit: int
    distance: float
    toggles: int
    inferred: bool = False
    deferred: bool = False
    group: int = 0
    order: tuple = ()


GROUP = {"exited": 0, "entered": 2, "dwelled": 3}


class Judgement:
    """The state of everything, and what one fix or the passing of time makes of it."""

    def __init__(self, fences, monitors, feed):
        self.monitors, self.feed, self.fences = monitors, feed, {f.id: f for f in fences}
        self.thresholds = {(m["name"], f): Thresholds.of(self.fences[f], m) for m in monitors for f in self.fences}
        self.states = {key: State() for key in self.thresholds}
        self.last = None
        self.now = 0.0
        # The time of the fix that is being judged, or of the last one.
        self.seen = 0.0
        self.visits = 0
        self.events = []

    def trial(self):
        """A copy whose states can be thrown away; geometry is shared."""
        other = copy.copy(self)
        other.states = {key: copy.copy(state) for key, state in self.states.items()}
        other.events = []
        return other

    # MARK: time

    def advance(self, now):
        """Fires the timers that are due until `now`, in the order of their times."""
        while True:
            due = [t for key in self.states for t in self._timers(key) if t <= now]
            if not due:
                break
            # A report held back may make a dwell due that lies in the past.
            at = self.now = max(self.now, min(due))
            if any(0 < t - at < CLEAR_S for t in due):
                raise Borderline("two timers at one time")
            events = []
            for key in self.states:
                for timer in (self._fire_window, self._fire_dwell):
                    events += timer(key, at)
            self._publish(events)

    def _refuse_ties(self, now):
        for key in self.states:
            if any(0 < abs(t - now) < CLEAR_S for t in self._timers(key)):
                raise Borderline("a timer beside a fix")

    def finish(self):
        """The end of a recording: timers go on until the feed would be stale."""
        if self.last is not None:
            self.advance(self._stale_from() - CLEAR_S)

    def _stale_from(self):
        return math.inf if self.last is None else self.last.t + self.feed["stale_s"]

    def _timers(self, key):
        state = self.states[key]
        times = []
        if state.window is not None and (state.window < self._stale_from() or state.raw == state.reported):
            times.append(state.window)
        if state.dwell_left is not None:
            at = state.dwell_from + state.dwell_left
            if at <= state.dwell_evidence + self._dwell_gap(key):
                times.append(at)
        return times

    def _fire_window(self, key, at):
        state = self.states[key]
        if state.window is None or state.window > at:
            return []
        if state.raw == state.reported:
            state.window = None
            return []
        if at >= self._stale_from():
            return []
        return self._report(key, at, state.last_change, deferred=True)

    def _fire_dwell(self, key, at):
        state = self.states[key]
        if state.dwell_left is None or state.dwell_from + state.dwell_left > at:
            return []
        if at > state.dwell_evidence + self._dwell_gap(key):
            return []
        repeat = self._monitor(key).get("dwell_repeat_s")
        state.dwell_from += state.dwell_left
        state.dwell_left = repeat
        return [self._event("dwelled", key, at, Crossing(None, "fix", at, slack=state.dwell_slack))]

    # MARK: fixes

    def accept(self, fix):
        """Judges one fix. Raises Borderline, leaving self in an undefined state: work on a trial."""
        if fix.mode < 2:
            return self.advance(fix.t)
        if self.last is not None:
            if abs(fix.t - self._stale_from()) < CLEAR_S:
                raise Borderline("stale beside a fix")
            if fix.t < self.last.t:
                return
            if fix.t == self.last.t:
                return self._same_epoch(fix)
        self._refuse_jumps(fix)
        self._refuse_ties(fix.t)
        self.advance(fix.t)
        self._refuse_ties(fix.t)
        stale = fix.t >= self._stale_from()
        self.seen = fix.t
        suspect = self._is_suspect(fix)
        if stale and any(s.dwell_left is not None for s in self.states.values()) and self._is_deferred_somewhere():
            raise Borderline("dwelling through a stale spell with a report held back")
        events = []
        for key, state in self.states.items():
            if stale:
                self._go_adrift(state, fix.t)
            events += self._judge(key, fix, suspect)
        self.last, self.now = fix, fix.t
        self._publish(events)
        self.advance(fix.t)

    def _refuse_jumps(self, fix):
        """Steps beyond belief are a matter of the feed's quarantine, which is not judged here."""
        if self.last is None:
            return
        believed = self.feed["max_speed_mps"] * (fix.t - self.last.t) + (fix.accuracy or 0) + (self.last.accuracy or 0)
        if Way(self.last, fix, 0, 0).length > believed - 0.5:
            raise Borderline("a jump beyond belief")

    def _go_adrift(self, state, now):
        if state.raw is not None and state.adrift is None:
            state.adrift = self.last.t
        if state.window is not None and state.window <= now and state.raw != state.reported:
            state.window, state.overdue = None, True

    def _same_epoch(self, fix):
        if (fix.lat, fix.lon) == (self.last.lat, self.last.lon):
            return
        mine, theirs = fix.accuracy or math.inf, self.last.accuracy or math.inf
        if mine < theirs:
            raise Borderline("a better position of the same epoch")

    def _is_deferred_somewhere(self):
        return any(s.window is not None and s.raw != s.reported for s in self.states.values())

    def _is_suspect(self, fix):
        margin = self.feed.get("doppler_margin_mps")
        if margin is None or self.last is None or fix.speed is None:
            return False
        step = Way(self.last, fix, 0, 0).length
        seconds = fix.t - self.last.t
        allowed = fix.speed + ((self.last.accuracy or 0) + (fix.accuracy or 0)) / seconds + margin
        if abs(step / seconds - allowed) < 0.05:
            raise Borderline("at the limit of the speed gate")
        return step / seconds > allowed

    def _judge(self, key, fix, suspect):
        state, before = self.states[key], self.last
        inside, by_floor = self._evidence(key, fix)
        previous, state.last_evidence = state.last_evidence, inside
        floor_was_out, state.floor_out = state.floor_out, by_floor
        if inside is None:
            return []
        self._note_dwell_evidence(key, fix.t)
        adrift, state.adrift = state.adrift, None
        if inside == state.raw:
            state.pending = None
            if state.overdue:
                state.overdue = False
                return self._report(key, fix.t, replace(state.last_change, late=True), deferred=True)
            if inside is False and previous is not True and before is not None and not suspect:
                return self._pass_through(key, before, fix, previous)
            return []
        if state.pending is None or state.pending.inside != inside:
            crossing = self._crossing(key, before, fix, inside, adrift, by_floor or floor_was_out)
            crossing.since = fix.t if crossing.at is None else crossing.at
            if crossing.cause is not None:
                return self._raw_change(key, fix.t, inside, crossing)
            state.pending = Pending(inside, 0, fix.t, crossing, suspect)
        # A new object: trials share what they do not change.
        state.pending = replace(state.pending, count=state.pending.count + 1)
        need = self._monitor(key)["confirm_enter" if inside else "confirm_exit"]
        fixes = max(need[0], 2) if state.pending.suspect else need[0]
        held = fix.t - state.pending.since
        if abs(held - need[1]) < CLEAR_S and need[1] > 0:
            raise Borderline("confirmation beside a fix")
        if state.pending.count < fixes or held < need[1]:
            return []
        crossing, state.pending = state.pending.crossing, None
        return self._raw_change(key, fix.t, inside, crossing)

    def _evidence(self, key, fix):
        """(True for in, False for out, None for hold; whether the floor alone says out)."""
        fence, monitor, state = self.fences[key[1]], self._monitor(key), self.states[key]
        limits = self.thresholds[key]
        floor = fence.settings.get("floor")
        radius = self._radius(monitor, fix)
        poor = monitor.get("max_accuracy_m") is not None and fix.accuracy and self._scaled(
            monitor, fix.accuracy) > monitor["max_accuracy_m"]
        far = 50 + limits.base_exit + radius + (fix.accuracy or 0)
        low = fence.lower_bound(fix.lat, fix.lon)
        s = low if low > far else fence.signed_distance(fix.lat, fix.lon)
        state.at = fix.lat, fix.lon
        clear = CLEAR_M + CLEAR_SHARE * fence.reach
        for limit in (limits.enter(radius), limits.exit(radius)):
            if abs(s - limit) < clear:
                raise Borderline("at a threshold")
        if floor is not None:
            if fix.floor is None and monitor["floor_policy"] == "strict":
                return None, False
            if fix.floor is not None and fix.floor != floor:
                return False, s <= limits.enter(radius)
        may_enter = s <= limits.enter(radius) and not poor
        may_exit = s > limits.exit(radius)
        if poor:
            beyond = s - limits.base_exit - self._scaled(monitor, fix.accuracy)
            if abs(beyond) < clear:
                raise Borderline("at a threshold")
            may_exit = may_exit and beyond > 0
        return (True if may_enter else False if may_exit else None), False

    def _may_be_on_floor(self, key, fix):
        floor = self.fences[key[1]].settings.get("floor")
        if floor is None or fix.floor == floor:
            return True
        return fix.floor is None and self._monitor(key)["floor_policy"] == "lenient"

    def _scaled(self, monitor, accuracy):
        return accuracy * math.sqrt(-2 * math.log(1 - monitor["accuracy_confidence"])) / SCALE_95

    def _radius(self, monitor, fix):
        if monitor["accuracy_mode"] == "useGeometry":
            return 0.0
        return self._known_radius(monitor, fix)

    def _known_radius(self, monitor, fix):
        """The accuracy radius at the monitor's confidence, or what it assumes where there is none."""
        if not fix.accuracy:
            return monitor.get("assumed_accuracy_m") or 0.0
        return self._scaled(monitor, fix.accuracy)

    def _crossing(self, key, before, fix, inside, adrift, by_floor):
        state = self.states[key]
        if state.raw is None:
            return Crossing(None, "fix", initial=True)
        if adrift is not None:
            return Crossing(None, "bracket", bracket=(adrift, fix.t), late=True)
        bracket = (before.t, fix.t)
        if by_floor:
            return Crossing(fix.t, "fix", bracket=bracket, cause="floor")
        if fix.t - before.t > self.feed["max_gap_s"]:
            return Crossing((before.t + fix.t) / 2, "bracket", bracket=bracket)
        monitor, fence, limits = self._monitor(key), self.fences[key[1]], self.thresholds[key]
        way = Way(before, fix, self._radius(monitor, before), self._radius(monitor, fix))
        threshold = limits.enter if inside else limits.exit
        start = way.clearance(fence, threshold, 0.0)
        if (start <= 0) if inside else (start > 0):
            raise Borderline("already across at the fix before")
        u = (way.first_at_or_below if inside else way.first_above)(fence, threshold)
        if u is None:
            raise Borderline("no crossing between contrary fixes")
        slack = way.doubt(fence, threshold, u)
        return Crossing(way.time(u), "linear", bracket=bracket, slack=slack)

    def _pass_through(self, key, before, fix, previous):
        monitor, fence, limits = self._monitor(key), self.fences[key[1]], self.thresholds[key]
        state = self.states[key]
        way = Way(before, fix, self._radius(monitor, before), self._radius(monitor, fix))
        nearest = fence.lower_bound(before.lat, before.lon) + fence.lower_bound(fix.lat, fix.lon)
        reach = max(limits.enter(way.accuracy_start), limits.enter(way.accuracy_end))
        if nearest - 2 * reach > way.length * 1.01 + 1:
            return []
        u1 = way.first_at_or_below(fence, limits.enter)
        if u1 is None:
            return []
        if previous is None:
            raise Borderline("a pass from between the thresholds")
        u2 = way.first_above(fence, limits.exit, u1 + way.share(2e-3))
        if u2 is None or way.first_at_or_below(fence, limits.enter, min(1.0, u2 + way.share(2e-3))) is not None:
            raise Borderline("more than one pass")
        if fix.t - before.t > self.feed["max_gap_s"]:
            return []
        if way.length / (fix.t - before.t) > self.feed["max_speed_mps"]:
            return []
        least = monitor.get("min_chord_m")
        if least is None:
            least = 2 * max(self._known_radius(monitor, end) for end in (before, fix))
        chord = (u2 - u1) * way.length
        if abs(chord - least) < 0.05:
            raise Borderline("at the least chord")
        if chord < least or not all(self._may_be_on_floor(key, end) for end in (before, fix)):
            return []
        bracket = (before.t, fix.t)
        pair = [Crossing(way.time(u), "linear", way.time(u), bracket, way.doubt(fence, threshold, u))
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
        events[1].toggles, state.toggles, state.visit = 0, 0, kept
        return events

    def _note_dwell_evidence(self, key, now):
        state = self.states[key]
        if state.dwell_left is None:
            return
        pause = state.dwell_evidence + self._dwell_gap(key)
        if now > pause:
            state.dwell_left -= pause - state.dwell_from
            state.dwell_from = now
        state.dwell_evidence = now

    # MARK: reports

    def _raw_change(self, key, now, inside, crossing):
        state, monitor = self.states[key], self._monitor(key)
        state.raw, state.last_change = inside, crossing
        if state.overdue:
            state.overdue = False
            state.toggles += 1
            return []
        if crossing.initial:
            silent = monitor["initial"] == "silent" or (not inside and monitor["initial"] == "enter")
            if silent:
                state.reported = inside
                if inside:
                    self._open_visit(key, now)
                return []
        elif state.window is not None and (crossing.cause is None or inside == state.reported):
            # Back to what was reported is no report, whatever the cause.
            state.toggles += 1
            state.window = now + self._period(key)
            return []
        return self._report(key, now, crossing)

    def _report(self, key, now, crossing, deferred=False):
        state = self.states[key]
        state.reported = state.raw
        period = self._period(key)
        state.window = now + period if period > 0 else None
        kind = "entered" if state.raw else "exited"
        if state.raw:
            self._open_visit(key, crossing.since, crossing.slack)
        elif state.visit == 0:
            self.visits += 1
            state.visit = self.visits
        event = self._event(kind, key, now, crossing, deferred=deferred)
        event.toggles, state.toggles = state.toggles, 0
        if not state.raw:
            state.dwell_left = None
        return [event]

    def _open_visit(self, key, start, slack=0.0):
        state = self.states[key]
        self.visits += 1
        state.visit = self.visits
        state.dwell_left = self._monitor(key).get("dwell_s")
        state.dwell_from, state.dwell_evidence, state.dwell_slack = start, self.seen, slack

    def _event(self, kind, key, now, crossing, inferred=False, deferred=False):
        state = self.states[key]
        index = [m["name"] for m in self.monitors].index(key[0])
        group = 1 if inferred else GROUP[kind]
        s = self.fences[key[1]].signed_distance(*state.at)
        return Event(kind, key[0], key[1], now, crossing, state.visit, s, state.toggles, inferred,
                     deferred, group, (index, key[1]))

    def _publish(self, events):
        """Sorts what one instant gave, then drops what the rule types do not ask for."""
        def place(event):
            at = event.decided_at if event.crossing.at is None else event.crossing.at
            if event.inferred:
                at = min(e.crossing.at for e in events if e.inferred and e.visit == event.visit)
            return event.group, at, event.order, event.type == "exited"
        events = sorted(events, key=place)
        for one, other in zip(events, events[1:]):
            times = place(one)[1], place(other)[1]
            if one.group == other.group and one.visit != other.visit and 0 < abs(times[1] - times[0]) < CLEAR_S:
                raise Borderline("two crossings at one time")
        wanted = {"enter": ("entered", "dwelled"), "exit": ("exited", "dwelled"),
                  "enterOrExit": ("entered", "exited", "dwelled")}
        rules = {m["name"]: wanted[m["rule"]] for m in self.monitors}
        self.events += [e for e in events if e.type in rules[e.monitor]]

    def _monitor(self, key):
        return next(m for m in self.monitors if m["name"] == key[0])

    def _period(self, key):
        return self.fences[key[1]].settings.get("ignore_period_s", self._monitor(key)["ignore_period_s"])

    def _dwell_gap(self, key):
        gap = self._monitor(key).get("dwell_max_gap_s")
        return self.feed["stale_s"] if gap is None else gap
