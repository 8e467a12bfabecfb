/// The monitor and the catalog of events: what they share as long as neither changes.
///
/// A class, so that an event holds both by one reference.
final class Watch: Sendable {
    let monitor: MonitorLabel
    /// The index of the monitor in the configuration.
    let index: Int
    let catalog: FenceCatalog

    init(_ monitor: MonitorLabel, _ index: Int, over catalog: FenceCatalog) {
        self.monitor = monitor
        self.index = index
        self.catalog = catalog
    }

    /// The properties of a fence that its events contain.
    func label(_ fence: FenceNumber) -> FenceLabel {
        FenceLabel(catalog: catalog, number: fence)
    }

    /// Whether it is for that monitor and that catalog.
    func isOf(_ monitor: MonitorLabel, _ index: Int, over catalog: FenceCatalog) -> Bool {
        self.monitor === monitor && self.index == index && self.catalog === catalog
    }
}
