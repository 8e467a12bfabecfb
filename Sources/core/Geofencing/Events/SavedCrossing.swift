import Chronology
import Geodesy

/// The data of a suppressed crossing that are saved beside its time.
public struct SavedCrossing: Sendable, Hashable, Codable {
    /// The latitude of the crossing in degrees; nil when unknown.
    public var latitude: Double?
    /// The longitude of the crossing in degrees; nil when unknown.
    public var longitude: Double?
    /// The half-width of the uncertainty of its time, in seconds.
    public var error_s: Double?
    /// When the crossing happened, in nanoseconds on the boot clock. Nil when unknown, and in
    /// records of versions that did not save it.
    public var boot_ns: Int64?
    /// The raw value of a `Transition.Method`.
    public var method: String
    /// The time of the last fix before the crossing, in nanoseconds since 1970; nil when unknown.
    public var before_ns: Int64?
    /// The time of the first fix after the crossing, in nanoseconds since 1970; nil when unknown.
    public var after_ns: Int64?
    /// Seconds without a determinate fix of the fence.
    public var gap_s: Double?
    /// Whether it happened while the state was unknown.
    public var isLate: Bool
    /// Whether the fix followed an accepted jump.
    public var isJump: Bool
    /// The raw value of a `Transition.Cause`.
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
    /// Restores a crossing of an earlier run.
    ///
    /// - Parameters:
    ///   - saved: the saved data. Nil in records of versions that did not save them, where a
    ///     crossing without a time was most likely late.
    ///   - time: the time of the crossing, if known.
    ///   - isOfThisBoot: whether the machine has not been rebooted since.
    ///   - now: the instant to use on the boot clock if that of the crossing is unknown.
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
