import Chronology

/// The last fix before feed or daemon were lost: where the bracket of a late crossing begins.
struct Adrift: Sendable, Hashable {
    var time: UTCInstant?
    var boot: BootInstant
}
