import Chronology
import Geodesy

/// Merges the reports of one moment. gpsd may send several, each with more data; the first has no
/// altitude or accuracy.
struct GPSDMoment {
    /// The data that a fence or a check may need besides the position.
    struct Parts: OptionSet {
        let rawValue: UInt8

        static let altitude = Parts(rawValue: 1)
        static let verticalAccuracy = Parts(rawValue: 2)
        static let accuracy = Parts(rawValue: 4)
        static let speed = Parts(rawValue: 8)
        static let threeDimensional = Parts(rawValue: 16)

        init(rawValue: UInt8) { self.rawValue = rawValue }

        init(of fix: Fix) {
            self = []
            if fix.altitudeMetres != nil { insert(.altitude) }
            if fix.verticalAccuracyMetres != nil { insert(.verticalAccuracy) }
            if fix.horizontalAccuracy != nil { insert(.accuracy) }
            if fix.speedMetresPerSecond != nil { insert(.speed) }
            if fix.mode == .threeDimensional { insert(.threeDimensional) }
        }
    }

    /// The result of adding a report.
    enum Outcome {
        /// The report begins a moment. `before` is the previous moment unless it was delivered.
        case begins(before: Fix?)
        /// The report adds to a moment that was not delivered yet.
        case added
        /// The report adds to a moment that was delivered. The value is the merged fix.
        case completes(Fix)
        /// The report contains nothing new.
        case repeats
    }

    /// The number of recent moments that predict the parts of the next one.
    private static let remembered = 10
    /// An incomplete moment waits for this share of the usual interval, but no longer than
    /// `longestWait_s` seconds.
    private static let shareOfInterval = 0.3
    private static let longestWait_s = 0.2
    /// Two reports of a moment within this distance in metres have the same position: sentences may
    /// be rounded differently.
    private static let agreementMetres = 2.0

    /// The current moment, or the last one.
    private var fix: Fix?
    private var device: String?
    private var isDelivered = true
    private var parts: Parts = []
    private var history = InlineArray<10, Parts>(repeating: [])
    private var next = 0
    /// The instant at which an incomplete moment is delivered; nil when none waits.
    private(set) var deadline: BootInstant?

    /// Adds a report and returns its effect.
    ///
    /// - Parameter interval_s: the usual interval between moments in seconds; nil when unknown.
    mutating func take(
        _ report: Fix, of device: String?, interval_s: Double?, at now: BootInstant
    ) -> Outcome {
        if let fix, device == self.device, let time = report.time, time == fix.time,
            fix.position == report.position
                || planeDistanceSquared(
                    fix.position.latitude, fix.position.longitude, report.position.latitude,
                    report.position.longitude) <= Self.agreementMetres * Self.agreementMetres
        {
            return add(report, to: fix)
        }
        let before = take()
        history[next] = parts
        next = (next + 1) % Self.remembered
        fix = report
        self.device = device
        isDelivered = false
        parts = Parts(of: report)
        let wait_s = min(Self.longestWait_s, (interval_s ?? .infinity) * Self.shareOfInterval)
        deadline = now.advanced(bySeconds: wait_s)
        return .begins(before: before)
    }

    /// Returns the moment if it has all expected parts or its deadline has passed; else nil.
    mutating func takeIfDue(at now: BootInstant) -> Fix? {
        guard let deadline else { return nil }
        var expected: Parts = []
        for index in history.indices { expected.formUnion(history[index]) }
        return parts.isSuperset(of: expected) || deadline <= now ? take() : nil
    }

    /// Returns the moment, complete or not; nil when it was delivered.
    mutating func take() -> Fix? {
        guard !isDelivered else { return nil }
        isDelivered = true
        deadline = nil
        return fix
    }

    private mutating func add(_ report: Fix, to fix: Fix) -> Outcome {
        var whole = report
        whole.fillGaps(from: fix)
        let all = parts.union(Parts(of: whole))
        let addsNothing = all == parts
        parts = all
        // The later position is equally good, but the position of a delivered fix must not change.
        if isDelivered { whole.position = fix.position }
        self.fix = whole
        guard isDelivered else { return addsNothing && whole == fix ? .repeats : .added }
        return addsNothing ? .repeats : .completes(whole)
    }
}

extension Fix {
    /// Adds the values that only an earlier report of the same moment has.
    fileprivate mutating func fillGaps(from earlier: Fix) {
        if earlier.mode == .threeDimensional { mode = .threeDimensional }
        altitudeMetres = altitudeMetres ?? earlier.altitudeMetres
        ellipsoidalHeightMetres = ellipsoidalHeightMetres ?? earlier.ellipsoidalHeightMetres
        speedMetresPerSecond = speedMetresPerSecond ?? earlier.speedMetresPerSecond
        courseDegrees = courseDegrees ?? earlier.courseDegrees
        horizontalAccuracy = horizontalAccuracy ?? earlier.horizontalAccuracy
        verticalAccuracyMetres = verticalAccuracyMetres ?? earlier.verticalAccuracyMetres
        jamming = jamming ?? earlier.jamming
    }
}
