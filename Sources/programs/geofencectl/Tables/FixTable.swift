internal import ControlProtocol
internal import Glibc

/// Fixes as text for people.
enum FixTable {
    /// Returns one row for each fix, then the additional data of the senders. The heading column
    /// is left out when no fix has a heading, since few sources report it.
    static func text(_ fixes: [FixRecord], units: Units) -> String {
        let hasHeading = fixes.contains { $0.heading_deg != nil }
        var table = Table(
            [
                ("SOURCE", .left), ("TIME", .left), ("PLACE", .left), ("ACCURACY 95 %", .right),
                ("SPEED", .right), ("COURSE", .right),
            ] + (hasHeading ? [("HEADING", .right)] : []) + [
                ("ALTITUDE", .right), ("AGE", .right),
            ])
        for fix in fixes {
            table.add(
                [
                    fix.source ?? "-", TimeText.seconds(fix.time, orArrival: fix.received_at),
                    place(fix),
                    units.length(accuracy95(fix)), units.speed(fix.speed_mps),
                    angle(fix.course_deg),
                ] + (hasHeading ? [angle(fix.heading_deg)] : []) + [
                    units.length(fix.altitude_m), TimeText.span(fix.age_s),
                ])
        }
        var text = table.text(otherwise: "No source has had a fix yet.")
        for fix in fixes {
            if let refused = fix.refused {
                text += printable("\(fix.source ?? "-"): this fix was refused (\(refused))") + "\n"
            }
            guard let additional = additional(fix) else { continue }
            text += printable("\(fix.source ?? "-"): \(additional)") + "\n"
        }
        return text
    }

    /// Returns the additional data of the sender as JSON; nil for none.
    static func additional(_ fix: FixRecord) -> String? {
        fix.additional.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// Returns a course or heading in degrees; `-` for an unknown one.
    static func angle(_ degrees: Double?) -> String {
        degrees.map { decimal($0, 0) + "°" } ?? "-"
    }

    /// Returns one line of a stream of fixes.
    static func line(_ fix: FixRecord, units: Units) -> String {
        var parts = [TimeText.seconds(fix.time, orArrival: fix.received_at), place(fix)]
        if let accuracy = accuracy95(fix) { parts.append("±" + units.length(accuracy)) }
        if fix.speed_mps != nil { parts.append(units.speed(fix.speed_mps)) }
        if let course = fix.course_deg { parts.append(angle(course)) }
        if let heading = fix.heading_deg { parts.append("heading " + angle(heading)) }
        if let source = fix.source { parts.append(source) }
        if let refused = fix.refused { parts.append("refused: \(refused)") }
        if let additional = additional(fix) { parts.append(additional) }
        return printable(parts.joined(separator: "  ")) + "\n"
    }

    /// Returns the radius that contains the position with 95 %, converted from the probability of
    /// the fix: for a circular normal distribution r(p) is proportional to the root of -ln(1 - p).
    static func accuracy95(_ fix: FixRecord) -> Double? {
        guard let radius = fix.accuracy_m else { return nil }
        guard let level = fix.accuracy_level, level > 0, level < 1 else { return radius }
        return radius * (log(1 - 0.95) / log(1 - level)).squareRoot()
    }

    /// Returns latitude and longitude, and the floor where there is one.
    static func place(_ fix: FixRecord) -> String {
        let place = "\(decimal(fix.lat, 6)) \(decimal(fix.lon, 6))"
        return fix.floor.map { "\(place) floor \($0)" } ?? place
    }
}
