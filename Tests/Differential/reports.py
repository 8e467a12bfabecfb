"""Confirmed changes, suppressed or emitted, visits, and the order of the events of one instant."""
from crossing import Borderline
from states import Event
from timers import CLEAR_S

GROUP = {"exited": 0, "entered": 2, "dwelled": 3}


class Reports:
    """The part of a Reference that emits events."""

    def _confirm_change(self, key, now, inside, crossing):
        state, monitor = self.states[key], self._monitor(key)
        state.confirmed, state.last_change = inside, crossing
        if state.overdue:
            state.overdue = False
            state.toggles += 1
            return []
        if crossing.initial:
            silent = monitor["initial"] == "silent" or (not inside and monitor["initial"] == "enter")
            if silent:
                state.reported = inside
                if inside:
                    self._open_visit(key)
                return []
        elif state.window is not None and (crossing.cause is None or inside == state.reported):
            # Back to what was reported is no report, whatever the cause.
            state.toggles += 1
            state.window = now + self._period(key)
            return []
        return self._report(key, now, crossing)

    def _report(self, key, now, crossing, deferred=False):
        state = self.states[key]
        state.reported = state.confirmed
        period = self._period(key)
        state.window = now + period if period > 0 else None
        kind = "entered" if state.confirmed else "exited"
        if state.confirmed:
            self._open_visit(key)
        elif state.visit == 0:
            self.visits += 1
            state.visit = self.visits
        event = self._event(kind, key, now, crossing, deferred=deferred)
        event.toggles, state.toggles = state.toggles, 0
        if not state.confirmed:
            state.dwell_left = None
        return [event]

    def _begin_visit(self, key, crossing, poor):
        """Starts the dwell time at the crossing, although the event may come much later.

        `poor` is the time of the last fix before those with too poor an accuracy, if there are any: a
        segment may start at one of them, but it is no evidence.
        """
        state = self.states[key]
        state.dwell_left = self._monitor(key).get("dwell_s")
        state.dwell_from, state.dwell_error_s = crossing.since, crossing.error_s
        if state.dwell_left is None or crossing.bracket is None:
            return
        before, now = crossing.bracket
        if poor is not None:
            before = poor
        pause = before + self._dwell_gap(key)
        if pause < now:
            # Too long without evidence, like a gap within a visit.
            state.dwell_left -= max(0.0, pause - crossing.since)
            state.dwell_from = now

    def _open_visit(self, key):
        state = self.states[key]
        self.visits += 1
        state.visit = self.visits

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

    def _period(self, key):
        return self.fences[key[1]].settings.get("ignore_period_s", self._monitor(key)["ignore_period_s"])
