import Chronology
import Geodesy
import Geofencing

extension Words {
    /// `NAME [key=value …]`
    mutating func monitor() throws -> MonitorDefinition {
        var monitor = MonitorDefinition(
            name: try word(), source: "gps", fences: FenceSetName("f"))
        for (key, value) in pairs() { try set(key, value, of: &monitor) }
        return monitor
    }

    private func set(_ key: String, _ value: String, of monitor: inout MonitorDefinition) throws {
        switch key {
        case "id": monitor.givenID = value
        case "source": monitor.source = value
        case "fences": monitor.fences = FenceSetName(value)
        case "autostart": monitor.autostart = value == "true"
        case "rule": monitor.rule = try choice(value)
        case "relation": monitor.relation = try choice(value)
        case "accuracy_mode": monitor.accuracyMode = try choice(value)
        case "buffer_m": monitor.buffer_m = try figure(value)
        case "tolerance_enter": monitor.toleranceEnter = try figure(value)
        case "tolerance_exit": monitor.toleranceExit = try figure(value)
        case "tolerance_enter_m": monitor.toleranceEnter_m = try figure(value)
        case "tolerance_exit_m": monitor.toleranceExit_m = try figure(value)
        case "ignore_period_s": monitor.ignorePeriod_s = try figure(value)
        case "floor_policy": monitor.floorPolicy = try choice(value)
        case "floor_hold_s": monitor.floorHold_s = try figure(value)
        case "initial": monitor.initial = try choice(value)
        case "confirm_enter": monitor.confirmEnter = try confirmation(value)
        case "confirm_exit": monitor.confirmExit = try confirmation(value)
        case "dwell_s": monitor.dwell_s = try figure(value)
        case "dwell_repeat_s": monitor.dwellRepeat_s = try figure(value)
        case "dwell_max_gap_s": monitor.dwellMaxGap_s = try figure(value)
        case "cause_respects_ignore": monitor.causeRespectsIgnore = value == "true"
        case "flap_cap_s": monitor.flapCap_s = try figure(value)
        case "accuracy_confidence": monitor.accuracyConfidence = try figure(value)
        case "assumed_accuracy_m": monitor.assumedAccuracy_m = try figure(value)
        case "max_accuracy_m":
            monitor.accuracyLimit =
                switch value {
                case "auto": .auto
                case "off": .off
                default: .fixed(try figure(value))
                }
        case "min_chord_m": monitor.minChord_m = try figure(value)
        case "schedule": monitor.schedule = try schedule(value)
        case "time_zone":
            guard let zone = ZoneRule(value) else { throw Unreadable(text: "no zone \(value)") }
            monitor.timeZone = zone
        case "message":
            monitor.message = .template(
                MessageTemplate(value.split(separator: "_").joined(separator: " ")))
        case "message_expression":
            monitor.message = .expression(
                MessageExpression(value.split(separator: "_").joined(separator: " ")))
        case "actions": monitor.actions = value.split(separator: ",").map(String.init)
        case "requested_actions":
            monitor.requestedActions = value.split(separator: ",").map(String.init)
        default: throw Unreadable(text: "a monitor has no '\(key)'")
        }
    }

    /// `[SET/]ID SHAPE [key=value …]`
    mutating func fence(from origin: Coordinate) throws -> (String, Fence) {
        let path = try word().split(separator: "/").map(String.init)
        let shape = try shape(from: origin)
        var fence = Fence(id: path[path.count - 1], shape: shape)
        for (key, value) in pairs() { try set(key, value, of: &fence) }
        return (path.count > 1 ? path[0] : "f", fence)
    }

    private func set(_ key: String, _ value: String, of fence: inout Fence) throws {
        switch key {
        case "name": fence.name = value
        case "properties": fence.properties = value
        case "kind": fence.settings.kind = try choice(value)
        case "floor": fence.settings.floor = Int(value)
        case "enabled": fence.settings.enabled = value == "true"
        case "buffer_m": fence.settings.buffer_m = try figure(value)
        case "tolerance_enter": fence.settings.toleranceEnter = try figure(value)
        case "tolerance_exit": fence.settings.toleranceExit = try figure(value)
        case "tolerance_enter_m": fence.settings.toleranceEnter_m = try figure(value)
        case "tolerance_exit_m": fence.settings.toleranceExit_m = try figure(value)
        case "ignore_period_s": fence.settings.ignorePeriod_s = try figure(value)
        case "confirm_enter": fence.settings.confirmEnter = try confirmation(value)
        case "confirm_exit": fence.settings.confirmExit = try confirmation(value)
        case "dwell_s": fence.settings.dwell_s = try figure(value)
        case "dwell_repeat_s": fence.settings.dwellRepeat_s = try figure(value)
        case "dwell_max_gap_s": fence.settings.dwellMaxGap_s = try figure(value)
        case "alt_min": fence.settings.altitudeMinimum_m = try figure(value)
        case "alt_max": fence.settings.altitudeMaximum_m = try figure(value)
        case "schedule": fence.settings.schedule = try schedule(value)
        case "expires":
            fence.settings.expiresAt = Scenario.start.advanced(bySeconds: try seconds(value))
        default: throw Unreadable(text: "a fence has no '\(key)'")
        }
    }

    private mutating func shape(from origin: Coordinate) throws -> Shape {
        switch try word() {
        case "circle":
            let center = try offset(try word(), from: origin)
            let radius = try word()
            guard radius.hasPrefix("r=") else { throw Unreadable(text: "a circle needs r=") }
            return .circle(center: center, radius: try figure(String(radius.dropFirst(2))))
        case "point": return .points([try offset(try word(), from: origin)])
        case "line": return .lines([try places(from: origin)])
        case "empty": return .polygons([])
        case "polygon":
            var parts = [Polygon(rings: [try places(from: origin)])]
            while let word = peek(), word == "hole" || word == "part" {
                _ = next()
                let ring = try places(from: origin)
                if word == "part" {
                    parts.append(Polygon(rings: [ring]))
                } else {
                    parts[parts.count - 1].rings.append(ring)
                }
            }
            return .polygons(parts)
        case let other: throw Unreadable(text: "unknown shape '\(other)'")
        }
    }

    private mutating func places(from origin: Coordinate) throws -> [Coordinate] {
        var places: [Coordinate] = []
        while let word = peek(), word.contains(","), !word.contains("=") {
            _ = next()
            places.append(try offset(word, from: origin))
        }
        return places
    }

    private func choice<Choice: RawRepresentable<String>>(_ value: String) throws -> Choice {
        guard let choice = Choice(rawValue: value) else {
            throw Unreadable(text: "'\(value)' is none of the choices")
        }
        return choice
    }

    /// `Mon-Fri_07:00-18:30;22:00-06:00`
    private func schedule(_ value: String) throws -> WeeklySchedule {
        WeeklySchedule(
            try value.split(separator: ";").map { text in
                guard let span = WeeklySchedule.Span(String(text).replacing("_", with: " ")) else {
                    throw Unreadable(text: "'\(text)' are no hours")
                }
                return span
            })
    }

    /// `2` or `2x10s`.
    private func confirmation(_ value: String) throws -> Confirmation {
        let parts = value.split(separator: "x")
        return Confirmation(
            fixes: Int(parts[0]) ?? 1, seconds: parts.count > 1 ? try seconds(parts[1]) : 0)
    }
}
