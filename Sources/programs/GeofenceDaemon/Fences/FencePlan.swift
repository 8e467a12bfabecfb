import ControlProtocol
import EventStore
import Fixes
import Geofencing

/// A change of fences that is computed but not made. With thousands of fences the computation takes long,
/// so it runs on a thread for which no client waits.
struct FencePlan: Sendable {
    /// A change that a client requests.
    enum Change: Sendable {
        /// Adds fences: all of them, or none when the set already has one of them.
        case adding([Fence])
        /// Replaces fences of the same ids: all of them, or none when the set lacks one.
        case replacing([Fence])
        /// Removes the fence of that id or name, even if the file still has it.
        case removing(String)
        /// Replaces all fences of a set.
        case setting(FenceSet)
        /// Restores the fences with these ids or names, or all for nil, as in the file of their set.
        case reverting([String]?)

        /// The number of fences that the change contains.
        var fenceCount: Int {
            switch self {
            case .adding(let fences), .replacing(let fences): fences.count
            case .setting(let set): set.count
            case .removing, .reverting: 0
            }
        }
    }

    /// The change to the fences in force.
    enum Step: Sendable {
        /// Applies changes made at run time; where `isWhole`, after removing all earlier ones of the set.
        case put([RuntimeFenceNote], [FenceSetChange], isWhole: Bool)
        /// Removes the changes of these ids. Their fences are then as in the file, which a reload may have
        /// read again meanwhile.
        case follow([String], isWhole: Bool)
    }

    /// The answer to the client.
    var result: FenceChange
    /// The changes to make durable before the step.
    var kept: [RuntimeFenceChange]
    /// The step to take afterwards.
    var step: Step

    /// Creates the plan of a change. Throws why the change cannot be made; `tooLarge` when it exceeds the
    /// limits of stored changes.
    init(_ change: Change, of now: FencesNow) throws(Failure) {
        switch change {
        case .adding(let fences): try self.init(adding: fences, to: now)
        case .replacing(let fences): try self.init(replacing: fences, in: now)
        case .removing(let name): try self.init(removing: now.ids(of: [name])[0], from: now)
        case .setting(let made): self.init(setting: made, as: now)
        case .reverting(let named): try self.init(reverting: named, in: now)
        }
        try now.changes.admit(kept)
    }

    private init(adding fences: [Fence], to now: FencesNow) throws(Failure) {
        let known = fences.map(\.id).filter(now.has)
        if let first = known.first {
            var failure = Failure(
                .alreadyExists, "The set \(now.set.text) already has a fence \(first).",
                hint: "Nothing was changed. Change the fence with geofencectl fence replace, or "
                    + "remove it first with geofencectl fence remove.")
            failure.name(known.dropFirst()) { "It already has a fence \($0)." }
            throw failure
        }
        result = FenceChange(set: now.set.text, fences: now.count + fences.count)
        result.added = fences.map(\.id)
        let notes = fences.map { now.note($0, id: $0.id) }
        kept = notes.map(\.kept)
        step = .put(notes, fences.map(FenceSetChange.add), isWhole: false)
    }

    private init(replacing fences: [Fence], in now: FencesNow) throws(Failure) {
        let missing = fences.map(\.id).filter { !now.has($0) }
        if let first = missing.first {
            var failure = Failure.notFound("fence", first, among: now.ids(near: first))
            failure.name(missing.dropFirst()) { "There is no fence \($0)." }
            throw failure
        }
        result = FenceChange(set: now.set.text, fences: now.count)
        result.changed = fences.filter { !now.fence($0.id).isSame(as: $0) }.map(\.id)
        let notes = fences.map { now.note($0, id: $0.id) }
        kept = notes.map(\.kept)
        step = .put(notes, fences.map(FenceSetChange.replace), isWhole: false)
    }

    private init(removing id: String, from now: FencesNow) {
        result = FenceChange(set: now.set.text, fences: now.count - 1)
        result.removed = [id]
        let note = now.note(nil, id: id)
        kept = [note.kept]
        step = .put([note], [.remove(id: id)], isWhole: false)
    }

    private init(setting made: FenceSet, as now: FencesNow) {
        let before = Set(now.ids())
        let after = made.fences
        result = FenceChange(set: now.set.text, fences: after.count)
        result.added = after.map(\.id).filter { !before.contains($0) }
        result.changed = after.filter {
            before.contains($0.id) && !now.fence($0.id).isSame(as: $0)
        }.map(\.id)
        result.removed = before.subtracting(after.map(\.id)).sorted()
        let said =
            after.map { now.note($0, id: $0.id) } + result.removed.map { now.note(nil, id: $0) }
        let notes = said.filter { !$0.isFiled }
        kept = [.forgetSet(now.set)] + notes.map(\.kept)
        step = .put(notes, [.set(made)], isWhole: true)
    }

    private init(reverting named: [String]?, in now: FencesNow) throws(Failure) {
        let filed = now.loaded?.set ?? .empty
        let changed = now.changes.changedIDs(of: now.set)
        let named = try named.map { names throws(Failure) in
            // A fence that was removed at run time still has an id, but no name.
            let (known, others) = (
                names.filter { changed.contains($0) || filed.has(id: $0) },
                names.filter { !changed.contains($0) && !filed.has(id: $0) }
            )
            return Set(known + (try now.ids(of: others))).sorted()
        }
        // Removing all changes of the set also removes unreadable ones.
        kept = named?.map { .forget(set: now.set, id: $0) } ?? [.forgetSet(now.set)]
        let ids = (named ?? changed.sorted()).filter(changed.contains)
        let present = Set(ids.filter(now.has))
        result = FenceChange(set: now.set.text, fences: now.count)
        result.added = ids.filter { filed.has(id: $0) && !present.contains($0) }
        result.changed = ids.filter { filed.has(id: $0) && present.contains($0) }
        result.removed = ids.filter { !filed.has(id: $0) && present.contains($0) }
        result.fences += result.added.count - result.removed.count
        step = .follow(ids, isWhole: named == nil)
    }
}

extension Failure {
    /// Adds a sentence for each further name to which the message applies.
    fileprivate mutating func name(
        _ others: some Collection<String>, _ sentence: (String) -> String
    ) {
        if !others.isEmpty { data?.problems = others.map(sentence) }
    }
}
