"""Which fixes of a feed are believed, and in what light: order of time, jumps, the speed gate."""
import math

from crossing import Borderline, Segment
from states import Step
from timers import CLEAR_S

# A jump is believed when so many fixes, over at least so many seconds and the longer the farther it leads, can
# be reached from each other; two are enough where more than that lies between them.
JUMP_FIXES, JUMP_S, JUMP_MOST_S = 3, 3.0, 60.0
# How much faster than a reported speed a displacement may be without being a jump.
JUMP_SHARE = 1.2
# Reported speeds that so many displacements in a row contradict are not used until one agrees.
UNUSABLE_AFTER = 10
# Metres per square second by which a device speeds up or brakes.
ACCELERATION = 10.0
# An older fix arrives in a replay at the pace of those in order, while timers run on: the median of so many.
PACE_INTERVALS, FIRST_PACE_S = 9, 1.0


class Feed:
    """The part of a Reference that checks fixes."""

    def _note_arrival(self, fix):
        """Takes note of when a fix arrives; the boot clock may run ahead of receiver time for one fix only."""
        if self.last is None:
            return
        step = fix.t - self.arrived
        if step < 0:
            recent = sorted(self.intervals[-PACE_INTERVALS:])
            self.ahead += recent[(len(recent) - 1) // 2] if recent else FIRST_PACE_S
            self._refuse_timers_within(self.ahead + CLEAR_S)
        elif step < self.ahead:
            raise Borderline("a fix while the boot clock is ahead of it")
        elif step > 0:
            self.ahead = 0.0
            self.intervals = self.intervals[-PACE_INTERVALS:] + [step]

    def _accepted(self, fix):
        """The step that the fix makes, or None when it is refused."""
        if self.last is None:
            return Step(None, fix)
        last = self.last.fix
        if fix.t < last.t:
            return None
        if fix.t == last.t:
            return self._same_epoch(fix)
        if not self._is_reachable(last, fix):
            if not self._ends_quarantine(last, fix):
                return None
            self.contradictions = 0
            return Step(last, fix, jump=True)
        is_ruled_out = self.contradictions >= UNUSABLE_AFTER
        contradicts = self._is_suspect(last, fix)
        self.contradictions = self.contradictions + 1 if contradicts else 0
        return Step(last, fix, suspect=contradicts and not is_ruled_out)

    def _same_epoch(self, fix):
        """The better of two fixes of one instant stands, on the way from the fix before both."""
        last = self.last.fix
        mine, theirs = fix.accuracy or math.inf, last.accuracy or math.inf
        if (fix.lat, fix.lon) == (last.lat, last.lon) or mine >= theirs:
            return None
        before = self.last.before
        if before is not None and not self._is_reachable(before, fix):
            return None
        return Step(before, fix, self.last.suspect, self.last.jump, self.last.stale, again=True)

    def _is_reachable(self, start, end):
        seconds = end.t - start.t
        if seconds <= 0:
            return True
        limit = max(self.feed["max_speed_mps"], JUMP_SHARE * max(start.speed or 0, end.speed or 0))
        believed = limit * seconds + (end.accuracy or 0) + (start.accuracy or 0)
        length = Segment(start, end, 0, 0).length
        if abs(length - believed) < 0.5:
            raise Borderline("a jump at the limit of belief")
        return length < believed

    def _ends_quarantine(self, before, fix):
        """Takes a fix after a jump; True when enough of them agree."""
        if self.quarantine is None:
            self.quarantine = (fix.t, 1, fix)
            return False
        since, count, last = self.quarantine
        if fix.t <= last.t:
            raise Borderline("no time between two fixes after a jump")
        if not self._is_reachable(last, fix):
            raise Borderline("another jump, or a device that is as fast as that and reports no speed")
        self.quarantine = (since, count + 1, fix)
        far = Segment(before, fix, 0, 0).length / self.feed["max_speed_mps"]
        if far < JUMP_MOST_S and fix.t - since > JUMP_S:
            raise Borderline("how far a jump led, to the second, while the device goes on")
        wait = max(JUMP_S, min(JUMP_MOST_S, far))
        if abs(fix.t - since - wait) < CLEAR_S or abs(fix.t - last.t - JUMP_MOST_S) < CLEAR_S:
            raise Borderline("the end of a quarantine")
        return count + 1 >= JUMP_FIXES and fix.t - since >= wait or fix.t - last.t > JUMP_MOST_S

    def _is_suspect(self, last, fix):
        margin = self.feed.get("doppler_margin_mps")
        seconds = fix.t - last.t
        longest = self._longest(last.speed, fix.speed, seconds)
        if margin is None or longest is None:
            return False
        longest = min(longest, max(self.feed["max_speed_mps"], JUMP_SHARE * max(last.speed or 0, fix.speed or 0)) * seconds)
        step = Segment(last, fix, 0, 0).length
        allowed = longest + (last.accuracy or 0) + (fix.accuracy or 0) + margin * seconds
        if abs(step - allowed) < 0.05 * max(1, seconds):
            raise Borderline("at the limit of the speed gate")
        return step > allowed

    @staticmethod
    def _longest(start, end, seconds):
        """The longest way between two speeds; None where neither is known."""
        known = [speed for speed in (start, end) if speed is not None]
        if not known:
            return None
        if len(known) == 1:
            return known[0] * seconds + ACCELERATION * seconds**2 / 2
        change = abs(end - start)
        if abs(change - ACCELERATION * seconds) < 1e-3:
            raise Borderline("at the limit of acceleration")
        if change > ACCELERATION * seconds:
            return max(known) * seconds
        return (start + end) / 2 * seconds + ACCELERATION * seconds**2 / 4 - change**2 / (4 * ACCELERATION)
