/// Hours of the week in the local time of a zone.
public struct WeeklySchedule: Hashable, Sendable {
    /// Hours of one or more days of the week.
    public struct Span: Hashable, Sendable {
        /// The days on which the hours begin; bit 0 is Monday.
        var days: UInt8
        /// Minutes after midnight, 0 to 1439.
        var begin: Int
        /// Minutes after midnight, 1 to 1440; an end before `begin` is on the next day.
        var end: Int
    }

    /// The hours; the schedule is open during any of them.
    public let spans: [Span]

    /// Creates a schedule that is open during any of `spans`.
    public init(_ spans: [Span]) {
        self.spans = spans
    }

    /// Returns whether the schedule is open at an instant in a zone. The begin is included, the end
    /// is not. Hours that clocks skip do not occur; hours that they repeat occur twice.
    public func isOpen(at instant: UTCInstant, in zone: ZoneRule) -> Bool {
        let local_ns = instant.nanoseconds + Int64(zone.offset_s(at: instant)) * 1_000_000_000
        let day = floorDivide(local_ns, Self.day_ns)
        let ofDay_ns = local_ns - day * Self.day_ns
        // 1970-01-01 was a Thursday.
        let weekday = Int(((day + 3) % 7 + 7) % 7)
        return spans.contains { $0.isOpen(on: weekday, at: ofDay_ns) }
    }

    /// Returns the next instant at which the schedule opens or closes. If there is none within
    /// eight days, an instant that is not later than the next change.
    public func nextChange(after instant: UTCInstant, in zone: ZoneRule) -> UTCInstant {
        let horizon = instant.advanced(bySeconds: 8 * 86_400)
        let isOpen = isOpen(at: instant, in: zone)
        let edges = edges(around: instant, in: zone) + zone.changes(around: instant)
        return edges.filter { $0 > instant && $0 < horizon }.sorted()
            .first { self.isOpen(at: $0, in: zone) != isOpen } ?? horizon
    }

    /// Returns every instant at which any hours may begin or end within eight days.
    private func edges(around instant: UTCInstant, in zone: ZoneRule) -> [UTCInstant] {
        let today = floorDivide(instant.nanoseconds, Self.day_ns)
        let offsets_s = zone.offsets_s(around: instant)
        var edges: [UTCInstant] = []
        for day in today - 2...today + 9 {
            for minute in spans.flatMap({ [$0.begin, $0.end] }) {
                for offset_s in offsets_s {
                    let ofDay_ns = Int64(minute * 60 - offset_s) * 1_000_000_000
                    edges.append(UTCInstant(nanoseconds: day * Self.day_ns + ofDay_ns))
                }
            }
        }
        return edges
    }

    private static let day_ns: Int64 = 86_400_000_000_000
}

extension WeeklySchedule.Span {
    /// Whether the hours include that time of day; weekday 0 is Monday.
    fileprivate func isOpen(on weekday: Int, at ofDay_ns: Int64) -> Bool {
        let minute = Int(ofDay_ns / 60_000_000_000)
        if begin < end { return has(weekday) && (begin..<end).contains(minute) }
        return (has(weekday) && minute >= begin) || (has((weekday + 6) % 7) && minute < end)
    }

    private func has(_ weekday: Int) -> Bool { days & 1 << weekday != 0 }
}
