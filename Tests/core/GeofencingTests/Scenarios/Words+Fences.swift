import Chronology
import Composition
import Geodesy
import Geofencing
import Messages

extension Words {
    /// `NAME [key=value …]`
    mutating func monitor() throws -> MonitorDefinition {
        var monitor = MonitorDefinition(
            name: try word(), source: "gps", fences: FenceSetName("f"))
        try set(pairs(), \.monitor, of: &monitor)
        if case .expression(let message)? = monitor.message {
            monitor.message = .expression(
                MessageExpression(compiling: message.text) { _ in [:] })
        }
        return monitor
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
        case "expires":
            fence.settings.expiresAt = Scenario.start.advanced(bySeconds: try seconds(value))
        case "alt_min": fence.settings.altitudeMinimum_m = try figure(value)
        case "alt_max": fence.settings.altitudeMaximum_m = try figure(value)
        default: try set([(key, value)], \.fence, of: &fence.settings)
        }
    }

    /// Sets what a monitor, a kind or a fence holds under its keys in the configuration.
    func set<Holder>(
        _ pairs: [(String, String)], _ place: KeyPath<Setting, Setting.Place<Holder>?>,
        of holder: inout Holder
    ) throws {
        for (key, value) in pairs {
            guard let setting = Setting.all.first(where: { $0.key == key }),
                let place = setting[keyPath: place]
            else { throw Unreadable(text: "there is no '\(key)' here") }
            place.set(&holder, try self.value(setting.form, value))
        }
    }

    private func value(_ form: Setting.Form, _ value: String) throws -> Setting.Value {
        switch form {
        case .number: .number(try figure(value))
        case .integer: .integer(Int(try figure(value)))
        case .flag: .flag(value == "true")
        case .word(let words): .text(try choice(value, of: words))
        case .text: .text(value.split(separator: "_").joined(separator: " "))
        case .texts: .texts(value.split(separator: ",").map(String.init))
        case .confirmation: .confirmation(try confirmation(value))
        case .hours: .hours(try schedule(value))
        case .accuracyLimit:
            .accuracyLimit(
                value == "auto" ? .auto : value == "off" ? .off : .fixed(try figure(value)))
        case .time, .own: .text(value)
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

    private func choice(_ value: String, of words: [String]) throws -> String {
        guard words.contains(value) else {
            throw Unreadable(text: "'\(value)' is none of the choices")
        }
        return value
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
