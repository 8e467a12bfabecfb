"""What one fix says about one fence: in, out or nothing."""
import math
from dataclasses import replace

from crossing import Borderline
from timers import CLEAR_S

# Nothing is decided within this of a threshold (metres, plus a share of the enclosing circle).
CLEAR_M, CLEAR_SHARE = 2e-3, 2e-5
# Altitudes closer than this, in metres, are not distinguished.
CLEAR_ALTITUDE_M = 1e-3
# Without a vertical accuracy so many times the horizontal one counts.
VERTICAL_SHARE = 1.5
# No device climbs faster; after a climb beyond it so many altitudes over so long have to agree.
CLIMB_MPS, HEIGHT_FIXES, HEIGHT_S = 50.0, 3, 3.0
SCALE_95 = math.sqrt(-2 * math.log(0.05))


class Evidence:
    """The part of a Reference that compares positions with fences."""

    def _evidence(self, key, fix):
        """(True for in, False for out, None for indeterminate; whether the floor alone says out)."""
        fence, monitor, state = self.fences[key[1]], self._monitor(key), self.states[key]
        limits = self.thresholds[key]
        floor = fence.settings.get("floor")
        radius = self._radius(monitor, fix)
        poor = self._is_poor(monitor, fix)
        far = 50 + limits.base_exit + radius + (fix.accuracy or 0)
        low = fence.lower_bound(fix.lat, fix.lon)
        s = low if low > far else fence.signed_distance(fix.lat, fix.lon)
        state.at = fix.lat, fix.lon
        clear = CLEAR_M + CLEAR_SHARE * fence.reach
        for limit in (limits.enter(radius), limits.exit(radius)):
            if abs(s - limit) < clear:
                raise Borderline("at a threshold")
        if floor is not None:
            if fix.floor is not None and fix.floor != floor:
                return False, s <= limits.enter(radius)
        if self._lack(key, fix) is not None or self._is_altitude_unclear(key, fix):
            return None, False
        if not self._may_be_at_altitude(key, fix):
            return False, False
        may_enter, may_exit = s <= limits.enter(radius), s > limits.exit(radius)
        if poor:
            # Only beyond its own accuracy, inside and outside alike.
            sure = self._scaled(monitor, fix.accuracy)
            within, beyond = limits.enter(0.0) - s - sure, s - limits.base_exit - sure
            if min(abs(within), abs(beyond)) < clear:
                raise Borderline("at a threshold")
            may_enter, may_exit = may_enter and within > 0, may_exit and beyond > 0
        return (True if may_enter else False if may_exit else None), False

    def _is_poor(self, monitor, fix):
        return monitor.get("max_accuracy_m") is not None and fix.accuracy and self._scaled(
            monitor, fix.accuracy) > monitor["max_accuracy_m"]

    def _note_poor(self, key, step):
        """Takes note of a fix that said nothing; in the band nothing has been crossed yet."""
        state = self.states[key]
        if self._lack(key, step.fix) is not None:
            return
        if not self._is_poor(self._monitor(key), step.fix):
            state.poor = None
        elif state.poor is None and step.before is not None:
            state.poor = step.before.t

    def _lack(self, key, fix):
        """What a fix lacks that the fence needs; None when it is nothing."""
        floor = self.fences[key[1]].settings.get("floor")
        if floor is not None and fix.floor is None and self._monitor(key)["floor_policy"] == "strict":
            return "floor"
        if floor is not None and fix.floor not in (None, floor):
            return None
        return "altitude" if self._lacks_altitude(key, fix) else None

    def _note_lack(self, key, fix):
        state = self.states[key]
        if self._lack(key, fix) is None:
            state.lack = None
        elif state.lack is None:
            state.lack = (None if self.last is None else self.last.fix.t,)

    def _last_complete(self, key, step):
        """The time of the last fix before the one before and others lacked what the fence needs, if that did."""
        state = self.states[key]
        if step.before is None or self._lack(key, step.before) is None or state.lack is None:
            return None
        return state.lack[0]

    def _lacks_altitude(self, key, fix):
        limits = self.fences[key[1]].settings.keys() & {"altitude_min_m", "altitude_max_m"}
        return bool(limits) and fix.altitude is None and self._monitor(key)["floor_policy"] == "strict"

    def _may_be_at_altitude(self, key, fix):
        if self._lacks_altitude(key, fix):
            return False
        fence = self.fences[key[1]]
        for name, sign in (("altitude_min_m", 1), ("altitude_max_m", -1)):
            limit = fence.settings.get(name)
            if limit is None or fix.altitude is None:
                continue
            if abs(fix.altitude - limit) < CLEAR_ALTITUDE_M:
                raise Borderline("at the limit of altitude")
            if sign * (fix.altitude - limit) < 0:
                return False
        return True

    def _is_altitude_unclear(self, key, fix):
        """Whether a limit of altitude is nearer than the altitude is sure."""
        if fix.altitude is None:
            return False
        reach = VERTICAL_SHARE * (fix.accuracy or 0)
        settings = self.fences[key[1]].settings
        for name in ("altitude_min_m", "altitude_max_m"):
            if settings.get(name) is None:
                continue
            away = abs(fix.altitude - settings[name])
            if abs(away - reach) < CLEAR_ALTITUDE_M:
                raise Borderline("at the limit of vertical accuracy")
            if away < reach:
                return True
        return False

    def _with_believed_altitude(self, fix):
        """The fix, without its altitude where no device can have come there."""
        if fix.altitude is None:
            return fix
        if self.height is None or self._climbs(self.height, fix):
            self.height, self.heights = fix, []
            return fix
        agrees = self.heights and self._climbs(self.heights[-1], fix)
        self.heights = self.heights + [fix] if agrees else [fix]
        lasted = fix.t - self.heights[0].t
        if abs(lasted - HEIGHT_S) < CLEAR_S:
            raise Borderline("the end of a doubt of an altitude")
        if len(self.heights) >= HEIGHT_FIXES and lasted >= HEIGHT_S:
            self.height, self.heights = fix, []
            return fix
        return replace(fix, altitude=None)

    @staticmethod
    def _climbs(start, end):
        """Whether a device can have climbed, or sunk, from one fix to the next."""
        limit, climb = CLIMB_MPS * (end.t - start.t), abs(end.altitude - start.altitude)
        if climb > 1e-9 and climb > 0.3 * limit and limit < CLIMB_MPS:
            raise Borderline("a climb within less than a second")
        return climb <= max(limit, 1e-9)

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
