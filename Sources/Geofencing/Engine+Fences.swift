import Chronology

extension Engine {
    /// Fences changed at run time. A set that no monitor watches is not known and not changed.
    mutating func changeFences(_ name: FenceSetName, _ changes: [FenceSetChange]) {
        guard let index = catalogs.firstIndex(where: { $0.name == name }) else { return }
        adopt(catalogs[index].applying(changes), at: index)
    }

    /// Puts a catalog in the place of another and tells every monitor that watches it.
    mutating func adopt(_ new: FenceCatalog, at index: Int) {
        let old = catalogs[index]
        catalogs[index] = new
        for monitor in roster.indices where roster[monitor].catalog == index {
            prepareSink(for: roster[monitor].feed)
            let step = presentStep(of: roster[monitor].feed)
            roster[monitor].adopt(
                new, insteadOf: old, level: level, global: global, step: step, into: &sink)
        }
        sink.watch = nil
        rebuildTimers()
    }

    /// Sets every timer anew, after monitors or fences were renumbered.
    mutating func rebuildTimers() {
        sink.timers.removeAll()
        for index in roster.indices {
            let catalog = catalogs[roster[index].catalog]
            for (number, state) in roster[index].evaluator.states {
                if state.isHoldingBack {
                    roster[index].evaluator.rules.awaitEnd(
                        of: state.window, of: number, into: &sink)
                }
                roster[index].evaluator.rules.schedule(
                    state.dwell, number, settings: catalog.settingsIndex(number), into: &sink)
            }
        }
    }
}
