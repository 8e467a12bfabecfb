extension Monitor {
    /// The number of changes that are reported one by one. A new file may change every fence, so
    /// the other changes are only counted.
    private static let listedChanges = 100

    /// Reports which fences were added, changed or removed, and which became invalid or valid. The
    /// order is by id: first the fences of the old catalog, then those of the new one.
    func reportChanges(from old: FenceCatalog, to new: FenceCatalog, into sink: inout Sink) {
        var reported = 0
        var unlisted = 0
        func list(_ kind: Diagnostic.Kind, _ id: String, _ words: String) {
            guard reported < Self.listedChanges else {
                unlisted += 1
                return
            }
            reported += 1
            let state = old.number(of: id).flatMap { evaluator.states[$0] }
            emit(kind, id, wasInside: state?.reported == .inside, words, into: &sink)
        }
        for number in old.numbersByID {
            let id = old.id(number)
            if let newNumber = new.number(of: id) {
                if old.contentHash(number) != new.contentHash(newNumber) {
                    let isMoved = !old.mayOverlap(
                        number, newNumber, of: new, buffer_m: definition.buffer_m)
                    list(.fenceChanged, id, isMoved ? "has moved" : "has changed")
                }
            } else if new.invalid.contains(id) {
                list(.fenceInvalid, id, "can no longer be evaluated")
            } else {
                list(.fenceRemoved, id, "was removed")
            }
        }
        for number in new.numbersByID where old.number(of: new.id(number)) == nil {
            let id = new.id(number)
            if old.invalid.contains(id) {
                list(.fenceValid, id, "can be evaluated again")
            } else {
                list(.fenceAdded, id, "was added")
            }
        }
        guard unlisted > 0 else { return }
        var diagnostic = Diagnostic(
            kind: .fenceChanged,
            message: "\(unlisted) more fences were added, changed or removed (monitor \(name))",
            monitor: name, at: sink.feedTime)
        diagnostic.figures = ["fences": Double(unlisted)]
        sink.outbox.put(.event(.diagnostic(diagnostic)))
    }

    /// Reports the fences of the file that became invalid or valid under this monitor, in order of
    /// id.
    ///
    /// - Parameter invalidBefore: the ids of the fences that were invalid before.
    func reportValidity(
        since invalidBefore: [String], in new: FenceCatalog, into sink: inout Sink
    ) {
        let invalid = Set(evaluator.rules.invalid.map(new.id)).subtracting(invalidBefore)
        let regained = invalidBefore.filter { id in
            new.number(of: id).map { !evaluator.rules.invalid.contains($0) } ?? false
        }
        for id in (Array(invalid) + regained).sorted().prefix(Self.listedChanges) {
            let state = new.number(of: id).flatMap { evaluator.states[$0] }
            let isInside = state?.reported == .inside
            if invalid.contains(id) {
                let words = "cannot be evaluated; the warnings of the monitor name the reason"
                emit(.fenceInvalid, id, wasInside: isInside, words, into: &sink)
            } else {
                emit(.fenceValid, id, wasInside: isInside, "can be evaluated again", into: &sink)
            }
        }
    }

    /// Reports a change of one fence.
    func emit(
        _ kind: Diagnostic.Kind, _ id: String, wasInside: Bool, _ words: String,
        into sink: inout Sink
    ) {
        var diagnostic = Diagnostic(
            kind: kind, message: "Fence \(id) \(words) (monitor \(name))", monitor: name,
            fence: id, at: sink.feedTime)
        diagnostic.wasInside = wasInside
        sink.outbox.put(.event(.diagnostic(diagnostic)))
    }
}
