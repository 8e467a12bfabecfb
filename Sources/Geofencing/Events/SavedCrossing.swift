import Chronology
import Geodesy

/// A crossing that is held back, as it is saved beside its time.
public struct SavedCrossing: Sendable, Hashable, Codable {
    /// Degrees north of where it was; nil when unknown.
    public var latitude: Double?
    /// Degrees east of that.
    public var longitude: Double?
    /// Half-width in seconds of the uncertainty of its time.
    public var error_s: Double?
    /// When it was, boot clock nanoseconds; nil when unknown, and in records of before that was saved.
    public var boot_ns: Int64?
    /// A `Transition.Method`.
    public var method: String
    /// The last fix before it, nanoseconds since 1970; nil when unknown.
    public var before_ns: Int64?
    /// The first fix after it.
    public var after_ns: Int64?
    /// Seconds without a fix that told of the fence.
    public var gap_s: Double?
    /// Whether it happened while the state was unknown.
    public var isLate: Bool
    /// Whether the fix followed a believed jump.
    public var isJump: Bool
    /// A `Transition.Cause`.
    public var cause: String?

    init(_ crossing: Crossing) {
        latitude = crossing.position?.latitude
        longitude = crossing.position?.longitude
        error_s = crossing.error_s
        boot_ns = crossing.isDated ? crossing.boot.nanoseconds : nil
        method = crossing.method.rawValue
        before_ns = crossing.bracket?.before.nanoseconds
        after_ns = crossing.bracket?.after.nanoseconds
        gap_s = crossing.gap_s
        isLate = crossing.isLate
        isJump = crossing.isJump
        cause = crossing.cause?.rawValue
    }
}

extension Crossing {
    /// A crossing of an earlier run.
    ///
    /// - Parameters:
    ///   - saved: what is known of it; nil in records of before that was saved, where one without a
    ///     time was most likely late.
    ///   - time: its time, if that is known.
    ///   - isOfThisBoot: whether the machine has not been started anew since.
    ///   - now: what counts as its instant on the boot clock where that is not known.
    init(_ saved: SavedCrossing?, at time: UTCInstant?, isOfThisBoot: Bool, now: BootInstant) {
        guard let saved else {
            self.init(
                time: time, boot: now, method: time == nil ? .bracket : .linear,
                isLate: time == nil)
            return
        }
        self.init(
            time: time, error_s: saved.error_s, boot: now, gap_s: saved.gap_s,
            method: Transition.Method(rawValue: saved.method) ?? .bracket, isLate: saved.isLate,
            isJump: saved.isJump,
            cause: saved.cause.flatMap(Transition.Cause.init(rawValue:)))
        if isOfThisBoot, let boot_ns = saved.boot_ns {
            boot = min(BootInstant(nanoseconds: boot_ns), now)
            isDated = true
        }
        if let latitude = saved.latitude, let longitude = saved.longitude {
            position = Coordinate(latitude: latitude, longitude: longitude)
        }
        if let before_ns = saved.before_ns, let after_ns = saved.after_ns {
            bracket = Transition.Bracket(
                before: UTCInstant(nanoseconds: before_ns),
                after: UTCInstant(nanoseconds: after_ns))
        }
    }
}
