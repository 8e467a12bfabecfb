import Chronology
import Composition
import ControlProtocol
import EventStore
import FenceFiles
import Geofencing
import NIOCore
import NIOPosix
import Settings
import SystemServices

extension Daemon {
    /// The ids of monitors that have another one than their name, by name.
    var monitorIDs: [String: String] { reading.composition.engine.monitorIDs }

    /// Hands the configuration in force to the engine, with the run-time changes in it.
    func takeConfiguration() {
        var engine = fences.overlaid(on: reading.composition.engine)
        engine.buildDate = Version.buildDate
        sourcesWithDetails = engine.sourcesWithDetails
        desk.take(.configure(engine))
    }

    /// Writes into the journal at the start what is wrong with files, as a reload does.
    func reportFileProblems() {
        let composition = reading.composition
        // What follows from lost ground plans is said of each.
        let told = Set(composition.lostPlans.map(\.problem))
        for problem in composition.fileProblems where !told.contains(problem) {
            journal.post(JournalEntry(.warning, problem.description))
        }
    }

    /// Reads configuration and fences again for a client, who is answered when it is done.
    func reload(_ request: Request, _ client: ControlClient) {
        reload { outcome in
            switch outcome {
            case .success(let changes): client.reply(changes, to: request)
            case .failure(let refusal):
                var failure = Failure(
                    .configInvalid,
                    refusal.problems.first ?? "The configuration cannot be used.",
                    hint: "Nothing was changed; correct it and reload again.")
                failure.data?.problems = refusal.problems
                client.fail(failure, id: request.id)
            }
        }
    }

    /// Reads configuration and fences again because of a signal; the journal says how it went.
    func reloadOnSignal() {
        reload { _ in }
    }

    /// The configuration in force.
    func shownConfiguration() -> ConfigShown {
        let composition = reading.composition
        let sets = composition.engine.fenceSets.sorted { $0.key < $1.key }
        var shown = ConfigShown(
            path: reader.path, loaded_at: loadedAt.time().rfc3339, text: reading.text,
            fence_files: sets.map { name, loaded in
                let overridden = fences.overriddenCount(of: name, over: loaded)
                let added = fences.addedCount(to: name, over: loaded)
                return .init(
                    path: name.text, fences: loaded.set?.count ?? 0,
                    overridden: overridden > 0 ? overridden : nil, added: added > 0 ? added : nil,
                    problems: loaded.problems)
            })
        shown.runtime_monitors = reading.runtimeMonitorRecord
        return shown
    }

    /// Whether the file of a fence set could not be used when it was read last.
    func lacksFences(_ set: FenceSetName) -> Bool {
        reading.composition.engine.fenceSets[set].map { $0.set == nil } ?? false
    }

    /// Reads the file of a fence set again that could not be used, then goes on.
    func reread(_ set: FenceSetName, _ go: @escaping @Loop () -> Void) {
        let reader = reader
        files.submit { [self] _ in
            let read = reader.reread(set, settings, keepingCompiled: journal)
            Loop.soon {
                // A reload may have come between.
                if self.lacksFences(set), let read {
                    self.reading.composition.reread(set) { _ in read }
                    self.takeConfiguration()
                }
                go()
            }
        }
    }

    private func reload(
        _ done: @escaping @Loop (Result<ConfigReloaded, ConfigurationRefused>) -> Void
    ) {
        notifier.tell(
            .reloading(monotonicMicroseconds: ServiceNotification.monotonicMicroseconds()))
        let reader = reader
        // Monitors that are changed meanwhile go over what this brings.
        fenceChanges.addReload { [self] in
            files.submit { [self] _ in
                let outcome = reader.read(keepingCompiled: journal).flatMap { reading in
                    reading.isWhole
                        ? .success(reading)
                        : .failure(ConfigurationRefused(problems: reading.problems))
                }
                Loop.soon {
                    defer { self.fenceChanges.goOn() }
                    done(self.settle(outcome))
                }
            }
        }
    }

    private func settle(
        _ outcome: Result<ConfigurationReader.Reading, ConfigurationRefused>
    ) -> Result<ConfigReloaded, ConfigurationRefused> {
        defer {
            touchStatus()
            notifier.tell(.ready)
        }
        switch outcome {
        case .failure(let refusal):
            reloadRefusal = refusal.problems.first ?? "it cannot be used"
            for problem in refusal.problems {
                journal.post(
                    JournalEntry(
                        .error, "configuration not taken: \(problem)", messageID: MessageID.reload))
            }
            return .failure(refusal)
        case .success(let next):
            let changes = take(next)
            journal.post(
                JournalEntry(
                    .notice, "configuration read again: \(changes.summary)",
                    messageID: MessageID.reload))
            return .success(changes)
        }
    }

    /// Puts a new configuration in force: one input to the engine, then the sources.
    func take(_ next: ConfigurationReader.Reading) -> ConfigReloaded {
        let changes = ConfigReloaded(
            path: reader.path, from: reading, to: next, changed: fences, started: settings)
        let before = reading.composition.configuration
        let after = next.composition.configuration
        reading = next
        loadedAt = PastMoment()
        reloadRefusal = nil
        if before.level.enabled != after.level.enabled { kinds[.level] = after.level.enabled }
        if before.global.enabled != after.global.enabled { kinds[.global] = after.global.enabled }
        // Those that take the fixes of a changed source have to find it again.
        let changed = after.sources.filter { source in
            [source.name, source.feed.parent].contains {
                $0.map(changes.sources.changed.contains) ?? false
            } && sources[source.name] != nil
        }.map(\.name)
        for name in changes.sources.removed + changed {
            sources.removeValue(forKey: name)?.stop()
        }
        takeConfiguration()
        let opened = Set(changes.sources.added + changed)
        add(after.sources.filter { opened.contains($0.name) })
        for name in changed { take(.sourceRestarted(source: name)) }
        return changes
    }
}

extension ConfigurationReader.Reading {
    /// The monitors that were changed at run time, by what lies over the file. Those that are left out do not.
    var runtimeMonitorRecord: RuntimeMonitorRecord {
        let file = Set(composition.configuration.fileMonitors)
        var record = RuntimeMonitorRecord()
        let leftOut = Set(leftOut.map(\.name))
        for (name, definition) in runtimeMonitors.changes where !leftOut.contains(name) {
            switch (definition != nil, file.contains(name)) {
            case (true, true): record.replaced.append(name)
            case (true, false): record.added.append(name)
            case (false, true): record.removed.append(name)
            case (false, false): break
            }
        }
        return record
    }

    /// Whether every fence file and ground plan it refers to can be used.
    var isWhole: Bool { lostFences.isEmpty && composition.lostPlans.isEmpty }

    /// What is wrong with files, one sentence each, those first that cannot be used at all.
    fileprivate var problems: [String] {
        let lostFences = lostFences
        let lostPlans = composition.lostPlans
        let told = Set(lostPlans.map(\.problem))
        let others = composition.fileProblems.filter { !told.contains($0) }.map(\.description)
        return lostFences + lostPlans.map(\.description)
            + others.filter { !lostFences.contains($0) }
    }

    /// Why fence files cannot be used at all, one sentence each.
    private var lostFences: [String] {
        let lost = composition.engine.fenceSets.filter { $0.value.set == nil }
        return lost.sorted { $0.key < $1.key }.flatMap(\.value.problems)
    }
}
