/// Who judges which fences: what all that a monitor tells of a set of fences has in common, for as
/// long as neither changes.
///
/// An object, so that it is held and let go in one word.
final class Watch: Sendable {
    let monitor: MonitorLabel
    /// The monitor's place in the configuration.
    let index: Int
    let catalog: FenceCatalog

    init(_ monitor: MonitorLabel, _ index: Int, over catalog: FenceCatalog) {
        self.monitor = monitor
        self.index = index
        self.catalog = catalog
    }

    /// What is told of a fence.
    func label(_ fence: FenceNumber) -> FenceLabel {
        FenceLabel(catalog: catalog, number: fence)
    }

    /// Whether it is that of these.
    func isOf(_ monitor: MonitorLabel, _ index: Int, over catalog: FenceCatalog) -> Bool {
        self.monitor === monitor && self.index == index && self.catalog === catalog
    }
}
