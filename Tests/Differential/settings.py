"""Random monitors and feeds, and the configuration file that says them."""


def monitors(random, count):
    """Monitors with settings that keep to what the semantics decide without doubt."""
    return [_monitor(random, f"m{k}") for k in range(count)]


def _monitor(random, name):
    pick = random.choice
    with_accuracy = random.random() < 0.5
    relation = pick(["enterIntersectsAndExitDoesNotIntersect", "enterContainsAndExitDoesNotContain",
                     "enterContainsAndExitDoesNotIntersect"])
    enter = pick([0.0, 0.0, -0.1, 0.05])
    leave = enter + pick([0.0, 0.0, 0.1])
    monitor = {
        "name": name, "rule": pick(["enterOrExit"] * 4 + ["enter", "exit"]), "relation": relation,
        "accuracy_mode": "useGeometryWithAccuracy" if with_accuracy else "useGeometry",
        "buffer_m": pick([0.0, 0.0, 7.5]), "tolerance_enter": enter, "tolerance_exit": round(leave, 3),
        "ignore_period_s": pick([0.0, 0.0, 6.4, 30.0]), "initial": pick(["enter", "both", "silent"]),
        "confirm_enter": pick([(1, 0.0)] * 3 + [(2, 0.0), (1, 3.3)]),
        "confirm_exit": pick([(1, 0.0)] * 3 + [(2, 0.0), (2, 3.3)]),
        "floor_policy": pick(["strict", "lenient"]), "accuracy_confidence": pick([0.95, 0.68]),
    }
    if random.random() < 0.3:
        monitor["min_chord_m"] = pick([0.0, 12.0])
    if random.random() < 0.2:
        monitor["max_accuracy_m"] = 15.0
    if random.random() < 0.3:
        monitor["assumed_accuracy_m"] = 5.0
    if random.random() < 0.5:
        monitor["dwell_s"] = pick([9.7, 25.1])
        if random.random() < 0.5:
            monitor["dwell_repeat_s"] = 13.3
    return monitor


def feed(random):
    return {"stale_s": random.choice([15.0, 40.0]), "max_gap_s": random.choice([30.0, 120.0]), "max_speed_mps": 100.0,
            "doppler_margin_mps": random.choice([None, 5.0])}


def text(monitors, feed, fences, source_type):
    """The configuration file."""
    lines = ["[source.gps]", f'type = "{source_type}"', 'path = "unused"']
    for key, value in feed.items():
        lines.append(f"{key} = {value}" if value is not None else f'{key} = "off"')
    for monitor in monitors:
        lines += ["", "[[monitor]]", 'source = "gps"', f'fences = "{fences}"', "floor_hold_s = 86400"]
        for key, value in monitor.items():
            if isinstance(value, tuple):
                value = f"{{ fixes = {value[0]}, seconds = {value[1]} }}"
            elif isinstance(value, str):
                value = f'"{value}"'
            lines.append(f"{key} = {value}")
    return "\n".join(lines) + "\n"
