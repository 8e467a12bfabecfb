"""Expected and given events, field by field."""
from logs import seconds, stamp

# The wire gives times in milliseconds; distances are exact to a millimetre up to 100 m, to 1e-6 beyond.
TIME_S, DISTANCE_M, DISTANCE_SHARE = 1.01e-3, 1e-3, 1e-5


def expected(events):
    """The reference's events in the words of the wire."""
    return [{
        "type": e.type, "monitor": e.monitor, "fence": e.fence, "visit": e.visit, "decided_at": stamp(e.decided_at),
        "crossed_at": None if e.crossing.at is None else stamp(e.crossing.at), "method": e.crossing.method,
        "bracket": e.crossing.bracket and {"before": stamp(e.crossing.bracket[0]), "after": stamp(e.crossing.bracket[1])},
        "initial": e.crossing.initial, "inferred": e.inferred, "deferred": e.deferred, "late": e.crossing.late,
        "jump": e.crossing.jump,
        "cause": e.crossing.cause, "suppressed_toggles": e.toggles, "distance_m": round(e.distance, 4),
    } for e in events]


EXACT = ["type", "monitor", "fence", "initial", "inferred", "deferred", "late", "jump", "cause", "suppressed_toggles"]


def differences(events, given):
    """Sentences, one for each difference; after a missing or extra event only the first one."""
    given = [g for g in given if g["type"] in ("entered", "exited", "dwelled")]
    problems, visits = [], {}
    for index, (event, words, got) in enumerate(zip(events, expected(events), given)):
        if any(words[k] != got[k] for k in ("type", "monitor", "fence")):
            return problems + [f"event {index}: expected {_short(words)}, given {_short(got)}"]
        wrong = [k for k in EXACT if words[k] != got.get(k)]
        error_s = TIME_S + event.crossing.error_s
        if not _near(event.decided_at, got["decided_at"], error_s):
            wrong.append("decided_at")
        # A dwell event comes from a timer: it has neither a crossing nor a distance.
        if event.type != "dwelled":
            wrong += [k for k in ("method",) if words[k] != got[k]]
            if not _near(event.crossing.at, got["crossed_at"], error_s):
                wrong.append("crossed_at")
            if words["bracket"] != got["bracket"] and not event.crossing.initial:
                wrong.append("bracket")
            if not _alike(event.distance, got["distance_m"]):
                wrong.append("distance_m")
        if visits.setdefault(event.visit, got["visit"]) != got["visit"]:
            wrong.append("visit")
        for key in wrong:
            problems.append(f"event {index} {_short(words)}: {key} expected {words[key]}, given {got[key]}")
    if len(events) != len(given):
        words, side = (expected(events), "missing") if len(events) > len(given) else (given, "extra")
        problems.append(f"{len(events)} events expected, {len(given)} given; first {side}: "
                        + _short(words[min(len(events), len(given))]))
    return problems


def _near(ours, theirs, tolerance):
    if ours is None or theirs is None:
        return ours is None and theirs is None
    return abs(ours - seconds(theirs)) <= tolerance


def _alike(ours, theirs):
    return theirs is not None and abs(ours - theirs) <= DISTANCE_M + DISTANCE_SHARE * max(0, abs(ours) - 100)


def _short(event):
    return f"{event['type']} {event['monitor']} {event['fence']} decided {event['decided_at']}"
