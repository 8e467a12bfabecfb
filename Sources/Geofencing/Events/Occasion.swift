import Chronology
import Geodesy

/// A monitor at an instant: what all that it tells and has saved then have in common.
///
/// An object, so that what belongs to it is small and moves as a few plain words.
final class Occasion: Sendable {
    let monitor: MonitorLabel
    /// The monitor's place in the configuration.
    let index: Int
    let catalog: FenceCatalog
    /// The last fix, and its number among the accepted ones.
    let update: LocationUpdate?
    let fixNumber: Int
    /// The instant of the decision, and the same on the time scale of the feed.
    let now: BootInstant
    let decidedAt: UTCInstant?

    init(
        of monitor: MonitorLabel, _ index: Int, in catalog: FenceCatalog,
        by update: LocationUpdate?, fixNumber: Int, now: BootInstant, decidedAt: UTCInstant?
    ) {
        self.monitor = monitor
        self.index = index
        self.catalog = catalog
        self.update = update
        self.fixNumber = fixNumber
        self.now = now
        self.decidedAt = decidedAt
    }

    /// How the id of a fence begins.
    func prefix(of fence: FenceNumber) -> UInt64 { catalog.idPrefix(of: fence) }

    /// What is told of a fence.
    func label(_ fence: FenceNumber) -> FenceLabel {
        FenceLabel(catalog: catalog, number: fence)
    }
}
