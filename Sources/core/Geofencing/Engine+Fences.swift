import Chronology

extension Engine {
    /// Applies runtime changes to the fences of a set. A set that no monitor uses is ignored.
    mutating func changeFences(_ name: FenceSetName, _ changes: [FenceSetChange]) {
        guard let index = catalogs.firstIndex(where: { $0.name == name }) else { return }
        adopt(catalogs[index].applying(changes), at: index)
    }

    /// Replaces a catalog. Every monitor that uses it adopts the new one.
    mutating func adopt(_ new: FenceCatalog, at index: Int) {
        let old = catalogs[index]
        catalogs[index] = new
        for monitor in monitors.indices where monitors[monitor].catalog == index {
            prepareSink(for: monitors[monitor].feed)
            let step = presentStep(of: monitors[monitor].feed)
            monitors[monitor].adopt(
                new, insteadOf: old, level: level, global: global, step: step, into: &sink)
        }
        rebuildTimers()
    }

    /// Schedules every timer again, after monitors or fences were renumbered.
    mutating func rebuildTimers() {
        sink.timers.removeAll()
        for index in monitors.indices {
            let catalog = catalogs[monitors[index].catalog]
            for (number, state) in monitors[index].evaluator.states {
                if state.isSuppressing {
                    monitors[index].evaluator.rules.awaitEnd(
                        of: state.window, of: number, into: &sink)
                }
                monitors[index].evaluator.rules.schedule(
                    state.dwell, number, settings: catalog.settingsIndex(number), into: &sink)
            }
        }
    }
}
