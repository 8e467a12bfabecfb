"""Which fixes of a feed are believed, and in what light: order of time, jumps, the speed gate."""
import math

from crossing import Borderline, Way
from states import Step
from timers import CLEAR_S

# A jump is believed when so many fixes over so many seconds can be reached from each other.
JUMP_FIXES, JUMP_S = 3, 3.0


class Feed:
    """The part of a Judgement that checks fixes."""

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
            return Step(last, fix, jump=True) if self._ends_quarantine(fix) else None
        return Step(last, fix, suspect=self._is_suspect(last, fix))

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
        believed = self.feed["max_speed_mps"] * seconds + (end.accuracy or 0) + (start.accuracy or 0)
        length = Way(start, end, 0, 0).length
        if abs(length - believed) < 0.5:
            raise Borderline("a jump at the limit of belief")
        return length < believed

    def _ends_quarantine(self, fix):
        """Takes a fix after a jump; True when enough of them agree."""
        if self.quarantine is None:
            self.quarantine = (fix.t, 1, fix)
            return False
        since, count, last = self.quarantine
        if not self._is_reachable(last, fix):
            self.quarantine = (fix.t, 1, fix)
            return False
        self.quarantine = (since, count + 1, fix)
        if abs(fix.t - since - JUMP_S) < CLEAR_S:
            raise Borderline("the end of a quarantine")
        return count + 1 >= JUMP_FIXES and fix.t - since >= JUMP_S

    def _is_suspect(self, last, fix):
        margin = self.feed.get("doppler_margin_mps")
        if margin is None or fix.speed is None:
            return False
        step = Way(last, fix, 0, 0).length
        seconds = fix.t - last.t
        allowed = fix.speed + ((last.accuracy or 0) + (fix.accuracy or 0)) / seconds + margin
        if abs(step / seconds - allowed) < 0.05:
            raise Borderline("at the limit of the speed gate")
        return step / seconds > allowed
