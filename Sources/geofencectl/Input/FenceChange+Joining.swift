internal import ControlProtocol

extension FenceChange {
    /// This change and a later one of the same set as one.
    mutating func join(_ later: FenceChange) {
        fences = later.fences
        added = (added + later.added).sorted()
        changed = (changed + later.changed).sorted()
        removed = (removed + later.removed).sorted()
        problems += later.problems
    }
}
