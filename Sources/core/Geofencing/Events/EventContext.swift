import Chronology
import Fixes

/// The context that all events of one monitor at one instant share.
///
/// A class, so that an event holds it by one reference.
final class EventContext: Sendable {
    let monitor: MonitorLabel
    /// The index of the monitor in the configuration.
    let index: Int
    let catalog: FenceCatalog
    /// The last fix, and its number among the accepted fixes.
    let update: LocationUpdate?
    private let fixNumber: Int
    /// The instant of the decision, on the boot clock and on the time scale of the source.
    let now: BootInstant
    let decidedAt: UTCInstant?
    /// Further data of the source about the fix.
    let details: FixDetails?

    init(of monitor: MonitorLabel, _ index: Int, over catalog: FenceCatalog, at sink: Sink) {
        (self.monitor, self.index, self.catalog) = (monitor, index, catalog)
        (update, fixNumber) = (sink.lastFix?.update, sink.fixNumber)
        (now, decidedAt, details) = (sink.now, sink.feedTime, sink.details)
    }

    /// Returns the properties of a fence that its events contain.
    func label(_ fence: FenceNumber) -> FenceLabel {
        FenceLabel(catalog: catalog, number: fence)
    }

    /// Whether this context belongs to that monitor, that catalog and that fix.
    func isOf(
        _ monitor: MonitorLabel, _ index: Int, over catalog: FenceCatalog, fixNumber: Int
    ) -> Bool {
        self.monitor === monitor && self.index == index && self.catalog === catalog
            && self.fixNumber == fixNumber
    }
}
