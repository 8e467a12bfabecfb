"""What the reference knows: fixes, crossings, the state of one fence under one monitor, events."""
from dataclasses import dataclass
from typing import Optional


@dataclass
class Fix:
    t: float
    lat: float
    lon: float
    accuracy: Optional[float] = None
    speed: Optional[float] = None
    floor: Optional[int] = None
    mode: int = 3
    altitude: Optional[float] = None


@dataclass
class Step:
    """An accepted fix with the one before it, and what its feed thinks of it."""
    before: Optional[Fix]
    fix: Fix
    suspect: bool = False
    # Believed after a jump.
    jump: bool = False
    # The first fix after a stale spell.
    stale: bool = False
    # The device has not moved since the fix before, as far as both report it.
    rests: bool = False
    # In the place of a poorer fix of the same instant.
    again: bool = False


@dataclass
class Crossing:
    """When a confirmed change happened, as far as it is known."""
    at: Optional[float]
    method: str
    # The time that stands for `at` where that is not known: the first fix that showed the change.
    since: float = 0.0
    bracket: Optional[tuple] = None
    error_s: float = 0.0
    initial: bool = False
    late: bool = False
    jump: bool = False
    cause: Optional[str] = None


@dataclass
class Pending:
    """Agreeing evidence that is not yet enough."""
    inside: bool
    count: int
    since: float
    crossing: Crossing
    suspect: bool
    # The instant of the last of them: two fixes of one instant count once.
    last: Optional[float] = None


@dataclass
class State:
    """One fence under one monitor."""
    reported: Optional[bool] = None
    confirmed: Optional[bool] = None
    window: Optional[float] = None
    last_change: Optional[Crossing] = None
    pending: Optional[Pending] = None
    toggles: int = 0
    visit: int = 0
    last_evidence: Optional[bool] = None
    floor_out: bool = False
    # The time of the last fix before those that lacked what the fence needs, if the last one did.
    lack: Optional[tuple] = None
    # The time of the last fix before those with too poor an accuracy, if the last ones had it.
    poor: Optional[float] = None
    # The time of the last fix before a stale spell that no decisive fix has ended for this fence yet.
    unknown_since: Optional[float] = None
    # A report that fell due in a stale spell waits for a fix that confirms it.
    overdue: bool = False
    # Seconds until the dwell event; set as soon as a fix shows that the receiver is inside.
    dwell_left: Optional[float] = None
    dwell_from: float = 0.0
    # The last fix that said anything about this fence.
    dwell_evidence: float = 0.0
    # The uncertainty of the start of the visit in seconds.
    dwell_error_s: float = 0.0
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
